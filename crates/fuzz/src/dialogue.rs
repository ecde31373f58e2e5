//! The judge of programs that play, against programs that write any lines.

use std::sync::{Arc, LazyLock};

use grundy_game::{Error, Game, LetterCase, Position};
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
    let mut head = || lines.next().unwrap_or_default();
    let (game, position, starts) = (head(), head(), head());
    // A description has no such words.
    if starts.contains(char::is_control) {
        return Ok(());
    }
    let (game, opponent) = game.split_once(' ').unwrap_or_default();
    let opponent = Opponent::ALL
        .iter()
        .find(|known| known.to_string() == opponent);
    let (Some(game), Some(&opponent), Ok(starts)) = (named(game), opponent, starts.parse()) else {
        return Ok(());
    };
    let numbers = position.split(|c: char| !c.is_ascii_digit());
    let is_small = numbers
        .clone()
        .all(|word| word.is_empty() || word.parse().is_ok_and(|n: u64| n <= SMALL));
    if game.about().code.is_some() && !is_small {
        return Ok(());
    }
    let Ok(Ok([start])) = game
        .read(position.replace(" / ", "\n").as_bytes())
        .map(<[Arc<dyn Position>; 1]>::try_from)
    else {
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
    match replayed(&start, &plies, is_small) {
        Ok(None) => Ok(()),
        Ok(Some(what)) => fail(format!("{what}: {shown}")),
        Err(error) => fail(format!("the game: {error}")),
    }
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
    let mut pairs = plies.windows(2);
    if pairs.any(|pair| pair[0].by_program == pair[1].by_program || pair[0].after != pair[1].before)
    {
        return Some("the players do not alternate, or both win");
    }
    let is_mistake = |by_program: bool| {
        plies
            .iter()
            .position(|ply| ply.by_program == by_program && ply.is_mistake())
    };
    let first = is_mistake(true);
    let by_judge = is_mistake(false);
    // That opponent plays to win only after a mistake of the program.
    if by_judge
        .is_some_and(|at| opponent != Opponent::Random || first.is_some_and(|first| first < at))
    {
        return Some("the judge has given a win away");
    }
    if verdict
        .to_string()
        .contains(|c: char| c.is_control() && c != '\t')
    {
        return Some("a terminal acts on the verdict");
    }
    match verdict {
        Verdict::LostWonGame {
            number,
            mistake,
            instead,
        } => {
            let is_first = first.is_some_and(|at| at + 1 == *number && plies[at].line == *mistake);
            (!is_first || instead.is_empty()).then_some("the mistake is another one")
        }
        Verdict::IllegalMove { got, legal } => legal
            .contains(got)
            .then_some("an illegal move is listed as legal"),
        Verdict::Accepted => {
            let has_lost = plies
                .last()
                .is_some_and(|last| last.after.is_win() == last.by_program);
            (has_lost && first.is_some()).then_some("accepted, and the program has lost a won game")
        }
        _ => None,
    }
}

/// Replays the moves by the rules of the game, as far as its positions count places as the programs do.
fn replayed(
    start: &Arc<dyn Position>,
    plies: &[Ply],
    is_small: bool,
) -> Result<Option<&'static str>, Error> {
    let mut position = Arc::clone(start);
    for ply in plies {
        let Some(choice) = position.played(&ply.line, LetterCase::Fold)? else {
            return Ok(Some("a move is not legal"));
        };
        let by_rules = || {
            Ok::<_, Error>(
                position
                    .moves()?
                    .iter()
                    .any(|legal| legal.target() == choice.target()),
            )
        };
        if is_small && !by_rules()? {
            return Ok(Some("the rules do not have a move"));
        }
        let [next] = &choice.leads_to[..] else { break };
        if next.solve()?.claim.outcome != ply.after {
            return Ok(Some("a move is won and lost"));
        }
        if choice.numbers.is_some_and(|numbers| numbers.leaves_row) {
            break;
        }
        position = Arc::clone(next);
    }
    Ok(None)
}
