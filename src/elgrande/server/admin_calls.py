"""The sysop's calls and what each is for, with what comes behind it."""

CALLS = {
    "who": "who is in, from where and for how long",
    "games": "[NAME]: all games that are not over, or those that somebody made",
    "costs": "whose bots have computed how long lately, how many games and lines are whose",
    "kick": "NAME or NUMBER: end somebody's connections",
    "delete": "GAME: let it be no more; its save is in the bin",
    "end": "GAME: let bots play it to its end",
    "hand": "GAME COLOUR: let a bot play a seat",
    "forget": "NAME: a person and their keys, so that the name is anybody's",
    "ban": "NAME, ADDRESS or FINGERPRINT: let them in no more; without one, who is banned",
    "unban": "NAME, ADDRESS or FINGERPRINT: let them in again",
    "wall": "WORDS: say something to everybody",
    "drain": "[SECONDS | off]: let nobody in any more, tell everybody, and end",
    "stats": "numbers, as a metrics collector reads them",
    "rekey": "NAME: forget somebody's keys and print a code for a new one",
    "reindex": "add to the list of games what only the saves have",
}
