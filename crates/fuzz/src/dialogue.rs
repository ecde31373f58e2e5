//! The judge of programs that play, against programs that write any lines.

use std::sync::{Arc, LazyLock};

use grundy_game::{Error, Game, LetterCase, Position, Starts};
use grundy_judge::JudgeError;
use grundy_judge::interactive::opponents::Opponent;
use grundy_judge::interactive::{Ply, play_lines};
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;

use crate::Violation;

/// The games of heaps that are played beside the built-in ones.
const CODES: [&str; 4] = ["0.77", "4.[3]", "4!.0", "subtract:1,3,4"];
/// The largest heap of a code, and the largest number of a position whose moves are listed.
const SMALL: u64 = 200;

/// Plays against the lines of `input`. The first line has the game and the judge's opponent, the second one the position with
/// ` / ` for line feeds, the third one who begins; the others are the program's. The moves that the judge accepts are legal and
/// alternate, each is won or lost as the closed form says of the position after it, and the judge gives no win away. A
/// verdict fits the moves and is safe to print.
///
/// # Errors
/// When one of these does not hold.
pub fn check(input: &[u8]) -> Result<(), Violation> {
    let text = String::from_utf8_lossy(input);
    let mut lines = text.split('\n');
    let head = [(); 3].map(|()| lines.next().unwrap_or_default());
    let Some((game, start, starts, opponent)) = begun(head) else {
        return Ok(());
    };
    let fail = |what: String| Err(Violation::new("dialogue", what, input));
    let lines: Vec<&str> = lines.collect();
    let task = Task::original(&*game);
    let (seat, plies, verdict) = match play_lines(&task, &starts, &start, &lines, opponent) {
        Ok(played) => played,
        // The judge lists all moves of a position only where it has to.
        Err(JudgeError::Game(Error::TooManyMoves(_))) => return Ok(()),
        Err(error) => return fail(format!("the judge: {error}")),
    };
    let shown = format!("{verdict}, seat {seat:?}, {plies:?}");
    if let Some(what) = contradiction(&plies, &verdict, opponent) {
        return fail(format!("{what}: {shown}"));
    }
    match replayed(&start, &plies) {
        Ok(None) => Ok(()),
        Ok(Some(what)) => fail(format!("{what}: {shown}")),
        Err(error) => fail(format!("the game: {error}")),
    }
}

type Begun = (Arc<dyn Game>, Arc<dyn Position>, Starts, Opponent);

/// The game, the position, who begins and the opponent that the first lines name, if they do.
fn begun([game, position, starts]: [&str; 3]) -> Option<Begun> {
    let (game, opponent) = game.split_once(' ')?;
    let game = named(game)?;
    let mut opponents = Opponent::ALL.iter();
    let opponent = opponents.find(|known| known.to_string() == opponent)?;
    // A description has no such words.
    if starts.contains(char::is_control) || game.about().code.is_some() && !is_small(position) {
        return None;
    }
    let positions = game.read(position.replace(" / ", "\n").as_bytes()).ok()?;
    let [start] = positions.try_into().ok()?;
    Some((game, start, starts.parse().ok()?, *opponent))
}

/// Whether all numbers of a text are small.
fn is_small(text: &str) -> bool {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit());
    numbers.all(|word| word.is_empty() || word.parse().is_ok_and(|n: u64| n <= SMALL))
}

/// The built-in game or the game of heaps of this name.
pub(crate) fn named(game: &str) -> Option<Arc<dyn Game>> {
    static HEAPS: LazyLock<Vec<Arc<dyn Game>>> = LazyLock::new(|| {
        CODES
            .iter()
            .flat_map(|code| grundy_games::find(code))
            .collect()
    });
    let mut known = grundy_games::all().iter().chain(&*HEAPS);
    known.find(|known| known.about().name == game).cloned()
}

/// How the moves and the verdict contradict each other.
fn contradiction(plies: &[Ply], verdict: &Verdict, opponent: Opponent) -> Option<&'static str> {
    let after = |ply: &Ply| ply.reached.reversed();
    let follows = |pair: &[Ply]| {
        pair[0].by_program != pair[1].by_program && after(&pair[0]) == pair[1].before
    };
    let mistake = |by_program: bool| {
        let mut plies = plies.iter();
        plies.position(|ply| ply.by_program == by_program && ply.is_mistake())
    };
    let first = mistake(true);
    // That opponent plays to win only after a mistake of the program.
    let may_lose = |at| opponent == Opponent::Random && first.is_none_or(|first| at <= first);
    let is_safe = |c: char| !c.is_control() || c == '\t';
    let is_right = match verdict {
        Verdict::LostWonGame {
            number,
            mistake,
            instead,
            ..
        } => {
            let is_first = |at: usize| at + 1 == *number && plies[at].line == *mistake;
            first.is_some_and(is_first) && !instead.is_empty()
        }
        Verdict::IllegalMove { got, legal } => !legal.contains(got),
        Verdict::Accepted => {
            let has_lost = |last: &Ply| after(last).is_win() == last.by_program;
            first.is_none() || !plies.last().is_some_and(has_lost)
        }
        _ => true,
    };
    let checks = [
        (
            plies.windows(2).all(follows),
            "the players do not alternate, or both win",
        ),
        (
            mistake(false).is_none_or(may_lose),
            "the judge has given a win away",
        ),
        (
            verdict.to_string().chars().all(is_safe),
            "a terminal acts on the verdict",
        ),
        (is_right, "the verdict does not fit the moves"),
    ];
    let wrong = checks.into_iter().find(|(holds, _)| !holds)?;
    Some(wrong.1)
}

/// Replays the moves by the rules of the game, as far as its positions count places as the programs do.
fn replayed(start: &Arc<dyn Position>, plies: &[Ply]) -> Result<Option<&'static str>, Error> {
    let mut position = Arc::clone(start);
    let is_small = is_small(&start.to_string());
    for ply in plies {
        let Some(choice) = position.played(&ply.line, LetterCase::Fold)? else {
            return Ok(Some("a move is not legal"));
        };
        let moves = if is_small {
            position.moves()?
        } else {
            Vec::new()
        };
        if is_small && !moves.iter().any(|legal| legal.target() == choice.target()) {
            return Ok(Some("the rules do not have a move"));
        }
        let [next] = &choice.leads_to[..] else { break };
        if next.solve()?.claim.outcome.reversed() != ply.reached {
            return Ok(Some("a move is won and lost"));
        }
        if choice.numbers.is_some_and(|numbers| numbers.leaves_row) {
            break;
        }
        position = Arc::clone(next);
    }
    Ok(None)
}
