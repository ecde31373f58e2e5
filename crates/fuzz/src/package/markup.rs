//! Readers of HTML, XML and LaTeX that know only what a package has.

/// Characters of HTML and XML by their names.
const ENTITIES: [(&str, char); 5] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("le", '≤'),
];

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

/// Returns the text of HTML or XML with the values of attributes.
///
/// # Errors
/// When tags are not nested, or there is anything else that the pages of packages do not have.
pub fn tags(page: &str) -> Result<String, String> {
    let mut text = String::new();
    let mut open = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find(['<', '>', '&']) {
        text += &rest[..at];
        let end = if rest[at..].starts_with('&') {
            ';'
        } else {
            '>'
        };
        let (inside, after) = rest[at + 1..]
            .split_once(end)
            .ok_or("a tag or an entity has no end")?;
        match &rest[at..=at] {
            "<" => text += &tag(inside, &mut open)?,
            "&" => text.push(entity(inside)?),
            _ => return Err("a `>` is no end of a tag".to_owned()),
        }
        rest = after;
    }
    if !open.is_empty() {
        return Err(format!("{open:?} are not closed"));
    }
    Ok(text + rest)
}

fn entity(name: &str) -> Result<char, String> {
    let known = ENTITIES.iter().find(|(known, _)| *known == name);
    known
        .map(|(_, character)| *character)
        .ok_or(format!("`&{name};`"))
}

/// The values of the attributes of a tag.
fn tag<'a>(inside: &'a str, open: &mut Vec<&'a str>) -> Result<String, String> {
    if let Some(name) = inside.strip_prefix('/') {
        return match open.pop() {
            Some(last) if last == name => Ok(" ".to_owned()),
            last => Err(format!("`{name}` ends and `{last:?}` is open")),
        };
    }
    let is_empty = inside.ends_with(['/', '?']) || inside.starts_with(['!', '?']);
    let inside = inside.trim_end_matches(['/', '?']);
    let (name, mut attributes) = inside.split_once(' ').unwrap_or((inside, ""));
    let is_name = |name: &str| {
        let mut letters = name.trim_start_matches(['!', '?']).chars();
        letters.all(|c| c.is_ascii_alphanumeric() || c == '-')
    };
    if !is_name(name) {
        return Err(format!("a tag `{name}`"));
    }
    if !is_empty && name != "meta" {
        open.push(name);
    }
    let mut values = String::from(" ");
    while let Some((name, rest)) = attributes.trim_start().split_once("=\"") {
        let (value, rest) = rest.split_once('"').ok_or("a value has no end")?;
        if !is_name(name) || value.contains('<') {
            return Err(format!("an attribute `{name}` with `{value}`"));
        }
        values += &tags(value)?;
        values.push(' ');
        attributes = rest;
    }
    match attributes.trim() {
        "" | "html" => Ok(values),
        rest => Err(format!("`{rest}` in a tag")),
    }
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
