//! Objects of POV-Ray: `sphere { <0, 1, 0>, 0.5 pigment { … } }`.
//!
//! **Frames.** The coordinates stay as they are; rotations are about the axes of a left-handed frame, so an object that
//! is rotated or scaled is refused. `translate` moves an object.

use std::ops::Range;

use crate::import::code::evaluate::value::{Data, NamedValue, Value};
use crate::import::code::join::store::{Entity, Problem, Store};

/// Names of the solids of a scene.
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

/// Objects of a text, with their range.
#[derive(Default)]
pub struct Objects<'a> {
    pub at: Range<usize>,
    all: Vec<Object<'a>>,
}

/// Object with the text in its braces.
struct Object<'a> {
    kind: &'a str,
    at: Range<usize>,
    inner: &'a str,
}

/// Returns the objects of a text; empty if none begins with a vector in angle brackets.
pub fn objects(text: &str) -> Objects<'_> {
    let mut found = Objects { at: text.len()..0, all: Vec::new() };
    let mut end = 0;
    let mut is_povray = false;
    let mut candidates = 0;
    for (open, _) in text.match_indices('{') {
        let before = text[..open].trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphabetic() && c != '_').map_or(0, |k| k + 1);
        let kind = &before[start..];
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
        if OBJECTS.contains(&kind) && found.all.len() < MAX_OBJECTS {
            found.all.push(Object { kind, at: start..end, inner });
        }
    }
    let is_alone = found.all.iter().all(|object| object.inner.trim_start().starts_with(['<', 'x', 'y', 'z', '-']));
    if is_povray && is_alone && !found.all.is_empty() { found } else { Objects::default() }
}

/// Returns the offset of the brace that closes the one at `open`.
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

/// Vector or number of an object.
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

/// Adds the objects to the store.
pub fn run(store: &mut Store, objects: &Objects<'_>) {
    for Object { kind, at, inner } in &objects.all {
        let (items, rest) = items(inner);
        let is_known = matches!(
            (*kind, &items[..]),
            ("box", [Item::Vector(_), Item::Vector(_)])
                | ("sphere" | "plane", [Item::Vector(_), Item::Number(_)])
                | ("cylinder", [Item::Vector(_), Item::Vector(_), Item::Number(_)])
        );
        let arguments: Vec<NamedValue> = items.iter().map(|item| (None, item.value(at))).collect();
        let is_moved = ["rotate", "scale", "matrix", "translate", "open", "inverse", "transform"]
            .iter()
            .any(|word| rest.split(|c: char| !c.is_ascii_alphabetic()).any(|own| own == *word));
        let is_read = is_known && !is_moved;
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
