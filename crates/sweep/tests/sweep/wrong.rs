//! Sweeps of games that are wrong on purpose.

use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::{Draw, TypedGame};
use grundy_records::plan::{Check, Shard, SweepPlan};
use grundy_sweep::{Run, sweep};

use crate::spoilt::{Spoilt, Wrong};
use crate::{UNDISTURBED, sweep_to};

/// The sweep of a spoilt game finds these inputs and nothing else, and names the first as the
/// smallest, with what the oracle and the game say.
fn is_caught<G: TypedGame + 'static>(
    game: G,
    wrong: Wrong,
    inputs: &'static [&'static str],
    expected: &str,
    got: &str,
) {
    let game = Spoilt {
        game,
        wrong,
        inputs: inputs.to_vec(),
    };
    let report = sweep_to(&game, 9).unwrap();
    assert!(!report.is_confirmed());
    let mismatches: u64 = report.rows.iter().map(|row| row.mismatches).sum();
    assert_eq!(mismatches, inputs.len() as u64);
    let smallest = report.total.smallest.unwrap();
    assert_eq!(smallest.game, TypedGame::about(&game).name);
    assert_eq!(smallest.input, inputs[0]);
    assert_eq!(
        (smallest.expected.as_str(), smallest.got.as_str()),
        (expected, got)
    );
    let row = report.rows.iter().find(|row| row.mismatches > 0).unwrap();
    assert_eq!(row.size, smallest.size);
}

#[test]
fn a_wrong_strip_game_is_caught() {
    // Of one size, the fewest pawns come first, wherever they stand in the numbering.
    let boards = &["8 1\n1\n", "8 1\n6\n", "8 2\n6 7\n", "9 1\n8\n"];
    is_caught(
        Gra,
        Wrong::Outcome,
        boards,
        "N-position, 1 winning move: 1 -> 2",
        "P-position, 1 winning move: 1 -> 2",
    );
    is_caught(
        Gra,
        Wrong::Count,
        boards,
        "N-position, 1 winning move: 1 -> 2",
        "N-position, 2 winning moves: 1 -> 2",
    );
    is_caught(
        Gra,
        Wrong::Moves,
        &["7 3\n2 3 6\n"],
        "N-position, 1 winning move: 6 -> 7",
        "N-position, 1 winning move",
    );
}

#[test]
fn a_wrong_pebbles_game_is_caught() {
    let rows = &["1\n3\n1 2 4\n", "1\n2\n0 6\n"];
    is_caught(
        Kamyki,
        Wrong::Outcome,
        rows,
        "N-position, Grundy value 3, 1 winning move: 1 from pile 3",
        "P-position, Grundy value 3, 1 winning move: 1 from pile 3",
    );
    is_caught(
        Kamyki,
        Wrong::Grundy,
        rows,
        "N-position, Grundy value 3, 1 winning move: 1 from pile 3",
        "N-position, Grundy value 4, 1 winning move: 1 from pile 3",
    );
    is_caught(
        Kamyki,
        Wrong::Moves,
        rows,
        "N-position, Grundy value 3, 1 winning move: 1 from pile 3",
        "N-position, Grundy value 3, 1 winning move",
    );
}

#[test]
fn a_sweep_that_leaves_out_a_position_is_an_error() {
    let game = Spoilt {
        game: Gra,
        wrong: Wrong::Oracle,
        inputs: vec!["7 3\n2 3 6\n"],
    };
    assert_eq!(
        sweep_to(&game, 9).unwrap_err().to_string(),
        "gra: checked 62 of 63 positions of size 7"
    );
    let game = Spoilt {
        game: Kamyki,
        wrong: Wrong::Oracle,
        inputs: vec!["1\n3\n1 2 4\n"],
    };
    assert_eq!(
        sweep_to(&game, 9).unwrap_err().to_string(),
        "kamyki: checked 63 of 64 positions of size 7"
    );
    // The message about a part names the part's positions: boards 31 to 62.
    let game = Spoilt {
        game: Gra,
        wrong: Wrong::Oracle,
        inputs: vec!["7 1\n1\n"],
    };
    let (check, shard) = (Check::Oracle { up_to: 7 }, Shard::new(2, 2).unwrap());
    assert_eq!(
        sweep(&game, SweepPlan { check, shard }, UNDISTURBED)
            .unwrap_err()
            .to_string(),
        "gra: checked 31 of 32 positions of size 7"
    );
}

#[test]
fn mismatches_of_an_earlier_run_stay() {
    let game = Spoilt {
        game: Gra,
        wrong: Wrong::Outcome,
        inputs: vec!["7 3\n2 3 6\n"],
    };
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.checkpoint");
    let plan = SweepPlan::whole(Check::Oracle { up_to: 8 });
    for _ in ["begun", "read again"] {
        let run = Run {
            keep: Some(&path),
            ..UNDISTURBED
        };
        let report = sweep(&game, plan, run).unwrap();
        assert_eq!(report.total.mismatches, 1);
        assert_eq!(report.total.smallest.unwrap().input, "7 3\n2 3 6\n");
    }
}

/// Returns which of `parts` parts contains a board of 27 squares, by its mask.
fn part_of(squares: &[u32], parts: u32) -> Shard {
    let mask: u64 = squares.iter().map(|square| 1 << (26 - square)).sum();
    let boards = (1_u64 << 26) - 1;
    let index = mask - 1;
    let part = (1..=parts).find(|&part| {
        let shard = Shard::new(part, parts).unwrap();
        shard.of(0..boards).contains(&index)
    });
    Shard::new(part.unwrap(), parts).unwrap()
}

/// One wrong verdict among the 2^27 boards of up to 27 squares: the part of the sweep in which it lies
/// finds it. The whole sweep is all of its parts.
#[test]
fn a_single_wrong_board_of_27_squares_is_caught_by_every_check() {
    const PARTS: u32 = 512;
    for (input, squares, oracle, further, wrong) in [
        (
            // An N-position, called P.
            "27 5\n1 4 9 10 20\n",
            &[1, 4, 9, 10, 20][..],
            ("counts 4", "counts 0"),
            "N-position, 4 winning moves: 1 -> 2, 4 -> 5, 10 -> 11, 20 -> 21",
            "P-position, 0 winning moves: 1 -> 2, 4 -> 5, 10 -> 11, 20 -> 21",
        ),
        (
            // A P-position, called N; square 1 is free.
            "27 2\n4 25\n",
            &[4, 25],
            ("counts 0", "counts 1"),
            "P-position, 0 winning moves",
            "N-position, 1 winning move",
        ),
    ] {
        let shard = part_of(squares, PARTS);
        let game = Spoilt {
            game: Gra,
            wrong: Wrong::Verdict,
            inputs: vec![input],
        };
        let plan = |check, shard| SweepPlan { check, shard };
        let by_oracle = Check::Oracle { up_to: 27 };
        let report = sweep(&game, plan(by_oracle, shard), UNDISTURBED).unwrap();
        assert_eq!(report.total.mismatches, 1, "{report:?}");
        let smallest = report.total.smallest.unwrap();
        assert_eq!((smallest.size, smallest.input.as_str()), (27, input));
        assert_eq!((smallest.expected.as_str(), smallest.got.as_str()), oracle);

        // By closure also boards one move before it fail: they come later in the order of play.
        let by_closure = Check::Closure { up_to: 27 };
        let report = sweep(&game, plan(by_closure, shard), UNDISTURBED).unwrap();
        assert!(report.total.mismatches >= 1);
        let first = report.total.smallest.unwrap();
        assert_eq!((first.size, first.input.as_str()), (27, input));
        assert_eq!(
            (first.expected.as_str(), first.got.as_str()),
            (further, wrong)
        );

        // The part before it is as it should be.
        let before = Shard::new(shard.index() - 1, PARTS).unwrap();
        for check in [by_oracle, by_closure] {
            let report = sweep(&game, plan(check, before), UNDISTURBED).unwrap();
            assert!(report.is_confirmed(), "{:?}", report.total.smallest);
            assert!(report.total.positions > (1 << 27) / u64::from(PARTS) - 27);
        }
    }
}

/// Whatever is wrong with it, a game contradicts itself.
#[test]
fn a_wrong_game_is_caught_by_closure() {
    fn caught<G: TypedGame + 'static>(game: G, wrong: Wrong, input: &'static str) {
        let inputs = vec![input];
        let game = Spoilt {
            game,
            wrong,
            inputs,
        };
        let plan = SweepPlan::whole(Check::Closure { up_to: 9 });
        let report = sweep(&game, plan, UNDISTURBED).unwrap();
        assert!(!report.is_confirmed());
        assert_eq!(report.total.smallest.unwrap().input, input);
    }
    for wrong in [Wrong::Outcome, Wrong::Count, Wrong::Moves, Wrong::Verdict] {
        caught(Gra, wrong, "7 3\n2 3 6\n");
    }
    let all = [
        Wrong::Outcome,
        Wrong::Count,
        Wrong::Moves,
        Wrong::Verdict,
        Wrong::Grundy,
    ];
    for wrong in all {
        caught(Nim, wrong, "2\n1 3\n");
        caught(Kamyki, wrong, "1\n3\n1 2 4\n");
    }
}

/// A game that claims no Grundy value has its outcomes and moves compared, and is confirmed.
#[test]
fn what_is_not_claimed_is_not_compared() {
    for wrong in [Wrong::Silent, Wrong::Grundy] {
        let silent = matches!(wrong, Wrong::Silent);
        let inputs = vec!["1\n3\n1 2 4\n"];
        let game = Spoilt {
            game: Kamyki,
            wrong,
            inputs,
        };
        assert_eq!(sweep_to(&game, 9).unwrap().is_confirmed(), silent);
    }
}

#[test]
fn random_positions_catch_what_a_sweep_is_too_small_for() {
    let positions = 300;
    let plan = |m, n| {
        let draw = Draw { m, n, seed: 1 };
        SweepPlan::whole(Check::Random { draw, positions })
    };
    let fine = sweep(&Gra, plan(50_000, 3000), UNDISTURBED).unwrap();
    assert!(fine.is_confirmed(), "{:?}", fine.total.smallest);
    assert_eq!(fine.total.positions, positions);
    assert!(fine.total.losing > 90, "{fine:?}");
    let followed = fine.total.followed;
    assert!(followed.winning > 500 && followed.others > 2500, "{fine:?}");
    assert_eq!(fine.rows, []);
    for wrong in [
        Wrong::Outcome,
        Wrong::Count,
        Wrong::Moves,
        Wrong::Verdict,
        Wrong::Hidden,
        Wrong::Swapped,
    ] {
        let game = Spoilt {
            game: Gra,
            wrong,
            inputs: Vec::new(),
        };
        let report = sweep(&game, plan(500, 30), UNDISTURBED).unwrap();
        let caught = report.total.mismatches;
        assert!(caught > positions / 20, "{wrong:?}: {caught}");
    }
}
