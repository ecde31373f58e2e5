# What written programs call; later functions may call earlier ones. A line here on top is written where the program has one of
# the words behind it, a function where the program calls it.
import sys  # sys
from functools import reduce  # reduce
from itertools import groupby  # groupby
from itertools import takewhile  # takewhile
from math import gcd  # gcd
from math import isqrt  # isqrt
from operator import xor  # xor


sys.setrecursionlimit(20000)  # branches


def ones(x):
    return bin(x).count("1")


def lowbit(x):
    return x & -x


def length(x):
    return x.bit_length()


# The exponent of 2.
def v2(x):
    return lowbit(x).bit_length() - 1 if x else 0


def least_factor(x):
    divisor = 2
    while divisor * divisor <= x and x % divisor:
        divisor += 1
    return divisor if divisor * divisor <= x else x


def factors(x):
    count = 0
    while x > 1:
        x //= least_factor(x)
        count += 1
    return count


# The index of the least prime factor: 1 for 2, 2 for 3, 3 for 5.
def leastprime(x):
    prime = least_factor(x)
    if prime < 2:
        return prime
    sieve = bytearray(2) + bytearray([1]) * (prime - 1)
    for n in range(2, isqrt(prime) + 1):
        if sieve[n]:
            sieve[n * n :: n] = bytes(len(sieve[n * n :: n]))
    return sum(sieve)


# The least of the Fibonacci numbers whose sum is x, no two of them neighbours.
def zeckendorf(x):
    numbers = [1, 2]
    while numbers[-1] <= x:
        numbers.append(numbers[-2] + numbers[-1])
    least = 0
    for number in reversed(numbers):
        if number <= x:
            x, least = x - number, number
    return least


# The number of index x among those with an odd number of binary ones.
def odious(x):
    return 2 * x + (ones(x) + 1) % 2


def phi(x):
    return (x + isqrt(5 * x * x)) // 2


def root(x):
    return isqrt(x)


def fibonacci(x):
    return x > 0 and zeckendorf(x) == x


def square(x):
    return isqrt(x) ** 2 == x


def triangular(x):
    return square(8 * x + 1)


def power(x):
    return ones(x) == 1


def mod(x, y):
    return x % y if y else x


# Numbers, and then numbers again and again, each time increased by the saltus.
def periodic(x, before, period, saltus=0):
    if x < len(before):
        return before[x]
    times, at = divmod(x - len(before), len(period))
    return period[at] + times * saltus


# A recursion over digits: each has a rule of the number without it and of the value of that number.
def digits(x, known, rules):
    if x < len(known):
        return known[x]
    n, digit = divmod(x, len(rules))
    return rules[digit](n, digits(n, known, rules))


def at(numbers, index):
    return numbers[index] if index < len(numbers) else 0


def differences(numbers):
    row = sorted(numbers)
    return [number - last for last, number in zip([0] + row, row)]


def gaps(numbers):
    return [difference - 1 for difference in differences(numbers)]


# The free places in front of each coin and behind the last one.
def endgaps(end, numbers):
    return gaps(numbers) + [end - max(numbers, default=0) - 1]


def indices(numbers):
    return [index for index, number in enumerate(numbers) for _ in range(number)]


def multiplicities(numbers):
    return [len(list(run)) for _, run in groupby(sorted(numbers))]


# A strip with coins, as characters.
def strip(end, coins):
    coins = set(coins)
    return "".join("o" if place in coins else "." for place in range(1, end + 1))


def places(word, one):
    return [place for place, c in enumerate(word, 1) if c == one]


# The numbers of characters between the places of one of them.
def between(word, end):
    return [len(part) for part in word.split(end)]


# The lengths of the runs of a character.
def runs(word, one):
    return [len(list(run)) for c, run in groupby(word) if c == one]


# The values of the brackets within the outer ones.
def branches(word, value):
    row, depth, start = [], 0, 1
    for at in range(1, len(word) - 1):
        depth += 1 if word[at] == "(" else -1
        if depth == 0:
            row.append(value(word[start : at + 1]))
            start = at + 1
    return row


# Each part with its index from the left, from 1 on, and from the right, from 0 on.
def indexed(row):
    return [(x, i, len(row) - i) for i, x in enumerate(row, 1)]


def nimsum(values):
    return reduce(xor, values, 0)


# The sums of the binary digits modulo a base, as digits of a number in that base.
def digitsums(base, values):
    sums = 0
    for digit in reversed(range(max((length(value) for value in values), default=0))):
        sums = sums * base + sum(value >> digit & 1 for value in values) % base
    return sums


def first(values):
    return next(iter(values), 0)


# How many are not 0 in front of the first 0.
def leading(values):
    return len(list(takewhile(bool, values)))


# Leaves out a line that counts positions, 1, and the number of the first of several lines that says how many follow.
def read_numbers(text):
    lines = text.replace(",", " ").strip().split("\n")
    lines = [[word for word in line.split() if word != "-"] for line in lines]
    if lines[0] == ["1"] and len(lines) > 2:
        del lines[0]
    head, rest = (lines[0], sum(lines[1:], [])) if len(lines) > 1 else ([], lines[0])
    counts = [at for at, word in enumerate(head) if word == str(len(rest))]
    if counts:
        del head[counts[-1]]
    return list(map(int, head + rest))
