//! Completions and manual pages, read by the programs they are for.

use std::fs;
use std::io::ErrorKind;
use std::process::Command;

use crate::support::{Ended, Folder, shows, skipped, stdout};

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

/// As bash itself does when TAB is pressed: the function that is registered, with the words.
const BASH: &str = r#"
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
/// The first words of lines, which have descriptions behind them.
const FISH: &str = "source $argv[1]; complete -C 'grundy so' | head -n 1 | cut -f 1; \
                    complete -C 'grundy solve -g kam' | tail -n 1";
/// The function is there once the script has been read; pressing TAB needs a terminal.
const ZSH: &str = r#"autoload -U compinit; compinit -u -D; . "$1"; whence -w _grundy"#;

/// Commands, flags and games.
#[test]
fn shells_complete_words() {
    let folder = Folder::new();
    for (shell, options, script, words) in [
        ("bash", "-c", BASH, "solve\nmerge\n--shape\nkamyki\nbash\n"),
        ("fish", "--no-config -c", FISH, "solve\nkamyki\n"),
        ("zsh", "-c", ZSH, "_grundy: function\n"),
    ] {
        let path = folder.write(shell, stdout(&format!("completions {shell}"), ""));
        let mut arguments: Vec<&str> = options.split(' ').chain([script]).collect();
        // The first word after the script is the name of other shells.
        arguments.extend((shell != "fish").then_some(shell));
        arguments.push(&path);
        let test = format!("completions of {shell}");
        let Some(ended) = program(&test, shell, &arguments) else {
            continue;
        };
        assert_eq!(ended.err, "", "{shell}");
        assert_eq!(ended.with(0), words, "{shell}");
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
    let others = ["grundy.1", "grundy-judge-merge.1", "grundy-sweep-merge.1"];
    expected.extend(others.map(str::to_owned));
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
