//! Every game through the eyes of the rest of the workspace: its known answers, bad inputs and pages, its generated
//! inputs, and both its solvers against each other.

mod codes;
mod known;
mod moves;
mod options;
mod own;
mod shapes;
mod space;
