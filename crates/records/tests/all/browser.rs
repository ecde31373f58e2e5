//! The page in a real browser, Chromium without a window, when one is installed.
//!
//! The page needs no scripts and has none. To measure what it looks like, a copy of it gets one, and
//! writes down what it finds.

use crate::fabricated;

use std::env;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use grundy_records::report::Results;

const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

const FLAGS: &str = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage \
    --hide-scrollbars --enable-logging=stderr --dump-dom";

/// The browser. Where there is none, a note is printed past the test harness, which hides what passing tests
/// print.
fn browser(test: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path).flat_map(|folder| NAMES.map(|name| folder.join(name)));
    let found = places.find(|place| place.is_file());
    if found.is_none() {
        let names = NAMES.join(", ");
        let note =
            format!("\n*** SKIPPED {test}: no browser is installed (looked for {names}) ***\n");
        std::io::stderr().write_all(note.as_bytes()).unwrap();
    }
    found
}

/// What a browser makes of a page.
struct Opened {
    /// The document, as the browser holds it in the end.
    document: String,
    /// What it wrote on its console.
    console: Vec<String>,
}

fn open(browser: &Path, page: &Path, more: &[&str]) -> Opened {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let status = Command::new("timeout")
        .arg("90")
        .arg(browser)
        .args(FLAGS.split_whitespace())
        .arg(format!("--user-data-dir={}", file("profile").display()))
        .args(more)
        .arg(format!("file://{}", page.display()))
        .stdin(Stdio::null())
        .stdout(File::create(file("document")).unwrap())
        .stderr(File::create(file("log")).unwrap())
        .status()
        .unwrap();
    let log = String::from_utf8_lossy(&fs::read(file("log")).unwrap()).into_owned();
    assert!(status.success(), "{status}: {log}");
    let console = log.lines().filter(|line| line.contains(":CONSOLE"));
    Opened {
        document: fs::read_to_string(file("document")).unwrap(),
        console: console.map(str::to_owned).collect(),
    }
}

fn page(folder: &Path) -> PathBuf {
    fabricated::fabricate(folder);
    let file = folder.join("report.html");
    Results::read(folder).unwrap().write(&file).unwrap();
    file
}

#[test]
fn the_console_stays_empty() {
    let Some(browser) = browser("the_console_stays_empty") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = page(folder.path());
    let opened = open(&browser, &file, &[]);
    assert_eq!(opened.console, [""; 0]);
    let charts = fs::read_to_string(&file).unwrap().matches("<svg ").count();
    assert_eq!(charts, 3);
    assert_eq!(opened.document.matches("<svg ").count(), charts);

    // The same way of looking finds a chart that a browser complains about.
    let broken = folder.path().join("broken.html");
    let text = fs::read_to_string(&file)
        .unwrap()
        .replacen("<rect ", "<rect width=\"-1\" ", 1);
    fs::write(&broken, text).unwrap();
    let opened = open(&browser, &broken, &[]);
    assert!(
        !opened.console.is_empty(),
        "nothing said about a negative width"
    );
}

/// Opens everything that can be opened, and writes into the document what does not fit.
const MEASURE: &str = r#"<script>
for (const details of document.querySelectorAll('details')) details.open = true;
const found = [];
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
if (wide > 0) found.push(`the page is ${wide} px too wide`);
const dark = matchMedia('(prefers-color-scheme: dark)').matches;
const light = colour => colour.match(/\d+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) / 765;
const page = light(getComputedStyle(document.body).backgroundColor);
if (dark !== page < 0.5) found.push(`the page has the brightness ${page}`);
let texts = 0, smallest = 99;
for (const svg of document.querySelectorAll('svg')) {
  const box = svg.getBoundingClientRect();
  if (box.width < 250 || box.height < 60) found.push(`a chart of ${box.width} times ${box.height} px`);
  const scale = box.width / svg.viewBox.baseVal.width;
  const places = [];
  for (const text of svg.querySelectorAll('text')) {
    const at = text.getBoundingClientRect(), says = text.textContent.trim();
    texts += 1;
    smallest = Math.min(smallest, parseFloat(getComputedStyle(text).fontSize) * scale);
    if (at.left < box.left - 1 || at.right > box.right + 1 || at.top < box.top - 1 || at.bottom > box.bottom + 1)
      found.push(`"${says}" leaves its chart`);
    for (const [other, before] of places) {
      const across = Math.min(at.right, before.right) - Math.max(at.left, before.left);
      const down = Math.min(at.bottom, before.bottom) - Math.max(at.top, before.top);
      if (across > 1 && down > 4) found.push(`"${says}" stands on "${other}"`);
    }
    places.push([says, at]);
    if (Math.abs(light(getComputedStyle(text).fill) - page) < 0.3) found.push(`"${says}" can hardly be seen`);
  }
}
if (smallest < 9) found.push(`writing of ${smallest} px`);
parent.document.getElementById('out').textContent =
  `${innerWidth} px, ${dark ? 'dark' : 'light'}, ${texts > 20 ? 'many' : texts} texts: ${found.length} complaints\n${found.join('\n')}`;
</script></body>"#;

/// On a phone and on a wide screen, light and dark: nothing sticks out, stands on something else, or
/// is too small or too pale to be read.
#[test]
fn everything_can_be_read() {
    let Some(browser) = browser("everything_can_be_read") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let file = page(folder.path());
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text.matches("</body>").count(), 1);
    let measured = text.replace("</body>", MEASURE);
    for width in [360, 1280] {
        // A window cannot be as narrow as a phone; a frame can.
        let frame = measured.replace('&', "&amp;").replace('"', "&quot;");
        let outer = format!(
            "<!DOCTYPE html><meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\">\
             <link rel=\"icon\" href=\"data:,\"><pre id=\"out\"></pre>\
             <iframe style=\"border:0;width:{width}px;height:740px\" srcdoc=\"{frame}\"></iframe>"
        );
        fs::write(&file, outer).unwrap();
        for (scheme, name) in [(1, "light"), (0, "dark")] {
            let scheme = format!("--blink-settings=preferredColorScheme={scheme}");
            let opened = open(&browser, &file, &[&scheme]);
            let (_, out) = opened.document.split_once("<pre id=\"out\">").unwrap();
            let (out, _) = out.split_once("</pre>").unwrap();
            assert_eq!(
                out,
                format!("{width} px, {name}, many texts: 0 complaints\n")
            );
            assert_eq!(opened.console, [""; 0]);
        }
    }
}
