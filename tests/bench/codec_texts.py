"""Sentences about games in many languages, written for this project, and samples of them in a codec."""

from __future__ import annotations

import random
from collections.abc import Iterator

SENTENCES: dict[str, tuple[str, ...]] = {
    "zh": (
        "这一步看似平常，其实是全局的关键，黑方从此被动。",
        "红方先手出车，准备在左翼展开攻势，但忽略了中路的防守。",
        "如果黑方此时跳马保中卒，局面仍然大致均势。",
        "双方交换之后，残局中多一个过河兵就足以取胜。",
        "白棋这里应当先补一手，否则右下角会被全部吃掉。",
        "上海选手在最后一轮取得了决定性的胜利，名列第三。",
        "打劫的时候要注意劫材的数量，不能只看眼前的得失。",
        "老师说过，宁失一子，不失一先，今天终于明白了这个道理。",
        "读秒声中下出了漏着，实在可惜，原本已经是胜势。",
        "这个布局近年很少有人采用，需要再仔细研究。",
    ),
    "zh_TW": (
        "這一步看似平常，其實是全局的關鍵，黑方從此被動。",
        "紅方先手出車，準備在左翼展開攻勢，但忽略了中路的防守。",
        "如果黑方此時跳馬保中卒，局面仍然大致均勢。",
        "雙方交換之後，殘局中多一個過河兵就足以取勝。",
        "白棋這裡應當先補一手，否則右下角會被全部吃掉。",
        "臺北選手在最後一輪取得了決定性的勝利，名列第三。",
        "打劫的時候要注意劫材的數量，不能只看眼前的得失。",
        "老師說過，寧失一子，不失一先，今天終於明白了這個道理。",
        "讀秒聲中下出了漏著，實在可惜，原本已經是勝勢。",
        "這個布局近年很少有人採用，需要再仔細研究。",
    ),
    "ja": (
        "この手は一見平凡だが、実は局面の急所であり、後手は苦しくなった。",
        "先手は飛車を振って美濃囲いに組み、じっくりした戦いを選んだ。",
        "ここで歩を打つのが手筋で、銀を引けば角の利きが通る。",
        "終盤は秒読みの中で正確に寄せ切り、見事な勝利を収めた。",
        "右下の白は眼が一つしかなく、コウに持ち込むほかない。",
        "昨日の対局を並べ直してみると、中盤の緩手が敗因だった。",
        "マス目を数えて、どちらが先に王様を詰ませるか考えましょう。",
        "解説の先生によると、この変化は研究が進んでいるそうです。",
        "相手の持ち時間が少ないので、難しい局面に誘導したい。",
        "おもしろい将棋でしたが、最後にうっかりミスが出ました。",
    ),
    "ko": (
        "이 수는 평범해 보이지만 사실은 국면의 급소였다.",
        "백은 우하귀를 먼저 지켜야 했고, 그러지 않아 대마가 잡혔다.",
        "흑이 여기서 패를 걸면 팻감이 부족해서 오래 버티지 못한다.",
        "마지막 초읽기에 몰려 결정적인 실수를 하고 말았다.",
        "중앙의 두터움을 살리려면 공격의 방향을 바꾸는 것이 좋다.",
        "어제 둔 바둑을 복기해 보니 초반의 느슨한 수가 패인이었다.",
        "서울 대표는 이번 대회에서 여섯 판을 모두 이겼다.",
        "끝내기에서 한 집을 더 얻는 방법을 찾아보자.",
        "상대의 의도를 읽고 미리 막아 두는 것이 중요하다.",
        "이 정석은 요즘 거의 두어지지 않지만 여전히 유효하다.",
    ),
    "ru": (
        "Хороший ход, но точнее было сразу развить слона на королевский фланг.",
        "Чёрные недооценили угрозу вилки и потеряли качество.",
        "После размена ферзей возникает выигранный эндшпиль с лишней пешкой.",
        "Белые жертвуют фигуру за три пешки и сильную атаку.",
        "В цейтноте оба соперника допустили серьёзные ошибки.",
        "Этот вариант подробно разобран в старом учебнике гроссмейстера.",
        "Следовало играть на удержание, а не торопиться с наступлением.",
        "Чемпионат города собрал более ста участников из восьми клубов.",
    ),
    "uk": (
        "Добрий хід, але краще було одразу розвинути слона на королівський фланг.",
        "Чорні недооцінили загрозу виделки і втратили якість.",
        "Після розміну ферзів виникає виграний ендшпіль із зайвим пішаком.",
        "Білі жертвують фігуру за три пішаки та сильну атаку.",
        "У цейтноті обидва суперники припустилися серйозних помилок.",
        "Турнір тривав п'ять днів, і переможець не програв жодної партії.",
    ),
    "bg": (
        "Добър ход, но по-точно беше веднага да се развие офицерът.",
        "Черните подцениха заплахата и загубиха качество.",
        "След размяната на дамите възниква спечелен ендшпил с допълнителна пешка.",
        "Белите жертват фигура срещу три пешки и силна атака.",
        "Състезанието продължи пет дни и събра много участници.",
        "Трябваше да се защитава позицията, вместо да се бърза с нападението.",
    ),
    "pl": (
        "Dobre posunięcie, lecz dokładniejsze było natychmiastowe rozwinięcie gońca.",
        "Czarne zlekceważyły groźbę widełek i straciły jakość.",
        "Po wymianie hetmanów powstaje wygrana końcówka z dodatkowym pionkiem.",
        "Białe poświęcają figurę za trzy pionki i silny atak na króla.",
        "W niedoczasie obaj przeciwnicy popełnili poważne błędy.",
        "Należało się bronić, zamiast śpieszyć się z natarciem; mówił o tym już trener.",
        "Mistrzostwa Łodzi zgromadziły ponad stu uczestników.",
    ),
    "cs": (
        "Dobrý tah, ale přesnější bylo ihned vyvinout střelce na královské křídlo.",
        "Černý podcenil hrozbu vidličky a ztratil kvalitu.",
        "Po výměně dam vzniká vyhraná koncovka s pěšcem navíc.",
        "Bílý obětuje figuru za tři pěšce a silný útok na krále.",
        "V časové tísni se oba soupeři dopustili vážných chyb.",
        "Přebor města Třebíče měl víc než sto účastníků z osmi oddílů.",
    ),
    "hu": (
        "Jó lépés, de pontosabb volt azonnal kifejleszteni a futót.",
        "Sötét alábecsülte a kettős támadás veszélyét, és minőséget vesztett.",
        "A vezércsere után nyert végjáték jön létre egy gyaloggal több.",
        "Világos tisztet áldoz három gyalogért és erős támadásért.",
        "Időzavarban mindkét fél súlyos hibákat követett el.",
        "Győr városának bajnokságán több mint száz versenyző indult; először itt győzött.",
    ),
    "ro": (
        "O mutare bună, dar mai precisă era dezvoltarea imediată a nebunului.",
        "Negrul a subestimat ameninţarea furculiţei şi a pierdut calitatea.",
        "După schimbul damelor apare un final câştigat cu un pion în plus.",
        "Albul sacrifică o figură pentru trei pioni şi un atac puternic împotriva regelui.",
        "În criză de timp amândoi jucătorii au făcut greşeli grave.",
        "Trebuia să se apere poziţia, în loc să se grăbească ofensiva.",
    ),
    "hr": (
        "Dobar potez, ali točnije je bilo odmah razviti lovca na kraljevo krilo.",
        "Crni je podcijenio prijetnju vilicom i izgubio kvalitetu.",
        "Nakon izmjene dama nastaje dobivena završnica s pješakom više.",
        "Bijeli žrtvuje figuru za tri pješaka i snažan napad na kralja.",
        "U oskudici vremena oba su suparnika učinila ozbiljne pogreške.",
        "Prvenstvo grada okupilo je više od sto sudionika iz osam društava; pobjeđuje Šarić.",
    ),
    "de": (
        "Ein guter Zug, doch genauer wäre die sofortige Entwicklung des Läufers gewesen.",
        "Schwarz unterschätzte die Drohung der Gabel und verlor die Qualität.",
        "Nach dem Damentausch entsteht ein gewonnenes Endspiel mit Mehrbauern.",
        "Weiß opfert eine Figur für drei Bauern und heftigen Königsangriff.",
        "In Zeitnot begingen beide Gegner schwere Fehler; später ließ sich das erklären.",
        "Die Meisterschaft von Köln zählte über hundert Teilnehmer aus acht Klubs.",
    ),
    "fr": (
        "Très bon coup, mais il était plus précis de développer le fou immédiatement.",
        "Les noirs ont sous-estimé la fourchette et perdu la qualité.",
        "Après l'échange des dames naît une finale gagnée avec un pion de plus.",
        "Les blancs sacrifient une pièce contre trois pions et une forte attaque à l'aile.",
        "Pressés par la pendule, les deux adversaires ont commis de graves erreurs.",
        "Le championnat réunit à Évreux plus de cent joueurs; ça n'était jamais arrivé.",
    ),
    "es": (
        "Buena jugada, pero era más precisa la salida inmediata del alfil.",
        "Las negras no vieron el ataque doble y perdieron la calidad: qué lástima.",
        "Después del cambio de damas queda un final ganado con peón de más.",
        "Las blancas sacrifican una pieza por tres peones y un ataque rápido.",
        "Con apuros de tiempo ambos cometieron errores gravísimos, y así llegó el desenlace.",
        "El campeonato de España reunió en Logroño a más de cien niños.",
    ),
    "it": (
        "Buona mossa, ma era più preciso sviluppare subito l'alfiere.",
        "Il Nero ha sottovalutato la forchetta e ha perso la qualità: così la difesa è già difficile.",
        "Dopo il cambio delle donne c'è un finale vinto, perché il pedone passato non si ferma più.",
        "Il Bianco dà un pezzo per tre pedoni e l'attacco; chissà se basterà.",
        "La città di Forlì ha ospitato più di cento giocatori.",
    ),
    "pt": (
        "Bom lance, mas era mais preciso desenvolver já o bispo na ala do rei.",
        "As pretas não viram a ameaça do garfo e perderam a qualidade.",
        "Após a troca das damas há um final ganho com um peão a mais.",
        "As brancas sacrificam uma peça por três peões e um ataque fortíssimo.",
        "No apuro do relógio os dois adversários cometeram graves erros de precisão.",
    ),
    "sv": (
        "Ett bra drag, men noggrannare var att genast utveckla löparen på kungsflygeln.",
        "Svart underskattade hotet om gaffel och förlorade kvalitet.",
        "Efter dambytet uppstår ett vunnet slutspel med en bonde mer.",
        "Vit offrar en pjäs för tre bönder och ett starkt angrepp mot kungen.",
        "I tidsnöd gjorde båda spelarna svåra fel; mästerskapet avgörs först på lördag.",
    ),
    "da": (
        "Et godt træk, men det var mere præcist straks at udvikle løberen.",
        "Sort undervurderede truslen om gaffel og tabte kvalitet.",
        "Efter dronningebyttet opstår et vundet slutspil med en ekstra bonde; resten er let nok på brættet.",
        "Hvid ofrer en brik for tre bønder og et stærkt angreb på kongefløjen.",
        "I tidnød begik begge spillere alvorlige fejl, så mesterskabet måtte afgøres på ny.",
    ),
}

LANGUAGES: dict[str, tuple[str, ...]] = {
    "gb18030": ("zh",),
    "big5hkscs": ("zh_TW",),
    "cp932": ("ja",),
    "euc_jp": ("ja",),
    "cp949": ("ko",),
    "cp1251": ("ru", "uk", "bg"),
    "cp1250": ("pl", "cs", "hu", "ro", "hr"),
    "cp1252": ("de", "fr", "es", "it", "pt", "sv", "da"),
    "utf-8": ("zh", "ja", "ru", "cs", "fr"),
    "utf-16-le": ("zh", "ja", "ru", "cs", "fr"),
    "utf-16-be": ("zh", "ko", "pl", "de"),
    "iso2022_jp": ("ja",),
}
"""The languages of samples in each codec."""


def samples(codec: str, size: int, count: int, chance: random.Random) -> Iterator[str]:
    """Texts of about so many bytes in a codec, `count` of each of its languages, none of them ASCII."""
    for language in LANGUAGES[codec]:
        made = 0
        while made < count:
            text = _piece(language, codec, size, chance)
            if not text.isascii():
                made += 1
                yield text


def _piece(language: str, codec: str, size: int, chance: random.Random) -> str:
    sentences = SENTENCES[language]
    apart = "" if language in ("zh", "zh_TW", "ja") else " "
    rounds = range(-(-size // 200) + 1)
    order = [one for _ in rounds for one in chance.sample(sentences, len(sentences))]
    text = apart.join(order)
    start = chance.randrange(min(len(text), 200))
    if apart:
        start = text.rfind(" ", 0, start) + 1
    out, left = "", size
    for char in text[start:]:
        left -= len(char.encode(codec, "ignore")) - (
            8 if codec == "iso2022_jp" and not char.isascii() else 0
        )
        if left < 0:
            break
        out += char
    return out.strip()
