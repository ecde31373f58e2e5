//! Completions and manual pages, read by the programs they are for.

use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use crate::support::{Ended, Folder, all_refused, shows, skipped, stdout};

/// Runs a program of this machine, or reports that it is missing.
fn program(test: &str, program: &str, arguments: &[&str]) -> Option<Ended> {
    match Command::new(program).args(arguments).output() {
        Ok(output) => Some(Ended::of(output)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            skipped(test, &format!("{program} is not installed"));
            None
        }
        Err(error) => panic!("{program}: {error}"),
    }
}

/// The output of `script` in a shell; its argument is the file of its completions.
fn ask(test: &str, shell: &str, script: &str) -> Option<String> {
    let folder = Folder::new();
    let path = folder.write("completions", stdout(&format!("completions {shell}"), ""));
    let arguments = match shell {
        "fish" => vec!["--no-config", "-c", script, &path],
        _ => vec!["-c", script, shell, &path],
    };
    let ended = program(test, shell, &arguments)?;
    assert_eq!(ended.err, "", "{shell}");
    Some(ended.with(0))
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
        press grundy gen --sh
        press grundy solve -g kam
        press grundy completions ba
    "#;
    if let Some(said) = ask("bash_completes", "bash", script) {
        assert_eq!(said, "solve\nmerge\n--shape\nkamyki\nbash\n");
    }
}

#[test]
fn fish_completes_a_command() {
    let script = "source $argv[1]; complete -C 'grundy so'; complete -C 'grundy solve -g kam'";
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
    let folder = Folder::new();
    let pages = folder.name("share/man1");
    let said = stdout(&format!("man {pages}"), "");
    let entries = fs::read_dir(&pages).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(said, format!("manual pages in {pages}\n"));
    // The help lists the commands, one a line.
    let help = stdout("--help", "");
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands = commands.split("\n\n").next().unwrap().lines();
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands = commands.filter(|name| !["", "help"].contains(name));
    let mut expected: Vec<_> = commands.map(|name| format!("grundy-{name}.1")).collect();
    expected.extend(["grundy.1", "grundy-sweep-merge.1"].map(str::to_owned));
    expected.sort();
    assert_eq!(names, expected);

    for name in &names {
        let lint = ["-T", "lint", "-W", "error", &format!("{pages}/{name}")];
        let Some(lint) = program("man_reads", "mandoc", &lint) else {
            break;
        };
        lint.with(0);
    }
    let page = format!("{pages}/grundy-gen.1");
    if let Some(shown) = program("man_reads", "man", &["-P", "cat", "-l", &page]) {
        // On some systems `man` is a stub without pages.
        if shown.out.contains("minimized") {
            skipped("man_reads", "this system's man shows no pages");
        } else {
            shows(&shown.out, "grundy-gen - ");
            shows(&shown.out, "Same seed, same bytes");
        }
    }
    // Pages that are there are replaced.
    stdout(&format!("man {pages}"), "");
}

#[test]
fn pages_that_cannot_be_written_are_an_error() {
    let folder = Folder::new();
    folder.write("file", "");
    let refusals = "completions tcsh => invalid value 'tcsh'
man file/man1 => error: cannot make file/man1:";
    all_refused(&folder, "", refusals);
    // Even root cannot create files in /proc.
    #[cfg(target_os = "linux")]
    all_refused(
        &folder,
        "man",
        "/proc/self => error: cannot write to /proc/self:",
    );
}
