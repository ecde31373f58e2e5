//! Every property of every game on positions built from the bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("solvers", data));
