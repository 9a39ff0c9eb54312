from collections.abc import Sequence

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
