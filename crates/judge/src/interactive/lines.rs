//! Every line of replies from a position: the program is started for each line, and the judge makes the same replies as
//! before up to the last one for which another reply is left. What a program does may depend on the whole line, so that no
//! part of one stands for a part of another.

use std::collections::HashSet;
use std::time::Instant;

use grundy_game::sum::{Step, Sum};
use grundy_sandbox::Sandbox;

use crate::JudgeError;
use crate::interactive::GamesReport;
use crate::interactive::game::{Played, Table};

/// The number of lines that a program plays from one position after it has shown that it draws moves at random: then its
/// lines have no end.
const OF_RANDOM: u64 = 100;
/// The number of lines on which a program may run out of time before no further ones are played from that position.
const OUT_OF_TIME: u32 = 3;

/// What came of all lines from a position.
#[derive(Default)]
pub(crate) struct Lines {
    /// The number of lines that were played, with their times and memory.
    pub report: GamesReport,
    /// Whether each line of replies was played.
    pub is_complete: bool,
    /// Whether the deadline came before that.
    pub is_cut: bool,
    /// The shortest line on which the program failed, the first one of those.
    pub failed: Option<Played>,
}

/// A turn of the judge: which of its moves comes next.
struct Branch {
    /// What the program had written before it.
    said: Option<String>,
    at: usize,
    of: usize,
}

/// Plays every line from a position, until the deadline. After a failure only shorter lines are of interest: longer ones
/// are broken off.
pub(crate) fn lines(
    table: &Table<'_>,
    sandbox: &mut Sandbox,
    start: &Sum,
    deadline: Option<Instant>,
) -> Result<Lines, JudgeError> {
    let mut found = Lines::default();
    let mut branches: Vec<Branch> = Vec::new();
    let (mut out_of_time, mut is_second) = (0, false);
    loop {
        if deadline.is_some_and(|deadline| Instant::now() > deadline) {
            found.is_cut = true;
            return Ok(found);
        }
        let mut depth = 0;
        let shortest = found.failed.as_ref().map(|failed| failed.plies.len());
        let most = shortest.unwrap_or(usize::MAX);
        let mut is_random = false;
        // Where positions may repeat, the judge goes to no position again, as long as it has another move.
        let loops = table.task.game.about().loops;
        let mut seen: HashSet<String> = HashSet::new();
        let played = table.play(sandbox, start, most, &mut |game| {
            let mut moves = game.now.moves()?;
            if loops {
                let is_new = |step: &Step| !seen.contains(&game.now.after(step).text());
                let first = moves.first().cloned();
                moves.retain(is_new);
                if moves.is_empty() {
                    moves.extend(first);
                }
            }
            let known = branches.get(depth);
            if known.is_some_and(|known| known.said.as_deref() != game.said()) {
                is_random = true;
                branches.truncate(depth);
            }
            if depth == branches.len() {
                branches.push(Branch {
                    said: game.said().map(str::to_owned),
                    at: 0,
                    of: moves.len(),
                });
            }
            let at = branches[depth].at;
            depth += 1;
            let step = moves.swap_remove(at);
            if loops {
                seen.insert(game.now.after(&step).text());
            }
            Ok(step)
        })?;
        // The program ended the line earlier than before, unless the judge did.
        is_random |= depth < branches.len() && played.cut.is_none();
        branches.truncate(depth);
        found.report.is_random |= is_random;
        found.report.slowest = found.report.slowest.max(played.seconds);
        found.report.memory = found.report.memory.max(played.memory);
        let is_slow = played.verdict.is_about_time();
        if is_slow && !is_second {
            // On a busy machine the first time proves nothing.
            is_second = true;
            continue;
        }
        is_second = false;
        found.report.games += 1;
        out_of_time += u32::from(is_slow);
        if played.has_failed() && shortest.is_none_or(|shortest| played.plies.len() < shortest) {
            found.failed = Some(played);
        }
        while let Some(last) = branches.last_mut() {
            last.at += 1;
            if last.at < last.of {
                break;
            }
            branches.pop();
        }
        if branches.is_empty() {
            found.is_complete = true;
            return Ok(found);
        }
        if out_of_time >= OUT_OF_TIME || found.report.is_random && found.report.games >= OF_RANDOM {
            return Ok(found);
        }
    }
}
