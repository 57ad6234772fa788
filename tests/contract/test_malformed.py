"""Whatever is sent as a move or an outcome is malformed or means one word, which has one text and one wire form."""

from collections.abc import Callable

import pytest
from google.protobuf.message import Message
from hypothesis import given
from hypothesis import strategies as st

from cext.kernel import State
from engines.content import BadPack
from engines.game import Game, Malformed, Setup
from tests.contract.messages import messages
from tests.playing import Walk, all_games, cases_of, random_ply, walk

Read = Callable[[Setup, str], int]
Write = Callable[[Setup, int], str]

pytestmark = pytest.mark.usefixtures("every_profile")


def sample_walk(game: Game) -> Walk:
    """A game of several players where there can be some."""
    return walk(max(cases_of(game)[:3], key=lambda case: case.setup.players), 0)


def deciding(game: Walk) -> State:
    """A position in which somebody is asked."""
    return next(state for state in game.states[len(game.states) // 2 :] if state.to_act())


def check_word(state: State, word: int) -> None:
    """The kernel answers the word, as a move and as an outcome."""
    assert isinstance(word, int)
    for seat in (*state.to_act()[:1], *state.may_interrupt()[:1], -1):
        legal = state.check(seat, word) == []
        assert legal == (word in state.legal_moves(seat))
    assert state.check_outcome(word)


def meaning(read: Callable[[], int]) -> int | None:
    """The word that is read, None when it is malformed. Nothing else may happen."""
    try:
        return read()
    except Malformed:
        return None


def check_text(setup: Setup, text: str, read: Read, write: Write) -> int | None:
    """The word that a text means, which its canonical text means too; None when it means nothing."""
    word = meaning(lambda: read(setup, text))
    if word is not None:
        assert read(setup, write(setup, word)) == word
    return word


def spelled_otherwise(texts: list[str]) -> st.SearchStrategy[str]:
    """Texts like these: cut, joined, with other characters put in, and any text at all."""
    known = st.sampled_from(texts)
    pieces = st.one_of(known, known.flatmap(lambda text: st.sampled_from(list(text))), st.text(max_size=4))
    edited = st.builds(
        lambda text, piece, start, stop: text[:start] + piece + text[stop:],
        known,
        pieces,
        st.integers(0, 12),
        st.integers(0, 12),
    )
    return st.one_of(edited, edited.map(str.upper), st.text())


def test_any_text_as_a_move(game: Game) -> None:
    played = sample_walk(game)
    state = deciding(played)
    texts = [game.move_text(played.setup, ply.word) for ply in played.plies if ply.seat is not None]

    @given(spelled_otherwise([*texts, *(text for text, _ in game.notation)]))
    def check(text: str) -> None:
        word = check_text(played.setup, text, game.parse_move, game.move_text)
        if word is not None:
            check_word(state, word)
            assert game.decode_move(played.setup, game.encode_move(played.setup, word)) == word

    check()


def test_any_text_as_an_outcome(game: Game) -> None:
    played = sample_walk(game)
    texts = [game.outcome_text(played.setup, ply.word) for ply in played.plies if ply.seat is None]

    @given(spelled_otherwise([*texts, *(text for text, _ in game.notation)]))
    def check(text: str) -> None:
        word = check_text(played.setup, text, game.parse_outcome, game.outcome_text)
        if word is not None:
            check_word(deciding(played), word)
            assert game.decode_outcome(played.setup, game.encode_outcome(played.setup, word)) == word

    check()


def form_of(game: Game, *, chance: bool) -> type[Message]:
    """The type of the game's moves or outcomes on the wire."""
    played = sample_walk(game)
    word = next(ply.word for ply in played.plies if (ply.seat is None) == chance)
    return type(game.encode_outcome(played.setup, word) if chance else game.encode_move(played.setup, word))


def test_any_message_as_a_move(game: Game) -> None:
    played = sample_walk(game)
    state = deciding(played)

    @given(messages(form_of(game, chance=False)))
    def check(message: Message) -> None:
        word = meaning(lambda: game.decode_move(played.setup, message))
        if word is not None:
            check_word(state, word)
            assert game.decode_move(played.setup, game.encode_move(played.setup, word)) == word
            assert game.parse_move(played.setup, game.move_text(played.setup, word)) == word

    check()


def test_any_message_as_an_outcome(game: Game) -> None:
    played = sample_walk(game)

    @given(messages(form_of(game, chance=True)))
    def check(message: Message) -> None:
        word = meaning(lambda: game.decode_outcome(played.setup, message))
        if word is not None:
            check_word(deciding(played), word)
            assert game.decode_outcome(played.setup, game.encode_outcome(played.setup, word)) == word
            assert game.parse_outcome(played.setup, game.outcome_text(played.setup, word)) == word

    check()


def test_any_integers_as_seat_and_word(game: Game) -> None:
    played = sample_walk(game)
    states = [played.states[0], deciding(played), played.end]
    words = st.one_of(st.integers(), st.integers(0, 2**64 - 1), st.sampled_from([ply.word for ply in played.plies]))

    @given(st.sampled_from(states), st.one_of(st.integers(), st.integers(-2, 70)), words)
    def check(state: State, seat: int, word: int) -> None:
        assert (state.check(seat, word) == []) == (word in state.legal_moves(seat))
        assert (state.check_outcome(word) == []) == (word in state.outcomes())

    check()


def test_packs_of_any_text_have_named_defects(game: Game) -> None:
    canonical = next(iter(game.packs.values())).canonical.decode()

    @given(spelled_otherwise([canonical, canonical[: len(canonical) // 2], "{}", "[]", "null", "1e999"]))
    def check(text: str) -> None:
        try:
            pack = game.load_pack(text)
        except BadPack as refused:
            defects = refused.defects
        else:
            assert game.load_pack(pack.canonical.decode()) == pack
            return
        assert defects
        assert all(defect.code and defect.message.endswith(".") for defect in defects)

    check()


def test_random_plies_are_legal() -> None:
    """The helper that all these games come from plays by the rules."""
    for game in all_games():
        played = sample_walk(game)
        rng = played.random("plies")
        for state in played.states:
            ply = random_ply(state, rng)
            assert (ply is None) == state.is_over
            if ply is not None and ply.seat is not None:
                assert state.check(ply.seat, ply.word) == []
