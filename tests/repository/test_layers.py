"""Imports go one way, service -> solver -> engines -> cext, and only a game's own module knows the game."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import registry
from tests.repository.files import ROOT, name_of, sources

# What each package may import of ours.
MAY_IMPORT = {
    "cext": {"cext"},
    "engines": {"engines", "cext", "canopy"},
    "solver": {"solver", "engines", "cext", "canopy"},
    "service": {"service", "solver", "engines", "cext", "canopy"},
    "proto": {"canopy"},
}
OURS = {"canopy", "cext", "engines", "service", "solver", "tests"}
CYTHON_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+c?import|c?import\s+([\w.]+))", re.MULTILINE)


def imported(path: Path) -> Iterator[str]:
    """The full names of the modules that a file imports."""
    text = path.read_text("utf-8")
    if path.suffix in {".pyx", ".pxd"}:
        for source, plain in CYTHON_IMPORT.findall(text):
            yield source or plain
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)} imports relatively"
            assert node.module is not None
            yield node.module


def files_of(package: str) -> list[Path]:
    """The package's code."""
    return [path for suffix in (".py", ".pyi", ".pyx", ".pxd") for path in sources(package, suffix=suffix)]


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_go_one_way(package: str) -> None:
    for path in files_of(package):
        for module in imported(path):
            top = module.partition(".")[0]
            assert top not in OURS - MAY_IMPORT[package], f"{name_of(path)} imports {module}"


def test_every_package_has_its_place_in_the_order() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
    assert packages == MAY_IMPORT.keys() - {"proto"}


def names_of_games() -> set[str]:
    """Words that betray a game: ruleset ids, wire names and the modules of engines.games."""
    modules = {path.name for path in (ROOT / "engines" / "games").iterdir() if (path / "__init__.py").exists()}
    return {game.wire_field for game in registry.games().values()} | set(registry.games()) | modules


def without_docstrings(tree: ast.Module) -> Iterator[ast.AST]:
    """Every node of the tree but the docstrings, which may name a game as an example."""
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
    yield from (node for node in ast.walk(tree) if node not in docstrings)


def said(node: ast.AST) -> str:
    """What a node says by a name or a text."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
            return name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.ImportFrom(module=str(name)) | ast.Constant(value=str(name)) | ast.keyword(arg=str(name)):
            return name
    return ""


def may_know_games(path: Path) -> bool:
    """Whether it is part of a game's module, or of a solver made for one: a package in `solver`, but for the hints."""
    solvers = ROOT / "solver"
    return ROOT / "engines" / "games" in path.parents or (
        solvers in path.parents and path.parent not in {solvers, solvers / "hints"}
    )


def test_no_game_is_named_outside_its_module() -> None:
    names = names_of_games()
    for path in sources("engines", "solver", "service", "proto"):
        if may_know_games(path):
            continue
        for node in without_docstrings(ast.parse(path.read_text("utf-8"))):
            words = set(re.split(r"[^a-z0-9-]+", said(node).lower()))
            assert not words & names, f"{name_of(path)}:{getattr(node, 'lineno', '?')} names {words & names}"


def test_spine_of_the_kernel_names_no_game() -> None:
    names = {name for name in names_of_games() if "-" not in name}
    docstring = re.compile(r'""".*?"""', re.DOTALL)
    for path in files_of("cext"):
        if path.stem in {"kernel", "playout", "ranking", "search", "search_tree", "stop", "streams"}:
            code = re.sub(r"#.*", "", docstring.sub("", path.read_text("utf-8")))
            assert not set(re.split(r"\W+", code.lower())) & names, name_of(path)
