//! Formulas in words.

use grundy_formula::Formula;

/// Formulas, and their sentences.
const SENTENCES: &[(&str, &str)] = &[
    (
        "value = nimsum(parts)",
        "The Grundy value is the nim-sum of the numbers.",
    ),
    (
        "value = nimsum(parts after 1: x mod (a + 1))",
        "The Grundy value is the nim-sum of x mod (a + 1) over the numbers x after the first, where a is the first number.",
    ),
    (
        "lost iff nimsum(differences by right 2: x, 0) = 0",
        "The position is lost exactly when the nim-sum of every second difference of neighbours from the right is 0.",
    ),
    (
        "value = nimsum(parts by left 2: 0, x)",
        "The Grundy value is the nim-sum of every second number from the second on.",
    ),
    (
        "value = nimsum(parts by left 2: x, x mod 2)",
        "The Grundy value is the nim-sum of every second number from the first on and of x mod 2 over every second number x from the second on.",
    ),
    (
        "lost iff nimsum3(parts) = 0",
        "The position is lost exactly when the sum modulo 3 of each binary digit of the numbers is 0.",
    ),
    (
        "lost iff nimsum(parts) = min(leading(parts: x = 1), 1)",
        "The position is lost exactly when the nim-sum of the numbers equals the smaller of (the number of leading numbers x for which x is 1) and 1.",
    ),
    (
        "lost iff a = phi(b - a)",
        "The position is lost exactly when a equals the whole part of the golden ratio times (b - a), where a and b are the first and second numbers.",
    ),
    (
        "lost iff b mod zeckendorf(a) = b",
        "The position is lost exactly when b mod (the least Zeckendorf part of a) equals b, where a and b are the first and second numbers.",
    ),
    (
        "lost iff sum(parts: x mod 2 = 1) = 0",
        "The position is lost exactly when the number of numbers x for which x is odd is 0.",
    ),
    (
        "value = periodic(a, [0], [1, 2, 4, 3], 4)",
        "The Grundy value is f(a), where a is the first number and f has period 4 and saltus 4 from 1 on and begins with 0, 1, 2, 4, 3.",
    ),
    (
        "value = nimsum(parts: periodic(x, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 4, 2, 8, 1, 4, 7]))",
        "The Grundy value is the nim-sum of f(x) over the numbers x, where f has period 7 from 11 on.",
    ),
    (
        "value = digits(a, [0, 0], n, f)",
        "The Grundy value is f(a), where a is the first number, f(0) = 0, f(1) = 0, f(2n) = n and f(2n + 1) = f(n).",
    ),
    (
        "value = nimsum(branches: x + 1)",
        "The Grundy value is the nim-sum of x + 1 over the values x of the branches.",
    ),
    (
        "value = nimsum(places 'H': odious(x - 1))",
        "The Grundy value is the nim-sum of the odious number of index (x - 1) over the places x of 'H'.",
    ),
    (
        "value = max(between 'H' reversed)",
        "The Grundy value is the largest stretch between 'H' from right to left.",
    ),
    (
        "lost iff if last(endgaps after 1) = 0 then 0 else if last(groups after 1) != 0 then 1 else nimsum(gaps after 1 by right 2: x, 0) = 0",
        "If the last gap in front of a coin or the end of the numbers after the first is 0, the position is won; otherwise, if the last group of coins between free places of the numbers after the first is not 0, it is lost; otherwise, it is lost exactly when the nim-sum of every second gap in front of a coin of the numbers after the first from the right is 0.",
    ),
    (
        "value = count(runs after 1) + 10 * (a div 3)",
        "The Grundy value is (the number of runs of coins of the numbers after the first) + 10 * (the whole part of a / 3), where a is the first number.",
    ),
    (
        "lost iff not (a = b and (a < 3 or square(a + 1)))",
        "The position is lost exactly when a differs from b or (a is at least 3 and a + 1 is not a square), where a and b are the first and second numbers.",
    ),
    (
        "value = sum(indices) + max(multiplicities) + count(sorted)",
        "The Grundy value is (the sum of the indices, each as often as its number says) + (the largest multiplicity) + (the number of numbers in ascending order).",
    ),
    (
        "value = nimsum(sorted by last: x, bitand(x, i)) - (a = b)",
        "The Grundy value is (the nim-sum of the last number in ascending order and of the common binary ones of x and i over the numbers x in ascending order but the last) - (1 if a equals b, else 0), where a and b are the first and second numbers and i is the index of x from 1 on.",
    ),
    (
        "value = max(parts after 2 by first: 0, gcd(x, a))",
        "The Grundy value is the largest of 0 over the first number x after the first 2 and of the greatest common divisor of x and a over the numbers x after the first 2 but the first, where a is the first number.",
    ),
    (
        "value = if fibonacci(a) then a xor b else if a <= b then 3 else lowbit(a)",
        "If a is a Fibonacci number, the Grundy value is a xor b; otherwise, if a is at most b, it is 3; otherwise, it is the largest power of 2 that divides a, where a and b are the first and second numbers.",
    ),
    (
        "won iff ones(a) mod 2 != 0",
        "The position is lost exactly when the number of binary ones of a is even, where a is the first number.",
    ),
    ("lost iff 0", "The position is won."),
];

#[test]
fn formulas_have_their_sentences() {
    for (text, expected) in SENTENCES {
        let formula: Formula = text.parse().unwrap();
        assert_eq!(formula.words(), *expected, "{text}");
    }
}
