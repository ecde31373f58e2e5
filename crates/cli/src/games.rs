//! The games of the command line: names, options, and how each is opened.

use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use clap::Args;
use grundy_games::Game;
use grundy_games::rules::{Asked, RulesGame, Settings};

use crate::interrupt;
use crate::programs::{launcher, program};
use crate::quantity;

/// The games of the crate that calls [`crate::main`].
static ADDED: OnceLock<Vec<Arc<dyn Game>>> = OnceLock::new();

/// Adds games to the built-in ones; only the first call counts.
pub fn add(games: Vec<Arc<dyn Game>>) {
    ADDED.get_or_init(|| games);
}

/// All games with a name of their own, the built-in ones first.
pub fn all() -> impl Iterator<Item = &'static Arc<dyn Game>> {
    grundy_games::all().iter().chain(added())
}

fn added() -> &'static [Arc<dyn Game>] {
    ADDED.get().map_or(&[], Vec::as_slice)
}

/// A game as `--game` names it. A rules program has to be started before it is known, and that needs other
/// options.
#[derive(Clone)]
pub enum Name {
    /// A game inside this process.
    BuiltIn(Arc<dyn Game>),
    /// The path of a rules program.
    Program(String),
}

/// Parses the value of `--game`.
pub fn name(text: &str) -> Result<Name> {
    if text.contains('/') {
        return Ok(Name::Program(text.to_owned()));
    }
    if let Some(game) = added().iter().find(|game| game.about().name == text) {
        return Ok(Name::BuiltIn(Arc::clone(game)));
    }
    match grundy_games::find(text) {
        Ok(game) => Ok(Name::BuiltIn(game)),
        Err(error) => {
            bail!("{error}; a rules program is named by a path with a `/` in it, as ./{text}")
        }
    }
}

impl Name {
    /// The file of a rules program.
    pub fn program(&self) -> Option<&Path> {
        match self {
            Self::BuiltIn(_) => None,
            Self::Program(path) => Some(Path::new(path)),
        }
    }

    /// The game. A rules program is started, and its claims are those of the command line `claim` if there is
    /// one; `up_to` is the largest size that the user asked for.
    ///
    /// # Errors
    /// When a built-in game is given a claim, or a program cannot be started or violates the protocol.
    pub fn open(
        &self,
        rules: &Rules,
        claim: Option<&str>,
        up_to: Option<u32>,
    ) -> Result<Arc<dyn Game>> {
        let path = match self {
            Self::BuiltIn(_) if claim.is_some() => bail!(NO_CLAIM),
            Self::BuiltIn(game) => return Ok(Arc::clone(game)),
            Self::Program(path) => path,
        };
        let claims = match claim {
            Some(claim) => {
                let words = shlex::split(claim).with_context(|| {
                    format!("--claim: a quote is not closed, or a backslash ends it: {claim}")
                })?;
                let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
                let program = program(&words).context("--claim is empty")?;
                Some((program, format!("--claim {claim}")))
            }
            None => None,
        };
        let settings = Settings {
            launcher: launcher()?,
            time: rules.rules_time_limit,
            jobs: thread::available_parallelism().map_or(1, usize::from),
            memory: None,
            stop: interrupt::stop(),
        };
        let game = RulesGame::open(path, Asked { claims, up_to }, settings)?;
        Ok(Arc::new(game))
    }
}

/// The error about a claim for a game that is not a rules program.
pub const NO_CLAIM: &str =
    "--claim is for rules programs: a built-in game is compared with its closed form";

#[derive(Args, Clone)]
pub struct Rules {
    /// Time limit for a rules program to answer one batch: 30s, 500ms
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = quantity::time)]
    pub rules_time_limit: Duration,
}

#[derive(Args)]
pub struct GameOption {
    /// The game: gra, nim, bounded, staircase, constrained or kamyki; a heap game by its code, as 0.77 or
    /// subtract:1,3,4, or its name, as kayles; or, with a `/` in it, the path of a rules program
    #[arg(short, long, value_name = "GAME", default_value = "gra", value_parser = name)]
    pub game: Name,
    #[command(flatten)]
    pub rules: Rules,
}

impl GameOption {
    /// The game; `up_to` is the largest size that the user asked for.
    pub fn open(&self, up_to: Option<u32>) -> Result<Arc<dyn Game>> {
        self.game.open(&self.rules, None, up_to)
    }

    /// The game, for a command that does not handle Ctrl-C otherwise. For a built-in game no handler is
    /// installed: its thread would take a tenth of the time of a small input.
    pub fn open_alone(&self) -> Result<Arc<dyn Game>> {
        if self.game.program().is_some() {
            interrupt::listen_quietly()?;
        }
        self.open(None)
    }

    /// The file of a rules program.
    pub fn program(&self) -> Option<&Path> {
        self.game.program()
    }
}
