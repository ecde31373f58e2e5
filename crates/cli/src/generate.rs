//! `grundy gen`.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, Result, bail};
use grundy_games::{Entry, Request};

use crate::arguments::Gen;
use crate::{Done, output};

pub fn run(arguments: &Gen) -> Result<Done> {
    let game = &*arguments.game.open()?;
    match (&arguments.out, &arguments.shape, arguments.m, arguments.n) {
        (Some(out), ..) => {
            write_suite(arguments, game, out)?;
        }
        (None, Some(shape), Some(m), Some(n)) => {
            let seed = arguments.seed;
            let input = game.generate(&Request { shape, m, n, seed })?;
            output::answer(&input)?;
        }
        _ => bail!("--suite poi --out DIR or --shape SHAPE -m M -n N is needed"),
    }
    Ok(Done::Fine)
}

fn write_suite(arguments: &Gen, game: &dyn Entry, out: &Path) -> Result<()> {
    let about = game.about();
    if about.tests == 0 {
        bail!(
            "{} has no test set to make anew; --shape makes single inputs",
            about.name
        );
    }
    let (inputs, answers) = (out.join("in"), out.join("out"));
    for dir in [&inputs, &answers] {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    }
    let mut tests = 0;
    game.suite(arguments.seed, &mut |name, input, answer| {
        write(&inputs.join(format!("{name}.in")), input)?;
        write(&answers.join(format!("{name}.out")), answer)?;
        tests += 1;
        Ok(())
    })?;
    output::print(&format!(
        "{tests} tests of {} in {} and {}\n",
        about.name,
        output::name(inputs),
        output::name(answers)
    ))
}

/// Writes a file that is whole or not there.
fn write(path: &Path, text: &str) -> io::Result<()> {
    grundy_files::write(path, text.as_bytes())
        .map_err(|error| io::Error::new(error.problem.kind(), error))
}
