//! Reader of Unity's scene and prefab files: in, `BoxCollider:` with `m_Size: {x: 1, y: 2, z: 3}` and the `Transform:`
//! of its game object; out, the shape of the collider in a body at this pose.
//!
//! **Poses.** A collider has the pose and the scale of the `Transform` of its game object. A transform with a parent or
//! a scale that is not positive is an error.

use std::ops::Range;

use super::godot::value;
use crate::code::evaluate::value::{Field, Order};
use crate::code::join::store::{Problem, Store};
use crate::names::normalized;
use crate::pose::Pose;

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

/// Block of a file: a component such as `BoxCollider` or `Transform` with its fields.
#[derive(Debug)]
pub struct Block<'a> {
    kind: &'a str,
    /// Range of the block in the text, bytes.
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
    // Whether the line may belong to the last block.
    let mut is_open = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let inner = line.trim_start_matches(|c: char| c.is_whitespace() || c == '>');
        let kind = inner.trim_end().strip_suffix(':').filter(|kind| kind.bytes().all(|b| b.is_ascii_alphanumeric()));
        // Fields of a transform whose heading is not in the text.
        let is_headless =
            !is_open && inner.starts_with("m_Local") && !found.iter().any(|block| block.kind == "Transform");
        if is_headless {
            found.push(Block { kind: "Transform", at: start..at, fields: Vec::new() });
            is_open = true;
        }
        if let Some(kind) = kind.filter(|kind| COLLIDERS.contains(kind) || *kind == "Transform") {
            if found.len() >= MAX_BLOCKS {
                return Vec::new();
            }
            found.push(Block { kind, at: start..at, fields: Vec::new() });
            is_open = true;
            continue;
        }
        let Some(block) = found.last_mut().filter(|_| is_open) else { continue };
        let field = inner.split_once(':').filter(|(key, _)| key.starts_with("m_") || *key == "serializedVersion");
        if let Some((key, text)) = field {
            let value_at = start + (text.as_ptr() as usize - line.as_ptr() as usize);
            block.fields.push(Field { key, text, at: value_at });
            block.at.end = at;
        } else if inner.starts_with("- ") {
            // An element of a list.
            block.at.end = at;
        } else {
            is_open = false;
        }
    }
    let has_collider = found.iter().any(|block| COLLIDERS.contains(&block.kind) && !block.fields.is_empty());
    if has_collider { found } else { Vec::new() }
}

/// Fields of colliders that are sizes or centers.
const GEOMETRY_FIELDS: [&str; 6] = ["m_Size", "m_Center", "m_Radius", "m_Height", "m_Direction", "m_Offset"];

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
            if !GEOMETRY_FIELDS.contains(key) {
                continue;
            }
            let value = value(store, text, *at);
            store.entities[id].used.extend(value.used.iter().cloned());
            store.entities[id].arguments.push((Some(normalized(key.trim_start_matches("m_"))), value));
        }
        let has_transforms = blocks.iter().any(|other| other.kind == "Transform");
        let Some(transform) = transform_of(block, blocks) else {
            if block.text("m_GameObject").is_empty() && has_transforms {
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

/// Returns the transform of the game object of a collider; without the names of objects, the only transform of the
/// text.
fn transform_of<'b, 'a>(collider: &Block<'a>, blocks: &'b [Block<'a>]) -> Option<&'b Block<'a>> {
    let object = collider.text("m_GameObject");
    let transforms: Vec<&'b Block<'a>> = blocks.iter().filter(|block| block.kind == "Transform").collect();
    if !object.is_empty() {
        return transforms.into_iter().find(|transform| transform.text("m_GameObject") == object);
    }
    match transforms[..] {
        [only] if only.text("m_GameObject").is_empty() => Some(only),
        _ => None,
    }
}

/// Returns the numbers of a record in a field of a transform, by their names; `None` if one is missing.
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
