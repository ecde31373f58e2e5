//! `grundy gen`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use grundy_games::{Entry, Request, TestSet, package, test_set};

use crate::arguments::{Gen, Suite};
use crate::{Done, interrupt, output};

pub fn run(arguments: &Gen) -> Result<Done> {
    interrupt::listen(|| "stopped".to_owned())?;
    let game = &*arguments.game.open()?;
    let (shape, m, n) = match (arguments.size, &arguments.shape) {
        // The one shape of a game that lists its positions.
        (Some(size), _) => (Some("listed"), Some(size.into()), Some(1)),
        (None, shape) => (shape.as_deref(), arguments.m, arguments.n),
    };
    match (&arguments.out, shape, m, n) {
        (Some(out), ..) if arguments.package.is_some() => write_package(arguments, game, out)?,
        (Some(out), ..) if arguments.suite.is_some() => write_suite(arguments, game, out)?,
        (Some(out), ..) if let Some(up_to) = arguments.up_to => write_every(game, up_to, out)?,
        (None, Some(shape), Some(m), Some(n)) => {
            let seed = arguments.seed;
            let input = game.generate(&Request { shape, m, n, seed })?;
            output::print(&input)?;
        }
        _ => bail!(
            "one of these is needed:\n  \
             --shape SHAPE -m M -n N           one random input\n  \
             --size N                          one position of a rules program\n  \
             --up-to N --out DIR               every position up to a size\n  \
             --suite poi|shapes --out DIR      a test set\n  \
             --package icpc --out DIR          a problem package"
        ),
    }
    Ok(Done::Fine)
}

fn write_suite(arguments: &Gen, game: &dyn Entry, out: &Path) -> Result<()> {
    let about = game.about();
    let set = match arguments.suite {
        Some(Suite::Shapes) if game.limits().is_empty() => {
            bail!(
                "{} has no limits, so nobody knows how large tests have to be",
                about.name
            )
        }
        Some(Suite::Shapes) => TestSet::Shapes,
        _ if about.tests > 0 => TestSet::Original,
        _ => bail!(
            "{} has no test set to make anew; --suite shapes makes one from its shapes",
            about.name
        ),
    };
    let mut folders = Folders::make(out)?;
    test_set(game, set, arguments.seed, &mut |name, input, answer| {
        folders.write(name, input, answer)
    })?;
    folders.say(game)
}

/// A package has to have tests: where the original's are not known, they are made from the shapes.
fn write_package(arguments: &Gen, game: &dyn Entry, out: &Path) -> Result<()> {
    let about = game.about();
    let (set, made) = match arguments.suite {
        Some(Suite::Poi) | None if about.tests > 0 => {
            (TestSet::Original, "with the original's sizes")
        }
        _ => (TestSet::Shapes, "made from its shapes"),
    };
    let tests = package(game, set, arguments.seed, &mut |path, text| {
        let path = out.join(path);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder).map_err(|error| {
            let message = format!("cannot make {}: {error}", output::name(folder));
            io::Error::new(error.kind(), message)
        })?;
        write(&path, text)
    })?;
    let Some(tests) = tests else {
        bail!("{} brings no statement and no programs", about.name);
    };
    output::print(&format!(
        "{tests} tests of {}, {made}, in {}\n",
        about.name,
        output::name(out)
    ))
}

/// Every position up to a size, by the oracle; NAME is the size, and the place within it from 1 on.
fn write_every(game: &dyn Entry, up_to: u32, out: &Path) -> Result<()> {
    let space = game.space(up_to)?;
    let mut folders = Folders::make(out)?;
    for size in game.about().smallest..=up_to {
        for (i, case) in space.cases(size)?.iter().enumerate() {
            folders.write(&format!("{size}-{}", i + 1), &case.input, &case.answer)?;
        }
    }
    folders.say(game)
}

/// `DIR/in` and `DIR/out`, and how many tests have been written to them.
struct Folders {
    inputs: PathBuf,
    answers: PathBuf,
    tests: u64,
}

impl Folders {
    fn make(out: &Path) -> Result<Self> {
        let (inputs, answers) = (out.join("in"), out.join("out"));
        for dir in [&inputs, &answers] {
            fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        let tests = 0;
        Ok(Self {
            inputs,
            answers,
            tests,
        })
    }

    fn write(&mut self, name: &str, input: &str, answer: &str) -> io::Result<()> {
        write(&self.inputs.join(format!("{name}.in")), input)?;
        write(&self.answers.join(format!("{name}.out")), answer)?;
        self.tests += 1;
        Ok(())
    }

    fn say(&self, game: &dyn Entry) -> Result<()> {
        output::print(&format!(
            "{} tests of {} in {} and {}\n",
            self.tests,
            game.about().name,
            output::name(&self.inputs),
            output::name(&self.answers)
        ))
    }
}

/// Writes a file that is whole or not there.
fn write(path: &Path, text: &str) -> io::Result<()> {
    grundy_files::write(path, text.as_bytes())
        .map_err(|error| io::Error::new(error.problem.kind(), error))
}
