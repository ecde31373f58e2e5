#!/usr/bin/env python3
# LeetCode 913, "Cat and Mouse": a mouse on vertex 1 and a cat on vertex 2 of a graph move by turns along its edges, the mouse first. The
# cat never enters vertex 0, the hole. The answer is 1 if the mouse reaches the hole, 2 if the cat catches it, and 0 for a draw.
import sys
from itertools import combinations
from json import dumps, loads

verb = sys.argv[1]
if verb == "about":
    print("title: Cat and Mouse (LeetCode 913)\nsize: vertices\nsmallest: 3\nsweep-to: 5\nloops: yes\nanswer: 1 2 0")
    print("rules: A mouse and a cat move by turns along the edges of a graph, the mouse first. The mouse wins by reaching vertex 0, which "
          "the cat does not enter, and the cat by being on the vertex of the mouse.")
elif verb == "positions":
    pairs = list(combinations(range(int(sys.argv[2])), 2))
    for edges in ([pair for k, pair in enumerate(pairs) if some >> k & 1] for some in range(1 << len(pairs))):
        graph = [sorted(a + b - v for a, b in edges if v in (a, b)) for v in range(int(sys.argv[2]))]
        if all(graph) and graph[2] != [0]:
            print(dumps(graph, separators=(",", ":")), 1, 2, "mouse")
elif verb == "input":
    for line in sys.stdin:
        print(line.split()[0])
elif verb == "moves":
    for graph, mouse, cat, who in map(str.split, sys.stdin):
        near = loads(graph)
        to = near[int(mouse)] if who == "mouse" else [v for v in near[int(cat)] if v]
        if mouse in ("0", cat):
            to = [cat] if mouse == cat and who == "cat" else []
        print(" ; ".join(f"{graph} {v} {cat} cat" if who == "mouse" else f"{graph} {mouse} {v} mouse" for v in to))
else:
    sys.exit(2)
