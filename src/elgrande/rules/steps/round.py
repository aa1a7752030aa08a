"""The steps of a game and of a round, and the programs that name them in their order.

S0, "Playing the game"; FACTS 9.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.events import CardsCleared, CardsTurned, GameEnded, GeneralScoring, RoundBegan
from elgrande.rules.free import USED
from elgrande.rules.parts import Frame, PlainFrame, shared
from elgrande.rules.steps.held import expire_held
from elgrande.rules.steps.step import AskedFrame, InstantStep, PausingStep, Step

if TYPE_CHECKING:
    from elgrande.rules import Position, Ruleset, State


# -- a program: a named list of steps -----------------------------------------


class RunFrame(NamedTuple):
    """A program in progress: the index of its next step, and who acts in each of its steps."""

    step: str
    program: str
    next: int
    actor: int


run_frame = shared(RunFrame)
Next = tuple[RunFrame, "Frame | None", "Callable[[State, Any], Any]"]
"""What a frame becomes, the frame of the step that it begins, if that has one, and how it runs."""


class Program(Step[RunFrame]):
    """A program in progress.

    Its frame is the one whose second value is a name and not a seat; the actor,
    -1 where nobody acts, stands last and is handed to each step.
    """

    name = "run"
    frame = RunFrame

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.known: dict[RunFrame, Next | None] = {}

    def run(self, s: State, f: RunFrame) -> bool:
        """Do what comes next, up to a step that stays on the stack, or end."""
        stack = s.stack
        while True:
            try:
                found = self.known[f]
            except KeyError:
                found = self.known[f] = self._next(f)
            if found is None:
                stack.pop()
                return False
            f, begun, run = found
            stack[-1] = f
            if begun is not None:
                stack.append(begun)
                waits: bool = run(s, begun)
                return waits
            run(s, f.actor)
            if s.moves or stack[-1] is not f:
                # Who is to be told of moves, and what was put on the stack, come first.
                return False

    def _next(self, f: RunFrame) -> Next | None:
        steps = self.rules.programs[f.program]
        if f.next == len(steps):
            return None
        name = steps[f.next]
        after = run_frame(f.step, f.program, f.next + 1, f.actor)
        if name in self.rules.instants:
            return after, None, self.rules.instants[name]
        return after, self.rules.steps[name].begun(f.actor), self.rules.runs[name]


def running(position: Position, program: str) -> int:
    """Return where a program in progress stands on the stack, the innermost; -1 without one."""
    stack = position.stack
    for at in range(len(stack) - 1, -1, -1):
        frame = stack[at]
        if type(frame) is RunFrame and frame.program == program:
            return at
    return -1


def begin_program(program: str, actor: int) -> RunFrame:
    """Return the frame of a program at its first step."""
    return run_frame("run", program, 0, actor)


# -- the steps ----------------------------------------------------------------


class Rounds(Step[PlainFrame]):
    """Play the rounds one after another; then the game is over.

    Whoever has most points wins; several with as many share the victory (FACTS 7).
    """

    name = "rounds"

    def run(self, s: State, f: PlainFrame) -> bool:
        if s.round < max(self.rules.rounds):
            s.stack.append(begin_program("round", -1))
            return False
        s.stack.pop()
        scores = tuple(s.score(seat) for seat in range(self.rules.n_seats))
        best = max(scores)
        if s.sink is not None:
            s.sink(GameEnded(scores, tuple(i for i, points in enumerate(scores) if points == best)))
        return False


class NewRound(InstantStep):
    """Move the round marker to the next space that is played (1, 4, 7 skipped in a short game)."""

    name = "new_round"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        board = s.board
        board[rules.at_round] = next(n for n in rules.rounds if n > board[rules.at_round])
        for at in range(rules.at_power, rules.at_order + rules.n_seats):
            board[at] = 0
        if s.sink is not None:
            s.sink(RoundBegan(board[rules.at_round], board[rules.at_starter]))


class TurnUp(InstantStep):
    """Turn up the top card of each stack."""

    name = "turn_up"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        board = s.board
        if not rules.stacks:
            # Then there is nothing to be told of either.
            return
        generator, *decks = s.box
        turned = []
        for index, deck in enumerate(decks):
            card = deck[0] if deck else -1
            board[rules.at_face + index] = card
            board[rules.at_taker + index] = -1
            if card >= 0:
                decks[index] = deck[1:]
                board[rules.at_seen] |= 1 << card
                turned.append(card)
        s.drawers[rules.n_seats] = (generator, *decks)
        s.revealed = True
        if s.sink is not None:
            s.sink(CardsTurned(tuple(turned)))


class TurnsFrame(NamedTuple):
    """How many turns have begun."""

    step: str
    actor: int
    begun: int


turns_frame = shared(TurnsFrame)


class Turns(Step[TurnsFrame]):
    """Give every player a turn, in the order of the power cards."""

    name = "turns"
    frame = TurnsFrame

    def begun(self, actor: int) -> TurnsFrame:
        return turns_frame(self.name, actor, 0)

    def run(self, s: State, f: TurnsFrame) -> bool:
        if self.rules.free:
            s.board[self.rules.cell[USED]] = 0
        if f.begun == self.rules.n_seats:
            s.stack.pop()
        else:
            s.stack[-1] = turns_frame(self.name, f.actor, f.begun + 1)
            s.stack.append(begin_program("turn", s.board[self.rules.at_order + f.begun]))
        return False


class ClearStacks(InstantStep):
    """Take the face-up cards away; a card that returns goes back under its stack."""

    name = "clear_stacks"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        board = s.board
        if not rules.stacks:
            return
        untaken = []
        for index in range(len(rules.stacks)):
            card = board[rules.at_face + index]
            if card < 0:
                continue
            if board[rules.at_taker + index] < 0:
                untaken.append(card)
            clear_stack(s, index)
        if s.sink is not None:
            s.sink(CardsCleared(tuple(untaken)))


def clear_stack(s: State, index: int) -> None:
    """Take a stack's face-up card away; one that returns goes back under the stack."""
    rules = s.rules
    board = s.board
    card = board[rules.at_face + index]
    if rules.cards[card].returns:
        generator, *decks = s.box
        decks[index] = (*decks[index], card)
        s.drawers[rules.n_seats] = (generator, *decks)
        board[rules.at_seen] &= ~(1 << card)
    board[rules.at_face + index] = -1
    board[rules.at_taker + index] = -1


class PassStarter(InstantStep):
    """Whoever acted last begins the next round (S0, "Play the power cards")."""

    name = "pass_starter"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        s.board[rules.at_starter] = s.board[rules.at_order + rules.n_seats - 1]


class ExpireHeld(PausingStep):
    """Discard held cards whose last round this was, when they could be used once more."""

    name = "expire_held"
    trigger = "round_end"

    def run(self, s: State, f: AskedFrame) -> bool:
        if self.pauses and self.asked_first(s, f):
            return False
        s.stack.pop()
        if s.held:
            expire_held(s, *range(s.round + 1))
        return False


class EndOfRoundScoring(InstantStep):
    """Hold the general scoring after rounds 3, 6 and 9."""

    name = "end_of_round_scoring"

    def do(self, s: State, actor: int) -> None:
        if s.round in self.rules.scoring_rounds:
            s.stack.append(begin_program("general_scoring", -1))
            if s.sink is not None:
                s.sink(GeneralScoring(s.round))
