//! Nothing but dependencies: `Cargo.toml` says what they are for.
