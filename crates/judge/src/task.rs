//! A game as a task sets it: with limits and words of its own.

use std::sync::Arc;

use grundy_game::{
    Case, Claimant, Draw, Error, Form, Game, LetterCase, Limit, NoShape, OriginalTest, Position,
    Request,
};

use crate::JudgeError;
use crate::verdict::AnswerForm;

/// A game with the limits and words of the task at hand, which may differ from those of the game's original.
pub struct Task<'a> {
    /// The game.
    pub game: &'a dyn Game,
    /// What an answer looks like, in the task's words.
    pub answers: Form,
    /// How letters of answers are compared.
    pub case: LetterCase,
    /// Whether the limits differ from the original's, whose tests then prove nothing.
    pub has_own_limits: bool,
    limits: Vec<Limit>,
}

impl<'a> Task<'a> {
    /// The game as its original sets it.
    pub fn original(game: &'a dyn Game) -> Self {
        Self {
            game,
            answers: game.about().answers.clone(),
            case: LetterCase::default(),
            limits: grundy_game::limits(game),
            has_own_limits: false,
        }
    }

    /// The game with numbers up to `m` and with up to `n` parts, in the sense of
    /// [`About`](grundy_game::About); `None` leaves the limits of the original. No position has more parts than an input may have.
    ///
    /// ```
    /// use grundy_game::Limit;
    /// use grundy_judge::task::Task;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let task = Task::original(&*nim).with_limits(Some(u64::MAX), None);
    /// assert_eq!(task.limits(), [Limit { m: u64::MAX, n: 100_000 }]);
    /// ```
    #[must_use]
    pub fn with_limits(mut self, m: Option<u64>, n: Option<u64>) -> Self {
        self.has_own_limits = m.is_some() || n.is_some();
        override_limits(&mut self.limits, m, n);
        let parts = self.game.about().cases.parts;
        for limit in &mut self.limits {
            limit.n = limit.n.min(parts);
        }
        self.limits.dedup();
        self
    }

    /// The game with other words for a win and a loss of the player to move.
    ///
    /// # Errors
    /// When the game's answers are not two words, or `win` and `loss` are not.
    pub fn with_words(mut self, win: &str, loss: &str) -> Result<Self, JudgeError> {
        let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        if win == loss || !is_word(win) || !is_word(loss) {
            Err(format!("`{win}` and `{loss}` are not two different words"))?;
        }
        let answers = self.answers.with_words(win.to_owned(), loss.to_owned());
        let name = &self.game.about().name;
        self.answers = answers.ok_or_else(|| {
            format!("{name}'s answer is not one of two words, so there are no words to change")
        })?;
        Ok(self)
    }

    /// The game with another comparison of letters.
    ///
    /// # Errors
    /// When both words for an answer are the same in this comparison.
    pub fn with_case(mut self, case: LetterCase) -> Result<Self, JudgeError> {
        self.case = case;
        let words = self.answers.outcome_words();
        for (at, word) in words.iter().enumerate() {
            words[..at]
                .iter()
                .try_for_each(|other| self.tells_apart(other, word))?;
        }
        Ok(self)
    }

    /// Returns the form of answers, how their letters are compared, and what stands before each of them.
    pub(crate) fn form(&self) -> AnswerForm<'_> {
        (&self.answers, self.case, &self.game.about().cases.prefix)
    }

    /// Checks that two words of the task are not the same.
    ///
    /// # Errors
    /// When letters are compared so that they are.
    pub fn tells_apart(&self, one: &str, other: &str) -> Result<(), JudgeError> {
        if self.case.is_same(one, other) {
            let message =
                format!("`{one}` and `{other}` differ only in case: --case exact tells them apart");
            return Err(JudgeError::Task(message));
        }
        Ok(())
    }

    /// The largest inputs, the most demanding first.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// Checks that positions at the limits that were asked for can be answered: the oracle of a rules program
    /// solves every position up to `up_to`, or up to the size that the game names.
    pub(crate) fn has_answers(&self, seed: u64, up_to: Option<u32>) -> Result<(), JudgeError> {
        if !self.draws_itself() || self.is_claimed() {
            return self.has_inputs(seed);
        }
        let known = self.game.sweep_to()?.max(up_to.unwrap_or(0));
        match self.limits.first() {
            Some(Limit { m, .. }) if *m > known.into() => Err(JudgeError::Task(format!(
                "positions of size {m} of {} cannot be answered: its oracle solves positions up to size {known} only, and \
                 larger ones need a claim and the verb `random`; --up-to sets a larger size, and --check closure compares the answers \
                 of a program with one another{}",
                self.game.about().name,
                how_to_claim(self.game)
            ))),
            _ => Ok(()),
        }
    }

    /// Checks that some input has the limits that were asked for.
    ///
    /// # Errors
    /// When none has, with the reason that the game's first shape gives.
    pub fn has_inputs(&self, seed: u64) -> Result<(), JudgeError> {
        let Some(&Limit { m, n }) = self.limits.first().filter(|_| self.has_own_limits) else {
            return Ok(());
        };
        if self.draws_itself() && !self.is_claimed() {
            self.game.drawn(&Draw { m, n, seed }, 0)?;
            return Ok(());
        }
        let about = self.game.about();
        // With m = 0 at most one position of n parts is left: every test would be the same.
        let shapes = about.shapes.iter().filter(|_| m > 0);
        let mut reason = None;
        for shape in shapes.map(|shape| shape.name) {
            match self.game.draw(&Request { shape, m, n, seed }) {
                Ok(_) => return Ok(()),
                Err(Error::NoShape(NoShape(why))) => reason = reason.or(Some(why)),
                Err(error) => return Err(error.into()),
            }
        }
        let reason = reason.unwrap_or_else(|| "-m has to be at least 1".to_owned());
        let name = &about.name;
        let message = format!("{name} has no input as large as -m {m} -n {n}: {reason}");
        Err(JudgeError::Task(message))
    }

    /// Returns whether positions of these limits are drawn by the game's own program, and may be beyond any oracle.
    pub(crate) fn draws_itself(&self) -> bool {
        self.has_own_limits && self.is_program()
    }

    /// Returns whether the game is a rules program, so that all right answers are the oracle's.
    pub(crate) fn is_program(&self) -> bool {
        self.game.about().claimant == Claimant::Claim
    }

    /// Returns whether the game is a rules program whose claim gives the right answers for large positions.
    pub(crate) fn is_claimed(&self) -> bool {
        self.is_program() && self.game.about().shapes.len() > 1
    }

    /// The error that there was no test.
    pub(crate) fn no_tests(&self) -> JudgeError {
        let about = self.game.about();
        JudgeError::Task(format!(
            "no test was run, which says nothing about the program: {} has no position of the sizes that were asked \
             for; its smallest size is {}",
            about.name, about.smallest
        ))
    }

    /// Returns the case of one input: these positions, with the right answers in the task's words.
    pub(crate) fn case(&self, positions: &[Arc<dyn Position>]) -> Result<Case, Error> {
        let case = match positions {
            positions if self.has_many() => {
                let cases = positions.iter().map(|position| position.case());
                let cases = cases.collect::<Result<Vec<_>, _>>()?;
                self.joined(&cases.iter().collect::<Vec<_>>())
            }
            [position] => position.case()?,
            positions => OriginalTest {
                name: String::new(),
                positions: positions.to_vec(),
            }
            .case(self.game)?,
        };
        Ok(self.in_our_words(case))
    }

    /// How many tests are handed to a sandbox at a time: a start of the program is shared by as many as an input holds.
    pub(crate) fn batch(&self) -> u64 {
        const BATCH: u64 = 512;
        self.game.about().cases.most.clamp(1, BATCH)
    }

    /// Returns whether a run may have several cases.
    pub(crate) fn has_many(&self) -> bool {
        self.game.about().cases.are_many()
    }

    /// Returns the case of a run on these cases of one position each, of which there is at least one.
    pub(crate) fn joined(&self, cases: &[&Case]) -> Case {
        self.game.about().cases.case(cases)
    }

    /// Draws a position and returns its case, which is a whole input where these hold one position; `None` when no position of the shape has those sizes.
    pub(crate) fn drawn(&self, request: &Request<'_>) -> Result<Option<Case>, Error> {
        let position = if_any(self.game.draw(request))?;
        let case = position.map(|position| position.case()).transpose()?;
        Ok(case.map(|case| self.in_our_words(case)))
    }

    /// Reads the text of a single position.
    pub(crate) fn position(&self, text: &str) -> Result<Arc<dyn Position>, JudgeError> {
        let about = self.game.about();
        let text = about.cases.clone().of_texts(about.layout).join(&[text]);
        let mut positions = self.game.read(text.as_bytes())?;
        let single = positions.pop().filter(|_| positions.is_empty());
        single.ok_or_else(|| JudgeError::Task("expected a single position".to_owned()))
    }

    /// Returns the case with the game's words for a win and a loss replaced by the task's.
    pub(crate) fn in_our_words(&self, mut case: Case) -> Case {
        let answers = &self.game.about().answers;
        case.answer = answers.in_words_of(&self.answers, &case.answer);
        case
    }
}

/// Replaces limits by those that were asked for: the most demanding pair becomes these, and no other pair may be beyond that.
pub(crate) fn override_limits(limits: &mut [Limit], m: Option<u64>, n: Option<u64>) {
    for (i, limit) in limits.iter_mut().enumerate() {
        let new = |old: u64, new: u64| if i == 0 { new } else { old.min(new) };
        limit.m = m.map_or(limit.m, |m| new(limit.m, m));
        limit.n = n.map_or(limit.n, |n| new(limit.n, n));
    }
}

/// How a game without a claim gets one, where formulas say what its answers are; nothing elsewhere.
pub(crate) fn how_to_claim(game: &dyn Game) -> String {
    let about = game.about();
    let said = about.answers.of_formula().map(|_| {
        format!(
            "; `grundy formula -g {}` looks for a closed form, and --formula takes it",
            about.name
        )
    });
    said.unwrap_or_default()
}

/// Checks that inputs are the positions that were read from them; otherwise, what follows from that.
pub(crate) fn are_inputs(
    game: &dyn Game,
    positions: &[Arc<dyn Position>],
    otherwise: &str,
) -> Result<(), JudgeError> {
    for position in positions {
        if position.input()?.trim_end() != position.to_string().trim_end() {
            let name = &game.about().name;
            Err(format!(
                "inputs of {name} are not its positions, so {otherwise}"
            ))?;
        }
    }
    Ok(())
}

/// `None` when no position has the sizes that were asked for.
pub(crate) fn if_any<P>(drawn: Result<P, Error>) -> Result<Option<P>, Error> {
    match drawn {
        Ok(position) => Ok(Some(position)),
        Err(Error::NoShape(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod unit {
    use super::*;
    use grundy_games::find;

    #[test]
    fn words_of_a_task() {
        let nim = find("nim").unwrap();
        let task = Task::original(&*nim);
        let positions = [b"2\n1 1\n", b"2\n1 3\n"].map(|input| nim.read(input).unwrap().remove(0));
        let plain = task.case(&positions).unwrap();
        let task = task.with_words("first", "second").unwrap();
        let case = task.case(&positions).unwrap();
        assert_eq!(
            (&*plain.answer, &*case.answer),
            ("No\nYes\n", "second\nfirst\n")
        );
        let has_form = |text| task.answers.answers(text, LetterCase::Exact).is_ok();
        assert!(has_form("first") && !has_form("Yes"));
        // The game's own words may change places.
        let task = Task::original(&*nim).with_words("No", "Yes").unwrap();
        assert_eq!(task.in_our_words(plain).answer, "Yes\nNo\n");
    }

    #[test]
    fn words_that_cannot_be() {
        for (name, win, loss, message) in [
            ("nim", "A", "A", "`A` and `A` are not two different words"),
            ("nim", "", "A", "`` and `A` are not two different words"),
            ("nim", "a b", "A", "`a b` and `A` are not"),
        ] {
            let game = find(name).unwrap();
            let error = Task::original(&*game).with_words(win, loss).err().unwrap();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }

    #[test]
    fn limits_of_a_task() {
        let gra = find("gra").unwrap();
        let limits = |m, n| Task::original(&*gra).with_limits(m, n).limits().to_vec();
        assert_eq!(limits(None, None).len(), 4);
        let small = [Limit::new(10, 5), Limit::new(10, 1)];
        assert_eq!(limits(Some(10), Some(5)), small);
        let few = [Limit::new(1_000_000_000, 3), Limit::new(1_999_999, 3)];
        assert_eq!(limits(None, Some(3))[..2], few);
    }
}
