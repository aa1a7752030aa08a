"""What the game waits for, what may be answered, and why something else may not.

What is to be done, what an answer means and what bars a command the step itself says
(``elgrande.rules.wording``). Refusals are read from the View of the seat that tried, so that no
sentence can tell more than that seat may know.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cache, lru_cache
from itertools import product

from elgrande.content.clean import clean
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import every_expansion
from elgrande.content.words.names import Called, GameNames, named, sentence
from elgrande.rules import Decision, NotationError, Ruleset, State, View
from elgrande.rules.free import not_free
from elgrande.rules.refused import Case
from elgrande.rules.wording import awaited, label, listed, one_among, one_of, said_to, wanted


def prompt(decision: Decision, rules: Ruleset, names: Called = None) -> str:
    """Return one line of at most some 100 characters that says what the game waits for.

    To the seat that owes the answer it is an order, to the others it tells for
    whom they wait.
    """
    n = named(rules, names)
    if not decision.owing:
        return "The game is over."
    others = listed([n.seat(seat) for seat in decision.owing])
    if decision.may_change:
        what = rules.steps[decision.step].may_change
        return f"{n.seat(decision.seat)}: {what}; waiting for {others}."
    if decision.codes:
        return f"{n.seat(decision.seat)}: {wanted(decision, n)}."
    return f"Waiting for {others} to {awaited(decision, n)}."


def answer(
    code: int, rules: Ruleset, names: Called = None, decision: Decision | None = None
) -> str:
    """Return a short label for an answer: ``place in Galicia``, ``take back the 9``.

    With the Decision the label says what the numbered options, the special action
    and the like are (``Step.label``), and that one's own caballeros are *yours*. A verb
    without a label is shown as its notation.
    """
    n = named(rules, names)
    here = ""
    # Whoever may answer is who reads it.
    seat = decision.seat if decision is not None and decision.codes else -1
    if decision is not None and decision.step in rules.steps:
        step = rules.steps[decision.step]
        here = step.label(decision, decision.fields, rules.text(code).split(), n)
    return here or label(code, n, seat)


def clause(
    code: int, rules: Ruleset, names: Called = None, decision: Decision | None = None
) -> str:
    """Return an answer within a sentence, as an infinitive: ``use the special action (Veto)``.

    What its label has behind a colon stands in brackets. A part of a card is called by a heading,
    which may have no verb, so it is *chosen*.
    """
    text = answer(code, rules, names, decision)
    head, _, name = text.partition(": ")
    chosen = "choose " if rules.verb(code) == "option" else ""
    return f"{chosen}{head}{f' ({name})' if name else ''}"


def advised(
    code: int, rules: Ruleset, names: Called = None, decision: Decision | None = None
) -> str:
    """Return an answer as whoever advises says it: ``pick one of Blue's caballeros in Granada``.

    Which caballero goes is in the question.
    """
    n = named(rules, names)
    text = clause(code, rules, n, decision)
    seat = decision.seat if decision is not None and decision.codes else -1
    for word in rules.text(code).split():
        if word in rules.kinds:
            kind = rules.kinds.index(word)
            text = text.replace(one_of(kind, n, seat), one_among(kind, n, seat))
    moves = rules.verb(code) == "put" and text.startswith("move to ")
    return text.replace("move", "move it", 1) if moves else text


def unused(decision: Decision, rules: Ruleset) -> str:
    """Return a sentence for what is lost with the end of the turn, "" if nothing is."""
    verbs = {rules.verb(code) for code in decision.codes}
    called = ["place caballeros"] if "place" in verbs else []
    free = {rules.verb(code) for code in decision.codes if code in rules.free_codes}
    called += [action.called for action in rules.free if free.intersection(action.verbs)]
    again = "The same answer again ends the turn."
    still = f"You can still {listed(called, 'or')} in this turn. {again}"
    return said_to(still) if called else ""


# -- what is typed ---------------------------------------------------------------------------------

LONGEST = 80
"""How many characters of a command are looked at; none is as long."""


def notation(text: str, names: GameNames, decision: Decision | None = None) -> str:
    """Return the notation of a typed command without its colour: ``place basque``.

    Ids, names and short forms of this edition all do, other names of its regions too, and neither
    capitals nor accents count: ``Place Aragon``, ``put nava``, ``pick Ana the Castillo``; a card to
    be chosen needs no verb. What means nothing,
    or more than one command, comes back as it was; of several that alone can be given now is meant.
    """
    codes = names.rules.vocabulary.codes
    said = " ".join(text.split())
    if said in codes:
        return said
    said = plainly(clean(text, LONGEST))
    if said in ("stop", "stop here"):
        # What prompts and answers call it.
        return "done"
    verb, _, rest = said.partition(" ")
    meant = {
        command
        for command in codes
        if command.partition(" ")[0] == verb and rest in spoken(command, names)
    }
    legal = [] if decision is None else [*map(names.rules.text, decision.codes)]
    if len(meant) > 1 and legal:
        meant.intersection_update(legal)
    elif not meant:
        # A card that can be chosen is meant by its own name.
        cards = [command for command in legal if command.startswith("card ")]
        meant = {command for command in cards if said in spoken(command, names)}
    return meant.pop() if len(meant) == 1 else text


def addressed(text: str, names: GameNames) -> tuple[int, str]:
    """Return whose a typed command is said to be, and the command; -1 where nobody is named.

    Whoever is called like a verb is known by the colour.
    """
    rules = names.rules
    for seat, colour in enumerate(rules.colours):
        for way in (colour, plainly(names.seat(seat))):
            head = f"{way} "
            if way not in rules.base and plainly(text).startswith(head):
                return seat, " ".join(text.split()[len(way.split()) :])
    return -1, text


def spoken(command: str, names: GameNames) -> Iterator[str]:
    """Yield all that may be typed for what follows the verb, without capitals and accents."""
    ways = [dict.fromkeys(map(plainly, names.known_as(word))) for word in command.split()[1:]]
    return map(" ".join, product(*ways))


def in_words(command: str, names: GameNames) -> str:
    """Return a command with the names that the screen shows: ``place Old Castile``."""
    verb, *words = command.split()
    return " ".join((verb, *(names.known_as(word)[0] for word in words)))


_DASHES = dict.fromkeys(map(ord, "\N{HYPHEN}\N{EN DASH}\N{MINUS SIGN}"), "-")


@lru_cache(maxsize=1 << 14)
def plainly(text: str) -> str:
    """Return a text without what is easily typed otherwise: capitals, accents, dashes."""
    letters = unicodedata.normalize("NFKD", text.casefold()).translate(_DASHES)
    return " ".join("".join(c for c in letters if not unicodedata.combining(c)).split())


# -- why something is refused ----------------------------------------------------------------------

_NEAR = 0.7
"""How much two commands must have in common for one to be taken for the other."""
_BEHIND = 0.6
"""How much what stands behind the same verb must: the verb alone makes nothing near."""
_ALIKE = 0.05
"""How much less another one may have in common with what was typed, to be named too."""
FINAL = " (cannot be undone)"
"""What stands behind an answer that cannot be taken back."""
UNDONE = "Nothing was done."
"""What is said of an answer of several commands of which one cannot be given."""
_OF_PLACES = {("region",), ("target",), ("node",), ("home",)}
"""What verbs name that lead to some places of the map and never to others."""
_MOST = 3
"""So many commands are named at most."""
_NUMBER = re.compile(r"[\d-]*\d")
"""What is typed for a value or a card's number."""
_BIT = re.compile(r"[^\s(),:;.]+")
_JOINT = re.compile(r"(?<=[a-z])-(?=[a-z])")
_SMALL = ("the", "a", "an", "in", "on", "to", "from", "into", "with", "for")


def why_not(
    position: State | View,
    seat: int,
    text: str,
    names: Called = None,
    *,
    done: Sequence[str] = (),
) -> str:
    """Return one sentence that says why a seat may not give a command now.

    ``text`` is the command's notation, with or without its colour. The sentence
    is empty when nothing speaks against the command. Where other commands of the same
    answer would lead to the position, these are ``done``, and it is said that they were not.
    """
    rules = position.rules
    n = named(rules, names)
    if not 0 <= seat < rules.n_seats:
        return f"This game has {rules.n_seats} seats; that is not one of them."
    view = position.view(seat) if isinstance(position, State) else position
    reason = _reason(view, seat, clean(text, LONGEST), n)
    return not_done(reason, done) if reason and done else sentence(reason) if reason else ""


def not_done(reason: str, done: Sequence[str]) -> str:
    """Return a reason that holds after the first commands of an answer, none of which was done.

    A long row of commands is counted.
    """
    if len(done) > _MOST:
        first = f"the first {len(done)} commands of this answer"
    else:
        first = listed([repr(clean(text, LONGEST)) for text in done])
    return f"After {first}: {reason}{'' if reason[-1:] in '.!?' else '.'} {UNDONE}"


def misread(
    text: str,
    error: NotationError,
    names: GameNames,
    decision: Decision | None = None,
    lead: str = "",
    why: Callable[[str], str] = lambda _meant: "",
) -> str:
    """Return why a text is no command: those that were most likely meant, if any is near.

    Only legal answers of the ``decision`` are proposed, also by what follows their verb alone.
    They are looked for in notation and by the names that the screen shows, and named as what was
    typed comes nearest to. How to write a command is said where it can be given, else why not;
    without a decision nobody knows, so nothing is proposed. ``lead`` comes before the verbs that
    are possible now. For what comes nearest to a command that is not possible ``why`` says what
    bars that one.
    """
    rules = names.rules
    said = plainly(clean(text, LONGEST))
    legal_texts = [rules.text(code) for code in decision.codes] if decision else []
    legal = _ways(legal_texts, names)
    known = {**_ways(rules.vocabulary.texts, names), **legal}
    for ways in (legal, known):
        if said in ways:
            # It differs in nothing that could be shown, or by a name that notation lacks.
            return f"here a command is written letter by letter: {ways[said][1]!r}"
    verb, _, rest = said.partition(" ")
    begun = [way for way, _ in legal.values() if way.partition(" ")[0] == verb]
    alone = bool(begun) and said in rules.base
    called = _labels(decision, names) if decision and not alone else {}
    numbers = any(map(str.isdecimal, " ".join(begun).split()))
    # What a verb could never name is no answer of another one, and no value has another's digits.
    other = _never(said, names) or (numbers and rest.isdecimal())
    if near := [] if other else _labelled(said, called, names, decision):
        return f"there is no command {said!r}; did you mean {_asked_back(near)}?"
    barred = "" if begun or decision is None else _barred(verb, decision, names)
    if barred and (some := [command for command, ways in called.items() if ways[0][:1] == [verb]]):
        told = clause(rules.code(some[0]), rules, names, decision)
        return f"{said!r} names no answer; to {told} write {_shown(some[0], names, decision)!r}"
    if said in rules.base:
        form = " ".join((said, *(name.upper() for name in rules.domains(said))))
        how = f"for example {begun[0]!r}" if begun else f"as {form!r}"
        return (
            barred or f"{said!r} alone says too little; write it with what belongs behind it, {how}"
        )
    if rest.isdecimal() and " " in "".join(begun[:1]) and not numbers:
        return f"no number belongs behind {verb!r} here; write for example {begun[0]!r}"
    if elsewhere := _elsewhere(said, names):
        return elsewhere
    if not barred and (never := _never(said, names)):
        return never
    if decision is not None and not barred:
        # Whoever leaves the verb out means one of an answer that can be given now.
        likely = {verb} if begun else {text.partition(" ")[0] for text in legal_texts}
        every = {way: meant for way, meant in known.items() if meant[1].partition(" ")[0] in likely}
        ends = {way.partition(" ")[2]: meant for way, meant in every.items()}
        meant = _nearest(said, every) or _nearest(said, ends)
        # A word that is spelt right is none that was misspelt, also one that names something else.
        right = _parts(said).intersection(part for way in every for part in _parts(way))
        right |= {part for part in _parts(said) & _named(names) if not part.isdecimal()}
        meant = {
            command: way for command, way in meant.items()
            if right <= _parts(plainly(way)) and _same_deed(said, f"{command} {way}")
        }  # fmt: skip
        if begun and _NUMBER.fullmatch(rest):
            # A number that names nothing was meant for none that is like it.
            number = _digits(rest)
            meant = {command: way for command, way in meant.items() if _digits(command) == number}
        if near := [shown for command, shown in meant.items() if command in legal_texts]:
            return f"there is no command {said!r}; did you mean {_asked_back(near[:_MOST])}?"
        # With or without the verb it has as many words as what it was meant for.
        size = len(_parts(said))
        whole = [c for c, way in meant.items() if len(_parts(way.partition(" ")[2])) <= size]
        if len(reasons := {why(command) for command in whole}) == 1 and all(reasons):
            return f"there is no command {said!r}. {sentence(reasons.pop())}"
    if verb in rules.base:
        if barred or not begun:
            return barred or str(error)
        wrong = f"{said!r} names no answer" if _called(said, names) else str(error).split(";")[0]
        return f"{wrong}; write for example {begun[0]!r}"
    # What something is called is said whole.
    verb = verb if _parts(said) - _named(names) else said
    if verb and decision is not None and not decision.codes:
        return f"there is no command {verb!r}, and {_others_turn(decision, names)}"
    verbs = dict.fromkeys(text.partition(" ")[0] for text in legal_texts)
    now = f"; {lead}an answer begins with {listed([*map(repr, verbs)], 'or')} now" if verbs else ""
    return f"there is no command {verb!r}{' here' * bool(lead)}{now}" if verb else str(error)


def _ways(commands: Iterable[str], names: GameNames) -> dict[str, tuple[str, str]]:
    """Return all that may be typed for some commands, each with how it is shown and the command.

    The id of a thing that has a name alone is no way.
    """
    known = cache(names.known_as)
    found = {}
    for command in commands:
        verb, *words = command.split()
        way = " ".join((verb, *(known(word)[0] for word in words)))
        found[plainly(way)] = way, command
        if all(word in known(word) for word in words):
            found[plainly(command)] = command, command
    return found


def _labels(decision: Decision, names: GameNames) -> dict[str, list[list[str]]]:
    """Return the words of what each answer is called, by its command: its label first."""
    rules = names.rules
    return {
        rules.text(code): [
            _bits(plainly(answer(code, rules, names, decision))), *_on_card(rules.text(code), names)
        ]
        for code in decision.codes
    }  # fmt: skip


def _on_card(command: str, names: GameNames) -> list[list[str]]:
    """Return the words of both names of the card that a command names, if one does."""
    name = command.rpartition(" ")[2]
    at = names.rules.card_index.get(name, -1)
    return [_bits(plainly(names.title(at))), _bits(plainly(names.short(name)))] if at >= 0 else []


def _labelled(
    said: str,
    called: Mapping[str, Sequence[Sequence[str]]],
    names: GameNames,
    decision: Decision | None,
) -> list[str]:
    """Return the commands of answers that are called so, or of which it is a part.

    Its own verb may stand in front: ``card Queen`` is ``choose the Queen``. A verb alone says
    nothing of what stands in the midst of a label.
    """
    words = _bits(said)
    behind = [] if "".join(words[1:]).isdecimal() else words[1:]
    own = {c: ways for c, ways in called.items() if words[:1] == [c.partition(" ")[0]]}
    every = {} if said in names.rules.base else called
    for bits, those in filter(all, ((words, every), (behind, own))):
        same = [command for command, ways in those.items() if bits in ways]
        part = [c for c, ways in those.items() if any(_within(bits, way) for way in ways)]
        # A number may stand in a label for something else too.
        just = [c for c in part if words[-1].isdecimal() and c.split()[-1] == words[-1]]
        if found := same or just or part:
            return [_shown(one, names, decision) for one in found if len(found) <= _MOST]
    return []


def _called(text: str, names: GameNames) -> list[str]:
    """Return the commands of a verb whose answers are called as what is typed behind it.

    They need not be legal: why they are not can be said then.
    """
    verb, *words = _bits(plainly(text)) or [""]
    if not words or "".join(words).isdecimal():
        # A number names something by itself, and not what has it somewhere in its label.
        return []
    called = {
        command: [_bits(plainly(label(code, names)))[1:], *_on_card(command, names)]
        for code, command in enumerate(names.rules.vocabulary.texts)
        if command.partition(" ")[0] == verb
    }
    same = [command for command, ways in called.items() if words in ways]
    return same or [c for c, ways in called.items() if any(_within(words, way) for way in ways)]


def _shown(command: str, names: GameNames, decision: Decision | None) -> str:
    """Return a command with the names on the screen, where that means this command alone."""
    way = in_words(command, names)
    return way if notation(way, names, decision) == command else command


def _bits(text: str) -> list[str]:
    """Return the words of a label without its small ones and marks."""
    return [word for word in _BIT.findall(text) if word not in _SMALL]


def _parts(text: str) -> set[str]:
    """Return the words of a command, and those of which one is made up: ``old-castile``.

    A card's number is one word.
    """
    return set(_bits(_JOINT.sub(" ", text)))


def _within(some: Sequence[str], words: Sequence[str]) -> bool:
    """Say whether words contain some others in their order."""
    rest = iter(words)
    return all(word in rest for word in some)


def _asked_back(near: Sequence[str]) -> str:
    """Return some commands as what may have been meant."""
    return listed([repr(way) for way in near], "or")


def _barred(verb: str, decision: Decision, n: GameNames) -> str:
    """Return why no command of a verb can be given now; nothing for what is no verb."""
    if verb not in n.rules.base:
        return ""
    if not decision.codes:
        return _others_turn(decision, n)
    return f"{verb!r} is not possible now; you are asked to {wanted(decision, n)}"


def _others_turn(decision: Decision, n: GameNames) -> str:
    """Return for whom the game waits, or that it is over."""
    if not decision.owing:
        return "the game is over"
    others = listed([n.seat(other) for other in decision.owing])
    return (
        "it is not for you to answer now; "
        f"the game is waiting for {others} to {awaited(decision, n)}"
    )


def _named(names: GameNames) -> set[str]:
    """Return the words of what all words of the game's notation but its verbs may be called."""
    words = {word for text in names.rules.vocabulary.texts for word in text.split()[1:]}
    return {part for word in words for way in names.known_as(word) for part in _parts(plainly(way))}


def _elsewhere(said: str, names: GameNames) -> str:
    """Return that a text ends as only another edition or expansion names something, else "".

    What something of this game is called is not denied.
    """
    here = [f" {plainly(text)} " for text in names.mentioned]
    words = {word for text in names.rules.vocabulary.texts for word in text.split()[1:]}
    editions = [edition(name).labels for name in edition_ids()]
    labels = (*editions, *(one.labels for one in every_expansion()))
    for name, its in (pair for some in labels for pair in some.items()):
        called = its.name.removeprefix("the ")
        if not f" {said}".endswith(f" {plainly(called)}"):
            continue
        if not any(f" {plainly(called)} " in text for text in here):
            other = f"; here it is {names.the(name)}" if name in words else ""
            return f"no command of this game names {called}{other}"
    return ""


def _nearest(said: str, ways: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Return the commands that some ways to say one are nearest to, the nearest first.

    Each has the way that what was typed comes nearest to.
    """
    verb, _, rest = said.partition(" ")
    near = [
        way for way in get_close_matches(said, ways, max(len(ways), 1), _NEAR)
        if not way.startswith(verb + " ")
        or way.startswith(said)
        or _alike(way.removeprefix(verb + " "), rest) >= _BEHIND
    ]  # fmt: skip
    found: dict[str, str] = {}
    for way in near:
        if _alike(way, said) > _alike(near[0], said) - _ALIKE:
            shown, command = ways[way]
            found.setdefault(command, shown)
    return found


def _same_deed(said: str, command: str) -> bool:
    """Say whether a text begins as a command does, perhaps misspelt, or with what it names."""
    head, verb = said.partition(" ")[0], command.split()[0]
    if head.startswith(verb) or sorted(head) == sorted(verb):
        return True
    near = (word for word in {verb, *_parts(plainly(command))} if _alike(head, word) >= _NEAR)
    # Who mistypes a word hardly begins it with another letter: no ``sail`` is a jail.
    return any(head[:1] == word[:1] or head in word or word in head for word in near)


def _digits(text: str) -> list[int]:
    """Return the numbers in a text: 5 and 1 in ``card 5-01``, as in ``5-1``."""
    return [int(number) for number in re.findall(r"\d+", text)]


def _alike(one: str, other: str) -> float:
    """Return how much two texts have in common, from 0 to 1."""
    return SequenceMatcher(None, one, other).ratio()


def why_never(verb: str, target: str, names: GameNames) -> str:
    """Return why a verb never names a region or the Castillo."""
    never = names.rules.vocabulary.declared[verb].never
    return never.replace("{place}", names.the(target))


def _never(said: str, names: GameNames) -> str:
    """Return why a verb never names the place that is named behind it; "" if that is none."""
    rules = names.rules
    verb, _, rest = said.partition(" ")
    if verb not in rules.base or rules.domains(verb) not in _OF_PLACES:
        return ""
    called = [t for t in (*rules.targets, *rules.nodes) if rest in spoken(f"{verb} {t}", names)]
    return why_never(verb, called[0], names) if called else ""


def _reason(view: View, seat: int, text: str, n: GameNames) -> str:
    rules = view.rules
    named, text = addressed(text, n)
    if named not in (-1, seat):
        return f"that command is {n.seat(named)}'s, but {n.seat(seat)} is the one to answer"
    try:
        code = rules.code(text)
    except NotationError as error:
        decision = view.decision(seat)
        meant = _called(text, n)
        if len(meant) <= _MOST and not {*map(rules.code, meant)}.intersection(decision.codes):
            reasons = dict.fromkeys(_reason(view, seat, one, n) for one in meant)
            if reasons:
                return "; ".join(reasons)
        return misread(text, error, n, decision, why=lambda meant: _reason(view, seat, meant, n))
    if view.over:
        return "the game is over"
    decision = view.decision(seat)
    if code in decision.codes:
        return ""
    if not decision.codes:
        return _others_turn(decision, n)
    verb, *words = rules.text(code).split()
    case = Case(view, seat, decision, verb, words, n)
    reason = rules.steps[decision.step].refusal(case, decision.fields)
    if reason or (code in rules.free_codes and (reason := not_free(case))):
        return reason
    if verb == "done" and rules.END in decision.codes:
        return "there is nothing to stop here; end your turn instead"
    return f"that is not possible now; you are asked to {wanted(decision, n)}"
