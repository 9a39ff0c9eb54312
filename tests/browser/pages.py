"""Scenes with throws and tables, and of what all pages have: words, widths, colours, paper."""

import time

from visit import FIGURE, choose, siga


def bias(visit):
    """The slider asks for exact values: those of the command line."""
    browser = visit.browser
    visit.go("#/throw?spec=yut")
    browser.until(lambda: browser.run("return document.querySelector('#bias').offsetParent !== null"), "the slider")
    browser.run("document.querySelector('#bias').focus()")
    browser.keys(*["Right"] * 7)
    known = siga("throw", "yut", "--bias", "0.57")
    wanted = {str(row["outcome"]): row["probability"]["exact"] for row in known["outcomes"]}

    def seen():
        return browser.run(
            "return Object.fromEntries([...document.querySelectorAll('[aria-label=Distribution] .shown table:first-of-type tbody tr')].map((row) => [row.cells[0].innerText, row.cells[1].innerText]))"
        )

    browser.until(lambda: seen() == wanted, f"the values at 0.57: {wanted}")
    curves = "return document.querySelector('[aria-label=\"Over the bias\"] .picture-place')?.shadowRoot.querySelectorAll('path.p').length"
    browser.until(lambda: browser.run(curves) == 5, "five curves")
    assert "siga throw yut --bias 0.57" in browser.text(".command code")
    visit.picture("bias")
    # Cowries have mouths, not flat sides.
    visit.go("#/throw?spec=pachisi:six")
    browser.wait_text("label[for=bias]", "Chance of mouth up")
    assert browser.text("#bias-title") == "How do the cowries fall?"
    browser.wait_text("[aria-label=Distribution] .shown", "2")
    visit.go("#/throw?spec=yut")
    # A fault has its place marked; several throws stand side by side.
    browser.fill("#spec-0", "2d")
    browser.wait_text(".spec .place", "2d\n  ^")
    browser.fill("#spec-0", "2d6")
    browser.click("#compare")
    browser.wait_text("[aria-label=Distribution] .command code", "siga compare")
    assert "siga compare" in browser.text(".command code")


def wrong_table(visit):
    """A pasted table: the figures that are wrong are marked, and no others."""
    browser = visit.browser
    visit.go("#/table")
    table = "distance chance\n1 0.4375\n2 0.51\n3 3/5\n4 0.667\n5 0.30\n"
    browser.run("const e = document.querySelector('#table-text'); e.value = arguments[0]", table)
    choose(browser, "#subject", "other")
    browser.fill("#of", "daldos table")
    browser.click("#judge")
    browser.wait_text(".headline", "2 of 5 figures are wrong")
    wrong = browser.texts("tr[data-status=differs] th")
    assert wrong == ["2", "5"], wrong
    assert browser.texts("tr[data-status=differs] b") == ["0.50", "0.29"]
    visit.picture("table")
    # What explains the mistakes is looked for when asked.
    browser.click("#explain")
    browser.wait_text(".panel.first", "rounded up")
    # A column is said to be nothing to compare, and to be the chances again.
    browser.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    choose(browser, "[data-column='1']", "hits")
    browser.until(lambda: browser.value("[data-column='1']") == "hits", "the other column")
    choose(browser, "[data-column='1']", "probability")
    browser.wait_text(".headline", "2 of 5 figures are wrong")
    # What it is a table of is found out.
    browser.run("document.querySelector('#table-text').value = arguments[0]", table.replace("0.51", "0.50").replace("0.30", "0.292"))
    choose(browser, "#subject", "")
    browser.click("#judge")
    browser.wait_text(".headline", "What it may be a table of")
    browser.click(".panel.first li button")
    browser.wait_text(".headline", "All 5 figures are right")


PASTE = """
const data = new DataTransfer();
data.setData('text/html', arguments[0]);
document.querySelector('#table-text').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
"""


def pasted_table(visit):
    """A table copied from a web page, with a note beside a figure; one of two; and one of tab-separated cells."""
    browser = visit.browser
    visit.go("#/table")
    rows = "<tr><th>Distance</th><th>Chance</th></tr><tr><td>1</td><td>0.4375<sup><a>a</a></sup></td></tr><tr><td>2</td><td>0.51</td></tr>"
    browser.run(PASTE, f"<p>Text</p><table><tr><td>Menu</td></tr></table><table class='x'>{rows}</table>")
    choose(browser, "#subject", "daldos table")
    choose(browser, "#nth", "2")
    assert browser.texts(".preview td") == ["1", "0.4375a", "2", "0.51"]
    browser.click("#judge")
    browser.wait_text(".headline", "1 of 2 figures is wrong")
    assert browser.texts("tr[data-status=differs] th") == ["2"]
    visit.picture("pasted")
    visit.go("#/table")
    browser.run("document.querySelector('#table-text').value = arguments[0]", "distance\tchance\n1\t0.4375\n2\t0.50\n")
    choose(browser, "#subject", "daldos table")
    browser.click("#judge")
    browser.wait_text(".headline", "All 2 figures are right")
    # Its command can be copied out of the page that is kept, and its picture does not hold the table.
    ask = "return import('./ask.js').then(({ask}) => ask(['check', '--text', 'distance\\tchance\\n1\\t0.4375\\n', '--of', 'daldos table'], {show: arguments[0]}))"
    whole = browser.run(ask, "page")
    assert "siga check --text $'distance\\tchance\\n1\\t0.4375\\n' --of 'daldos table'" in whole and "\u2409" not in whole
    assert "table \u00b7 against siga daldos table" in whole


# Besides the board of every game.
PLACES = [
    ("", "start"), ("#/board?rules=sidja:egypt&position=oxxoo/ooxxo/oo1xx/xooxx/xxoox%20x%20-", "sidja-full"),
    ("#/board?rules=5x5:size=4", "5x5-small"), ("#/throw?spec=yut&spec=2d6&turn=1", "throw"), ("#/table", "table"),
]


def narrow_and_dark(visit):
    """Nothing sticks out at 360 pixels; in the dark the page is dark; everything has a name."""
    browser = visit.browser
    boards = [(f"#/board?rules={game}", game) for game in visit.games()]
    for place, name in PLACES + boards:
        for width, scheme in [(360, "light"), (360, "dark"), (1200, "dark")]:
            browser.size(width, 800)
            browser.scheme(scheme)
            visit.go(place)
            # Answers that take long need not be waited for: what is looked at is the page.
            end = time.monotonic() + 3
            while time.monotonic() < end and browser.run("return document.querySelectorAll('.waiting, [aria-busy]').length"):
                time.sleep(0.1)
            wide = browser.run("return document.documentElement.scrollWidth")
            assert wide <= width, f"{name} is {wide} wide"
            bright = browser.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).reduce((a, b) => a + +b, 0)")
            assert (bright < 200) == (scheme == "dark"), (name, scheme, bright)
            visit.picture(f"{name}-{width}-{scheme}")
        unnamed = browser.run(
            "return [...document.querySelectorAll('button, input, select, textarea, a, [role=button]')].filter((e) => !(e.ariaLabel || e.innerText?.trim() || e.labels?.length || e.textContent?.trim())).map((e) => e.outerHTML)"
        )
        assert not unnamed, unnamed
    browser.size(1200, 900)
    browser.scheme("light")


def plain_words(visit):
    """Nothing that goes wrong tells a person of options or commands."""
    browser = visit.browser

    def said(what):
        found = browser.until(lambda: browser.texts(".fault") or browser.texts(".headline.unknown"), what)
        text = browser.run(
            "const all = document.body.cloneNode(true); all.querySelectorAll('.command, details').forEach((e) => e.remove()); return all.textContent"
        )
        assert "--" not in text and "command" not in text, f"{what}: {text}"
        return " ".join(found)

    visit.go("#/board?rules=teeko")
    browser.fill("#position", "5/5/5x/5/5 x")
    browser.keys("Enter")
    assert "rows of 5, 5, 6" in said("a row that is too long")
    visit.go("#/board?rules=teeko:goals=77")
    said("rules that there are not")
    visit.go("#/throw?spec=2d")
    said("a throw that breaks off")
    visit.go("#/throw?spec=yot")
    assert "file" not in said("a throw that is not known")
    visit.go("#/board?rules=ur&position=3L4/8/8%20dark%20hand=6%2B7")
    assert "positions can follow" in said("a game that is not solved") and not browser.texts(".fault")
    visit.go("#/throw?spec=yut&bias=7")
    said("a bias that is no chance")
    for text, of in [("hello", "daldos table"), ("1 2\n3 4\n", "daldos tbale"), ("a b\n17 0.5\n18 0.25\n", "throw 2d6"), ("1,0.5\n2,0.25\n", "")]:
        visit.go("#/table")
        browser.run("document.querySelector('#table-text').value = arguments[0]", text)
        choose(browser, "#subject", of if of in ("", "daldos table", "throw 2d6") else "other")
        if of:
            browser.run("document.querySelector('#of').value = arguments[0]", of)
        browser.click("#judge")
        browser.until(lambda: browser.texts(".fault") or browser.texts(".headline"), text)
        # The commands that a table may answer are shown as such.
        visible = browser.text("main").replace("--for", "")
        assert "--" not in visible and "command" not in visible.replace("On the command line", ""), visible


def nothing_is_a_wall(visit):
    """What cannot be told from nothing is one line, and no piece is marked for it."""
    browser = visit.browser
    for rules in ["daldos", "sig"]:
        visit.go(f"#/board?rules={rules}")
        browser.wait_text("#take-chance", "A can hardly take anything: chance below 0.0005")
        assert len(browser.texts("[aria-label='Chances of the turn'] > .answer > .rest")) == 1
        assert not browser.texts("[aria-label='Chances of the turn'] .bars li")
        assert not browser.texts(".chance")
        assert "Nothing." not in browser.text("main")
        visit.picture(f"start-{rules}")
    numbers = browser.texts(".coordinate")
    assert [str(column) for column in range(1, 21)] == [text for text in numbers if text.isdigit()], numbers


def on_a_phone(visit):
    """At 360 pixels the answer is seen with the board, the chart can be read, and the verdicts are not cut."""
    browser = visit.browser
    browser.size(360, 780)
    for rules in ["daldos&position=" + FIGURE.replace(" ", "%20"), "5x5:size=4,men=4,row=3&position=o1xo/1x1x/2ox/o3%20x%20-", "sig"]:
        visit.go(f"#/board?rules={rules}")
        browser.until(lambda: browser.text(".told"), "the answer in short")
        ends = browser.run("return ['.told', '.board'].map((name) => document.querySelector(name).getBoundingClientRect().bottom)")
        assert ends[0] < 300 and ends[1] <= 780, f"{rules}: {ends}"
    visit.go("#/throw?spec=2d6")
    texts = "[...(document.querySelector('.picture-place')?.shadowRoot.querySelectorAll('text') ?? [])].filter((e) => e.checkVisibility())"
    browser.until(lambda: browser.run(f"return {texts}.length"), "a chart")
    small = browser.run(f"return Math.min(...{texts}.map((e) => e.getBoundingClientRect().height))")
    assert round(small) >= 10, f"text of a chart is {small} pixels high"
    visit.go("#/table")
    browser.click("#example")
    browser.wait_text(".headline", "wrong")
    cut = browser.run("const e = document.querySelector('.judged').parentElement; return e.scrollWidth - e.clientWidth")
    assert cut <= 0, f"{cut} pixels of the verdicts are cut off"
    visit.picture("verdicts-360")
    # Long fractions are shortened and go on below, so that the decimals are seen; the whole fraction is the cell's title.
    for width in (360, 1200):
        browser.size(width, 780)
        visit.go("#/throw?spec=pachisi:six&turn=1")
        browser.until(lambda: browser.texts("[aria-label=Distribution] .shown td"), "the table")
        cut = browser.run("const e = document.querySelector('[aria-label=Distribution] .s'); return e.scrollWidth - e.clientWidth")
        assert cut <= 0, f"{cut} pixels of a distribution are cut off at {width}"
        assert browser.run("return [...document.querySelectorAll('.shown td[title]')].every((e) => /^\\d+\\/\\d+$/.test(e.title) && e.innerText.includes('digits'))")
        visit.picture(f"turn-{width}")
        visit.go("#/board?rules=sidja")
        browser.click("#how summary")
        browser.until(lambda: browser.texts("#how p"), "how to play")
        cut = browser.run("return [...document.querySelectorAll('#how p, #how li')].filter((e) => e.scrollWidth > e.clientWidth).length")
        assert cut == 0 and "Sidja is a game for two" in browser.text("#how p") and "\n" not in browser.text("#how p")
        visit.picture(f"how-{width}", whole=True)
    browser.size(1200, 900)


def printed(visit):
    """On paper: what was found, in its colours, from the top of the first page; nothing to click on."""
    browser = visit.browser
    for place, first in [("#/throw?spec=yut&turn=1", ".panel.first"), ("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"), ".board")]:
        visit.go(place)
        browser.until(lambda: browser.texts(".command code"), "the answer")
        browser.cdp("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        try:
            top = browser.run("return document.querySelector(arguments[0]).getBoundingClientRect().top + scrollY", first)
            assert top < 200, f"{place}: the answer begins {top} pixels down"
            seen = browser.run("return [...document.querySelectorAll('input, select, textarea, button')].filter((e) => e.checkVisibility()).map((e) => e.outerHTML)")
            assert not [one for one in seen if 'class="move' not in one], seen
            assert browser.run("return getComputedStyle(document.querySelector('.panel.first, .panel')).printColorAdjust") == "exact"
            ink, paper = browser.run("const look = getComputedStyle(document.body); return [look.color, look.backgroundColor].map((text) => text.match(/\\d+/g).reduce((a, b) => a + +b, 0))")
            assert ink < 200 and paper > 700, "the text is dark on white paper, whatever the screen is"
            visit.picture(f"print-{first.strip('.').replace('.', '-')}", whole=True)
        finally:
            browser.cdp("Emulation.setEmulatedMedia", media="", features=[{"name": "prefers-color-scheme", "value": "light"}])


def kept(visit):
    """Every answer becomes a file: a picture, a picture in points, its rows, a page that stands by itself; a check with its verdicts too."""
    browser = visit.browser
    wanted = {"svg": "<svg", "png": "\u2030PNG", "csv": "", "html": "<!DOCTYPE html>"}

    def files(where):
        found = {}
        for kind in wanted:
            browser.run("window.kept = null; URL.createObjectURL = (blob) => { window.kept = blob; return 'data:,'; }")
            browser.click(f"{where} [data-keep={kind}]")
            browser.until(lambda: browser.run("return window.kept !== null"), f"the {kind} of {where}")
            browser.run("window.text = null; window.kept.text().then((text) => { window.text = text; })")
            found[kind] = browser.until(lambda: browser.run("return window.text"), "its text")
        assert found["svg"].startswith("<svg") and "PNG" in found["png"][:5] and found["html"].startswith("<!DOCTYPE html>"), found
        assert "," in found["csv"].splitlines()[0], found["csv"]
        return found

    visit.go("#/throw?spec=yut")
    browser.wait_text("[aria-label=Distribution] .command code", "siga throw yut")
    assert "3/8" in files("[aria-label=Distribution]")["csv"]
    visit.go("#/board?rules=daldos&position=" + FIGURE.replace(" ", "%20"))
    browser.wait_text("#take-chance", "11/16")
    assert "11/16" in files("[aria-label='Chances of the turn']")["html"]
    visit.go("#/table")
    browser.click("#example")
    browser.wait_text(".headline", "wrong")
    assert "wrong" in files("[aria-label=Verdicts]")["csv"]
