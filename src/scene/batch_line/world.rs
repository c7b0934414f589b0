//! Batch requests of the operation `world`: a scene whose world is simulated, and the frames to report.

use std::sync::LazyLock;

use serde_json::{Value, json};

use super::schemas::{COMMON, REMARKS};
use crate::deserialize;
use crate::error::{FieldError, TextError, suggestion};
use crate::model::{Ask, Query, Scene};
use crate::path::shortened;
use crate::tree::{Kind, Node};
use crate::{parse, schema};

/// Request for the simulation of a scene's world.
#[derive(Clone, Debug, PartialEq)]
pub struct WorldLine {
    /// Scene of the line.
    pub scene: Scene,
    /// Index of the query in the scene.
    pub query: usize,
    /// Frames to report, counted from 0 at the start: at least one, strictly increasing, none after the last of the
    /// query.
    pub frames: Vec<u32>,
}

/// Schema of a world line. The scene is checked when it is parsed.
static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    let names = COMMON.into_iter().chain(REMARKS).chain(["scene", "query"]);
    let mut fields: serde_json::Map<String, Value> = names.map(|name| (name.to_owned(), json!(true))).collect();
    let frames = json!({ "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 1 });
    fields.insert(String::from("frames"), frames);
    json!({ "type": "object", "properties": fields, "required": ["scene", "frames"], "additionalProperties": false })
});

/// Reads a world line.
pub(super) fn read(root: &mut Node) -> Result<WorldLine, TextError> {
    schema::check_against(&SCHEMA, root)?;
    if let Some(dim) = root.field("dim").filter(|field| field.value.kind != Kind::Number(2.0)) {
        return Err(TextError::new(dim.value.start, "dim", "must be 2: `world` is not available in 3D"));
    }
    let query_name = root.field("query").map(|field| field.value.clone());
    let scene = match root.field_mut("scene") {
        Some(node) => parse::scene_of(node).map_err(prefix_path_with_scene)?,
        None => return Err(TextError::new(root.start, "scene", "is missing")), // reported by the schema check
    };
    let query = world_query(root, &scene, query_name.as_ref())?;
    let frames = read_frames(root, &scene.queries[query])?;
    Ok(WorldLine { scene, query, frames })
}

/// Converts an error whose path starts at the scene to one whose path starts at the line.
fn prefix_path_with_scene(fault: TextError) -> TextError {
    let dot = if fault.path.is_empty() || fault.path.starts_with('[') { "" } else { "." };
    TextError { path: format!("scene{dot}{}", fault.path), ..fault }
}

/// Index of the query that the line's field `query` names, or of the first query about a world if the field is absent.
///
/// # Errors
/// There is no such query, or the named one is not about a world.
fn world_query(root: &Node, scene: &Scene, query_name: Option<&Node>) -> Result<usize, TextError> {
    let Some(node) = query_name else {
        let message = "has no query with the algorithm `world`";
        let first = scene.queries.iter().position(Query::is_of_a_world);
        return first.ok_or_else(|| root.fault(FieldError::new("scene.queries", message)));
    };
    let message = match &node.kind {
        Kind::String(name) => match scene.queries.iter().position(|query| query.name == *name) {
            Some(index) if scene.queries[index].is_of_a_world() => return Ok(index),
            Some(index) => {
                let id = scene.queries[index].ask.algorithm().id();
                format!("`{}` has the algorithm `{id}`, not `world`", shortened(name))
            }
            None => {
                let names = scene.queries.iter().map(|query| query.name.as_str());
                format!("there is no query `{}`{}", shortened(name), suggestion(name, names))
            }
        },
        _ => format!("must be a string, but is {}", node.kind_name()),
    };
    Err(TextError::new(node.start, "query", message))
}

/// Reads the frames to report; an error unless they increase and the query has them.
fn read_frames(root: &Node, query: &Query) -> Result<Vec<u32>, TextError> {
    // Always true: the query was found by `world_query`.
    let Ask::World { options, .. } = &query.ask else { return Ok(Vec::new()) };
    let node = root.field("frames").map(|field| &field.value);
    let frames: Vec<u32> = node.map(deserialize::from_node).transpose()?.unwrap_or_default();
    if let Some(i) = (1..frames.len()).find(|i| frames[*i] <= frames[i - 1]) {
        let message = format!("must be greater than the previous frame, {}, but is {}", frames[i - 1], frames[i]);
        return Err(root.fault(FieldError::new(format!("frames[{i}]"), message)));
    }
    let last = options.steps();
    match frames.iter().position(|frame| *frame > last) {
        Some(i) => {
            let message = format!("must be at most {last}, the last frame, but is {}", frames[i]);
            Err(root.fault(FieldError::new(format!("frames[{i}]"), message)))
        }
        None => Ok(frames),
    }
}
