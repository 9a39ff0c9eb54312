from collections.abc import Sequence

__all__ = ["__version__", "ask_json", "ask_svg", "run", "schema_json", "schema_names"]

__version__: str

def ask_json(
    words: Sequence[str],
    *,
    files: bool,
    limit_seconds: float | None,
    budget: int | None,
    interruptible: bool,
) -> str: ...
def ask_svg(words: Sequence[str], files: bool) -> str | None: ...
def schema_json(name: str) -> str | None: ...
def schema_names() -> list[str]: ...
def run(arguments: Sequence[str]) -> int: ...
