"""The submissions that the program carries: one file of profiles/ each."""

from pathlib import Path

SHIPPED = sorted(path.stem for path in Path("profiles").glob("*.yaml"))
