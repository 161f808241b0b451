"""Say what another file has otherwise, and take over the comments that are only there.

python docs/examples/take_over.py MINE THEIRS COPY
"""

from __future__ import annotations

import argparse

import viewer


def main(mine: str, theirs: str, copy: str) -> None:
    """Save a copy of the first file with the comments of the second one."""
    document = viewer.open(mine)
    try:
        found = viewer.compare(document, viewer.load(theirs))
        for one in found.differences:
            print(one.kind, one.facet, one.before or "", one.after or "")
        comments = [
            one for one in found.differences if one.kind == "added" and one.facet == "comment"
        ]
        document.do(found.edit_for(document, comments))
        document.save(copy)
    finally:
        document.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("mine")
    parser.add_argument("theirs")
    parser.add_argument("copy")
    args = parser.parse_args()
    main(args.mine, args.theirs, args.copy)
