//! A problem package of the ICPC/Kattis format, version 2025-09: <https://icpc.io/problem-package-format/>.
//!
//! The game's own part is its [`Problem`](crate::Problem); the tests are a [`TestSet`].

use std::collections::HashSet;
use std::io;

use twox_hash::XxHash3_128;

use crate::generate::{Random, draws_at_limits};
use crate::{
    About, Answers, Case, Claimant, Draw, Error, Game, Limit, Place, Request, limits, unwatched,
};

/// Of a game that names no samples, positions of this many sizes are looked at, and this many become samples.
const MOST_SAMPLE_SIZES: u32 = 8;
const MOST_SAMPLES: usize = 3;

/// Which tests a set holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestSet {
    /// Those of the original task, made anew; none where their sizes are not known.
    Original,
    /// Inputs of three sizes of each shape of the game, the largest at the limits, except sizes that the shape does
    /// not have; none where the game has no limits. Of a rules program with a claim, there are several inputs at the
    /// limits and some near the ends of the ranges of machine numbers, and no input twice.
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
    let about = game.about();
    let limits = limits(game);
    let Some(&Limit { m, n }) = limits.first() else {
        return Ok(());
    };
    let (some_m, some_n) = (m.isqrt(), n.isqrt());
    let below = [(some_m.isqrt(), some_n.isqrt()), (some_m, some_n)];
    let mut draws = below.map(|(m, n)| Draw { m, n, seed }).to_vec();
    if about.claimant == Claimant::Claim && !about.limits.is_empty() {
        draws.extend(draws_at_limits(&limits, seed));
    } else {
        draws.push(Draw { m, n, seed });
    }
    let shapes = about.shapes.iter().map(|shape| shape.name);
    let requests: Vec<Request<'_>> = shapes
        .flat_map(|shape| {
            draws
                .iter()
                .map(move |&Draw { m, n, seed }| Request { shape, m, n, seed })
        })
        .collect();
    game.draw_ahead(&requests)?;
    let mut inputs = HashSet::new();
    for of_shape in requests.chunks(draws.len()) {
        for (number, request) in (1..).zip(of_shape) {
            let case = match game.draw(request) {
                Err(Error::NoShape(_)) => continue,
                position => position?.case()?,
            };
            if inputs.insert(XxHash3_128::oneshot(case.input.as_bytes())) {
                put(&format!("{}-{number}", request.shape), &case)?;
            }
        }
    }
    Ok(())
}

/// Makes a problem package: calls `write` with the path of each file in the package and its content. Returns
/// the number of tests beside the samples. A game without a [`Problem`](crate::Problem) gets the draft of a statement, a
/// validator of white space, and no programs. `None` when answers are moves, which need an output validator.
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
    if matches!(about.answers, Answers::Move { .. }) {
        return Ok(None);
    }
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
    let (statement, validator) = match about.problem {
        Some(problem) => {
            let reader = include_str!("package/reader.cpp");
            let bounds = format!("const u64 M = {m}ULL, N = {n}ULL;");
            put("submissions/accepted/solution.cpp", problem.accepted)?;
            put("submissions/wrong_answer/wrong.cpp", problem.wrong)?;
            let validator = format!("{reader}\n{bounds}\n\n{}", problem.validator);
            (problem.statement.to_owned(), ("cpp", validator))
        }
        None => {
            let validator = include_str!("package/validator.py").to_owned();
            (draft(about), ("py", validator))
        }
    };
    put(
        "statement/problem.en.tex",
        &format!(
            "\\problemname{{{}}}\n\\newcommand{{\\largestm}}{{{m}}}\n\\newcommand{{\\largestn}}{{{n}}}\n\n{statement}",
            in_latex(&about.title)
        ),
    )?;
    let (language, validator) = validator;
    put(
        &format!("input_validators/validator.{language}"),
        &validator,
    )?;
    for (number, (input, answer)) in (1..).zip(samples(game)?) {
        put(&format!("data/sample/{number}.in"), &input)?;
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

/// The inputs that the statement shows, with their answers: of a game that names none, the smallest position with each
/// of the first answers.
fn samples(game: &dyn Game) -> Result<Vec<(String, String)>, Error> {
    let about = game.about();
    let named = about.samples.iter().map(|sample| {
        let answer = game.answer(&mut sample.as_bytes())?.join("\n") + "\n";
        Ok((sample.clone(), answer))
    });
    let mut samples: Vec<(String, String)> = named.collect::<Result<_, Error>>()?;
    if !samples.is_empty() {
        return Ok(samples);
    }
    let up_to = about.smallest + MOST_SAMPLE_SIZES - 1;
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched)?;
    for size in about.smallest..=up_to {
        for case in solved.cases(size)? {
            let is_new = samples.iter().all(|(_, answer)| *answer != case.answer);
            if is_new && samples.len() < MOST_SAMPLES {
                samples.push((case.input, case.answer));
            }
        }
    }
    Ok(samples)
}

/// Returns the draft of a statement: what the description of the game tells.
fn draft(about: &About) -> String {
    let rules = about.rules.iter().map(|line| in_latex(line.trim()));
    let rules = rules.collect::<Vec<_>>().join("\n\n");
    let end = if about.misere { "wins" } else { "loses" };
    let answer = match &about.answers {
        Answers::Words { win, loss } => format!(
            "\\texttt{{{}}} if the player to move wins, else \\texttt{{{}}}",
            in_latex(win),
            in_latex(loss)
        ),
        Answers::Grundy => "the Grundy value of the position".to_owned(),
        Answers::Number | Answers::Move { .. } => "the number of winning moves".to_owned(),
    };
    format!(
        "% A draft: the rules, the form of the input, and the bounds of its numbers have to be written.\n\
         Two players move by turns. Whoever cannot move {end}.\n\n{rules}\n\n\
         \\section*{{Input}}\nA position, whose extent is at most $\\largestm$, with at most $\\largestn$ parts.\n\n\
         \\section*{{Output}}\nPrint {answer}.\n"
    )
}

/// Returns a text in which LaTeX reads each character as itself.
fn in_latex(text: &str) -> String {
    let mut latex = String::new();
    for character in text.chars() {
        match character {
            '\\' => latex.push_str("\\textbackslash{}"),
            '^' => latex.push_str("\\textasciicircum{}"),
            '~' => latex.push_str("\\textasciitilde{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => latex.extend(['\\', character]),
            _ => latex.push(character),
        }
    }
    latex
}

/// Returns the same number for the same game and seed, in the form of a random one.
fn uuid(game: &str, seed: u64) -> String {
    let digits = XxHash3_128::oneshot_with_seed(seed, game.as_bytes());
    let digits = format!("{digits:032x}");
    let [first, second, third, fourth, last] =
        [0..8, 8..12, 13..16, 17..20, 20..32].map(|at| &digits[at]);
    format!("{first}-{second}-4{third}-8{fourth}-{last}")
}
