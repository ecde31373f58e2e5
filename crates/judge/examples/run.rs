//! scratch

fn main() {
    use grundy_judge::sandbox::*;
    let exe = std::env::current_exe().unwrap().with_file_name("launcher");
    let mut a = std::env::args_os().skip(1);
    let iso = match a.next().unwrap().to_str().unwrap() { "n" => Isolation::Namespace, "s" => Isolation::Subreaper, _ => Isolation::Group };
    let n: u32 = a.next().unwrap().to_str().unwrap().parse().unwrap();
    let p = Program { command: a.next().unwrap(), args: a.collect() };
    let t = std::time::Instant::now();
    let mut s = Sandbox::start(&Launcher { exe, args: vec![] }, &p, Limits::default(), iso).unwrap();
    println!("{:?} start {:?}", s.isolation(), t.elapsed());
    let stop = std::sync::atomic::AtomicBool::new(false);
    let mut times = vec![]; let mut walls = vec![];
    let mut last = None;
    for _ in 0..n { let t = std::time::Instant::now(); let r = s.run(b"5 2\n1 3\n", &stop).unwrap(); times.push(t.elapsed()); walls.push(r.wall); last = Some(r); }
    times.sort(); walls.sort();
    println!("median {:?} wall {:?} min {:?}", times[times.len()/2], walls[walls.len()/2], times[0]);
    let mut r = last.unwrap(); r.stdout.truncate(200);
    println!("{:?} out {:?} err {:?}", r, String::from_utf8_lossy(&r.stdout), String::from_utf8_lossy(&r.stderr_tail));
    let t = std::time::Instant::now(); drop(s); println!("drop {:?}", t.elapsed());
}
