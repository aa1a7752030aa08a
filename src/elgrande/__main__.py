"""``python -m elgrande`` is the command line."""

import sys

from elgrande.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
