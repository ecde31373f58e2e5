#!/usr/bin/env python3
# The strip game: a pawn goes to the next free square; the player who reaches the last one wins.
import sys
from itertools import combinations

verb = sys.argv[1]
if verb == "about":
    print("title: Gra, the strip game\nsize: squares\nsmallest: 2\nanswer: count\nsweep-to: 12")
    print("rules: Pawns stand on the squares of a strip, at most one on each. A move brings one pawn to the "
          "nearest free square on its right, past the pawns in between. The player who brings a pawn to the last "
          "square, the goal, wins.")
elif verb == "positions":
    m = int(sys.argv[2])
    for n in range(1, m):
        for pawns in combinations(range(1, m), n):
            print(m, n, *pawns)
elif verb == "moves":
    for line in sys.stdin:
        m, n, *pawns = map(int, line.split())
        options = []
        for pawn in pawns if m not in pawns else []:
            to = pawn + 1
            while to in pawns:
                to += 1
            after = sorted(set(pawns) - {pawn} | {to})
            options.append(f"{pawn} to {to} -> {m} {n} " + " ".join(map(str, after)))
        print(" ; ".join(options))
else:
    sys.exit(2)
