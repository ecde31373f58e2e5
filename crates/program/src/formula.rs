//! A formula in the place of a program that makes claims.

use std::sync::Arc;

use grundy_formula::{Formula, Says};
use grundy_game::{About, Error, Known};
use grundy_sandbox::Program;

use crate::program::{Runner, Settings, failed};

/// Returns what answers positions with what a formula says of them, in the words of the task.
pub(crate) fn runner(formula: Formula, about: &About, settings: Settings) -> Result<Runner, Error> {
    let name = format!("--formula '{formula}'");
    let form = about.answers.clone();
    if form.of_formula().is_none() {
        return Err(failed(format!(
            "{name}: a formula says who wins, or the Grundy value, and the answers of {} are others",
            about.title
        )));
    }
    if form.adds_up() && formula.says == Says::Lost {
        return Err(failed(format!(
            "{name}: the answers are Grundy values; expected `value = ...`"
        )));
    }
    let program = Program {
        command: name.clone().into(),
        args: Vec::new(),
    };
    let mut runner = Runner::new(program, Some(name), settings);
    runner.answering = Some(Arc::new(move |_, input| {
        let line = |position: &str| match formula.of(position) {
            Ok(verdict) => form.right(&Known::from(verdict), &[]) + "\n",
            Err(error) => format!("({error})\n"),
        };
        Some(input.lines().map(line).collect::<String>().into_bytes())
    }));
    Ok(runner)
}
