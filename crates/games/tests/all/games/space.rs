//! Every position of small sizes: numbered once, written and read back, with the oracle's answer.

use std::collections::BTreeSet;

use grundy_brute::Space as _;
use grundy_core::text::Numbers;
use grundy_game::{Game, Place, Sizes, TypedGame, rank, unwatched};
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::octal::Octal;
use grundy_games::staircase::Staircase;

use crate::answer;

/// Every input of the space is a different one; it is read back as the position it was written from,
/// and solved to the oracle's answer. Returns how many there were.
fn written_and_read<G: TypedGame>(game: &G, up_to: u32) -> u64 {
    let rules = game.rules();
    let space = game.solved(up_to, &Place::Memory, &mut unwatched).unwrap();
    let mut inputs = BTreeSet::new();
    for size in 0..=up_to {
        let positions = rules.of_size(size).map(|of_rules| game.position(&of_rules));
        let written = positions.map(|position| game.input(&[position.unwrap()]));
        let mut written: Vec<String> = written.collect();
        written.sort_by_cached_key(|input| rank(input));
        let cases = space.cases(size).unwrap();
        assert!(cases.iter().map(|case| &case.input).eq(&written));
        for case in cases {
            assert_eq!(answer(game, &case.input).unwrap(), case.answer);
            let read = game
                .parse(&mut Numbers::new(case.input.as_bytes()))
                .unwrap();
            assert_eq!(game.input(&read), case.input);
            inputs.insert(case.input);
        }
    }
    assert_eq!(space.cases(up_to + 1).unwrap(), []);
    inputs.len() as u64
}

#[test]
fn text_goes_round() {
    assert_eq!(written_and_read(&Gra, 12), 4083);
    assert_eq!(written_and_read(&Nim, 12), 4095);
    assert_eq!(written_and_read(&Bounded, 12), 4083);
    assert_eq!(written_and_read(&Staircase, 12), 4095);
    assert_eq!(written_and_read(&Constrained, 3), 6 + 106 + 2384);
    assert_eq!(written_and_read(&Kamyki, 12), 4095);
    assert_eq!(written_and_read(&Octal::new("0.77").unwrap(), 12), 4095);
}

/// The oracle's counts of many positions at once are the lengths of its lists of winning moves, in whatever parts they
/// are counted.
#[test]
fn many_are_counted_as_each_is() {
    let rules = Gra.rules();
    let oracle = Gra.oracle(12, &Place::Memory, &mut unwatched).unwrap();
    for m in 2..=12 {
        let all = rules.positions(m);
        for part in [0..all / 3, all / 3..all] {
            let mut got = vec![7];
            oracle.counts(&rules, m, part.clone(), &mut got);
            let single = part.map(|index| {
                let (_, winning) = oracle.truth(&rules.position(m, index)).unwrap();
                winning.len() as u32
            });
            assert!(got.iter().copied().eq([7].into_iter().chain(single)), "{m}");
        }
    }
}

#[test]
fn oracles_that_cannot_be_built_say_why() {
    let refusal = |game: &dyn Game, up_to| {
        let solved = game.solved(up_to, &Place::Memory, &mut unwatched);
        solved.err().unwrap().to_string()
    };
    for game in grundy_games::all() {
        let (size, largest) = match &*game.about().name {
            "gra" => ("m =", 64),
            "constrained" => ("size", 9),
            _ => ("size", 64),
        };
        for size in [largest + 1, u32::MAX] {
            let expected = format!("size {size}: positions are numbered up to size {largest}");
            assert_eq!(refusal(&**game, size), expected);
        }
        let error = refusal(&**game, largest);
        let needs = format!("{size} {largest} needs ");
        assert!(
            error.starts_with(&needs) && error.ends_with(" are free"),
            "{error}"
        );
    }
    assert!(refusal(&Gra, 52).starts_with("m = 52 needs 256.2 TiB, "));
}
