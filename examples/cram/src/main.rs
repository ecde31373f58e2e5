//! Two games on boards whose large positions are searched: Cram and Node Kayles.

mod board;
mod cram;
mod node_kayles;

use std::process::ExitCode;
use std::sync::Arc;

use grundy::own::Own;

fn main() -> ExitCode {
    grundy::main(vec![
        Arc::new(Own::new(cram::Cram)),
        Arc::new(Own::new(node_kayles::NodeKayles)),
    ])
}
