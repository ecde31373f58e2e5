//! Formulas are read, printed and evaluated.

use grundy_formula::{Formula, Undefined};

/// Formulas, positions, and the value there; of `lost iff` 1 where the position is lost.
const VALUES: &[(&str, &[(&str, u64)])] = &[
    (
        "value = nimsum(parts)",
        &[("3 5 9", 15), ("1\n7\n", 7), ("0\n\n", 0)],
    ),
    (
        "value = nimsum(parts after 1: x mod (a + 1))",
        &[("3 5 9", 0), ("2 4 5", 3)],
    ),
    (
        "value = nimsum(differences by right 2: x, 0)",
        &[("1 3 7", 4 ^ 1), ("2\n2 2\n", 0)],
    ),
    (
        "lost iff nimsum3(parts) = 0",
        &[("1 1 1", 1), ("1 1", 0), ("5 5 5", 1), ("1 2 3", 0)],
    ),
    (
        "lost iff nimsum(parts) = min(leading(parts: x = 1), 1)",
        &[("1 1 1", 1), ("1 1", 0), ("2 2", 1)],
    ),
    (
        "lost iff a = phi(b - a)",
        &[("1 2", 1), ("3 5", 1), ("3 6", 0), ("0 0", 1)],
    ),
    (
        "lost iff b mod zeckendorf(a) = b",
        &[("8 7", 1), ("8 8", 0), ("11 2", 1), ("11 3", 0)],
    ),
    (
        "value = periodic(a, [0], [1, 2, 4, 3], 4)",
        &[("0", 0), ("3", 4), ("4", 3), ("8", 7), ("9", 9)],
    ),
    (
        "value = digits(a, [0, 0], n, f)",
        &[("1", 0), ("2", 1), ("7", 0), ("11", 1), ("12", 6)],
    ),
    (
        "value = nimsum(branches: x + 1)",
        &[("()", 0), ("(())", 1), ("(()())", 0), ("((()))", 2)],
    ),
    (
        "value = nimsum(places 'H': odious(x - 1))",
        &[("TTH", 4), ("HTT", 1), ("HHT", 3)],
    ),
    ("value = max(between 'H' reversed)", &[("TTHT", 2), ("", 0)]),
    (
        "lost iff if first(endgaps after 1) = 0 then 0 else 1",
        &[("5 1 3", 0), ("5 2 3", 1)],
    ),
    (
        "value = count(runs after 1) + 10 * last(groups after 1)",
        &[("6 1 2 4 6", 3 + 10), ("6 1", 1)],
    ),
    (
        "value = sum(indices) + max(multiplicities) + count(sorted)",
        &[("2 0 3 0", 12)],
    ),
];

#[test]
fn formulas_have_their_values() {
    for (text, cases) in VALUES {
        let formula: Formula = text.parse().unwrap();
        assert_eq!(formula.to_string(), *text);
        for (position, expected) in *cases {
            let verdict = formula.of(position).unwrap();
            let found = verdict.value.unwrap_or(verdict.is_lost.into());
            assert_eq!(found, *expected, "{text} of {position}");
        }
    }
}

#[test]
fn numbers_of_any_size_are_exact() {
    let wythoff: Formula = "lost iff a = phi(b - a)".parse().unwrap();
    // floor(n phi) and floor(n phi^2) of n = 10^40, by 50 digits of phi.
    let [a, b] = [
        "16180339887498948482045868343656381177203",
        "26180339887498948482045868343656381177203",
    ];
    assert!(wythoff.of(&format!("{a} {b}")).unwrap().is_lost);
    assert!(
        !wythoff
            .of(&format!("{a} {}0", &b[..b.len() - 1]))
            .unwrap()
            .is_lost
    );
    let nim: Formula = "value = nimsum(parts)".parse().unwrap();
    let max = u64::MAX.to_string();
    assert_eq!(
        nim.of(&format!("{max} 1")).unwrap().value,
        Some(u64::MAX - 1)
    );
    let error = nim.of("36893488147419103232 1").unwrap_err();
    assert!(matches!(error, Undefined::NoGrundyValue(..)), "{error}");
}

#[test]
fn what_is_no_formula_is_named_with_its_place() {
    for (text, expected) in [
        (
            "",
            "line 1, column 1: expected `value =`, `lost iff` or `won iff`, found the end",
        ),
        (
            "value = 3 +",
            "line 1, column 12: expected a number, a name, a function or `(`, found the end",
        ),
        (
            "value = y",
            "line 1, column 9: expected a number, a name, a function or `(`, found `y`",
        ),
        (
            "value =\n 3 4",
            "line 2, column 4: expected an operator or the end, found `4`",
        ),
        (
            "lost iff nimsum(parts by right 2: x)",
            "line 1, column 36: expected 2 expressions, one for each class, found `)`",
        ),
        (
            "value = nimsum(heaps)",
            "line 1, column 16: expected a row: ",
        ),
        (
            "value = 99999999999999999999",
            "line 1, column 9: expected a number of at most 64 bits, found `99999999999999999999`",
        ),
        (
            "value = digits(a, [0], n)",
            "line 1, column 25: expected `,` and a rule: one for each digit, at least two, found `)`",
        ),
    ] {
        let error = text.parse::<Formula>().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
    let deep = format!("value = {}1", "(".repeat(100_000));
    assert!(deep.parse::<Formula>().is_err());
}
