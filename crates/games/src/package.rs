//! A problem package of the ICPC/Kattis format, version 2025-09: <https://icpc.io/problem-package-format/>.
//!
//! The game's own part is its [`Problem`](crate::Problem); the tests are a [`TestSet`].

use std::io;

use twox_hash::XxHash3_128;

use crate::generate::{Random, extents};
use crate::{Case, Claimant, Error, Game, Limit, Request, limits};

/// Which tests a set holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSet {
    /// Those of the original task, made anew; none where their sizes are not known.
    Original,
    /// Inputs of three sizes of each shape of the game, the largest at the limits, except sizes that the shape does
    /// not have; none where the game has no limits.
    Shapes,
}

/// Called with the name of each test of a set, its input and its answer.
pub type WriteTest<'a> = &'a mut dyn FnMut(&str, &Case) -> io::Result<()>;

/// Makes a test set.
///
/// ```
/// use grundy_games::TestSet;
/// let nim = grundy_games::find("nim")?;
/// let mut names = Vec::new();
/// let shapes = TestSet::Shapes;
/// grundy_games::test_set(&*nim, shapes, 1, &mut |name, _| Ok(names.push(name.to_owned())))?;
/// assert_eq!(names[..3], ["random-1", "random-2", "random-3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error that `write` returns, and when the game fails.
pub fn test_set(
    game: &dyn Game,
    set: TestSet,
    seed: u64,
    write: WriteTest<'_>,
) -> Result<(), Error> {
    let mut put = |name: &str, case: &Case| write(name, case).map_err(Error::Writing);
    if set == TestSet::Original {
        let mut random = Random::new(seed);
        let tests = (0..).map_while(|number| game.original_test(number, &mut random));
        for test in tests {
            put(&test.name, &test.case(game)?)?;
        }
        return Ok(());
    }
    let Some(&Limit { m, n }) = limits(game).first() else {
        return Ok(());
    };
    let (some_m, some_n) = (m.isqrt(), n.isqrt());
    let mut sizes = vec![(some_m.isqrt(), some_n.isqrt()), (some_m, some_n)];
    let about = game.about();
    if about.claimant == Claimant::Claim && !about.limits.is_empty() {
        sizes.extend(extents(m).into_iter().rev().map(|m| (m, n)));
    } else {
        sizes.push((m, n));
    }
    let shapes = game.about().shapes.iter().map(|shape| shape.name);
    let requests: Vec<Request<'_>> = shapes
        .clone()
        .flat_map(|shape| {
            sizes
                .iter()
                .map(move |&(m, n)| Request { shape, m, n, seed })
        })
        .collect();
    game.draw_ahead(&requests)?;
    for shape in shapes {
        for (number, &(m, n)) in (1..).zip(&sizes) {
            match game.draw(&Request { shape, m, n, seed }) {
                Err(Error::NoShape(_)) => {}
                position => put(&format!("{shape}-{number}"), &position?.case()?)?,
            }
        }
    }
    Ok(())
}

/// Makes a problem package: calls `write` with the path of each file in the package and its content. Returns
/// the number of tests beside the samples; `None` when the game has no [`Problem`](crate::Problem).
///
/// # Errors
/// The first error that `write` returns, and when the game fails.
pub fn package(
    game: &dyn Game,
    set: TestSet,
    seed: u64,
    write: &mut dyn FnMut(&str, &str) -> io::Result<()>,
) -> Result<Option<usize>, Error> {
    let about = game.about();
    let Some(problem) = about.problem else {
        return Ok(None);
    };
    let limits = limits(game);
    let m = limits.iter().map(|limit| limit.m).max().unwrap_or(0);
    let n = limits.iter().map(|limit| limit.n).max().unwrap_or(0);

    let mut put = |path: &str, text: &str| write(path, text).map_err(Error::Writing);
    put(
        "problem.yaml",
        &format!(
            "problem_format_version: 2025-09\n\
             type: pass-fail\n\
             name:\n  en: {title}\n\
             uuid: {uuid}\n\
             source: {original}\n\
             license: unknown\n\
             limits:\n  time_limit: 2\n  memory: 256\n",
            title = serde_json::Value::from(&*about.title),
            uuid = uuid(&about.name, seed),
            original = serde_json::Value::from(&*about.original),
        ),
    )?;
    put(
        "statement/problem.en.tex",
        &format!(
            "\\problemname{{{}}}\n\\newcommand{{\\largestm}}{{{m}}}\n\\newcommand{{\\largestn}}{{{n}}}\n\n{}",
            about.title, problem.statement
        ),
    )?;
    put(
        "input_validators/validator.cpp",
        &format!(
            "{}\nconst u64 M = {m}ULL, N = {n}ULL;\n\n{}",
            include_str!("package/reader.cpp"),
            problem.validator
        ),
    )?;
    put("submissions/accepted/solution.cpp", problem.accepted)?;
    put("submissions/wrong_answer/wrong.cpp", problem.wrong)?;
    for (number, sample) in (1..).zip(&about.samples) {
        let answer = game.answer(&mut sample.as_bytes())?.join("\n") + "\n";
        put(&format!("data/sample/{number}.in"), sample)?;
        put(&format!("data/sample/{number}.ans"), &answer)?;
    }
    let mut tests = 0;
    let mut test = |name: &str, case: &Case| {
        tests += 1;
        write(&format!("data/secret/{name}.in"), &case.input)?;
        write(&format!("data/secret/{name}.ans"), &case.answer)
    };
    test_set(game, set, seed, &mut test)?;
    Ok(Some(tests))
}

/// Returns the same number for the same game and seed, in the form of a random one.
fn uuid(game: &str, seed: u64) -> String {
    let digits = XxHash3_128::oneshot_with_seed(seed, game.as_bytes());
    let digits = format!("{digits:032x}");
    let [first, second, third, fourth, last] =
        [0..8, 8..12, 13..16, 17..20, 20..32].map(|at| &digits[at]);
    format!("{first}-{second}-4{third}-8{fourth}-{last}")
}
