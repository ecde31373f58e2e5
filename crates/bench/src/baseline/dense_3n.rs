//! Long gaps cut down, and an array with every group in it, the empty ones too.

/// Counts winning moves in an array of all groups, after cutting gaps. O(n), 12 bytes a pawn.
///
/// Only two things about a gap matter: whether it is odd, which decides the parity of the groups
/// beyond it, and whether it is 1, 2 or more, which decides whether a group's lower neighbour holds
/// pawns. So a gap of more than three free squares can be cut to two or three, and at most 3n + 1
/// groups are left. The gap before the goal counts without the goal and is cut in the same way: 0
/// is the immediate win, 1 is group 2, and group 4 must not be mistaken for it.
///
/// ```
/// assert_eq!(grundy_bench::baseline::dense_3n(5, &[1, 3]), 1);
/// ```
pub fn dense_3n(m: u32, squares: &[u32]) -> u32 {
    let cut = |gap: u32| if gap > 3 { 2 + gap % 2 } else { gap };
    let mut groups = vec![0_u32; 3 * squares.len() + 2];
    let (mut number, mut right) = (1, m);
    for &square in squares.iter().rev() {
        number += cut(right - square - 1) as usize;
        right = square;
        groups[number] += 1;
    }
    if groups[1] > 0 {
        return groups[1];
    }
    let x = groups.iter().skip(3).step_by(2).fold(0, |x, size| x ^ size);
    if x == 0 {
        return 0;
    }
    let mut count = 0;
    for number in 3..groups.len() {
        let (size, below) = (groups[number], groups[number - 1]);
        count += u32::from(if number % 2 == 1 {
            size ^ x < size
        } else {
            below < below ^ x && below ^ x <= below + size
        });
    }
    count
}
