//! A game whose rules program writes any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("rules-program", data));
