//! Games whose positions repeat, as rules programs.

use std::ops::ControlFlow;

use grundy_game::{Detail, Game as _, Outcome, Place, Sizes as _, Tally, unwatched};
use grundy_program::RulesGame;

use super::{example, program, settings};

/// Codeforces 787C, both samples: the input asks about all starts, with a line for each player who moves first.
#[test]
fn codeforces_787c() {
    let Some(game) = example("codeforces-787c.py") else {
        return;
    };
    for (circle, of, expected) in [
        (
            "5 | 2 3 | 1 2 3",
            5,
            ["Lose Win Win Loop", "Loop Win Win Win"],
        ),
        (
            "8 | 6 2 3 4 | 3 6",
            8,
            [
                "Win Win Win Win Win Win Win",
                "Lose Win Lose Lose Win Lose Lose",
            ],
        ),
    ] {
        let start = game.read(format!("{circle} | 2 1\n").as_bytes()).unwrap();
        assert_eq!(start[0].case().unwrap().answer, expected.join("\n") + "\n");
        for (player, expected) in (1..).zip(expected) {
            let starts = (2..=of).map(|planet| format!("{circle} | {planet} {player}\n"));
            let input = starts.collect::<String>();
            let answers = game.answer(&mut input.as_bytes()).unwrap();
            assert_eq!(answers.join(" "), expected, "{circle}");
        }
    }
}

/// Luogu P6560: a token goes along the edges 1-2, 2-3, 3-1, 3-4, 4-5. A position is its vertex and the one where the game
/// ends.
fn graph(name: &str, about: &str, claim: &str) -> RulesGame {
    let text = format!(
        "#!/bin/sh\ncase $1 in\nabout) printf '{about}' ;;\npositions) test $2 -le 5 && for end in 1 2 3 4 5; do echo $2 $end; done ;;\n\
         claim) while read -r p; do {claim}; done ;;\n\
         moves) while read -r at end; do test $at = $end && echo && continue\n\
         case $at in 1) echo 2 $end ;; 2) echo 3 $end ;; 3) echo \"1 $end ; 4 $end\" ;; 4) echo 5 $end ;; *) echo ;; esac; done ;;\n\
         *) exit 2 ;;\nesac\n"
    );
    program(name, &text, settings()).unwrap()
}

const ABOUT: &str = r"loops: yes\nanswer: 1 -1 0\nsmallest: 1\nsweep-to: 5\n";

#[test]
fn luogu_p6560() {
    let game = graph("luogu", ABOUT, "echo 0");
    let answer = |text: &str| game.answer(&mut text.as_bytes()).unwrap().join(" ");
    assert_eq!(answer("1 5\n4 3\n"), "0 1");
    let position = &game.read(b"3 5\n").unwrap()[0];
    let page = position.page(Detail::Full).unwrap().text();
    let expected = "draw, 0 winning moves: neither player wins if the other plays right.\n\n  -> 1 5  draw\n  -> 4 5  N-position\n";
    assert!(page.ends_with(expected), "{page}");
    let outcomes = position
        .options()
        .unwrap()
        .into_iter()
        .map(|one| one.outcome);
    assert!(outcomes.eq([Some(Outcome::Draw), Some(Outcome::N)]));
    let mut json = Vec::new();
    position.facts(Detail::Full).unwrap()(&mut json).unwrap();
    let json = String::from_utf8(json).unwrap();
    assert!(
        json.contains("\"wins\":\"draw\"") && json.contains("\"grundy\":null"),
        "{json}"
    );
}

/// What the oracle and the closure check find of the claims about every position.
fn checked(game: &RulesGame) -> [Tally; 2] {
    let solved = game.solved(5, &Place::Memory, &mut unwatched).unwrap();
    let mut all = [Tally::default(), Tally::default()];
    for size in 1..=5 {
        all[0].add(solved.check(size, 0..5).unwrap());
        all[1].add(game.closure(size).unwrap()(0..5).unwrap());
    }
    all
}

#[test]
fn claims_know_draws() {
    let mut right = Vec::new();
    let game = graph("oracle", ABOUT, "echo 0");
    game.values(5, &mut unwatched, &mut |one| {
        let word = game.about().answers.right(&one.known, &[]);
        right.push(format!(
            "{}) echo {word} ;; ",
            one.position.trim().replace(' ', r"\ ")
        ));
        ControlFlow::Continue(())
    })
    .unwrap();
    let table = right.concat();
    let all = checked(&graph("right", ABOUT, &format!("case $p in {table} esac")));
    for tally in &all {
        assert_eq!((tally.positions, tally.mismatches), (25, 0), "{tally:?}");
        assert_eq!((tally.losing, tally.draws), (13, 3));
    }
    // A draw that is claimed lost contradicts itself, since it has a move to a draw.
    let wrong = format!(r"case $p in 3\ 5) echo -1 ;; {table} esac");
    let [oracle, closure] = checked(&graph("wrong", ABOUT, &wrong));
    let found = |tally: Tally| {
        tally
            .smallest
            .map(|found| (found.input, found.expected, found.got))
    };
    let said = |expected: &str| Some(("3 5".to_owned(), expected.to_owned(), "says -1".to_owned()));
    assert_eq!(
        (oracle.mismatches, found(oracle)),
        (1, said("draw, 0 winning moves"))
    );
    // The position before it is won by that claim.
    assert_eq!(closure.mismatches, 2);
    let (input, expected, _) = found(closure).unwrap();
    assert_eq!((&*input, &*expected), ("2 5", "N-position"));
}

/// With numbers of moves the closure check finds outcomes that agree with each other and are wrong.
#[test]
fn claims_with_numbers_of_moves() {
    let mut right = Vec::new();
    let game = graph("lengths", ABOUT, "echo 0");
    let form = &game.about().answers;
    game.values(5, &mut unwatched, &mut |one| {
        right.push((one.position.trim().to_owned(), one.known));
        ControlFlow::Continue(())
    })
    .unwrap();
    let table = |number: &dyn Fn(u64) -> u64| {
        let claims = right.iter().map(|(position, known)| {
            let moves = known.remoteness.map(|moves| number(moves).to_string());
            let (word, moves) = (form.right(known, &[]), moves.unwrap_or_default());
            format!("{}) echo {word} {moves} ;; ", position.replace(' ', r"\ "))
        });
        format!("case $p in {} esac", claims.collect::<String>())
    };
    // Larger numbers show as much, and smaller or equal ones do not.
    for (name, number, is_shown) in [
        ("exact", (|moves| moves) as fn(u64) -> u64, true),
        ("later", |moves| 2 * moves + 3, true),
        ("same", |_| 3, false),
        ("sooner", |moves| 4 - moves.min(4), false),
    ] {
        let [oracle, closure] = checked(&graph(name, ABOUT, &table(&number)));
        assert_eq!((oracle.mismatches, closure.within), (0, 22), "{name}");
        assert_eq!(closure.mismatches == 0, is_shown, "{name}: {closure:?}");
    }
    // From each of two positions one move leads to the other.
    let found = |name: &str, claims: &str| {
        let text = format!(
            "#!/bin/sh\ncase $1 in\nabout) echo loops: yes ;;\npositions) echo $2 ;;\nmoves) while read -r p; do echo $((3 - p)); done ;;\n\
             claim) while read -r p; do set -- {claims}; test $p = 2 && shift 2; echo $1 $2; done ;;\n*) exit 2 ;;\nesac\n"
        );
        let game = program(name, &text, settings()).unwrap();
        let tallies = (1..=2).map(|size| game.closure(size).unwrap()(0..1));
        let tally = tallies.reduce(|one, two| Ok(one?.merge(two?))).unwrap();
        let tally = tally.map_err(|error| error.to_string())?;
        Ok(tally.smallest.map(|found| (found.expected, found.got)))
    };
    assert_eq!(found("words", "Win '' Lose ''"), Ok(None));
    assert_eq!(found("draws", "Draw '' Draw ''"), Ok(None));
    let wrong = |expected: &str, got: &str| Ok(Some((expected.to_owned(), got.to_owned())));
    let no_loss = "no move leads to a position that is said to be lost in less than 2 moves";
    let no_win = "a move leads to a position that is not said to be won in less than 2 moves";
    assert_eq!(found("equal", "Win 2 Lose 2"), wrong(no_loss, "says Win 2"));
    assert_eq!(found("less", "Win 2 Lose ''"), wrong(no_loss, "says Win 2"));
    assert_eq!(found("more", "Lose 2 Win 7"), wrong(no_win, "says Lose 2"));
    let refused: String = found("number", "Draw 3 Draw ''").unwrap_err();
    assert!(
        refused.ends_with("expected Win or Lose or Draw: \"Draw 3\""),
        "{refused}"
    );
}

#[test]
fn what_is_refused() {
    let about = |lines: &str| {
        let text = format!("#!/bin/sh\ntest $1 = about && printf '{lines}'\n");
        program("about", &text, settings())
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(about(r"loops: yes\n"), None);
    let three = "answer: games with `loops: yes`, and only those, have three different words: for a win, a loss and a draw";
    for (lines, what) in [
        (r"loops: yes\nanswer: Win Lose\n", three),
        (r"loops: yes\nanswer: count\n", three),
        (r"loops: yes\nanswer: grundy\n", three),
        (r"answer: Win Lose Draw\n", three),
        (r"loops: maybe\n", "loops: expected yes, found"),
    ] {
        let said = about(lines).unwrap();
        assert!(said.contains(what), "{said}");
    }
    let sums = "#!/bin/sh\ncase $1 in\nabout) echo loops: yes ;;\npositions) echo $2 ;;\n\
                moves) while read -r p; do echo 1 + 2; done ;;\n*) exit 2 ;;\nesac\n";
    let game = program("sums", sums, settings()).unwrap();
    let error = game.answer(&mut &b"7\n"[..]).unwrap_err().to_string();
    let what = "7: an option is a sum, 1 + 2: where positions may repeat the parts of a sum do not say who wins it";
    assert!(error.contains(what), "{error}");
}

/// A player who cannot move wins: 4 has a move to 5 only, so it is lost.
#[test]
fn misere_play() {
    let game = graph("misere", &format!(r"{ABOUT}play: misere\n"), "echo 0");
    let answers = game.answer(&mut &b"5 5\n4 5\n3 5\n2 5\n1 5\n"[..]).unwrap();
    assert_eq!(answers.join(" "), "1 -1 1 -1 1");
}
