//! `grundy gen`.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use grundy_games::{Entry, Request, TestSet, package, test_set};

use crate::arguments::{Gen, Suite};
use crate::{Done, interrupt, output};

pub fn run(arguments: &Gen) -> Result<Done> {
    let last_words = arguments.out.as_ref().map_or_else(
        || "stopped".to_owned(),
        |out| format!("stopped: {} does not have all files", output::name(out)),
    );
    interrupt::listen(move || last_words.clone())?;
    let game = &*arguments.game.open()?;
    if arguments.size.is_some() && arguments.game.game.program().is_none() {
        bail!(
            "--size is for rules programs: --shape, -m and -n draw a position of {}",
            game.about().name
        );
    }
    let (shape, m, n) = match (arguments.size, &arguments.shape) {
        // The one shape of a game that lists its positions.
        (Some(size), _) => (Some("listed"), Some(size.into()), Some(1)),
        (None, shape) => (shape.as_deref(), arguments.m, arguments.n),
    };
    match (&arguments.out, shape, m, n) {
        (Some(out), ..) if arguments.package.is_some() => write_package(arguments, game, out)?,
        (Some(out), ..) if arguments.suite.is_some() => write_suite(arguments, game, out)?,
        (Some(out), ..) if let Some(up_to) = arguments.up_to => {
            write_every(game, up_to, out, arguments.force)?;
        }
        (None, Some(shape), Some(m), Some(n)) => {
            let seed = arguments.seed;
            let position = game.generate(&Request { shape, m, n, seed })?;
            let input = game.inputs(&[&position])?.map(|inputs| inputs.concat());
            output::print(&input.unwrap_or(position))?;
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
    let mut folders = Folders::make(out, arguments.force)?;
    test_set(game, set, arguments.seed, &mut |name, input, answer| {
        folders.write(name, input, answer)
    })?;
    if folders.tests == 0 {
        return Err(no_test(game));
    }
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
    if game.problem().is_none() {
        bail!("{} brings no statement and no programs", about.name);
    }
    let mut target = Target::open(out, arguments.force)?;
    let tests = package(game, set, arguments.seed, &mut |path, text| {
        target.write(Path::new(path), text)
    })?;
    let Some(tests @ 1..) = tests else {
        return Err(no_test(game));
    };
    target.name_others(&["data/sample", "data/secret"], &["in", "ans"])?;
    output::print(&format!(
        "{tests} tests of {}, {made}, in {}\n",
        about.name,
        output::name(out)
    ))
}

/// What is said of a test set without a test.
fn no_test(game: &dyn Entry) -> Error {
    anyhow!(
        "no shape of {} has a position of the sizes of the test set, so there is no test to write",
        game.about().name
    )
}

/// Every position up to a size, by the oracle; NAME is the size, and the place within it from 1 on.
fn write_every(game: &dyn Entry, up_to: u32, out: &Path, force: bool) -> Result<()> {
    let space = game.space(up_to)?;
    let mut folders = Folders::make(out, force)?;
    for size in game.about().smallest..=up_to {
        for (i, case) in space.cases(size)?.iter().enumerate() {
            let name = format!("{size}-{}", i + 1);
            if let Some(position) = &case.position {
                let path = PathBuf::from(format!("position/{name}.position"));
                folders.target.write(&path, position)?;
            }
            folders.write(&name, &case.input, &case.answer)?;
        }
    }
    if folders.tests == 0 {
        bail!(
            "{} has no position up to size {up_to}, so there is no test to write; its smallest size is {}",
            game.about().name,
            game.about().smallest
        );
    }
    folders.say(game)
}

/// `DIR/in` and `DIR/out`, and how many tests have been written to them.
struct Folders<'a> {
    target: Target<'a>,
    tests: u64,
}

impl<'a> Folders<'a> {
    fn make(out: &'a Path, force: bool) -> Result<Self> {
        let target = Target::open(out, force)?;
        let tests = 0;
        Ok(Self { target, tests })
    }

    fn write(&mut self, name: &str, input: &str, answer: &str) -> io::Result<()> {
        let input_path = PathBuf::from(format!("in/{name}.in"));
        self.target.write(&input_path, input)?;
        let answer_path = PathBuf::from(format!("out/{name}.out"));
        self.target.write(&answer_path, answer)?;
        self.tests += 1;
        Ok(())
    }

    fn say(&self, game: &dyn Entry) -> Result<()> {
        (self.target).name_others(&["in", "out", "position"], &["in", "out", "position"])?;
        output::print(&format!(
            "{} tests of {} in {} and {}\n",
            self.tests,
            game.about().name,
            output::name(self.target.out.join("in")),
            output::name(self.target.out.join("out"))
        ))
    }
}

/// The folder that is written to, and what has been written there.
struct Target<'a> {
    out: &'a Path,
    written: HashSet<PathBuf>,
}

impl<'a> Target<'a> {
    /// A folder that is empty or not there, or any with `force`.
    fn open(out: &'a Path, force: bool) -> Result<Self> {
        if !force && out.is_dir() {
            let there = fs::read_dir(out).with_context(|| output::name(out))?;
            let mut names: Vec<_> = there.flatten().map(|entry| entry.file_name()).collect();
            names.sort();
            if let [first, others @ ..] = &names[..] {
                let others = match others.len() {
                    0 => String::new(),
                    others => format!(" and {others} more"),
                };
                bail!(
                    "{} is not empty, it has `{}`{others}: expected an empty folder or none; --force writes \
                     there all the same",
                    output::name(out),
                    output::name(first)
                );
            }
        }
        let written = HashSet::new();
        Ok(Self { out, written })
    }

    /// Writes a file that is whole or not there, and says so if another one was in its place.
    fn write(&mut self, path: &Path, text: &str) -> io::Result<()> {
        let path = self.out.join(path);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder).map_err(|error| {
            let message = format!("cannot make {}: {error}", output::name(folder));
            io::Error::new(error.kind(), message)
        })?;
        let is_another = match path.metadata() {
            Ok(there) if there.is_file() => fs::read(&path)? != text.as_bytes(),
            there => there.is_ok(),
        };
        grundy_records::files::write(&path, text.as_bytes())
            .map_err(|error| io::Error::new(error.problem.kind(), error))?;
        if is_another {
            output::note(&format!("replaced: {}", output::name(&path)));
        }
        self.written.insert(path);
        Ok(())
    }

    /// Says which tests in these folders were there before and are not of this set: they may be the user's own.
    fn name_others(&self, folders: &[&str], extensions: &[&str]) -> Result<()> {
        for (folder, extension) in folders
            .iter()
            .flat_map(|folder| extensions.iter().map(move |extension| (folder, extension)))
        {
            let folder = self.out.join(folder);
            if !folder.is_dir() {
                continue;
            }
            for file in grundy_records::files::in_folder(&folder, extension)? {
                if !self.written.contains(&file) {
                    let name = output::name(&file);
                    output::note(&format!("left there: {name}, which is not of this set"));
                }
            }
        }
        Ok(())
    }
}
