//! `grundy gen`.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use grundy_games::{Game, Place, Request, TestSet, limits, package, test_set, unwatched};

use crate::exit::Done;
use crate::games::GameOption;
use crate::{interrupt, output};

#[derive(Args)]
pub struct Gen {
    #[command(flatten)]
    game: GameOption,
    /// Write a test set: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_enum, requires = "out", conflicts_with_all = ["shape", "m", "n"])]
    suite: Option<Suite>,
    /// Write a problem package around a test set; it is made from the shapes for games without a test set of
    /// their own
    #[arg(long, value_enum, requires = "out", conflicts_with_all = ["shape", "m", "n"])]
    package: Option<Package>,
    /// Write every position up to size N as a test: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_name = "N", requires = "out")]
    #[arg(conflicts_with_all = ["suite", "package", "shape", "size"])]
    up_to: Option<u32>,
    /// The folder of tests or of the package; created if it is missing
    #[arg(long, value_name = "DIR", conflicts_with_all = ["shape", "size"])]
    out: Option<PathBuf>,
    /// Write to DIR although it is not empty; names each file that it replaces, and each other test in DIR
    #[arg(long, requires = "out")]
    force: bool,
    /// Write one of the positions of size N, of a rules program, to standard output
    #[arg(long, value_name = "N", conflicts_with_all = ["suite", "package", "shape"])]
    size: Option<u32>,
    /// Write one input of this shape to standard output; --help lists the shapes
    #[arg(long, value_name = "SHAPE", requires = "m", requires = "n")]
    shape: Option<String>,
    /// The extent of the input: squares, or the largest heap; see --help
    #[arg(short, value_name = "M", requires = "shape")]
    m: Option<u64>,
    /// The number of pawns, heaps, steps or piles; see --help
    #[arg(short, value_name = "N", requires = "shape")]
    n: Option<u64>,
    /// Same seed, same bytes, on every machine
    #[arg(long, value_name = "K", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Suite {
    /// The sizes and properties of the original task's own tests
    Poi,
    /// Every shape of the game in three sizes, the largest at the limits
    Shapes,
}

#[derive(Clone, Copy, ValueEnum)]
enum Package {
    /// The problem package format of ICPC and Kattis, version 2025-09
    Icpc,
}

pub fn run(arguments: &Gen) -> Result<Done> {
    let last_words = arguments.out.as_ref().map_or_else(
        || "stopped".to_owned(),
        |out| format!("stopped: {} does not have all files", output::name(out)),
    );
    interrupt::listen(move || last_words.clone())?;
    let game = &*arguments.game.open(None)?;
    if arguments.size.is_some() && arguments.game.program().is_none() {
        bail!(
            "--size is for rules programs: --shape, -m and -n draw a position of {}",
            game.about().name
        );
    }
    match (&arguments.out, arguments.size, &arguments.shape) {
        (Some(out), ..) if arguments.package.is_some() => write_package(arguments, game, out)?,
        (Some(out), ..) if arguments.suite.is_some() => write_suite(arguments, game, out)?,
        (Some(out), ..) if let Some(up_to) = arguments.up_to => {
            write_every(game, up_to, out, arguments.force)?;
        }
        // The one shape of a game that lists its positions.
        (None, Some(size), _) => print_one(arguments, game, "listed", size.into(), 1)?,
        (None, None, Some(shape)) if let (Some(m), Some(n)) = (arguments.m, arguments.n) => {
            print_one(arguments, game, shape, m, n)?;
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

fn print_one(arguments: &Gen, game: &dyn Game, shape: &str, m: u64, n: u64) -> Result<()> {
    let seed = arguments.seed;
    let position = game.draw(&Request { shape, m, n, seed })?;
    output::print(&position.input()?)
}

fn write_suite(arguments: &Gen, game: &dyn Game, out: &Path) -> Result<()> {
    let about = game.about();
    let set = match arguments.suite {
        Some(Suite::Shapes) if limits(game).is_empty() => bail!(
            "{} has no limits, so the sizes of its tests are unknown",
            about.name
        ),
        Some(Suite::Shapes) => TestSet::Shapes,
        _ if about.tests > 0 => TestSet::Original,
        _ => bail!(
            "{} has no test set of its own; --suite shapes makes one from its shapes",
            about.name
        ),
    };
    let mut target = Target::open(out, arguments.force)?;
    test_set(game, set, arguments.seed, &mut |name, input, answer| {
        target.write_test(name, input, answer)
    })?;
    target.finish(game, no_test(game))
}

/// Writes a package; its tests are those of the original task if they are known.
fn write_package(arguments: &Gen, game: &dyn Game, out: &Path) -> Result<()> {
    let about = game.about();
    let (set, made) = match arguments.suite {
        Some(Suite::Poi) | None if about.tests > 0 => {
            (TestSet::Original, "with the original's sizes")
        }
        _ => (TestSet::Shapes, "made from its shapes"),
    };
    if game.about().problem.is_none() {
        bail!("{} has no statement and no programs", about.name);
    }
    let mut target = Target::open(out, arguments.force)?;
    let tests = package(game, set, arguments.seed, &mut |path, text| {
        target.write(path, text)
    })?;
    let Some(tests @ 1..) = tests else {
        bail!(no_test(game));
    };
    target.name_others(&["data/sample", "data/secret"], &["in", "ans"])?;
    output::print(&format!(
        "{tests} tests of {}, {made}, in {}\n",
        about.name,
        output::name(out)
    ))
}

fn no_test(game: &dyn Game) -> String {
    format!(
        "no shape of {} has a position of the sizes of the test set, so there is no test to write",
        game.about().name
    )
}

/// Writes every position up to a size, with the oracle's answers; the name of a test is its size, and its number
/// within the size.
fn write_every(game: &dyn Game, up_to: u32, out: &Path, force: bool) -> Result<()> {
    let about = game.about();
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    let mut target = Target::open(out, force)?;
    for size in about.smallest..=up_to {
        for (i, case) in solved.cases(size)?.iter().enumerate() {
            let name = format!("{size}-{}", i + 1);
            if let Some(position) = &case.position {
                target.write(&format!("position/{name}.position"), position)?;
            }
            target.write_test(&name, &case.input, &case.answer)?;
        }
    }
    let no_test = format!(
        "{} has no position up to size {up_to}, so there is no test to write; its smallest size is {}",
        about.name, about.smallest
    );
    target.finish(game, no_test)
}

/// The folder of tests or of a package.
struct Target<'a> {
    out: &'a Path,
    written: HashSet<PathBuf>,
    tests: u64,
}

impl<'a> Target<'a> {
    /// A folder that is empty or missing, or any folder with `force`.
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
        Ok(Self {
            out,
            written: HashSet::new(),
            tests: 0,
        })
    }

    /// Writes a file completely or not at all, and prints a note if it replaces a different one.
    fn write(&mut self, path: &str, text: &str) -> io::Result<()> {
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

    fn write_test(&mut self, name: &str, input: &str, answer: &str) -> io::Result<()> {
        self.write(&format!("in/{name}.in"), input)?;
        self.write(&format!("out/{name}.out"), answer)?;
        self.tests += 1;
        Ok(())
    }

    /// Prints how many tests were written; it is an error if there are none.
    fn finish(&self, game: &dyn Game, no_test: String) -> Result<()> {
        if self.tests == 0 {
            bail!(no_test);
        }
        let kinds = ["in", "out", "position"];
        self.name_others(&kinds, &kinds)?;
        output::print(&format!(
            "{} tests of {} in {} and {}\n",
            self.tests,
            game.about().name,
            output::name(self.out.join("in")),
            output::name(self.out.join("out"))
        ))
    }

    /// Prints the names of other tests in these folders: they may be the user's own.
    fn name_others(&self, folders: &[&str], extensions: &[&str]) -> Result<()> {
        let folders = folders.iter().map(|folder| self.out.join(folder));
        for folder in folders.filter(|folder| folder.is_dir()) {
            for extension in extensions {
                for file in grundy_records::files::in_folder(&folder, extension)? {
                    if !self.written.contains(&file) {
                        let name = output::name(&file);
                        output::note(&format!("left there: {name}, which is not of this set"));
                    }
                }
            }
        }
        Ok(())
    }
}
