//! Games on boards whose large positions are searched: Cram, Node Kayles and queens.

mod board;
mod cram;
mod grid;
mod node_kayles;
mod queens;

use std::process::ExitCode;
use std::sync::Arc;

use grundy::own::Own;

use cram::Cram;
use node_kayles::NodeKayles;
use queens::Queens;

fn main() -> ExitCode {
    grundy::main(vec![
        Arc::new(Own::new(Cram { has_symmetry: true })),
        Arc::new(Own::new(Cram {
            has_symmetry: false,
        })),
        Arc::new(Own::new(NodeKayles { has_symmetry: true })),
        Arc::new(Own::new(NodeKayles {
            has_symmetry: false,
        })),
        Arc::new(Own::new(Queens { has_symmetry: true })),
        Arc::new(Own::new(Queens {
            has_symmetry: false,
        })),
    ])
}
