"""Measure what the project promises, and print it as a table and as JSON."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import core
import storage

GOALS = {
    "games against python-chess": ("at least", 5.0, "times"),
    "an answer of Grandissimo": ("at most", 2.5, "times"),
    "an answer of Intrigue": ("at most", 2.8, "times"),
    "an answer of the Colonies": ("at most", 4.2, "times"),
    "an answer of King & Colonies": ("at most", 5.5, "times"),
    "copy": ("under", 3.0, "us"),
    "load of a finished save": ("under", 150.0, "ms"),
    "first paint of the menu against one Static": ("at most", 1.35, "times"),
    "first paint of a game against one Static": ("at most", 2.2, "times"),
    "the first resume, 500 saves against 5": ("at most", 2.0, "times"),
    "500 saves more than 5, menu": ("under", 300.0, "ms"),
    "500 saves more than 5, load list": ("under", 300.0, "ms"),
    "500 saves more than 5, resume": ("under", 300.0, "ms"),
    "500 saves more than 5, resume NAME": ("under", 300.0, "ms"),
    "500 saves more than 5, show, near miss": ("under", 300.0, "ms"),
    "500 saves more than 5, resume, all over": ("under", 300.0, "ms"),
    "key to paint, median": ("under", 20.0, "ms"),
    "key to paint, 95 of 100": ("under", 50.0, "ms"),
    "the same with 8 bots at work": ("at most", 4 / 3, "times"),
    "with 8 bots, 95 of 100": ("at most", 4 / 3, "times"),
    "the same with 4 marshals at work": ("at most", 4 / 3, "times"),
    "with 4 marshals, 95 of 100": ("at most", 4 / 3, "times"),
}

BUDGETS = {
    "first paint of the menu against one Static": 1.33,
    "first paint of a game against one Static": 2.1,
}
"""What we allow ourselves of a promise, so that a slow day does not break it."""


def an_answer(found: dict[str, float]) -> float:
    """Return the seconds that an answer takes in random games."""
    return 1 / found["games_per_second"] / found["answers_per_game"]


def main() -> int:
    """Run everything; exit code 1 if a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="CPU seconds for each game rate")
    parser.add_argument("--repeats", type=int, default=5, help="rounds of measurements")
    parser.add_argument("--json", type=Path, help="write the results there too")
    parser.add_argument("--no-screen", action="store_true", help="leave the terminal out")
    arguments = parser.parse_args()
    results: dict[str, Any] = {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "versions": {name: metadata.version(name) for name in ("elgrande", "chess", "textual")},
    }
    rates = results["random_games"] = core.games_a_second(arguments.seconds, arguments.repeats)
    results["microseconds"] = core.micro(arguments.repeats)
    results["saves"] = storage.measure(arguments.repeats)
    four = rates["4 players"]["games_per_second"]
    reached = {
        "games against python-chess": four / rates["python-chess"]["games_per_second"],
        **{
            f"an answer of {'the ' * (kind == 'Colonies')}{kind}": an_answer(rates[kind])
            / an_answer(rates["4 players"])
            for kind in core.KINDS
        },
        "copy": results["microseconds"]["copy"],
        "load of a finished save": results["saves"]["load_ms"],
    }
    if not arguments.no_screen:
        import screen
        import shelf

        results["first_paint"] = screen.first_paints(arguments.repeats)
        painted = results["key_to_paint"] = screen.key_to_paint(60 * arguments.repeats)
        first = results["first_paint"]
        reached["first paint of the menu against one Static"] = first["menu_ratio"]
        reached["first paint of a game against one Static"] = first["resume_ratio"]
        results["shelf"] = shelf.measure(arguments.repeats)
        for what, times in results["shelf"].items():
            reached[f"500 saves more than 5, {what}"] = times["more"]
            if "first" in times:
                reached["the first resume, 500 saves against 5"] = times["first"]
        reached["key to paint, median"] = painted["median_ms"]
        reached["key to paint, 95 of 100"] = painted["p95_ms"]
        reached["the same with 8 bots at work"] = painted["bots_ratio"]
        reached["with 8 bots, 95 of 100"] = painted["bots_p95_ratio"]
        reached["the same with 4 marshals at work"] = painted["marshals_ratio"]
        reached["with 4 marshals, 95 of 100"] = painted["marshals_p95_ratio"]
    results["promises"] = {}
    kept = True
    for name, value in reached.items():
        word, goal, unit = GOALS[name]
        good = value >= goal if word == "at least" else value <= goal
        kept &= good
        results["promises"][name] = {
            "value": value,
            "goal": f"{word} {goal:.3g} {unit}",
            "kept": good,
        }
        if name in BUDGETS:
            results["promises"][name]["budget"] = BUDGETS[name]
    show(results)
    if arguments.json:
        arguments.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 0 if kept else 1


def show(results: dict[str, Any]) -> None:
    """Print the table."""
    print(f"Python {results['python']}, {results['machine']}, {results['versions']}\n")
    print(f"{'random games':28}{'a second':>12}{'answers a game':>18}{'us an answer':>16}")
    for name, found in results["random_games"].items():
        rate, answers = found["games_per_second"], found["answers_per_game"]
        print(f"{name:28}{rate:12.1f}{answers:18.0f}{1e6 / rate / answers:16.1f}")
    print(f"\n{'microseconds':28}")
    for name, value in results["microseconds"].items():
        print(f"{name:28}{value:12.2f}")
    for part in ("saves", "first_paint", "key_to_paint"):
        if part in results:
            print(f"\n{part.replace('_', ' '):28}")
            for name, value in results[part].items():
                print(f"{name:28}{value:12.2f}")
    if "shelf" in results:
        print(f"\n{'saves, ms':28}{'5':>12}{'500':>12}{'more':>12}")
        for name, found in results["shelf"].items():
            print(
                f"{name:28}" + "".join(f"{found[each]:12.0f}" for each in ("few", "many", "more"))
            )
    print(f"\n{'promises':44}{'measured':>10}   {'goal':20} {'':6} our budget")
    for name, promise in results["promises"].items():
        mark = "kept" if promise["kept"] else "BROKEN"
        budget = ""
        if "budget" in promise:
            word = "within" if promise["value"] <= promise["budget"] else "over"
            budget = f" {word} {promise['budget']:.3g}"
        print(f"{name:44}{promise['value']:10.2f}   {promise['goal']:20} {mark:6}{budget}")


if __name__ == "__main__":
    sys.exit(main())
