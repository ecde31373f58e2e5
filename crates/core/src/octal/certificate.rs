//! Checking somebody's word that the values of a game repeat: with the naive twin, and nothing of what
//! found them.
//!
//! Take the first `start + length` values and let the rest repeat the last `length` of them. If each value
//! up to the heap that the octal period theorem asks for is the mex of what the moves reach, then, by
//! induction, all these are the values of the game; and by the theorem so are the others.

use super::{Code, naive, period};

/// The claim that the values of a game repeat.
#[derive(Clone, Copy, Debug)]
pub struct Claim<'a> {
    /// The game.
    pub code: &'a Code,
    /// The preperiod.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// The values of heaps 0 to `start + length - 1`.
    pub values: &'a [u32],
}

/// What was checked of a claim, and found right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The largest heap whose value the theorem asks for.
    pub needed: usize,
    /// Heaps whose value was found anew from all their moves: all `needed + 1`, or a sample.
    pub heaps: usize,
}

impl Checked {
    /// Whether that is a proof, and not a sample.
    pub const fn is_proof(&self) -> bool {
        self.heaps == self.needed + 1
    }
}

/// What is wrong with a claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// No theorem makes a period of this game certain.
    #[error("the octal period theorem does not cover {0}")]
    NotCovered(Code),
    /// More or fewer values than preperiod and period say.
    #[error("{found} values, expected {expected}: preperiod and period together")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A value that is not the mex of what the moves reach.
    #[error("heap {heap} has value {found}, and the certificate says {said}")]
    Value {
        /// The heap.
        heap: usize,
        /// What the certificate says.
        said: u32,
        /// The mex of what its moves reach, by the certificate's own values.
        found: u32,
    },
    /// The values repeat earlier, or in shorter steps.
    #[error("the values repeat with period {length} from heap {start} on already")]
    NotShortest {
        /// The better preperiod.
        start: usize,
        /// The better period.
        length: usize,
    },
}

/// Heaps on each side of a seam that a sample holds.
const SEAM: usize = 100;

/// Checks a claim. When that would take more than `budget` sums of two heaps, all heaps up to some size are
/// checked, those around the seams (where the period begins, where it comes back, and at the end), and of
/// the others as many as the budget allows, evenly spread.
///
/// ```
/// use grundy_core::octal::{Code, certificate::{Claim, check}, naive};
/// let code: Code = "0.77".parse()?;
/// let mut values = naive::values(&code, 82);
/// let checked = check(&Claim { code: &code, start: 71, length: 12, values: &values }, u64::MAX).unwrap();
/// assert!(checked.is_proof());
/// values[50] += 1;
/// assert!(check(&Claim { code: &code, start: 71, length: 12, values: &values }, u64::MAX).is_err());
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong.
pub fn check(claim: &Claim<'_>, budget: u64) -> Result<Checked, Wrong> {
    let &Claim {
        code,
        start,
        length,
        values,
    } = claim;
    let needed = (length > 0)
        .then(|| period::needed(code, start, length))
        .flatten()
        .ok_or_else(|| Wrong::NotCovered(code.clone()))?;
    if values.len() != start + length {
        return Err(Wrong::Length {
            found: values.len(),
            expected: start + length,
        });
    }
    let value = |heap: usize| {
        let heap = if heap < start {
            heap
        } else {
            start + (heap - start) % length
        };
        values[heap]
    };
    shortest(start, length, &value)?;
    let mut heaps = 0;
    for heap in sample(code, start, length, needed, budget) {
        let (said, found) = (value(heap), naive::value(code, heap, &value));
        if said != found {
            return Err(Wrong::Value { heap, said, found });
        }
        heaps += 1;
    }
    Ok(Checked { needed, heaps })
}

/// Nothing smaller would do: not the preperiod, not the period.
fn shortest(start: usize, length: usize, value: &impl Fn(usize) -> u32) -> Result<(), Wrong> {
    if start > 0 && value(start - 1) == value(start - 1 + length) {
        let start = start - 1;
        return Err(Wrong::NotShortest { start, length });
    }
    let divisors = (1..=length / 2).filter(|&shorter| length.is_multiple_of(shorter));
    for shorter in divisors {
        if (start..start + length).all(|heap| value(heap) == value(heap + shorter)) {
            let length = shorter;
            return Err(Wrong::NotShortest { start, length });
        }
    }
    Ok(())
}

/// The heaps to check, increasing.
fn sample(
    code: &Code,
    start: usize,
    length: usize,
    needed: usize,
    budget: u64,
) -> impl Iterator<Item = usize> {
    // Half the heap's size for each way to part it in two, about; 1 for all else.
    let splits = code
        .moves(needed as u64)
        .filter(|(_, digit)| digit.allows(2))
        .count() as u64;
    let of_three = code.parts() > 2;
    let cost = move |heap: usize| {
        let heap = heap as u64;
        let three = if of_three {
            heap.saturating_mul(heap) / 4
        } else {
            0
        };
        1 + (heap / 2 * splits).saturating_add(three)
    };
    let total = (0..=needed).fold(0, |sum: u64, heap| sum.saturating_add(cost(heap)));
    // As many of the first ones as half of the budget pays, and each `step`th of all.
    let mut paid = 0_u64;
    let first = (0..=needed).take_while(|&heap| {
        paid = paid.saturating_add(cost(heap));
        paid <= budget / 2
    });
    let first = if total <= budget {
        needed + 1
    } else {
        first.count()
    };
    let step = (total / (budget / 2).max(1) + 1) as usize;
    let seams = [start, start + length, start + 2 * length, needed];
    (0..=needed).filter(move |&heap| {
        heap < first
            || heap % step == step / 2
            || seams.iter().any(|seam| seam.abs_diff(heap) <= SEAM)
    })
}
