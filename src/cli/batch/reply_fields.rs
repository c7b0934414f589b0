//! Fields of a finding in a batch reply. Names and values are those of `run --json`; the order is that of the batch
//! format, and vectors in the plane have two coordinates.

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::answer::{Finding, FindingFacts as _};

/// Fields of a pair of convex bodies. A `?` marks fields that are omitted when `null`.
const DISTANCE: &[&str] =
    &["signed_distance", "normal", "witness_a", "witness_b", "lower", "upper", "status", "reason?", "iterations"];

/// Fields of a pair of bodies made of parts.
const PARTS: &[&str] = &[
    "signed_distance",
    "normal",
    "witness_a",
    "witness_b",
    "lower",
    "upper",
    "part_a",
    "part_b",
    "status",
    "reason?",
    "iterations",
];

/// Fields of a cast.
const FIRST_CONTACT: &[&str] = &[
    "hit",
    "t_first",
    "lower",
    "upper",
    "t_last?",
    "normal",
    "witness_a",
    "witness_b",
    "gap?",
    "status",
    "iterations",
];

/// Fields of a manifold, its points and its reference face.
const MANIFOLD: &[&str] = &[
    "normal",
    "points",
    "on_a",
    "on_b",
    "depth",
    "id",
    "why",
    "reference",
    "body",
    "face",
    "status",
    "kept?",
    "dropped?",
    "added?",
];

/// Fields that are vectors; queries in the plane have two of their coordinates.
const VECTORS: &[&str] = &["normal", "witness_a", "witness_b", "on_a", "on_b"];

/// Finding whose reply has only the fields of the batch format, with the data that the reply adds.
#[derive(Debug)]
pub(super) struct Selected {
    pub finding: Finding,
    /// Whether the bodies are planar.
    pub planar: bool,
    /// Reason why the answer is incomplete; `None` for a complete answer.
    pub reason: Option<&'static str>,
    /// Number of iterations of the outer loop; for bodies made of parts, number of pairs of parts that were queried.
    pub iterations: u32,
}

impl Serialize for Selected {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serde_json::to_value(&self.finding).map_err(S::Error::custom)?;
        value["status"] = self.finding.status().into();
        value["reason"] = self.reason.into();
        value["iterations"] = self.iterations.into();
        let keys = match self.finding {
            Finding::Parts(_) => PARTS,
            Finding::FirstContact(_) => FIRST_CONTACT,
            Finding::Manifold(_) => MANIFOLD,
            _ => DISTANCE,
        };
        if matches!(self.finding, Finding::Parts(_) | Finding::Unbounded(_)) {
            // These fields stay, as `null`, when all parts are skipped or the overlap is unbounded.
            for key in keys.iter().filter(|key| !key.ends_with('?')) {
                if value.get(key).is_none() {
                    value[*key] = Value::Null;
                }
            }
        }
        FieldsOf { value: &value, keys, planar: self.planar }.serialize(serializer)
    }
}

/// JSON value restricted to the fields with these names, at every level and in this order.
#[derive(Clone, Copy)]
struct FieldsOf<'a> {
    value: &'a Value,
    /// Names of the fields; a `?` at the end marks one that is omitted when `null`.
    keys: &'a [&'a str],
    /// Whether vectors have two coordinates.
    planar: bool,
}

impl Serialize for FieldsOf<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Object(fields) => {
                let mut map = serializer.serialize_map(None)?;
                for key in self.keys {
                    let (key, is_optional) = key.strip_suffix('?').map_or((*key, false), |key| (key, true));
                    match fields.get(key) {
                        None => {}
                        Some(value) if is_optional && value.is_null() => {}
                        Some(Value::Array(items)) if self.planar && VECTORS.contains(&key) => {
                            map.serialize_entry(key, &items[..items.len().min(2)])?;
                        }
                        Some(value) => map.serialize_entry(key, &Self { value, ..*self })?,
                    }
                }
                map.end()
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(|value| Self { value, ..*self })),
            value => value.serialize(serializer),
        }
    }
}
