//! From the values of options to that of a position.

use super::{GOES_ON, Interned, InternedError, MORE, OPEN, Packed, Play, SOLVED, UNKNOWN, WINS};
use super::{cycle, options};
use crate::Outcome;
use crate::value::Mex;

impl Interned {
    /// Finds the value of every position.
    ///
    /// # Errors
    /// When a position is unanswered, play need not end, and at a sum under misère play.
    pub fn solve(&mut self) -> Result<(), InternedError> {
        let unanswered = self.unanswered().len() as u32;
        if unanswered > 0 {
            return Err(InternedError::Unanswered { unanswered });
        }
        // Positions that wait, each with the place of the part it waits for; below each stand those that
        // wait for it.
        let mut open: Vec<(u32, u64)> = Vec::new();
        for position in 0..self.positions() {
            if self.is(position, SOLVED) {
                continue;
            }
            self.values[position as usize].flags |= OPEN;
            open.push((position, self.starts[position as usize]));
            while let Some((position, from)) = open.pop() {
                let Some(place) = self.first_unsolved(from, position) else {
                    self.evaluate(position)?;
                    continue;
                };
                let next = self.parts[place as usize] & !MORE;
                if self.is(next, OPEN) {
                    let cycle = cycle::shortest(self);
                    let cycle = cycle.iter().map(|&position| self.text(position).to_owned());
                    let cycle = cycle.collect();
                    return Err(InternedError::Cycle { cycle });
                }
                self.values[next as usize].flags |= OPEN;
                open.push((position, place));
                open.push((next, self.starts[next as usize]));
            }
        }
        Ok(())
    }

    /// Finds the value of a position if those of all its options are known.
    pub(super) fn evaluate_if_known(&mut self, position: u32) -> Result<(), InternedError> {
        match self.first_unsolved(self.starts[position as usize], position) {
            Some(_) => Ok(()),
            None => self.evaluate(position),
        }
    }

    /// The place of the first part, from `from` on, of an option of `position` whose value is not known.
    fn first_unsolved(&self, from: u64, position: u32) -> Option<u64> {
        let end = self.starts[position as usize + 1];
        let parts = &self.parts[from as usize..end as usize];
        let unsolved = parts.iter().position(|&part| !self.is_solved(part))?;
        Some(from + unsolved as u64)
    }

    pub(super) fn is_solved(&self, part: u32) -> bool {
        let value = self.values.get((part & !MORE) as usize);
        value.is_some_and(|value| value.flags & SOLVED != 0)
    }

    /// The value of an option from those of its parts, which are known; `None` for a sum under misère play
    /// with moves left in two parts.
    pub(super) fn sum(&self, parts: &[u32]) -> Option<Next> {
        if let &[part] = parts {
            return Some(self.part(part));
        }
        let mut going_on = parts.iter().filter(|&part| self.is(part & !MORE, GOES_ON));
        let Some(&first) = going_on.next() else {
            return Some(Next {
                wins: self.play == Play::Misere,
                grundy: match self.play {
                    Play::Normal => 0,
                    Play::Misere => UNKNOWN,
                },
                remoteness: 0,
            });
        };
        let first = self.part(first);
        match self.play {
            _ if going_on.clone().next().is_none() => Some(first),
            Play::Misere => None,
            Play::Normal => {
                let grundy = going_on.fold(first.grundy, |sum, &part| sum ^ self.part(part).grundy);
                Some(Next {
                    wins: grundy != 0,
                    grundy,
                    remoteness: UNKNOWN,
                })
            }
        }
    }

    fn part(&self, part: u32) -> Next {
        let Packed {
            grundy,
            remoteness,
            flags,
            ..
        } = self.values[(part & !MORE) as usize];
        Next {
            wins: flags & WINS != 0,
            grundy,
            remoteness,
        }
    }

    /// The value of a position from those of its options, all of them known.
    fn evaluate(&mut self, position: u32) -> Result<(), InternedError> {
        let parts = self.parts_of(position);
        let mut winning = 0;
        let mut values = Mex::default();
        // Of the options that win and of all: how long the game goes on at least, and at most.
        let (mut soonest, mut latest) = (UNKNOWN, 0);
        let mut is_long_known = true;
        let mut is_soon_known = true;
        for parts in options(parts) {
            let Some(next) = self.sum(parts) else {
                let sum: Vec<_> = parts.iter().map(|part| self.text(part & !MORE)).collect();
                return Err(InternedError::MisereSum {
                    position: self.text(position).to_owned(),
                    sum: sum.join(" + "),
                });
            };
            if self.play == Play::Normal {
                values.add(next.grundy);
            }
            let is_known = next.remoteness != UNKNOWN;
            is_long_known &= is_known;
            latest = latest.max(next.remoteness);
            if !next.wins {
                winning += 1;
                is_soon_known &= is_known;
                soonest = soonest.min(next.remoteness);
            }
        }
        let goes_on = !parts.is_empty();
        let wins = winning > 0 || !goes_on && self.play == Play::Misere;
        let grundy = match self.play {
            Play::Misere => UNKNOWN,
            Play::Normal => values.get(),
        };
        let remoteness = match () {
            () if !goes_on => 0,
            () if wins && is_soon_known => soonest + 1,
            () if !wins && is_long_known => latest + 1,
            () => UNKNOWN,
        };
        let flag = |is: bool, flag| if is { flag } else { 0 };
        self.values[position as usize] = Packed {
            grundy,
            remoteness,
            winning,
            flags: SOLVED | flag(wins, WINS) | flag(goes_on, GOES_ON),
        };
        Ok(())
    }
}

/// The value of an option; numbers may be [`UNKNOWN`].
#[derive(Clone, Copy)]
pub(super) struct Next {
    wins: bool,
    grundy: u32,
    remoteness: u32,
}

impl Next {
    pub const fn outcome(self) -> Outcome {
        if self.wins { Outcome::N } else { Outcome::P }
    }
}
