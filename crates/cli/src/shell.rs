//! Words as a shell takes them.

use std::ffi::OsStr;

/// Text that a POSIX shell parses as this word. It has no control characters, whatever the word is.
pub fn quoted(word: &OsStr) -> String {
    let shown = word
        .to_str()
        .filter(|word| !word.contains(char::is_control));
    match shown.and_then(|word| shlex::try_quote(word).ok()) {
        Some(word) => word.into_owned(),
        None => {
            let escaped = word.as_encoded_bytes().iter().map(|&byte| match byte {
                b'\'' | b'\\' => format!("\\{}", char::from(byte)),
                b' '..=b'~' => char::from(byte).to_string(),
                _ => format!("\\{byte:03o}"),
            });
            format!("$'{}'", escaped.collect::<String>())
        }
    }
}

/// One line that a shell parses as these words.
pub fn line<W: AsRef<OsStr>>(words: &[W]) -> String {
    let words = words.iter().map(|word| quoted(word.as_ref()));
    words.collect::<Vec<String>>().join(" ")
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
    #![cfg(unix)]

    use super::quoted;
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;

    #[test]
    fn a_shell_reads_the_word_again() {
        let plain = [
            "--resume",
            "a/b.csv",
            "NR==1{print $1}",
            "it's",
            "",
            "ź",
            "a\nb\t\u{1b}'\\",
        ];
        let words = plain.map(OsStr::new);
        let all = words.into_iter().chain([OsStr::from_bytes(b"gra\xff 9'")]);
        for word in all {
            let script = format!("printf %s {}", quoted(word));
            assert!(!script.contains(|c: char| c.is_control()), "{script}");
            // `$'...'` is POSIX since 2024, and older in bash.
            let printed = Command::new("bash").args(["-c", &script]).output().unwrap();
            assert_eq!(OsStr::from_bytes(&printed.stdout), word, "{script}");
        }
        assert_eq!(quoted(OsStr::new("plain")), "plain");
    }
}
