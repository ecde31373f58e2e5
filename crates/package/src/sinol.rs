//! The format of sinol-make, in which Polish olympiads keep their tasks: `config.yml`, `prog/`, `in/`, `out/`, `doc/`.

use std::fmt::Write as _;

use serde_json::Value;

use super::programs::{System, checker};
use super::statement::in_latex;
use super::{MEMORY, Package, Put, Tests};
use grundy_game::{Error, LetterCase};

/// The length of the ID of a task.
const ID: usize = 3;

pub(super) fn write(package: &Package<'_>, put: Put<'_>) -> Result<Tests, Error> {
    let id = id(package);
    files(package, &id, put).map_err(Error::Writing)?;
    let mut script = "#!/bin/sh\n# Makes the inputs of the tests again, in the folder where it is started.\nset -e\n".to_owned();
    let tests = package.each_test(&mut |number, test| {
        // The names of an original test set fit already.
        let name = match test.name.strip_prefix(&id) {
            Some(group) if group.starts_with(|c: char| c.is_ascii_digit()) => test.name.clone(),
            _ => format!("{id}{number}"),
        };
        put(&format!("in/{name}.in"), &test.case.input)?;
        put(&format!("out/{name}.out"), &test.case.answer)?;
        _ = writeln!(script, "{} >{name}.in", package.command("../prog", test));
        Ok(())
    })?;
    put(&format!("prog/{id}ingen.sh"), &script).map_err(Error::Writing)?;
    let validator = package.input_validator(System::Sinol, &tests);
    put(&format!("prog/{id}inwer.cpp"), &validator).map_err(Error::Writing)?;
    Ok(tests)
}

/// The ID of the task: the first letters and digits of the name of the game, from a letter on.
fn id(package: &Package<'_>) -> String {
    let title = package.title().chars().filter(char::is_ascii_alphabetic);
    let title: String = title.collect::<String>().to_lowercase();
    let is_name = package.id.starts_with(|c: char| c.is_ascii_alphabetic());
    let name = if is_name { &package.id } else { &title };
    format!("{name:x<ID$}").chars().take(ID).collect()
}

fn files(package: &Package<'_>, id: &str, put: Put<'_>) -> std::io::Result<()> {
    let title = package.title();
    put(
        "config.yml",
        &format!(
            "title: {}\nsinol_task_id: {id}\nsinol_contest_type: default\ntime_limit: {}\nmemory_limit: {}\n\
             sinol_static_tests: [\"{id}0*.in\"]\n",
            Value::from(title),
            package.time.as_millis(),
            MEMORY << 10,
        ),
    )?;
    put(
        &format!("doc/{id}zad.tex"),
        &format!(
            "\\documentclass{{article}}\n\\begin{{document}}\n\\section*{{{}}}\n{}\\end{{document}}\n",
            in_latex(title),
            package.statement.latex()
        ),
    )?;
    // sinol-make itself compares letters exactly.
    let case = package.plan.case;
    let has_letters = package.plan.answers.has_letters();
    if package.needs_checker() || has_letters && case == LetterCase::Fold {
        put(&format!("prog/{id}chk.cpp"), &checker(System::Sinol, case))?;
    }
    package.put_solutions(
        &["", "b1", "s1"].map(|name| format!("prog/{id}{name}")),
        put,
    )?;
    if let Some(rules) = &package.rules {
        put(&format!("prog/{}", rules.name), &rules.text)?;
    }
    for (letter, case) in ('a'..='z').zip(&package.samples) {
        put(&format!("in/{id}0{letter}.in"), &case.input)?;
        put(&format!("out/{id}0{letter}.out"), &case.answer)?;
    }
    Ok(())
}
