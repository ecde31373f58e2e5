//! Checks the claim that the values of a game repeat, with [`naive`] and nothing of what found the period.
//!
//! Take the first `start + length` values and let the rest repeat the last `length` of them. If each value
//! up to the heap that the octal period theorem needs is the mex of what the moves reach, then, by
//! induction, all these are the values of the game; and by the theorem so are the others.

use super::{Cells, Code, Digit, naive, period};

/// The claim that the values of a game repeat.
#[derive(Clone, Copy, Debug)]
pub struct PeriodClaim<'a> {
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
#[error("{0}")]
pub struct Wrong(String);

/// Heaps on each side of a seam that a sample holds at most.
const SEAM: usize = 100;

/// Checks a claim. When that would take more than `budget` sums of two heaps, all heaps up to some size are
/// checked, those around the seams (where the period begins, where it comes back, and at the end), and
/// others evenly spread: of each kind as many as a third of the budget allows. `watch` is called after each heap with the number of sums so
/// far, and of all that are to be computed.
///
/// ```
/// use grundy_core::octal::{Code, certificate::{PeriodClaim, check}, naive};
/// let code: Code = "0.77".parse()?;
/// let mut values = naive::values(&code, 82);
/// let checked = check(&PeriodClaim { code: &code, start: 71, length: 12, values: &values }, u64::MAX, |_, _| ()).unwrap();
/// assert!(checked.is_proof());
/// values[50] += 1;
/// assert!(check(&PeriodClaim { code: &code, start: 71, length: 12, values: &values }, u64::MAX, |_, _| ()).is_err());
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong.
pub fn check(
    claim: &PeriodClaim<'_>,
    budget: u64,
    watch: impl FnMut(u64, u64),
) -> Result<Checked, Wrong> {
    let &PeriodClaim {
        code,
        start,
        length,
        values,
    } = claim;
    let needed = (length > 0)
        .then(|| period::needed(code, start, length))
        .flatten()
        .ok_or_else(|| Wrong(format!("the octal period theorem does not cover {code}")))?;
    if start.checked_add(length) != Some(values.len()) {
        return Err(Wrong(format!(
            "{} values, expected preperiod and period together, {start} + {length}",
            values.len()
        )));
    }
    possible(values.iter().copied())?;
    let value = |heap: usize| {
        // Nearly always this is so, and a remainder takes long.
        let heap = if heap < values.len() {
            heap
        } else {
            start + (heap - start) % length
        };
        values[heap]
    };
    shortest(start, length, &value)?;
    let seams = [start, start + length, start + 2 * length, needed];
    let heaps = agree(code, &value, &seams, needed, budget, watch)?;
    Ok(Checked { needed, heaps })
}

/// Checks values that were read from a file: that no heap's value is larger than a value of any game can be,
/// and by [`naive`] those of the first heaps and of as many others as `budget` sums of heaps allow. It notices values
/// that no game has or that another program wrote, and is no proof.
///
/// ```
/// use grundy_core::octal::{Code, Sequence, certificate};
/// let kayles: Code = "0.77".parse()?;
/// let values = Sequence::resume(kayles.clone(), [0, 1, 2, 3, 1, 4]);
/// assert!(certificate::spot_check(&kayles, values.cells(), 1000).is_ok());
/// let values = Sequence::resume(kayles.clone(), [0, 1, 2, 3, 4, 4]);
/// let wrong = certificate::spot_check(&kayles, values.cells(), 1000).unwrap_err();
/// assert_eq!(wrong.to_string(), "heap 4 has value 1, and the file says 4");
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
///
/// # Errors
/// The first value that is wrong, of those that were checked.
pub fn spot_check(code: &Code, values: &Cells, budget: u64) -> Result<(), Wrong> {
    possible(values.iter())?;
    let Some(last) = values.len().checked_sub(1) else {
        return Ok(());
    };
    agree(code, &|heap| values.get(heap), &[], last, budget, |_, _| ()).map(|_| ())
}

/// A move takes a stone or parts a heap: from a heap of n stones there are at most 2n moves in a row, and the
/// value of a heap is not larger.
fn possible(values: impl Iterator<Item = u32>) -> Result<(), Wrong> {
    for (heap, said) in (0_u64..).zip(values) {
        let most = 2 * heap;
        if u64::from(said) > most {
            return Err(Wrong(format!(
                "heap {heap} has value {most} at most, and the file says {said}"
            )));
        }
    }
    Ok(())
}

/// Finds the values of a sample of the heaps to `last` anew, and returns how many they are. `watch` is as in [`check`].
fn agree(
    code: &Code,
    value: &impl Fn(usize) -> u32,
    seams: &[usize],
    last: usize,
    budget: u64,
    mut watch: impl FnMut(u64, u64),
) -> Result<usize, Wrong> {
    let cost = cost(code, last);
    let add = |sum: u64, heap| sum.saturating_add(cost(heap));
    let total = (0..=last).fold(0, add);
    // All of them; or the first ones, each `step`th of all, and those around the seams, as many of each as a third of the
    // budget allows.
    let share = budget / 3;
    let most = if total <= budget { total } else { share };
    let mut paid = 0;
    let is_paid = |&heap: &usize| {
        paid = add(paid, heap);
        paid <= most
    };
    let first = (0..=last).take_while(is_paid).count();
    let step = (total / share.max(1) + 1) as usize;
    let dearest = cost(last).saturating_mul(2 * seams.len() as u64);
    let seam = SEAM.min((share / dearest.max(1)) as usize);
    let sample = (0..=last).filter(|&heap| {
        heap < first
            || heap % step == step / 2
            || seams.iter().any(|place| place.abs_diff(heap) <= seam)
    });
    let (mut heaps, mut paid, all) = (0, 0, sample.clone().fold(0, add));
    for heap in sample {
        let (said, found) = (value(heap), naive::value(code, heap, value));
        if said != found {
            return Err(Wrong(format!(
                "heap {heap} has value {found}, and the file says {said}"
            )));
        }
        heaps += 1;
        paid = add(paid, heap);
        watch(paid, all);
    }
    Ok(heaps)
}

/// Checks that preperiod and period are the smallest ones.
fn shortest(start: usize, length: usize, value: &impl Fn(usize) -> u32) -> Result<(), Wrong> {
    let shorter = |length: usize, start: usize| {
        Err(Wrong(format!(
            "the values repeat with period {length} from heap {start} on already"
        )))
    };
    if start > 0 && value(start - 1) == value(start - 1 + length) {
        return shorter(length, start - 1);
    }
    let mut divisors = (1..=length / 2).filter(|&divisor| length.is_multiple_of(divisor));
    let repeats = |&by: &usize| (start..start + length).all(|heap| value(heap) == value(heap + by));
    match divisors.find(repeats) {
        Some(divisor) => shorter(divisor, start),
        None => Ok(()),
    }
}

/// The number of sums to compute for the value of a heap of at most `last`: 1 for each number of stones that may be taken,
/// half the heap's size for each way to part it in two, and a twelfth of its square for each in three.
fn cost(code: &Code, last: usize) -> impl Fn(usize) -> u64 {
    let count = |parts: &[u32]| {
        let moves = code.moves(last as u64);
        let is_one = |digit: Digit| parts.iter().any(|&parts| digit.allows(parts));
        moves.filter(|&(_, digit)| is_one(digit)).count() as u64
    };
    let (takes, splits, triples) = (count(&[0, 1]), count(&[2]), count(&[3]));
    move |heap: usize| {
        let heap = heap as u64;
        let of_two = (heap / 2).saturating_mul(splits);
        let of_three = (heap.saturating_mul(heap) / 12).saturating_mul(triples);
        (1 + takes).saturating_add(of_two).saturating_add(of_three)
    }
}
