//! The moves of a position, from the program's line about it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use grundy_brute::solver::Solved;
use grundy_game::closure::Moves;
use grundy_game::line::{self, quoted};
use grundy_game::{Choice, Error, Known, LetterCase, Outcome};

use crate::explore::same_options;
use crate::opened::Opened;
use crate::program::{CallError, Runner, UNLISTED, input};
use crate::table::Table;

/// A move of a rules program: what it leads to is text.
pub(crate) type Move = Choice<String>;

/// The time in which the moves of positions have to be listed to be followed.
const QUICK: Duration = Duration::from_secs(5);
/// The verb that finds the move that an answer names.
const NAMED_MOVE: &[&str] = &["named-move"];
/// The bytes of the input in which a position is repeated to draw several of its moves.
const REPEATED: usize = 1 << 20;
/// The number of solved positions of which drawn moves are compared with the listed ones.
const COMPARED: usize = 32;
/// A position has few moves if not more than this part of the drawn ones are different, and most of these were drawn several
/// times.
const FEW_OF: usize = 4;
/// The smallest number of moves that are drawn for a position, however long it is.
const FEWEST: usize = 4;
/// The largest sum of the length of a position and of its numbers if it is small.
const SMALL: u64 = 1000;

impl Opened {
    /// Returns the moves of each of these positions: all, or of a large position at most `most` that the program draws at
    /// random, if it has the verb `random-move`. The same moves for the same seed.
    pub fn some_moves<S: AsRef<str>>(
        &self,
        texts: &[S],
        most: usize,
        seed: u64,
    ) -> Result<Vec<Moves<String>>, Error> {
        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
        let draws = texts.iter().any(|text| is_large(text)) && self.first_moves.is_offered()?;
        let is_sampled = |text: &str| draws && is_large(text);
        let (large, small): (Vec<&str>, _) = texts.iter().partition(|text| is_sampled(text));
        let mut drawn = self.random_moves(&large, most, seed)?.into_iter();
        let small: Vec<&str> = small;
        let mut listed = self.ask(&self.moves, &small)?.into_iter();
        let moves = texts.iter().map(|text| {
            let drawn = if is_sampled(text) { drawn.next() } else { None };
            if let Some(drawn) = drawn {
                return Ok(drawn);
            }
            let line = listed.next().unwrap_or_default();
            let choices = self.moves_in(text, &line).map_err(|error| match error {
                Error::TooManyMoves(_) => {
                    let what =
                        "its moves are too many to be listed, and there is no verb random-move";
                    self.moves.wrong_about(text, what)
                }
                error => error,
            })?;
            Ok(Moves { choices, unseen: 0 })
        });
        moves.collect()
    }

    /// Returns moves of each of these positions that the program draws at random; different ones only, about `most`, each with
    /// the number of times that it was drawn.
    fn drawn_moves<'a>(
        &self,
        texts: &[&'a str],
        most: usize,
        seed: u64,
    ) -> Result<Vec<Vec<(Move, usize)>>, Error> {
        let seed = seed.to_string();
        let words: &[&str] = &[self.first_moves.words[0], &seed];
        let lines: Vec<Arc<str>> = if most == 1 {
            self.ask(&self.first_moves, texts)?
        } else {
            let repeat = |text: &&'a str| std::iter::repeat_n(*text, times(text, most));
            let reply = (self.runner).ask(words, &input(texts.iter().flat_map(repeat)))?;
            reply.lines().map(Arc::from).collect()
        };
        let mut lines = lines.into_iter();
        let drawn = texts.iter().map(|text| {
            let wrong = |what: String| self.runner.wrong_about(words, text, &what);
            let mut different: BTreeMap<String, (Move, usize)> = BTreeMap::new();
            for line in lines.by_ref().take(times(text, most)) {
                if let Some(choice) = single(&line).map_err(wrong)? {
                    different.entry(choice.shown()).or_insert((choice, 0)).1 += 1;
                }
            }
            Ok(different.into_values().collect())
        });
        drawn.collect()
    }

    /// Returns about `most` moves of each of these positions, which the program draws at random. If there are few different
    /// ones, the program lists all moves of the position; it has to, if it draws none.
    fn random_moves(
        &self,
        texts: &[&str],
        most: usize,
        seed: u64,
    ) -> Result<Vec<Moves<String>>, Error> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let drawn = self.drawn_moves(texts, most, seed)?;
        // Where a program prefers some of many moves, most of the others are drawn once.
        let is_few = |i: &usize| {
            let once = drawn[*i].iter().filter(|(_, times)| *times == 1).count();
            let different = drawn[*i].len();
            different <= times(texts[*i], most) / FEW_OF && once <= different / 2
        };
        let few: Vec<usize> = (0..texts.len()).filter(is_few).collect();
        let drawn = drawn.into_iter().map(|choices| Moves {
            choices: choices.into_iter().map(|(choice, _)| choice).collect(),
            unseen: u64::MAX,
        });
        let mut drawn: Vec<Moves<String>> = drawn.collect();
        if few.is_empty() {
            return Ok(drawn);
        }
        // A program may fail where the moves are too many to be listed.
        let asked = input(few.iter().map(|&i| texts[i]));
        let listed = match self.quick().run(self.moves.words, &asked) {
            Ok((text, _)) if text.lines().count() == few.len() => text,
            Ok(_) | Err(CallError::Ended { .. } | CallError::Exceeded(_)) => String::new(),
            Err(error) => return Err(error.into()),
        };
        let mut listed = listed.lines();
        for i in few {
            let is_drawn = !drawn[i].choices.is_empty();
            let choices = match listed.next() {
                Some(UNLISTED) | None if is_drawn => continue,
                Some(line) => self.moves_in(texts[i], line)?,
                // Whether the game is over there only `moves` can say, however long it takes within its limit.
                None => self.listed_moves(&self.runner, texts[i])?,
            };
            if is_drawn && choices.len() <= most.saturating_mul(FEW_OF) {
                drawn[i] = Moves { choices, unseen: 0 };
            } else if !is_drawn && choices.is_empty() {
                drawn[i].unseen = 0;
            } else if !is_drawn {
                let what = "no option, but the game is not over there by the verb moves";
                let words = &self.first_moves.words[..1];
                return Err(self.runner.wrong_about(words, texts[i], what));
            }
        }
        Ok(drawn)
    }

    /// Returns whether the moves of a position are drawn at random and not listed: it is large, and the program has the verb
    /// `random-move`.
    pub fn has_unlisted_moves(&self, text: &str) -> Result<bool, Error> {
        Ok(is_large(text) && self.first_moves.is_offered()?)
    }

    /// Returns the move that an answer names, by the verb `named-move`; none if it names no legal move. The error
    /// [`CallError::Ended`] means that the program does not have this verb.
    pub fn named_move(&self, position: &str, answer: &str) -> Result<Option<Move>, CallError> {
        let line = format!("{position} ; {answer}\n");
        let reply = self.runner.ask(NAMED_MOVE, &line)?;
        let found = single(reply.lines().next().unwrap_or_default());
        Ok(found.map_err(|what| self.runner.wrong_about(NAMED_MOVE, position, &what))?)
    }

    /// Returns a runner of the program that has to list moves in a short time.
    pub fn quick(&self) -> Runner {
        self.runner.in_time(QUICK)
    }

    /// Returns all moves of a position, as a runner of the program lists them.
    pub fn listed_moves(&self, runner: &Runner, text: &str) -> Result<Vec<Move>, CallError> {
        let reply = runner.ask(self.moves.words, &input([text]))?;
        Ok(self.moves_in(text, reply.lines().next().unwrap_or_default())?)
    }

    /// Returns some of the solved positions that have moves.
    fn some_with_moves(&self) -> Vec<String> {
        let table = self.table();
        let numbers = 0..table.game.positions();
        let step = numbers.len() / COMPARED + 1;
        let with_moves = |number: &u32| table.game.options(*number).next().is_some();
        table.texts(numbers.step_by(step).filter(with_moves))
    }

    /// Fails if the program has the verb `named-move`, an answer that is a move, and a move that it lists but does not find
    /// by its name, or without one by the position that it leads to, for some of the solved positions.
    pub fn check_named_moves(&self) -> Result<(), Error> {
        if !self.about.answers.has_several_right() || !self.runner.offers(NAMED_MOVE)? {
            return Ok(());
        }
        let texts = self.some_with_moves();
        let mut asked: Vec<(&str, String)> = Vec::new();
        for (text, listed) in texts.iter().zip(self.ask(&self.moves, &texts)?) {
            let choices = self.moves_in(text, &listed)?;
            asked.extend(choices.iter().map(|choice| (&**text, choice.line())));
        }
        let lines = asked
            .iter()
            .map(|(text, answer)| format!("{text} ; {answer}\n"));
        let reply = self.runner.ask(NAMED_MOVE, &lines.collect::<String>())?;
        for ((text, answer), line) in asked.iter().zip(reply.lines()) {
            let wrong = |what: String| self.runner.wrong_about(NAMED_MOVE, text, &what);
            let found = choices(line).map_err(wrong)?;
            if !matches!(&found[..], [choice] if choice.is_named(answer, LetterCase::Exact)) {
                let (answer, found) = (quoted(answer), quoted(line));
                let what = format!("expected the option that {answer} names, found {found}");
                return Err(wrong(what));
            }
        }
        Ok(())
    }

    /// Fails if the program draws a move that it does not list, for some of the solved positions.
    pub fn check_random_moves(&self) -> Result<(), Error> {
        if !self.first_moves.is_offered()? {
            return Ok(());
        }
        let texts = self.some_with_moves();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let listed = self.ask(&self.moves, &texts)?;
        let drawn = self.drawn_moves(&texts, FEWEST, 0)?;
        for ((text, listed), drawn) in texts.iter().zip(listed).zip(drawn) {
            let listed = self.moves_in(text, &listed)?;
            let listed: Vec<String> = listed.iter().map(Choice::shown).collect();
            let illegal = drawn.iter().map(|(choice, _)| choice.shown());
            if let Some(choice) = { illegal }.find(|choice| !listed.contains(choice)) {
                let what = format!("{} is no option that `moves` lists", quoted(&choice));
                return Err(self.first_moves.wrong_about(text, &what));
            }
        }
        Ok(())
    }

    /// Returns the options of a position, from the program's line about it; [`Error::TooManyMoves`] if it lists none because they
    /// are too many.
    pub fn moves_in(&self, position: &str, line: &str) -> Result<Vec<Move>, Error> {
        if line.trim_ascii() == UNLISTED {
            return Err(Error::TooManyMoves(u64::MAX));
        }
        let choices = choices(line);
        let choices = choices.and_then(|choices| self.can_be_answers(&choices).and(Ok(choices)));
        choices.map_err(|what| self.moves.wrong_about(position, &what))
    }

    /// Fails if the task's answer is a move, and an answer may mean something else than one of these options: all have a
    /// name or none has, and none is named by the word for a loss. Behind the word for a win the line of a single move is no such word.
    fn can_be_answers(&self, choices: &[Move]) -> Result<(), String> {
        let form = &self.about.answers;
        if form.names_moves() == 0 {
            return Ok(());
        }
        let loss = form.of_lost();
        let (named, others): (Vec<_>, Vec<_>) = choices.iter().partition(|one| one.name.is_some());
        if let (Some(named), Some(other)) = (named.first(), others.first()) {
            let [named, other] = [named, other].map(|choice| quoted(&choice.shown()));
            let what = "expected names of all moves or of none, found";
            return Err(format!("{what} {named} and {other}"));
        }
        let lines: Vec<String> = choices.iter().map(Choice::line).collect();
        if let Some(what) = form.misnamed(lines.iter().map(String::as_str)) {
            return Err(what);
        }
        if form.has_second_line() && form.names_moves() == 1 {
            return Ok(());
        }
        let means_loss = |choice: &&Move| choice.is_named(loss, LetterCase::Fold);
        choices.iter().find(means_loss).map_or(Ok(()), |choice| {
            let what = "is the answer where no move wins, and the answer for the move";
            Err(format!("{loss} {what} {}", quoted(&choice.shown())))
        })
    }

    /// Returns the options of a position, each with whether it wins. Takes O(bytes) if the position is already solved.
    pub fn solved_moves(&self, position: &str) -> Result<Vec<Move>, Error> {
        self.solve(&[position])?;
        let line = &self.ask(&self.moves, &[position])?[0];
        let mut moves = self.moves_in(position, line)?;
        let table = self.table();
        if let Some(number) = table.game.find(position) {
            same_options(&self.moves, &table.game, number, line, self.cancels())?;
        }
        for choice in &mut moves {
            choice.outcome = Some(outcome(&values(&table, choice)));
        }
        Ok(moves)
    }

    /// Solves what these moves lead to, equal parts of a sum included, so that the values of all parts are known.
    pub fn solve_parts(&self, moves: &[Move]) -> Result<(), Error> {
        let parts = moves.iter().flat_map(|choice| &choice.leads_to);
        self.solve(&parts.collect::<Vec<_>>())
    }

    /// Returns the options that win.
    pub fn winning_moves(&self, position: &str) -> Result<Vec<Move>, Error> {
        let mut moves = self.solved_moves(position)?;
        moves.retain(Choice::is_winning);
        Ok(moves)
    }

    /// Returns the Grundy values of the parts that a move leads to; `None` under misère play, and where a part is not solved.
    pub fn grundy_values(&self, choice: &Move) -> Option<Vec<u32>> {
        let values = values(&self.table(), choice);
        let are_known = values.len() == choice.leads_to.len();
        let values = values.iter().map(|value| value.grundy);
        values.collect::<Option<_>>().filter(|_| are_known)
    }
}

/// Returns the options of a line.
fn choices(line: &str) -> Result<Vec<Move>, String> {
    let options = line::named(line)?.into_iter();
    let choices = options.map(|(name, parts)| Choice {
        name: name.map(str::to_owned),
        numbers: None,
        leads_to: parts.into_iter().map(str::to_owned).collect(),
        outcome: None,
    });
    Ok(choices.collect())
}

/// Returns the option of a line that has at most one.
fn single(line: &str) -> Result<Option<Move>, String> {
    let mut choices = choices(line)?;
    if choices.len() > 1 {
        return Err(format!("expected one option, found {}", quoted(line)));
    }
    Ok(choices.pop())
}

/// Returns the values of the parts that a move leads to, of those that are solved: equal ones may not be.
fn values(table: &Table, choice: &Move) -> Vec<Solved> {
    let values = choice.leads_to.iter().map(|part| table.value_of(part));
    values.flatten().collect()
}

/// Returns the outcome of a sum that can be solved: without Grundy values at most one part has moves.
fn outcome(parts: &[Solved]) -> Outcome {
    let values: Option<Vec<u32>> = parts.iter().map(|part| part.grundy).collect();
    if let Some(values) = values {
        return Outcome::of(values.iter().fold(0, |sum, value| sum ^ value) != 0);
    }
    let with_moves = parts.iter().find(|part| part.length != Some(0));
    let decides = with_moves.or(parts.first());
    decides.map_or(Outcome::N, |part| Known::from(*part).outcome)
}

/// Returns how often a position is repeated to draw `most` of its moves.
fn times(text: &str, most: usize) -> usize {
    (REPEATED / (text.len() + 1)).clamp(FEWEST.min(most), most.max(1))
}

/// Returns whether the length of a position and the sum of its numbers are beyond [`SMALL`]: it may have too many moves to
/// list each of them.
pub(crate) fn is_large(text: &str) -> bool {
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let numbers = numbers.filter(|digits| !digits.is_empty());
    let numbers = numbers.map(|digits| digits.parse().unwrap_or(u64::MAX));
    numbers.fold(text.len() as u64, u64::saturating_add) > SMALL
}
