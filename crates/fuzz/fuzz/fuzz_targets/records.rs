//! The readers of records, checkpoints and b-files, on any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("records", data));
