//! Links between the pages of the repository lead somewhere, and from README to every page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// What is not code: the lines outside of fences.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut fenced = false;
    page.lines().filter(move |line| {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        !fenced && !fence
    })
}

/// Where the links of a page point to, but for other sites.
fn links(page: &str) -> Vec<&str> {
    let behind = |line| str::split(line, "](").skip(1);
    let targets = prose(page).flat_map(behind);
    let targets = targets.filter_map(|rest| Some(rest.split_once(')')?.0));
    targets.filter(|target| !target.contains("://")).collect()
}

/// The names that GitHub gives to the headings of a page.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = prose(page).filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| {
        let title = heading.trim_start_matches('#').trim().to_lowercase();
        let is_kept = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
        title.replace(|c| !is_kept(c), "").replace(' ', "-")
    };
    headings.map(anchor).collect()
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "md") && path.is_file()
}

#[test]
fn links_lead_somewhere_and_to_every_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().unwrap();
    let mut ahead = vec![root.join("README.md")];
    let mut seen = BTreeSet::from_iter(ahead.clone());
    let mut failures = Vec::new();
    let mut checked = 0;
    while let Some(path) = ahead.pop() {
        let page = fs::read_to_string(&path).unwrap();
        for link in links(&page) {
            checked += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = match file {
                "" => Ok(path.clone()),
                file => path.parent().unwrap().join(file).canonicalize(),
            };
            let there = target.as_ref().is_ok_and(|target| {
                let page = || fs::read_to_string(target).unwrap();
                anchor.is_empty() || is_page(target) && anchors(&page()).contains(anchor)
            });
            if !there {
                failures.push(format!("{}: {link} leads nowhere", path.display()));
            }
            if let Ok(target) = target
                && is_page(&target)
                && seen.insert(target.clone())
            {
                ahead.push(target);
            }
        }
    }
    for folder in ["", "docs", "results", "examples", "proof"] {
        for file in fs::read_dir(root.join(folder)).into_iter().flatten() {
            let path = file.unwrap().path();
            if is_page(&path) && !seen.contains(&path) {
                failures.push(format!("no link leads to {}", path.display()));
            }
        }
    }
    assert!(checked > 30, "{checked} links");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
