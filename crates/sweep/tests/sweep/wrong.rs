//! Sweeps of games that are wrong on purpose.

use grundy_features::tier;
use grundy_game::{Game, TypedGame};
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_records::plan::Check;
use grundy_sweep::sweep;

use crate::spoilt::{Spoilt, Wrong};
use crate::{by_closure, by_oracle, kept, part_of, plain, random};

/// The sweep of a spoilt game finds these inputs and nothing else, and names the first as the
/// smallest, with what the oracle says and with what the game says in place of some of it.
fn is_caught<G: TypedGame + 'static>(
    game: G,
    inputs: &[&'static str],
    truth: &str,
    wrong: Wrong,
    [right, said]: [&str; 2],
) {
    let game = Spoilt::new(game, wrong, inputs);
    let report = plain(&game, by_oracle(9)).unwrap();
    assert!(!report.is_confirmed());
    let mismatches: u64 = report.rows.iter().map(|row| row.mismatches).sum();
    assert_eq!(mismatches, inputs.len() as u64);
    let smallest = report.total.smallest.unwrap();
    assert_eq!(smallest.game, TypedGame::about(&game).name);
    assert_eq!(smallest.input, inputs[0]);
    assert_eq!(smallest.expected, truth);
    assert_eq!(smallest.got, truth.replacen(right, said, 1));
    let row = report.rows.iter().find(|row| row.mismatches > 0).unwrap();
    assert_eq!(row.size, smallest.size);
}

#[test]
fn a_wrong_game_is_caught_by_the_oracle() {
    // Of one size, the fewest pawns come first, wherever they stand in the numbering.
    let boards = &["8 1\n1\n", "8 1\n6\n", "8 2\n6 7\n", "9 1\n8\n"];
    let truth = "N-position, 1 winning move: 1 -> 2";
    let two = ["1 winning move", "2 winning moves"];
    is_caught(Gra, boards, truth, Wrong::Outcome, ["N-", "P-"]);
    is_caught(Gra, boards, truth, Wrong::Count, two);
    // Of most boards only the number of winning moves is compared.
    let (sampled, truth) = (&["7 3\n2 3 6\n"], "N-position, 1 winning move: 6 -> 7");
    is_caught(Gra, sampled, truth, Wrong::Moves, [": 6 -> 7", ""]);
    let rows = &["1\n3\n1 2 4\n", "1\n2\n0 6\n"];
    let truth = "N-position, Grundy value 3, 1 winning move: 1 from pile 3";
    is_caught(Kamyki, rows, truth, Wrong::Outcome, ["N-", "P-"]);
    is_caught(Kamyki, rows, truth, Wrong::Grundy, ["e 3", "e 4"]);
    is_caught(Kamyki, rows, truth, Wrong::Moves, [": 1 from pile 3", ""]);
    // A game that claims no Grundy value has its outcomes and moves compared, and is confirmed.
    let silent = Spoilt::new(Kamyki, Wrong::Silent, rows);
    assert!(plain(&silent, by_oracle(9)).unwrap().is_confirmed());
}

#[test]
fn a_sweep_that_leaves_out_a_position_is_an_error() {
    let forgetful = |input| Spoilt::new(Gra, Wrong::Oracle, &[input]);
    let gra = forgetful("7 3\n2 3 6\n");
    let kamyki = Spoilt::new(Kamyki, Wrong::Oracle, &["1\n3\n1 2 4\n"]);
    // The message about a part names the part's positions: boards 31 to 62.
    let of_part = forgetful("7 1\n1\n");
    let part = part_of(by_oracle(7), 2, 2);
    let cases: [(&dyn Game, _, _); 3] = [
        (&gra, by_oracle(9), "gra: checked 62 of 63"),
        (&kamyki, by_oracle(9), "kamyki: checked 63 of 64"),
        (&of_part, part, "gra: checked 31 of 32"),
    ];
    for (game, plan, checked) in cases {
        let message = format!("{checked} positions of size 7");
        assert_eq!(plain(game, plan).unwrap_err().to_string(), message);
    }
}

#[test]
fn mismatches_of_an_earlier_run_stay() {
    let game = Spoilt::new(Gra, Wrong::Outcome, &["7 3\n2 3 6\n"]);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("wrong.checkpoint");
    for _ in ["begun", "read again"] {
        let report = sweep(&game, by_oracle(8), kept(&path)).unwrap();
        assert_eq!(report.total.mismatches, 1);
        assert_eq!(report.total.smallest.unwrap().input, "7 3\n2 3 6\n");
    }
}

/// One wrong verdict among the 2^27 boards of up to 27 squares: the part of the sweep in which it lies
/// finds it. The whole sweep is all of its parts.
#[test]
fn a_single_wrong_board_of_27_squares_is_caught_by_every_check() {
    let parts = tier(4096, 512);
    let won = "N-position, 4 winning moves: 1 -> 2, 4 -> 5, 10 -> 11, 20 -> 21";
    let called_lost = won.replace("N-position, 4", "P-position, 0");
    let (lost, called_won) = ("P-position, 0 winning moves", "N-position, 1 winning move");
    // An N-position and a P-position.
    let boards = [("27 5\n1 4 9 10 20\n", won), ("27 2\n4 25\n", lost)];
    let said = [&*called_lost, called_won];
    let counts = [["counts 4", "counts 0"], ["counts 0", "counts 1"]];
    for (((input, truth), said), oracle) in boards.into_iter().zip(said).zip(counts) {
        let closure = [truth, said];
        let game = Spoilt::new(Gra, Wrong::Verdict, &[input]);
        // The part that contains the board, by its mask.
        let squares = input.split_whitespace().skip(2);
        let bits = squares.map(|square| 1_u64 << (26 - square.parse::<u32>().unwrap()));
        let index = bits.sum::<u64>() - 1;
        let all = 0..(1 << 26) - 1;
        let is_in = |&part: &u32| {
            let shard = part_of(by_oracle(27), part, parts).shard;
            shard.of(all.clone()).contains(&index)
        };
        let part = (1..=parts).find(is_in).unwrap();
        for (plan, said) in [(by_oracle(27), oracle), (by_closure(27), closure)] {
            let report = plain(&game, part_of(plan, part, parts)).unwrap();
            // By closure also boards one move before it fail: they come later in the order of play.
            let is_oracle = matches!(plan.check, Check::Oracle { .. });
            let mismatches = report.total.mismatches;
            assert!(
                mismatches == 1 || mismatches > 1 && !is_oracle,
                "{report:?}"
            );
            let smallest = report.total.smallest.unwrap();
            assert_eq!((smallest.size, smallest.input.as_str()), (27, input));
            assert_eq!([smallest.expected, smallest.got], said);
            // The part before it is as it should be.
            let report = plain(&game, part_of(plan, part - 1, parts)).unwrap();
            assert!(report.is_confirmed(), "{:?}", report.total.smallest);
            assert!(report.total.positions > (1 << 27) / u64::from(parts) - 27);
        }
    }
}

/// Whatever is wrong with it, a game contradicts itself.
#[test]
fn a_wrong_game_is_caught_by_closure() {
    fn caught<G: TypedGame + 'static>(game: G, wrong: Wrong, input: &'static str) {
        let report = plain(&Spoilt::new(game, wrong, &[input]), by_closure(9)).unwrap();
        assert!(!report.is_confirmed());
        assert_eq!(report.total.smallest.unwrap().input, input);
    }
    use Wrong::{Count, Grundy, Moves, Outcome, Verdict};
    for wrong in [Outcome, Count, Moves, Verdict, Grundy] {
        caught(Nim, wrong, "2\n1 3\n");
        caught(Kamyki, wrong, "1\n3\n1 2 4\n");
        if !matches!(wrong, Grundy) {
            caught(Gra, wrong, "7 3\n2 3 6\n");
        }
    }
}

#[test]
fn random_positions_catch_what_a_sweep_is_too_small_for() {
    use Wrong::{Count, Hidden, Moves, Outcome, Swapped, Verdict};
    let positions = 300;
    let fine = plain(&Gra, random(50_000, 3000, positions)).unwrap();
    assert!(fine.is_confirmed(), "{:?}", fine.total.smallest);
    assert_eq!(fine.total.positions, positions);
    assert!(fine.total.losing > 90, "{fine:?}");
    let followed = fine.total.followed;
    assert!(followed.winning > 500 && followed.others > 2500, "{fine:?}");
    assert_eq!(fine.rows, []);
    for wrong in [Outcome, Count, Moves, Verdict, Hidden, Swapped] {
        let report = plain(&Spoilt::new(Gra, wrong, &[]), random(500, 30, positions)).unwrap();
        let caught = report.total.mismatches;
        assert!(caught > positions / 20, "{wrong:?}: {caught}");
    }
}
