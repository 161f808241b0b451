"""The QPainter back-end of scenes: screen and PNG."""
