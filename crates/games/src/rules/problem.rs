//! What a problem package of a rules program holds beside its tests.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::package::{LINES, SLOW, draft, in_words, of_rules_program};
use crate::{About, Answers, Expected, Problem, RulesFile, Submission};

/// A larger file is no script.
const LARGEST_SCRIPT: usize = 1 << 20;

/// Returns the draft of the statement, the program itself if it is a script, and solutions: a wrong one, one that is too
/// slow, and a right one if the script is in Python and an input is the position itself (`is_position`).
pub(super) fn problem(about: &About, is_position: bool) -> Problem {
    let script = fs::read_to_string(&*about.name).ok();
    let script = script.filter(|text| text.len() <= LARGEST_SCRIPT && text.starts_with("#!"));
    let first_line = script.as_deref().and_then(|text| text.lines().next());
    let is_python = first_line.is_some_and(|line| line.contains("python"));
    let right = script.as_deref().filter(|_| is_python && is_position);
    let right = right.map(|script| (Expected::Accepted, solution(about, script)));
    let always = match &about.answers {
        Answers::Words { win, .. } => win,
        Answers::Move { loss } => loss,
        Answers::Number | Answers::Grundy => "0",
    };
    let always = Value::from(always);
    let wrong = format!("# Wrong: the answer is always the same.\nprint({always})\n");
    let others = [(Expected::Wrong, wrong), (Expected::Slow, SLOW.to_owned())];
    let submissions = right.into_iter().chain(others);
    Problem {
        statement: draft(about).into(),
        validator: LINES,
        submissions: submissions
            .map(|(verdict, text)| Submission {
                verdict,
                language: "py",
                text: text.into(),
            })
            .collect(),
        playing: script.clone().map(of_rules_program),
        rules: script.map(|text| RulesFile {
            name: file_name(&about.name),
            text,
        }),
    }
}

/// The name of the program in a package: no other file of a package has it.
fn file_name(program: &str) -> String {
    let extension = Path::new(program).extension();
    let extension = extension
        .and_then(OsStr::to_str)
        .filter(|end| end.chars().all(char::is_alphanumeric));
    extension.map_or_else(|| "rules".to_owned(), |end| format!("rules.{end}"))
}

/// A right solution in Python. The words that a package replaces by those of its task stand in double quotes.
fn solution(about: &About, script: &str) -> String {
    let json = |text: &str| Value::from(text).to_string();
    let misere = if about.misere { "True" } else { "False" };
    let (answer, words) = match &about.answers {
        Answers::Words { win, loss } => (
            format!(
                "{0} if winning or {misere} and not moves[position] else {1}",
                single(win),
                single(loss)
            ),
            format!(
                "{}: {}, {}: {}",
                single(win),
                json(win),
                single(loss),
                json(loss)
            ),
        ),
        Answers::Number => ("str(len(winning))".to_owned(), String::new()),
        Answers::Grundy => ("str(value(position))".to_owned(), String::new()),
        Answers::Move { loss } => (format!("(winning + [{}])[0]", json(loss)), String::new()),
    };
    let parts = [
        ("ANSWER", &*answer),
        ("WORDS", &words),
        ("MISERE", misere),
        ("PROGRAM", &json(script)),
    ];
    in_words(
        include_str!("solution.py"),
        &parts,
        str::to_owned,
        str::to_owned,
    )
}

/// A text in single quotes.
fn single(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}
