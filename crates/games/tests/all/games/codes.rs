//! Heap games by their code: two hundred and more of them against the oracle, and codes read wrongly.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use grundy_brute::octal as rules;
use grundy_features::tier;
use grundy_game::generate::Random;
use grundy_game::{Detail, Draw, Place, Request, Sizes, Tally, TypedGame, unwatched};
use grundy_games::heaps::{self, Sequence};
use grundy_games::octal::Octal;

use crate::facts;

/// Every position up to a size, closed form against oracle.
fn compared(game: &Octal, up_to: u32) -> Tally {
    let space = game.solved(up_to, &Place::Memory, &mut unwatched).unwrap();
    let mut all = Tally::default();
    for size in 1..=up_to {
        let tally = space.check(size, 0..game.positions(size).unwrap()).unwrap();
        all.positions += tally.positions;
        all.mismatches += tally.mismatches;
        all.smallest = all.smallest.or(tally.smallest);
    }
    all
}

/// A random code: most are octal, some are of each other kind.
fn draw(random: &mut Random) -> String {
    if random.below(10) == 0 {
        let size = random.below(5) as usize + 1;
        let set = random.distinct(size, 9);
        let set: Vec<String> = set.iter().map(|number| (number + 1).to_string()).collect();
        return format!("subtract:{}", set.join(","));
    }
    let base = if random.below(6) == 0 { 16 } else { 8 };
    let digit = |random: &mut Random| {
        let unequal = if random.below(6) == 0 { "!" } else { "" };
        format!("{:x}{unequal}", random.below(base))
    };
    let first = random.choose(&["0", "0", "", "4", "4!", "8", "c"]).unwrap();
    let mut code = format!("{first}.{}", digit(random));
    for _ in 0..random.below(4) {
        code += &digit(random);
    }
    if random.below(5) == 0 {
        code += &format!("[{}{}]", digit(random), digit(random));
    }
    code
}

#[test]
fn codes_drawn_at_random() {
    let mut random = Random::new(1);
    let mut codes = std::collections::BTreeSet::new();
    let mut positions = 0;
    let most = tier(60, 240);
    while codes.len() < most {
        let code = draw(&mut random);
        let game = Octal::new(&code).unwrap();
        let tally = compared(&game, 10);
        assert_eq!(tally.mismatches, 0, "{code}: {:?}", tally.smallest);
        assert_eq!(tally.positions, 1023);
        positions += tally.positions;
        codes.insert(TypedGame::about(&game).name.to_string());
    }
    assert!(positions >= most as u64 * 1023);
}

/// With 0.7 a move may split a heap, with 0.3 it may not, and all heaps have the same values in both: only the winning
/// moves that the rules do not allow are wrong.
#[test]
fn a_listed_move_that_is_not_legal_fails_the_closure_check() {
    let game = Octal::pair("0.7".parse().unwrap(), rules::Octal::read("0.3").unwrap());
    let (m, n, seed) = (20, 3, 1);
    let tally = game.random_closure(&Draw { m, n, seed }, 0..60).unwrap();
    let got = tally.smallest.unwrap().got;
    assert!(got.ends_with("is not a legal move"), "{got}");
}

/// Drawn positions have the requested shape, and the closed form is closed on large ones.
#[test]
fn shapes_and_closure() {
    for code in ["0.77", "0.137", "4!.0", "4.[3]", "0.0f", "subtract:1,3,4"] {
        let game = Octal::new(code).unwrap();
        for (shape, n) in [("random", 20), ("lost", 20), ("nearly", 20), ("equal", 7)] {
            let (m, seed) = (200, 5);
            let position = game.generate(&Request { shape, m, n, seed }).unwrap();
            let claim = game.claim(&position).unwrap();
            assert!(shape != "lost" || !claim.wins(), "{code}: {position}");
            assert_eq!(position.heaps().len() as u64, n);
            assert!(position.heaps().iter().all(|&heap| heap <= m));
        }
        let (m, n, seed) = (100, 10, 3);
        let tally = game.random_closure(&Draw { m, n, seed }, 0..60).unwrap();
        assert_eq!((tally.positions, tally.mismatches), (60, 0), "{code}");
        let tally = Sizes::closure(&game, 8).unwrap()(0..128).unwrap();
        assert_eq!((tally.positions, tally.mismatches), (128, 0), "{code}");
    }
}

/// The values to heap 93,166 prove the period of 0.127: it is looked for at the last heap whose value is computed.
#[test]
fn a_period_proved_by_the_last_values() {
    for code in ["0.127", "0.1271"] {
        let game = grundy_games::find(code).unwrap();
        for heap in [100_001, 10_u64.pow(18)] {
            let answer = game.answer(&mut format!("1\n{heap}\n").as_bytes());
            assert_eq!(answer.unwrap(), ["Yes"], "{code}");
        }
    }
}

/// The values of Kayles to heap 167 prove its period. While values are computed it is looked for again and again, also
/// from values on that an earlier run has found.
#[test]
fn a_period_is_looked_for_while_values_are_computed() {
    let none = Sequence::new("0.77".parse().unwrap());
    let some = Sequence::to("0.77".parse().unwrap(), 150);
    let some = Sequence::resume(some.code().clone(), some.cells().iter());
    for (mut values, up_to) in [(none, 255), (some, 200)] {
        let flow = heaps::extend(&mut values, up_to, |_| ControlFlow::Continue(()));
        assert!(flow.is_continue() && values.proved().is_some());
    }
}

/// 10^18 stones, where a period is proved: the answer, an explanation with the first moves, tests of every shape, and an
/// error where all moves would have to be listed. Without a limit for what a move takes there is only the answer.
#[test]
fn huge_heaps() {
    let m = 10_u64.pow(18);
    let input = format!("2\n{m} 5\n");
    let game = grundy_games::find("kayles").unwrap();
    assert_eq!(game.answer(&mut input.as_bytes()).unwrap(), ["Yes"]);
    let position = &game.read(input.as_bytes()).unwrap()[0];
    assert_eq!(facts(&**position, Detail::Full)["grundy"], 5);
    let single = &game.read(format!("1\n{m}\n").as_bytes()).unwrap()[0];
    let refused = single.facts(Detail::Brief).err().unwrap().to_string();
    assert_eq!(
        refused,
        "up to 83333333333333338 moves are too many to be listed"
    );
    let page = single.page(Detail::Full).unwrap().text();
    assert!(page.contains("83333333333333338"), "{page}");
    assert!(single.moves().is_err());
    assert!(single.random_moves(9, 1).unwrap().len() > 3);
    for shape in ["random", "lost", "nearly", "equal"] {
        let (n, seed) = (30, 1);
        let position = game.draw(&Request { shape, m, n, seed }).unwrap();
        assert!(shape != "lost" || !position.solve().unwrap().claim.wins());
    }
    let (n, seed) = (9, 1);
    let refused = game
        .random_closure(&Draw { m, n, seed }, 0..9)
        .err()
        .unwrap()
        .to_string();
    assert!(
        refused.ends_with("the closure check lists them: choose a smaller m"),
        "{refused}"
    );
    let lasker = grundy_games::find("lasker").unwrap();
    assert_eq!(
        lasker
            .answer(&mut format!("2\n{m} {}\n", m - 1).as_bytes())
            .unwrap(),
        ["Yes"]
    );
    assert!(lasker.read(input.as_bytes()).is_err());
}

#[test]
fn each_code_has_its_rules() {
    let rules = |code| grundy_games::find(code).unwrap().about().rules.to_string();
    for (code, expected) in [
        (
            "0.77",
            "takes 1 or 2 stones from a heap, and may split the rest into two heaps",
        ),
        (
            "0.137",
            "takes a whole heap of 1 stone, or it takes 2 stones from a heap, or it takes 3 stones from a heap, \
             and may split the rest into two heaps",
        ),
        (
            "0.6",
            "takes 1 stone from a heap that has more, and may split the rest into two heaps",
        ),
        ("4!.0", "splits a heap into two heaps of different sizes"),
        (
            "4.[3]",
            "splits a heap into two heaps, or it takes any number of stones from a heap",
        ),
        ("subtract:1,3,4", "takes 1, 3 or 4 stones from a heap"),
        ("subtract:squares", "takes 1, 4, 9, ... stones from a heap"),
        (
            "0.05",
            "takes a whole heap of 2 stones, or takes as many from a larger heap and splits the rest into two heaps",
        ),
        (
            "0.8",
            "takes 1 stone from a heap and splits the rest into three heaps",
        ),
    ] {
        let expected =
            format!("Stones lie in heaps. A move {expected}. A player who cannot move loses.");
        assert_eq!(rules(code), expected, "{code}");
    }
    assert!(rules("0.0").contains("There is no legal move."));
}

/// Those to the largest heap that may be read take seconds.
#[test]
fn a_wrong_input_computes_no_values() {
    let game = grundy_games::find("0.007").unwrap();
    let begin = Instant::now();
    for text in ["x", "1\nx\n", "2\n1\n", "1\n1\n1\n"] {
        assert!(game.read(text.as_bytes()).is_err(), "{text}");
    }
    assert!(begin.elapsed() < Duration::from_secs(1));
}
