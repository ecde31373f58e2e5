const words = require("fs").readFileSync(0, "utf8").trim().split(/\s+/);
console.log(words.map(Number).reduce((a, b) => a + b));
