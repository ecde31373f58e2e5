//! `grundy gen`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use grundy_games::{Case, Game, Place, Request, TestSet, limits, package, test_set, unwatched};
use grundy_judge::reference::{Reference, ReferencePlan};

use crate::games::{ClaimOption, GameOption, not_refused};
use crate::interrupt;
use crate::output::{self, Done};

#[derive(Args)]
pub struct Gen {
    #[command(flatten)]
    game: GameOption,
    #[command(flatten)]
    claim: ClaimOption,
    /// Write a test set: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_enum, requires = "out", conflicts_with_all = ["shape", "m", "n"])]
    suite: Option<Suite>,
    /// Write a problem package around a test set; it is made from the shapes for games without a test set of
    /// their own
    #[arg(long, value_enum, requires = "out", conflicts_with_all = ["shape", "m", "n"])]
    package: Option<Package>,
    /// Write every position up to size N as a test: DIR/in/NAME.in and DIR/out/NAME.out
    #[arg(long, value_name = "N", requires = "out")]
    #[arg(conflicts_with_all = ["suite", "package", "shape"])]
    up_to: Option<u32>,
    /// The folder of tests or of the package: empty, or created if it is missing
    #[arg(long, value_name = "DIR", conflicts_with = "shape")]
    out: Option<PathBuf>,
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

impl Gen {
    /// The game; of a rules program with its claim as the source of right answers.
    fn open(&self) -> Result<Arc<dyn Game>> {
        let plan = ReferencePlan {
            m: self.m,
            n: self.n,
            seed: self.seed,
            ..ReferencePlan::default()
        };
        let (game, reference) = self.game.open_with(&self.claim, &plan)?;
        not_refused(&*game, reference.as_ref())?;
        if let Some(Reference::Oracle { why }) = reference
            && self.shape.is_none()
        {
            output::note(&format!("only positions that the oracle solves: {why}"));
        }
        Ok(game)
    }
}

pub fn run(arguments: &Gen) -> Result<Done> {
    let last_words = match &arguments.out {
        Some(out) => format!("stopped: {} does not have all files", output::name(out)),
        None => "stopped".to_owned(),
    };
    interrupt::listen(move || last_words.clone())?;
    let Gen { m, n, seed, .. } = *arguments;
    let game = &*match arguments.up_to {
        // The answers are the oracle's.
        Some(up_to) => arguments.game.open(Some(up_to))?,
        None => arguments.open()?,
    };
    if let (Some(shape), Some(m), Some(n)) = (&arguments.shape, m, n) {
        let position = game.draw(&Request { shape, m, n, seed })?;
        output::print(&position.input()?)?;
        return Ok(Done::Fine);
    }
    match (&arguments.out, arguments.up_to) {
        (Some(out), Some(up_to)) => write_every(game, up_to, out)?,
        (Some(out), None) if arguments.package.is_some() || arguments.suite.is_some() => {
            write_set(arguments, game, out)?;
        }
        _ => bail!(
            "one of these is needed:\n  \
             --shape SHAPE -m M -n N           one random input\n  \
             --up-to N --out DIR               every position up to a size\n  \
             --suite poi|shapes --out DIR      a test set\n  \
             --package icpc --out DIR          a problem package"
        ),
    }
    Ok(Done::Fine)
}

/// Writes a test set, or a package around it.
fn write_set(arguments: &Gen, game: &dyn Game, out: &Path) -> Result<()> {
    let (about, seed) = (game.about(), arguments.seed);
    let name = &about.name;
    let (set, made) = match arguments.suite {
        Some(Suite::Poi) | None if about.tests > 0 => {
            (TestSet::Original, "with the original's sizes")
        }
        Some(Suite::Poi) => {
            bail!("{name} has no test set of its own; --suite shapes makes one from its shapes")
        }
        _ if limits(game).is_empty() => {
            bail!("{name} has no limits, so the sizes of its tests are unknown")
        }
        _ => (TestSet::Shapes, "made from its shapes"),
    };
    let mut folder = Folder::open(out)?;
    if arguments.package.is_some() {
        let written = package(game, set, seed, &mut |path, text| folder.write(path, text))?;
        let tests = written.with_context(|| {
            format!("the answers of {name} are moves, and a package for such a task needs an output validator: --suite writes the tests alone")
        })?;
        folder.tests = tests as u64;
    } else {
        test_set(game, set, seed, &mut |name, case| {
            folder.write_test(name, case)
        })?;
    }
    folder.finish(game, made)
}

/// Writes every position up to a size, with the oracle's answers; the name of a test is its size, and its number
/// within the size.
fn write_every(game: &dyn Game, up_to: u32, out: &Path) -> Result<()> {
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    let mut folder = Folder::open(out)?;
    for size in game.about().smallest..=up_to {
        for (i, case) in solved.cases(size)?.iter().enumerate() {
            let name = format!("{size}-{}", i + 1);
            folder.write_test(&name, case)?;
        }
    }
    folder.finish(game, "with the oracle's answers")
}

/// The folder of tests or of a package.
struct Folder<'a> {
    out: &'a Path,
    tests: u64,
}

impl<'a> Folder<'a> {
    /// A folder that is empty or missing: no file is replaced.
    fn open(out: &'a Path) -> Result<Self> {
        let name = output::name(out);
        if out.is_dir() {
            let mut files = fs::read_dir(out).with_context(|| name.clone())?;
            let is_empty = files.next().is_none();
            ensure!(
                is_empty,
                "{name} is not empty: expected an empty folder or none"
            );
        }
        Ok(Self { out, tests: 0 })
    }

    /// Writes a file completely or not at all.
    fn write(&self, path: &str, text: &str) -> io::Result<()> {
        let path = self.out.join(path);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder).map_err(|error| {
            let message = format!("cannot make {}: {error}", output::name(folder));
            io::Error::new(error.kind(), message)
        })?;
        grundy_records::files::write(&path, text.as_bytes())
            .map_err(|error| io::Error::new(error.problem.kind(), error))
    }

    fn write_test(&mut self, name: &str, case: &Case) -> io::Result<()> {
        if let Some(position) = &case.position {
            self.write(&format!("position/{name}.position"), position)?;
        }
        self.write(&format!("in/{name}.in"), &case.input)?;
        self.write(&format!("out/{name}.out"), &case.answer)?;
        self.tests += 1;
        Ok(())
    }

    /// Prints how many tests were written, and how they were made; none is an error.
    fn finish(&self, game: &dyn Game, made: &str) -> Result<()> {
        let (name, tests, out) = (&game.about().name, self.tests, output::name(self.out));
        if tests == 0 {
            bail!("{name} has no position of these sizes, so there is no test to write");
        }
        output::print(&format!("{tests} tests of {name}, {made}, in {out}\n"))
    }
}
