//! Search for shapes of glTF's `KHR_implicit_shapes` that are pasted without the file around them.
//!
//! **Method.** The object of the extension becomes a file with a node for each shape, at the origin; a file without its
//! `asset` gets one.

use std::ops::Range;

use serde_json::{Value, json};

use super::Fragment;

/// Names of the extension for bodies and of that for shapes; then those of an earlier draft.
const EXTENSIONS: [[&str; 2]; 2] =
    [["KHR_physics_rigid_bodies", "KHR_implicit_shapes"], ["KHR_rigid_bodies", "KHR_collision_shapes"]];

/// Returns the shapes of a text, as a file; `None` if there are none, or if the text is a whole file.
pub(super) fn find(text: &str) -> Option<Fragment> {
    if text.contains("\"asset\"") {
        return None;
    }
    let ([bodies_name, shapes_name], offset) = EXTENSIONS.iter().find_map(|[bodies_name, shapes_name]| {
        let offset = text.find(&format!("\"{shapes_name}\""))?;
        Some(([bodies_name, shapes_name], offset))
    })?;
    if text.contains("\"nodes\"") {
        return complete_file(text);
    }
    let colon = offset + text[offset..].find(':')?;
    let (shapes, end) = value_at(text, colon + 1)?;
    let count = shapes["shapes"].as_array().filter(|list| !list.is_empty())?.len();
    let nodes: Vec<Value> = (0..count)
        .map(|index| {
            let name = if count == 1 { String::from("shape") } else { format!("shape {}", index + 1) };
            json!({ "name": name, "extensions": { *bodies_name: { "collider": { "geometry": { "shape": index } } } } })
        })
        .collect();
    let file = json!({ "asset": { "version": "2.0" }, "extensions": { *shapes_name: shapes }, "nodes": nodes });
    fragment(&file, offset..end)
}

/// Returns the file in a text that lacks only its `asset`, and perhaps the braces around it; `None` if it is not JSON.
fn complete_file(text: &str) -> Option<Fragment> {
    let start = text.find(['{', '"'])?;
    let end = text.rfind(['}', ']'])? + 1;
    let members = text.get(start..end)?;
    let object = if members.starts_with('{') { members.to_owned() } else { format!("{{{members}}}") };
    let mut file: Value = serde_json::from_str(&object).ok()?;
    file.as_object_mut()?.insert(String::from("asset"), json!({ "version": "2.0" }));
    fragment(&file, start..end)
}

/// Parses the JSON value at an offset of a text, bytes; also returns the offset of its end. `None` if it is not JSON.
fn value_at(text: &str, offset: usize) -> Option<(Value, usize)> {
    let mut values = serde_json::Deserializer::from_str(text.get(offset..)?).into_iter::<Value>();
    let value = values.next()?.ok()?;
    Some((value, offset + values.byte_offset()))
}

/// Creates the fragment of a file at a range of the source.
fn fragment(file: &Value, range: Range<usize>) -> Option<Fragment> {
    Some(Fragment { format: "glTF physics", text: serde_json::to_string(file).ok()?, range })
}
