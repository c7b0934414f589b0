//! Sections of Godot's scene and resource files: `[sub_resource type="BoxShape3D" id="1"]`, then
//! `size = Vector3(1, 2, 3)`.
//!
//! **Frames.** `Transform3D` has the rows of its basis, then the origin. Poses of nodes are composed along their
//! parents; the shapes of a body are its parts.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use crate::import::code::evaluate::value::{Field, Value, rotation_of_rows};
use crate::import::code::join::store::{Problem, Store};
use crate::import::code::parser::expressions::{Parser, no_type};
use crate::import::code::parser::token::{closing, tokens};
use crate::import::code::shape::dictionary;
use crate::import::polygon::is_convex;
use crate::import::pose::{Pose, about};

/// Maximum number of sections that are read from a text.
const MAX_SECTIONS: usize = 20_000;

/// Section of a file: the header in square brackets, and the lines below it.
#[derive(Debug)]
pub struct Section<'a> {
    kind: &'a str,
    header: &'a str,
    pub at: Range<usize>,
    /// Offset of the end of the header's line, bytes.
    header_end: usize,
    fields: Vec<Field<'a>>,
}

/// Returns the sections of a text; empty if none is a shape or a node as Godot writes them.
pub fn sections(text: &str) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    let mut at = 0;
    let mut open = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let inner = line.trim_start_matches(|c: char| c.is_whitespace() || c == '`' || c == '>').trim_end();
        let header = inner.trim_end_matches('`').strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let kind = header.map_or("", |header| header.split_whitespace().next().unwrap_or_default());
        if let (Some(header), true) =
            (header, ["sub_resource", "gd_scene", "gd_resource", "node", "resource"].contains(&kind))
        {
            if found.len() >= MAX_SECTIONS {
                return Vec::new();
            }
            found.push(Section { kind, header, at: start..at, header_end: at, fields: Vec::new() });
            open = true;
            continue;
        }
        let field = inner.split_once('=').filter(|(key, _)| !key.trim().is_empty() && !key.trim().contains(' '));
        match (found.last_mut().filter(|_| open), field) {
            (Some(section), Some((key, text))) => {
                let value_at = start + (text.as_ptr() as usize - line.as_ptr() as usize);
                section.fields.push(Field { key: key.trim(), text, at: value_at });
                section.at.end = at;
            }
            (Some(_), None) if inner.is_empty() => {}
            _ => open = false,
        }
    }
    let shaped = found.iter().any(|section| {
        let kind = attribute(section.header, "type").unwrap_or_default();
        if section.kind == "node" { kind.starts_with("CollisionPolygon") } else { is_shape(kind) }
    });
    if shaped { found } else { Vec::new() }
}

/// Whether a kind of section is a shape.
fn is_shape(kind: &str) -> bool {
    kind.contains("Shape") && !dictionary::rows(&[kind]).is_empty()
}

/// Returns an attribute of a header, without its quotes.
fn attribute<'a>(header: &'a str, name: &str) -> Option<&'a str> {
    let at = header
        .match_indices(name)
        .map(|(at, _)| at)
        .find(|at| header[..*at].ends_with(' ') && header[at + name.len()..].starts_with('='))?;
    let rest = &header[at + name.len() + 1..];
    match rest.strip_prefix('"') {
        Some(inner) => inner.split('"').next(),
        None => rest.split_whitespace().next(),
    }
}

/// Node of a scene.
struct PlacedNode {
    /// Pose in the world; `None` if it is not understood.
    pose: Option<Pose>,
    /// Index in the store of the body, and its pose in the world. The body may be the node itself or an ancestor.
    body: Option<(usize, Option<Pose>)>,
}

/// Adds the shapes and bodies of the sections to the store.
pub fn run(store: &mut Store, sections: &[Section<'_>]) {
    if sections.is_empty() {
        return;
    }
    let is_godot3 = sections.iter().any(|section| section.header.contains("format=2"))
        || sections.iter().any(|section| {
            section.kind == "sub_resource"
                && attribute(section.header, "id").is_some_and(|id| id.parse::<u32>().is_ok())
                && !section.header.contains("id=\"")
        });
    for library in ["godot", "godot3"] {
        store.named.libraries.remove(library);
    }
    store.named.libraries.insert(if is_godot3 { "godot3" } else { "godot" });
    let has_nodes = sections.iter().any(|section| section.kind == "node");
    let mut shapes: HashMap<&str, usize> = HashMap::new();
    let mut nodes: HashMap<String, PlacedNode> = HashMap::new();
    nodes.extend(absent_parent(sections).map(|path| (path, PlacedNode { pose: Some(Pose::default()), body: None })));
    for section in sections {
        let kind = attribute(section.header, "type").unwrap_or_default();
        // The header line; fields follow one by one.
        store.judged.push(section.at.start..section.header_end);
        if section.kind == "sub_resource" && is_shape(kind) || section.kind == "gd_resource" && is_shape(kind) {
            let id = shape(store, section, kind);
            // A shape that no node uses is not a body of the scene.
            store.entities[id].attached = has_nodes;
            shapes.insert(attribute(section.header, "id").unwrap_or_default(), id);
        } else if section.kind == "resource" {
            if let Some(id) = shapes.get("").copied() {
                fields(store, id, section);
            }
        } else if section.kind == "node" {
            node(store, section, kind, &shapes, &mut nodes);
        }
    }
}

/// Path of a node from the root of its scene, as the nodes below it state their parent.
fn path_in_scene(section: &Section<'_>) -> String {
    let name = attribute(section.header, "name").unwrap_or_default();
    match attribute(section.header, "parent") {
        None => String::from("."),
        Some(".") => name.to_owned(),
        Some(parent) => format!("{parent}/{name}"),
    }
}

/// Returns the parent that a part of a scene does not show, in whose frame its nodes are: the root of the scene, else
/// the only such parent.
fn absent_parent(sections: &[Section<'_>]) -> Option<String> {
    let nodes: Vec<&Section<'_>> = sections.iter().filter(|section| section.kind == "node").collect();
    let paths: HashSet<String> = nodes.iter().map(|section| path_in_scene(section)).collect();
    let absent: BTreeSet<&str> = nodes
        .iter()
        .filter_map(|section| attribute(section.header, "parent"))
        .filter(|parent| !paths.contains(*parent))
        .collect();
    match (absent.contains("."), absent.len()) {
        (true, _) => Some(String::from(".")),
        (false, 1) if !paths.contains(".") => absent.first().map(|path| (*path).to_owned()),
        _ => None,
    }
}

/// Adds the shape of a section; returns its index.
fn shape(store: &mut Store, section: &Section<'_>, kind: &str) -> usize {
    let id = store.shape(&[kind], &[], section.at.start);
    fields(store, id, section);
    id
}

/// Sets the fields of a shape as its arguments.
fn fields(store: &mut Store, id: usize, section: &Section<'_>) {
    for Field { key, text, at } in &section.fields {
        if ["custom_solver_bias", "margin", "resource_name", "script"].contains(key) || key.starts_with("metadata") {
            store.judged.push(*at..*at + text.len());
            continue;
        }
        store.judged.push(*at..*at + text.len());
        let value = value(store, text, *at);
        store.entities[id].used.extend(value.used.iter().cloned());
        store.entities[id].arguments.push((Some((*key).to_owned()), value));
    }
}

/// Evaluates the text of a field, which begins at byte `at` of the whole text.
pub fn value(store: &mut Store, text: &str, at: usize) -> Value {
    let all = tokens(text);
    let mut parser = Parser::new(&all.all, &no_type);
    let Some(expr) = parser.expression().filter(|_| closing(&all.all).len() == all.all.len()) else {
        return Value::unknown(at);
    };
    let mut value = store.value(&expr);
    value.used.iter_mut().for_each(|range| *range = range.start + at..range.end + at);
    value.at += at;
    value
}

/// Parses the numbers of a call with this name: `Transform3D(1, 0, …)`.
fn numbers(text: &str, name: &str) -> Option<Vec<f64>> {
    let inner = text.trim().trim_end_matches('`').strip_prefix(name)?.trim().strip_prefix('(')?.strip_suffix(')')?;
    inner.split(',').map(|word| word.trim().parse().ok()).collect()
}

/// Returns the pose of a node in its parent; `None` if it is not understood.
fn pose_in_parent(section: &Section<'_>) -> Option<Pose> {
    let mut pose = Pose::default();
    for Field { key, text, .. } in &section.fields {
        match *key {
            "transform" => {
                let all = numbers(text, "Transform3D").or_else(|| numbers(text, "Transform"))?;
                let [basis @ .., x, y, z] = &all[..] else { return None };
                if basis.len() != 9 {
                    return None;
                }
                let rows: Vec<Vec<f64>> = basis.chunks(3).map(<[f64]>::to_vec).collect();
                pose = Pose { position: [*x, *y, *z], rotation: rotation_of_rows(&rows)? };
            }
            "position" => {
                let all = numbers(text, "Vector2")?;
                let [x, y] = all[..] else { return None };
                pose.position = [x, y, 0.0];
            }
            "rotation" => pose.rotation = about([0.0, 0.0, 1.0], text.trim().trim_end_matches('`').parse().ok()?)?,
            "scale" | "rotation_degrees" | "skew" | "translation" | "top_level" => return None,
            _ => {}
        }
    }
    Some(pose)
}

/// Adds a node: computes its pose in the world, and attaches its shape to its body.
fn node(
    store: &mut Store,
    section: &Section<'_>,
    kind: &str,
    shapes: &HashMap<&str, usize>,
    nodes: &mut HashMap<String, PlacedNode>,
) {
    let name = attribute(section.header, "name").unwrap_or_default();
    let parent = attribute(section.header, "parent");
    let root = PlacedNode { pose: Some(Pose::default()), body: None };
    // The parent may be in an instance of another file, whose nodes are not in this text.
    let around = match parent {
        None => Some(&root),
        // An excerpt without the root of its scene is in the frame of the root.
        Some(".") if !nodes.contains_key(".") => Some(&root),
        Some(path) => nodes.get(path),
    };
    let own = pose_in_parent(section);
    let read =
        section.fields.iter().filter(|field| ["transform", "position", "rotation", "shape"].contains(&field.key));
    store.judged.extend(read.map(Field::range));
    let pose = around.and_then(|around| Some(around.pose?.then(own?)));
    let mut body = around.and_then(|around| around.body);
    let is_body = (kind.contains("Body") || kind.contains("Area")) && !kind.contains("Shape");
    let at = section.at.start;
    if is_body {
        let id = store.body(&["godot", "node"], at);
        name.clone_into(&mut store.entities[id].name);
        match pose {
            Some(pose) => store.entities[id].place_at(pose),
            None => store.entities[id].problem = Some(Problem { range: at..section.at.end, part: "pose" }),
        }
        body = Some((id, pose));
    }
    if let Some(Collider { shape, at: used }) = collider(store, section, kind, shapes) {
        let (owner, inside) = match body {
            Some((owner, outer)) => (owner, outer.zip(pose).map(|(outer, pose)| outer.inverse().then(pose))),
            None => {
                let owner = store.body(&["godot", "node"], at);
                name.clone_into(&mut store.entities[owner].name);
                store.entities[owner].place_at(pose.unwrap_or_default());
                (owner, pose.map(|_| Pose::default()))
            }
        };
        let inside = if body.is_some() && is_child(parent, nodes, body) { own } else { inside };
        match (shape, inside) {
            (Some(shape), Some(inside)) => store.attach(owner, shape, Some(inside), &vec![used]),
            (shape, _) => attach_unread_shape(store, owner, shape, section),
        }
    }
    nodes.insert(path_in_scene(section), PlacedNode { pose, body });
}

/// Shape that a node gives its body.
struct Collider {
    /// Index in the store; `None` if it is not read.
    shape: Option<usize>,
    /// Range of the field that states the shape, bytes.
    at: Range<usize>,
}

/// Returns the shape of a node that gives its body one.
fn collider(store: &mut Store, section: &Section<'_>, kind: &str, shapes: &HashMap<&str, usize>) -> Option<Collider> {
    let key = if kind.starts_with("CollisionPolygon") { "polygon" } else { "shape" };
    let field = section.fields.iter().find(|field| field.key == key);
    let field = field.filter(|_| kind.starts_with("CollisionShape") || kind.starts_with("CollisionPolygon"))?;
    let text = field.text;
    let shape = match kind {
        "CollisionPolygon2D" => polygon(store, section, text, field.at),
        "CollisionPolygon3D" => None,
        _ => {
            let id = text.split('"').nth(1).or_else(|| text.split(['(', ')']).nth(1)).unwrap_or_default().trim();
            shapes.get(id).copied()
        }
    };
    Some(Collider { shape, at: field.range() })
}

/// Adds the shape of a filled, convex polygon, whose text begins at byte `at`; `None` for any other polygon.
fn polygon(store: &mut Store, section: &Section<'_>, text: &str, at: usize) -> Option<usize> {
    let all = ["PackedVector2Array", "PoolVector2Array"].iter().find_map(|name| numbers(text, name))?;
    let is_filled = section.fields.iter().all(|field| field.key != "build_mode" || field.text.trim() == "0");
    let vertices: Vec<[f64; 2]> = all.chunks_exact(2).map(|point| [point[0], point[1]]).collect();
    if !is_filled || vertices.len() < 3 || !is_convex(&vertices) {
        return None;
    }
    let points = value(store, text, at);
    store.judged.push(at..at + text.len());
    let id = store.shape(&["ConvexPolygonShape2D"], &[], section.at.start);
    store.entities[id].used.extend(points.used.iter().cloned());
    store.entities[id].arguments.push((Some(String::from("points")), points));
    Some(id)
}

/// Attaches a shape whose pose is not understood; without a shape, attaches one of a type that is not read. Both make
/// the body an error.
fn attach_unread_shape(store: &mut Store, owner: usize, shape: Option<usize>, section: &Section<'_>) {
    let at = section.at.start;
    match shape {
        Some(shape) => {
            store.attach(owner, shape, None, &Vec::new());
            store.entities[owner].problem = Some(Problem { range: at..section.at.end, part: "pose" });
        }
        None => {
            let unread = store.shape(&["ConcavePolygonShape3D", "new"], &[], at);
            store.attach(owner, unread, None, &Vec::new());
        }
    }
}

/// Whether the parent of a node is the body itself, so that the pose in the body is the one that the text states.
fn is_child(parent: Option<&str>, nodes: &HashMap<String, PlacedNode>, body: Option<(usize, Option<Pose>)>) -> bool {
    let outer = parent.and_then(|parent| nodes.get(parent));
    outer.is_some_and(|outer| {
        outer.pose.is_some() && outer.body.map(|(_, pose)| pose) == Some(outer.pose) && body.is_some()
    })
}
