"""What prose about a game is made of, in the languages of players: numbers, sides, words of supposing.

Nothing here belongs to one game. What a move of a game looks like is `Game.spoken`.
"""

from __future__ import annotations

import re

CIRCLED = {chr(0x2460 + number): number + 1 for number in range(20)}
CIRCLED |= {chr(0x3251 + number): number + 21 for number in range(15)}
CIRCLED |= {chr(0x32B1 + number): number + 36 for number in range(15)}
_HAN = {"零": 0, "〇": 0, **{sign: number for number, sign in enumerate("一二三四五六七八九", 1)}}
_TENS = {"十": 10, "百": 100}
_HAN_NUMBER = "[〇零一二三四五六七八九十百]{1,5}"

NUMBER = (
    rf"(?P<circled>[{''.join(CIRCLED)}])\s?[.．、:：]?"
    r"|第\s?(?P<counted>\d{1,4}|"
    + _HAN_NUMBER
    + r")\s?(?:个)?(?:回合|手|步|着|합|수)[目째]?\s?[:：.．、]?"
    r"|(?P<initial>初手)"
    r"|(?<!\w)(?P<ordinal>\d{1,3})\s?(?:手目|회합|수째)[:：、]?"
    r"|[（(](?P<bracketed>\d{1,3})[)）]"
    r"|(?:(?<=\n)|\A)[ \t|>]*(?P<dots>\.{2,3}|…{1,2})[ \t|]*(?![\s.…])"
    r"|(?:[Mm]ove|Zug|[Nn]o\.)\s(?P<called>\d{1,3})[:：.]?"
    r"|(?<!\w)(?P<listed>" + _HAN_NUMBER + r")[、.．]"
    r"|(?<=[a-zà-ž])(?P<glued>1)[.](?=\s?[^\W\d])"
    r"|(?<![A-Za-z\d_.．:/－–—〜~～-])(?P<plain>\d{1,3})\s?"
    r"(?:(?P<second>(?:\.\s?){2,}|[.．、]?\s?…+|\.\s*-\s|[.．]\s?[.．]+)|[.．、)）:：](?!(?:[0-9]|(?<=[０-９].)[０-９])(?!-[0Oo])))"
)
"""The number of a move or of a round: `1.`, `1、`, `12...`, `①`, `(1)`, `第3回合`, `第十二手`."""
BARE_NUMBER = (
    r"(?<![A-Za-z\d_.．:/,，-])(?P<bare>\d{1,3})"
    r"(?:\s?(?:at|to|on|auf|an|à|于|於|在|に|-|(?:占|落子|落|下|走|挂|掛|守|拆|取|星位|星|小目|大场|大場|三三|目外|高目|角|的){1,4})"
    r"(?=\s?[A-Za-z]\d)|(?=[ \t　]{1,4}\S|[(（]\s?[A-Za-z]?\d|\.?[^\W\d_]))"
)
"""A number that counts as one if a move follows it at once: `1 ７六歩(77)`, `1炮二平五`."""

SIDES: dict[str, str] = {
    "red": "红方|紅方|红棋|紅棋|红|紅|帅方|赤|Red|Rot|홍|초",
    "black": "黑方|黑棋|黑|黒番|黒|将方|Black|Schwarz|Noirs|Noir|Negras|Negro|Nero|Чёрные|Черные|흑|B",
    "white": "白方|白棋|白番|白|White|Weiß|Weiss|Blancs|Blanc|Blancas|Blanco|Bianco|Белые|백|W",
    "first": "先手方|先手|下手|先|▲|☗|▼|First",
    "second": "后手方|後手方|后手|後手|上手|后|後|△|☖|▽|Second",
    "side-red": "红方|红|Red|Rot|赤|홍|빨강|White|Weiß|白|백",
    "side-blue": "蓝方|蓝|Blue|Blau|青|청|파랑|Black|Schwarz|黑|黒|흑",
}
"""What a side may be called, by its colour and by who moves first."""

LETTERS = {"side-red": "R", "side-blue": "B"}
BY_LETTERS = re.compile(r"\bR ?1[ :.,]+[A-Za-z]\d{1,2}\W+B ?2[ :.,]+[A-Za-z]\d")
"""What sides are called in a list that begins like this: R1 M12 B2 J10. Elsewhere R1 and B2 are points."""

MARKS = "▲△☗☖▼▽"
"""Of them, the signs, which nobody writes for anything else."""

ELSEWHERE = re.compile(r"\s*(?:から|以下|より|起[，,、]|中[，,、]|[，,、]\s?(?:红先|黑先|轮到))")
"""Behind a diagram: what follows begins at its position."""
DIAGRAM = (
    r"[（(〔\[【]?\s?(?:(?:如|见|見|参见|参照)\s?)?(?:"
    r"(?:第\s?(?:\d{1,3}|"
    + _HAN_NUMBER
    + r")\s?|(?:参考|基本|局面|変化|棋|指了)\s?)[图圖図](?:面)?(?![\w])"
    r"|[图圖図](?:面)?\s?(?:\d{1,3}|" + _HAN_NUMBER + r"|[A-Z])(?!\w)"
    r"|(?:국면도|참고도|변화도)(?:\s?\d{1,3})?(?!\w)"
    r"|(?:[Dd]iagram|DIAGRAM|Diagram(?:m|ma|me|a)|Диаграмма|Dia\.|Fig\.|Figure)(?:\s(?:No\.\s?)?\d{1,3})?(?!\w)"
    r")\s?[）)〕\]】]?"
    r"|[（(〔\[【](?:\d{1,3}\s?)?[图圖図](?:面)?[）)〕\]】]|\[#\]|\{#\}"
)
"""A picture of the position: 图一, （图1）, 第1図, Diagram 3."""

_WON = "红方?[胜勝]|紅方?勝|黑方?[胜勝](?!率)|白方?[胜勝](?!率)|黒勝ち|白勝ち|和棋|双方?和|两方和"
RESULT = (
    r"(?<![\w/-])(?:1-0|0-1|1/2-1/2|½-½|1–0|0–1|½–½)(?![\w/-])"
    rf"|[（(]\s?(?:{_WON})\s?[）)]|(?:{_WON})(?!\w)"
    r"|(?<![\w/-])(?:TORYO|CHUDAN|SENNICHITE|JISHOGI|TSUMI|詰み|resigns?)(?![\w/-])"
    r"|(?<!\w)(?:まで\s?\d{1,4}手で?(?:[先後上下]手の?[^\s\w]?(?:反則)?(?:勝ち|負け))?)?"
    r"(?:中断|投了|千日手|持将棋|入玉勝ち|切れ負け)(?!\w)|まで\s?\d{1,4}手で[先後上下]手の(?:反則)?(?:勝ち|負け)"
)
"""How a game ended, where it stands as a word of its own."""

SUPPOSING = re.compile(
    r"如(?![图圖下此何今上前愿同])|若(?!干)|可(?![惜是见能性])|[应應](?!对|付|[，,。；])|[宜欲拟]|[变變](?!化多|成)|假[如设定]|倘|改[走为着]|[多常]走|不如|本来"
    r"|否则|威胁|准备|要是|的话|也能|可能"
    r"|なら|たら|もし|とすれば|すれば|変化|狙い|いれば|であれば|べき|代えて|代わり|有力|一例"
    r"|만약|만일|이면|라면|대신|위협"
    r"|\b(?:if|better|instead|could|should|would|might|perhaps|alternatively|threat\w*|intend\w*"
    r"|variation|usual|normal|wenn|besser|statt|stattdessen|sollte|könnte|würde|falls|droht\w*"
    r"|mieux|plutôt|jouable|alternative|aurait|pourrait|menace|grâce"
    r"|mejor|en vez|en lugar|podría|amenaza|meglio|invece|minaccia"
    r"|posible|possibile|possível|возможно|możliwe|mogelijk|möjligt"
    r"|may (?:also |even )?(?:play|try|choose|consider)"
    r"|если|лучше|вместо|можно|следовало|грозит|угрожа\w*"
    r"|wäre|hätte|falsch|schlecht|schwächer|wrong|weaker|serait|sería|sarebbe|seria|byłoby|хуже|слабее|плохо"
    r"|indien|beter|zou|dreigt|melhor|em vez|poderia|deveria|ameaça"
    r"|jeśli|jeżeli|gdyby|lepsze|lepiej|zamiast|grozi|pokud|kdyby|lepší|lépe|místo|hrozí"
    r"|bättre|istället|hotar|bedre|hvis|jobb|helyett|fenyeget)\b",
    re.IGNORECASE,
)
"""In a sentence, before a move: it is one that somebody thinks of, not one that was made."""
ADJACENT = re.compile(
    r"(?:或者?|亦|后|例如?有?|\b(?:after|with|against|or|not|idea|plans?|except|in view of|possible"
    r"|e\.g\.|i\.e\.|cf\.?|nach|oder|möglich|nicht|mit"
    r"|après|avec|contre|ou|pas|si|sur|tras|después de|con|no|o|dopo|oppure|se|als|na|of"
    r"|met|po|lub|albo|nebo|om|efter|eller|ha|vagy|após|depois de|com|после|или|при|не|на|против)"
    r"|\w[\s,:]*[\"“„«「『‘])[\s,，:：(（]*\Z",
    re.IGNORECASE,
)
"""The same right before a move."""
ACTUAL = re.compile(
    r"(?:(?:本譜|実戦|实战|實戰|실전|\b(?:in|of) the (?:actual )?game|\bin der Partie)[はで中则則是]{0,2}"
    r"|\b(?:I|he|she|we|they) (?:actually )?(?:played|chose|preferred)"
    r"|\b(?:elegí|jugué|eligió|jugó|j'ai joué|il joua)"
    r"|\b(?:spielte|wählte) (?:ich|er|sie|Weiß|Schwarz))[\s,，、:：]*\Z",
    re.IGNORECASE,
)
"""Right before a move: it is the one that was made."""
BY = re.compile(r"\b(?:with|mit|avec|con|med|met|com|by)[\s,:]*\Z", re.IGNORECASE)
"""Right before a number that goes on: it was answered so."""
INSTEAD = re.compile(
    r"改|[应應](?![，,。；])|[多常]走|不如|宜|本来|否则|[可能亦也或变變]走?"
    r"|代え|代わり|べき|有力"
    r"|대신"
    r"|\b(?:better|instead|should|alternatively|or|stattdessen|statt|besser|oder|sollte|mieux|plutôt|ou|mejor|meglio|invece|лучше|вместо|или"
    r"|beter|melhor|lepsze|lepiej|zamiast|lepší|lépe|místo|bättre|istället|bedre|jobb)\b",
    re.IGNORECASE,
)
"""Of them, those before a move in the place of the one that was made."""
SUPPOSED = re.compile(
    r"\s?(?:なら|ならば|だと|では|には|を|も|とすれば|とすると|となれば|といけば|가|는|을|를|이면|라면)"
)
"""Behind a move: it is one that somebody thinks of."""
AT_NUMBER = re.compile(
    rf"第\s?(?:\d{{1,3}}|{_HAN_NUMBER})\s?(?:个)?(?:回合|手|步|着|합|수)"
    r"|(?:[黑白黒]|\b(?:Black|White|Schwarz|Weiß))\s?\d{1,3}(?=\s?(?:[如若应應可でを]|\w+ [A-Z]?[a-z]*\Z|\Z))"
    r"|(?<!\d)\d{1,3}\s?(?:手目|회합|수째)"
    r"|\b(?:move|ply|turn|round)\s*#?\s?\d{1,3}\b|\b\d{1,3}\.\s?Zug|\b\d{1,3}e coup",
    re.IGNORECASE,
)
"""In a sentence, where the move that somebody thinks of would be: 第3回合, on move 12, 25手目."""
PLAIN_SUPPOSING = re.compile(
    r"(?:\A|(?<=[\n。.!?！？；;，,、:：]))[\s,，:：;；]*"
    r"(?:如果?|若|倘若?|假如|可|亦可|也可|应|应该|或|或者|改走|[如若可应]改走|[应可如若宜]走|变|变着|不如改?走?|宜|走"
    r"|もし|もしも|変化|if|better(?: is| was)?|instead|or|perhaps|wenn|besser(?: ist| war)?|falls"
    r"|oder|만약|만일)[\s,，:：]*\Z",
    re.IGNORECASE,
)
"""Words of supposing that say no more than that a variation begins."""
JOINING = re.compile(
    r"[\s,，:：]*(?:则|則|以下|接着|接走|然后|再|续走|又|便|就|于是|以后|之后|后"
    r"|then|and(?: then)?|followed by|und|dann|以下は|そして|次に|以後|그리고|다음)?[\s,，:：]*",
    re.IGNORECASE,
)
"""Words between two moves of a variation that part nothing."""

GAMES = {
    "xiangqi": r"(?<!国际)(?<!國際)象棋|xiangqi",
    "chess": r"chess|Schach|échecs|ajedrez|scacchi|шахмат|チェス|国际象棋|國際象棋|체스",
    "shogi": r"shogi|将棋|将棋|쇼기",
    "go": r"围棋|圍棋|囲碁|바둑|weiqi|baduk|\bB ?1[ :.]+[A-T]\d\d?\W+W ?2[ :.]+[A-T]\d",
    "hex": r"\bhex\b|六贯棋|ヘックス|헥스",
    "twixt": r"twixt|ツイクスト|트윅스트",
}
"""What games are called; of go, whose name is a word, also how its moves are listed."""
LISTED = re.compile(
    rf"(?:\bmoves|手順|指し手|着法|棋谱|棋譜|기보|Zugfolge|{GAMES['hex']}|{GAMES['twixt']})(?:(?:\sgame)?[\s:：]*|[^\n:：。.!?]{{0,30}}[:：]\s*)\Z",
    re.IGNORECASE,
)
"""Before a line of nothing but moves."""
LABEL = (
    r"(?:^|(?<=[\n。；;]))[ \t　]*"
    r"(?:[（(【\[]?(?:变化?|變化?|变着|变例|変化|分支|변화|Variation|Var\.?|Variante)\s?[（(]?"
    r"(?:[一二三四五六七八九十甲乙丙丁]|\d{1,2}|[A-Z])[）)】\]]?[:：.．、]?"
    r"|[（(]?[甲乙丙丁戊己][）)]?[:：.．、)）]|[（(]?[A-Ha-h][)）](?=\s?\S))"
)
"""At the beginning of a line or a sentence: a variation begins (变1, 甲、, A))."""

GLYPH = (
    r"\$\d{1,3}|(?<=[^\s!?！？])"
    r"(?:[!！?？]{1,2}|⩲|⩱|±|∓|\+-(?![\w])|-\+(?![\w])|\+/-|-/\+|\+/=|=/\+|∞|=(?![\w=]))(?![!?！？])"
)
OPEN = {"(": ")", "（": "）", "[": "]", "【": "】", "〔": "〕", "{": "}", "［": "］"}
SEPARATORS = " \t\r\n　,，、;；。.…:：—–-·*|/"
SENTENCE_END = re.compile(r"[\n。．]|[.!?！？；;](?=\s|\Z)|(?<=[a-z][a-z])\.(?=[A-Z][a-z]*\s)")
PARAGRAPH = re.compile(r"\n[ \t　]*\n")


def number_of(text: str) -> int:
    """The number that a circled, Arabic (also full-width) or Chinese numeral means; 0 for none."""
    text = text.strip()
    if text in CIRCLED:
        return CIRCLED[text]
    if text.isdecimal():
        return int(text)
    if text == "初手":
        return 1
    if not set(text) & {"十", "百"}:  # digit by digit: 二〇
        return (
            int("".join(str(_HAN[sign]) for sign in text))
            if set(text) <= _HAN.keys() and text
            else 0
        )
    total, digit = 0, 0
    for sign in text:
        if sign in _TENS:
            total, digit = total + (digit or 1) * _TENS[sign], 0
        else:
            digit = _HAN[sign]
    return total + digit
