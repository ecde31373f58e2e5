//! Solutions of the tasks in packages that know nothing of `grundy`: what others may send to a judge.

/// For each game a right solution in Python, and a part of it with what makes it wrong in its place.
const SOLUTIONS: [(&str, &str, [&str; 2]); 9] = [
    ("gra", GRA, ["block ^ total < block", "1"]),
    ("nim", NIM, ["a ^ b", "a + b"]),
    ("bounded", BOUNDED, ["(k + 1)", "k"]),
    ("staircase", STAIRCASE, ["[::2]", ""]),
    ("constrained", CONSTRAINED, ["if candidates", "if False"]),
    ("kamyki", KAMYKI, ["[::-2]", "[::2]"]),
    ("0.77", KAYLES, ["total ^=", "total |="]),
    ("WYTHOFF", WYTHOFF, ["a ==", "a >"]),
    ("MOVE", MOVE, ["a == b", "a > b"]),
];

/// A solution of a game's task written by others, right or wrong.
pub fn by_somebody_else(game: &str, is_right: bool) -> String {
    let (game, cases) = game.split_once(':').unwrap_or((game, ""));
    let mut solutions = SOLUTIONS.iter();
    let (_, right, [part, wrong]) = solutions.find(|(name, ..)| *name == game).unwrap();
    assert!(right.contains(part), "{game}");
    let one = if is_right {
        (*right).to_owned()
    } else {
        right.replace(part, wrong)
    };
    let body = one.replace('\n', "\n    ");
    match cases {
        "" => one,
        "count" => format!("for _ in range(int(input())):\n    {body}"),
        _ => format!(
            "try:\n    while True:\n        {}\nexcept EOFError:\n    pass\n",
            body.replace('\n', "\n    ")
        ),
    }
}

/// From the right, the blocks of pawns between empty squares are the steps of a staircase.
const GRA: &str = r"from collections import Counter
from functools import reduce
from operator import sub, xor
m, n = map(int, input().split())
pawns = list(map(int, input().split()))[::-1]
blocks = Counter(map(sub, range(m - 1, m - 1 - n, -1), pawns))
# The player who comes to the square below the last one loses.
total = reduce(xor, [block for step, block in blocks.items() if step % 2 == 0], 0)
count = 0
if blocks[0]:
    count = blocks[0]
elif total:
    for step, block in blocks.items():
        if step % 2 == 0:
            count += block ^ total < block
        elif step > 1:
            below = blocks.get(step - 1, 0)
            count += below < below ^ total <= below + block
print(count)
";

const NIM: &str = r"from functools import reduce
input()
print('Yes' if reduce(lambda a, b: a ^ b, map(int, input().split())) else 'No')
";

const BOUNDED: &str = r"n, k = map(int, input().split())
total = 0
for heap in input().split():
    total ^= int(heap) % (k + 1)
print('Yes' if total else 'No')
";

const STAIRCASE: &str = r"input()
total = 0
for coins in list(map(int, input().split()))[::2]:
    total ^= coins
print('Yes' if total else 'No')
";

/// A heap without a forbidden move has a new value; one with them may have an old value, if all heaps of that value are out of
/// reach.
const CONSTRAINED: &str = r"import sys
from bisect import bisect_left
from collections import Counter
n, m, *numbers = map(int, sys.stdin.read().split())
forbidden = {}
for i in range(n, n + 2 * m, 2):
    forbidden.setdefault(numbers[i], []).append(numbers[i] - numbers[i + 1])
old, values, again = [], {}, Counter()
def value(heap):
    return values[heap] if heap in values else heap - bisect_left(old, heap)
for heap in sorted(forbidden):
    lost = Counter(value(target) for target in forbidden[heap])
    candidates = [v for v in lost if lost[v] == 1 + again[v]]
    if candidates:
        least = min(candidates)
        old.append(heap)
        values[heap] = least
        again[least] += 1
total = 0
for heap in numbers[:n]:
    total ^= value(heap)
print('Takahashi' if total else 'Aoki')
";

const KAMYKI: &str = r"for _ in range(int(input())):
    input()
    piles = [0] + list(map(int, input().split()))
    total = 0
    for step in [b - a for a, b in zip(piles, piles[1:])][::-2]:
        total ^= step
    print('TAK' if total else 'NIE')
";

/// From heap 72 on, the values of Kayles have the period 12.
const KAYLES: &str = r"values = [0]
for n in range(1, 84):
    reached = {values[a] ^ values[n - k - a] for k in (1, 2) if k <= n for a in range(n - k + 1)}
    values.append(next(v for v in range(99) if v not in reached))
input()
total = 0
for heap in map(int, input().split()):
    total ^= values[heap if heap in range(84) else 72 + heap % 12]
print('Yes' if total else 'No')
";

const WYTHOFF: &str = r"from math import isqrt
a, b = sorted(map(int, input().split()))
k = b - a
print('No' if a == (k + isqrt(5 * k * k)) // 2 else 'Yes')
";

const MOVE: &str = r"a, b = map(int, input().split())
print('lost' if a == b else f'{min(a, b)}   {min(a, b)}')
";
