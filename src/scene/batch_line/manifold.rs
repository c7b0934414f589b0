//! Batch requests for contact manifolds, with options and the answer of the previous frame.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::schemas::SCHEMA;
use super::{Case, Operation, read_body};
use crate::ask::ManifoldOptions;
use crate::scene::deserialize;
use crate::scene::error::TextError;
use crate::scene::path::shortened;
use crate::scene::tree::Node;
use crate::scene::{flat, schema};

/// Two bodies and the options of their contact manifold.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifoldLine {
    /// Pair of bodies in contact.
    pub case: Case,
    /// Options of the manifold.
    pub options: ManifoldOptions,
    /// Answer of the previous frame, if any.
    pub previous: Option<Previous>,
}

/// Data of a previous answer by which the contact points of the new one are kept, added or dropped.
#[derive(Clone, Debug, PartialEq)]
pub struct Previous {
    /// Ids of the contact points.
    pub ids: Vec<String>,
    /// Reference face: the body (0 for A, 1 for B) and the index of the face.
    pub reference: Option<(u8, u32)>,
}

/// Previous answer as `batch` prints it; fields other than points and reference are checked and ignored.
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
        margin: root.field("margin").map(|field| deserialize::model(&field.value)).transpose()?.flatten(),
        max_points: root.field("max_points").map(|field| deserialize::model(&field.value)).transpose()?.flatten(),
        ..ManifoldOptions::default()
    };
    let previous =
        root.field("previous").map(|field| deserialize::model::<Option<Answer>>(&field.value)).transpose()?.flatten();
    let previous = previous.map(|answer| previous_from(answer, root)).transpose()?;
    Ok(ManifoldLine { case, options, previous })
}

/// Takes the ids and the reference face from a previous answer.
fn previous_from(answer: Answer, root: &Node) -> Result<Previous, TextError> {
    let reference = answer.reference.map(|reference| match reference.body.as_str() {
        "a" => Ok((0, reference.face)),
        "b" => Ok((1, reference.face)),
        other => {
            let path = "previous.reference.body";
            Err(TextError::new(root.locate(path), path, format!("must be `a` or `b`, but is `{}`", shortened(other))))
        }
    });
    Ok(Previous { ids: answer.points.into_iter().map(|point| point.id).collect(), reference: reference.transpose()? })
}
