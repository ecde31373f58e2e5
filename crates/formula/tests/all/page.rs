//! The page of formulas has all of the language, and says what is.

use grundy_formula::number::{Function, Operator};
use grundy_formula::{Answers, Formula, OF_NUMBERS};

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
        let words = words.trim_end_matches(':');
        assert!(row[1].contains(words), "{name}: {words}");
        let of_zero: Formula = format!("value = {name}(0)").parse().unwrap();
        let value = of_zero.of("").unwrap().value.unwrap();
        assert_eq!(row[2], value.to_string(), "{name}, {function:?}");
    }
    let operators: Vec<_> = table("| operator |")
        .concat()
        .into_iter()
        .step_by(2)
        .collect();
    let mut operators: Vec<_> = operators
        .join(", ")
        .split("`, `")
        .map(|of| of.replace('`', ""))
        .collect();
    let mut expected = Operator::ALL.map(|(operator, name)| match operator.level() {
        6 => format!("{name}(x, y)"),
        _ => format!("x {name} y"),
    });
    operators.sort_unstable();
    expected.sort_unstable();
    assert_eq!(operators, expected);
    let lines = table("| operator |");
    for (operator, name) in Operator::ALL
        .iter()
        .filter(|(operator, _)| operator.level() < 6)
    {
        let line = &lines[usize::from(operator.level())];
        assert!(
            line[0].contains(&format!("`x {name} y`")),
            "{name} in its line"
        );
    }
    let rows = table("| row | its parts |");
    assert_eq!(rows.len(), OF_NUMBERS.len());
    for (row, (_, name, words)) in rows.iter().zip(OF_NUMBERS) {
        assert_eq!(row[0], format!("`{name}`"));
        assert!(
            row[1].starts_with(&format!("each {words}")),
            "{name}: {words}"
        );
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
