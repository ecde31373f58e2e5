//! `grundy judge`: the report about a program's answers.

use std::path::Path;

use grundy_game::{Detail, Game};
use grundy_judge::plan::Phase;
use grundy_judge::reference::{Reference, Refusal};
use grundy_judge::report::{
    Counterexample, JudgeReport, Minimality, PhaseReport, Sampled, TestOutcome, Why,
};
use grundy_judge::verdict::Verdict;
use grundy_report::Block;

use super::Judged;
use super::page::{
    FAILED_SHOWN, Page, Shown, TRIED, failure, kept, one_line, origin, piped, row, shortened,
    stderr, time, title, verdict,
};
use crate::command::text::{grouped, line, own_name};

/// The largest input that is explained, in bytes.
const EXPLAINED: usize = 2000;
/// The largest number of tests at the limits that have rows of their own; more than those of a built-in game.
const LIMITS_SHOWN: usize = 40;

pub fn page<'a>(
    game: &dyn Game,
    arguments: &Judged,
    report: &'a JudgeReport,
    (reference, doubt): (Option<&Reference>, Option<bool>),
    saved: Option<&Path>,
) -> Page<'a> {
    let mut verdict = summary(report);
    verdict.extend(reference.into_iter().flat_map(|on| rests_on(on, report)));
    let found = report.counterexample.as_ref().map(|found| {
        let found = (found, report.why.as_ref());
        let shown = counterexample(game, arguments, found, doubt, saved);
        let (found, _) = found;
        (found.phase, failure(&found.test, &found.verdict, shown))
    });
    Page {
        title: title(game, "", arguments),
        columns: "test|verdict|>time|>memory",
        name: |phase| TRIED[phase as usize][0],
        phases: report.phases.iter().map(shown).collect(),
        left_out: (&report.left_out, "not run"),
        verdict,
        found,
        shortcomings: &report.shortcomings,
    }
}

fn times(of: &TestOutcome) -> [f64; 2] {
    [of.counted_seconds, of.seconds]
}

fn shown(report: &PhaseReport) -> Shown {
    let failed = report
        .outcomes
        .iter()
        .find(|one| !one.verdict.is_accepted());
    let failed = failed.map(|one| failure(&one.test, &one.verdict, Vec::new()));
    (report.phase, report.seconds, rows(report), failed)
}

/// The rows of a phase: one for each test that has a telling name, otherwise one for all tests. Random tests that fail
/// have rows of their own, since their names are what makes them again.
fn rows(report: &PhaseReport) -> Vec<Vec<String>> {
    let one = |one: &TestOutcome| row(&one.test, &one.verdict, times(one), one.memory);
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
    let what = match (report.up_to, report.sampled) {
        (Some(whole), Some(Sampled { up_to, .. })) => {
            format!("every position up to size {whole}, some up to {up_to}")
        }
        (Some(up_to), None) => format!("every position up to size {up_to}"),
        (None, _) => TRIED[report.phase as usize][0].to_owned(),
    };
    let mut what = format!("{what}: {}", grouped(report.tests));
    if report.ended_early {
        what += ", the rest not run";
    }
    let seconds = report.slowest.as_ref().map_or([0.0; 2], times);
    let all = row(&what, &verdict, seconds, report.memory);
    let shown = match report.phase {
        Phase::Random | Phase::Limits => FAILED_SHOWN,
        _ => 0,
    };
    let failed = failed.into_iter().take(shown).map(one);
    failed.chain([all]).collect()
}

fn summary(report: &JudgeReport) -> Vec<Block> {
    let sum = |of: fn(&PhaseReport) -> u64| grouped(report.phases.iter().map(of).sum());
    let (tests, passed) = (sum(|phase| phase.tests), sum(|phase| phase.accepted));
    let mut name = report.verdict.name();
    let mut of = format!("all {tests} tests passed in {:.2} s", report.seconds);
    match report.not_tested_beyond {
        _ if !report.accepted => of = of.replacen("all", &format!("{passed} of"), 1),
        Some(size) => {
            name += &format!(" to size {size}");
            of += &format!("; not tested beyond size {size}");
        }
        None => {}
    }
    let ended = (report.seconds, report.ended_by.as_deref());
    let mut page = vec![verdict(report.accepted, &name, &of, ended)];
    if report.ended_by.is_some() {
        return page;
    }
    let warning = report.warning.iter();
    page.extend(warning.map(|warning| Block::plain(format!("warning: {warning}"))));
    let slowest = report.phases.iter().filter_map(|one| one.slowest.as_ref());
    if let Some(slowest) = slowest.max_by(|a, b| a.counted_seconds.total_cmp(&b.counted_seconds)) {
        let (seconds, test) = (time(times(slowest)), &slowest.test);
        page.push(Block::plain(format!("slowest: {seconds}, {test}")));
        let cat = report.cat_seconds.iter();
        page.extend(cat.map(|cat| Block::plain(format!("cat:     {cat:.2} s, on the same input"))));
    }
    page
}

/// What the right answers rest on.
fn rests_on(reference: &Reference, report: &JudgeReport) -> Vec<Block> {
    const LARGER: &str = "larger positions were not tested, because";
    let sum = |of: fn(&PhaseReport) -> u64| report.phases.iter().map(of).sum::<u64>();
    let claimed = sum(|phase| phase.by_claim);
    match reference {
        Reference::Oracle { .. } if !report.accepted => Vec::new(),
        Reference::Failed { why } | Reference::Oracle { why } => {
            let is_claim = matches!(reference, Reference::Failed { .. });
            let what = if is_claim { " the claim failed:" } else { "" };
            let why = why.replace('\n', "\n         ");
            let text = format!("answers: the oracle's; {LARGER}{what}\n         {why}");
            vec![Block::plain(text)]
        }
        Reference::Refused { by, mismatch, .. } => {
            let (source, what) = match by {
                Refusal::Oracle => ("oracle", "is wrong"),
                Refusal::Closure => ("moves", "contradicts itself"),
            };
            vec![
                Block::plain(format!("answers: the oracle's; {LARGER} the claim {what}:")),
                Block::empty(),
                Block::field("position", one_line(&mismatch.input)),
                Block::field(source, shortened(&mismatch.expected)),
                Block::field("claim", shortened(&mismatch.got)),
            ]
        }
        Reference::Claim {
            reliance,
            remembered,
            sample,
            why,
        } => {
            let tests = sum(|phase| phase.tests) - claimed;
            let [small, large, positions] = [tests, claimed, reliance.positions].map(grouped);
            let mut text = format!(
                "answers: the oracle's for {small} tests, the claim's for {large} larger ones; the claim agrees with the\n         \
                 oracle on all {positions} positions up to size {}",
                reliance.up_to
            );
            if *remembered {
                text += " (compared earlier)";
            }
            if let Some(sample) = sample {
                let all = [sample.positions, sample.lost, sample.moves, sample.unshown];
                let [positions, lost, moves, unshown] = all.map(grouped);
                text += &format!(
                    "\n         and with itself on {positions} random positions, {lost} of them lost, and {moves} moves from them"
                );
                if let Some(most) = sample.moves_to {
                    text += &format!(", of extents up to {}", grouped(most));
                }
                if sample.unshown > 0 {
                    text += &format!(
                        "\n         {unshown} of them are won by the claim, and none of the moves shows it"
                    );
                }
            }
            let none = claimed == 0 && report.accepted;
            let none = none.then_some("its verb random draws none");
            if let Some(why) = why.as_deref().or(none) {
                text += &format!("\n         {LARGER} {why}");
            }
            vec![Block::plain(text)]
        }
    }
}

/// The smallest position on which a program fails, after this number of others.
fn smallest(before: u64) -> String {
    let fails = "The smallest position on which it fails:";
    match before {
        0 => "The smallest position there is:".to_owned(),
        1 => format!("{fails} the one before it was answered correctly."),
        _ => format!(
            "{fails} all {} before it, in order of size,\nwere answered correctly.",
            grouped(before)
        ),
    }
}

fn counterexample(
    game: &dyn Game,
    arguments: &Judged,
    (found, why): (&Counterexample, Option<&Why>),
    doubt: Option<bool>,
    saved: Option<&Path>,
) -> Vec<Block> {
    let Counterexample { case, verdict, .. } = found;
    let right = case.answer.trim_end().replace('\n', " ");
    let (expected, got) = match verdict {
        Verdict::WrongAnswer { expected, got } => (expected, shortened(got)),
        // Its end, which states the time, must not be cut off.
        limit @ Verdict::TimeLimit { .. } => (&right, limit.to_string()),
        other => (&right, shortened(&other.to_string())),
    };
    let minimal = "no input one step simpler fails";
    let origin = origin(&found.test, found.size, minimal, smallest);
    let mut page: Vec<Block> = Block::lines(&origin).chain([Block::empty()]).collect();
    let position = case.position.as_deref().map(one_line);
    page.extend(Block::fields([
        ("input", Some(one_line(&case.input))),
        ("position", position.as_deref().map(shortened)),
        ("expected", Some(shortened(expected))),
        ("got", Some(got)),
    ]));
    page.extend(stderr(verdict));
    if let Some(why) = why {
        let [failed, all] = [why.failed, why.positions].map(|number| grouped(number as u64));
        let with =
            |it: &String| format!("on all {failed} positions with {it}, on no other of {all}");
        let any = |it: &String| format!("on {}, whatever small number x is", one_line(it));
        let [with, any] = [
            why.condition.as_ref().map(with),
            why.pattern.as_ref().map(any),
        ];
        page.extend(Block::fields([("fails", with), ("fails", any)]));
    }
    let try_it = try_it(game, arguments, found, saved);
    let claims = "the expected answer is the claim's".to_owned();
    let doubt = doubt.filter(|&is_doubtful| is_doubtful && case.by_claim);
    let doubtful = "none of many moves from there shows it: the claim may be wrong".to_owned();
    page.extend(Block::fields([
        ("try it", Some(try_it)),
        ("", case.by_claim.then_some(claims)),
        ("", doubt.map(|_| doubtful)),
    ]));
    if !case.by_claim && case.input.len() <= EXPLAINED {
        let mut positions = game.read(case.position().as_bytes()).unwrap_or_default();
        if let Minimality::Together { after } = found.size {
            // The program passes on the others.
            positions.drain(..positions.len().min(after as usize));
        }
        let pages = positions.into_iter();
        for shown in pages.filter_map(|position| position.page(Detail::Full).ok()) {
            page.push(Block::empty());
            page.extend(shown.lines.into_iter().map(Block::from));
        }
    }
    page.extend(kept(saved, "tries it first"));
    page
}

/// A shell command that shows the failure again.
fn try_it(
    game: &dyn Game,
    arguments: &Judged,
    found: &Counterexample,
    saved: Option<&Path>,
) -> String {
    if let Some(piped) = piped(&found.case.input, arguments) {
        return piped;
    }
    let command = line(&arguments.command);
    // The names of these tests are options of `grundy gen`, if they are inputs of one position.
    let is_drawn = matches!(found.phase, Phase::Limits | Phase::Random)
        && found.size == Minimality::AsIs
        && !game.about().cases.are_many();
    let game = &game.about().name;
    match saved {
        Some(path) => format!("{command} < {}", line(&[path])),
        None if is_drawn => {
            let shape = &found.test;
            format!("{} gen -g {game} --shape {shape} | {command}", own_name())
        }
        _ => "with --save DIR, which keeps the input in a file".to_owned(),
    }
}
