"""viewer/base/scripts.py: the language of texts."""

from __future__ import annotations

import pytest

from viewer.base.scripts import written_language


@pytest.mark.parametrize(
    ("texts", "codec", "usual", "language"),
    [
        (["White attacks f7."], "utf-8", "", ""),
        (["红方先手占优，马已跃出。"], "gb18030", "zh_CN", "zh_CN"),
        (["紅方先手占優，馬已躍出。"], "gb18030", "zh_CN", "zh_TW"),
        (["胡榮華"], "big5hkscs", "zh_CN", "zh_TW"),
        (
            ["胡荣华"],
            "big5hkscs",
            "zh_CN",
            "zh_TW",
        ),  # no sign of either form among the frequent ones
        (["先手の攻めが続く。"], "utf-8", "", "ja"),
        (["羽生善治", "先手"], "utf-8", "ja", "ja"),
        (["後手", "馬"], "utf-8", "ja", "ja"),
        (["先手开局"], "utf-8", "ja", "zh_CN"),
        (["羽生善治"], "cp932", "ja", "ja"),
        (["黑棋 흑이 좋다"], "utf-8", "", "ko"),
        (["李昌鎬"], "cp949", "", "ko"),
        ([], "Shift_JIS", "", "ja"),
        ([], "", "zh_CN", "zh_CN"),
    ],
)
def test_the_language_of_texts(texts: list[str], codec: str, usual: str, language: str) -> None:
    assert written_language(texts, codec, usual) == language
