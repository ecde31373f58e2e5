#!/usr/bin/env python3
# A heap game. A position is the number of heaps, and the heaps.
import sys

# Numbers of stones that may be taken, how many heaps may be left (bits 0 to 3), and whether these have to be unequal. From
# number FROM on they come again and again, PERIOD apart.
RULES = [TABLE]
FROM, PERIOD = FIRST_REPEATED, REPEATED


def splits(heap):
    """What a move takes from a heap, and what it leaves of it."""
    rules = list(RULES)
    for taken, parts, apart in rules:
        left = heap - taken
        if left < 0:
            return
        if PERIOD and taken >= FROM:
            rules.append((taken + PERIOD, parts, apart))
        if parts & 1 and left == 0:
            yield taken, []
        if parts & 2 and left > 0:
            yield taken, [left]
        if parts & 4:
            for a in range(1, (left - apart) // 2 + 1):
                yield taken, [a, left - a]
        if parts & 8:
            for a in range(1, left // 3 - apart + 1):
                for b in range(a + apart, (left - a - apart) // 2 + 1):
                    yield taken, [a, b, left - a - b]


def name(number, taken, left):
    named = "%d from heap %d" % (taken, number)
    if len(left) == 1:
        named += ", leaving %d" % left[0]
    elif left:
        named += ", leaving %s and %d" % (", ".join(map(str, left[:-1])), left[-1])
    return named


def moves(heaps):
    for i, heap in enumerate(heaps):
        for taken, left in splits(heap):
            after = heaps[:i] + left + heaps[i + 1 :]
            yield name(i + 1, taken, left) + " -> " + " ".join(map(str, [len(after)] + after))


rows = [[int(word) for word in line.replace("/", " ").split()][1:] for line in sys.stdin]
if sys.argv[1] == "moves":
    for row in rows:
        print(" ; ".join(moves(row)))
CLAIM
else:
    sys.exit(2)
