//! The command `grundy play`.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::sync::Arc;

use crate::play::{Dialogue, Level, Match, PlayError, Seats, Server};
use anyhow::{Context, Error, Result, anyhow};
use clap::Args;

use crate::exit::Done;
use crate::games::{self, GameOption};
use crate::input::{self, Source};
use crate::interrupt;
use crate::output::{self, Format};

use super::session::{self, patiently};
use super::terminal;

/// The end of the long help.
pub const MORE_HELP: &str = "\
Without FILE every game starts from a random position; with --moves the position is read from standard
input. Moves are separated by ` ; `; without it, by commas; without these, by blanks. A move may be
shortened as long as it means no other one, as in the dialogue; the complete name of a legal move is
always one move. docs/play.md has more.";

#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    game: GameOption,
    /// Your seat: first moves first; with both, two people play at one board
    #[arg(long, value_name = "SEATS", default_value_t)]
    seats: Seats,
    /// How well the opponent plays: perfect, or the share of its random moves, as 30%
    #[arg(long, value_name = "LEVEL", default_value_t)]
    level: Level,
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
    if arguments.web {
        return web(arguments);
    }
    match &arguments.moves {
        Some(moves) => replay(arguments, moves),
        None => dialogue(arguments),
    }
}

impl Play {
    /// The seed of the command line, or an arbitrary one.
    fn seed(&self) -> u64 {
        let arbitrary = || RandomState::new().hash_one("grundy");
        self.seed.unwrap_or_else(arbitrary)
    }

    /// The first position, if there is a file.
    fn start(&self) -> Result<Option<Start>> {
        let file = self.file.as_deref();
        file.map(|file| Start::read(input::read(Some(file))?))
            .transpose()
    }
}

/// A first position, and the input that it was read from.
struct Start {
    source: Source,
    text: String,
}

impl Start {
    fn read((source, bytes): (Source, Vec<u8>)) -> Result<Self> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { source, text }),
            Err(error) => Err(anyhow!(
                "{}: not UTF-8 from byte {} on",
                source.name(),
                error.utf8_error().valid_up_to() + 1
            )),
        }
    }

    /// The error with the name of the input.
    fn error(&self, error: PlayError) -> Error {
        match error {
            PlayError::Game(error) => self.source.error(error),
            error => error.into(),
        }
    }
}

fn dialogue(arguments: &Play) -> Result<Done> {
    let start = arguments.start()?;
    let text = start.as_ref().map(|start| start.text.as_bytes());
    let game = arguments.game.open(None)?;
    let Play { seats, level, .. } = *arguments;
    let dialogue = patiently(|| Dialogue::new(game, text, seats, level, arguments.seed()));
    let dialogue = dialogue.map_err(|error| match &start {
        Some(start) => start.error(error),
        None => error.into(),
    })?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        terminal::play(dialogue)
    } else {
        session::play(dialogue)
    }
}

fn replay(arguments: &Play, moves: &str) -> Result<Done> {
    let start = Start::read(input::read(arguments.file.as_deref())?)?;
    let game = Match::read(arguments.game.open(None)?, start.text.as_bytes());
    let mut game = game.map_err(|error| start.error(error))?;
    let replayed = game.replay(moves);
    replayed.map_err(|(number, error)| {
        Error::new(error).context(format!("move {number} of --moves"))
    })?;
    match arguments.format {
        Format::Text => session::show(&crate::play::told(&game, arguments.seats)?)?,
        Format::Json => output::print(&format!("{}\n", crate::play::json(&game)))?,
    }
    Ok(Done::Fine)
}

fn web(arguments: &Play) -> Result<Done> {
    let chosen = arguments.game.open(None)?;
    let others = games::all().filter(|game| game.about().name != chosen.about().name);
    let mut all = vec![Arc::clone(&chosen)];
    all.extend(others.cloned());
    let position = match arguments.start()? {
        Some(start) => {
            let game = patiently(|| Match::read(chosen, start.text.as_bytes()));
            Some(game.map_err(|error| start.error(error))?.start().clone())
        }
        None => None,
    };
    let server = Server::open(arguments.port, all, position, arguments.seed())
        .context("--port 0 uses any free port")?;
    interrupt::listen(|| "stopped while a game was being solved".to_owned())?;
    output::print(&format!("{}\n", server.url()))?;
    output::note("the page is there until Ctrl-C");
    server.serve(interrupt::stop());
    Ok(Done::Interrupted)
}
