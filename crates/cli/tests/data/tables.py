#!/usr/bin/env python3
# Random finite games given as tables, as one rules program of many games; a position is `GAME:POSITION`. The name of this
# file says which games: `normal` and `misere` have sums, in `loops` positions repeat. `tables.rs` starts it as a rules
# program, and with the verb `expected`: then it solves the positions itself, and shares nothing with the library.
import os
import sys
from functools import cache
from random import Random

KIND = os.path.basename(sys.argv[0])
GAMES = {"normal": 1000, "misere": 500, "loops": 500}[KIND]

@cache
def table(game):
    """The options of each position, each with its parts; a part is a smaller number, except in games with loops."""
    random = Random(f"{KIND} {game}").random  # of a fixed sequence in every version of Python
    below = lambda n: int(random() * n)
    positions = []
    size = 1 + below(12)
    for p in range(size):
        reachable = size if KIND == "loops" else p
        options = [(below(reachable),) for _ in range(below(7 if KIND == "normal" else 4)) if reachable]
        for i, option in enumerate(options):
            if KIND != "loops" and below(3) == 0:  # a sum of one to three small parts, some of them equal
                parts = [below(min(p, 5)) for _ in range(1 + below(3))]
                options[i] = tuple(parts + parts[:1] * below(2))[-3:]
            elif below(6) == 0:  # another move that does the same
                options[i] = options[below(i + 1)]
        if p > 0 and below(5) == 0:  # the same position once more, in another order
            options = [option[::-1] for option in reversed(positions[below(p)])]
        positions.append(options)
    return positions

def options_of(game, parts):
    """What each move leaves of a sum: a move is one in one of the parts."""
    left = [parts[:i] + parts[i + 1:] + option for i, part in enumerate(parts) for option in table(game)[part]]
    return [tuple(sorted(parts)) for parts in left]

def listed(game):
    """The positions of the table; under misere play also all sums that can be reached."""
    positions = [(p,) for p in range(len(table(game)))]
    known = set(positions)
    for parts in positions if KIND == "misere" else []:
        new = dict.fromkeys(option for option in options_of(game, parts) if option not in known)
        known.update(new)
        positions += new
    return positions

def name(game, parts):
    """The text of a sum. Under misere play it is one position."""
    between = "." if KIND == "misere" else f" + {game}:"
    return f"{game}:" + between.join(map(str, parts))

# The solver plays sums out, and uses no theorem.

@cache
def solved(game, parts):
    """Whether the player to move wins, the Grundy value, the number of winning moves, the number of moves to the end."""
    options = [solved(game, option) for option in options_of(game, parts)]
    if not options:
        return KIND == "misere", 0, 0, 0
    winning = [option for option in options if not option[0]]
    values = {option[1] for option in options}
    grundy = next(v for v in range(len(values) + 1) if v not in values)
    remoteness = 1 + (min if winning else max)(option[3] for option in winning or options)
    return bool(winning), grundy, len(winning), remoteness

@cache
def labels(game):
    """Of the positions of a game with loops whether they are won, and the number of moves, in rounds from the end."""
    known = {}
    while True:
        new = {}
        for p, options in enumerate(table(game)):
            after = [known.get(q) for (q,) in options]
            if p not in known and any(label and not label[0] for label in after):
                new[p] = [True, 1 + min(label[1] for label in after if label and not label[0])]
            elif p not in known and all(label and label[0] for label in after):
                new[p] = [False, max((1 + label[1] for label in after), default=0)]
        if not new:
            return known
        known.update(new)

def expected(game, parts):
    """Answer, number of winning moves, Grundy value and number of moves to the end."""
    if KIND == "loops":
        known = labels(game)
        wins, remoteness = known.get(parts[0], (None, None))
        count = sum(known.get(q, [True])[0] is False for (q,) in options_of(game, parts))
    else:
        wins, grundy, count, remoteness = solved(game, parts)
    answer = {True: "Win", False: "Lose", None: "Draw"}[wins]
    return answer, count, grundy if KIND == "normal" else None, remoteness

verb, numbers = sys.argv[1], list(map(int, sys.argv[2:]))
if verb == "about":
    print(f"answer: Win Lose{' Draw' * (KIND == 'loops')}\nsmallest: 0\nsweep-to: {GAMES - 1}")
    print({"normal": "play: normal", "misere": "play: misere", "loops": "loops: yes"}[KIND])
elif verb in ["positions", "sizes", "expected"]:
    first, last = (numbers * 2)[:2] or [0, GAMES - 1]
    for game in range(first, last + 1):
        for parts in listed(game):
            position = f"{game} " * (verb == "sizes") + name(game, parts)
            print(position, *expected(game, parts) if verb == "expected" else [])
elif verb == "moves":
    for line in sys.stdin:
        game, parts = line.split(":")
        options = options_of(int(game), tuple(map(int, parts.split("."))))
        print(" ; ".join(name(game, option) for option in options))
else:
    sys.exit(2)
