//! A line about a world: a whole scene, and the frames that are asked for.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::super::error::{TextError, suggestion};
use super::super::model::{Ask, Query, Scene};
use super::super::path::shortened;
use super::super::tree::{Kind, Node};
use super::super::{de, parse, schema};
use super::schemas::{COMMON, REMARKS};

/// A scene with a question about its world, and frames of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldLine {
    /// As the line says it.
    pub scene: Scene,
    /// The place of the question among the scene's.
    pub query: usize,
    /// Strictly rising, not empty, none beyond the last.
    pub frames: Vec<u32>,
}

/// The schema of a line about a world but for its scene, which has a schema of its own.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let names = COMMON.into_iter().chain(REMARKS).chain(["scene", "query"]);
    let mut fields: serde_json::Map<String, Value> = names.map(|name| (name.to_owned(), json!(true))).collect();
    let frames = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 1 });
    fields.insert(String::from("frames"), frames);
    json!({ "type": "object", "properties": fields, "required": ["scene", "frames"], "additionalProperties": false })
});

/// Reads a line's fields.
pub(super) fn read(root: &mut Node) -> Result<WorldLine, TextError> {
    schema::check_against(&SCHEMA, root)?;
    if let Some(dim) = root.field("dim").filter(|field| field.value.kind != Kind::Number(2.0)) {
        return Err(TextError::new(dim.value.at, "dim", "must be 2: `world` has no form for space"));
    }
    let named = root.field("query").map(|field| field.value.clone());
    let inside = |fault: TextError| {
        let dot = if fault.path.is_empty() || fault.path.starts_with('[') { "" } else { "." };
        TextError { path: format!("scene{dot}{}", fault.path), ..fault }
    };
    let scene = match root.field_mut("scene") {
        Some(node) => parse::scene_of(node).map_err(inside)?,
        None => return Err(TextError::new(root.at, "scene", "is missing")), // which the schema has seen
    };
    let query = question(root, &scene, named.as_ref())?;
    let frames = frames(root, &scene.queries[query])?;
    Ok(WorldLine { scene, query, frames })
}

/// The question that is named, or the first about the world.
fn question(root: &Node, scene: &Scene, named: Option<&Node>) -> Result<usize, TextError> {
    let is_world = |query: &Query| matches!(query.ask, Ask::World { .. });
    let Some(node) = named else {
        let at = root.locate("scene.queries");
        let none =
            || TextError::new(at, "scene.queries", "asks nothing about the world: no query's algorithm is `world`");
        return scene.queries.iter().position(is_world).ok_or_else(none);
    };
    let wrong = |message: String| Err(TextError::new(node.at, "query", message));
    let Kind::String(name) = &node.kind else {
        return wrong(format!("must be a string, is {}", node.kind_name()));
    };
    match scene.queries.iter().position(|query| query.name == *name) {
        Some(found) if is_world(&scene.queries[found]) => Ok(found),
        Some(found) => {
            let id = scene.queries[found].ask.algorithm().id();
            wrong(format!("`{}` asks `{id}`, not `world`", shortened(name)))
        }
        None => {
            let names = scene.queries.iter().map(|query| query.name.as_str());
            wrong(format!("there is no query `{}`{}", shortened(name), suggestion(name, names)))
        }
    }
}

/// The frames of the line, each after the one before.
fn frames(root: &Node, query: &Query) -> Result<Vec<u32>, TextError> {
    let Ask::World { options, .. } = &query.ask else { return Ok(Vec::new()) };
    let node = root.field("frames").map(|field| &field.value);
    let frames: Vec<u32> = node.map(de::model).transpose()?.unwrap_or_default();
    let wrong = |i: usize, message: String| {
        let path = format!("frames[{i}]");
        Err(TextError::new(root.locate(&path), path, message))
    };
    if let Some(i) = (1..frames.len()).find(|i| frames[*i] <= frames[i - 1]) {
        return wrong(i, format!("must be above the frame before it, {}, is {}", frames[i - 1], frames[i]));
    }
    let last = options.steps();
    match frames.iter().position(|frame| *frame > last) {
        Some(i) => wrong(i, format!("is beyond the last frame, {last}, is {}", frames[i])),
        None => Ok(frames),
    }
}
