//! Converts the committed inputs of the fuzz targets from and to the folders of files that libFuzzer takes.
//!
//! ```text
//! cargo run -p grundy-fuzz --example corpus -- unpack DIR           every input as DIR/TARGET/NAME
//! cargo run -p grundy-fuzz --example corpus -- add TARGET FILE...   the files as inputs of TARGET, by their names
//! ```

use std::path::Path;
use std::{env, fs, io};

use grundy_fuzz::corpus;
use grundy_fuzz::targets::TARGETS;

fn main() -> io::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match *args {
        ["unpack", dir] => unpack(Path::new(dir)),
        ["add", target, ref files @ ..] => add(target, files),
        _ => Err(io::Error::other(
            "expected: unpack DIR, or add TARGET FILE...",
        )),
    }
}

fn unpack(dir: &Path) -> io::Result<()> {
    for (target, _) in TARGETS {
        let folder = dir.join(target);
        fs::create_dir_all(&folder)?;
        for (name, bytes) in corpus::read(target)? {
            fs::write(folder.join(name), bytes)?;
        }
    }
    Ok(())
}

/// Adds files to the inputs of a target. libFuzzer names what it finds by a hash of 40 digits, of which twelve are kept.
fn add(target: &str, files: &[&str]) -> io::Result<()> {
    let mut inputs = corpus::read(target)?;
    for file in files {
        let name = Path::new(file).file_name().unwrap_or_default();
        let name = name.to_string_lossy().replace(' ', "-");
        let is_hash = name.len() == 40 && name.bytes().all(|digit| digit.is_ascii_hexdigit());
        let name = if is_hash {
            format!("found-{}", &name[..12])
        } else {
            name
        };
        inputs.insert(name, fs::read(file)?);
    }
    corpus::write(target, &inputs)
}
