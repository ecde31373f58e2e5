//! Compares the claims about positions with the oracle, or with the claims about the positions one move further.

use std::ops::Range;
use std::slice;

use grundy_game::closure::{self, Moves, VARIANTS, compare, drawings};
use grundy_game::generate::Random;
use grundy_game::line::quoted;
use grundy_game::{Choice, Draw, Error, Form, Known, LetterCase, Mismatch, Outcome, Tally};

use crate::cases::of_line;
use crate::moves::{Move, is_large};
use crate::opened::Opened;
use crate::program::{CallError, failed};
use crate::random::no_position;

/// A position with its claim and those about what its moves lead to.
type Examined = closure::Examined<String>;

/// The most moves of a position that are followed, where the program draws them at random.
const FOLLOWED: usize = 32;
/// As many are followed from a position on which a judged program and the claim differ.
const FOLLOWED_CLOSELY: usize = 1000;

/// What happens with moves to sums, about which only claims of Grundy values say anything.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sums {
    /// They are an error.
    Refused,
    /// They count as moves that were not followed.
    LeftOut,
}

impl Opened {
    /// Returns the claim for each of these positions. Does not start the program if there are no positions.
    pub fn claims<S: AsRef<str>>(&self, positions: &[S]) -> Result<Vec<String>, Error> {
        let claims = self.claims_within(positions)?.into_iter();
        Ok(claims.map(|(claim, _)| claim).collect())
    }

    /// Returns the answer for each of these positions according to the claim about it.
    pub fn claimed_answers<S: AsRef<str>>(&self, positions: &[S]) -> Result<Vec<String>, Error> {
        let (form, task) = (&self.claim_form, &self.about.answers);
        let claims = self.claims(positions)?;
        if form == task {
            return Ok(claims);
        }
        let known = claims
            .iter()
            .map(|claim| form.says(claim, self.about.misere));
        if !self.asks_one_move_further() {
            return Ok(known.map(|known| task.right(&known, &[])).collect());
        }
        // What a formula says one move further tells which moves win.
        let lines = self.ask(&self.moves, positions)?;
        let answers = positions.iter().zip(lines).zip(known);
        let answers = answers.map(|((position, line), known)| {
            let position = position.as_ref();
            let moves = self.claimed_moves(self.moves_in(position, &line)?)?;
            if moves.iter().any(|choice| choice.outcome.is_none()) {
                let what =
                    "an option is a sum: only a formula for Grundy values says who wins there";
                return Err(self.moves.wrong_about(position, what));
            }
            let winning = moves.iter().filter(|choice| choice.is_winning());
            let winning: Vec<String> = winning.map(Choice::line).collect();
            let known = Known {
                winning_moves: Some(winning.len() as u64),
                ..known
            };
            self.told(task, position, &known, &winning)
        });
        answers.collect()
    }

    /// Returns the answer in this form, or why what is known does not tell it.
    fn told(
        &self,
        form: &Form,
        position: &str,
        known: &Known,
        winning: &[String],
    ) -> Result<String, Error> {
        match form.right(known, winning) {
            none if none.is_empty() => Err(self.moves.wrong_about(position, &form.unknown())),
            right => Ok(right),
        }
    }

    /// Returns whether a formula, which says who wins, is asked one move further for the winning moves or their number.
    pub fn asks_one_move_further(&self) -> bool {
        self.formula.is_some() && self.about.answers.needs_moves()
    }

    /// As [`claims`](Self::claims), each with the number of moves within which the game ends, if the program writes it.
    fn claims_within<S: AsRef<str>>(
        &self,
        positions: &[S],
    ) -> Result<Vec<(String, Option<u64>)>, Error> {
        let form = &self.claim_form;
        let texts = positions.iter().map(AsRef::as_ref);
        let open: Vec<&str> = texts.clone().filter(|text| !self.is_over(text)).collect();
        let mut lines = self.ask(&self.claims, &open)?.into_iter();
        let over = Known {
            outcome: Outcome::of(self.about.misere),
            winning_moves: Some(0),
            remoteness: Some(0),
            ..Known::of_grundy(0)
        };
        let over = form.right(&over, &[]);
        let claims = texts.map(|position| {
            let asked = if self.is_over(position) {
                None
            } else {
                lines.next()
            };
            let line = asked.as_deref().unwrap_or(&over).trim_ascii();
            let within = line.split_once(' ').filter(|_| self.about.loops);
            let within = within.and_then(|(word, moves)| Some((word, moves.parse().ok()?)));
            let misere = self.about.misere;
            let within =
                within.filter(|(word, _)| form.says(word, misere).outcome != Outcome::Draw);
            let (claim, moves) = within.map_or((line, None), |(word, moves)| (word, Some(moves)));
            let claim = form.claimed(claim).map_err(|what| {
                let what = match &self.formula {
                    // Where a formula has no answer, its line says why.
                    Some(_) => line.to_owned(),
                    None => format!("{what}: {}", quoted(line)),
                };
                self.claims.wrong_about(position, &what)
            })?;
            Ok((claim, moves))
        });
        claims.collect()
    }

    /// Returns for each of these positions whether the player to move wins, and what else the claim says.
    pub fn partial_claims<S: AsRef<str>>(&self, texts: &[S]) -> Result<Vec<Known>, Error> {
        let form = &self.claim_form;
        let claims = self.claims_within(texts)?.into_iter();
        let claims = claims.map(|(claim, within)| {
            let known = form.says(&claim, self.about.misere);
            let remoteness = within.or(known.remoteness);
            Known {
                remoteness,
                ..known
            }
        });
        let mut claims: Vec<Known> = claims.collect();
        if self.about.misere && form.outcome_words().is_empty() {
            // The answer that no move wins is also right where the game is over, and won.
            let lost = texts.iter().zip(&mut claims);
            let (lost, claims): (Vec<&str>, Vec<&mut Known>) = lost
                .filter(|(_, claim)| !claim.wins())
                .map(|(text, claim)| (text.as_ref(), claim))
                .unzip();
            for (claim, moves) in claims.into_iter().zip(self.some_moves(&lost, 1, 0)?) {
                claim.outcome = Outcome::of(moves.choices.is_empty());
            }
        }
        Ok(claims)
    }

    /// Returns the options of a position, each with whether it wins according to the claims. Of a move to a sum that is not
    /// known, except by Grundy values.
    pub fn claimed_moves(&self, mut choices: Vec<Move>) -> Result<Vec<Move>, Error> {
        let parts = choices.iter().flat_map(|choice| &choice.leads_to);
        let mut claims = self.partial_claims(&parts.collect::<Vec<_>>())?.into_iter();
        for choice in &mut choices {
            let of_parts = claims.by_ref().take(choice.leads_to.len());
            let sum: Option<Known> = of_parts.reduce(Known::plus);
            let is_known = choice.leads_to.len() < 2 || self.claim_form.adds_up();
            choice.outcome = sum.filter(|_| is_known).map(|sum| sum.outcome);
        }
        Ok(choices)
    }

    /// Returns the correct answer for each position; if several moves win, the first of them.
    pub fn answers<S: AsRef<str>>(&self, positions: &[S]) -> Result<Vec<String>, Error> {
        self.answers_in(&self.about.answers, positions)
    }

    fn answers_in<S: AsRef<str>>(
        &self,
        form: &Form,
        positions: &[S],
    ) -> Result<Vec<String>, Error> {
        self.solve(positions)?;
        if form.names_moves() > 0 {
            // All in one call, before each is looked at.
            self.ask(&self.moves, positions)?;
        }
        let answers = positions.iter().map(AsRef::as_ref).map(|position| {
            let mut winning = Vec::new();
            if form.names_moves() > 0 {
                let moves = self.winning_moves(position)?;
                winning.extend(moves.iter().map(Choice::line));
            }
            let Some(value) = self.table().value_of(position) else {
                return Ok(String::new());
            };
            self.told(form, position, &value.into(), &winning)
        });
        answers.collect()
    }

    /// Compares the claims about the positions of a size with these indices with the oracle.
    pub fn compare(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        let positions = self.some(size, indices.clone());
        let claims = self.claims(&positions)?;
        let answers = self.answers_in(&self.claim_form, &positions)?;
        let is_any = self.claim_form.has_several_right();
        let mut tally = Tally::default();
        for (i, position) in positions.iter().enumerate() {
            let Some(value) = self.table().value_of(position) else {
                continue;
            };
            let (right, claim) = (Known::from(value), &claims[i]);
            tally.count(&right);
            let is_right = self
                .claim_form
                .is_same(claim, &answers[i], LetterCase::Exact);
            // Only the smallest mismatch is shown, so only it needs the moves.
            let winning = if is_right || !is_any && tally.mismatches > 0 {
                Vec::new()
            } else {
                self.winning_moves(position)?
            };
            let named = self.claim_form.named(claim);
            let is_named = |a_move: &Move| {
                named
                    .iter()
                    .any(|name| a_move.is_named(name, LetterCase::Exact))
            };
            if !(is_right || is_any && winning.iter().any(is_named)) {
                let winning: Vec<String> = winning.iter().map(Choice::shown).collect();
                let expected = right.with_moves(&winning);
                let index = indices.start + i as u64;
                let zeros = |number: &str| number.trim_start_matches('0').to_owned();
                let mut got = claim.clone();
                if zeros(claim) == zeros(&answers[i]) {
                    got += &format!(", expected {} without leading zeros", answers[i]);
                }
                tally.fail(self.mismatch((size, index), position, expected, &got));
            }
        }
        Ok(tally)
    }

    fn mismatch(
        &self,
        (size, index): (u32, u64),
        position: &str,
        expected: String,
        claim: &str,
    ) -> Mismatch {
        let (place, got) = ((size, vec![index]), format!("says {claim}"));
        let input = if self.is_of_game {
            of_line(position)
        } else {
            position.to_owned()
        };
        Mismatch::new(&self.about, place, input, expected, got)
    }

    /// Checks the positions of a size with these indices for [closure](grundy_game::closure). Positions are not solved, and
    /// only their options are used.
    pub fn exhaust(&self, size: u32, indices: Range<u64>) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        let some = self.some(size, indices.clone());
        let examined = self.examine(&some, Sums::Refused, FOLLOWED)?;
        for ((index, text), examined) in indices.zip(&some).zip(&examined) {
            self.count_examined(&mut tally, (size, index), text, examined);
        }
        Ok(tally)
    }

    /// Checks positions `numbers` of an endless series of random positions, which the program's verb `random` draws, in
    /// groups of three: see [`sample`](Self::sample).
    pub fn sample_series(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        let drawings = drawings(&numbers);
        let draws = drawings.clone().map(|drawing| Draw {
            seed: draw.seed.wrapping_add(drawing),
            ..*draw
        });
        let draws: Vec<Draw> = draws.collect();
        let texts = self.draws.all(&draws)?;
        let texts: Option<Vec<String>> = texts.into_iter().collect();
        let texts = texts.ok_or_else(|| no_position(draw))?;
        let each = &mut |_: &Examined| ();
        self.sample(
            texts,
            draw.seed,
            drawings.start,
            &numbers,
            Sums::Refused,
            each,
        )
    }

    /// Checks positions for closure in groups of three: a position, one after a move from it that wins according to the
    /// claims (the same position if there is none), and one after any move from that. The first of these positions has
    /// number `first * 3`, and only those with `numbers` count; `each` gets these.
    pub fn sample(
        &self,
        mut texts: Vec<String>,
        seed: u64,
        first: u64,
        numbers: &Range<u64>,
        sums: Sums,
        each: &mut dyn FnMut(&Examined),
    ) -> Result<Tally, Error> {
        let mut tally = Tally::default();
        for variant in 0..VARIANTS {
            let examined = self.examine(&texts, sums, FOLLOWED)?;
            for ((drawing, text), examined) in (first..).zip(&mut texts).zip(&examined) {
                let number = drawing * VARIANTS + variant;
                if numbers.contains(&number) {
                    self.count_examined(&mut tally, (0, number), text, examined);
                    tally.draw(text);
                    each(examined);
                }
                let mut random = Random::new(seed.wrapping_add(drawing));
                if let Some(next) = after(examined, variant == 0, &mut random) {
                    text.clone_from(next);
                }
            }
        }
        Ok(tally)
    }

    /// Follows many moves of a large position. Returns whether the claim calls it won and none of them shows that, or how the
    /// claim contradicts itself. Moves that cannot be listed in a short time are not followed.
    pub fn is_doubtful(&self, position: &str) -> Result<Result<bool, Mismatch>, Error> {
        let text = position.trim_end().to_owned();
        if is_large(&text) && !self.first_moves.is_offered()? {
            match self.listed_moves(&self.quick(), &text) {
                Ok(_) => (),
                Err(CallError::Ended { .. } | CallError::Exceeded(_)) => return Ok(Ok(false)),
                Err(error) => return Err(error.into()),
            }
        }
        let examined = self.examine(slice::from_ref(&text), Sums::LeftOut, FOLLOWED_CLOSELY)?;
        let mut tally = Tally::default();
        let mut is_doubtful = false;
        for examined in &examined {
            self.count_examined(&mut tally, (0, 0), &text, examined);
            is_doubtful |= examined.claim.wins() && !examined.is_shown;
        }
        Ok(tally.smallest.map_or(Ok(is_doubtful), Err))
    }

    /// Returns the claim about each position, with the claims about the positions that about `most` moves lead to.
    fn examine(&self, texts: &[String], sums: Sums, most: usize) -> Result<Vec<Examined>, Error> {
        let (form, misere) = (&self.claim_form, self.about.misere);
        let mut moves = self.some_moves(texts, most, 0)?;
        let mut asked: Vec<&str> = Vec::new();
        for (text, Moves { choices, unseen }) in texts.iter().zip(&mut moves) {
            asked.push(text);
            let all = choices.len();
            if !form.adds_up() {
                choices.retain(|choice| choice.leads_to.len() < 2);
            }
            let left_out = all - choices.len();
            if left_out > 0 && sums == Sums::Refused {
                let what = "an option is a sum: only a claim of Grundy values can be held against itself there";
                return Err(self.moves.wrong_about(text, what));
            }
            *unseen = unseen.saturating_add(left_out as u64);
            let parts = choices.iter().flat_map(|choice| &choice.leads_to);
            asked.extend(parts.map(String::as_str));
        }
        let known = self.partial_claims(&asked)?;
        let claims = self.claims_within(&asked)?.into_iter();
        let claims = claims.map(|(claim, within)| match within {
            Some(moves) => format!("{claim} {moves}"),
            None => claim,
        });
        let mut claims = claims.zip(known);
        let examined = texts.iter().zip(moves).map(|(text, moves)| {
            let claim = |_: &String| claims.next().ok_or_else(|| failed("no claim"));
            let form = (form, LetterCase::Exact);
            compare(form, misere, text, moves, claim)
        });
        examined.collect()
    }

    fn count_examined(
        &self,
        tally: &mut Tally,
        place: (u32, u64),
        position: &str,
        examined: &Examined,
    ) {
        tally.count(&Known {
            winning_moves: Some(examined.followed.winning),
            ..examined.claim
        });
        tally.within += u64::from(examined.claim.remoteness.is_some());
        tally.followed.add(examined.followed);
        if let Some(expected) = examined.contradiction.clone() {
            tally.fail(self.mismatch(place, position, expected, &examined.answer));
        }
    }
}

/// Returns a random position that a move leads to, a move that wins according to the claims if `wins`.
fn after<'a>(examined: &'a Examined, wins: bool, random: &mut Random) -> Option<&'a String> {
    let choices = examined.moves.iter().map(|(choice, _)| choice);
    let fitting = choices.filter(|choice| choice.is_winning() || !wins);
    let parts: Vec<_> = fitting.flat_map(|choice| &choice.leads_to).collect();
    let at = random.below(parts.len() as u64) as usize;
    parts.get(at).copied()
}
