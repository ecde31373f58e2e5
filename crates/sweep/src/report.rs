//! What a sweep found.

use std::time::Duration;

use grundy_game::{Game, Tally};
use grundy_records::checkpoint::Part;
use grundy_records::plan::{Check, SweepPlan};
use grundy_records::sweep::SweepRow;

use crate::{SweepError, of_game};

/// What a sweep found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The plan of the sweep.
    pub plan: SweepPlan,
    /// The rows of all sizes, in order; empty for random positions.
    ///
    /// A game's scope can leave out positions that were compared at a smaller size. `positions`, `losing` and
    /// `winning_moves` of a row nevertheless count all positions of the size; `mismatches` counts those found at
    /// that size. Rows of a shard contain what that shard checked.
    pub rows: Vec<SweepRow>,
    /// The sum over all checked positions, each counted once.
    pub total: Tally,
    /// Seconds spent checking, including earlier runs.
    pub seconds: f64,
    /// The time that the oracle took in this run.
    pub oracle: Duration,
}

impl Report {
    /// Makes the report of finished parts.
    ///
    /// # Errors
    /// The parts do not contain every position, or the game fails.
    pub(crate) fn new(
        game: &dyn Game,
        plan: SweepPlan,
        parts: &[Part<Tally>],
        oracle: Duration,
    ) -> Result<Self, SweepError> {
        let mut rows: Vec<SweepRow> = Vec::new();
        let mut total = Tally::default();
        for part in parts {
            let (name, positions) = (&game.about().name, part.to - part.from);
            let checked = part.found.positions.min(part.next - part.from);
            SweepError::unless_complete(name, part.stage, checked, positions)?;
            if !matches!(plan.check, Check::Random { .. }) {
                let below = rows.last();
                rows.push(row(game, plan, part, below)?);
            }
            total.add(part.found.clone());
        }
        Ok(Self {
            plan,
            rows,
            total,
            seconds: parts.iter().map(|part| part.seconds).sum(),
            oracle,
        })
    }

    /// Returns whether every position was confirmed.
    pub fn is_confirmed(&self) -> bool {
        self.total.mismatches == 0
    }

    /// Returns the number of positions of all rows, including positions that were confirmed at a smaller size.
    pub fn positions(&self) -> u64 {
        let positions = self.rows.iter().map(|row| row.positions);
        positions.fold(0, u64::saturating_add)
    }
}

/// Makes the row of a size; `below` is the row of the previous size.
fn row(
    game: &dyn Game,
    plan: SweepPlan,
    part: &Part<Tally>,
    below: Option<&SweepRow>,
) -> Result<SweepRow, SweepError> {
    let tally = &part.found;
    let mut row = SweepRow {
        game: game.about().name.to_string(),
        size: part.stage,
        positions: tally.positions,
        losing: tally.losing,
        winning_moves: tally.winning_moves,
        mismatches: tally.mismatches,
        seconds: part.seconds,
        draws: game.about().loops.then_some(tally.draws),
    };
    if !plan.shard.is_whole() {
        return Ok(row);
    }
    if let (1.., Some(below)) = (part.from, below) {
        row.positions += below.positions;
        row.losing += below.losing;
        row.winning_moves += below.winning_moves;
    }
    let positions = game.positions(part.stage).map_err(of_game(game))?;
    SweepError::unless_complete(&game.about().name, part.stage, row.positions, positions)?;
    Ok(row)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy_games::nim::Nim;

    /// The report of finished parts of Nim, given as size, first index and end index; every position is lost. `change`
    /// changes a part before.
    fn report(
        ranges: &[(u32, u64, u64)],
        change: impl FnOnce(&mut [Part<Tally>]),
    ) -> Result<Report, String> {
        let part = |&(size, from, to): &(u32, u64, u64)| Part {
            next: to,
            found: Tally {
                positions: to - from,
                losing: to - from,
                winning_moves: 10 * (to - from),
                ..Tally::default()
            },
            ..Part::new(size, from..to)
        };
        let mut parts: Vec<Part<Tally>> = ranges.iter().map(part).collect();
        change(&mut parts);
        let plan = SweepPlan::whole(Check::Oracle { up_to: 4 });
        Report::new(&Nim, plan, &parts, Duration::ZERO).map_err(|error| error.to_string())
    }

    #[test]
    fn a_row_is_all_positions_of_its_size() {
        // Positions that the previous size has compared count in the row but only once in the total.
        for (from, total) in [(0, 15), (2, 9)] {
            let ranges = [(1, 0, 1), (2, 0, 2), (3, from, 4), (4, 2 * from, 8)];
            let report = report(&ranges, |_| {}).unwrap();
            let rows = report.rows.iter();
            let rows: Vec<_> = rows
                .map(|row| (row.positions, row.losing, row.winning_moves))
                .collect();
            assert_eq!(rows, [(1, 1, 10), (2, 2, 20), (4, 4, 40), (8, 8, 80)]);
            assert_eq!((report.positions(), report.total.positions), (15, total));
        }
    }

    #[test]
    fn a_position_too_few_is_an_error() {
        let whole = [(1, 0, 1), (2, 0, 2), (3, 0, 4)];
        let skipped = report(&whole, |parts| parts[2].found.positions -= 1);
        let never_begun = report(&[whole[0], whole[1], (3, 0, 3)], |_| {});
        for too_few in [skipped, never_begun] {
            assert_eq!(
                too_few.unwrap_err(),
                "nim: checked 3 of 4 positions of size 3"
            );
        }
        assert!(report(&whole, |parts| parts[1].next -= 1).is_err());
    }
}
