"""Violations on their way from the kernel's codes to sentences."""

from cext import kernel
from engines import registry
from engines.game import Citation
from engines.violations import explain_all, generic_specs
from tests.playing import all_cases


def test_generic_violations_have_the_kernels_names_and_the_games_citations() -> None:
    citations = {code: Citation("rules", f"Section {code}") for code in kernel.GENERIC_VIOLATIONS}
    specs = generic_specs(citations)
    assert list(specs) == sorted(kernel.GENERIC_VIOLATIONS)
    for code, spec in specs.items():
        assert spec.code == kernel.GENERIC_VIOLATIONS[code]
        assert spec.citation == citations[code]
        assert spec.description.endswith(".")


def test_every_game_has_the_generic_violations_first() -> None:
    for game in registry.games().values():
        assert list(game.violations) == sorted(game.violations)
        assert list(game.violations)[: len(kernel.GENERIC_VIOLATIONS)] == sorted(kernel.GENERIC_VIOLATIONS)
        codes = [spec.code for spec in game.violations.values()]
        assert len(set(codes)) == len(codes)


def test_the_kernels_order_is_kept() -> None:
    setup = all_cases()[0].setup
    codes = [kernel.NOT_TO_ACT, kernel.GAME_OVER, kernel.WRONG_CHANCE]
    told = explain_all(setup, [(code, (0, 0, 0)) for code in codes])
    assert [violation.code for violation in told] == [kernel.GENERIC_VIOLATIONS[code] for code in codes]
    for code, violation in zip(codes, told, strict=True):
        assert violation.citation == setup.game.violations[code].citation
        assert violation.message.endswith(".")
