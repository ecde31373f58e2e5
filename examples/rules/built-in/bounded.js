#!/usr/bin/env node
// Nim with at most k stones a move: `n k`, then n heaps.
const [verb, size] = process.argv.slice(2);
const rows = function* (sum) {
  if (sum === 0) yield [];
  for (let heap = 0; heap < sum; heap++) for (const rest of rows(sum - heap - 1)) yield [heap, ...rest];
};
if (verb === "about") {
  console.log("title: Bounded Nim\nsize: k, heaps and stones\nsmallest: 2\nsweep-to: 12");
  console.log("rules: Stones lie in heaps, and every position has a number k. A move takes at least 1 and at most k " +
    "stones from one heap. The player who takes the last stone wins.");
} else if (verb === "positions") {
  for (let k = 1; k < size; k++) for (const row of rows(size - k)) console.log(row.length, k, ...row);
} else if (verb === "moves") {
  for (const line of require("fs").readFileSync(0, "utf8").trimEnd().split("\n")) {
    const [n, k, ...heaps] = line.split(" ").map(Number);
    const options = [];
    heaps.forEach((heap, i) => {
      for (let taken = 1; taken <= Math.min(heap, k); taken++) {
        options.push([n, k, ...heaps.slice(0, i), heap - taken, ...heaps.slice(i + 1)].join(" "));
      }
    });
    console.log(options.join(" ; "));
  }
} else {
  process.exit(2);
}
