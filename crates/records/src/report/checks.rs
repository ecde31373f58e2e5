//! Records beside sweeps and benchmarks: what else was checked, counted or published.

use std::path::Path;

use grundy_games::Tally;
use serde::Deserialize;

use super::name;
use crate::found::Found;
use crate::plan;
use crate::sweep;
use crate::table::{Problem, Row as Table, TableError, Wrong};

/// A check or a count of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The game's name, with a colon and the part of it that was checked where that is not all.
    pub game: String,
    /// What was done.
    pub what: String,
    /// The smallest and the largest size; `None` for random positions.
    pub sizes: Option<(u32, u32)>,
    /// The number of positions.
    pub positions: u64,
    /// P-positions among them.
    pub losing: u64,
    /// Positions where two answers differ; `None` where nothing was compared.
    pub mismatches: Option<u64>,
    /// The file's name with its folder, `closure/gra-22.csv`.
    pub file: String,
}

/// The counts of one size, in whatever record.
pub(super) trait Counted {
    /// Game and size.
    fn of(&self) -> (&str, u32);
    /// Positions, P-positions, and mismatches where anything was compared.
    fn counts(&self) -> (u64, u64, Option<u64>);
}

impl Counted for sweep::Row {
    fn of(&self) -> (&str, u32) {
        (&self.game, self.size)
    }

    fn counts(&self) -> (u64, u64, Option<u64>) {
        (self.positions, self.losing, Some(self.mismatches))
    }
}

impl Check {
    /// The checks of a record: one for each game, whose rows stand together.
    pub(super) fn of(file: &Path, what: &str, rows: &[impl Counted]) -> Vec<Self> {
        let mut checks: Vec<Self> = Vec::new();
        for row in rows {
            let (game, size) = row.of();
            let (positions, losing, mismatches) = row.counts();
            match checks.last_mut() {
                Some(check) if check.game == game => {
                    let sizes = check.sizes.unwrap_or((size, size));
                    check.sizes = Some((sizes.0.min(size), sizes.1.max(size)));
                    check.positions = check.positions.saturating_add(positions);
                    check.losing = check.losing.saturating_add(losing);
                    let both = check.mismatches.zip(mismatches);
                    check.mismatches = both.map(|(a, b)| a.saturating_add(b));
                }
                _ => checks.push(Self {
                    game: game.to_owned(),
                    what: what.to_owned(),
                    sizes: Some((size, size)),
                    positions,
                    losing,
                    mismatches,
                    file: record(file),
                }),
            }
        }
        checks
    }
}

/// The name of a record with that of its folder.
fn record(file: &Path) -> String {
    match file.parent() {
        Some(folder) => format!("{}/{}", name(folder), name(file)),
        None => name(file),
    }
}

/// What `grundy sweep --format json` printed, each game by itself.
pub(super) fn found_checks(file: &Path, found: &Found) -> Vec<Check> {
    let check = |(game, total): (&String, &Tally)| Check {
        game: game.clone(),
        what: match found.plan.get(game).map(|plan| plan.check) {
            Some(plan::Check::Random { draw, .. }) => {
                format!("closure, -m {} -n {}", draw.m, draw.n)
            }
            check => check.map_or_else(String::new, |check| check.to_string()),
        },
        sizes: None,
        positions: total.positions,
        losing: total.losing,
        mismatches: Some(total.mismatches),
        file: record(file),
    };
    found.total.iter().map(check).collect()
}

/// Checks that every row of a known game has the number of positions that the game's formula gives.
///
/// # Errors
/// The first row that has not.
pub(super) fn all_counted(file: &Path, rows: &[impl Counted]) -> Result<(), TableError> {
    for (row, line) in rows.iter().zip(2..) {
        let (game, size) = row.of();
        // `gra:portable` is a part of gra. What is no game any more was one when the record was made.
        let of_game = game.split(':').next().unwrap_or(game);
        let Ok(of_game) = grundy_games::find(of_game) else {
            continue;
        };
        let found = row.counts().0;
        match of_game.positions(size) {
            Ok(positions) if positions != found => {
                return Err(TableError::Content {
                    file: file.to_owned(),
                    line,
                    problem: Problem::Content(format!(
                        "column `positions`: found `{found}`, expected {positions}, the number of positions of {game} \
                         at size {size}"
                    )),
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// What the oracle counted of one size, without a closed form beside it.
#[derive(Deserialize)]
pub(super) struct Counts {
    game: String,
    size: u32,
    positions: u64,
    losing: u64,
    #[serde(default, rename = "winning_moves")]
    _winning_moves: Option<u64>,
}

impl Counted for Counts {
    fn of(&self) -> (&str, u32) {
        (&self.game, self.size)
    }

    fn counts(&self) -> (u64, u64, Option<u64>) {
        (self.positions, self.losing, None)
    }
}

impl Table for Counts {
    const KIND: &'static str = "table of outcomes";
    const ADDED: &'static [&'static str] = &["winning_moves"];

    fn check(&self) -> Result<(), Wrong> {
        Wrong::unless_text(&self.game, "game", "the name of a game")?;
        let most = format!("at most positions, {}", self.positions);
        Wrong::unless(self.losing <= self.positions, "losing", most)
    }

    fn subject(&self) -> Option<String> {
        Some(format!("{} size {}", self.game, self.size))
    }
}

/// A period that somebody else has published.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Published {
    /// The code.
    pub game: String,
    /// The preperiod, as the source counts it.
    pub start: u64,
    /// The period.
    pub length: u64,
    /// Where it was published.
    pub source: String,
}

impl Table for Published {
    const KIND: &'static str = "table of published periods";

    fn check(&self) -> Result<(), Wrong> {
        Wrong::unless_text(&self.game, "game", "the code of a game")?;
        Wrong::unless(self.length >= 1, "length", "a whole number, at least 1")
    }

    fn subject(&self) -> Option<String> {
        None
    }
}

/// Two games that a published table takes for one, and the smallest heap on which they differ.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Alike {
    /// The code of the one.
    pub one: String,
    /// The code of the other.
    pub other: String,
    /// By how much larger a heap of the other is that is taken for a heap of the one.
    pub shift: u64,
    /// The smallest heap of the one whose value differs.
    pub differ: u64,
    /// Which table takes them for one.
    pub source: String,
}

impl Table for Alike {
    const KIND: &'static str = "table of games that are taken for one";

    fn check(&self) -> Result<(), Wrong> {
        Wrong::unless_text(&self.one, "one", "the code of a game")?;
        Wrong::unless_text(&self.other, "other", "the code of a game")
    }

    fn subject(&self) -> Option<String> {
        None
    }
}
