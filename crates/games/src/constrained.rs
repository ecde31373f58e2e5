//! Constrained Nim: `grundy_core::constrained` against `grundy_brute::constrained`.

mod shapes;
mod simpler;

use std::cell::RefCell;
use std::sync::LazyLock;

use grundy_brute::Space as _;
use grundy_brute::constrained as rules;
use grundy_core::constrained::{self, Move, Pair, Position};
use grundy_core::text::{Numbers, Source};

use crate::about::problem;
use crate::explain::heaps::Heaps;
use crate::explain::page::counted;
use crate::generate::Random;
use crate::rows;
use crate::{
    About, Answers, Claim, Detail, Explanation, InputError, Limit, Line, NoShape, Reduction,
    Request, Role, Simpler, TypedGame,
};

/// Constrained Nim. A size is the largest heap or X, and every set of pairs with every row of one to
/// three heaps is a position.
#[derive(Clone, Copy, Debug)]
pub struct Constrained;

static ABOUT: LazyLock<About> = LazyLock::new(|| About {
    name: "constrained".into(),
    title: "Constrained Nim".into(),
    original: "AtCoder ABC255 (2022), G".into(),
    size: "the largest heap or X: every set of pairs with every row of 1 to 3 heaps".into(),
    smallest: 1,
    sweep_to: 5,
    m: "the largest heap and X, at most".into(),
    n: "the number of heaps, and of forbidden pairs".into(),
    largest: rules::Constrained::LARGEST_SIZE,
    answers: Answers::fixed("Takahashi", "Aoki"),
    shapes: shapes::SHAPES.into(),
    limits: LIMITS.into(),
    problem: problem!(
        "constrained",
        &["3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n", "1 1\n1\n1 1\n"]
    ),
    ..About::default()
});

/// The Grundy values of single heaps are listed when no heap is larger than this.
const VALUES_LISTED: u64 = 20;
/// Forbidden moves that a page lists, at most.
const PAIRS_LISTED: usize = 16;

/// Of the original; the second pair brings heaps and forbidden pairs close together.
const LIMITS: &[Limit] = &[
    Limit::new(1_000_000_000_000_000_000, 200_000),
    Limit::new(400_000, 200_000),
];

thread_local! {
    /// The last position made from one of the rules. A sweep and the closure check make many positions with the
    /// same pairs one after the other, and those share the Grundy values of single heaps.
    static LAST: RefCell<Option<Position>> = const { RefCell::new(None) };
}

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

    fn answers<S: Source>(&self, input: &mut Numbers<S>) -> Result<Vec<String>, InputError> {
        Ok(vec![ABOUT.answers.word(constrained::read_outcome(input)?)])
    }

    fn position(&self, of_rules: &rules::Position) -> Option<Position> {
        if of_rules.heaps.is_empty() {
            return None;
        }
        let pairs = || of_rules.forbidden.iter().copied();
        let heaps = of_rules.heaps.clone();
        LAST.with_borrow_mut(|last| {
            let has_the_pairs =
                |last: &&Position| last.pairs().iter().map(|pair| (pair.x, pair.y)).eq(pairs());
            let position = match last.as_ref().filter(has_the_pairs) {
                Some(last) => last.with_heaps(heaps),
                None => Position::new(heaps, pairs().map(|(x, y)| Pair { x, y }).collect()),
            };
            let position = position.expect("heaps and pairs of the rules are small and different");
            *last = Some(position.clone());
            Some(position)
        })
    }

    fn rules_position(&self, position: &Position) -> rules::Position {
        let pairs = position.pairs().iter().map(|pair| (pair.x, pair.y));
        rules::Position {
            forbidden: pairs.collect(),
            heaps: position.heaps().to_vec(),
        }
    }

    fn move_of(&self, of_rules: &rules::Move) -> Move {
        rows::move_of(of_rules)
    }

    fn rules_move(&self, a_move: &Move) -> Option<rules::Move> {
        rows::rules_move(a_move)
    }

    fn page(&self, position: &Position, detail: Detail) -> Explanation {
        let forbidden = |size| {
            let pairs = position.pairs().iter();
            pairs.filter(|pair| pair.x == size).count() as u64
        };
        let pairs = counted(position.pairs().len() as u64, "forbidden pair");
        let mut page = Heaps {
            title: &ABOUT.title,
            bound: format!(", {pairs}"),
            sizes: position.heaps(),
            values: Some(position.heap_values().collect()),
            theory: theory(position),
            note: &|size| match forbidden(size) {
                0 => String::new(),
                all if all == size => "no move is allowed".to_owned(),
                some => counted(some, "move") + " forbidden",
            },
            count: position.count_winning_moves(),
        }
        .page(detail, position.winning_moves());
        if detail == Detail::Brief {
            page.lines.extend(self::pairs(position));
        }
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
        shapes::generate(&ABOUT, request)
    }

    fn simpler(&self, position: &Position) -> Simpler<Position> {
        simpler::simpler(position)
    }
}

/// The forbidden moves, which the heaps do not show.
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
