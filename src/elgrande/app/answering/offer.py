"""What a person can answer now, as things to press and to point at.

An Offer sorts the legal codes of a Decision into targets on the map and choices
with a key. Pointing at a target that several codes share asks a second question
("whose caballero?"), which is an Offer of its own. It decides nothing: legality is
the core's, and every code it offers is one that the core listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from elgrande.app.board.guide import Guide
from elgrande.app.keys import ACTIONS, AT_TABLE, BY_ID, SPARE
from elgrande.app.settings.bindings import key_names
from elgrande.content.words import answer
from elgrande.content.words.names import figure
from elgrande.rules import Position, Ruleset
from elgrande.rules.commands import VERBS

WISHED = {
    verb: BY_ID[f"answer.{verb}"].keys
    for verb in ("special", "veto", "let", "let-all", "done", "end")
}
"""The keys of answers that have no place and no number."""

RESERVED = frozenset(
    sign
    for action in ACTIONS
    if action.does and action.place in AT_TABLE - {"lesson"}
    for key in action.each
    if len(sign := key_names(key)) == 1
)
"""Keys that mean the same at every decision; no choice gets one of them."""

NONE: frozenset[str] = frozenset()

ON_MAP = frozenset({("place",), ("region",), ("target",), ("node",), ("home",)})
"""What the last word of a verb is that is answered by pointing at the map."""

OURS = frozenset(verb.name for verb in VERBS)
"""The verbs that every game has."""

OF_A_KIND = frozenset({"pick", "send", "fetch-kind"})
"""Of these the verbs that name a kind and a place."""


@dataclass(frozen=True)
class KeyChoice:
    """One thing to press: its key, a short label, and the codes that it stands for.

    ``brief`` is what it is called where there is room for no more.
    """

    key: str
    label: str
    codes: tuple[int, ...]
    verb: str
    brief: str = ""


@dataclass(frozen=True)
class Offer:
    """All legal answers, sorted: ``targets`` by id of region or Castillo, and ``choices``."""

    codes: tuple[int, ...]
    targets: dict[str, tuple[int, ...]]
    choices: tuple[KeyChoice, ...]

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs of the choices."""
        return frozenset(choice.verb for choice in self.choices)

    def pressed(self, key: str) -> KeyChoice | None:
        """Return the choice of a key."""
        return next((choice for choice in self.choices if choice.key == key), None)


def offer(
    position: Position,
    codes: Sequence[int],
    guide: Guide,
    bound: frozenset[str] = NONE,
    *,
    narrowed: bool = False,
) -> Offer:
    """Sort codes into targets and choices, giving each choice a key of its own.

    Keys in ``bound`` do something else already. The second question, which of the codes that share
    a target is meant, is ``narrowed``.
    """
    rules = guide.rules
    targets: dict[str, list[int]] = {}
    rest: list[int] = []
    for code in codes:
        target = "" if narrowed else target_of(rules, code, guide)
        if target and guide.key(target):
            targets.setdefault(target, []).append(code)
        else:
            rest.append(code)
    taken = {guide.key(target) for target in targets} | ({"c"} if targets else set()) | bound
    choices: list[KeyChoice] = []
    led = {rules.verb(code) for code in rest if on_map(rules, code)}
    mixed = narrowed and len(led) > 1
    places = [code for code in rest if asks_where(rules, code)]
    for group in [(code,) for code in rest] if narrowed else _grouped(rest, guide):
        wish = _wish(position, group[0], guide, narrowed)
        if narrowed and group[0] in places:
            wish = str(1 + places.index(group[0]))
        elif narrowed and rules.verb(group[0]) in guide.display.groups:
            wish = _wish_in_group(rest.index(group[0]), group[0], guide)
        key = _key(wish, taken)
        taken.add(key)
        # Where several verbs are meant, where they lead does not tell them apart.
        name = (
            answer(group[0], rules, guide.names, position.decision())
            if mixed
            else label(position, group[0], guide, narrowed)
        )
        verb = rules.verb(group[0])
        # What it is stands behind a colon, if the key is one of many.
        short = "done" if verb == "done" else "" if "(" in name else name.rpartition(": ")[2]
        if not narrowed and verb in guide.display.groups:
            one = guide.display.groups[verb]
            short = one.label
            if len(group) > 1 and one.left:
                name = f"{short}: {one.left(position)}"
            elif len(group) > 1:
                name = short
        elif rules.domains(verb)[:1] == ("kind",):
            short = _in_group(words(group[0], rules), guide)
        choices.append(KeyChoice(key, name, group, verb, short))
    return Offer(tuple(codes), {k: tuple(v) for k, v in targets.items()}, tuple(choices))


def _grouped(codes: list[int], guide: Guide) -> list[tuple[int, ...]]:
    """Codes that are pressed as one first: a power card, alone and with each other thing.

    Cards that are kept stand among those that are not.
    """
    rules, composites = guide.rules, guide.display.composites
    if guide.display.groups:
        return _by_verb(codes, guide)
    if any(rules.verb(code) == "leave" for code in codes):
        codes = sorted(codes, key=lambda code: _value(code, rules))
    if not any(rules.verb(code) in composites for code in codes):
        return [(code,) for code in codes]
    groups: dict[str, list[int]] = {}
    for code in codes:
        groups.setdefault(words(code, rules)[0], []).append(code)
    return [tuple(groups[value]) for value in sorted(groups, key=int)]


def _by_verb(codes: list[int], guide: Guide) -> list[tuple[int, ...]]:
    """Answers that an expansion wants pressed as one, then each other one by itself.

    They come first because a pane shows the cards, and nothing but the bar shows these.
    """
    groups: dict[str, list[int]] = {verb: [] for verb in guide.display.groups}
    others: list[tuple[int, ...]] = []
    for code in codes:
        verb = guide.rules.verb(code)
        if verb in groups:
            groups[verb].append(code)
        else:
            others.append((code,))
    return [*(tuple(group) for group in groups.values() if group), *others]


def _wish_in_group(at: int, code: int, guide: Guide) -> str:
    """Return the key of one of a group: that of its region if it says where, else its number."""
    rules = guide.rules
    if rules.domains(rules.verb(code)) == ("place",):
        return guide.key(guide.target_of(words(code, rules)[-1]))
    return str(at + 1)


def _value(code: int, rules: Ruleset) -> int:
    """Return the value of the power card that a code names, or 0."""
    return int(words(code, rules)[0]) if by_value(rules, rules.verb(code)) else 0


def words(code: int, rules: Ruleset) -> list[str]:
    """Return the words of a code after its verb."""
    return rules.text(code).split()[1:]


def by_value(rules: Ruleset, verb: str) -> bool:
    """Whether a verb names a power card, or any card that was one: its value comes first."""
    return rules.domains(verb)[:1] in {("value",), ("hand",)}


def target_of(rules: Ruleset, code: int, guide: Guide) -> str:
    """Return the region or Castillo that a code points at, or an empty string."""
    return guide.target_of(words(code, rules)[-1]) if on_map(rules, code) else ""


def on_map(rules: Ruleset, code: int) -> bool:
    """Whether a code is answered by pointing at the map.

    The verbs of free actions are not: nobody who means to place shall do something else.
    """
    name = rules.verb(code)
    free = code in rules.free_codes and name not in OURS
    return not free and rules.domains(name)[-1:] in ON_MAP


def asks_where(rules: Ruleset, code: int) -> bool:
    """Whether a code that shares its target with others says where: in which place of it."""
    name = rules.verb(code)
    return on_map(rules, code) and name not in OF_A_KIND and name != "scoreboard"


def _key(wish: str, taken: set[str]) -> str:
    """Return the key of a choice: its wish if that is free, else a spare one, else none."""
    keys: list[str] = [wish, *SPARE]
    return next((key for key in keys if key and key not in taken | RESERVED), "")


def _wish(position: Position, code: int, guide: Guide, narrowed: bool) -> str:
    """Return the key that a code would like to have."""
    rules = guide.rules
    name, said = str(rules.verb(code)), words(code, rules)
    composites = guide.display.composites
    if name in WISHED:
        return WISHED[name]
    if not narrowed and name in guide.display.groups:
        return guide.display.groups[name].key
    if narrowed and name == "power":
        return "0"
    if rules.domains(name)[-1:] == ("extra",) and (narrowed or name not in composites):
        # A card in hand that has no number gets the place that it has there.
        mine = position.extras(_answers(position))
        return str(1 + mine.index(rules.extra_hand.index(said[-1])))
    if by_value(rules, name):
        # The whole value, digit by digit.
        return said[0] if said[0].isdecimal() else ""
    if name in {"take", "option"}:
        return said[0] if len(said[0]) == 1 else ""
    if name == "card":
        faces = [slot.card for slot in position.slots]
        card = rules.card_index[said[0]]
        return guide.stack_key(faces.index(card)) if card in faces else ""
    if rules.domains(name)[:1] in (("kind",), ("seat",)) and (narrowed or len(said) == 1):
        return said[0][0]
    if narrowed and name == "scoreboard":
        return str(1 + rules.mobile_names.index(said[0]))
    return ""


def _answers(position: Position) -> int:
    """Return the seat whose hand is here to answer from; it may have answered and still change
    that.
    """
    seats = (*position.owing(), *range(position.rules.n_seats))
    return int(next(seat for seat in seats if position.drawers[seat] is not None))


def label(position: Position, code: int, guide: Guide, narrowed: bool = False) -> str:
    """Return a few words for a chip: the prompt has already said what it is about."""
    rules = guide.rules
    name, said = rules.verb(code), words(code, rules)
    if name == "power":
        return "alone" if narrowed else said[0]
    if name in guide.display.composites:
        total = figure(guide.display.composites[name].total(said))
        return f"{guide.name(said[1])}: total {total}" if narrowed else said[0]
    if name in {"take", "keep"}:
        return said[0]
    if name == "leave":
        return guide.glyphs.yes
    if rules.domains(name) in {("extra",), ("hand",)}:
        return guide.name(said[0])
    if name == "card":
        card = rules.card_index[said[0]]
        return guide.card_name(card)
    if own := _own_label(position, said, name, guide):
        return own
    if name == "scoreboard" and narrowed:
        return guide.names.board(said[0])
    if narrowed and name in guide.display.groups:
        return _in_group(said, guide)
    if name in OF_A_KIND:
        whose = f"{_sign(said[0], guide)} {guide.names.who(said[0])}"
        at = guide.target_of(said[1])
        return whose if narrowed and at else f"{whose} from the {guide.name(said[1]).lower()}"
    if len(said) == 1 and on_map(rules, code):
        target = guide.target_of(said[0])
        if narrowed and asks_where(rules, code) and said[0] == target:
            return "no named space"
        # Away from the map the name alone would not say what is done there.
        if not target and name == "place":
            return f"to {guide.names.the(said[0])}"
        return guide.name(said[0])
    return {
        "special": "special action",
        "veto": "Veto!",
        "let": "let this pass",
        "let-all": "let it all pass",
        "end": "end the turn",
    }.get(name) or answer(code, rules, guide.names, position.decision())


def _in_group(said: list[str], guide: Guide) -> str:
    """Return who it is and where, by signs and short names: the question says what for."""
    kinds = guide.rules.kinds
    if len(said) == 1 and said[0] in kinds:
        return f"{_sign(said[0], guide)} {guide.names.who(said[0])}"
    return " ".join(_sign(word, guide) if word in kinds else guide.name(word) for word in said)


def _sign(kind: str, guide: Guide) -> str:
    """Return the sign of a kind: the shape of its family, and what it carries."""
    rules, shown = guide.rules, guide.display
    family = rules.kinds[rules.kind_family[rules.kinds.index(kind)]]
    sign = shown.signs.get(family)
    badge = shown.badges.get(kind)
    whose = guide.glyphs.sign(sign) if sign else guide.glyphs.piece(family)
    return whose + (guide.glyphs.sign(badge) if badge else "")


def _own_label(position: Position, said: list[str], name: str, guide: Guide) -> str:
    """Return what the step itself calls an answer where its verb alone cannot know it."""
    if name not in {"option", "done", "let"}:
        return ""
    decision = position.decision()
    step = guide.rules.steps.get(decision.step)
    own = step.label(decision, decision.fields, [name, *said], guide.names) if step else ""
    return own or (f"option {said[0]}" if said else "")
