//! Identifies a program by a hash of its command line, of the files named in it, and of the variables that it gets.

use std::ffi::OsString;
use std::io;
use std::path::Path;

use grundy_sandbox::Program;
use twox_hash::XxHash3_128;

/// Returns a fingerprint of a program: of its words, of the content of each word that names a file, and of the variables
/// that the caller names for it. A command that is found in `PATH`, such as an interpreter, counts only by its name. O(bytes).
///
/// # Errors
/// A file cannot be read.
pub fn of(program: &Program, variables: &[(OsString, OsString)]) -> io::Result<String> {
    hashed(program, variables, true)
}

/// As [`of`], but a file counts only by its content: copies of a program in two folders have the same fingerprint.
///
/// # Errors
/// A file cannot be read.
pub fn of_contents(program: &Program, variables: &[(OsString, OsString)]) -> io::Result<String> {
    hashed(program, variables, false)
}

fn hashed(
    program: &Program,
    variables: &[(OsString, OsString)],
    has_names: bool,
) -> io::Result<String> {
    let mut hash = XxHash3_128::new();
    let mut add = |bytes: &[u8]| {
        // Lengths separate the words, the contents and the variables.
        hash.write(&(bytes.len() as u64).to_le_bytes());
        hash.write(bytes);
    };
    for (word, file) in words(program) {
        let content = file.map_or(Ok(Vec::new()), std::fs::read)?;
        let is_named = has_names || file.is_none();
        add(if is_named {
            word.as_encoded_bytes()
        } else {
            b"\0"
        });
        add(&content);
    }
    for (name, value) in variables {
        // No word has the byte 0.
        add(&[b"\0", name.as_encoded_bytes()].concat());
        add(value.as_encoded_bytes());
    }
    Ok(shown(hash.finish_128()))
}

/// Returns the words of a program, each with the file that it names.
pub(crate) fn words(program: &Program) -> impl Iterator<Item = (&OsString, Option<&Path>)> {
    let words = [&program.command].into_iter().chain(&program.args);
    words.enumerate().map(|(i, word)| {
        let path = Path::new(word);
        // A command without a `/` is searched in `PATH`, even if the current folder has such a file.
        let is_file = path.is_file() && (i > 0 || path.components().count() > 1);
        (word, is_file.then_some(path))
    })
}

/// Returns a hash of lines.
pub fn of_lines(lines: &[String]) -> String {
    let mut hash = XxHash3_128::new();
    for line in lines {
        hash.write(line.as_bytes());
        hash.write(b"\n");
    }
    shown(hash.finish_128())
}

/// Returns 16 hexadecimal digits of a hash.
pub(crate) fn shown(hash: u128) -> String {
    format!("{:016x}", hash as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_files_and_variables_count() {
        let dir = tempfile::tempdir().unwrap();
        let rules = dir.path().join("rules");
        let print = |words: &[&str]| {
            let mut words = words.iter().map(OsString::from);
            let command = words.next().unwrap();
            let args = words.collect();
            of(&Program { command, args }, &[]).unwrap()
        };
        let path = rules.to_str().unwrap();
        let mut seen = vec![print(&[path])];
        for content in ["", "a", "b"] {
            std::fs::write(&rules, content).unwrap();
            seen.extend([print(&[path]), print(&["awk", "-f", path])]);
        }
        seen.extend([["awk", "-f", "a b"].as_slice(), &["awk", "-f", "a", "b"]].map(print));
        for (i, one) in seen.iter().enumerate() {
            assert_eq!(one.len(), 16);
            // An empty file has the same fingerprint as no file.
            assert!(i == 1 || !seen[..i].contains(one), "{i}: {seen:?}");
        }
        assert_eq!(print(&[path]), seen[5]);
        let copy = dir.path().join("copy");
        std::fs::copy(&rules, &copy).unwrap();
        let files = [&rules, &copy, &dir.path().join("none")].map(|path| Program {
            command: "awk".into(),
            args: vec![path.into()],
        });
        let [one, other, none] = files.map(|program| of_contents(&program, &[]).unwrap());
        assert!(one == other && one != none && !seen.contains(&one));
        let variable = |value: &str| (OsString::from("a"), OsString::from(value));
        let awk = Program {
            command: "awk".into(),
            args: Vec::new(),
        };
        for variables in [vec![], vec![variable("")], vec![variable("b")]] {
            seen.push(of(&awk, &variables).unwrap());
        }
        let different: std::collections::HashSet<_> = seen[seen.len() - 3..].iter().collect();
        assert_eq!(different.len(), 3);
    }
}
