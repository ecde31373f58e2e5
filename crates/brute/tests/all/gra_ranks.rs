//! Tables over several ranks, as threads of one process: refused and stopped together.

use std::ops::ControlFlow;

use grundy_brute::gra::Table;
use grundy_brute::memory::ByteSize;
use grundy_brute::{Progress, SolveError, unwatched};

use crate::in_process::on_ranks;

#[test]
fn refused_by_all_before_anything_is_allocated() {
    let build = |m| {
        move |ranks| {
            let error = Table::build(m, Some(ranks), unwatched).err().unwrap();
            error.to_string()
        }
    };
    let said = on_ranks(3, build(20));
    assert_eq!(said.len(), 3);
    assert!(said[0].starts_with("3 ranks: "), "{}", said[0]);
    assert!(said[0].ends_with("has to be a power of two"), "{}", said[0]);
    assert!(said.iter().all(|error| *error == said[0]));
    for m in [50, 64, u32::MAX] {
        let said = on_ranks(4, build(m));
        assert!(said.iter().all(|error| *error == said[0]), "{said:?}");
        // The ranks of one machine share its memory.
        let needed = Table::bytes_needed(m, 4).unwrap();
        let needed = ByteSize(needed.saturating_mul(4));
        let start = format!("this process, with 4 of the ranks, needs {needed}, ");
        assert!(said[0].starts_with(&start), "{}", said[0]);
        assert!(said[0].ends_with(" are free"), "{}", said[0]);
    }
}

#[test]
fn one_that_stops_stops_all() {
    let stopped = on_ranks(4, |ranks| {
        let mut left = if ranks.rank() == 2 { 5 } else { u32::MAX };
        let watch = |_: Progress| {
            left -= 1;
            if left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        Table::build(22, Some(ranks), watch).err()
    });
    assert!(stopped[0].is_some());
    assert!(matches!(stopped[0], Some(SolveError::Stopped { positions }) if positions < 1 << 21));
    assert!(stopped.iter().all(|error| *error == stopped[0]));
}

#[test]
fn one_that_ends_is_missed_by_all() {
    let missed = on_ranks(4, |ranks| {
        if ranks.rank() == 1 {
            return None;
        }
        Table::build(20, Some(ranks), unwatched).err()
    });
    for (rank, error) in missed.into_iter().enumerate() {
        match error {
            None => assert_eq!(rank, 1),
            Some(error) => {
                let message = error.to_string();
                let start = format!("rank {rank} of 4 on this process: rank ");
                assert!(message.starts_with(&start), "{message}");
                assert!(message.ends_with(" has ended"), "{message}");
            }
        }
    }
}
