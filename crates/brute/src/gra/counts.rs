//! Counting winning moves of 64 boards at once.

/// How many winning moves each of 64 boards has, as bit-sliced numbers: bit i of the counts of all
/// 64 boards is one word, plane i.
///
/// ```
/// use grundy_brute::gra::Counts;
/// let mut counts = Counts::default();
/// counts.add(0b1011);
/// counts.add(0b0011);
/// counts.add(0b0001);
/// assert_eq!(counts.to_bytes()[..5], [3, 2, 0, 1, 0]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    planes: [u64; Self::PLANES],
}

impl Counts {
    /// A board of at most 64 squares has at most 63 pawns: six bits hold every count.
    const PLANES: usize = 6;

    /// Adds 1 to the count of every board flagged in `flags`. A count goes up to 63.
    #[inline]
    pub fn add(&mut self, flags: u64) {
        let mut carry = flags;
        for plane in &mut self.planes {
            if carry == 0 {
                break;
            }
            (*plane, carry) = (*plane ^ carry, *plane & carry);
        }
    }

    /// The counts one by one, board 0 of the word first.
    #[inline]
    pub fn to_bytes(&self) -> [u8; 64] {
        let mut counts = [0; 64];
        for (eight, counts) in counts.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut bytes = 0;
            for (i, plane) in self.planes.iter().enumerate() {
                bytes |= bit_a_byte((plane >> (8 * eight)) as u8) << i;
            }
            *counts = u64::to_le_bytes(bytes);
        }
        counts
    }
}

/// The eight bits of a byte as eight bytes of 0 or 1, the lowest bit first.
const fn bit_a_byte(bits: u8) -> u64 {
    // Eight copies of the byte; copy i keeps bit i; each that is not 0 carries into the top bit of its byte.
    let copies = bits as u64 * 0x0101_0101_0101_0101;
    let kept = copies & 0x8040_2010_0804_0201;
    ((kept + 0x007f_7f7f_7f7f_7f7f) | kept) >> 7 & 0x0101_0101_0101_0101
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_to_63() {
        // Board i is flagged i times.
        let mut counts = Counts::default();
        for step in 0..63 {
            counts.add((step + 1..64).fold(0, |flags, board| flags | 1 << board));
        }
        let expected: [u8; 64] = std::array::from_fn(|i| i as u8);
        assert_eq!(counts.to_bytes(), expected);
    }
}
