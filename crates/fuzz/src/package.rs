//! Problem packages, made from any options and descriptions.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path};
use std::sync::{Arc, LazyLock};

use grundy_game::{Cases, Claimant, Error, Game, LetterCase, Starts};
use grundy_judge::task::Task;
use grundy_judge::valid::refusal;
use grundy_package::{Format, Plan, TestSet, one_of_each, package};
use roxmltree::{Document, ParsingOptions};
use serde_json::Value;

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
/// answer. Statements, descriptions, programs and commands have the title, paragraphs and words of the task as text, in the
/// notation of each file.
///
/// # Errors
/// When one of these does not hold.
pub fn check(input: &[u8]) -> Result<(), Violation> {
    let fail = |what: String| Err(Violation::new("package", what, input));
    let Some((format, [game, again], plan)) = options(input) else {
        return Ok(());
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
    let has = |call: &str| {
        input
            .windows(call.len())
            .any(|part| part == call.as_bytes())
    };
    let made = Made {
        game: &*game,
        is_checked: !has("$ input") && !has("$ random-move"),
        plan,
        files,
    };
    let wrong = made.files.iter().find_map(|(path, text)| {
        let checked = [tested, stated, quoted].map(|check| check(&made, path, text));
        let wrong = checked.into_iter().find_map(Result::err)?;
        Some(format!("{path}: {wrong}:\n{text}"))
    });
    wrong.map_or(Ok(()), fail)
}

type Options = (Format, [Arc<dyn Game>; 2], Plan);

/// The format, the game twice and the plan that an input describes, if it describes one.
fn options(input: &[u8]) -> Option<Options> {
    let mut lines = input.splitn(5, |&byte| byte == b'\n');
    let mut head = || str::from_utf8(lines.next().unwrap_or_default()).unwrap_or_default();
    let (options, sizes, words, starts) = (head(), head(), head(), head());
    let rest = lines.next().unwrap_or_default();
    let (name, format) = options.split_once(' ')?;
    let format = match format {
        "legacy" => Format::Legacy,
        "icpc" => Format::Icpc,
        "polygon" => Format::Polygon,
        "sinol" => Format::Sinol,
        _ => return None,
    };
    // A game of its own for each package, as each call of the command has: a rules program is not asked again for what it has
    // answered, so that an error has another line the second time.
    let make = || {
        let path = match name {
            "rules" => "answered",
            "script" => SCRIPT,
            name => return dialogue::named(name),
        };
        let game = rules::game(path, rest).ok()?;
        let relying = rules::relying(&game).ok().flatten();
        Some(Arc::new(relying.unwrap_or(game)) as Arc<dyn Game>)
    };
    let games = [make()?, make()?];
    let game = &*games[0];
    let sizes: Vec<u64> = sizes
        .split(' ')
        .map_while(|size| size.parse().ok())
        .collect();
    let &[m, n, seed] = &sizes[..] else {
        return None;
    };
    let (most_m, most_n) = SMALL[usize::from(game.about().claimant == Claimant::ClosedForm)];
    let mut task = Task::original(game).with_limits(Some(m.min(most_m)), Some(n.min(most_n)));
    if let Some((win, loss)) = words.split_once(' ') {
        task = task.with_words(win, loss).ok()?;
    }
    // The command refuses other words.
    let is_plain = |word: &str| !word.contains(['"', '\\']) && !word.contains(char::is_control);
    let words = task.answers.outcome_words();
    let mut folded: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    folded.sort_unstable();
    folded.dedup();
    if !words.iter().all(|word| is_plain(word)) || folded.len() < words.len() {
        return None;
    }
    let interactive: Option<Starts> = match starts {
        "" => None,
        starts => Some(starts.parse().ok()?),
    };
    let plan = Plan {
        limits: task.limits().to_vec(),
        answers: task.answers.clone(),
        interactive,
        // The checks read single positions.
        cases: Cases::default(),
        ..Plan::original(game, TestSet::Shapes, seed)
    };
    Some((format, games, plan))
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

/// The files of a package; or a path that two of them have, or that leaves its folder.
fn files(game: &dyn Game, format: Format, plan: &Plan) -> Result<Result<Files, String>, Error> {
    let mut files = Files::new();
    let mut wrong = None;
    package(game, format, plan, &mut |path, text| {
        let mut parts = Path::new(path).components();
        let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
        let is_new = files.insert(path.to_owned(), text.to_owned()).is_none();
        if !is_inside || !is_new || path.contains(char::is_control) {
            wrong = Some(format!("{path:?}"));
        }
        Ok::<_, io::Error>(())
    })?;
    Ok(wrong.map_or(Ok(files), Err))
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

/// The input of a test is valid, and its answer right.
fn tested(made: &Made<'_>, path: &str, input: &str) -> Result<(), String> {
    let Some(answer) = answer_of(path) else {
        return Ok(());
    };
    let answer = made.files.get(&answer).ok_or("there is no answer")?;
    let is_claim = made.game.about().claimant == Claimant::Claim;
    // Of rules programs `check` takes other blanks for a mistake.
    if !made.is_checked || is_claim && input.lines().any(|line| line != spaced(line)) {
        return Ok(());
    }
    let failed = |error: Error| error.to_string();
    let (limits, mut bytes) = (&made.plan.limits, input.as_bytes());
    let refusal = refusal(made.game, limits, "input", &mut bytes);
    let refusal = refusal.map_err(|error| error.to_string())?;
    refusal.map_or(Ok(()), Err)?;
    let positions = match made.plan.interactive {
        None => made.game.read(input.as_bytes()).map_err(failed)?,
        Some(_) => return Ok(()),
    };
    let form = &made.plan.answers;
    let answers = form.answers(&one_of_each(answer), LetterCase::Exact)?;
    if answers.len() != positions.len() {
        return Err(format!("the answer is {answer:?}"));
    }
    for (position, answer) in positions.iter().zip(&answers) {
        let claim = position.solve().map_err(failed)?.claim;
        let said = form.says(answer, made.game.about().misere);
        // Under misère play a finished game is won without a winning move.
        let is_over = claim.winning_moves == Some(0);
        let agrees = |said: Option<u64>, claimed| said.is_none() || said == claimed;
        let differ = form.tells_outcome() && said.wins() != claim.wins();
        if differ && (said.wins() || !is_over)
            || !agrees(said.winning_moves, claim.winning_moves)
            || !agrees(said.grundy, claim.grundy)
        {
            return Err(format!("the answer is {answer:?}, and not {claim:?}"));
        }
    }
    Ok(())
}

/// All white space as one blank.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A file has the title, what the rules program has told, the words and the program, as its notation writes them.
fn stated(made: &Made<'_>, path: &str, text: &str) -> Result<(), String> {
    static CARRIED: LazyLock<String> =
        LazyLock::new(|| std::fs::read_to_string(SCRIPT).unwrap_or_default());
    let about = made.game.about();
    let (title, told) = (&*about.title, &about.told);
    let words = made.plan.answers.outcome_words();
    let mut statement = vec![title];
    statement.extend(told.story.iter().chain(&told.input).map(|line| &**line));
    if made.plan.interactive.is_none() {
        statement.extend(told.output.iter().map(|line| &**line));
        if told.output.is_empty() {
            statement.extend(&words);
        }
    }
    let begins = match &made.plan.interactive {
        Some(Starts::Choose { first, second }) => vec![&**first, second],
        _ => Vec::new(),
    };
    let is_claim = about.claimant == Claimant::Claim;
    let expected = match (path, extension(path)) {
        (_, "html" | "txt") => statement,
        (_, "tex") if !path.starts_with("statement-sections") => statement,
        (_, "xml") | ("problem.yaml" | "config.yml" | "domjudge-problem.ini", _) => vec![title],
        ("answer_validators/validator.cpp", _) => words,
        (_, "cpp" | "py") => {
            let has = |beginning: &str| text.contains(beginning);
            let is_solution = text.starts_with("# Answers by");
            let is_carried = is_claim && has("\nPROGRAM = ");
            let is_played = has("FIRST = ") || has("FIRST, SECOND = ");
            let words = words.into_iter().filter(|_| is_solution);
            let carried = is_carried.then_some(&**CARRIED);
            let begins = begins.into_iter().filter(|_| is_played);
            words.chain(carried).chain(begins).collect()
        }
        _ => Vec::new(),
    };
    let (read, notation): (String, fn(&str) -> String) = match extension(path) {
        "html" | "xml" => (markup(text)?, str::to_owned),
        "txt" => (text.to_owned(), str::to_owned),
        "tex" => (latex(text)?, in_latex),
        "ini" => (text.to_owned(), |text| in_json(&text.replace('"', "'"))),
        _ => (text.to_owned(), in_json),
    };
    let read = spaced(&read);
    let mut missing = expected
        .iter()
        .filter(|text| !read.contains(&spaced(&notation(text))));
    missing
        .next()
        .map_or(Ok(()), |text| Err(format!("it does not have {text:?}")))
}

/// A text as JSON, Python and C++ write it.
fn in_json(text: &str) -> String {
    Value::from(text).to_string()
}

/// Returns the text of XML, or of HTML that is XML as well, with the values of attributes.
fn markup(page: &str) -> Result<String, String> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    // XML has no such characters, and HTML reads them as other characters.
    let is_foreign =
        |c: char| c < ' ' && !"\t\n\r".contains(c) || matches!(c, '\u{fffe}' | '\u{ffff}');
    let page = page.replace(is_foreign, "");
    let document = Document::parse_with_options(&page, options);
    let document = document.map_err(|error| error.to_string())?;
    let mut text = String::new();
    for node in document.descendants() {
        let values = node.attributes().map(|attribute| attribute.value());
        for part in values.chain(node.text().filter(|_| node.is_text())) {
            text.extend([part, " "]);
        }
    }
    Ok(text)
}

/// Characters that LaTeX writes behind a backslash.
const ESCAPED: [char; 7] = ['#', '$', '%', '&', '_', '{', '}'];

/// A text as LaTeX writes it.
fn in_latex(text: &str) -> String {
    let written = text.chars().map(|character| match character {
        '\\' => "\\textbackslash{}".to_owned(),
        '^' => "\\textasciicircum{}".to_owned(),
        '~' => "\\textasciitilde{}".to_owned(),
        _ if ESCAPED.contains(&character) => format!("\\{character}"),
        _ => character.to_string(),
    });
    written.collect()
}

/// Returns LaTeX without its comments, in which braces and formulas have to be closed, and other characters with a meaning have
/// to be behind a backslash.
fn latex(source: &str) -> Result<String, String> {
    let lines = source.lines().filter(|line| !line.starts_with('%'));
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut bare = text.replace("%\n", "\n");
    for character in ESCAPED {
        bare = bare.replace(&format!("\\{character}"), "");
    }
    let count = |character| bare.matches(character).count();
    let is_closed = count('{') == count('}') && count('$').is_multiple_of(2);
    let is_escaped = !bare.contains(['#', '&', '^', '~', '%'])
        && !bare
            .split('$')
            .step_by(2)
            .any(|outside| outside.contains('_'));
    (is_closed && is_escaped)
        .then_some(text)
        .ok_or_else(|| "it is no LaTeX".to_owned())
}

/// Commands of a shell have the name of the game as one word, and other characters than words have within quotes.
fn quoted(made: &Made<'_>, path: &str, text: &str) -> Result<(), String> {
    let is_of_shell = ["sh", "desc"].contains(&extension(path));
    let mut commands = text
        .lines()
        .filter(|line| is_of_shell && line.starts_with("grundy "));
    let is_safe = |c: char| c.is_alphanumeric() || "-_./:,=+>".contains(c);
    let wrong = commands.find(|line| {
        let words = shlex::split(line).unwrap_or_default();
        let game = words.iter().skip_while(|word| *word != "-g").nth(1);
        let is_named = made.game.about().claimant == Claimant::Claim
            || game.is_none_or(|game| *game == made.game.about().name);
        let is_quoted = |word: &String| {
            word.chars().all(is_safe)
                || line.contains(&format!("'{word}'"))
                || line.contains(&format!("\"{word}\""))
        };
        words.is_empty() || !is_named || !words.iter().all(is_quoted)
    });
    wrong.map_or(Ok(()), |line| Err(format!("it has the command {line:?}")))
}
