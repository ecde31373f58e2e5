//! `grundy judge --interactive` and `grundy play --opponent`.
#![cfg(target_os = "linux")]

use crate::support::{Folder, ROW, json};

/// The clock of a game stands still while the judge asks the rules program, which takes a second for each call here.
#[test]
fn the_judges_own_time_is_not_the_programs() {
    let folder = Folder::new();
    let rules = ROW.replace("moves)", "moves) sleep 1;");
    folder.program(
        "rules",
        &rules.replace("A row'", "A row'; echo 'sweep-to: 9'"),
    );
    let player = "#!/bin/sh
read -r n
while [ $n != 0 ]; do
  k=$((n % 3 ? n % 3 : 1))
  n=$((n - k)); echo $n; read -r n || n=0
done
";
    folder.program("player", player);
    let judge = "judge --interactive -g ./rules --up-to 3 --random 0 --format json";
    let report = json(&folder.run(&format!("{judge} -- ./player")).with(0));
    let slowest = report["phases"][1]["slowest"].as_f64().unwrap();
    assert!(slowest < 1.0, "{report}");
}
