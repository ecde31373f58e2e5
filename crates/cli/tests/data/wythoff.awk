# Right about Wythoff's game.
BEGIN { g = (1 + sqrt(5)) / 2 }
{ print int(($2 - $1) * g) == $1 ? "No" : "Yes" }
