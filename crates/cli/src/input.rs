//! Where an input comes from, and how its errors are told.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use grundy_games::InputError;

/// An input and the name it goes by in messages.
pub struct Text {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// Reads the whole of `file`; `-` or `None` is standard input.
pub fn read(file: Option<&Path>) -> Result<Text> {
    match file.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let name = path.display().to_string();
            let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
            Ok(Text { name, bytes })
        }
        None => {
            let mut stdin = io::stdin().lock();
            if stdin.is_terminal() {
                eprintln!("reading from the terminal; Ctrl-D ends the input");
            }
            let mut bytes = Vec::new();
            stdin
                .read_to_end(&mut bytes)
                .context("cannot read standard input")?;
            Ok(Text {
                name: "stdin".to_owned(),
                bytes,
            })
        }
    }
}

impl Text {
    /// `NAME:LINE:COLUMN: what stands there, what was expected`.
    pub fn error(&self, error: &InputError) -> anyhow::Error {
        anyhow!("{}:{error}", self.name)
    }
}
