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
    use grundy_sweep::SweepError;

    use crate::{interrupt, mpi, output};

    let world = mpi::start()?;
    let place = Place::Ranks(std::sync::Arc::clone(&world.ranks));
    let is_first = is_first(&place);
    output::be_silent(!is_first);
    let done = sweep(&place);
    if let Err(error) = &done
        && !interrupt::is_stopped()
    {
        let error_of_one = error.downcast_ref::<SweepError>();
        if is_first || error_of_one.is_some_and(SweepError::is_of_one_rank) {
            output::be_silent(false);
            crate::tell(error);
            // Others may be waiting for this one, and MPI with them: they are ended with it.
            std::process::exit(i32::from(crate::BAD_USAGE));
        }
        // The first one has the same to tell: it is waited for.
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
