//! Where an input comes from, and how its errors are told.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use grundy_games::Error;

use crate::output;

/// What standard input goes by in messages.
const STDIN: &str = "stdin";

/// An input that is yet to be read, and the name it goes by in messages.
pub struct Source {
    pub name: String,
    pub reader: Box<dyn Read>,
}

/// An input and the name it goes by in messages.
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Opens `file`; `-` or `None` is standard input.
pub fn open(file: Option<&Path>) -> Result<Source> {
    match file.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
            let reader = Box::new(file);
            Ok(Source { name, reader })
        }
        None => {
            let stdin = io::stdin().lock();
            if stdin.is_terminal() {
                output::note("reading from the terminal; Ctrl-D ends the input");
            }
            Ok(Source {
                name: STDIN.to_owned(),
                reader: Box::new(stdin),
            })
        }
    }
}

/// Reads the whole of `file`; `-` or `None` is standard input.
pub fn read(file: Option<&Path>) -> Result<Text> {
    let mut source = open(file)?;
    let mut bytes = Vec::new();
    match source.reader.read_to_end(&mut bytes) {
        Ok(_) => Ok(Text {
            name: source.name,
            bytes,
        }),
        Err(error) => Err(source.unreadable(error)),
    }
}

impl Source {
    /// `NAME:LINE:COLUMN: what stands there, what was expected`, or what else there is to say.
    pub fn error(&self, error: Error) -> anyhow::Error {
        placed(&self.name, error)
    }

    /// `cannot read NAME: why`.
    pub fn unreadable(&self, error: io::Error) -> anyhow::Error {
        unreadable(&self.name, error)
    }
}

impl Text {
    /// `NAME:LINE:COLUMN: what stands there, what was expected`, or what else there is to say.
    pub fn error(&self, error: Error) -> anyhow::Error {
        placed(&self.name, error)
    }
}

fn placed(name: &str, error: Error) -> anyhow::Error {
    match error {
        Error::Input(error) => anyhow!("{name}:{error}"),
        Error::Reading(error) => unreadable(name, error),
        error => error.into(),
    }
}

fn unreadable(name: &str, error: io::Error) -> anyhow::Error {
    let name = match name {
        STDIN => "standard input",
        name => name,
    };
    anyhow::Error::new(error).context(format!("cannot read {name}"))
}
