//! The reader of sweep records on any bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_fuzz::targets::run("sweep-record", data));
