#!/usr/bin/env python3
# Chomp: a bar of chocolate, its rows from the top never longer than the one above. A move bites off a square
# with all that is below it and to its right. The square at the top left is poisoned: no player bites it.
import sys

def bars(squares, longest):
    if squares == 0:
        yield []
    for row in range(min(squares, longest), 0, -1):
        for rest in bars(squares - row, row):
            yield [row] + rest

verb = sys.argv[1]
if verb == "about":
    print("title: Chomp\nsize: squares\nsmallest: 1\nsweep-to: 20")
    print("rules: A position is a bar of chocolate: the number of squares of each row from the top. A move bites off a square "
          "with all that is below it and to its right. The square at the top left is poisoned, and the player who has only "
          "that one left loses.")
elif verb == "positions":
    n = int(sys.argv[2])
    for bar in bars(n, n):
        print(*bar)
elif verb == "moves":
    for line in sys.stdin:
        bar = [int(row) for row in line.split()]
        options = []
        for i, row in enumerate(bar):
            for length in range(1 if i == 0 else 0, row):
                bitten = bar[:i] + [min(r, length) for r in bar[i:]]
                options.append(" ".join(str(r) for r in bitten if r > 0))
        print(" ; ".join(options))
else:
    sys.exit(2)
