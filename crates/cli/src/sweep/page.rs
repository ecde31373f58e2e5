//! What a sweep found, as people read it.

use std::fmt::Write as _;

use grundy_games::{Depth, Entry, Mismatch, SAMPLED, Scope};
use grundy_records::plan::Check;
use grundy_records::sweep::SweepRow;
use grundy_sweep::Report;

use crate::output::{BAD, GOOD, all_positions, grouped, positions};

pub fn report(game: &dyn Entry, report: &Report) -> String {
    let (title, plan) = (&game.about().title, report.plan);
    let claimant = game.claimant();
    let mut text = match plan.check {
        Check::Oracle { .. } => format!("{title}: {claimant} against oracle"),
        Check::Closure { .. } => {
            format!("{title}: {claimant} against itself, one move further")
        }
        Check::Random { draw, .. } => format!(
            "{title}: {claimant} against itself, one move further, random positions of m = {}, n = {}, \
             seed {}",
            grouped(draw.m),
            grouped(draw.n),
            draw.seed
        ),
    };
    if !plan.shard.is_whole() {
        text += &format!(", part {}", plan.shard);
    }
    text.push('\n');
    if !report.rows.is_empty() {
        text += &table(report);
    }
    text += &note(game, report);
    text += &summary(game, report);
    text
}

fn table(report: &Report) -> String {
    const HEAD: [&str; 6] = [
        "size",
        "positions",
        "losing",
        "winning moves",
        "mismatches",
        "seconds",
    ];
    let cells: Vec<[String; 6]> = report.rows.iter().map(cells).collect();
    let widths: Vec<usize> = (0..HEAD.len())
        .map(|column| {
            let widest = cells.iter().map(|row| row[column].len()).max();
            widest.unwrap_or(0).max(HEAD[column].len())
        })
        .collect();
    let line = |row: &[&str]| {
        let padded: Vec<String> = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| format!("{cell:>width$}"))
            .collect();
        padded.join("  ") + "\n"
    };
    let mut text = line(&HEAD);
    for row in &cells {
        text += &line(&row.each_ref().map(String::as_str));
    }
    text
}

fn cells(row: &SweepRow) -> [String; 6] {
    [
        row.size.to_string(),
        grouped(row.positions),
        grouped(row.losing),
        grouped(row.winning_moves),
        grouped(row.mismatches),
        format!("{:.4}", row.seconds),
    ]
}

/// What was not compared at every size.
fn note(game: &dyn Entry, report: &Report) -> String {
    let Check::Oracle { up_to } = report.plan.check else {
        return String::new();
    };
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

fn summary(game: &dyn Entry, report: &Report) -> String {
    let total = &report.total;
    let checked = positions(total.positions);
    let seconds = format!("in {:.2} s", report.seconds);
    if let Some(mismatch) = &total.smallest {
        let first = match report.plan.check {
            Check::Oracle { .. } => "the smallest",
            Check::Closure { .. } => {
                "the first in the order of play, so that what it is measured by is right"
            }
            Check::Random { .. } => "the first",
        };
        return format!(
            "{BAD}{} of {checked} differ{}{BAD:#}; {first}:\n{}",
            grouped(total.mismatches),
            if total.mismatches == 1 { "s" } else { "" },
            show(game, report, mismatch)
        );
    }
    let rows = report.positions();
    let confirmed = if let Check::Random { .. } = report.plan.check {
        // Nobody has looked at all that these positions can lead to.
        format!("{checked} without a contradiction{GOOD:#}, ")
    } else if rows > total.positions {
        format!(
            "{} confirmed{GOOD:#}, {} of them compared, each once, ",
            all_positions(rows),
            grouped(total.positions)
        )
    } else {
        format!("{} confirmed{GOOD:#}, ", all_positions(total.positions))
    };
    let followed = total.followed;
    let by = match report.plan.check {
        Check::Oracle { .. } => {
            format!(
                "{seconds} after {:.2} s for the oracle",
                report.oracle.as_secs_f64()
            )
        }
        Check::Closure { .. } => format!(
            "{} moves followed, {seconds}",
            grouped(followed.winning + followed.others)
        ),
        Check::Random { .. } => format!(
            "{seconds}\n  {} of them P-positions, {} winning moves listed\n  \
             followed: {} listed moves, each to a P-position; {} others, each to an N-position",
            grouped(total.losing),
            grouped(total.winning_moves),
            grouped(followed.winning),
            grouped(followed.others)
        ),
    };
    format!("{GOOD}{confirmed}0 mismatches, {by}\n")
}

fn show(game: &dyn Entry, report: &Report, mismatch: &Mismatch) -> String {
    let input = mismatch.input.trim_end();
    let mut text = String::new();
    let expected = match report.plan.check {
        Check::Oracle { .. } => "oracle      ",
        Check::Closure { .. } | Check::Random { .. } => "one move on ",
    };
    let _ = writeln!(text, "  input        {}", input.replace('\n', " / "));
    let _ = writeln!(text, "  {expected} {}", mismatch.expected);
    let _ = writeln!(text, "  {:<12} {}", game.claimant(), mismatch.got);
    if !input.starts_with("gen ") {
        let _ = writeln!(
            text,
            "  to see it    printf '{}\\n' | grundy explain -g {}",
            input.replace('\n', "\\n"),
            game.about().name
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use anstream::adapter::strip_str;
    use grundy_games::gra::Gra;
    use grundy_games::{Draw, Tally};
    use grundy_records::plan::SweepPlan;

    use super::*;

    /// The end of the page of a sweep that found this, as it is without colours.
    fn page(check: Check, input: &str, mismatches: u64) -> String {
        let mismatch = Mismatch {
            game: "gra".to_owned(),
            size: 7,
            rank: Vec::new(),
            input: input.to_owned(),
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
        strip_str(&super::report(&Gra, &report)).to_string()
    }

    #[test]
    fn a_mismatch_is_shown_with_what_to_do_next() {
        let shown = page(Check::Oracle { up_to: 10 }, "7 3\n2 3 6\n", 2);
        let expected = "\
2 of 1,013 positions differ; the smallest:
  input        7 3 / 2 3 6
  oracle       P-position, 0 winning moves
  closed form  N-position, 1 winning move
  to see it    printf '7 3\\n2 3 6\\n' | grundy explain -g gra
";
        assert!(shown.ends_with(expected), "{shown}");

        let shown = page(Check::Closure { up_to: 10 }, "7 3\n2 3 6\n", 1);
        let first = "\n1 of 1,013 positions differs; the first in the order of play, so that what it is \
                     measured by is right:\n  input        7 3 / 2 3 6\n  one move on  P-position";
        assert!(shown.contains(first), "{shown}");
    }

    /// A position too large to be shown is one to be made again.
    #[test]
    fn a_random_position_is_shown_as_its_drawing() {
        let (m, n, seed) = (9_000_000, 1_000_000, 5);
        let draw = Draw { m, n, seed };
        let check = Check::Random { draw, positions: 9 };
        let shown = page(check, "gen -g gra -m 9000000 -n 1000000 --seed 8", 1);
        assert!(
            shown.contains("m = 9,000,000, n = 1,000,000, seed 5\n"),
            "{shown}"
        );
        assert!(
            shown.contains("differs; the first:\n  input        gen -g gra"),
            "{shown}"
        );
        assert!(!shown.contains("to see it"), "{shown}");
    }
}
