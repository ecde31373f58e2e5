#!/usr/bin/env python3
# Codeforces 1382B, "Sequential Nim": piles in a row, and a move takes any number of stones from the first pile that is not empty.
# An input has several tests, each of which is n, then the piles.
import random, sys

# Every row of piles with so many stones, none of them empty.
def rows(stones):
    return [[pile, *rest] for pile in range(1, stones + 1) for rest in rows(stones - pile)] if stones else [[]]

verb = sys.argv[1]
if verb == "about":
    print("""title: Sequential Nim (Codeforces 1382B)\nsize: stones\nsmallest: 1\nsweep-to: 12\nanswer: First Second
rules: Piles of stones stand in a row. A move takes one stone or more from the first pile that is not empty. The player who \
takes the last stone wins.\ncases: count 1000 100000\nlimits: 1000 100
formula: lost iff (leading(parts: x = 1) + (max(parts) > 1)) mod 2 = 0""")
elif verb == "positions":
    for row in rows(int(sys.argv[2])):
        print(*row)
elif verb == "moves":
    for pile, *rest in map(str.split, sys.stdin):
        # After the last stone of the last pile nothing is left: 0.
        print(" ; ".join(" ".join([str(left)] * (left > 0) + rest) or "0" for left in range(int(pile) - 1, -1, -1)))
elif verb == "random":
    for m, n, seed in (map(int, line.split()) for line in sys.stdin):
        print(*([1] * (seed % n) + [m, *random.Random(seed).choices((1, 2, m), k=n)])[:n])
elif verb == "input":
    for row in map(str.split, sys.stdin):
        print(len(row), "/", *row)
else:
    sys.exit(2)
