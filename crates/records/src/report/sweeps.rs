//! Sweeps: how many positions of each size were confirmed. And what else was checked or counted: a row of the page for
//! each game of a record.

use std::path::Path;

use grundy_game::Tally;
use grundy_report::Block;

use super::parts::{name, title, total};
use crate::files;
use crate::found::Findings;
use crate::plan::Check;
use crate::sweep::SweepRow;
use crate::units;

/// The section on sweeps.
pub(super) fn sweeps(rows: &[SweepRow]) -> Vec<Block> {
    let games = by_game(rows);
    let table = Block::table(
        "game|sizes|>positions|>P-positions|>mismatches",
        games.iter().map(|rows| {
            let [sizes, positions, losing, mismatches] = summary(rows);
            vec![title(&rows[0].game), sizes, positions, losing, mismatches]
        }),
    );
    let every_size = games.iter().map(|rows| {
        let game = &rows[0].game;
        let size = grundy_games::find(game).map(|game| format!("Size: {}.", game.about().size));
        Block::Section {
            title: format!("Every size of {}", title(game)),
            is_folded: true,
            blocks: vec![Block::plain(size.unwrap_or_default()), sizes(rows)],
        }
    });
    [table].into_iter().chain(every_size).collect()
}

/// The rows of a game as a table.
fn sizes(rows: &[SweepRow]) -> Block {
    Block::table(
        "size|>positions|>P-positions|>share|>winning moves|>mismatches",
        rows.iter().map(|row| {
            let share = row.losing as f64 / row.positions.max(1) as f64;
            vec![
                row.size.to_string(),
                units::count(row.positions),
                units::count(row.losing),
                units::percent(share),
                units::count(row.winning_moves),
                units::count(row.mismatches),
            ]
        }),
    )
}

/// Sizes, positions, P-positions and mismatches of rows of one game; `-` for what they do not have.
fn summary<C: Copy + Into<Option<u64>>, S>(rows: &[SweepRow<C, S>]) -> [String; 4] {
    let sum = |count: fn(&SweepRow<C, S>) -> Option<u64>| {
        let counts: Option<Vec<u64>> = rows.iter().map(count).collect();
        counts.map_or("-".to_owned(), |counts| units::count(total(counts)))
    };
    [
        ranges(rows),
        sum(|row| Some(row.positions)),
        sum(|row| Some(row.losing)),
        sum(|row| row.mismatches.into()),
    ]
}

/// The sizes of some rows: `1 to 19, 21` where 20 is missing.
fn ranges<'a, C: 'a, S: 'a>(rows: impl IntoIterator<Item = &'a SweepRow<C, S>>) -> String {
    let mut sizes: Vec<u32> = rows.into_iter().map(|row| row.size).collect();
    sizes.sort_unstable();
    let runs = sizes.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first} to {last}"),
        alone => alone[0].to_string(),
    });
    runs.collect::<Vec<String>>().join(", ")
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

/// A row of the table of other checks: what was checked of one game, of `counts` as [`summary`] has them, with the record and
/// its folder.
fn check(game: &str, what: &str, counts: [String; 4], file: &Path) -> Vec<String> {
    let folder = file.parent().map(files::name).unwrap_or_default();
    let record = format!("{folder}/{}", files::name(file));
    [name(game), what.to_owned()]
        .into_iter()
        .chain(counts)
        .chain([record])
        .collect()
}

/// The checks of a table: one for each game, whose rows stand together.
pub(super) fn of_rows<C: Copy + Into<Option<u64>>, S>(
    file: &Path,
    what: &str,
    rows: &[SweepRow<C, S>],
) -> Vec<Vec<String>> {
    let games = rows.chunk_by(|a, b| a.game == b.game);
    let of_game = |rows: &[SweepRow<C, S>]| check(&rows[0].game, what, summary(rows), file);
    games.map(of_game).collect()
}

/// The checks in the output of `grundy sweep --format json`, one for each game.
pub(super) fn of_findings(file: &Path, found: &Findings) -> Vec<Vec<String>> {
    let of_game = |(game, total): (&String, &Tally)| {
        let (what, sizes) = match found.plan[game].check {
            Check::Random { draw, .. } => {
                let what = format!("closure, -m {} -n {}", draw.m, draw.n);
                (what, "random".to_owned())
            }
            check => {
                let rows = found.rows.iter().filter(|row| row.game == *game);
                (check.to_string(), ranges(rows))
            }
        };
        let counts = [total.positions, total.losing, total.mismatches];
        let [positions, losing, mismatches] = counts.map(units::count);
        check(game, &what, [sizes, positions, losing, mismatches], file)
    };
    found.total.iter().map(of_game).collect()
}
