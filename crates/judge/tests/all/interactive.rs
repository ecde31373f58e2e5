//! Programs that play, right and wrong in known ways, for every game and two rules programs.

#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use grundy_features::tier;
use grundy_game::{Game, Place, unwatched};
use grundy_games::find;
use grundy_judge::interactive::{InteractivePlan, InteractiveReport, LostGame, judge_interactive};
use grundy_judge::plan::{JudgeProgress, Phase};
use grundy_judge::report::Minimality;
use grundy_judge::saved;
use grundy_judge::task::Task;
use grundy_judge::verdict::Verdict;
use grundy_program::{Asked, RulesGame, Settings};
use grundy_sandbox::{Launcher, Program};

use crate::common::plan;
use crate::common::processes::{example, program};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A file of this repository.
fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// Python itself, and not a script that looks for it and takes longer; `None`, with a message, without it.
fn python() -> Option<PathBuf> {
    let asked = Command::new("python3")
        .args(["-c", "import sys; print(sys.executable)"])
        .output();
    let asked = asked.ok().filter(|asked| asked.status.success());
    if asked.is_none() {
        eprintln!("*** SKIPPED: python3 is not installed");
    }
    Some(String::from_utf8(asked?.stdout).unwrap().trim().into())
}

fn game(name: &str) -> Arc<dyn Game> {
    let rules = match name {
        "wythoff" => "wythoff.py",
        "misere-nim" => "misere-nim.pl",
        name => return find(name).unwrap(),
    };
    let path = file("examples/rules").join(rules);
    let launcher = Launcher {
        exe: example("judge_launcher"),
        ..Launcher::default()
    };
    let settings = Settings {
        launcher,
        time: Duration::from_mins(1),
        jobs: 1,
        memory: None,
        notes: None,
        stop: &NEVER,
    };
    Arc::new(RulesGame::open(path.to_str().unwrap(), Asked::default(), settings).unwrap())
}

/// The example `player.py` with these words.
fn player(python: &Path, words: &[&str]) -> Program {
    let script = file("crates/judge/tests/programs/player.py");
    program(
        python,
        &[&["-S", "-E", script.to_str().unwrap()], words].concat(),
    )
}

fn small(program: Program, up_to: u32) -> InteractivePlan {
    let mut judge = plan(program);
    judge.phases = vec![Phase::Saved, Phase::Every];
    judge.up_to = Some(up_to);
    InteractivePlan {
        judge,
        starts: None,
        turn: None,
        saved: Vec::new(),
    }
}

fn report(game: &dyn Game, plan: &InteractivePlan) -> InteractiveReport {
    report_of(&Task::original(game), plan)
}

fn report_of(task: &Task<'_>, plan: &InteractivePlan) -> InteractiveReport {
    judge_interactive(task, plan, &NEVER, &|_| ()).unwrap()
}

/// The first position on which the player fails and the shortest line from it, by a search in the player's own program
/// over all replies; `None` if there is none.
fn brute(
    python: &Path,
    game: &dyn Game,
    up_to: u32,
    words: &[&str],
) -> Option<(String, Vec<String>)> {
    let Program { command, args } = player(python, &[words, &["brute"]].concat());
    let mut child = Command::new(command)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let solved = game.solved(up_to, &Place::Memory, &mut unwatched).unwrap();
    let mut positions = String::new();
    for size in game.about().smallest..=up_to {
        for case in solved.cases(size).unwrap() {
            positions += &(case.position().trim_end().replace('\n', " / ") + "\n");
        }
    }
    child
        .stdin
        .take()
        .unwrap()
        .write_all(positions.as_bytes())
        .unwrap();
    let printed = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let mut lines = printed.lines();
    let position = lines.next().filter(|&line| line != "none")?.to_owned();
    let moves = lines.nth(1).unwrap_or_default().split(" ; ");
    Some((
        position,
        moves
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect(),
    ))
}

fn line_of(lost: &LostGame) -> Vec<String> {
    lost.plies.iter().map(|ply| ply.line.clone()).collect()
}

/// For each game the size up to which the players are judged.
fn games() -> &'static [(&'static str, u32)] {
    let all = &[
        ("gra", 4),
        ("nim", 5),
        ("wythoff", 4),
        ("bounded", 6),
        ("staircase", 4),
        ("constrained", 2),
        ("kamyki", 5),
        ("misere-nim", 4),
    ];
    tier(&all[..3], all)
}

#[test]
fn right_players_are_accepted() {
    let Some(python) = python() else { return };
    for &(name, up_to) in games() {
        let game = game(name);
        let mut lines = BTreeMap::new();
        for starts in ["program", "choose:First,Second"] {
            let choose = if starts == "program" { "" } else { "choose" };
            // Each of these has a thousand lines or so.
            let up_to = if name == "constrained" { 1 } else { up_to - 1 };
            let mut plan = small(player(&python, &[name, "right", choose]), up_to);
            plan.starts = Some(starts.parse().unwrap());
            let report = report(&*game, &plan);
            assert!(report.accepted && !report.is_random, "{name}: {report:?}");
            let every = &report.phases[0];
            assert_eq!((every.up_to, every.unfinished), (Some(up_to), 0), "{name}");
            lines.insert(starts, every.games);
        }
        assert!(lines.values().all(|&lines| lines > 0), "{name}: {lines:?}");
    }
}

/// The verdict for each mistake, and the smallest position and shortest line of a search.
#[test]
fn the_shortest_line_is_the_one_that_a_search_finds() {
    let Some(python) = python() else { return };
    let mut found = 0;
    for &(name, up_to) in games() {
        let game = game(name);
        for (bug, choose, verdict) in [
            ("illegal", "", "illegal move"),
            ("reply", "", "lost a won game"),
            ("long", "", "lost a won game"),
            ("seat", "choose", "wrong seat"),
        ] {
            let words = [name, bug, choose];
            let mut plan = small(player(&python, &words), up_to);
            plan.judge.jobs = 1 + found % 2;
            if choose == "choose" {
                plan.starts = Some("choose:First,Second".parse().unwrap());
            }
            let Some((position, line)) = brute(&python, &*game, up_to, &words) else {
                continue;
            };
            let report = report(&*game, &plan);
            let lost = report.lost.expect(name);
            assert_eq!(report.verdict.name(), verdict, "{name} {bug}: {lost:?}");
            assert_eq!(
                lost.position.trim_end().replace('\n', " / "),
                position,
                "{name} {bug}"
            );
            assert_eq!(
                line_of(&lost).len(),
                line.len(),
                "{name} {bug}: {lost:?}, {line:?}"
            );
            assert_eq!(line_of(&lost), line, "{name} {bug}");
            assert!(
                lost.is_shortest && lost.came_again == Some(true),
                "{name} {bug}: {lost:?}"
            );
            assert!(
                matches!(lost.size, Minimality::Smallest { .. }),
                "{name} {bug}"
            );
            found += 1;
        }
    }
    assert!(
        found >= tier(6, 20),
        "only {found} mistakes show at these sizes"
    );
}

/// Programs that play well and do not flush or end, of every game; others that write too much or crash.
#[test]
fn programs_that_play_well_and_fail_otherwise() {
    let Some(python) = python() else { return };
    let slow = games().iter().map(|&(name, up_to)| {
        let noflush = (name, up_to, "noflush", "nothing written");
        [noflush, (name, up_to, "hang", "time limit")]
    });
    let slow: Vec<_> = slow.collect();
    let others = [
        ("wythoff", 4, "chatter", "output after the end"),
        ("misere-nim", 4, "crash", "runtime error"),
    ];
    let check = |(name, up_to, bug, verdict): (&str, u32, &str, &str)| {
        let mut plan = small(player(&python, &[name, bug]), up_to);
        let is_slow = matches!(bug, "noflush" | "hang");
        plan.turn = is_slow.then_some(Duration::from_secs(1));
        let report = report(&*game(name), &plan);
        let said = &report.verdict;
        assert_eq!(said.name(), verdict, "{name} {bug}: {said}");
    };
    thread::scope(|scope| {
        for all in slow.chunks(2) {
            scope.spawn(|| all.iter().flatten().copied().for_each(check));
        }
        others.into_iter().for_each(check);
    });
}

/// A player in a shell that wins Nim with one heap, and does something else as well.
fn sh(script: &str) -> Program {
    program("sh", &["-c", &format!("read n; read heap rest; {script}")])
}

fn one_heap(program: Program, turn: Duration) -> InteractiveReport {
    let nim = find("nim").unwrap();
    // One heap of no stone, one of one stone.
    let mut plan = small(program, 2);
    plan.turn = Some(turn);
    report(&*nim, &plan)
}

/// What a program does where the heap has a stone, how long its turn may be, the verdict, and a part of what is said.
const WAYS_TO_FAIL: &str = "\
echo 1 1 => long => accepted =>
printf '1 1\\n\\n' => long => accepted =>
echo 1 2 => long => illegal move => \"1 2\"; legal: 1 1
echo one => long => illegal move => \"one\"
{ echo 1 1; echo 1 1; } => long => output => 1 1
echo 1 1; cat >/dev/null; echo bye => long => output after the end => \"bye\"
echo 1 1; exec sleep 60 => short => time limit =>
exec sleep 60 => short => nothing written => flushed
{ printf '1 1'; exec sleep 60; } => short => nothing written => \"1 1\"
{ cat >/dev/null; echo 1 1; } => short => nothing written =>
while :; do :; done => short => time limit =>
exit 0 => long => end of output => turn
{ exec >&-; exec sleep 60; } => long => end of output =>
exit 3 => long => runtime error => exit code 3
kill -SEGV $$ => long => runtime error => SIGSEGV
echo 1 1; exit 4 => long => runtime error => exit code 4
{ for i in 1 2 3 4 5 6 7 8; do sleep 60 & done; echo 1 1; } => long => accepted =>
yes | tr -d '\\n' => long => malformed output => no line ends";

#[test]
fn every_way_to_fail_has_its_verdict() {
    let check = |way: &str| {
        let [script, turn, verdict, shown] = way.split(" =>").collect::<Vec<_>>()[..] else {
            panic!("{way}");
        };
        let turn = match turn.trim() {
            "long" => Duration::from_secs(20),
            _ => Duration::from_millis(400),
        };
        // From the heap without stones the game is over at once.
        let report = one_heap(sh(&format!("[ $heap = 0 ] || {script}")), turn);
        let said = report.verdict.to_string();
        let is_right = report.verdict.name().starts_with(verdict.trim());
        assert!(is_right && said.contains(shown.trim()), "{script}: {said}");
        let failed = report.phases.iter().flat_map(|phase| &phase.failed);
        let mut memories = failed.map(|game| game.memory);
        assert!(memories.all(|memory| memory > 0), "{script}: no memory");
    };
    // Most of them wait.
    let ways: Vec<&str> = WAYS_TO_FAIL.lines().collect();
    thread::scope(|scope| {
        for ways in ways.chunks(5) {
            scope.spawn(|| ways.iter().copied().for_each(check));
        }
    });
}

/// A program that makes another move each time: its lines have no end, and what it lost need not come again.
#[test]
fn programs_that_draw_their_moves_are_judged() {
    let nim = find("nim").unwrap();
    let script = "while read heap rest; do set -- $heap $rest; i=$(($(od -An -N1 -tu1 /dev/urandom) % $# + 1)); \
                  eval h=\\$$i; [ $h -gt 0 ] && { echo $i $h; break; }; done; cat >/dev/null";
    // From three heaps of one stone: takes any of them, and then nothing more.
    let looping = format!("read n; {script}");
    let mut plan = small(program("sh", &["-c", &looping]), 6);
    plan.judge.jobs = 1;
    plan.turn = Some(Duration::from_millis(500));
    let report = report(&*nim, &plan);
    assert!(!report.accepted, "{report:?}");
}

/// A right player whose games with 10^9 stones would take days: what was not played to its end, and could still have been
/// lost, does not count as passed.
#[test]
fn games_without_an_end_are_undecided() {
    const PLAYER: &str = "
input(); n = int(input())
while n:
    k = n % 3 or 1
    n -= k
    print(f'{k} from heap 1' + (f', leaving {n}' if n else ''), flush=True)
    n -= int(input()[0]) if n else 0
";
    let Some(python) = python() else { return };
    let game = find("subtract:1,2").unwrap();
    let task = Task::original(&*game).with_limits(Some(1_000_000_000), Some(1));
    let mut plan = small(program(&python, &["-S", "-E", "-c", PLAYER]), 1);
    plan.judge.phases = vec![Phase::Random];
    plan.judge.random = 8;
    let report = report_of(&task, &plan);
    let phase = &report.phases[0];
    let (unfinished, games) = (phase.unfinished, 8);
    assert_eq!(report.verdict, Verdict::Undecided { unfinished, games });
    assert!(!report.accepted && unfinished > 0, "{report:?}");
    let said = format!("undecided: {unfinished} of 8 games unfinished");
    assert_eq!(report.verdict.to_string(), said);
}

/// Another phase would follow.
#[test]
fn what_was_found_is_reported_after_a_request_to_stop() {
    let nim = find("nim").unwrap();
    let task = Task::original(&*nim).with_limits(Some(9), Some(3));
    let mut plan = small(program("echo", &["7 7"]), 1);
    plan.judge.phases = vec![Phase::Limits, Phase::Random];
    let stop = AtomicBool::new(false);
    let found = |progress| {
        let has_failed = matches!(progress, JudgeProgress::Failed { .. });
        stop.fetch_or(has_failed, Ordering::Relaxed);
    };
    let report = judge_interactive(&task, &plan, &stop, &found).unwrap();
    assert_eq!(report.ended_by.as_deref(), Some("stopped"), "{report:?}");
    assert_eq!(report.verdict.name(), "illegal move", "{report:?}");
    assert_eq!(report.lost.unwrap().came_again, None);
    // The same without a request: no game is begun after the first failure.
    plan.judge.first = true;
    plan.judge.jobs = 1;
    let report = report_of(&task, &plan);
    assert_eq!(report.ended_by, None);
    assert_eq!(report.phases[0].failed.len(), 1, "{report:?}");
    assert_eq!(report.left_out, [Phase::Random]);
}

#[test]
fn a_lost_game_is_kept_and_played_first() {
    let Some(python) = python() else { return };
    let nim = find("nim").unwrap();
    let task = Task::original(&*nim);
    let dir = tempfile::tempdir().unwrap();
    let mut plan = small(player(&python, &["nim", "long"]), 7);
    plan.judge.phases = Phase::ALL.to_vec();
    let position = "3\n1 3 3\n".to_owned();
    let replies = vec!["2 1".to_owned(), "2 1".to_owned(), "9 9".to_owned()];
    plan.saved = vec![saved::SavedGame {
        name: "mine".to_owned(),
        position: position.clone(),
        replies,
    }];
    let first = report(&*nim, &plan);
    let lost = first.lost.unwrap();
    assert_eq!((lost.phase, &*lost.test), (Phase::Saved, "mine"));
    assert!(
        matches!(lost.verdict, Verdict::LostWonGame { number: 5, .. }),
        "{lost:?}"
    );
    assert_eq!(first.left_out.len(), 3);
    assert_eq!(first.phases[0].other_replies, 1);
    let path = saved::save_game(&task, dir.path(), &lost.to_save()).unwrap();
    assert_eq!(path, dir.path().join("games/nim0s1.json"));
    assert_eq!(
        saved::save_game(&task, dir.path(), &lost.to_save()).unwrap(),
        path
    );
    plan.saved = saved::load_games(&task, dir.path()).unwrap();
    assert_eq!(plan.saved.len(), 1);
    assert_eq!(plan.saved[0].position, position);
    let again = report(&*nim, &plan);
    assert_eq!(line_of(&again.lost.unwrap()), line_of(&lost));
    assert_eq!(again.phases[0].other_replies, 0);
}

/// A player of Nim in C++, by the closed form, that forgets the bits from 31 on if it is wrong: no small position shows it.
#[test]
fn large_positions_show_what_small_ones_do_not() {
    let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let compiled = |name: &str, mask: &str| {
        let to = dir.path().join(name);
        let source = file("crates/judge/tests/programs/nim_player.cpp");
        let mut command = Command::new("g++");
        command
            .arg(format!("-DMASK={mask}"))
            .arg("-o")
            .arg(&to)
            .arg(source);
        command
            .status()
            .is_ok_and(|status| status.success())
            .then_some(to)
    };
    let (Some(right), Some(wrong)) = (
        compiled("right", "~0ULL"),
        compiled("wrong", "0x7fffffffULL"),
    ) else {
        eprintln!("*** SKIPPED: g++ is not installed");
        return;
    };
    let nim = find("nim").unwrap();
    let task = Task::original(&*nim).with_limits(Some(1 << 40), Some(20));
    let judged = |path: &Path| {
        let mut plan = small(program(path, &[]), 5);
        plan.judge.phases = vec![Phase::Every, Phase::Limits, Phase::Random];
        plan.judge.random = 10;
        report_of(&task, &plan)
    };
    let report = judged(&right);
    assert!(report.accepted, "{}", report.verdict);
    assert_eq!(report.phases.len(), 3);
    assert!(
        report.phases[1].games >= 20 && report.phases[2].games == 10,
        "{:?}",
        report.phases
    );
    let report = judged(&wrong);
    assert!(report.phases[0].failed.is_empty(), "{:?}", report.phases);
    let lost = report.lost.unwrap();
    assert_eq!(lost.verdict.name(), "lost a won game");
    assert!(
        matches!(lost.size, Minimality::Shrunk(_)),
        "{:?}",
        lost.size
    );
    // One heap, whose stones it does not see.
    assert_eq!(lost.position, "1\n2147483648\n");
}
