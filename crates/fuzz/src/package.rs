//! Problem packages, made from any options and descriptions.

mod markup;

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};
use std::sync::Arc;

use grundy_game::{Claimant, Error, Game, Starts};
use grundy_judge::task::Task;
use grundy_package::{Format, Plan, TestSet, package};
use serde_json::Value;

use self::markup::{latex, tags};
use crate::{Violation, dialogue, rules};

/// The largest limits of a rules program and of other games, so that a package takes milliseconds.
const SMALL: [(u64, u64); 2] = [(6, 3), (60, 6)];
/// The rules program that stands in packages. What it writes is in the input all the same.
const SCRIPT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../examples/rules/wythoff.py"
);

/// The files of a package by their paths.
type Files = BTreeMap<String, String>;

/// Makes a package, twice. The first line has the game and the format, the second one the limits and the seed, the third one the
/// words or nothing, and the fourth one who begins the interactive task or nothing. The game is one of
/// [`dialogue::check`], or a rules program that writes the other lines, as in [`rules::check`]: `script` stands in the package,
/// `rules` does not.
///
/// Both packages have the same files. Each test is within the limits, is written as `grundy check` expects it, and has the right
/// answer. Statements, descriptions, programs and commands have the title, paragraphs and words of the task as text: what
/// parses them gets these back.
///
/// # Errors
/// When one of these does not hold.
pub fn check(input: &[u8]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::new("package", what, input));
    let mut lines = input.splitn(5, |&byte| byte == b'\n');
    let mut head = || str::from_utf8(lines.next().unwrap_or_default()).unwrap_or_default();
    let (options, sizes, words, starts) = (head(), head(), head(), head());
    let (name, format) = options.split_once(' ').unwrap_or_default();
    let format = match format {
        "legacy" => Format::Legacy,
        "icpc" => Format::Icpc,
        "polygon" => Format::Polygon,
        "sinol" => Format::Sinol,
        _ => return Ok(()),
    };
    let rest = lines.next().unwrap_or_default();
    // A game of its own for each package, as each call of the command has: a rules program is not asked again for what it has
    // answered, so that an error has another line the second time.
    let make = || match name {
        "rules" | "script" => {
            let path = if name == "rules" { "answered" } else { SCRIPT };
            let game = rules::game(path, rest).ok()?;
            let relying = rules::relying(&game).ok().flatten();
            Some(Arc::new(relying.unwrap_or(game)) as Arc<dyn Game>)
        }
        name => dialogue::named(name),
    };
    let sizes: Result<Vec<u64>, _> = sizes.split(' ').map(str::parse).collect();
    let (Some(game), Some(again), Ok(&[m, n, seed])) = (make(), make(), sizes.as_deref()) else {
        return Ok(());
    };
    let (most_m, most_n) = SMALL[usize::from(game.about().claimant == Claimant::ClosedForm)];
    let mut task = Task::original(&*game).with_limits(Some(m.min(most_m)), Some(n.min(most_n)));
    if let Some((win, loss)) = words.split_once(' ') {
        match task.with_words(win, loss) {
            Ok(other) => task = other,
            Err(_) => return Ok(()),
        }
    }
    // The command refuses them.
    let is_plain = |word: &str| !word.contains(['"', '\\']) && !word.contains(char::is_control);
    if let Some([win, loss]) = task.answers.outcome_words()
        && !(is_plain(win) && is_plain(loss) && !win.eq_ignore_ascii_case(loss))
    {
        return Ok(());
    }
    let interactive = match starts.parse::<Starts>() {
        _ if starts.is_empty() => None,
        Ok(starts) => Some(starts),
        Err(_) => return Ok(()),
    };
    let plan = Plan {
        limits: task.limits().to_vec(),
        answers: task.answers.clone(),
        interactive,
        ..Plan::original(&*game, TestSet::Shapes, seed)
    };
    let made = [&*game, &*again].map(|game| files(game, format, &plan));
    let files = match made {
        [Ok(Ok(files)), Ok(Ok(again))] if files == again => files,
        [Err(error), Err(again)] if error.to_string() == again.to_string() => {
            // A message of the command.
            let text = error.to_string().replace(['\n', '\t'], " ");
            if text.contains(char::is_control) {
                return fail(format!("a terminal acts on the error {text:?}"));
            }
            return Ok(());
        }
        [Ok(Err(twice)), _] => return fail(format!("two files are {twice}")),
        _ => return fail("the same options make other files".to_owned()),
    };
    let checks = [paths, tests, statements, descriptions, programs, commands];
    let made = Made {
        game: &*game,
        is_checked: !["$ input", "$ random-move"].iter().any(|call| {
            input
                .windows(call.len())
                .any(|part| part == call.as_bytes())
        }),
        plan,
        files,
    };
    match checks.into_iter().find_map(|check| check(&made).err()) {
        Some(what) => fail(what),
        None => Ok(()),
    }
}

/// A package, and what it was made from.
struct Made<'a> {
    game: &'a dyn Game,
    /// Whether inputs are positions, and not other texts that nothing reads, and the program draws no moves itself, which
    /// may be wrong.
    is_checked: bool,
    plan: Plan,
    files: Files,
}

/// The files of a package; or a path that two of them have.
fn files(game: &dyn Game, format: Format, plan: &Plan) -> Result<Result<Files, String>, Error> {
    let mut files = Files::new();
    let mut twice = None;
    package(game, format, plan, &mut |path, text| {
        if files.insert(path.to_owned(), text.to_owned()).is_some() {
            twice = Some(path.to_owned());
        }
        Ok::<_, io::Error>(())
    })?;
    Ok(twice.map_or(Ok(files), Err))
}

/// Every path stays in the folder of the package.
fn paths(made: &Made<'_>) -> Result<(), String> {
    let is_outside = |path: &&String| {
        let mut parts = Path::new(path).components();
        path.contains(char::is_control) || !parts.all(|part| matches!(part, Component::Normal(_)))
    };
    let mut paths = made.files.keys();
    paths
        .find(is_outside)
        .map_or(Ok(()), |path| Err(format!("a file is {path:?}")))
}

/// What stands behind the last dot of a path.
fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, end)| end)
}

/// The path of the answer to an input.
fn answer_of(path: &str) -> Option<String> {
    if let Some(name) = path.strip_suffix(".in") {
        let sinol = name.strip_prefix("in/");
        return Some(sinol.map_or(format!("{name}.ans"), |name| format!("out/{name}.out")));
    }
    let number = path.strip_prefix("tests/")?;
    (!number.contains('.')).then(|| format!("{path}.a"))
}

/// Each test is valid, and its answer right.
fn tests(made: &Made<'_>) -> Result<(), String> {
    let game = made.game;
    for (path, input) in &made.files {
        let Some(answer) = answer_of(path) else {
            continue;
        };
        let Some(answer) = made.files.get(&answer) else {
            return Err(format!("{path} has no answer {answer}"));
        };
        let is_claim = game.about().claimant == Claimant::Claim;
        // Of rules programs `check` takes other blanks for a mistake.
        if !made.is_checked || is_claim && input.lines().any(|line| line != spaced(line)) {
            continue;
        }
        let refusal = grundy::refusal(game, &made.plan.limits, input.as_bytes());
        if let Some(why) = refusal.unwrap_or_else(|error| Some(error.to_string())) {
            return Err(format!("{path} is {input:?}: {why}"));
        }
        if made.plan.interactive.is_some() {
            continue;
        }
        let failed = |error: Error| error.to_string();
        let positions = game.read(input.as_bytes()).map_err(failed)?;
        if answer.lines().count() != positions.len() {
            return Err(format!("{path} has the answer {answer:?}"));
        }
        for (position, line) in positions.iter().zip(answer.lines()) {
            let claim = position.solve().map_err(failed)?.claim;
            let said = made.plan.answers.says(line);
            // Under misère play a finished game is won without a winning move.
            let is_over = claim.winning_moves == Some(0);
            let is_right = (said.wins() == claim.wins() || !said.wins() && is_over)
                && said
                    .winning_moves
                    .is_none_or(|_| said.winning_moves == claim.winning_moves)
                && said.grundy.is_none_or(|_| said.grundy == claim.grundy);
            if !is_right {
                return Err(format!(
                    "{path} has the answer {answer:?}, and not {claim:?}"
                ));
            }
        }
    }
    Ok(())
}

/// All white space as one blank.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Pages and texts have the title and what the rules program has told.
fn statements(made: &Made<'_>) -> Result<(), String> {
    let about = made.game.about();
    let told = &about.told;
    let mut expected = vec![spaced(&about.title)];
    expected.extend(
        told.story
            .iter()
            .chain(&told.input)
            .map(|line| spaced(line)),
    );
    if made.plan.interactive.is_none() {
        expected.extend(told.output.iter().map(|line| spaced(line)));
        if told.output.is_empty() {
            let words = made.plan.answers.outcome_words().into_iter().flatten();
            expected.extend(words.map(ToString::to_string));
        }
    }
    for (path, text) in &made.files {
        let (read, expected) = match extension(path) {
            "html" => (tags(text), &expected[..]),
            "xml" => (tags(text), &expected[..1]),
            "txt" => (Ok(text.clone()), &expected[..]),
            "tex" if path.starts_with("statement-sections") => (latex(text), &[][..]),
            "tex" => (latex(text), &expected[..]),
            _ => continue,
        };
        let read = spaced(&read.map_err(|what| format!("{path}: {what}:\n{text}"))?);
        if let Some(line) = expected.iter().find(|line| !read.contains(&***line)) {
            return Err(format!("{path} does not have {line:?}:\n{text}"));
        }
    }
    Ok(())
}

/// The other descriptions have the title, and the samples.
fn descriptions(made: &Made<'_>) -> Result<(), String> {
    let title = &*made.game.about().title;
    for (path, key, title) in [
        ("problem.yaml", ["name: ", "  en: "], title.to_owned()),
        ("config.yml", ["title: ", "title: "], title.to_owned()),
        (
            "domjudge-problem.ini",
            ["name = ", "name = "],
            title.replace('"', "'"),
        ),
    ] {
        let Some(text) = made.files.get(path) else {
            continue;
        };
        let mut lines = text
            .lines()
            .filter_map(|line| key.iter().find_map(|key| line.strip_prefix(key)));
        if !lines.any(|line| serde_json::from_str::<String>(line).is_ok_and(|read| read == title)) {
            return Err(format!("{path} does not have {title:?}:\n{text}"));
        }
    }
    let Some(generators) = made.files.get("generators/generators.yaml") else {
        return Ok(());
    };
    let is_sample = |path: &&String| path.starts_with("data/sample/") && extension(path) == "in";
    let samples = made.files.keys().filter(is_sample).count();
    let blocks: Vec<&str> = generators.split("        in: |2+\n").skip(1).collect();
    if blocks.len() != samples {
        return Err(format!(
            "{samples} samples, not all of them in:\n{generators}"
        ));
    }
    for (number, block) in (1..).zip(blocks) {
        let lines = block.lines().map_while(|line| match line {
            "" => Some(""),
            line => line.strip_prefix("          "),
        });
        let read: String = lines.map(|line| line.to_owned() + "\n").collect();
        let sample = &made.files[&format!("data/sample/{number}.in")];
        if read != *sample {
            return Err(format!(
                "sample {number} is {sample:?}, and {read:?} in:\n{generators}"
            ));
        }
    }
    Ok(())
}

/// Programs have the words, and the text of the rules program.
fn programs(made: &Made<'_>) -> Result<(), String> {
    let json = |text: &str| Value::from(text).to_string();
    let words = made.plan.answers.outcome_words().into_iter().flatten();
    let words: Vec<String> = words.map(json).collect();
    let is_claim = made.game.about().claimant == Claimant::Claim;
    let mut script = None;
    for (path, text) in &made.files {
        let fail = |what: &str| Err(format!("{path} does not have {what}:\n{text}"));
        let is_python = extension(path) == "py";
        let is_solution = is_python && text.starts_with("# Answers by");
        if (is_solution || path == "answer_validators/validator.cpp")
            && let Some(word) = words.iter().find(|word| !text.contains(&**word))
        {
            return fail(word);
        }
        let carried = text
            .lines()
            .find_map(|line| line.strip_prefix("PROGRAM = "));
        if let Some(line) = carried.filter(|_| is_python && is_claim) {
            let script =
                script.get_or_insert_with(|| std::fs::read_to_string(SCRIPT).unwrap_or_default());
            if serde_json::from_str::<String>(line).ok().as_ref() != Some(script) {
                return fail("the rules program");
            }
        }
        let Some(Starts::Choose { first, second }) = &made.plan.interactive else {
            continue;
        };
        let cpp = [("FIRST", first), ("SECOND", second)]
            .map(|(name, word)| format!("const char* const {name} = {};\n", json(word)));
        let python = format!(
            "STARTS, FIRST, SECOND = \"c\", {}, {}\n",
            json(first),
            json(second)
        );
        let is_there = match extension(path) {
            "cpp" => !text.contains("FIRST = ") || cpp.iter().all(|line| text.contains(line)),
            "py" => !text.contains("FIRST, SECOND = ") || text.contains(&python),
            _ => true,
        };
        if !is_there {
            return fail("the words of the player who begins");
        }
    }
    Ok(())
}

/// Commands of a shell have the name of the game as one word, and nothing else that a shell acts on.
fn commands(made: &Made<'_>) -> Result<(), String> {
    let texts = made.files.iter();
    let texts = texts.filter(|(path, _)| ["sh", "desc"].contains(&extension(path)));
    for (path, line) in texts.flat_map(|(path, text)| text.lines().map(move |line| (path, line))) {
        let mut quote = None;
        let bare = line.chars().filter(|&c| match quote {
            Some(open) => {
                quote = quote.filter(|_| c != open);
                false
            }
            None => {
                quote = Some(c).filter(|c| "'\"".contains(*c));
                quote.is_none()
            }
        });
        let is_safe = |c: char| c.is_alphanumeric() || " -_./:,=+>".contains(c);
        let words = shlex::split(line).unwrap_or_default();
        let game = words.iter().skip_while(|word| *word != "-g").nth(1);
        let is_named = made.game.about().claimant == Claimant::Claim
            || game.is_none_or(|game| *game == made.game.about().name);
        if line.starts_with("grundy ") && !(is_named && bare.into_iter().all(is_safe)) {
            return Err(format!("{path} has the command {line:?}"));
        }
    }
    Ok(())
}
