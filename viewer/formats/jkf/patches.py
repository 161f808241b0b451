"""Changes of a JSON text: each puts something in the place of a stretch; all else stays as it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping

from viewer.formats.jkf.syntax import Value
from viewer.formats.shared.json_strings import quoted

_COLON = re.compile(r'"\s*:(\s*)')
_BLANKS = re.compile(r"[ \t\r\n]*")


class Patches:
    """Changes of a text, made in any order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._changes: list[tuple[int, int, str]] = []
        found = _COLON.search(text)
        self._colon = ":" + found[1] if found is not None and found[1] in ("", " ") else ":"

    def result(self) -> str:
        """The changed text."""
        out: list[str] = []
        at = 0
        for start, end, new in sorted(self._changes, key=lambda change: change[:2]):
            if start < at:
                continue  # within something that was taken out or written anew
            out += [self.text[at:start], new]
            at = end
        return "".join([*out, self.text[at:]])

    def replace(self, start: int, end: int, new: str) -> None:
        """Put a text in the place of a stretch."""
        self._changes.append((start, end, new))

    def set_members(
        self, value: Value, members: Mapping[int, str | None], new: list[tuple[str, str]]
    ) -> None:
        """Change members of an object by their numbers (None: taken out), and add others at its end."""
        last = -1
        for index, member in enumerate(value.members):
            text = members.get(index, "")
            if text is None:
                self._take_out(value, index, last)
                continue
            if index in members:
                self.replace(member.value.start, member.value.end, text)
            last = index
        if not new:
            return
        more = [quoted(key) + self._colon + said for key, said in new]
        if last < 0:
            self.replace(value.start + 1, value.start + 1, ",".join(more))
            return
        stands = value.members[last]
        before = value.members[last - 1].value.end if last else value.start + 1
        comma = "," + self._blanks(before, stands.start)
        self.replace(stands.value.end, stands.value.end, "".join(comma + one for one in more))

    def _take_out(self, value: Value, index: int, last: int) -> None:
        members = value.members
        if last >= 0:
            self.replace(members[index - 1].value.end, members[index].value.end, "")
        elif index + 1 < len(members):
            self.replace(members[index].start, members[index + 1].start, "")
        else:
            self.replace(members[index].start, members[index].value.end, "")

    def set_member(self, value: Value, key: str, text: str | None) -> None:
        """Set one member, or take it out."""
        places = [index for index, member in enumerate(value.members) if member.key == key]
        if places:
            # The last one of a key counts; taken out, all of them go.
            some: dict[int, str | None] = (
                dict.fromkeys(places) if text is None else {places[-1]: text}
            )
            self.set_members(value, some, [])
        elif text is not None:
            self.set_members(value, {}, [(key, text)])

    def cut(self, array: Value, keep: int, new: list[str]) -> None:
        """Keep so many items of an array, and put new ones behind them."""
        items = array.items
        comma = "," + (
            self._blanks(items[0].end, items[1].start)
            if len(items) > 1
            else self._blanks(array.start + 1, items[0].start)
            if items
            else ""
        )
        start = items[keep - 1].end if keep else items[0].start if items else array.start + 1
        end = items[-1].end if len(items) > keep else start
        text = comma.join(new)
        self.replace(start, end, comma + text if keep and new else text)

    def _blanks(self, start: int, end: int) -> str:
        """The blanks ahead of what begins at `end`."""
        stretch = self.text[start:end]
        found = _BLANKS.search(stretch, len(stretch.rstrip()))
        return found.group() if found is not None else ""
