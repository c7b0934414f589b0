//! Batch requests of the operation `manifold`: the contact manifold of two bodies, with options. A line may repeat the
//! answer of the previous frame in the field `previous`, so that contact points are matched with those of that frame.

use std::sync::LazyLock;

use contact_lens_model::ask::ManifoldOptions;
use serde::Deserialize;
use serde_json::Value;

use super::schemas::SCHEMA;
use super::{Case, Operation, read_body};
use crate::deserialize;
use crate::error::TextError;
use crate::path::shortened;
use crate::tree::Node;
use crate::{flat, schema};

/// Request for the contact manifold of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifoldLine {
    /// Pair of bodies in contact.
    pub case: Case,
    /// Options of the manifold.
    pub options: ManifoldOptions,
    /// Answer of the previous frame, if any.
    pub previous: Option<Previous>,
}

/// Data of the previous frame's answer with which a new answer is compared: a contact point is kept if its id was there
/// before, added if it was not, and an id that is missing now is dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Previous {
    /// Ids of the previous contact points.
    pub ids: Vec<String>,
    /// Reference face: the body (0 for A, 1 for B) and the index of the face; `None` for an answer without one.
    pub reference: Option<(u8, u32)>,
}

/// Previous answer as `batch` prints it, for its schema. Only the ids of the points and the reference face are used.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "an answer is passed back and checked whole")]
struct Answer {
    #[serde(default)]
    id: Anything,
    normal: Option<Vec<f64>>,
    points: Vec<Point>,
    reference: Option<Reference>,
    #[serde(default)]
    status: String,
    #[serde(default)]
    kept: Vec<String>,
    #[serde(default)]
    dropped: Vec<String>,
    #[serde(default)]
    added: Vec<String>,
    #[serde(default)]
    ns: f64,
}

/// Id of a line, which may be any JSON value and is ignored.
#[derive(Default)]
struct Anything;

impl<'de> Deserialize<'de> for Anything {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Self)
    }
}

impl schemars::JsonSchema for Anything {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Anything".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        true.into()
    }

    fn inline_schema() -> bool {
        true
    }
}

/// Contact point of a previous answer.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "an answer is passed back and checked whole")]
struct Point {
    #[serde(default)]
    on_a: Vec<f64>,
    #[serde(default)]
    on_b: Vec<f64>,
    #[serde(default)]
    depth: f64,
    id: String,
    #[serde(default)]
    why: String,
}

/// Reference face of a previous answer.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reference {
    body: String,
    face: u32,
}

/// Schema of a manifold request: two bodies, options and a previous answer.
static MANIFOLD_SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let mut line = SCHEMA.clone();
    let options = Value::from(schemars::schema_for!(ManifoldOptions));
    for name in ["margin", "max_points"] {
        line["properties"][name] = options["properties"][name].clone();
    }
    let mut previous = Value::from(schemars::schema_for!(Option<Answer>));
    let definitions = previous.get_mut("$defs").map(Value::take);
    line["properties"]["previous"] = previous;
    if let (Some(line_definitions), Some(Value::Object(added))) = (line["$defs"].as_object_mut(), definitions) {
        line_definitions.extend(added);
    }
    line
});

/// Reads a request for a contact manifold.
pub(super) fn read(root: &mut Node, dim: u8) -> Result<ManifoldLine, TextError> {
    if dim == 2 {
        flat::flatten_bodies(root)?;
    }
    schema::check_against(&MANIFOLD_SCHEMA, root)?;
    let case =
        Case { operation: Operation::Manifold, dim, a: read_body(root, dim, "a")?, b: read_body(root, dim, "b")? };
    let options = ManifoldOptions {
        margin: read_optional(root, "margin")?,
        max_points: read_optional(root, "max_points")?,
        ..ManifoldOptions::default()
    };
    let previous = match read_optional::<Answer>(root, "previous")? {
        Some(answer) => Some(previous_from(answer, root)?),
        None => None,
    };
    Ok(ManifoldLine { case, options, previous })
}

/// Reads the field `name` of the line; `None` if it is absent or null.
fn read_optional<T: for<'a> Deserialize<'a>>(root: &Node, name: &str) -> Result<Option<T>, TextError> {
    match root.field(name) {
        Some(field) => deserialize::from_node(&field.value),
        None => Ok(None),
    }
}

/// Takes the ids and the reference face from a previous answer; an error if its reference face is of no body.
fn previous_from(answer: Answer, root: &Node) -> Result<Previous, TextError> {
    let reference = match &answer.reference {
        Some(Reference { body, face }) => Some((body_index(body, root)?, *face)),
        None => None,
    };
    Ok(Previous { ids: answer.points.into_iter().map(|point| point.id).collect(), reference })
}

/// Index of the body that owns a previous reference face: 0 for `a`, 1 for `b`.
fn body_index(body: &str, root: &Node) -> Result<u8, TextError> {
    const PATH: &str = "previous.reference.body";
    match body {
        "a" => Ok(0),
        "b" => Ok(1),
        other => {
            let message = format!("must be `a` or `b`, but is `{}`", shortened(other));
            Err(TextError::new(root.locate(PATH), PATH, message))
        }
    }
}
