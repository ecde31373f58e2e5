//! Outcomes as JSON: whether a player wins, `draw` if neither does. For serde's `with`.

use grundy_game::Outcome;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub fn serialize<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
    grundy_game::wins(*outcome).serialize(to)
}

pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Outcome, D::Error> {
    let value = Value::deserialize(from)?;
    let mut outcomes = [Outcome::P, Outcome::Draw, Outcome::N].into_iter();
    let found = outcomes.find(|outcome| grundy_game::wins(*outcome) == value);
    found.ok_or_else(|| D::Error::custom("expected true, false or draw"))
}
