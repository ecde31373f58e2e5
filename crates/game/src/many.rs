//! Inputs with several positions: made of cases, drawn, and read.

use std::collections::HashMap;
use std::io::{Cursor, Read};
use std::ops::Range;
use std::sync::Arc;

use crate::error::InputError;
use crate::generate::Random;
use crate::oracle::{Place, Watch};
use crate::searching::Searching;
use crate::{
    About, Case, Cases, CasesLayout, Closure, Draw, Each, Error, Failed, Game, Identity, Layout,
    NoShape, OriginalTest, Position, Problem, Request, Scope, Sizes, Solved, Tally,
};

impl Cases {
    /// Returns the case of an input of these cases, which have one position each; there is at least one.
    pub fn case(&self, cases: &[&Case]) -> Case {
        if !self.are_many() {
            return cases[0].clone();
        }
        let inputs: Vec<&str> = cases.iter().map(|case| &*case.input).collect();
        let positions: Vec<&str> = cases.iter().map(|case| case.position()).collect();
        let answers = cases.iter().map(|case| case.answer.trim_end_matches('\n'));
        let answers = answers
            .enumerate()
            .map(|(number, answer)| self.prefixed(number, answer) + "\n");
        let is_other = cases.iter().any(|case| case.position.is_some());
        Case {
            input: self.join(&inputs),
            position: is_other.then(|| self.clone().of_texts(Layout::Line).join(&positions)),
            answer: answers.collect(),
            by_claim: cases.iter().any(|case| case.by_claim),
            size: cases.iter().filter_map(|case| case.size).max(),
        }
    }

    /// Divides cases of one position each, in their order, into those of an input each, of at most `most` positions.
    pub fn inputs_of<'a>(
        &'a self,
        cases: &'a [Case],
        most: usize,
    ) -> impl Iterator<Item = &'a [Case]> {
        let alike = cases.chunk_by(|a, b| self.header(&a.input) == self.header(&b.input));
        alike.flat_map(move |alike| alike.chunks(most))
    }

    /// Returns how texts of this layout are held where inputs are held like this: those of a line each have no header.
    #[must_use]
    pub fn of_texts(mut self, layout: Layout) -> Self {
        if (layout, self.layout) == (Layout::Line, CasesLayout::Header) {
            self.layout = CasesLayout::Count;
        }
        self
    }

    /// Returns what the positions of one input are drawn from: `request`, and others like it, as many as an input may hold, and
    /// at most 10,000 with at most a million parts, or eight times as many where they share a header. Every second one has a smaller
    /// `m`, since some games have few positions of one size.
    ///
    /// ```
    /// use grundy_game::{Cases, Request};
    /// let request = Request { shape: "random", m: 9, n: 20, seed: 1 };
    /// let requests = |cases: &str| cases.parse::<Cases>().unwrap().requests(&request);
    /// assert_eq!(requests("count 1000 100").len(), 5);
    /// assert_eq!(requests("header 1000 100").len(), 40);
    /// assert_eq!(requests("count")[0], request);
    /// assert_eq!(requests("count")[3].m, 8);
    /// ```
    pub fn requests<'a>(&self, request: &Request<'a>) -> Vec<Request<'a>> {
        const MOST: u64 = 10_000;
        const PARTS: u64 = 1_000_000;
        // An odd number, so that seeds differ.
        const STEP: u64 = 0x9E37_79B9_7F4A_7C15;
        let of_parts = self.parts.min(PARTS) / request.n.max(1);
        let count = self.most.min(MOST).min(of_parts).max(1) * self.times() as u64;
        let requests = (0..count).map(|number| Request {
            m: request.m - number % 2 * (number / 2 % request.m.max(1)),
            seed: request.seed.wrapping_add(number.wrapping_mul(STEP)),
            ..*request
        });
        requests.collect()
    }

    /// How many times as many positions are drawn as an input holds: where they share a header, some have the same one.
    fn times(&self) -> usize {
        if self.layout == CasesLayout::Header {
            8
        } else {
            1
        }
    }

    /// Draws the positions of one input, from [`requests`](Self::requests); those of which there is no position are left out. Where they
    /// share a header, those with the commonest one are taken.
    ///
    /// # Errors
    /// When the game fails, and when there is no position at all.
    pub fn draw(
        &self,
        game: &dyn Game,
        request: &Request<'_>,
    ) -> Result<Vec<Arc<dyn Position>>, Error> {
        let (mut positions, mut none) = (Vec::new(), None);
        let requests = self.requests(request);
        let most = requests.len() / self.times();
        game.draw_ahead(&requests)?;
        for request in requests {
            match game.draw(&request).and_then(|one| self.unless_end(one)) {
                Err(error @ Error::NoShape(_)) => none = Some(error),
                position => positions.push(position?),
            }
        }
        match none {
            Some(none) if positions.is_empty() => Err(none),
            _ => {
                let mut alike = self.alike(positions)?;
                alike.truncate(most);
                Ok(alike)
            }
        }
    }

    /// Returns those of these positions that share the commonest header.
    ///
    /// # Errors
    /// When the game fails.
    pub fn alike(
        &self,
        mut positions: Vec<Arc<dyn Position>>,
    ) -> Result<Vec<Arc<dyn Position>>, Error> {
        if self.layout == CasesLayout::Header {
            let inputs = positions.iter().map(|position| position.input());
            let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
            let headers: Vec<&str> = inputs.iter().map(|input| self.header(input)).collect();
            let mut counts = HashMap::new();
            for header in &headers {
                *counts.entry(header).or_insert(0) += 1;
            }
            // The first of the commonest ones.
            let commonest = headers.iter().rev().max_by_key(|header| counts[header]);
            let mut same = headers.iter().map(|header| Some(header) == commonest);
            positions.retain(|_| same.next().unwrap_or_default());
        }
        Ok(positions)
    }

    /// Returns a position, unless its input is read as the end of all.
    fn unless_end(&self, position: Arc<dyn Position>) -> Result<Arc<dyn Position>, Error> {
        if self.layout == CasesLayout::Zero && self.is_end(&position.input()?) {
            return Err(NoShape("a line of zeros is no position".to_owned()).into());
        }
        Ok(position)
    }

    /// Reads what holds the positions of an input. `read` gets their header, with a line end if there is one, reads the positions
    /// alone and returns something that has their number.
    fn read<T>(
        &self,
        input: &mut dyn Read,
        read: impl FnOnce(&str, &mut dyn Read) -> Result<Vec<T>, Error>,
    ) -> Result<Vec<T>, Error> {
        match self.layout {
            CasesLayout::One | CasesLayout::End => read("", input),
            CasesLayout::Count | CasesLayout::Header => {
                let has_header = self.layout == CasesLayout::Header;
                // A header has no limit of its length.
                let (text, mut rest);
                let (line, positions): (String, &mut dyn Read) = if has_header {
                    text = whole(input)?;
                    let (line, others) = text.split_once('\n').unwrap_or((&text, ""));
                    rest = Cursor::new(others.as_bytes());
                    (line.to_owned(), &mut rest)
                } else {
                    (first_line(input)?, input)
                };
                let words = line.trim_ascii().rsplit_once(' ').filter(|_| has_header);
                let (header, announced, expected) = match words {
                    Some((header, announced)) => (format!("{header}\n"), announced, ""),
                    None if has_header => (String::new(), "", "the first line of a position and "),
                    None => (String::new(), line.trim_ascii(), ""),
                };
                let announced = announced.parse::<u64>();
                let wrong = |message: String| Error::Input(InputError::new(1, 1, message));
                let announced = announced.map_err(|_| {
                    wrong(format!(
                        "found {line:?}, expected {expected}the number of positions"
                    ))
                })?;
                let above = u64::from(!has_header);
                let found = read(&header, positions).map_err(|error| below(error, above))?;
                match found.len() as u64 {
                    same if same == announced => Ok(found),
                    other => Err(wrong(format!(
                        "found {announced}, expected {other}: the number of positions that follow"
                    ))),
                }
            }
            CasesLayout::Zero => {
                let text = whole(input)?;
                let trimmed = text.trim_ascii_end();
                let last = trimmed.rfind('\n').map_or(0, |at| at + 1);
                let mut words = trimmed[last..].split_ascii_whitespace().peekable();
                if words.peek().is_none() || words.any(|word| word != "0") {
                    let lines = text.lines().count() as u64;
                    let message = "found the end of the input, expected a line of zeros";
                    return Err(Error::Input(InputError::new(lines + 1, 1, message)));
                }
                read("", &mut Cursor::new(&text.as_bytes()[..last]))
            }
        }
    }
}

/// Reads the first line of an input, which has a number, and no byte more.
fn first_line(input: &mut dyn Read) -> Result<String, Error> {
    /// More than a number has.
    const MOST: usize = 64;
    let (mut line, mut byte) = (Vec::new(), [0]);
    while line.len() < MOST && input.read(&mut byte).map_err(Error::Reading)? > 0 {
        if byte == *b"\n" {
            break;
        }
        line.push(byte[0]);
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// Reads all of an input. What is no text is replaced, and is wrong in every game.
fn whole(input: &mut dyn Read) -> Result<String, Error> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(Error::Reading)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns the number of lines of inputs of one position, if the inputs of the smallest positions have the same number.
///
/// ```
/// assert_eq!(grundy_game::lines_of_inputs(&*grundy_games::find("nim")?)?, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the game fails.
pub fn lines_of_inputs(game: &dyn Game) -> Result<Option<usize>, Error> {
    const SIZES: u32 = 5;
    let smallest = game.about().smallest;
    let mut lines = None;
    for size in smallest..=game.sweep_to()?.min(smallest.saturating_add(SIZES)) {
        for text in game.listed(size)? {
            for position in game.read(text.as_bytes())? {
                let count = position.input()?.lines().count();
                if *lines.get_or_insert(count) != count {
                    return Ok(None);
                }
            }
        }
    }
    Ok(lines)
}

/// A game whose inputs hold several positions. All else is the game's own.
struct Many {
    game: Arc<dyn Game>,
    about: About,
    /// The number of lines of a position, without those of which its first line has the number.
    lines: usize,
}

/// Returns the game with inputs that hold their positions in this way; the game itself for one position.
///
/// ```
/// let nim = grundy_game::with_cases(grundy_games::find("nim").unwrap(), "count".parse()?)?;
/// assert_eq!(nim.answer(&mut &b"2\n2\n1 1\n2\n1 3\n"[..])?, ["No", "Yes"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The game's own inputs hold several positions, or have no line behind a header; or the game fails.
pub fn with_cases(game: Arc<dyn Game>, cases: Cases) -> Result<Arc<dyn Game>, Error> {
    if !cases.are_many() {
        return Ok(game);
    }
    let name = &game.about().name;
    if cases.layout == CasesLayout::Header
        && let Some(text) = game.listed(game.about().smallest)?.first()
        && let Some(position) = game.read(text.as_bytes())?.first()
        && position.input()?.lines().count() == 1
    {
        let what = "has one line, so its positions have no lines of their own behind a shared one";
        return Err(Failed(format!("an input of {name} {what}")).into());
    }
    let mut lines = 1;
    if game.about().layout == Layout::Input
        && let Some(example) = &game.about().example
    {
        let mut positions = game.read(example.position.as_bytes())?;
        let one = game.write(&positions);
        positions.extend(positions.clone());
        if game.write(&positions) != one.repeat(2) {
            let what = format!("inputs of {name} hold several positions without --cases");
            return Err(Error::Failed(Failed(what)));
        }
        lines = one.lines().count() - further_lines(game.about(), &one);
    }
    let about = About {
        cases,
        ..game.about().clone()
    };
    Ok(Arc::new(Many { game, about, lines }))
}

impl Many {
    /// Reads an input, of which `read` reads one position, or all lines of positions that have one each.
    fn read<T>(
        &self,
        input: &mut dyn Read,
        read: impl Fn(&mut dyn Read) -> Result<Vec<T>, Error>,
    ) -> Result<Vec<T>, Error> {
        let cases = self.about.cases.clone().of_texts(self.about.layout);
        cases.read(input, |header, positions| {
            if self.lines == 1 && header.is_empty() {
                return read(positions);
            }
            let text = whole(positions)?;
            let lines: Vec<&str> = text.trim_ascii_end().split_inclusive('\n').collect();
            let (mut all, mut next) = (Vec::new(), 0);
            while let Some(first) = lines.get(next) {
                let further = further_lines(&self.about, &format!("{header}{first}"));
                let count = self.lines.saturating_add(further) - header.lines().count();
                let end = next.saturating_add(count.max(1)).min(lines.len());
                let one = header.to_owned() + &lines[next..end].concat();
                let one = read(&mut Cursor::new(one));
                all.extend(one.map_err(|error| below(error, next as u64))?);
                next = end;
            }
            Ok(all)
        })
    }
}

/// Returns how many lines a position has besides those that all have, by its first line.
fn further_lines(about: &About, text: &str) -> usize {
    let word = about
        .further_lines
        .and_then(|at| text.split_ascii_whitespace().nth(at));
    word.and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// An error in a text that has this number of lines before it.
fn below(error: Error, lines: u64) -> Error {
    match error {
        Error::Input(mut error) => {
            error.line += lines;
            Error::Input(error)
        }
        error => error,
    }
}

impl Game for Many {
    fn about(&self) -> &About {
        &self.about
    }

    fn sweep_to(&self) -> Result<u32, Error> {
        self.game.sweep_to()
    }

    fn identity(&self, listed_up_to: Option<u32>) -> Result<Identity, Error> {
        self.game.identity(listed_up_to)
    }

    fn searching(&self) -> Option<&Searching> {
        self.game.searching()
    }

    fn check_inputs(&self) -> Result<(), Error> {
        self.game.check_inputs()
    }

    fn read_from(&self, input: &mut dyn Read) -> Result<Vec<Arc<dyn Position>>, Error> {
        self.read(input, |positions| self.game.read_from(positions))
    }

    fn answer(&self, input: &mut dyn Read) -> Result<Vec<String>, Error> {
        let answers = self.read(input, |positions| self.game.answer(positions))?;
        let answers = answers.iter().enumerate();
        Ok(answers
            .map(|(number, answer)| self.about.cases.prefixed(number, answer))
            .collect())
    }

    fn write(&self, positions: &[Arc<dyn Position>]) -> String {
        let inputs = positions
            .iter()
            .map(|position| self.game.write(&[Arc::clone(position)]));
        let inputs: Vec<String> = inputs.collect();
        let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
        let cases = self.about.cases.clone();
        cases.of_texts(self.about.layout).join(&inputs)
    }

    fn draw(&self, request: &Request<'_>) -> Result<Arc<dyn Position>, Error> {
        self.about.cases.unless_end(self.game.draw(request)?)
    }

    fn draw_ahead(&self, requests: &[Request<'_>]) -> Result<(), Error> {
        self.game.draw_ahead(requests)
    }

    fn drawn(&self, draw: &Draw, number: u64) -> Result<Arc<dyn Position>, Error> {
        self.game.drawn(draw, number)
    }

    fn problem(&self) -> Result<Option<Problem>, Error> {
        self.game.problem()
    }

    fn original_test(&self, number: usize, random: &mut Random) -> Option<OriginalTest> {
        self.game.original_test(number, random)
    }
}

impl Sizes for Many {
    fn positions(&self, size: u32) -> Result<u64, Error> {
        self.game.positions(size)
    }

    fn lists_together(&self) -> bool {
        self.game.lists_together()
    }

    fn listed(&self, size: u32) -> Result<Vec<String>, Error> {
        self.game.listed(size)
    }

    fn scope(&self, size: u32) -> Result<Scope, Error> {
        self.game.scope(size)
    }

    fn oracle_takes(&self, up_to: u32, place: &Place) -> Result<Option<String>, Error> {
        self.game.oracle_takes(up_to, place)
    }

    fn solved(
        &self,
        up_to: u32,
        place: &Place,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Solved + '_>, Error> {
        self.game.solved(up_to, place, watch)
    }

    fn closure(&self, size: u32) -> Result<Closure<'_>, Error> {
        self.game.closure(size)
    }

    fn random_closure(&self, draw: &Draw, numbers: Range<u64>) -> Result<Tally, Error> {
        self.game.random_closure(draw, numbers)
    }

    fn values(&self, up_to: u32, watch: Watch<'_>, each: Each<'_>) -> Result<(), Error> {
        self.game.values(up_to, watch, each)
    }
}
