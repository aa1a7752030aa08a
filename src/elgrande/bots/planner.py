"""What the rest of a turn, a round or the time to a scoring could lead to.

The interface of whoever searches, and what the steward thinks with. It plays on copies of a
State that was dealt from a View, and leaves what it is given as it is:

=========================  ==========================================================
``options(state)``         the answers worth thinking of, each with what it leads to
``ends(state)``            the ends that the own turn may have: the best for each card
``turn(state, seat)``      how a seat, whichever it is, ends its turn
``to_end_of_round(state)`` everybody's turns of this round, and the scoring after it
``run_until(state, part)`` the same to the end of a turn, a round or a general scoring
``value(position)``        what every seat may expect
=========================  ==========================================================

A State that stands at such an end has its whole program, of which nothing that follows has
been run: no card is turned up, nobody else has begun. It can be valued as it is,
and each of these functions plays on from it; ``State.advance`` carries it to the next question.

One caballero at a time (``caballeros``), a turn is carried on with whatever brings most;
King, Grande, scoreboards, cards and the order of placing and acting are tried out.
The others' answers that are needed on the way are guessed.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from elgrande.bots import disks, power
from elgrande.bots.caballeros import ENOUGH, best, verb_table
from elgrande.bots.odds import draw, softmax
from elgrande.bots.power import Guesses
from elgrande.bots.program import (
    PROGRAMS,
    End,
    Path,
    Span,
    foreseen,
    put_back,
    round_is_on,
    running,
    scoring_is_over,
    set_aside,
    stage,
    step,
    used_card,
)
from elgrande.bots.race import Enough
from elgrande.rules import Generator, Position, State

if TYPE_CHECKING:
    from elgrande.bots.outlook import Outlook
    from elgrande.bots.terms import Codes
    from elgrande.rules.events import Event
    from elgrande.rules.parts import Frame

    Sink: TypeAlias = Callable[[Event], None] | None

KEPT = 5
"""Of more choices than this, only the best at first sight are followed to the end of the turn,
unless the planner is told otherwise. Cards are all followed."""
LONGEST = 80
"""Answers after which a line is valued as it stands: no turn is as long."""
FREELY = 2
"""After so many free actions in a line no other is tried: their number would grow without end."""
ENDS = 10
"""How many ends of a turn are told, unless there are more cards."""
FEW, QUICK = 40, 4
"""So many ends a look comes to, and a quick one, where a turn has more to it than its two actions.
Branches share them evenly, and with a share of 1 it goes one way: who stops after so many has
looked at the first cards alone."""
MOST = 50_000
"""The same elsewhere, where no turn has as many."""
REMEMBERED = 32
"""How many planners of other junctures one keeps: about five rounds."""


class Option(NamedTuple):
    """An answer, and what the position is worth once the turn has gone on from it."""

    worth: float
    code: int


class Candidates(NamedTuple):
    """Lines that are worth trying, and what each caballero of the best plan for them gains."""

    gain: float
    lines: list[Codes]


class Ways(NamedTuple):
    """Answers by how they are looked at: what ``moves`` a caballero, what ``stops`` the question,
    lines that expansions ``told`` of, with a free action in front, and what else can be chosen.
    """

    moves: list[int]
    stops: list[int]
    told: list[Codes]
    choices: list[Codes]


class Planner:
    """Looks ahead for the seat of an Outlook.

    A ``brisk`` one does not try both orders of placing and acting: it places
    before a scoring, and acts first with any other card. Of more choices than ``kept`` it follows
    the best at first sight, but every card. With some ``heat`` it is less than sure that
    everybody plays on with what is best: power cards and ends of turns are drawn, the better being
    the likelier, and power cards are rated once in a round for each court. All chance that it needs
    comes from ``generator``; ``renew`` is told the round and the seat before somebody plays on, and
    may give it chance of their own. ``check`` is called before a line is tried: by Enough it lets a
    look settle for what it has come to, which is one end at least; by OutOfTime it breaks off all.
    """

    def __init__(
        self,
        outlook: Outlook,
        generator: Generator,
        *,
        brisk: bool = False,
        kept: int = KEPT,
        heat: float = 0.0,
        guesses: Guesses | None = None,
        renew: Callable[[int, int], None] | None = None,
        check: Callable[[], None] | None = None,
    ) -> None:
        self.brisk = brisk
        self.kept = kept
        self.heat = heat
        self.guesses = Guesses() if heat and guesses is None else guesses
        """What power cards were rated by, shared with the planners of other seats and junctures."""
        self.outlook = outlook
        self.rules = outlook.rules
        self.seat = outlook.seat
        self.generator = generator
        self._renew = renew
        self._check = check
        self._come_to: list[End] = []
        """The ends found so far in a look that may have to settle for them."""
        self._others: dict[int, Planner] = {}
        # Neither leads back here: what is thrown away must not wait for the garbage collector.
        self._ahead: dict[Juncture, Planner] = {}
        self._here: Juncture | None = None
        rules = self.rules
        self._few, self._quick = (MOST, MOST) if rules.plain_turns else (FEW, QUICK)
        self._moving = verb_table(rules)
        self._stops = frozenset((rules.DONE, rules.END, rules.LET, rules.LET_ALL))

    # -- what may come -----------------------------------------------------

    def options(self, state: State) -> list[Option]:
        """Rate the answers worth thinking of, best first, by the end of the turn.

        In somebody else's turn, by the end of the special action or of the question.
        A single one is rated by what each caballero of its plan gains.
        """
        start = state.copy()
        set_aside(start, foreseen(start, self.seat))
        gain, lines = self._lines(start, [], self._few)
        if len(lines) == 1:
            return [Option(gain, lines[0][0])]
        found = []
        share = max(1, self._few // len(lines))
        for line in lines:
            end = max(self._found(start, share, line), key=_worth)
            found.append(Option(end.worth, line[0]))
        return sorted(found, key=lambda option: -option.worth)

    def ends(self, state: State) -> list[End]:
        """Return how the own turn may end, best first: the best with each card, and of the rest.

        They are at most ``ENDS``, if there are not more cards.
        """
        start = state.copy()
        start.advance()
        rest = set_aside(start, foreseen(start, self.seat))
        found = sorted(self._found(start, self._few), key=_worth, reverse=True)
        cards: dict[int, End] = {}
        for end in found:
            cards.setdefault(self._card(end), end)
        kept = list(cards.values())
        # Many ways lead to the same position: each is told once.
        seen = {_position(end.state) for end in kept}
        for end in found:
            if len(kept) >= ENDS:
                break
            now = _position(end.state)
            if now not in seen:
                seen.add(now)
                kept.append(end)
        for end in kept:
            put_back(end.state, rest)
        return sorted(kept, key=_worth, reverse=True)

    def turn(self, state: State, seat: int) -> End:
        """Return the end that a seat gives its turn, and what that is worth to it.

        The next answer, when the game waits for one, must be that seat's, in its own turn.
        """
        start = state.copy()
        start.advance()
        planner = self.at(start, seat)
        rest = set_aside(start, foreseen(start, seat))
        end = planner.play(start, heat=self.heat)
        put_back(end.state, rest)
        return end

    def to_end_of_round(self, state: State, sink: Sink = None) -> State:
        """Return where the running round ends (if none is running, the next one)."""
        return self.run_until(state, "round", sink)

    def run_until(self, state: State, span: Span, sink: Sink = None) -> State:
        """Return where the running part ends; if none is running, where the next one does.

        Everybody answers as this planner would in that seat, and lets held cards lie. If no
        such part comes, the game is over there. ``sink`` is told what happens between turns, but
        not in them.
        """
        state, rest = self._begin(state.copy(), PROGRAMS[span], sink)
        while state.stack:
            state = self._go_on(state, sink)
        put_back(state, rest)
        return state

    def next_question(self, state: State, seat: int) -> State | None:
        """Return where a seat is asked next if everybody else answers as this planner would.

        None if the round is over before that: what comes next is in the decks.
        """
        state, rest = self._begin(state.copy(), PROGRAMS["round"])
        for _ in range(LONGEST):
            state.advance()
            if not state.stack:
                break
            if seat in state.owing():
                put_back(state, rest)
                return state
            state = self._go_on(state)
        return None

    def value(self, position: Position) -> tuple[float, ...]:
        """Return what every seat may expect to have in the end, in points (``Outlook.value``)."""
        return self.at(position, self.seat).outlook.value(position)

    # -- for whom ----------------------------------------------------------

    def of(self, seat: int) -> Planner:
        """Return the planner of a seat that looks ahead from the same position."""
        if seat == self.seat:
            return self
        found = self._others.get(seat)
        if found is None:
            found = self._others[seat] = self._like(self.outlook.of(seat))
        return found

    def at(self, position: Position, seat: int) -> Planner:
        """Return the planner of a seat that looks ahead from another position.

        It is made once for a round and whose turn it is (who has still to come being
        the same): who leads, and what a place pays, hardly changes between such positions.
        Those of the last ``REMEMBERED`` such junctures are kept.
        """
        if self._here is None:
            self._here = juncture(self.outlook.root)
        now = juncture(position)
        if now == self._here:
            return self.of(seat)
        found = self._ahead.pop(now, None)
        if found is None:
            root = position.copy() if isinstance(position, State) else position
            found = self._like(self.outlook.at(root))
            if len(self._ahead) >= REMEMBERED:
                del self._ahead[next(iter(self._ahead))]
        # The one that was asked last comes last, and the first is the first to go.
        self._ahead[now] = found
        return found.of(seat)

    def _like(self, outlook: Outlook) -> Planner:
        """Return a planner with another outlook, and else as this one."""
        return Planner(
            outlook,
            self.generator,
            brisk=self.brisk,
            kept=self.kept,
            heat=self.heat,
            guesses=self.guesses,
            renew=self._renew,
            check=self._check,
        )

    # -- playing on --------------------------------------------------------

    def play(self, state: State, *, heat: float = 0.0, quick: bool = False) -> End:
        """Return the best end of all that is left of a State's program; the State is used up.

        It must be short: ``program`` cuts it. With some ``heat`` the end is drawn. A ``quick`` look
        tells what to expect, and not what to do.
        """
        found = self._found(state, self._quick if quick else self._few)
        if not heat:
            return max(found, key=_worth)
        return found[draw(softmax([end.worth for end in found], heat), self.generator)]

    def _found(self, state: State, most: int, line: Codes = ()) -> list[End]:
        """Return the ends of a look, or those it has come to when that has to be enough.

        With a line, the State is left as it is.
        """
        self._come_to = []
        try:
            return self._after(state, [], line, most) if line else self._ends(state, [], most)
        except Enough:
            return self._come_to

    def _ends(self, state: State, path: Path, most: int) -> list[End]:
        """Play on, in place, as far as there is nothing to try; return each end that is tried.

        They are at most so many.
        """
        for _ in range(LONGEST):
            if not state.stack:
                break
            owing = state.owing()
            if self.seat not in owing:
                path.append((owing[0], self.reply(state, owing[0])))
                continue
            lines = self._lines(state, path, most).lines[:most]
            if len(lines) > 1:
                found: list[End] = []
                for left in range(len(lines), 0, -1):
                    found += self._after(state, path, lines[-left], (most - len(found)) // left)
                return found
            for code in lines[0]:
                state.apply(self.seat, code)
                path.append((self.seat, code))
        end = End(self.outlook.worth(state), state, path)
        self._come_to.append(end)
        return [end]

    def _after(self, state: State, path: Path, line: Codes, most: int) -> list[End]:
        """Return the ends after these answers, played on a copy."""
        self._watch()
        after, way = state.copy(), path[:]
        for code in line:
            after.apply(self.seat, code)
            way.append((self.seat, code))
        return self._ends(after, way, most)

    def _watch(self) -> None:
        """Ask whether to go on; a look that has come to nothing yet cannot settle for that."""
        if self._check is None:
            return
        try:
            self._check()
        except Enough:
            if self._come_to:
                raise

    def _card(self, end: End) -> int:
        """Return the code of the action card that the own seat chooses on the way, or -1."""
        first = self.rules.CARD
        last = first + len(self.rules.cards)
        return next((c for seat, c in end.path if seat == self.seat and first <= c < last), -1)

    def _begin(self, state: State, program: str, sink: Sink = None) -> tuple[State, list[Frame]]:
        """Play on until a program runs; return it alone, and what comes after it."""
        while state.stack:
            at = running(state, program)
            if at >= 0:
                rest = set_aside(state, at)
                state.advance(sink)
                return state, rest
            if state.run():
                rest = set_aside(state, stage(state))
                state = self._go_on(state, sink)
                put_back(state, rest)
        return state, []

    def _go_on(self, state: State, sink: Sink = None) -> State:
        """Return the State after the next answer, or after the rest of a turn."""
        seat = state.owing()[0]
        if self._renew is not None:
            self._renew(state.round, seat)
        if state.actor == seat:
            state = self.turn(state, seat).state
            state.advance(sink)
            return state
        planner = self.at(state, seat)
        asked = step(state)
        if asked == "window":
            planner.reply(state, seat)
        elif asked == "power":
            rated = power.rate(planner, state)
            chosen = 0
            if self.heat:
                chances = softmax([worth for worth, _ in rated], self.heat)
                chosen = draw(chances, self.generator)
            state.apply(seat, rated[chosen][1], sink)
        else:
            state.apply(seat, planner.options(state)[0].code, sink)
        return state

    # -- what to try -------------------------------------------------------

    def _lines(self, state: State, path: Path, most: int) -> Candidates:
        """Return what is worth trying: a single line where caballeros alone decide, else several.

        ``path`` leads there, and so many ends it may have.
        """
        codes, freely = self._parted(state, path, most)
        if freely and self.heat:
            # Where everybody plays on quickly, it is not tried without it as well.
            return Candidates(0.0, freely)
        if len(codes) + len(freely) == 1:
            return Candidates(0.0, freely or [(codes[0],)])
        if step(state) == "disks":
            region = disks.guess(self.outlook, state, self.seat, self.generator)
            return Candidates(0.0, [(self.rules.DISK + region,)])
        return self._weighed(state, codes, self._ways(state, codes, freely))

    def _parted(self, state: State, path: Path, most: int) -> tuple[list[int], list[Codes]]:
        """Return the answers that are no free actions, and the free action that is worth a try.

        Those are planned by themselves: when nothing else is left, and, unless the look is quick,
        before all else. None is tried again, and after ``FREELY`` of them no other is.
        """
        codes, rules = self._answers(state), self.rules
        freely: list[Codes] = []
        if not rules.free:
            return codes, freely
        acts = [code for code in codes if code in rules.free_codes]
        others = [code for code in codes if code not in rules.free_codes]
        if self._stops.issuperset(others) or (most > QUICK and not path):
            done = self._freely_done(path)
            if len(done) < FREELY:
                freely = self._freely(state, [c for c in acts if rules.verb(c) not in done])
        return others if others or freely else codes, freely

    def _ways(self, state: State, codes: list[int], freely: list[Codes]) -> Ways:
        """Tell answers apart by how they are looked at."""
        tried = step(state) in self.outlook.terms.tried
        moves, stops, rest = [], [], []
        for code in codes:
            if not tried and self._moving[code]:
                moves.append(code)
            if code in self._stops:
                stops.append(code)
            elif tried or not self._moving[code]:
                rest.append(code)
        told, choices = self._told(state, rest)
        return Ways(moves, stops, [*freely, *told], choices)

    def _weighed(self, state: State, codes: list[int], ways: Ways) -> Candidates:
        """Return what is worth trying of several answers that set no disks."""
        more = bool(ways.told or ways.choices)
        gain = 0.0
        lines: list[Codes] = []
        if ways.moves:
            gain, first = best(self.outlook, state, ways.moves)
            if gain > ENOUGH or not (ways.stops or more):
                if not more or self._places_first(state):
                    return Candidates(gain, [first])
                if not self.brisk:
                    lines.append(first)
        lines += ways.told
        lines += self._best_of(state, ways.choices)
        if ways.stops or not lines:
            lines.append(((ways.stops or codes)[0],))
        return Candidates(gain, lines)

    def _best_of(self, state: State, choices: list[Codes]) -> list[Codes]:
        """Return the choices that are best at first sight, but every card."""
        if len(choices) <= self.kept or step(state) == "choose_card":
            return choices
        return [line for _, line in self._glance(state, choices)[: self.kept]]

    def _answers(self, state: State) -> list[int]:
        """Return the legal answers, without those that lead to where nobody is to be brought."""
        codes = state.legal(self.seat)
        if not self.outlook.shuns:
            return codes
        rules, shuns = self.rules, self.outlook.shuns
        ends = [rules.place_index.get(rules.text(code).split()[-1], -1) for code in codes]
        left = [code for code, end in zip(codes, ends, strict=True) if end not in shuns]
        return left or codes

    def _told(self, state: State, codes: list[int]) -> tuple[list[Codes], list[Codes]]:
        """Return the lines that expansions tell of, and each other answer as a line of its own."""
        told: list[Codes] = []
        if self.outlook.terms.moves:
            told, codes = self.outlook.terms.lines(state, self.seat, codes)
        return told, [(code,) for code in codes]

    def _freely_done(self, path: Path) -> set[str]:
        """Return the verbs of the free actions that the own seat has done on the way."""
        rules = self.rules
        return {
            rules.verb(code) for seat, code in path
            if seat == self.seat and code in rules.free_codes
        }  # fmt: skip

    def _freely(self, state: State, codes: list[int]) -> list[Codes]:
        """Return the free action that gains most at first sight, if any of these gains something.

        The others come up again when the game asks once more: to follow each of them to the
        end of the turn, before every card and after it, would take as long as all the rest.
        """
        told, others = self._told(state, codes)
        lines = told + others
        if not lines:
            # What was told of is not worth a try, and there is nothing else.
            return []
        worth, line = self._glance(state, lines)[0]
        return [line] if worth > self.outlook.worth(state) + ENOUGH else []

    def _places_first(self, state: State) -> bool:
        """Say whether a brisk planner places before the special action here."""
        if not self.brisk:
            return False
        card = used_card(state)
        return card >= 0 and self.rules.cards[card].effect.startswith("score")

    def _glance(self, state: State, lines: list[Codes]) -> list[tuple[float, Codes]]:
        """Return the lines with what the board is worth right after each, best first."""
        rated = []
        for line in lines:
            after = state.copy()
            for code in line:
                after.apply(self.seat, code)
            for _ in range(LONGEST):
                owing = after.owing()
                if not owing or self.seat in owing:
                    break
                self.reply(after, owing[0])
            rated.append((self.outlook.worth(after), line))
        return sorted(rated, key=_worth, reverse=True)

    # -- the others --------------------------------------------------------

    def reply(self, state: State, seat: int) -> int:
        """Answer for another seat, in place: as its own points tell, and without its Vetos.

        Return the answer.
        """
        codes = state.legal(seat)
        rules = self.rules
        if step(state) == "disks":
            code = rules.DISK + disks.guess(self.outlook, state, seat, self.generator)
            state.apply(seat, code)
            return code
        moves = [code for code in codes if self._moving[code]]
        stops = [code for code in codes if code in self._stops]
        code = codes[0]
        if stops:
            code = stops[-1]
        if moves and len(codes) > 1:
            gain, first = best(self.of(seat).outlook, state, moves)
            if gain > ENOUGH or not stops:
                code = first[0]
        state.apply(seat, code)
        return code


Juncture = tuple[int, int, frozenset[int], bool, bool]
"""The round, whose turn it is, who has still to come, whether the round is going on and whether
its scoring has been held: what an Outlook takes from the program."""


def juncture(position: Position) -> Juncture:
    """Return when in the game a position is."""
    return (
        position.round,
        position.actor,
        frozenset(position.to_come),
        round_is_on(position),
        scoring_is_over(position),
    )


def _position(state: State) -> tuple[object, ...]:
    """Return all that tells the State from another that the same program led to."""
    return (
        tuple(state.board), tuple(state.stack), state.held, state.unknown_cards,
        tuple(state.drawers),
    )  # fmt: skip


_worth = itemgetter(0)
