"""Prints the trail of a random game of every variant: digests, events, views.

The test of determinism runs it under several hash seeds; every line must be the same.
"""

from __future__ import annotations

import json
import sys
from hashlib import blake2b
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).parent
    sys.path[:0] = [str(here), str(here.parent)]

from games import VARIANTS, Variant, rng_for, start, told

from elgrande.content.positions.position_format import describe
from elgrande.rules import Generator
from elgrande.rules.events import to_plain


def trail(variant: Variant) -> str:
    """Return one line that tells a game and all that is told of it from every other."""
    state = start(variant, 60)
    told_so_far = blake2b(digest_size=8)
    answers = 0
    for before, seat, code, events in told(state, rng_for(variant, 60, "trail")):
        seen: list[object] = [seat, code, before.digest(), [to_plain(event) for event in events]]
        if answers % 5 == 0:
            view = before.view(seat)
            dealt = view.sample(Generator.seeded(answers))
            seen += [view.to_plain(), describe(before), dealt.digest()]
        told_so_far.update(json.dumps(seen).encode())
        answers += 1
    return f"{variant} {answers} {state.digest()} {told_so_far.hexdigest()}"


if __name__ == "__main__":
    for each in VARIANTS:
        print(trail(each))
