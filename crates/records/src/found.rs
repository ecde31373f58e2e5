//! What a sweep found, as one JSON object: the record of a check that has no rows, such as that of
//! random positions, and what `grundy sweep --format json` prints.

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;

use grundy_game::{Mismatch, Tally};
use serde::{Deserialize, Serialize};

use crate::checkpoint::is_possible;
use crate::error::RecordError;
use crate::files;
use crate::plan::SweepPlan;
use crate::sweep::SweepRow;

/// What a sweep of one game or several found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Findings {
    /// What `grundy again` repeats the sweep from, if the command printed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again: Option<String>,
    /// Whether there is no mismatch.
    pub confirmed: bool,
    /// By game, of random positions: the number of different ones, up to [`Tally::MOST_DISTINCT`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub distinct: BTreeMap<String, u64>,
    /// By game: how long the oracle took, in seconds.
    pub oracle_seconds: BTreeMap<String, f64>,
    /// By game: what was done.
    pub plan: BTreeMap<String, SweepPlan>,
    /// A row for every size, one game after the other; none for random positions.
    pub rows: Vec<SweepRow>,
    /// By game: wall time of the comparison, in seconds.
    pub seconds: BTreeMap<String, f64>,
    /// The smallest mismatch of each game that has some.
    pub smallest: Vec<Mismatch>,
    /// By game: all that was checked, each position counted once.
    pub total: BTreeMap<String, Tally>,
    /// The version of the package and the revision of the code.
    pub version: String,
}

impl Findings {
    /// What was found of some games, from their plans, tallies, times and rows.
    pub fn new(
        version: &str,
        games: impl IntoIterator<Item = (String, SweepPlan, Tally, [f64; 2])>,
        mut rows: Vec<SweepRow>,
    ) -> Self {
        if rows.iter().any(|row| row.draws.is_some()) {
            for row in &mut rows {
                row.draws.get_or_insert(0);
            }
        }
        let mut found = Self {
            rows,
            version: version.to_owned(),
            ..Self::default()
        };
        for (game, plan, mut total, [seconds, oracle]) in games {
            let drawn = mem::take(&mut total.drawn).len() as u64;
            if drawn > 0 {
                found.distinct.insert(game.clone(), drawn);
            }
            found.oracle_seconds.insert(game.clone(), oracle);
            found.plan.insert(game.clone(), plan);
            found.seconds.insert(game.clone(), seconds);
            found.total.insert(game, total);
        }
        let tallies = || found.total.values();
        found.confirmed = tallies().all(|total| total.mismatches == 0);
        found.smallest = tallies()
            .filter_map(|total| total.smallest.clone())
            .collect();
        found
    }

    /// Reads a file that holds what a sweep found. O(bytes).
    ///
    /// # Errors
    /// When the file cannot be read, is not the JSON that a sweep prints, or contradicts itself.
    pub fn read(file: &Path) -> Result<Self, RecordError> {
        let parsed = serde_json::from_slice(&files::read(file)?).map_err(|error| error.to_string());
        let checked = parsed.and_then(|found: Self| {
            let contradicts = "its fields contradict each other".to_owned();
            found.is_consistent().then_some(found).ok_or(contradicts)
        });
        checked.map_err(|problem| RecordError::of_file(file)(RecordError::Unusable(problem)))
    }

    /// Whether no field contradicts another one: each follows from the plan, the tally and the times of each game.
    fn is_consistent(&self) -> bool {
        let games = self.total.iter().filter_map(|(game, total)| {
            let times = [*self.seconds.get(game)?, *self.oracle_seconds.get(game)?];
            Some((game.clone(), *self.plan.get(game)?, total.clone(), times))
        });
        let mut made = Self::new(&self.version, games, self.rows.clone());
        made.distinct.clone_from(&self.distinct);
        let is_known = |row: &SweepRow| self.total.contains_key(&row.game);
        let is_drawn = |(game, distinct): (&String, &u64)| {
            let total = self.total.get(game);
            total.is_some_and(|total| total.positions >= *distinct)
        };
        !self.total.is_empty()
            && self.distinct.iter().all(is_drawn)
            && self.total.values().all(is_possible)
            && self.rows.iter().all(is_known)
            && *self == made
    }
}
