//! Modules of the library with tests of what it keeps to itself: compiled here, so that all of it is not compiled once more.

#[path = "../../src/gra/bulk.rs"]
mod bulk;
#[path = "../../src/gra/closure.rs"]
mod closure;
#[path = "../../src/gra/groups.rs"]
mod groups;
#[path = "../../src/gra/shapes.rs"]
mod shapes;
