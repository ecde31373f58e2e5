//! `grundy play`.

mod terminal;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, IsTerminal};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow};
use grundy_games::Line;
use grundy_play::web::Server;
use grundy_play::{Dialogue, Match, PlayError, Position};

use crate::arguments::{Format, Play};
use crate::input::Text;
use crate::{Done, input, interrupt, output};

pub fn run(arguments: &Play) -> Result<Done> {
    if arguments.web {
        return web(arguments);
    }
    match &arguments.moves {
        Some(moves) => replay(arguments, moves),
        None => sit_down(arguments),
    }
}

/// The seed of this run: the one that was given, or one that nobody knows beforehand.
fn seed(arguments: &Play) -> u64 {
    let drawn = || RandomState::new().hash_one("grundy");
    arguments.seed.unwrap_or_else(drawn)
}

/// The file that says where to begin, if there is one.
fn start(arguments: &Play) -> Result<Option<Text>> {
    let file = arguments.file.as_deref();
    file.map(|file| input::read(Some(file))).transpose()
}

fn sit_down(arguments: &Play) -> Result<Done> {
    let text = start(arguments)?;
    let start = text.as_ref().map(text_of).transpose()?;
    let game = arguments.game.open()?;
    let Play { seats, level, .. } = *arguments;
    let table = patiently(|| Dialogue::new(game, start, seats, level, seed(arguments)));
    let table = table.map_err(|error| match &text {
        Some(text) => placed(text, error),
        None => error.into(),
    })?;
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        terminal::talk(table)
    } else {
        listen(table)
    }
}

/// A dialogue without a terminal: what is said is repeated, so that the answers make sense.
fn listen(mut table: Dialogue) -> Result<Done> {
    show(&patiently(|| table.greeting())?)?;
    for line in io::stdin().lock().lines() {
        let line = line.context("cannot read standard input")?;
        output::print(&format!("{}{line}\n", table.prompt()))?;
        if hear(&mut table, &line)? {
            break;
        }
    }
    Ok(Done::Fine)
}

/// Says a line at the table and shows the answer; true when somebody gets up. Only a game that fails
/// ends it: what is no move is told, and nothing has happened.
fn hear(table: &mut Dialogue, line: &str) -> Result<bool> {
    match patiently(|| table.hear(line)) {
        Ok(said) => {
            show(&said.lines)?;
            Ok(said.is_end)
        }
        Err(PlayError::Game(grundy_games::Error::Failed(error))) => Err(error.into()),
        Err(error) => {
            output::print(&format!("{error}\n"))?;
            Ok(false)
        }
    }
}

/// Does some work, and says on standard error after 1, 2, 4, ... seconds that it is still being done: a rules
/// program that is asked for very many positions takes its time.
fn patiently<T>(work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let mut seconds = 1;
            let mut wait = seconds;
            while is_done.recv_timeout(Duration::from_secs(wait)) == Err(RecvTimeoutError::Timeout)
            {
                output::note(&format!(
                    "solving positions: {seconds} s so far; Ctrl-C ends it"
                ));
                wait = seconds;
                seconds *= 2;
            }
        });
        let result = work();
        drop(done);
        result
    })
}

fn show(lines: &[Line]) -> Result<()> {
    let text: String = lines.iter().map(output::coloured).collect();
    output::print(&text)
}

fn replay(arguments: &Play, moves: &str) -> Result<Done> {
    let text = input::read(arguments.file.as_deref())?;
    let position = Position::of(text_of(&text)?);
    let game = Match::begin(arguments.game.open()?, position);
    let mut game = game.map_err(|error| placed(&text, error))?;
    let replayed = game.replay(moves);
    replayed.map_err(|(number, error)| {
        Error::new(error).context(format!("move {number} of --moves"))
    })?;
    match arguments.format {
        Format::Text => show(&grundy_play::told(&game, arguments.seats)?)?,
        Format::Json => output::print(&format!("{}\n", grundy_play::json(&game)))?,
    }
    Ok(Done::Fine)
}

fn web(arguments: &Play) -> Result<Done> {
    let chosen = arguments.game.open()?;
    let mut games = vec![Arc::clone(&chosen)];
    let others = grundy_games::all().iter();
    games.extend(
        others
            .filter(|game| game.about().name != chosen.about().name)
            .cloned(),
    );
    let text = start(arguments)?;
    let begin = |text: &Text| {
        let position = Position::of(text_of(text)?);
        match patiently(|| Match::begin(Arc::clone(&chosen), position)) {
            Ok(game) => Ok(game.start().clone()),
            Err(error) => Err(placed(text, error)),
        }
    };
    let start = text.as_ref().map(begin).transpose()?;
    let server = Server::open(arguments.port, games, start, seed(arguments))
        .context("--port 0 takes one that is free")?;
    interrupt::listen(|| "stopped while a game was being looked at".to_owned())?;
    output::print(&format!("{}\n", server.url()))?;
    output::note("the page is there until Ctrl-C");
    server.serve(interrupt::stop());
    Ok(Done::Interrupted)
}

fn text_of(text: &Text) -> Result<&str> {
    std::str::from_utf8(&text.bytes).map_err(|error| {
        anyhow!(
            "{}: not UTF-8 from byte {} on",
            text.name,
            error.valid_up_to() + 1
        )
    })
}

/// The error with the name of the file it is about.
fn placed(text: &Text, error: PlayError) -> Error {
    match error {
        PlayError::Game(error) => text.error(error),
        error => error.into(),
    }
}
