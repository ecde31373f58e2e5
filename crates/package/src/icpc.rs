//! Version 2025-09 of the format of ICPC and Kattis: <https://icpc.io/problem-package-format/>, with the `generators.yaml` of
//! `BAPCtools`.

use serde_json::Value;

use super::legacy::{common, dialogue, source, validator};
use super::programs::{System, checker};
use super::statement::in_latex;
use super::{MEMORY, Package, Put, Tests};
use grundy_game::{Error, Expected};

/// The setting of all tests by which the system compares letters exactly.
const EXACT: &str = "output_validator_args: [case_sensitive]\n";

pub(super) fn write(package: &Package<'_>, put: Put<'_>) -> Result<Tests, Error> {
    files(package, put).map_err(Error::Writing)?;
    let mut data = String::new();
    let tests = package.each_test(&mut |number, test| {
        let name = format!("{number:02}-{}", test.name);
        put(&format!("data/secret/{name}.in"), &test.case.input)?;
        put(&format!("data/secret/{name}.ans"), &test.case.answer)?;
        data += &if package.plan.interactive.is_some() {
            let answer = block("ans", &test.case.answer);
            format!(
                "      {name}:\n        generate: gen {}\n{answer}",
                test.command
            )
        } else {
            format!("      {name}: gen {}\n", test.command)
        };
        Ok(())
    })?;
    validator(package, &tests, put)?;
    let generators = generators(package, &data);
    put("generators/generators.yaml", &generators).map_err(Error::Writing)?;
    Ok(tests)
}

fn files(package: &Package<'_>, put: Put<'_>) -> std::io::Result<()> {
    let title = package.title();
    let source = source(package);
    let kind = if package.plan.interactive.is_some() {
        "interactive"
    } else {
        "pass-fail"
    };
    put(
        "problem.yaml",
        &format!(
            "problem_format_version: 2025-09\ntype: {kind}\nname:\n  en: {}\nuuid: {}\n{source}license: permission\n\
             rights_owner: {}\nlimits:\n  time_limit: {}\n  memory: {MEMORY}\n",
            Value::from(title),
            package.uuid,
            Value::from(package.owner()),
            package.time.as_secs_f64(),
        ),
    )?;
    let latex = package.statement.latex();
    let head = format!("\\problemname{{{}}}", in_latex(title));
    put("statement/problem.en.tex", &format!("{head}\n\n{latex}"))?;
    if package.plan.interactive.is_some() {
        dialogue(package, "output_validator", put)?;
    } else if package.needs_checker() {
        put(
            "output_validator/checker.cpp",
            &checker(System::Kattis, package.plan.case),
        )?;
    } else {
        put(
            "answer_validators/validator.cpp",
            &package.answer_validator(),
        )?;
    }
    if package.compares_exactly() {
        put("data/test_group.yaml", EXACT)?;
    }
    put("generators/gen.py", &package.generator())?;
    if let Some(rules) = &package.rules {
        put(&format!("generators/{}", rules.name), &rules.text)?;
    }
    common(package, put)?;
    // Beside a dialogue `BAPCtools` wants to be told what contestants download.
    for number in 1..=package.transcripts.len() {
        let case = &package.samples[number - 1];
        put(&format!("data/sample/{number}.in.download"), &case.input)?;
        put(&format!("data/sample/{number}.ans.download"), &case.answer)?;
    }
    Ok(())
}

/// The file from which `BAPCtools` makes the tests again: each line calls `gen`, which calls this command.
fn generators(package: &Package<'_>, secret: &str) -> String {
    let solution = package.of(Expected::Accepted).next();
    let solution = solution.map_or_else(String::new, |solution| {
        format!(
            "solution: /submissions/accepted/solution.{}\n",
            solution.language
        )
    });
    let files = package
        .rules
        .as_ref()
        .map_or_else(String::new, |rules| format!(", {}", rules.name));
    let mut samples = String::new();
    for (number, case) in (1..).zip(&package.samples) {
        let head = if number == 1 {
            "  sample:\n    data:\n"
        } else {
            ""
        };
        let parts = [block("in", &case.input), block("ans", &case.answer)];
        samples += &format!("{head}      '{number}':\n{}", parts.concat());
        if let Some(text) = package.transcripts.get(number - 1) {
            let downloads = parts.map(|part| part.replacen(": |", ".download: |", 1));
            samples += &[&downloads.concat(), &*block("interaction", text)].concat();
        }
    }
    let case = if package.compares_exactly() {
        format!("test_group.yaml:\n  {EXACT}")
    } else {
        String::new()
    };
    format!(
        "{solution}version: 2025-12\ngenerators:\n  gen: [gen.py{files}]\n{case}\
         data:\n{samples}  secret:\n    data:\n{secret}"
    )
}

/// A text under its key, as a block of `generators.yaml` that keeps all its blanks and line feeds.
fn block(key: &str, text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| match line {
        "\n" => line.to_owned(),
        _ => format!("          {line}"),
    });
    format!("        {key}: |2+\n{}", lines.collect::<String>())
}
