//! Misère play, in which the player who cannot move wins: the *genus* of heaps and rows.
//!
//! The *misère value* of a position is 1 where no move is left, and otherwise the mex of the misère values that moves lead
//! to; the player to move loses exactly where it is 0. The *genus* (J. H. Conway, *On Numbers and Games*, 1976, chapter 12)
//! is the Grundy value g together with the misère values g0, g1, g2, ... of the position with 0, 1, 2, ... Nim heaps of 2
//! beside it. From some place on, g(i + 1) = g(i) xor 2.
//!
//! A position is *tame* if it and every position that can be reached from it has the genus of a row of Nim: g^g(g xor 2), or
//! 0^120 and 1^031, as heaps of at most 1 have. The genus of a sum of tame positions is that of the sum of those rows of
//! Nim; docs/theory.md has the proof. A sum with another part has its genus by the definition, from everything that can be
//! reached from it.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::ops::ControlFlow;

use super::Code;

/// A genus; displayed as `4^146`.
///
/// ```
/// use grundy_core::octal::Misere;
/// let mut kayles = Misere::new("0.77".parse()?);
/// assert!(kayles.extend(5, &mut |_| std::ops::ControlFlow::Continue(())).is_continue());
/// let genus: Vec<String> = kayles.heaps().iter().map(|heap| heap.genus.to_string()).collect();
/// assert_eq!(genus, ["0^120", "1^031", "2^20", "3^31", "1^031", "4^146"]);
/// assert!(kayles.heaps()[4].is_tame && !kayles.heaps()[5].is_tame);
/// # Ok::<(), grundy_core::octal::CodeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Genus {
    /// The Grundy value.
    pub grundy: u32,
    /// The misère values with 0, 1, 2, ... Nim heaps of 2 beside the position. The last two differ by 2, and go on by turns.
    pub misere: Vec<u32>,
}

/// The misère values of a position go on by turns soon after those of all its options do: at the latest after this number.
const SETTLING: usize = 64;

impl Genus {
    /// The genus of a row of Nim with this nim-sum: with a heap of 2 or more, or of heaps of at most 1.
    fn nim(grundy: u32, has_large: bool) -> Self {
        let misere = match (has_large, grundy) {
            (false, 0) => vec![1, 2, 0],
            (false, 1) => vec![0, 3, 1],
            _ => vec![grundy, grundy ^ 2],
        };
        Self { grundy, misere }
    }

    /// Of a genus of Nim, whether the row has a heap of 2 or more.
    fn has_large(&self) -> bool {
        self.misere[0] == self.grundy
    }

    /// The misère value with this number of Nim heaps of 2.
    fn with(&self, heaps: usize) -> u32 {
        let last = self.misere.len() - 1;
        let beyond = heaps.saturating_sub(last);
        self.misere[heaps.min(last)] ^ if beyond & 1 == 1 { 2 } else { 0 }
    }

    /// The genus of a position from those that moves lead to.
    fn of(options: &BTreeSet<Self>) -> Self {
        let grundy = mex(options.iter().map(|option| option.grundy));
        let mut misere: Vec<u32> = Vec::new();
        // From here on all options go on by turns.
        let lengths = options.iter().map(|option| option.misere.len());
        let settled = lengths.max().unwrap_or(0);
        while misere.len() < settled + SETTLING {
            let heaps = misere.len();
            let of_options = options.iter().map(|option| option.with(heaps));
            // A heap of 2 is taken, or lowered to 1: that changes the misère value by xor 1.
            let of_heap = misere.last().map(|&last| [last, last ^ 1]);
            let is_end = options.is_empty() && of_heap.is_none();
            let of_all = of_options.chain(of_heap.into_iter().flatten());
            let next = if is_end { 1 } else { mex(of_all) };
            misere.push(next);
            if heaps >= settled + 2 && misere[heaps - 2] == next {
                break;
            }
        }
        while let [.., third, second, last] = misere[..]
            && (third, second) == (last, last ^ 2)
        {
            misere.pop();
        }
        Self { grundy, misere }
    }
}

/// The least number that is not one of these.
fn mex(values: impl Iterator<Item = u32>) -> u32 {
    let values: BTreeSet<u32> = values.collect();
    let is_next = |(next, value): &(u32, u32)| next == value;
    (0..).zip(values).take_while(is_next).count() as u32
}

/// `4^146`; where a number has two digits, commas are between all.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_two_digits = self.misere.iter().any(|&value| value > 9);
        let between = if has_two_digits { "," } else { "" };
        let misere: Vec<String> = self.misere.iter().map(ToString::to_string).collect();
        write!(f, "{}^{}", self.grundy, misere.join(between))
    }
}

/// What is known of a position in misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its genus.
    pub genus: Genus,
    /// Whether it and everything that can be reached from it has the genus of a row of Nim.
    pub is_tame: bool,
}

impl Known {
    fn of(options: &[Self]) -> Self {
        let genera: BTreeSet<Genus> = options.iter().map(|option| option.genus.clone()).collect();
        let genus = Genus::of(&genera);
        let is_nim = genus == Genus::nim(genus.grundy, genus.has_large());
        Self {
            is_tame: is_nim && options.iter().all(|option| option.is_tame),
            genus,
        }
    }

    /// Whether the player to move wins in misère play.
    pub fn wins(&self) -> bool {
        self.genus.misere[0] != 0
    }
}

/// Called with the number of heaps and rows stored so far; may end the work.
type Watch<'a> = &'a mut dyn FnMut(usize) -> ControlFlow<()>;

/// The genera of the heaps 0, 1, 2, ... of a game, and of rows with heaps that are not tame.
#[derive(Clone, Debug)]
pub struct Misere {
    code: Code,
    heaps: Vec<Known>,
    /// Rows with a heap that is not tame: heaps that can move, the smallest first.
    rows: HashMap<Box<[u32]>, Known>,
}

impl Misere {
    /// No heap yet.
    pub fn new(code: Code) -> Self {
        Self {
            code,
            heaps: Vec::new(),
            rows: HashMap::new(),
        }
    }

    /// The heaps from 0 on, as far as they are known.
    pub fn heaps(&self) -> &[Known] {
        &self.heaps
    }

    fn stored(&self) -> usize {
        self.heaps.len() + self.rows.len()
    }

    /// Finds the genera of all heaps up to `up_to`. While all heaps are tame, O(moves) a heap; from then on all rows with
    /// other heaps that can be reached are stored. `watch` is called with the number of heaps and rows, and may end the work.
    pub fn extend(&mut self, up_to: u32, watch: Watch<'_>) -> ControlFlow<()> {
        for heap in self.heaps.len()..=up_to as usize {
            let known = self.of_moves(&[heap as u32], watch)?;
            self.heaps.push(known);
            watch(self.stored())?;
        }
        ControlFlow::Continue(())
    }

    /// What is known of a row of heaps, none larger than those that are known.
    ///
    /// # Panics
    /// When a heap is larger.
    pub fn row(&mut self, heaps: &[u32], watch: Watch<'_>) -> ControlFlow<(), Known> {
        // Heaps without a move change nothing.
        let can_move = |heap: &u32| {
            *self.heaps[*heap as usize].genus.misere != [1, 2, 0] || self.has_move(*heap)
        };
        let mut row: Vec<u32> = heaps.iter().copied().filter(can_move).collect();
        row.sort_unstable();
        self.sorted(row, watch)
    }

    fn has_move(&self, heap: u32) -> bool {
        let heap = u64::from(heap);
        self.code.moves(heap).any(|(stones, digit)| {
            let mut any = false;
            digit.each_way(heap - stones, |_| any = true);
            any
        })
    }

    fn sorted(&mut self, row: Vec<u32>, watch: Watch<'_>) -> ControlFlow<(), Known> {
        let parts = || row.iter().map(|&heap| &self.heaps[heap as usize]);
        if parts().all(|part| part.is_tame) {
            let grundy = parts().fold(0, |sum, part| sum ^ part.genus.grundy);
            let genus = Genus::nim(grundy, parts().any(|part| part.genus.has_large()));
            return ControlFlow::Continue(Known {
                genus,
                is_tame: true,
            });
        }
        if let &[heap] = &row[..] {
            return ControlFlow::Continue(self.heaps[heap as usize].clone());
        }
        if let Some(known) = self.rows.get(&row[..]) {
            return ControlFlow::Continue(known.clone());
        }
        let known = self.of_moves(&row, watch)?;
        self.rows.insert(row.into(), known.clone());
        watch(self.stored())?;
        ControlFlow::Continue(known)
    }

    /// By the definition, from the positions that moves from a row lead to.
    fn of_moves(&mut self, row: &[u32], watch: Watch<'_>) -> ControlFlow<(), Known> {
        let mut next: BTreeSet<Vec<u32>> = BTreeSet::new();
        for (i, &heap) in row.iter().enumerate() {
            if i > 0 && row[i - 1] == heap {
                continue;
            }
            for (stones, digit) in self.code.moves(heap.into()) {
                digit.each_way(u64::from(heap) - stones, |left| {
                    let mut others = row.to_vec();
                    others.remove(i);
                    others.extend(left.iter().map(|&part| part as u32));
                    others.sort_unstable();
                    next.insert(others);
                });
            }
        }
        let mut options: Vec<Known> = Vec::new();
        for row in next {
            let known = self.row(&row, watch)?;
            if !options.contains(&known) {
                options.push(known);
            }
        }
        ControlFlow::Continue(Known::of(&options))
    }
}
