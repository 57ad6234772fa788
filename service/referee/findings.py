"""What is found in a record: one result for every kind of check, and the first thing that is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from canopy.v1 import common_pb2, referee_pb2

_KINDS = [kind for kind in referee_pb2.CheckKind.values() if kind != referee_pb2.CHECK_KIND_UNSPECIFIED]


@dataclass(slots=True)
class Findings:
    """Results as they come in. What nothing was said of was not checked."""

    kind: int = referee_pb2.VERDICT_KIND_UNSPECIFIED
    summary: str = ""
    # Counted from 1.
    ply: int | None = None
    violations: Sequence[common_pb2.RuleViolation] = ()
    _checks: dict[int, tuple[int, str]] = field(default_factory=dict)

    @property
    def is_wrong(self) -> bool:
        """Whether something wrong was found."""
        return self.kind != referee_pb2.VERDICT_KIND_UNSPECIFIED

    def held(self, check: int) -> None:
        """A check that held."""
        self._checks[check] = (referee_pb2.CHECK_RESULT_HELD, "")

    def skipped(self, check: int, why: str) -> None:
        """A check that could not be made."""
        self._checks.setdefault(check, (referee_pb2.CHECK_RESULT_NOT_CHECKED, why))

    def failed(
        self,
        check: int,
        kind: int,
        code: str,
        message: str,
        *,
        ply: int | None = None,
        violations: Sequence[common_pb2.RuleViolation] = (),
    ) -> None:
        """A check that failed. The first one makes the verdict; the code is that of a rule only if one was broken."""
        self._checks[check] = (referee_pb2.CHECK_RESULT_FAILED, message)
        if self.is_wrong:
            return
        self.kind = kind
        self.summary = message if ply is None else f"Ply {ply}: {message}"
        self.ply = ply
        self.violations = violations or [common_pb2.RuleViolation(code=code, message=message)]

    def put(self, verdict: referee_pb2.Verdict) -> None:
        """Write all that was found."""
        verdict.kind = self.kind  # type: ignore[assignment]
        verdict.summary = self.summary
        if self.ply is not None:
            verdict.ply = self.ply
        verdict.violations.extend(self.violations)
        for check in _KINDS:
            result, detail = self._checks.get(
                check, (referee_pb2.CHECK_RESULT_NOT_CHECKED, "Something before it failed.")
            )
            verdict.checks.add(kind=check, result=result, detail=detail)


def verdict_on_nothing(code: str, message: str, game_id: bytes = b"") -> referee_pb2.Verdict:
    """The verdict on what is no record, or one that cannot be understood."""
    findings = Findings()
    findings.failed(referee_pb2.CHECK_KIND_SETUP, referee_pb2.VERDICT_KIND_INVALID, code, message)
    verdict = referee_pb2.Verdict(game_id=game_id)
    findings.put(verdict)
    return verdict
