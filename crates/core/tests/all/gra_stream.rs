//! Boards as text: a board and its count while it is read, right and wrong, say the same. That texts in pieces read as
//! texts in memory do is tested in `text`.

use grundy_core::gra::{self, Board, count_winning_moves};
use grundy_core::text::{Numbers, ReadError};

use crate::table::lines;

/// All ways to the answer; the answer.
fn assert_alike(text: &[u8]) -> Result<u32, ReadError> {
    let board = Board::parse(text).map(|board| count_winning_moves(board.m(), board.squares()));
    assert_eq!(gra::read_and_count(&mut Numbers::new(text)), board);
    let mut pipe = text;
    assert_eq!(gra::read_and_count(&mut Numbers::stream(&mut pipe)), board);
    board
}

/// Every error of a board. What is no number is in `text::tests`.
#[test]
fn bad_boards() {
    let table = r"
         => 1:1: the input ends here, expected m, the number of squares
         \n\t\r\n => 3:1: the input ends here, expected m, the number of squares
        5 => 1:2: the input ends here, expected n, the number of pawns
        5 2 => 1:4: the input ends here, expected the square of pawn 1 of 2
        5 2\n1 => 2:2: the input ends here, expected the square of pawn 2 of 2
        5 2\n1\n\n => 4:1: the input ends here, expected the square of pawn 2 of 2
        5 2\n1 3 4 => 2:5: found 4 after the square of pawn 2 of 2, expected the end of the input
        1 1\n1 => 1:1: a strip of 1 squares: m must be at least 2
        0 1\n1 => 1:1: a strip of 0 squares: m must be at least 2
        5 0\n => 1:3: 0 pawns: n must be at least 1
        5 5\n1 2 3 4 5 => 1:3: 5 pawns on a strip of 5 squares: n must be less than m
        5 2\n0 3 => 2:1: pawn on square 0: squares are counted from 1
        5 2\n1 5 => 2:3: pawn on square 5: the last square must be free
        5 2\n1 6 => 2:3: pawn on square 6: squares end at 4
        5 2\n3 3 => 2:3: second pawn on square 3: squares must increase
        5 2\n3 2 => 2:3: pawn on square 2 after a pawn on square 3: squares must increase
        4294967296 2\n3 2 => 1:1: found 4294967296, expected m, the number of squares, at most 4294967295
        5 2\n1 4294967296 => 2:3: found 4294967296, expected the square of pawn 2 of 2, at most 4294967295
    ";
    for (text, message) in lines(table) {
        let error = assert_alike(text.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), message, "{text:?}");
    }
}

/// A wrong square is found in every batch of a long board, at its place.
#[test]
fn a_wrong_square_of_many() {
    for at in [0, 1022, 1023, 1024, 1025, 3000, 4998, 4999] {
        for wrong in ["0", "9999999999", "4294967296", "x", "100000000"] {
            let mut squares: Vec<String> = (1..=5000).map(|i| (17 * i).to_string()).collect();
            squares[at] = wrong.to_owned();
            let text = format!("100000000 5000\n{}\n", squares.join("\n"));
            let error = assert_alike(text.as_bytes()).unwrap_err();
            assert_eq!(error.line, at as u64 + 2, "{error}");
        }
    }
}
