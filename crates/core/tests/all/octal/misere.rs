//! Misère play: genera from the literature, and rows against play by the rules.

use std::collections::HashMap;
use std::ops::ControlFlow;

use grundy_core::octal::{Code, Misere};

fn to(code: &str, up_to: u32) -> Misere {
    let mut misere = Misere::new(code.parse().unwrap());
    assert!(
        misere
            .extend(up_to, &mut |_| ControlFlow::Continue(()))
            .is_continue()
    );
    misere
}

/// Genera of heaps from 0 on.
#[test]
fn genera_from_the_literature() {
    for (code, genera) in [
        // Kayles: J. H. Conway, On Numbers and Games, chapter 12, and Winning Ways, chapter 13: heap 5 is the first wild one.
        (
            "0.77",
            "0^120 1^031 2^20 3^31 1^031 4^146 3^31 2^20 1^13 4^046",
        ),
        // Dawson's Chess and Grundy's game, from the same chapters: wild from heap 9 and heap 13 on, both 3^1431.
        (
            "0.137",
            "0^120 1^031 1^031 2^20 0^120 3^31 1^031 1^031 0^120 3^1431",
        ),
        (
            "4!.0",
            "0^120 0^120 0^120 1^031 0^120 2^20 1^031 0^120 2^20 1^031 0^120 2^20 1^031 3^1431",
        ),
        // T. E. Plambeck, Taming the wild in impartial combinatorial games, 2005.
        (
            "0.123",
            "0^120 1^031 0^120 2^20 2^20 1^031 0^02 0^120 2^1420 1^20 1^031 0^02 0^120",
        ),
        // Nim, C. L. Bouton 1901: heaps of 2 or more as in normal play.
        ("0.[3]", "0^120 1^031 2^20 3^31 4^46 5^57 6^64 7^75 8^8,10"),
    ] {
        let misere = to(code, genera.split(' ').count() as u32 - 1);
        let found: Vec<String> = misere
            .heaps()
            .iter()
            .map(|heap| heap.genus.to_string())
            .collect();
        assert_eq!(found.join(" "), genera, "{code}");
    }
}

/// All heaps of a subtraction game are tame (T. S. Ferguson, On sums of graph games with last player losing, 1974), which
/// takes no rows at all; Kayles to heap 4, Dawson's Chess to 8 and Grundy's game to 12 are tame.
#[test]
fn tame_heaps() {
    for code in ["subtract:1,3,4", "subtract:2,5,9", "0.[3]", "0.333"] {
        assert!(
            to(code, 300).heaps().iter().all(|heap| heap.is_tame),
            "{code}"
        );
    }
    for (code, first) in [("0.77", 5), ("0.137", 9), ("4!.0", 13)] {
        let misere = to(code, first + 1);
        let wild = misere.heaps().iter().position(|heap| !heap.is_tame);
        assert_eq!(wild, Some(first as usize), "{code}");
    }
}

type Rows = HashMap<(Vec<u64>, Vec<u64>), u32>;

/// The misère value of a row of heaps of a code beside a row of Nim, by the definition.
fn by_rules(code: &Code, heaps: Vec<u64>, nim: Vec<u64>, known: &mut Rows) -> u32 {
    if let Some(&value) = known.get(&(heaps.clone(), nim.clone())) {
        return value;
    }
    let mut reached = Vec::new();
    let with = |row: &[u64], at: usize, left: &[u64]| {
        let mut row = [&row[..at], left, &row[at + 1..]].concat();
        row.retain(|&heap| heap > 0);
        row.sort_unstable();
        row
    };
    for (at, &heap) in nim.iter().enumerate() {
        for left in 0..heap {
            reached.push(by_rules(
                code,
                heaps.clone(),
                with(&nim, at, &[left]),
                known,
            ));
        }
    }
    for (at, &heap) in heaps.iter().enumerate() {
        for (stones, digit) in code.moves(heap) {
            let rest = heap - stones;
            let mut lefts = Vec::new();
            if digit.allows(0) && rest == 0 || digit.allows(1) && rest > 0 {
                lefts.push(vec![rest]);
            }
            for a in
                (1..=rest / 2).filter(|a| digit.allows(2) && (rest - a > *a || !digit.is_unequal()))
            {
                lefts.push(vec![a, rest - a]);
            }
            for left in lefts {
                reached.push(by_rules(code, with(&heaps, at, &left), nim.clone(), known));
            }
        }
    }
    let value = if reached.is_empty() {
        1
    } else {
        (0..=reached.len() as u32)
            .find(|value| !reached.contains(value))
            .unwrap()
    };
    known.insert((heaps, nim), value);
    value
}

/// Every row of up to so many stones in up to three heaps, beside 0 to 3 Nim heaps of 2.
#[test]
fn rows_as_the_rules_have_them() {
    let mut compared = 0;
    for code in [
        "0.77",
        "0.07",
        "0.137",
        "4!.0",
        "0.123",
        "4.7",
        "0.75",
        "0.16",
        "0.4",
        "subtract:1,3",
        "4.02",
        "0.26",
        "0.344",
        "0.15",
        "0.3021",
        "4.004",
        "0.1216",
        "0.04",
        // A heap of 9 has the misère values of an empty heap, but is none.
        "0.3126",
    ] {
        let mut misere = to(code, 13);
        let code: Code = code.parse().unwrap();
        let mut known = Rows::new();
        for a in 0..=13_u32 {
            for b in 0..=a.min(13 - a) {
                for c in 0..=b.min(13 - a - b) {
                    let row = misere.row(&[a, b, c], &mut |_| ControlFlow::Continue(()));
                    let genus = row.continue_value().unwrap().genus;
                    let mut heaps = vec![u64::from(c), b.into(), a.into()];
                    heaps.retain(|&heap| heap > 0);
                    for twos in 0..4 {
                        let value = by_rules(&code, heaps.clone(), vec![2; twos], &mut known);
                        let last = genus.misere.len() - 1;
                        let beyond = if twos > last && (twos - last) % 2 == 1 {
                            2
                        } else {
                            0
                        };
                        assert_eq!(
                            genus.misere[twos.min(last)] ^ beyond,
                            value,
                            "{code}: {heaps:?} {twos}"
                        );
                        compared += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 4900, "{compared}");
}

/// Two heaps of 5 are an N-position of misère Kayles, though their Grundy value is 0; with a heap of 1 or 4 they are a
/// P-position. Of larger rows whose heaps are all tame the theorem answers.
#[test]
fn who_wins_misere_kayles() {
    let code: Code = "0.77".parse().unwrap();
    let mut kayles = to("0.77", 20);
    let mut known = Rows::new();
    let mut wins = |row: &[u32]| {
        let found = kayles.row(row, &mut |_| ControlFlow::Continue(()));
        let wins = found.continue_value().unwrap().wins();
        let row = row.iter().map(|&heap| heap.into()).collect();
        assert_eq!(wins, by_rules(&code, row, Vec::new(), &mut known) > 0);
        wins
    };
    assert!(!wins(&[1]) && wins(&[]) && !wins(&[4]) && wins(&[2]));
    assert!(!wins(&[2, 2]) && !wins(&[3, 3]) && wins(&[1, 1]));
    assert!(wins(&[5, 5]) && !wins(&[1, 5, 5]) && !wins(&[4, 5, 5]));
    assert!(wins(&[1, 2, 2]) && !wins(&[1, 2, 3]) && !wins(&[1, 4, 4]));
}
