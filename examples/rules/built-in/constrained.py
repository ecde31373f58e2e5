#!/usr/bin/env python3
# Nim with forbidden moves: `N M`, N heaps, then M pairs: from a heap of X no player may take Y.
import sys
from itertools import product

def subsets(pairs):
    for bits in range(1 << len(pairs)):
        yield [pair for i, pair in enumerate(pairs) if bits >> i & 1]

def line(heaps, pairs):
    numbers = [len(heaps), len(pairs), *heaps] + [number for pair in pairs for number in pair]
    return " ".join(map(str, numbers))

verb = sys.argv[1]
if verb == "about":
    print("title: Constrained Nim\nsize: the largest number\nanswer: Takahashi Aoki\nsmallest: 1\nsweep-to: 3")
    print("rules: Stones lie in heaps, and some moves are forbidden: a pair X, Y forbids to take exactly Y "
          "stones from a heap of exactly X. A move takes one stone or more from one heap, as long as it is not "
          "forbidden. A player who cannot move loses.")
elif verb == "positions":
    size = int(sys.argv[2])
    for pairs in subsets([(x, y) for x in range(1, size + 1) for y in range(1, x + 1)]):
        for n in 1, 2, 3:
            for heaps in product(range(1, size + 1), repeat=n):
                if size in heaps or any(x == size for x, _ in pairs):
                    print(line(heaps, pairs))
elif verb == "moves":
    for text in sys.stdin:
        n, m, *numbers = map(int, text.split())
        heaps, pairs = numbers[:n], list(zip(numbers[n::2], numbers[n + 1::2]))
        options = []
        for i, heap in enumerate(heaps):
            for taken in range(1, heap + 1):
                if (heap, taken) not in pairs:
                    # An empty heap leaves the row.
                    left = heaps[:i] + [heap - taken] * (taken < heap) + heaps[i + 1:]
                    options.append(line(left, pairs))
        print(" ; ".join(options))
else:
    sys.exit(2)
