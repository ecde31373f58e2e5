//! What reports about programs have in common: phases of tests or games, a verdict, and what the program fails on.

use std::path::Path;

use grundy_game::Game;
use grundy_judge::plan::Phase;
use grundy_judge::report::Minimality;
use grundy_judge::verdict::Verdict;
use grundy_report::{Block, Case, Failure, Suite};

use super::Judged;
use crate::command::output::harmless;
use crate::command::text::{grouped, line, printf};

/// The largest input that is printed, in bytes.
pub const PRINTED: usize = 300;
/// The largest number of failed tests of a phase that have rows of their own, where the tests of the phase share a row.
pub const FAILED_SHOWN: usize = 10;
/// The longest answer or verdict, in characters.
const WIDTH: usize = 60;
/// The largest number of lines of standard error.
const STDERR_SHOWN: usize = 10;

/// What is tried in each phase: tests of a program that answers, and games of one that plays.
pub const TRIED: [[&str; 2]; Phase::ALL.len()] = [
    ["saved tests", "saved games"],
    [
        "every small position",
        "every line from every small position",
    ],
    ["the original's tests", "the original's tests"],
    ["inputs at the limits", "games at the limits"],
    ["random tests", "games from random positions"],
];

/// What a program did.
pub struct Page<'a> {
    pub title: String,
    pub columns: &'static str,
    pub name: fn(Phase) -> &'static str,
    pub phases: Vec<Shown>,
    /// The phases that were left out, and what the table has instead of a verdict on them.
    pub left_out: (&'a [Phase], &'static str),
    pub verdict: Vec<Block>,
    /// The smallest failure, and the phase that it is from.
    pub found: Option<(Phase, Failure)>,
    pub shortcomings: &'a [&'static str],
}

/// A phase that was run: its seconds, its rows and its first failure.
pub type Shown = (Phase, f64, Vec<Vec<String>>, Option<Failure>);

impl Page<'_> {
    pub fn blocks(&self) -> Vec<Block> {
        let (left_out, not_run) = self.left_out;
        let left_out = left_out.iter().map(|&phase| (self.name)(phase));
        let left_out = left_out.map(|name| vec![name.to_owned(), not_run.to_owned()]);
        let rows = self.phases.iter().flat_map(|(_, _, rows, _)| rows.clone());
        let rows: Vec<_> = rows.chain(left_out).collect();
        let mut page = vec![Block::plain(&self.title), Block::empty()];
        if !rows.is_empty() {
            page.extend([Block::table(self.columns, rows), Block::empty()]);
        }
        page.extend(self.verdict.iter().cloned());
        if let Some((_, found)) = &self.found {
            page.push(Block::empty());
            page.extend(found.counterexample.iter().cloned());
        }
        page
    }

    /// The phases as checks; one that was not finished is among them if the failure is from it.
    pub fn suite(&self) -> Suite {
        let case = |phase| {
            let shown = self.phases.iter().find(|shown| shown.0 == phase);
            let found = self.found.iter().find(|found| found.0 == phase);
            let is_skipped = self.left_out.0.contains(&phase);
            let failed = found.map(|found| &found.1).or_else(|| shown?.3.as_ref());
            let seconds = shown.map_or(0.0, |shown| shown.1);
            let case = Case::new((self.name)(phase), seconds, failed.cloned());
            let is_there = shown.is_some() || found.is_some() || is_skipped;
            is_there.then_some(Case { is_skipped, ..case })
        };
        let (name, cases) = (self.title.clone(), Phase::ALL.into_iter().filter_map(case));
        let cases = cases.collect();
        Suite { name, cases }
    }
}

/// A failure of a test or game.
pub fn failure(test: &str, verdict: &Verdict, shown: Vec<Block>) -> Failure {
    Failure::new(verdict.name(), format!("{test}: {verdict}"), shown)
}

/// The title of a page.
pub fn title(game: &dyn Game, how: &str, arguments: &Judged) -> String {
    format!("{}: {how}{}", game.about().title, line(&arguments.command))
}

/// The verdict on all tests, or on those until judging ended for a reason.
pub fn verdict(is_accepted: bool, name: &str, of: &str, ended: (f64, Option<&str>)) -> Block {
    let so_far = |why| {
        format!(
            "so far, after {:.2} s; not all tests were run: {why}",
            ended.0
        )
    };
    let of = ended.1.map_or_else(|| of.to_owned(), so_far);
    Block::verdict(is_accepted, name, format!(": {of}"))
}

/// How a counterexample was found.
pub fn origin(test: &str, size: Minimality, minimal: &str, smallest: fn(u64) -> String) -> String {
    let test = harmless(test);
    match size {
        Minimality::Smallest { before } => smallest(before),
        Minimality::Shrunk(shrunk) if shrunk.minimal => {
            format!("Shrunk from {test}; {minimal} in this way.")
        }
        Minimality::Shrunk(_) => format!("Shrunk from {test}; there was no time to go on."),
        Minimality::AsIs => format!("Fails on {test}."),
        Minimality::Together { after: 1 } => {
            format!("{test} passes alone, fails after the position before it in this input.")
        }
        Minimality::Together { after } => format!(
            "{test} passes alone, fails after the {after} positions before it in this input; it passes when one of them is left out."
        ),
    }
}

/// The file in which a test or a game is kept, and what the next run does with it.
pub fn kept(saved: Option<&Path>, next: &str) -> Vec<Block> {
    let kept = |path: &Path| format!("kept in {}; the next run {next}", path.display());
    let kept = saved.map(|path| [Block::empty(), Block::plain(kept(path))]);
    kept.into_iter().flatten().collect()
}

/// A text in one line, or its length.
pub fn one_line(text: &str) -> String {
    if text.len() > PRINTED {
        return format!("{} bytes", grouped(text.len() as u64));
    }
    grundy_game::sum::one_line(text)
}

/// The beginning of a text, as it is printed.
pub fn shortened(text: &str) -> String {
    let text = harmless(text);
    if text.chars().count() <= WIDTH {
        return text;
    }
    let short: String = text.chars().take(WIDTH - 3).collect();
    short + "..."
}

/// A row of the table, with the seconds that count against the limit and those by the clock.
pub fn row(name: &str, verdict: &impl ToString, times: [f64; 2], memory: u64) -> Vec<String> {
    let memory = format!("{:.2} MiB", memory as f64 / f64::from(1 << 20));
    vec![
        name.to_owned(),
        shortened(&verdict.to_string()),
        time(times),
        memory,
    ]
}

/// The seconds that count against the limit, and those by the clock if they are others.
pub fn time(times: [f64; 2]) -> String {
    let [counted, clock] = times.map(|seconds| format!("{seconds:.2} s"));
    if counted == clock {
        counted
    } else {
        format!("{counted} ({clock} by the clock)")
    }
}

/// The end of standard error of a program that broke down.
pub fn stderr(verdict: &Verdict) -> Vec<Block> {
    let Verdict::RuntimeError { stderr, .. } = verdict else {
        return Vec::new();
    };
    let hidden = stderr.lines().count().saturating_sub(STDERR_SHOWN);
    let lines = stderr.lines().skip(hidden);
    let field = |line| Block::field("stderr", grundy_sandbox::shown(line));
    lines.map(field).collect()
}

/// A shell command that runs the program on an input, unless that is too long to be printed.
pub fn piped(input: &str, arguments: &Judged) -> Option<String> {
    let command = || format!("{} | {}", printf(input), line(&arguments.command));
    (input.len() <= PRINTED).then(command)
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
            assert_eq!(row("a", &"accepted", times, 0)[2], text);
        }
    }
}
