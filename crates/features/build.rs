//! Cargo takes notice of `[build-dependencies]` only where there is a build script.

fn main() {}
