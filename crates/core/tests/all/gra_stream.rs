//! Boards as text: a board and its count while it is read, right and wrong, say the same. That texts in pieces read as
//! texts in memory do is tested in `text`.

use grundy_core::gra::{self, Board, count_winning_moves};
use grundy_core::text::{Numbers, ReadError};

/// All ways to the answer; the answer.
fn assert_alike(text: &[u8]) -> Result<u32, ReadError> {
    let board = Board::parse(text).map(|board| count_winning_moves(board.m(), board.squares()));
    assert_eq!(gra::read_and_count(&mut Numbers::new(text)), board);
    let mut pipe = text;
    assert_eq!(gra::read_and_count(&mut Numbers::stream(&mut pipe)), board);
    board
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
