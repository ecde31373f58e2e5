//! A game as a task sets it: with limits and words of its own.

use grundy_games::{
    Answers, Case, Claimant, Draw, Error, Game, InputError, Limit, OriginalTest, Position, Request,
    limits,
};
use std::sync::Arc;

/// A game with the limits and words of the task at hand, which need not be those of the game's original.
pub struct Task<'a> {
    /// The game.
    pub game: &'a dyn Game,
    limits: Vec<Limit>,
    has_own_limits: bool,
    /// What the task says in place of the game's words for a win and a loss.
    words: Option<[Words; 2]>,
}

/// A word of the game, and of the task.
#[derive(Clone, Debug)]
struct Words {
    game: String,
    task: String,
}

/// What a task asks of a game that does not have it.
#[derive(Debug, thiserror::Error)]
pub enum TaskError {
    /// The answer is no word.
    #[error("{game}'s answer is not one of two words, so there are no words to change")]
    NoWords {
        /// The game's name.
        game: String,
    },
    /// The words cannot be told apart, or are none.
    #[error("`{win}` and `{loss}` are not two different words")]
    SameWords {
        /// Said of a win.
        win: String,
        /// Said of a loss.
        loss: String,
    },
    /// The game failed.
    #[error(transparent)]
    Game(#[from] Error),
    /// The oracle of a rules program is not asked as far as that, and nothing else has answers.
    #[error(
        "positions of size {m} of {game} cannot be answered: its oracle is asked up to size {known}, and nothing \
         else says what is right there; --up-to goes further, and --check closure holds a program against itself"
    )]
    Unanswered {
        /// The game's name.
        game: String,
        /// The size that was asked for.
        m: u64,
        /// The largest size that is solved.
        known: u32,
    },
    /// No shape has an input with these sizes.
    #[error("{game} has no input as large as -m {m} -n {n}")]
    NoInput {
        /// The game's name.
        game: String,
        /// The extent.
        m: u64,
        /// The number of parts.
        n: u64,
    },
}

impl<'a> Task<'a> {
    /// The game as its original sets it.
    pub fn original(game: &'a dyn Game) -> Self {
        Self {
            game,
            limits: limits(game),
            has_own_limits: false,
            words: None,
        }
    }

    /// The game with numbers up to `m` and with up to `n` parts, in the sense of
    /// [`About`](grundy_games::About); `None` leaves the limits of the original.
    ///
    /// ```
    /// use grundy_games::Limit;
    /// use grundy_judge::task::Task;
    /// let nim = grundy_games::find("nim").unwrap();
    /// let task = Task::original(&*nim).with_limits(Some(u64::MAX), None);
    /// assert_eq!(task.limits(), [Limit { m: u64::MAX, n: 100_000 }]);
    /// ```
    #[must_use]
    pub fn with_limits(mut self, m: Option<u64>, n: Option<u64>) -> Self {
        self.has_own_limits = m.is_some() || n.is_some();
        let limits = limits(self.game).into_iter().enumerate();
        self.limits = limits
            .map(|(i, limit)| {
                // The most demanding pair becomes what was asked for, and no other may be beyond that.
                let new = |old: u64, new: Option<u64>| match new {
                    Some(new) if i == 0 => new,
                    Some(new) => old.min(new),
                    None => old,
                };
                Limit {
                    m: new(limit.m, m),
                    n: new(limit.n, n),
                }
            })
            .collect();
        self.limits.dedup();
        self
    }

    /// The game with other words for a win and a loss of the player to move.
    ///
    /// # Errors
    /// When the game's answers are no words, or these are none.
    pub fn with_words(mut self, win: &str, loss: &str) -> Result<Self, TaskError> {
        let is_word = |text: &str| !text.is_empty() && !text.contains(char::is_whitespace);
        if win == loss || !is_word(win) || !is_word(loss) {
            let (win, loss) = (win.to_owned(), loss.to_owned());
            return Err(TaskError::SameWords { win, loss });
        }
        let Answers::Words {
            win: our_win,
            loss: our_loss,
        } = self.game.about().answers.clone()
        else {
            let game = self.game.about().name.to_string();
            return Err(TaskError::NoWords { game });
        };
        self.words = Some(
            [(our_win, win), (our_loss, loss)].map(|(game, task)| Words {
                game: game.into_owned(),
                task: task.to_owned(),
            }),
        );
        Ok(self)
    }

    /// The largest inputs, the most demanding first.
    pub fn limits(&self) -> &[Limit] {
        &self.limits
    }

    /// That positions at the limits that were asked for can be answered, where the oracle solves every one up
    /// to a size that was asked for, or else to the game's own.
    pub(crate) fn has_answers(&self, seed: u64, up_to: Option<u32>) -> Result<(), TaskError> {
        if !self.draws_itself() {
            return self.has_inputs(seed);
        }
        let known = self.game.sweep_to()?.max(up_to.unwrap_or(0));
        let limit = self.limits.first().filter(|limit| limit.m > known.into());
        limit.map_or(Ok(()), |&Limit { m, .. }| {
            let game = self.game.about().name.to_string();
            Err(TaskError::Unanswered { game, m, known })
        })
    }

    /// That the limits that were asked for are those of some input.
    pub(crate) fn has_inputs(&self, seed: u64) -> Result<(), TaskError> {
        let Some(&Limit { m, n }) = self.limits.first().filter(|_| self.has_own_limits) else {
            return Ok(());
        };
        // A game that is somebody's program draws for itself.
        if self.draws_itself() {
            self.game.drawn(&Draw { m, n, seed }, 0)?;
            return Ok(());
        }
        for shape in self.game.about().shapes.iter() {
            let shape = shape.name;
            match self.game.draw(&Request { shape, m, n, seed }) {
                Ok(_) => return Ok(()),
                Err(Error::NoShape(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        let game = self.game.about().name.to_string();
        Err(TaskError::NoInput { game, m, n })
    }

    /// Whether positions of these limits are drawn by the game's own program, and may be beyond any oracle.
    pub(crate) fn draws_itself(&self) -> bool {
        self.has_own_limits && self.is_program()
    }

    /// Whether the game is a rules program, so that all right answers are the oracle's.
    pub(crate) fn is_program(&self) -> bool {
        self.game.about().claimant == Claimant::Claim
    }

    /// Whether the limits are others than the original's, whose tests then say nothing.
    pub(crate) const fn has_own_limits(&self) -> bool {
        self.has_own_limits
    }

    /// What an answer has to look like.
    pub(crate) fn answer_form(&self) -> Answers {
        match &self.words {
            None => self.game.about().answers.clone(),
            Some([win, loss]) => Answers::words(win.task.clone(), loss.task.clone()),
        }
    }

    /// The case with its answer in the task's words.
    pub(crate) fn in_our_words(&self, case: Case) -> Case {
        let answer = self.translated(&case.answer, |words| (&words.game, &words.task));
        Case { answer, ..case }
    }

    /// The right answer to a position in the task's words.
    pub(crate) fn answer(&self, position: &dyn Position) -> Result<String, Error> {
        let answer = position.solve()?.answer;
        Ok(self.translated(&answer, |words| (&words.game, &words.task)))
    }

    /// An answer in the task's words in those of the game.
    pub(crate) fn in_game_words(&self, answer: &str) -> String {
        self.translated(answer, |words| (&words.task, &words.game))
    }

    fn translated(&self, answer: &str, pair: impl Fn(&Words) -> (&String, &String)) -> String {
        let Some(pairs) = &self.words else {
            return answer.to_owned();
        };
        let mut text = String::new();
        for word in answer.split_ascii_whitespace() {
            let mut pairs = pairs.iter().map(&pair);
            let found = pairs.find(|(from, _)| *from == word);
            text += found.map_or(word, |(_, to)| to);
            text.push('\n');
        }
        text
    }

    /// Returns the case of one input: these positions, with the answers by the closed form.
    ///
    /// # Errors
    /// When the game fails.
    pub(crate) fn case(&self, positions: &[Arc<dyn Position>]) -> Result<Case, Error> {
        let case = match positions {
            [position] => position.case()?,
            positions => OriginalTest {
                name: String::new(),
                positions: positions.to_vec(),
            }
            .case(self.game)?,
        };
        Ok(self.in_our_words(case))
    }

    /// Reads the text of a single position.
    ///
    /// # Errors
    /// When the text is not one position.
    pub(crate) fn only_of(&self, text: &str) -> Result<Arc<dyn Position>, Error> {
        let mut positions = self.game.read(text.as_bytes())?.into_iter();
        match (positions.next(), positions.next()) {
            (Some(position), None) => Ok(position),
            _ => Err(Error::Input(InputError {
                line: 1,
                column: 1,
                message: "expected a single position".to_owned(),
            })),
        }
    }

    /// Returns the single position of a case.
    pub(crate) fn only(&self, case: &Case) -> Result<Arc<dyn Position>, Error> {
        self.only_of(case.position())
    }
}

#[cfg(test)]
mod unit {
    use super::*;
    use grundy_games::find;

    #[test]
    fn words_of_a_task() {
        let kamyki = find("kamyki").unwrap();
        let task = Task::original(&*kamyki);
        let input = b"2\n2\n1 1\n1\n3\n";
        let positions = kamyki.read(input).unwrap();
        let plain = task.case(&positions).unwrap();
        let task = task.with_words("first", "second").unwrap();
        let case = task.case(&positions).unwrap();
        assert_eq!(
            (&*plain.answer, &*case.answer),
            ("NIE\nTAK\n", "second\nfirst\n")
        );
        assert_eq!(task.in_game_words(&case.answer), plain.answer);
        let form = task.answer_form();
        assert!(form.form(1, "first").is_ok() && form.form(1, "TAK").is_err());
        // Even the game's own the other way round.
        let task = Task::original(&*kamyki).with_words("NIE", "TAK").unwrap();
        assert_eq!(task.in_our_words(plain).answer, "TAK\nNIE\n");
    }

    #[test]
    fn words_that_cannot_be() {
        let (nim, gra) = (find("nim").unwrap(), find("gra").unwrap());
        let said = |game: &dyn Game, win, loss| {
            let error = Task::original(game).with_words(win, loss).err();
            error.unwrap().to_string()
        };
        assert!(said(&*nim, "A", "A").contains("not two different words"));
        assert!(said(&*nim, "", "A").contains("not two different words"));
        assert!(said(&*nim, "a b", "A").contains("not two different words"));
        assert!(said(&*gra, "A", "B").starts_with("gra's answer"));
    }

    #[test]
    fn limits_of_a_task() {
        let gra = find("gra").unwrap();
        let limits = |m, n| {
            let task = Task::original(&*gra).with_limits(m, n);
            let pair = |limit: &Limit| (limit.m, limit.n);
            task.limits().iter().map(pair).collect::<Vec<_>>()
        };
        assert_eq!(limits(None, None).len(), 4);
        assert_eq!(limits(Some(10), Some(5)), [(10, 5), (10, 1)]);
        assert_eq!(
            limits(None, Some(3))[..2],
            [(1_000_000_000, 3), (1_999_999, 3)]
        );
    }
}
