//! Every game through the eyes of the rest of the workspace: its samples, its bad inputs, its pages,
//! its generated inputs, and both its solvers against each other.

mod bad_input;
mod codes;
mod data;
mod docs;
mod moves;
mod options;
mod own;
mod pages;
mod samples;
mod shapes;
mod space;
