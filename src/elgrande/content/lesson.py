"""Lessons: positions with a script, in which a learner is asked for the right answer.

Each file of ``lessons`` is one: where it begins, its pages, what each page asks and what follows.
A ``LessonRun`` leads a learner through it. Nothing here knows a screen: a screen or a line dialogue
shows the page, the view and the decision, and hands answers back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from elgrande.content.edition import edition
from elgrande.content.expansion import every_expansion
from elgrande.content.files import AnyFile, ContentError, TomlTable, read_toml
from elgrande.content.reference.entries import joined
from elgrande.content.setup import PERSON, Setup
from elgrande.content.words import Reason, explain_score, say_score, why_not
from elgrande.rules import Decision, NotationError, Ruleset, Scored, State, View
from elgrande.rules.events import Event, RegionScored, straight

FORMAT = 1
SCRIPT = "lesson"
"""Who plays the seats that are not the learner's."""
_ORDER = ("sample-game", "taboo", "ties", "castillo", "power-cards", "veto")


@dataclass(frozen=True)
class LessonStep:
    """One page, and what it asks.

    ``ways`` are the accepted answers, each a row of commands without colour, in
    this order or, with ``free_order``, in any. ``verbs`` accept any legal answer
    with one of these verbs instead. A page with neither is only read. ``replies``
    are the other seats' commands, with colour, that follow when the page is left.
    ``wrong`` is said to a legal answer that is not the one meant, ``but`` to those
    that begin like its keys. ``explain`` names places whose last scoring the page
    takes apart, ``lit`` places or cards to look at, ``rules`` entries of the reference.
    """

    say: tuple[str, ...]
    ways: tuple[tuple[str, ...], ...] = ()
    free_order: bool = False
    verbs: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()
    hint: str = ""
    wrong: str = ""
    but: Mapping[str, str] = field(default_factory=dict)
    explain: tuple[str, ...] = ()
    lit: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Say whether the page waits for an answer."""
        return bool(self.ways or self.verbs)


@dataclass(frozen=True)
class Lesson:
    """A lesson: what it is for, from which position, which seat the learner plays."""

    id: str
    title: str
    goal: str
    seat: int
    setup: Setup
    steps: tuple[LessonStep, ...]


def lessons() -> tuple[Lesson, ...]:
    """Return all lessons, the first to be taken first; those of expansions come last.

    A lesson of an expansion that cannot be read is left out: ``lesson`` says why.
    """
    found = list(map(lesson, _ORDER))
    for name in _of_expansions():
        with suppress(ContentError):
            found.append(lesson(name))
    return tuple(found)


@cache
def lesson(name: str) -> Lesson:
    """Return a lesson; ContentError if there is none of that name, or for one at fault."""
    if name in _ORDER:
        return read_lesson(files("elgrande.content") / "lessons" / f"{name}.toml")
    told = _of_expansions()
    if name not in told:
        known = ", ".join((*_ORDER, *told))
        raise ContentError(f"there is no lesson {name!r}; choose one of {known}")
    return read_lesson(told[name])


def _of_expansions() -> dict[str, AnyFile]:
    """Return the lessons of expansions by their ids; of two with one id the first is there."""
    found: dict[str, AnyFile] = {}
    for each in every_expansion():
        for source in each.lessons:
            name = source.name.removesuffix(".toml")
            if name not in _ORDER:
                found.setdefault(name, source)
    return found


def read_lesson(source: AnyFile) -> Lesson:
    """Return the lesson of a file; ContentError names file, step and field."""
    top = TomlTable(read_toml(source), source.name, "top")
    top.number("format", FORMAT, FORMAT)
    setup = _setup(top)
    rules = setup.ruleset()
    you = top.text("you")
    if you not in rules.colours:
        raise top.fault("you", f"write one of {', '.join(rules.colours)} here")
    steps = tuple(_step(table, rules) for table in top.tables("step"))
    if not steps or steps[-1].asks:
        raise ContentError(f"{source.name}: the last step must be a page to read")
    out = Lesson(
        id=source.name.removesuffix(".toml"),
        title=top.text("title", most=60),
        goal=top.text("goal", most=150),
        seat=rules.colours.index(you),
        setup=setup,
        steps=steps,
    )
    top.close()
    return out


def _setup(top: TomlTable) -> Setup:
    """Read the game: players are called by their colours, the learner is the only person."""
    game = dict(top.table("game").items())
    labels = edition(str(game.get("edition", "1996"))).labels
    you = top.text("you")
    players = [
        {
            "colour": colour,
            "name": labels[colour].name if colour in labels else colour,
            "source": PERSON if colour == you else SCRIPT,
        }
        for colour in top.texts("seats")
    ]
    position = dict(top.table("position").items())
    return Setup.from_plain({**game, "players": players, "position": position}, top.file)


def _step(table: TomlTable, rules: Ruleset) -> LessonStep:
    ways = tuple(_commands(way) for way in table.texts("expect", []))
    verbs = table.texts("any", [])
    replies = tuple(reply for line in table.texts("reply", []) for reply in _coloured(line))
    for command in (command for way in ways for command in way):
        _check(table, "expect", rules.code, command)
    for command in replies:
        _check(table, "reply", rules.parse, command)
    for verb in verbs:
        if verb not in rules.base:
            raise table.fault(
                "any", f"{verb!r} is not a command; the commands are {', '.join(rules.base)}"
            )
    step = LessonStep(
        say=_paragraphs(table.text("say")),
        ways=ways,
        free_order=table.flag("free_order", False),
        verbs=verbs,
        replies=replies,
        hint=joined(table.text("hint", "")),
        wrong=joined(table.text("wrong", "")),
        but=_but(table),
        explain=_names(table, "explain", rules.targets),
        lit=_names(table, "lit", (*rules.places, *rules.targets, *rules.card_index)),
        rules=table.texts("rules", []),
    )
    table.close()
    if step.asks and not (step.hint and step.wrong):
        raise table.fault("hint", "a page that asks needs a 'hint' and a 'wrong'")
    return step


def _check(table: TomlTable, field: str, parse: Any, command: str) -> None:
    try:
        parse(command)
    except NotationError as error:
        raise table.fault(field, str(error)) from None


def _but(table: TomlTable) -> dict[str, str]:
    inner = table.table("but")
    return {key: joined(inner.text(key)) for key, _ in inner.items()}


def _names(table: TomlTable, field: str, known: tuple[str, ...]) -> tuple[str, ...]:
    names = table.texts(field, [])
    for name in names:
        if name not in known:
            raise table.fault(field, f"there is no {name!r} in this game")
    return names


def _commands(line: str) -> tuple[str, ...]:
    """Read ``place aragon, done`` as two commands."""
    return tuple(" ".join(part.split()) for part in line.split(","))


def _coloured(line: str) -> list[str]:
    """Read ``blue take 1, card 5-01``: the colour stands once and holds for the line."""
    colour, _, rest = line.partition(" ")
    return [f"{colour} {command}" for command in _commands(rest)]


def _paragraphs(text: str) -> tuple[str, ...]:
    """Return the paragraphs of a text, which empty lines divide, each without line breaks."""
    return tuple(joined(part) for part in text.strip().split("\n\n") if part.strip())


# -- leading a learner through ---------------------------------------------------------------------

ONWARD = "Yes, go on."
FURTHER = "That goes beyond this page; answer its question first."
ONLY_READ = "There is nothing to answer on this page; read it and go on."
ASKS = "This page waits for your answer."
OVER = "The lesson is over."


@dataclass(frozen=True)
class Outcome:
    """What became of an answer: accepted or not, what to say, and what happened by it.

    ``events`` are those that the learner's seat may see, the replies' too.
    """

    accepted: bool
    text: str = ""
    events: tuple[Event, ...] = ()

    def __bool__(self) -> bool:
        return self.accepted


@dataclass(frozen=True)
class _Mark:
    """Where a page began: its number, the position, how much of the log there was."""

    at: int
    state: State
    logged: int
    entries: int


class LessonRun:
    """One learner in one lesson.

    A screen shows ``page``, ``view`` and ``decision`` and either calls ``go_on``
    (while ``asks`` is false) or hands a gesture to ``answer``. An answer is taken
    whole or not at all.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.setup = lesson.setup
        self.rules = lesson.setup.ruleset()
        self.names = lesson.setup.names()
        self.seat = lesson.seat
        self.log: list[tuple[int, Event]] = []
        """What happened that the learner's seat may see, each with the number of its answer."""
        self.entries = 0
        """How many answers and pages led here, as the log numbers them."""
        self.state = lesson.setup.start()
        """The position, with everything hidden in it; screens show ``view``."""
        self._at = 0
        self._done: tuple[str, ...] = ()
        self._marks = [_Mark(0, self.state, 0, 0)]

    # -- looking -----------------------------------------------------------

    @property
    def view(self) -> View:
        """What the learner's seat may know."""
        return self.state.view(self.seat)

    @property
    def decision(self) -> Decision:
        """What the game waits for, with the learner's legal answers."""
        return self.view.decision(self.seat)

    @property
    def finished(self) -> bool:
        """Say whether the last page has been left."""
        return self._at == len(self.lesson.steps)

    @property
    def progress(self) -> tuple[int, int]:
        """The number of the page, from 1, and how many there are."""
        total = len(self.lesson.steps)
        return min(self._at + 1, total), total

    @property
    def _step(self) -> LessonStep:
        return self.lesson.steps[min(self._at, len(self.lesson.steps) - 1)]

    @property
    def can_go_back(self) -> bool:
        """Say whether ``back`` would lead anywhere."""
        return bool(self._done) or self.finished or len(self._marks) > 1

    @property
    def asks(self) -> bool:
        """Say whether the page waits for an answer; else ``go_on`` turns it."""
        return not self.finished and self._step.asks

    @property
    def page(self) -> str:
        """The text now: paragraphs, one a line, not yet wrapped."""
        lines = [*self._step.say, *self._explained()]
        return "\n".join(lines).replace("{scores}", self._scores())

    @property
    def hint(self) -> str:
        """What helps to answer; empty on a page to read."""
        return self._step.hint if self.asks else ""

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The entries of the rules reference that tell more about this page."""
        ids = [*self._step.rules]
        for target in self._step.explain:
            ids += [reason.entry for reason in self._reasons(target)]
        return tuple(dict.fromkeys(ids))

    @property
    def wanted(self) -> tuple[int, ...]:
        """The codes that the lesson would accept now, one command of each accepted way."""
        if not self.asks:
            return ()
        codes = self.state.legal(self.seat)
        if self._step.verbs:
            return tuple(code for code in codes if self.rules.verb(code) in self._step.verbs)
        return tuple(code for code in codes if self._fits(self._done, self.rules.text(code)))

    @property
    def lit(self) -> tuple[str, ...]:
        """Ids of the places and cards to look at: those the page names, else those it asks for."""
        if self._step.lit or not self.asks:
            return self._step.lit
        known = {*self.rules.places, *self.rules.targets, *self.rules.card_index}
        words = [word for code in self.wanted for word in self.rules.text(code).split()[1:]]
        return tuple(dict.fromkeys(word for word in words if word in known))

    def peek(self, commands: Sequence[str]) -> tuple[View, Decision] | None:
        """Return what the learner would see after a half-made gesture;
        None where it cannot be seen.
        """
        state = self.state.copy()
        for command in commands:
            code = self._code(state, command)
            if code is None or state.revealed:
                return None
            state.apply(self.seat, code)
        view = state.view(self.seat)
        return None if state.revealed else (view, view.decision(self.seat))

    def objection(self, commands: Sequence[str]) -> str:
        """Return what is to be said against the beginning of a gesture; empty if it is well begun.

        A screen that keeps half-made gestures asks this first, so that a learner is
        not led to the end of an answer that its first step has spoilt.
        """
        return self._followed(commands)[-1]

    def _followed(self, commands: Sequence[str]) -> tuple[State, tuple[str, ...], list[Event], str]:
        """Return where a gesture leads, all that is answered then, and what speaks against it."""
        state, done, events = self.state.copy(), self._done, list[Event]()
        fault = OVER if self.finished else "" if self._step.asks else ONLY_READ
        for at, command in enumerate(() if fault else commands):
            code = self._code(state, command)
            if self._complete(done):
                fault = FURTHER
            elif code is None:
                fault = why_not(state, self.seat, command, self.names, done=commands[:at])
            elif not self._fits(done, text := self.rules.text(code)):
                fault = self._reply_to(text)
            else:
                state.apply(self.seat, code, events.append)
                done = (*done, text)
                continue
            break
        return state, done, events, fault

    # -- doing -------------------------------------------------------------

    def go_on(self) -> Outcome:
        """Turn a page that is only read; the script's answers follow."""
        if self.finished:
            return Outcome(False, OVER)
        if self._step.asks:
            return Outcome(False, ASKS)
        events: list[Event] = []
        return self._turn(self.state.copy(), events)

    def answer(self, commands: Sequence[str]) -> Outcome:
        """Take a gesture in notation, with or without the colour: all of it or nothing.

        What is illegal is refused with the game's reason, what is legal but not
        meant with the lesson's. Neither changes anything.
        """
        state, done, events, fault = self._followed(commands)
        if fault:
            return Outcome(False, fault)
        if self._complete(done):
            return self._turn(state, events)
        self.state, self._done = state, done
        return Outcome(True, ONWARD, self._note(events))

    def show_me(self, begun: Sequence[str] = ()) -> Outcome:
        """Answer for the learner, with what is left of the first accepted way.

        ``begun`` is the beginning of an answer that a screen has kept so far; where it
        is no beginning of an accepted way, the answer leaves it out.
        """
        if self.finished or not self._step.asks:
            return self.go_on()
        if self._step.verbs:
            return self.answer([self.rules.text(self.wanted[0])])
        rest = next(
            rest
            for kept in (tuple(begun), ())
            for way in self._step.ways
            if (rest := self._rest(way, kept)) is not None
        )
        return self.answer(rest)

    def back(self) -> bool:
        """Go back to the beginning of the page, or to the page before; False at the first."""
        if not (self._done or self.finished):
            if len(self._marks) == 1:
                return False
            self._marks.pop()
        mark = self._marks[-1]
        self._at, self.state, self.entries = mark.at, mark.state, mark.entries
        del self.log[mark.logged :]
        self._done = ()
        return True

    # -- the lesson's own --------------------------------------------------

    def _code(self, state: State, command: str) -> int | None:
        """Return the code of a command, None if it is not legal now."""
        words = command.split()
        if words[:1] == [self.rules.colours[self.seat]]:
            words = words[1:]
        try:
            code = self.rules.code(" ".join(words))
        except NotationError:
            return None
        return code if state.is_legal(self.seat, code) else None

    def _fits(self, done: tuple[str, ...], command: str) -> bool:
        """Say whether a legal command is a next one of an accepted way."""
        if self._step.verbs:
            return command.split()[0] in self._step.verbs
        return any(self._leads((*done, command), way) for way in self._step.ways)

    def _leads(self, done: tuple[str, ...], way: tuple[str, ...]) -> bool:
        """Say whether these commands are the beginning of a way."""
        if self._step.free_order:
            return not Counter(done) - Counter(way)
        return way[: len(done)] == done

    def _rest(self, way: tuple[str, ...], kept: tuple[str, ...]) -> list[str] | None:
        """Return what is missing of a way, ``kept`` first, the rest in an order that is legal.

        None if the way does not go on like that.
        """
        if not self._leads((*self._done, *kept), way):
            return None
        left = list(way)
        for command in (*self._done, *kept):
            left.remove(command)
        state, rest = self.state.copy(), [*kept]
        for command in kept:
            code = self._code(state, command)
            if code is None:
                return None
            state.apply(self.seat, code)
        while left:
            # Where any order will do, half a placing must come to its end first.
            legal = (command for command in left if self._code(state, command) is not None)
            command = next(legal, "")
            if not self._leads((*self._done, *rest, command), way):
                return None
            left.remove(command)
            rest.append(command)
            state.apply(self.seat, self.rules.code(command))
        return rest

    def _complete(self, done: tuple[str, ...]) -> bool:
        """Say whether these commands are all that the page asks for."""
        if self._step.verbs:
            return bool(done)
        return any(len(way) == len(done) and self._leads(done, way) for way in self._step.ways)

    def _reply_to(self, command: str) -> str:
        """Return what the lesson says to a legal answer that it did not mean."""
        words = command.split()
        for length in range(len(words), 0, -1):
            said = self._step.but.get(" ".join(words[:length]))
            if said:
                return said
        return self._step.wrong

    def _turn(self, state: State, events: list[Event]) -> Outcome:
        """Leave the page: let the script answer, and go to the next one."""
        for reply in self._step.replies:
            command = self.rules.parse(reply)
            if not state.is_legal(command.seat, command.code):
                raise ContentError(
                    f"{self.lesson.id}.toml, step {self._at + 1}, field 'reply': "
                    f"{reply!r} is not legal there; correct the script"
                )
            state.apply(command.seat, command.code, events.append)
        self.state, self._done = state, ()
        self._at += 1
        seen = self._note(events)
        if not self.finished:
            self._marks.append(_Mark(self._at, state, len(self.log), self.entries))
        return Outcome(True, "", seen)

    def _note(self, events: list[Event]) -> tuple[Event, ...]:
        """Write down what the learner may see of what happened."""
        happened = straight(events, self.rules)
        seen = tuple(event for event in happened if event.seen_by(self.seat))
        self.entries += 1
        self.log += [(self.entries, event) for event in seen]
        return seen

    def _scored(self, target: str) -> Scored | None:
        """Return the last scoring of a place in this lesson."""
        index = self.rules.targets.index(target)
        for _, event in reversed(self.log):
            if isinstance(event, RegionScored) and event.scored.target == index:
                return event.scored
        return None

    def _explained(self) -> list[str]:
        """Return the scorings that the page is about: one step by step, several in a line each."""
        targets = self._step.explain
        if len(targets) == 1:
            return [f"- {reason.sentence}" for reason in self._reasons(targets[0])]
        found = [scored for scored in map(self._scored, targets) if scored is not None]
        return [f"- {say_score(scored, self.rules, self.names)}" for scored in found]

    def _reasons(self, target: str) -> list[Reason]:
        scored = self._scored(target)
        return [] if scored is None else explain_score(scored, self.rules, self.names)

    def _scores(self) -> str:
        seats = sorted(range(self.rules.n_seats), key=lambda seat: -self.state.score(seat))
        return ", ".join(f"{self.names.seat(seat)} {self.state.score(seat)}" for seat in seats)
