//! One game against a program: the turns, and the verdict about the program's play.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use grundy_games::Starts;
use grundy_sandbox::{End, Reply, RunReport, Sandbox};
use serde::Serialize;

use crate::JudgeError;
use crate::interactive::state::{State, Step, Values};
use crate::task::Task;
use crate::verdict::{Verdict, excerpt};

/// The longest line of a program beside that of the longest move.
const LINE: usize = 1000;
/// The largest number of moves that a verdict names.
pub(crate) const NAMED: usize = 8;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// The program.
    Program,
    /// The judge.
    Judge,
}

impl Player {
    /// Returns this player if it wins, and otherwise the other one.
    const fn winner(self, wins: bool) -> Self {
        match (self, wins) {
            (Self::Program, true) | (Self::Judge, false) => Self::Program,
            (Self::Judge, true) | (Self::Program, false) => Self::Judge,
        }
    }
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// Who made it.
    pub player: Player,
    /// The line that was written for it.
    pub line: String,
    /// The position that it led to, empty where the game has no position for its end; `None` in a long game.
    pub position: Option<String>,
    /// Whether the player who made it could win before it.
    pub could_win: bool,
    /// Whether that player wins after it.
    pub wins: bool,
}

impl Ply {
    /// Returns whether the move gave a win away.
    pub const fn is_mistake(&self) -> bool {
        self.could_win && !self.wins
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    /// The word with which the program chose its seat.
    pub seat: Option<String>,
    pub plies: Vec<Ply>,
    pub verdict: Verdict,
    /// How the judge has ended the game before its end.
    pub cut: Option<Cut>,
    /// What the judge wrote when the game was over.
    pub over: Option<String>,
    pub seconds: f64,
    pub memory: u64,
}

impl Played {
    pub const fn has_failed(&self) -> bool {
        !self.verdict.is_accepted()
    }
}

/// What all games of a program have in common.
#[derive(Clone, Copy)]
pub(crate) struct Table<'a> {
    pub task: &'a Task<'a>,
    pub values: &'a Values<'a>,
    pub starts: &'a Starts,
    /// The longest time of the program for one line.
    pub turn: Duration,
    /// The longest processor time of a game.
    pub cpu: Duration,
    pub stop: &'a AtomicBool,
}

/// A game that the judge has ended after the largest number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The program could still win it, and give the win away.
    Undecided,
    /// The program could not win it any more.
    Lost,
}

/// The judge's turn.
pub(crate) struct Turn<'a> {
    pub state: &'a State,
    pub plies: &'a [Ply],
    pub seat: Option<&'a str>,
    /// Whether the program has given a win away.
    pub is_after_mistake: bool,
}

impl Turn<'_> {
    /// Returns the last line of the program, if it has written one.
    pub fn said(&self) -> Option<&str> {
        let last = self.plies.last();
        let last = last.filter(|ply| ply.player == Player::Program);
        last.map(|ply| ply.line.as_str()).or(self.seat)
    }
}

/// Chooses the judge's moves.
pub(crate) type Replies<'a> = &'a mut dyn FnMut(&Turn<'_>) -> Result<Step, JudgeError>;

/// A game in progress.
struct Game {
    state: State,
    seat: Option<String>,
    plies: Vec<Ply>,
    /// Whether the player to move wins.
    wins: bool,
    /// The first ply in which the program gave a win away.
    mistake: Option<usize>,
    /// What is still to be written to the program.
    text: String,
}

/// A line of the program, or the verdict that it has written none.
type Said = Result<Result<String, Verdict>, JudgeError>;

/// Why a game ends.
enum Over {
    /// With this verdict; the program is ended.
    Verdict(Verdict),
    /// No player can move, and this one has won.
    Finished(Player),
    /// It has the largest number of moves, and this player can win.
    Unfinished(Player),
}

impl Table<'_> {
    /// Plays one game of at most `most` moves. The time in which the judge and a rules program think is not the program's.
    pub fn play(
        &self,
        sandbox: &mut Sandbox,
        start: &State,
        most: usize,
        replies: Replies<'_>,
    ) -> Result<Played, JudgeError> {
        let mut game = self.begin(start)?;
        // A program may write a move as the position that it leads to, which may be longer than the first one.
        let longest = LINE + 2 * game.text.len();
        let mut run = None;
        let mut dialogue = sandbox.dialogue(self.turn, self.stop)?;
        let mut exchange = |game: &mut Game| -> Said {
            let reply = dialogue.exchange(&game.text, longest)?;
            game.text.clear();
            let line = match reply {
                Reply::Line(line) => line,
                Reply::TooLong(text) => return Ok(Err(Self::endless(text))),
                Reply::Closed => return Ok(Err(Verdict::OutputEnded)),
                Reply::Ended(report, text) => {
                    let verdict = self.broken_off(&report, &text);
                    run = Some(report);
                    return verdict.map(Err);
                }
            };
            let ahead = dialogue.written_ahead().trim_ascii();
            // A program that takes the first move writes it at once.
            if ahead.is_empty() || game.seat.is_none() && self.chooses() {
                return Ok(Ok(line));
            }
            let got = String::from_utf8_lossy(ahead).into_owned();
            let got = excerpt(got, NAMED * 10);
            Ok(Err(Verdict::OutOfTurn { after: line, got }))
        };
        let over = self.turns(&mut game, most, &mut exchange, replies)?;
        let cut = match over {
            Over::Unfinished(Player::Program) => Some(Cut::Undecided),
            Over::Unfinished(Player::Judge) => Some(Cut::Lost),
            Over::Verdict(_) | Over::Finished(_) => None,
        };
        let spent = dialogue.spent();
        let mut over_line = None;
        let verdict = match self.decided(start, &game, over)? {
            Some(verdict) => verdict,
            None => {
                over_line.clone_from(&self.task.game.about().over);
                if let Some(over) = &over_line {
                    game.text += &format!("{over}\n");
                }
                let (report, rest) = dialogue.finish(&game.text, LINE)?;
                let verdict = Self::after_the_end(&report, &rest)?;
                run = Some(report);
                verdict
            }
        };
        Ok(Played {
            seat: game.seat,
            plies: game.plies,
            verdict,
            cut,
            over: over_line,
            seconds: run.as_ref().map_or(spent, |run| run.wall).as_secs_f64(),
            memory: run.map_or(0, |run| run.peak_memory),
        })
    }

    /// Plays one game against a program that writes these lines, whatever it reads, and then ends.
    pub fn play_lines(
        &self,
        start: &State,
        lines: &mut dyn Iterator<Item = &str>,
        replies: Replies<'_>,
    ) -> Result<Played, JudgeError> {
        let mut game = self.begin(start)?;
        let longest = LINE + 2 * game.text.len();
        let mut exchange = |_: &mut Game| -> Said {
            Ok(match lines.next() {
                Some(line) if line.len() > longest => Err(Self::endless(line.to_owned())),
                Some(line) => Ok(line.to_owned()),
                None => Err(Verdict::OutputEnded),
            })
        };
        let over = self.turns(&mut game, usize::MAX, &mut exchange, replies)?;
        let verdict = match (self.decided(start, &game, over)?, lines.next()) {
            (Some(verdict), _) => verdict,
            (None, None) => Verdict::Accepted,
            (None, Some(line)) => {
                let got = excerpt(line.to_owned(), NAMED * 10);
                Verdict::OutputAfterEnd { got }
            }
        };
        Ok(Played {
            seat: game.seat,
            plies: game.plies,
            verdict,
            cut: None,
            over: None,
            seconds: 0.0,
            memory: 0,
        })
    }

    fn begin(&self, start: &State) -> Result<Game, JudgeError> {
        Ok(Game {
            state: start.clone(),
            seat: None,
            plies: Vec::new(),
            wins: self.values.wins(start)?,
            mistake: None,
            text: start.input()?,
        })
    }

    /// The verdict about a game that is over; `None` when it depends on what the program does after the last move.
    fn decided(
        &self,
        start: &State,
        game: &Game,
        over: Over,
    ) -> Result<Option<Verdict>, JudgeError> {
        Ok(match over {
            Over::Verdict(verdict) => Some(verdict),
            Over::Finished(winner) | Over::Unfinished(winner) => match game.mistake {
                Some(mistake) if winner == Player::Judge => Some(self.lost(start, game, mistake)?),
                _ if matches!(over, Over::Unfinished(_)) => Some(Verdict::Accepted),
                _ => None,
            },
        })
    }

    /// The verdict about a line without an end.
    fn endless(text: String) -> Verdict {
        let why = "no line ends".to_owned();
        let got = excerpt(text, NAMED * 10);
        Verdict::Malformed { why, got }
    }

    const fn chooses(&self) -> bool {
        matches!(self.starts, Starts::Choose { .. })
    }

    /// Goes through the turns of a game until it is over.
    fn turns(
        &self,
        game: &mut Game,
        most: usize,
        exchange: &mut dyn FnMut(&mut Game) -> Said,
        replies: Replies<'_>,
    ) -> Result<Over, JudgeError> {
        let mut to_move = match self.starts {
            Starts::Program => Player::Program,
            Starts::Judge => Player::Judge,
            Starts::Choose { first, second } => {
                let word = match exchange(game)? {
                    Ok(line) => self.task.case.spelled(line.trim_ascii(), &[first, second]),
                    Err(verdict) => return Ok(Over::Verdict(verdict)),
                };
                if word != *first && word != *second {
                    let why = format!("expected {first} or {second}");
                    let got = excerpt(word, NAMED * 10);
                    return Ok(Over::Verdict(Verdict::Malformed { why, got }));
                }
                let takes_first = word == *first;
                if takes_first != game.wins {
                    let right = if game.wins { first } else { second }.clone();
                    return Ok(Over::Verdict(Verdict::WrongSeat { got: word, right }));
                }
                game.seat = Some(word);
                if takes_first {
                    Player::Program
                } else {
                    Player::Judge
                }
            }
        };
        loop {
            if game.state.is_over()? {
                // The player to move has lost, or under misère play has won.
                let wins = self.task.game.about().misere;
                return Ok(Over::Finished(to_move.winner(wins)));
            }
            if game.plies.len() >= most {
                return Ok(Over::Unfinished(to_move.winner(game.wins)));
            }
            let (step, line) = match to_move {
                Player::Program => {
                    let line = match exchange(game)? {
                        // Any white space separates words, and a terminal would act on some of it.
                        Ok(line) => line.split_ascii_whitespace().collect::<Vec<_>>().join(" "),
                        Err(verdict) => return Ok(Over::Verdict(verdict)),
                    };
                    match game.state.played(&line)? {
                        Some(step) => (step, line),
                        None => return Ok(Over::Verdict(Self::illegal(game, line)?)),
                    }
                }
                Player::Judge => {
                    let step = replies(&Turn {
                        state: &game.state,
                        plies: &game.plies,
                        seat: game.seat.as_deref(),
                        is_after_mistake: game.mistake.is_some(),
                    })?;
                    let line = game.state.line(&step);
                    game.text += &line;
                    game.text.push('\n');
                    (step, line)
                }
            };
            game.state = game.state.after(&step);
            let could_win = game.wins;
            game.wins = self.values.wins(&game.state)?;
            let ply = Ply {
                player: to_move,
                line,
                position: None,
                could_win,
                wins: !game.wins,
            };
            if to_move == Player::Program && ply.is_mistake() {
                game.mistake.get_or_insert(game.plies.len());
            }
            game.plies.push(ply);
            to_move = to_move.winner(false);
        }
    }

    /// The verdict about a program that has ended, or was ended, in its turn; `text` is its line without an end.
    fn broken_off(&self, run: &RunReport, text: &str) -> Result<Verdict, JudgeError> {
        Ok(match (&run.end, Verdict::broken_down(run)?) {
            (End::TimeLimit, _) if self.is_idle(run) => {
                let why = crate::verdict::times(run);
                let got = excerpt(text.trim_ascii().to_owned(), NAMED * 10);
                Verdict::NothingWritten { why, got }
            }
            (_, Some(verdict)) => verdict,
            (_, None) => Verdict::OutputEnded,
        })
    }

    /// The verdict about a program after the last move, with what it has written after it.
    fn after_the_end(run: &RunReport, rest: &str) -> Result<Verdict, JudgeError> {
        let rest = rest.trim_ascii();
        if rest.is_empty() {
            return Ok(Verdict::broken_down(run)?.unwrap_or(Verdict::Accepted));
        }
        let got = excerpt(rest.to_owned(), NAMED * 10);
        Ok(Verdict::OutputAfterEnd { got })
    }

    /// Returns whether a program that was over time has waited for more than half of it.
    fn is_idle(&self, run: &RunReport) -> bool {
        run.cpu < self.cpu && run.cpu + run.starved < run.wall / 2
    }

    fn illegal(game: &Game, line: String) -> Result<Verdict, JudgeError> {
        let legal = match game.state.moves() {
            Ok(moves) => {
                let named = moves.iter().take(NAMED + 1);
                named.map(|step| game.state.line(step)).collect()
            }
            Err(grundy_games::Error::TooManyMoves(_)) => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        Ok(Verdict::IllegalMove {
            got: excerpt(line, NAMED * 10),
            legal,
        })
    }

    /// The verdict about a program that has lost a game which it could have won.
    fn lost(&self, start: &State, game: &Game, mistake: usize) -> Result<Verdict, JudgeError> {
        let mut state = start.clone();
        for ply in &game.plies[..mistake] {
            state = state.after_line(&ply.line)?;
        }
        let winning = self.values.winning(&state, NAMED)?;
        Ok(Verdict::LostWonGame {
            number: mistake + 1,
            mistake: game.plies[mistake].line.clone(),
            instead: winning.iter().map(|step| state.line(step)).collect(),
        })
    }
}
