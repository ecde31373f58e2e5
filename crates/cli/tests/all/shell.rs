//! What the command brings along for shells and for `man`: the real programs read it.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::process::{Command, Output};

fn grundy(arguments: &[&str]) -> assert_cmd::Command {
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments);
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// Says why something was not tested, past the test harness, which keeps to itself what passing tests
/// print.
fn note(test: &str, reason: &str) {
    let note = format!("\n*** SKIPPED {test}: {reason} ***\n");
    std::io::stderr().write_all(note.as_bytes()).unwrap();
}

/// Runs a program of the machine; says so where it is not installed.
fn run(test: &str, program: &str, arguments: &[&str]) -> Option<Output> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => Some(output),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            note(test, &format!("{program} is not installed"));
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

/// What a shell says to `script` after it has loaded the completions; `$1` is their file.
fn ask(test: &str, shell: &str, script: &str) -> Option<String> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("completions");
    let completions = grundy(&["completions", shell]).assert().success();
    fs::write(&path, &completions.get_output().stdout).unwrap();
    let path = path.to_str().unwrap();
    let output = if shell == "fish" {
        run(
            test,
            shell,
            &["--no-config", "-c", &script.replace("$1", path)],
        )
    } else {
        run(test, shell, &["-c", script, shell, path])
    }?;
    assert_eq!(text(&output.stderr), "", "{shell}");
    assert!(output.status.success(), "{shell}: {}", output.status);
    Some(text(&output.stdout))
}

#[test]
fn bash_completes_commands_flags_and_games() {
    // As bash itself does when TAB is pressed: the function that is registered, with the words.
    let script = r#"
        . "$1"
        function_of=$(complete -p grundy | sed 's/.*-F \([^ ]*\).*/\1/')
        press() {
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            "$function_of" grundy "${@: -1}" "${@: -2:1}"
            echo "${COMPREPLY[@]}"
        }
        press grundy so
        press grundy sweep mer
        press grundy help sweep mer
        press grundy sweep help mer
        press grundy gen --sh
        press grundy solve -g kam
        press grundy completions ba
    "#;
    if let Some(said) = ask("bash_completes", "bash", script) {
        assert_eq!(said, "solve\nmerge\nmerge\nmerge\n--shape\nkamyki\nbash\n");
    }
}

#[test]
fn fish_completes_a_command() {
    let script = "source $1; complete -C 'grundy so'; complete -C 'grundy solve -g kam'";
    if let Some(said) = ask("fish_completes", "fish", script) {
        let words: Vec<&str> = said.split_whitespace().collect();
        assert_eq!((words[0], words[words.len() - 1]), ("solve", "kamyki"));
    }
}

#[test]
fn zsh_reads_its_script() {
    // The function is there once the script has been read; pressing TAB needs a terminal.
    let script = r#"autoload -U compinit; compinit -u -D; . "$1"; whence -w _grundy"#;
    if let Some(said) = ask("zsh_reads", "zsh", script) {
        assert_eq!(said, "_grundy: function\n");
    }
}

#[test]
fn there_is_a_page_for_every_command_and_man_reads_it() {
    let dir = tempfile::tempdir().unwrap();
    let pages = dir.path().join("share/man1");
    let pages = pages.to_str().unwrap();
    let said = grundy(&["man", pages]).assert().success();
    let mut names: Vec<String> = fs::read_dir(pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let count = names.len();
    assert_eq!(
        text(&said.get_output().stdout),
        format!("{count} pages in {pages}\n")
    );
    // The commands that the help names, one a line after `Commands:`, each have a page.
    let help = text(&grundy(&["--help"]).assert().success().get_output().stdout);
    let listed = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ")?.split(' ').next())
        .filter(|name| !name.is_empty() && *name != "help");
    let mut commands = 0;
    for command in listed {
        commands += 1;
        let name = format!("grundy-{command}.1");
        assert!(names.contains(&name), "{name} is not among {names:?}");
    }
    assert!(commands >= 10, "{commands} commands are listed in {help}");
    for page in ["grundy.1", "grundy-sweep-merge.1"] {
        assert!(names.iter().any(|name| name == page), "{names:?}");
    }

    for name in &names {
        let path = format!("{pages}/{name}");
        let Some(lint) = run("man_reads", "mandoc", &["-T", "lint", "-W", "error", &path]) else {
            break;
        };
        assert!(lint.status.success(), "{}", text(&lint.stdout));
    }
    let page = format!("{pages}/grundy-gen.1");
    if let Some(shown) = run("man_reads", "man", &["-P", "cat", "-l", &page]) {
        let shown = text(&shown.stdout);
        // Some systems have a `man` in place of the real one, that only says so.
        if shown.contains("minimized") {
            note("man_reads", "this system's man shows no pages");
        } else {
            assert!(shown.contains("grundy-gen - "), "{shown}");
            assert!(shown.contains("Same seed, same bytes"), "{shown}");
        }
    }
    // Once more: what is there is replaced.
    grundy(&["man", pages]).assert().success();
}

#[test]
fn what_cannot_be_written_is_told() {
    grundy(&["completions", "tcsh"]).assert().code(2).stdout("");
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let within = file.join("man1");
    let output = grundy(&["man", within.to_str().unwrap()]);
    told(
        output,
        &format!("error: cannot make {}: ", within.display()),
    );
}

/// Even for the superuser there is no room on a full disk, and nothing can be made in /proc.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_folders_that_nobody_may_write_to_are_told() {
    told(
        grundy(&["man", "/proc/self"]),
        "error: cannot write /proc/self/grundy.1: ",
    );
    let dir = tempfile::tempdir().unwrap();
    let page = dir.path().join("grundy-sweep.1");
    std::os::unix::fs::symlink("/dev/full", &page).unwrap();
    let message = format!(
        "error: cannot write {}: No space left on device (os error 28)\n",
        page.display()
    );
    told(grundy(&["man", dir.path().to_str().unwrap()]), &message);

    let full = fs::OpenOptions::new()
        .write(true)
        .open("/dev/full")
        .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["completions", "zsh"])
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        text(&output.stderr),
        "error: cannot write to standard output: No space left on device (os error 28)\n"
    );
    assert!(Path::new("/dev/full").exists());
}

fn told(mut command: assert_cmd::Command, message: &str) {
    let output = command.assert().code(2).stdout("");
    let got = text(&output.get_output().stderr);
    assert!(got.starts_with(message), "{got}");
}
