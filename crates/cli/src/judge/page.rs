//! The report about a program, for people.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use grundy_games::Entry;
use grundy_judge::report::{Counterexample, Outcome, PhaseReport, Report, Sampled, Size};
use grundy_judge::tests::Phase;
use grundy_judge::verdict::Verdict;
use grundy_records::units;

use super::line;
use crate::arguments::Judge;
use crate::output::{self, BAD, GOOD, counted, grouped, harmless};

/// An input with more bytes is not printed.
const PRINTED: usize = 300;
/// An input with more bytes is not explained.
const EXPLAINED: usize = 2000;
/// A verdict's words in the table, at most.
const WORDS: usize = 60;
/// Failed random tests in the table, at most.
const FAILED_SHOWN: usize = 5;
/// Lines of standard error that are shown, at most.
const STDERR_SHOWN: usize = 10;

pub fn page(game: &dyn Entry, arguments: &Judge, report: &Report, kept: Option<&Path>) -> String {
    let mut text = format!("{}: {}\n\n", game.about().title, line(&arguments.command));
    text += &table(report);
    text.push('\n');
    text += &summary(report);
    if let Some(counterexample) = &report.counterexample {
        text += &found(game, arguments, report, counterexample, kept);
    }
    if let Some(path) = kept {
        text += &format!(
            "\nkept in {}, to be tried first the next time\n",
            output::name(path)
        );
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

/// A line of the table.
struct Row {
    name: String,
    verdict: String,
    seconds: f64,
    memory: u64,
}

fn table(report: &Report) -> String {
    let rows: Vec<Row> = report.phases.iter().flat_map(rows).collect();
    let width = |of: fn(&Row) -> &str| rows.iter().map(|row| of(row).chars().count()).max();
    let left_out = report.left_out.iter().map(|phase| title(*phase).len());
    let names = width(|row| &row.name).into_iter().chain(left_out).max();
    let names = names.unwrap_or(0);
    let verdicts = width(|row| &row.verdict).unwrap_or(0).max("verdict".len());
    let mut text = format!(
        "{:<names$}  {:<verdicts$}     time      memory\n",
        "test", "verdict"
    );
    for Row {
        name,
        verdict,
        seconds,
        memory,
    } in &rows
    {
        let memory = mebibytes(*memory);
        text +=
            &format!("{name:<names$}  {verdict:<verdicts$}  {seconds:>5.2} s  {memory:>6} MiB\n");
    }
    for phase in &report.left_out {
        text += &format!("{:<names$}  not run\n", title(*phase));
    }
    text
}

/// The rows of a phase: one for each test where tests have names worth reading.
fn rows(report: &PhaseReport) -> Vec<Row> {
    let one = |outcome: &Outcome| Row {
        name: harmless(&outcome.test),
        verdict: shortened(&outcome.verdict.to_string()),
        seconds: outcome.seconds,
        memory: outcome.memory,
    };
    match report.phase {
        Phase::Every | Phase::Random => {
            let failed = report
                .outcomes
                .iter()
                .filter(|one| !one.verdict.is_accepted());
            let mut rows: Vec<Row> = match report.phase {
                Phase::Random => failed.clone().take(FAILED_SHOWN).map(one).collect(),
                _ => Vec::new(),
            };
            let tests = grouped(report.tests);
            let verdict = match failed.clone().next() {
                None if report.tests == 0 => "none".to_owned(),
                None => Verdict::Accepted.name().to_owned(),
                Some(one) if report.phase == Phase::Every => shortened(&one.verdict.to_string()),
                Some(_) => format!("{} accepted", grouped(report.accepted)),
            };
            rows.push(Row {
                name: match (report.up_to, report.sampled) {
                    (Some(whole), Some(Sampled { up_to, .. })) => {
                        format!("every position up to size {whole}, some up to {up_to}: {tests}")
                    }
                    (Some(up_to), None) => format!("every position up to size {up_to}: {tests}"),
                    (None, _) => format!("{}: {tests}", title(report.phase)),
                },
                verdict,
                seconds: report
                    .slowest
                    .as_ref()
                    .map_or(0.0, |slowest| slowest.seconds),
                memory: report.memory,
            });
            rows
        }
        _ => report.outcomes.iter().map(one).collect(),
    }
}

const fn title(phase: Phase) -> &'static str {
    match phase {
        Phase::Saved => "saved tests",
        Phase::Every => "every small position",
        Phase::Original => "the original's tests",
        Phase::Limits => "inputs at the limits",
        Phase::Random => "random tests",
    }
}

pub fn shortened(text: &str) -> String {
    let text = harmless(text);
    if text.chars().count() <= WORDS {
        return text;
    }
    let short: String = text.chars().take(WORDS - 3).collect();
    short + "..."
}

/// Two decimals.
fn mebibytes(bytes: u64) -> String {
    format!("{:.2}", bytes as f64 / f64::from(1 << 20))
}

fn summary(report: &Report) -> String {
    let tests: u64 = report.phases.iter().map(|phase| phase.tests).sum();
    let passed: u64 = report.phases.iter().map(|phase| phase.accepted).sum();
    let slowest = report
        .phases
        .iter()
        .filter_map(|phase| phase.slowest.as_ref())
        .max_by(|a, b| a.seconds.total_cmp(&b.seconds));
    let verdict = report.verdict.name();
    let (style, count) = if report.accepted {
        (GOOD, format!("all {} tests", grouped(tests)))
    } else {
        (
            BAD,
            format!("{} of {} tests", grouped(passed), grouped(tests)),
        )
    };
    let (to, beyond) = match report.not_tested_beyond.filter(|_| report.accepted) {
        Some(size) => (
            format!(" to size {size}"),
            format!("; not tested beyond size {size}"),
        ),
        None => (String::new(), String::new()),
    };
    let mut text = format!(
        "{style}{verdict}{to}{style:#}: {count} passed in {:.2} s{beyond}\n",
        report.seconds
    );
    if let Some(slowest) = slowest {
        text += &format!(
            "slowest: {:.2} s, {}\n",
            slowest.seconds,
            harmless(&slowest.test)
        );
        if let Some(cat) = report.cat_seconds {
            text += &format!("cat:     {cat:.2} s, on the same input\n");
        }
    }
    for report in &report.phases {
        if let (Some(whole), Some(sampled)) = (report.up_to, &report.sampled) {
            text += &sampling(whole, sampled);
        }
    }
    text
}

/// How far small positions went, and why no further.
fn sampling(whole: u32, sampled: &Sampled) -> String {
    let &Sampled {
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
        "small positions: every one up to size {whole}; of {sizes} {} of {}, spread evenly,\n\
         for each took {:.0} ms here and all would take {}; --up-to {up_to} tries them all\n",
        grouped(tests),
        grouped(positions),
        seconds_each * 1000.0,
        units::time(seconds_each * positions as f64 * 1e9),
    )
}

fn found(
    game: &dyn Entry,
    arguments: &Judge,
    report: &Report,
    found: &Counterexample,
    kept: Option<&Path>,
) -> String {
    let name = &game.about().name;
    let mut text = match found.size {
        Size::Smallest { before: 0 } => "\nThe smallest position there is:\n\n".to_owned(),
        Size::Smallest { before } => format!(
            "\nThe smallest position on which it fails: all {} before it, in order of size,\n\
             were answered correctly.\n\n",
            grouped(before)
        ),
        Size::Shrunk {
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
        Size::AsIs => format!("\nFails on {}.\n\n", harmless(&found.test)),
    };
    let input = found.case.input.trim_end();
    if found.case.input.len() <= PRINTED {
        text += &format!("  input     {}\n", harmless(&input.replace('\n', " / ")));
    } else {
        text += &format!(
            "  input     {} bytes\n",
            grouped(found.case.input.len() as u64)
        );
    }
    if let Some(position) = &found.case.position {
        text += &format!("  position  {}\n", shortened(position.trim_end()));
    }
    text += &format!(
        "  expected  {}\n",
        shortened(&found.case.answer.trim_end().replace('\n', " "))
    );
    text += &match &found.verdict {
        Verdict::WrongAnswer { got, .. } => format!("  got       {}\n", shortened(got)),
        // Where the time went is at the end of it.
        limit @ Verdict::TimeLimit { .. } => format!("  got       {limit}\n"),
        other => format!("  got       {}\n", shortened(&other.to_string())),
    };
    if let Verdict::RuntimeError { stderr, .. } = &found.verdict {
        let lines: Vec<&str> = stderr.lines().collect();
        let shown = &lines[lines.len().saturating_sub(STDERR_SHOWN)..];
        for (i, line) in shown.iter().enumerate() {
            let head = if i == 0 { "stderr" } else { "" };
            text += &format!("  {head:<8}  {}\n", grundy_sandbox::shown(line));
        }
    }
    text += &format!(
        "  try it    {}\n",
        try_it(name, arguments, report, found, kept)
    );
    if found.case.input.len() <= EXPLAINED {
        let position = found.case.position().as_bytes();
        for explanation in game.explain(position).into_iter().flatten() {
            text.push('\n');
            text += &explanation
                .lines
                .iter()
                .map(output::coloured)
                .collect::<String>();
        }
    }
    text
}

/// A line for a shell that shows the failure once more.
fn try_it(
    name: &str,
    arguments: &Judge,
    report: &Report,
    found: &Counterexample,
    kept: Option<&Path>,
) -> String {
    let command = line(&arguments.command);
    let quoted = |path: &Path| line(&[path]);
    if found.case.input.len() <= PRINTED {
        return format!("{} | {command}", printf(&found.case.input));
    }
    if let Some(path) = kept {
        return format!("{command} < {}", quoted(path));
    }
    let seed = arguments.seed;
    let mut originals = report.phases.iter();
    let is_originals = originals.any(|phase| {
        let mut outcomes = phase.outcomes.iter();
        phase.phase == Phase::Original && outcomes.any(|one| one.test == found.test)
    });
    match found.size {
        Size::AsIs if found.test.contains(" --seed ") => {
            format!("grundy gen -g {name} --shape {} | {command}", found.test)
        }
        Size::AsIs if is_originals => {
            let file = PathBuf::from(format!("tests/in/{}.in", found.test));
            format!(
                "grundy gen -g {name} --suite poi --seed {seed} --out tests && {command} < {}",
                quoted(&file)
            )
        }
        // Nothing but judging makes it.
        Size::Smallest { .. } | Size::Shrunk { .. } | Size::AsIs => {
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

/// A command that prints this input.
pub fn printf(input: &str) -> String {
    let input = input.trim_end();
    if input.contains(['\'', '%', '\\']) {
        let lines: Vec<&str> = input.lines().collect();
        format!("printf '%s\\n' {}", line(&lines))
    } else {
        format!("printf '{}\\n'", input.replace('\n', "\\n"))
    }
}
