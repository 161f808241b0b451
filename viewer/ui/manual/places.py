"""Which place of the manual belongs to what is shown: pages, dialogs, modes, tabs, by their classes."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

PLACES = {
    # pages beside the board
    "NotationSheet": "read#step",
    "ContentsPage": "read#places",
    "TreePage": "read#variations",
    "GraphPage": "read#variations",
    "LinePage": "read#step",
    "AnalysisPage": "engine#position",
    "EvaluationPage": "engine#read",
    "ReportPage": "engine#read",
    "BooksPage": "position#continue",
    "ExplorerPage": "opponent#player",
    "RepertoirePage": "opponent#repertoire",
    "DetailsPage": "study#details",
    "NotesPage": "files#odd",
    "GamesPage": "read#places",
    "FilesPanel": "files#folder",
    "CommentPanel": "study#comments",
    # modes of the desk
    "PositionEditor": "study#details",
    "PartFinder": "position#part",
    "Driller": "learn#drill",
    "Guesser": "learn#guess",
    "Solver": "problems#solve",
    "Opponent": "play",
    "Scorer": "go#count",
    # what stands where no record does
    "Welcome": "read#open",
    "LibraryTab": "opponent#library",
    # dialogs
    "About": "trouble#report",
    "ComparisonDialog": "compare#compare",
    "CopyHitsDialog": "opponent#gather",
    "CrossTableDialog": "opponent#gather",
    "DecksDialog": "learn#mistakes",
    "DuplicatesDialog": "opponent#order",
    "EncodingDialog": "files#encoding",
    "ExportDialog": "export#export",
    "GroupsDialog": "opponent#gather",
    "KeySheet": "settings#keys",
    "LibrariesDialog": "opponent#library",
    "LossDialog": "files#convert",
    "MaterialDialog": "position#material",
    "NamesDialog": "opponent#order",
    "NewDialog": "study#moves",
    "PlayerReportDialog": "learn#report",
    "ProblemList": "files#odd",
    "ReviewDialog": "engine#games",
    "SearchDialog": "position#conditions",
    "SettingsDialog": "settings#settings",
    "SourcesDialog": "opponent#library",
    "StepDialog": "study#details",
    "SweepDialog": "files#collect",
    "TextDialog": "read#open",
    # pages of the settings, and lists over the window
    "KeysPage": "settings#keys",
    "EnginesPage": "engine#add",
    "Palette": "settings#settings",
    "GlyphPalette": "study#comments",
    "EnginePalette": "engine#position",
    "PlayerPalette": "opponent#player",
    "BookmarkLine": "study#comments",
    "BookmarkList": "read#places",
    "ResultPalette": "study#details",
    "TitleLine": "study#comments",
    "VerdictPalette": "study#comments",
    "TextFinder": "read#places",
    "TabPalette": "read#places",
    "SamplePalette": "read#open",
    "SavedPalette": "opponent#library",
}
"""Places ("chapter#anchor") by the name of a class; a class derived from one of them has its place."""


def place_of(widget: QWidget | None) -> str:
    """The place of the innermost thing that a widget belongs to; "" for none."""
    while widget is not None:
        for kind in type(widget).__mro__:
            if kind.__name__ in PLACES:
                return PLACES[kind.__name__]
        widget = widget.parentWidget()
    return ""
