//! Right programs are right on every small board, and each wrong one is wrong on the board that is
//! the smallest for its mistake.

#![cfg(target_os = "linux")]

use crate::common;

use common::processes::program;
use common::{candidate, input, judge, smallest_wrong, start};
use grundy_judge::verdict::Verdict;
use grundy_sandbox::{Isolation, Limits};
use std::time::Duration;

#[test]
fn right_programs_are_right_on_every_small_board() {
    assert_eq!(smallest_wrong(&candidate("right"), 10), (None, 1013));
    // Slow only where there are many pawns.
    assert_eq!(smallest_wrong(&candidate("quadratic"), 8), (None, 247));
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/gra.sh");
    let shell = program("sh", &[script]);
    assert_eq!(smallest_wrong(&shell, 8), (None, 247));
}

#[test]
fn wrong_programs_are_caught_on_their_smallest_boards() {
    let cases = [
        ("full-strip", "2 1\n1\n", "1", "0", 0),
        ("forgets-the-win", "2 1\n1\n", "1", "0", 0),
        ("staircase-to-the-end", "3 2\n1 2\n", "2", "1", 3),
        ("counts-block-two", "5 2\n1 3\n", "1", "2", 16),
        ("skips-empty-below", "7 2\n1 3\n", "2", "1", 64),
    ];
    for (mode, board, expected, got, before) in cases {
        let verdict = Verdict::WrongAnswer {
            expected: expected.into(),
            got: got.into(),
        };
        assert_eq!(
            smallest_wrong(&candidate(mode), 10),
            (Some((board.into(), verdict)), before),
            "{mode}"
        );
    }
}

#[test]
fn mistakes_that_need_a_long_strip_or_many_pawns() {
    // Too far from the end for 32 bits.
    let mut sandbox = start(
        &candidate("overflows"),
        Limits::default(),
        Isolation::Namespace,
    );
    assert_eq!(
        judge(&mut sandbox, &input(500_000_000, &[1]), 1),
        Verdict::Accepted
    );
    assert_eq!(
        judge(&mut sandbox, &input(1_000_000_000, &[1]), 1).name(),
        "wrong answer"
    );
    // Blocks of one pawn with gaps of one: those with 3, 5, 7, ... free squares beyond them are an
    // odd number of equal heaps, each of which may go.
    let squares: Vec<u32> = (0..999_999).map(|i| 2 * i + 1).collect();
    let text = input(1_999_999, &squares);
    let limits = Limits {
        wall: Duration::from_secs(1),
        ..Limits::default()
    };
    let mut slow = start(&candidate("quadratic"), limits, Isolation::Namespace);
    assert_eq!(judge(&mut slow, &text, 499_999).name(), "time limit");
    let mut right = start(&candidate("right"), limits, Isolation::Namespace);
    assert_eq!(judge(&mut right, &text, 499_999), Verdict::Accepted);
}
