//! A sweep in all the processes that `mpirun` has started; the first of them prints and writes.

use anyhow::Result;
use grundy_game::Place;

use crate::command::output::Done;

#[cfg(not(feature = "mpi"))]
pub fn run(_: impl FnOnce(&Place) -> Result<Done>) -> Result<Done> {
    anyhow::bail!("this grundy was built without MPI: --mpi needs one built with --features mpi")
}

#[cfg(feature = "mpi")]
pub fn run(sweep: impl FnOnce(&Place) -> Result<Done>) -> Result<Done> {
    use crate::command::{interrupt, output};
    use crate::mpi;

    let (mpi, ranks) = mpi::start()?;
    let place = Place::Ranks(ranks);
    output::be_silent(!is_first(&place));
    // The processes have a terminal, but mpirun often writes their output to a log.
    anstream::ColorChoice::Never.write_global();
    let done = sweep(&place);
    match &done {
        Err(error) if !interrupt::is_stopped() => end_all(&place, error),
        Err(_) => {}
        // The result is printed; a signal while MPI ends adds nothing to it.
        Ok(_) => output::be_silent(true),
    }
    drop(place);
    drop(mpi);
    done
}

/// Reports an error and ends the process. Other processes may be waiting for this one; MPI ends them.
#[cfg(feature = "mpi")]
fn end_all(place: &Place, error: &anyhow::Error) -> ! {
    use grundy_game::ranks::RanksError;
    use grundy_sweep::SweepError;

    use crate::command::output::{self, BAD_USAGE};

    /// How long the first process has to report an error of all, before another does.
    const PATIENCE: std::time::Duration = std::time::Duration::from_secs(3);

    let error_of_one = error.downcast_ref::<SweepError>();
    let is_mine = error_of_one.is_some_and(SweepError::is_of_one_rank);
    match place.ranks() {
        Some(ranks) if ranks.rank() > 0 && !is_mine => {
            // The first process most likely has the same error, and ends all. If not, only this process has it: its
            // machine may not have a file that the others have.
            std::thread::sleep(PATIENCE);
            output::be_silent(false);
            output::error(&RanksError::alone(ranks, &output::told(error)).into());
        }
        _ => {
            output::be_silent(false);
            output::error(error);
        }
    }
    std::process::exit(i32::from(BAD_USAGE));
}

/// Whether this process prints and writes.
pub fn is_first(place: &Place) -> bool {
    place.ranks().is_none_or(|ranks| ranks.rank() == 0)
}
