//! A sweep in all the processes that `mpirun` has started: the first of them speaks and writes.

use anyhow::Result;
use grundy_games::Place;

use crate::Done;

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

    use crate::{interrupt, mpi, output};

    /// How long the first process has to tell what has happened to all, before another does.
    const PATIENCE: Duration = Duration::from_secs(3);

    let world = mpi::start()?;
    let place = Place::Ranks(std::sync::Arc::clone(&world.ranks));
    let is_first = is_first(&place);
    output::be_silent(!is_first);
    // What mpirun gives its processes is a terminal, and what it makes of it often a log.
    anstream::ColorChoice::Never.write_global();
    let done = sweep(&place);
    if let Err(error) = &done
        && !interrupt::is_stopped()
    {
        let error_of_one = error.downcast_ref::<SweepError>();
        let is_mine = error_of_one.is_some_and(SweepError::is_of_one_rank);
        if !is_first && !is_mine {
            // The first one most likely has the same to tell, and ends all.
            sleep(PATIENCE);
        }
        output::be_silent(false);
        if is_first || is_mine {
            crate::tell(error);
        } else {
            // Something is amiss here and not there: a file that this machine does not have.
            let told = output::told(error);
            crate::tell(&RanksError::alone(&*world.ranks, &told).into());
        }
        // Others may be waiting for this one, and MPI with them: they are ended with it.
        std::process::exit(i32::from(crate::BAD_USAGE));
    }
    if done.is_ok() {
        // All has been said; whoever was told to stop need not say so again while MPI ends.
        output::be_silent(true);
    }
    drop(place);
    drop(world);
    done
}

/// Whether this process is the one that speaks and writes.
pub fn is_first(place: &Place) -> bool {
    place.ranks().is_none_or(|ranks| ranks.rank() == 0)
}

/// What starts as many processes again, for who is to type it.
pub fn mpirun(place: &Place) -> Vec<String> {
    place.ranks().map_or_else(Vec::new, |ranks| {
        vec![
            "mpirun".to_owned(),
            "-n".to_owned(),
            ranks.size().to_string(),
        ]
    })
}
