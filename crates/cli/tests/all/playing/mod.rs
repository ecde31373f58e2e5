//! Tests of play: the opponent, the dialogue, the page.

mod browser;
mod chromium;
mod opponent;
mod running;
mod site;
mod table;
