//! Shapes of glTF's `KHR_implicit_shapes` that are pasted without the file around them.
//!
//! **Method.** The object of the extension becomes a file with a node for each shape, at the origin; a file without its
//! `asset` gets one.

use std::ops::Range;

use serde_json::{Value, json};

use super::Fragment;

/// Names of the extension for nodes and of that for shapes; then those of an earlier draft.
const EXTENSIONS: [[&str; 2]; 2] =
    [["KHR_physics_rigid_bodies", "KHR_implicit_shapes"], ["KHR_rigid_bodies", "KHR_collision_shapes"]];

/// Returns the shapes of a text, as a file; `None` if there are none, or if the text is a whole file.
pub(super) fn find(text: &str) -> Option<Fragment> {
    if text.contains("\"asset\"") {
        return None;
    }
    let (names, at) = EXTENSIONS.iter().find_map(|names| Some((names, text.find(&format!("\"{}\"", names[1]))?)))?;
    if text.contains("\"nodes\"") {
        return whole(text);
    }
    let colon = at + text[at..].find(':')?;
    let (shapes, end) = value_at(text, colon + 1)?;
    let count = shapes["shapes"].as_array().filter(|all| !all.is_empty())?.len();
    let nodes: Vec<Value> = (0..count)
        .map(|k| {
            let name = if count == 1 { String::from("shape") } else { format!("shape {}", k + 1) };
            json!({ "name": name, "extensions": { names[0]: { "collider": { "geometry": { "shape": k } } } } })
        })
        .collect();
    let file = json!({ "asset": { "version": "2.0" }, "extensions": { names[1]: shapes }, "nodes": nodes });
    fragment(&file, at..end)
}

/// Returns a file whose `asset` is not in the text.
fn whole(text: &str) -> Option<Fragment> {
    let start = text.find(['{', '"'])?;
    let end = text.rfind(['}', ']'])? + 1;
    let own = text.get(start..end)?;
    let inner = if own.starts_with('{') { own.to_owned() } else { format!("{{{own}}}") };
    let mut file: Value = serde_json::from_str(&inner).ok()?;
    file.as_object_mut()?.insert(String::from("asset"), json!({ "version": "2.0" }));
    fragment(&file, start..end)
}

/// Parses the value at an offset of a text; also returns the offset of its end.
fn value_at(text: &str, at: usize) -> Option<(Value, usize)> {
    let mut all = serde_json::Deserializer::from_str(text.get(at..)?).into_iter::<Value>();
    let value = all.next()?.ok()?;
    Some((value, at + all.byte_offset()))
}

/// Creates the fragment of a file at a range of the source.
fn fragment(file: &Value, range: Range<usize>) -> Option<Fragment> {
    Some(Fragment { format: "glTF physics", text: serde_json::to_string(file).ok()?, range })
}
