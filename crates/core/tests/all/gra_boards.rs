//! Every board of up to 11 squares, in full, against a naive reading of the rules.

use std::collections::HashMap;

use grundy_core::gra::{Board, Group, Move, WideLoop, count_winning_moves};

/// Who wins, and by which moves, rightmost pawn first, from the rules: a pawn goes to the first free
/// square, and the player who reaches square m wins.
fn play(m: u32, squares: &[u32], seen: &mut HashMap<Vec<u32>, Vec<Move>>) -> Vec<Move> {
    if let Some(moves) = seen.get(squares) {
        return moves.clone();
    }
    let mut winning = Vec::new();
    for (i, &from) in squares.iter().enumerate().rev() {
        let to = (from + 1..=m).find(|to| !squares.contains(to)).unwrap();
        let wins = to == m || {
            let mut next = squares.to_vec();
            next[i] = to;
            next.sort_unstable();
            play(m, &next, seen).is_empty()
        };
        if wins {
            winning.push(Move { from, to });
        }
    }
    seen.insert(squares.to_vec(), winning.clone());
    winning
}

#[test]
fn every_board_to_11_squares() {
    let mut boards = 0;
    for m in 2..=11 {
        let mut seen = HashMap::new();
        for mask in 1..1_u32 << (m - 1) {
            let squares: Vec<u32> = (1..m).filter(|a| mask >> (a - 1) & 1 == 1).collect();
            let expected = play(m, &squares, &mut seen);
            let board = Board::new(m, squares.clone()).unwrap();
            assert_eq!((board.m(), board.squares()), (m, &squares[..]));
            assert!(
                board.winning_moves().eq(expected.iter().copied()),
                "{board}"
            );
            assert_eq!(board.count_winning_moves() as usize, expected.len());
            assert_eq!(count_winning_moves(m, &squares) as usize, expected.len());
            assert_eq!(board.outcome().is_win(), !expected.is_empty(), "{board}");
            assert_eq!(board.nim_sum(), nim_sum(&board), "{board}");
            assert_eq!(Board::parse(board.to_string().as_bytes()), Ok(board));
            boards += 1;
        }
    }
    assert_eq!(boards, 2036);
}

/// The xor of the sizes of groups 3, 5, 7, ..., from the definition: a group is as many pawns as have
/// the same number of free squares to their right.
fn nim_sum(board: &Board) -> Option<u64> {
    let free_after = |square: u32| {
        (square + 1..=board.m())
            .filter(|free| !board.squares().contains(free))
            .count() as u32
    };
    let mut sizes: Vec<(u32, Vec<u32>)> = Vec::new();
    for &square in board.squares().iter().rev() {
        let number = free_after(square);
        match sizes.last_mut() {
            Some((last, pawns)) if *last == number => pawns.push(square),
            _ => sizes.push((number, vec![square])),
        }
    }
    let groups: Vec<Group> = board.groups().collect();
    assert_eq!(groups.len(), sizes.len());
    for (group, (number, pawns)) in groups.iter().zip(&sizes) {
        assert_eq!(group.number, *number);
        assert_eq!(group.size as usize, pawns.len());
        assert_eq!((group.last, Some(&group.first())), (pawns[0], pawns.last()));
    }
    if sizes[0].0 == 1 {
        return None;
    }
    let odd = sizes.iter().filter(|(number, _)| number % 2 == 1);
    Some(odd.fold(0, |x, (_, pawns)| x ^ pawns.len() as u64))
}

/// The messages of all errors are in `gra_stream`: the constructor and the reader share their checks.
#[test]
fn what_is_no_board() {
    assert!(Board::new(2, vec![1]).is_ok());
    for (m, squares, error) in [
        (1, vec![1], "a strip of 1 squares: m must be at least 2"),
        (2, vec![], "0 pawns: n must be at least 1"),
        (3, vec![7], "pawn on square 7: squares end at 2"),
    ] {
        assert_eq!(Board::new(m, squares).unwrap_err().to_string(), error);
    }
}

/// Each version of the loops counts as the closed form does, and has a name.
#[test]
fn every_version_of_the_wide_loop() {
    let all = WideLoop::all();
    let names: Vec<&str> = all.iter().map(|version| version.name()).collect();
    assert_eq!(names, ["portable", "avx2", "avx512"][..names.len()]);
    for (steps, expected) in [(3, 0), (4, 42), (5, 21), (9, 30)] {
        let free = |square: &u32| square.is_multiple_of(steps) || square % 7 == 3;
        let squares: Vec<u32> = (1..=290).filter(|square| !free(square)).collect();
        assert_eq!(count_winning_moves(300, &squares), expected);
        for version in &all {
            let count = version.count_winning_moves(300, &squares);
            assert_eq!(count, expected, "{version:?} {steps}");
        }
    }
}
