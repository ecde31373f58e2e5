//! Two games on boards whose large positions are searched: Cram and Node Kayles.

mod board;
mod cram;
mod grid;
mod node_kayles;

use std::process::ExitCode;
use std::sync::Arc;

use grundy::own::Own;

use node_kayles::NodeKayles;

fn main() -> ExitCode {
    grundy::main(vec![
        Arc::new(Own::new(cram::Cram)),
        Arc::new(Own::new(NodeKayles { has_symmetry: true })),
        Arc::new(Own::new(NodeKayles {
            has_symmetry: false,
        })),
    ])
}
