"""What is under version control: nothing generated, nothing local, nothing fetched from a place named here."""

import re
from pathlib import Path

from tests.repository.files import ROOT, name_of, text_files, tracked

# A repository's own configuration has no business with the network; text may point readers to these.
DOCUMENTATION = {
    "apache.org",
    "datatracker.ietf.org",
    "github.com",
    "keepachangelog.com",
    "rfc-editor.org",
    "semver.org",
}
# Names of things rather than places.
NAMES = {"json-schema.org", "www.w3.org"}
PROSE = {".md", ".txt", ""}
URL = re.compile(r"\bhttps?://([\w.-]+)", re.IGNORECASE)
LOCAL = {"localhost", "127.0.0.1"}
# Kept free for examples by RFC 2606: it leads nowhere.
NOWHERE = ".example"
PIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*==[0-9][A-Za-z0-9.+!]*")
GENERATED = re.compile(r"_pb2(_grpc)?\.pyi?$|\.(so|c|o|pyc)$|(^|/)(build|dist|__pycache__|\.venv|[\w.]+\.egg-info)/")


def test_nothing_generated_is_committed() -> None:
    assert [name_of(path) for path in tracked() if GENERATED.search(name_of(path))] == []


def test_constraints_are_plain_pins() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert [line for line in pins if not PIN.fullmatch(line)] == []
    names = [re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower() for line in pins]
    assert len(set(names)) == len(names)


def test_no_place_on_the_network_is_configured() -> None:
    found = [
        f"{name_of(path)}: {host}"
        for path, text in text_files()
        for host in URL.findall(text)
        if host.lower() not in LOCAL | NAMES and not host.endswith(NOWHERE) and not is_documentation(path, host)
    ]
    assert found == []


def is_documentation(path: Path, host: str) -> bool:
    """The address stands in text for people, and not in what a program reads."""
    domain = ".".join(host.lower().split(".")[-2:])
    return path.suffix in PROSE and path.name != "constraints.txt" and {host.lower(), domain} & DOCUMENTATION != set()


def test_no_index_of_packages_is_chosen() -> None:
    options = re.compile(r"--(?:extra-)?index-url|--find-links|--trusted-host|PIP_(?:EXTRA_)?INDEX_URL")
    here = Path(__file__).resolve()
    assert [name_of(path) for path, text in text_files() if path != here and options.search(text)] == []


def test_text_ends_with_one_line_feed_and_has_no_carriage_return() -> None:
    for path, text in text_files():
        assert "\r" not in text, name_of(path)
        assert text == "" or (text.endswith("\n") and not text.endswith("\n\n")), name_of(path)


def test_no_path_of_a_machine_is_written_down() -> None:
    home = re.compile(r"(?<![\w.])/(?:home|root|Users|work)/\w")
    here = Path(__file__).resolve()
    assert [name_of(path) for path, text in text_files() if path != here and home.search(text)] == []


def test_nothing_is_put_off() -> None:
    mark = re.compile(r"(?:#|//|--|\*)\s*(?:TODO|FIXME|XXX)\b")
    assert [name_of(path) for path, text in text_files() if mark.search(text)] == []
