"""Boards and notation pages as plain shapes; themes; the SVG back-end. No Qt."""
