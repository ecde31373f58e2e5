//! A number for every pawn, and equal numbers merged.

/// Counts winning moves from the stair number of every pawn. O(n), 8 bytes a pawn.
///
/// The i-th of n pawns, on square a, has m - a - (n - i) free squares to its right, goal included:
/// it stands in group number m - a - (n - i), which is stair m - 2 - a - (n - i). Stair -1 wins at
/// once. Numbers fall from left to right, so equal ones are neighbours and merge in one scan.
///
/// ```
/// assert_eq!(grundy_bench::baseline::per_pawn(5, &[1, 3]), 1);
/// ```
pub fn per_pawn(m: u32, squares: &[u32]) -> u32 {
    let n = squares.len();
    let stair_of = |(i, &a): (usize, &u32)| i64::from(m - a - (n - 1 - i) as u32) - 2;
    let pawns: Vec<i64> = squares.iter().enumerate().map(stair_of).collect();
    if pawns.last() == Some(&-1) {
        return pawns.iter().filter(|&&stair| stair == -1).count() as u32;
    }
    let mut x = 0;
    for equal in pawns.chunk_by(|a, b| a == b) {
        if equal[0] % 2 == 1 {
            x ^= equal.len();
        }
    }
    if x == 0 {
        return 0;
    }
    let mut count = 0;
    let mut stairs = pawns.chunk_by(|a, b| a == b).peekable();
    while let Some(equal) = stairs.next() {
        let (stair, size) = (equal[0], equal.len());
        if stair % 2 == 1 {
            count += u32::from(size ^ x < size);
        } else if stair > 0 {
            // The stair below comes next; when it is empty the next one is lower still.
            let below = match stairs.peek() {
                Some(next) if next[0] == stair - 1 => next.len(),
                _ => 0,
            };
            count += u32::from(below < below ^ x && below ^ x <= below + size);
        }
    }
    count
}
