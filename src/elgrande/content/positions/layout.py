"""A described position, laid out: what is left out is as it is before anybody is set up.

Nobody is on the board then, nothing covered, every card unseen. Where the King is must be written,
and where those are who are never in the provinces. A deck whose order is not given is dealt by the
seed from the cards that are not yet seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from elgrande.content.edition import edition
from elgrande.content.files import ContentError, TomlTable
from elgrande.content.positions.hands import Hands
from elgrande.content.positions.playable import (
    FILE,
    NEVER,
    between,
    check_held,
    check_playable,
    mark_form,
    takers,
)
from elgrande.content.positions.position_format import SCHEMA, as_described, played_rules
from elgrande.content.veil import OPEN, RULE, VEILED
from elgrande.content.words.names import GameNames
from elgrande.rules import Generator, Held, Ruleset, State, View
from elgrande.rules.dealing import draw_boxed
from elgrande.rules.parts import LASTS, Frame, tupled
from elgrande.rules.spec import PROVINCES, Form
from elgrande.rules.start import empty_board

_SHOWN = 30
"""So many names are listed."""


def lay_out(rules: Ruleset, data: Mapping[str, Any], seed: int) -> State:
    """Return the State that a description says; what it leaves open is dealt by the seed.

    Raises ContentError with one sentence that names the place and the fault.
    """
    return _Layout(rules, data, seed).state()


class _Layout:
    """Reads one description."""

    def __init__(self, rules: Ruleset, data: Mapping[str, Any], seed: int) -> None:
        self.rules, self.data = rules, data
        self.top = TomlTable(data, FILE, "top")
        self.turns_start = "program" not in self.top
        self.generator = Generator.seeded(seed)
        self.board = empty_board(rules)
        self.family_of = {kind: at for at, family in enumerate(rules.families) for kind in family}
        self.placed: dict[int, TomlTable] = {}
        """Who has been said to stand where, by kind."""
        self.drawers: list[tuple[Any, ...] | None] = []
        self.hands = Hands(rules, self.generator)

    def state(self) -> State:
        rules, top, board = self.rules, self.top, self.board
        schema = top.number("schema", 1, 1_000_000, SCHEMA)
        if schema != SCHEMA:
            raise top.fault("schema", f"this program reads schema {SCHEMA}; write {SCHEMA}")
        said = top.text("edition", rules.edition)
        if said != rules.edition:
            problem = (
                f"the position is of {said!r}, this game of {rules.edition!r}; choose its edition"
            )
            raise top.fault("edition", problem)
        if top.flag("short", default=False) and rules.rounds != edition(said).short_rounds:
            raise top.fault("short", "the position is of a short game; begin one, or leave it out")
        if "rules" in top:
            edition(rules.edition).check_version(top.text("rules"), f"{FILE}, top")
        expansions = top.texts("expansions", list(rules.expansions))
        if sorted(expansions) != sorted(rules.expansions):
            played, said = (", ".join(ids) or "none" for ids in (rules.expansions, expansions))
            raise top.fault(
                "expansions",
                f"the position is of a game with {said}, this one has {played}; choose the same",
            )
        self._house(top.table("house"))
        if top.text(RULE, OPEN) not in (OPEN, VEILED):
            raise top.fault(RULE, f"write {OPEN!r} or {VEILED!r}")
        # Which one is played the Setup says; nothing of the position depends on it.
        board[rules.at_round] = self._round(top.raw("round", rules.rounds[0]))
        board[rules.at_starter] = self._index(top, "starter", rules.colours, rules.colours[0])
        bare = State(rules, board, [], (), (), [])
        reigned = [name for at, name in enumerate(rules.nodes) if rules.may_reign(bare, at)]
        board[rules.at_king] = self._index(top, "king", rules.nodes, offered=reigned)
        self._scoreboards(top.table("scoreboards"))
        seats = top.tables("seat")
        colours = [table.text("colour") for table in seats]
        if colours != list(rules.colours):
            raise ContentError(
                f"{FILE}: the seats must be {', '.join(rules.colours)}, in this order"
            )
        for seat, table in enumerate(seats):
            self._seat(seat, table)
        neutral = top.table("neutral")
        for name, data in neutral.items():
            if name not in rules.kinds[rules.n_seats :]:
                raise neutral.fault(name, _unknown(name, rules.kinds[rules.n_seats :]))
            self._caballeros(rules.kinds.index(name), TomlTable(data, FILE, f"neutral.{name}"))
        self._families()
        cells = top.table("cells")
        for name, value in cells.items():
            if name not in rules.cell:
                raise cells.fault(name, _unknown(name, [*rules.cell]))
            board[rules.cell[name]] = self._value(cells, name, name, value)
        program = [] if self.turns_start else self._program(top.raw("program"))
        position = State(rules, board, program, (), (), [*self.drawers, None])
        self.hands.deal(position)
        position.held = held = tuple(self._held(table) for table in top.tables("held"))
        decks = self._stacks(top.tables("stack"), held)
        # Where every turn takes a face-up card, those who took one have had theirs.
        turns = top.number("turns", 0, rules.n_seats, len(takers(position)))
        order = top.texts("order", [])
        generator = top.text("generator", f"{self.generator.state:016x}")
        if not _is_hex(generator):
            raise top.fault("generator", "leave it out, or use what 'show' prints")
        top.raw("waiting_for"), top.raw("legal"), top.raw("digest")
        top.close()
        position.drawers[rules.n_seats] = (int(generator, 16), *decks)
        self._order(position, order)
        if self.turns_start:
            position.stack = between(position, turns)
        for number in range(len(held)):
            check_held(position, number)
        if self.turns_start:
            check_playable(position, turns)
            self._begin(position)
        # The steps rest on all the rest, so they are good for the very position they were
        # printed with and for no other.
        elif (known := as_described(position, self.data)) is None:
            raise top.fault(
                "program", "leave it out, or use the whole of what 'show' prints, unchanged"
            )
        else:
            if isinstance(known, View):
                # What others have answered in secret is among what the steps rest on.
                position = known.sample(self.generator)
            position.advance()
        return position

    def _round(self, said: object) -> int:
        rules = self.rules
        # Before the first round there is only what steps describe.
        known = rules.rounds if self.turns_start else (0, *rules.rounds)
        number = next((number for number in known if type(said) is int and said == number), -1)
        if number < 0:
            rounds = ", ".join(map(str, rules.rounds))
            raise self.top.fault("round", f"the rounds of this game are {rounds}")
        return number

    def _house(self, table: TomlTable) -> None:
        """Refuse a position of a game with other house rules."""
        rules = self.rules
        own = {rule.key: rule for rule in played_rules(rules)}
        for key, value in table.items():
            if key not in own:
                raise table.fault(key, _unknown(key, [*own]))
            if not own[key].allows(value):
                raise table.fault(key, f"write {own[key].wants} here")
            here = rules.options.get(key, own[key].default)
            if value != here:
                said, played = str(value).lower(), str(here).lower()
                problem = f"the position is of {said!r}, this game of {played!r}; choose the same"
                raise table.fault(key, problem)

    def _begin(self, position: State) -> None:
        rules = self.rules
        if position.stack[-1].step == "rounds":
            if any(slot.card >= 0 for slot in position.slots):
                raise self.top.fault(
                    "program", f"the {GameNames(rules).power}s do not tell here whose turn it is; "
                    "use what 'show' prints, or let the round begin without a 'face'"
                )  # fmt: skip
            earlier = [number for number in rules.rounds if number < position.round]
            self.board[rules.at_round] = earlier[-1] if earlier else 0
        written = {name: position.cell(name) for name in sorted(rules.passing)}
        for name in written:
            self.board[rules.cell[name]] = rules.cell_start[name]
        position.advance()
        for name, value in written.items():
            if value not in (rules.cell_start[name], position.cell(name)):
                raise self.top.fault(f"cells.{name}", "it counts within a turn alone; leave it out")

    def _program(self, program: object) -> list[Frame]:
        frames: list[object] = program if isinstance(program, list) else [None]
        out = []
        for frame in frames:
            try:
                out.append(self.rules.named(tupled(frame) if isinstance(frame, list) else ()))
            except ValueError:
                fault = self.top.fault("program", "leave it out, or use what 'show' prints")
                raise fault from None
        return out

    def _index(
        self, table: TomlTable, field: str, names: tuple[str, ...], default: str | None = None,
        offered: Sequence[str] = (),
    ) -> int:  # fmt: skip
        if default is None and field not in table:
            raise table.fault(field, f"write one of {', '.join(offered or names)} here")
        name = table.text(field, default)
        if name not in names:
            raise table.fault(field, _unknown(name, offered or names))
        return names.index(name)

    def _scoreboards(self, table: TomlTable) -> None:
        rules = self.rules
        for name, _ in table.items():
            if name not in rules.mobile_names:
                raise table.fault(name, f"the scoreboards are {', '.join(rules.mobile_names)}")
            target = self._index(table, name, rules.targets)
            if target in self.board[rules.at_mobile : rules.at_round]:
                raise table.fault(name, "another mobile scoreboard is there; name another place")
            self.board[rules.at_mobile + rules.mobile_names.index(name)] = target

    def _caballeros(self, kind: int, table: TomlTable) -> None:
        rules = self.rules
        family = rules.families[self.family_of[kind]]
        most = rules.family_start[self.family_of[kind]]
        self.placed[kind] = table
        cells = rules.kind_cells[kind]
        self.board[cells] = [0] * (cells.stop - cells.start)
        for name, _ in table.items():
            if name not in rules.places:
                raise table.fault(name, _unknown(name, rules.places))
            number, place = table.number(name, 0, most), rules.places.index(name)
            at = rules.at_kind[kind][place]
            if number and at != rules.at_coming[kind][place]:
                raise table.fault(name, NEVER.format(number))
            if name != PROVINCES or kind != family[0]:
                self.board[at] = number

    def _families(self) -> None:
        """Put the plain ones of a family into the provinces, as many as are nowhere else."""
        rules = self.rules
        for family, whole in zip(rules.families, rules.family_start, strict=True):
            at = rules.at_kind[family[0]][rules.provinces]
            table = self.placed.get(family[0])
            if table is not None or any(kind in self.placed for kind in family):
                self.board[at] = 0
            rest = whole - sum(sum(self.board[rules.kind_cells[kind]]) for kind in family)
            said = None if table is None or PROVINCES not in table else table.raw(PROVINCES)
            if rest < 0 or said not in (None, rest):
                where = table.place if table is not None else f"neutral.{rules.kinds[family[0]]}"
                many = "many" if (more := (said or 0) - rest) > 0 else "few"
                raise ContentError(
                    f"{FILE}, {where}: {abs(more)} too {many}, as there are {whole} caballeros; "
                    f"leave {PROVINCES!r} out and let no more than {whole} be elsewhere"
                )
            if rules.veiled and rules.provinces in rules.never[family[0]]:
                # Whoever may not look into the Castillo cannot say who is there.
                at = rules.at_kind[family[0]][rules.castillo]
            self.board[at] += rest

    def _value(self, table: TomlTable, field: str, name: str, plain: Any) -> Any:
        """Read an expansion's value of this name."""
        form = self.rules.forms.get(name)
        if form is not None:
            number = form.read(plain)
            if number is None:
                raise table.fault(field, f"write {form.wants} here")
            return number
        least = min(0, self.rules.cell_start.get(name, 0))
        if name in self.rules.cell and (type(plain) is not int or plain < least):
            raise table.fault(field, f"write a number from {least} on here")
        return tupled(plain) if isinstance(plain, list) else plain

    def _seat(self, seat: int, table: TomlTable) -> None:
        rules, board = self.rules, self.board
        table.place = f"seat {rules.colours[seat]}"
        board[rules.at_score + seat] = table.number("score", 0, 10_000, 0)
        if "grande" in table:
            board[rules.at_grande + seat] = self._index(table, "grande", rules.homes)
        power = table.number("power", 0, max(rules.power_values), 0)
        if power and power not in rules.power_bit:
            values = ", ".join(map(str, rules.power_values))
            raise table.fault("power", f"write one of {values} here, or 0 for none")
        board[rules.at_power + seat] = power
        places = table.table("caballeros")
        places.place = f"{table.place}.caballeros"
        self._caballeros(seat, places)
        self.hands.read(table, power)
        disk = self._index(table, "disk", rules.regions) if "disk" in table else -1
        if disk >= 0 and self.turns_start:
            raise table.fault("disk", "no disk is set at a turn's start; leave it out")
        hidden: list[Any] = list(rules.hidden_start)
        if "drawer" in table:
            written = table.raw("drawer")
            if not isinstance(written, list) or len(written) != len(hidden):
                number = len(hidden)
                raise table.fault("drawer", f"this game keeps {number} values there; leave it out")
            hidden = [
                self._value(table, "drawer", name, value)
                for name, value in zip(rules.hidden_at, written, strict=True)
            ]
        self.drawers.append((0, disk, *hidden))
        table.close()

    def _cards(self, table: TomlTable, field: str, stack: int) -> list[int]:
        return [self._card(table, field, name, stack) for name in table.texts(field, [])]

    def _card(self, table: TomlTable, field: str, name: str, stack: int) -> int:
        card = self.rules.card_index.get(name, -1)
        if card < 0 or self.rules.cards[card].stack != stack:
            problem = (
                f"stack {stack} of this game has no card {name!r}; leave it out, or choose the "
                "deck that has it"
            )
            raise table.fault(field, problem)
        return card

    def _stacks(self, tables: list[TomlTable], held: tuple[Held, ...]) -> list[tuple[int, ...]]:
        rules, board = self.rules, self.board
        given: dict[int, TomlTable] = {}
        for table in tables:
            number = table.number("number", 0, 99)
            if number not in rules.stacks or number in given:
                known = f"the stacks are {', '.join(map(str, rules.stacks))}; name each once"
                problem = known if rules.stacks else "this game has no stacks; remove it"
                raise table.fault("number", problem)
            given[number] = table
        decks = []
        for index, stack in enumerate(rules.stacks):
            table = given.get(stack, TomlTable({}, FILE, f"stack {stack}"))
            table.place = f"stack {stack}"
            seen = self._cards(table, "gone", stack)
            if back := [rules.cards[card].id for card in seen if rules.cards[card].returns]:
                raise table.fault("gone", f"{back[0]} returns every round; leave it out")
            if "face" in table or "taken_by" in table:
                face = self._card(table, "face", table.text("face"), stack)
                board[rules.at_face + index] = face
                seen.append(face)
                if "taken_by" in table:
                    taker = self._index(table, "taken_by", rules.colours)
                    board[rules.at_taker + index] = taker
            if len(set(seen)) != len(seen):
                raise table.fault("gone", "a card is in two places; each is there once")
            seen += [h.card for h in held if rules.cards[h.card].stack == stack]
            deck = self._cards(table, "deck", stack)
            rest = [card for card in rules.stack_cards[index] if card not in seen]
            if set(deck) & set(seen) or len(set(deck)) != len(deck):
                raise table.fault("deck", "a card is in two places; each is there once")
            unknown = [number for number in rest if number not in deck]
            for card in self._laid(unknown, seen):
                unknown.remove(card)
                seen.append(card)
            for card in seen:
                board[rules.at_seen] |= 1 << card
            for group, number in rules.boxed[index]:
                if sum(card in group for card in unknown) < number:
                    names = ", ".join(rules.cards[card].id for card in sorted(group))
                    problem = f"{number} of {names} went back to the box unseen; list fewer of them"
                    raise table.fault("deck" if deck else "gone", problem)
            draw_boxed(rules, index, unknown, self.generator)
            decks.append((*deck, *self.generator.shuffled(unknown)))
            table.raw("left")
            table.close()
        return decks

    def _laid(self, unknown: list[int], seen: list[int]) -> list[int]:
        """Return the cards that a value tells to be gone though nobody wrote it."""
        rules, laid = self.rules, []
        for name, effect in rules.laid_by.items():
            carriers = rules.carriers(effect)
            told = self.board[rules.cell[name]] == rules.cell_start[name] or carriers & {*seen}
            if not told and not any(rules.cards[card].returns for card in carriers):
                laid += [card for card in unknown if card in carriers][:1]
        return laid

    def _held(self, table: TomlTable) -> Held:
        rules = self.rules
        name = table.text("card")
        card = rules.card_index.get(name, -1)
        if card < 0:
            raise table.fault("card", _unknown(name, [*rules.card_index]))
        owner = self._index(table, "owner", rules.colours)
        until = table.raw("until")
        rounds = {number: number for number in rules.rounds}
        # What is none of these ``check_held`` refuses, which knows how long the card is kept.
        last = Form({**rounds, **LASTS}).read(until) or 0
        mark = -1
        form = mark_form(rules, card)
        if form is not None and (plain := table.raw("mark")) is not None:
            found = form.read(plain)
            if found is None:
                raise table.fault("mark", f"write {form.wants} here")
            mark = found
        table.close()
        return Held(card, owner, last, mark)

    def _order(self, position: State, given: tuple[str, ...]) -> None:
        rules, board = self.rules, self.board
        shown = {seat: rules.initiative(position, seat) for seat in range(rules.n_seats)
                 if position.power(seat)}  # fmt: skip
        order = sorted(range(rules.n_seats), key=lambda seat: -shown.get(seat, 0))
        if given:
            if sorted(given) != sorted(rules.colours):
                raise self.top.fault("order", "name every colour once, the first to act first")
            order = [rules.colours.index(colour) for colour in given]
            if order != sorted(order, key=lambda seat: -shown.get(seat, 0)):
                raise self.top.fault("order", "the highest card acts first; leave it out")
        if len(shown) == rules.n_seats:
            board[rules.at_order : rules.at_face] = order


def _unknown(name: str, known: Sequence[str]) -> str:
    """Return that a name is not known: what was most likely meant, or all that could be."""
    if near := get_close_matches(name, known, 1, 0.75):
        return f"there is no {name!r}; did you mean {near[0]!r}?"
    if not known:
        return f"this game has none of that kind; leave {name!r} out"
    if len(known) > _SHOWN:
        return f"there is no {name!r}; write a name like {known[0]!r}"
    return f"{name!r} is not one of {', '.join(known)}"


def _is_hex(text: str) -> bool:
    return bool(text) and len(text) <= 16 and all(c in "0123456789abcdef" for c in text)
