from collections.abc import Sequence

__all__ = ["__version__", "answer", "run", "schema_json", "schema_names"]

__version__: str

def answer(
    words: Sequence[str],
    *,
    show: str,
    files: bool,
    limit_seconds: float | None,
    limit_memory: int | None,
    budget: int | None,
    interruptible: bool,
) -> tuple[bool, str]: ...
def schema_json(name: str) -> str | None: ...
def schema_names() -> list[str]: ...
def run(arguments: Sequence[str]) -> int: ...
