//! Reader of POV-Ray: in, `sphere { <0, 1, 0>, 0.5 pigment { … } }`; out, a sphere with this center and radius in the
//! store.
//!
//! **Frames.** The coordinates stay as they are; rotations are about the axes of a left-handed frame, so an object that
//! is
//! rotated, scaled or translated is refused.

use std::ops::Range;

use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::{Entity, Problem, Store};

/// Names of solids, also of those that are not read.
const OBJECTS: [&str; 12] = [
    "box",
    "sphere",
    "cylinder",
    "cone",
    "plane",
    "torus",
    "mesh",
    "union",
    "difference",
    "intersection",
    "blob",
    "merge",
];

/// Maximum number of objects in a text.
const MAX_OBJECTS: usize = 2_000;

/// Maximum length of an object, bytes.
const MAX_OBJECT_BYTES: usize = 20_000;

/// Objects of a text.
#[derive(Default)]
pub struct Objects<'a> {
    /// Range of the objects in the text, bytes.
    pub at: Range<usize>,
    solids: Vec<Object<'a>>,
}

/// Solid of a text.
struct Object<'a> {
    kind: &'a str,
    /// Range of the object in the text, bytes.
    at: Range<usize>,
    /// Text between the braces.
    inner: &'a str,
}

/// Returns the objects of a text; empty if none begins with a vector in angle brackets, or if a solid begins with
/// anything but a vector or an axis, as in other languages.
pub fn objects(text: &str) -> Objects<'_> {
    let mut found = Objects { at: text.len()..0, solids: Vec::new() };
    let mut end = 0;
    let mut is_povray = false;
    let mut candidates = 0;
    for (open, _) in text.match_indices('{') {
        let before = text[..open].trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphabetic() && c != '_').map_or(0, |k| k + 1);
        let kind = &before[start..];
        // An object inside of another, such as a child of a union, is a part of that.
        if start < end || !OBJECTS.contains(&kind) && !["camera", "light_source", "background"].contains(&kind) {
            continue;
        }
        candidates += 1;
        if candidates > MAX_OBJECTS {
            break;
        }
        let Some(close) = closing(text, open) else { continue };
        end = close + 1;
        found.at = found.at.start.min(start)..end;
        let inner = &text[open + 1..close];
        is_povray |= inner.trim_start().starts_with('<');
        if OBJECTS.contains(&kind) && found.solids.len() < MAX_OBJECTS {
            found.solids.push(Object { kind, at: start..end, inner });
        }
    }
    let begin_with_vectors =
        found.solids.iter().all(|object| object.inner.trim_start().starts_with(['<', 'x', 'y', 'z', '-']));
    if is_povray && begin_with_vectors && !found.solids.is_empty() { found } else { Objects::default() }
}

/// Returns the offset of the brace that closes the one at `open`, bytes; `None` for an object that is not closed or too
/// long.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (k, byte) in text.bytes().enumerate().skip(open).take(MAX_OBJECT_BYTES) {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(k),
            b'}' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Argument of an object.
enum Item {
    Vector([f64; 3]),
    Number(f64),
}

impl Item {
    /// Converts to a value of the object in this range.
    fn value(&self, at: &Range<usize>) -> Value {
        let data = match self {
            Item::Vector(vector) => Data::Vector(vector.to_vec()),
            Item::Number(number) => Data::Number(*number),
        };
        Value { data, used: vec![at.clone()], at: at.start }
    }
}

/// Reads the vectors and numbers at the start of an object; returns them with the text after them.
fn items(inner: &str) -> (Vec<Item>, &str) {
    let mut found = Vec::new();
    let mut rest = inner.trim_start();
    loop {
        rest = rest.trim_start_matches([',', ' ', '\n', '\t', '\r']);
        if let Some(vector) = rest.strip_prefix('<') {
            let Some((vector, after)) = vector.split_once('>') else { break };
            let numbers: Option<Vec<f64>> = vector.split(',').map(|word| word.trim().parse().ok()).collect();
            let Some(vector) = numbers.and_then(|all| <[f64; 3]>::try_from(all).ok()) else { break };
            found.push(Item::Vector(vector));
            rest = after;
            continue;
        }
        let axis = ["x", "y", "z"].iter().position(|axis| rest.strip_prefix(axis).is_some_and(ends_word));
        if let Some(k) = axis {
            let mut vector = [0.0; 3];
            vector[k] = 1.0;
            found.push(Item::Vector(vector));
            rest = &rest[1..];
            continue;
        }
        let length = rest.find(|c: char| !(c.is_ascii_digit() || "+-.eE".contains(c))).unwrap_or(rest.len());
        let Ok(number) = rest[..length].parse() else { break };
        found.push(Item::Number(number));
        rest = &rest[length..];
    }
    (found, rest)
}

/// Whether a name ends before a text.
fn ends_word(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
}

/// Words after the arguments of an object that change its pose or its solid.
const MODIFIERS: [&str; 7] = ["rotate", "scale", "matrix", "translate", "open", "inverse", "transform"];

/// Adds the objects to the store.
pub fn run(store: &mut Store, objects: &Objects<'_>) {
    for Object { kind, at, inner } in &objects.solids {
        let (items, rest) = items(inner);
        let is_known = matches!(
            (*kind, &items[..]),
            ("box", [Item::Vector(_), Item::Vector(_)])
                | ("sphere" | "plane", [Item::Vector(_), Item::Number(_)])
                | ("cylinder", [Item::Vector(_), Item::Vector(_), Item::Number(_)])
        );
        let arguments: Vec<NamedValue> = items.iter().map(|item| (None, item.value(at))).collect();
        let mut words = rest.split(|c: char| !c.is_ascii_alphabetic());
        let is_read = is_known && !words.any(|word| MODIFIERS.contains(&word));
        let mut entity = Entity { at: at.start, is_shape: true, used: vec![at.clone()], ..Entity::default() };
        entity.path = vec![String::from("povray"), (*kind).to_owned()];
        entity.arguments = arguments;
        entity.position = Some([0.0; 3]);
        if !is_read {
            entity.problem = Some(Problem { range: at.clone(), part: "shape" });
        }
        store.add(entity);
    }
}
