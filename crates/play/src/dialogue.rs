//! What is said at the table: commands and moves in, lines out.

use std::sync::Arc;

use grundy_games::generate::Random;
use grundy_games::{Entry, Error, Line, Role};

use crate::{Level, Match, PlayError, Player, Position, Seats, board, history};

/// Moves of a list in one answer, at most.
const LISTED: usize = 100;

/// What can be said beside moves, each with what it does.
const COMMANDS: [(&str, &str); 11] = [
    ("moves", "the legal moves, numbered"),
    ("board", "the position once more"),
    ("hint", "a move that wins, and why"),
    ("why", "the reason of the last answer"),
    ("undo", "your last move is taken back"),
    ("history", "every move so far, and the first mistake"),
    (
        "new",
        "another game; `new 5 2 / 1 3` from that position, ` / ` for the end of a line",
    ),
    ("again", "the same position from the beginning"),
    (
        "level",
        "how well I play: `level perfect`, or `level 30%` of the moves at random",
    ),
    (
        "seats",
        "who you are: `seats first`, `seats second`, `seats both` for two people",
    ),
    ("quit", "the end"),
];

/// A table in words: a game in progress, who sits there, how well the opponent plays.
///
/// ```
/// use grundy_play::{Dialogue, Level, Seats};
/// let gra = grundy_games::find("gra").unwrap();
/// let mut table = Dialogue::new(gra, Some("3 1\n1\n"), Seats::First, Level::PERFECT, 1)?;
/// let said = table.hear("1 -> 2")?;
/// assert_eq!(said.lines[0].text(), "you: 1 -> 2");
/// assert_eq!(said.lines[1].text(), "I:   2 -> 3");
/// # Ok::<(), grundy_play::PlayError>(())
/// ```
pub struct Dialogue {
    game: Match,
    rules: Arc<dyn Entry>,
    /// Where every new game begins; drawn each time where there is none.
    start: Option<Position>,
    seats: Seats,
    level: Level,
    random: Random,
}

/// An answer.
#[derive(Debug, Default)]
pub struct Said {
    /// What is to be shown.
    pub lines: Vec<Line>,
    /// Whether somebody gets up.
    pub is_end: bool,
}

impl Dialogue {
    /// Sits down before `start`, or a position drawn at random; same seed, same draws.
    ///
    /// # Errors
    /// When `start` is no position, or the game fails.
    pub fn new(
        rules: Arc<dyn Entry>,
        start: Option<&str>,
        seats: Seats,
        level: Level,
        seed: u64,
    ) -> Result<Self, PlayError> {
        let mut random = Random::new(seed);
        let start = start.map(Position::of);
        let position = match &start {
            Some(position) => position.clone(),
            None => board::draw(&*rules, &mut random)?,
        };
        Ok(Self {
            game: Match::begin(Arc::clone(&rules), position)?,
            rules,
            start,
            seats,
            level,
            random,
        })
    }

    /// The game on the table.
    pub const fn game(&self) -> &Match {
        &self.game
    }

    /// What is said first: the game, and the opponent's move where it begins.
    ///
    /// # Errors
    /// When the game fails.
    pub fn greeting(&mut self) -> Result<Vec<Line>, PlayError> {
        let title = self.rules.about().title.to_string();
        let mut lines = vec![
            Line::of(Role::Heading, title),
            Line::of(
                Role::Faint,
                "A move is typed as it is listed, or as much of it as is needed; `help` says more.",
            ),
        ];
        lines.extend(self.opponent()?);
        lines.extend(self.table()?);
        Ok(lines)
    }

    /// What stands before the cursor.
    pub fn prompt(&self) -> String {
        match (self.game.winner(), self.seats) {
            (Some(_), _) => "over> ".to_owned(),
            (None, Seats::Both) => format!("{}> ", self.game.to_move().name()),
            (None, _) => "your move> ".to_owned(),
        }
    }

    /// What a line that begins with `typed` may become: moves and commands.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        let moves = self
            .game
            .choices()
            .moves
            .iter()
            .map(|choice| choice.name.clone());
        let commands = COMMANDS.iter().map(|(name, _)| (*name).to_owned());
        let all = moves.chain(commands).chain(["help".to_owned()]);
        all.filter(|line| line.starts_with(typed)).collect()
    }

    /// Answers one line.
    ///
    /// # Errors
    /// When it is no move and no command, or the game fails. Nothing has changed then.
    pub fn hear(&mut self, line: &str) -> Result<Said, PlayError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let lines = match (word, rest.trim()) {
            ("", _) => Vec::new(),
            ("help" | "?", "") => help(),
            ("moves", "") => self.moves(),
            ("board", "") => self.table()?,
            ("hint", "") => self.hint()?,
            ("why", "") => self.why()?,
            ("undo", "") => self.undo()?,
            ("history", "") => history(&self.game, self.seats),
            ("new", "") => self.begin(None)?,
            ("new", text) => self
                .begin(Some(Position::parse(text, &*self.rules)))
                .map_err(as_typed)?,
            ("again", "") => self.begin(Some(self.game.start().clone()))?,
            ("level", level) => self.set_level(level),
            ("seats", seats) => self.set_seats(seats)?,
            ("quit" | "exit" | "q", "") => {
                let (lines, is_end) = (Vec::new(), true);
                return Ok(Said { lines, is_end });
            }
            _ => self.moved(line)?,
        };
        let is_end = false;
        Ok(Said { lines, is_end })
    }

    fn moved(&mut self, line: &str) -> Result<Vec<Line>, PlayError> {
        let mover = self.game.to_move();
        let before = self.game.clone();
        self.game.play(line)?;
        let mut lines: Vec<Line> = self.last_move(mover).into_iter().collect();
        match self.opponent() {
            Ok(answer) => lines.extend(answer),
            Err(error) => {
                self.game = before;
                return Err(error);
            }
        }
        lines.extend(self.table()?);
        Ok(lines)
    }

    /// The opponent's move, when it is the opponent's turn.
    fn opponent(&mut self) -> Result<Option<Line>, PlayError> {
        let mover = self.game.to_move();
        if self.seats.is_person(mover) {
            return Ok(None);
        }
        let Some(at) = self.level.choose(&self.game, &mut self.random)? else {
            return Ok(None);
        };
        self.game.make(at)?;
        Ok(self.last_move(mover))
    }

    fn last_move(&self, mover: Player) -> Option<Line> {
        let turn = self.game.turns().next_back()?;
        let widest = [Player::First, Player::Second].map(|player| self.seats.name(player).len());
        let name = format!("{}:", self.seats.name(mover));
        let width = widest[0].max(widest[1]) + 1;
        Some(Line::of(
            Role::Heading,
            format!("{name:<width$} {}", turn.name()),
        ))
    }

    /// The position, and who has won if somebody has.
    fn table(&self) -> Result<Vec<Line>, PlayError> {
        let mut lines = vec![Line::default()];
        lines.extend(board::lines(self.game.game(), self.game.position())?);
        lines.push(Line::default());
        if let Some(winner) = self.game.winner() {
            lines.push(Line::of(Role::Heading, outcome(winner, self.seats)));
            if self.game.turns().len() > 0 {
                lines.extend(history(&self.game, self.seats));
            }
            lines.push(Line::of(Role::Faint, "`new`, `again`, `undo` or `quit`"));
        }
        Ok(lines)
    }

    fn moves(&self) -> Vec<Line> {
        let moves = &self.game.choices().moves;
        let width = moves.len().to_string().len();
        let listed = moves.iter().take(LISTED).enumerate();
        let mut lines: Vec<Line> = listed
            .map(|(at, choice)| {
                let number = format!("  #{:<width$}  ", at + 1);
                Line::of(Role::Faint, number).and(Role::Plain, choice.name.as_str())
            })
            .collect();
        match moves.len() {
            0 => lines.push(Line::plain("No move: the game is over.")),
            all if all > LISTED => {
                let more = all - LISTED;
                lines.push(Line::of(Role::Faint, format!("  ... and {more} more")));
            }
            _ => {}
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
        let reason = board::reason(self.game.game(), self.game.position(), name)?;
        let line = Line::plain("  ").and(Role::Winning, name.as_str());
        Ok(vec![match reason {
            Some(reason) => line.and(Role::Plain, format!("  {reason}")),
            None => line,
        }])
    }

    /// The position before the last answer, explained.
    fn why(&self) -> Result<Vec<Line>, PlayError> {
        let answers = self.game.turns().rev();
        let mut answers =
            answers.filter(|turn| self.seats == Seats::Both || !self.seats.is_person(turn.player));
        let Some(turn) = answers.next() else {
            return Ok(vec![Line::plain(
                "There is no answer yet to give a reason for.",
            )]);
        };
        let player = self.seats.name(turn.player);
        let says = match (turn.wins(), turn.is_mistake()) {
            (true, _) => "which wins",
            (_, true) => "at random, and gave the win away",
            (_, false) => "though no move wins",
        };
        let text = format!("Here {player} moved {}, {says}.", turn.name());
        let mut lines = board::explained(self.game.game(), turn.position)?;
        lines.extend([Line::default(), Line::of(Role::Heading, text)]);
        Ok(lines)
    }

    fn undo(&mut self) -> Result<Vec<Line>, PlayError> {
        let person = |player| self.seats.is_person(player);
        if !self.game.turns().any(|turn| person(turn.player)) {
            return Ok(vec![Line::plain("There is no move of yours to take back.")]);
        }
        let mut game = self.game.clone();
        while game.undo()? && !self.seats.is_person(game.to_move()) {}
        self.game = game;
        self.table()
    }

    fn begin(&mut self, position: Option<Position>) -> Result<Vec<Line>, PlayError> {
        let position = match position.or_else(|| self.start.clone()) {
            Some(position) => position,
            None => board::draw(&*self.rules, &mut self.random)?,
        };
        self.game = Match::begin(Arc::clone(&self.rules), position)?;
        let mut lines: Vec<Line> = self.opponent()?.into_iter().collect();
        lines.extend(self.table()?);
        Ok(lines)
    }

    fn set_level(&mut self, level: &str) -> Vec<Line> {
        if level.is_empty() {
            return vec![Line::plain(format!("level {}", self.level))];
        }
        match level.parse() {
            Ok(level) => {
                self.level = level;
                vec![Line::plain(format!("level {level}, from the next move on"))]
            }
            Err(error) => vec![Line::plain(error.to_string())],
        }
    }

    fn set_seats(&mut self, seats: &str) -> Result<Vec<Line>, PlayError> {
        if seats.is_empty() {
            return Ok(vec![Line::plain(format!("seats {}", self.seats))]);
        }
        match seats.parse() {
            Ok(seats) => {
                self.seats = seats;
                let mut lines: Vec<Line> = self.opponent()?.into_iter().collect();
                lines.extend(self.table()?);
                Ok(lines)
            }
            Err(error) => Ok(vec![Line::plain(error.to_string())]),
        }
    }
}

/// Somebody's program fails where a position that was typed is none of its game's: that is no reason to get up.
fn as_typed(error: PlayError) -> PlayError {
    match error {
        PlayError::Game(Error::Failed(failed)) => PlayError::NoPosition(failed),
        error => error,
    }
}

/// Who has won, in words.
pub(crate) fn outcome(winner: Player, seats: Seats) -> String {
    match (seats, seats.is_person(winner)) {
        (Seats::Both, _) => format!("The game is over: {} wins.", winner.name()),
        (_, true) => "The game is over: you win.".to_owned(),
        (_, false) => "The game is over: I win.".to_owned(),
    }
}

fn help() -> Vec<Line> {
    let mut lines = vec![
        Line::plain(
            "A move: its name, as much of it as no other move has, or its number on the list",
        ),
        Line::plain(
            "with a #. For a pawn on square 2 of the strip `2` is enough; from heaps `3 1` takes",
        ),
        Line::plain("3 from heap 1. Beside moves:"),
    ];
    lines.extend(COMMANDS.iter().map(|(name, about)| {
        Line::of(Role::Winning, format!("  {name:<8}")).and(Role::Plain, format!("  {about}"))
    }));
    lines
}
