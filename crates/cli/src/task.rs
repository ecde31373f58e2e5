//! The task of `judge` and `race`: a game with limits and words of its own.

use clap::Args;
use grundy_games::Game;
use grundy_judge::JudgeError;
use grundy_judge::task::Task;

#[derive(Args)]
pub struct TaskOptions {
    /// The largest extent of an input; the original task's by default; --help says what it is
    #[arg(short, value_name = "M")]
    m: Option<u64>,
    /// The largest number of parts of an input; the original task's by default; --help says what it is
    #[arg(short, value_name = "N")]
    n: Option<u64>,
    /// The program's words for a win and a loss; the original task's by default
    #[arg(long, value_name = "WIN,LOSS", value_delimiter = ',')]
    words: Vec<String>,
}

impl TaskOptions {
    /// The task of this game.
    ///
    /// # Errors
    /// When the words are not two different ones, or its answers are not words.
    pub fn of<'a>(&self, game: &'a dyn Game) -> Result<Task<'a>, JudgeError> {
        let task = Task::original(game).with_limits(self.m, self.n);
        match &self.words[..] {
            [] => Ok(task),
            [win, loss] => task.with_words(win, loss),
            _ => Err(JudgeError::Task(
                "expected two words with a comma between them, like --words TAK,NIE".to_owned(),
            )),
        }
    }
}
