from collections.abc import Sequence

__all__ = ["__version__", "ask_json", "run"]

__version__: str

def ask_json(
    words: Sequence[str],
    *,
    files: bool,
    limit_seconds: float | None,
    budget: int | None,
    interruptible: bool,
) -> str: ...
def run(arguments: Sequence[str]) -> int: ...
