//! The same values as the naive way, whatever is guessed and whichever instructions are used.

use std::collections::HashSet;

use grundy_features::tier;

use super::*;
use crate::octal::lookahead::TAIL;
use crate::octal::naive;
use crate::octal::search::Search;
use crate::octal::space::Space;
use crate::version::Version;

/// Whatever is called rare: the values are the same. Wrong guesses from the first heap on, and
/// others in the middle.
#[test]
fn no_guess_makes_a_value_wrong() {
    let mut compared = 0;
    let codes = [
        "0.77", "0.6", "0.16", "4!.0", "4.[3]", "0.051", "0.356", "4.47!", "0.0f", "0.8",
    ];
    for code in codes.map(|code| code.parse::<Code>().unwrap()) {
        let up_to = if code.parts() == 3 { 80 } else { 300 };
        let right = naive::values(&code, up_to);
        for mask in 0..32 {
            for taken in [None, Some(0), Some(1)] {
                let mut sequence = Sequence::new(code.clone());
                sequence.prove_next = usize::MAX;
                sequence.search.prepare(&code, up_to);
                let place = taken.filter(|_| sequence.search.moves.parity_of_splits() == taken);
                sequence.search.space = Space { mask, place };
                sequence.search.tabulate(8);
                sequence.search.learn_next = if mask % 2 == 0 { usize::MAX } else { 100 };
                sequence.extend(up_to);
                assert!(
                    sequence.cells.iter().eq(right.iter().copied()),
                    "{code}, {mask}"
                );
                compared += right.len();
            }
        }
    }
    assert_eq!(compared, 96 * (8 * 301 + 2 * 81));
}

/// A sequence that was stopped anywhere goes on as if it had not been.
#[test]
fn resumes() {
    for code in ["0.6", "0.16", "4!.0", "0.[3]"] {
        let mut whole = Sequence::new(code.parse().unwrap());
        whole.extend(2000);
        for stop in [0, 1, 63, 64, 65, 500, 1999, 2001] {
            let start = whole.cells.iter().take(stop);
            let mut resumed = Sequence::resume(whole.code.clone(), start);
            resumed.extend(2000);
            assert_eq!(resumed.cells, whole.cells);
            assert_eq!(resumed.largest, whole.largest);
        }
    }
}

#[test]
fn cells_widen() {
    let mut nim = Sequence::new("0.[3]".parse().unwrap());
    assert!(nim.cells.is_empty());
    nim.extend(255);
    assert!(!nim.cells.is_empty());
    assert_eq!(nim.cells.width(), 1);
    nim.extend(256);
    assert_eq!(nim.cells.width(), 2);
    assert!(nim.cells.iter().eq(0..=256));
    let wide = Sequence::resume(nim.code.clone(), 0..=65_536);
    assert_eq!(wide.cells.width(), 4);
    assert!(wide.cells.iter().eq(0..=65_536));
}

/// The same when heaps are looked at before their turn, by every version that the machine has.
#[test]
fn no_guess_makes_a_value_wrong_ahead() {
    const KNOWN: usize = 1100;
    const UP_TO: usize = 2000;
    let mut used = 0;
    let all = [
        "0.77", "4!.0", "0.051", "0.6", "0.16", "0.356", "4.47!", "0.127",
    ];
    let codes = tier(&all[..3], &all);
    for code in codes {
        let code: Code = code.parse().unwrap();
        let right = naive::values(&code, UP_TO);
        for version in Version::all() {
            for (mask, place) in [
                (1, None),
                (2, None),
                (4, Some(0)),
                (7, None),
                (11, Some(1)),
                (22, None),
                (46, None),
                (46, Some(0)),
                (54, Some(1)),
                (110, None),
            ] {
                let known = right[..KNOWN].iter().copied();
                let mut sequence = Sequence::resume(code.clone(), known);
                sequence.prove_next = usize::MAX;
                let search = &mut sequence.search;
                search.prepare(&code, UP_TO);
                search.version = version;
                search.enough_rare = 0;
                let place = place.filter(|_| search.moves.parity_of_splits() == place);
                search.space = Space { mask, place };
                search.learn_next = if mask % 2 == 0 { usize::MAX } else { 1500 };
                search.settle(&sequence.cells);
                let lookahead = search.lookahead.as_mut().unwrap();
                // As if that many pairs were the best ones.
                lookahead.survey.best = [usize::MAX, 0, 40][mask as usize % 3];
                sequence.extend(UP_TO);
                let wrong = (0..).zip(sequence.cells.iter()).zip(&right);
                let wrong: Option<(usize, u32)> = wrong
                    .filter(|((_, a), b)| a != *b)
                    .map(|(wrong, _)| wrong)
                    .next();
                assert_eq!(wrong, None, "{code}, {version:?}, {mask}, {place:?}");
                used += usize::from(sequence.search.lookahead.is_some());
            }
        }
    }
    assert!(
        used > codes.len() * 10 / 4,
        "{used} lookaheads were used to the end"
    );
}

/// Several threads find the same, with few heaps for each team and with rare heaps that come late.
#[test]
fn threads_make_no_value_wrong() {
    const KNOWN: usize = 1100;
    const UP_TO: usize = 12_000;
    let mut teams = 0;
    let all = ["0.6", "4!.0", "0.127", "0.165", "0.16", "4.0356"];
    for code in tier(&all[..3], &all) {
        let code: Code = code.parse().unwrap();
        let mut one = Sequence::new(code.clone());
        one.prove_next = usize::MAX;
        one.extend(UP_TO);
        for (threads, step) in [(2, UP_TO), (2, 1025), (3, 1500), (4, 4099)] {
            let mut several = Sequence::resume(code.clone(), one.cells.iter().take(KNOWN));
            several.use_threads(threads);
            several.prove_next = usize::MAX;
            several.search.enough_rare = 0;
            several.search.enough_heaps = 0;
            while several.cells.len() <= UP_TO {
                let heap = several.cells.len();
                several.extend((heap + step).min(UP_TO));
                teams += usize::from(several.search.team(heap, heap + step).is_some());
            }
            let mut pairs = (0..).zip(several.cells.iter()).zip(one.cells.iter());
            let wrong = pairs.find(|((_, a), b)| a != b);
            assert_eq!(
                wrong, None,
                "{code}, {threads} threads, {step} heaps at a time"
            );
            assert_eq!(several.rare(), one.rare(), "{code}");
        }
    }
    assert!(teams > tier(50, 100), "{teams} times with threads");
}

/// All ranks that occur, and the heaps that are tried last: far enough for both.
#[test]
fn far_values_are_right() {
    let officers: Code = "0.6".parse().unwrap();
    let right = naive::values(&officers, tier(12_000, 40_000));
    // Kayles has period 12, by the octal period theorem.
    let kayles: Code = "0.77".parse().unwrap();
    let mut periodic = naive::values(&kayles, 200);
    (201..=tier(20_000, 70_000)).for_each(|heap| periodic.push(periodic[heap - 12]));
    for (code, right) in [(officers, right), (kayles, periodic)] {
        for version in Version::all() {
            let mut sequence = Sequence::new(code.clone());
            sequence.search.version = version;
            sequence.search.enough_rare = 0;
            sequence.prove_next = usize::MAX;
            sequence.extend(right.len() - 1);
            assert!(
                sequence.cells.iter().eq(right.iter().copied()),
                "{code}, {version:?}"
            );
            assert!(sequence.search.lookahead.is_some());
        }
    }
}

/// Rare values that pairs of a heap of the tail with another one have, as all these pairs say. No value of a game that is known
/// so far depends on it: behind the last rare heap every rare value is reached.
#[test]
fn what_the_tail_reaches() {
    for version in Version::all() {
        let mut sequence = Sequence::new("0.77".parse().unwrap());
        sequence.search.version = version;
        sequence.search.enough_rare = 0;
        sequence.prove_next = usize::MAX;
        sequence.extend(40_000);
        let Search {
            rare,
            space,
            lookahead,
            ..
        } = &sequence.search;
        let last_rare = rare.last().unwrap().heap as usize;
        let last = last_rare + TAIL;
        let mut reached = 0;
        for left in 39_900..40_000 {
            let pairs = last_rare + 1..=last;
            let sums: HashSet<u32> = pairs
                .map(|a| sequence.cells.get(a) ^ sequence.cells.get(left - a))
                .collect();
            for rank in 0..=255 {
                let value = space.rare(left + 1, rank);
                let is_reached = lookahead.as_ref().unwrap().tail_reaches(left, value);
                assert_eq!(
                    is_reached,
                    sums.contains(&value),
                    "{left} {value} {version:?}"
                );
                reached += usize::from(is_reached);
            }
        }
        assert!(reached > 0 && reached % 256 > 0, "{reached}");
    }
}
