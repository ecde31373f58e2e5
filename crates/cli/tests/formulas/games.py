#!/usr/bin/env python3
"""Rules of games whose closed forms are known, for the search for formulas. The name of the file says which game:
`nim.py` is a copy of this file or a link to it. Each game has positions of a size and the moves from a position; a
position is a tuple of numbers or a word, a sum of positions is a list."""
import math
import os
import sys
from functools import cache


def partitions(n, most=None):
    """Rows of heaps in descending order with n stones."""
    if n == 0:
        yield ()
    for first in range(min(n, most or n), 0, -1):
        for rest in partitions(n - first, first):
            yield (first,) + rest


def rows(n, low=0):
    """Rows of numbers from `low` on whose sum and length are n together; of positive numbers, their sum is n."""
    if n == 0:
        yield ()
    for first in range(low, n + low):
        for rest in rows(n - first - (1 - low), low):
            yield (first,) + rest


def ascending(n):
    """Rows in ascending order whose sum and length are n together."""
    for length in range(n + 1):
        for heaps in partitions(n - length):
            if len(heaps) <= length:
                yield (0,) * (length - len(heaps)) + heaps[::-1]


def subsets(n):
    """Places of coins of which the last is n."""
    for bits in range(1 << n):
        if n == 0 or bits >> (n - 1) & 1:
            yield tuple(place + 1 for place in range(n) if bits >> place & 1)


def strips(n):
    """The length of a strip and the places of pawns in front of its end."""
    for bits in range(1 << (n - 1)):
        yield (n,) + tuple(place for place in range(1, n) if bits >> (place - 1) & 1)


def words(n):
    for bits in range(1 << n):
        yield "".join("TH"[bits >> place & 1] for place in range(n))


def pairs(n):
    return [(a, n - a) for a in range(n // 2 + 1)]


def ordered_pairs(n):
    return [(a, n - a) for a in range(n + 1)]


def one(n):
    return [(n,)]


def positive(n):
    return [(n,)] if n else []


@cache
def trees(n):
    """Rooted trees with n edges, as nested brackets, the branches of each in order."""
    def forests(left, most):
        if left == 0:
            yield ()
        for size in range(min(left, most), 0, -1):
            for branch in trees(size - 1):
                for rest in forests(left - size, size):
                    yield (branch,) + rest
    return sorted({"(" + "".join(sorted(forest)) + ")" for forest in forests(n, n)})


def changed(row, at, by):
    return row[:at] + tuple(by) + row[at + 1:]


def tidy(row):
    return tuple(sorted((heap for heap in row if heap), reverse=True))


def up(row):
    return tuple(sorted(row))


def of_heaps(rule):
    """A move replaces one heap by others."""
    def moves(row):
        return {tidy(changed(row, at, by)) for at, heap in enumerate(row) for by in rule(heap)}
    return moves


def of_one(rule):
    """A move replaces the only heap by another, or by a sum of two."""
    def moves(row):
        return [tuple(by) if len(by) == 1 else [(part,) for part in by] for by in rule(row[0])]
    return moves


def less(heap):
    return [(rest,) for rest in range(heap)]


def take(*numbers):
    return lambda heap: [(heap - number,) for number in numbers if number <= heap]


def take_if(condition):
    return lambda heap: [(heap - number,) for number in range(1, heap + 1) if condition(heap, number)]


def is_prime(n):
    return n > 1 and all(n % divisor for divisor in range(2, math.isqrt(n) + 1))


def with_number(numbers, sizes, moves):
    """Positions with a number in front that no move changes."""
    def listed(n):
        for number in numbers:
            if n >= number:
                yield from ((number,) + row for row in sizes(n - number))
    return listed, lambda row: [row[:1] + after for after in moves(row[0], row[1:])]


def moore(row):
    met = {row}
    for _ in range(2):
        met |= {after for before in met for after in of_heaps(less)(before)}
    return met - {row}


def stairs(row):
    for at, coins in enumerate(row):
        for number in range(1, coins + 1):
            after = changed(row, at, [coins - number])
            yield changed(after, at - 1, [after[at - 1] + number]) if at else after


def down_to_the_one_before(first):
    """A number may become smaller, but not smaller than `first` more than the one before it."""
    def moves(row):
        for at, number in enumerate(row):
            for smaller in range((row[at - 1] if at else 0) + first, number):
                yield changed(row, at, [smaller])
    return moves


def gra(row):
    length, pawns = row[0], row[1:]
    if length in pawns:
        return
    for pawn in pawns:
        place = pawn + 1
        while place in pawns:
            place += 1
        yield (length,) + up([place] + [other for other in pawns if other != pawn])


def kayles(heap):
    return [(left, heap - number - left) for number in (1, 2) if number <= heap for left in range((heap - number) // 2 + 1)]


def fibonacci(row):
    heap, most = row
    return [(heap - number, min(heap - number, 2 * number)) for number in range(1, min(heap, most) + 1)]


def smaller_pairs(row):
    return [(a, row[1]) for a in range(row[0])] + [(row[0], b) for b in range(row[1])]


def wythoff(row):
    both = [(row[0] - k, row[1] - k) for k in range(1, min(row) + 1)]
    return [up(after) for after in smaller_pairs(row) + both]


def steps(*changes):
    def moves(row):
        after = [(row[0] + a, row[1] + b) for a, b in changes]
        return [pair for pair in after if min(pair) >= 0]
    return moves


def ordered(moves):
    return lambda row: [up(after) for after in moves(row)]


def turned(word, places):
    return "".join("TH"[c == "T"] if place in places else c for place, c in enumerate(word))


def turning(most):
    def moves(word):
        for last, coin in enumerate(word):
            if coin == "H":
                yield turned(word, {last})
                for second in range(last):
                    yield turned(word, {second, last})
                    if most > 2:
                        yield from (turned(word, {first, second, last}) for first in range(second))
    return moves


def ruler(word):
    return [turned(word, range(first, last + 1)) for last in range(len(word)) if word[last] == "H" for first in range(last + 1)]


def nimble(row):
    for at, coins in enumerate(row):
        for to in range(at if coins else 0):
            after = changed(row, at, [coins - 1])
            yield changed(after, to, [after[to] + 1])


def one_from_any(row):
    return {tidy(heap - (bits >> at & 1) for at, heap in enumerate(row)) for bits in range(1, 1 << len(row))}


def first_pile(row):
    return [changed(row, 0, [rest] if rest else []) for rest in range(row[0])] if row else []


def branches(tree):
    found, depth, start = [], 0, 1
    for at in range(1, len(tree) - 1):
        depth += 1 if tree[at] == "(" else -1
        if depth == 0:
            found.append(tree[start:at + 1])
            start = at + 1
    return found


def hackenbush(tree):
    def planted(parts):
        return "(" + "".join(sorted(parts)) + ")"
    parts = branches(tree)
    for at, part in enumerate(parts):
        rest = parts[:at] + parts[at + 1:]
        yield planted(rest)
        yield from (planted(rest + [after]) for after in hackenbush(part))


def with_a_pass(row):
    left, heaps = row[0], row[1:]
    moves = [(left,) + up(changed(heaps, at, [less])) for at in range(len(heaps)) for less in range(heaps[at])]
    return moves + ([(0,) + heaps] if left and max(heaps) else [])


def end_of_a_run(word):
    """At most 13 coins at the end of a run are turned: right to size 13 only is that a run is a heap."""
    for at, coin in enumerate(word):
        if coin == "H" and word[at + 1:at + 2] != "H":
            for number in range(1, 14):
                if word[at + 1 - number:at + 1] != "H" * number or number > at + 1:
                    break
                yield turned(word, range(at + 1 - number, at + 1))


def take_3_or_pass(row):
    heap, passes = row
    return [(heap - number, passes) for number in range(1, min(heap, 3) + 1)] + [(heap, 0)] * (passes and heap > 0)


GAMES = {
    "run-of-13": (words, end_of_a_run),
    "take-3-or-pass": (lambda n: [(n, 0), (n, 1)], take_3_or_pass),
    "nim": (partitions, of_heaps(less)),
    "bounded-nim": with_number(range(1, 6), partitions, lambda k, row: of_heaps(take(*range(1, k + 1)))(row)),
    "moore": (partitions, moore),
    "misere-nim": (lambda n: partitions(n) if n else [], lambda row: [after for after in of_heaps(less)(row) if after]),
    "staircase": (rows, stairs),
    "kamyki": (ascending, down_to_the_one_before(0)),
    "gra-unfinished": (lambda n: strips(n) if n > 1 else [], gra),
    "gra": (lambda n: [strip + end for strip in strips(n) for end in ((), (n,))] if n > 1 else [], gra),
    "subtract-1-3-4": (one, of_one(take(1, 3, 4))),
    "subtract-2-5-7": (one, of_one(take(2, 5, 7))),
    "subtract-1-3-4-heaps": (partitions, of_heaps(take(1, 3, 4))),
    "take-even": (partitions, of_heaps(take_if(lambda heap, number: number % 2 == 0))),
    "take-at-most-half": (positive, of_one(take_if(lambda heap, number: 2 * number <= heap))),
    "take-proper-divisor": (positive, of_one(take_if(lambda heap, number: number < heap and heap % number == 0))),
    "take-divisor": (one, of_one(take_if(lambda heap, number: heap % number == 0))),
    "take-power-of-2": (one, of_one(take_if(lambda heap, number: number & (number - 1) == 0))),
    "take-prime": (one, of_one(take_if(lambda heap, number: is_prime(number)))),
    "take-square": (one, of_one(take_if(lambda heap, number: math.isqrt(number) ** 2 == number))),
    "replace-by-divisor": (positive, of_one(lambda heap: [(part,) for part in range(1, heap) if heap % part == 0])),
    "halve-or-take-1": (one, of_one(lambda heap: [(heap - 1,), (heap // 2,)] if heap else [])),
    "take-coprime": (one, of_one(take_if(lambda heap, number: math.gcd(heap, number) == 1))),
    "lasker": (partitions, of_heaps(lambda heap: less(heap) + [(part, heap - part) for part in range(1, heap // 2 + 1)])),
    "kayles": (one, of_one(kayles)),
    "dawson": (one, of_one(lambda heap: [(part, heap - 2 - part) for part in range(heap // 2)] if heap > 1 else [])),
    "node-kayles": (one, of_one(lambda n: [(max(0, at - 1), max(0, n - 2 - at)) for at in range(n)])),
    "grundy": (one, of_one(lambda heap: [(part, heap - part) for part in range(1, (heap + 1) // 2)])),
    "officers": (one, of_one(lambda heap: [(part, heap - 1 - part) for part in range(heap) if heap > 1])),
    "treblecross": (one, of_one(lambda heap: [(part, heap - 3 - part) for part in range(heap - 2)])),
    "split": (positive, of_one(lambda heap: [(part, heap - part) for part in range(1, heap // 2 + 1)])),
    "fibonacci": (lambda n: [(n, n - 1)] if n else [], fibonacci),
    "fibonacci-any": (lambda n: [(n, most) for most in range(n + 1)], fibonacci),
    "wythoff": (pairs, wythoff),
    "euclid": (lambda n: [pair for pair in pairs(n) if pair[0]],
               lambda row: [up((row[0], row[1] - k * row[0])) for k in range(1, row[1] // row[0] + 1)] if row[0] else []),
    "chomp": (lambda n: [(n - a, a) for a in range(n // 2 + 1) if n],
              lambda row: [(min(row[0], to), min(row[1], to)) for to in range(1, row[0])] + [(row[0], to) for to in range(row[1])]),
    "turning-turtles": (words, turning(2)),
    "mock-turtles": (words, turning(3)),
    "ruler": (words, ruler),
    "nimble": (rows, nimble),
    "strip": (subsets, down_to_the_one_before(1)),
    "strip-leave": (subsets, lambda row: list(down_to_the_one_before(1)(row)) + [row[1:]] * bool(row)),
    "split-one": (lambda n: [pair for pair in pairs(n) if pair[0]],
                  lambda row: [(part, heap - part) for heap in row for part in range(1, heap // 2 + 1)]),
    "king": (pairs, ordered(steps((-1, 0), (0, -1), (-1, -1)))),
    "knight": (ordered_pairs, steps((-2, 1), (1, -2), (-2, -1), (-1, -2))),
    "one-from-any": (partitions, one_from_any),
    "first-pile": (lambda n: rows(n, 1), first_pile),
    "two-from-both": (pairs, lambda row: [up(after) for after in smaller_pairs(row) + steps((-1, -1), (-2, -2))(row)]),
    "same-or-one": (pairs, lambda row: [up(after) for after in steps((-1, 0), (0, -1))(row)] +
                    [(row[0] - k, row[1] - k) for k in range(1, row[0] + 1)]),
    "pass-2": (lambda n: [(left, a, n - left - a) for left in (0, 1) for a in range((n - left) // 2 + 1) if n >= left], with_a_pass),
    "pass-3": (lambda n: [(left,) + up((heaps + (0, 0))[:3]) for left in (0, 1) if n >= left for heaps in partitions(n - left)
                          if len(heaps) <= 3 and n > left], with_a_pass),
    "take-k-or-all": with_number(range(1, 5), one, lambda k, row: [(row[0] - number,) for number in {*range(1, k + 1), row[0]}
                                                                   if 0 < number <= row[0]]),
    "take-a-to-b": (lambda n: [(a, b, n - a - b) for a in range(1, 5) for b in range(a, 6) if n >= a + b],
                    lambda row: [row[:2] + (row[2] - number,) for number in range(row[0], min(row[1], row[2]) + 1)]),
    "lctr": (partitions, lambda row: [row[1:], tidy(heap - 1 for heap in row)] if row else []),
    "hackenbush": (trees, hackenbush),
}


# The sizes to which games with very many moves are played.
SLOW = {"one-from-any": 14, "moore": 16}


def text(position):
    if isinstance(position, list):
        return " + ".join(map(text, position))
    return (position if isinstance(position, str) else " ".join(map(str, position))) or "-"


def read(line, sizes):
    line = line.strip()
    if line == "-":
        return "" if sizes is words else ()
    return tuple(map(int, line.split())) if line[:1].isdigit() else line


def main():
    name, verb = os.path.basename(sys.argv[0]).removesuffix(".py"), sys.argv[1]
    sizes, moves = GAMES[name]
    if verb == "about":
        print("title:", name)
        if name in SLOW:
            print("sweep-to:", SLOW[name])
    elif verb == "positions":
        print("".join(text(position) + "\n" for position in sizes(int(sys.argv[2]))), end="")
    elif verb == "sizes":
        for n in range(int(sys.argv[2]), int(sys.argv[3]) + 1):
            print("".join("%d %s\n" % (n, text(position)) for position in sizes(n)), end="")
    elif verb == "moves":
        for line in sys.stdin:
            print(" ; ".join(sorted(map(text, moves(read(line, sizes))))))
    else:
        sys.exit(2)


main()
