//! Elements of A-Frame: `<a-box position="-1 0.5 -3" width="2" height="1" depth="0.5"></a-box>`.
//!
//! **Frames.** Rotations are degrees about x, y, z, applied in three's order `YXZ`. An element without a position is at
//! the origin. The text is refused if a shape is in an element with a pose or a scale, which would move the shape.

use std::ops::Range;

use crate::import::code::evaluate::value::{Data, Field, Value, euler};
use crate::import::code::join::store::{Entity, Problem, Store};

/// Names of primitives, with those of their types in the dictionary.
const SHAPES: [(&str, &str); 3] = [("a-box", "box"), ("a-sphere", "sphere"), ("a-cylinder", "cylinder")];

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
    if !SHAPES.iter().any(|(name, _)| text.contains(&format!("<{name}"))) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|k| from + k).filter(|_| found.len() < MAX_TAGS) {
        from = at + 1;
        let is_closing = text[from..].starts_with('/');
        let rest = &text[from + usize::from(is_closing)..];
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(rest.len());
        let Some(end) = text[at..].find('>').map(|k| at + k + 1).filter(|_| rest.starts_with("a-")) else { continue };
        let start = from + usize::from(is_closing) + length;
        let attributes = text.get(start..end).map_or_else(Vec::new, |inner| attributes(inner, start));
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
        let moves_children =
            tag.attributes.iter().any(|field| ["position", "rotation", "scale", "mixin"].contains(&field.key));
        if let Some((_, kind)) = SHAPES.iter().find(|(name, _)| *name == tag.name) {
            let id = shape(store, tag, kind);
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
    for Field { key, text, at } in &tag.attributes {
        let all = numbers(text);
        let range = *at..at + text.len();
        let understood = match (*key, all.as_deref()) {
            ("id", _) => {
                (*text).clone_into(&mut entity.name);
                true
            }
            ("position", Some([x, y, z])) => {
                entity.position = Some([*x, *y, *z]);
                true
            }
            ("rotation", Some([x, y, z])) => {
                let [x, y, z] = [x, y, z].map(|angle| angle.to_radians());
                entity.rotation = euler("yxz", &[y, x, z]);
                entity.rotation.is_some()
            }
            ("scale", Some(all)) => all.iter().all(|factor| *factor == 1.0),
            ("width" | "height" | "depth" | "radius", Some([size])) => {
                let value = Value { data: Data::Number(*size), used: vec![range.clone()], at: *at };
                entity.arguments.push((Some((*key).to_owned()), value));
                true
            }
            (key, _) => {
                let decides = ["theta-length", "phi-length", "open-ended", "geometry", "mixin"];
                let sizes = ["position", "rotation", "scale", "width", "height", "depth", "radius"];
                !decides.contains(&key) && !sizes.contains(&key)
            }
        };
        if !understood {
            entity.problem = Some(Problem { range: range.clone(), part: "shape" });
        }
        entity.used.push(range);
    }
    store.add(entity)
}
