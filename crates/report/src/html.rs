//! Prints a report as an HTML page: one file that needs no network, no script and no other file.

use std::mem::discriminant;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::{Block, Line, Role, Span};

/// Returns a page with this title, for every width and both colour schemes, with more in its head, and a body.
pub fn document(title: &str, head: &Markup, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                // An icon in the page itself, or the browser asks the network for one.
                link rel="icon" href="data:,";
                (head)
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// Returns a page. What comes before the first section is its head, with links to all sections below it. `style` is a style
/// sheet for the drawings.
///
/// ```
/// use grundy_report::{Block, html};
/// let table = Block::table("game|>size", [vec!["nim", "3"], vec!["a < b", "4"]]);
/// let page = html::page("Sweeps", "", &[Block::plain("two"), Block::section("All of them", vec![table])]);
/// assert!(page.contains("<p>two</p><nav aria-label=\"Sections\"><a href=\"#all-of-them\">All of them</a></nav>"));
/// assert!(page.contains("<h2 id=\"all-of-them\">All of them</h2>"));
/// assert!(page.contains("<tr><td>a &lt; b</td><td class=\"n\">4</td></tr>"));
/// ```
pub fn page(title: &str, style: &str, blocks: &[Block]) -> String {
    let is_section = |block: &Block| matches!(block, Block::Section { .. });
    let first = blocks.iter().position(is_section).unwrap_or(blocks.len());
    let (above, sections) = blocks.split_at(first);
    let style = html! { style { (PreEscaped(include_str!("page.css"))) (PreEscaped(style)) } };
    let body = html! {
        header {
            h1 { (title) }
            (printed(above, 2))
            nav aria-label="Sections" {
                @for section in sections {
                    @if let Block::Section { title, .. } = section {
                        a href=(format!("#{}", id(title))) { (title) }
                    }
                }
            }
        }
        main { (printed(sections, 2)) }
    };
    document(title, &style, &body)
}

/// The name of a section in addresses.
fn id(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// Blocks whose sections have headings of this level. Fields that follow one another are one list, and so are figures.
fn printed(blocks: &[Block], level: u8) -> Markup {
    let runs = blocks.chunk_by(|a, b| discriminant(a) == discriminant(b));
    html! {
        @for run in runs {
            @match run[0] {
                Block::Field { .. } => dl.figures { @for block in run { (one(block, level)) } },
                Block::Figure { .. } => div.charts { @for block in run { (one(block, level)) } },
                _ => @for block in run { (one(block, level)) },
            }
        }
    }
}

fn one(block: &Block, level: u8) -> Markup {
    html! {
        @match block {
            Block::Line(Line(spans)) => p { @for span in spans { (text(span)) } },
            Block::Field { name, content } => div { dt { (name) } dd { (text(content)) } },
            Block::Table { columns, rows } => (table(columns, rows)),
            Block::Section { title, is_folded: true, blocks } => details {
                summary { (title) }
                (printed(blocks, level))
            },
            Block::Section { title, blocks, .. } => {
                @if level == 2 { h2 id=(id(title)) { (title) } } @else { h3 { (title) } }
                (printed(blocks, level + 1))
            },
            Block::Figure { title, caption, drawing } => figure {
                @if level <= 3 { h3 { (title) } } @else { h4 { (title) } }
                figcaption { (caption) }
                (PreEscaped(drawing))
            },
        }
    }
}

/// A text in the class of its role.
fn text(Span { text, role }: &Span) -> Markup {
    html! {
        @if *role == Role::Plain { (text) } @else { span class=(format!("{role:?}").to_lowercase()) { (text) } }
    }
}

/// A table that scrolls by itself where it is too wide.
fn table(columns: &str, rows: &[Vec<Span>]) -> Markup {
    let class = |name: &str| name.starts_with('>').then_some("n");
    html! {
        div.scroll tabindex="0" {
            table {
                thead {
                    tr {
                        @for name in columns.split('|') {
                            th scope="col" class=[class(name)] { (name.trim_start_matches('>')) }
                        }
                    }
                }
                tbody {
                    @for row in rows {
                        tr { @for (name, cell) in columns.split('|').zip(row) { td class=[class(name)] { (text(cell)) } } }
                    }
                }
            }
        }
    }
}
