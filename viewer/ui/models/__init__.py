"""The Qt face of a record: item models for outline, line, headers and findings, and for screen readers."""
