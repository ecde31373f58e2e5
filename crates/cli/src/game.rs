//! The game that a name on the command line stands for.

use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Error, Result, anyhow};
use clap::Args;
use grundy_games::Entry;
use grundy_rules::Settings;
use grundy_sandbox::Program;

use crate::judge::program;
use crate::launcher::launcher;
use crate::{interrupt, quantity};

/// A name with this in it is that of a file.
const OF_PATHS: char = '/';

/// What stands for a game: a name or code, or the path of a rules program.
#[derive(Clone)]
pub enum Name {
    /// A game that is built in.
    BuiltIn(Arc<dyn Entry>),
    /// A rules program.
    Program(String),
}

impl Name {
    /// The file of a rules program.
    pub fn program(&self) -> Option<&Path> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Program(path) => Some(Path::new(path)),
        }
    }
}

/// Reads a name.
pub fn name(text: &str) -> Result<Name> {
    if text.contains(OF_PATHS) {
        return Ok(Name::Program(text.to_owned()));
    }
    match grundy_games::find(text) {
        Ok(game) => Ok(Name::BuiltIn(game)),
        Err(_) if Path::new(text).exists() => Err(anyhow!(
            "a rules program is named by a path with a `/` in it: ./{text}"
        )),
        Err(error) => Err(anyhow!(
            "{error}; a rules program is named by a path with a `/` in it, as ./{text}"
        )),
    }
}

/// How rules programs are run.
#[derive(Args, Clone)]
pub struct Rules {
    /// Time for a rules program to answer one batch: 30s, 500ms
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::time)]
    pub rules_time_limit: Duration,
}

#[derive(Args)]
pub struct Game {
    /// The game: gra, nim, bounded, staircase, constrained or kamyki; a heap game by its code, as 0.77 or
    /// subtract:1,3,4, or its name, as kayles; or, with a `/` in it, the path of a rules program
    #[arg(short, long, value_name = "GAME", default_value = "gra", value_parser = name)]
    pub game: Name,
    #[command(flatten)]
    pub rules: Rules,
}

impl Game {
    /// The game; a rules program is asked what it is.
    pub fn open(&self) -> Result<Arc<dyn Entry>> {
        self.open_to(None)
    }

    /// The game, of which positions up to this size are asked for where one is named.
    pub fn open_to(&self, up_to: Option<u32>) -> Result<Arc<dyn Entry>> {
        open(&self.game, &self.rules, None, up_to)
    }

    /// The game, for a command that has nothing else to end on Ctrl-C. A built-in game has nothing to end
    /// either, and a thread that listens would take a tenth of the time of a small input.
    pub fn open_alone(&self) -> Result<Arc<dyn Entry>> {
        if let Name::Program(_) = self.game {
            interrupt::listen(|| "stopped".to_owned())?;
        }
        self.open()
    }
}

/// The game of that name, with somebody's claim where there is one: a command line; and of which positions up
/// to a size are asked for where one is named.
pub fn claimed(
    name: &Name,
    rules: &Rules,
    claim: Option<&str>,
    up_to: Option<u32>,
) -> Result<Arc<dyn Entry>> {
    if claim.is_some() && !matches!(name, Name::Program(_)) {
        return Err(no_claim());
    }
    let Some(claim) = claim else {
        return open(name, rules, None, up_to);
    };
    let words = shlex::split(claim).with_context(|| {
        format!("--claim: a quote is not closed, or a backslash ends it: {claim}")
    })?;
    let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
    let program = program(&words).context("--claim is empty")?;
    open(
        name,
        rules,
        Some((program, format!("--claim {claim}"))),
        up_to,
    )
}

/// What is said of a claim about a game that needs none.
pub fn no_claim() -> Error {
    anyhow!("--claim is for rules programs: a built-in game is held against its closed form")
}

/// The game of that name, with the claims of another program where there is one, and what errors call it.
pub fn open(
    name: &Name,
    rules: &Rules,
    claims: Option<(Program, String)>,
    up_to: Option<u32>,
) -> Result<Arc<dyn Entry>> {
    let path = match name {
        Name::BuiltIn(game) => return Ok(Arc::clone(game)),
        Name::Program(path) => path,
    };
    let settings = Settings {
        launcher: launcher()?,
        time: rules.rules_time_limit,
        jobs: thread::available_parallelism().map_or(1, usize::from),
        memory: None,
        stop: interrupt::stop(),
    };
    let game = grundy_rules::open(path, settings)?.asked_up_to(up_to);
    Ok(Arc::new(match claims {
        Some((claims, name)) => game.with_claims(claims, name),
        None => game,
    }))
}
