"""What Python sees of the audit of finished tables."""

from typing import Any

class Audit:
    """Everything that cannot be, as (code, details)."""

    @property
    def found(self) -> list[tuple[str, dict[str, Any]]]: ...
    def note(self, code: str, **details: Any) -> None: ...
