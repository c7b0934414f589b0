//! What a line may hold, as schemas: the fields of each kind of question, and what they are read into.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::scene::model::Shape;

/// What the public case files say about a case beside what they ask. It is not read.
pub(super) const REMARKS: [&str; 14] = [
    "family",
    "size",
    "reference",
    "sequence",
    "frame",
    "source",
    "precision",
    "query",
    "cast",
    "expected",
    "reported",
    "failure",
    "step",
    "note",
];

/// What every line may carry beside what it asks.
pub(super) const COMMON: [&str; 4] = ["id", "op", "dim", "kind"];

/// A body as it stands in the line.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// In the body's own frame.
    pub shape: Shape,
    /// Of the body's origin in the world, meters: x, y and, in space, z.
    #[serde(default)]
    pub position: Vec<f64>,
    /// Quaternion x, y, z, w from the body's frame to the world, in the plane also cosine and sine; normalized on use.
    #[serde(default)]
    pub rotation: Vec<f64>,
    /// The same by rows, in place of `rotation` where the last bits decide.
    #[serde(default)]
    pub rotation_matrix: Option<[[f64; 3]; 3]>,
    /// Radius of a ball that is added to the shape, meters.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub margin: f64,
    /// How fast the body moves, meters a second, world frame: x, y and, in space, z. Of a cast alone.
    #[serde(default)]
    pub velocity: Vec<f64>,
    /// How fast the body turns about its origin, radians a second, world frame: in space about x, y and z, in the plane a number.
    /// Of a cast by `advance` alone.
    #[serde(default)]
    #[allow(dead_code, reason = "read with its place")]
    pub angular_velocity: Value,
}

/// The schema of a line, but for `op` and `dim`, on which it depends how the rest is read.
pub(super) static SCHEMA: LazyLock<Value> = LazyLock::new(|| line_of(false));

/// The same of a line that asks when two bodies in flight meet.
pub(super) static CAST_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = line_of(true);
    schema["properties"]["t_max"] = json!(true);
    schema["properties"]["method"] = json!(true);
    schema
});

/// The schema of a line about bodies that move or stand still.
fn line_of(moving: bool) -> Value {
    let mut body = Value::from(schemars::schema_for!(Written));
    if let Some(fields) = body["properties"].as_object_mut().filter(|_| !moving) {
        fields.remove("velocity");
        fields.remove("angular_velocity");
    }
    let definitions = body.get_mut("$defs").map(Value::take);
    let anything = ["id", "op", "dim"].into_iter().chain(REMARKS).map(|name| (name.to_owned(), json!(true)));
    let mut fields: serde_json::Map<String, Value> = anything.collect();
    fields.extend([("a", &body), ("b", &body)].map(|(name, body)| (name.to_owned(), body.clone())));
    json!({
        "type": "object",
        "properties": fields,
        "required": ["a", "b"],
        "additionalProperties": false,
        "$defs": definitions,
    })
}

/// The same of a line that asks for a separating axis.
pub(super) static SAT_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = SCHEMA.clone();
    schema["properties"]["stop"] = json!(true);
    schema
});
