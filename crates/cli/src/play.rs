//! The command `grundy play`: a game against an opponent that makes no mistake, in a terminal or on a page.
//!
//! Every [`Game`](grundy_game::Game) can be played: a built-in game, a code, a rules program. A [`Match`] is a game in
//! progress: the position where it began, the moves so far, and for each of them who was winning. [`Level`] is how well
//! the opponent plays. [`Dialogue`] plays in a terminal, [`web::serve`] on a page in the browser.

mod dialogue;
mod fit;
mod game;
mod history;
mod players;
mod session;
mod start;
#[cfg(test)]
mod tests;
mod web;

use std::env;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::Args;
use grundy_game::sum::Sum;
use grundy_game::{Error, Game};
use grundy_judge::interactive::Partner;

use crate::games::{self, GameOption};
use crate::input;
use crate::output::{self, Done, Format};
use crate::{programs, text};
use dialogue::Dialogue;
use game::Match;
use players::{LEVELS, Players};
use session::patiently;
pub use web::respond;

use web::{Address, Offer};

/// The longest time of a program that plays for a move, and for all of its moves before it again.
const TIME: Duration = Duration::from_secs(10);

/// The end of the long help.
pub const MORE_HELP: &str = "\
    Without FILE every game starts from a random position; with --moves the position is read from standard input. \
    Moves are separated by ` ; `; without it, by commas; without these, by blanks. A move may be shortened as long \
    as it means no other one, as in the dialogue; the complete name of a legal move is always one move. docs/play.md \
    has more.";

#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    players: Players,
    /// A program that plays in place of the built-in opponent, as for `judge --interactive`
    #[arg(long, value_name = "CMD", conflicts_with_all = ["moves", "level"])]
    opponent: Option<String>,
    /// Same seed, same positions and replies
    #[arg(long, value_name = "K")]
    seed: Option<u64>,
    /// Replay these moves, and show for each of them who was winning and what would have won
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["web", "level", "seed"])]
    moves: Option<String>,
    /// The format of a replayed game
    #[arg(long, value_enum, default_value_t, requires = "moves")]
    format: Format,
    /// On a page, only for the browsers of this machine
    #[arg(long)]
    web: bool,
    /// The port of the page; 0 for any free port
    #[arg(long, value_name = "P", default_value_t = 8421, requires = "web")]
    port: u16,
    /// The first position
    file: Option<PathBuf>,
}

pub fn run(arguments: &Play) -> Result<Done> {
    let game = arguments.game.open(None)?;
    let start = arguments.start(&*game)?;
    let launched = arguments.opponent.as_ref().map(|command| {
        let program = programs::of_text("--opponent", command)?;
        let launcher = arguments.game.launcher()?;
        let program = Partner::start(&launcher, &program, programs::limits(TIME))?;
        anyhow::Ok(Arc::new(program))
    });
    let program = launched.transpose()?;
    let arbitrary = || RandomState::new().hash_one("grundy");
    let seed = arguments.seed.unwrap_or_else(arbitrary);
    if arguments.web {
        let name = &game.about().name;
        let mut players = arguments.players;
        players.level.get_or_insert(LEVELS[0].1);
        let first = Address {
            game: Some(name.to_string()),
            start: start.map(|position| position.to_string()),
            players,
            ..Address::default()
        };
        let others =
            games::all(&arguments.game.rules.added).filter(|other| other.about().name != *name);
        let games = iter::once(&game).chain(others).cloned().collect();
        let offer = Offer {
            games,
            command: command(),
            program,
        };
        return web::serve(arguments.port, offer, first, seed);
    }
    if let Some(moves) = &arguments.moves {
        let mut replayed = Match::begin(game, start.unwrap_or_default())?;
        replayed.replay(moves)?;
        let told = history::told(&replayed, arguments.players.seats)?;
        let json = history::json(&replayed);
        output::show(arguments.format, &json, || output::coloured(&told))?;
        return Ok(Done::Fine);
    }
    let dialogue = patiently(|| Dialogue::new(game, program, start, arguments.players, seed))?;
    session::play(dialogue)
}

/// Returns the command line as a person types it, without the port.
fn command() -> String {
    let mut words = vec![OsString::from("grundy")];
    let mut typed = env::args_os().skip(1);
    while let Some(word) = typed.next() {
        if word == "--port" {
            typed.next();
        } else if !word.to_string_lossy().starts_with("--port=") {
            words.push(word);
        }
    }
    text::line(&words)
}

impl Play {
    /// Reads the first position: from the file, or for `--moves` from standard input.
    fn start(&self, game: &dyn Game) -> Result<Option<Sum>> {
        if self.file.is_none() && self.moves.is_none() {
            return Ok(None);
        }
        let mut source = input::open(self.file.as_deref())?;
        // An endless input is refused before it is kept.
        let (read, bytes) = source.kept(game);
        let position = read.and_then(|_| patiently(|| Sum::read(game, &bytes)));
        position.map(Some).map_err(|error| {
            let name = &game.about().name;
            let hint = match error {
                Error::Input(_) => format!("; read as {name}, -g names another game"),
                _ => return source.error(error),
            };
            anyhow!("{}{hint}", source.error(error))
        })
    }
}
