//! Tests of the page.

mod browser;
mod chromium;
mod running;
mod site;
