//! Packages of interactive tasks: their interactors against right and wrong players, with pipes between them and in the tools of
//! judges.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use grundy_features::tier;

use crate::judges::{Tool, VERDICTS, id};
use crate::package::built_in;
use crate::support::{Folder, path, quoted, run, shows, skipped, wythoff};

/// A rules program in Python, one with sums, and one in misère play, of this repository.
const RULES: [&str; 3] = ["wythoff.py", "grundys-game.sh", "misere-nim.pl"];

/// Players of the judge's tests; the first two words are their arguments.
const PLAYER: &str = include_str!("../../../judge/tests/programs/player.py");
const NIM_PLAYER: &str = include_str!("../../../judge/tests/programs/nim_player.cpp");

fn repository(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    quoted(path.to_str().unwrap())
}

/// Writes the package of an interactive task; the result is its folder.
fn package(folder: &Folder, game: &str, format: &str, options: &str) -> PathBuf {
    let game = match game.split_once('.') {
        Some((_, "py" | "sh" | "pl")) => repository(&format!("examples/rules/{game}")),
        _ => game.to_owned(),
    };
    let name = id(&format!(
        "{format}{}",
        Path::new(&game).file_name().unwrap().display()
    ));
    let out = folder.name(&name);
    let line = format!("gen -g {game} --package {format} --interactive --out {out} {options}");
    run(&line).with(0);
    folder.path(&name)
}

fn has(command: &str, test: &str) -> bool {
    let is_there = Command::new(command).arg("--version").output().is_ok();
    if !is_there {
        skipped(test, &format!("{command} is not installed"));
    }
    is_there
}

/// Compiles a program beside its source.
fn compiled(source: &Path) -> PathBuf {
    let program = source.with_extension("");
    let mut compiler = Command::new("g++");
    compiler.args(["-std=c++17", "-Wall", "-Wextra", "-Werror", "-o"]);
    let status = compiler.arg(&program).arg(source).status().unwrap();
    assert!(status.success(), "{}", source.display());
    program
}

/// A program of a package, in any of its languages.
fn program(path: &Path) -> Vec<String> {
    let name = |path: &Path| path.to_str().unwrap().to_owned();
    let script = path.with_extension("py");
    if script.exists() {
        return vec!["python3".to_owned(), name(&script)];
    }
    vec![name(&compiled(&path.with_extension("cpp")))]
}

/// The tests of a package, without their extensions.
fn tests(package: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(package.join("data/secret")).unwrap();
    let files = files.map(|file| file.unwrap().path());
    let mut inputs: Vec<PathBuf> = files
        .filter(|file| file.extension().unwrap() == "in")
        .collect();
    inputs.sort();
    inputs
}

/// Plays a test with two pipes between the interactor and a player; the result is the verdict, in the words of the command.
fn verdict(interactor: &[String], input: &Path, player: &[String]) -> String {
    let feedback = tempfile::tempdir().unwrap();
    let mut player = Command::new(&player[0])
        .args(&player[1..])
        .env("PATH", path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut judge = Command::new(&interactor[0]);
    judge
        .args(&interactor[1..])
        .env("PATH", path())
        .arg(input)
        .arg(input.with_extension("ans"))
        .arg(feedback.path());
    judge.stdin(player.stdout.take().unwrap());
    judge.stdout(player.stdin.take().unwrap());
    let mut running = judge.spawn().unwrap();
    drop(judge);
    let code = running.wait().unwrap().code();
    let message = fs::read_to_string(feedback.path().join("judgemessage.txt"));
    if code == Some(43) {
        _ = player.kill();
        player.wait().unwrap();
        let message = message.unwrap();
        let team = fs::read_to_string(feedback.path().join("teammessage.txt")).unwrap();
        assert!(message.starts_with(&team), "{message}{team}");
        return message.split([':', '\n']).next().unwrap().to_owned();
    }
    assert_eq!(
        (code, message.is_ok()),
        (Some(42), false),
        "{}",
        input.display()
    );
    match player.wait().unwrap().code() {
        Some(0) => "accepted".to_owned(),
        _ => "runtime error".to_owned(),
    }
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().copied().map(str::to_owned).collect()
}

/// The right player of a package passes every test of it, and the wrong one does not.
fn plays_its_tests(package: &Path, folder: &str, every: usize) {
    let interactor = program(&package.join(folder).join("interactor"));
    let submissions = package.join("submissions");
    let right = program(&submissions.join("accepted/solution"));
    let wrong = program(&submissions.join("wrong_answer/wrong"));
    let mut lost = 0;
    for input in tests(package).iter().step_by(every) {
        assert_eq!(
            verdict(&interactor, input, &right),
            "accepted",
            "{}",
            input.display()
        );
        lost += usize::from(verdict(&interactor, input, &wrong).starts_with("lost a "));
    }
    assert!(lost > 0, "{}", package.display());
}

#[test]
fn the_players_of_built_in_games_get_their_verdicts() {
    if !has("g++", "the_players_of_built_in_games") {
        return;
    }
    let folder = Folder::new();
    for game in tier(vec!["gra"], built_in()) {
        plays_its_tests(
            &package(&folder, game, "legacy", ""),
            "output_validators",
            1,
        );
    }
    let starts = "--starts choose:Me,You";
    plays_its_tests(
        &package(&folder, tier("nim", "constrained"), "icpc", starts),
        "output_validator",
        1,
    );
}

#[test]
fn the_players_of_codes_and_rules_programs_get_their_verdicts() {
    if !has("python3", "the_players_of_codes") || !has("perl", "the_players_of_codes") {
        return;
    }
    let folder = Folder::new();
    let all = [&["0.77", "4.[3]"][..], &RULES].concat();
    for game in tier(&["0.77", "wythoff.py"][..], &all) {
        let every = tier(10, if game.ends_with("py") { 5 } else { 4 });
        plays_its_tests(
            &package(&folder, game, "legacy", ""),
            "output_validators",
            every,
        );
    }
}

/// The players of the judge's tests get the verdicts that they have there: a line for each with the game, the player's bug, the
/// input and the verdict.
const PLAYERS: &str = "\
nim right 3/1 3 3 accepted
nim right 2/2 2 accepted
nim illegal 2/1 2 illegal move
nim long 3/1 3 3 lost a won game
nim seat 2/1 3 wrong seat
nim chatter 1/2 output after the end
nim crash 2/1 3 runtime error
gra right 9 3/1 3 5 accepted
gra illegal 2 1/1 illegal move
gra seat 3 1/1 wrong seat
gra chatter 2 1/1 output after the end
wythoff right 3 5 accepted
wythoff right 4 6 accepted
wythoff illegal 0 3 illegal move
wythoff seat 1 3 wrong seat
wythoff chatter 0 2 output after the end
wythoff crash 0 4 runtime error";

#[test]
fn players_get_the_verdicts_of_the_command() {
    if !has("g++", "players_get_the_verdicts") || !has("python3", "players_get_the_verdicts") {
        return;
    }
    let folder = Folder::new();
    folder.write("player.py", PLAYER);
    let script = folder.path("player.py");
    for &game in tier(&["nim", "wythoff"][..], &["nim", "gra", "wythoff"]) {
        for starts in ["program", "choose"] {
            let of = if game == "wythoff" {
                "wythoff.py"
            } else {
                game
            };
            let folder = Folder::new();
            let out = package(&folder, of, "legacy", &format!("--starts {starts}"));
            let interactor = program(&out.join("output_validators/interactor"));
            for line in PLAYERS.lines().filter(|line| line.starts_with(game)) {
                let (bug, rest) = line[game.len() + 1..].split_once(' ').unwrap();
                let at = rest.find(|c: char| c.is_ascii_lowercase()).unwrap();
                let (input, expected) = rest.split_at(at);
                if bug == "seat" && starts == "program" {
                    continue;
                }
                let input = input.trim().replace('/', "\n");
                let test = out.join("test.in");
                fs::write(&test, format!("{input}\n")).unwrap();
                fs::write(test.with_extension("ans"), format!("least 1\n{input}\n")).unwrap();
                let python = ["python3", "-S", "-E", script.to_str().unwrap()];
                let player = words(&[&python[..], &[game, bug, starts]].concat());
                assert_eq!(
                    verdict(&interactor, &test, &player),
                    expected,
                    "{starts}: {line}"
                );
            }
        }
    }
}

/// Programs that do not play: none holds the interactor up.
#[test]
fn every_way_to_fail_has_its_verdict() {
    if !has("g++", "every_way_to_fail") || !has("python3", "every_way_to_fail") {
        return;
    }
    let folder = Folder::new();
    let one_heap = |package: &Path, position: &str| {
        fs::write(package.join("test.in"), "1\n2\n").unwrap();
        fs::write(package.join("test.ans"), format!("least 1\n{position}")).unwrap();
        package.join("test.in")
    };
    for (game, position, take, first) in [
        ("nim", "", "1 2", "1 1"),
        (
            "0.3333",
            "1 2\n",
            "2 from heap 1",
            "1 from heap 1, leaving 1",
        ),
    ] {
        let package = package(&folder, game, "legacy", "");
        let interactor = program(&package.join("output_validators/interactor"));
        let input = one_heap(&package, position);
        for (script, expected) in [
            ("echo TAKE", "accepted"),
            ("printf TAKE", "end of output"),
            ("echo TAKE; exec >&-; cat >/dev/null", "accepted"),
            ("echo 1 3", "illegal move"),
            ("echo", "illegal move"),
            ("echo -1 1", "illegal move"),
            ("echo 99999999999999999999 1", "illegal move"),
            ("echo TAKE; echo TAKE", "output after the end"),
            ("printf 'FIRST\\nFIRST\\n'; sleep 1", "output out of turn"),
            ("echo TAKE; cat; echo bye", "output after the end"),
            ("echo TAKE; exit 4", "runtime error"),
            ("exit 0", "end of output"),
            ("exec >&-; exec sleep 20", "end of output"),
            ("yes | tr -d '\\n'", "malformed output"),
            ("cat /dev/zero", "malformed output"),
        ] {
            let script = script.replace("TAKE", take).replace("FIRST", first);
            let script = format!("read n; read heap; {script}");
            let player = words(&["sh", "-c", &script]);
            assert_eq!(
                verdict(&interactor, &input, &player),
                expected,
                "{game}: {script}"
            );
        }
        // It closes its input before it has read it.
        let player = words(&["sh", "-c", &format!("exec <&-; echo {take}")]);
        assert_eq!(verdict(&interactor, &input, &player), "accepted", "{game}");
    }
}

/// What a player writes that has no move, and what the program writes that has won.
#[test]
fn the_last_lines_of_a_dialogue_are_those_of_the_rules() {
    if !has("python3", "the_last_lines_of_a_dialogue") {
        return;
    }
    let folder = wythoff("stuck: none\\nends: I won\\nover: Over");
    let rules = folder.name("wythoff");
    let (out, dir) = (folder.path("p"), folder.name("p"));
    run(&format!(
        "gen -g {rules} --package legacy --interactive --out {dir}"
    ))
    .with(0);
    plays_its_tests(&out, "output_validators", 20);
    let statement = fs::read_to_string(out.join("problem_statement/problem.en.tex")).unwrap();
    for line in ["none", "I won", "Over"] {
        shows(&statement, &format!("\\texttt{{{line}}}"));
    }
    let interactor = program(&out.join("output_validators/interactor"));
    let tool = out.join("attachments/testing_tool.py");
    for (input, script, expected) in [
        (
            "0 1",
            "echo second 1; cat >/dev/null; echo i WON",
            "accepted",
        ),
        ("0 1", "echo second 1; echo I won", "accepted"),
        ("0 1", "echo second 1", "malformed output"),
        ("0 1", "echo second 1; echo none", "output after the end"),
        ("1 2", "echo both 1; read m; echo none", "accepted"),
        ("1 2", "echo both 1; read m; echo no", "malformed output"),
        ("1 2", "echo both 1; read m", "end of output"),
        (
            "1 2",
            "echo both 1; read m; echo none; echo I won",
            "output after the end",
        ),
    ] {
        let test = out.join("test.in");
        fs::write(&test, format!("{input}\n")).unwrap();
        fs::write(test.with_extension("ans"), format!("least 1\n{input}\n")).unwrap();
        let script = format!("read p; {script}");
        let player = words(&["sh", "-c", &script]);
        assert_eq!(
            verdict(&interactor, &test, &player),
            expected,
            "{input}: {script}"
        );
        let mut tried = Command::new("python3");
        tried.arg(&tool).arg("-f").arg(&test);
        tried
            .args(["--rules", folder.path("wythoff").to_str().unwrap()])
            .args(player);
        let said = tried.env("PATH", path()).output().unwrap();
        let is_accepted = expected == "accepted";
        assert_eq!(said.status.success(), is_accepted, "{script}: {said:?}");
    }
}

/// As in the tests of the judge, from square 2 a player stays or gives up, to square 1; from there the other one wins, or goes
/// back. From square 3 a player ends the game, or goes to square 4, from which the other one comes back.
const GIVE_UP: &str = r#"#!/usr/bin/env python3
import sys
MOVES = {"1": "win -> 0 ; back -> 2", "2": "give up -> 1 ; stay -> 2", "3": "go -> 4 ; end -> 0", "4": "come -> 3"}
verb = sys.argv[1]
if verb == "about":
    print("title: Give up\nloops: yes\nsweep-to: 4\nends: I won")
elif verb == "positions":
    print(*sys.argv[2:])
elif verb == "moves":
    for line in open(0):
        print(MOVES.get(line.strip(), ""))
else:
    sys.exit(2)
"#;

#[test]
fn a_draw_must_not_be_lost_and_a_win_not_be_drawn() {
    if !has("python3", "a_draw_must_not_be_lost") {
        return;
    }
    let folder = Folder::new();
    folder.program("game.py", GIVE_UP);
    let rules = folder.name("game.py");
    // Positions are the inputs of the dialogue, in the place of an input that asks about several.
    let berzerk = fs::read_to_string(repository("examples/rules/codeforces-787c.py")).unwrap();
    let berzerk = berzerk.replace("\\nasked: several", "");
    folder.program(
        "loop.py",
        &berzerk.replace("verb == \"input\"", "verb == \"none\""),
    );
    // The programs of a package get the verdicts that it names, and the statement and the samples say when a game is a draw.
    let line = "gen --package legacy --interactive -g";
    for (name, game) in [("loop", folder.name("loop.py")), ("program", rules.clone())] {
        run(&format!("{line} {game} --out {}", folder.name(name))).with(0);
        plays_its_tests(&folder.path(name), "output_validators", 1);
    }
    let choose = folder.name("choose");
    run(&format!("{line} {rules} --out {choose} --starts choose")).with(0);
    let out = folder.path("program");
    let statement = fs::read_to_string(out.join("problem_statement/problem.en.tex")).unwrap();
    shows(&statement, "as a draw after 200 moves of both players");
    shows(&statement, "; from every draw it must not lose.");
    let sample = |number| {
        let file = out.join(format!("data/sample/{number}.interaction"));
        fs::read_to_string(file).unwrap_or_default()
    };
    // Square 4 is lost, and square 3 is won at once.
    assert_eq!(sample(1), "<3\n>end\n>I won\n");
    assert_eq!(sample(2), "<4\n>come\n<go\n>come\n<go\n>come\n<end\n");
    let on = |first: &str, line: &str| format!("{first}while read m; do echo {line}; done; exit 0");
    let stays = on("echo stay; ", "stay");
    // What is given up with the last move is drawn before the other one wins.
    let last = "echo Second; while read m; do i=$((i+1)); test $i = 100 && echo give up || echo stay; done; exit 0";
    for (square, starts, script, expected) in [
        ("2", "program", &*stays, "accepted"),
        (
            "2",
            "choose",
            &on("echo First; echo stay; ", "stay"),
            "accepted",
        ),
        ("2", "choose", &on("echo Second; ", "stay"), "accepted"),
        ("2", "choose", last, "accepted"),
        ("1", "choose", "echo Second; cat >/dev/null", "wrong seat"),
        (
            "2",
            "program",
            "echo give up; cat >/dev/null",
            "lost a drawn game",
        ),
        ("1", "program", "echo win; echo I won", "accepted"),
        ("1", "program", "echo win", "malformed output"),
        (
            "1",
            "program",
            &on("echo back; ", "stay"),
            "lost a won game",
        ),
        ("3", "program", "echo end; echo I won", "accepted"),
        // It is winning all the time.
        ("3", "program", &on("echo go; ", "go"), "lost a won game"),
        (
            "3",
            "program",
            "echo go; read m; echo end; echo I won",
            "accepted",
        ),
        ("4", "program", "echo come; cat >/dev/null", "accepted"),
        ("2", "program", "echo jump; cat >/dev/null", "illegal move"),
        ("2", "program", "exit 0", "end of output"),
    ] {
        let package = folder.path(starts);
        let interactor = program(&package.join("output_validators/interactor"));
        let test = package.join("test.in");
        fs::write(&test, format!("{square}\n")).unwrap();
        fs::write(test.with_extension("ans"), format!("least 1\n{square}\n")).unwrap();
        let player = words(&["sh", "-c", &format!("read p; {script}")]);
        let got = verdict(&interactor, &test, &player);
        assert_eq!(got, expected, "{square}, {starts}: {script}");
    }
    let tool = format!(
        "python3 {}/attachments/testing_tool.py --rules game.py",
        out.display()
    );
    folder.write("2.in", "2\n");
    let stays = shlex::try_join(["sh", "-c", &format!("read p; {stays}")]).unwrap();
    let page = folder.shell(&format!("{tool} -f 2.in --opponent least {stays}"));
    shows(&page.with(0), "After 200 moves this tool ends the game");
}

fn tools_of_judges_run(games: &[&str]) {
    let find = |name| Tool::find(name, "tools_of_judges_run");
    let (Some(bt), Some(verify), Some(converter)) =
        (find("bt"), find("verifyproblem"), find("p2d"))
    else {
        return;
    };
    let folder = Folder::new();
    for &game in games {
        for format in ["icpc", "legacy", "polygon"] {
            if format == "polygon" && !built_in().contains(&game) {
                continue;
            }
            let mut out = package(&folder, game, format, "");
            if format == "polygon" {
                // p2d leaves out the samples of an interactive task.
                let package = out.file_name().unwrap().display();
                let task = format!("task{game}");
                let line = format!("--yes --code {task} --output converted {package}");
                let (succeeds, said) = converter.run(folder.0.path(), &line);
                assert!(succeeds, "{said}");
                let line = format!("python3 -m zipfile -e converted/{task}.zip {task}");
                folder.shell(&line).with(0);
                out = folder.path(&task);
            }
            if game == "nim" {
                for (verdict, mask) in [("accepted", "~0ULL"), ("wrong_answer", "0x7fffffffULL")] {
                    let text = format!("#define MASK {mask}\n{NIM_PLAYER}");
                    fs::write(out.join(format!("submissions/{verdict}/other.cpp")), text).unwrap();
                }
            }
            let name = out.file_name().unwrap().to_str().unwrap();
            let said = if format == "icpc" {
                let (succeeds, said) = bt.run(&out, "run --no-bar");
                assert!(succeeds && !said.contains("CHANGED"), "{game}: {said}");
                said
            } else {
                let (parts, warnings) = match format {
                    "polygon" => ("data submissions", 1),
                    _ => ("config data validators submissions", 0),
                };
                let (_, said) = verify.run(folder.0.path(), &format!("-p {parts} -- {name}"));
                let tested = format!("{name} tested: 0 errors, {warnings} warning");
                shows(&said, &tested);
                said
            };
            for (solution, verdict) in VERDICTS {
                let is_there = !solution.contains("other") || game == "nim";
                let is_judged = |line: &str| line.contains(solution) && line.contains(verdict);
                assert!(
                    !is_there || said.lines().any(is_judged),
                    "{game}, {solution}: {said}"
                );
            }
        }
    }
}

#[test]
fn the_tools_of_judges_run_the_package_of_nim() {
    tools_of_judges_run(&["nim"]);
}

#[test]
#[ignore = "takes some minutes"]
fn the_tools_of_judges_run_packages_of_interactive_tasks() {
    tools_of_judges_run(&[&built_in()[..], &["0.77", "wythoff.py"]].concat());
}

#[test]
fn contestants_try_their_programs_with_the_testing_tool() {
    if !has("python3", "the_testing_tool") || !has("g++", "the_testing_tool") {
        return;
    }
    let folder = Folder::new();
    let all = [&built_in()[..], &["0.77", "wythoff.py"]].concat();
    for game in tier(&["nim", "wythoff.py"][..], &all) {
        let out = package(&folder, game, "icpc", "");
        let right = program(&out.join("submissions/accepted/solution"));
        let right = shlex::try_join(right.iter().map(String::as_str)).unwrap();
        let is_rules = game.ends_with("py");
        let rules = if is_rules {
            "--rules generators/rules.py"
        } else {
            ""
        };
        let tool = format!(
            "cd {} && python3 attachments/testing_tool.py {rules} -f",
            quoted(out.to_str().unwrap())
        );
        for opponent in ["least", "most", "random"] {
            let input = "data/sample/1.in";
            let page = folder
                .shell(&format!("{tool} {input} --opponent {opponent} {right}"))
                .with(0);
            shows(&page, "The game is over: your program has ");
            assert!(page.starts_with('<') && page.contains("\n>"), "{page}");
        }
        let page = folder
            .shell(&format!("{tool} data/sample/1.in sh -c 'echo 99 99; cat'"))
            .with(1);
        shows(&page, ">99 99\nThis is no legal move.\n");
        for (arguments, said) in [
            ("nothing true", "nothing is no input of the task: "),
            ("data/sample/1.in ./nothing", "./nothing: No such file"),
            ("/dev/null true", "/dev/null is no input of the task: "),
        ] {
            // What is no position of a code or of a rules program, the tool does not know.
            if arguments.starts_with("/dev") && !built_in().contains(game) {
                continue;
            }
            let ended = folder.shell(&format!("{tool} {arguments}"));
            ended.says(said).with(1);
        }
        let tool = fs::read_to_string(out.join("attachments/testing_tool.py")).unwrap();
        assert!(
            !tool.contains("winning") && !tool.contains("Grundy"),
            "{game}: the tool knows who wins"
        );
        // It has nothing but the standard library, and the dialogue of the sample is one that it could have had.
        let sample = fs::read_to_string(out.join("data/sample/1.interaction")).unwrap();
        assert!(
            sample.lines().all(|line| line.starts_with(['<', '>'])),
            "{sample}"
        );
    }
}
