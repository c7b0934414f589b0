//! Reader of A-Frame: in, `<a-box position="-1 0.5 -3" width="2" height="1" depth="0.5"></a-box>`; out, a box with this
//! position and these full sizes in the store.
//!
//! **Frames.** Rotations are degrees about x, y, z, applied in the order `YXZ` of three.js. An element without a
//! position is at the origin. The text is refused if a shape is in an element with a pose or a scale, which would move
//! the shape.

use std::ops::Range;

use crate::code::evaluate::value::{Data, Field, Value, euler};
use crate::code::join::store::{Entity, Problem, Store};

/// Element of A-Frame that is a shape.
struct Primitive {
    /// Name of the element.
    element: &'static str,
    /// Last name of the type's path in the dictionary, `aframe.box`.
    kind: &'static str,
}

/// Elements that are read as shapes.
const PRIMITIVES: [Primitive; 3] = [
    Primitive { element: "a-box", kind: "box" },
    Primitive { element: "a-sphere", kind: "sphere" },
    Primitive { element: "a-cylinder", kind: "cylinder" },
];

/// Attributes that move an element and its children; a mixin may contain any of them.
const MOTIONS: [&str; 4] = ["position", "rotation", "scale", "mixin"];

/// Attributes that are sizes of a shape.
const SIZES: [&str; 4] = ["width", "height", "depth", "radius"];

/// Attributes that change a shape and are not read.
const UNREAD: [&str; 5] = ["theta-length", "phi-length", "open-ended", "geometry", "mixin"];

/// Maximum number of elements that are read from a text.
const MAX_TAGS: usize = 20_000;

/// Tag of an element.
#[derive(Debug)]
pub struct Tag<'a> {
    name: &'a str,
    pub at: Range<usize>,
    attributes: Vec<Field<'a>>,
    is_closing: bool,
    is_self_closing: bool,
}

/// Returns the tags of a text; empty if none of them is a primitive of A-Frame.
pub fn tags(text: &str) -> Vec<Tag<'_>> {
    if !PRIMITIVES.iter().any(|primitive| text.contains(&format!("<{}", primitive.element))) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(offset) = text[from..].find('<') {
        if found.len() >= MAX_TAGS {
            break;
        }
        let at = from + offset;
        from = at + 1;
        let is_closing = text[from..].starts_with('/');
        let name_start = from + usize::from(is_closing);
        let rest = &text[name_start..];
        if !rest.starts_with("a-") {
            continue;
        }
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
        let Some(end) = text[at..].find('>').map(|k| at + k + 1) else { continue };
        let attributes_start = name_start + length;
        let inner = text.get(attributes_start..end).unwrap_or_default();
        let attributes = attributes(inner, attributes_start);
        let is_self_closing = text[..end].ends_with("/>");
        found.push(Tag { name: &rest[..length], at: at..end, attributes, is_closing, is_self_closing });
        from = end;
    }
    found
}

/// Returns the attributes in double quotes; `inner` is the text inside a tag, at byte `start` of the source.
fn attributes(inner: &str, start: usize) -> Vec<Field<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = inner[from..].find("=\"").map(|k| from + k) {
        let value = open + 2;
        let Some(close) = inner[value..].find('"').map(|k| value + k) else { break };
        let key = inner[from..open].split_whitespace().last().unwrap_or_default();
        found.push(Field { key, text: &inner[value..close], at: start + value });
        from = close + 1;
    }
    found
}

/// Parses the value of an attribute as numbers; `None` if a word is not one.
fn numbers(value: &str) -> Option<Vec<f64>> {
    value.split_whitespace().map(|word| word.parse().ok()).collect()
}

/// Element whose closing tag comes later.
struct OpenElement<'a> {
    name: &'a str,
    /// Whether the element has a pose or a scale, which apply to its children.
    moves_children: bool,
}

/// Adds the shapes of the tags to the store.
pub fn run(store: &mut Store, tags: &[Tag<'_>]) {
    let mut open: Vec<OpenElement<'_>> = Vec::new();
    for tag in tags {
        if tag.is_closing {
            if let Some(k) = open.iter().rposition(|element| element.name == tag.name) {
                open.truncate(k);
            }
            continue;
        }
        let moves_children = tag.attributes.iter().any(|field| MOTIONS.contains(&field.key));
        if let Some(primitive) = PRIMITIVES.iter().find(|primitive| primitive.element == tag.name) {
            let id = shape(store, tag, primitive.kind);
            if open.iter().any(|element| element.moves_children) {
                store.entities[id].problem = Some(Problem { range: tag.at.clone(), part: "pose" });
            }
        }
        if !tag.is_self_closing {
            open.push(OpenElement { name: tag.name, moves_children });
        }
    }
}

/// Adds the shape of a primitive with its pose; returns its index.
fn shape(store: &mut Store, tag: &Tag<'_>, kind: &str) -> usize {
    let mut entity = Entity { at: tag.at.start, is_shape: true, position: Some([0.0; 3]), ..Entity::default() };
    entity.path = vec![String::from("aframe"), kind.to_owned()];
    for field in &tag.attributes {
        let range = field.range();
        if set_attribute(&mut entity, field).is_none() {
            entity.problem = Some(Problem { range: range.clone(), part: "shape" });
        }
        entity.used.push(range);
    }
    store.add(entity)
}

/// Sets an attribute of a shape; `None` if it decides the shape or its pose and is not understood.
fn set_attribute(entity: &mut Entity, field: &Field<'_>) -> Option<()> {
    let key = field.key;
    if key == "id" {
        field.text.clone_into(&mut entity.name);
    } else if key == "position" {
        entity.position = Some(numbers(field.text)?.try_into().ok()?);
    } else if key == "rotation" {
        let degrees: [f64; 3] = numbers(field.text)?.try_into().ok()?;
        let [x, y, z] = degrees.map(f64::to_radians);
        entity.rotation = Some(euler("yxz", &[y, x, z])?);
    } else if key == "scale" {
        let factors = numbers(field.text)?;
        return factors.iter().all(|factor| *factor == 1.0).then_some(());
    } else if SIZES.contains(&key) {
        let [size] = <[f64; 1]>::try_from(numbers(field.text)?).ok()?;
        let value = Value { data: Data::Number(size), used: vec![field.range()], at: field.at };
        entity.arguments.push((Some(key.to_owned()), value));
    } else if UNREAD.contains(&key) {
        return None;
    }
    Some(())
}
