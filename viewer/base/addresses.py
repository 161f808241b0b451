"""The addresses that the project's own metadata names (`urls` in pyproject.toml); there are no others."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, metadata

_DISTRIBUTION = "qipu-records"
_BETWEEN = str.maketrans("", "", " -_.")


def project_address(*labels: str) -> str:
    """The first address that the metadata has by one of some labels.

    "" if it names none, as long as there is no such page, or if Qipu runs without its metadata. Labels are
    compared as PyPI compares them: without case, spaces and signs between words.
    """
    try:
        named = metadata(_DISTRIBUTION).get_all("Project-URL") or []
    except PackageNotFoundError:
        return ""
    pairs = (text.partition(",") for text in named)
    found = {label.translate(_BETWEEN).lower(): url.strip() for label, _, url in pairs}
    return next((found[one] for one in labels if one in found), "")


def homepage() -> str:
    """The address of the project's page, "" if there is none."""
    return project_address("homepage")


def where_to_report() -> str:
    """The address where mistakes of Qipu are reported, "" if there is none."""
    return project_address("issues", "bugs", "tracker", "issuetracker", "bugtracker")


def to_hand_in(report: str) -> str:
    """A report with the address where it is handed in, if there is one."""
    address = where_to_report()
    return f"{report}\nTo be reported at {address}\n" if address else report
