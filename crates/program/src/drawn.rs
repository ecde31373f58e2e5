//! Random positions of requests, and P-positions found from them by the claims.

use grundy_game::generate::Random;
use grundy_game::{Draw, Error, Request, Shape};

use crate::opened::Opened;
use crate::program::locked;

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

/// Whether a P-position is searched for a request.
fn is_sought(request: &Request<'_>) -> bool {
    [LOST, NEARLY].contains(&request.shape)
}

impl Opened {
    /// Returns the position of a request for a shape of [`Shape::OF_EVERY_GAME`]; `None` if there is none or none was found.
    pub fn requested(&self, request: &Request<'_>) -> Result<Option<String>, Error> {
        self.draw_ahead(&[*request])?;
        let stored = locked(&self.ahead).get(&key(request)).cloned();
        Ok(stored.flatten())
    }

    /// Returns random positions of smaller extents and with fewer parts than a drawn position, the smallest first; none for
    /// a position that was not drawn.
    pub fn drawn_before(&self, text: &str) -> Result<Vec<String>, Error> {
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
    pub fn draw_ahead(&self, requests: &[Request<'_>]) -> Result<(), Error> {
        let requests: Vec<Request<'_>> = {
            let mut ahead = locked(&self.ahead);
            let is_drawn = |request: &Request<'_>| {
                let mut shapes = Shape::OF_EVERY_GAME.iter();
                shapes.any(|shape| shape.name == request.shape)
            };
            let drawn: Vec<_> = requests.iter().filter(|one| is_drawn(one)).collect();
            let is_stored = |one: &&Request<'_>| ahead.contains_key(&key(one));
            // What is asked for may be a part of more than are stored, all of which were drawn at once.
            if ahead.len() > STORED && !drawn.iter().all(is_stored) {
                ahead.clear();
            }
            let new = drawn
                .into_iter()
                .filter(|one| !ahead.contains_key(&key(one)));
            new.copied().collect()
        };
        let (mut found, is_lost) = self.any(&requests)?;
        let chosen = |is_chosen: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..requests.len()).filter(|&i| is_chosen(i)).collect()
        };
        // Behind a position that is not lost the first P-position is searched.
        let open = chosen(&|i| is_sought(&requests[i]) && !is_lost[i]);
        let targets = self.targets(&open, &requests, &found)?;
        // All in one call, before each is looked at.
        self.partial_claims(&targets.concat())?;
        for (&i, targets) in open.iter().zip(targets) {
            let claims = self.partial_claims(&targets)?;
            let mut behind = targets.into_iter().zip(claims);
            found[i] = behind.find_map(|(text, claim)| claim.loses().then_some(text));
        }
        // The position before the end of the game's plan is behind the P-position.
        let nearly = chosen(&|i| requests[i].shape == NEARLY);
        let targets = self.targets(&nearly, &requests, &found)?;
        for (&i, mut targets) in nearly.iter().zip(targets) {
            let at = Random::new(requests[i].seed).below(targets.len() as u64) as usize;
            found[i] = (at < targets.len()).then(|| targets.swap_remove(at));
        }
        let texts: Vec<&String> = found.iter().flatten().collect();
        self.claims(&texts)?;
        self.inputs(&texts)?;
        let mut ahead = locked(&self.ahead);
        ahead.extend(requests.iter().map(key).zip(found));
        Ok(())
    }

    /// Draws a position for each request; of those for P-positions the first that is lost according to the claims, or
    /// else the first. Also returns which ones are lost.
    fn any(&self, requests: &[Request<'_>]) -> Result<(Vec<Option<String>>, Vec<bool>), Error> {
        let tries = |request: &Request<'_>| match request.n {
            _ if !is_sought(request) => 1,
            n if n > PARTS => DRAWN_LARGE,
            _ => DRAWN,
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
        let drawn = self.draws.all(&draws)?;
        let texts: Vec<&String> = drawn.iter().flatten().collect();
        let mut claims = self.partial_claims(&texts)?.into_iter();
        let mut drawn = drawn.into_iter();
        let found = requests.iter().map(|request| {
            let tried = drawn.by_ref().take(tries(request) as usize).flatten();
            let mut tried: Vec<_> = tried.zip(claims.by_ref()).collect();
            let lost = tried.iter().position(|(_, claim)| claim.loses());
            let lost = lost.filter(|_| is_sought(request));
            let at = lost.unwrap_or(0);
            let text = (at < tried.len()).then(|| tried.swap_remove(at).0);
            (text, lost.is_some())
        });
        Ok(found.unzip())
    }

    /// Returns what the moves from some of these positions lead to, or some of the moves at random; moves to sums are
    /// left out. Nothing if not all of these are positions of the task.
    fn targets(
        &self,
        of: &[usize],
        requests: &[Request<'_>],
        found: &[Option<String>],
    ) -> Result<Vec<Vec<String>>, Error> {
        let is_closed = (self.reliance.get()).is_some_and(|reliance| reliance.is_closed);
        let most = self.moves_to.get().filter(|_| is_closed).unwrap_or(&0);
        let start = |i: usize| found[i].as_ref().filter(|_| requests[i].m <= *most);
        let texts: Vec<&String> = of.iter().filter_map(|&i| start(i)).collect();
        let seed = of.first().map_or(0, |&i| requests[i].seed);
        let mut moves = self.some_moves(&texts, SEARCHED, seed)?.into_iter();
        let targets = of.iter().map(|&i| {
            let moves = start(i).and_then(|_| moves.next());
            let choices = moves
                .map_or_else(Vec::new, |moves| moves.choices)
                .into_iter();
            let parts = choices.map(|choice| <[String; 1]>::try_from(choice.leads_to));
            parts.flatten().flatten().collect()
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
