//! The page in a real browser, Chromium without a window, when one is installed: clicks, keys, widths,
//! colours, a check of accessibility.

use std::env;
use std::fs;

use crate::playing::chromium::{self, Browser};
use crate::playing::running::Running;
use crate::support::{shows, skipped};

/// An N-position.
const GRA: &str = "game=gra&start=12+5+/+1+3+4+7+8&show=winning";
const NIM: &str = "game=nim&start=3+/+1+2+4&show=winning";
/// A piece with a winning move, and one without.
const WINNING: &str = "#board button:has(.win)";
const LOSING: &str = "#board button:not(:has(.win))";

const STATUS: &str = "document.querySelector('#status').textContent";
const MOVES: &str = "document.querySelectorAll('.history li').length";
const WIDER: &str = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
const OVER: &str = "document.querySelector('#status').textContent.includes('The game is over')";

/// Starts a server and a browser with a wide window; `None` where no browser is installed.
fn start(test: &str) -> Option<(Running, Browser)> {
    let program = chromium::find(test)?;
    let mut browser = Browser::start(&program);
    browser.size(1280, 900);
    Some((Running::start(), browser))
}

/// Waits until more moves have been made than before, and the page they led to is there.
fn wait_for_moves(browser: &mut Browser, before: u64) {
    browser.wait(&format!(
        "document.readyState === 'complete' && document.querySelector('#status') && {MOVES} > {before}"
    ));
}

/// Waits for a page whose address contains this.
fn wait_for_address(browser: &mut Browser, part: &str) {
    let is_there = format!("location.search.includes('{part}')");
    browser.wait(&format!("document.readyState === 'complete' && {is_there}"));
}

/// Clicks on what the selector finds, the first choice before the second, until the game is over.
fn play(browser: &mut Browser, url: &str, selectors: [&str; 2]) -> String {
    browser.open(url);
    for _ in 0..80 {
        if browser.evaluate(OVER) == true {
            return browser.text("document.body.innerText");
        }
        assert_eq!(browser.evaluate(WIDER), 0, "the page is too wide");
        let before = browser.evaluate(MOVES).as_u64().unwrap();
        let there = format!("document.querySelector({:?}) !== null", selectors[0]);
        let is_there = browser.evaluate(&there) == true;
        browser.click(selectors[usize::from(!is_there)]);
        wait_for_moves(browser, before);
    }
    panic!("a game without end: {}", browser.text(STATUS));
}

/// On a phone and on a wide screen, with scripts and without: a game won and a game lost.
#[test]
fn games_by_clicking() {
    let Some((site, mut browser)) = start("games_by_clicking") else {
        return;
    };
    for (width, height) in [(390, 800), (1280, 900)] {
        for scripts in [true, false] {
            browser.size(width, height);
            browser.scripts(scripts);
            for table in [GRA, NIM] {
                let won = play(&mut browser, &site.url(table), [WINNING, WINNING]);
                shows(&won, "The game is over: you win.");
                shows(&won, "Nobody has made a mistake.");
                let lost = play(&mut browser, &site.url(table), [LOSING, "#board button"]);
                shows(&lost, "The game is over: I win.");
                assert_eq!(lost.matches("The first mistake.").count(), 1, "{lost}");
            }
        }
    }
    assert_eq!(browser.console, [""; 0]);
    // The same way of listening hears what a page says.
    browser.scripts(true);
    browser.evaluate("console.log('something')");
    assert_eq!(browser.console.len(), 1);
}

/// Undo, winning moves shown and hidden, another game, a move that is none: by clicking, with scripts
/// and without.
#[test]
fn everything_else_by_clicking() {
    let Some((site, mut browser)) = start("everything_else_by_clicking") else {
        return;
    };
    for scripts in [true, false] {
        browser.scripts(scripts);
        browser.open(&site.url("game=gra&start=12+5+/+1+3+4+7+8&seats=second"));
        if !scripts {
            browser.click("#answer");
        }
        // With scripts the opponent begins by itself.
        wait_for_moves(&mut browser, 0);
        browser.click("#board button");
        wait_for_moves(&mut browser, 1);
        browser.wait(&format!("{MOVES} === 3"));
        browser.click(".tools a");
        browser.wait(&format!(
            "document.querySelector('#status') && {MOVES} === 1"
        ));
        let shown = browser.evaluate("document.querySelectorAll('.win').length");
        assert_eq!(shown, 0);
        browser.evaluate("[...document.querySelectorAll('.tools a')].at(-1).id = 'show'");
        browser.click("#show");
        wait_for_address(&mut browser, "show=winning");
        browser.evaluate("document.querySelector('#play').value = 'frog'");
        browser.click(".typed .button");
        browser.wait("document.querySelector('.notice') !== null");
        let notice = browser.text("document.querySelector('.notice').textContent");
        shows(&notice, "`frog` is no legal move here");
        browser.evaluate("document.querySelector('#start').value = '3 1 / 1'");
        browser.click(".choices .button");
        wait_for_address(&mut browser, "start=3+1+%2F+1");
        // Back to where it was: without scripts the refused move was a page as well.
        browser.evaluate(if scripts {
            "history.go(-1)"
        } else {
            "history.go(-2)"
        });
        wait_for_address(&mut browser, "start=12+5");
        browser.wait("document.querySelectorAll('.square').length === 12");
    }
    // Only what the site itself answered to `frog`.
    browser
        .console
        .retain(|line| !line.contains("a status of 400 "));
    assert_eq!(browser.console, [""; 0]);
}

/// A game of gra on 12 squares with the keys alone, with scripts and without.
#[test]
fn a_game_by_keyboard() {
    let Some((site, mut browser)) = start("a_game_by_keyboard") else {
        return;
    };
    let is_winning = format!("document.activeElement.matches('{WINNING}')");
    for scripts in [true, false] {
        browser.scripts(scripts);
        browser.open(&site.url(GRA));
        for _ in 0..80 {
            if browser.evaluate(OVER) == true {
                break;
            }
            let before = browser.evaluate(MOVES).as_u64().unwrap();
            let mut keys = 0;
            while browser.evaluate(&is_winning) != true {
                // With scripts the focus is on the board, where arrows walk.
                let is_on_board = "document.activeElement.matches('#board button')";
                let walks = scripts && browser.evaluate(is_on_board) == true;
                browser.key(if walks { "ArrowRight" } else { "Tab" });
                keys += 1;
                assert!(keys < 40, "no way to a pawn with a winning move");
            }
            let outline = browser.text("getComputedStyle(document.activeElement).outlineStyle");
            assert_eq!(outline, "solid", "where the focus is can be seen");
            browser.key("Enter");
            wait_for_moves(&mut browser, before);
        }
        let status = browser.text(STATUS);
        assert!(status.ends_with("The game is over: you win."), "{status}");
        if scripts {
            let said = browser.text("document.querySelector('#said').textContent");
            assert_eq!(said, status);
        }
    }
    assert_eq!(browser.console, [""; 0]);
}

/// The checks of axe-core, from the file that `AXE_CORE` names.
#[test]
fn accessibility() {
    const OPEN: &str =
        "document.querySelectorAll('details').forEach(details => details.open = true)";
    const RUN: &str = "axe.run(document, { resultTypes: ['violations'] }).then(found => \
        found.violations.map(broken => `${broken.id}: ${broken.nodes.map(node => node.html).join(' ')}`))";
    let Some((site, mut browser)) = start("accessibility") else {
        return;
    };
    let Some(file) = env::var_os("AXE_CORE") else {
        let how = "AXE_CORE does not name axe.min.js (npm pack axe-core has it)";
        return skipped("accessibility", how);
    };
    let axe = fs::read_to_string(file).unwrap();
    let mut pages = 0;
    for (width, height) in [(390, 800), (1280, 900)] {
        browser.size(width, height);
        for (scheme, colour) in [("light", "rgb(255, 255, 255)"), ("dark", "rgb(18, 22, 27)")] {
            browser.scheme(scheme);
            for query in [
                GRA,
                "game=gra&start=5+2+/+1+3&m=3+->+4&m=4+->+5",
                NIM,
                "game=staircase&start=3+/+1+2+3&seats=second",
                "game=kamyki&start=1+/+3+/+1+2+4",
                "game=constrained&start=2+1+/+3+4+/+3+1&show=winning",
                "game=gra&start=5+2+/+1+3&m=9",
                "game=nim&start=2+/+50+60",
            ] {
                browser.open(&site.url(query));
                browser.evaluate(OPEN);
                browser.evaluate(&axe);
                let found = browser.evaluate(RUN).to_string();
                assert_eq!(found, "[]", "{query}, {width} px, {scheme}");
                pages += 1;
            }
            let brightness = "getComputedStyle(document.body).backgroundColor";
            assert_eq!(browser.text(brightness), colour);
        }
    }
    assert_eq!(pages, 32);
    // The same check finds a button that says nothing.
    browser.open(&site.url(GRA));
    browser.evaluate("document.querySelector('#board button').outerHTML = '<button></button>'");
    browser.evaluate(&axe);
    let found = browser.evaluate(RUN);
    assert!(found.to_string().contains("button-name"), "{found}");
}
