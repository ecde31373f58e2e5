#!/usr/bin/env node
// Fibonacci Nim: from one heap the first player takes some stones and not all; after that, the player to move
// takes at most twice as many as were taken last. A position is the heap, and the most that may be taken.
const [verb, n, last] = process.argv.slice(2);
if (verb === "about") {
  console.log("title: Fibonacci Nim\nsize: stones\nsmallest: 1\nsweep-to: 60\nanswer: Yes No");
  console.log("rules: A position is a heap and the most stones that may be taken. A move takes at least one stone and at most " +
    "that many, and then the other player may take at most twice as many. The player who takes the last stone wins.");
} else if (verb === "positions") {
  console.log(`${n} ${n - 1}`);
} else if (verb === "sizes") {
  for (let size = Number(n); size <= last; size++) {
    console.log(`${size} ${size} ${size - 1}`);
  }
} else if (verb === "moves") {
  const lines = require("fs").readFileSync(0, "utf8").trimEnd().split("\n");
  for (const line of lines) {
    const [heap, most] = line.split(" ").map(Number);
    const options = [];
    for (let taken = 1; taken <= Math.min(heap, most); taken++) {
      options.push(`take ${taken} -> ${heap - taken} ${Math.min(heap - taken, 2 * taken)}`);
    }
    console.log(options.join(" ; "));
  }
} else {
  process.exit(2);
}
