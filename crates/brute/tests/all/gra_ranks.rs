//! Tables over several ranks, as threads of one process: refused and stopped together.

use std::ops::ControlFlow;

use grundy_brute::gra::SpreadTable;
use grundy_brute::ranks::RanksError;
use grundy_brute::{Progress, SolveError, unwatched};

use crate::in_process::on_ranks;

#[test]
fn refused_by_all_before_anything_is_allocated() {
    let build = |m| {
        move |ranks| {
            let error = SpreadTable::build(m, ranks, unwatched).err().unwrap();
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
        let start = "this process, with 4 of the ranks, needs ";
        assert!(said[0].starts_with(start), "{}", said[0]);
        assert!(said[0].ends_with(" are free"), "{}", said[0]);
    }
}

/// What each rank has is enough for it, and together they have too much.
#[test]
fn ranks_of_one_machine_share_its_memory() {
    let Some(free) = grundy_brute::memory::free_bytes() else {
        return;
    };
    // 8 ranks need twice what one of them would get.
    let m = (7..64)
        .find(|&m| SpreadTable::bytes_needed(m, 8).unwrap() > free / 4)
        .unwrap();
    assert!(SpreadTable::bytes_needed(m, 8).unwrap() < free);
    let refused = on_ranks(8, |ranks| {
        matches!(
            SpreadTable::build(m, ranks, unwatched),
            Err(SolveError::Ranks(RanksError::Memory(_)))
        )
    });
    assert_eq!(refused, [true; 8]);
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
        SpreadTable::build(22, ranks, watch).err()
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
        SpreadTable::build(20, ranks, unwatched).err()
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
