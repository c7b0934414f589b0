//! Colliders of Unity's scene and prefab files: `BoxCollider:`, then `m_Size: {x: 1, y: 2, z: 3}`.
//!
//! **Poses.** A collider has the pose and the scale of the `Transform` of its game object. A transform with a parent or
//! a scale that is not positive is an error.

use std::ops::Range;

use super::godot::value;
use crate::import::code::evaluate::value::{Field, Order};
use crate::import::code::join::store::{Problem, Store};
use crate::import::code::pose::rotations::normalized;
use crate::import::pose::Pose;

/// Maximum number of blocks in a text.
const MAX_BLOCKS: usize = 20_000;

/// Kinds of colliders, including those that are not read.
const COLLIDERS: [&str; 8] = [
    "BoxCollider",
    "SphereCollider",
    "CapsuleCollider",
    "BoxCollider2D",
    "CircleCollider2D",
    "CapsuleCollider2D",
    "MeshCollider",
    "PolygonCollider2D",
];

/// Block of a file: the kind of its object, and its fields.
#[derive(Debug)]
pub struct Block<'a> {
    kind: &'a str,
    pub at: Range<usize>,
    fields: Vec<Field<'a>>,
}

impl<'a> Block<'a> {
    fn field(&self, key: &str) -> Option<&Field<'a>> {
        self.fields.iter().find(|field| field.key == key)
    }

    /// Returns the text of a field; empty if there is none.
    fn text(&self, key: &str) -> &'a str {
        self.field(key).map_or("", |field| field.text.trim())
    }
}

/// Returns the blocks of a text that has a collider as Unity writes it; empty for any other text.
pub fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut found: Vec<Block<'_>> = Vec::new();
    let mut at = 0;
    let mut open = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let inner = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let kind = inner.trim_end().strip_suffix(':').filter(|kind| kind.bytes().all(|b| b.is_ascii_alphanumeric()));
        // Fields of a transform whose heading is not in the text.
        let is_headless = !open && inner.starts_with("m_Local") && !found.iter().any(|block| block.kind == "Transform");
        if is_headless {
            found.push(Block { kind: "Transform", at: start..at, fields: Vec::new() });
            open = true;
        }
        if let Some(kind) = kind.filter(|kind| COLLIDERS.contains(kind) || *kind == "Transform") {
            if found.len() >= MAX_BLOCKS {
                return Vec::new();
            }
            found.push(Block { kind, at: start..at, fields: Vec::new() });
            open = true;
            continue;
        }
        let field = inner.split_once(':').filter(|(key, _)| key.starts_with("m_") || *key == "serializedVersion");
        match (found.last_mut().filter(|_| open), field) {
            (Some(block), Some((key, text))) => {
                block.fields.push(Field { key, text, at: start + (text.as_ptr() as usize - line.as_ptr() as usize) });
                block.at.end = at;
            }
            // Items of a list.
            (Some(block), None) if inner.starts_with("- ") => block.at.end = at,
            _ => open = false,
        }
    }
    let any = found.iter().any(|block| COLLIDERS.contains(&block.kind) && !block.fields.is_empty());
    if any { found } else { Vec::new() }
}

/// Makes the shapes of the blocks.
pub fn run(store: &mut Store, blocks: &[Block<'_>], text: &str) {
    if blocks.is_empty() {
        return;
    }
    store.named.libraries.insert("unity");
    let is_root = states_root(text);
    for block in blocks.iter().filter(|block| block.kind != "Transform") {
        let id = store.shape(&[block.kind], &[], block.at.start);
        for Field { key, text, at } in &block.fields {
            if !["m_Size", "m_Center", "m_Radius", "m_Height", "m_Direction", "m_Offset"].contains(key) {
                continue;
            }
            let value = value(store, text, *at);
            store.entities[id].used.extend(value.used.iter().cloned());
            store.entities[id].arguments.push((Some(normalized(key.trim_start_matches("m_"))), value));
        }
        let owner = block.text("m_GameObject");
        let transforms: Vec<&Block<'_>> = blocks.iter().filter(|other| other.kind == "Transform").collect();
        let transform = match transforms[..] {
            // The only transform of a text that does not name its objects.
            [only] if owner.is_empty() && only.text("m_GameObject").is_empty() => Some(only),
            _ => transforms.iter().copied().find(|other| other.text("m_GameObject") == owner && !owner.is_empty()),
        };
        let Some(transform) = transform else {
            if owner.is_empty() && !transforms.is_empty() {
                store.entities[id].problem = Some(Problem { range: block.at.clone(), part: "pose" });
            }
            continue;
        };
        match pose(store, transform, is_root) {
            Some((pose, scale)) => {
                let body = store.body(&["GameObject"], block.at.start);
                store.attach(body, id, None, &transform.fields.iter().map(Field::range).collect());
                store.entities[body].place_at(pose);
                store.entities[body].scale = (scale != [1.0; 3]).then_some(scale);
                store.entities[body].is_scaled_in_unity = true;
            }
            None => store.entities[id].problem = Some(Problem { range: transform.at.clone(), part: "pose" }),
        }
    }
}

/// Returns the numbers of a record in a field of a transform, by their names.
fn numbers<const N: usize>(store: &mut Store, transform: &Block<'_>, key: &str, names: [&str; N]) -> Option<[f64; N]> {
    let field = transform.field(key)?;
    let value = value(store, field.text, field.at);
    let numbers: Option<Vec<f64>> = names.iter().map(|name| value.field_number(&[name])).collect();
    numbers?.try_into().ok()
}

/// Whether the words around the blocks state that the objects have no parent.
fn states_root(text: &str) -> bool {
    let words =
        ["root object", "root game object", "root gameobject", "no parent", "unparented", "not parented", "scene root"];
    let lower = text.to_lowercase();
    words.iter().any(|word| lower.contains(word))
}

/// Returns the pose and the scale of a transform; `None` if it has a parent, or a factor that is not positive.
/// `is_root` states that a transform without the field of its parent has none.
fn pose(store: &mut Store, transform: &Block<'_>, is_root: bool) -> Option<(Pose, [f64; 3])> {
    let position = numbers(store, transform, "m_LocalPosition", ["x", "y", "z"])?;
    let rotation = numbers(store, transform, "m_LocalRotation", ["x", "y", "z", "w"])?;
    let scale = numbers(store, transform, "m_LocalScale", ["x", "y", "z"])?;
    let father = transform.text("m_Father").replace(' ', "");
    let has_parent = father != "{fileID:0}" && !(father.is_empty() && is_root);
    if has_parent || scale.iter().any(|factor| *factor <= 0.0) {
        return None;
    }
    Some((Pose { position, rotation: Order::Last.quaternion(rotation)? }, scale))
}
