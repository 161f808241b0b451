"""Asks in which codec a file is read again, with its text as each codec has it beside the question."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from viewer.base.catalogs import tr
from viewer.base.fields import CHOICE, Field
from viewer.base.messages import Message, message
from viewer.base.source import FileSource
from viewer.base.system_errors import error_words
from viewer.base.text import readable
from viewer.document.document import Document
from viewer.formats import FORMATS
from viewer.formats.detect import load_source
from viewer.formats.format import Unreadable
from viewer.formats.kit.collections import UNSURE
from viewer.formats.readback import texts_of
from viewer.ui.toolkit.sheet import SheetDialog

_LINES, _LENGTH = 40, 200  # texts that are shown, and characters of each
_ROWS = 9

_UNICODE = message("Unicode ({codec})")
_SIMPLIFIED, _TRADITIONAL = (
    message("Chinese, simplified ({codec})"),
    message("Chinese, traditional ({codec})"),
)
_JAPANESE, _KOREAN = message("Japanese ({codec})"), message("Korean ({codec})")
_WESTERN, _CENTRAL = message("Western European ({codec})"), message("Central European ({codec})")
_CYRILLIC = message("Cyrillic ({codec})")
_NAMES: Mapping[str, Message] = {
    "utf-8": _UNICODE.given(codec="UTF-8"),
    "utf-16-le": _UNICODE.given(codec="UTF-16 LE"),
    "utf-16-be": _UNICODE.given(codec="UTF-16 BE"),
    "gb18030": _SIMPLIFIED.given(codec="GB18030"),
    "hz": _SIMPLIFIED.given(codec="HZ"),
    "big5hkscs": _TRADITIONAL.given(codec="Big5"),
    "cp932": _JAPANESE.given(codec="Shift_JIS"),
    "euc_jp": _JAPANESE.given(codec="EUC-JP"),
    "iso2022_jp": _JAPANESE.given(codec="ISO-2022-JP"),
    "cp949": _KOREAN.given(codec="EUC-KR"),
    "cp1252": _WESTERN.given(codec="Windows-1252"),
    "iso8859-1": _WESTERN.given(codec="ISO 8859-1"),
    "mac-roman": _WESTERN.given(codec="Mac Roman"),
    "cp1250": _CENTRAL.given(codec="Windows-1250"),
    "iso8859-2": _CENTRAL.given(codec="ISO 8859-2"),
    "cp1251": _CYRILLIC.given(codec="Windows-1251"),
    "cp1258": message("Vietnamese ({codec})", codec="Windows-1258"),
    "koi8-r": _CYRILLIC.given(codec="KOI8-R"),
}


class EncodingDialog(SheetDialog):
    """Asks for the codec of a document's file; `codec` is the one that was chosen.

    The likeliest is selected: that of the finding that the text may be in another, else the present one.
    """

    def __init__(self, document: Document, key: int, parent: QWidget | None = None) -> None:
        self._document = document
        self._index = document.index_of(key)
        codecs = FORMATS[document.format].load().encodings
        now = document.encoding_of(key)
        likely = next(
            (str(one.message.args["other"]) for one in document.diagnostics if one.code == UNSURE),
            now,
        )
        chosen = next((codec for codec in (likely, now) if codec in codecs), codecs[0])
        choices = {codec: _NAMES.get(codec, message("{name}", name=codec)) for codec in codecs}
        label = message("Encoding of the text in the file")
        title, words = message("Read again in another encoding"), message("Read again")
        super().__init__(title, words, [Field("encoding", label, CHOICE, chosen, choices)], parent)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setMinimumSize(
            self.text.fontMetrics().averageCharWidth() * 60,
            self.text.fontMetrics().lineSpacing() * _ROWS,
        )
        self.text.setAccessibleName(tr(message("The text in this encoding")))
        self._column.insertWidget(1, self.text, 1)
        self.sheet.changed.connect(self._show)
        self._show()

    @property
    def codec(self) -> str:
        """The codec that is chosen."""
        return str(self.sheet.values()["encoding"])

    def _show(self) -> None:
        try:
            lines = [*islice(self._texts(), _LINES)]
            shown = "\n".join(lines) or tr(message("The text is the same in all encodings."))
        except Unreadable as error:
            shown = tr(error.reason)
        except OSError as error:
            shown = tr(error_words(error))
        self.text.setPlainText(shown)
        self.accepting.setEnabled(bool(shown))

    def _texts(self) -> Iterator[str]:
        """The texts of the record beyond ASCII, as they are read in the codec."""
        document = self._document
        assert document.path is not None
        with closing(FileSource(document.path, document.files)) as source:
            found = load_source(source, document.limits, self.codec)
            for text in texts_of(found.record(min(self._index, len(found) - 1))):
                yield readable(" ".join(text[:_LENGTH].split()))
