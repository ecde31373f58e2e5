//! The checks of a sweep.

use std::collections::BTreeSet;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;

use grundy_game::sum::one_line;
use grundy_game::{
    Closure, Draw, Error, Game, Identity, Mismatch, Place, Solved, Tally, closure, unwatched,
};
use grundy_records::checkpoint::{Part, SweepCheckpoint};
use grundy_records::plan::{Check, SweepPlan};

use crate::blocks::Blocks;
use crate::compare::Ready;
use crate::team::Team;
use crate::{Run, SweepError, SweepProblem, SweepProgress, VERSION, compare, of_game};

/// Number of positions in a batch; the last batch of a part may be shorter.
pub const BATCH: u64 = 1 << 12;
/// Number of pawns, heaps, steps or piles in a batch of random positions; a single longer position is a batch with
/// its variants.
const ELEMENTS: u64 = 1 << 16;
/// The most batches in a block per process if the oracle's values have to be fetched. The oracles' memory
/// requirements are computed for this number.
const FETCHED: u64 = 1 << 8;

/// Fails if a check has no positions, or more than can be numbered.
pub(crate) fn check_sizes(game: &dyn Game, check: Check) -> Result<(), SweepProblem> {
    let Some(up_to) = check.sizes() else {
        return Ok(());
    };
    let about = game.about();
    let (game, smallest, largest) = (&about.name, about.smallest, about.largest);
    Err(SweepProblem::Refused(if up_to < smallest {
        format!("{game} has no positions up to size {up_to}: the smallest size is {smallest}")
    } else if up_to > largest {
        format!("{game}: size {up_to}: positions are numbered up to size {largest}")
    } else {
        return Ok(());
    }))
}

/// Returns the parts of the plan, in order, of which nothing is checked yet.
///
/// # Errors
/// The game fails.
pub(crate) fn parts(plan: SweepPlan, game: &dyn Game) -> Result<Vec<Part<Tally>>, Error> {
    let smallest = game.about().smallest;
    let part = |size, indices| Part::new(size, plan.shard.of(indices));
    match plan.check {
        Check::Oracle { up_to } => (smallest..=up_to)
            .map(|size| Ok(part(size, game.scope(size)?.indices)))
            .collect(),
        Check::Closure { up_to } => (smallest..=up_to)
            .map(|size| Ok(part(size, 0..game.positions(size)?)))
            .collect(),
        Check::Random { positions, .. } => Ok(vec![part(0, 0..positions)]),
    }
}

/// Returns the checkpoint of this game and plan of which nothing is checked yet. What identifies the game's rules and
/// positions, in addition to its name and the version of the code, is in it only `with_rules`: to compute it would list
/// all positions.
///
/// # Errors
/// The game fails.
pub(crate) fn planned(
    game: &dyn Game,
    plan: SweepPlan,
    with_rules: bool,
) -> Result<SweepCheckpoint, Error> {
    let mut rules = String::new();
    if with_rules {
        let Identity { programs, listing } = game.identity(plan.check.sizes())?;
        rules = programs;
        if !listing.is_empty() {
            rules += &format!(", positions {listing}");
        }
    }
    let (name, parts) = (&game.about().name, parts(plan, game)?);
    Ok(SweepCheckpoint::new(VERSION, name, &rules, plan, parts))
}

/// A check of a sweep: what the closed form is compared with.
pub(crate) struct Checker<'a> {
    game: &'a dyn Game,
    run: Run<'a>,
    kind: Kind<'a>,
}

enum Kind<'a> {
    Oracle(Box<dyn Solved + 'a>),
    /// Also stores the check of the current size.
    Closure(Option<(u32, Closure<'a>)>),
    Random(Draw),
    /// Compares options with those of another game; also stores the positions of the current size.
    Options(&'a dyn Game, Box<dyn Solved + 'a>, Vec<String>),
}

impl<'a> Checker<'a> {
    /// Prepares a check: an oracle solves every position.
    pub(crate) fn new(game: &'a dyn Game, check: Check, run: Run<'a>) -> Result<Self, Error> {
        let _oracle = tracing::info_span!("oracle").entered();
        let kind = match check {
            Check::Oracle { up_to } => {
                let mut watch = |solved: grundy_game::Progress| {
                    (run.progress)(SweepProgress::Oracle {
                        positions: solved.boards,
                        of: solved.of,
                    });
                    if run.stop.load(Ordering::Relaxed) {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                };
                Kind::Oracle(game.solved(up_to, run.place, &mut watch)?)
            }
            Check::Closure { .. } => Kind::Closure(None),
            Check::Random { draw, .. } => Kind::Random(draw),
        };
        Ok(Self { game, run, kind })
    }

    /// Prepares the comparison of the options of every position up to a size with those of another game.
    pub(crate) fn options(
        game: &'a dyn Game,
        other: &'a dyn Game,
        up_to: u32,
        run: Run<'a>,
    ) -> Result<Self, Error> {
        let solved = game.solved(up_to, run.place, &mut unwatched)?;
        let kind = Kind::Options(other, solved, Vec::new());
        Ok(Self { game, run, kind })
    }

    /// Returns how the positions of this check are divided.
    pub(crate) fn blocks(&self, team: Team<'_>, place: &Place) -> Blocks {
        let about = self.game.about();
        let batch = match self.kind {
            Kind::Oracle(_) | Kind::Closure(_) | Kind::Options(..) => BATCH,
            Kind::Random(draw) => {
                // The positions of one drawing stay in one batch, and long positions make small batches.
                let drawings = (ELEMENTS / draw.n.max(1)).clamp(1, about.drawings());
                drawings * closure::VARIANTS
            }
        };
        Blocks {
            most: match (team.size(), place) {
                (Some(ranks), _) => FETCHED * ranks,
                (None, Place::Disk(_)) => FETCHED,
                (None, _) => u64::MAX,
            },
            ..Blocks::of(batch)
        }
    }
}

impl compare::Check for Checker<'_> {
    type Worker = ();
    type Found = Tally;
    type Error = SweepProblem;

    fn prepare(&mut self, part: &Part<Tally>, to: u64) -> Result<Ready, SweepError> {
        let (game, size) = (self.game, part.stage);
        let mine = match &mut self.kind {
            Kind::Oracle(space) => space.turn_to(size, part.next..to).map_err(of_game(game))?,
            Kind::Closure(check) => {
                if check.as_ref().is_none_or(|(of, _)| *of != size) {
                    // Frees the claims of the previous size first.
                    *check = None;
                    *check = Some((size, game.closure(size).map_err(of_game(game))?));
                }
                None
            }
            Kind::Options(_, solved, positions) if part.next == part.from => {
                let cases = solved.cases(size).map_err(of_game(game))?;
                let texts = cases.iter().map(|case| case.position().to_owned());
                *positions = texts.collect();
                None
            }
            Kind::Options(..) | Kind::Random(_) => None,
        };
        Ok(Ready { end: to, mine })
    }

    fn compare(&self, (): &mut (), size: u32, indices: Range<u64>) -> Result<Tally, SweepProblem> {
        let _comparison = tracing::info_span!("comparison").entered();
        let tally = match &self.kind {
            Kind::Oracle(space) => space.check(size, indices),
            Kind::Closure(Some((_, check))) => check(indices),
            Kind::Closure(None) => Ok(Tally::default()),
            Kind::Random(draw) => self.game.random_closure(draw, indices),
            Kind::Options(other, _, positions) => {
                let games = [self.game, *other];
                return indices
                    .map(|index| compared(games, (size, index), &positions[index as usize]))
                    .try_fold(Tally::default(), |tally, one| Ok(tally.merge(one?)));
            }
        };
        tally.map_err(of_game(self.game))
    }

    fn progress(&self, positions: u64) {
        (self.run.progress)(SweepProgress::Checked { positions });
    }

    fn verify(&self, _: &str) -> Result<(), SweepProblem> {
        // Answers of a program are valid only if the program has not changed.
        let identity = self.game.identity(None);
        identity.map(|_| ()).map_err(of_game(self.game))
    }
}

/// The options in a game of a position of the game `of`, which has written `input`.
///
/// # Errors
/// The game fails, or does not write the position so.
fn options(game: &dyn Game, input: &str, of: &dyn Game) -> Result<BTreeSet<String>, SweepProblem> {
    let read = match game.read(input.as_bytes()) {
        Err(Error::Input(_)) => Vec::new(),
        read => read.map_err(of_game(game))?,
    };
    let position = match &read[..] {
        [position] if position.to_string().trim_end() == input.trim_end() => position,
        _ => {
            let (of, by, input) = (&of.about().name, &game.about().name, one_line(input));
            return Err(SweepProblem::Refused(format!(
                "`{input}` is a position of {of}, and {by} does not write it so: their options cannot be \
                 compared"
            )));
        }
    };
    let moves = position.moves().map_err(of_game(game))?;
    Ok(moves.iter().map(|one| one_line(&one.target())).collect())
}

/// Compares the options of a position in two games.
///
/// # Errors
/// As [`options`].
fn compared(
    [one, other]: [&dyn Game; 2],
    (size, index): (u32, u64),
    input: &str,
) -> Result<Tally, SweepProblem> {
    let expected = options(one, input, one)?;
    let got = options(other, input, one)?;
    let mut tally = Tally {
        positions: 1,
        ..Tally::default()
    };
    if got != expected {
        let [expected, got] = [expected, got].map(|options| Vec::from_iter(options).join(" ; "));
        let (place, input) = ((size, vec![index]), input.to_owned());
        tally.fail(Mismatch::new(one.about(), place, input, expected, got));
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use grundy_games::nim::Nim;

    #[test]
    fn long_positions_make_short_batches() {
        let never = AtomicBool::new(false);
        let drawings = |n| {
            let draw = Draw { m: 9, n, seed: 1 };
            let check = Check::Random { draw, positions: 7 };
            let run = Run {
                jobs: None,
                keep: None,
                place: &Place::Memory,
                stop: &never,
                progress: &|_| {},
            };
            let checker = Checker::new(&Nim, check, run).unwrap();
            checker.blocks(Team::ALONE, run.place).batch / closure::VARIANTS
        };
        assert_eq!(
            [0, 1, 16, 2000, 65_536, 1_000_000].map(drawings),
            [4096, 4096, 4096, 32, 1, 1]
        );
    }
}
