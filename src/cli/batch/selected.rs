//! The fields of a finding that a line answers with: as `run --json` prints them, in the order of a batch; in the plane vectors
//! have two coordinates.

use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::answer::{Finding, Found as _};

/// Of a pair. A `?` marks what is left out where it is `null`.
const DISTANCE: &[&str] =
    &["signed_distance", "normal", "witness_a", "witness_b", "lower", "upper", "status", "reason?", "iterations"];

/// Of a pair of bodies that are made of parts.
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

/// Of a cast.
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

/// Of a manifold, its points and its reference.
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

/// Fields that are vectors.
const VECTORS: &[&str] = &["normal", "witness_a", "witness_b", "on_a", "on_b"];

/// A finding and what stands beside it.
#[derive(Debug)]
pub(super) struct Selected {
    pub finding: Finding,
    /// Whether the bodies are those of the plane.
    pub planar: bool,
    /// Why a status is not all that could be.
    pub reason: Option<&'static str>,
    /// Of the outer loop.
    pub iterations: u32,
}

impl Serialize for Selected {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
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
            // Where no part is met, or the overlap has no bound, there is no number.
            for key in keys.iter().filter(|key| !key.ends_with('?')) {
                if value.get(key).is_none() {
                    value[*key] = Value::Null;
                }
            }
        }
        Part { value: &value, keys, planar: self.planar }.serialize(to)
    }
}

/// A value with those of its fields, and of all within it, that have these names, in their order.
#[derive(Clone, Copy)]
struct Part<'a> {
    value: &'a Value,
    keys: &'a [&'a str],
    planar: bool,
}

impl Serialize for Part<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Object(fields) => {
                let mut form = to.serialize_map(None)?;
                for key in self.keys {
                    let (key, left_out) = key.strip_suffix('?').map_or((*key, false), |key| (key, true));
                    match fields.get(key) {
                        None => {}
                        Some(value) if left_out && value.is_null() => {}
                        Some(Value::Array(all)) if self.planar && VECTORS.contains(&key) => {
                            form.serialize_entry(key, &all[..all.len().min(2)])?;
                        }
                        Some(value) => form.serialize_entry(key, &Self { value, ..*self })?,
                    }
                }
                form.end()
            }
            Value::Array(all) => to.collect_seq(all.iter().map(|value| Self { value, ..*self })),
            value => value.serialize(to),
        }
    }
}
