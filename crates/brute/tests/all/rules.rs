//! Moves that are played, drawn and counted are those that the rules list. That these are the right ones is tested where the
//! closed forms are: `grundy-games` compares both.

use grundy_brute::{
    RowMove, Rules, See, Space,
    bounded::Bounded,
    constrained::{self, Constrained},
    gra::{self, Gra},
    kamyki::Kamyki,
    nim::Nim,
    octal::{Move, Octal},
    staircase::Staircase,
};

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
    let position = constrained::Position {
        limit: forbidden,
        heaps,
    };
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
