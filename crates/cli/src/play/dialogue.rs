//! A game in a terminal: commands and moves in, lines out.

use std::sync::Arc;

use grundy_games::generate::Random;
use grundy_games::{Detail, Error, Game, Line, Role};

use crate::play::history::history;
use crate::play::start::random_start;
use crate::play::{Level, Match, PlayError, Player, PositionSum, Seats, board};

/// The largest number of moves that `moves` lists.
const LISTED: usize = 100;

/// The width of the names in [`COMMANDS`].
const WIDTH: usize = 9;

/// The commands, each with what it does.
const COMMANDS: &str = "\
moves    the legal moves, numbered
board    the position once more
hint     a move that wins, and why
why      the reason of the last answer
undo     your last move is taken back
history  every move so far, and the first mistake
new      another game; `new 5 2 / 1 3` from that position, ` / ` for the end of a line
again    the same position from the beginning
level    how well I play: `level perfect`, or `level 30%` of the moves at random
seats    who you are: `seats first`, `seats second`, `seats both` for two people
quit     the end";

fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMMANDS.lines().map(|line| line.split_at(WIDTH))
}

/// A game in progress, who plays it, and how well the opponent plays.
///
/// ```
/// use grundy::play::{Dialogue, Level, Seats};
/// let gra = grundy_games::find("gra").unwrap();
/// let mut dialogue = Dialogue::new(gra, Some(b"3 1\n1\n"), Seats::First, Level::PERFECT, 1)?;
/// let reply = dialogue.answer("1 -> 2")?;
/// assert_eq!(reply.lines[0].text(), "you: 1 -> 2");
/// assert_eq!(reply.lines[1].text(), "I:   2 -> 3");
/// # Ok::<(), grundy::play::PlayError>(())
/// ```
pub struct Dialogue {
    game: Match,
    /// Where every new game begins; without it every new game begins from another random position.
    start: Option<PositionSum>,
    seats: Seats,
    level: Level,
    random: Random,
}

/// The answer to a line.
#[derive(Debug, Default)]
pub struct Reply {
    /// What is shown.
    pub lines: Vec<Line>,
    /// Whether the dialogue is over.
    pub is_end: bool,
}

impl Dialogue {
    /// Begins a game from the position of the input `start`, or from a random one. The same seed gives the same random
    /// positions and moves.
    ///
    /// # Errors
    /// When `start` is no position, or the game fails.
    pub fn new(
        game: Arc<dyn Game>,
        start: Option<&[u8]>,
        seats: Seats,
        level: Level,
        seed: u64,
    ) -> Result<Self, PlayError> {
        let mut random = Random::new(seed);
        let start = start.map(|input| PositionSum::read(&*game, input));
        let start = start.transpose()?;
        let position = match &start {
            Some(position) => position.clone(),
            None => random_start(&*game, &mut random)?,
        };
        Ok(Self {
            game: Match::begin(game, position)?,
            start,
            seats,
            level,
            random,
        })
    }

    /// Returns the game in progress.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// Returns the lines before the first prompt: the game's title, the opponent's move where the opponent begins, and
    /// the position.
    ///
    /// # Errors
    /// When the game fails.
    pub fn greeting(&mut self) -> Result<Vec<Line>, PlayError> {
        let title = self.game.game().about().title.to_string();
        let help =
            "A move is typed as it is listed, or as much of it as is needed; `help` says more.";
        let mut lines = vec![Line::of(Role::Heading, title), Line::of(Role::Faint, help)];
        lines.extend(self.opponent_and_board()?);
        Ok(lines)
    }

    /// Returns the prompt.
    pub fn prompt(&self) -> String {
        match (self.game.winner(), self.seats) {
            (Some(_), _) => "over> ".to_owned(),
            (None, Seats::Both) => format!("{}> ", self.game.to_move().name()),
            (None, _) => "your move> ".to_owned(),
        }
    }

    /// Returns the moves and commands that begin with `typed`.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        let moves = self.game.choices().moves.iter();
        let moves = moves.map(|choice| choice.name.as_str());
        let commands = commands().map(|(name, _)| name.trim_end());
        let all = moves.chain(commands).chain(["help"]);
        all.filter(|line| line.starts_with(typed))
            .map(str::to_owned)
            .collect()
    }

    /// Answers one line.
    ///
    /// # Errors
    /// When the line is no move and no command, or the game fails. Then nothing has changed.
    pub fn answer(&mut self, line: &str) -> Result<Reply, PlayError> {
        let (game, seats) = (self.game.clone(), self.seats);
        let reply = self.reply(line);
        if reply.is_err() {
            self.game = game;
            self.seats = seats;
        }
        reply
    }

    fn reply(&mut self, line: &str) -> Result<Reply, PlayError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let mut is_end = false;
        let lines = match (word, rest.trim()) {
            ("", _) => Vec::new(),
            ("help" | "?", "") => help(),
            ("moves", "") => self.moves(),
            ("board", "") => self.board()?,
            ("hint", "") => self.hint()?,
            ("why", "") => self.why()?,
            ("undo", "") => self.undo()?,
            ("history", "") => history(&self.game, self.seats),
            ("new", "") => {
                let start = match &self.start {
                    Some(start) => start.clone(),
                    None => random_start(&**self.game.game(), &mut self.random)?,
                };
                self.begin(start)?
            }
            ("new", text) => PositionSum::parse(&**self.game.game(), text)
                .and_then(|position| self.begin(position))
                .map_err(as_typed)?,
            ("again", "") => self.begin(self.game.start().clone())?,
            ("level", "") => vec![Line::plain(format!("level {}", self.level))],
            ("level", level) => {
                self.level = level.parse()?;
                let text = format!("level {}, from the next move on", self.level);
                vec![Line::plain(text)]
            }
            ("seats", "") => vec![Line::plain(format!("seats {}", self.seats))],
            ("seats", seats) => {
                self.seats = seats.parse()?;
                self.opponent_and_board()?
            }
            ("quit" | "exit" | "q", "") => {
                is_end = true;
                Vec::new()
            }
            _ => self.play(line)?,
        };
        Ok(Reply { lines, is_end })
    }

    fn play(&mut self, line: &str) -> Result<Vec<Line>, PlayError> {
        self.game.play(line)?;
        let mut lines = vec![self.last_move()];
        lines.extend(self.opponent_and_board()?);
        Ok(lines)
    }

    /// Makes the opponent's move, where it is the opponent's turn; returns that move and the position.
    fn opponent_and_board(&mut self) -> Result<Vec<Line>, PlayError> {
        let mut lines = Vec::new();
        if self
            .level
            .reply(&mut self.game, self.seats, &mut self.random)?
        {
            lines.push(self.last_move());
        }
        lines.extend(self.board()?);
        Ok(lines)
    }

    fn last_move(&self) -> Line {
        let width = |player| self.seats.name(player).len() + 1;
        let width = width(Player::First).max(width(Player::Second));
        let text = self.game.turns().last().map(|turn| {
            let name = format!("{}:", self.seats.name(turn.player));
            format!("{name:<width$} {}", turn.name)
        });
        Line::of(Role::Heading, text.unwrap_or_default())
    }

    /// Returns the position and, when the game is over, who has won.
    fn board(&self) -> Result<Vec<Line>, PlayError> {
        let mut lines = vec![Line::default()];
        lines.extend(board::lines(self.game.position(), Detail::Brief)?);
        lines.push(Line::default());
        if let Some(winner) = self.game.winner() {
            lines.push(Line::of(Role::Heading, self.seats.outcome(winner)));
            if !self.game.turns().is_empty() {
                lines.extend(history(&self.game, self.seats));
            }
            lines.push(Line::of(Role::Faint, "`new`, `again`, `undo` or `quit`"));
        }
        Ok(lines)
    }

    fn moves(&self) -> Vec<Line> {
        let moves = &self.game.choices().moves;
        if moves.is_empty() {
            return vec![Line::plain("No move: the game is over.")];
        }
        let width = moves.len().to_string().len();
        let listed = (1..).zip(moves).take(LISTED);
        let mut lines: Vec<Line> = listed
            .map(|(number, choice)| {
                let number = format!("  #{number:<width$}  ");
                Line::of(Role::Faint, number).and(Role::Plain, choice.name.as_str())
            })
            .collect();
        if moves.len() > LISTED {
            let more = moves.len() - LISTED;
            lines.push(Line::of(Role::Faint, format!("  ... and {more} more")));
        }
        lines
    }

    fn hint(&self) -> Result<Vec<Line>, PlayError> {
        let choices = self.game.choices();
        let Some(at) = choices.winning().next() else {
            let text = if choices.moves.is_empty() {
                "The game is over."
            } else {
                "No move wins against right play. Make one that leaves much to do wrong."
            };
            return Ok(vec![Line::plain(text)]);
        };
        let name = &choices.moves[at].name;
        let mut line = Line::plain("  ").and(Role::Winning, name.as_str());
        if let Some(reason) = board::reason(self.game.position(), name)? {
            line = line.and(Role::Plain, format!("  {reason}"));
        }
        Ok(vec![line])
    }

    /// Explains the position in which the opponent made its last move.
    fn why(&self) -> Result<Vec<Line>, PlayError> {
        let mut turns = self.game.turns().iter();
        let Some(turn) = turns.rfind(|turn| self.seats.is_explained(turn.player)) else {
            let text = "There is no answer yet to give a reason for.";
            return Ok(vec![Line::plain(text)]);
        };
        let player = self.seats.name(turn.player);
        let worth = match (turn.wins, turn.is_mistake()) {
            (true, _) => "which wins",
            (_, true) => "at random, and gave the win away",
            (_, false) => "though no move wins",
        };
        let text = format!("Here {player} moved {}, {worth}.", turn.name);
        let mut lines = board::lines(&turn.position, Detail::Full)?;
        lines.extend([Line::default(), Line::of(Role::Heading, text)]);
        Ok(lines)
    }

    fn undo(&mut self) -> Result<Vec<Line>, PlayError> {
        let mut turns = self.game.turns().iter();
        if !turns.any(|turn| self.seats.is_person(turn.player)) {
            return Ok(vec![Line::plain("There is no move of yours to take back.")]);
        }
        let mut game = self.game.clone();
        while game.undo()? && !self.seats.is_person(game.to_move()) {}
        self.game = game;
        self.board()
    }

    fn begin(&mut self, position: PositionSum) -> Result<Vec<Line>, PlayError> {
        self.game = Match::begin(Arc::clone(self.game.game()), position)?;
        self.opponent_and_board()
    }
}

/// Changes the failure of a rules program on a typed position into the refusal of that position: the dialogue goes on.
fn as_typed(error: PlayError) -> PlayError {
    match error {
        PlayError::Game(Error::Failed(failed)) => {
            PlayError::Refused(format!("no position to play from: {failed}"))
        }
        error => error,
    }
}

fn help() -> Vec<Line> {
    let moves = [
        "A move: its name, as much of it as no other move has, or its number on the list",
        "with a #. For a pawn on square 2 of the strip `2` is enough; from heaps `3 1` takes",
        "3 from heap 1. Beside moves:",
    ];
    let commands = commands().map(|(name, about)| {
        Line::of(Role::Winning, format!("  {name}")).and(Role::Plain, format!(" {about}"))
    });
    moves.map(Line::plain).into_iter().chain(commands).collect()
}
