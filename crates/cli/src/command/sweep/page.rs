//! The result of a sweep: its page, and its sizes as checks.

use std::sync::Arc;

use grundy_game::{Depth, Game, InputForm, Mismatch, SAMPLED, Scope, Tally};
use grundy_records::plan::Check;
use grundy_report::{Block, Case, Failure, Suite};
use grundy_sweep::Report;

use crate::command::text::{all_positions, counted, grouped, own_name, positions, printf};

/// The results of several games, with a last line about all of them.
pub fn blocks(done: &[(Arc<dyn Game>, Report)]) -> Vec<Block> {
    let pages = done.iter().map(|(game, report)| page(&**game, report));
    let mut page = pages.collect::<Vec<_>>().join(&Block::empty());
    if done.len() > 1 {
        let reports = || done.iter().map(|(_, report)| report);
        let positions = positions(reports().map(Report::positions).sum());
        let mismatches = grouped(reports().map(|report| report.total.mismatches).sum());
        let all = format!("{} games: {positions}, {mismatches} mismatches", done.len());
        page.extend([Block::empty(), Block::plain(all)]);
    }
    page
}

/// The sizes of a game as checks, or its random positions as one.
pub fn suite((game, report): &(Arc<dyn Game>, Report)) -> Suite {
    let total = &report.total;
    let failed = |number, of: u64, found: Option<&Mismatch>| {
        let found = found.map(|found| failure(&**game, report, found));
        let shown = found.into_iter().flatten();
        let failure = Failure::new("mismatch", differ(number, &positions(of)), shown);
        (number > 0).then_some(failure)
    };
    let sizes = report.rows.iter().map(|row| {
        let found = total.smallest.as_ref();
        let found = found.filter(|found| found.size == row.size);
        let failure = failed(row.mismatches, row.positions, found);
        Case::new(format!("size {}", row.size), row.seconds, failure)
    });
    let random = report.rows.is_empty().then(|| {
        let failure = failed(total.mismatches, total.positions, total.smallest.as_ref());
        Case::new("random positions", report.seconds, failure)
    });
    let (name, cases) = (title(&**game, report), sizes.chain(random).collect());
    Suite { name, cases }
}

fn title(game: &dyn Game, report: &Report) -> String {
    let about = game.about();
    let what = match report.plan.check {
        Check::Oracle { .. } => "oracle".to_owned(),
        Check::Closure { .. } => "itself, one move further".to_owned(),
        Check::Random { draw, .. } => format!(
            "itself, one move further, random positions of m = {}, n = {}, seed {}",
            grouped(draw.m),
            grouped(draw.n),
            draw.seed
        ),
    };
    let mut title = format!("{}: {} against {what}", about.title, about.claimant.name());
    if !report.plan.shard.is_whole() {
        title += &format!(", part {}", report.plan.shard);
    }
    title
}

fn page(game: &dyn Game, report: &Report) -> Vec<Block> {
    let mut page = vec![Block::plain(title(game, report))];
    if !report.rows.is_empty() {
        page.push(rows(report));
    }
    if let Check::Oracle { up_to } = report.plan.check {
        page.extend(scopes(game, up_to));
    }
    match &report.total.smallest {
        Some(mismatch) => page.extend(failure(game, report, mismatch)),
        None => page.push(success(report, game.about().loops)),
    }
    page
}

fn rows(report: &Report) -> Block {
    let has_draws = report.rows.iter().any(|row| row.draws.is_some());
    let more = if has_draws { "|>draws" } else { "" };
    let columns = format!(">size|>positions|>losing|>winning moves|>mismatches|>seconds{more}");
    let rows = report.rows.iter().map(|row| {
        let counts = [row.positions, row.losing, row.winning_moves, row.mismatches];
        let [size, seconds] = [row.size.to_string(), format!("{:.4}", row.seconds)];
        let draws = Vec::from_iter(row.draws.map(grouped));
        [
            vec![size],
            counts.map(grouped).to_vec(),
            vec![seconds],
            draws,
        ]
        .concat()
    });
    Block::table(&columns, rows)
}

/// The sizes from which on less is compared.
fn scopes(game: &dyn Game, up_to: u32) -> impl Iterator<Item = Block> {
    let first = |is_so: &dyn Fn(Scope) -> bool| {
        let mut sizes = game.about().smallest..=up_to;
        sizes.find(|&size| game.scope(size).is_ok_and(is_so))
    };
    let counts = format!(
        "the counts of all positions, one position in {} in full",
        grouped(SAMPLED)
    );
    let new =
        "positions new at that size; the others are those of smaller sizes and were compared there";
    let scopes = [
        (first(&|scope| scope.depth == Depth::Counts), counts),
        (first(&|scope| scope.indices.start > 0), new.to_owned()),
    ];
    let line = |(size, what)| Some(Block::plain(format!("from size {} on: {what}", size?)));
    scopes.into_iter().filter_map(line)
}

/// The number of positions that were checked; of random positions, which may be drawn again and again, of the different ones.
fn drawn(total: &Tally) -> String {
    let distinct = total.drawn.len();
    if distinct == 0 || distinct as u64 == total.positions {
        return positions(total.positions);
    }
    let is_all = distinct < Tally::MOST_DISTINCT;
    let at_least = if is_all { "" } else { "at least " };
    let distinct = counted(distinct as u64, "distinct position");
    format!("{} draws of {at_least}{distinct}", grouped(total.positions))
}

fn success(report: &Report, loops: bool) -> Block {
    let (total, seconds) = (&report.total, report.seconds);
    let (checked, rows) = (total.positions, report.positions());
    let what = match report.plan.check {
        // The positions that follow from these were not all checked.
        Check::Random { .. } => format!("{} without a contradiction", drawn(total)),
        // Claims that agree with those one move further can be wrong together where positions repeat, but not if they say in how
        // many moves the game ends. A move may lead to a position of any size.
        Check::Closure { .. } if loops => {
            let result = if total.within + total.draws < checked {
                "without a contradiction"
            } else {
                "confirmed if no move leaves them"
            };
            format!("{} {result}", all_positions(rows.max(checked)))
        }
        _ => format!("{} confirmed", all_positions(rows.max(checked))),
    };
    let mut compared = String::new();
    if rows > checked {
        compared = format!(", {} of them compared, each once", grouped(checked));
    }
    let by = match report.plan.check {
        Check::Oracle { .. } => {
            let oracle = report.oracle.as_secs_f64();
            format!("in {seconds:.2} s after {oracle:.2} s for the oracle")
        }
        Check::Closure { .. } | Check::Random { .. } => {
            let followed = grouped(total.followed.winning + total.followed.others);
            format!("{followed} moves followed, in {seconds:.2} s")
        }
    };
    Block::verdict(true, what, format!("{compared}, 0 mismatches, {by}"))
}

fn differ(found: u64, of: &str) -> String {
    let differ = if found == 1 { "differs" } else { "differ" };
    format!("{} of {of} {differ}", grouped(found))
}

fn failure(game: &dyn Game, report: &Report, mismatch: &Mismatch) -> Vec<Block> {
    let about = game.about();
    let (first, expected) = match report.plan.check {
        Check::Oracle { .. } => ("the smallest", "oracle"),
        Check::Closure { .. } if !about.loops => (
            "the first in the order of play, so the claims it was checked against are right",
            "one move on",
        ),
        Check::Closure { .. } | Check::Random { .. } => ("the first", "one move on"),
    };
    let found = differ(report.total.mismatches, &drawn(&report.total));
    let found = Block::verdict(false, found, format!("; {first}:"));
    let input = mismatch.input.trim_end();
    let explain = || {
        let command = own_name();
        format!("{} | {command} explain -g {}", printf(input), about.name)
    };
    let fields = [
        ("input", Some(input.replace('\n', " / "))),
        (expected, Some(mismatch.expected.clone())),
        (about.claimant.name(), Some(mismatch.got.clone())),
        (
            "to see it",
            (mismatch.form == InputForm::Text).then(explain),
        ),
    ];
    let fields = fields.map(|(name, content)| (format!("{name:<11}"), content));
    [found].into_iter().chain(Block::fields(fields)).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use grundy_game::Draw;
    use grundy_games::gra::Gra;
    use grundy_records::plan::SweepPlan;
    use grundy_report::text;

    use super::*;

    /// A sweep that found this.
    fn report(check: Check, (form, input): (InputForm, &str), mismatches: u64) -> Report {
        let mismatch = Mismatch {
            game: "gra".to_owned(),
            size: 7,
            rank: Vec::new(),
            input: input.to_owned(),
            form,
            expected: "P-position, 0 winning moves".to_owned(),
            got: "N-position, 1 winning move".to_owned(),
        };
        Report {
            plan: SweepPlan::whole(check),
            rows: Vec::new(),
            total: Tally {
                positions: 1013,
                mismatches,
                smallest: Some(mismatch),
                ..Tally::default()
            },
            seconds: 1.5,
            oracle: Duration::ZERO,
        }
    }

    /// Where positions repeat, closure shows nothing of a won or lost position without a number of moves.
    #[test]
    fn claims_are_confirmed_by_their_numbers_of_moves() {
        let mut report = report(Check::Closure { up_to: 9 }, (InputForm::Text, ""), 0);
        report.total.draws = 13;
        for (within, result) in [
            (0, "without a contradiction"),
            (999, "without a contradiction"),
            (1000, "confirmed if no move leaves them"),
        ] {
            report.total.within = within;
            let page = text::plain(&[success(&report, true)]);
            let expected = format!("all 1,013 positions {result}, 0 mismatches, ");
            assert!(page.starts_with(&expected), "{page}");
        }
    }

    /// A position that is too large to be shown is shown as the command that makes it.
    #[test]
    fn a_random_position_is_shown_as_its_drawing() {
        let (m, n, seed) = (9_000_000, 1_000_000, 5);
        let draw = Draw { m, n, seed };
        let check = Check::Random { draw, positions: 9 };
        let command = "gen -g gra -m 9000000 -n 1000000 --seed 8";
        let report = report(check, (InputForm::Command, command), 1);
        let shown = text::plain(&page(&Gra, &report));
        for (text, is_shown) in [
            ("m = 9,000,000, n = 1,000,000, seed 5\n", true),
            ("differs; the first:\n  input        gen -g gra", true),
            ("to see it", false),
        ] {
            assert_eq!(shown.contains(text), is_shown, "{shown}");
        }
    }
}
