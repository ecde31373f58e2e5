//! The legacy format of ICPC: `problem.yaml` with `domjudge-problem.ini`, as Kattis and `DOMjudge` read it.

use serde_json::Value;

use super::programs::{System, checker};
use super::statement::in_latex;
use super::{MEMORY, Package, Put, Tests};
use grundy_game::Error;

pub(super) fn write(package: &Package<'_>, put: Put<'_>) -> Result<Tests, Error> {
    files(package, put).map_err(Error::Writing)?;
    let tests = package.each_test(&mut |number, test| {
        let name = format!("data/secret/{number:02}-{}", test.name);
        put(&format!("{name}.in"), &test.case.input)?;
        put(&format!("{name}.ans"), &test.case.answer)?;
        put(
            &format!("{name}.desc"),
            &format!("{}\n", package.command(".", test)),
        )
    })?;
    validator(package, &tests, put)?;
    Ok(tests)
}

/// Writes the validator of inputs.
pub(super) fn validator(package: &Package<'_>, tests: &Tests, put: Put<'_>) -> Result<(), Error> {
    let validator = package.input_validator(System::Kattis, tests);
    put("input_validators/validator.cpp", &validator).map_err(Error::Writing)
}

fn files(package: &Package<'_>, put: Put<'_>) -> std::io::Result<()> {
    let title = package.title();
    let source = source(package);
    let validation = if package.plan.interactive.is_some() {
        "custom interactive"
    } else if package.needs_checker() {
        "custom"
    } else {
        "default"
    };
    let flags = if package.compares_exactly() {
        "validator_flags: case_sensitive\n"
    } else {
        ""
    };
    put(
        "problem.yaml",
        &format!(
            "problem_format_version: legacy\nname: {}\nuuid: {}\n{source}license: permission\nrights_owner: {}\n\
             validation: {validation}\n{flags}limits:\n  memory: {MEMORY}\n",
            Value::from(title),
            package.uuid,
            Value::from(package.owner()),
        ),
    )?;
    put(
        "domjudge-problem.ini",
        &format!(
            "name = {}\nshort-name = {id}\nexternalid = {id}\ntimelimit = {}\n",
            Value::from(title.replace('"', "'")),
            package.time.as_secs_f64(),
            id = package.id,
        ),
    )?;
    let latex = package.statement.latex();
    let head = format!(
        "%% plainproblemname: {title}\n\\problemname{{{}}}",
        in_latex(title)
    );
    put(
        "problem_statement/problem.en.tex",
        &format!("{head}\n\n{latex}"),
    )?;
    let samples = package.shown_samples();
    put(
        "problem_statement/problem.html",
        &package.statement.html(title, &samples),
    )?;
    put(
        "problem_statement/problem.txt",
        &package.statement.text(title, &samples),
    )?;
    if package.needs_checker() {
        put(
            "output_validators/checker.cpp",
            &checker(System::Kattis, package.plan.case),
        )?;
    }
    dialogue(package, "output_validators", put)?;
    common(package, put)
}

/// Writes the interactor of an interactive task into this folder, and the tool for contestants.
pub(super) fn dialogue(package: &Package<'_>, folder: &str, put: Put<'_>) -> std::io::Result<()> {
    let Some(starts) = &package.plan.interactive else {
        return Ok(());
    };
    let (language, interactor) = package.interactor(starts);
    put(&format!("{folder}/interactor.{language}"), &interactor)?;
    put("attachments/testing_tool.py", &package.testing_tool(starts))
}

/// Writes what lies in the same places in both versions of the format.
pub(super) fn common(package: &Package<'_>, put: Put<'_>) -> std::io::Result<()> {
    let folders = [
        "accepted/solution",
        "wrong_answer/wrong",
        "time_limit_exceeded/slow",
    ];
    package.put_solutions(&folders.map(|name| format!("submissions/{name}")), put)?;
    for (number, case) in (1..).zip(&package.samples) {
        put(&format!("data/sample/{number}.in"), &case.input)?;
        put(&format!("data/sample/{number}.ans"), &case.answer)?;
    }
    for (number, dialogue) in (1..).zip(&package.transcripts) {
        put(&format!("data/sample/{number}.interaction"), dialogue)?;
    }
    Ok(())
}

/// Where the task comes from, as a line of `problem.yaml`, if that is known.
pub(super) fn source(package: &Package<'_>) -> String {
    match package.original() {
        "" => String::new(),
        original => format!("source: {}\n", Value::from(original)),
    }
}
