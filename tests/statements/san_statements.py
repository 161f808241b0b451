"""The statements of section 8.2.3 of the specification of PGN: moves in SAN."""

from __future__ import annotations

from pgn_examples import file, head, moves, position
from statement import Statement

_EXPORT = "tests/formats/test_pgn_export.py::"
_SAN = "tests/games/test_chess_san.py::"
_NOTATION = "tests/games/test_chess_notation.py::"


def _canonical(section: str, says: str, good: str, bad: str, fen: str = "") -> Statement:
    """The row of a spelling that the import format allows and the export format doesn't."""
    pair = (position(fen, good), position(fen, bad)) if fen else (moves(good), moves(bad))
    return Statement(
        section,
        says,
        *pair,
        "pgn.strict.export-movetext",
        tests=(_EXPORT + "test_moves_are_spelt_canonically", _SAN + "test_spellings"),
    )


def _is_wrong(section: str, says: str, good: str, bad: str, fen: str = "") -> Statement:
    """The row of a text that is no legal move."""
    pair = (position(fen, good), position(fen, bad)) if fen else (moves(good), moves(bad))
    return Statement(section, says, *pair, "pgn.strict.illegal-move")


_PROMOTING = "8/P3k3/8/8/8/8/8/4K3 w - - 0 1"
_TWO_ROOKS = "4k3/8/8/8/R6R/8/8/4K3 w - - 0 1"
_TWO_IN_A_FILE = "4k3/8/8/R7/8/8/8/R3K3 w - - 0 1"
_THREE_QUEENS = "1k6/8/8/8/4Q2Q/8/8/K6Q w - - 0 1"
_PINNED = "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1"
_CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        "8.2.3",
        "Pieces have English letters",
        moves("1. Nf3 *"),
        moves("1. Sf3 *"),
        "pgn.strict.illegal-move",
        tests=(_NOTATION + "test_the_standard_has_seventeen_languages",),
    ),
    Statement(
        "8.2.3",
        "Figurines are another notation, which isn't in ASCII",
        moves("1. Nf3 *"),
        file("1. ♘f3 *, in UTF-8", (head() + "\n1. ♘f3 *\n\n").encode()),
        "pgn.strict.symbol-character",
        tests=(_NOTATION + "test_styles",),
    ),
    _is_wrong("8.2.3.1", "A square is named by file, a to h", "1. e4 *", "1. i4 *")._replace(
        finding="pgn.strict.token"
    ),
    _is_wrong("8.2.3.1", "A square is named by rank, 1 to 8", "1. e4 *", "1. e9 *")._replace(
        finding="pgn.strict.token"
    ),
    _is_wrong("8.2.3.1", "White's first rank is 1", "1. Nc3 *", "1. Nc6 *"),
    _is_wrong(
        "8.2.3.2", "A piece is identified by one letter: N for a knight", "1. Nf3 *", "1. Kf3 *"
    ),
    _canonical("8.2.3.2", "Pieces have upper case letters", "1. Nf3 *", "1. nf3 *"),
    _canonical("8.2.3.2", "A pawn has no letter in the export format", "1. e4 *", "1. Pe4 *"),
    _canonical(
        "8.2.3.3",
        "A move is the letter of the piece and the square it goes to",
        "1. Nf3 *",
        "1. Ng1f3 *",
    ),
    _canonical("8.2.3.3", "There is no hyphen in a move", "1. e4 *", "1. e2-e4 *"),
    _canonical("8.2.3.3", "A capture has an x", "1. e4 d5 2. exd5 *", "1. e4 d5 2. ed5 *"),
    _canonical(
        "8.2.3.3",
        "A piece's capture has an x too",
        "1. e4 d5 2. Bb5+ c6 3. Bxc6+ *",
        "1. e4 d5 2. Bb5+ c6 3. Bc6+ *",
    ),
    _canonical("8.2.3.3", "The x is lower case", "1. e4 d5 2. exd5 *", "1. e4 d5 2. e:d5 *"),
    _canonical(
        "8.2.3.3",
        "A pawn's capture has the file it comes from",
        "1. e4 d5 2. exd5 *",
        "1. e4 d5 2. e4xd5 *",
    ),
    _canonical(
        "8.2.3.3", "Kingside castling is O-O with letters", "1. O-O *", "1. 0-0 *", _CASTLING
    ),
    _canonical(
        "8.2.3.3", "Queenside castling is O-O-O with letters", "1. O-O-O *", "1. 0-0-0 *", _CASTLING
    ),
    Statement(
        "8.2.3.3",
        "En passant has no notation of its own",
        moves("1. e4 a6 2. e5 d5 3. exd6 *"),
        moves("1. e4 a6 2. e5 d5 3. exd6 e.p. *"),
        "pgn.strict.token",
        tests=(_SAN + "test_spellings",),
    ),
    _canonical(
        "8.2.3.3",
        "A promotion has = and the letter of the piece",
        "1. a8=Q *",
        "1. a8Q *",
        _PROMOTING,
    ),
    _canonical(
        "8.2.3.3", "The letter of a promotion is upper case", "1. a8=Q *", "1. a8=q *", _PROMOTING
    ),
    _is_wrong(
        "8.2.3.3", "A pawn is promoted to N, B, R or Q", "1. a8=N *", "1. a8=K *", _PROMOTING
    ),
    _is_wrong(
        "8.2.3.3",
        "A pawn that reaches the last rank is promoted",
        "1. a8=B *",
        "1. a8=P *",
        _PROMOTING,
    ),
    _canonical(
        "8.2.3.4", "Of several pieces the file tells first", "1. Rae4+ *", "1. Ra4e4+ *", _TWO_ROOKS
    ),
    _is_wrong(
        "8.2.3.4",
        "A move that several pieces can make is ambiguous",
        "1. Rae4+ *",
        "1. Re4+ *",
        _TWO_ROOKS,
    ),
    _canonical(
        "8.2.3.4",
        "The rank tells where the file doesn't",
        "1. R1a3 *",
        "1. Ra1a3 *",
        _TWO_IN_A_FILE,
    ),
    _canonical(
        "8.2.3.4", "Both tell where neither alone does", "1. Qh4e1 *", "1. Qh4-e1 *", _THREE_QUEENS
    ),
    _canonical(
        "8.2.3.4",
        "A pinned piece can't move, and isn't told apart",
        "1. Ne2 *",
        "1. Nge2 *",
        _PINNED,
    ),
    _is_wrong("8.2.3.4", "A pinned piece can't move", "1. Ne2 *", "1. Nce2 *", _PINNED),
    _canonical("8.2.3.5", "A checking move has a +", "1. e4 d5 2. Bb5+ *", "1. e4 d5 2. Bb5 *"),
    _canonical("8.2.3.5", "A move that doesn't check has no +", "1. e4 *", "1. e4+ *"),
    _canonical(
        "8.2.3.5", "A mating move has a #", "1. f3 e5 2. g4 Qh4# *", "1. f3 e5 2. g4 Qh4+ *"
    ),
    _canonical(
        "8.2.3.5", "A mating move has one #", "1. f3 e5 2. g4 Qh4# *", "1. f3 e5 2. g4 Qh4++ *"
    ),
    _is_wrong(
        "8.2.3.5", "A check doesn't tell pieces apart", "1. Rae4+ *", "1. Re4+ *", _TWO_ROOKS
    ),
    Statement(
        "8.2.3.5",
        "There are no marks for double or discovered checks",
        moves("1. e4 e5 2. Qh5 Nc6 3. Qxf7+ *"),
        moves("1. e4 e5 2. Qh5 Nc6 3. Qxf7 dbl ch *"),
        "pgn.strict.token",
    ),
    Statement(
        "8.2.3.5",
        "There are no marks for moves that draw",
        moves("1. e4 1/2-1/2", Result="1/2-1/2"),
        moves("1. e4 = 1/2-1/2", Result="1/2-1/2"),
        "pgn.strict.token",
    ),
    Statement(
        "8.2.3.6",
        "A move has two to seven characters",
        tests=(_SAN + "test_there_and_back_in_random_games",),
    ),
    Statement(
        "8.2.3.7",
        "The export format has canonical SAN always",
        tests=(
            _EXPORT + "test_moves_are_spelt_canonically",
            _EXPORT + "test_the_sample_game_comes_out_of_moves_and_of_other_spellings",
            _EXPORT + "test_python_chess_reads_the_same_lines",
        ),
    ),
    Statement(
        "8.2.3.7",
        "The import format is more relaxed: case, captures and checks may be written otherwise",
        moves("1. e4 d5 2. ed5 qd5 3. nc3 *"),
        moves("1. e4 d5 2. ec5 *"),
        "pgn.strict.illegal-move",
        tests=(_SAN + "test_spellings", _SAN + "test_what_is_read_is_legal"),
    ),
)
