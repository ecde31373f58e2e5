//! The page in a real browser, Chromium without a window, when one is installed: clicks, keys, widths,
//! colours, a check of accessibility.

use std::env;
use std::fs;
use std::thread;
use std::time::Duration;

use grundy_features::tier;

use crate::playing::chromium::{self, Browser};
use crate::playing::running::Running;
use crate::support::{Folder, grundy, shows, skipped};

/// An N-position.
const GRA: &str = "game=gra&start=12+5+/+1+3+4+7+8&show=winning&level=perfect";
const NIM: &str = "game=nim&start=3+/+1+2+4&show=winning&level=perfect";
/// A piece with a winning move, and one without.
const WINNING: &str = "#board button:has(.win)";
const LOSING: &str = "#board button:not(:has(.win))";

const STATUS: &str = "document.querySelector('#status').textContent";
const MOVES: &str = "document.querySelectorAll('.history li').length";
/// The opponent has moved.
const IS_READY: &str = "document.querySelector('#answer') === null";
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
        "document.readyState === 'complete' && document.querySelector('#status') && {MOVES} > {before} && {IS_READY}"
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
            return browser.text("document.body.textContent");
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
    for (width, height, of_usual) in [(390, 800, true), (1280, 900, false)] {
        for scripts in [of_usual, !of_usual].into_iter().take(tier(1, 2)) {
            browser.size(width, height);
            browser.scripts(scripts);
            for table in [GRA, NIM] {
                let won = play(&mut browser, &site.url(table), [WINNING, WINNING]);
                shows(&won, "The game is over: you win.");
                shows(&won, "Neither player made a mistake.");
                let lost = play(&mut browser, &site.url(table), [LOSING, "#board button"]);
                shows(&lost, "The game is over: the opponent wins.");
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
        browser.click(".tools [name=keep]");
        browser.wait(&format!(
            "document.querySelector('#status') && {MOVES} === 1"
        ));
        let shown = browser.evaluate("document.querySelectorAll('.win').length");
        assert_eq!(shown, 0);
        browser.click(".tools [name=show]");
        wait_for_address(&mut browser, "show=winning");
        if scripts {
            browser.evaluate("document.querySelector('#why').open = true");
            browser.click("#why [href='#words']");
            browser.wait("document.querySelector('#words').parentElement.open");
        }
        browser.evaluate("document.querySelector('#moves').open = true");
        browser.evaluate("document.querySelector('#play').value = 'frog'");
        browser.click(".typed .button");
        // It stands beside the field.
        browser.wait("document.querySelector('#moves #notice') !== null");
        let notice = browser.text("document.querySelector('#notice').textContent");
        shows(&notice, "`frog` is no legal move here");
        browser.wait("document.activeElement.id === 'play'");
        let focus = browser.text("document.activeElement.id + ': ' + document.activeElement.value");
        assert_eq!(focus, "play: frog");
        browser.evaluate("document.querySelector('#new').open = true");
        browser.evaluate("document.querySelector('#start').value = '3 1 / 1'");
        browser.click("#new .button");
        wait_for_address(&mut browser, "start=3+1+%2F+1");
        // Back to where it was: without scripts the refused move was a page as well.
        browser.evaluate(if scripts {
            "history.go(-1)"
        } else {
            "history.go(-2)"
        });
        wait_for_address(&mut browser, "start=12+5");
        browser.wait("document.querySelectorAll('#board .square').length === 12");
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

/// After a move the focus is on the line that says whose turn it is, where no key does anything, and a reply leaves it
/// there, or where the person has put it.
#[test]
fn the_focus_moves_by_what_the_person_does() {
    let Some((site, mut browser)) = start("the_focus_moves_by_what_the_person_does") else {
        return;
    };
    let focus = "document.activeElement.id || document.activeElement.textContent.trim()";
    let choose = "document.querySelector('#choose summary').focus()";
    for (act, before, after) in [
        ("0", "status", "status"),
        (
            "document.querySelector('#answer').focus()",
            "answer",
            "status",
        ),
        (
            "document.querySelector('.tools [name=show]').focus()",
            "Show winning moves",
            "Show winning moves",
        ),
        (choose, "Choose a game", "Choose a game"),
    ] {
        browser.open(&site.url("game=nim&start=3+/+7+7+7"));
        browser.evaluate("document.querySelector('#board button').focus()");
        browser.key("Enter");
        browser.wait(
            "document.querySelector('#answer') !== null && document.activeElement.id === 'status'",
        );
        browser.evaluate(act);
        assert_eq!(browser.text(focus), before);
        wait_for_moves(&mut browser, 1);
        assert_eq!(browser.text(focus), after, "{act}");
        if after == "status" {
            browser.key("Enter");
            thread::sleep(Duration::from_millis(300));
            assert_eq!(browser.evaluate(MOVES), 2);
        }
    }
    assert_eq!(browser.console, [""; 0]);
}

/// A press on a move of the history shows its position and stays; going back leaves it again, also where the opponent has
/// begun; from an earlier position the game goes on.
#[test]
fn a_look_back_is_no_trap() {
    let Some((site, mut browser)) = start("a_look_back_is_no_trap") else {
        return;
    };
    let over = "game=nim&start=2+/+1+2&m=1+from+heap+1&m=2+from+heap+2";
    let address = "location.search";
    browser.open(&site.url(over));
    let finished = browser.text(address);
    browser.evaluate("document.querySelector('#history').open = true");
    browser.click("ol.history button");
    browser.wait(&format!("{STATUS}.includes('After move 1')"));
    // Longer than the opponent takes for an answer.
    thread::sleep(Duration::from_millis(1200));
    assert!(browser.text(address).contains("at=1"));
    shows(&browser.text(STATUS), "After move 1 of 2.");
    browser.evaluate("history.back()");
    browser.wait(&format!("location.search === '{finished}' && {OVER}"));
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(browser.text(address), finished);
    browser.evaluate("history.forward()");
    browser.wait(&format!("{STATUS}.includes('After move 1')"));
    browser.click(".tools [name=keep]");
    browser.wait(&format!(
        "{MOVES} === 2 && !location.search.includes('at=')"
    ));
    // The opponent begins, without a step to go back to; a move and its reply are one step.
    browser.open(&site.url("game=nim&start=2+/+3+5&seats=second"));
    let steps = browser.evaluate("history.length");
    wait_for_moves(&mut browser, 0);
    assert_eq!(browser.evaluate("history.length"), steps);
    browser.click("#board button");
    wait_for_moves(&mut browser, 1);
    let steps_after = browser.evaluate("history.length").as_u64();
    assert_eq!(steps_after, steps.as_u64().map(|steps| steps + 1));
    browser.evaluate("history.back()");
    browser.wait(&format!("{MOVES} === 1"));
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(browser.evaluate(MOVES), 1);
    // Back before the reply: it is not made.
    let before = browser.text(address);
    browser.click("#board button");
    browser.wait("document.querySelector('#answer') !== null");
    thread::sleep(Duration::from_millis(380));
    browser.evaluate("history.back()");
    thread::sleep(Duration::from_millis(1200));
    assert_eq!(browser.evaluate(MOVES), 1);
    assert_eq!(browser.text(address), before);
    assert_eq!(browser.console, [""; 0]);
}

/// Every piece that a press takes is marked before it, and the place where a pawn lands; a heap of a code is split by two
/// presses. A first position has at most a dozen pieces to press.
#[test]
fn a_press_is_shown_before_it_is_made() {
    const MARKED: &str = "[...document.querySelectorAll('#board .stone, #board .pawn')].filter(piece => \
        getComputedStyle(piece).backgroundImage === 'none').length";
    let Some((site, mut browser)) = start("a_press_is_shown_before_it_is_made") else {
        return;
    };
    let preview = "document.querySelector('#preview .shown').textContent";
    browser.open(&site.url("game=nim&start=2+/+3+5"));
    assert_eq!(browser.evaluate(MARKED), 0);
    browser.evaluate(
        "document.querySelectorAll('#board li:last-child button')[1].focus({ focusVisible: true })",
    );
    browser.wait(&format!("{MARKED} === 4"));
    assert_eq!(browser.text(preview), "4 from heap 2");
    browser.open(&site.url("game=gra&start=6+2+/+2+3"));
    browser.evaluate("document.querySelector('#board button').focus({ focusVisible: true })");
    let border = "getComputedStyle(document.querySelectorAll('#board .square')[3]).borderColor";
    let other = "getComputedStyle(document.querySelectorAll('#board .square')[4]).borderColor";
    browser.wait(&format!("{border} !== {other}"));
    for scripts in [true, false] {
        browser.scripts(scripts);
        browser.open(&site.url("game=kayles&start=1+/+7&seats=both"));
        browser.click("#board .stone[name=pick]:last-of-type");
        browser.wait("document.querySelector('#board .picked') !== null");
        let places = browser.evaluate("document.querySelectorAll('#board button.gap').length");
        assert_eq!(places, 7);
        browser.evaluate("document.querySelectorAll('#board button.gap')[2].id = 'here'");
        browser.click("#here");
        wait_for_moves(&mut browser, 0);
        shows(
            &browser.text(STATUS),
            "First moved 1 from heap 1, leaving 2 and 4.",
        );
    }
    for game in
        "gra nim bounded staircase constrained kamyki kayles dawson officers grundy lasker 4.[7]"
            .split(' ')
    {
        browser.open(&site.url(&format!("game={game}")));
        let pieces = browser.evaluate("document.querySelectorAll('#board button').length");
        assert!(
            (1..=12).contains(&pieces.as_u64().unwrap()),
            "{game}: {pieces}"
        );
    }
}

/// The stones of a row stay in one line, on a phone up to nine of them, and a long code is broken.
#[test]
fn rows_are_whole() {
    const LINES: &str = "Math.max(...[...document.querySelectorAll('#board li')].map(row => \
        new Set([...row.querySelectorAll('.stone')].map(stone => stone.getBoundingClientRect().top)).size))";
    let Some((site, mut browser)) = start("rows_are_whole") else {
        return;
    };
    let coins = "+3".repeat(20);
    let staircase = format!("game=staircase&start=20+/{coins}");
    let code = format!("game=0.{}&start=1+/+4", "7".repeat(37));
    for (width, query) in [
        (1280, &*staircase),
        (390, &*staircase),
        (390, "game=staircase&start=3+/+2+0+9"),
        (390, "game=kamyki&start=1+/+3+/+0+2+9"),
        (390, &*code),
    ] {
        browser.size(width, 900);
        browser.open(&site.url(query));
        assert_eq!(browser.evaluate(LINES), 1, "{query}, {width} px");
        assert_eq!(browser.evaluate(WIDER), 0, "{query}, {width} px");
    }
    // A label above its row is nearer to it than to the row before.
    browser.open(&site.url("game=nim&start=3+/+10+3+10"));
    let apart = "[...document.querySelectorAll('#board li')].slice(1).map(row => { \
        const [label, stone] = ['.label', '.stone'].map(part => row.querySelector(part).getBoundingClientRect()); \
        const above = row.previousElementSibling.querySelector('.stone').getBoundingClientRect(); \
        return label.top - above.bottom > 2 * (stone.top - label.bottom); }).join()";
    assert_eq!(browser.text(apart), "true,true");
    // And so is a number below its row.
    browser.size(500, 900);
    let apart = apart
        .replace("label.top - above.bottom", "stone.top - number.bottom")
        .replace(
            "2 * (stone.top - label.bottom)",
            "number.top - above.bottom",
        );
    let number = "const number = row.previousElementSibling.querySelector('.number').getBoundingClientRect(); return";
    assert_eq!(browser.text(&apart.replace("return", number)), "true,true");
}

/// What decides is folded until it is asked for, and then names the move that restores the nim-sum.
#[test]
fn the_answer_is_not_given_away() {
    let Some((site, mut browser)) = start("the_answer_is_not_given_away") else {
        return;
    };
    browser.open(&site.url("game=nim&start=2+/+3+5"));
    let seen = browser.text("document.body.innerText");
    assert!(!seen.contains("nim-sum"), "{seen}");
    browser.click("#why summary");
    let seen = browser.text("document.body.innerText");
    for text in [
        "The nim-sum is not 0: an N-position, the player to move wins by making it 0.",
        "2 from heap 2  stones of heap 2: 5 xor 6 = 3",
        "101",
        "011",
    ] {
        shows(&seen, text);
    }
}

/// After a game the page says where it turned, begins again from there, and keeps the results in the browser.
#[test]
fn a_finished_game_teaches() {
    let Some((site, mut browser)) = start("a_finished_game_teaches") else {
        return;
    };
    browser.open(&site.url("game=nim&start=2+/+1+2&level=child&m=2+from+heap+2&m=1+from+heap+1"));
    let seen = browser.text("document.body.innerText");
    shows(
        &seen,
        "It turned at move 1: you moved 2 from heap 2, and 1 from heap 2 would have won.",
    );
    shows(&seen, "1 from heap 2: stones of heap 2: 2 xor 3 = 1");
    // A game that comes by a link is no result of this browser, and what is stored may be anything.
    assert!(!seen.contains("Your last"), "{seen}");
    browser.evaluate("localStorage.results = '{}'");
    browser.click("#over [name=keep]");
    browser.wait(&format!(
        "{MOVES} === 0 && document.querySelector('#over') === null"
    ));
    browser.evaluate("document.querySelectorAll('#board button')[2].id = 'right'");
    browser.click("#right");
    wait_for_moves(&mut browser, 1);
    browser.click("#board button");
    browser.wait(OVER);
    shows(
        &browser.text("document.querySelector('#over').innerText"),
        "Your last 1: 1 won",
    );
    // A harder opponent is offered to the winner.
    shows(
        &browser.text("document.querySelector('#over').innerText"),
        "Play the club player",
    );
    // The same page again is no other game.
    browser.evaluate("location.reload()");
    browser.wait("document.querySelector('#record')?.textContent.includes('Your last 1: 1 won')");
}

/// When the server has gone the page says so, and goes on when it is back.
#[test]
fn a_server_that_has_gone() {
    let Some((mut site, mut browser)) = start("a_server_that_has_gone") else {
        return;
    };
    let port = site.port();
    browser.open(&site.url("game=nim&start=2+/+3+5&seats=both"));
    site.page.kill().unwrap();
    site.page.wait().unwrap();
    browser.click("#board button");
    browser.wait("!document.querySelector('#lost').hidden");
    shows(
        &browser.text("document.querySelector('#lost').innerText"),
        "has ended",
    );
    shows(
        &browser.text("document.querySelector('#lost code').textContent"),
        &format!("grundy play --web --seed 1 --port {port}"),
    );
    let _back = Running::of(grundy(&format!("play --web --port {port}")));
    browser.wait("document.querySelector('#lost').innerText.includes('is back')");
    browser.click("#resume");
    wait_for_moves(&mut browser, 0);
}

/// Writes the page of a position into a folder, and returns its address.
fn exported(folder: &Folder, game: &str, start: &str, seats: &str) -> String {
    folder.write("start.txt", start);
    let options = format!("play -g {game} --seats {seats} --level perfect");
    let written = folder.run(&format!("{options} --export game.html start.txt"));
    assert_eq!((written.code, &*written.err), (Some(0), ""));
    format!("file://{}", folder.path("game.html").display())
}

#[test]
fn a_page_without_a_server() {
    const SHOW: &str = "#tools button:last-child";
    let Some(program) = chromium::find("a_page_without_a_server") else {
        return;
    };
    let mut browser = Browser::start(&program);
    let folder = Folder::new();
    for (game, start) in [
        ("nim", "3\n3 5 7\n"),
        ("gra", "8 3\n1 3 4\n"),
        ("kayles", "2\n7 4\n"),
        ("staircase", "3\n1 2 3\n"),
        ("kamyki", "1\n3\n1 2 4\n"),
        ("subtract:1,2", "1\n5\n"),
    ] {
        browser.open(&exported(&folder, game, start, "first"));
        browser.wait("document.querySelector('#tools button') !== null");
        browser.click(SHOW);
        let mut made = 0;
        while browser.evaluate(OVER) != true {
            assert_eq!(browser.evaluate(WIDER), 0, "the page is too wide");
            // Where a heap may be split, the list of moves is open after the first press.
            let winning = "document.querySelector('#board button:has(.win)') !== null";
            if browser.evaluate(winning) == true {
                browser.click(WINNING);
            } else {
                browser.evaluate("document.querySelector('#moves').open = true");
                browser.click("#moves button.wins");
            }
            made += 1;
            browser.wait(&format!("{MOVES} >= {} || {OVER}", 2 * made));
        }
        let said = browser.text(STATUS);
        assert!(
            said.ends_with("The game is over: you win."),
            "{game}: {said}"
        );
        assert_eq!(
            browser.text("document.querySelector('#said').textContent"),
            said
        );
        // A step back in the browser is one move of the game; the page of a reply is its own.
        browser.evaluate("history.back()");
        browser.wait(&format!("!{OVER}"));
    }
    // The perfect opponent wins where it can.
    browser.open(&exported(&folder, "nim", "2\n1 2\n", "second"));
    browser.wait(&format!("{MOVES} === 1"));
    assert_eq!(
        browser.text(STATUS),
        "The opponent moved 1 from heap 2. Your move."
    );
    browser.click("#board button");
    browser.wait(OVER);
    assert!(
        browser
            .text(STATUS)
            .ends_with("The game is over: the opponent wins.")
    );
    assert!(
        browser
            .text("document.querySelector('.history').textContent")
            .contains("no move wins")
    );
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
    let (mut pages, folder) = (0, Folder::new());
    for (width, height) in [(390, 800), (1280, 900)] {
        browser.size(width, height);
        for (scheme, colour) in [("light", "rgb(251, 250, 247)"), ("dark", "rgb(22, 24, 27)")] {
            browser.scheme(scheme);
            let mut urls = vec![
                exported(&folder, "nim", "2\n1 2\n", "first"),
                exported(&folder, "gra", "5 2\n1 3\n", "second"),
            ];
            urls.extend(
                [
                    GRA,
                    "game=gra&start=5+2+/+1+3&m=3+->+4&m=4+->+5",
                    NIM,
                    "game=staircase&start=3+/+1+2+3&seats=second",
                    "game=kamyki&start=1+/+3+/+1+2+4",
                    "game=constrained&start=2+1+/+3+4+/+3+1&show=winning",
                    "game=gra&start=5+2+/+1+3&m=9",
                    "game=nim&start=2+/+50+60",
                    "game=kayles&start=2+/+7+4&pick=1.1",
                    "game=nim&start=2+/+1+2&m=2+from+heap+2&m=1+from+heap+1",
                    "game=nim&start=2+/+1+2&m=2+from+heap+2&m=1+from+heap+1&at=1",
                    "game=gra&start=5+2+/+3+1",
                ]
                .map(|query| site.url(query)),
            );
            for url in &urls {
                browser.open(url);
                browser.evaluate(OPEN);
                browser.evaluate(&axe);
                let found = browser.evaluate(RUN).to_string();
                assert_eq!(found, "[]", "{url}, {width} px, {scheme}");
                pages += 1;
            }
            let brightness = "getComputedStyle(document.body).backgroundColor";
            assert_eq!(browser.text(brightness), colour);
        }
    }
    assert_eq!(pages, 56);
    // The same check finds a button that says nothing.
    browser.open(&site.url(GRA));
    browser.evaluate("document.querySelector('#board button').outerHTML = '<button></button>'");
    browser.evaluate(&axe);
    let found = browser.evaluate(RUN);
    assert!(found.to_string().contains("button-name"), "{found}");
}
