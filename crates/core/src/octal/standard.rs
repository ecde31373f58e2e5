//! Codes with the same values: the *standard form* of a code (R. K. Guy and C. A. B. Smith, 1956).
//!
//! *Theorem.* Let heaps of 1 have no move under the digits `d_k`, which ask for no different sizes. Let bit p of `e_k` be set
//!
//! * for p = 0, 1 when bit 1 of `d_k` is set,
//! * for p = 0, 1, 2 when bit 2 of `d_(k - 1)` is set,
//! * for p = 0, 1, 2, 3 when bit 3 of `d_(k - 2)` is set,
//! * for p = 0 when bit 0 of `d_(k + 1)` is set.
//!
//! Then the value of a heap of n + 1 under the digits d is that of a heap of n under the digits e, for all n >= 0.
//!
//! *Proof.* A heap of 1 is as good as none. So let every heap have one stone less, and heaps of 1 vanish: a move that
//! leaves p heaps takes p - 1 stones more then, and leaves at most p heaps. ∎
//!
//! Bit 0 of `d_k` is only about the heap of k. Where another move from this heap leaves value 0, all values are the same
//! with and without the bit.

use super::{Code, Digit, naive};

/// A code with more digits is its own standard form.
const MOST_DIGITS: u64 = 64;

impl Code {
    /// The standard form of a finite code without `!`, and a number of heaps: a heap has the value of a heap of the
    /// standard form that is smaller by this number, and smaller heaps have value 0. Another code is its own standard
    /// form.
    ///
    /// ```
    /// # use grundy_core::octal::Code;
    /// let standard = |code: &str| code.parse::<Code>().map(|code| code.standard()).map(|(of, by)| (of.to_string(), by));
    /// assert_eq!(standard("0.454")?, ("0.1777".to_owned(), 1));
    /// assert_eq!(standard("0.4")?, ("0.137".to_owned(), 2));
    /// assert_eq!(standard("0.771")?, ("0.77".to_owned(), 0));
    /// # Ok::<(), grundy_core::octal::CodeError>(())
    /// ```
    pub fn standard(&self) -> (Self, usize) {
        let reach = self.reach().filter(|&reach| reach <= MOST_DIGITS);
        let Some(reach) = reach.filter(|_| self.has_digits() && !self.is_unequal()) else {
            return (self.clone(), 0);
        };
        let mut digits = vec![0_u8; reach as usize + 1];
        for (stones, digit) in self.moves(reach) {
            digits[stones as usize] = digit.bits();
        }
        reduce(&mut digits);
        let mut shift = 0;
        while digits.iter().any(|&digit| digit > 0) && digits.get(1).is_none_or(|one| one & 1 == 0)
        {
            digits = shifted(&digits);
            reduce(&mut digits);
            shift += 1;
        }
        (of_digits(&digits), shift)
    }
}

/// The digits e of the theorem.
fn shifted(digits: &[u8]) -> Vec<u8> {
    let has = |k: usize, bit: u8| digits.get(k).is_some_and(|digit| digit >> bit & 1 == 1);
    let part = |is_set: bool, bits: u8| if is_set { bits } else { 0 };
    let digit = |k: usize| {
        part(has(k, 1), 0b11)
            | part(k >= 1 && has(k - 1, 2), 0b111)
            | part(k >= 2 && has(k - 2, 3), 0b1111)
            | part(has(k + 1, 0), 0b1)
    };
    (0..digits.len() + 2).map(digit).collect()
}

/// Where bit 0 makes no difference, sets it in digits with other bits and clears it in others. Removes digits at the end
/// that allow nothing.
fn reduce(digits: &mut Vec<u8>) {
    for heap in 1..digits.len() {
        let others = digits[heap] & !1;
        let mut without = digits.clone();
        without[heap] = others;
        // With no other move to value 0 the heap has value 0 itself.
        if naive::values(&of_digits(&without), heap)[heap] > 0 {
            digits[heap] = others | u8::from(others > 0);
        }
    }
    while digits.len() > 1 && digits.last() == Some(&0) {
        digits.pop();
    }
}

fn of_digits(digits: &[u8]) -> Code {
    Code::of_digits(digits.iter().copied().map(Digit::of).collect(), 0)
}
