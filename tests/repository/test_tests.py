"""How this project tests: nothing sleeps, nothing is skipped, nothing draws from shared randomness."""

import ast
from collections.abc import Iterator
from pathlib import Path

from cext import kernel
from tests.repository.files import name_of, sources

SLEEPS = {"time.sleep", "asyncio.sleep", "anyio.sleep"}
SKIPS = {"skip", "skipif", "xfail", "importorskip", "skipTest", "expectedFailure"}
SHARED_RANDOMNESS = {"seed", "random", "randint", "randrange", "choice", "choices", "shuffle", "sample", "getrandbits"}


def dotted(node: ast.AST) -> str:
    """A name with its dots, as far as it is one."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=value, attr=attr):
            return f"{dotted(value)}.{attr}"
    return ""


def named_in(path: Path) -> Iterator[tuple[int, str]]:
    """Every name with dots in a file, and names that are imported, with line numbers."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Attribute):
            yield node.lineno, dotted(node)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


def test_no_test_sleeps() -> None:
    for path in sources("tests"):
        for line, name in named_in(path):
            assert name not in SLEEPS, f"{name_of(path)}:{line}"


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    for path in sources("tests"):
        for line, name in named_in(path):
            parts = name.split(".")
            assert not (parts[0] in {"pytest", "unittest", "self"} and parts[-1] in SKIPS), f"{name_of(path)}:{line}"


def test_nothing_draws_from_the_randomness_that_all_share() -> None:
    for path in sources("tests", "engines", "service", "solver", "proto"):
        for line, name in named_in(path):
            module, _, function = name.rpartition(".")
            assert not (module == "random" and function in SHARED_RANDOMNESS), f"{name_of(path)}:{line}"


def test_every_file_of_tests_says_what_it_is_about() -> None:
    for path in sources("tests"):
        if path.name != "__init__.py":
            assert ast.get_docstring(ast.parse(path.read_text("utf-8"))), name_of(path)


def test_kernel_is_the_build_that_was_asked_for(expects_debug: bool) -> None:
    """`make test` runs the tests of the kernel on both builds; neither run may take the other's."""
    assert kernel.DEBUG or not expects_debug
