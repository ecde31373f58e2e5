//! Every line from every small position, in order of size.

use std::time::Instant;

use grundy_games::{Case, Place, unwatched};
use grundy_sandbox::Sandbox;

use crate::JudgeError;
use crate::interactive::lines::{Lines, lines};
use crate::interactive::{Failed, Found, GamesReport, Judging, Partly};
use crate::plan::{JudgeProgress, Phase};
use crate::report::Minimality;
use crate::workers::in_order;

/// The number of positions whose results are kept at a time.
const BLOCK: usize = 256;

impl Judging<'_> {
    /// Plays every line from each position up to a size, up to the first position on which the program fails; where the
    /// caller named no size, until the time for that is over.
    pub(super) fn every(&self, sandboxes: &mut [Sandbox], up_to: u32) -> Result<Found, JudgeError> {
        let (task, plan) = (self.table.task, &self.plan.judge);
        let game = task.game;
        let too_large =
            |error| JudgeError::Task(format!("every position up to size {up_to}: {error}"));
        let solved = game.solved(up_to, &Place::Memory, &mut unwatched);
        let solved = solved.map_err(too_large)?;
        let smallest = game.about().smallest;
        let counts = (smallest..=up_to).map(|size| game.positions(size));
        let all = counts.sum::<Result<u64, _>>()?;
        let most = plan.up_to.is_none().then_some(plan.every_time);
        (self.progress)(JudgeProgress::Begin(Phase::Every, all, most));
        let deadline = most.map(|most| Instant::now() + most);
        let mut report = GamesReport::new(Phase::Every);
        for size in smallest..=up_to {
            let cases = solved.cases(size)?;
            let before = report.positions;
            for block in cases.chunks(BLOCK) {
                let ends = |lines: &Lines| lines.failed.is_some() || lines.is_cut;
                let mut block_of_lines = in_order(sandboxes, block.len(), ends, |sandbox, i| {
                    let start = self.table.start(block[i].position())?;
                    let lines = lines(&self.table, sandbox, &start, deadline)?;
                    if let Some(played) = &lines.failed {
                        self.found(Phase::Every, name(&block[i]), &start, played);
                    }
                    (self.progress)(JudgeProgress::Test);
                    Ok(lines)
                })?;
                report.count_lines(&block_of_lines);
                let Some(last) = block_of_lines.pop().filter(ends) else {
                    continue;
                };
                let Some(played) = last.failed else {
                    report.partly = Some(Partly {
                        size,
                        positions: report.positions - before - 1,
                        of: cases.len() as u64,
                    });
                    return Ok((report, None));
                };
                let case = &block[block_of_lines.len()];
                let test = name(case);
                // The game has been counted as a line.
                report.count(&test, &played);
                report.games -= 1;
                let before = report.positions - 1;
                let failed = Failed {
                    size: Minimality::Smallest { before },
                    is_shortest: last.is_complete,
                    ..Failed::new(test, &self.table.start(case.position())?, played)
                };
                return Ok((report, Some(failed)));
            }
            if !cases.is_empty() {
                report.up_to = Some(size);
            }
        }
        Ok((report, None))
    }
}

/// Returns the input in one line.
fn name(case: &Case) -> String {
    case.input.trim_end().replace('\n', " / ")
}

impl GamesReport {
    fn count_lines(&mut self, positions: &[Lines]) {
        for lines in positions {
            self.positions += 1;
            self.games += lines.played;
            self.slowest = self.slowest.max(lines.slowest);
            self.memory = self.memory.max(lines.memory);
            self.is_random |= lines.is_random;
        }
    }
}
