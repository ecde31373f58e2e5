//! `grundy new`: the rules of a game to start from.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use grundy_records::files::NewFolder;

use crate::command::interrupt;
use crate::command::output::{self, Done};

#[derive(Args)]
pub struct New {
    /// What positions look like
    #[arg(long, value_enum, default_value_t)]
    shape: Shape,
    /// The language of the rules
    #[arg(long, value_enum, default_value_t)]
    language: Language,
    /// Write a right and a wrong solution as well; for heaps and numbers a formula and the limits of the task, too
    #[arg(long)]
    task: bool,
    /// The new folder; the name of the game is its name
    folder: PathBuf,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Shape {
    /// Heaps of stones
    #[default]
    Heaps,
    /// Two numbers
    Numbers,
    /// A row of squares
    Strip,
    /// A token on a graph
    Graph,
    /// A token on a board with walls
    Board,
}

impl Shape {
    /// What `about` says of the game: what its size is, the size up to which it is swept, the rules, and for a task the closed form and the
    /// limits.
    const fn about(self) -> (&'static str, u32, &'static str, &'static str) {
        match self {
            Self::Heaps => (
                "stones",
                12,
                "Stones lie in three heaps. A move takes one to three stones from one heap.",
                "\nformula: lost iff nimsum(parts: x mod 4) = 0\nlimits: 1000000000 3",
            ),
            Self::Numbers => (
                "sum of the numbers",
                16,
                "There are two numbers. A move takes one or two from one of them.",
                "\nformula: lost iff nimsum(parts: x mod 3) = 0\nlimits: 1000000000 2",
            ),
            Self::Strip => (
                "squares",
                12,
                "A strip has free squares. A move fills two of them that are side by side.",
                "",
            ),
            Self::Graph => (
                "edges",
                3,
                "A token stands on a vertex of a graph without cycles. A move brings it along an edge.",
                "",
            ),
            Self::Board => (
                "squares",
                6,
                "A token stands on a board with walls. A move brings it to the next square on the right or below.",
                "",
            ),
        }
    }
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Language {
    #[default]
    Python,
    Cpp,
    Rust,
    Javascript,
}

impl Language {
    /// The template, the ending of its file, and the program that a command takes as the game.
    const fn rules(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Python => (include_str!("new/python.txt"), "py", "./rules.py"),
            Self::Cpp => (include_str!("new/cpp.txt"), "cpp", "./rules"),
            Self::Rust => (include_str!("new/rust.txt"), "rs", "./rules"),
            Self::Javascript => (include_str!("new/javascript.txt"), "js", "./rules.js"),
        }
    }
}

pub fn run(arguments: &New) -> Result<Done> {
    let path = &arguments.folder;
    let name = path.file_name().and_then(|name| name.to_str());
    let is_plain = |c: char| c.is_alphanumeric() || "-_ ".contains(c);
    let name = name.filter(|name| name.trim() != "" && name.chars().all(is_plain));
    let name = name.with_context(|| {
        format!(
            "{}: expected a folder whose name has letters, digits, `-`, `_` and blanks only",
            path.display()
        )
    })?;
    let (template, ending, program) = arguments.language.rules();
    let (size, most, rules, limits) = arguments.shape.about();
    let limits = if arguments.task { limits } else { "" };
    let about = format!(
        "title: NAME\nsize: {size}\nsmallest: 1\nsweep-to: {most}\nanswer: First Second\nrules: {rules} A player who cannot move \
         loses.{limits}"
    );
    let kept = |template, part| arguments.part(template, part);
    interrupt::listen_quietly()?;
    let folder = NewFolder::new(path, interrupt::stop())?;
    // The name comes last: it may have one of the words that stand for something.
    let written = kept(template, "")
        .replace("ABOUT", &about)
        .replace("NAME", name);
    folder.write(&format!("rules.{ending}"), &written)?;
    let test = kept(include_str!("new/test.txt"), ending).replace("RULES", program);
    folder.write("test.sh", &test.replace("MOST", &most.to_string()))?;
    if arguments.task {
        for part in ["solution", "wrong"] {
            folder.write(
                &format!("{part}.py"),
                &kept(include_str!("new/task.txt"), part),
            )?;
        }
    }
    folder.finish()?;
    output::note(&format!(
        "{} has the rules; {} tries them",
        path.join(format!("rules.{ending}")).display(),
        path.join("test.sh").display()
    ));
    Ok(Done::Fine)
}

impl New {
    /// Returns the lines of a template for these arguments. A line `@` with words begins lines for these shapes and parts only, `@`
    /// alone lines for all.
    fn part(&self, template: &str, part: &str) -> String {
        let shape = self.shape.to_possible_value();
        let is_shape = |word: &str| {
            shape
                .as_ref()
                .is_some_and(|shape| shape.matches(word, false))
        };
        let (mut is_kept, mut text) = (true, String::new());
        for line in template.lines() {
            if let Some(words) = line.strip_prefix('@') {
                let (shapes, parts): (Vec<&str>, Vec<&str>) = words
                    .split(' ')
                    .filter(|word| !word.is_empty())
                    .partition(|word| Shape::from_str(word, false).is_ok());
                let is_part = |word: &&str| *word == part || *word == "task" && self.task;
                is_kept = (shapes.is_empty() || shapes.into_iter().any(is_shape))
                    && parts.iter().all(is_part);
            } else if is_kept {
                text += line;
                text.push('\n');
            }
        }
        text
    }
}
