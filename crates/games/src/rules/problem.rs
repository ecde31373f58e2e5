//! What a problem package of a rules program holds beside its tests.

use std::ffi::OsStr;
use std::path::Path;

use serde_json::Value;

use crate::package::{LINES, SLOW, draft, in_words, of_rules_program};
use crate::rules::program::{Runner, Script};
use crate::{About, Answers, Bounds, Expected, Problem, RulesFile, Submission};

/// Returns the draft of the statement, the program itself if it is a script, and solutions: a wrong one, one that is too
/// slow, and a right one if an input is the position itself (`is_position`), and the script, or the program that `claims` in its
/// place, is in Python.
pub(super) fn problem(
    about: &About,
    rules: &Runner,
    claims: Option<&Runner>,
    is_position: bool,
) -> Problem {
    let script = rules.script();
    let command = claims.map(Runner::command);
    let in_python = |script: Option<&Script>| {
        let script = script.filter(|script| script.is_python);
        script.map(|script| Value::from(&*script.text).to_string())
    };
    let program = in_python(script.as_ref()).unwrap_or_else(|| "None".to_owned());
    let claims = match claims {
        Some(claims) => in_python(claims.script().as_ref()).map(|text| format!("{text}, []")),
        None => Some("program, [\"claim\"]".to_owned()).filter(|_| program != "None"),
    };
    let right = claims.filter(|_| is_position);
    let right = right.map(|claims| (Expected::Accepted, solution(about, &program, &claims)));
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
        playing: script.clone().map(|script| of_rules_program(script.text)),
        rules: script.map(|script| RulesFile {
            name: file_name(&about.name),
            text: script.text,
        }),
        claims: command,
        bounds: Bounds::default(),
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
fn solution(about: &About, program: &str, claims: &str) -> String {
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
        ("PROGRAM", program),
        ("CLAIMS", claims),
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
