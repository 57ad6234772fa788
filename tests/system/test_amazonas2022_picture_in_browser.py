"""The picture of Amazonas 2022 measured in a real browser: no text leaves its box, nothing is written over anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.games.amazonas2022.picture import render_svg
from tests.amazonas2022 import picture_views
from tests.system.browser import measured

pytestmark = pytest.mark.system

VIEWS = picture_views.examples()


@pytest.mark.parametrize("name", VIEWS)
def test_every_text_keeps_to_its_place(name: str, tmp_path: Path) -> None:
    picture = render_svg(VIEWS[name])
    assert measured(picture, tmp_path) == {"texts": picture.count("<text "), "found": []}
