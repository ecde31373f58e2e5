//! A game of one's own in Rust: what `TypedGame` does for every game.

use std::ops::ControlFlow;

use grundy_game::own::{Next, Own, OwnGame};
use grundy_game::{
    About, Choice, Detail, Draw, Evaluated, Form, Game, Outcome, Place, Request, Sizes as _,
    unwatched,
};

use crate::{answer, facts, read};

/// One heap, of which a move takes one or two stones; with a closed form or without.
#[derive(Clone)]
struct OneOrTwo {
    is_closed: bool,
    answers: &'static str,
}

impl OwnGame for OneOrTwo {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "one-or-two".into(),
            title: "One or two".into(),
            answers: self.answers.parse().unwrap(),
            sweep_to: 9,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        vec![size]
    }

    fn moves(&self, heap: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let a_move = move |taken| (format!("take {taken}"), Next::One(heap - taken));
        (1..=2.min(*heap)).map(a_move)
    }

    fn outcome(&self, heap: &u32) -> Option<Outcome> {
        let value = u64::from(heap % 3);
        (self.is_closed).then(|| Outcome::from_grundy_value(value))
    }
}

/// Kayles: one or two neighbours of a row of pins are knocked down, which leaves two rows.
#[derive(Clone)]
struct Kayles;

impl OwnGame for Kayles {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "kayles".into(),
            answers: Form::Grundy,
            sweep_to: 30,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        vec![size]
    }

    fn moves(&self, row: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let left = (1..=2.min(*row)).map(move |down| row - down);
        let rows = left.flat_map(|left| (0..=left / 2).map(move |a| (a, left - a)));
        rows.map(|(a, b)| (format!("leave {a} and {b}"), Next::Sum(vec![a, b])))
    }
}

#[test]
fn the_answer_of_a_game_of_ones_own_may_be_a_move() {
    let game = Own::new(OneOrTwo {
        is_closed: true,
        answers: "move none",
    });
    assert_eq!(
        answer(&game, "4\n5\n6\n").unwrap(),
        "take 1\ntake 2\nnone\n"
    );
    assert_eq!(read(&game, "5\n").solve().unwrap().answer, "take 2");
    let solved = game.solved(5, &Place::Memory, &mut unwatched).unwrap();
    assert_eq!(solved.cases(5).unwrap()[0].answer, "take 2\n");
}

#[test]
fn moves_of_a_game_of_ones_own_may_lead_to_sums() {
    let game = Own::new(Kayles);
    let mut values = Vec::new();
    let each = &mut |evaluated: Evaluated| {
        values.push(evaluated.known.grundy.unwrap());
        ControlFlow::Continue(())
    };
    game.values(20, &mut unwatched, each).unwrap();
    let code = grundy_games::octal::Octal::new("0.77").unwrap();
    let of_code = |heap| read(&code, &format!("1\n{heap}\n")).solve().unwrap().claim;
    let expected: Vec<u64> = (1..=20).map(|heap| of_code(heap).grundy.unwrap()).collect();
    assert_eq!((values[0], &values[1..]), (0, &*expected));
    let solved = game.solved(20, &Place::Memory, &mut unwatched).unwrap();
    for size in 0..=20 {
        let closure = game.closure(size).unwrap();
        for tally in [solved.check(size, 0..1), closure(0..1)].map(Result::unwrap) {
            assert_eq!((tally.positions, tally.mismatches), (1, 0), "{size}");
        }
    }
    let position = read(&game, "5\n");
    assert_eq!(answer(&game, "5\n").unwrap(), "4\n");
    let options = position.options().unwrap();
    let winning: Vec<String> = options
        .iter()
        .filter(|one| one.is_winning())
        .map(Choice::target)
        .collect();
    assert_eq!(winning, ["2 + 2"]);
    let at = options.iter().position(Choice::is_winning).unwrap();
    let after = position.after(at).unwrap();
    assert_eq!(
        after.iter().map(ToString::to_string).collect::<String>(),
        "2\n2\n"
    );
}

#[test]
fn a_game_of_ones_own_has_pages_shapes_and_simpler_positions() {
    for is_closed in [false, true] {
        let game = Own::new(OneOrTwo {
            is_closed,
            answers: "Yes No",
        });
        assert_eq!(answer(&game, "4\n\n6\n").unwrap(), "Yes\nNo\n");
        let error = answer(&game, "4\nx\n").unwrap_err().to_string();
        assert_eq!(error, "2:1: invalid digit found in string");
        let error = answer(&game, "\n").unwrap_err().to_string();
        assert_eq!(error, "1:1: the input ends here, expected a position");
        let position = read(&game, "4\n");
        let grundy = (!is_closed).then_some(1);
        assert_eq!(position.solve().unwrap().claim.grundy, grundy);
        let value = if is_closed { "" } else { ", Grundy value 1" };
        let best = if is_closed {
            ""
        } else {
            "Best play: 4 -> 3 -> 2 -> 0\n"
        };
        assert_eq!(
            position.page(Detail::Full).unwrap().text(),
            format!(
                "One or two\n\n4\n\nAn N-position{value}: the player to move wins.\n{best}\n\
                 1 winning move\n  take 1  leads to a P-position\n"
            )
        );
        assert_eq!(position.page(Detail::Brief).unwrap().text(), "4\n");
        let line = ["4", "3", "2", "0"].map(String::from);
        let line = (!is_closed).then(|| serde_json::json!(line));
        let facts = |detail| facts(&*position, detail).get("line").cloned();
        assert_eq!((facts(Detail::Full), facts(Detail::Brief)), (line, None));
        let simpler = position.simpler().unwrap();
        let simpler: Vec<String> = simpler.map(|simpler| simpler.to_string()).collect();
        assert_eq!(simpler, ["2\n", "3\n"]);
        let drawn = |shape| {
            let (m, n, seed) = (1000, 1, 1);
            let drawn = game.draw(&Request { shape, m, n, seed }).unwrap();
            drawn.to_string()
        };
        assert_eq!(["random", "lost"].map(drawn), ["1000\n", "999\n"]);
        assert!(["997\n", "998\n"].contains(&&*drawn("nearly")));
        // Size 0 has a finished game alone.
        let (shape, m, n, seed) = ("nearly", 0, 1, 1);
        let refused = game.draw(&Request { shape, m, n, seed }).err().unwrap();
        let expected = "found no position of shape `nearly` with m = 0 and n = 1 in 1000 tries";
        assert_eq!(refused.to_string(), expected);
        let solved = game.solved(9, &Place::Memory, &mut unwatched).unwrap();
        let closure = game.closure(9).unwrap();
        for tally in [solved.check(9, 0..1), closure(0..1)].map(Result::unwrap) {
            assert_eq!((tally.positions, tally.mismatches), (1, 0));
        }
        // From 8 stones the move to 6 wins.
        assert_eq!(solved.check(8, 0..1).unwrap().winning_moves, 1);
        let mut counts = Vec::new();
        let each = &mut |evaluated: Evaluated| {
            counts.extend(evaluated.known.winning_moves);
            ControlFlow::Continue(())
        };
        game.values(4, &mut unwatched, each).unwrap();
        assert_eq!(counts, [0, 1, 1, 0, 1]);
        let (m, n, seed) = (1000, 5, 1);
        let tally = game.random_closure(&Draw { m, n, seed }, 0..30).unwrap();
        assert_eq!((tally.positions, tally.mismatches), (30, 0));
    }
}

/// Nim with two heaps below 100, as one number: the first heap in hundreds.
#[derive(Clone)]
struct TwoHeaps {
    canonical: Canonical,
}

type Canonical = fn(u32) -> u32;

impl OwnGame for TwoHeaps {
    type Position = u32;
    type Move = u32;

    fn about(&self) -> About {
        About {
            name: "two-heaps".into(),
            answers: Form::Grundy,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        (0..=size).map(|a| 100 * a + size - a).collect()
    }

    fn moves(&self, heaps: &u32) -> impl IntoIterator<Item = (u32, Next<u32>)> {
        let (a, b) = (heaps / 100, heaps % 100);
        let first = (1..=a).map(move |taken| (100 * taken, (heaps - 100 * taken).into()));
        first.chain((1..=b).map(move |taken| (taken, (heaps - taken).into())))
    }

    fn canonical(&self, heaps: &u32) -> u32 {
        (self.canonical)(*heaps)
    }
}

#[test]
fn a_sweep_compares_canonical_forms_with_play_without_them() {
    let mirrored = |heaps: u32| heaps.min(heaps % 100 * 100 + heaps / 100);
    let forms: [(Canonical, bool); 3] = [
        (|heaps| heaps, false),
        (mirrored, false),
        // Two heaps are no smaller heap twice.
        (|heaps| heaps / 100 * 101, true),
    ];
    for (canonical, is_wrong) in forms {
        let game = Own::new(TwoHeaps { canonical });
        let solved = game.solved(9, &Place::Memory, &mut unwatched).unwrap();
        let tallies = (0..=9).map(|size| solved.check(size, 0..u64::from(size) + 1).unwrap());
        let mismatches: u64 = tallies.map(|tally| tally.mismatches).sum();
        assert_eq!(mismatches > 0, is_wrong);
        assert!(is_wrong || answer(&game, "3021\n").unwrap() == "11\n");
    }
}

/// A token on squares 0 to 9 goes one square back or on; on square 9 it may stay. On square 0 the game is over.
#[derive(Clone)]
struct Token {
    loops: bool,
    /// The closed form, by square; none beyond its end.
    form: &'static [Outcome],
}

impl OwnGame for Token {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            name: "token".into(),
            title: "Token".into(),
            sweep_to: 9,
            loops: self.loops,
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        Vec::from_iter(Some(size).filter(|size| *size < 10))
    }

    fn moves(&self, square: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let to = [square.wrapping_sub(1), (square + 1).min(9)];
        let to = to.into_iter().filter(|_| *square > 0);
        to.map(|to| (format!("to {to}"), to.into()))
    }

    fn outcome(&self, square: &u32) -> Option<Outcome> {
        self.form.get(*square as usize).copied()
    }
}

#[test]
fn positions_of_a_game_of_ones_own_may_repeat() {
    use Outcome::{Draw, N, P};
    for form in [
        &[][..],
        &[P, N, Draw, Draw, Draw, Draw, Draw, Draw, Draw, Draw],
    ] {
        let game = Own::new(Token { loops: true, form });
        assert_eq!(
            answer(&game, "0\n1\n2\n9\n").unwrap(),
            "Lose\nWin\nDraw\nDraw\n"
        );
        let solved = game.solved(9, &Place::Memory, &mut unwatched).unwrap();
        let mut found = grundy_game::Tally::default();
        for size in 0..10 {
            found.add(solved.check(size, 0..1).unwrap());
            let closure = game.closure(size).unwrap()(0..1).unwrap();
            assert_eq!(
                (closure.mismatches, closure.draws),
                (0, u64::from(size > 1))
            );
        }
        let counts = (
            found.positions,
            found.losing,
            found.draws,
            found.winning_moves,
        );
        assert_eq!((counts, found.mismatches), ((10, 1, 8, 1), 0));
        let page = read(&game, "1\n").page(Detail::Full).unwrap().text();
        assert_eq!(
            page.contains("Best play: 1 -> 0\n"),
            form.is_empty(),
            "{page}"
        );
        let two = read(&game, "2\n");
        let outcomes: Vec<_> = two
            .options()
            .unwrap()
            .into_iter()
            .map(|one| one.outcome)
            .collect();
        assert_eq!(outcomes, [Some(N), Some(Draw)]);
        let page = two.page(Detail::Full).unwrap().text();
        assert!(
            !page.contains("Best") && page.ends_with("A draw: neither player can win if the other plays right.\n\nNo winning move; these keep the draw\n  to 3  leads to a draw\n"),
            "{page}"
        );
        let known = |one: Evaluated| (one.known.outcome, one.known.remoteness, one.known.grundy);
        let mut values = Vec::new();
        game.values(9, &mut unwatched, &mut |one| {
            values.push(known(one));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert_eq!(
            values[..3],
            [(P, Some(0), None), (N, Some(1), None), (Draw, None, None)]
        );
    }
}

/// A wrong closed form is found by the oracle. One that agrees with itself on a cycle is found by the oracle only.
#[test]
fn closure_is_no_proof_where_positions_repeat() {
    use Outcome::{Draw, N, P};
    let mismatches = |form| {
        let game = Own::new(Token { loops: true, form });
        let solved = game.solved(9, &Place::Memory, &mut unwatched).unwrap();
        let counts = |check: &dyn Fn(u32) -> u64| (0..10).map(check).sum::<u64>();
        let of_oracle = counts(&|size| solved.check(size, 0..1).unwrap().mismatches);
        (
            of_oracle,
            counts(&|size| game.closure(size).unwrap()(0..1).unwrap().mismatches),
        )
    };
    assert_eq!(mismatches(&[P, N, P, N, P, N, P, N, P, N]), (9, 0));
    assert_eq!(
        mismatches(&[P, N, Draw, Draw, P, Draw, Draw, Draw, Draw, Draw]),
        (3, 3)
    );
    assert_eq!(
        mismatches(&[Draw, N, Draw, Draw, Draw, Draw, Draw, Draw, Draw, Draw]),
        (2, 2)
    );
}

#[test]
fn positions_repeat_only_where_the_game_says_so() {
    let game = Own::new(Token {
        loops: false,
        form: &[],
    });
    let error = game
        .solved(9, &Place::Memory, &mut unwatched)
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "play never ends: 1 -> 2 -> 1; About::loops allows positions to repeat"
    );
    // Which positions repeat depends on what has been asked before.
    let endless = [
        "play never ends: ",
        "; About::loops allows positions to repeat",
    ];
    fails(&game, "2\n", endless);
    let (shape, m, n, seed) = ("lost", 2, 1, 1);
    let drawn = game.draw(&Request { shape, m, n, seed }).err().unwrap();
    assert!(drawn.to_string().starts_with(endless[0]), "{drawn}");
    let failed = [
        game.closure(2).unwrap()(0..1),
        game.random_closure(&Draw { m, n, seed }, 0..3),
    ];
    assert!(failed.iter().all(Result::is_err), "{failed:?}");
    // Where play ends, it has its value as before.
    assert_eq!(answer(&game, "0\n").unwrap(), "No\n");
}

/// Whatever needs to know who wins fails with a message that begins and ends like this.
fn fails(game: &dyn Game, input: &str, [begin, end]: [&str; 2]) {
    let position = read(game, input);
    let failed = [
        answer(game, input).err(),
        position.solve().err(),
        position.case().err(),
        position.options().err(),
        position.names().err(),
        position.winning(9).err(),
        position.page(Detail::Full).err(),
        position.facts(Detail::Full).err(),
    ];
    for failed in failed {
        let message = failed.unwrap().to_string();
        assert!(
            message.starts_with(begin) && message.ends_with(end),
            "{message}"
        );
    }
}

/// A row of pins from which nothing is taken, in a game with loops.
#[derive(Clone)]
struct Halves(Form);

impl OwnGame for Halves {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            loops: true,
            answers: self.0.clone(),
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        vec![size]
    }

    fn moves(&self, row: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let halves = (row / 2, row - row / 2);
        let next = Next::Sum(vec![halves.0, halves.1]);
        Vec::from_iter((*row > 0).then(|| ("halve".to_owned(), next)))
    }
}

#[test]
fn a_game_with_loops_has_no_sums_and_a_word_for_a_draw() {
    let game = Own::new(Halves(Form::default()));
    let error = game
        .solved(3, &Place::Memory, &mut unwatched)
        .err()
        .unwrap();
    assert_eq!(
        error.to_string(),
        "1: a move leads to a sum, which is not supported in games with loops"
    );
    let sum = [
        "1: a move leads to a sum",
        ", which is not supported in games with loops",
    ];
    fails(&game, "1\n", sum);
    for form in [
        "count",
        "count mod 2",
        "grundy",
        "remoteness",
        "move -",
        "all-moves - any-order",
        "First Second",
        "First Second then count",
    ] {
        let made = std::panic::catch_unwind(|| Own::new(Halves(form.parse().unwrap())));
        assert!(made.is_err(), "{form:?}");
    }
}

/// A heap from which a move takes one stone or two.
#[derive(Clone)]
struct Take(Form);

impl OwnGame for Take {
    type Position = u32;
    type Move = String;

    fn about(&self) -> About {
        About {
            answers: self.0.clone(),
            ..About::default()
        }
    }

    fn positions(&self, size: u32) -> Vec<u32> {
        vec![size]
    }

    fn moves(&self, heap: &u32) -> impl IntoIterator<Item = (String, Next<u32>)> {
        let moves = [("one", 1), ("two", 2)].into_iter();
        let moves = moves.filter(|(_, taken)| taken <= heap);
        let moves = moves.map(|(name, taken)| (name.to_owned(), Next::One(heap - taken)));
        moves.collect::<Vec<_>>()
    }
}

#[test]
fn each_form_of_answers_of_a_game_in_rust() {
    for (form, answers) in [
        ("count mod 2", ["0", "1", "1"]),
        ("remoteness", ["2", "3", "3"]),
        ("all-moves - any-order", ["-", "one", "two"]),
        (
            "Win \"No win\" then move",
            ["No win", "Win\none", "Win\ntwo"],
        ),
        ("Win Lose then remoteness", ["Lose", "Win\n3", "Win\n3"]),
    ] {
        let game = Own::new(Take(form.parse().unwrap()));
        assert_eq!(
            game.answer(&mut &b"3\n4\n5\n"[..]).unwrap(),
            answers,
            "{form}"
        );
        let solved = game.solved(5, &Place::Memory, &mut unwatched).unwrap();
        let cases = (3..=5).map(|size| solved.cases(size).unwrap().remove(0).answer);
        assert_eq!(
            cases.collect::<Vec<_>>(),
            answers.map(|answer| format!("{answer}\n")),
            "{form}"
        );
    }
}
