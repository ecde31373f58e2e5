//! The command `grundy play`: a game against an opponent that makes no mistake, in a terminal or on a page.

use std::env;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::io::ErrorKind;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy_formula::Formula;
use grundy_game::sum::Sum;
use grundy_game::{Error, Game};
use grundy_judge::interactive::Partner;
use grundy_play::session::{self, End, Terminal, patiently};
use grundy_play::web::{self, Offer, Server};
use grundy_play::{
    Dialogue, Error as Failure, LEVELS, Level, Match, Players, Program, SEATS, Seats, history,
};
use grundy_records::files;
use grundy_sandbox::Limits;

use crate::command::games::{self, Added, ClaimOption, GameOption};
use crate::command::output::{self, Done, Format};
use crate::command::{input, interrupt, programs, text};

/// The longest time of a program that plays for a move, and for all of its moves before it again.
const TIME: Duration = Duration::from_secs(10);

/// The end of the long help.
pub const MORE_HELP: &str = "\
    Without FILE every game starts from a random position; with --moves or --export the position is read from standard input. \
    Moves are separated by ` ; `; without it, by commas; without these, by blanks. A move may be shortened as long \
    as it means no other one, as in the dialogue; the complete name of a legal move is always one move. docs/play.md \
    has more.";

#[derive(Args)]
pub struct Play {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub claim: ClaimOption,
    /// Your seat: first moves first; with both, two people play at one board; with none, two opponents do, the program of
    /// --opponent first
    #[arg(long, value_parser = seats(), default_value_t)]
    seats: Seats,
    /// How well the opponent plays: child, club, perfect, or the share of its random moves, as 30%; perfect by default, on
    /// a page child
    #[arg(long, value_name = "LEVEL", value_parser = Level::read)]
    level: Option<Level>,
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
    /// Write one page with every position that can be reached, at most 20,000, on which the game is played in a browser
    /// without a server
    #[arg(long, value_name = "FILE", conflicts_with_all = ["web", "moves", "opponent", "seed"])]
    export: Option<PathBuf>,
    /// The first position
    file: Option<PathBuf>,
}

pub fn run(arguments: &Play, added: &Added) -> Result<Done> {
    let game = arguments.game.open_claimed(added, &arguments.claim)?;
    let start = arguments.start(&*game)?;
    let launched = arguments.opponent.as_ref().map(|command| {
        let program = programs::of_text("--opponent", command)?;
        let launcher = arguments.game.launcher()?;
        let stop = interrupt::stop();
        let partner = Partner::start(&launcher, &program, Limits::within(TIME), stop);
        let partner = partner.with_context(|| format!("--opponent {command}"))?;
        anyhow::Ok(Arc::new(Program { partner, stop }))
    });
    let program = launched.transpose()?;
    let arbitrary = || RandomState::new().hash_one("grundy");
    let seed = arguments.seed.unwrap_or_else(arbitrary);
    let beginner = LEVELS[0].1;
    let by_default = if arguments.web || arguments.export.is_some() {
        beginner
    } else {
        Level::default()
    };
    let seats = arguments.seats;
    let level = arguments.level.unwrap_or(by_default);
    let players = Players { seats, level };
    if let Some(path) = &arguments.export {
        let law = arguments.claim.formula()?;
        return export(path, &game, start.unwrap_or_default(), players, law);
    }
    if arguments.web {
        let name = &game.about().name;
        let others = games::all(added).filter(|other| other.about().name != *name);
        let games = iter::once(&game).chain(others).cloned().collect();
        let offer = Offer {
            games,
            start: start.map(|position| position.to_string()),
            players,
            command: command(),
            program,
        };
        return serve(arguments.port, offer, seed);
    }
    if let Some(moves) = &arguments.moves {
        let mut replayed = Match::begin(game, None, start.unwrap_or_default())?;
        replayed.replay(moves)?;
        let told = history::told(&replayed, seats)?;
        let json = history::json(&replayed);
        output::show(arguments.format, &json, || output::coloured(&told))?;
        return Ok(Done::Fine);
    }
    let dialogue = patiently(|| Dialogue::new(game, program, start, players, seed))?;
    play(dialogue)
}

/// Plays in the terminal, or on standard input and output.
fn play(dialogue: Dialogue) -> Result<Done> {
    let mut out = anstream::stdout();
    let played = if let Some(terminal) = Terminal::found()? {
        interrupt::listen(move || {
            terminal.restore();
            "\nstopped".to_owned()
        })?;
        session::play_in_terminal(dialogue, &mut out, interrupt::stop())
    } else {
        session::play(dialogue, &mut out)
    };
    match played {
        Ok(End::Quit) => Ok(Done::Fine),
        Ok(End::Stopped) => Ok(Done::Interrupted),
        // The reader has closed the pipe: the player quits.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(Done::Fine),
        Err(error) => Err(error.into()),
    }
}

/// Writes a page that needs no server, with `law` or the closed form of the game in words.
fn export(
    path: &Path,
    game: &Arc<dyn Game>,
    start: Sum,
    players: Players,
    law: Option<Formula>,
) -> Result<Done> {
    let known = game.about().closed_form.as_ref();
    let known = known.and_then(|known| known.formula.parse().ok());
    let law = law.or(known).map(|law| law.words());
    interrupt::listen_quietly()?;
    let law = law.as_deref();
    let page = patiently(|| web::export(game, start, players, law, interrupt::is_stopped));
    if interrupt::is_stopped() {
        return Ok(Done::Interrupted);
    }
    files::write(path, page?.as_bytes())?;
    Ok(Done::Fine)
}

/// Serves pages until Ctrl-C.
fn serve(port: u16, offer: Offer, seed: u64) -> Result<Done> {
    let server = Server::bind(port, offer, seed)?;
    interrupt::listen_quietly()?;
    output::print(&format!("http://{}/\n", server.address))?;
    output::note("the page is there until Ctrl-C");
    server.serve(interrupt::stop())?;
    Ok(Done::Interrupted)
}

/// The values of `--seats`.
fn seats() -> impl TypedValueParser<Value = Seats> {
    let named = PossibleValuesParser::new(SEATS.map(|(name, ..)| name));
    named.try_map(|name| Seats::read(&name))
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
    /// Reads the first position: from the file, or for `--moves` and `--export` from standard input.
    fn start(&self, game: &dyn Game) -> Result<Option<Sum>> {
        let is_read = self.moves.is_some() || self.export.is_some();
        if self.file.is_none() && !is_read {
            return Ok(None);
        }
        let mut source = input::open(self.file.as_deref())?;
        // An endless input is refused before it is kept.
        let (read, bytes) = game.kept(&mut source.reader);
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
