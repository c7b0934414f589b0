//! A line about the contact of two bodies: how far apart its points may be, how many, and the answer of before.

use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::Value;

use super::super::error::TextError;
use super::super::path::shortened;
use super::super::tree::Node;
use super::super::{de, flat, schema};
use super::schemas::SCHEMA;
use super::{Case, Operation, placed};
use crate::ask::ManifoldOptions;

/// Two bodies, and how their points of contact are asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct ManifoldLine {
    /// The bodies.
    pub case: Case,
    /// How far apart points may be, and how many are told.
    pub options: ManifoldOptions,
    /// The answer of before.
    pub previous: Option<Previous>,
}

/// What is used of an answer of before.
#[derive(Clone, Debug, PartialEq)]
pub struct Previous {
    /// Names of its points.
    pub ids: Vec<String>,
    /// Its reference: 0 for a, 1 for b, and the face.
    pub reference: Option<(u8, u32)>,
}

/// An answer as it is printed.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "an answer is handed back whole, and judged whole")]
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

/// Whatever a line's id may be; it is not read.
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

/// A point of it.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "an answer is handed back whole, and judged whole")]
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

/// Its reference.
#[derive(Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct Reference {
    body: String,
    face: u32,
}

static LINE: LazyLock<Value> = LazyLock::new(|| {
    let mut line = SCHEMA.clone();
    let options = Value::from(schemars::schema_for!(ManifoldOptions));
    for name in ["margin", "max_points"] {
        line["properties"][name] = options["properties"][name].clone();
    }
    let mut previous = Value::from(schemars::schema_for!(Option<Answer>));
    let definitions = previous.get_mut("$defs").map(Value::take);
    line["properties"]["previous"] = previous;
    if let (Some(all), Some(Value::Object(more))) = (line["$defs"].as_object_mut(), definitions) {
        all.extend(more);
    }
    line
});

/// Reads a line's fields.
pub(super) fn read(root: &mut Node, dim: u8) -> Result<ManifoldLine, TextError> {
    if dim == 2 {
        flat::flatten(root)?;
    }
    schema::check_against(&LINE, root)?;
    let case = Case { operation: Operation::Manifold, dim, a: placed(root, dim, "a")?, b: placed(root, dim, "b")? };
    let options = ManifoldOptions {
        margin: root.field("margin").map(|field| de::model(&field.value)).transpose()?.flatten(),
        max_points: root.field("max_points").map(|field| de::model(&field.value)).transpose()?.flatten(),
        ..ManifoldOptions::default()
    };
    let previous = root.field("previous").map(|field| de::model::<Option<Answer>>(&field.value)).transpose()?.flatten();
    let previous = previous.map(|answer| used(answer, root)).transpose()?;
    Ok(ManifoldLine { case, options, previous })
}

/// What is used of an answer of before.
fn used(answer: Answer, root: &Node) -> Result<Previous, TextError> {
    let reference = answer.reference.map(|reference| match reference.body.as_str() {
        "a" => Ok((0, reference.face)),
        "b" => Ok((1, reference.face)),
        other => {
            let path = "previous.reference.body";
            Err(TextError::new(root.locate(path), path, format!("must be `a` or `b`, is `{}`", shortened(other))))
        }
    });
    Ok(Previous { ids: answer.points.into_iter().map(|point| point.id).collect(), reference: reference.transpose()? })
}
