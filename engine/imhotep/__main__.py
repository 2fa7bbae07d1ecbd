"""Starts the `imhotep` command; `python -m imhotep` does the same."""

import gc
from typing import NoReturn


def main() -> NoReturn:
    """The entry point of the console script."""
    gc.set_threshold(100_000)  # what is made from here on is much and lives long: looking for cycles in it is time lost
    from imhotep.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
