//! A sweep in all the processes that `mpirun` has started; the first of them prints and writes.

use anyhow::Result;
use grundy_games::Place;

use crate::exit::Done;

#[cfg(not(feature = "mpi"))]
pub fn run(_: impl FnOnce(&Place) -> Result<Done>) -> Result<Done> {
    anyhow::bail!("this grundy was built without MPI: --mpi needs one built with --features mpi")
}

#[cfg(feature = "mpi")]
pub fn run(sweep: impl FnOnce(&Place) -> Result<Done>) -> Result<Done> {
    use std::thread::sleep;
    use std::time::Duration;

    use grundy_games::ranks::RanksError;
    use grundy_sweep::SweepError;

    use crate::exit::BAD_USAGE;
    use crate::{interrupt, mpi, output};

    /// How long the first process has to report an error of all, before another does.
    const PATIENCE: Duration = Duration::from_secs(3);

    let world = mpi::start()?;
    let place = Place::Ranks(std::sync::Arc::clone(&world.ranks));
    let is_first = is_first(&place);
    output::be_silent(!is_first);
    // The processes have a terminal, but mpirun often writes their output to a log.
    anstream::ColorChoice::Never.write_global();
    let done = sweep(&place);
    if let Err(error) = &done
        && !interrupt::is_stopped()
    {
        let error_of_one = error.downcast_ref::<SweepError>();
        let is_mine = error_of_one.is_some_and(SweepError::is_of_one_rank);
        if !is_first && !is_mine {
            // The first process most likely has the same error, and ends all.
            sleep(PATIENCE);
        }
        output::be_silent(false);
        if is_first || is_mine {
            output::error(error);
        } else {
            // Only this process has the error: its machine may not have a file that the others have.
            let told = output::told(error);
            output::error(&RanksError::alone(&*world.ranks, &told).into());
        }
        // Other processes may be waiting for this one, and MPI with them; it ends them.
        std::process::exit(i32::from(BAD_USAGE));
    }
    if done.is_ok() {
        // The result is printed; a signal while MPI ends adds nothing to it.
        output::be_silent(true);
    }
    drop(place);
    drop(world);
    done
}

/// Whether this process prints and writes.
pub fn is_first(place: &Place) -> bool {
    place.ranks().is_none_or(|ranks| ranks.rank() == 0)
}

/// The command that starts the same number of processes again.
pub fn mpirun(place: &Place) -> Vec<String> {
    let Some(ranks) = place.ranks() else {
        return Vec::new();
    };
    let words = ["mpirun", "-n", &ranks.size().to_string()];
    words.map(str::to_owned).to_vec()
}
