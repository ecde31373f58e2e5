//! Generated inputs of every game and every shape.

use grundy_games::{Entry, Limit, Request};
use serde_json::Value;

fn facts(game: &dyn Entry, input: &str) -> Value {
    let mut facts = game.explain_json(input.as_bytes()).unwrap();
    facts[0].take()
}

/// How many heaps, steps or piles a position has, and how large the largest is. `None` for a position
/// that holds something else.
fn sizes(game: &dyn Entry, input: &str) -> Option<(u64, u64)> {
    let facts = facts(game, input);
    let mut lists = ["heaps", "coins", "piles"].iter();
    let list = lists.find_map(|list| facts[list].as_array())?;
    let sizes = list.iter().map(|size| size.as_u64().unwrap());
    Some((list.len() as u64, sizes.max().unwrap()))
}

#[test]
fn inputs_are_as_they_were_ordered() {
    let mut refused = 0;
    let mut generated = 0;
    let mut measured = 0;
    for game in grundy_games::all() {
        for shape in game.shapes() {
            for n in [1, 2, 3, 7, 40] {
                for m in [
                    0,
                    1,
                    2,
                    5,
                    30,
                    1000,
                    1_000_000_000,
                    1_000_000_000_000_000_000,
                ] {
                    for seed in [1, 2] {
                        let shape = shape.name;
                        let request = Request { shape, m, n, seed };
                        let Ok(input) = game.generate(&request) else {
                            refused += 1;
                            continue;
                        };
                        generated += 1;
                        let at = format!("{} {request:?}: {input}", game.about().name);
                        assert_eq!(game.generate(&request).unwrap(), input, "{at}");
                        if let Some((things, largest)) = sizes(&**game, &input) {
                            assert!(things == n && largest <= m, "{at}");
                            measured += 1;
                        }
                        let facts = facts(&**game, &input);
                        let wins = facts["wins"].as_bool().unwrap();
                        match shape {
                            "lost" => assert!(!wins, "{at}"),
                            "nearly" => assert!(wins, "{at}"),
                            "high" => {
                                let nim_sum = facts["nim_sum"].as_u64();
                                assert!(nim_sum.is_some_and(u64::is_power_of_two), "{at}");
                            }
                            _ => {}
                        }
                    }
                }
            }
        }
    }
    assert!(
        generated > 1500 && measured > 1200,
        "{generated} inputs, {measured} of them rows of numbers, {refused} refused"
    );
}

#[test]
fn seeds_differ() {
    for game in grundy_games::all() {
        for shape in game.shapes().iter().filter(|shape| shape.name != "equal") {
            let order = |(m, n), seed| {
                let shape = shape.name;
                game.generate(&Request { shape, m, n, seed })
            };
            // As many parts as there can be.
            let sizes = [(1_000_000, 1000), (1_000_000, 2), (1000, 100)];
            let mut sizes = sizes.into_iter().map(|(m, n)| game.within_limits(m, n));
            let size = sizes.find(|&size| order(size, 1).is_ok()).unwrap();
            let (one, other) = (order(size, 1).unwrap(), order(size, 2).unwrap());
            assert_ne!(one, other, "{} {shape:?}", game.about().name);
        }
    }
}

#[test]
fn orders_that_cannot_be_met_are_refused() {
    let message = |game: &str, shape, m, n| {
        let seed = 1;
        let request = Request { shape, m, n, seed };
        let game = &*grundy_games::find(game).unwrap();
        game.generate(&request).unwrap_err().to_string()
    };
    for game in grundy_games::all() {
        let about = game.about();
        let known: Vec<_> = game.shapes().iter().map(|shape| shape.name).collect();
        assert_eq!(
            message(&about.name, "round", 9, 5),
            format!(
                "no shape `round` for {}, expected one of {}",
                about.name,
                known.join(", ")
            )
        );
        let error = message(&about.name, game.shapes()[0].name, 9, 0);
        assert!(error.starts_with("n is 0: "), "{error}");
        let error = message(&about.name, game.shapes()[0].name, 9, u64::MAX);
        assert!(error.starts_with("n is 18446744073709551615: "), "{error}");
    }
    assert_eq!(
        message("constrained", "random", 1_000_000_000_000_000_001, 5),
        "m is 1000000000000000001: a heap has 1 to 1000000000000000000 stones"
    );
    assert_eq!(
        message("constrained", "random", 3, 7),
        "m is 3 and n is 7: there are only 6 pairs Y <= X <= 3"
    );
    assert_eq!(
        message("constrained", "dense", 10, 40),
        "m is 10: 40 dense pairs need heaps of 13 stones"
    );
    assert_eq!(
        message("constrained", "edges", 10, 40),
        "m is 10: 40 different X need sizes up to 40"
    );
    assert_eq!(
        message("nim", "nearly", 0, 3),
        "found no position of shape `nearly` with m = 0 and n = 3 in 1000 tries"
    );
}

/// A program that takes a heap of `m` for one of `m - 1` is wrong on the largest P-position.
#[test]
fn tests_at_the_limits_contain_the_limit() {
    for name in [
        "nim",
        "bounded",
        "staircase",
        "constrained",
        "kamyki",
        "0.77",
    ] {
        let game = &*grundy_games::find(name).unwrap();
        let Limit { m, n } = game.limits()[0];
        let (shape, n, seed) = ("lost", n.min(1000), 1);
        let input = game.generate(&Request { shape, m, n, seed }).unwrap();
        assert_eq!(sizes(game, &input).unwrap().1, m, "{name}");
        let (m, less) = (m.to_string(), (m - 1).to_string());
        let lowered: Vec<&str> = input.split_whitespace().collect();
        let lowered = lowered
            .iter()
            .map(|&word| if word == m { &less } else { word });
        let lowered = lowered.collect::<Vec<_>>().join(" ");
        let wins = |input: &str| facts(game, input)["wins"].as_bool().unwrap();
        assert_eq!([wins(&input), wins(&lowered)], [false, true], "{name}");
    }
}

/// Who works with words that are too short for the values takes these for lost.
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
            let input = game.generate(&Request { shape, m, n, seed }).unwrap();
            let nim_sum = facts(game, &input)["nim_sum"].as_u64().unwrap();
            let name = &game.about().name;
            assert!(
                nim_sum.is_power_of_two() && nim_sum >= least,
                "{name}: {nim_sum}"
            );
        }
    }
}

/// The hard shapes of constrained Nim are hard in the way that they say.
#[test]
fn constrained_shapes_look_as_they_are_described() {
    let constrained = &*grundy_games::find("constrained").unwrap();
    let order = |shape, m, n| {
        let seed = 3;
        let request = Request { shape, m, n, seed };
        facts(constrained, &constrained.generate(&request).unwrap())
    };
    let numbers = |facts: &Value, list: &str| -> Vec<u64> {
        let list = facts[list].as_array().unwrap().iter();
        list.map(|number| number.as_u64().unwrap()).collect()
    };
    let xs = |facts: &Value| -> Vec<u64> {
        let pairs = facts["pairs"].as_array().unwrap().iter();
        let mut xs: Vec<u64> = pairs.map(|pair| pair[0].as_u64().unwrap()).collect();
        xs.sort_unstable();
        xs.dedup();
        xs
    };
    let largest = 1_000_000_000_000_000_000;

    let blocked = order("blocked", largest, 5050);
    assert_eq!(xs(&blocked), (1..=100).collect::<Vec<_>>());
    let heaps = numbers(&blocked, "heaps");
    let values = numbers(&blocked, "values");
    let stuck = heaps.iter().filter(|&&heap| heap <= 100).count();
    assert!((2000..3000).contains(&stuck), "{stuck}");
    for (heap, value) in heaps.into_iter().zip(values) {
        assert_eq!(value, heap.saturating_sub(100));
    }

    let dense = order("dense", largest, 8000);
    assert_eq!(xs(&dense).len(), 8);
    let on_x = numbers(&dense, "heaps");
    let on_x = on_x.iter().filter(|heap| xs(&dense).contains(heap)).count();
    assert!((2000..3500).contains(&on_x), "{on_x}");

    let edges = order("edges", largest, 1000);
    let xs = xs(&edges);
    assert_eq!(xs.len(), 1000);
    assert!(xs[0] > largest - 2000);
    let heaps = numbers(&edges, "heaps");
    let beside = |by: u64| {
        let on = heaps.iter().filter(|&&heap| xs.contains(&(heap + 1 - by)));
        on.count()
    };
    // X, or X + 1, of some pair.
    assert!(beside(1) > 333 && beside(2) > 333);
    let values = numbers(&edges, "values");
    assert_ne!(values, heaps, "forbidden moves change values");
}

#[test]
fn test_sets_are_there_or_said_to_be_missing() {
    for game in grundy_games::all() {
        let mut names = Vec::new();
        let mut write = |name: &str, input: &str, answer: &str| {
            let solved = game.solve(input.as_bytes()).unwrap();
            assert_eq!(solved.text(), answer, "{name}");
            names.push(name.to_owned());
            Ok(())
        };
        // The strip game's large tests take their time, and are looked at where they are made.
        if game.about().name != "gra" {
            game.suite(1, &mut write).unwrap();
            assert_eq!(names.len(), game.about().tests, "{}", game.about().name);
        }
    }
}

#[test]
fn a_test_of_the_pebbles_holds_ten_rows_won_and_lost() {
    let kamyki = &*grundy_games::find("kamyki").unwrap();
    let mut tests = 0;
    let mut first = String::new();
    let mut write = |name: &str, input: &str, answer: &str| {
        tests += 1;
        assert_eq!(name, format!("kam{tests}"));
        assert!(input.starts_with("10\n"), "{name}");
        assert_eq!(answer.lines().count(), 10);
        assert_eq!(answer.matches("TAK\n").count(), 5, "{name}");
        assert_eq!(answer.matches("NIE\n").count(), 5, "{name}");
        first += input;
        Ok(())
    };
    kamyki.suite(7, &mut write).unwrap();
    assert_eq!(tests, 14);
    let mut again = String::new();
    let mut write = |_: &str, input: &str, _: &str| {
        again += input;
        Ok(())
    };
    kamyki.suite(7, &mut write).unwrap();
    assert_eq!(first, again, "same seed, same bytes");
}
