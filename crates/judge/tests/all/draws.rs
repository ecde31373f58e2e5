//! Dialogues in games whose positions repeat, and with lines of their own at the end.

use grundy_game::own::{Next, Own, OwnGame};
use grundy_game::{About, Game as _, Starts};
use grundy_judge::interactive::opponents::Opponent;
use grundy_judge::interactive::{Ply, play_lines};
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;

/// From square 2 a player stays or gives up, to square 1; from there the other one wins, to square 0, or goes back.
#[derive(Clone)]
struct GiveUp;

impl OwnGame for GiveUp {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "give-up".into(),
            loops: true,
            sweep_to: 2,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        Vec::from_iter((size < 3).then_some(size))
    }

    fn moves(&self, square: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let moves: &[(&str, u32)] = match square {
            1 => &[("win", 0), ("back", 2)],
            2 => &[("stay", 2), ("give up", 1)],
            _ => &[],
        };
        let a_move = |(name, to): &(&str, u32)| ((*name).to_owned(), Next::One(*to));
        moves.iter().map(a_move)
    }
}

#[test]
fn a_draw_must_not_be_lost_and_a_win_not_be_drawn() {
    let game = Own::new(GiveUp);
    let task = Task::original(&game);
    let choose: Starts = "choose".parse().unwrap();
    let stays = vec!["stay"; 300];
    let then = |first: &[&'static str]| [first, &stays].concat();
    let lost = |drawn, number, mistake: &str, instead: &str| Verdict::LostWonGame {
        drawn,
        number,
        mistake: mistake.to_owned(),
        instead: vec![instead.to_owned()],
    };
    // What is given up with the last move is drawn before the other one wins.
    let last = [&["Second"], &["stay"; 99][..], &["give up"]].concat();
    let gave_up = lost(true, 1, "give up", "stay");
    let went_back = lost(false, 1, "back", "win");
    for (square, starts, lines, made, expected) in [
        ("2", &Starts::Program, stays.clone(), 200, Verdict::Accepted),
        ("2", &Starts::Judge, stays.clone(), 200, Verdict::Accepted),
        ("2", &choose, then(&["First"]), 200, Verdict::Accepted),
        ("2", &choose, then(&["Second"]), 200, Verdict::Accepted),
        ("2", &choose, last, 200, Verdict::Accepted),
        ("2", &Starts::Program, vec!["give up"], 2, gave_up),
        ("1", &Starts::Program, vec!["win"], 1, Verdict::Accepted),
        // The win takes one move.
        ("1", &Starts::Program, then(&["back"]), 201, went_back),
        ("1", &Starts::Judge, vec![], 1, Verdict::Accepted),
    ] {
        let start = &game.read(square.as_bytes()).unwrap()[0];
        for opponent in Opponent::ALL {
            let played = play_lines(&task, starts, start, &lines, opponent).unwrap();
            let is_random = opponent == Opponent::Random;
            if is_random && (starts != &Starts::Program || square == "2") {
                // It may give up, or go back, before the program has made a mistake.
                continue;
            }
            assert_eq!(
                (played.1.len(), &played.2),
                (made, &expected),
                "{square} {opponent}"
            );
        }
    }
    let start = &game.read(b"1").unwrap()[0];
    let (_, _, verdict) = play_lines(&task, &choose, start, &["Second"], Opponent::Least).unwrap();
    assert_eq!(verdict.name(), "wrong seat");
}

/// A ply in JSON says `draw` instead of true or false.
#[test]
fn a_draw_is_read_back() {
    let game = Own::new(GiveUp);
    let start = &game.read(b"2").unwrap()[0];
    let lines = ["give up"];
    let played = play_lines(
        &Task::original(&game),
        &Starts::Program,
        start,
        &lines,
        Opponent::Least,
    );
    let plies = played.unwrap().1;
    let json = serde_json::to_string(&plies).unwrap();
    assert!(
        json.contains(r#""could_win":"draw","wins":false"#),
        "{json}"
    );
    assert_eq!(serde_json::from_str::<Vec<Ply>>(&json).unwrap(), plies);
    assert!(serde_json::from_str::<Vec<Ply>>(&json.replace("draw", "no")).is_err());
}

/// A heap from which a move takes a stone. A player without a move says so, and the program when it has won.
#[derive(Clone)]
struct Says;

impl OwnGame for Says {
    type Position = u32;
    type Move = &'static str;

    fn about(&self) -> About {
        About {
            name: "says".into(),
            stuck: Some("0 0".to_owned()),
            ends: Some("I_won!".to_owned()),
            over: Some("Over".to_owned()),
            sweep_to: 2,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        vec![size]
    }

    fn moves(&self, stones: &u32) -> impl IntoIterator<Item = (&'static str, Next<u32>)> {
        stones.checked_sub(1).map(|left| ("take", Next::One(left)))
    }
}

#[test]
fn a_player_without_a_move_says_so_and_one_that_has_won() {
    let game = Own::new(Says);
    let task = Task::original(&game);
    for (stones, starts, lines, line) in [
        ("1", Starts::Program, &["take", "I_won!"][..], "accepted"),
        ("1", Starts::Program, &["take", "i_WON!"], "accepted"),
        (
            "1",
            Starts::Program,
            &["take"],
            "malformed output: expected I_won! at the end of a game that it has won",
        ),
        (
            "1",
            Starts::Program,
            &["take", "0 0"],
            "output after the end: \"0 0\"",
        ),
        ("0", Starts::Judge, &["I_won!"], "accepted"),
        ("2", Starts::Program, &["take", "0  0"], "accepted"),
        (
            "2",
            Starts::Program,
            &["take", "0 0", "I_won!"],
            "output after the end: \"I_won!\"",
        ),
        (
            "2",
            Starts::Program,
            &["take", "take"],
            "malformed output: expected 0 0, because it has no move, got \"take\"",
        ),
        (
            "2",
            Starts::Program,
            &["take"],
            "end of output though its turn",
        ),
        (
            "2",
            Starts::Program,
            &["0 0"],
            "illegal move: \"0 0\"; legal: take",
        ),
        ("0", Starts::Program, &["0 0"], "accepted"),
    ] {
        let start = &game.read(stones.as_bytes()).unwrap()[0];
        let (_, _, verdict) = play_lines(&task, &starts, start, lines, Opponent::Least).unwrap();
        assert_eq!(verdict.to_string(), line, "{stones} {lines:?}");
    }
}
