"""The sysop's calls and what each is for, with what comes behind it."""

CALLS = {
    "who": "who is in, from where and for how long",
    "games": "all games that are not over",
    "kick": "NAME or NUMBER: end somebody's connections",
    "ban": "NAME, ADDRESS or FINGERPRINT: let them in no more; without one, who is banned",
    "unban": "NAME, ADDRESS or FINGERPRINT: let them in again",
    "wall": "WORDS: say something to everybody",
    "drain": "[SECONDS | off]: let nobody in any more, tell everybody, and end",
    "stats": "numbers, as a metrics collector reads them",
    "rekey": "NAME: forget somebody's keys and print a code for a new one",
    "reindex": "add to the list of games what only the saves have",
}
