//! One game against a program: the turns, and the verdict about the program's play.

use std::mem;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy_game::sum::{Step, Sum, Values};
use grundy_game::{LetterCase, Outcome, Starts};
use grundy_sandbox::{End, Reply, RunReport, Sandbox};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::JudgeError;
use crate::task::Task;
use crate::verdict::{Ended, Verdict, excerpt};

/// The longest line of a program beside that of the longest move.
const LINE: usize = 1000;
/// The largest number of moves that a verdict names.
const NAMED: usize = 8;

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ply {
    /// Whether the program made it, and not the judge.
    #[serde(
        rename = "player",
        serialize_with = "writer",
        deserialize_with = "is_program"
    )]
    pub by_program: bool,
    /// The line that was written for it.
    pub line: String,
    /// The position that it led to, empty where the game has no position for its end; `None` in a long game.
    pub position: Option<String>,
    /// The outcome of the position before it.
    #[serde(rename = "could_win", with = "crate::outcome")]
    pub before: Outcome,
    /// The outcome of what it led to, for the player who made it.
    #[serde(rename = "wins", with = "crate::outcome")]
    pub reached: Outcome,
}

impl Ply {
    /// Returns whether the move gave a win or a draw away.
    pub fn is_mistake(&self) -> bool {
        self.reached < self.before
    }
}

/// A game that was played.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Played {
    /// The word with which the program chose its seat.
    pub seat: Option<String>,
    pub plies: Vec<Ply>,
    pub verdict: Verdict,
    /// Of a game that the judge has ended after the largest number of moves, whether the program could still win it, and
    /// give the win away.
    pub cut: Option<bool>,
    /// What the judge wrote when the game was over.
    pub over: Option<String>,
    /// What the program has to write when the game is over.
    #[serde(skip)]
    pub ends: Option<String>,
    pub seconds: f64,
    pub memory: u64,
}

impl Played {
    pub const fn has_failed(&self) -> bool {
        !self.verdict.is_accepted()
    }

    /// Gives the verdict about what the program has written after the last move.
    pub fn ends_with(&mut self, rest: &str, case: LetterCase) {
        let got = shown(rest.trim_ascii());
        let expected = self.ends.as_deref().unwrap_or_default();
        if got.is_empty() && !expected.is_empty() {
            let why = format!("expected {expected} at the end of a game that it has won");
            self.verdict = Verdict::Malformed { why, got };
        } else if !case.is_same(&got, expected) {
            self.verdict = Verdict::OutputAfterEnd { got };
        }
    }
}

/// What all games of a program have in common.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub task: &'a Task<'a>,
    pub values: &'a Values,
    pub starts: &'a Starts,
    /// The longest time of the program for one line.
    pub turn: Duration,
    /// The longest processor time of a game.
    pub cpu: Duration,
    pub stop: &'a AtomicBool,
}

/// A game in progress.
pub(crate) struct Match {
    pub now: Sum,
    pub played: Played,
    /// The outcome of the position.
    outcome: Outcome,
    /// The first ply in which the program gave a win away.
    pub mistake: Option<usize>,
    /// What the judge writes because it has no move.
    stuck: Option<String>,
    /// What is still to be written to the program.
    text: String,
}

impl Match {
    /// Returns the last line of the program, if it has written one.
    pub fn said(&self) -> Option<&str> {
        let Played { seat, plies, .. } = &self.played;
        let last = plies.last().filter(|ply| ply.by_program);
        last.map(|ply| &*ply.line).or(seat.as_deref())
    }
}

/// Chooses the judge's moves.
pub(crate) type Replies<'a> = &'a mut dyn FnMut(&Match) -> Result<Step, JudgeError>;

/// Writes a text to the program and returns its next line, of at most this length. The program may write another one at once
/// where the flag is set.
pub(crate) type Exchange<'a> = &'a mut dyn FnMut(&str, usize, bool) -> Result<String, Ended>;

impl Ended {
    /// What the program has written is not what is expected.
    pub fn malformed(why: impl Into<String>, got: &str) -> Self {
        let (why, got) = (why.into(), shown(got));
        Self::By(Verdict::Malformed { why, got })
    }
}

impl Table<'_> {
    /// Reads the position where a game begins.
    pub fn start(&self, text: &str) -> Result<Sum, JudgeError> {
        Ok(Sum::new(self.task.position(text)?, self.task.case))
    }

    /// Plays one game of at most `most` moves. The time in which the judge and a rules program think is not the program's.
    pub fn play(
        &self,
        sandbox: &mut Sandbox,
        start: &Sum,
        most: usize,
        replies: Replies<'_>,
    ) -> Result<Played, JudgeError> {
        let mut dialogue = sandbox.dialogue(self.turn, self.stop)?;
        let mut exchange = |text: &str, longest, may_go_on| {
            let line = match dialogue.exchange(text, longest)? {
                Reply::Line(line) => line,
                Reply::TooLong(text) => return Err(Ended::malformed("no line ends", &text)),
                Reply::Closed => return Err(Ended::By(Verdict::OutputEnded)),
                Reply::Ended(report, text) => {
                    return Err(Ended::By(self.broken_off(&report, &text)?));
                }
            };
            let ahead = dialogue.written_ahead().trim_ascii();
            if ahead.is_empty() || may_go_on {
                return Ok(line);
            }
            let got = shown(&String::from_utf8_lossy(ahead));
            Err(Ended::By(Verdict::OutOfTurn { after: line, got }))
        };
        let (mut played, last) = self.turns(start, most, &mut exchange, replies)?;
        let run = match last {
            None => dialogue.end()?,
            Some(text) => {
                let (run, rest) = dialogue.finish(&text, LINE)?;
                played.ends_with(&rest, self.task.case);
                if !played.has_failed() {
                    played.verdict = Verdict::broken_down(&run)?.unwrap_or(Verdict::Accepted);
                }
                run
            }
        };
        played.seconds = run.wall.as_secs_f64();
        played.memory = run.peak_memory;
        Ok(played)
    }

    /// Goes through the turns of a game until it is over. Where the verdict depends on what the program does after the last
    /// move, it is `Accepted`, and the text that is still to be written to the program is returned.
    pub fn turns(
        &self,
        start: &Sum,
        mut most: usize,
        exchange: Exchange<'_>,
        replies: Replies<'_>,
    ) -> Result<(Played, Option<String>), JudgeError> {
        let mut game = Match {
            now: start.clone(),
            played: Played::default(),
            outcome: self.values.outcome(start)?,
            mistake: None,
            stuck: None,
            text: start.input()?,
        };
        most = most.min(self.values.longest(start)?);
        let over = self.winner(&mut game, most, exchange, replies);
        let (played, mut last) = (&mut game.played, None);
        match over {
            Err(Ended::Failed(error)) => return Err(error),
            Err(Ended::By(verdict)) => played.verdict = verdict,
            Ok((mut result, is_over)) => {
                played.cut = (!is_over).then_some(result.is_win());
                if !is_over && self.task.game.about().loops {
                    played.cut = played.cut.filter(|could_win| *could_win);
                    result = Outcome::Draw;
                }
                let is_worse =
                    |ply: &Ply| ply.by_program && ply.is_mistake() && result < ply.before;
                if let Some(mistake) = played.plies.iter().position(is_worse) {
                    played.verdict = self.lost(start, &played.plies, mistake)?;
                } else if is_over {
                    let about = self.task.game.about();
                    played.ends = about.ends.clone().filter(|_| result.is_win());
                    let lines = [game.stuck, about.over.clone()].into_iter().flatten();
                    played.over = lines.reduce(|stuck, over| format!("{stuck}\n{over}"));
                    if let Some(line) = &played.over {
                        game.text += &format!("{line}\n");
                    }
                    last = Some(game.text);
                }
            }
        }
        Ok((game.played, last))
    }

    /// Returns what the program has reached, or after `most` moves could still reach, and whether the game is over.
    fn winner(
        &self,
        game: &mut Match,
        most: usize,
        exchange: Exchange<'_>,
        replies: Replies<'_>,
    ) -> Result<(Outcome, bool), Ended> {
        // A program may write a move as the position that it leads to, which may be longer than the first one.
        let longest = LINE + 2 * game.text.len();
        let about = self.task.game.about();
        // A program that knows that it has won writes so at once.
        let goes_on = about.ends.is_some();
        let mut is_programs = match self.starts {
            Starts::Program => true,
            Starts::Judge => false,
            Starts::Choose { first, second } => {
                // A program that takes the first move writes it at once.
                let line = exchange(&mem::take(&mut game.text), longest, true)?;
                let word = self.task.case.spelled(line.trim_ascii(), &[first, second]);
                let takes_first = word == *first;
                if !takes_first && word != *second {
                    let why = format!("expected {first} or {second}");
                    return Err(Ended::malformed(why, &word));
                }
                if game.outcome == Outcome::of(!takes_first) {
                    let right = if takes_first { second } else { first }.clone();
                    return Err(Ended::By(Verdict::WrongSeat { got: word, right }));
                }
                game.played.seat = Some(word);
                takes_first
            }
        };
        loop {
            if game.now.is_over()? {
                match &about.stuck {
                    Some(stuck) if is_programs => {
                        let line = exchange(&mem::take(&mut game.text), longest, goes_on)?;
                        if !self.task.case.is_same(&line, stuck) {
                            let why = format!("expected {stuck}, because it has no move");
                            return Err(Ended::malformed(why, line.trim_ascii()));
                        }
                    }
                    stuck => game.stuck.clone_from(stuck),
                }
                // The player to move has lost, or under misère play has won.
                let wins = is_programs == about.misere;
                return Ok((Outcome::of(wins), true));
            }
            if game.played.plies.len() >= most {
                let others = game.outcome.reversed();
                return Ok((if is_programs { game.outcome } else { others }, false));
            }
            let (step, line) = if is_programs {
                let line = exchange(&mem::take(&mut game.text), longest, goes_on)?;
                // Any white space separates words, and a terminal would act on some of it.
                let line = line.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                match game.now.played(&line)? {
                    Some(step) => (step, line),
                    None => return Err(Ended::By(illegal(&game.now, &line)?)),
                }
            } else {
                let step = replies(game)?;
                let line = game.now.line(&step);
                game.text += &format!("{line}\n");
                (step, line)
            };
            game.now = game.now.after(&step);
            let before = game.outcome;
            game.outcome = self.values.outcome(&game.now)?;
            let ply = Ply {
                by_program: is_programs,
                line,
                position: None,
                before,
                reached: game.outcome.reversed(),
            };
            if is_programs && ply.is_mistake() {
                game.mistake.get_or_insert(game.played.plies.len());
            }
            game.played.plies.push(ply);
            is_programs = !is_programs;
        }
    }

    /// The verdict about a program that has ended, or was ended, in its turn; `text` is its line without an end.
    fn broken_off(&self, run: &RunReport, text: &str) -> Result<Verdict, JudgeError> {
        let verdict = Verdict::broken_down(run)?;
        // It has waited for more than half of its time.
        let is_idle = run.cpu < self.cpu && run.cpu + run.starved < run.wall / 2;
        if matches!(run.end, End::TimeLimit) && is_idle {
            let why = crate::verdict::times(run);
            let got = shown(text.trim_ascii());
            return Ok(Verdict::NothingWritten { why, got });
        }
        Ok(verdict.unwrap_or(Verdict::OutputEnded))
    }

    /// The verdict about a program that has lost a game which it could have won, first by the move with this index.
    fn lost(&self, start: &Sum, plies: &[Ply], mistake: usize) -> Result<Verdict, JudgeError> {
        let mut before = start.clone();
        for ply in &plies[..mistake] {
            before = before.after_line(&ply.line)?;
        }
        let winning = self.values.winning(&before, NAMED)?;
        Ok(Verdict::LostWonGame {
            number: mistake + 1,
            drawn: !plies[mistake].before.is_win(),
            mistake: plies[mistake].line.clone(),
            instead: winning.iter().map(|step| before.line(step)).collect(),
        })
    }
}

/// The verdict about a line that is no move.
fn illegal(now: &Sum, line: &str) -> Result<Verdict, JudgeError> {
    let legal = now.listed()?.unwrap_or_default();
    let named = legal.iter().take(NAMED + 1).map(|step| now.line(step));
    Ok(Verdict::IllegalMove {
        got: shown(line),
        legal: named.collect(),
    })
}

/// The beginning of what a program has written.
fn shown(text: &str) -> String {
    excerpt(text.to_owned(), NAMED * 10)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn writer<S: Serializer>(by_program: &bool, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(if *by_program { "program" } else { "judge" })
}

fn is_program<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(String::deserialize(deserializer)? == "program")
}
