//! The model solution: one list of the groups that hold pawns, and two passes over it.

/// Counts winning moves from a list of (group, size), right to left. O(n), 8 bytes a group.
///
/// The first pass over the squares collects the list: squares next to each other extend a group, a
/// gap of d free squares raises its number by d. The second takes the nim-sum over the odd groups
/// and the third, over the list alone, counts the groups with a winning move.
///
/// ```
/// assert_eq!(grundy_bench::baseline::run_list(5, &[1, 3]), 1);
/// ```
pub fn run_list(m: u32, squares: &[u32]) -> u32 {
    let mut groups: Vec<(u32, u32)> = Vec::new();
    let (mut number, mut right) = (1, m);
    for &square in squares.iter().rev() {
        number += right - square - 1;
        right = square;
        match groups.last_mut() {
            Some((last, size)) if *last == number => *size += 1,
            _ => groups.push((number, 1)),
        }
    }
    match groups.first() {
        Some(&(1, size)) => return size,
        None => return 0,
        Some(_) => {}
    }
    let mut x = 0;
    for &(number, size) in &groups {
        if number % 2 == 1 {
            x ^= size;
        }
    }
    if x == 0 {
        return 0;
    }
    let mut count = 0;
    let mut below = (0, 0);
    for &(number, size) in &groups {
        if number % 2 == 1 {
            count += u32::from(size ^ x < size);
        } else if number > 2 {
            let target = if below.0 + 1 == number { below.1 } else { 0 };
            let raised = target ^ x;
            count += u32::from(target < raised && raised <= target + size);
        }
        below = (number, size);
    }
    count
}
