//! Games whose positions may repeat, against the definition of their outcomes, repeated until nothing changes.

use grundy_brute::interned::{Interned, InternedError, OptionLists};
use grundy_brute::solver::{Play, Solved};
use grundy_brute::{Memo, Outcome, Rules, See};

/// The options of each position of a graph.
type Graph = Vec<Vec<usize>>;

/// Draws numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// A small graph with cycles, with moves that are there twice and moves from a position to itself.
fn drawn(random: &mut Numbers) -> Graph {
    let positions = 1 + random.below(9);
    let most = 1 + random.below(4);
    let options = |random: &mut Numbers| {
        let many = random.below(most + 1);
        (0..many).map(|_| random.below(positions)).collect()
    };
    (0..positions).map(|_| options(random)).collect()
}

/// Outcome and remoteness: in round r each position is decided whose options that were decided in earlier rounds decide it.
fn naive(graph: &Graph, misere: bool) -> Vec<(Outcome, Option<u32>)> {
    let mut known: Vec<Option<(Outcome, u32)>> = vec![None; graph.len()];
    for round in 0..=graph.len() as u32 {
        let before = known.clone();
        for (position, options) in graph
            .iter()
            .enumerate()
            .filter(|(at, _)| before[*at].is_none())
        {
            let mut is = options
                .iter()
                .map(|&option| before[option].map(|(outcome, _)| outcome));
            let wins = is.clone().any(|of| of == Some(Outcome::P)) || misere && options.is_empty();
            if wins || is.all(|of| of == Some(Outcome::N)) {
                known[position] = Some((Outcome::of(wins), round));
            }
        }
    }
    let found = known.into_iter();
    let found = found.map(|known| {
        known.map_or((Outcome::Draw, None), |(outcome, round)| {
            (outcome, Some(round))
        })
    });
    found.collect()
}

/// The values of a graph whose positions are added in two parts, which are solved one after the other.
fn solved(graph: &Graph, play: Play, first: usize) -> Vec<Solved> {
    let texts: Vec<String> = (0..graph.len()).map(|at| at.to_string()).collect();
    let mut game = Interned::new(play, true, None);
    for part in [&texts[..first], &texts] {
        game.add_all(part.iter().map(String::as_str)).unwrap();
        while !game.unanswered().is_empty() {
            let mut lists = OptionLists::default();
            for position in game.unanswered() {
                let at: usize = game.text(position).parse().unwrap();
                for &option in &graph[at] {
                    lists.option(&[&texts[option]]).unwrap();
                }
                lists.end();
            }
            game.answer(&lists).unwrap();
        }
        game.solve().unwrap();
    }
    let value = |text: &String| game.value(game.find(text).unwrap()).unwrap();
    texts.iter().map(value).collect()
}

/// A graph as rules.
struct Moves<'a>(&'a Graph);

impl Rules for Moves<'_> {
    type Position = usize;
    type Move = usize;

    fn each_move(&self, position: &usize, see: See<'_, Self>) {
        for (number, next) in self.0[*position].iter().enumerate() {
            see(number, next);
        }
    }
}

#[test]
fn every_solver_agrees_with_the_definition() {
    let mut random = Numbers(787);
    let mut draws = 0;
    for _ in 0..2000 {
        let graph = drawn(&mut random);
        let first = random.below(graph.len() + 1);
        for (play, misere) in [(Play::Normal, false), (Play::Misere, true)] {
            let expected = naive(&graph, misere);
            let is_lost = |option: usize| expected[option].0 == Outcome::P;
            let found = solved(&graph, play, first);
            for ((found, expected), options) in found.iter().zip(&expected).zip(&graph) {
                assert_eq!((found.outcome, found.length), *expected, "{graph:?}");
                let lost = options.iter().filter(|&&option| is_lost(option));
                let winning = lost.count() as u32;
                assert_eq!((found.grundy, found.winning), (None, winning), "{graph:?}");
                draws += u32::from(found.outcome == Outcome::Draw);
            }
        }
        // The same positions as those of rules in Rust: one after the other, or together.
        let expected = naive(&graph, false);
        let (mut one_by_one, mut together) = (
            Memo::with_loops(Moves(&graph)),
            Memo::with_loops(Moves(&graph)),
        );
        (0..graph.len()).for_each(|position| together.add(&position));
        for (position, expected) in expected.iter().enumerate() {
            for memo in [&mut one_by_one, &mut together] {
                memo.find(&position).unwrap();
                let value = memo.known(&position).unwrap();
                assert_eq!((value.outcome, value.length), *expected, "{graph:?}");
            }
        }
    }
    assert!(draws > 4000, "{draws} draws");
}

/// Play in a sum may go on in one part for ever, so that its parts do not say who wins it.
#[test]
fn sums_are_refused() {
    let mut game = Interned::new(Play::Normal, true, None);
    game.add_all(["a", "b"]).unwrap();
    let mut lists = OptionLists::default();
    lists.option(&["a"]).unwrap();
    lists.option(&["a", "b"]).unwrap();
    lists.end();
    lists.end();
    game.answer(&lists).unwrap();
    for _ in 0..2 {
        let error = game.solve().unwrap_err();
        assert!(matches!(error, InternedError::Sum(_)));
        let why = "a: an option is a sum, a + b: where positions may repeat the parts of a sum do not say who wins it";
        assert!(error.to_string().starts_with(why), "{error}");
    }
}
