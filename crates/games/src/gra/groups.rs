//! Boards made from the sizes of their groups: few groups with many pawns, which random squares do not
//! produce.

use grundy_core::heaps;

use grundy_game::generate::Random;

/// Odd groups of one board, at most: few, so that they are large.
const ODD_GROUPS: u64 = 6;
/// Free squares, square m among them, that leave room for two odd groups: 3 and 5.
pub(super) const ROOM: u32 = 5;

/// The squares of `n` pawns on a strip of `m` squares. It has 2 to 6 odd groups with nim-sum 0, all but one of them
/// of at least about a twelfth of `n`; with `high`, one of these has lost the highest bit of all, and the nim-sum
/// is that bit. The other pawns stand in group 2 and in the groups above the odd ones, from where they can move there.
///
/// `None` when the drawn sizes have no such bit. There must be [`ROOM`]. O(n).
pub(super) fn few_groups(random: &mut Random, m: u32, n: u32, high: bool) -> Option<Vec<u32>> {
    let highest = m - n;
    // Groups 3, 5, 7, ...
    let odd = (highest - 1) / 2;
    let number = random.between(2, ODD_GROUPS) as usize;
    let number = number.min(odd as usize);
    let largest = u64::from(n) / number as u64;
    let mut sizes = random.row(number, largest / 2, largest);
    let x = heaps::nim_sum(sizes.iter().copied());
    // A winning move of Nim lowers one of them, if there is one.
    for size in &mut sizes {
        if let Some(left) = heaps::lowered(*size, x) {
            *size = left;
            break;
        }
    }
    if high {
        let (group, bit) = random.place_of_highest_bit(&sizes)?;
        sizes[group] -= bit;
    }
    let numbers = random.distinct(number, odd);
    let mut groups: Vec<(u32, u32)> = numbers
        .iter()
        .zip(&sizes)
        .map(|(odd, &size)| (2 * odd + 3, size as u32))
        .collect();
    let above = groups.iter().map(|&(odd, _)| odd + 1);
    let even: Vec<u32> = above.chain([2]).filter(|&even| even <= highest).collect();
    let left_over = n - groups.iter().map(|&(_, size)| size).sum::<u32>();
    let shares = random.split(left_over, even.len());
    groups.extend(even.into_iter().zip(shares));
    groups.sort_unstable();
    Some(squares(m, &groups))
}

/// The squares of groups with these numbers and sizes: numbers increase and leave room on the strip.
fn squares(m: u32, groups: &[(u32, u32)]) -> Vec<u32> {
    let mut squares = Vec::new();
    // Square m is the first free square, and the pawns of group k stand left of the k-th.
    let mut placed = 0;
    for &(number, size) in groups {
        let free = m - (number - 1) - placed;
        squares.extend((free - size..free).rev());
        placed += size;
    }
    squares.reverse();
    squares
}
