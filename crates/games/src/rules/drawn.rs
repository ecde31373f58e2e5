//! Random positions from the verb `random`, far beyond the listed ones, and P-positions found from them by the claims.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;

use crate::generate::Random;
use crate::rules::line;
use crate::rules::opened::Opened;
use crate::rules::position::text;
use crate::rules::program::{CallError, failed, locked};
use crate::{Choice, Draw, Error, Known, NoShape, Request, Shape};

/// Positions that were drawn before they are needed, by shape and draw.
pub(crate) type Ahead = HashMap<(String, Draw), Option<String>>;

/// The names of two shapes of [`Shape::OF_EVERY_GAME`].
const LOST: &str = "lost";
pub(crate) const NEARLY: &str = "nearly";

/// At most this many positions that were drawn ahead are stored.
const STORED: usize = 10_000;
/// A P-position is the first one among this many drawn ones, or is behind the first of them; fewer are drawn if they have
/// more than [`PARTS`] parts.
const DRAWN: u64 = 8;
const DRAWN_LARGE: u64 = 2;
const PARTS: u64 = 100;
/// The largest number of moves from a position among which a move to a P-position is searched, where the moves are
/// drawn at random.
const SEARCHED: usize = 64;

/// The error that the program has no position for a draw.
pub(crate) fn no_position(Draw { m, n, .. }: &Draw) -> NoShape {
    NoShape(format!("no position of extent {m} with {n} parts"))
}

/// The kind of a position that is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Any,
    Lost,
    Nearly,
}

impl Kind {
    fn of(request: &Request<'_>) -> Self {
        match request.shape {
            LOST => Self::Lost,
            NEARLY => Self::Nearly,
            _ => Self::Any,
        }
    }
}

impl Opened {
    /// Draws a position for each of these; `None` where the program has no such position. A program that reads several
    /// draws is started once, another one once for each draw. The error [`CallError::Ended`] means that the program does
    /// not have the verb `random`.
    pub fn draw_all(&self, draws: &[Draw]) -> Result<Vec<Option<String>>, CallError> {
        const RANDOM: &[&str] = &["random"];
        let single = |words: &[&str], number, line: &str| {
            let line = line.trim_ascii();
            let position = (!line.is_empty()).then(|| line::single(line).map(str::to_owned));
            let wrong = |what: String| self.runner.wrong_line(words, number, &what);
            Ok(position.transpose().map_err(wrong)?)
        };
        let reads_draws = self.reads_draws.get().copied();
        let mut unread = None;
        if let (Some(&first), None | Some(true)) = (draws.first(), reads_draws) {
            // The first call draws one position twice. A program that ignores its input may write one line.
            let again = reads_draws.is_none().then_some(first);
            let asked: Vec<Draw> = draws.iter().copied().chain(again).collect();
            let lines = asked.iter();
            let lines = lines.map(|Draw { m, n, seed }| format!("{m} {n} {seed}\n"));
            let input: String = lines.collect();
            let lines_are_wrong = |text: &str| {
                let what = format!("{} lines for {} draws", text.lines().count(), asked.len());
                CallError::Failed(self.runner.wrong(RANDOM, &what))
            };
            match self.runner.run(RANDOM, &input) {
                Ok((text, _)) if text.lines().count() == asked.len() => {
                    self.reads_draws.get_or_init(|| true);
                    let lines = (1..).zip(text.lines());
                    let mut drawn: Vec<_> = lines
                        .map(|(i, line)| single(RANDOM, i, line))
                        .collect::<Result<_, _>>()?;
                    let again = again.and_then(|_| drawn.pop());
                    if again.is_some_and(|again| again != drawn[0]) {
                        let what = "two different positions for the same numbers";
                        return Err(CallError::Failed(self.runner.wrong(RANDOM, what)));
                    }
                    return Ok(drawn);
                }
                Ok((text, _)) if reads_draws.is_none() => unread = Some(lines_are_wrong(&text)),
                Err(error @ (CallError::Ended { .. } | CallError::Exceeded(_)))
                    if reads_draws.is_none() =>
                {
                    unread = Some(error);
                }
                Ok((text, _)) => return Err(lines_are_wrong(&text)),
                Err(error) => return Err(error),
            }
        }
        let one = |Draw { m, n, seed }: &Draw| {
            let (m, n, seed) = (m.to_string(), n.to_string(), seed.to_string());
            let words: &[&str] = &["random", &m, &n, &seed];
            let (text, _) = self.runner.run(words, "")?;
            match text.lines().count() {
                0 => Ok(None),
                1 => single(words, 1, &text),
                _ => {
                    let what = "expected one position on one line";
                    Err(CallError::Failed(self.runner.wrong(words, what)))
                }
            }
        };
        let mut drawn = Vec::new();
        for draws in draws.chunks(self.runner.settings.jobs.max(1)) {
            let some: Vec<_> = thread::scope(|scope| {
                let threads = draws.iter().map(|draw| scope.spawn(|| one(draw)));
                let threads: Vec<_> = threads.collect();
                threads
                    .into_iter()
                    .map(thread::ScopedJoinHandle::join)
                    .collect()
            });
            for position in some {
                drawn.push(position.map_err(|_| CallError::Failed(failed("stopped")))??);
            }
        }
        if let Some(error) = unread {
            if drawn.iter().all(Option::is_none) {
                // It does not draw with the numbers as arguments either, so its failure is the reason.
                return Err(CallError::Failed(error.into()));
            }
            self.reads_draws.get_or_init(|| false);
        }
        Ok(drawn)
    }

    /// Returns the position of a draw.
    pub fn drawn(&self, draw: Draw) -> Result<String, Error> {
        let drawn = self.draw_all(&[draw])?.pop().flatten();
        Ok(drawn.ok_or_else(|| no_position(&draw))?)
    }

    /// Returns the position of a request for a shape of [`Shape::OF_EVERY_GAME`]; `None` if there is none or none was found.
    pub fn requested(self: &Arc<Self>, request: &Request<'_>) -> Result<Option<String>, Error> {
        self.draw_ahead(&[*request])?;
        let stored = locked(&self.ahead).get(&key(request)).cloned();
        Ok(stored.flatten())
    }

    /// Returns random positions of smaller extents and with fewer parts than a drawn position, the smallest first; none for
    /// a position that was not drawn.
    pub fn drawn_before(self: &Arc<Self>, text: &str) -> Result<Vec<String>, Error> {
        let request = {
            let ahead = locked(&self.ahead);
            let same = ahead
                .iter()
                .filter(|(_, drawn)| drawn.as_deref() == Some(text));
            let smallest =
                same.min_by_key(|((_, draw), _)| u128::from(draw.m) + u128::from(draw.n));
            smallest.map(|(key, _)| key.clone())
        };
        let Some((shape, Draw { m, n, seed })) = request else {
            return Ok(Vec::new());
        };
        let (ms, ns) = (below(m), below(n));
        let pairs = ns.iter().map(|&n| (m, n)).chain(ms.iter().map(|&m| (m, n)));
        let request = |(m, n)| Request {
            shape: &shape,
            m,
            n,
            seed,
        };
        let requests: Vec<Request<'_>> = pairs.map(request).collect();
        self.draw_ahead(&requests)?;
        let ahead = locked(&self.ahead);
        let drawn = requests
            .iter()
            .filter_map(|request| ahead.get(&key(request))?.clone());
        Ok(drawn.filter(|simpler| simpler != text).collect())
    }

    /// Draws and stores the positions of these requests with few starts of the program, and asks for their inputs and
    /// claims. Requests for other shapes are left out.
    pub fn draw_ahead(self: &Arc<Self>, requests: &[Request<'_>]) -> Result<(), Error> {
        let requests: Vec<Request<'_>> = {
            let mut ahead = locked(&self.ahead);
            if ahead.len() > STORED {
                ahead.clear();
            }
            let is_new = |request: &&Request<'_>| {
                let mut shapes = Shape::OF_EVERY_GAME.iter();
                shapes.any(|shape| shape.name == request.shape)
                    && !ahead.contains_key(&key(request))
            };
            requests.iter().filter(is_new).copied().collect()
        };
        let mut found = self.any(&requests)?;
        let sought: Vec<usize> = (0..requests.len())
            .filter(|&i| Kind::of(&requests[i]) != Kind::Any)
            .collect();
        self.search_lost(&requests, &sought, &mut found)?;
        let texts: Vec<&String> = found.iter().flatten().collect();
        self.claims(&texts)?;
        self.inputs(&texts)?;
        let mut ahead = locked(&self.ahead);
        ahead.extend(requests.iter().map(key).zip(found));
        Ok(())
    }

    /// Draws a position for each request; of those for P-positions the first that is lost according to the claims, or
    /// else the first.
    fn any(self: &Arc<Self>, requests: &[Request<'_>]) -> Result<Vec<Option<String>>, Error> {
        let tries = |request: &Request<'_>| match Kind::of(request) {
            Kind::Any => 1,
            Kind::Lost | Kind::Nearly if request.n > PARTS => DRAWN_LARGE,
            Kind::Lost | Kind::Nearly => DRAWN,
        };
        let draws = requests.iter().flat_map(|request| {
            let &Request { m, n, seed, .. } = request;
            // Seeds of neighbouring tests are neighbours, so the further seeds of a test are far from them.
            let seed = move |i: u64| seed.wrapping_add(i << 32);
            (0..tries(request)).map(move |i| Draw {
                m,
                n,
                seed: seed(i),
            })
        });
        let draws: Vec<Draw> = draws.collect();
        if draws.is_empty() {
            return Ok(Vec::new());
        }
        let drawn = self.draw_all(&draws)?;
        let texts: Vec<&String> = drawn.iter().flatten().collect();
        let claims = self.partial_claims(&texts)?;
        let mut is_lost = claims.iter().map(|claim| !claim.wins());
        let mut drawn = drawn.iter().map(|drawn| {
            let is_lost = drawn.is_some() && is_lost.next() == Some(true);
            (drawn, is_lost)
        });
        let found = requests.iter().map(|request| {
            let tried: Vec<_> = drawn.by_ref().take(tries(request) as usize).collect();
            let lost = tried
                .iter()
                .find(|(_, is_lost)| *is_lost && Kind::of(request) != Kind::Any);
            let first = tried.iter().find(|(text, _)| text.is_some());
            lost.or(first).and_then(|(text, _)| (*text).clone())
        });
        Ok(found.collect())
    }

    /// Replaces the drawn positions of requests for P-positions by P-positions that a move leads to, and those of
    /// requests for positions before the end of the game's plan by positions that a move from there leads to.
    fn search_lost(
        self: &Arc<Self>,
        requests: &[Request<'_>],
        sought: &[usize],
        found: &mut [Option<String>],
    ) -> Result<(), Error> {
        let is_lost = |claim: &Known| !claim.wins();
        // A position that a move leads to is one of the task only if the task has all such positions.
        let is_closed = self
            .reliance
            .get()
            .is_some_and(|reliance| reliance.is_closed);
        let lost = |found: &[Option<String>], i: &usize| -> Result<bool, Error> {
            let Some(text) = &found[*i] else {
                return Ok(false);
            };
            Ok(self.partial_claims(&[text])?.iter().all(is_lost))
        };
        let mut open = Vec::new();
        for &i in sought {
            if !lost(found, &i)? {
                open.push(i);
            }
        }
        let targets = if is_closed {
            self.targets(&open, requests, found)?
        } else {
            vec![Vec::new(); open.len()]
        };
        let all: Vec<&String> = targets.iter().flatten().collect();
        let claims = self.partial_claims(&all)?;
        let mut claims = claims.iter();
        for (&i, targets) in open.iter().zip(&targets) {
            // All of them are taken, for the next request begins behind them.
            let claimed: Vec<_> = claims.by_ref().take(targets.len()).collect();
            let mut claimed = targets.iter().zip(claimed);
            let behind = claimed.find(|(_, claim)| is_lost(claim));
            found[i] = behind.map(|(text, _)| text.clone());
        }
        let nearly: Vec<usize> = sought
            .iter()
            .copied()
            .filter(|&i| Kind::of(&requests[i]) == Kind::Nearly)
            .collect();
        let mut targets = if is_closed {
            self.targets(&nearly, requests, found)?
        } else {
            vec![Vec::new(); nearly.len()]
        };
        for (&i, targets) in nearly.iter().zip(&mut targets) {
            let at = Random::new(requests[i].seed).below(targets.len() as u64) as usize;
            found[i] = (at < targets.len()).then(|| targets.swap_remove(at));
        }
        Ok(())
    }

    /// Returns what the moves from some of these positions lead to, or some of the moves at random; moves to sums are
    /// left out.
    fn targets(
        self: &Arc<Self>,
        of: &[usize],
        requests: &[Request<'_>],
        found: &[Option<String>],
    ) -> Result<Vec<Vec<String>>, Error> {
        let most = self.moves_to.get().copied().unwrap_or(0);
        let start = |i: usize| found[i].as_ref().filter(|_| requests[i].m <= most);
        let texts: Vec<String> = of.iter().filter_map(|&i| start(i).cloned()).collect();
        let seed = of.first().map_or(0, |&i| requests[i].seed);
        let mut moves = self.some_moves(&texts, SEARCHED, seed)?.into_iter();
        let targets = of.iter().map(|&i| {
            let moves = start(i).and_then(|_| moves.next());
            let choices = moves.map_or_else(Vec::new, |moves| moves.choices);
            let single = |choice: &Choice| match &choice.leads_to[..] {
                [part] => Some(text(part)),
                _ => None,
            };
            choices.iter().filter_map(single).collect()
        });
        Ok(targets.collect())
    }
}

/// Returns numbers below `most`, the smallest first: powers of two times smaller, and then ever nearer to it.
fn below(most: u64) -> Vec<u64> {
    let bits = 1..=most.checked_ilog2().unwrap_or(0);
    let halves = bits.clone().rev().map(|bit| most >> bit);
    let mut numbers: Vec<u64> = halves.chain(bits.map(|bit| most - (most >> bit))).collect();
    numbers.dedup();
    numbers
}

fn key(request: &Request<'_>) -> (String, Draw) {
    let &Request { shape, m, n, seed } = request;
    (shape.to_owned(), Draw { m, n, seed })
}
