//! Moore's Nim: three heaps, and a move takes stones from one or two of them, from each as many as one likes.
use std::io::{Write, stdin, stdout};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let mut out = stdout().lock();
    let mut say = |line: String| writeln!(out, "{line}").expect("the output is read");
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["about"] => {
            say("title: Moore's Nim, k = 2\nsize: stones\nsweep-to: 18".into());
            say("rules: Stones lie in three heaps. A move takes stones from one heap or from two, any number from each. \
                The player who takes the last stone wins."
                .into());
        }
        ["positions", n] => {
            let n: u32 = n.parse().expect("a size");
            for a in 0..=n {
                for b in a..=n - a {
                    if n - a - b >= b {
                        say(format!("{a} {b} {}", n - a - b));
                    }
                }
            }
        }
        ["moves"] => {
            for line in stdin().lines() {
                let heaps: Vec<u32> = line.unwrap().split(' ').map(|heap| heap.parse().unwrap()).collect();
                let mut options = Vec::new();
                for a in 0..=heaps[0] {
                    for b in 0..=heaps[1] {
                        for c in 0..=heaps[2] {
                            let mut left = [a, b, c];
                            let fewer = left.iter().zip(&heaps).filter(|(left, heap)| left < heap).count();
                            if fewer == 1 || fewer == 2 {
                                left.sort_unstable();
                                options.push(left.map(|heap| heap.to_string()).join(" "));
                            }
                        }
                    }
                }
                say(options.join(" ; "));
            }
        }
        _ => std::process::exit(2),
    }
}
