//! `grundy explain`.

use anyhow::Result;
use serde_json::Value;

use crate::Done;
use crate::arguments::{Format, Input};
use crate::{input, output};

pub fn run(arguments: &Input) -> Result<Done> {
    let text = input::read(arguments.file.as_deref())?;
    let explanations = arguments
        .game
        .game
        .explain(&text.bytes)
        .map_err(|error| text.error(&error))?;
    let shown = match arguments.format {
        Format::Text => {
            let pages: Vec<String> = explanations
                .iter()
                .map(|explanation| explanation.lines.iter().map(output::coloured).collect())
                .collect();
            pages.join("\n")
        }
        Format::Json => {
            let facts: Vec<Value> = explanations.into_iter().map(|e| e.facts).collect();
            format!("{}\n", Value::from(facts))
        }
    };
    output::print(&shown)?;
    Ok(Done::Fine)
}
