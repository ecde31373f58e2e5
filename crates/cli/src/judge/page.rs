//! The report about a program, as text.

use std::path::Path;

use grundy_games::{Detail, Game};
use grundy_judge::plan::Phase;
use grundy_judge::reference::{Reference, Refusal, Sample};
use grundy_judge::report::{
    Counterexample, JudgeReport, Minimality, PhaseReport, Sampled, TestOutcome,
};
use grundy_judge::verdict::Verdict;

use super::Judged;
use crate::output::{self, BAD, GOOD, harmless};
use crate::text::{grouped, line, printf, table};

/// The largest input that is printed, in bytes.
pub const PRINTED: usize = 300;
/// The largest input that is explained, in bytes.
const EXPLAINED: usize = 2000;
/// The largest number of failed tests of a phase that have rows of their own, where the tests of the phase share a row.
const FAILED_SHOWN: usize = 10;
/// The largest number of tests at the limits that have rows of their own; more than those of a built-in game.
const LIMITS_SHOWN: usize = 40;
/// The longest answer or verdict, in characters.
const WIDTH: usize = 60;
/// The largest number of lines of standard error.
const STDERR_SHOWN: usize = 10;

pub fn page(
    game: &dyn Game,
    arguments: &Judged,
    report: &JudgeReport,
    (reference, doubt): (Option<&Reference>, Option<bool>),
    saved: Option<&Path>,
) -> String {
    let mut text = format!(
        "{}: {}\n\n{}\n{}{}",
        game.about().title,
        line(&arguments.command),
        phases(report),
        summary(report),
        reference.map_or_else(String::new, |reference| rests_on(reference, report)),
    );
    if let Some(found) = &report.counterexample {
        text += &counterexample(game, arguments, found, doubt, saved);
    }
    if let Some(path) = saved {
        let path = output::name(path);
        text += &format!("\nkept in {path}; the next run tries it first\n");
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
    let left_out = report.left_out.iter();
    let left_out = left_out.map(|&phase| vec![title(phase).to_owned(), "not run".to_owned()]);
    let rows = report.phases.iter().flat_map(rows).chain(left_out);
    table("test|verdict|>time|>memory", rows)
}

/// A row of the table of tests, with the seconds that count against the limit and those by the clock.
pub fn row(name: &str, verdict: &str, times: [f64; 2], memory: u64) -> Vec<String> {
    let memory = memory as f64 / f64::from(1 << 20);
    vec![
        harmless(name),
        shortened(verdict),
        time(times),
        format!("{memory:.2} MiB"),
    ]
}

/// The seconds that count against the limit, and those by the clock if they are others.
fn time(times: [f64; 2]) -> String {
    let [counted, clock] = times.map(|seconds| format!("{seconds:.2} s"));
    if counted == clock {
        counted
    } else {
        format!("{counted} ({clock} by the clock)")
    }
}

fn times(of: &TestOutcome) -> [f64; 2] {
    [of.counted_seconds, of.seconds]
}

/// The rows of a phase: one for each test that has a telling name, otherwise one for all tests. Random tests that fail
/// have rows of their own, since their names are what makes them again.
fn rows(report: &PhaseReport) -> Vec<Vec<String>> {
    let one = |one: &TestOutcome| {
        let verdict = one.verdict.to_string();
        row(&one.test, &verdict, times(one), one.memory)
    };
    let outcomes = report.outcomes.iter();
    let is_long =
        report.ended_early || report.phase == Phase::Limits && report.outcomes.len() > LIMITS_SHOWN;
    if !is_long && !matches!(report.phase, Phase::Every | Phase::Random) {
        return outcomes.map(one).collect();
    }
    let failed: Vec<_> = outcomes.filter(|one| !one.verdict.is_accepted()).collect();
    let verdict = match (report.phase, &*failed) {
        _ if report.tests == 0 => "none".to_owned(),
        (_, []) => Verdict::Accepted.to_string(),
        (Phase::Every, [first, ..]) => first.verdict.to_string(),
        _ => format!("{} accepted", grouped(report.accepted)),
    };
    let name = match (report.up_to, report.sampled) {
        (Some(whole), Some(Sampled { up_to, .. })) => {
            format!("every position up to size {whole}, some up to {up_to}")
        }
        (Some(up_to), None) => format!("every position up to size {up_to}"),
        (None, _) => title(report.phase).to_owned(),
    };
    let rest = if report.ended_early {
        ", the rest not run"
    } else {
        ""
    };
    let name = format!("{name}: {}{rest}", grouped(report.tests));
    let slowest = report.slowest.as_ref();
    let seconds = slowest.map_or([0.0; 2], times);
    let all = row(&name, &verdict, seconds, report.memory);
    let shown = match report.phase {
        Phase::Random | Phase::Limits => FAILED_SHOWN,
        _ => 0,
    };
    let failed = failed.into_iter().take(shown).map(one);
    failed.chain([all]).collect()
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
    let seconds = format!("passed in {:.2} s", report.seconds);
    if let Some(why) = &report.ended_by {
        return ended_by(verdict, why, report.seconds);
    }
    let mut text = match report.not_tested_beyond {
        _ if !report.accepted => {
            format!("{BAD}{verdict}{BAD:#}: {passed} of {tests} tests {seconds}\n")
        }
        Some(size) => format!(
            "{GOOD}{verdict} to size {size}{GOOD:#}: all {tests} tests {seconds}; \
             not tested beyond size {size}\n"
        ),
        None => format!("{GOOD}{verdict}{GOOD:#}: all {tests} tests {seconds}\n"),
    };
    if let Some(warning) = &report.warning {
        text += &format!("warning: {}\n", harmless(warning));
    }
    let slowest = phases.clone().filter_map(|phase| phase.slowest.as_ref());
    if let Some(slowest) = slowest.max_by(|a, b| a.counted_seconds.total_cmp(&b.counted_seconds)) {
        let test = harmless(&slowest.test);
        text += &format!("slowest: {}, {test}\n", time(times(slowest)));
        if let Some(cat) = report.cat_seconds {
            text += &format!("cat:     {cat:.2} s, on the same input\n");
        }
    }
    text
}

/// The verdict of a judge that was stopped, or could not go on, after a failure.
pub fn ended_by(verdict: &str, why: &str, seconds: f64) -> String {
    let why = harmless(why);
    format!("{BAD}{verdict}{BAD:#}: so far, after {seconds:.2} s; not all tests were run: {why}\n")
}

/// What the right answers rest on.
fn rests_on(reference: &Reference, report: &JudgeReport) -> String {
    let claimed: u64 = report.phases.iter().map(|phase| phase.by_claim).sum();
    let tests: u64 = report.phases.iter().map(|phase| phase.tests).sum();
    match reference {
        Reference::Oracle { .. } if !report.accepted => String::new(),
        Reference::Failed { why } | Reference::Oracle { why } => {
            let is_claim = matches!(reference, Reference::Failed { .. });
            let what = if is_claim { " the claim failed:" } else { "" };
            let why = harmless(&why.replace('\n', " "));
            format!(
                "answers: the oracle's; larger positions were not tested, because{what}\n         {why}\n"
            )
        }
        Reference::Refused { by, mismatch, .. } => {
            let (source, what) = match by {
                Refusal::Oracle => ("oracle", "is wrong"),
                Refusal::Closure => ("moves", "contradicts itself"),
            };
            format!(
                "answers: the oracle's; larger positions were not tested, because the claim {what}:\n\n{}{}{}",
                input("position", &mismatch.input),
                field(source, &shortened(&mismatch.expected)),
                field("claim", &shortened(&mismatch.got)),
            )
        }
        Reference::Claim {
            reliance,
            remembered,
            sample,
            why,
        } => {
            let mut text = format!(
                "answers: the oracle's for {} tests, the claim's for {} larger ones; the claim agrees with the\n         \
                 oracle on all {} positions up to size {}{}\n",
                grouped(tests - claimed),
                grouped(claimed),
                grouped(reliance.positions),
                reliance.up_to,
                if *remembered {
                    " (compared earlier)"
                } else {
                    ""
                },
            );
            if let Some(Sample {
                positions,
                lost,
                unshown,
                moves,
                moves_to,
            }) = sample
            {
                let to = moves_to.map(|most| format!(", of extents up to {}", grouped(most)));
                text += &format!(
                    "         and with itself on {} random positions, {} of them lost, and {} moves from them{}\n",
                    grouped(*positions),
                    grouped(*lost),
                    grouped(*moves),
                    to.unwrap_or_default()
                );
                if *unshown > 0 {
                    text += &format!(
                        "         {} of them are won by the claim, and none of the moves shows it\n",
                        grouped(*unshown)
                    );
                }
            }
            if claimed == 0 && why.is_none() && report.accepted {
                text += "         larger positions were not tested, because its verb random draws none\n";
            }
            if let Some(why) = why {
                text += &format!("         larger positions were not tested, because {why}\n");
            }
            text
        }
    }
}

/// How the counterexample was found.
fn origin(found: &Counterexample) -> String {
    let test = harmless(&found.test);
    match found.size {
        Minimality::Smallest { before: 0 } => "The smallest position there is:".to_owned(),
        Minimality::Smallest { before: 1 } => {
            "The smallest position on which it fails: the one before it was answered correctly."
                .to_owned()
        }
        Minimality::Smallest { before } => format!(
            "The smallest position on which it fails: all {} before it, in order of size,\n\
             were answered correctly.",
            grouped(before)
        ),
        Minimality::Shrunk(shrunk) if shrunk.minimal => {
            format!("Shrunk from {test}; no input one step simpler fails in this way.")
        }
        Minimality::Shrunk(_) => format!("Shrunk from {test}; there was no time to go on."),
        Minimality::AsIs => format!("Fails on {test}."),
    }
}

fn counterexample(
    game: &dyn Game,
    arguments: &Judged,
    found: &Counterexample,
    doubt: Option<bool>,
    saved: Option<&Path>,
) -> String {
    let mut text = format!("\n{}\n\n", origin(found));
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
    text += &stderr(&found.verdict);
    let name = &game.about().name;
    text += &field("try it", &try_it(name, arguments, found, saved));
    if found.case.by_claim {
        text += &field("", "the expected answer is the claim's");
        if doubt == Some(true) {
            text += &field(
                "",
                "none of many moves from there shows it: the claim may be wrong",
            );
        }
    } else if found.case.input.len() <= EXPLAINED {
        let positions = game.read(found.case.position().as_bytes());
        let pages = positions.into_iter().flatten();
        for page in pages.filter_map(|position| position.page(Detail::Full).ok()) {
            text.push('\n');
            text += &output::coloured(&page.lines);
        }
    }
    text
}

/// The end of standard error of a program that broke down.
pub fn stderr(verdict: &Verdict) -> String {
    let Verdict::RuntimeError { stderr, .. } = verdict else {
        return String::new();
    };
    let hidden = stderr.lines().count().saturating_sub(STDERR_SHOWN);
    let lines = stderr.lines().skip(hidden);
    let lines = lines.map(|line| field("stderr", &grundy_sandbox::shown(line)));
    lines.collect()
}

/// A shell command that runs the program on an input, unless that is too long to be printed.
pub fn piped(input: &str, arguments: &Judged) -> Option<String> {
    let command = || format!("{} | {}", printf(input), line(&arguments.command));
    (input.len() <= PRINTED).then(command)
}

/// A shell command that shows the failure again.
fn try_it(game: &str, arguments: &Judged, found: &Counterexample, saved: Option<&Path>) -> String {
    if let Some(piped) = piped(&found.case.input, arguments) {
        return piped;
    }
    let command = line(&arguments.command);
    match (saved, found.size, found.phase) {
        (Some(path), ..) => format!("{command} < {}", line(&[path])),
        // The names of these tests are options of `grundy gen`.
        (None, Minimality::AsIs, Phase::Limits | Phase::Random) => {
            format!("grundy gen -g {game} --shape {} | {command}", found.test)
        }
        _ => "with --save DIR, which keeps the input in a file".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_counts_comes_first() {
        for (times, text) in [
            ([0.85, 1.75], "0.85 s (1.75 s by the clock)"),
            ([1.2, 0.5], "1.20 s (0.50 s by the clock)"),
            ([0.601, 0.603], "0.60 s"),
        ] {
            assert_eq!(row("a", "accepted", times, 0)[2], text);
        }
    }
}
