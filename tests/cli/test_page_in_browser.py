"""The page in a real browser: .ci/browser runs these, and fails where there is none."""

from __future__ import annotations

import os

import pytest

from elgrande.cli.main import main

if not os.environ.get("TEST_BROWSER"):
    pytest.skip("in a real browser: .ci/browser runs these", allow_module_level=True)

from chromium import Browser

CONTRAST = """(() => {
  const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const bright = (colour) => parts(colour).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (element) => {
    for (; element; element = element.parentElement) {
      const found = getComputedStyle(element).backgroundColor;
      if (parts(found).length < 4 || parts(found)[3] > 0) return found;
    }
    return "rgb(255,255,255)";
  };
  const low = [];
  for (const element of document.querySelectorAll("body *:not(svg):not(svg *):not(script)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !element.getClientRects().length) continue;
    const [high, less] = [getComputedStyle(element).color, ground(element)].map(bright)
      .sort((a, b) => b - a);
    const least = element.getAttribute("aria-hidden") ? 3 : 4.5;
    if ((high + 0.05) / (less + 0.05) < least) low.push(element.outerHTML.slice(0, 80));
  }
  return low;
})()"""
"""Text on the page that cannot be read well on its ground; a sign beside a name is a shape."""
HERE = "[...document.querySelectorAll('#story li')].findIndex((li) => li.matches('.here'))"
ROUND = "Number(document.querySelector('#story li.here').dataset.round)"
SHOWN = "document.querySelector('svg.wide').textContent"
SIZES = [(1400, False), (1400, True), (400, False), (400, True)]


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    browser = Browser(str(tmp_path_factory.mktemp("browser")))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """Where the page of a five-player game of the Colonies is."""
    path = tmp_path_factory.mktemp("pages") / "game.html"
    assert main(["export", "colonies-five", str(path)]) == 0
    return path.as_uri()


@pytest.fixture
def page(browser, address):
    """The page, as somebody has just opened it."""
    browser.size(1400)
    browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    browser.open("about:blank")
    browser.open(address)
    browser.until("document.documentElement.matches('.scripted')")
    yield browser
    assert browser.complaints == []
    assert browser.requests == [address]


def test_keys_go_through_the_game(page):
    assert page.script(HERE) == 0
    first = page.script(SHOWN)
    page.press("ArrowRight")
    page.press("ArrowRight")
    assert page.script(HERE) == 2
    page.press("ArrowLeft")
    assert page.script(HERE) == 1
    page.press("ArrowRight", shift=True)
    assert (page.script(ROUND), page.script(SHOWN) == first) == (2, False)
    page.press("7")
    assert page.script(ROUND) == 7
    page.press("ArrowLeft", shift=True)
    assert page.script(ROUND) == 6
    for _ in range(6):
        page.press("ArrowRight", shift=True)
    last = page.script("document.querySelectorAll('#story li').length") - 1
    assert page.script(HERE) == last
    page.press("ArrowRight")
    assert page.script(HERE) == last


def test_the_slider_the_buttons_and_the_story_do_the_same(page):
    def click(what: str) -> None:
        box = page.script(
            f"(({{x, y, width, height}}) => [x + width / 2, y + height / 2])"
            f"(document.querySelector(`{what}`).getBoundingClientRect())"
        )
        page.click(*box)

    click("input")
    middle = page.script(HERE)
    assert page.script("Number(document.querySelector('input').value)") == middle > 20
    page.press("ArrowRight")
    assert page.script(HERE) == middle + 1
    click("[data-stop='-1']")
    assert page.script(HERE) == middle
    click("[data-round='1']")
    begun = page.script(HERE)
    assert begun > middle
    page.script("document.querySelector('#story li.here + li').scrollIntoView({block: 'center'})")
    click("#story li.here + li .title")
    assert page.script(HERE) == begun + 1
    told = page.script("document.querySelector('#now .title').textContent")
    assert told == page.script("document.querySelector('#story li.here .title').textContent")
    assert told == page.script("document.querySelector('input').getAttribute('aria-valuetext')")
    assert page.script("location.hash") == f"#s{begun + 1}"


def test_an_address_leads_to_a_stop(page, address):
    page.script("location.hash = '#s40'")
    page.until(f"{HERE} === 40")
    page.until("scrollY === 0")


@pytest.mark.parametrize(("width", "dark"), SIZES)
def test_it_fits_and_can_be_read_by_day_and_night(page, width, dark):
    page.size(width, dark=dark)
    for _ in range(3):
        page.press("ArrowRight")
        assert page.script("document.documentElement.scrollWidth <= innerWidth")
        assert page.script(CONTRAST) == []
    shown = [
        name
        for name in ("wide", "narrow", "players")
        if page.script(f"document.querySelector('svg.{name}').getClientRects().length")
    ]
    assert shown == (["wide"] if width > 900 else ["narrow"]) + ["players"]
    ground = page.script("getComputedStyle(document.body).backgroundColor")
    assert (sum(map(int, ground[4:-1].split(","))) < 384) == dark


def test_on_paper_it_is_light_and_all_of_the_story_is_there(page):
    page.size(1000, dark=True)
    page.tell("Emulation.setEmulatedMedia", media="print")
    assert page.script("getComputedStyle(document.querySelector('#controls')).display") == "none"
    assert page.script("(({scrollHeight, clientHeight}) => scrollHeight === clientHeight)(story)")
    ground = page.script("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, ground[4:-1].split(","))) > 384
    page.tell("Emulation.setEmulatedMedia", media="")


def test_without_scripts_and_for_a_screen_reader_it_is_text(browser, address):
    browser.size(400)
    browser.tell("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("about:blank")
    browser.open(address)
    nodes = browser.tell("Accessibility.getFullAXTree")["nodes"]
    said = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes]
    browser.tell("Emulation.setScriptExecutionDisabled", value=False)
    assert browser.complaints == []
    assert browser.requests == [address]
    headings = [name for role, name in said if role == "heading"]
    assert [f"Round {n}" for n in range(1, 10)] == [h for h in headings if h.startswith("Round")]
    links = [name for role, name in said if role == "link"]
    assert "Elena with Grand Inquisitor" in links
    assert "General scoring after round 3: Castillo" in links
    assert sum(role == "table" for role, _ in said) == 4
    assert not any(role in ("slider", "button") for role, _ in said)
    assert "The map and the players after the last turn." in [name for _, name in said]
    # What the boards show is told beside them.
    assert ("StaticText", "court") not in said
