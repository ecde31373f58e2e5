//! Random boards: seven shapes of any size, and the eighteen tests of the original.

use grundy_core::gra::Board;
use grundy_game::generate::Random;
use grundy_game::{Drawn, NoShape, Original};

use super::groups::{ROOM, few_groups};

/// A board of a shape; `None` when this try found none.
pub(super) fn shaped(shape: &str, random: &mut Random, m: u64, n: usize) -> Drawn<Board> {
    let (m, n) = sizes(m, n)?;
    let squares = match shape {
        "dense" => {
            let window = n.saturating_add(n.div_ceil(2)).min(m - 1);
            pawns(random, n, m - window, window)
        }
        "runs" => runs(random, m, n),
        "lost" | "high" if m - n < ROOM => {
            return Err(NoShape(format!(
                "m is {m} and n is {n}: for two odd groups, m is n + {ROOM} at least"
            )));
        }
        "lost" | "high" => match few_groups(random, m, n, shape == "high") {
            Some(squares) => squares,
            None => return Ok(None),
        },
        "alternating" => {
            let length = 2 * u64::from(n);
            let slack = u64::from(m).checked_sub(length).ok_or_else(|| {
                NoShape(format!(
                    "{n} pawns on every other square need a strip of {length} squares, m is {m}"
                ))
            })?;
            let first = 1 + random.below(slack + 1) as u32;
            (0..n).map(|i| first + 2 * i).collect()
        }
        "block" => {
            let first = 1 + random.below(u64::from(m - n)) as u32;
            (first..first + n).collect()
        }
        _ => pawns(random, n, 1, m - 1),
    };
    Ok(Some(board(m, squares)))
}

/// The squares of `n` pawns among `squares` squares from `first` on; every set of them is equally likely.
fn pawns(random: &mut Random, n: u32, first: u32, squares: u32) -> Vec<u32> {
    let drawn = random.distinct(n as usize, squares).into_iter();
    drawn.map(|square| first + square).collect()
}

fn sizes(m: u64, n: usize) -> Result<(u32, u32), NoShape> {
    let squares = u32::try_from(m).ok().filter(|&squares| squares >= 2);
    let squares = squares.ok_or_else(|| {
        let most = u32::MAX;
        NoShape(format!("m is {m}: a strip has 2 to {most} squares"))
    })?;
    let most = squares - 1;
    let pawns = u32::try_from(n).ok().filter(|&pawns| pawns <= most);
    let pawns = pawns.ok_or_else(|| {
        NoShape(format!(
            "n is {n}: a strip of {m} squares holds 1 to {most} pawns"
        ))
    })?;
    Ok((squares, pawns))
}

/// Blocks of about 1 to 15 pawns, most of them short, with the free squares dealt out at random.
fn runs(random: &mut Random, m: u32, n: u32) -> Vec<u32> {
    let free = m - n; // square m among them
    let mut blocks = Vec::new();
    let mut placed = 0;
    while placed < n {
        let longest = random.between(1, 15);
        let block = (random.between(1, longest) as u32).min(n - placed);
        blocks.push(block);
        placed += block;
    }
    // Every block but the last needs a free square behind it, and the last one has square m; on a strip too full for
    // that, some blocks are joined.
    let joined = blocks.len().saturating_sub(free as usize);
    for _ in 0..joined {
        let last = blocks.pop().unwrap_or(0);
        let at = random.below(blocks.len() as u64) as usize;
        blocks[at] += last;
    }
    // Gaps: before the first block (may be 0), between blocks (at least 1), after the last one (at
    // least 1, for square m).
    let gaps = random.split(free - blocks.len() as u32, blocks.len() + 1);
    let mut square = 1;
    let mut squares = Vec::with_capacity(n as usize);
    for (block, gap) in blocks.iter().zip(&gaps) {
        square += gap;
        squares.extend(square..square + block);
        square += block + 1;
    }
    squares
}

/// The tests of the original: name, m, n, and their kind by the booklet.
const POI: &[(&str, u32, u32, Kind)] = &[
    ("gra1a", 10, 8, Kind::AllInGroup2),
    ("gra1b", 8, 3, Kind::Won),
    ("gra2a", 8, 5, Kind::ThreeInGroup1),
    ("gra2b", 10, 5, Kind::Won),
    ("gra3a", 13, 6, Kind::Lost),
    ("gra3b", 15, 9, Kind::Won),
    ("gra4", 17, 10, Kind::Won),
    ("gra5", 24, 14, Kind::Lost),
    ("gra6", 85, 44, Kind::Won),
    ("gra7", 585, 393, Kind::Lost),
    ("gra8", 7166, 4027, Kind::Won),
    ("gra9", 376_213, 193_363, Kind::Won),
    ("gra10", 1_906_731, 801_226, Kind::Lost),
    ("gra11", 1_543_149, 999_183, Kind::Won),
    ("gra12", 932_995_895, 998_566, Kind::Lost),
    ("gra13", 940_238_451, 997_643, Kind::Won),
    ("gra14", 935_204_727, 999_989, Kind::Lost),
    ("gra15", 983_091_535, 999_240, Kind::Won),
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Lost at once: nothing can move but out of group 2.
    AllInGroup2,
    /// Three pawns win at once.
    ThreeInGroup1,
    /// A P-position in which other groups than group 2 hold pawns.
    Lost,
    /// An N-position without pawns in group 1.
    Won,
}

pub(super) fn original_test(number: usize, random: &mut Random) -> Original<Board> {
    let &(name, m, n, kind) = POI.get(number)?;
    Some((name, vec![board_of_kind(random, m, n, kind)]))
}

fn board_of_kind(random: &mut Random, m: u32, n: u32, kind: Kind) -> Board {
    loop {
        let squares = match kind {
            Kind::AllInGroup2 => (m - 1 - n..m - 1).collect(),
            Kind::ThreeInGroup1 => {
                // Square m - 4 is free, m - 3 to m - 1 are not; the others stand further left.
                let mut squares = pawns(random, n - 3, 1, m - 5);
                squares.extend(m - 3..m);
                squares
            }
            // Square m - 1 stays free.
            Kind::Lost | Kind::Won => pawns(random, n, 1, m - 2),
        };
        let board = board(m, squares);
        let found = match kind {
            Kind::AllInGroup2 | Kind::ThreeInGroup1 => Some(board),
            Kind::Lost => lost_by_one_move(&board),
            Kind::Won => board.outcome().is_win().then_some(board),
        };
        if let Some(found) = found {
            return found;
        }
    }
}

/// The P-position that a winning move of `board` leads to: random boards are almost never lost, but a winning move
/// leads to a lost board of the same sizes.
fn lost_by_one_move(board: &Board) -> Option<Board> {
    let winning = board.winning_moves().next()?;
    let mut squares = board.squares().to_vec();
    let from = squares.binary_search(&winning.from).ok()?;
    squares[from] = winning.to;
    squares.sort_unstable();
    let lost = Board::new(board.m(), squares).ok()?;
    let elsewhere = lost.groups().any(|group| group.number > 2);
    elsewhere.then_some(lost)
}

fn board(m: u32, squares: Vec<u32>) -> Board {
    Board::new(m, squares).expect("generated squares increase and stay left of square m")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_look_as_they_are_described() {
        let drawn = |shape| {
            let drawn = shaped(shape, &mut Random::new(5), 10_000, 1000);
            drawn.unwrap().unwrap()
        };
        let blocks = |shape| drawn(shape).groups().count();
        assert_eq!(blocks("block"), 1);
        assert_eq!(blocks("alternating"), 1000);
        assert!((100..500).contains(&blocks("runs")), "{}", blocks("runs"));
        assert!(blocks("sparse") > 850);
        assert!((250..450).contains(&blocks("dense")), "{}", blocks("dense"));
        assert!(drawn("dense").squares()[0] >= 8500);
    }

    #[test]
    fn the_suite_has_the_sizes_and_properties_of_the_original() {
        let mut random = Random::new(1);
        assert!(original_test(POI.len(), &mut random).is_none());
        for (number, (name, m, n, kind)) in POI.iter().copied().enumerate() {
            let (got, boards) = original_test(number, &mut random).unwrap();
            let board = &boards[0];
            assert_eq!((got, board.m()), (name, m));
            assert_eq!(board.squares().len(), n as usize);
            let groups: Vec<_> = board.groups().collect();
            match kind {
                Kind::AllInGroup2 => {
                    assert!(groups.len() == 1 && groups[0].number == 2, "{groups:?}");
                    assert_eq!(board.count_winning_moves(), 0);
                }
                Kind::ThreeInGroup1 => {
                    assert_eq!((groups[0].number, groups[0].size), (1, 3));
                    assert_eq!(board.count_winning_moves(), 3);
                }
                Kind::Lost => {
                    assert_eq!(board.count_winning_moves(), 0);
                    assert!(groups.iter().any(|group| group.number != 2));
                }
                Kind::Won => assert!(board.count_winning_moves() > 0),
            }
        }
    }
}
