//! Readers of HTML, XML and LaTeX that know only what a package has.

use roxmltree::{Document, ParsingOptions};

/// Commands of LaTeX that stand for a text, or for none.
const COMMANDS: [(&str, &str); 17] = [
    ("textbackslash", "\\"),
    ("textasciicircum", "^"),
    ("textasciitilde", "~"),
    ("texttt", ""),
    ("leq", "≤"),
    ("dots", "..."),
    ("min", "min"),
    ("item", " "),
    ("begin", ""),
    ("end", ""),
    ("section", ""),
    ("problemname", ""),
    ("documentclass", ""),
    ("InputFile", ""),
    ("OutputFile", ""),
    ("Examples", ""),
    ("exmpfile", ""),
];

/// Returns the text of XML, or of HTML that is XML as well, with the values of attributes.
///
/// # Errors
/// When it is not well-formed.
pub fn tags(page: &str) -> Result<String, String> {
    let options = ParsingOptions {
        allow_dtd: true,
        ..ParsingOptions::default()
    };
    // XML has no such characters, and HTML reads them as other characters.
    let is_foreign =
        |c: char| c < ' ' && !"\t\n\r".contains(c) || matches!(c, '\u{fffe}' | '\u{ffff}');
    let page = page.replace(is_foreign, "");
    let document = Document::parse_with_options(&page, options);
    let document = document.map_err(|error| error.to_string())?;
    let mut text = String::new();
    for node in document.descendants() {
        let values = node.attributes().map(|attribute| attribute.value());
        for part in values.chain(node.text().filter(|_| node.is_text())) {
            text.extend([part, " "]);
        }
    }
    Ok(text)
}

/// Returns the text of LaTeX.
///
/// # Errors
/// When braces or formulas are not closed, or there is a command or character that statements do not have.
pub fn latex(source: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut characters = source.chars().peekable();
    let mut depth = 0_u32;
    let mut is_formula = false;
    let mut before = '\n';
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                let mut name = String::new();
                while let Some(letter) = characters.next_if(char::is_ascii_alphabetic) {
                    name.push(letter);
                }
                match COMMANDS.iter().find(|(known, _)| *known == name) {
                    Some((_, stands_for)) => text += stands_for,
                    None if name.is_empty() => {
                        let next = characters.next_if(|c| "#$%&_{}".contains(*c));
                        text.push(next.ok_or("a backslash")?);
                    }
                    None => return Err(format!("a command \\{name}")),
                }
            }
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1).ok_or("a brace is closed twice")?,
            '$' => is_formula = !is_formula,
            '_' if is_formula => {}
            // Comments of templates: whole lines, and the ends of lines.
            '%' if before == '\n' => while characters.next_if(|c| *c != '\n').is_some() {},
            '%' if characters.peek() == Some(&'\n') => {}
            '#' | '&' | '^' | '_' | '~' | '%' => return Err(format!("`{character}`")),
            _ => text.push(character),
        }
        before = character;
    }
    if depth > 0 || is_formula {
        return Err("a brace or a formula is not closed".to_owned());
    }
    Ok(text)
}
