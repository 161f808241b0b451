"""The collection of a file of the KIF family."""

from __future__ import annotations

from viewer.base.limits import Limits
from viewer.base.messages import counted, message
from viewer.base.source import Source
from viewer.base.spans import Span
from viewer.formats.format import Unreadable
from viewer.formats.kif import NAMES
from viewer.formats.kif.encoding import Encoded, recognise
from viewer.formats.kif.lines import FILE, REST, UNREAD, KifDiagnostics, Origin, split
from viewer.formats.kif.reader import Reader
from viewer.formats.kit.collections import SingleCollection
from viewer.formats.kit.diagnostics import ERROR, WARNING
from viewer.formats.kit.expected import SHOGI
from viewer.tree.facts import Fact
from viewer.tree.record import Record


class KifCollection(SingleCollection):
    """A collection of one record, read when the file is opened."""

    def __init__(
        self, source: Source, dialect: str, limits: Limits, encoding: str | None = None
    ) -> None:
        self.format = dialect
        self.variant = NAMES[dialect]
        super().__init__(source, limits)
        data = source.read(0, min(source.size, limits.body_bytes))
        encoded = recognise(data, encoding, self._judge)
        if encoding is not None and encoding not in (encoded.name, encoded.wrap):
            words = message("This text can't be decoded as {codec}.", codec=encoding)
            raise Unreadable(words, f"{dialect}.encoding")
        lines = split(encoded.data)
        findings = KifDiagnostics(lines, len(encoded.mark), limits.diagnostics)
        if encoded.damaged:
            _tell_damage(findings, encoded, lines)
        reader = Reader(lines, encoded.codec, limits, findings)
        reader.run()
        by_hand = encoding is not None and recognise(data).name != encoded.name
        open_ = encoded.data[-1:] not in (b"\n", b"\r", b"")
        origin = _origin(reader, encoded, dialect)._replace(by_hand=by_hand, open=open_)
        facts = [Fact(FILE, tuple(origin), encoded.mark)]
        if reader.unread:
            facts.append(Fact(UNREAD, None, reader.unread))
        if source.size > len(data):
            rest = Span(len(data), source.size - len(data))
            facts.append(Fact(REST, None, rest))
            words = counted(
                "The file goes on for one byte, which isn't read.",
                "The file goes on for {count} bytes, which aren't read.",
                rest.length,
            )
            findings.at_line(ERROR, "too-long", words, len(lines) - 1, reader.last.id)
        self._record = Record(
            "shogi",
            reader.root,
            tuple(reader.head.headers),
            encoded.name,
            tuple(facts),
            reader.nodes,
        )
        self._found += findings.end()

    def _judge(self, data: bytes, name: str) -> str:
        return self._judged(data, SHOGI, name)

    def _read(self) -> Record:
        return self._record


def _origin(reader: Reader, encoded: Encoded, dialect: str) -> Origin:
    data = encoded.data
    both = data.count(b"\r\n")
    counts = {"\r\n": both, "\n": data.count(b"\n") - both, "\r": data.count(b"\r") - both}
    eol = max(counts, key=lambda end: counts[end])
    odd: tuple[int, ...] = ()
    plus: bool | None = None
    if reader.branches.fans or reader.marked:
        behind = {node.id for fan in reader.branches.fans.values() for node in fan[:-1]}
        marked = set(reader.marked)
        plus = bool(marked)
        odd = tuple(sorted(behind ^ marked)) if marked else ()
    plain = reader.plain or (dialect == "ki2" and not reader.numbered)
    return Origin(dialect, encoded.codec, encoded.wrap, eol, reader.shift or 0, odd, plus, plain)


def _tell_damage(findings: KifDiagnostics, encoded: Encoded, lines: list[bytes]) -> None:
    words = message("The line has bytes that are no text in {codec}.", codec=encoded.codec)
    for number, line in enumerate(lines):
        if not line.isascii():
            try:
                line.decode(encoded.codec)
            except UnicodeDecodeError as error:
                at = error.start
                findings.at_line(WARNING, "undecodable", words, number, None, at + 1, at)
