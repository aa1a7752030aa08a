"""Finding entries by what people type: a few words, half a word, another word for it.

Case and accents do not count. A word of the title weighs most, then a keyword,
then the text; a whole word weighs more than a beginning. Entries that answer
more of the typed words come first.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.reference.entry import RuleEntry

TITLE, KEYWORD, TEXT = 6.0, 4.0, 1.0
COVERED = 4.0
"""What it brings when all words of a title were typed."""
MADE = 0.85
"""Of two that fit as well, the rule comes before the card or house rule that uses it."""

_WORD = re.compile(r"[0-9a-z]+(?:-[0-9a-z]+)*")
_CARD = re.compile(r"\d+-\d+")
# Words that questions are made of; alone they would find everything.
_EMPTY = frozenset(
    {
        "a", "an", "and", "are", "at", "be", "by", "can", "do", "does", "for", "from", "get", "how",
        "i", "if", "in", "into", "is", "it", "me", "my", "of", "on", "or", "s", "so", "than",
        "that", "the", "then", "there", "they", "this", "to", "was", "what", "when", "where",
        "which", "who", "whose", "why", "will", "with", "you", "your",
    }
)  # fmt: skip


def folded(text: str) -> str:
    """Return a text without case and accents."""
    plain = unicodedata.normalize("NFKD", text)
    return "".join(char for char in plain if not unicodedata.combining(char)).casefold()


def words(text: str) -> list[str]:
    """Return the words of a text for comparing; ``8/4/0`` is one word, ``no-one`` three."""
    plain = re.sub(r"(?<=\d)/(?=\d)", "", folded(text)).replace("'", " ").replace("’", " ")
    out = []
    for word in _WORD.findall(plain):
        out.append(word)
        if "-" in word:
            out += word.split("-")
    return out


def asked(text: str) -> list[str]:
    """Return the words that a person looks for; all of them if only small words were typed."""
    out: list[str] = []
    for word in words(text):
        parts = "-" in word and not _CARD.fullmatch(word)
        # The parts follow the whole; of a card's number only the whole is meant.
        if parts or (out and _CARD.fullmatch(out[-1]) and word in out[-1].split("-")):
            continue
        out.append(word)
    telling = [word for word in out if word not in _EMPTY]
    return telling or out


class Index:
    """The words of some entries, made once."""

    def __init__(self, entries: Sequence[RuleEntry]) -> None:
        self._entries = entries
        self._where: dict[str, dict[int, float]] = {}
        """Every word, with the entries that it stands in and the weight of the best field."""
        self._titles: list[list[str]] = []
        for at, entry in enumerate(entries):
            title = words(entry.title)
            self._titles.append([word for word in title if word not in _EMPTY])
            self._note(at, words(entry.text), TEXT)
            self._note(at, words(" ".join((entry.id, *entry.keywords))), KEYWORD)
            self._note(at, title, TITLE)
        self._stems = {word: _stem(word) for word in self._where}

    def _note(self, at: int, found: list[str], weight: float) -> None:
        for word in found:
            self._where.setdefault(word, {})[at] = weight

    def search(self, text: str) -> list[RuleEntry]:
        """Return the entries that answer any of the words, the best first; all for no word."""
        typed = asked(text)
        if not typed:
            return list(self._entries)
        found: dict[int, int] = {}
        weight: dict[int, float] = {}
        near: set[str] = set()
        for word in typed:
            for at, best in self._answers(word, near).items():
                found[at] = found.get(at, 0) + 1
                weight[at] = weight.get(at, 0.0) + best
        for at in found:
            title = self._titles[at]
            weight[at] += COVERED * sum(word in near for word in title) / max(len(title), 1)
            weight[at] *= MADE if self._entries[at].made else 1
        return [self._entries[at] for at in sorted(found, key=lambda i: (-found[i], -weight[i], i))]

    def _answers(self, typed: str, near: set[str]) -> dict[int, float]:
        """Return the entries that answer a word, and how well; ``near`` gets what it means."""
        stem = _stem(typed)
        out: dict[int, float] = {}
        for word, entries in self._where.items():
            if word == typed:
                like = 1.0
            elif self._stems[word] == stem:
                like = 0.8
            elif word.startswith(typed):
                like = 0.5 if len(typed) > 1 else 0.2
            else:
                continue
            if like > 0.5:
                near.add(word)
            for at, weight in entries.items():
                out[at] = max(out.get(at, 0.0), weight * like)
        return out


def _stem(word: str) -> str:
    """Cut a plural or a participle off, roughly: ``ties`` and ``tied`` meet ``tie``."""
    for ending in ("ing", "es", "ed", "s", "d", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            return word[: -len(ending)]
    return word
