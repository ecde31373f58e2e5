//! A full package of Polygon: `problem.xml`, statements, tests, and for testlib a checker and a validator. The file
//! `testlib.h` comes from the system that reads the package.

use std::fmt::Write as _;

use super::programs::{self, System};
use super::statement::{in_html, in_latex};
use super::{MEMORY, Package, Put, Tests};
use grundy_game::{Error, Expected};

/// The types of files.
const CPP: &str = "cpp.g++17";
const PYTHON: &str = "python.3";

pub(super) fn write(package: &Package<'_>, put: Put<'_>) -> Result<Tests, Error> {
    files(package, put).map_err(Error::Writing)?;
    let samples = package.samples.len();
    let mut list = "                <test method=\"manual\" sample=\"true\"/>\n".repeat(samples);
    let mut script =
        "#!/bin/sh\n# Makes the inputs of the tests again.\nset -e\ncd \"$(dirname \"$0\")\"\n"
            .to_owned();
    let tests = package.each_test(&mut |number, test| {
        let name = format!("tests/{:02}", samples + number);
        put(&name, &test.case.input)?;
        put(&format!("{name}.a"), &test.case.answer)?;
        _ = writeln!(script, "python3 files/gen.py {} >{name}", test.command);
        let command = in_html(&test.command);
        _ = writeln!(
            list,
            "                <test cmd=\"gen {command}\" method=\"generated\"/>"
        );
        Ok(())
    })?;
    put("doall.sh", &script).map_err(Error::Writing)?;
    put(
        "files/validator.cpp",
        &package.input_validator(System::Polygon, &tests),
    )
    .map_err(Error::Writing)?;
    let description = problem(package, samples + tests.count, &list);
    put("problem.xml", &description).map_err(Error::Writing)?;
    Ok(tests)
}

fn files(package: &Package<'_>, put: Put<'_>) -> std::io::Result<()> {
    for (number, case) in (1..).zip(&package.samples) {
        put(&format!("tests/{number:02}"), &case.input)?;
        put(&format!("tests/{number:02}.a"), &case.answer)?;
    }
    let statement = &package.statement;
    let title = package.title();
    let samples = package.shown_samples();
    for (name, part) in [
        ("name", &in_latex(title)),
        ("legend", &statement.legend),
        ("input", &statement.input),
        ("output", &statement.output),
    ] {
        put(&format!("statement-sections/english/{name}.tex"), part)?;
    }
    let mut examples = String::new();
    for (number, (input, answer)) in (1..).zip(&samples) {
        let name = format!("example.{number:02}");
        put(&format!("statements/english/{name}"), input)?;
        put(&format!("statements/english/{name}.a"), answer)?;
        _ = writeln!(examples, "\\exmpfile{{{name}}}{{{name}.a}}%");
    }
    put(
        "statements/english/problem.tex",
        &format!(
            "\\begin{{problem}}{{{}}}{{standard input}}{{standard output}}{{{} seconds}}{{{MEMORY} megabytes}}\n\n\
             {}\n\\InputFile\n{}\n\\OutputFile\n{}\n\\Examples\n\\begin{{example}}\n{examples}\\end{{example}}\n\n\
             \\end{{problem}}\n",
            in_latex(title),
            package.time.as_secs_f64(),
            statement.legend,
            statement.input,
            statement.output
        ),
    )?;
    put(
        "statements/.html/english/problem.html",
        &statement.html(title, &samples),
    )?;
    put("files/check.cpp", &checker(package))?;
    put("files/gen.py", &package.generator())?;
    if let Some(rules) = &package.rules {
        put(&format!("files/{}", rules.name), &rules.text)?;
    }
    package.put_solutions(
        &SOLUTIONS.map(|(_, name, _)| format!("solutions/{name}")),
        put,
    )
}

/// The names of solutions, and their tags.
const SOLUTIONS: [(Expected, &str, &str); 3] = [
    (Expected::Accepted, "solution", "main"),
    (Expected::Wrong, "wrong", "wrong-answer"),
    (Expected::Slow, "slow", "time-limit-exceeded"),
];

/// Compares the words of the output with those of the answer; or looks it up where the answer is a move.
fn checker(package: &Package<'_>) -> String {
    if package.needs_checker() {
        programs::checker(System::Polygon, package.plan.case)
    } else {
        programs::fold(package.plan.case) + include_str!("words-polygon.cpp")
    }
}

fn problem(package: &Package<'_>, count: usize, list: &str) -> String {
    let mut solutions = String::new();
    for (verdict, name, tag) in SOLUTIONS {
        for solution in package.of(verdict) {
            let kind = if solution.language == "py" {
                PYTHON
            } else {
                CPP
            };
            _ = writeln!(
                solutions,
                "            <solution tag=\"{tag}\">\n                \
                 <source path=\"solutions/{name}.{}\" type=\"{kind}\"/>\n            </solution>",
                solution.language
            );
        }
    }
    let resources = package.rules.as_ref().map_or_else(String::new, |rules| {
        format!(
            "            <file path=\"files/{}\"/>\n",
            in_html(&rules.name)
        )
    });
    include_str!("problem.xml")
        .replace("ID", &package.id)
        .replace("TIME", &package.time.as_millis().to_string())
        .replace("MEMORY", &(MEMORY << 20).to_string())
        .replace("COUNT", &count.to_string())
        // A title may have the words before in it.
        .replace("TITLE", &in_html(package.title()))
        .replace("            RESOURCES\n", &resources)
        .replace("            SOLUTIONS\n", &solutions)
        .replace("                TESTS\n", list)
}
