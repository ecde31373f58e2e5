//! Sweeps: how many positions of each size were confirmed.

use maud::{Markup, html};

use super::parts::{key, table, title};
use crate::report::chart::{Axis, Colour, Form, OURS, Scale, Series, chart, line_colour};
use crate::report::checks::total;
use crate::report::results::{Skipped, name};
use crate::sweep::SweepRow;
use crate::units;

/// The section.
pub(super) fn sweeps(rows: &[SweepRow], skipped: &[Skipped]) -> Markup {
    let games = by_game(rows);
    html! {
        h2 id="sweeps" { "Positions confirmed" }
        @if games.is_empty() {
            p.note { "No sweep record yet: " code { "grundy sweep --csv results/sweep/NAME.csv" } " makes one." }
        } @else {
            p {
                "A sweep compares the closed form with the oracle, which knows only the rules, on every \
                 position of a size: how many moves win, and up to a size that docs/verification.md names \
                 also who wins and which. A P-position is one that the player to move loses."
            }
            (sweep_totals(&games))
            div.charts { @for rows in &games { (sweep_figure(rows)) } }
            @for rows in &games {
                details {
                    summary { "Every size of " (title(&rows[0].game)) }
                    (table(
                        &["size", ">positions", ">P-positions", ">share", ">winning moves", ">mismatches"],
                        rows.iter().map(|row| vec![
                            row.size.to_string(),
                            units::count(row.positions),
                            units::count(row.losing),
                            units::percent(share(row)),
                            units::count(row.winning_moves),
                            units::count(row.mismatches),
                        ]),
                    ))
                }
            }
        }
        @for other in skipped {
            p.note { "Not shown: " code { (name(&other.file)) } ", by its header no sweep record." }
        }
    }
}

fn sweep_totals(games: &[&[SweepRow]]) -> Markup {
    let rows = games.iter().map(|rows| {
        vec![
            title(&rows[0].game),
            format!("{} to {}", rows[0].size, rows[rows.len() - 1].size),
            units::count(total(rows.iter().map(|row| row.positions))),
            units::count(total(rows.iter().map(|row| row.losing))),
            units::count(total(rows.iter().map(|row| row.mismatches))),
        ]
    });
    table(
        &["game", "sizes", ">positions", ">P-positions", ">mismatches"],
        rows,
    )
}

/// One figure for a game: how its sizes grow, and how large a part of each is lost.
fn sweep_figure(rows: &[SweepRow]) -> Markup {
    let (game, name) = (&rows[0].game, title(&rows[0].game));
    let mut x = Axis::new("size", Scale::Linear, |size| format!("{size:.0}"));
    // Round numbers between few sizes would be fractions.
    if rows.len() <= 8 {
        x.at = rows.iter().map(|row| f64::from(row.size)).collect();
    }
    let line = |name: &str, colour: Colour, of: fn(&SweepRow) -> f64| Series {
        name: name.into(),
        colour,
        form: Form::Line,
        points: rows
            .iter()
            .map(|row| (f64::from(row.size), of(row)))
            .collect(),
    };
    let counts = [
        line("positions", OURS, |row| row.positions as f64),
        line("P-positions", line_colour(0), |row| row.losing as f64),
    ];
    let shares = [line("share", line_colour(0), share)];
    let of_counts = Axis::new("positions, logarithmic", Scale::Log, units::short);
    let of_shares = Axis::new("P-positions among all", Scale::FromZero, |share| {
        format!("{} %", units::short(100.0 * share))
    });
    let growth = format!("{name}: positions and P-positions by size");
    let part = format!("{name}: share of P-positions by size");
    let about = grundy_games::find(game).map(|game| format!("Size: {}.", game.about().size));
    html! {
        figure {
            h4 { (name) }
            figcaption { (about.unwrap_or_default()) }
            (chart(&growth, &x, &of_counts, &counts))
            (key(&counts))
            (chart(&part, &x, &of_shares, &shares))
        }
    }
}

/// Rows by game, the games in the order in which they are always listed.
pub(super) fn by_game(rows: &[SweepRow]) -> Vec<&[SweepRow]> {
    let place = |name: &str| {
        let mut games = grundy_games::all().iter();
        games.position(|game| game.about().name == name)
    };
    let mut games: Vec<&[SweepRow]> = rows.chunk_by(|a, b| a.game == b.game).collect();
    games.sort_by_key(|rows| place(&rows[0].game).unwrap_or(usize::MAX));
    games
}

fn share(row: &SweepRow) -> f64 {
    row.losing as f64 / row.positions.max(1) as f64
}
