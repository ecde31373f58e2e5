//! The report about a program, as text.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use grundy_games::{Detail, Game};
use grundy_judge::plan::Phase;
use grundy_judge::report::{
    Counterexample, JudgeReport, Minimality, PhaseReport, Sampled, TestOutcome,
};
use grundy_judge::verdict::Verdict;
use grundy_records::units;

use super::arguments::Judge;
use crate::output::{self, BAD, GOOD, harmless};
use crate::quantity::{counted, grouped};
use crate::shell::{line, printf};
use crate::table::table;

/// The largest input that is printed, in bytes.
pub const PRINTED: usize = 300;
/// The largest input that is explained, in bytes.
const EXPLAINED: usize = 2000;
/// The longest answer or verdict, in characters.
const WIDTH: usize = 60;
/// The largest number of failed random tests in the table.
const FAILED_SHOWN: usize = 5;
/// The largest number of lines of standard error.
const STDERR_SHOWN: usize = 10;

pub fn page(
    game: &dyn Game,
    arguments: &Judge,
    report: &JudgeReport,
    saved: Option<&Path>,
) -> String {
    let mut text = format!(
        "{}: {}\n\n{}\n{}",
        game.about().title,
        line(&arguments.command),
        phases(report),
        summary(report)
    );
    if let Some(found) = &report.counterexample {
        text += &counterexample(game, arguments, found, saved);
    }
    if let Some(path) = saved {
        let path = output::name(path);
        text += &format!("\nkept in {path}; the next run tries it first\n");
    }
    if arguments.expect.is_some() {
        text += &if report.accepted {
            format!("\n{BAD}not as expected{BAD:#}: the program is right after all\n")
        } else {
            format!("\n{GOOD}as expected{GOOD:#}: the program is not accepted\n")
        };
    }
    text
}

/// A line with the name of its content.
pub fn field(name: &str, content: &str) -> String {
    format!("  {name:<8}  {content}\n")
}

/// A line with an input, or with its length.
pub fn input(name: &str, input: &str) -> String {
    if input.len() <= PRINTED {
        field(name, &harmless(&input.trim_end().replace('\n', " / ")))
    } else {
        field(name, &format!("{} bytes", grouped(input.len() as u64)))
    }
}

/// The beginning of a text.
pub fn shortened(text: &str) -> String {
    let text = harmless(text);
    if text.chars().count() <= WIDTH {
        return text;
    }
    let short: String = text.chars().take(WIDTH - 3).collect();
    short + "..."
}

/// The table of tests and phases.
fn phases(report: &JudgeReport) -> String {
    let left_out = report.left_out.iter().map(|&phase| {
        let none = String::new();
        vec![
            title(phase).to_owned(),
            "not run".to_owned(),
            none.clone(),
            none,
        ]
    });
    let rows = report.phases.iter().flat_map(rows).chain(left_out);
    table(&["test", "verdict", ">time", ">memory"], rows)
}

fn row(name: String, verdict: String, seconds: f64, memory: u64) -> Vec<String> {
    let memory = memory as f64 / f64::from(1 << 20);
    vec![
        name,
        verdict,
        format!("{seconds:.2} s"),
        format!("{memory:.2} MiB"),
    ]
}

/// The rows of a phase: one for each test where tests have telling names, otherwise one for all tests after some
/// that failed.
fn rows(report: &PhaseReport) -> Vec<Vec<String>> {
    let one = |one: &TestOutcome| {
        let verdict = shortened(&one.verdict.to_string());
        row(harmless(&one.test), verdict, one.seconds, one.memory)
    };
    let outcomes = report.outcomes.iter();
    if !matches!(report.phase, Phase::Every | Phase::Random) {
        return outcomes.map(one).collect();
    }
    let failed: Vec<&TestOutcome> = outcomes.filter(|one| !one.verdict.is_accepted()).collect();
    let shown = match report.phase {
        Phase::Random => failed.len().min(FAILED_SHOWN),
        _ => 0,
    };
    let verdict = match failed.first() {
        None if report.tests == 0 => "none".to_owned(),
        None => Verdict::Accepted.name().to_owned(),
        Some(one) if report.phase == Phase::Every => shortened(&one.verdict.to_string()),
        Some(_) => format!("{} accepted", grouped(report.accepted)),
    };
    let name = match (report.up_to, report.sampled) {
        (Some(whole), Some(Sampled { up_to, .. })) => {
            format!("every position up to size {whole}, some up to {up_to}")
        }
        (Some(up_to), None) => format!("every position up to size {up_to}"),
        (None, _) => title(report.phase).to_owned(),
    };
    let name = format!("{name}: {}", grouped(report.tests));
    let seconds = report
        .slowest
        .as_ref()
        .map_or(0.0, |slowest| slowest.seconds);
    let mut rows: Vec<_> = failed[..shown].iter().copied().map(one).collect();
    rows.push(row(name, verdict, seconds, report.memory));
    rows
}

pub const fn title(phase: Phase) -> &'static str {
    match phase {
        Phase::Saved => "saved tests",
        Phase::Every => "every small position",
        Phase::Original => "the original's tests",
        Phase::Limits => "inputs at the limits",
        Phase::Random => "random tests",
    }
}

fn summary(report: &JudgeReport) -> String {
    let phases = report.phases.iter();
    let tests = grouped(phases.clone().map(|phase| phase.tests).sum());
    let passed = grouped(phases.clone().map(|phase| phase.accepted).sum());
    let verdict = report.verdict.name();
    let verdict = if !report.accepted {
        format!("{BAD}{verdict}{BAD:#}: {passed} of {tests} tests")
    } else if let Some(size) = report.not_tested_beyond {
        format!("{GOOD}{verdict} to size {size}{GOOD:#}: all {tests} tests")
    } else {
        format!("{GOOD}{verdict}{GOOD:#}: all {tests} tests")
    };
    let mut text = format!("{verdict} passed in {:.2} s", report.seconds);
    if let Some(size) = report.not_tested_beyond.filter(|_| report.accepted) {
        text += &format!("; not tested beyond size {size}");
    }
    text.push('\n');
    let slowest = phases.clone().filter_map(|phase| phase.slowest.as_ref());
    if let Some(slowest) = slowest.max_by(|a, b| a.seconds.total_cmp(&b.seconds)) {
        let test = harmless(&slowest.test);
        text += &format!("slowest: {:.2} s, {test}\n", slowest.seconds);
        if let Some(cat) = report.cat_seconds {
            text += &format!("cat:     {cat:.2} s, on the same input\n");
        }
    }
    let samples = phases.filter_map(|phase| Some(sampling(phase.up_to?, phase.sampled?)));
    text + &samples.collect::<String>()
}

/// The size up to which every position was tried, and the time that limited it.
fn sampling(whole: u32, sampled: Sampled) -> String {
    let Sampled {
        up_to,
        tests,
        positions,
        seconds_each,
    } = sampled;
    let first = whole + 1;
    let sizes = if first == up_to {
        format!("size {up_to}")
    } else {
        format!("sizes {first} to {up_to}")
    };
    format!(
        "small positions: every one up to size {whole}; of {sizes} {} of {}, evenly spread,\n\
         because each took {:.0} ms here and all would take {}; --up-to {up_to} tries them all\n",
        grouped(tests),
        grouped(positions),
        seconds_each * 1000.0,
        units::time(seconds_each * positions as f64 * 1e9),
    )
}

fn counterexample(
    game: &dyn Game,
    arguments: &Judge,
    found: &Counterexample,
    saved: Option<&Path>,
) -> String {
    let mut text = match found.size {
        Minimality::Smallest { before: 0 } => "\nThe smallest position there is:\n\n".to_owned(),
        Minimality::Smallest { before } => format!(
            "\nThe smallest position on which it fails: all {} before it, in order of size,\n\
             were answered correctly.\n\n",
            grouped(before)
        ),
        Minimality::Shrunk {
            tries,
            steps,
            minimal,
        } => {
            let how = if minimal {
                "no input one step simpler fails in this way"
            } else {
                "there was no time to go on"
            };
            format!(
                "\nShrunk from {} in {} and {}; {how}.\n\n",
                harmless(&found.test),
                counted(steps, "step"),
                counted(tries, "run")
            )
        }
        Minimality::AsIs => format!("\nFails on {}.\n\n", harmless(&found.test)),
    };
    text += &input("input", &found.case.input);
    if let Some(position) = &found.case.position {
        text += &field("position", &shortened(position.trim_end()));
    }
    let expected = found.case.answer.trim_end().replace('\n', " ");
    text += &field("expected", &shortened(&expected));
    let got = match &found.verdict {
        Verdict::WrongAnswer { got, .. } => shortened(got),
        // Its end, which states the time, must not be cut off.
        limit @ Verdict::TimeLimit { .. } => limit.to_string(),
        other => shortened(&other.to_string()),
    };
    text += &field("got", &got);
    if let Verdict::RuntimeError { stderr, .. } = &found.verdict {
        let lines: Vec<&str> = stderr.lines().collect();
        let shown = &lines[lines.len().saturating_sub(STDERR_SHOWN)..];
        for (i, line) in shown.iter().enumerate() {
            let name = if i == 0 { "stderr" } else { "" };
            text += &field(name, &grundy_sandbox::shown(line));
        }
    }
    let name = &game.about().name;
    text += &field("try it", &try_it(name, arguments, found, saved));
    if found.case.input.len() <= EXPLAINED {
        let positions = game.read(found.case.position().as_bytes());
        for position in positions.into_iter().flatten() {
            if let Ok(page) = position.page(Detail::Full) {
                text.push('\n');
                text += &output::coloured(&page.lines);
            }
        }
    }
    text
}

/// A shell command that shows the failure again.
fn try_it(game: &str, arguments: &Judge, found: &Counterexample, saved: Option<&Path>) -> String {
    let command = line(&arguments.command);
    if found.case.input.len() <= PRINTED {
        return format!("{} | {command}", printf(&found.case.input));
    }
    if let Some(path) = saved {
        return format!("{command} < {}", line(&[path]));
    }
    match (found.size, found.phase) {
        // The names of these tests are options of `grundy gen`.
        (Minimality::AsIs, Phase::Limits | Phase::Random) => {
            format!("grundy gen -g {game} --shape {} | {command}", found.test)
        }
        (Minimality::AsIs, Phase::Original) => {
            let file = PathBuf::from(format!("tests/in/{}.in", found.test));
            let (seed, file) = (arguments.seed, line(&[file]));
            format!(
                "grundy gen -g {game} --suite poi --seed {seed} --out tests && {command} < {file}"
            )
        }
        // Only the judge makes this input.
        _ => {
            let mut words: Vec<OsString> = vec!["grundy".into()];
            for word in env::args_os().skip(1) {
                if word == "--" && !words.iter().any(|word| word == "--save") {
                    words.extend(["--save", "tests"].map(OsString::from));
                }
                words.push(word);
            }
            format!("{}, which keeps it in tests/in", line(&words))
        }
    }
}
