"""Scenes on boards: setting up, playing, what moves and positions are worth."""

import json
import subprocess

from visit import FIGURE, ROOT, SIGA, siga, stones


def who_takes_first(visit):
    """From the start page: lay a placement of Sidja by clicks, and read who takes first."""
    browser = visit.browser
    browser.size(1200, 900)
    visit.go()
    browser.click(".card")
    browser.wait_text(".status", "Setting up")
    rows = ["oxxoo", "ooxxo", "oo.xx", "xooxx", "xxoox"]
    cells = stones(rows)
    for sign in "xo":
        browser.click(f"input[name=brush][value={sign}]")
        for cell in (cell for cell, found in cells.items() if found == sign):
            browser.click(f"[data-cell={cell}]")
        if sign == "x":
            browser.wait_text(".panel.first", "Lay the stones")
    said = browser.wait_text(".headline", "takes first")
    known = siga("sidja", "first-capture", "--position", "oxxoo/ooxxo/oo1xx/xooxx/xxoox x -")
    assert known["outcome"] == "win" and said == f"Dark (x) takes first, on ply {known['plies']}", said
    browser.click("#edit")
    browser.wait_text(".status", "Dark (x) to move")
    moves = browser.until(lambda: browser.texts(".move.keeps b"), "moves that keep the value")
    assert sorted(moves) == sorted(m["move"] for m in known["moves"] if m["outcome"] == "win"), moves
    assert "siga sidja first-capture" in browser.text(".panel.first .command code")
    # The link brings it back.
    visit.picture("sidja")
    link = browser.run("return location.href")
    browser.open("about:blank")
    browser.open(link)
    browser.wait_text(".headline", "Dark (x) takes first")


def quickly(visit):
    """Who takes first in fourteen clicks: the card, twelve dark stones, the button that fills in the light ones."""
    browser = visit.browser
    for width in (1200, 360):
        browser.size(width, 800)
        visit.go()
        browser.click(".card")
        browser.wait_text(".status", "still to lay: 12 dark and 12 light")
        assert not browser.run("return document.querySelector('.fault')?.checkVisibility() ?? false"), "an error before anything is laid"
        visit.picture(f"lay-{width}", whole=True)
        rows = ["oxxoo", "ooxxo", "oo.xx", "xooxx", "xxoox"]
        for cell in (cell for cell, found in stones(rows).items() if found == "x"):
            browser.click(f"[data-cell={cell}]")
        browser.wait_text(".status", "still to lay: 12 light")
        assert browser.run("return document.querySelector('input[name=brush][value=o]').checked"), "light stones are next"
        assert browser.text("#fill") == "Fill the rest with light stones"
        browser.click("#fill")
        browser.wait_text(".headline", "Dark (x) takes first, on ply 1")
        # On a phone too the answer is near the board.
        below = browser.run(
            "return document.querySelector('.panel.first').getBoundingClientRect().top - document.querySelector('.board').getBoundingClientRect().bottom"
        )
        assert below < 420, f"the answer is {below} pixels under the board"
        visit.picture(f"quickly-{width}", whole=True)
    visit.go("#/board?rules=sidja&edit=1")
    browser.click("#example")
    browser.wait_text(".headline", "takes first")
    browser.size(1200, 900)


def stones_in_hand(visit):
    """While stones are placed: who takes first, and, where every placement is on record, who wins the game."""
    browser = visit.browser
    position = "oxxoo/ooxxo/oo1xx/xoox1/xx3 x x2o2"
    visit.go("#/board?rules=sidja:sudan&position=" + position.replace(" ", "%20"))
    browser.wait_text(".headline", "first")
    browser.run("[...document.querySelectorAll('button')].find((b) => b.innerText === 'Who wins the game?').click()")
    known = siga("sidja", "analyse", "--rules", "sidja:sudan", "--position", position)
    said = {"win": "Dark (x) wins", "loss": "Light (o) wins", "draw": "A draw with best play"}[known["outcome"]]
    browser.wait_text("[aria-label=More] .headline", said)
    visit.picture("stones-in-hand")


def siga_places_by_the_game(visit):
    """Where every placement is solved siga's stone keeps the game, also where another takes first."""
    browser = visit.browser
    rules, position = "sidja:egypt,size=3,no_capture=none", "x2/o2/xo1 x x2o2"
    visit.go(f"#/board?rules={rules}&position=" + position.replace(" ", "%20"))
    browser.wait_text(".headline", "first")
    browser.run("const e = document.querySelector('#opponent'); e.value = 'x'; e.dispatchEvent(new Event('change'))")
    browser.wait_text("#plays-by", "by the whole game")
    known = siga("sidja", "analyse", "--rules", rules, "--position", position)
    keep = {m["move"] for m in known["moves"] if m["keeps"]}
    placed = browser.until(lambda: browser.texts(".history button")[1:2], "a stone of siga's")
    assert keep == {"b3", "c3"} and placed[0] in keep, placed
    # With few stones on the board it says what to press.
    visit.go("#/board?rules=sidja:sudan,first=last&position=" + "5/5/5/5/5 x x12o12".replace(" ", "%20"))
    browser.wait_text(".headline", "to place")
    assert "Who wins the game?" in browser.texts(".panel.first button")
    browser.run("const e = document.querySelector('#opponent'); e.value = 'x'; e.dispatchEvent(new Event('change'))")
    browser.wait_text(".panel.first", "press “Let siga place”")


def too_many_stones(visit):
    """A board that is no position is told why, and a text with a fault has a mark under it."""
    browser = visit.browser
    visit.go("#/board?rules=sidja&position=xoxox/oxoxo/xxoxo/oxoxo/xoxox%20x%20-")
    browser.wait_text(".fault", "x has 13 pieces, and each side has 12")
    browser.fill("#position", "xq/x x")
    browser.keys("Enter")
    browser.wait_text(".fault .place", "xq/x x\n ^")


def against_the_solution(visit):
    """Teeko with 58 goals: hold out as long as can be, and lose by the announced ply."""
    browser = visit.browser
    # Without tables on disk the last layer is solved first, once.
    browser.patience = 300
    visit.go("#/board?rules=teeko:goals=58&position=5/1x3/1xxo1/5/2o2%20o%20x1o2")
    first = browser.until(lambda: browser.run("return document.querySelector('[data-outcome]')?.innerText"), "a value")
    if "wins in" not in first or not first.startswith("Dark"):
        raise AssertionError(f"a position that is lost was wanted: {first}")
    plies = int(first.split(" in ")[1].split()[0])
    assert plies % 2 == 0, plies
    # siga hurries with Dark; Light holds out as long as can be, by moves clicked on the board.
    browser.run("const e = document.querySelector('#opponent'); e.value = 'x'; e.dispatchEvent(new Event('change'))")
    for played in range(0, plies, 2):
        browser.until(lambda: len(browser.texts(".history li")) == played + 1, f"{played} moves")
        browser.wait_text("[data-outcome]", f"Dark (x) wins in {plies - played} plies")
        browser.until(lambda: browser.texts(".moves .value"), "values of the moves")
        for cell in browser.text(".moves .move b").split("-"):
            browser.click(f"[data-cell={cell}]")
    browser.wait_text(".headline", "Dark (x) has won")
    assert len(browser.texts(".history li")) == plies + 1
    # Taking back, and forward again.
    browser.keys("[")
    browser.wait_text("[data-outcome]", "Dark (x) wins in 1 ply")
    assert browser.text(".status") == "Dark (x) to move"
    browser.keys("]")
    browser.wait_text(".headline", "Dark (x) has won")


def who_wins_fights(visit):
    """Sig and tâb with few pieces: who wins; and which play of a throw wins, estimated."""
    browser = visit.browser
    visit.go("#/board?rules=sig:depaulis,length=3&position=3/1A1/1B1/3%20A")
    browser.until(lambda: browser.run("return document.querySelector('#win')"), "the button")
    browser.click("#win")
    browser.wait_text("[aria-label='Chance to win'] .headline", "A wins, a draw counted as half a win, with chance")
    visit.go("#/board?rules=tab:lane,length=3&position=AA1/3/3/bBb%20A")
    browser.until(lambda: browser.run("return document.querySelector('#win')"), "the button")
    browser.until(lambda: browser.run("return document.querySelector('#stick-4')"), "the sticks")
    browser.click("#stick-4")
    browser.until(lambda: browser.run("return document.querySelector('#stick-2')"), "the sticks")
    browser.click("#stick-2")
    browser.until(lambda: browser.run("return document.querySelector('#estimate')"), "more than one play")
    browser.click("#estimate")
    browser.wait_text("[aria-label='Chance to win'] h2", "Which play wins, estimated")
    assert "not told apart" in browser.text(".estimates") or "best" in browser.text(".estimates")
    visit.picture("who-wins-fights", whole=True)
    position = "3/2A/3/B2 A"
    known = siga("tab", "analyse", "--rules", "tab:ludii,length=3", "--position", position, "--yield", "2", "--by", "win")
    share = known["moves"][0]["win"]["lower"]["approx"]
    visit.go("#/board?rules=tab:ludii,length=3&position=" + position.replace(" ", "%20"))
    browser.until(lambda: browser.run("return document.querySelector('#stick-2')"), "the sticks")
    browser.run("const by = document.querySelector('.panel.first select'); by.value = 'win'; by.dispatchEvent(new Event('change'))")
    browser.click("#stick-2")
    browser.wait_text(".moves .value", f"{share:.3f}"[:5])


def daldos_figure(visit):
    """The source's figure: 11/16, on the board and in words; a throw chosen and played."""
    browser = visit.browser
    visit.go("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"))
    browser.wait_text("#take-chance", "11/16 = 0.6875")
    label = browser.run("return document.querySelector('[data-cell=m10]').getAttribute('aria-label')")
    assert "can be taken: chance 69 %" in label, label
    visit.picture("daldos")
    browser.click("#die-0-2")
    browser.click("#die-1-3")
    browser.wait_text(".moves", "takes m10")
    known = siga("daldos", "analyse", "--position", FIGURE, "--throw", "2,3")
    moves = browser.texts(".moves .move b")
    assert moves == [play["move"] for play in known["plays"]], moves
    browser.click(f".move[data-move='{known['best']['move']}']")
    browser.until(lambda: browser.value("#position") == known["plays"][0]["position"], "the play")
    # A throw can be rolled, and is one that the dice show.
    visit.go("#/board?rules=daldos")
    browser.wait_text(".status", "A to throw")
    browser.click("#roll")
    browser.until(lambda: len(browser.texts(".die[aria-pressed=true]")) == 2, "two dice")
    browser.until(lambda: browser.texts(".moves .move"), "plays")


def sig_turn(visit):
    """A middle position of Sig: chances in bounds, a yield chosen, plays through one cell."""
    browser = visit.browser
    text = (ROOT / "fixtures/positions/sig-end.txt").read_text()
    visit.go()
    browser.run("location.hash = '#/open?' + new URLSearchParams({text: arguments[0]})", text)
    browser.wait_text("#take-chance", "to take something")
    browser.until(lambda: browser.texts(".die.word"), "the throws of the sticks")
    browser.click("#stick-4")
    browser.click("#stick-5")
    browser.until(lambda: browser.texts(".moves .move"), "plays")
    browser.click("#roll")
    browser.until(lambda: "to play" in " ".join(browser.texts(".panel h2")), "plays of the roll")


def keyboard_only(visit):
    """From the start page to a move, with no pointer at all."""
    browser = visit.browser
    visit.go()
    for _ in range(30):
        browser.keys("Tab")
        if browser.run("return document.activeElement.classList.contains('card')"):
            break
    browser.keys("Enter")
    browser.wait_text(".status", "Setting up")
    for _ in range(30):
        browser.keys("Tab")
        if browser.run("return !!document.activeElement.dataset.cell"):
            break
    assert browser.run("return document.activeElement.dataset.cell") == "a5"
    rows = ["oxxoo", "ooxxo", "oo.xx", "xooxx", "xxoox"]
    for down, row in enumerate(rows):
        keys = list(row if down % 2 == 0 else row[::-1])
        for at, sign in enumerate(keys):
            browser.keys(sign)
            if at < 4:
                browser.keys("Right" if down % 2 == 0 else "Left")
        browser.keys("Down")
    browser.wait_text(".headline", "Dark (x) takes first")
    name = browser.run("return document.activeElement.getAttribute('aria-label')")
    assert "dark stone" in name or "light stone" in name, name
    for _ in range(40):
        browser.keys("Tab")
        if browser.run("return document.activeElement.id") == "edit":
            break
    browser.keys("Enter")
    browser.until(lambda: browser.texts(".move.keeps"), "moves")
    for _ in range(60):
        browser.keys("Tab")
        if browser.run("return document.activeElement.classList.contains('keeps')"):
            break
    browser.keys("Enter")
    browser.until(lambda: len(browser.texts(".history li")) == 2, "the move in the history")


def stopping(visit):
    """Long work says how far it is, and a button stops it."""
    browser = visit.browser
    visit.go("#/board?rules=sidja&position=oxxoo/ooxxo/oo1xx/xooxx/xxoox%20x%20-")
    browser.wait_text(".headline", "takes first")
    browser.run(
        "[...document.querySelectorAll('button')].find((b) => b.innerText === 'Analyse the whole game').click()"
    )
    browser.until(lambda: browser.texts(".side .waiting button"), "a button to stop it")
    browser.click(".side .waiting button")
    browser.wait_text(".side", "Stopped.")


def rules_form(visit):
    """Every option with its meaning and its source; another rule gives another answer."""
    browser = visit.browser
    visit.go("#/board?rules=sidja:sudan&position=oxxoo/ooxxo/oo1xx/xooxx/xxoox%20x%20-")
    browser.click("#rules summary")
    browser.until(lambda: len(browser.texts(".rule")) == 13, "the options")
    assert all(browser.texts(".rule .source"))
    browser.run("const e = document.querySelector('#rule-steps'); e.value = '4'; e.dispatchEvent(new Event('change'))")
    browser.wait_text("#rules summary code", "steps=4")
    browser.wait_text(".headline", "first")


# Besides the start of every game.
FILES = [
    ("sidja", "sidja:egypt,size=3", "xo1/x1x/oo1 o - quiet=3"), ("sidja", "sidja:sudan", "5/5/5/5/xx3 o x10o12"),
    ("teeko", "teeko:standard", "5/5/2x2/5/5 o x3o4"), ("daldos", "daldos", FIGURE),
    ("sig", "sig:depaulis", "a" * 20 + "/20/20/" + "b" * 20 + " A turn=2"),
]


def a_game_of_ones_own(visit):
    """The text of a game is played on the page, against a machine that has solved it; the address is enough to come back."""
    browser = visit.browser
    text = (ROOT / "fixtures/line-up/wheel.game").read_text()
    visit.go()
    browser.run("location.hash = '#/open?' + new URLSearchParams({text: arguments[0]})", text)
    browser.until(lambda: browser.value("#position"), "the board")
    title = next(line.split(": ", 1)[1] for line in text.splitlines() if line.startswith("game:"))
    assert browser.text("main h1") == title
    browser.until(lambda: browser.texts("[data-outcome]"), "its value")
    there = browser.run("return location.hash")
    browser.until(lambda: (browser.click("[data-cell=b2]"), len(browser.texts(".history li")) > 1)[1], "a move")
    browser.run("document.getElementById('rules').open = true")
    browser.wait_text("#rules pre", "goal:")
    visit.picture("own-game")
    visit.go(there)
    browser.until(lambda: browser.texts("[data-outcome]"), "its value")
    assert browser.text("main h1") == title


def files(visit):
    """A position that is saved is the same when it is opened."""
    browser = visit.browser
    visit.go()
    starts = [(game, *start) for game, start in visit.games().items()]
    for game, rules, position in FILES + starts:
        text = browser.run("return import('./games.js').then(async ({under, positionFile}) => positionFile(await under(arguments[0]), arguments[0], arguments[1]))", rules, position)
        browser.open("about:blank")
        visit.go()
        browser.run("location.hash = '#/open?' + new URLSearchParams({text: arguments[0]})", text)
        browser.until(lambda: browser.value("#position"), "the board")
        known = json.loads(subprocess.run(
            [SIGA, game, "perft", "--depth", "0", "--rules", rules, "--position", position, "--json"], capture_output=True, text=True, check=True
        ).stdout)["query"]["position"]
        browser.until(lambda: browser.value("#position") == known, known)


def nothing_is_lost(visit):
    """A typo in the text of the position, a new game, and the browser's own way back: the game stays."""
    browser = visit.browser
    visit.go("#/board?rules=teeko")
    for number, cell in enumerate(["a1", "b1", "c1"], 1):
        def played(cell=cell, wanted=number + 1):
            # Moves are known a little after the one before.
            browser.click(f"[data-cell={cell}]")
            return len(browser.texts(".history li")) == wanted

        browser.until(played, f"{number} moves")
    there = browser.value("#position")
    browser.fill("#position", "5/5/5x/5/5 x")
    browser.keys("Enter")
    browser.until(lambda: browser.texts(".late .fault, .late .error, .late [role=alert]"), "what is wrong")
    assert len(browser.texts(".history li")) == 4
    assert not browser.run("return document.querySelector('[title^=\"Take back\"]').disabled")
    # A new game stands after the old one, and each step back is one of the browser's.
    browser.click("#new")
    browser.until(lambda: len(browser.texts(".history li")) == 5, "a new game")
    browser.run("history.back()")
    browser.until(lambda: browser.value("#position") == there, "the game before it")
    browser.run("history.back()")
    browser.until(lambda: browser.texts(".history [aria-current]") == ["b1"], "the move before")
    browser.run("history.forward()")
    browser.until(lambda: browser.texts(".history [aria-current]") == ["c1"], "the move after")


CONTRAST = """
const rgb = (text) => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
const light = (text) => rgb(text).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const behind = (e) => { for (; e; e = e.parentElement) { const b = getComputedStyle(e).backgroundColor; if (!/, 0\\)$/.test(b)) return b; } return 'rgb(255,255,255)'; };
return [...document.querySelectorAll(arguments[0])].filter((e) => e.offsetParent && e.innerText.trim()).map((e) => {
  const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
  return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), e.className, e.innerText];
}).sort((a, b) => a[0] - b[0])[0];
"""


def history_and_end(visit):
    """A throw in the history can be read in both themes; when the game is over nobody is to throw."""
    browser = visit.browser
    for scheme in ["light", "dark"]:
        browser.scheme(scheme)
        visit.go("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"))
        browser.wait_text("#take-chance", "11/16")
        browser.click("#die-0-2")
        browser.click("#die-1-3")
        browser.until(lambda: browser.texts(".moves .move"), "plays")
        browser.click(".move")
        browser.until(lambda: len(browser.texts(".history li")) == 2, "the play")
        worst = browser.run(CONTRAST, ".history button, .history .muted, .status")
        assert worst[0] >= 4.5, f"{scheme}: contrast of {worst}"
        visit.picture(f"history-{scheme}")
    visit.go("#/board?rules=daldos&position=15a/17/16%20B")
    browser.wait_text(".headline", "The game is over")
    assert browser.text(".status").startswith("The game is over"), browser.text(".status")


def values_on_the_board(visit):
    """Every move has its value in place, as the answer has it; a throw shows its best play."""
    browser = visit.browser
    position = "o1xo/1x1x/2ox/o3 x -"
    visit.go("#/board?rules=5x5:size=4,men=4,row=3&position=" + position.replace(" ", "%20"))
    browser.wait_text("[data-outcome]", "wins in")
    known = siga("5x5", "probe", "--rules", "5x5:size=4,men=4,row=3", "--position", position)
    sign = {"win": "+", "loss": "−", "draw": "="}
    wanted = [f"{sign[move['outcome']]}{move['plies'] or ''}" for move in known["moves"]]
    browser.until(lambda: browser.texts(".worth") == wanted, "the value of every move")
    visit.picture("values")
    # With a stone chosen, those of its moves alone.
    browser.click("[data-cell=b3]")
    assert len(browser.texts(".worth")) == sum(move["move"].startswith("b3-") for move in known["moves"])
    browser.run("document.querySelector('.legend input').click()")
    assert not browser.texts(".worth")
    # The text of a value stands out from its ground, in both themes.
    visit.go("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"))
    browser.click("#die-0-2")
    browser.click("#die-1-3")
    browser.until(lambda: len(browser.run("return [...document.querySelectorAll('.arrow')].map(() => 1)")) == 2, "two steps as arrows")
    known = siga("daldos", "analyse", "--position", FIGURE, "--throw", "2,3")
    origins = {step.split("-")[0] for play in known["plays"] for step in play["move"].split()}
    assert len(browser.texts(".worth")) == len(origins), origins
    visit.picture("plays")


def dead_ends(visit):
    """What takes long is said in the page's words, with what helps; first moves of twenty-five are known without tables."""
    browser = visit.browser
    visit.go("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"))
    browser.click("#win")
    browser.wait_text("[aria-label='Chance to win']", "The chance to win is not known yet")
    said = browser.text("[aria-label='Chance to win']")
    assert "It can be solved now" in said, said
    visit.picture("chance-to-win", whole=True)
    button = "return [...document.querySelectorAll('button')].find((b) => b.innerText.startsWith(arguments[0])).click()"
    browser.run(button, "Solve it now")
    browser.until(lambda: browser.texts("[aria-label='Chance to win'] .waiting button"), "a button to stop it")
    browser.click("[aria-label='Chance to win'] .waiting button")
    browser.wait_text("[aria-label='Chance to win']", "Stopped.")
    browser.run(button, "Estimate")
    browser.wait_text("[aria-label='Chance to win']", "Estimated from 1000 random playouts")
    visit.go("#/board?rules=5x5")
    browser.wait_text("[data-outcome]", "A draw with best play")
    known = siga("5x5", "probe", "--position", "5/5/5/5/5 x")
    signs = {move["move"]: "=" if move["outcome"] == "draw" else f"−{move['plies']}" for move in known["moves"]}
    assert browser.texts(".worth") == [signs[move["move"]] for move in known["moves"]]
    visit.picture("twenty-five", whole=True)
    browser.click("[data-cell=c3]")
    browser.wait_text("[data-outcome]", "A draw with best play")
    # A debug build on a busy machine searches long.
    browser.patience = 300
    browser.click("[data-cell=d3]")
    browser.wait_text(".headline", "The value of this position is not known yet")
    said = browser.text("[aria-label=Value]")
    assert "It can be solved now. It can be stopped at any time." in said and "Search fifty times longer" in said, said
    visit.picture("not-known", whole=True)


def cleared(visit):
    """After Clear, laying begins with the side that begins."""
    browser = visit.browser
    visit.go("#/board?rules=sidja&edit=1")
    browser.click("input[name=brush][value=o]")
    browser.click("[data-cell=a1]")
    browser.run("[...document.querySelectorAll('.tools button')].find((b) => b.innerText === 'Clear').click()")
    browser.until(lambda: browser.run("return document.querySelector('input[name=brush][value=x]').checked"), "the dark brush")
    assert browser.value(".tools select") == "x"


def siga_plays_with_dice(visit):
    """siga throws and plays for a side; what wins at once says so; the race of Ur is played too."""
    browser = visit.browser
    side = "const e = document.querySelector('#opponent'); e.value = arguments[0]; e.dispatchEvent(new Event('change'))"
    for rules, first in [("daldos:n=4", "A"), ("sig:depaulis,length=4", "A"), ("tab:lane,length=3", "A"), ("ur:finkel2", "light")]:
        visit.go(f"#/board?rules={rules}")
        browser.until(lambda: browser.texts("#opponent"), "the board")
        browser.run(side, first)
        browser.until(lambda: len(browser.texts(".history li")) > 1, f"a play of siga's in {rules}")
        visit.picture("siga-plays-" + rules.split(":")[0])
    # Whose throw leads to a win, by a play that says it.
    visit.go("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"))
    browser.wait_text("#take-chance", "11/16")
    browser.click("#die-0-2")
    browser.click("#die-1-3")
    browser.wait_text(".moves .move .value", "wins")
    browser.wait_text("[aria-label=Plays]", "Best, proved")
    # Every play of a throw with its chance to win, as on the command line.
    visit.go("#/board?rules=ur:finkel2")
    browser.wait_text("#win-chance", "Light wins with chance 0.5185")
    browser.click("#die-0-4")
    browser.until(lambda: browser.texts(".moves .move"), "plays")
    known = siga("ur", "analyse", "--rules", "ur:finkel2", "--position", "8/8/8 light hand=2+2", "--throw", "4")
    assert browser.texts(".moves .move b") == [play["move"] for play in known["by_throw"][0]["plays"]]
    visit.picture("ur", whole=True)


def one_teeko(visit):
    """The card of Teeko opens the game that is spoken of elsewhere: 44 goals."""
    browser = visit.browser
    visit.go()
    browser.run("[...document.querySelectorAll('.list a')].find((a) => a.innerText.startsWith('Teeko')).click()")
    browser.wait_text("[data-outcome]", "A draw with best play")
    assert "goals=44" in browser.text("#rules summary code")
