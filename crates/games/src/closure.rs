//! The closure check: a closed form against itself, one move further.
//!
//! *Theorem.* Let a set of positions be closed under moves, but for finished games, and let a closed form
//! claim of each position whether it is a P-position. If it claims P exactly for the positions from which no move
//! leads to a finished game or to a position claimed to be P, all of its claims are right.
//!
//! *Proof.* Play always ends, so if there is a position with a wrong claim, there is one from which no move leads
//! to another such position. The claims about all positions one move further are right, so the condition is the
//! definition of a P-position, and the claim is right. Contradiction.
//!
//! The check needs no table of outcomes, and each position can be checked by itself: every position of a
//! size (`exhaust`) in parts, on any number of machines; and positions of any size (`sample`), where it
//! is no proof, because the positions further down are not checked, but has a good chance to find errors.
//!
//! It uses the rules, and cannot find a mistake in them.

use std::collections::BTreeSet;
use std::ops::Range;
use std::slice;

use grundy_brute::{Rules, Space};

use crate::generate::Random;
use crate::{
    Claim, Draw, Followed, InputForm, Mismatch, NoShape, Request, RulesPosition, Tally, TypedGame,
};

/// Checks every position of a size with these indices: outcome, number and set of winning moves must
/// follow from the outcomes that the closed form claims one move further, and so must the Grundy
/// value where it claims one.
pub(crate) fn exhaust<G: TypedGame>(game: &G, size: u32, indices: Range<u64>) -> Tally {
    let rules = game.rules();
    let mut tally = Tally::default();
    if size > G::Rules::LARGEST_SIZE {
        return tally;
    }
    for index in indices.start..indices.end.min(rules.positions(size)) {
        let of_rules = rules.position(size, index);
        let Some(position) = game.position(&of_rules) else {
            continue;
        };
        let (expected, moves, followed) = one_further(game, &rules, &of_rules);
        let claim = game.claim(&position);
        let mut listed = game.winning_moves(&position);
        listed.sort_unstable();
        tally.count(&claim);
        tally.followed.winning += followed.winning;
        tally.followed.others += followed.others;
        let agrees = (claim.wins, claim.winning_moves) == (expected.wins, expected.winning_moves)
            && (claim.grundy.is_none() || claim.grundy == expected.grundy)
            && listed == moves;
        if !agrees {
            tally.fail(Mismatch {
                game: game.about().name.to_string(),
                size,
                rank: vec![index],
                input: game.input(slice::from_ref(&position)),
                form: InputForm::Text,
                expected: expected.with_moves(&moves),
                got: claim.with_moves(&listed),
            });
        }
    }
    tally
}

/// Returns what follows for a position from the claims about the positions one move further; the winning
/// moves in increasing order.
fn one_further<G: TypedGame>(
    game: &G,
    rules: &G::Rules,
    position: &RulesPosition<G>,
) -> (Claim, Vec<G::Move>, Followed) {
    let mut winning = Vec::new();
    let mut values = Some(BTreeSet::new());
    let mut followed = Followed::default();
    rules.each_move(position, &mut |a_move, next| {
        let (wins, value) = match game.position(next) {
            Some(next) => {
                let claim = game.claim(&next);
                (claim.wins, claim.grundy)
            }
            None => (false, Some(0)),
        };
        match (&mut values, value) {
            (Some(values), Some(value)) => _ = values.insert(value),
            _ => values = None,
        }
        if wins {
            followed.others += 1;
        } else {
            followed.winning += 1;
            winning.push(game.move_of(&a_move));
        }
    });
    winning.sort_unstable();
    let claim = Claim {
        wins: !winning.is_empty(),
        winning_moves: winning.len() as u64,
        grundy: values.map(|values| {
            // The smallest number that is not among them.
            let in_order = values.iter().zip(0..);
            in_order.take_while(|&(&value, i)| value == i).count() as u64
        }),
    };
    (claim, winning, followed)
}

/// How each of the positions from one drawing is made, appended to the command that draws it.
const HOW: [&str; 3] = [
    "",
    ", after a winning move",
    ", after a winning move and another",
];
/// How many positions of the series come from one drawing.
pub const VARIANTS: u64 = HOW.len() as u64;
/// Moves followed from each position, where it has them.
const FOLLOWED: usize = 16;
/// Winning moves among them, at most.
const WINNING: usize = 8;
/// An input longer than this is not shown.
const SHOWN: usize = 4096;

/// Checks the positions of the series with these numbers: the number of winning moves is the length of their
/// list, no move is listed twice, listed moves lead to positions claimed to be P, and other moves to positions
/// claimed to be N. Of both kinds a sample is followed.
pub(crate) fn sample<G: TypedGame>(
    game: &G,
    draw: &Draw,
    numbers: Range<u64>,
) -> Result<Tally, NoShape> {
    let mut tally = Tally::default();
    for drawing in numbers.start / VARIANTS..numbers.end.div_ceil(VARIANTS) {
        let (request, drawn) = drawn(game, draw, drawing)?;
        let (shape, seed) = (request.shape, request.seed);
        let mut random = Random::new(scatter(seed, 0));
        let mut position = drawn;
        for (variant, how) in HOW.iter().enumerate() {
            position = vary(game, position, variant, &mut random);
            let number = drawing * VARIANTS + variant as u64;
            if !numbers.contains(&number) {
                continue;
            }
            let mut random = Random::new(scatter(seed, 1 + number));
            let Err(contradiction) = certify(game, &position, &mut random, &mut tally) else {
                continue;
            };
            let mut input = game.input(slice::from_ref(&position));
            let mut form = InputForm::Text;
            if input.len() > SHOWN {
                form = InputForm::Command;
                let (name, Draw { m, n, .. }) = (&game.about().name, draw);
                input = format!("gen -g {name} --shape {shape} -m {m} -n {n} --seed {seed}{how}");
            }
            tally.fail(Mismatch {
                game: game.about().name.to_string(),
                size: 0,
                rank: vec![number],
                input,
                form,
                expected: contradiction.expected,
                got: contradiction.got,
            });
        }
    }
    Ok(tally)
}

/// Derives a seed for each of many things from one seed: the output function of `SplitMix64`.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number generators*, 2014.
fn scatter(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Draws a position of the shape whose turn it is, or of the next one that has positions of these sizes.
pub(crate) fn drawn<G: TypedGame>(
    game: &G,
    draw: &Draw,
    drawing: u64,
) -> Result<(Request<'static>, G::Position), NoShape> {
    let seed = scatter(draw.seed, drawing);
    let shapes = &game.about().shapes;
    let turn = (drawing % shapes.len().max(1) as u64) as usize;
    let mut refused = None;
    for shape in shapes.iter().cycle().skip(turn).take(shapes.len()) {
        let request = Request {
            shape: shape.name,
            m: draw.m,
            n: draw.n,
            seed,
        };
        match game.generate(&request) {
            Ok(position) => return Ok((request, game.with_room(position))),
            Err(reason) => refused = refused.or(Some(reason)),
        }
    }
    Err(refused.unwrap_or_else(|| NoShape(format!("{} has no shapes", game.about().name))))
}

/// Makes the position of a variant from that of the variant before. Where the game has ended, or ends with the
/// move, it is the same position.
fn vary<G: TypedGame>(
    game: &G,
    position: G::Position,
    variant: usize,
    random: &mut Random,
) -> G::Position {
    let a_move = match variant {
        0 => return position,
        1 => {
            let winning = game.winning_moves(&position);
            let at = random.below(winning.len() as u64) as usize;
            winning.into_iter().nth(at)
        }
        _ => game.random_move(&position, random),
    };
    let next = a_move.and_then(|a_move| game.position(&game.play(&position, &a_move)?));
    next.unwrap_or(position)
}

/// A claim of the closed form that contradicts its other claims.
struct Contradiction {
    expected: String,
    got: String,
}

/// Checks one position and counts it.
fn certify<G: TypedGame>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<(), Contradiction> {
    let claim = game.claim(position);
    let listed = game.winning_moves(position);
    tally.count(&claim);
    let mut in_order: Vec<&G::Move> = listed.iter().collect();
    in_order.sort_unstable();
    let count = listed.len() as u64;
    let repeated = in_order.windows(2).any(|pair| pair[0] == pair[1]);
    if (claim.wins, claim.winning_moves) != (count > 0, count) || repeated {
        return Err(Contradiction {
            expected: "outcome and number of the winning moves that are listed".to_owned(),
            got: claim.with_moves(&listed) + if repeated { ", one of them twice" } else { "" },
        });
    }
    let mut moves: Vec<G::Move> = if listed.len() <= WINNING {
        listed.clone()
    } else {
        let drawn = random.distinct(WINNING, u32::try_from(listed.len()).unwrap_or(u32::MAX));
        let drawn = drawn.iter().map(|&at| listed[at as usize].clone());
        drawn.collect()
    };
    let to_win = moves.len();
    let others = (0..FOLLOWED - to_win).filter_map(|_| game.random_move(position, random));
    moves.extend(others.filter(|other| in_order.binary_search(&other).is_err()));
    let (rules, of_rules) = (game.rules(), game.rules_position(position));
    let wins_after = |a_move| {
        let next = rules.play(&of_rules, &game.rules_move(a_move)?)?;
        let next = game.position(&next);
        Some(next.is_some_and(|next| game.claim(&next).wins))
    };
    for (i, a_move) in moves.iter().enumerate() {
        let wins = wins_after(a_move);
        let is_listed = i < to_win;
        let (to, followed) = if is_listed {
            ("P", &mut tally.followed.winning)
        } else {
            ("N", &mut tally.followed.others)
        };
        *followed += 1;
        if wins != Some(!is_listed) {
            let leads = match wins {
                Some(true) => "leads to an N-position",
                Some(false) => "leads to a P-position",
                None => "is not a legal move",
            };
            return Err(Contradiction {
                expected: format!("{a_move} leads to a {to}-position"),
                got: format!("{}; but {a_move} {leads}", claim.with_moves(&listed)),
            });
        }
    }
    Ok(())
}
