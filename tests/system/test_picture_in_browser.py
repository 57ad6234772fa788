"""The picture of Trek 12 measured in a real browser: no text leaves its box, and nothing is written over anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.games.trek12.picture import render_svg
from tests.system.browser import measured
from tests.trek12 import picture_views

pytestmark = pytest.mark.system

VIEWS = picture_views.examples()


@pytest.mark.parametrize("name", VIEWS)
def test_every_text_keeps_to_its_place(name: str, tmp_path: Path) -> None:
    picture = render_svg(VIEWS[name])
    assert measured(picture, tmp_path) == {"texts": picture.count("<text "), "found": []}


def test_the_measure_finds_what_is_wrong(tmp_path: Path) -> None:
    """A picture with a text too wide for its box, and another one written over it."""
    picture = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><g class="box">'
        '<rect width="20" height="50"/><text x="0" y="20">too wide for it</text></g>'
        '<text x="5" y="22">over</text></svg>'
    )
    found = measured(picture, tmp_path)["found"]
    assert found == ["out of box: too wide for it", "on one another: too wide for it / over"]
