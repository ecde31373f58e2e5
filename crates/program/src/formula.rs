//! A formula in the place of a program that makes claims.

use std::sync::Arc;

use grundy_formula::{Answers, Formula, Says, Undefined};
use grundy_game::{About, Form, Known};
use grundy_sandbox::Program;

use crate::program::{Runner, Settings};

/// Returns the form of what a formula says: Grundy values, which tell the value of a sum, or else words.
pub(crate) fn form(formula: &Formula, about: &About) -> Form {
    if formula.says == Says::Value && !about.misere {
        return Form::Grundy;
    }
    match about.answers.of_formula() {
        Some(Answers::Outcome { .. }) => about.answers.clone(),
        _ => Form::default(),
    }
}

/// Returns what answers positions with what a formula says of them, in that form.
pub(crate) fn runner(formula: Formula, form: Form, settings: Settings) -> Runner {
    let name = format!("--formula '{formula}'");
    let program = Program {
        command: name.clone().into(),
        args: Vec::new(),
    };
    let mut runner = Runner::new(program, Some(name), settings);
    runner.answering = Some(Arc::new(move |_, input| {
        let line = |position: &str| match formula.of(&position.replace(" / ", "\n")) {
            Ok(verdict) => form.right(&Known::from(verdict), &[]) + "\n",
            // No answer has several words, so this is none.
            Err(error) => why(&error).to_owned() + "\n",
        };
        Ok(input.lines().map(line).collect::<String>().into_bytes())
    }));
    runner
}

/// Why a formula says nothing of a position, which errors name beside it.
const fn why(error: &Undefined) -> &'static str {
    match error {
        Undefined::Unread(_) => "formulas read numbers, or one word without digits",
        Undefined::NoValue(_) => "the formula has no value",
        Undefined::NoGrundyValue(..) => {
            "the formula's value is no Grundy value, from 0 to 2^64 - 1"
        }
    }
}
