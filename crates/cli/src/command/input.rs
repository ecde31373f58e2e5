//! Inputs: where they come from, and errors about them.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};
use clap::Args;
use grundy_game::mark;

use crate::command::games::{ClaimOption, GameOption};
use crate::command::output::{self, Format};
use crate::command::programs::CasesOption;
use crate::command::searching::SearchOptions;

// The arguments of `solve` and `explain`.
#[derive(Args)]
pub struct Input {
    #[command(flatten)]
    pub game: GameOption,
    #[command(flatten)]
    pub claim: ClaimOption,
    #[command(flatten)]
    pub cases: CasesOption,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub search: SearchOptions,
    /// The input; `-` or nothing for standard input
    pub file: Option<PathBuf>,
}

/// An input that is not read yet.
pub struct Source {
    /// What stands before line and column in an error.
    pub name: String,
    pub reader: Box<dyn Read>,
}

/// Opens `file`; `-` or `None` is standard input. A byte order mark at its beginning is skipped.
///
/// # Errors
/// When there is no such file, or its first bytes cannot be read.
pub fn open(file: Option<&Path>) -> Result<Source> {
    let Source { name, reader } = open_whole(file)?;
    let rest = mark::skipped(reader).map_err(|error| unread(error, &name))?;
    let reader = Box::new(rest);
    Ok(Source { name, reader })
}

/// Opens `file` with the byte order mark that it may have.
///
/// # Errors
/// When there is no such file.
pub fn open_whole(file: Option<&Path>) -> Result<Source> {
    if let Some(path) = file.filter(|path| *path != Path::new("-")) {
        let name = path.display().to_string();
        let reader = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let reader = Box::new(reader);
        return Ok(Source { name, reader });
    }
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        output::note("reading from the terminal; Ctrl-D ends the input");
    }
    Ok(Source {
        name: "stdin".to_owned(),
        reader: Box::new(stdin),
    })
}

impl Source {
    /// The error with the name of the input: `NAME:LINE:COLUMN: what was found, what was expected`.
    pub fn error(&self, error: grundy_game::Error) -> Error {
        match error {
            grundy_game::Error::Input(error) => anyhow!("{}:{error}", self.name),
            grundy_game::Error::Reading(error) => unread(error, &self.name),
            error => error.into(),
        }
    }
}

fn unread(error: io::Error, name: &str) -> Error {
    Error::new(error).context(format!("cannot read {name}"))
}
