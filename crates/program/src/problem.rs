//! What a problem package of a rules program holds beside its tests.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

use grundy_formula::{Answers, Formula};
use grundy_game::{About, Expected, Problem, RulesFile, Submission};
use grundy_package::{LINES, POSITIONS, SLOW, draft, in_words, of_rules_program};
use serde_json::Value;

use crate::formula::form;
use crate::opened::Opened;

/// Returns the draft of the statement, the program itself if it is a script, and solutions: a wrong one, one that is too
/// slow, and a right one if an input is the position itself (`is_position`), no formula gives the answers, and a script in
/// Python does. If the claim was compared with the oracle, this script is the program of the claim: the rules program, or the one that
/// claims in its place. Otherwise the solution plays by the moves of the rules program.
pub(super) fn problem(
    game: &Opened,
    about: &About,
    formula: Option<Formula>,
    is_position: bool,
) -> Problem {
    let script = game.runner.script();
    let is_own = Arc::ptr_eq(&game.runner, &game.claims.runner);
    let is_confirmed = game.moves_to.get().is_some();
    let (answers, claim) = match is_own {
        _ if !is_confirmed || formula.is_some() => (script.clone(), "None"),
        true => (script.clone(), "[\"claim\"]"),
        false => (game.claims.runner.script(), "[]"),
    };
    let is_by_formula = formula.is_some() && about.answers.of_formula().is_some();
    let answers = answers.filter(|script| script.is_python && is_position && !is_by_formula);
    let right = answers.map(|script| {
        let text = solution(about, &script.text, claim, formula.as_ref());
        (Expected::Accepted, text)
    });
    let always = Value::from(about.answers.always());
    let wrong = format!(
        "# Wrong: the answer is always the same.\nimport sys\n\n{POSITIONS}for number in range(1, len(positions) + 1):\n    print((PREFIX + \" \").lstrip().replace(\"%d\", str(number)) + {always})\n"
    );
    let others = [(Expected::Wrong, wrong), (Expected::Slow, SLOW.to_owned())];
    let all = right.into_iter().chain(others);
    let submissions = all.map(|(verdict, text)| Submission::new(verdict, "py", text));
    Problem {
        statement: draft(about).into(),
        validator: LINES,
        submissions: submissions.collect(),
        playing: script
            .clone()
            .map(|script| of_rules_program(script.text, is_confirmed && is_own)),
        rules: script.map(|script| RulesFile {
            name: file_name(&about.name),
            text: script.text,
        }),
        formula,
        claims: game.option.clone(),
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
fn solution(about: &About, program: &str, claim: &str, formula: Option<&Formula>) -> String {
    // Where none is written, the solution plays every game to its end.
    let told = formula
        .filter(|_| about.answers.needs_moves())
        .and_then(|formula| {
            let words = Answers::Outcome {
                won: "1",
                lost: "0",
            };
            let is_value = form(formula, about).adds_up();
            formula
                .python(if is_value { Answers::Value } else { words })
                .ok()
        });
    let misere = if about.misere { "True" } else { "False" };
    let (answer, words) = about.answers.solution(misere);
    let modulus = about.answers.modulus();
    let has_second =
        !about.answers.outcome_words().is_empty() && about.answers.of_formula().is_none();
    let parts = [
        ("POSITIONS\n", POSITIONS),
        ("ANSWER", &*answer),
        ("WORDS", &words),
        ("MODULUS", &modulus.unwrap_or(0).to_string()),
        ("LINE_END", if has_second { "\" / \"" } else { "\"\\n\"" }),
        ("MISERE", misere),
        ("LOOPS", if about.loops { "True" } else { "False" }),
        ("PROGRAM", &Value::from(program).to_string()),
        ("CLAIM", claim),
        (
            "FORMULA",
            &told.map_or_else(|| "None".to_owned(), |told| Value::from(told).to_string()),
        ),
    ];
    in_words(
        include_str!("solution.py"),
        &parts,
        str::to_owned,
        str::to_owned,
    )
}
