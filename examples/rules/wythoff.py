#!/usr/bin/env python3
# Wythoff's game: take any number of stones from one heap, or the same number from both.
import sys

verb = sys.argv[1]
if verb == "about":
    print("title: Wythoff's game\nsize: stones in both heaps\nsweep-to: 60")
    print("rules: Stones lie in two heaps. A move takes one stone or more from one heap, or the same number from both. The "
          "player who takes the last stone wins.")
elif verb == "positions":
    n = int(sys.argv[2])
    for a in range(n // 2 + 1):
        print(a, n - a)
elif verb == "sizes":
    for n in range(int(sys.argv[2]), int(sys.argv[3]) + 1):
        for a in range(n // 2 + 1):
            print(n, a, n - a)
elif verb == "moves":
    for line in sys.stdin:
        a, b = map(int, line.split())
        options = [(i, b) for i in range(a)] + [(a, i) for i in range(b)]
        options += [(a - k, b - k) for k in range(1, min(a, b) + 1)]
        print(" ; ".join("%d %d" % (min(o), max(o)) for o in options))
else:
    sys.exit(2)
