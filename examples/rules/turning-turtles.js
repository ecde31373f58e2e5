#!/usr/bin/env node
// Turning Turtles: turn a turtle from its feet (O) on its back (x), and if you like one further left, either way.
const [verb, n] = process.argv.slice(2);
const turned = (row, i) => row.slice(0, i) + (row[i] === "O" ? "x" : "O") + row.slice(i + 1);
if (verb === "about") {
  console.log("title: Turning Turtles\nsize: turtles\nsmallest: 1\nsweep-to: 12");
  console.log("rules: Turtles stand in a row, on their feet (O) or on their backs (x). A move turns a turtle from its feet on " +
    "its back, and may also turn one further left, either way. A player who cannot move loses.");
} else if (verb === "positions") {
  for (let bits = 0; bits < 2 ** n; bits++) {
    console.log([...Array(Number(n)).keys()].map((i) => ((bits >> i) & 1 ? "O" : "x")).join(""));
  }
} else if (verb === "moves") {
  for (const row of require("fs").readFileSync(0, "utf8").trimEnd().split("\n")) {
    const options = [];
    for (let i = 0; i < row.length; i++) {
      if (row[i] !== "O") continue;
      options.push(turned(row, i));
      for (let j = 0; j < i; j++) options.push(turned(turned(row, i), j));
    }
    console.log(options.join(" ; "));
  }
} else {
  process.exit(2);
}
