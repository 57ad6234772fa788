"""What the pictures of all games share: frozen elements, wrapped text, and text for terminals."""

import pytest

from engines import notebook, svg, terminal


def test_a_frozen_element_writes_the_same_bytes_wherever_it_stands() -> None:
    drawn = svg.group(svg.Element("circle", r=1.5, data_name='"<&'), "text & more", class_="a")
    frozen = svg.Frozen(drawn)
    assert str(frozen) == str(drawn)
    assert str(svg.group(frozen, frozen)) == f"<g>{drawn}{drawn}</g>"
    drawn.add(svg.Element("rect"))
    assert "rect" not in str(frozen)


def test_a_frozen_element_takes_no_children() -> None:
    with pytest.raises(TypeError):
        svg.Frozen(svg.group()).add(svg.group())


def test_wrapped_lines_fit_and_the_last_is_cut() -> None:
    words = "a forest fire takes half of every income of the round"
    lines = notebook.wrap(words, 120, 12, 3)
    assert len(lines) == 3
    assert all(svg.text_width(line, 12) <= 120 for line in lines)
    assert lines[-1].endswith("\u2026")
    assert " ".join(notebook.wrap(words, 120, 12, 9)) == words
    assert notebook.wrap("", 120, 12, 3) == []


def test_points_have_a_real_minus() -> None:
    assert [notebook.signed(points) for points in (-3, 0, 12)] == ["\u22123", "0", "12"]


@pytest.mark.parametrize(
    ("text", "plain"),
    [("Santo Caño", "Santo Cano"), ("Uruña", "Uruna"), ("\u0142\x1b[0m", "??[0m"), ("\ufb01sh", "fish"), ("\n", "?")],
)
def test_plain_text_for_a_terminal(text: str, plain: str) -> None:
    assert terminal.plain(text) == plain


def test_words_are_wrapped_under_their_heading() -> None:
    lines = terminal.wrapped("Head:", ["word"] * 30)
    assert all(len(line) <= 100 for line in lines)
    assert lines[0].startswith("Head:  word")
    assert all(line.startswith("       word") for line in lines[1:])
    assert " ".join(lines).split() == ["Head:"] + ["word"] * 30


def test_blocks_are_joined_with_empty_lines() -> None:
    assert terminal.join_blocks([["a ", "b"], [], ["c"]]) == "a\nb\n\nc\n"
