"""The contract of an expansion: one object, and how it is registered and chosen.

A package names its ``Expansion`` under the entry point group ``elgrande.expansions``,
and that is all anybody knows of it: nobody imports it. Ours lie in
``elgrande/expansions/NAME/`` and are registered no differently. Such a folder holds

- *rules*: steps, effects, hooks. ``edit`` changes the Spec that the edition filled: places,
  kinds, cards, steps, the lists of steps, what may be done in a turn besides (``Spec.free``),
  the questions that the core asks (``elgrande.rules.questions``) and what happens at its
  moments (``elgrande.rules.moments``). How its open and hidden values are written in a
  position, and what must hold of them, it says there too (``Spec.forms``, ``Spec.checks``,
  ``Spec.extra_field``);
- *words*: what a step asks, what its answers mean and why a command is refused it says
  itself (``Step.wants`` or ``prompt``, ``label``, ``refusal``), and a verb has its ``label``;
  both in the terms of ``elgrande.rules.wording``. Why a rule of its own shuts a place to whatever
  step, ``Spec.why_shut`` says. An event of its own has a ``sentence`` or says itself (``said``):
  the first time one without words is to be told, the game ends with an error;
- *display*: what screens and the plain board show of it (``elgrande.content.display``);
- *bots*: what bots are told of its worth (``BotTerms``);
- *deck*: action cards with their texts, cards for hands, labels of whatever has an id. A
  stack is there as soon as a card names it; one with a value lies in hands, and ``edit`` makes
  it a power card (``Spec.power``); a deck of somebody's own may replace any of them by its id,
  before ``edit`` is called; a card's effect is a step of its own
  (``elgrande.rules.steps.effect.Effect``), which ``edit`` adds to ``Spec.steps``, or any other
  that the game has or ``elgrande.rules.effects`` lends, which nobody needs to add;
- *pages*: the rules to be looked up, which add to the edition's pages or change them: a TOML
  file whose fields are those of ``elgrande.content.reference.entries.RuleEntry``. An entry's
  ``steps`` are the questions that it explains;
- *house rules* of its own: options that are there when it is in play. ``edit`` finds
  them in ``Spec.options``; one that takes several of its choices says so, and ``chosen`` reads it;
- *lessons*: positions with a script, in the order in which they are taken;
- *map*: where its regions are drawn, in a TOML file whose fields ``elgrande.content.map.additions``
  says: on land that was abroad, or in boxes. A region of the game that no map knows is an error
  when the game is set up. What stands there besides caballeros is asked of its ``display``.

An expansion may import ``elgrande.content`` and ``elgrande.rules``, and nothing above them.

The order of editing is fixed: first the chosen expansions, each after those that it
needs and else by id, however they were typed (``in_order``; a save keeps the order that
it was written with); then what the edition brings along with the number of players and
its house rules, in the edition's order, since that changes whatever was brought
before; then parts that join others, by id. Who comes later finds in the Spec what the
earlier ones made of it.

A part that joins names all that it joins in ``joins`` and belongs to every game in which
they are chosen together. It changes them as anybody else would, through the Spec. Where it is
installed, they can be combined although one excludes another: that says only that nobody has
yet said how. What their cards say otherwise in that game, ``retold`` says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from sys import modules
from traceback import format_exception
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.clean import clean
from elgrande.content.display import Display, GameDisplay
from elgrande.content.files import AnyFile, ContentError
from elgrande.content.installed import cause, registered
from elgrande.rules import Names, Position, Ruleset, Spec, SpecError, State

if TYPE_CHECKING:
    from elgrande.content.deck import CardInfo
    from elgrande.content.edition import Edition, HouseRule, Label
    from elgrande.content.map.additions import MapAdditions
    from elgrande.content.reference.entries import Pages


@dataclass(frozen=True)
class HandCard:
    """A card that hands may hold besides the power cards: what a player reads of it.

    ``kind`` is what such cards are called, ``source`` says of each field, as people call
    it, where it comes from. ``brief`` says the same for whoever has it in hand, after its name.
    """

    id: str
    kind: str
    name: str
    text: str
    source: Mapping[str, str]
    cite: str = ""
    brief: str = ""


@dataclass(frozen=True)
class BotTerms:
    """What bots are told: plain functions, each left out where there is nothing to tell.

    A bot sees what steps offer and what answers do to the board without being told, and it
    asks the same questions of a Ruleset as the steps (taboo, scoreboard, whose caballeros
    count for whom). What it cannot see is what else is worth something.

    They are asked thousands of times for one answer, so they must be quick. They change
    nothing, and read of a position what it knows and no more: of a View that is what its
    seat may know, of a State that was dealt from a View it is that and what was dealt.
    Worth is in points at the end of the game. Where several expansions have the same
    term, their answers are added up.
    """

    worth: Callable[[Position, int], float] | None = None
    """``worth(position, seat)``: what a seat openly has besides points, caballeros and kept
    cards: an office, a token."""
    hand: Callable[[Position, int], float] | None = None
    """``hand(position, seat)``: what the cards in a hand besides power cards are worth."""
    counts: Callable[[Position, int, int, int], float] | None = None
    """``counts(position, place, seat, number)``: what it is worth to a seat that so many
    caballeros that count for it stand at a place outside the regions (not the Castillo, a court or
    the provinces), or at one of ``besides``; 0.0 at a place that is not this expansion's."""
    besides: tuple[str, ...] = ()
    """The places of regions that ``counts`` is asked of, too: what standing there is worth besides
    the ranking."""
    gifts_told: bool = False
    """Whether ``counts`` says what is paid beside rankings; else that is asked of the rules."""
    load: Callable[[Position, int, int], float] | None = None
    """``load(position, kind, place)``: what one of a kind is worth to its owner at a place for
    what it carries; ``worth`` says the same of all of them."""
    lent: Callable[[Position, Position, int], Collection[int]] | None = None
    """``lent(root, position, rounds)``: the kinds that rank for a seat in a position, and will
    hardly do so in the coming general scoring, before which so many rounds begin; ``root`` is
    where the bot looks from."""
    fleeting: Callable[[Ruleset], Sequence[str]] | None = None
    """``fleeting(rules)``: the open values of the expansion's own that say neither who counts where
    nor what is paid: what a board pays is remembered whatever they are."""
    moves: Mapping[str, Callable[[Position, int, Sequence[int]], Sequence[tuple[int, ...]]]] = (
        field(default_factory=dict)
    )
    """By verb of the expansion's own, ``moves(position, seat, codes)``: of the answers offered
    with that verb those worth trying, each with the answers of the same seat that complete it
    (``sail`` with the ``put`` that follows). Without it the best at first sight are tried."""
    tried: tuple[str, ...] = ()
    """The names of steps of its own that ask with ``pick`` or ``put`` for what is no move
    on the board: their answers are tried, and not rated as the halves of such a move."""
    ahead: Callable[[Position, int], Sequence[int]] | None = None
    """``ahead(position, initiative)``: the action cards on offer that are surely gone before a seat
    of that initiative chooses, one for each that is no seat and takes one earlier."""
    turn: Callable[[State, int, int], None] | None = None
    """``turn(state, seat, ahead)``: for games in which what a turn may do follows from the power
    cards. Of a State in which a seat has just played its card it makes, in place, the one in which
    that seat chooses what to act on, so many others having acted before. Nothing need have come to
    its court."""
    gains: Callable[[Position, Position, int, Names], Sequence[tuple[float, str]]] | None = None
    """``gains(before, after, seat, names)``: what a seat has at the end of a turn that it had not
    before, besides ranks and points; each with its worth and in words to the player, as part of
    a sentence: ``you have the Queen, who brings one more in each of your turns``."""
    begun: tuple[str, ...] = ()
    """Its verbs that only begin a move: the ``pick`` or ``put`` that follows says all of it when a
    plan is told."""
    keep: Callable[[Ruleset], Sequence[int]] | None = None
    """``keep(rules)``: the power cards of a hand that is chosen for a whole game, by value."""


@dataclass(frozen=True)
class Expansion:
    """Content that edits a game without touching its files; see above for each field."""

    id: str
    name: str
    description: str
    """A sentence for the form of a new game."""
    edit: Callable[[Spec], None]
    needs: tuple[str, ...] = ()
    """The editions and expansions without which it cannot be chosen."""
    excludes: tuple[str, ...] = ()
    """The editions and expansions with which it cannot be chosen, unless a part joins both."""
    cards: tuple[CardInfo, ...] = ()
    """Action cards, which are added to the edition's before ``edit`` is called."""
    retold: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What action cards of others say in a game with it, by id, where that is not their text; and
    whether that is printed, deduced or reconstructed."""
    hand: tuple[HandCard, ...] = ()
    """Cards that hands may hold; ``edit`` lists their ids in ``Spec.extra_hand``."""
    labels: dict[str, Label] = field(default_factory=dict)
    """What regions, other places, seats of the King, kinds, owners, cards of hands and the reasons
    of gifts and awards are called, by id. What has none is called by its id, with capitals."""
    part: bool = False
    """Nobody chooses it: an edition brings it along (``Edition.parts_of``), or it joins others."""
    pages: Pages | AnyFile | None = None
    """The rules to be looked up: their file, or what ``reference.read_pages`` made of it."""
    joins: frozenset[str] = frozenset()
    """The expansions, all of them chosen, that bring this part along."""
    house_rules: tuple[HouseRule, ...] = ()
    """Options of its own; their keys are no other house rule's."""
    idle: tuple[str, ...] = ()
    """The keys of the edition's house rules that decide nothing with it: nobody is asked them."""
    display: Display = field(default_factory=Display)
    """What is shown of it."""
    bots: BotTerms = field(default_factory=BotTerms)
    """What bots are told of it."""
    map: MapAdditions | AnyFile | None = None
    """What it adds to the map: the file, or what ``map.additions.read_additions`` made of it."""
    lessons: tuple[AnyFile, ...] = ()
    """Files of lessons, as ``elgrande.content.lesson`` reads them; they follow the base game's,
    and each is called by its file's name, which is no other lesson's."""


# -- those that there are --------------------------------------------------------------------------

GROUP = "elgrande.expansions"
_NAME = 60
_FRAME = re.compile(r'^ *File "(.+)", line ([0-9]+)', re.MULTILINE)

_REGISTERED: dict[str, Expansion] = {}


def register(expansion: Expansion) -> None:
    """Make an expansion known; registering the same object again does nothing.

    Raises ContentError with one sentence for one that cannot be used.
    """
    if not isinstance(expansion, Expansion):
        raise ContentError("this is not an Expansion")
    if expansion.joins and not expansion.part:
        raise ContentError(f"{expansion.id!r} joins others, so it must be a part")
    if len(expansion.joins) == 1:
        raise ContentError(f"{expansion.id!r} joins a single expansion; a part joins two or more")
    for rule in expansion.house_rules:
        if not rule.allows(rule.default):
            raise ContentError(
                f"house rule {rule.key!r} has a default that is not one of its choices"
            )
        if rule.needs and rule.needs not in {other.key for other in expansion.house_rules}:
            raise ContentError(
                f"house rule {rule.key!r} needs {rule.needs!r}, which the expansion does not have"
            )
    known = _REGISTERED.setdefault(expansion.id, expansion)
    if known is not expansion:
        raise ContentError(f"two expansions are called {expansion.id!r}")


@cache
def _installed() -> tuple[Mapping[str, str], Sequence[str]]:
    """Register the expansions of other packages, as ``registered`` does.

    They are looked up only when somebody asks for an expansion: a plain game
    does not wait for it.
    """
    return registered(GROUP, register)


def problems() -> tuple[str, ...]:
    """Return a sentence for each installed expansion that cannot be loaded."""
    causes, faults = _installed()
    said = (f"the expansion {name!r} cannot be loaded: {why}" for name, why in causes.items())
    return (*said, *faults)


def expansion_ids() -> tuple[str, ...]:
    """Return the ids of all known expansions that can be chosen."""
    _installed()
    return tuple(name for name, known in _REGISTERED.items() if not known.part)


def every_expansion() -> tuple[Expansion, ...]:
    """Return all known expansions, those that nobody chooses too."""
    _installed()
    return tuple(_REGISTERED.values())


def expansion(name: str) -> Expansion:
    """Return an expansion; ContentError if there is none of that name."""
    found = _REGISTERED.get(name)
    if found is None:
        causes, faults = _installed()
        found = _REGISTERED.get(name)
        if found is None and name in causes:
            raise ContentError(f"the expansion {name!r} cannot be loaded: {causes[name]}")
    if found is None:
        known = ", ".join(expansion_ids()) or "none is installed"
        why = "".join(f"; {fault}" for fault in faults)
        raise ContentError(f"there is no expansion {name!r} (known: {known}{why})")
    return found


def offered(edition: str) -> tuple[Expansion, ...]:
    """Return the expansions that can be chosen with an edition, if need be with each other."""
    all_of_them = [expansion(name) for name in expansion_ids()]
    while True:
        present = {edition, *(one.id for one in all_of_them)}
        left = [
            one
            for one in all_of_them
            if present.issuperset(one.needs) and edition not in one.excludes
        ]
        if len(left) == len(all_of_them):
            return tuple(left)
        all_of_them = left


def chosen(edition: str, ids: tuple[str, ...]) -> tuple[Expansion, ...]:
    """Return these expansions, checked against the edition and each other.

    Raises ContentError with one sentence that says why a combination is impossible.
    """
    found = [expansion(name) for name in ids]
    present = {edition, *ids}
    if len(set(ids)) != len(ids):
        raise ContentError("an expansion is named twice")
    for one in found:
        if one.part:
            who = " and ".join(sorted(one.joins)) or "an edition"
            brings = "bring" if one.joins else "brings"
            raise ContentError(f"{one.name} cannot be chosen; {who} {brings} it along")
        for need in one.needs:
            if need not in present:
                raise ContentError(f"{one.name} can only be played with {need}")
        for bar in one.excludes:
            # A part may join them, with others of these if need be.
            if bar in present and not any({one.id, bar} <= p.joins for p in joining(ids)):
                # An edition goes by its id.
                other = _REGISTERED[bar].name if bar in _REGISTERED else bar
                raise ContentError(f"{one.name} cannot be combined with {other}")
    return tuple(found)


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of expansions in the order in which they edit a game.

    Each comes after those that it needs, else they go by id. What is unknown or named
    twice stays so, for ``chosen`` to complain of.
    """
    left = sorted(ids)
    if len(left) < 2:
        return tuple(left)
    _installed()
    known = {name: _REGISTERED[name].needs for name in left if name in _REGISTERED}
    needs = {name: {*known.get(name, ())} & {*left} - {name} for name in left}
    out: list[str] = []
    while left:
        ready = next((name for name in left if needs[name].issubset(out)), left[0])
        left.remove(ready)
        out.append(ready)
    return tuple(out)


def joining(ids: tuple[str, ...]) -> tuple[Expansion, ...]:
    """Return the parts that join some of these expansions, by id."""
    if len(ids) < 2:
        return ()
    present = frozenset(ids)
    parts = (one for one in every_expansion() if one.joins and one.joins <= present)
    return tuple(sorted(parts, key=lambda one: one.id))


def deciding(edition: Edition, brought: Sequence[Expansion]) -> tuple[HouseRule, ...]:
    """Return the house rules of an edition that decide something with these, and theirs."""
    idle = {key for one in brought for key in one.idle}
    own = (rule for rule in edition.house_rules if rule.key not in idle)
    return (*own, *(rule for one in brought for rule in one.house_rules))


def own_house_rules(
    edition: str, ids: tuple[str, ...], parts: Iterable[str] = ()
) -> tuple[HouseRule, ...]:
    """Return the house rules of chosen expansions, of an edition's parts and of what joins."""
    every = (*chosen(edition, ids), *map(expansion, parts), *joining(ids))
    return tuple(rule for one in every for rule in one.house_rules)


# -- in a game -------------------------------------------------------------------------------------


def edit(expansion: Expansion, spec: Spec) -> None:
    """Let an expansion edit a Spec; ContentError names it if it cannot."""
    spec.editor = expansion.id
    try:
        expansion.edit(spec)
    except ContentError:
        raise
    except SpecError as error:
        raise ContentError(f"this game cannot be set up: {error}") from error
    except Exception as error:
        raise broken((expansion,), error) from error


@lru_cache(maxsize=32)
def display_of(rules: Ruleset) -> GameDisplay:
    """Return what the expansions of a game show."""
    return GameDisplay(tuple(expansion(name).display for name in rules.in_play))


def hand_card(rules: Ruleset, name: str) -> HandCard | None:
    """Return what is said of a card that hands may hold besides the power cards, by its id."""
    cards = (card for one in rules.in_play for card in expansion(one).hand)
    return next((card for card in cards if card.id == name), None)


def broken(expansions: Sequence[Expansion], error: Exception) -> ContentError:
    """Return the sentence for what one of these expansions did wrong."""
    # Whatever a stranger's package does wrong must not end our program.
    names = " or ".join(repr(clean(one.id)) for one in expansions)
    found = _last_place(error, expansions)
    where = f" ({found.file}, line {found.line})" if found else ""
    return ContentError(f"expansion {names} cannot be played: {cause(error)}{where}")


class Culprit(NamedTuple):
    """Where an error came from: an expansion's name, a file with its folder, a line."""

    name: str
    file: str
    line: int


def culprit(error: BaseException) -> Culprit | None:
    """Return the last place of an error in an expansion's package; None if that is all ours."""
    ours = __name__.partition(".")[0]
    strangers = [one for one in _REGISTERED.values() if _package(one) != ours]
    return _last_place(error, strangers)


def _package(expansion: Expansion) -> str:
    edit = expansion.edit
    return str(getattr(getattr(edit, "func", edit), "__module__", "")).partition(".")[0]


def _last_place(error: BaseException, expansions: Iterable[Expansion]) -> Culprit | None:
    roots = {}
    for one in expansions:
        module = modules.get(_package(one))
        for root in (*getattr(module, "__path__", ()), getattr(module, "__file__", None)):
            roots[root] = one.name
    found = None
    # Of what went wrong in another process there is the text alone.
    for path, line in _FRAME.findall("".join(format_exception(error))):
        file = Path(path)
        for root in {path, *map(str, file.parents)} & roots.keys():
            name = clean(roots[root], _NAME)
            found = Culprit(name, clean(f"{file.parent.name}/{file.name}", _NAME), int(line))
    return found
