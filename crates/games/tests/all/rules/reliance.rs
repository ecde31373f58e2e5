//! The claim as the source of right answers, and random positions.

use std::collections::HashSet;

use grundy_game::{Case, Error, Game as _, Request};
use grundy_program::{Held, Reliance, RulesGame};

use super::{program, settings};

/// Take one or two stones from a heap: a program in awk with more verbs, and a claim.
fn take(name: &str, verbs: &str, claim: &str) -> RulesGame {
    let text = format!(
        "#!/usr/bin/awk -f\nBEGIN {{ verb = ARGV[1]; m = ARGV[2]; words = ARGC; seed = ARGV[4]; ARGC = 1\n\
         if (verb == \"about\") {{ print \"limits: 1000000 1\"; exit }}\n\
         if (verb == \"positions\") {{ print m; exit }}\n\
         {verbs}\n\
         if (verb != \"moves\" && verb != \"claim\" && verb != \"random\" && verb != \"random-move\") exit 2 }}\n\
         verb == \"moves\" {{ print ($1 == 0 ? \"\" : $1 == 1 ? \"0\" : $1 - 1 \" ; \" $1 - 2) }}\n\
         verb == \"claim\" {{ print ({claim}) }}\n\
         verb == \"random\" {{ print ($1 == 13 ? \"\" : $1) }}\n\
         verb == \"random-move\" {{ print $1 - 1 }}\n"
    );
    program(name, &text, settings()).unwrap()
}

const RIGHT: &str = "$1 % 3 ? \"Yes\" : \"No\"";

fn requests(shape: &'static str, extents: &[u64]) -> Vec<Request<'static>> {
    let request = |&m| Request {
        shape,
        m,
        n: 1,
        seed: 1,
    };
    extents.iter().map(request).collect()
}

/// Compares the claim up to size 20 and on some large positions, and relies on it.
fn relying(game: RulesGame) -> RulesGame {
    let reliance = game
        .confirm(20, &mut grundy_game::unwatched)
        .unwrap()
        .unwrap();
    let expected = Reliance {
        up_to: 20,
        positions: 21,
        is_closed: true,
        has_sums: false,
    };
    assert_eq!(reliance, expected);
    let held = game
        .hold(&requests("random", &[999, 5000, 1_000_000]))
        .unwrap()
        .unwrap();
    assert_eq!((held.tally.positions, held.tally.mismatches), (9, 0));
    assert!(held.tally.followed.winning > 0);
    game.relying(reliance, Some(&held))
}

#[test]
fn answers_beyond_the_oracle() {
    let game = relying(take("relied", "", RIGHT));
    assert_eq!(game.about().limits.len(), 1);
    let case = |shape, m| -> Result<Case, Error> {
        let request = requests(shape, &[m])[0];
        game.draw(&request)?.case()
    };
    let drawn = case("random", 1_000_000).unwrap();
    assert_eq!((&*drawn.input, &*drawn.answer), ("1000000\n", "Yes\n"));
    assert!(drawn.by_claim && drawn.size.is_none());
    // The oracle has solved this one.
    let small = case("random", 17).unwrap();
    assert_eq!((small.by_claim, small.size), (false, Some(17)));
    // One move from 1000000 leads to a P-position, and from that each move leads to an N-position.
    assert_eq!(case("lost", 1_000_000).unwrap().input, "999999\n");
    let nearly = case("nearly", 1_000_000).unwrap();
    assert_eq!((&*nearly.input, &*nearly.answer), ("999998\n", "Yes\n"));
    for (shape, m) in [("random", 13), ("listed", 21)] {
        assert!(
            matches!(case(shape, m), Err(Error::NoShape(_))),
            "{shape} {m}"
        );
    }
}

/// Positions that are drawn together are those that each request alone has.
#[test]
fn many_lost_positions_at_once() {
    let game = relying(take("together", "", RIGHT));
    let together = requests("lost", &[1_000_000, 999_997, 999_994]);
    game.draw_ahead(&together).unwrap();
    let input = |request: &Request<'_>| game.draw(request).unwrap().case().unwrap().input;
    let found: Vec<String> = together.iter().map(input).collect();
    assert_eq!(found, ["999999\n", "999996\n", "999993\n"]);
}

/// Shrinking goes by extents, and ends.
#[test]
fn simpler_positions_are_drawn() {
    let game = relying(take("simpler", "", RIGHT));
    let drawn = game.draw(&requests("random", &[1_000_000])[0]).unwrap();
    let texts = |position: &dyn grundy_game::Position| -> Vec<String> {
        position
            .simpler()
            .unwrap()
            .map(|one| one.to_string())
            .collect()
    };
    let simpler = texts(&*drawn);
    assert_eq!(simpler[..3], ["1\n", "3\n", "7\n"]);
    assert_eq!(simpler.last().map(String::as_str), Some("999999\n"));
    let different: HashSet<&String> = simpler.iter().collect();
    assert_eq!(different.len(), simpler.len());
    // A position that was not drawn, and that the oracle has not solved.
    assert_eq!(texts(&*game.read(b"5555\n").unwrap()[0]), [""; 0]);
}

/// One position for each start.
#[test]
fn random_without_lines() {
    let single = "if (verb == \"random\") { if (words < 5) exit 1; print m + seed % 2; exit }";
    let game = take("single-draws", single, RIGHT);
    let held = game
        .hold(&requests("random", &[100, 200]))
        .unwrap()
        .unwrap();
    assert_eq!(held.tally.positions, 6);
    // Not the number of lines that were asked for, but a program of the old form may print anything here.
    let junk = "if (verb == \"random\" && words < 5) { print \"1\"; exit } if (verb == \"random\") { print m; exit }";
    assert!(
        take("junk-draws", junk, RIGHT)
            .hold(&requests("random", &[100, 200]))
            .is_ok()
    );
}

#[test]
fn random_that_is_missing_or_wrong() {
    let missing = "if (verb == \"random\") exit 2";
    let draw = &requests("random", &[100, 200]);
    assert!(
        take("no-draws", missing, RIGHT)
            .hold(draw)
            .unwrap()
            .is_err()
    );
    for (name, verb, said) in [
        (
            "two-draws",
            "{ print 1; print 2; print 3; print 4; exit }",
            "expected one position on one line",
        ),
        (
            "changing-draws",
            "{ print 1; print 2; print 3; exit }",
            "random: two different positions for the same numbers",
        ),
        ("failing-draws", "{ exit words < 5 }", "random: exit code 1"),
        (
            "sum-draws",
            "{ print \"1 + 2\"; exit }",
            "line 1: expected one position, found \"1 + 2\"",
        ),
    ] {
        let verb = format!("if (verb == \"random\") {verb}");
        let error = take(name, &verb, RIGHT).hold(draw).unwrap_err().to_string();
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn wrong_claims_are_found() {
    let small = take("wrong-small", "", "$1 % 3 && $1 != 7 ? \"Yes\" : \"No\"");
    let mismatch = small
        .confirm(20, &mut grundy_game::unwatched)
        .unwrap()
        .unwrap_err();
    assert_eq!((&*mismatch.input, &*mismatch.got), ("7", "says No"));
    let large = take("wrong-large", "", "$1 % 3 && $1 < 70000 ? \"Yes\" : \"No\"");
    assert!(
        large
            .confirm(20, &mut grundy_game::unwatched)
            .unwrap()
            .is_ok()
    );
    let Held { tally, .. } = large.hold(&requests("random", &[99_999])).unwrap().unwrap();
    assert!(tally.mismatches > 0);
    assert_eq!(tally.smallest.unwrap().input, "99999");
}

/// Moves cannot show that a position is lost, and the claim about this one only has to agree with 1000 of its moves.
#[test]
fn claims_that_nothing_shows() {
    let many = "if (verb == \"random-move\") { while ((getline at) > 0) print at - 1 - 2 * int(rand() * at / 2); exit }
         if (verb == \"moves\") { while ((getline at) > 0) { line = \"\"; for (i = 1; i <= at; i += 2) line = line (at - i) (i + 2 > at ? \"\" : \" ; \"); print line }; exit }";
    // From n the moves are to n - 1, n - 3, n - 5, ...: even numbers are lost.
    let game = |name, wrong: &str| take(name, many, &format!("$1 % 2 {wrong} ? \"Yes\" : \"No\""));
    let doubtful = |game: &RulesGame, position: &str| {
        let found = game.is_doubtful(position).unwrap();
        found.map_err(|mismatch| mismatch.got)
    };
    let right = game("shown", "");
    assert_eq!(doubtful(&right, "900001\n"), Ok(false));
    assert_eq!(doubtful(&right, "900000\n"), Ok(false));
    let wins = game("unshown", "|| $1 > 100000");
    assert_eq!(doubtful(&wins, "9000000000\n"), Ok(true));
    let contradicts = game("contradicts", "&& $1 < 900000");
    assert_eq!(
        doubtful(&contradicts, "900001\n"),
        Err("says No".to_owned())
    );
}
