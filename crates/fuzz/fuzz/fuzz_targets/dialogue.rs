//! The judge of programs that play, against any lines.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("dialogue", data));
