//! What a problem package of a rules program holds beside its tests.

use std::ffi::OsStr;
use std::path::Path;

use grundy_game::{About, Expected, Problem, RulesFile, Submission};
use grundy_package::{LINES, SLOW, draft, in_words, of_rules_program};
use serde_json::Value;

use crate::program::Runner;

/// Returns the draft of the statement, the program itself if it is a script, and solutions: a wrong one, one that is too
/// slow, and a right one if an input is the position itself (`is_position`) and a script in Python gives the answers. If the
/// claim `is_confirmed` by the oracle, this script is the program of the claim: the rules program, or the one that `claims` in
/// its place. Otherwise the solution plays by the moves of the rules program.
pub(super) fn problem(
    about: &About,
    rules: &Runner,
    claims: Option<&Runner>,
    is_confirmed: bool,
    is_position: bool,
) -> Problem {
    let script = rules.script();
    let command = claims.map(Runner::command);
    let (answers, claim) = match claims {
        _ if !is_confirmed => (script.clone(), "None"),
        Some(claims) => (claims.script(), "[]"),
        None => (script.clone(), "[\"claim\"]"),
    };
    let answers = answers.filter(|script| script.is_python && is_position);
    let right = answers.map(|script| (Expected::Accepted, solution(about, &script.text, claim)));
    let always = Value::from(about.answers.always());
    let wrong = format!("# Wrong: the answer is always the same.\nprint({always})\n");
    let others = [(Expected::Wrong, wrong), (Expected::Slow, SLOW.to_owned())];
    let all = right.into_iter().chain(others);
    let submissions = all.map(|(verdict, text)| Submission::new(verdict, "py", text));
    Problem {
        statement: draft(about).into(),
        validator: LINES,
        submissions: submissions.collect(),
        playing: script
            .clone()
            .map(|script| of_rules_program(script.text, is_confirmed)),
        rules: script.map(|script| RulesFile {
            name: file_name(&about.name),
            text: script.text,
        }),
        claims: command,
        ..Problem::default()
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
fn solution(about: &About, program: &str, claim: &str) -> String {
    let misere = if about.misere { "True" } else { "False" };
    let (answer, words) = about.answers.solution(misere);
    let parts = [
        ("ANSWER", &*answer),
        ("WORDS", &words),
        ("MISERE", misere),
        ("LOOPS", if about.loops { "True" } else { "False" }),
        ("PROGRAM", &Value::from(program).to_string()),
        ("CLAIM", claim),
    ];
    in_words(
        include_str!("solution.py"),
        &parts,
        str::to_owned,
        str::to_owned,
    )
}
