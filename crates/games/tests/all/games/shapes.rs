//! Generated inputs of every game and every shape.

use std::collections::BTreeSet;

use grundy_core::constrained::Position;
use grundy_features::{is_exhaustive, tier};
use grundy_game::generate::Random;
use grundy_game::{Error, Game, Limit, Reduction, Request, Shape, TypedGame, limits};
use grundy_games::bounded::Bounded;
use grundy_games::constrained::Constrained;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::nim::Nim;
use grundy_games::octal::Octal;
use grundy_games::staircase::Staircase;
use grundy_package::{Plan, Test, TestSet, test_set};

use crate::{answer, read};

/// The largest number of a position, how many numbers it has, and the nim-sum; `None` of a game without a reduction.
fn sizes(position: &dyn grundy_game::Position) -> Option<(u64, u64, Option<u64>)> {
    let reduction = position.reduction()?;
    let (largest, count) = match &reduction {
        Reduction::Strip { m, n, .. } => (*m, *n),
        Reduction::Stairs { coins: row, .. }
        | Reduction::Piles { piles: row, .. }
        | Reduction::Heaps { heaps: row, .. } => (*row.iter().max().unwrap(), row.len()),
    };
    Some((largest, count as u64, reduction.nim_sum()))
}

fn wins(position: &dyn grundy_game::Position) -> bool {
    position.solve().unwrap().claim.wins()
}

#[test]
fn inputs_are_as_they_were_ordered() {
    let ms = [
        0,
        1,
        2,
        5,
        30,
        1000,
        1_000_000_000,
        1_000_000_000_000_000_000,
    ];
    let mut generated = 0;
    for game in grundy_games::all() {
        for &Shape {
            name: shape, least, ..
        } in &*game.about().shapes
        {
            let orders = [1, 2, 3, 7, 40].map(|n| ms.map(|m| [1, 2].map(|seed| (m, n, seed))));
            let mut from_least = false;
            for &(m, n, seed) in orders.as_flattened().as_flattened() {
                let request = Request { shape, m, n, seed };
                let Ok(position) = game.draw(&request) else {
                    continue;
                };
                generated += 1;
                from_least |= m <= least.m.max(30) && n <= least.n.max(1);
                let again = game.draw(&request).unwrap();
                assert_eq!(position.to_string(), again.to_string());
                let at = format!("{} {request:?}: {position}", game.about().name);
                let sizes = sizes(&*position);
                if let Some((largest, count, _)) = sizes {
                    assert_eq!(count, n, "{at}");
                    assert!(largest <= m, "{at}");
                }
                let nim_sum = sizes.and_then(|(.., nim_sum)| nim_sum);
                match shape {
                    "lost" => assert!(!wins(&*position), "{at}"),
                    "nearly" => assert!(wins(&*position), "{at}"),
                    "high" => assert!(nim_sum.is_some_and(u64::is_power_of_two), "{at}"),
                    _ => {}
                }
            }
            assert!(from_least, "{shape} of {}: least n", game.about().name);
        }
    }
    assert!(generated > 1500, "{generated} inputs");
}

/// Beside a heap of m, the only other heap of the same value may be m as well.
#[test]
fn two_heaps_of_a_code_can_be_nearly_lost() {
    let kayles = grundy_games::find("0.77").unwrap();
    for m in 1..8 {
        let (shape, n, seed) = ("nearly", 2, m);
        let drawn = kayles.draw(&Request { shape, m, n, seed });
        assert!(wins(&*drawn.unwrap()), "m = {m}");
    }
}

#[test]
fn seeds_differ() {
    for game in grundy_games::all() {
        let shapes = game.about().shapes.iter();
        for shape in shapes.filter(|shape| shape.name != "equal") {
            let order = |(m, n), seed| {
                let shape = shape.name;
                let position = game.draw(&Request { shape, m, n, seed });
                position.map(|position| position.to_string())
            };
            // As many parts as there can be.
            let limit = limits(&**game)[0];
            let sizes = [(1_000_000, 1000), (1_000_000, 2), (1000, 100)];
            let sizes = sizes.map(|(m, n)| (limit.m.min(m), limit.n.min(n)));
            let one = sizes.map(|size| order(size, 1).map(|one| (size, one)));
            let (size, one) = one.into_iter().flatten().next().unwrap();
            let other = order(size, 2).unwrap();
            assert_ne!(one, other, "{} {shape:?}", game.about().name);
        }
    }
}

/// The lines of the file are game, shape, m, n and the message.
#[test]
fn orders_that_cannot_be_met_are_refused() {
    for line in include_str!("data/no_shape.txt").lines() {
        let (order, expected) = line.split_once(": ").unwrap();
        let order: Vec<&str> = order.split(' ').collect();
        let [m, n] = [2, 3].map(|at| order[at].parse().unwrap());
        let (shape, seed) = (order[1], 1);
        let game = grundy_games::find(order[0]).unwrap();
        let refused = game.draw(&Request { shape, m, n, seed }).err().unwrap();
        assert_eq!(refused.to_string(), expected, "{line}");
    }
}

/// A program that takes a heap of `m` for one of `m - 1` is wrong on the largest P-position.
#[test]
fn tests_at_the_limits_contain_the_limit() {
    for name in "nim bounded staircase constrained kamyki 0.77".split(' ') {
        let game = &*grundy_games::find(name).unwrap();
        let Limit { m, n } = game.about().limits[0];
        let (shape, n, seed) = ("lost", n.min(1000), 1);
        let position = game.draw(&Request { shape, m, n, seed }).unwrap();
        assert_eq!(sizes(&*position).unwrap().0, m, "{name}");
        let (m, less) = (m.to_string(), (m - 1).to_string());
        let input = game.write(std::slice::from_ref(&position));
        let words = input.split_whitespace();
        let lowered = words.map(|word| if word == m { &less } else { word });
        let lowered = read(game, &lowered.collect::<Vec<_>>().join(" "));
        assert_eq!([wins(&*position), wins(&*lowered)], [false, true], "{name}");
    }
}

/// A program whose integers are too short for the values takes these for lost.
#[test]
fn high_shapes_have_one_high_bit() {
    for (game, m, least) in [
        ("nim", u64::MAX, 1 << 63),
        ("gra", 1_000_000, 1 << 6),
        ("kamyki", 1_000_000, 1 << 6),
        ("nim", 1_000_000_000, 1 << 29),
        ("bounded", 1_000_000_000_000_000_000, 1 << 53),
        ("staircase", u64::MAX, 1 << 63),
        ("constrained", 1_000_000_000_000_000_000, 1 << 59),
        ("constrained", 400_000, 1 << 17),
    ] {
        let game = &*grundy_games::find(game).unwrap();
        for seed in 1..10 {
            let (shape, n) = ("high", 1000);
            let position = game.draw(&Request { shape, m, n, seed }).unwrap();
            let nim_sum = sizes(&*position).unwrap().2.unwrap();
            let is_high = nim_sum.is_power_of_two() && nim_sum >= least;
            assert!(is_high, "{}: {nim_sum}", game.about().name);
        }
    }
}

/// The hard shapes of constrained Nim look as they are described.
#[test]
fn constrained_shapes_look_as_they_are_described() {
    let order = |shape, m, n| {
        let request = Request {
            shape,
            m,
            n,
            seed: 3,
        };
        Constrained.generate(&request).unwrap()
    };
    let xs = |position: &Position| -> BTreeSet<u64> {
        position.pairs().iter().map(|pair| pair.x).collect()
    };
    let largest = 1_000_000_000_000_000_000;

    let blocked = order("blocked", largest, 5050);
    assert!(xs(&blocked).into_iter().eq(1..=100));
    let values = blocked.heaps().iter().map(|heap| heap.saturating_sub(100));
    let stuck = values.clone().filter(|&value| value == 0).count();
    assert!((2000..3000).contains(&stuck), "{stuck}");
    assert!(blocked.heap_values().eq(values));

    let dense = order("dense", largest, 8000);
    let xs_of_dense = xs(&dense);
    assert_eq!(xs_of_dense.len(), 8);
    let on_x = dense
        .heaps()
        .iter()
        .filter(|heap| xs_of_dense.contains(heap));
    let on_x = on_x.count();
    assert!((2000..3500).contains(&on_x), "{on_x}");

    let edges = order("edges", largest, 1000);
    let xs = xs(&edges);
    assert_eq!(xs.len(), 1000);
    assert!(xs.first() > Some(&(largest - 2000)));
    let heaps = edges.heaps();
    // X, or X + 1, of some pair.
    for by in [0, 1] {
        let beside = heaps.iter().filter(|&&heap| xs.contains(&(heap - by)));
        assert!(beside.count() > 333);
    }
    let values: Vec<u64> = edges.heap_values().collect();
    assert_ne!(values, heaps, "forbidden moves change values");
}

/// The tests of a set, `name` and the rest.
fn tests(game: &dyn Game, seed: u64) -> Result<Vec<[String; 3]>, Error> {
    let plan = Plan::original(game, TestSet::Original, seed);
    let tests = test_set(game, &plan)?.map(|test| {
        let Test { name, case, .. } = test?;
        Ok([name, case.input, case.answer])
    });
    tests.collect()
}

/// Whether a file is as Polish olympiad tooling reads it, to the last blank.
fn is_tidy(text: &str) -> bool {
    let lines = text.strip_suffix('\n').unwrap_or_default().split('\n');
    lines
        .flat_map(|line| line.split(' '))
        .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_graphic()))
}

#[test]
fn test_sets_of_the_originals() {
    assert!(!is_tidy("1 \n") && !is_tidy("1") && !is_tidy("1\n\n") && !is_tidy("1  2\n"));
    let mut all = 0;
    // Those of gra have some ten megabytes each.
    let games = grundy_games::all().iter();
    for game in games.filter(|game| game.about().name != "gra" || is_exhaustive()) {
        let name = &game.about().name;
        let tests = tests(&**game, 7).unwrap();
        assert_eq!(tests.len(), game.about().tests, "{name}");
        let is_same = name == "gra" || tests == self::tests(&**game, 7).unwrap();
        assert!(is_same, "{name}: same seed, same bytes");
        all += tests.len();
        for [name, input, solved] in &tests {
            assert!(is_tidy(input) && is_tidy(solved), "{name}");
            assert_eq!(answer(&**game, input).unwrap(), *solved, "{name}");
        }
    }
    assert_eq!(all, tier(14, 32));
}

/// A game draws no position of a shape below the shape's smallest sizes. Returns how many sizes were tried.
fn below_the_smallest<G: TypedGame>(game: &G) -> usize {
    let mut random = Random::new(1);
    let mut sizes = 0;
    for Shape { name, least, .. } in &*TypedGame::about(game).shapes {
        let all = (0..=40).flat_map(|m| (1..=5).map(move |n| (m, n)));
        for (m, n) in all.filter(|&(m, n)| m < least.m || n < least.n) {
            for _ in 0..50 {
                let found = game.shaped(name, &mut random, m, n as usize);
                assert!(!matches!(found, Ok(Some(_))), "{name} of {m}, {n}");
            }
            sizes += 1;
        }
    }
    sizes
}

#[test]
fn below_the_smallest_sizes_there_is_nothing() {
    let octal = Octal::new("0.77").unwrap();
    let one_part = below_the_smallest(&Gra) + below_the_smallest(&Constrained);
    let heaps = below_the_smallest(&Nim) + below_the_smallest(&Bounded);
    let stairs = below_the_smallest(&Staircase) + below_the_smallest(&Kamyki);
    let sizes = [one_part, heaps, stairs, below_the_smallest(&octal)];
    assert_eq!(sizes, [2 * 41, 2 * 50, 2 * 90, 5]);
}
