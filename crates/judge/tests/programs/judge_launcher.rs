//! The launcher of this crate's tests. Its name is not that of the sandbox's own: examples share a folder.

fn main() -> std::process::ExitCode {
    grundy_sandbox::launch_main(std::env::args_os().skip(1))
}
