//! Solvers and readers that the others are compared with, on small inputs. `cargo bench -p grundy-bench -- --test` checks the
//! answers of all of them to every large input.

use std::ops::ControlFlow;

use grundy_bench::baseline::COUNTERS;
use grundy_bench::baseline::readers::{READERS, byte_loop, split_whitespace};
use grundy_brute::gra::{Boards, Table, squares_of};
use grundy_features::tier;

#[test]
fn every_small_board() {
    let m = tier(14, 18);
    let table = Table::build(m, None, |_| ControlFlow::Continue(())).unwrap();
    let table = table.view(0).unwrap();
    let mut compared = 0;
    for m in 2..=m {
        for mask in 1..1 << (m - 1) {
            let squares = squares_of(m, mask);
            let winning_moves = table.winning_moves(mask).count_ones();
            for (name, count) in COUNTERS {
                assert_eq!(count(m, &squares), winning_moves, "{name}: {squares:?}");
            }
            compared += 1;
        }
    }
    // 2^(m-1) - 1 boards for each m from 2 on.
    assert_eq!(compared, (1 << m) - 1 - m);
}

#[test]
fn white_space_of_all_kinds() {
    for text in [
        "5 2\n1 3\n",
        "5 2\r\n1 3\r\n",
        "5 2 1 3",
        "\t5\t2\n\n\n1    3   \n",
    ] {
        for (name, read) in READERS {
            assert_eq!(
                read(text.as_bytes()),
                Ok((5, vec![1, 3])),
                "{name}: {text:?}"
            );
        }
    }
}

#[test]
fn bad_text_is_an_error_and_no_panic() {
    let cases: [&[u8]; 6] = [b"", b" ", b"5", b"5 2 1", b"5 4294967295 1", b"5 2 1 \xff"];
    for text in cases {
        for (name, read) in READERS {
            assert!(read(text).is_err(), "{name}: {text:?}");
        }
    }
    assert_eq!(
        split_whitespace(b"5 2\n1 -3\n").unwrap_err(),
        "found `-3`, expected a number: invalid digit found in string"
    );
    assert_eq!(
        byte_loop(b"5 2\n1").unwrap_err(),
        "the text ends after 3 numbers, expected 4"
    );
}
