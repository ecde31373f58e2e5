//! Words and inputs as a line of a shell.

use std::ffi::OsStr;

use crate::output::harmless;

/// One line that a POSIX shell parses as these words. Control characters and bytes that are not UTF-8 are replaced,
/// because the line is printed.
pub fn line<W: AsRef<OsStr>>(words: &[W]) -> String {
    let quoted = |word: &W| {
        let word = word.as_ref().to_string_lossy();
        match shlex::try_quote(&word) {
            Ok(quoted) => harmless(&quoted),
            Err(_) => harmless(&word),
        }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// A shell command that prints this input.
pub fn printf(input: &str) -> String {
    let input = input.trim_end();
    if input.contains(['\'', '%', '\\']) {
        let lines: Vec<&str> = input.lines().collect();
        format!("printf '%s\\n' {}", line(&lines))
    } else {
        format!("printf '{}\\n'", input.replace('\n', "\\n"))
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_shell_reads_the_words_again() {
        let words = ["--resume", "a/b.csv", "NR==1{print $1}", "it's", "", "ź"];
        let script = format!("printf '%s|' {}", line(&words));
        let printed = Command::new("sh").args(["-c", &script]).output().unwrap();
        let printed = String::from_utf8(printed.stdout).unwrap();
        assert_eq!(printed, words.join("|") + "|");
        assert_eq!(line(&["a\u{1b}[2J", "plain"]), "'a\\u{1b}[2J' plain");
    }
}
