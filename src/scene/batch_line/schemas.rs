//! JSON schemas of batch requests about two bodies, and the parts that the schemas of all requests share: the fields
//! that every request may have, and the body of a line.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::model::Shape;

/// Fields by which the case files of other projects describe a case, such as its source or the expected answer. A
/// request may have them; they have no effect, unless the operation defines a field of this name itself.
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

/// Fields that every request may have, except that a request about two bodies does not accept `kind`. `kind` has no
/// effect; the line reader checks `op` and `dim` itself and copies `id` to the answer.
pub(super) const COMMON: [&str; 4] = ["id", "op", "dim", "kind"];

/// Creates the schema of a request with the fields of `T` and those that every request may have.
pub(super) fn schema_of<T: schemars::JsonSchema>() -> Value {
    let mut schema = Value::from(schemars::schema_for!(T));
    if let Some(fields) = schema["properties"].as_object_mut() {
        for name in COMMON.into_iter().chain(REMARKS) {
            // `query` is a remark of other requests and a field of `simplex`.
            fields.entry(name).or_insert(json!(true));
        }
    }
    schema["additionalProperties"] = json!(false);
    schema
}

/// Body: a shape, with its pose, margin and velocity
//
// Vectors have two or three numbers, and absent ones are empty. Messages of the schema check quote the first line.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Written")]
pub(super) struct LineBody {
    /// Shape, in the body's own frame.
    pub shape: Shape,
    /// Position of the body's origin, meters, world frame: x, y and, in space, z.
    #[serde(default)]
    pub position: Vec<f64>,
    /// Quaternion x, y, z, w from the body's frame to the world, in the plane also cosine and sine; normalized on use.
    #[serde(default)]
    pub rotation: Vec<f64>,
    /// Rotation matrix by rows, in place of `rotation` where the last bits matter.
    #[serde(default)]
    pub rotation_matrix: Option<[[f64; 3]; 3]>,
    /// Radius of a ball added to the shape, meters.
    #[serde(default)]
    #[schemars(range(min = 0.0))]
    pub margin: f64,
    /// Velocity, m/s, world frame: x, y and, in space, z. Only for `cast`.
    #[serde(default)]
    pub velocity: Vec<f64>,
    /// Angular velocity about the body's origin, rad/s, world axes: in space about x, y and z, in the plane a number.
    /// Only for `cast` by `advance` or `bilateral`.
    #[serde(default)]
    #[allow(dead_code, reason = "read with its place")]
    pub angular_velocity: Value,
}

/// Schema of a line about two bodies that do not move. `op` and `dim` are checked before, since they select the schema.
pub(super) static SCHEMA: LazyLock<Value> = LazyLock::new(|| pair_schema(Motion::AtRest));

/// Schema of a line about a cast of two moving bodies. `t_max` and `method` are checked when they are read.
pub(super) static CAST_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = pair_schema(Motion::WithVelocities);
    schema["properties"]["t_max"] = json!(true);
    schema["properties"]["method"] = json!(true);
    schema
});

/// Whether the bodies of a line may have velocities.
#[derive(Clone, Copy, PartialEq)]
enum Motion {
    AtRest,
    WithVelocities,
}

/// Creates the schema of a line about two bodies.
fn pair_schema(motion: Motion) -> Value {
    let mut body = Value::from(schemars::schema_for!(LineBody));
    if motion == Motion::AtRest
        && let Some(fields) = body["properties"].as_object_mut()
    {
        fields.remove("velocity");
        fields.remove("angular_velocity");
    }
    let definitions = body.get_mut("$defs").map(Value::take);
    let mut fields = serde_json::Map::new();
    for name in ["id", "op", "dim"].into_iter().chain(REMARKS) {
        fields.insert(name.to_owned(), json!(true));
    }
    fields.insert(String::from("a"), body.clone());
    fields.insert(String::from("b"), body);
    json!({
        "type": "object",
        "properties": fields,
        "required": ["a", "b"],
        "additionalProperties": false,
        "$defs": definitions,
    })
}

/// Schema of a line about separating axes. `stop` is checked when it is read.
pub(super) static SAT_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut schema = SCHEMA.clone();
    schema["properties"]["stop"] = json!(true);
    schema
});
