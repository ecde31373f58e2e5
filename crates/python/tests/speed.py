"""Times `grundy.Game` beside `functools.cache` with mex in Python. Run by hand; docs/python.md has the figures."""

import functools
import sys
import time

import grundy

sys.setrecursionlimit(1_000_000)


def mex(values):
    found = set(values)
    value = 0
    while value in found:
        value += 1
    return value


def cached(moves):
    @functools.cache
    def value(position):
        return mex(map(value, moves(position)))

    return value


def take(n):
    return [n - k for k in (1, 3, 4) if k <= n]


def heap(n):
    return range(n)


def wythoff(p):
    a, b = p
    return (
        [(x, b) for x in range(a)]
        + [(a, y) for y in range(b)]
        + [(a - k, b - k) for k in range(1, min(a, b) + 1)]
    )


GAMES = [
    ("take 1, 3 or 4, to 20,000", take, range(20_000)),
    ("one heap of Nim, to 2,000", heap, range(2_000)),
    ("Wythoff, heaps to 60", wythoff, [(a, b) for a in range(61) for b in range(61)]),
]


def seconds(work, positions):
    begun = time.process_time()
    for position in positions:
        work(position)
    return time.process_time() - begun


def best(measure):
    return min(measure() for _ in range(5))


for name, moves, positions in GAMES:
    ours = best(lambda: seconds(grundy.Game(moves).value, positions))
    theirs = best(lambda: seconds(cached(moves), positions))
    alone = best(lambda: seconds(lambda position: list(moves(position)), positions))
    print(f"{name}: Game {ours:.3f} s, functools.cache {theirs:.3f} s ({theirs / ours:.1f}), the function alone {alone:.3f} s")

begun = time.process_time()
values = grundy.values("0.77", 10**8)
print(f"10^8 values of Kayles: {time.process_time() - begun:.2f} s, {memoryview(values).nbytes:,} bytes")
with open("/proc/self/status") as status:
    print(*(line.strip() for line in status if line.startswith("VmHWM")))
