//! As in `gra.rs`.

#[expect(dead_code, reason = "the shapes are tested through the library")]
#[path = "../../src/kamyki/shapes.rs"]
mod shapes;
