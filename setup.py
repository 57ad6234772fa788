"""Build steps that pyproject.toml cannot express: protobuf stubs and Cython extensions.

`CANOPY_DEBUG=1` in the environment builds the kernel with bounds checks, assertions and the undefined-behaviour
sanitizer. Give such a build its own --build-lib and --build-temp (as `make test-debug` does).
"""

import os
import platform
import shutil
import sysconfig
import tempfile
from pathlib import Path
from typing import ClassVar

from setuptools import Command, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, ExecError

DEBUG = os.environ.get("CANOPY_DEBUG") == "1"
PROTO_ROOT = Path("proto")
CEXT = Path("cext")
# Compiler directives change the C text without changing any timestamp, so each flavour keeps its own translation.
CYTHON_OUTPUT = Path("build/cython", "debug" if DEBUG else "release")

# Directives that alter the meaning of the code are the same in both flavours; only the checks differ.
CYTHON_DIRECTIVES = {
    "language_level": 3,
    "cdivision": True,
    "wraparound": False,
    "boundscheck": DEBUG,
    "initializedcheck": DEBUG,
    "nonecheck": DEBUG,
    # Hashes and random streams wrap on purpose; signed overflow is the sanitizer's to find.
    "overflowcheck": False,
}

# What a search adds up is the same on every machine: some could multiply and add with one rounding instead of two.
FLOAT_FLAGS = ["-ffp-contract=off"]
RELEASE_FLAGS = [*FLOAT_FLAGS, "-O3"]
DEBUG_FLAGS = [*FLOAT_FLAGS, "-O1", "-g", "-UNDEBUG", "-DCANOPY_DEBUG=1"]
# Trapping needs no sanitizer runtime, which may be missing where the tests run. The stricter bounds check of GCC
# (bounds-strict) cannot be had: CPython's own headers index past one-element arrays at the end of a struct.
SANITIZER_FLAGS = ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]


class BuildProto(Command):
    """Generate the protobuf and gRPC modules, and their type stubs, beside the .proto files."""

    description = "generate protobuf and gRPC code"
    user_options: ClassVar = [("force", "f", "generate even when nothing has changed")]
    boolean_options: ClassVar = ["force"]

    # Asked for by setuptools' protocol for sub-commands of `build` (editable installs included).
    build_lib: str | None
    editable_mode: bool

    def initialize_options(self) -> None:
        self.force = False
        self.build_lib = None
        self.editable_mode = False

    def finalize_options(self) -> None:
        """Nothing depends on other options."""

    def run(self) -> None:
        protos = sorted(PROTO_ROOT.rglob("*.proto"))
        if self.force or self._is_stale(protos):
            self._remove_generated()
            self._generate(protos)

    def get_source_files(self) -> list[str]:
        return [str(proto) for proto in sorted(PROTO_ROOT.rglob("*.proto"))]

    def get_outputs(self) -> list[str]:
        """Nothing in build_lib: `build_py` copies the generated modules like any other source."""
        return []

    def get_output_mapping(self) -> dict[str, str]:
        return {}

    @staticmethod
    def _generated() -> list[Path]:
        return [*PROTO_ROOT.rglob("*_pb2.py*"), *PROTO_ROOT.rglob("*_pb2_grpc.py*")]

    def _is_stale(self, protos: list[Path]) -> bool:
        modules = sorted(path for path in self._generated() if path.name.endswith("_pb2.py"))
        if modules != sorted(proto.with_name(f"{proto.stem}_pb2.py") for proto in protos):
            return True
        inputs = [*protos, Path("setup.py"), Path("pyproject.toml")]
        newest_input = max(path.stat().st_mtime_ns for path in inputs)
        return any(path.stat().st_mtime_ns < newest_input for path in modules)

    def _remove_generated(self) -> None:
        for path in self._generated():
            path.unlink()

    def _generate(self, protos: list[Path]) -> None:
        from grpc_tools import protoc  # a build requirement, not needed to read the metadata

        scripts = sysconfig.get_path("scripts")
        plugin = shutil.which("protoc-gen-mypy_grpc", path=os.pathsep.join([scripts, os.environ.get("PATH", "")]))
        if plugin is None:
            raise ExecError("protoc-gen-mypy_grpc is not installed (build requirement mypy-protobuf)")
        well_known_types = Path(protoc.__file__).parent / "_proto"
        status = protoc.main(
            [
                "protoc",
                f"--proto_path={PROTO_ROOT}",
                f"--proto_path={well_known_types}",
                f"--plugin=protoc-gen-mypy_grpc={plugin}",
                f"--python_out={PROTO_ROOT}",
                f"--pyi_out={PROTO_ROOT}",
                f"--grpc_python_out={PROTO_ROOT}",
                f"--mypy_grpc_out=quiet:{PROTO_ROOT}",
                *map(str, protos),
            ]
        )
        if status != 0:
            raise ExecError(f"protoc failed with status {status}")


class Build(build):
    """`build` that generates the protobuf modules before it collects the Python modules."""

    sub_commands: ClassVar = [("build_proto", None), *build.sub_commands]


class BuildExt(build_ext):
    """`build_ext` that keeps the generated C out of the source tree and probes the debug flags."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count()

    def build_extensions(self) -> None:
        from Cython.Build import cythonize

        flags = DEBUG_FLAGS + self._supported(SANITIZER_FLAGS) if DEBUG else RELEASE_FLAGS
        for extension in self.extensions:
            extension.extra_compile_args = flags + popcount_flags()
            (translated,) = cythonize(
                [extension],
                build_dir=str(CYTHON_OUTPUT),
                compiler_directives=CYTHON_DIRECTIVES,
                quiet=self.verbose == 0,
            )
            extension.sources = translated.sources
        super().build_extensions()

    def _supported(self, flags: list[str]) -> list[str]:
        """The flags if this compiler takes them all, else none."""
        with tempfile.TemporaryDirectory() as folder:
            probe = Path(folder, "probe.c")
            probe.write_text("int probe(int x) { return x + 1; }\n")
            try:
                self.compiler.compile([str(probe)], output_dir=folder, extra_postargs=["-Werror", *flags])
            except CompileError:
                return []
        return flags


def popcount_flags() -> list[str]:
    """One instruction instead of a library call; every x86-64 processor since 2008 has it."""
    return ["-mpopcnt"] if platform.machine().lower() in {"x86_64", "amd64"} else []


def extensions() -> list[Extension]:
    """One extension module for each .pyx file, so that a new game needs no edit here."""
    headers = [str(path) for pattern in ("*.pxd", "*.pxi", "*.h") for path in sorted(CEXT.glob(pattern))]
    return [
        Extension(f"cext.{source.stem}", [str(source)], include_dirs=[str(CEXT)], depends=[*headers, "setup.py"])
        for source in sorted(CEXT.glob("*.pyx"))
    ]


setup(
    ext_modules=extensions(),
    cmdclass={"build": Build, "build_ext": BuildExt, "build_proto": BuildProto},
)
