//! Formulas are read, printed, said in words and evaluated, and their page has all of the language.

use grundy_formula::mutants::{Asked, Mutant};
use grundy_formula::number::{Function, Operator};
use grundy_formula::{Answers, Formula, Kind, Undefined};

/// Formulas, positions with `/` for line ends, and the value there; of `lost iff` 1 where the position is lost.
const VALUES: &str = "\
value = nimsum(parts) | 3 5 9 -> 15 | 1/7/ -> 7 | 0// -> 0
value = nimsum(parts after 1: x mod (a + 1)) | 3 5 9 -> 0 | 2 4 5 -> 3
value = nimsum(differences by right 2: x, 0) | 1 3 7 -> 5 | 2/2 2/ -> 0
lost iff nimsum3(parts) = 0 | 1 1 1 -> 1 | 1 1 -> 0 | 5 5 5 -> 1 | 1 2 3 -> 0
lost iff nimsum(parts) = min(leading(parts: x = 1), 1) | 1 1 1 -> 1 | 1 1 -> 0 | 2 2 -> 1
lost iff a = phi(b - a) | 1 2 -> 1 | 3 5 -> 1 | 3 6 -> 0 | 0 0 -> 1
lost iff b mod zeckendorf(a) = b | 8 7 -> 1 | 8 8 -> 0 | 11 2 -> 1 | 11 3 -> 0
value = periodic(a, [0], [1, 2, 4, 3], 4) | 0 -> 0 | 3 -> 4 | 4 -> 3 | 8 -> 7 | 9 -> 9
value = digits(a, [0, 0], n, f) | 1 -> 0 | 2 -> 1 | 7 -> 0 | 11 -> 1 | 12 -> 6
value = nimsum(branches: x + 1) | () -> 0 | (()) -> 1 | (()()) -> 0 | ((())) -> 2
value = nimsum(places 'H': odious(x - 1)) | TTH -> 4 | HTT -> 1 | HHT -> 3
value = max(between 'H' reversed) | TTHT -> 2 |  -> 0
value = count(indices) | 3 0 -4611686018427387904 -> 3 | -5 -> 0
lost iff if first(endgaps after 1) = 0 then 0 else 1 | 5 1 3 -> 0 | 5 2 3 -> 1
value = count(runs after 1) + 10 * last(groups after 1) | 6 1 2 4 6 -> 13 | 6 1 -> 1
value = sum(indices) + max(multiplicities) + count(sorted) | 2 0 3 0 -> 12
value = a * b | 3 4 -> 12 | -9223372036854775808 0 -> 0";

#[test]
fn formulas_have_their_values() {
    for line in VALUES.lines() {
        let (text, cases) = line.split_once(" | ").unwrap();
        let formula: Formula = text.parse().unwrap();
        assert_eq!(formula.to_string(), *text);
        for case in cases.split(" | ") {
            let (position, expected) = case.split_once("-> ").unwrap();
            let verdict = formula.of(&position.replace('/', "\n")).unwrap();
            let found = verdict.value.unwrap_or(verdict.is_lost.into());
            assert_eq!(found.to_string(), expected, "{text} of {position}");
        }
    }
}

/// A row of so many indices would not fit into memory.
#[test]
fn long_rows_of_indices_are_refused() {
    let count: Formula = "value = count(indices)".parse().unwrap();
    for position in ["65537", "4611686018427387904 -4611686018427387904"] {
        assert!(count.of(position).is_err(), "{position}");
    }
}

/// Deeper brackets would not fit on the stack.
#[test]
fn deep_branches_are_refused() {
    let count: Formula = "value = nimsum(branches: x + 1)".parse().unwrap();
    let nested = |deep: usize| "(".repeat(deep) + &")".repeat(deep);
    assert!(count.of(&nested(1001)).is_ok());
    for deep in [1002, 100_000] {
        assert!(count.of(&nested(deep)).is_err());
    }
}

#[test]
fn numbers_of_any_size_are_exact() {
    let of = |text: &str, position: &str| text.parse::<Formula>().unwrap().of(position);
    let wythoff = |position: &str| of("lost iff a = phi(b - a)", position).unwrap().is_lost;
    // floor(n phi) and floor(n phi^2) of n = 10^40, by 50 digits of phi.
    let [a, b] = [
        "16180339887498948482045868343656381177203",
        "26180339887498948482045868343656381177203",
    ];
    assert!(wythoff(&format!("{a} {b}")));
    assert!(!wythoff(&format!("{a} {}0", &b[..b.len() - 1])));
    let nim = |position: &str| of("value = nimsum(parts)", position);
    let value = nim(&format!("{} 1", u64::MAX)).unwrap().value;
    assert_eq!(value, Some(u64::MAX - 1));
    let error = nim("36893488147419103232 1").unwrap_err();
    assert!(matches!(error, Undefined::NoGrundyValue(..)), "{error}");
    // 2 to the power of 2^20: more binary digits than a product may have.
    let error = of("value = digits(a, [0, 2], f * f, f * f) mod 7", "1048576").unwrap_err();
    assert!(matches!(error, Undefined::NoValue(_)), "{error}");
}

/// Texts with `/` for line ends, and where and why they are no formulas.
const MISREAD: &str = "\
 -> line 1, column 1: expected `value =`, `lost iff` or `won iff`, found the end
value = 3 + -> line 1, column 12: expected a number, a name, a function or `(`, found the end
value = y -> line 1, column 9: expected a number, a name, a function or `(`, found `y`
value =/ 3 4 -> line 2, column 4: expected an operator or the end, found `4`
lost iff nimsum(parts by right 2: x) -> line 1, column 36: expected 2 expressions, one for each class, found `)`
value = nimsum(heaps) -> line 1, column 16: expected a row: 
value = 99999999999999999999 -> line 1, column 9: expected a number of at most 64 bits, found `99999999999999999999`
value = periodic(a, [], [1 2]) -> line 1, column 28: expected `,`, found `2`
value = periodic(a, [], [1, x]) -> line 1, column 29: expected a number or `]`, found `x`
value = digits(a, [0], n) -> line 1, column 25: expected `,` and a rule: one for each digit, at least two, found `)`";

#[test]
fn what_is_no_formula_is_named_with_its_place() {
    for line in MISREAD.lines() {
        let (text, expected) = line.split_once("-> ").unwrap();
        let error = text.replace('/', "\n").trim_end().parse::<Formula>();
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let deep = format!("value = {}1", "(".repeat(100_000));
    assert!(deep.parse::<Formula>().is_err());
}

/// Formulas, each with its sentence in the next line.
const SENTENCES: &str = "\
value = nimsum(parts)
The Grundy value is the nim-sum of the numbers.
value = nimsum(parts after 1: x mod (a + 1))
The Grundy value is the nim-sum of x mod (a + 1) over the numbers x after the first, where a is the first number.
lost iff nimsum(differences by right 2: x, 0) = 0
The position is lost exactly when the nim-sum of every second difference of neighbours from the right is 0.
value = nimsum(parts by left 2: 0, x)
The Grundy value is the nim-sum of every second number from the second on.
value = nimsum(parts by left 2: x, x mod 2)
The Grundy value is the nim-sum of every second number from the first on and of x mod 2 over every second number x from the second on.
lost iff nimsum3(parts) = 0
The position is lost exactly when the sum modulo 3 of each binary digit of the numbers is 0.
lost iff nimsum(parts) = min(leading(parts: x = 1), 1)
The position is lost exactly when the nim-sum of the numbers equals the smaller of (the number of leading numbers x for which x is 1) and 1.
lost iff a = phi(b - a)
The position is lost exactly when a equals the whole part of the golden ratio times (b - a), where a and b are the first and second numbers.
lost iff b mod zeckendorf(a) = b
The position is lost exactly when b mod (the least Zeckendorf part of a) equals b, where a and b are the first and second numbers.
lost iff sum(parts: x mod 2 = 1) = 0
The position is lost exactly when the number of numbers x for which x is odd is 0.
value = periodic(a, [0], [1, 2, 4, 3], 4)
The Grundy value is f(a), where a is the first number and f has period 4 and saltus 4 from 1 on and begins with 0, 1, 2, 4, 3.
value = nimsum(parts: periodic(x, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [1, 4, 2, 8, 1, 4, 7]))
The Grundy value is the nim-sum of f(x) over the numbers x, where f has period 7 from 11 on.
value = digits(a, [0, 0], n, f)
The Grundy value is f(a), where a is the first number, f(0) = 0, f(1) = 0, f(2n) = n and f(2n + 1) = f(n).
value = nimsum(branches: x + 1)
The Grundy value is the nim-sum of x + 1 over the values x of the branches.
value = nimsum(places 'H': odious(x - 1))
The Grundy value is the nim-sum of the odious number of index (x - 1) over the places x of 'H'.
value = max(between 'H' reversed)
The Grundy value is the largest stretch between 'H' from right to left.
lost iff if last(endgaps after 1) = 0 then 0 else if last(groups after 1) != 0 then 1 else nimsum(gaps after 1 by right 2: x, 0) = 0
If the last gap in front of a coin or the end of the numbers after the first is 0, the position is won; otherwise, if the last group of coins between free places of the numbers after the first is not 0, it is lost; otherwise, it is lost exactly when the nim-sum of every second gap in front of a coin of the numbers after the first from the right is 0.
value = count(runs after 1) + 10 * (a div 3)
The Grundy value is (the number of runs of coins of the numbers after the first) + 10 * (the whole part of a / 3), where a is the first number.
lost iff not (a = b and (a < 3 or square(a + 1)))
The position is lost exactly when a differs from b or (a is at least 3 and a + 1 is not a square), where a and b are the first and second numbers.
value = sum(indices) + max(multiplicities) + count(sorted)
The Grundy value is (the sum of the indices, each as often as its number says) + (the largest multiplicity) + (the number of numbers in ascending order).
value = nimsum(sorted by last: x, bitand(x, i)) - (a = b)
The Grundy value is (the nim-sum of the last number in ascending order and of the common binary ones of x and i over the numbers x in ascending order but the last) - (1 if a equals b, else 0), where a and b are the first and second numbers and i is the index of x from 1 on.
value = max(parts after 2 by first: 0, gcd(x, a))
The Grundy value is the largest of 0 over the first number x after the first 2 and of the greatest common divisor of x and a over the numbers x after the first 2 but the first, where a is the first number.
value = if fibonacci(a) then a xor b else if a <= b then 3 else lowbit(a)
If a is a Fibonacci number, the Grundy value is a xor b; otherwise, if a is at most b, it is 3; otherwise, it is the largest power of 2 that divides a, where a and b are the first and second numbers.
won iff ones(a) mod 2 != 0
The position is lost exactly when the number of binary ones of a is even, where a is the first number.
lost iff 0
The position is won.";

#[test]
fn formulas_have_their_sentences() {
    let lines: Vec<_> = SENTENCES.lines().collect();
    for pair in lines.chunks(2) {
        let formula: Formula = pair[0].parse().unwrap();
        assert_eq!(formula.words(), pair[1], "{}", pair[0]);
    }
}

const PAGE: &str = include_str!("../../../../docs/formula.md");

/// The rows of the table with this head, as cells.
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let lines = PAGE.lines().skip_while(|line| !line.starts_with(head));
    let rows = lines.skip(2).take_while(|line| line.starts_with('|'));
    let cells = |row: &'static str| row.trim_matches('|').split('|').map(str::trim).collect();
    let rows: Vec<_> = rows.map(cells).collect();
    assert!(!rows.is_empty(), "no table {head}");
    rows
}

#[test]
fn functions_operators_and_rows_are_all_of_them() {
    let functions = table("| function |");
    assert_eq!(functions.len(), Function::ALL.len());
    for (row, (function, name, words)) in functions.iter().zip(Function::ALL) {
        assert_eq!(row[0], format!("`{name}(x)`"));
        assert!(row[1].contains(words), "{name}: {words}");
        let of_zero: Formula = format!("value = {name}(0)").parse().unwrap();
        let value = of_zero.of("").unwrap().value.unwrap();
        assert_eq!(row[2], value.to_string(), "{name}, {function:?}");
    }
    let lines = table("| operator |");
    let count: usize = lines.iter().map(|line| line[0].split("`, `").count()).sum();
    assert_eq!(count, Operator::ALL.len());
    for (_, name, level) in Operator::ALL {
        let sign = match level {
            6 => format!("`{name}(x, y)`"),
            _ => format!("`x {name} y`"),
        };
        // Those of the strongest level have several lines.
        let lines = &lines[usize::from(level)..];
        let lines = if level < 6 { &lines[..1] } else { lines };
        assert!(lines.iter().any(|line| line[0].contains(&sign)), "{sign}");
    }
    let rows = table("| row | its parts |");
    let kinds = Kind::ALL.iter().filter(|(kind, ..)| !kind.is_of_word());
    let kinds: Vec<_> = kinds.collect();
    assert_eq!(rows.len(), kinds.len());
    for (row, (_, name, noun)) in rows.iter().zip(kinds) {
        assert_eq!(row[0], format!("`{name}`"));
        let each = format!("each {noun}");
        assert!(row[1].starts_with(&each), "{name}: {noun}");
    }
}

#[test]
fn examples_have_their_words_and_their_program() {
    for row in table("| formula |") {
        let formula: Formula = row[0].trim_matches('`').parse().unwrap();
        assert_eq!(formula.words(), row[1]);
    }
    let nim: Formula = "lost iff nimsum(parts) = 0".parse().unwrap();
    let [won, lost] = ["first", "second"];
    let program = nim.python(Answers::Outcome { won, lost }).unwrap();
    assert!(PAGE.contains(&format!("```python\n{program}```\n")));
}

/// Formulas, and some of their mutants.
const MUTANTS: &str = "\
value = nimsum(parts after 1: x mod (a + 1)) | sum(parts after 1: x mod (a + 1)) | nimsum(parts after 2: x mod (a + 1)) | nimsum(parts after 1) | nimsum(parts after 1: x mod a) | nimsum(parts after 1: x mod (a + 2)) | nimsum(parts after 1: x mod (a + 1 - 1)) | if max(parts after 1: x mod (a + 1)) <= 1 then not(nimsum(parts after 1: x mod (a + 1))) else nimsum(parts after 1: x mod (a + 1)) | sum(parts after 1: x mod (a + 1)) mod 2
lost iff if a = 0 then b <= 1 else c | b <= 1 | c | if a = 1 then b <= 1 else c | if a <= 0 then b <= 1 else c | if a = 0 then b < 1 else c | if a = 0 then b <= 2 else c | not(if a = 0 then b <= 1 else c)
lost iff a < phi(b) or c = 1 | a < b * 1618 div 1000 or c = 1 | a <= phi(b) or c = 1 | c = 1 | a < phi(b) and c = 1
value = nimsum(parts: periodic(x, [0, 5, 2], [1, 2, 4], 2)) | nimsum(parts: periodic(x, [-1, 0, 2], [1, 2, 4], 2)) | nimsum(parts: periodic(x, [-1, 5, 2], [1, 2, 4], 2)) | nimsum(parts: periodic(x, [0, 5, 2], [1, 2], 2)) | nimsum(parts: x)
lost iff last(places 'H' by left 2: x, 0) = min(sum(sorted), 1) | last(places 'H' reversed by left 2: x, 0) = min(sum(sorted), 1) | last(places 'H' by right 2: x, 0) = min(sum(sorted), 1) | last(places 'H' by left 2: x, 0) = min(sum(parts), 1)";

#[test]
fn mutants_have_one_mistake() {
    for line in MUTANTS.lines() {
        let (right, wrong) = line.split_once(" | ").unwrap();
        let formula: Formula = right.parse().unwrap();
        let mutants = formula.mutants();
        let texts: Vec<String> = { mutants.iter() }
            .map(|one| one.formula.to_string())
            .collect();
        for (mutant, text) in mutants.iter().zip(&texts) {
            assert_eq!(text.parse(), Ok(mutant.formula.clone()), "{}", mutant.what);
        }
        let is_value = right.starts_with("value =");
        let says = if is_value { "value =" } else { "lost iff" };
        for wrong in wrong.split(" | ") {
            let wrong: Formula = format!("{says} {wrong}").parse().unwrap();
            assert!(
                texts.contains(&wrong.to_string()),
                "{right}: {wrong}\n{texts:#?}"
            );
        }
    }
}

#[test]
fn mutants_are_short_of_digits_and_of_time() {
    let says = |formula: &str, what: &str, position: &str| {
        let formula: Formula = formula.parse().unwrap();
        let right = Mutant::right(formula.clone());
        let mut mutants = formula.mutants().into_iter().chain([right]);
        let mutant = mutants.find(|mutant| mutant.what == what).unwrap();
        let said = mutant.says(&Asked::from(position.to_owned()), 100)?;
        said.value.or(Some(said.is_lost.into()))
    };
    let nim = |what, position| says("value = nimsum(parts)", what, position);
    let signed = "numbers of 32 bits with a sign";
    for (position, right, unsigned, is_right, float) in [
        (
            "2147483647",
            2_147_483_647,
            2_147_483_647,
            true,
            2_147_483_647,
        ),
        (
            "2147483648",
            2_147_483_648,
            2_147_483_648,
            false,
            2_147_483_648,
        ),
        ("4294967297 2", 4_294_967_299, 3, false, 4_294_967_299),
        ("9007199254740993", (1 << 53) + 1, 1, false, (1 << 53) + 2),
        ("18446744073709551615", u64::MAX, 0xffff_ffff, false, 0),
    ] {
        assert_eq!(nim("", position), Some(right));
        assert_eq!(
            nim("numbers of 32 bits without a sign", position),
            Some(unsigned)
        );
        assert_eq!(nim(signed, position) == Some(right), is_right, "{position}");
        let rounded = nim("floating-point numbers, of 53 bits", position);
        // 2^64 is no Grundy value.
        assert_eq!(rounded, Some(float).filter(|float| *float > 0));
        assert_eq!(
            nim("numbers of 64 bits without a sign", position),
            Some(right)
        );
        let is_below = right < 1 << 63;
        assert_eq!(
            nim("numbers of 64 bits with a sign", position) == Some(right),
            is_below
        );
    }
    for (what, just, more) in [
        ("slow: solves all smaller positions", "9 9", "9 10"),
        (
            "slow: solves all smaller numbers by their moves",
            "10 10",
            "11 0",
        ),
    ] {
        assert!(
            nim(what, just).is_some() && nim(what, more).is_none(),
            "{what}"
        );
    }
    let golden = "(b - a) * 7286977268806824 div 4503599627370496 for phi(b - a)";
    let wythoff = |what, position| says("lost iff a = phi(b - a)", what, position);
    let large = "2783377641436328 4503599627370497";
    assert_eq!(
        (wythoff("", large), wythoff(golden, large)),
        (Some(1), Some(0))
    );
    assert_eq!(wythoff(golden, "4 7"), Some(1));
}
