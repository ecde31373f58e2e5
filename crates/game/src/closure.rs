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
//!
//! The claims may be those of a closed form, or those of a program: its answers to a task ([`examine`]). In all cases
//! `Further` compares the claim about a position with the claims about the positions one move further.

use std::fmt::Display;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use grundy_brute::{Mex, Rules, Space};

use crate::generate::Random;
use crate::known::with_moves;
use crate::typed::MOST_WINNING;
use crate::{
    Choice, Draw, Error, Failed, Followed, Form, InputForm, Known, LetterCase, Mismatch, NoShape,
    Outcome, Position, Request, RulesPosition, Tally, TypedGame,
};

/// What follows for a position from the claims about the positions one move further.
#[derive(Debug, Default)]
pub(crate) struct Further {
    /// The moves that were followed.
    pub followed: Followed,
    /// The largest number of moves that were not followed.
    pub unseen: u64,
    /// Whether a player without a move wins.
    pub misere: bool,
    /// What is wrong with the moves that the claim about the position calls winning.
    pub misnamed: Option<String>,
    /// The Grundy values one move further.
    values: Mex,
    /// Whether a position one move further has no claimed Grundy value.
    lacks_value: bool,
}

impl Further {
    /// Adds the claim about the position that a move leads to; `None` for a finished game without a position. Returns
    /// whether the move wins.
    pub fn follow(&mut self, claim: Option<Known>) -> bool {
        let known = claim.unwrap_or(Known::of_grundy(0));
        match known.grundy {
            Some(value) => self.values.add(value),
            None => self.lacks_value = true,
        }
        if known.loses() {
            self.followed.winning += 1;
        } else {
            self.followed.others += 1;
        }
        self.followed.draws += u64::from(known.outcome == Outcome::Draw);
        known.loses()
    }

    /// Returns whether the moves show the claim: all moves do, a move that wins, or moves to all smaller Grundy values.
    fn shows(&self, claim: Known) -> bool {
        let wins = || match claim.grundy {
            Some(value) => self.values.clone().get() >= value,
            None => self.followed.winning > 0,
        };
        self.unseen == 0 || claim.wins() && wins()
    }

    /// Returns what the moves show about the position, if the claim about it contradicts that.
    pub fn contradiction(&self, claim: Known) -> Option<String> {
        let value_agrees = claim.grundy.is_none_or(|value| {
            if (value != 0) != claim.wins() {
                false
            } else if self.unseen > 0 || self.lacks_value {
                !self.values.contains(value)
            } else {
                value == self.values.clone().get()
            }
        });
        let moves_agree = moves_agree(self.followed, self.unseen, self.misere, claim);
        if self.misnamed.is_none() && value_agrees && moves_agree {
            return None;
        }
        let [winning, others] = [self.followed.winning, self.followed.others];
        if self.unseen == 0 {
            let is_over = winning + others == 0;
            let has_value = claim.grundy.is_some() && !self.lacks_value;
            let outcome = match winning {
                0 if self.followed.draws > 0 => Outcome::Draw,
                _ => Outcome::of(winning > 0 || is_over && self.misere),
            };
            let follows = Known {
                winning_moves: claim.winning_moves.map(|_| winning),
                grundy: has_value.then(|| self.values.clone().get()),
                ..outcome.into()
            };
            return Some(follows.to_string());
        }
        let made = winning + others;
        let repeated = claim.grundy.filter(|value| self.values.contains(*value));
        let mut also = repeated.map_or_else(String::new, |value| {
            format!(", one to Grundy value {value}")
        });
        if self.followed.draws > 0 {
            also = format!(" and {} to draws", self.followed.draws);
        }
        Some(format!(
            "{winning} of {made} moves lead to P-positions{also}"
        ))
    }
}

/// Returns whether the outcome and the number of winning moves that are claimed of a position do not contradict its
/// moves: `followed`, and at most `unseen` others. Under misère play a player without a move wins.
#[inline]
pub fn moves_agree(followed: Followed, unseen: u64, misere: bool, claim: Known) -> bool {
    let [winning, others, draws] = [followed.winning, followed.others, followed.draws];
    let most = winning.saturating_add(unseen);
    let is_over = most == 0 && others == 0;
    let outcome = match claim.outcome {
        Outcome::N => most > 0 || is_over && misere,
        Outcome::Draw => winning == 0 && (draws > 0 || unseen > 0),
        Outcome::P => winning == 0 && draws == 0 && !(is_over && misere),
    };
    outcome
        && claim.winning_moves.is_none_or(|count| {
            (winning..=most).contains(&count) && (is_over || claim.wins() == (count > 0))
        })
}

/// Returns what is wrong with the number of moves within which a claim says that the game ends, where it does: with claims about
/// some options, which agree with its outcome, and at most `unseen` others. From a won position a move leads to one that is lost
/// in less, and from a lost one all moves lead to positions that are won in less (theorem 7.4 in docs/theory.md).
fn too_late(claim: Known, options: &[Known], unseen: u64) -> Option<String> {
    let within = claim.remoteness?;
    let is_less = |option: &Known| option.remoteness.is_some_and(|moves| moves < within);
    let mut lost = options.iter().filter(|option| option.loses());
    if claim.loses() && !options.iter().all(is_less) {
        Some(format!(
            "a move leads to a position that is not said to be won in less than {within} moves"
        ))
    } else if claim.wins() && unseen == 0 && !options.is_empty() && !lost.any(is_less) {
        Some(format!(
            "no move leads to a position that is said to be lost in less than {within} moves"
        ))
    } else {
        None
    }
}

/// Returns what is wrong with the remoteness that a claim has, where it does not follow from those of all options, which agree with its
/// outcome.
fn not_the_length(claim: Known, options: &[Known]) -> Option<String> {
    let followed = options
        .iter()
        .filter(|option| option.loses() == claim.wins());
    let lengths = followed.filter_map(|option| option.remoteness);
    let longest = if claim.wins() {
        lengths.min()
    } else {
        lengths.max()
    };
    let length = longest.map_or(0, |moves| moves.saturating_add(1));
    (claim.remoteness != Some(length)).then(|| format!("the game lasts {length} moves"))
}

/// Moves of a position.
pub struct Moves<P = Arc<dyn Position>> {
    /// The moves to follow.
    pub choices: Vec<Choice<P>>,
    /// The largest number of other moves.
    pub unseen: u64,
}

/// A position with a program's answers about it and about what its moves lead to.
pub struct Examined<P = Arc<dyn Position>> {
    /// The answer about the position.
    pub answer: String,
    /// What the answer says about it.
    pub claim: Known,
    /// The moves that were followed, each with whether it wins, and the answers to the parts of what it leads to.
    pub moves: Vec<(Choice<P>, Vec<String>)>,
    /// How many of them lead to P-positions, and how many to N-positions, by the answers.
    pub followed: Followed,
    /// Whether these moves show that the answer is right if those one move further are. Where some moves were not followed,
    /// nothing shows a P-position.
    pub is_shown: bool,
    /// What the moves show about the position, if the answer contradicts it.
    pub contradiction: Option<String>,
}

/// Compares a program's answer about a position with its answers about what the moves lead to. `ask` returns the answer
/// about a position; it is called with the position, and then with what each move leads to.
///
/// A move to a sum needs answers that are Grundy values.
///
/// # Errors
/// The first error of `ask`, and when the game fails.
pub fn examine<E: From<Error>>(
    (form, case): (&Form, LetterCase),
    misere: bool,
    position: &Arc<dyn Position>,
    moves: Moves,
    mut ask: impl FnMut(&Arc<dyn Position>) -> Result<String, E>,
) -> Result<Examined, E> {
    compare((form, case), misere, position, moves, |position| {
        let answer = ask(position)?;
        let mut claim = form.says(&answer, misere);
        // Under misère play the answer that no move wins is also right where the game is over, and won.
        if misere && !claim.wins() && form.outcome_words().is_empty() {
            claim.outcome = Outcome::of(position.random_moves(1, 0)?.is_empty());
        }
        Ok((answer, claim))
    })
}

/// As [`examine`], of positions of any kind. `ask` also returns what the answer says.
///
/// # Errors
/// The first error of `ask`.
pub fn compare<P: Display, E>(
    (form, case): (&Form, LetterCase),
    misere: bool,
    position: &P,
    moves: Moves<P>,
    mut ask: impl FnMut(&P) -> Result<(String, Known), E>,
) -> Result<Examined<P>, E> {
    let (answer, claim) = ask(position)?;
    let mut further = Further {
        unseen: moves.unseen,
        misere,
        ..Further::default()
    };
    let (mut followed, mut options) = (Vec::new(), Vec::new());
    for mut choice in moves.choices {
        let mut texts = Vec::new();
        let mut sum: Option<Known> = None;
        for part in &choice.leads_to {
            let (text, part) = ask(part)?;
            texts.push(text);
            sum = Some(sum.map_or(part, |sum| sum.plus(part)));
        }
        further.follow(sum);
        options.extend(sum);
        choice.outcome = Some(sum.map_or(Outcome::P, |sum| sum.outcome));
        followed.push((choice, texts));
    }
    further.misnamed = form.named(&answer).into_iter().find_map(|name| {
        let find = |case| followed.iter().find(|(one, _)| one.is_named(name, case));
        match find(LetterCase::Exact).or_else(|| find(case)) {
            Some((choice, _)) if !choice.is_winning() => {
                Some(format!("{name} leads to an N-position"))
            }
            None if moves.unseen == 0 => Some(format!("{name} is not a legal move")),
            _ => None,
        }
    });
    let contradiction = further.contradiction(claim);
    let contradiction = contradiction.or_else(|| {
        if form.is_length() && moves.unseen == 0 {
            not_the_length(claim, &options)
        } else {
            too_late(claim, &options, moves.unseen)
        }
    });
    let is_shown = further.shows(claim);
    let misnamed = further.misnamed.map(|what| format!("; {what}"));
    Ok(Examined {
        answer,
        claim,
        moves: followed,
        followed: further.followed,
        is_shown,
        contradiction: contradiction.map(|shown| shown + &misnamed.unwrap_or_default()),
    })
}

/// Chooses which moves are followed, given those that the closed form lists: as it lists them, and in ascending order.
pub type Choose<'a, M> = &'a mut dyn FnMut(&[M], &[&M]) -> Vec<M>;

/// What was expected and what the closed form says, where it contradicts itself.
pub type Contradiction = Option<(String, String)>;

/// Compares the closed form's claims about a position and about what moves lead to: all moves, or those that `choose`
/// returns. Returns the claim, what was followed, and the contradiction.
///
/// # Errors
/// As [`TypedGame::claim`].
pub fn follow<G: TypedGame>(
    game: &G,
    (position, of_rules): (&G::Position, &RulesPosition<G>),
    choose: Option<Choose<'_, G::Move>>,
) -> Result<(Known, Followed, Contradiction), Failed> {
    let rules = game.rules();
    let claim = game.claim(position)?;
    let listed = game.winning_moves(position)?;
    let mut in_order: Vec<&G::Move> = listed.iter().collect();
    in_order.sort_unstable();
    let mut further = Further::default();
    let mut winning = Vec::new();
    let mut what = None;
    if let Some(choose) = choose {
        further.unseen = u64::MAX;
        for a_move in choose(&listed, &in_order) {
            let next = game.rules_move(&a_move);
            let next = next.and_then(|a_move| rules.play(of_rules, &a_move));
            let next = next.map(|next| game.claim_of(&next)).transpose()?;
            let wins = next.map(|claim| further.follow(claim));
            if wins != Some(in_order.binary_search(&&a_move).is_ok()) {
                let leads = match wins {
                    Some(false) => "leads to an N-position",
                    Some(true) => "leads to a P-position",
                    None => "is not a legal move",
                };
                what = Some(format!("{a_move} {leads}"));
                break;
            }
        }
        let count = listed.len() as u64;
        if claim.winning_moves.is_some_and(|claimed| claimed != count) {
            what = Some(format!("it lists {} moves", listed.len()));
        } else if in_order.windows(2).any(|pair| pair[0] == pair[1]) {
            what = Some("it lists a move twice".to_owned());
        }
        further.misnamed.clone_from(&what);
    } else {
        let mut followed = Ok(());
        rules.each_move(of_rules, &mut |a_move, next| match game.claim_of(next) {
            Ok(claim) if further.follow(claim) => winning.push(game.move_of(&a_move)),
            Ok(_) => {}
            Err(failed) => followed = Err(failed),
        });
        followed?;
        winning.sort_unstable();
        if !in_order.iter().copied().eq(&winning) {
            further.misnamed = Some("lists other moves".to_owned());
        }
    }
    let contradiction = further.contradiction(claim).map(|expected| {
        let but = what.map_or_else(String::new, |what| format!("; but {what}"));
        let got = match further.unseen {
            0 => claim.with_moves(&in_order),
            _ => claim.with_moves(&listed),
        };
        (with_moves(expected, &winning), got + &but)
    });
    Ok((claim, further.followed, contradiction))
}

/// Checks every position of a size with these indices: outcome, number and set of winning moves must
/// follow from the outcomes that the closed form claims one move further, and so must the Grundy
/// value where it claims one.
///
/// # Errors
/// As [`TypedGame::claim`].
pub fn exhaust<G: TypedGame>(game: &G, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
    let rules = game.rules();
    let mut tally = Tally::default();
    if size > G::Rules::LARGEST_SIZE {
        return Ok(tally);
    }
    for index in indices.start..indices.end.min(rules.positions(size)) {
        let of_rules = rules.position(size, index);
        let Some(position) = game.position(&of_rules) else {
            continue;
        };
        let (claim, followed, contradiction) = follow(game, (&position, &of_rules), None)?;
        tally.count(&claim);
        tally.followed.add(followed);
        if let Some((expected, got)) = contradiction {
            let (place, input) = ((size, vec![index]), game.input(&[position]));
            tally.fail(Mismatch::new(game.about(), place, input, expected, got));
        }
    }
    Ok(tally)
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

/// Returns the numbers of the drawings from which positions of the series with these numbers come.
pub const fn drawings(numbers: &Range<u64>) -> Range<u64> {
    numbers.start / VARIANTS..numbers.end.div_ceil(VARIANTS)
}

/// Checks the positions of the series with these numbers: the number of winning moves is the length of their
/// list, no move is listed twice, listed moves lead to positions claimed to be P, and other moves to positions
/// claimed to be N. Of both kinds a sample is followed.
pub(crate) fn sample<G: TypedGame>(
    game: &G,
    draw: &Draw,
    numbers: Range<u64>,
) -> Result<Tally, Error> {
    let mut tally = Tally::default();
    for drawing in drawings(&numbers) {
        let (request, mut position) = drawn(game, draw, drawing)?;
        let mut random = Random::new(scatter(request.seed, 0));
        for (variant, how) in HOW.iter().enumerate() {
            let a_move = match variant {
                0 => None,
                1 => game.random_winning_move(&position, &mut random)?,
                _ => game.random_move(&position, &mut random),
            };
            // Where the game has ended, or ends with the move, it is the same position.
            let next = a_move.and_then(|a_move| game.after(&position, &a_move));
            position = next.unwrap_or(position);
            let number = drawing * VARIANTS + variant as u64;
            if !numbers.contains(&number) {
                continue;
            }
            let winning = game.claim(&position)?.winning_moves.unwrap_or(0);
            if winning > MOST_WINNING {
                let why = format!(
                    "{winning} moves win in a position, and the closure check lists them: choose a smaller m"
                );
                return Err(NoShape(why).into());
            }
            let mut random = Random::new(scatter(request.seed, 1 + number));
            let contradiction = certify(game, &position, &mut random, &mut tally)?;
            if let Some((expected, got)) = contradiction {
                let (place, input) = ((0, vec![number]), game.input(slice::from_ref(&position)));
                let mut found = Mismatch::new(game.about(), place, input, expected, got);
                if found.input.len() > SHOWN {
                    let name = &game.about().name;
                    found.form = InputForm::Command;
                    found.input = format!("gen -g {name} {request}{how}");
                }
                tally.fail(found);
            }
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

/// Checks one position on a sample of its moves, and counts it. Returns what was expected and what the closed form claims,
/// if it contradicts itself.
fn certify<G: TypedGame>(
    game: &G,
    position: &G::Position,
    random: &mut Random,
    tally: &mut Tally,
) -> Result<Contradiction, Failed> {
    let choose = &mut |listed: &[G::Move], in_order: &[&G::Move]| {
        let bound = u32::try_from(listed.len()).unwrap_or(u32::MAX);
        let drawn = random.distinct(WINNING.min(listed.len()), bound);
        let drawn = drawn.iter().map(|&at| listed[at as usize].clone());
        let mut moves: Vec<G::Move> = drawn.collect();
        let others = (0..FOLLOWED - moves.len()).filter_map(|_| game.random_move(position, random));
        moves.extend(others.filter(|other| in_order.binary_search(&other).is_err()));
        moves
    };
    let of_rules = game.rules_position(position);
    let (claim, followed, contradiction) = follow(game, (position, &of_rules), Some(choose))?;
    tally.count(&claim);
    tally.draw(&of_rules);
    tally.followed.add(followed);
    Ok(contradiction)
}
