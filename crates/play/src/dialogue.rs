//! A game in a terminal: commands and moves in, lines out.

use std::sync::Arc;

use grundy_game::generate::Random;
use grundy_game::sum::Sum;
use grundy_game::{Detail, Game, Line, Role};

use crate::error::{Error, Result};
use crate::game::{Match, Program, example};
use crate::history::{history, reason, review, worth};
use crate::players::{LEVELS, Level, Players, Seats};
use crate::start::start;

/// The commands, each with what it does.
const COMMANDS: &str = "\
?        how to play
moves    the legal moves, numbered
board    the position once more
hint     a move that wins, and why
why      the reason of the last answer
undo     your last move is taken back
history  every move so far, and the first mistake
new      another game; `new 5 2 / 1 3` from that position, ` / ` for the end of a line
again    the same position from the beginning
retry    the game from before the mistake that decided it
level    how well the opponent plays: `level child`, `club`, `perfect`, or `30%` of the moves at random
seats    who you are: `seats first`, `seats second`, `seats both` for two people
quit     the end";

/// A game in progress, who plays it, and how well the opponent plays.
pub struct Dialogue {
    pub(crate) game: Match,
    /// Where every new game begins; without it every new game begins from another random position.
    start: Option<Sum>,
    players: Players,
    random: Random,
}

impl Dialogue {
    /// Begins a game from `given`, or from a random position. The same seed gives the same random positions and moves.
    ///
    /// # Errors
    /// When `given` is not played, the game has no small position to begin from, or it fails.
    pub fn new(
        game: Arc<dyn Game>,
        program: Option<Arc<Program>>,
        given: Option<Sum>,
        players: Players,
        seed: u64,
    ) -> Result<Self> {
        let mut random = Random::new(seed);
        let position = start(given.as_ref(), &*game, players.seats, &mut random)?;
        Ok(Self {
            game: Match::begin(game, program, position)?,
            start: given,
            players,
            random,
        })
    }

    /// Returns the lines before the first prompt: the game's title, the opponent's move where the opponent begins, and
    /// the position.
    pub(crate) fn greeting(&mut self) -> Result<Vec<Line>> {
        let title = self.game.game.about().title.to_string();
        let help = "`?` shows how to play. A move is typed as it is listed, or as much of it as is needed; `help` says more.";
        let mut lines = vec![Line::of(Role::Heading, title), Line::of(Role::Faint, help)];
        lines.extend(self.opponent_and_board()?);
        Ok(lines)
    }

    pub(crate) fn prompt(&self) -> String {
        match (self.game.winner(), self.players.seats) {
            (Some(_), _) => "over> ".to_owned(),
            (None, Seats::Both) => format!("{}> ", self.game.to_move().name()),
            (None, _) => "your move> ".to_owned(),
        }
    }

    /// Answers one line; `None` is the end of the dialogue. After an error nothing has changed.
    pub(crate) fn answer(&mut self, line: &str) -> Result<Option<Vec<Line>>> {
        let (game, players) = (self.game.clone(), self.players);
        let reply = self.reply(line.trim());
        if reply.is_err() {
            (self.game, self.players) = (game, players);
        }
        reply
    }

    fn reply(&mut self, line: &str) -> Result<Option<Vec<Line>>> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let lines = match (word, rest.trim()) {
            ("", _) => Vec::new(),
            ("help", "") => help(),
            ("?", "") => rules(&*self.game.game)?,
            ("moves", "") => self.moves(),
            ("board", "") => self.board()?,
            ("hint", "") => vec![self.hint()?],
            ("why", "") => self.why()?,
            ("undo", "") => self.undo()?,
            ("history", "") => history(&self.game, self.players.seats),
            ("new", "") => {
                let game = Arc::clone(&self.game.game);
                let seats = self.players.seats;
                let position = start(self.start.as_ref(), &*game, seats, &mut self.random)?;
                self.begin(position)?
            }
            ("new", text) => {
                let begun = Sum::parse(&*self.game.game, text).map_err(Error::from);
                let begun = begun.and_then(|start| self.begin(start));
                // A rules program may fail on a text that is no position: that is the person's error.
                begun.map_err(|error| error.to_string())?
            }
            ("retry", "") => self.retry()?,
            ("again", "") => self.begin(self.game.start().clone())?,
            ("level", level) => {
                let level = Level::read(level)?;
                self.players.level = level;
                let about = LEVELS.iter().find(|named| named.1 == level);
                let about = about.map_or(String::new(), |(_, _, about)| format!(" ({about})"));
                let text = format!("level {level}{about}, from the next move on");
                vec![Line::plain(text)]
            }
            ("seats", seats) => {
                self.players.seats = Seats::read(seats)?;
                self.opponent_and_board()?
            }
            ("quit", "") => return Ok(None),
            _ => {
                self.game.play(line)?;
                let mut lines = Vec::from_iter(self.last_move());
                lines.extend(self.opponent_and_board()?);
                lines
            }
        };
        Ok(Some(lines))
    }

    fn begin(&mut self, position: Sum) -> Result<Vec<Line>> {
        let program = self.game.program.take();
        self.game = Match::begin(Arc::clone(&self.game.game), program, position)?;
        self.opponent_and_board()
    }

    /// Makes the opponent's move, where it is the opponent's turn; returns that move and the position.
    fn opponent_and_board(&mut self) -> Result<Vec<Line>> {
        let mut lines = Vec::new();
        while self.players.reply(&mut self.game, &mut self.random)? {
            lines.extend(self.last_move());
        }
        lines.extend(self.board()?);
        Ok(lines)
    }

    fn last_move(&self) -> Option<Line> {
        let turn = self.game.turns.last()?;
        let seats = self.players.seats;
        let width = self.game.widest_name(seats) + 1;
        let player = format!("{}:", self.game.name(seats, turn.player));
        let text = format!("{player:<width$} {}", turn.name);
        Some(Line::of(Role::Heading, text))
    }

    /// Returns the position and, when the game is over, who has won.
    fn board(&self) -> Result<Vec<Line>> {
        let mut lines = vec![Line::default()];
        lines.extend(self.game.now.position.lines(Detail::Brief)?);
        lines.push(Line::default());
        if let Some(winner) = self.game.winner() {
            let outcome = self.game.outcome(self.players.seats, winner);
            lines.push(Line::of(Role::Heading, outcome));
            if !self.game.turns.is_empty() {
                lines.extend(history(&self.game, self.players.seats));
                let review = review(&self.game, self.players.seats)?;
                lines.push(Line::plain(review.turned));
                if let Some(remember) = review.remember {
                    lines.extend([Line::of(Role::Heading, "Remember:"), remember]);
                }
            }
            let next = "`new`, `again`, `retry`, `undo` or `quit`";
            lines.push(Line::of(Role::Faint, next));
        }
        Ok(lines)
    }

    fn moves(&self) -> Vec<Line> {
        let moves = &self.game.now.moves;
        if moves.is_empty() {
            return vec![Line::plain("No move: the game is over.")];
        }
        let width = moves.len().to_string().len();
        let listed = (1..).zip(moves).map(|(number, choice)| {
            let number = format!("  #{number:<width$}  ");
            Line::of(Role::Faint, number).and(Role::Plain, choice.name.as_str())
        });
        listed.collect()
    }

    /// Returns the line about a winning move in the explanation of the position, which has the reason.
    fn hint(&self) -> Result<Line> {
        let now = &self.game.now;
        let Some(winning) = now.best().next() else {
            return Ok(Line::plain(match now.moves[..] {
                [] => "The game is over.",
                _ => "No move wins against right play. Make one that leaves much to do wrong.",
            }));
        };
        reason(&now.position, &now.moves[winning].name)
    }

    /// Explains the position in which the opponent made its last move.
    fn why(&self) -> Result<Vec<Line>> {
        let seats = self.players.seats;
        let Some(turn) = self.game.last_turn(|player| seats.is_explained(player)) else {
            let none = Line::plain("There is no answer yet to give a reason for.");
            return Ok(vec![none]);
        };
        let worth = match (turn.wins, turn.is_mistake()) {
            (true, _) => "which wins".to_owned(),
            (_, true) => worth(turn),
            (_, false) => "though no move wins".to_owned(),
        };
        let (player, name) = (self.game.name(seats, turn.player), &turn.name);
        let text = format!("Here {player} moved {name}, {worth}.");
        let mut lines = turn.before.lines(Detail::Full)?;
        lines.extend([Line::default(), Line::of(Role::Heading, text)]);
        Ok(lines)
    }

    fn undo(&mut self) -> Result<Vec<Line>> {
        let seats = self.players.seats;
        let last = self.game.last_turn(|player| seats.is_person(player));
        let kept = last.map(|turn| turn.number - 1);
        self.back(kept, "There is no move of yours to take back.")
    }

    fn retry(&mut self) -> Result<Vec<Line>> {
        let is_over = self.game.winner().is_some();
        let review = is_over.then(|| review(&self.game, self.players.seats));
        let again = review.transpose()?.and_then(|review| review.again);
        self.back(again, "There is no mistake of yours to begin again from.")
    }

    /// Goes back to where this number of moves were made; without it, says why not.
    fn back(&mut self, to: Option<usize>, why_not: &str) -> Result<Vec<Line>> {
        let Some(kept) = to else {
            return Ok(vec![Line::plain(why_not)]);
        };
        self.game = self.game.first(kept)?;
        self.board()
    }
}

/// How to play, in sentences and in one move.
fn rules(game: &dyn Game) -> Result<Vec<Line>> {
    let about = game.about();
    let mut lines = vec![Line::plain(match &*about.rules {
        "" => "The game does not say how it is played; `moves` lists the legal moves.",
        rules => rules,
    })];
    lines.extend(about.allowed.iter().map(Line::plain));
    if let Some((name, [before, after])) = example(game)? {
        lines.push(Line::of(Role::Faint, "For example, from"));
        lines.extend(before.lines(Detail::Brief)?);
        let name = Line::of(Role::Faint, "the move ").and(Role::Heading, name);
        lines.push(name.and(Role::Faint, " leads to"));
        lines.extend(after.lines(Detail::Brief)?);
    }
    Ok(lines)
}

fn help() -> Vec<Line> {
    let moves = [
        "A move: its name, as much of it as no other move has, or its number on the list",
        "with a #. For a pawn on square 2 of the strip `2` is enough; from heaps `3 1` takes",
        "3 from heap 1. Beside moves:",
    ];
    let commands = COMMANDS.lines().map(|line| {
        let (name, about) = line.split_at(9);
        Line::of(Role::Winning, format!("  {name}")).and(Role::Plain, format!(" {about}"))
    });
    moves.map(Line::plain).into_iter().chain(commands).collect()
}
