//! Random finite games given as tables: the command's answers are those of a solver in Python, which plays sums out and
//! uses no theorem. `tests/data/tables.py` has the games, as rules programs, and the solver.
#![cfg(unix)]

use std::env;
use std::fmt::Debug;
use std::process::Command;

use serde_json::Value;

use crate::support::{Ended, Folder, json, skipped};

/// What both solvers say of a position: the answer, the number of winning moves, the Grundy value, and the number of moves
/// until the game ends.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    position: String,
    answer: String,
    count: u64,
    grundy: Option<u64>,
    remoteness: Option<u64>,
}

impl Row {
    /// A row of five columns, of which the last two may be absent.
    fn of(columns: [&str; 5]) -> Self {
        let [position, answer, count, grundy, remoteness] = columns;
        Self {
            position: position.to_owned(),
            answer: answer.to_owned(),
            count: count.parse().unwrap(),
            grundy: grundy.parse().ok(),
            remoteness: remoteness.parse().ok(),
        }
    }

    fn from_json(solution: &Value) -> Self {
        let text = |name: &str| solution[name].as_str().unwrap().to_owned();
        Self {
            position: text("position"),
            answer: text("answer"),
            count: solution["count"].as_u64().unwrap(),
            grundy: solution["grundy"].as_u64(),
            remoteness: solution["remoteness"].as_u64(),
        }
    }
}

/// Compares all that is found by `solve` in words, by `solve` in JSON, and by `values`.
fn compare(kind: &str, games: usize) {
    if Command::new("python3").arg("--version").output().is_err() {
        let is_needed = env::var_os("GRUNDY_ALL_LANGUAGES").is_some();
        assert!(!is_needed, "python3 is not installed");
        return skipped(kind, "python3 is not installed");
    }
    let folder = Folder::new();
    folder.program(kind, include_str!("../data/tables.py"));
    let expected = folder.shell(&format!("./{kind} expected")).with(0);
    let expected: Vec<Row> = expected
        .lines()
        .map(|line| Row::of(fields(line, ' ')))
        .collect();
    let game = |row: &Row| row.position.split(':').next().unwrap().to_owned();
    let mut names: Vec<String> = expected.iter().map(game).collect();
    names.dedup();
    assert_eq!(names.len(), games, "{kind}");

    let positions = expected.iter().map(|row| row.position.clone() + "\n");
    folder.write("positions", positions.collect::<String>());
    let run = |line: &str| -> String {
        let Ended { code, out, err } = folder.shell(line);
        assert_eq!((code, &*err), (Some(0), ""), "{line}");
        out
    };
    let words = run(&format!("grundy solve -g ./{kind} < positions"));
    let words = expected.iter().zip(words.lines());
    let words: Vec<_> = words.map(|(row, word)| (&*row.position, word)).collect();
    let answers = expected.iter().map(|row| (&*row.position, &*row.answer));
    same(&words, &answers.collect::<Vec<_>>(), kind);

    let solutions = run(&format!(
        "grundy solve -g ./{kind} --format json < positions"
    ));
    let solutions = json(&solutions);
    let solutions = solutions["solutions"].as_array().unwrap();
    let found: Vec<Row> = solutions.iter().map(Row::from_json).collect();
    same(&found, &as_known(&expected, &found, kind), kind);

    run(&format!("grundy values -g ./{kind} --csv listed.csv"));
    let listed = folder.read("listed.csv");
    let listed = listed.lines().skip(1).map(|line| {
        let [_, position, wins, count, grundy, remoteness] = fields(line, ',');
        let answers = [("true", "Win"), ("false", "Lose"), ("draw", "Draw")];
        let answer = answers.iter().find(|(word, _)| *word == wins).unwrap().1;
        Row::of([position, answer, count, grundy, remoteness])
    });
    let listed: Vec<Row> = listed.collect();
    same(&listed, &as_known(&expected, &listed, kind), kind);
}

/// The rows that are expected, without the remoteness where `found` has none: that of a sum is not known, nor that of positions
/// from which play leads there.
fn as_known(expected: &[Row], found: &[Row], kind: &str) -> Vec<Row> {
    let mut expected = expected.to_vec();
    for (expected, found) in expected.iter_mut().zip(found) {
        if kind == "normal" && found.remoteness.is_none() {
            expected.remoteness = None;
        }
    }
    let known = expected.iter().filter(|row| row.remoteness.is_some());
    assert!(known.count() > expected.len() / 10, "{kind}");
    expected
}

/// The columns of a line.
fn fields<const N: usize>(line: &str, between: char) -> [&str; N] {
    let fields: Vec<&str> = line.split(between).collect();
    fields.try_into().unwrap()
}

#[track_caller]
fn same<T: Debug + PartialEq>(found: &[T], expected: &[T], kind: &str) {
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!(found, expected, "{kind}");
    }
    assert_eq!(found.len(), expected.len(), "{kind}");
}

/// Sums of up to three parts, equal parts, and equal positions in another order.
#[test]
fn tables_with_sums() {
    compare("normal", 1000);
}

/// A sum is one position.
#[test]
fn tables_of_misere_games() {
    compare("misere", 500);
}

/// Positions repeat, and nearly half of them are draws.
#[test]
fn tables_with_loops() {
    compare("loops", 500);
}
