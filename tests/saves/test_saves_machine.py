"""Any sequence of playing, closing, renaming, failing calls and power cuts keeps the promise."""

import errno
import random
from pathlib import Path

from fakefs import FakeFs
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from elgrande.saves import Paths, SaveBroken, SaveError, SaveFile, Store

HOME = Path("/data")


class Life(RuleBasedStateMachine):
    """One game on one disk; ``told`` are the records that were acknowledged, ``due`` one on its
    way.
    """

    @initialize()
    def begin(self) -> None:
        self.names = iter(f"game-{n}" for n in range(1000))
        self.count = 0
        self.due: list[object] = []
        self.told: list[object] = []
        self.on(FakeFs())
        self.name = next(self.names)
        self.save: SaveFile | None = self.store.create(self.name, "1996-1", {"game": {"seed": 7}})

    def on(self, fs: FakeFs) -> None:
        self.fs = fs
        self.store = Store(Paths(HOME), fs)

    def opened(self) -> SaveFile:
        if self.save is None:
            self.save = self.store.open(self.name)
            self.check([record.fields["do"] for record in self.save.records])
        return self.save

    def check(self, found: list[object]) -> None:
        """What is found is what was acknowledged, or one record more; from now on it counts."""
        assert found in (self.told, self.told + self.due)
        self.told, self.due = found, []

    @rule(commands=st.integers(1, 3))
    def play(self, commands: int) -> None:
        save = self.opened()
        self.count += 1
        do = [f"red {self.count}"] * commands
        save.append("command", {"do": do})
        self.told = [*self.told, do]

    @rule(after=st.integers(0, 5), error=st.sampled_from([errno.ENOSPC, errno.EIO]))
    def play_on_a_failing_disk(self, after: int, error: int) -> None:
        save = self.opened()
        self.count += 1
        do = [f"red {self.count}"]
        self.fs.fail_at, self.fs.error = len(self.fs.calls) + after, error
        try:
            save.append("command", {"do": do})
        except SaveBroken:
            self.due = [do]
        else:
            self.told = [*self.told, do]
        self.fs.fail_at = -1
        if save.problem is not None:
            self.name = next(self.names)
            save.rescue(self.name)
            self.close()
            self.due = []  # a rescue holds what was acknowledged, and nothing else

    @rule()
    def close(self) -> None:
        if self.save is not None:
            self.save.close()
        self.save = None

    @rule()
    def rename(self) -> None:
        self.close()
        new = next(self.names)
        self.store.rename(self.name, new)
        self.name = new

    @rule(after=st.integers(0, 30))
    def open_on_a_failing_disk(self, after: int) -> None:
        self.close()
        self.fs.fail_at, self.fs.error = len(self.fs.calls) + after, errno.EIO
        try:
            self.opened()
        except SaveError:
            assert self.save is None
        self.fs.fail_at = -1

    @rule(choice=st.randoms(use_true_random=False), cut=st.booleans())
    def lose_power(self, choice: random.Random, cut: bool) -> None:
        if cut:  # in the middle of an append
            save = self.opened()
            self.count += 1
            do = [f"red {self.count}"]
            self.fs.longest_write = 9
            self.fs.fail_at = len(self.fs.calls) + choice.randrange(2, 9)
            try:
                save.append("command", {"do": do})
            except SaveBroken:
                self.due = [do]
            else:
                self.told = [*self.told, do]
        self.on(choice.choice(list(self.fs.after_power_cut())))
        self.save = None
        self.opened()

    @invariant()
    def looking_on_sees_it(self) -> None:
        if hasattr(self, "store"):
            found = [record.fields["do"] for record in self.store.read(self.name).records]
            assert found in (self.told, self.told + self.due)


TestLife = Life.TestCase
TestLife.settings = settings(
    max_examples=40,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
