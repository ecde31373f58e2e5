//! Proved periods are used: for values, and for the winning moves of heaps far beyond those that are listed.

use std::sync::Arc;

use grundy_core::octal::{Code, Position, Sequence, naive};

/// The naive values of more heaps than a proof takes, and those to which a sequence copies them.
#[test]
fn copied_values_are_the_naive_ones() {
    let codes = "0.77 0.137 0.4 0.156 0.0 0.1 4.0 0.77[0] 4.[3] 0.[3] 0.30[3] 0.15[3] subtract:1,3,4 0.8 0.33f8";
    let mut proved = 0;
    for code in codes.split_whitespace() {
        let code: Code = code.parse().unwrap();
        let up_to = if code.parts() == 3 { 300 } else { 3000 };
        let right = naive::values(&code, up_to);
        let sequence = Sequence::to(code.clone(), up_to);
        assert!(sequence.cells().iter().eq(right.iter().copied()), "{code}");
        let few = Sequence::to(code.clone(), 300);
        let is_proved = few.proved().is_some();
        proved += usize::from(is_proved);
        let known = 0..=if is_proved { up_to } else { 300 };
        assert!(
            known
                .clone()
                .all(|heap| few.get(heap as u64) == right[heap].into()),
            "{code}"
        );
        assert_eq!(few.up_to(), if is_proved { 10_u64.pow(18) } else { 300 });
        assert!(!is_proved || few.work() == sequence.work(), "{code}");
        // A proof stands also where the values come from a file.
        let mut resumed = Sequence::resume(code.clone(), few.cells().iter());
        resumed.extend(301.min(up_to));
        assert_eq!(resumed.proved(), few.proved(), "{code}");
    }
    assert!(proved >= 10, "{proved}");
}

/// All winning moves one by one, and those that differ by whole periods counted together.
#[test]
fn winning_moves_of_heaps_beyond_the_listed_ones() {
    let mut compared = 0;
    for code in [
        "0.77",
        "0.137",
        "0.07",
        "4.7",
        "0.71",
        "4.0",
        "subtract:1,3,4",
    ] {
        let code: Code = code.parse().unwrap();
        let few = Arc::new(Sequence::to(code.clone(), 300));
        assert!(few.proved().is_some(), "{code}");
        let many = Arc::new(Sequence::to(code.clone(), 2000));
        for heap in [301, 400, 777, 1000, 1999, 2000] {
            let heaps = vec![heap, 17, 300];
            let [few, many] = [&few, &many]
                .map(|values| Position::new(Arc::clone(values), heaps.clone()).unwrap());
            let mut found = few.winning_moves();
            found.sort_unstable();
            let mut right = many.winning_moves();
            right.sort_unstable();
            assert!(found == right, "{code}: {heap}");
            assert_eq!(few.count_winning_moves(), found.len() as u64);
            let first = few.first_winning_moves(3);
            assert!(
                first.len() == found.len().min(3)
                    && first.iter().all(|first| found.contains(first))
            );
            compared += found.len();
        }
    }
    assert!(compared > 1000, "{compared}");
}

/// 10^18 stones: the value is that of the same place in the period, and a move is one of the moves.
#[test]
fn a_heap_of_ten_to_the_eighteenth() {
    let kayles = Arc::new(Sequence::to("0.77".parse().unwrap(), 300));
    let heap = 10_u64.pow(18);
    assert_eq!(kayles.get(heap), kayles.get(72 + (heap - 72) % 12));
    let position = Position::new(Arc::clone(&kayles), vec![heap; 3]).unwrap();
    let moves = position.first_winning_moves(5000);
    assert_eq!(moves.len(), 5000);
    for a_move in moves {
        let mut after = position.heaps().to_vec();
        assert_eq!(
            after.remove(a_move.heap - 1),
            a_move.stones + a_move.left.iter().sum::<u64>()
        );
        after.extend(&a_move.left);
        assert_eq!(
            Position::new(Arc::clone(&kayles), after)
                .unwrap()
                .grundy_value(),
            0
        );
    }
    let lasker = Sequence::to("4.[3]".parse().unwrap(), 300);
    assert_eq!(lasker.get(heap), heap - 1);
}
