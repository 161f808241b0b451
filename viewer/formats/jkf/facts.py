"""The facts that the reader of JKF keeps for its writer: the file itself.

ParsedFile the same bytes gives the same ids, so the writer reads them again, and changes in the text what
differs from the record.
"""

from __future__ import annotations

from typing import Final

# Of a record:
FILE: Final = "jkf.file"  # raw: the bytes that were read; value: how many nodes were read at most
REST: Final = "jkf.rest"  # raw: the span of what wasn't
