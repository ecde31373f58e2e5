//! Outcomes in JSON, for the player who is to move, and for the one who has moved there.

use grundy_game::Outcome;
use serde::{Deserialize, Deserializer, Serializer};

/// Whether the player to move wins.
pub(crate) mod wins {
    use super::{Deserialize, Deserializer, Outcome, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(outcome.is_win())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        Ok(Outcome::of(bool::deserialize(from)?))
    }
}

/// Whether the player who has moved there wins.
pub(crate) mod loses {
    use super::{Deserialize, Deserializer, Outcome, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
    pub fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_bool(!outcome.is_win())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
        Ok(Outcome::of(!bool::deserialize(from)?))
    }
}
