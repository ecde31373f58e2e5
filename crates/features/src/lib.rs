//! What the tests of all crates share: dependencies, for which `Cargo.toml` has the reason, and the two tiers of sizes.

/// Whether tests go to the sizes of the exhaustive tier: the variable `GRUNDY_EXHAUSTIVE` is set, as in CI.
pub fn is_exhaustive() -> bool {
    std::env::var_os("GRUNDY_EXHAUSTIVE").is_some()
}

/// The size to which a test goes: the usual one, or that of the exhaustive tier.
pub fn tier<T>(usual: T, exhaustive: T) -> T {
    if is_exhaustive() { exhaustive } else { usual }
}
