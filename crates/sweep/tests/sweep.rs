//! Sweeps of every game, and sweeps of games that are wrong on purpose.

use std::slice;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use grundy_brute::Space;
use grundy_games::generate::Random;
use grundy_games::gra::Gra;
use grundy_games::kamyki::Kamyki;
use grundy_games::{
    About, Answers, Claim, Entry, Explanation, Facts, Game, InputError, Limit, Next, NoShape,
    Oracle, OracleError, Request, RulesMove, RulesPosition, Shape, Simpler, Truth, Watch,
};
use grundy_sweep::{Check, Plan, Progress, Report, Run, SweepError, sweep};

static NEVER: AtomicBool = AtomicBool::new(false);

fn sweep_to(game: &dyn Entry, up_to: u32) -> Result<Report, SweepError> {
    carry_out(game, Check::Oracle { up_to }, None, &NEVER)
}

fn carry_out(
    game: &dyn Entry,
    check: Check,
    jobs: Option<usize>,
    stop: &AtomicBool,
) -> Result<Report, SweepError> {
    let run = Run {
        jobs,
        keep: None,
        stop,
        progress: &|_| {},
    };
    sweep(game, Plan::whole(check), run)
}

/// Sweeps a game and checks each size against a formula for the number of its positions. Returns how
/// many positions were compared.
fn confirm(name: &str, up_to: u32, formula: impl Fn(u64) -> u64) -> u64 {
    let game = grundy_games::find(name).unwrap();
    let report = sweep_to(game, up_to).unwrap();
    assert!(report.is_confirmed(), "{:?}", report.total.smallest);
    let sizes = game.about().smallest..=up_to;
    assert_eq!(report.rows.len(), sizes.clone().count());
    for (size, row) in sizes.zip(&report.rows) {
        let positions = formula(u64::from(size));
        assert_eq!((row.size, row.positions), (size, positions), "{name}");
        assert!(row.losing <= row.positions, "{name}");
    }
    report.positions()
}

#[test]
fn every_board_of_gra_to_20_squares() {
    assert_eq!(confirm("gra", 20, |m| (1 << (m - 1)) - 1), 1_048_555);
}

#[test]
fn every_row_of_heaps_steps_and_piles() {
    let rows = |size| 1_u64 << (size - 1);
    assert_eq!(confirm("nim", 18, rows), (1 << 18) - 1);
    assert_eq!(confirm("staircase", 18, rows), (1 << 18) - 1);
    assert_eq!(confirm("kamyki", 18, rows), (1 << 18) - 1);
    let with_a_bound = |size| (1_u64 << (size - 1)) - 1;
    assert_eq!(confirm("bounded", 18, with_a_bound), (1 << 18) - 1 - 18);
}

#[test]
fn every_set_of_pairs_with_every_row_of_up_to_three_heaps() {
    // Positions whose numbers are at most s, less those whose numbers are at most s - 1.
    let at_most = |s: u64| (1 << (s * (s + 1) / 2)) * (s + s.pow(2) + s.pow(3));
    let compared = confirm("constrained", 4, |s| at_most(s) - at_most(s - 1));
    assert_eq!(compared, 1024 * 84);
}

/// Whatever games there are: as far as 100,000 positions go.
#[test]
fn every_game() {
    for game in grundy_games::all() {
        let about = game.about();
        let mut up_to = about.smallest;
        let mut positions = game.positions(up_to);
        while positions + game.positions(up_to + 1) <= 100_000 {
            up_to += 1;
            positions += game.positions(up_to);
        }
        assert!(positions > 40_000, "{}: {positions}", about.name);
        let report = sweep_to(*game, up_to).unwrap();
        assert!(report.is_confirmed(), "{:?}", report.total.smallest);
        assert_eq!(report.positions(), positions, "{}", about.name);
    }
}

#[test]
fn sweeps_that_nobody_bounds_are_large_enough() {
    let mut all = 0;
    for game in grundy_games::all() {
        let about = game.about();
        let sizes = about.smallest..=about.sweep_to;
        let positions: u64 = sizes.map(|size| game.positions(size)).sum();
        assert!(positions >= 100_000, "{}: {positions}", about.name);
        assert_eq!(game.positions(about.smallest - 1), 0, "{}", about.name);
        assert_ne!(game.positions(about.smallest), 0, "{}", about.name);
        all += positions;
    }
    assert!(all > 10_000_000, "{all}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let game = grundy_games::find("kamyki").unwrap();
    let mut seen = Vec::new();
    for jobs in [1, 2, 5] {
        let told = AtomicU64::new(0);
        let run = Run {
            jobs: Some(jobs),
            keep: None,
            stop: &NEVER,
            progress: &|progress| {
                if let Progress::Checked { positions } = progress {
                    told.fetch_add(positions, Ordering::Relaxed);
                }
            },
        };
        let report = sweep(game, Plan::whole(Check::Oracle { up_to: 15 }), run).unwrap();
        assert_eq!(told.into_inner(), report.positions());
        let rows = report.rows.into_iter();
        seen.push(
            rows.map(|row| (row.losing, row.winning_moves))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0], seen[2]);
}

#[test]
fn what_ends_a_sweep() {
    let nim = grundy_games::find("nim").unwrap();
    let message = |up_to| sweep_to(nim, up_to).unwrap_err().to_string();
    assert_eq!(
        message(0),
        "nim has no positions up to size 0: the smallest size is 1"
    );
    assert_eq!(
        message(65),
        "nim: size 65: positions are numbered up to size 64"
    );
    let error = message(50);
    assert!(
        error.starts_with("nim: size 50 needs 12288.0 TiB, ") && error.ends_with(" are free"),
        "{error}"
    );
    let stop = AtomicBool::new(true);
    let stopped = carry_out(nim, Check::Oracle { up_to: 5 }, None, &stop);
    assert!(matches!(stopped, Err(SweepError::Stopped { checked: 0 })));
}

/// What is wrong with a game on some of its positions.
#[derive(Clone, Copy)]
enum Wrong {
    /// The wrong player wins.
    Outcome,
    /// One winning move more is counted than there is.
    Count,
    /// A winning move is not listed.
    Moves,
    /// The Grundy value is one too high.
    Grundy,
    /// The oracle knows nothing.
    Oracle,
}

/// A game that is wrong on the positions with these inputs.
struct Spoilt<G> {
    game: G,
    wrong: Wrong,
    inputs: &'static [&'static str],
}

impl<G: Game> Spoilt<G> {
    fn is_wrong_on(&self, position: &G::Position) -> bool {
        let input = self.game.input(slice::from_ref(position));
        self.inputs.contains(&input.as_str())
    }
}

/// The oracle of a spoilt game: it has forgotten one position.
struct Forgetful<G: Game> {
    oracle: Box<dyn Oracle<G::Rules>>,
    forgotten: RulesPosition<G>,
}

impl<G: Game> Oracle<G::Rules> for Forgetful<G> {
    fn truth(&self, position: &RulesPosition<G>) -> Option<Truth<RulesMove<G>>> {
        let known = *position != self.forgotten;
        known.then(|| self.oracle.truth(position)).flatten()
    }
}

impl<G: Game + 'static> Game for Spoilt<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Rules = G::Rules;

    fn about(&self) -> &'static About {
        Game::about(&self.game)
    }

    fn parse(&self, text: &[u8]) -> Result<Vec<G::Position>, InputError> {
        self.game.parse(text)
    }

    fn input(&self, positions: &[G::Position]) -> String {
        self.game.input(positions)
    }

    fn claim(&self, position: &G::Position) -> Claim {
        let mut claim = self.game.claim(position);
        if self.is_wrong_on(position) {
            match self.wrong {
                Wrong::Outcome => claim.wins = !claim.wins,
                Wrong::Count => claim.winning_moves += 1,
                Wrong::Grundy => claim.grundy = claim.grundy.map(|value| value + 1),
                Wrong::Moves | Wrong::Oracle => {}
            }
        }
        claim
    }

    fn winning_moves(&self, position: &G::Position) -> Vec<G::Move> {
        let mut moves = self.game.winning_moves(position);
        if matches!(self.wrong, Wrong::Moves) && self.is_wrong_on(position) {
            moves.pop();
        }
        moves
    }

    fn answer(&self, claim: &Claim) -> String {
        self.game.answer(claim)
    }

    fn position(&self, of_rules: &RulesPosition<G>) -> G::Position {
        self.game.position(of_rules)
    }

    fn move_of(&self, of_rules: &RulesMove<G>) -> G::Move {
        self.game.move_of(of_rules)
    }

    fn oracle(
        &self,
        up_to: u32,
        watch: Watch<'_>,
    ) -> Result<Box<dyn Oracle<G::Rules>>, OracleError> {
        let oracle = self.game.oracle(up_to, watch)?;
        if !matches!(self.wrong, Wrong::Oracle) {
            return Ok(oracle);
        }
        let rules = G::Rules::default();
        let mut positions = (0..=up_to).flat_map(|size| rules.of_size(size));
        let forgotten = positions.find(|of_rules| self.is_wrong_on(&self.position(of_rules)));
        Ok(match forgotten {
            Some(forgotten) => Box::new(Forgetful::<G> { oracle, forgotten }),
            None => oracle,
        })
    }

    fn play(&self, position: &G::Position, a_move: &G::Move) -> Option<Next<G::Position>> {
        self.game.play(position, a_move)
    }

    fn random_move(&self, position: &G::Position, random: &mut Random) -> Option<G::Move> {
        self.game.random_move(position, random)
    }

    fn explain(&self, position: &G::Position) -> Explanation {
        Game::explain(&self.game, position)
    }

    fn facts(&self, position: &G::Position) -> Facts {
        self.game.facts(position)
    }

    fn shapes(&self) -> &'static [Shape] {
        Game::shapes(&self.game)
    }

    fn generate(&self, request: &Request<'_>) -> Result<G::Position, NoShape> {
        Game::generate(&self.game, request)
    }

    fn answer_form(&self) -> Answers {
        Game::answer_form(&self.game)
    }

    fn limits(&self) -> &'static [Limit] {
        Game::limits(&self.game)
    }

    fn simpler(&self, position: &G::Position) -> Simpler<G::Position> {
        Game::simpler(&self.game, position)
    }
}

/// The sweep of a spoilt game finds these inputs and nothing else, and names the first as the
/// smallest, with what the oracle and the game say.
fn is_caught<G: Game + 'static>(
    game: G,
    wrong: Wrong,
    inputs: &'static [&'static str],
    expected: &str,
    got: &str,
) {
    let game = Spoilt {
        game,
        wrong,
        inputs,
    };
    let report = sweep_to(&game, 9).unwrap();
    assert!(!report.is_confirmed());
    let mismatches: u64 = report.rows.iter().map(|row| row.mismatches).sum();
    assert_eq!(mismatches, inputs.len() as u64);
    let smallest = report.total.smallest.unwrap();
    assert_eq!(smallest.game, Game::about(&game).name);
    assert_eq!(smallest.input, inputs[0]);
    assert_eq!(
        (smallest.expected.as_str(), smallest.got.as_str()),
        (expected, got)
    );
    let row = report.rows.iter().find(|row| row.mismatches > 0).unwrap();
    assert_eq!(row.size, smallest.size);
}

#[test]
fn a_wrong_strip_game_is_caught() {
    // Of one size, the fewest pawns come first, wherever they stand in the numbering.
    let boards = &["8 1\n1\n", "8 1\n6\n", "8 2\n6 7\n", "9 1\n8\n"];
    is_caught(
        Gra,
        Wrong::Outcome,
        boards,
        "N-position, 1 winning move: 1 -> 2",
        "P-position, 1 winning move: 1 -> 2",
    );
    is_caught(
        Gra,
        Wrong::Count,
        boards,
        "N-position, 1 winning move: 1 -> 2",
        "N-position, 2 winning moves: 1 -> 2",
    );
    is_caught(
        Gra,
        Wrong::Moves,
        &["7 3\n2 3 6\n"],
        "N-position, 1 winning move: 6 -> 7",
        "N-position, 1 winning move",
    );
}

#[test]
fn a_wrong_pebbles_game_is_caught() {
    let rows = &["1\n3\n1 2 4\n", "1\n2\n0 6\n"];
    is_caught(
        Kamyki,
        Wrong::Outcome,
        rows,
        "N-position, Grundy value 3, 1 winning move: 1 from pile 3",
        "P-position, Grundy value 3, 1 winning move: 1 from pile 3",
    );
    is_caught(
        Kamyki,
        Wrong::Grundy,
        rows,
        "N-position, Grundy value 3, 1 winning move: 1 from pile 3",
        "N-position, Grundy value 4, 1 winning move: 1 from pile 3",
    );
    is_caught(
        Kamyki,
        Wrong::Moves,
        rows,
        "N-position, Grundy value 3, 1 winning move: 1 from pile 3",
        "N-position, Grundy value 3, 1 winning move",
    );
}

#[test]
fn a_sweep_that_leaves_out_a_position_is_an_error() {
    let game = Spoilt {
        game: Gra,
        wrong: Wrong::Oracle,
        inputs: &["7 3\n2 3 6\n"],
    };
    assert_eq!(
        sweep_to(&game, 9).unwrap_err().to_string(),
        "gra: checked 62 of 63 positions of size 7"
    );
    let game = Spoilt {
        game: Kamyki,
        wrong: Wrong::Oracle,
        inputs: &["1\n3\n1 2 4\n"],
    };
    assert_eq!(
        sweep_to(&game, 9).unwrap_err().to_string(),
        "kamyki: checked 63 of 64 positions of size 7"
    );
}
