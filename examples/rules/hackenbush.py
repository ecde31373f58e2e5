#!/usr/bin/env python3
# Green Hackenbush on trees: a move cuts an edge, and what no longer hangs on the ground falls. A position is
# what stands on the ground, an edge a pair of brackets around what grows at its end.
import sys

def forests(edges):
    if edges == 0:
        yield ""
    for first in range(edges):
        for inner in forests(first):
            for rest in forests(edges - 1 - first):
                yield "(" + inner + ")" + rest

def end(forest, i):
    depth = 0
    while True:
        depth += 1 if forest[i] == "(" else -1
        i += 1
        if depth == 0:
            return i

verb = sys.argv[1]
if verb == "about":
    print("title: Green Hackenbush on trees\nsize: edges\nanswer: grundy\nsweep-to: 8")
    print("rules: Trees stand on the ground, and each edge is a pair of brackets around what grows at its end. A move cuts an "
          "edge, and what no longer hangs on the ground falls. A player who cannot move loses.")
elif verb == "positions":
    for forest in forests(int(sys.argv[2])):
        print(forest or "-")
elif verb == "moves":
    for line in sys.stdin:
        forest = line.strip()
        cuts = [i for i, c in enumerate(forest) if c == "("]
        print(" ; ".join((forest[:i] + forest[end(forest, i):]) or "-" for i in cuts))
else:
    sys.exit(2)
