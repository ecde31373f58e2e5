# Right about Wythoff's game.
BEGIN { g = (1 + sqrt(5)) / 2 }
{ a = $1; b = $2; if (a > b) { a = $2; b = $1 } print int((b - a) * g) == a ? "No" : "Yes" }
