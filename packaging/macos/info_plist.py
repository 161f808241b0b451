"""Info.plist of Qipu.app: what it is, and which documents it opens.

Sources: Apple's "Information Property List Key Reference" and "Uniform Type Identifiers Overview".
"""

from __future__ import annotations

import plistlib
from collections.abc import Sequence
from typing import Any

from about import LANGUAGES, About
from kinds import Kind
from metainfo import ID

# What a type is besides, where the system has a type for it.
_PARENTS = {
    "text/plain": "public.plain-text",
    "application/json": "public.json",
    "application/xml": "public.xml",
}
# How macOS calls languages that it tells apart by their letters.
_NAMES = {"zh_CN": "zh-Hans", "zh_TW": "zh-Hant"}


def info_plist(about: About, kinds: Sequence[Kind]) -> bytes:
    """The file's content; the rest is added by PyInstaller."""
    kinds = [kind for kind in kinds if kind.suffixes]
    own = [kind for kind in kinds if not kind.shared]
    others = [kind for kind in kinds if kind.shared]
    return plistlib.dumps(
        {
            "CFBundleDisplayName": "Qipu",
            "CFBundleShortVersionString": about.version,
            "CFBundleVersion": about.version,
            "CFBundleDevelopmentRegion": "en",
            "CFBundleLocalizations": ["en", *(_NAMES.get(one, one) for one in LANGUAGES)],
            "LSApplicationCategoryType": "public.app-category.board-games",
            "LSMinimumSystemVersion": "13.0",  # Qt 6.10's
            "NSHighResolutionCapable": True,
            "NSHumanReadableCopyright": about.licence,
            "CFBundleDocumentTypes": [_document(kind) for kind in kinds],
            "UTExportedTypeDeclarations": [_type(kind) for kind in own],
            "UTImportedTypeDeclarations": [_type(kind) for kind in others],
        }
    )


def identifier(kind: Kind) -> str:
    """The name of a kind as macOS has them."""
    return f"{ID.rpartition('.')[0]}.{kind.id}"


def _document(kind: Kind) -> dict[str, Any]:
    return {
        "CFBundleTypeName": kind.name,
        "CFBundleTypeRole": "Editor",
        "CFBundleTypeIconFile": f"{kind.icon}.icns",
        "LSItemContentTypes": [identifier(kind)],
        "LSHandlerRank": "Alternate" if kind.shared else "Owner",
    }


def _type(kind: Kind) -> dict[str, Any]:
    return {
        "UTTypeIdentifier": identifier(kind),
        "UTTypeDescription": kind.name,
        "UTTypeConformsTo": [_PARENTS.get(kind.parent, "public.data"), "public.content"],
        "UTTypeIconFile": f"{kind.icon}.icns",
        "UTTypeTagSpecification": {
            "public.filename-extension": list(kind.suffixes),
            "public.mime-type": [kind.media_type],
        },
    }
