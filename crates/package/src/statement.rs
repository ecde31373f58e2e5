//! The statement of a task: written in a part of LaTeX, and from that as HTML and as plain text.
//!
//! It has paragraphs, the sections `\section*{Input}` and `\section*{Output}`, one level of `itemize`, `\texttt{...}`, and
//! formulas with subscripts, `\leq`, `\dots` and `\min`. Other commands are left out where it is converted.

use grundy_game::{About, Cases, CasesLayout, Form, Limit};

use crate::Plan;

/// A statement in LaTeX.
pub(super) struct Statement {
    /// The rules and the question.
    pub legend: String,
    /// The form of the input.
    pub input: String,
    /// The form of the output, or of an interactive task the dialogue.
    pub output: String,
    output_head: &'static str,
}

impl Statement {
    /// Reads a statement: its three parts, with the limits and words of the task.
    pub fn new(latex: &str, about: &About, plan: &Plan) -> Self {
        let most = Limit::largest(&plan.limits).unwrap_or_default();
        let mut latex = latex
            .replace("\\largestm", &most.m.to_string())
            .replace("\\largestn", &most.n.to_string());
        latex = in_words(
            &latex,
            &words(&about.answers, &plan.answers),
            in_texttt,
            in_texttt,
        );
        let (legend, rest) = latex
            .split_once("\\section*{Input}")
            .unwrap_or((&latex, ""));
        let (input, output) = rest.split_once("\\section*{Output}").unwrap_or((rest, ""));
        let [input_head, output_head] = several(about, plan);
        let parts = [("", legend), (&*input_head, input), (&*output_head, output)];
        let [legend, input, output] = parts.map(|(head, part)| format!("{head}{}\n", part.trim()));
        Self {
            legend,
            input,
            output,
            output_head: "Output",
        }
    }

    /// Makes it the statement of the interactive task: its dialogue takes the place of the output, and the question, which is the
    /// last paragraph of the rules, is left out.
    pub fn play(&mut self, dialogue: String) {
        if let Some((rules, question)) = self.legend.trim_ascii_end().rsplit_once("\n\n")
            && (question.ends_with('?') || question.starts_with("Given a position"))
        {
            self.legend = format!("{rules}\n");
        }
        (self.output, self.output_head) = (dialogue, "Interaction");
    }

    /// Returns it as one LaTeX text with its sections.
    pub fn latex(&self) -> String {
        let (legend, input, output) = (&self.legend, &self.input, &self.output);
        let output_head = self.output_head;
        format!("{legend}\n\\section*{{Input}}\n{input}\n\\section*{{{output_head}}}\n{output}")
    }

    /// Returns it as a page of HTML; `samples` are inputs with their answers.
    pub fn html(&self, title: &str, samples: &[(String, String)]) -> String {
        let title = in_html(title);
        let body = self.body(&title, samples).replace(LEQ, "≤");
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><title>{title}</title></head>\n\
             <body>\n{body}</body>\n</html>\n"
        )
    }

    /// Returns it as plain text; `samples` are inputs with their answers.
    pub fn text(&self, title: &str, samples: &[(String, String)]) -> String {
        in_text(&self.body(&in_html(title), samples))
    }

    /// Returns its sections in HTML.
    fn body(&self, title: &str, samples: &[(String, String)]) -> String {
        let legend = converted(&self.legend);
        let mut page = format!("<h1>{title}</h1>\n{legend}");
        for (head, part) in [("Input", &self.input), (self.output_head, &self.output)] {
            page += &format!("<h2>{head}</h2>\n{}", converted(part));
        }
        let mut sample = |head: String, text: &str| {
            let (head, text) = (in_html(&head), in_html(text));
            page += &format!("<h2>{head}</h2>\n<pre>{text}</pre>\n");
        };
        for (number, (input, answer)) in (1..).zip(samples) {
            if answer.is_empty() {
                sample(format!("Sample {number}{WRITERS}"), input);
            } else {
                sample(format!("Sample input {number}"), input);
                sample(format!("Sample output {number}"), answer);
            }
        }
        page
    }
}

/// The statement of a game that has none: what its description tells. What is not told is marked.
pub fn draft(about: &About) -> String {
    let paragraphs = |lines: &[String], otherwise: String| {
        let lines: Vec<String> = lines.iter().map(|line| in_latex(line)).collect();
        if lines.is_empty() {
            otherwise
        } else {
            lines.join("\n\n")
        }
    };
    let end = if about.misere { "wins" } else { "loses" };
    let rules = match &*about.rules {
        "" => {
            format!("DRAFT: the moves. Two players move in turn. A player who cannot move {end}.")
        }
        rules => in_latex(rules),
    };
    let story = paragraphs(&about.told.story, String::new());
    let sizes = match &*about.size {
        _ if !about.limits.is_empty() => {
            "of extent at most $\\largestm$ with at most $\\largestn$ parts".to_owned()
        }
        "" => "of size at most $\\largestm$".to_owned(),
        size => format!("of size at most $\\largestm$ ({})", in_latex(size)),
    };
    let input = paragraphs(
        &about.told.input,
        format!("DRAFT: the form of the input. A position {sizes}."),
    );
    let mut answer = about.answers.statement(&in_texttt);
    if about.asks_several {
        let order =
            "DRAFT: the order of the answers, one for each position that the input asks about. ";
        answer.insert_str(0, order);
    }
    let output = paragraphs(&about.told.output, answer);
    format!(
        "{story}\n\n{rules}\n\n\\section*{{Input}}\n{input}\n\n\\section*{{Output}}\n{output}\n"
    )
}

/// What stands in front of the forms of input and output: how an input holds its positions, and an output their answers.
fn several(about: &About, plan: &Plan) -> [String; 2] {
    let Cases { most, parts, .. } = plan.cases;
    let of_all = match parts {
        u64::MAX => String::new(),
        parts => format!(
            " In all positions together, {} is at most ${parts}$.",
            in_latex(&about.n)
        ),
    };
    let head = match plan.cases.layout {
        CasesLayout::Count => format!(
            "The first line has an integer $t$ ($1 \\leq t \\leq {most}$), the number of positions, which follow it one after the other."
        ),
        CasesLayout::End => format!(
            "An input has at least one and at most ${most}$ positions, one after the other."
        ),
        CasesLayout::Zero => format!(
            "An input has at least one and at most ${most}$ positions, one after the other, and ends with a line of zeros, as many as \
             the first line of the first position has numbers."
        ),
        CasesLayout::Header => format!(
            "The first line is that of every position, with an integer $t$ ($1 \\leq t \\leq {most}$) behind it, the number of positions, \
             which follow it one after the other without their first lines."
        ),
        CasesLayout::One => return [String::new(), String::new()],
    };
    let begins = |number| in_texttt(plan.cases.prefixed(number, "").trim());
    let begins = match &*plan.cases.prefix {
        "" => String::new(),
        prefix if prefix.contains("%d") => format!(
            ", which begins with {} for the first, {} for the second and so on, and a blank",
            begins(0),
            begins(1)
        ),
        _ => format!(", which begins with {} and a blank", begins(0)),
    };
    [
        format!("{head}{of_all} Each position has this form:\n\n"),
        format!("For each position, in their order, one line{begins}:\n\n"),
    ]
}

/// What stands behind the number of a sample that is a dialogue and has no answer.
const WRITERS: &str = ": < before lines of the judge, > before those of the program";

/// Replaces words of the game by those of the task, all at once: they may have changed places.
pub fn in_words(
    text: &str,
    words: &[(&str, &str)],
    old: impl Fn(&str) -> String,
    new: impl Fn(&str) -> String,
) -> String {
    let mut text = text.to_owned();
    let place = |i: usize| format!("\0{i}\0");
    for (i, (word, _)) in words.iter().enumerate() {
        text = text.replace(&old(word), &place(i));
    }
    for (i, (_, ours)) in words.iter().enumerate() {
        text = text.replace(&place(i), &new(ours));
    }
    text
}

/// The words of a game, each with that of the task; none where answers are not words or they are the same.
pub(super) fn words<'a>(game: &'a Form, task: &'a Form) -> Vec<(&'a str, &'a str)> {
    let (game, task) = (game.outcome_words(), task.outcome_words());
    if game == task {
        return Vec::new();
    }
    game.into_iter().zip(task).collect()
}

/// Returns a word of a program in LaTeX.
fn in_texttt(word: &str) -> String {
    format!("\\texttt{{{}}}", in_latex(word))
}

/// Returns a text in which LaTeX reads each character as itself.
pub fn in_latex(text: &str) -> String {
    let mut latex = String::new();
    for character in text.chars() {
        match character {
            '\\' => latex.push_str("\\textbackslash{}"),
            '^' => latex.push_str("\\textasciicircum{}"),
            '~' => latex.push_str("\\textasciitilde{}"),
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => latex.extend(['\\', character]),
            _ => latex.push(character),
        }
    }
    latex
}

/// Returns a text in which HTML and XML read each character as itself.
pub(super) fn in_html(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    escaped.replace('>', "&gt;").replace('"', "&quot;")
}

/// Stands for `\leq`.
const LEQ: &str = "<leq>";

/// Returns the HTML of this file as plain text.
fn in_text(html: &str) -> String {
    const LEFT_OUT: [&str; 13] = [
        "<h1>", "</h1>", "</h2>", "</pre>\n", "</p>", "<ul>", "</ul>\n", "</li>", "<i>", "</i>",
        "<code>", "</code>", "</sub>",
    ];
    const REPLACED: [(&str, &str); 10] = [
        ("<h2>", "\n"),
        ("<pre>", "\n"),
        ("<p>", "\n"),
        ("<li>", "- "),
        ("<sub>", "_"),
        (LEQ, "<="),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&amp;", "&"),
    ];
    let left_out = LEFT_OUT.map(|tag| (tag, ""));
    let replaced = left_out.into_iter().chain(REPLACED);
    replaced.fold(html.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// Converts paragraphs and items to HTML.
fn converted(latex: &str) -> String {
    let latex = latex
        .replace("\\begin{itemize}", "\n\n")
        .replace("\\end{itemize}", "\n\n")
        .replace("\\item ", "\n\n\\item ");
    let mut all = String::new();
    let mut in_list = false;
    for block in latex.split("\n\n") {
        let words: Vec<&str> = block.split_whitespace().collect();
        let block = words.join(" ");
        let item = block.strip_prefix("\\item ");
        let text = inline(item.unwrap_or(&block));
        if text.is_empty() {
            continue;
        }
        if in_list != item.is_some() {
            all += if in_list { "</ul>\n" } else { "<ul>\n" };
        }
        in_list = item.is_some();
        all += &if in_list {
            format!("<li>{text}</li>\n")
        } else {
            format!("<p>{text}</p>\n")
        };
    }
    if in_list {
        all += "</ul>\n";
    }
    all
}

/// Converts the text of a paragraph.
fn inline(latex: &str) -> String {
    let mut out = String::new();
    let mut characters = latex.chars().peekable();
    // What closes each brace that is open, and the formula.
    let mut closing: Vec<&str> = Vec::new();
    let mut is_formula = false;
    while let Some(character) = characters.next() {
        match character {
            '$' => is_formula = !is_formula,
            _ if is_formula && character.is_ascii_alphabetic() => {
                out += &format!("<i>{character}</i>");
            }
            '{' => closing.push(""),
            '}' => out += closing.pop().unwrap_or(""),
            '_' if is_formula => {
                let index = characters.next().unwrap_or(' ');
                out += &format!("<sub>{index}</sub>");
            }
            '\\' => {
                let mut command = String::new();
                while let Some(letter) = characters.next_if(char::is_ascii_alphabetic) {
                    command.push(letter);
                }
                match &*command {
                    "" => out += &in_html(&characters.next().unwrap_or(' ').to_string()),
                    "texttt" => {
                        characters.next_if_eq(&'{');
                        closing.push("</code>");
                        out += "<code>";
                    }
                    "leq" => out += LEQ,
                    "dots" => out += "...",
                    "min" => out += "min",
                    "textbackslash" => out.push('\\'),
                    "textasciicircum" => out.push('^'),
                    "textasciitilde" => out.push('~'),
                    _ => {}
                }
            }
            _ => out += &in_html(&character.to_string()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions() {
        let latex = "A \\texttt{b\\_c} and $1 \\leq X_i$ \\& more.\n\n\\begin{itemize}\n    \\item one\n    \
                     two\n    \\item $\\min(1, 2)$\n\\end{itemize}";
        let html = "<p>A <code>b_c</code> and 1 ≤ <i>X</i><sub>i</sub> &amp; more.</p>\n\
                    <ul>\n<li>one two</li>\n<li>min(1, 2)</li>\n</ul>\n";
        assert_eq!(converted(latex).replace(LEQ, "≤"), html);
        let text = "\nA b_c and 1 <= X_i & more.\n\n- one two\n- min(1, 2)\n";
        assert_eq!(in_text(&converted(latex)), text);
        let hostile = "a<b> \\ {$x_1$} ~ ^ # % & \" &lt; <p> <leq>";
        let converted = converted(&in_latex(hostile));
        assert_eq!(in_text(&converted), format!("\n{hostile}\n"));
        assert!(!converted.contains("<b>") && !converted.contains(LEQ));
    }
}
