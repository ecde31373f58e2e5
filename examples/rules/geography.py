#!/usr/bin/env python3
# Undirected vertex geography: a token goes along an edge, and the vertex that it leaves disappears. A position
# is the token's vertex and the edges that are left, as in `a ab ac bc`.
import sys
from itertools import combinations

def named(token, edges):
    return " ".join([token] + sorted(edges))

verb = sys.argv[1]
if verb == "about":
    print("title: Undirected vertex geography\nsize: vertices\nsmallest: 1\nsweep-to: 5")
    print("rules: A position is the vertex where a token stands, and the edges of a graph. A move brings the token along an edge "
          "to another vertex, and the vertex that it leaves disappears with its edges. A player who cannot move loses.")
elif verb == "positions":
    vertices = "abcdefghijklmnopqrstuvwxyz"[: int(sys.argv[2])]
    if len(vertices) > 1:
        edges = ["".join(pair) for pair in combinations(vertices, 2)]
        for count in range(len(vertices) - 1, len(edges) + 1):
            for chosen in combinations(edges, count):
                if all(any(v in edge for edge in chosen) for v in vertices):
                    print(named("a", chosen))
    else:
        print("a")
elif verb == "moves":
    for line in sys.stdin:
        token, *edges = line.split()
        left = [edge for edge in edges if token not in edge]
        to = [edge.replace(token, "") for edge in edges if token in edge]
        print(" ; ".join(f"{v} -> {named(v, left)}" for v in to))
else:
    sys.exit(2)
