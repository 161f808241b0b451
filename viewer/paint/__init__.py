"""The QPainter back-end: screen, PNG, icons."""

from viewer.paint.pyside import read_no_sources

read_no_sources()  # before any module is imported that PySide would read
