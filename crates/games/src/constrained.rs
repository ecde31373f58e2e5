//! Constrained Nim: `grundy_core::constrained` against `grundy_brute::constrained`.

mod shapes;
mod simpler;

use std::borrow::Cow::Borrowed;

use grundy_brute::constrained as rules;
use grundy_core::Outcome;
use grundy_core::constrained::{self, Move, Pair, Position};
use grundy_core::text::{Numbers, Source};

use crate::explain::heaps::Heaps;
use crate::explain::page::counted;
use crate::generate::Random;
use crate::package::problem;
use crate::rows;
use crate::{
    About, Answers, Claim, Claimant, Explanation, InputError, Layout, Limit, Line, NoShape,
    Reduction, Request, Role, Simpler, TypedGame,
};

/// Constrained Nim. A size is the largest heap or X, and every set of pairs with every row of one to
/// three heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Constrained;

static ABOUT: About = About {
    name: Borrowed("constrained"),
    title: Borrowed("Constrained Nim"),
    original: Borrowed("AtCoder ABC255 (2022), G"),
    size: Borrowed("the largest heap or X: every set of pairs with every row of 1 to 3 heaps"),
    smallest: 1,
    sweep_to: 5,
    m: Borrowed("the largest heap and X, at most"),
    n: Borrowed("the number of heaps, and of forbidden pairs"),
    tests: 0,
    largest: <rules::Constrained as grundy_brute::Space>::LARGEST_SIZE,
    answers: Answers::fixed("Takahashi", "Aoki"),
    shapes: Borrowed(shapes::SHAPES),
    limits: Borrowed(LIMITS),
    problem: Some(problem!(
        "constrained",
        &["3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n", "1 1\n1\n1 1\n"]
    )),
    code: None,
    claimant: Claimant::ClosedForm,
    layout: Layout::Input,
    misere: false,
    drawings: About::DRAWINGS,
};

/// The Grundy values of single heaps are listed when no heap is larger than this.
const VALUES_LISTED: u64 = 20;
/// Forbidden moves that a page lists, at most.
const PAIRS_LISTED: usize = 16;

/// Of the original; the second pair brings heaps and forbidden pairs close together.
const LIMITS: &[Limit] = &[
    Limit::new(1_000_000_000_000_000_000, 200_000),
    Limit::new(400_000, 200_000),
];

impl TypedGame for Constrained {
    type Position = Position;
    type Move = Move;
    type Rules = rules::Constrained;

    fn about(&self) -> &About {
        &ABOUT
    }

    fn rules(&self) -> Self::Rules {
        rules::Constrained
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<Position>, InputError> {
        Ok(vec![Position::parse(text)?])
    }

    fn claim(&self, position: &Position) -> Claim {
        Claim::new(position.outcome(), position.count_winning_moves())
            .with_grundy(position.grundy_value())
    }

    fn winning_moves(&self, position: &Position) -> Vec<Move> {
        position.winning_moves().collect()
    }

    fn outcomes<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<Outcome>, InputError> {
        Ok(vec![constrained::read_outcome(input)?])
    }

    fn position(&self, of_rules: &rules::Position) -> Position {
        let pairs = of_rules.forbidden.iter().map(|&(x, y)| Pair { x, y });
        position(of_rules.heaps.clone(), pairs.collect())
    }

    fn position_near(&self, of_rules: &rules::Position, near: Option<&Position>) -> Position {
        let has_the_pairs = |near: &&Position| {
            let pairs = near.pairs().iter().map(|pair| (pair.x, pair.y));
            pairs.eq(of_rules.forbidden.iter().copied())
        };
        match near.filter(has_the_pairs) {
            Some(near) => near
                .with_heaps(of_rules.heaps.clone())
                .expect("heaps are small enough"),
            None => self.position(of_rules),
        }
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let pairs = position.pairs().iter().map(|pair| (pair.x, pair.y));
        rules::Position {
            forbidden: pairs.collect(),
            heaps: position.heaps().to_vec(),
        }
    }

    fn next(&self, of_rules: &rules::Position) -> Option<Position> {
        (!of_rules.heaps.is_empty()).then(|| self.position(of_rules))
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        rows::move_of(of_rules)
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        rows::rules_move(a_move)
    }

    fn explain(&self, position: &Position) -> Explanation {
        let forbidden = |size| {
            let pairs = position.pairs().iter();
            pairs.filter(|pair| pair.x == size).count() as u64
        };
        Heaps {
            bound: bound(position),
            values: Some(position.heap_values().collect()),
            theory: theory(position),
            note: &|size| match forbidden(size) {
                0 => String::new(),
                all if all == size => "no move is allowed".to_owned(),
                some => counted(some, "move") + " forbidden",
            },
            ..Heaps::of(self, position, position.heaps())
        }
        .page(position.winning_moves())
    }

    fn picture(&self, position: &Position) -> Explanation {
        let heaps = Heaps {
            bound: bound(position),
            ..Heaps::of(self, position, position.heaps())
        };
        let mut page = heaps.picture();
        page.lines.extend(pairs(position));
        page
    }

    fn reduction(&self, position: &Position) -> Option<Reduction> {
        let pairs = position.pairs().iter();
        Some(Reduction::Heaps {
            k: None,
            heaps: position.heaps().to_vec(),
            values: Some(position.heap_values().collect()),
            pairs: Some(pairs.map(|pair| [pair.x, pair.y]).collect()),
            nim_sum: position.grundy_value(),
        })
    }

    fn draw(&self, random: &mut Random, m: u64, n: usize) -> Option<Position> {
        Some(shapes::any(random, n, m))
    }

    fn generate(&self, request: &Request<'_>) -> Result<Position, NoShape> {
        shapes::generate(request)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }
}

/// How much is forbidden, as a title says it.
fn bound(position: &Position) -> String {
    let pairs = counted(position.pairs().len() as u64, "forbidden pair");
    format!(", {pairs}")
}

/// The moves that nobody may make, which the heaps do not show.
fn pairs(position: &Position) -> Vec<Line> {
    let shown = position.pairs().iter().take(PAIRS_LISTED);
    let mut lines = vec![Line::default(), Line::plain("Nobody may take")];
    lines.extend(shown.map(|pair| Line::plain(format!("  {} from a heap of {}", pair.y, pair.x))));
    match position.pairs().len() {
        0 => Vec::new(),
        all if all > PAIRS_LISTED => {
            let more = format!("  ... and {} pairs more", all - PAIRS_LISTED);
            lines.push(Line::of(Role::Faint, more));
            lines
        }
        _ => lines,
    }
}

/// Where the values come from; for small heaps the values themselves.
fn theory(position: &Position) -> Vec<Line> {
    let mut lines = vec![
        Line::plain(
            "The Grundy value of a heap is the mex of those its allowed moves lead to: the",
        ),
        Line::plain("smallest number from 0 on that is not among them."),
    ];
    let largest = position.heaps().iter().copied().max().unwrap_or(0);
    if largest > VALUES_LISTED {
        lines.push(Line::plain(
            "If no move of it is forbidden, it is one more than the highest of smaller heaps.",
        ));
        return lines;
    }
    let mut sizes = Line::of(Role::Faint, "  stones");
    let mut values = Line::plain("  value ");
    for size in 0..=largest {
        sizes = sizes.and(Role::Faint, format!("{size:>3}"));
        let value = position.grundy().value(size);
        values = values.and(Role::Counts, format!("{value:>3}"));
    }
    lines.extend([sizes, values]);
    lines
}

fn position(heaps: Vec<u64>, pairs: Vec<Pair>) -> Position {
    Position::new(heaps, pairs).expect("heaps and pairs are small enough, and pairs are different")
}
