"""The ``siga`` command."""

from __future__ import annotations

import signal
import sys

from . import _siga


def main() -> None:
    """Run the command line as it stands in ``sys.argv``, and exit with its status."""
    # Ctrl-C ends it as it ends the command of its own.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(_siga.run(sys.argv))
