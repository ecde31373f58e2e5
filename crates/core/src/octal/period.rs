//! Periods: where the values of single heaps repeat, and when that is certain.
//!
//! *Octal period theorem* (R. K. Guy and C. A. B. Smith, 1956). Let no move take more than t stones from
//! a heap or leave more than q heaps of it. If g(n + p) = g(n) for all n from s >= 1 to
//! q s + (q - 1) p + t - 1, then for all n >= s. With q = 2 these are the octal games.
//!
//! *All but some may be taken* (a subtraction set with a finite complement). Let moves leave one heap or
//! none, and let it be allowed to take any number of more than t stones. Say that heap n is in the state
//! of its last t values and of the values that no heap below n - t has. If heap n + p is in the state of n
//! with σ added to all values, for some n > t, then g(j + p) = g(j) + σ for all j >= n - t.
//!
//! *Rising values of three heaps*: see `arithmetic`.
//!
//! *Lasker's Nim* (E. Lasker, 1931), `4.[3]`: g(n + 4) = g(n) + 4 for all n >= 1.
//!
//! docs/theory.md has the proofs.

use std::collections::HashSet;

use super::cells::with_cells;
use super::{Cells, Code, arithmetic};

/// g(n + length) = g(n) + saltus for all n from `start` on for which both values are known; with a proof, for all n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The preperiod: the smallest heap from which on it holds.
    pub start: usize,
    /// The period.
    pub length: usize,
    /// What is added after each period; 0 where the values repeat.
    pub saltus: u64,
    /// Whether it is known to hold for larger heaps.
    pub proof: Proof,
}

/// Whether a period goes on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It does, by this theorem, which needs the values of heaps to `needed`.
    Proved {
        /// The theorem.
        theorem: Theorem,
        /// The largest heap whose value was needed.
        needed: usize,
    },
    /// It does by the octal period theorem if it holds up to this heap.
    Needs(usize),
    /// No theorem here covers it.
    Observed,
}

/// What makes a period certain; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorem {
    /// Finite codes.
    Octal,
    /// All but finitely many numbers of stones may be taken.
    AllBut,
    /// `4.[3]`.
    Lasker,
    /// Finite codes with moves that leave three heaps, where the saltus is a power of 2.
    Rising,
}

impl Theorem {
    /// The theorem's name, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Octal => "octal period theorem",
            Self::AllBut => "theorem on subtraction sets with a finite complement",
            Self::Lasker => "theorem on Lasker's Nim",
            Self::Rising => "theorem on rising values of three heaps",
        }
    }

    /// Whether a machine has checked the theorem's proof.
    pub const fn is_checked(self) -> bool {
        !matches!(self, Self::Rising)
    }
}

impl Period {
    /// Whether a theorem makes it certain.
    pub const fn is_proved(&self) -> bool {
        matches!(self.proof, Proof::Proved { .. })
    }

    /// Whether a theorem makes it certain whose proof a machine has checked.
    pub const fn is_checked(&self) -> bool {
        matches!(self.proof, Proof::Proved { theorem, .. } if theorem.is_checked())
    }
}

/// The largest heap whose value has to be known before the octal period theorem makes a period certain;
/// `None` where the theorem does not cover the game. O(length of the code).
///
/// ```
/// use grundy_core::octal::period;
/// assert_eq!(period::needed(&"0.77".parse()?, 71, 12), Some(2 * 71 + 2 * 12 + 2 - 1));
/// assert_eq!(period::needed(&"4!.0".parse()?, 71, 12), None);
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
pub fn needed(code: &Code, start: usize, length: usize) -> Option<usize> {
    if code.is_unequal() {
        return None;
    }
    let reach = usize::try_from(code.reach()?).ok()?;
    let parts = code.parts().max(1) as usize;
    let repeated = start.max(1).saturating_add(length);
    Some(parts.saturating_mul(repeated).saturating_add(reach) - 1)
}

/// The shortest period that is proved, or the shortest that has been seen for at least a quarter of all
/// heaps, three times and [long enough](fewest); `None` if there is neither. O(heaps) but for sequences that nearly
/// repeat in many ways.
///
/// ```
/// use grundy_core::octal::{Sequence, period};
/// let mut kayles = Sequence::new("0.77".parse()?);
/// kayles.extend(167);
/// let found = period::find(kayles.code(), kayles.cells()).unwrap();
/// assert_eq!((found.start, found.length, found.is_proved()), (71, 12, true));
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
pub fn find(code: &Code, cells: &Cells) -> Option<Period> {
    with_cells!(cells, cells => search(code, cells))
}

/// Returns the fewest heaps in a row for which a regularity has to hold to be conjectured: three times the largest number of
/// stones that the code writes, with its last digit or in its set, and at least ten. With fewer heaps, values do not show
/// yet what moves that take so many stones change. O(1).
///
/// ```
/// use grundy_core::octal::period::fewest;
/// assert_eq!(["subtract:1,20", "0.7", "0.07[3003]"].map(|code| fewest(&code.parse().unwrap())), [60, 10, 18]);
/// ```
pub fn fewest(code: &Code) -> usize {
    let (first, repeated) = code.repeated();
    let last_repeated = (first + repeated.len()).saturating_sub(1);
    let last = code.reach().map_or(last_repeated, |last| last as usize);
    (3 * last).max(10)
}

/// From where on values repeat with this period, to the last of them; `None` where they fall.
fn repetition<T: Copy + Into<u64>>(values: &[T], length: usize) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    let at = |heap: usize| -> u64 { values[heap].into() };
    let saltus = at(last).checked_sub(at(last.checked_sub(length)?))?;
    let differs = |&heap: &usize| at(heap + length).checked_sub(at(heap)) != Some(saltus);
    let before = (0..=last - length).rev().find(differs);
    Some(Period {
        start: before.map_or(0, |heap| heap + 1),
        length,
        saltus,
        proof: Proof::Observed,
    })
}

fn search<T: Copy + Into<u64>>(code: &Code, values: &[T]) -> Option<Period> {
    let last = values.len().checked_sub(1)?;
    // A finite code that leaves two heaps at most has no other saltus than 0.
    let rises = code.reach().is_none() || code.parts() > 2;
    let fewest = fewest(code);
    let mut observed: Option<Period> = None;
    // Lengths that held for long but not for long enough, and where they began to hold.
    let mut failed: Vec<(usize, usize)> = Vec::new();
    for length in 1..=last {
        // Even if it held from the beginning, nothing could be proved or observed any more.
        let hopeless =
            needed(code, 0, length).map_or(4 * length > 3 * last, |needed| needed > last);
        if 3 * length > values.len() && hopeless {
            break;
        }
        // A multiple begins to hold where the shorter one does, if not later.
        let is_multiple = |&(shorter, start): &(usize, usize)| {
            length.is_multiple_of(shorter) && start + length <= last + 1
        };
        if failed.iter().any(is_multiple) {
            continue;
        }
        let may_be = |period: &Period| period.saltus == 0 || rises;
        let Some(mut period) = repetition(values, length).filter(may_be) else {
            continue;
        };
        period.proof = prove(code, &period, values);
        if period.is_proved() {
            return Some(period);
        }
        let holds = last + 1 - period.start;
        if observed.is_none() && holds >= fewest.max(3 * length) && 4 * holds >= last {
            observed = Some(period);
        }
        if holds >= 64 + 2 * length {
            failed.push((length, period.start));
        }
    }
    observed
}

fn prove<T: Copy + Into<u64>>(code: &Code, period: &Period, values: &[T]) -> Proof {
    let last = values.len() - 1;
    let proved = |theorem, needed| Proof::Proved { theorem, needed };
    if let Some(needed) = needed(code, period.start, period.length) {
        return match period.saltus {
            0 if needed <= last => proved(Theorem::Octal, needed),
            0 => Proof::Needs(needed),
            saltus => {
                let value = |heap: usize| values[heap].into();
                arithmetic::prove(code, period.start, period.length, saltus, value, last)
                    .map_or(Proof::Observed, |needed| proved(Theorem::Rising, needed))
            }
        };
    }
    let (start, length, saltus) = (period.start, period.length, period.saltus);
    let is_lasker = || "4.[3]".parse().is_ok_and(|lasker: Code| *code == lasker);
    if (start, length, saltus) == (1, 4, 4) && is_lasker() {
        return proved(Theorem::Lasker, 0);
    }
    let (first, tail) = code.repeated();
    let all_are_allowed = tail.iter().all(|digit| digit.allows(0) && digit.allows(1));
    if tail.is_empty() || !all_are_allowed || code.parts() != 1 {
        return Proof::Observed;
    }
    // The first heap whose last `taken` values are all in the period.
    let taken = first - 1;
    let heap = start.max(1) + taken;
    let needed = heap + length;
    if needed > last {
        return Proof::Observed;
    }
    // Whether no heap below `heap` has the value.
    let missing = |heap: usize| {
        let seen: HashSet<u64> = values[..heap].iter().map(|&value| value.into()).collect();
        move |value: u64| !seen.contains(&value)
    };
    let (before, after) = (missing(heap - taken), missing(heap + length - taken));
    let largest: u64 = values.iter().map(|&value| value.into()).max().unwrap_or(0);
    let same = (0..saltus).all(|value| !after(value))
        && (0..=largest).all(|value| before(value) == after(value + saltus));
    if same {
        proved(Theorem::AllBut, needed)
    } else {
        Proof::Observed
    }
}
