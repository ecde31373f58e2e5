//! Sweeps: how many positions of each size were confirmed.

use maud::{Markup, PreEscaped, html};

use super::super::Skipped;
use super::super::chart::{Axis, ChartError, Scale, Series, lines};
use super::super::palette::Colour;
use super::parts::{key, table, title};
use crate::sweep::Row;
use crate::units;

/// The section.
pub(super) fn sweeps(rows: &[Row], skipped: &[Skipped]) -> Result<Markup, ChartError> {
    let games = by_game(rows);
    let mut charts = Vec::new();
    for rows in &games {
        charts.push(sweep_figure(rows)?);
    }
    Ok(html! {
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
            div.charts { @for chart in charts { (chart) } }
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
            p.note { "Not shown: " code { (other.name()) } ", by its header no sweep record." }
        }
    })
}

fn sweep_totals(games: &[&[Row]]) -> Markup {
    let rows = games.iter().map(|rows| {
        vec![
            title(&rows[0].game),
            format!("{} to {}", rows[0].size, rows[rows.len() - 1].size),
            units::count(total(rows, |row| row.positions)),
            units::count(total(rows, |row| row.losing)),
            units::count(total(rows, |row| row.mismatches)),
        ]
    });
    table(
        &["game", "sizes", ">positions", ">P-positions", ">mismatches"],
        rows,
    )
}

/// One figure for a game: how its sizes grow, and how large a part of each is lost.
fn sweep_figure(rows: &[Row]) -> Result<Markup, ChartError> {
    let (game, name) = (&rows[0].game, title(&rows[0].game));
    let x = Axis {
        title: "size".into(),
        scale: Scale::Linear,
        label: |size| format!("{size:.0}"),
        // Halves between few sizes would mean nothing.
        at: match rows.len() {
            ..=8 => rows.iter().map(|row| f64::from(row.size)).collect(),
            _ => Vec::new(),
        },
    };
    let line = |name: &str, colour, of: fn(&Row) -> f64| Series {
        name: name.into(),
        colour,
        points: rows
            .iter()
            .map(|row| (f64::from(row.size), of(row)))
            .collect(),
    };
    let counts = [
        line("positions", Colour::Ours, |row| row.positions as f64),
        line("P-positions", Colour::Line(0), |row| row.losing as f64),
    ];
    let y = Axis {
        title: "positions, logarithmic".into(),
        scale: Scale::Log,
        label: units::short,
        at: Vec::new(),
    };
    let growth = lines(
        &format!("{name}: positions and P-positions by size"),
        &x,
        &y,
        &counts,
    )?;
    let part = [line("share", Colour::Line(0), share)];
    let y = Axis {
        title: "P-positions among all".into(),
        scale: Scale::Linear,
        label: |share| format!("{} %", units::short(100.0 * share)),
        at: Vec::new(),
    };
    let shares = lines(
        &format!("{name}: share of P-positions by size"),
        &x,
        &y,
        &part,
    )?;
    let about = grundy_games::find(game).map(|game| format!("Size: {}.", game.about().size));
    Ok(html! {
        figure {
            h4 { (name) }
            figcaption { (about.unwrap_or_default()) }
            (PreEscaped(growth))
            (key(&counts))
            (PreEscaped(shares))
        }
    })
}

/// The sum of a column; what does not fit is beyond anything that was ever swept.
pub(super) fn total(rows: &[Row], column: fn(&Row) -> u64) -> u64 {
    rows.iter().map(column).fold(0, u64::saturating_add)
}

/// Rows by game, the games in the order in which they are always listed.
pub(super) fn by_game(rows: &[Row]) -> Vec<&[Row]> {
    let place = |name: &str| {
        let mut games = grundy_games::all().iter();
        games.position(|game| game.about().name == name)
    };
    let mut games: Vec<&[Row]> = rows.chunk_by(|a, b| a.game == b.game).collect();
    games.sort_by_key(|rows| place(&rows[0].game).unwrap_or(usize::MAX));
    games
}

fn share(row: &Row) -> f64 {
    row.losing as f64 / row.positions.max(1) as f64
}
