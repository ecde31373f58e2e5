//! A launcher of sandboxes for this crate's tests. Examples of all crates lie in one folder, so it has a name of its own.

fn main() -> std::process::ExitCode {
    grundy_sandbox::launch_main(std::env::args_os().skip(1))
}
