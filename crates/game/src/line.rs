//! Parses lines of a rules program: positions and options.

use grundy_core::text::Numbers;

use crate::InputError;

/// The longest position in bytes.
pub(crate) const LONGEST: usize = 1 << 24;

/// Blanks that surround a separator.
const BLANKS: [char; 2] = [' ', '\t'];

/// Returns whether the `length` bytes at `from` have blanks on both sides; a separator does.
fn is_apart(line: &[u8], from: usize, length: usize) -> bool {
    let is_blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
    from > 0 && is_blank(line.get(from - 1)) && is_blank(line.get(from + length))
}

/// An option: the name of the move, if it has one, and the positions whose sum it leads to.
pub(crate) type Named<'a> = (Option<&'a str>, Vec<&'a str>);

/// Returns the first control character other than a tab and the end of a line, with the number of its line, counted
/// from 1. A terminal would act on such a character instead of showing it. O(bytes).
pub fn control(text: &str) -> Option<(usize, char)> {
    // In UTF-8, 0xc2 begins the control characters beyond ASCII.
    let is_suspect = |byte: u8| byte < b' ' && byte != b'\n' || matches!(byte, 0x7f | 0xc2);
    // Without a branch per byte, so that the compiler can use vector instructions.
    if !(text.bytes()).fold(false, |any, byte| any | is_suspect(byte)) {
        return None;
    }
    // A carriage return before the end of a line or of the text is a part of that end.
    let text = text.strip_suffix('\r').unwrap_or(text);
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let found = line.chars().find(|&c| c.is_control() && c != '\t')?;
        Some((number, found))
    })
}

/// Returns the message about a control character.
pub fn no_text(c: char) -> String {
    format!("expected text, found {c:?}")
}

/// Escapes a text for an error message and cuts it if it is long.
pub fn shown(text: &str) -> String {
    const SHOWN: usize = 100;
    if text.len() <= SHOWN {
        return text.escape_debug().to_string();
    }
    let begin = text.floor_char_boundary(SHOWN);
    format!("{}... ({} bytes)", text[..begin].escape_debug(), text.len())
}

/// Returns a text as [`shown`], in quotes.
pub fn quoted(text: &str) -> String {
    format!("\"{}\"", shown(text))
}

/// Parses a position and removes blanks around it. Fails if it is a separator, or begins or ends with one that a blank
/// sets apart.
pub(crate) fn position(text: &str) -> Result<&str, String> {
    let position = text.trim_ascii();
    if position.is_empty() {
        return Err("expected a position, found nothing".to_owned());
    }
    if position.len() > LONGEST {
        return Err(format!("a position of more than {LONGEST} bytes"));
    }
    for separator in [";", "+", "->"] {
        let before = position.strip_prefix(separator);
        let behind = position.strip_suffix(separator);
        let is_apart = before.is_some_and(|rest| rest.is_empty() || rest.starts_with(BLANKS))
            || behind.is_some_and(|rest| rest.ends_with(BLANKS));
        if is_apart {
            let found = quoted(position);
            return Err(format!(
                "expected a position beside `{separator}`, found {found}"
            ));
        }
    }
    Ok(position)
}

/// Parses a line of `positions`: exactly one position.
///
/// # Errors
/// What is wrong with the line.
pub fn single(line: &str) -> Result<&str, String> {
    let whole = position(line)?;
    let mut is_single = true;
    options(line, |name, parts| {
        is_single &= name.is_none() && *parts == [whole];
        Ok(())
    })?;
    if is_single {
        Ok(whole)
    } else {
        Err(format!("expected one position, found {}", quoted(whole)))
    }
}

/// Parses an input: positions, one per line.
///
/// # Errors
/// The first wrong line, with its number.
pub fn positions(input: &mut Numbers<'_>) -> Result<Vec<String>, InputError> {
    each_line(input, |line| single(line).map(str::to_owned))
}

/// Reads an input of one position per line; blank lines do not count. The error of `read` becomes that of the line, and
/// the rest is not read.
pub(crate) fn each_line<P>(
    input: &mut Numbers<'_>,
    read: impl Fn(&str) -> Result<P, String>,
) -> Result<Vec<P>, InputError> {
    let mut positions = Vec::new();
    let (mut number, mut blanks, mut bytes) = (0, 0, 0);
    while let Some(line) = input.line(LONGEST) {
        number += 1;
        bytes += line.len();
        let line = std::str::from_utf8(line).map_err(|error| {
            let column = 1 + error.valid_up_to() as u64;
            InputError::new(number, column, "expected UTF-8")
        })?;
        let line = line.strip_suffix('\r').unwrap_or(line);
        if line.trim_ascii().is_empty() {
            blanks += 1 + line.len();
            if blanks > LONGEST {
                let what = format!("expected a position, found {LONGEST} bytes of blank lines");
                return Err(InputError::new(number, 1, what));
            }
            continue;
        }
        let position = match control(line) {
            Some((_, found)) => Err(no_text(found)),
            None => read(line),
        };
        positions.push(position.map_err(|what| InputError::new(number, 1, what))?);
        if positions.len().is_power_of_two() {
            // As many again, and what is made of them.
            input.room(2 * bytes + 512 * positions.len())?;
        }
    }
    if positions.is_empty() {
        let what = "the input ends here, expected a position";
        return Err(InputError::new(1, 1, what));
    }
    Ok(positions)
}

/// Calls `option` with the name and the parts of each option of a line, without copying. O(line).
///
/// An option is `[NAME -> ] POSITION [ + POSITION ]...`, and options are separated by ` ; `. A line of blanks has
/// no option. Two options of a line must not have the same name.
///
/// # Errors
/// What is wrong with the line, and the first error of `option`.
pub fn options<'a>(
    line: &'a str,
    mut option: impl FnMut(Option<&'a str>, &[&'a str]) -> Result<(), String>,
) -> Result<(), String> {
    let line = line.trim_ascii();
    if line.is_empty() {
        return Ok(());
    }
    let bytes = line.as_bytes();
    let mut parts: Vec<&str> = Vec::new();
    let mut name = None;
    let mut names: Vec<&str> = Vec::new();
    let mut start = 0;
    for (i, byte) in bytes.iter().enumerate() {
        match byte {
            b';' | b'+' if is_apart(bytes, i, 1) => {
                parts.push(position(&line[start..i])?);
                start = i + 1;
                if *byte == b';' {
                    option(name.take(), &parts)?;
                    parts.clear();
                }
            }
            b'-' if bytes.get(i + 1) == Some(&b'>') && is_apart(bytes, i, 2) => {
                if name.is_some() || !parts.is_empty() {
                    let before = quoted(&line[..i]);
                    return Err(format!("expected one name before `->` in {before}"));
                }
                let found = line[start..i].trim_ascii();
                name = Some(found);
                names.push(found);
                start = i + 2;
            }
            _ => {}
        }
    }
    parts.push(position(&line[start..])?);
    option(name, &parts)?;
    // Answers are compared with names word by word, so that names which differ only in blanks are equal.
    let by_words = |a: &&str, b: &&str| a.split_ascii_whitespace().cmp(b.split_ascii_whitespace());
    names.sort_unstable_by(by_words);
    let mut pairs = names.windows(2);
    match pairs.find(|pair| by_words(&pair[0], &pair[1]).is_eq()) {
        Some(pair) => Err(format!("two moves have the name {}", quoted(pair[0]))),
        None => Ok(()),
    }
}

/// Returns the options of a line, each with its name.
///
/// # Errors
/// As [`options`].
pub fn named(line: &str) -> Result<Vec<Named<'_>>, String> {
    let mut all = Vec::new();
    options(line, |name, parts| {
        all.push((name, parts.to_vec()));
        Ok(())
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_taken_apart() {
        let two = ["7\t;\ta\t-> 4 +\t5", "0 2 ; take 1 -> 1 1 ;  4 + 5 + 6 \r"].map(named);
        // A tab is as good as a blank.
        assert_eq!(
            two[0],
            Ok(vec![(None, vec!["7"]), (Some("a"), vec!["4", "5"])])
        );
        let sum = (None, vec!["4", "5", "6"]);
        assert_eq!(
            two[1],
            Ok(vec![
                (None, vec!["0 2"]),
                (Some("take 1"), vec!["1 1"]),
                sum
            ])
        );
        for empty in ["", " \t\r"] {
            assert_eq!(named(empty), Ok(vec![]));
        }
        // Separators are words of their own: these are positions.
        for text in [
            "3 5", "a;b", "a+b", "-1", "x->y", ";;", "++", "żółw", "->->",
        ] {
            assert_eq!(named(text).unwrap(), [(None, vec![text])]);
        }
    }

    #[test]
    fn what_is_no_text() {
        for text in ["", "1 2\n", "a\tb\r\nc\r", "żółw é\u{a0}²\n"] {
            assert_eq!(control(text), None, "{text:?}");
        }
        let late = "1 2\n".repeat(4096) + "\u{1b}";
        for (text, found) in [
            ("\0", (1, '\0')),
            ("a\nb\u{1b}[31m\n", (2, '\u{1b}')),
            ("a\rb\n", (1, '\r')),
            ("\u{7f}", (1, '\u{7f}')),
            ("²\n\n²\u{9b}", (3, '\u{9b}')),
            (&late, (4097, '\u{1b}')),
        ] {
            assert_eq!(control(text), Some(found), "{text:?}");
        }
    }

    #[test]
    fn what_is_no_option_is_said() {
        for line in [
            "a ; ", "a ;", "; a", " ; a", "a + ", "+ a", "a -> ", "-> a", ";", "+", "->",
        ] {
            let said = named(line).unwrap_err();
            assert!(said.starts_with("expected a position"), "{line:?}: {said}");
        }
        let long = "1".repeat(LONGEST + 1);
        for (line, expected) in [
            ("a ;  ; b", "expected a position, found nothing"),
            (
                "a -> b -> c",
                "expected one name before `->` in \"a -> b \"",
            ),
            ("a + b -> c", "expected one name before `->` in \"a + b \""),
            (
                "take 1 -> a ; b ; take  1 -> c",
                "two moves have the name \"take 1\"",
            ),
            (&*long, "a position of more than 16777216 bytes"),
        ] {
            assert_eq!(named(line).unwrap_err(), expected);
        }
        let long = &long[1..];
        for line in [
            format!("; {long}"),
            format!("{long} -> b -> c"),
            format!("{long} -> a ; {long} -> b"),
        ] {
            let said = named(&line).unwrap_err();
            assert!(said.len() < 200, "{} bytes", said.len());
        }
        for line in ["a + b", "a ; b", "n -> a"] {
            let said = single(line).unwrap_err();
            assert!(said.starts_with("expected one position, found"), "{said}");
        }
        assert!(single("a\t; b").is_err() && single(";\ta").is_err());
        assert_eq!(single(" a b "), Ok("a b"));
    }
}
