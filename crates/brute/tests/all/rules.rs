//! The rules of each game against a second reading of them: not which moves there are, but whether
//! one position can become another.

use grundy_brute::{
    RowMove, Rules, See, Space,
    bounded::{self, Bounded},
    constrained::{self, Constrained},
    gra::{self, Gra},
    kamyki::Kamyki,
    nim::Nim,
    octal::{Move, Octal},
    staircase::Staircase,
};

/// For any two positions up to a size, as many moves lead from one to the other as `ways` counts, and
/// as many as `ends` counts end the game outside the space; and each, when it is played by itself, leads to
/// where it was shown to lead. Returns how many pairs were compared.
fn check_moves<S: Space>(
    space: &S,
    up_to: u32,
    ways: impl Fn(&S::Position, &S::Position) -> usize,
    ends: impl Fn(&S::Position) -> usize,
) -> u64 {
    let all: Vec<S::Position> = (0..=up_to).flat_map(|size| space.of_size(size)).collect();
    let mut compared = 0;
    for from in &all {
        let moves = space.moves(from);
        for (a_move, next) in &moves {
            let played = space.play(from, a_move);
            assert_eq!(played.as_ref(), Some(next), "{a_move:?} in {from:?}");
        }
        let mut expected = ends(from);
        for to in &all {
            let ways = ways(from, to);
            let found = moves.iter().filter(|(_, next)| next == to).count();
            assert_eq!(found, ways, "{from:?} to {to:?}");
            expected += ways;
            compared += 1;
        }
        assert_eq!(moves.len(), expected, "{from:?}");
    }
    compared
}

/// The only place where two rows differ, and what stood there and stands there now.
fn only_change(from: &[u64], to: &[u64]) -> Option<(usize, u64, u64)> {
    if from.len() != to.len() {
        return None;
    }
    let mut changes = (0..from.len()).filter(|&i| from[i] != to[i]);
    let place = changes.next()?;
    (changes.next().is_none()).then_some((place, from[place], to[place]))
}

fn never<P>(_: &P) -> usize {
    0
}

#[test]
fn moves_that_change_one_heap() {
    let is_less = |(_, old, new): (usize, u64, u64)| new < old;
    let nim = |from: &Vec<u64>, to: &Vec<u64>| only_change(from, to).is_some_and(is_less).into();
    assert_eq!(check_moves(&Nim, 9, nim, never), 511 * 511);
    let kamyki = |from: &Vec<u64>, to: &Vec<u64>| {
        usize::from(to.is_sorted() && only_change(from, to).is_some_and(is_less))
    };
    assert_eq!(check_moves(&Kamyki, 9, kamyki, never), 511 * 511);
    let bounded = |from: &bounded::Position, to: &bounded::Position| {
        let change = only_change(&from.heaps, &to.heaps);
        let legal = |(_, old, new): (usize, u64, u64)| new < old && old - new <= from.k;
        usize::from(from.k == to.k && change.is_some_and(legal))
    };
    assert_eq!(check_moves(&Bounded, 9, bounded, never), 502 * 502);
}

/// Any amount from any place, and from one behind the row: played if it is listed, and as many as are counted at most.
#[test]
fn amounts_that_are_no_moves() {
    fn check<S: Space + Rules<Move = RowMove>>(space: &S, up_to: u32) -> u64
    where
        S::Position: AsRef<[u64]>,
    {
        let mut listed = 0;
        for position in (0..=up_to).flat_map(|size| space.of_size(size)) {
            let moves = space.moves(&position);
            for place in 0..=position.as_ref().len() {
                for amount in 0..=u64::from(up_to) + 1 {
                    let a_move = RowMove { place, amount };
                    let next = moves.iter().find(|(of, _)| *of == a_move);
                    let played = space.play(&position, &a_move);
                    assert_eq!(
                        played.as_ref(),
                        next.map(|(_, next)| next),
                        "{a_move:?} {position:?}"
                    );
                }
            }
            assert!(
                space.moves_at_most(&position) >= moves.len() as u64,
                "{position:?}"
            );
            listed += moves.len() as u64;
        }
        listed
    }
    let listed = [
        check(&Nim, 6),
        check(&Kamyki, 6),
        check(&Bounded, 6),
        check(&Staircase, 6),
        check(&Constrained, 3),
    ];
    assert_eq!(listed, [129, 129, 54, 129, 6528]);
    assert_eq!(Nim.moves_at_most(&vec![3, 0, 4]), 7);
    assert_eq!(Nim.moves_at_most(&vec![u64::MAX, 4]), u64::MAX);
}

/// A game of which only the moves are listed has the rest from them.
#[test]
fn what_follows_from_the_list() {
    struct OneOrTwo;
    impl Rules for OneOrTwo {
        type Position = u64;
        type Move = u64;
        fn each_move(&self, heap: &u64, see: See<'_, Self>) {
            (1..=2)
                .filter(|taken| taken <= heap)
                .for_each(|taken| see(taken, &(heap - taken)));
        }
    }
    for (heap, next) in [
        (0, [None, None, None]),
        (1, [None, Some(0), None]),
        (7, [None, Some(6), Some(5)]),
    ] {
        assert_eq!(
            [0, 1, 2].map(|taken| OneOrTwo.play(&heap, &taken)),
            next,
            "{heap}"
        );
        assert_eq!(OneOrTwo.moves_at_most(&heap), heap.min(2));
        assert_eq!(drawn(&OneOrTwo, &heap), heap.min(2) as usize);
    }
}

/// Each way to replace one heap of a row by others, compared with a second reading of the digits.
#[test]
fn octal_moves() {
    // For each code what it allows: stones taken, heaps left of one, whether they are different.
    type Allows = fn(u64, usize, bool) -> bool;
    let codes: [(&str, Allows); 7] = [
        (".137", |taken, left, _| {
            (1..=3).contains(&taken) && left < taken as usize
        }),
        ("4!.0", |taken, left, different| {
            taken == 0 && left == 2 && different
        }),
        ("4.0[3]", |taken, left, _| match taken {
            0 => left == 2,
            _ => taken > 1 && left <= 1,
        }),
        ("0.08!", |taken, left, different| {
            taken == 2 && left == 3 && different
        }),
        ("subtract:2,3", |taken, left, _| {
            (2..=3).contains(&taken) && left <= 1
        }),
        ("0.3[011]", |taken, left, _| match taken {
            0..=2 => taken == 1 && left <= 1,
            _ => taken % 3 != 2 && left == 0,
        }),
        ("subtract:squares", |taken, left, _| {
            [1, 4, 9].contains(&taken) && left <= 1
        }),
    ];
    for (code, allows) in codes {
        let ways = |from: &Vec<u64>, to: &Vec<u64>| {
            let mut ways = 0;
            for heap in 0..from.len() {
                let (before, after) = (&from[..heap], &from[heap + 1..]);
                let rest = to.strip_prefix(before);
                let Some(left) = rest.and_then(|rest| rest.strip_suffix(after)) else {
                    continue;
                };
                let taken = from[heap].checked_sub(left.iter().sum());
                let different = left.is_sorted_by(|a, b| a < b);
                let is_allowed = |taken| allows(taken, left.len(), different);
                ways += usize::from(left.is_sorted() && taken.is_some_and(is_allowed));
            }
            ways
        };
        // The empty row is outside the space: a single heap, taken as a whole.
        let ends = |from: &Vec<u64>| usize::from(from.len() == 1 && allows(from[0], 0, true));
        let octal = Octal::read(code).unwrap();
        assert_eq!(check_moves(&octal, 9, ways, ends), 511 * 511);
    }
}

/// A move of which one thing is wrong is none.
#[test]
fn octal_moves_that_are_refused() {
    let play = |code: &str, heap, taken, left: &[u64]| {
        let left = left.to_vec();
        let octal = Octal::read(code).unwrap();
        octal.play(&vec![5, 9], &Move { heap, taken, left })
    };
    assert_eq!(play("0.07", 1, 2, &[3, 4]), Some(vec![5, 3, 4]));
    assert_eq!(play("0.0f", 1, 2, &[1, 3, 3]), Some(vec![5, 1, 3, 3]));
    for (heap, taken, left) in [
        (0, 2, &[3, 4][..]),
        (2, 2, &[3, 4]),
        (1, 2, &[3, 5]),
        (1, 2, &[4, 3]),
        (1, 2, &[0, 7]),
        (1, 2, &[2, 2, 3]),
        (1, 2, &[1, 2, 2, 2]),
        (1, 1, &[4, 4]),
        (1, u64::MAX, &[5, 5]),
    ] {
        assert_eq!(
            play("0.07", heap, taken, left),
            None,
            "{heap} {taken} {left:?}"
        );
    }
    assert_eq!(play("0.0f!", 1, 2, &[1, 3, 3]), None);
    assert_eq!(play("0.0f", 1, 2, &[1, 1, 2, 3]), None);
}

#[test]
fn texts_that_are_no_codes() {
    let words = "7 0. 0.8g 3.7 0.[ 0.[] 0.[3]1 0.! 0.7!! 40.7 chess";
    let sets = "subtract: subtract:0 subtract:2,1,2 subtract:1,,2 subtract:cubes";
    for text in words.split(' ').chain(sets.split(' ')).chain([""]) {
        assert_eq!(Octal::read(text), None, "{text}");
    }
}

#[test]
fn staircase_moves() {
    let ways = |from: &Vec<u64>, to: &Vec<u64>| {
        if let Some((step, old, new)) = only_change(from, to) {
            return usize::from(step == 0 && new < old);
        }
        // Otherwise two neighbours change, and together stay what they were.
        let two = (1..from.len().min(to.len())).filter(|&step| {
            let mut back = to.clone();
            (back[step], back[step - 1]) = (from[step], from[step - 1]);
            back == *from
                && to[step] < from[step]
                && to[step] + to[step - 1] == from[step] + from[step - 1]
        });
        two.count()
    };
    assert_eq!(check_moves(&Staircase, 9, ways, never), 511 * 511);
}

#[test]
fn constrained_moves() {
    let ways = |from: &constrained::Position, to: &constrained::Position| {
        if from.forbidden != to.forbidden {
            return 0;
        }
        let allowed = |old: u64, new: u64| {
            new < old && from.forbidden.iter().all(|pair| pair != (old, old - new))
        };
        if let Some((_, old, new)) = only_change(&from.heaps, &to.heaps) {
            return usize::from(allowed(old, new));
        }
        let emptied = (0..from.heaps.len()).filter(|&heap| {
            let mut rest = from.heaps.clone();
            let old = rest.remove(heap);
            rest == to.heaps && allowed(old, 0)
        });
        emptied.count()
    };
    let ends = |from: &constrained::Position| match from.heaps[..] {
        [only] => usize::from(from.forbidden.iter().all(|pair| pair != (only, only))),
        _ => 0,
    };
    let positions = 64 * 39;
    let compared = check_moves(&Constrained, 3, ways, ends);
    assert_eq!(compared, positions * positions);
}

#[test]
fn gra_moves() {
    let ways = |from: &gra::Position, to: &gra::Position| {
        // One square is left, one is taken, and between them there are only pawns.
        let (left, taken) = (squares_only_in(from, to), squares_only_in(to, from));
        match (from.m == to.m, &left[..], &taken[..]) {
            (true, &[left], &[taken]) => {
                let between = left + 1..taken;
                let legal = left < taken && between.into_iter().all(|s| from.squares.contains(&s));
                usize::from(legal)
            }
            _ => 0,
        }
    };
    let ends = |from: &gra::Position| {
        let pawns = from.squares.iter();
        let at_goal = pawns.filter(|&&pawn| (pawn..from.m).all(|s| from.squares.contains(&s)));
        at_goal.count()
    };
    assert_eq!(check_moves(&Gra, 9, ways, ends), 502 * 502);
}

fn squares_only_in(board: &gra::Position, other: &gra::Position) -> Vec<u32> {
    let squares = board.squares.iter().copied();
    squares
        .filter(|square| !other.squares.contains(square))
        .collect()
}

/// A game that is over on the longest strip that there is has no moves, and no square behind the goal.
#[test]
fn the_longest_strip_is_over() {
    let over = gra::Position {
        m: u32::MAX,
        squares: vec![7, u32::MAX],
    };
    let a_move = gra::Move { from: 7, to: 8 };
    assert!(Gra.moves(&over).is_empty());
    assert_eq!(Gra.play(&over, &a_move), None);
    assert_eq!(Gra.random_move(&over, &mut |n| n.saturating_sub(1)), None);
}

/// Draws moves, each legal, and returns how many different ones there were.
fn drawn<R: Rules>(rules: &R, position: &R::Position) -> usize {
    let mut state = 1_u64;
    let mut below = |bound: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (state.rotate_left(32) >> 1) % bound.max(1)
    };
    let moves = (0..100).filter_map(|_| rules.random_move(position, &mut below));
    let mut moves: Vec<R::Move> = moves.collect();
    for a_move in &moves {
        let next = rules.play(position, a_move);
        assert!(next.is_some(), "{a_move:?} of {position:?}");
    }
    moves.sort_unstable();
    moves.dedup();
    moves.len()
}

/// Drawn moves are legal, also where a step has no room for all the coins of the next, and where pairs forbid most.
#[test]
fn random_moves_are_legal() {
    for steps in [
        vec![1 << 63, 1 << 63, (1 << 63) + 5],
        vec![u64::MAX, u64::MAX],
        vec![u64::MAX, 0, 3],
    ] {
        assert!(drawn(&Staircase, &steps) > 30);
    }
    assert_eq!(drawn(&Staircase, &vec![0, 0]), 0);
    assert_eq!(drawn(&Nim, &vec![]), 0);
    let last_of_many: Vec<u64> = [0; 99].into_iter().chain([3]).collect();
    assert_eq!(drawn(&Nim, &last_of_many), 3);
    let (place, amount) = (99, 1);
    let never_drawn = Nim.random_move(&last_of_many, &mut |_| 0);
    assert_eq!(never_drawn, Some(RowMove { place, amount }));
    assert_eq!(drawn(&Kamyki, &vec![2, 2, 4]), 4);
    let forbidden = [(4, 1), (4, 2), (4, 4)].into();
    let heaps = vec![4, 1];
    let position = constrained::Position { forbidden, heaps };
    assert_eq!(drawn(&Constrained, &position), 2);
}

/// All moves of a row are drawn, where there are few, and no others. The most moves are n^(heaps - 1) for each number of stones
/// to take and of heaps to leave.
#[test]
fn every_move_of_a_code_is_drawn() {
    for (code, heaps, most) in [
        ("0.77", vec![4, 2], 2 * (1 + 1 + 4) + 2 * (1 + 1 + 2)),
        ("0.08", vec![7], 7 * 7),
        ("0.0f", vec![2, 6], 1 + 1 + 2 + 4 + 1 + 1 + 6 + 36),
        ("4!.0", vec![1, 2], 1 + 2),
        ("4!.0", vec![2, 7, 1], 2 + 7 + 1),
        ("subtract:squares", vec![10, 1], 3 * 2 + 2),
        ("0.0", vec![5], 0),
    ] {
        let octal = Octal::read(code).unwrap();
        let moves = octal.moves(&heaps).len();
        assert_eq!(drawn(&octal, &heaps), moves, "{code} {heaps:?}");
        assert_eq!(octal.moves_at_most(&heaps), most, "{code} {heaps:?}");
        assert!(moves as u64 <= most, "{code} {heaps:?}");
    }
}
