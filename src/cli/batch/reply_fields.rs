//! Fields of a finding in a batch reply. Names and values are those of `run --json`; the order is that of the batch
//! format, and vectors in the plane have two coordinates.

use contact_lens_model::answer::{Finding, FindingFacts as _};
use serde::ser::{Error as _, SerializeMap};
use serde::{Serialize, Serializer};
use serde_json::Value;

use ReplyField::{Optional, Required};

/// Field of a reply, by its name.
#[derive(Clone, Copy)]
enum ReplyField {
    /// Field that is written whenever the finding has it, also as `null`.
    Required(&'static str),
    /// Field that is omitted when its value is `null`.
    Optional(&'static str),
}

/// Fields of a pair of convex bodies.
const DISTANCE: &[ReplyField] = &[
    Required("signed_distance"),
    Required("normal"),
    Required("witness_a"),
    Required("witness_b"),
    Required("lower"),
    Required("upper"),
    Required("status"),
    Optional("reason"),
    Required("iterations"),
];

/// Fields of a pair of bodies made of parts.
const PARTS: &[ReplyField] = &[
    Required("signed_distance"),
    Required("normal"),
    Required("witness_a"),
    Required("witness_b"),
    Required("lower"),
    Required("upper"),
    Required("part_a"),
    Required("part_b"),
    Required("status"),
    Optional("reason"),
    Required("iterations"),
];

/// Fields of a cast.
const FIRST_CONTACT: &[ReplyField] = &[
    Required("hit"),
    Required("t_first"),
    Required("lower"),
    Required("upper"),
    Optional("t_last"),
    Required("normal"),
    Required("witness_a"),
    Required("witness_b"),
    Optional("gap"),
    Required("status"),
    Required("iterations"),
];

/// Fields of a manifold, its points and its reference face.
const MANIFOLD: &[ReplyField] = &[
    Required("normal"),
    Required("points"),
    Required("on_a"),
    Required("on_b"),
    Required("depth"),
    Required("id"),
    Required("why"),
    Required("reference"),
    Required("body"),
    Required("face"),
    Required("status"),
    Optional("kept"),
    Optional("dropped"),
    Optional("added"),
];

/// Fields that are vectors; queries in the plane have two of their coordinates.
const VECTORS: &[&str] = &["normal", "witness_a", "witness_b", "on_a", "on_b"];

/// Finding whose reply has only the fields of the batch format, with the data that the reply adds.
#[derive(Debug)]
pub(super) struct SelectedFields {
    pub finding: Finding,
    /// Whether the bodies are planar.
    pub planar: bool,
    /// Reason why the answer is incomplete; `None` for a complete answer.
    pub reason: Option<&'static str>,
    /// Number of iterations of the outer loop; for bodies made of parts, number of pairs of parts that were queried.
    pub iterations: u32,
}

impl Serialize for SelectedFields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut value = serde_json::to_value(&self.finding).map_err(S::Error::custom)?;
        value["status"] = self.finding.status().into();
        value["reason"] = self.reason.into();
        value["iterations"] = self.iterations.into();
        let fields = match self.finding {
            Finding::Parts(_) => PARTS,
            Finding::FirstContact(_) => FIRST_CONTACT,
            Finding::Manifold(_) => MANIFOLD,
            _ => DISTANCE,
        };
        if matches!(self.finding, Finding::Parts(_) | Finding::Unbounded(_)) {
            // These fields stay, as `null`, when all parts are skipped or the overlap is unbounded.
            for field in fields {
                if let Required(name) = *field
                    && value.get(name).is_none()
                {
                    value[name] = Value::Null;
                }
            }
        }
        FilteredJson { value: &value, fields, planar: self.planar }.serialize(serializer)
    }
}

/// JSON value restricted to some fields, at every level and in their order.
#[derive(Clone, Copy)]
struct FilteredJson<'a> {
    value: &'a Value,
    /// Fields that are written.
    fields: &'a [ReplyField],
    /// Whether vectors have two coordinates.
    planar: bool,
}

impl Serialize for FilteredJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.value {
            Value::Object(members) => {
                let mut map = serializer.serialize_map(None)?;
                for field in self.fields {
                    let (Required(name) | Optional(name)) = *field;
                    let Some(value) = members.get(name) else { continue };
                    if value.is_null() && matches!(field, Optional(_)) {
                        continue;
                    }
                    match value {
                        Value::Array(items) if self.planar && VECTORS.contains(&name) => {
                            map.serialize_entry(name, &items[..items.len().min(2)])?;
                        }
                        value => map.serialize_entry(name, &Self { value, ..*self })?,
                    }
                }
                map.end()
            }
            Value::Array(items) => serializer.collect_seq(items.iter().map(|value| Self { value, ..*self })),
            value => value.serialize(serializer),
        }
    }
}
