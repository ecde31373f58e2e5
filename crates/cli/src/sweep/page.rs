//! The result of a sweep, as text.

use std::sync::Arc;

use grundy_games::{Depth, Game, InputForm, Mismatch, SAMPLED, Scope, Tally};
use grundy_records::plan::Check;
use grundy_sweep::Report;

use crate::output::{BAD, GOOD};
use crate::text::{all_positions, counted, grouped, positions, printf, table};

/// The results of several games, with a last line about all of them.
pub fn pages(done: &[(Arc<dyn Game>, Report)]) -> String {
    let pages = done.iter().map(|(game, report)| page(&**game, report));
    let mut text = pages.collect::<Vec<String>>().join("\n");
    if done.len() > 1 {
        let reports = || done.iter().map(|(_, report)| report);
        text += &format!(
            "\n{} games: {}, {} mismatches\n",
            done.len(),
            positions(reports().map(Report::positions).sum()),
            grouped(reports().map(|report| report.total.mismatches).sum()),
        );
    }
    text
}

fn page(game: &dyn Game, report: &Report) -> String {
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
    let mut text = format!("{}: {} against {what}", about.title, about.claimant.name());
    if !report.plan.shard.is_whole() {
        text += &format!(", part {}", report.plan.shard);
    }
    text.push('\n');
    if !report.rows.is_empty() {
        text += &rows(report);
    }
    if let Check::Oracle { up_to } = report.plan.check {
        text += &scopes(game, up_to);
    }
    text + &match &report.total.smallest {
        Some(mismatch) => failure(game, report, mismatch),
        None => success(report),
    }
}

fn rows(report: &Report) -> String {
    let columns = ">size|>positions|>losing|>winning moves|>mismatches|>seconds";
    let rows = report.rows.iter().map(|row| {
        vec![
            row.size.to_string(),
            grouped(row.positions),
            grouped(row.losing),
            grouped(row.winning_moves),
            grouped(row.mismatches),
            format!("{:.4}", row.seconds),
        ]
    });
    table(columns, rows)
}

/// The sizes from which on less is compared.
fn scopes(game: &dyn Game, up_to: u32) -> String {
    let first = |is_so: &dyn Fn(Scope) -> bool| {
        (game.about().smallest..=up_to).find(|&size| game.scope(size).is_ok_and(is_so))
    };
    let mut text = String::new();
    if let Some(size) = first(&|scope| scope.depth == Depth::Counts) {
        text += &format!(
            "from size {size} on: the counts of all positions, one position in {} in full\n",
            grouped(SAMPLED)
        );
    }
    if let Some(size) = first(&|scope| scope.indices.start > 0) {
        text += &format!(
            "from size {size} on: positions new at that size; the others are those of smaller sizes and \
             were compared there\n"
        );
    }
    text
}

/// The number of positions that were checked; of random positions, which may be drawn again and again, of the different ones.
fn drawn(total: &Tally) -> String {
    let distinct = total.drawn.len();
    if distinct == 0 || distinct as u64 == total.positions {
        return positions(total.positions);
    }
    let at_least = if distinct == Tally::MOST_DISTINCT {
        "at least "
    } else {
        ""
    };
    let distinct = counted(distinct as u64, "distinct position");
    format!("{} draws of {at_least}{distinct}", grouped(total.positions))
}

fn success(report: &Report) -> String {
    let total = &report.total;
    let (checked, rows) = (total.positions, report.positions());
    let confirmed = match report.plan.check {
        // The positions that follow from these were not all checked.
        Check::Random { .. } => format!("{} without a contradiction{GOOD:#}", drawn(total)),
        _ if rows > checked => format!(
            "{} confirmed{GOOD:#}, {} of them compared, each once",
            all_positions(rows),
            grouped(checked)
        ),
        _ => format!("{} confirmed{GOOD:#}", all_positions(checked)),
    };
    let seconds = format!("in {:.2} s", report.seconds);
    let by = match report.plan.check {
        Check::Oracle { .. } => {
            let oracle = report.oracle.as_secs_f64();
            format!("{seconds} after {oracle:.2} s for the oracle")
        }
        Check::Closure { .. } | Check::Random { .. } => {
            let followed = total.followed.winning + total.followed.others;
            format!("{} moves followed, {seconds}", grouped(followed))
        }
    };
    format!("{GOOD}{confirmed}, 0 mismatches, {by}\n")
}

fn failure(game: &dyn Game, report: &Report, mismatch: &Mismatch) -> String {
    let about = game.about();
    let (first, expected) = match report.plan.check {
        Check::Oracle { .. } => ("the smallest", "oracle"),
        Check::Closure { .. } => (
            "the first in the order of play, so the claims it was checked against are right",
            "one move on",
        ),
        Check::Random { .. } => ("the first", "one move on"),
    };
    let input = mismatch.input.trim_end();
    let mut lines = vec![
        ("input", input.replace('\n', " / ")),
        (expected, mismatch.expected.clone()),
        (about.claimant.name(), mismatch.got.clone()),
    ];
    if mismatch.form == InputForm::Text {
        let explain = format!("{} | grundy explain -g {}", printf(input), about.name);
        lines.push(("to see it", explain));
    }
    let total = &report.total;
    let (found, of) = (grouped(total.mismatches), drawn(total));
    let differ = if total.mismatches == 1 {
        "differs"
    } else {
        "differ"
    };
    let mut text = format!("{BAD}{found} of {of} {differ}{BAD:#}; {first}:\n");
    for (name, content) in lines {
        text += &format!("  {name:<12} {content}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use anstream::adapter::strip_str;
    use grundy_games::Draw;
    use grundy_games::gra::Gra;
    use grundy_records::plan::SweepPlan;

    use super::*;

    /// The end of the page of a sweep that found this, as it is without colours.
    fn page(check: Check, (form, input): (InputForm, &str), mismatches: u64) -> String {
        let mismatch = Mismatch {
            game: "gra".to_owned(),
            size: 7,
            rank: Vec::new(),
            input: input.to_owned(),
            form,
            expected: "P-position, 0 winning moves".to_owned(),
            got: "N-position, 1 winning move".to_owned(),
        };
        let report = Report {
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
        };
        strip_str(&super::page(&Gra, &report)).to_string()
    }

    const SMALL: (InputForm, &str) = (InputForm::Text, "7 3\n2 3 6\n");

    #[test]
    fn a_mismatch_is_shown_with_what_to_do_next() {
        let shown = page(Check::Oracle { up_to: 10 }, SMALL, 2);
        let expected = "\
2 of 1,013 positions differ; the smallest:
  input        7 3 / 2 3 6
  oracle       P-position, 0 winning moves
  closed form  N-position, 1 winning move
  to see it    printf '7 3\\n2 3 6\\n' | grundy explain -g gra
";
        assert!(shown.ends_with(expected), "{shown}");

        let shown = page(Check::Closure { up_to: 10 }, SMALL, 1);
        let first = "\n1 of 1,013 positions differs; the first in the order of play, so the claims it was \
                     checked against are right:\n  input        7 3 / 2 3 6\n  one move on  P-position";
        assert!(shown.contains(first), "{shown}");
    }

    /// A position that is too large to be shown is shown as the command that makes it.
    #[test]
    fn a_random_position_is_shown_as_its_drawing() {
        let (m, n, seed) = (9_000_000, 1_000_000, 5);
        let draw = Draw { m, n, seed };
        let check = Check::Random { draw, positions: 9 };
        let command = "gen -g gra -m 9000000 -n 1000000 --seed 8";
        let shown = page(check, (InputForm::Command, command), 1);
        for (text, is_shown) in [
            ("m = 9,000,000, n = 1,000,000, seed 5\n", true),
            ("differs; the first:\n  input        gen -g gra", true),
            ("to see it", false),
        ] {
            assert_eq!(shown.contains(text), is_shown, "{shown}");
        }
    }
}
