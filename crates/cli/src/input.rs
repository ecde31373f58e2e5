//! Inputs: where they come from, and errors about them.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow};
use clap::Args;
use grundy_games::{Game, Position};

use crate::games::GameOption;
use crate::output::{self, Format};

// The arguments of `solve` and `explain`.
#[derive(Args)]
pub struct Input {
    #[command(flatten)]
    pub game: GameOption,
    /// The format of the result
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// The input; `-` or nothing for standard input
    pub file: Option<PathBuf>,
}

/// An input that is not read yet.
pub struct Source {
    /// Its file; `None` for standard input.
    file: Option<PathBuf>,
    pub reader: Box<dyn Read>,
}

/// Opens `file`; `-` or `None` is standard input.
///
/// # Errors
/// When there is no such file.
pub fn open(file: Option<&Path>) -> Result<Source> {
    let file = file.filter(|path| *path != Path::new("-"));
    let reader: Box<dyn Read> = match file {
        Some(path) => {
            let file = File::open(path);
            Box::new(file.with_context(|| format!("cannot read {}", path.display()))?)
        }
        None => {
            let stdin = io::stdin().lock();
            if stdin.is_terminal() {
                output::note("reading from the terminal; Ctrl-D ends the input");
            }
            Box::new(stdin)
        }
    };
    let file = file.map(Path::to_owned);
    Ok(Source { file, reader })
}

/// Reads the whole of `file`; `-` or `None` is standard input. The source is for errors.
///
/// # Errors
/// When it cannot be read.
pub fn read(file: Option<&Path>) -> Result<(Source, Vec<u8>)> {
    let mut source = open(file)?;
    let mut bytes = Vec::new();
    match source.reader.read_to_end(&mut bytes) {
        Ok(_) => Ok((source, bytes)),
        Err(error) => Err(source.error(grundy_games::Error::Reading(error))),
    }
}

impl Source {
    /// The name before line and column in an error.
    pub fn name(&self) -> String {
        let file = self.file.as_ref();
        file.map_or_else(|| "stdin".to_owned(), |file| file.display().to_string())
    }

    /// The error with the name of the input: `NAME:LINE:COLUMN: what was found, what was expected`.
    pub fn error(&self, error: grundy_games::Error) -> Error {
        match error {
            grundy_games::Error::Input(error) => anyhow!("{}:{error}", self.name()),
            grundy_games::Error::Reading(error) => {
                let file = self.file.as_ref().map(|file| file.display().to_string());
                let name = file.unwrap_or_else(|| "standard input".to_owned());
                Error::new(error).context(format!("cannot read {name}"))
            }
            error => error.into(),
        }
    }
}

/// Reads an input of the game and returns what `of` returns for each of its positions, or the first error.
pub fn each<T>(
    game: &dyn Game,
    input: &[u8],
    of: impl Fn(&dyn Position) -> Result<T, grundy_games::Error>,
) -> Result<Vec<T>, grundy_games::Error> {
    let positions = game.read(input)?;
    positions.iter().map(|position| of(&**position)).collect()
}
