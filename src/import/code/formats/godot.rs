//! Reader of Godot's scene and resource files: in, `[sub_resource type="BoxShape3D" id="1"]`, then
//! `size = Vector3(1, 2, 3)`, and nodes with a transform; out, shapes and bodies in the store.
//!
//! **Frames.** `Transform3D` has the rows of its basis, then the origin. Poses of nodes are composed along their
//! parents; the shapes of a body are its children.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use crate::code::evaluate::value::{Field, Value, rotation_of_rows};
use crate::code::join::store::{Problem, Store};
use crate::code::parser::expressions::{Parser, no_type};
use crate::code::parser::token::tokens;
use crate::code::shape::dictionary;
use crate::polygon::is_convex;
use crate::pose::{Pose, about};

/// Maximum number of sections that are read from a text.
const MAX_SECTIONS: usize = 20_000;

/// Words that begin the header of a section.
const SECTION_KINDS: [&str; 5] = ["sub_resource", "gd_scene", "gd_resource", "node", "resource"];

/// Section of a file: the header in square brackets, and the lines below it.
#[derive(Debug)]
pub struct Section<'a> {
    /// First word of the header, one of [`SECTION_KINDS`].
    kind: &'a str,
    /// Text between the square brackets.
    header: &'a str,
    /// Range of the section in the text, bytes.
    pub at: Range<usize>,
    /// Offset of the end of the header's line, bytes.
    header_end: usize,
    fields: Vec<Field<'a>>,
}

/// Returns the sections of a text; empty if none is a shape or a node as Godot writes them.
pub fn sections(text: &str) -> Vec<Section<'_>> {
    let mut found: Vec<Section<'_>> = Vec::new();
    let mut at = 0;
    // Whether the line may belong to the last section.
    let mut is_open = false;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let inner = line.trim_start_matches(|c: char| c.is_whitespace() || c == '`' || c == '>').trim_end();
        let header = inner.trim_end_matches('`').strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let kind = header.map_or("", |header| header.split_whitespace().next().unwrap_or_default());
        if let Some(header) = header
            && SECTION_KINDS.contains(&kind)
        {
            if found.len() >= MAX_SECTIONS {
                return Vec::new();
            }
            found.push(Section { kind, header, at: start..at, header_end: at, fields: Vec::new() });
            is_open = true;
            continue;
        }
        let Some(section) = found.last_mut().filter(|_| is_open) else { continue };
        let field = inner.split_once('=').filter(|(key, _)| !key.trim().is_empty() && !key.trim().contains(' '));
        if let Some((key, text)) = field {
            let value_at = start + (text.as_ptr() as usize - line.as_ptr() as usize);
            section.fields.push(Field { key: key.trim(), text, at: value_at });
            section.at.end = at;
        } else if !inner.is_empty() {
            is_open = false;
        }
    }
    if found.iter().any(has_shape) { found } else { Vec::new() }
}

/// Whether a section is a shape, or a node that has its own shape.
fn has_shape(section: &Section<'_>) -> bool {
    let kind = attribute(section.header, "type").unwrap_or_default();
    if section.kind == "node" { kind.starts_with("CollisionPolygon") } else { is_shape(kind) }
}

/// Whether a type of Godot is a shape that the dictionary has: `BoxShape3D`.
fn is_shape(kind: &str) -> bool {
    kind.contains("Shape") && !dictionary::rows(&[kind]).is_empty()
}

/// Returns the value of an attribute of a header, without its quotes; `None` if it is absent.
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

/// Position of a node of a scene in the world, and the body that it belongs to.
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
    let is_godot3 = sections.iter().any(is_of_godot3);
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
        let is_resource = section.kind == "sub_resource" || section.kind == "gd_resource";
        if is_resource && is_shape(kind) {
            let id = shape(store, section, kind);
            // A shape that no node uses is not a body of the scene.
            store.entities[id].attached = has_nodes;
            shapes.insert(attribute(section.header, "id").unwrap_or_default(), id);
        } else if section.kind == "resource" {
            // The fields of the shape that the file `[gd_resource type="BoxShape3D"]` is; it has no id.
            if let Some(id) = shapes.get("").copied() {
                fields(store, id, section);
            }
        } else if section.kind == "node" {
            node(store, section, kind, &shapes, &mut nodes);
        }
    }
}

/// Whether a section is one of Godot 3: of a file of format 2, or with an id that is a number without quotes.
fn is_of_godot3(section: &Section<'_>) -> bool {
    let has_number_as_id = section.kind == "sub_resource"
        && attribute(section.header, "id").is_some_and(|id| id.parse::<u32>().is_ok())
        && !section.header.contains("id=\"");
    has_number_as_id || section.header.contains("format=2")
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

/// Fields of a shape that do not change its geometry.
const OTHER_FIELDS: [&str; 4] = ["custom_solver_bias", "margin", "resource_name", "script"];

/// Sets the fields of a shape as its arguments.
fn fields(store: &mut Store, id: usize, section: &Section<'_>) {
    for field @ Field { key, text, at } in &section.fields {
        store.judged.push(field.range());
        if OTHER_FIELDS.contains(key) || key.starts_with("metadata") {
            continue;
        }
        let value = value(store, text, *at);
        store.entities[id].used.extend(value.used.iter().cloned());
        store.entities[id].arguments.push((Some((*key).to_owned()), value));
    }
}

/// Evaluates the text of a field, which begins at byte `at` of the whole text; unknown if it
/// begins with no expression.
pub fn value(store: &mut Store, text: &str, at: usize) -> Value {
    let tokens = tokens(text).all;
    let mut parser = Parser::new(&tokens, &no_type);
    let Some(expr) = parser.expression() else { return Value::unknown(at) };
    let mut value = store.value(&expr);
    for range in &mut value.used {
        *range = range.start + at..range.end + at;
    }
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
    let at = section.at.start;
    for field in &section.fields {
        if ["transform", "position", "rotation", "shape"].contains(&field.key) {
            store.judged.push(field.range());
        }
    }
    let root = PlacedNode { pose: Some(Pose::default()), body: None };
    // The parent may be in an instance of another file, whose nodes are not in this text.
    let parent = match attribute(section.header, "parent") {
        None => Some(&root),
        // An excerpt without the root of its scene is in the frame of the root.
        Some(".") if !nodes.contains_key(".") => Some(&root),
        Some(path) => nodes.get(path),
    };
    let local = pose_in_parent(section);
    let pose = parent.and_then(|parent| Some(parent.pose?.then(local?)));
    let mut body = parent.and_then(|parent| parent.body);
    let is_body = (kind.contains("Body") || kind.contains("Area")) && !kind.contains("Shape");
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
        let (owner, pose_in_body) = match body {
            // The pose that the text states has no rounding, unlike one that is composed with an inverse.
            Some((owner, _)) if is_child_of_body(section, nodes) => (owner, local),
            Some((owner, body_pose)) => {
                (owner, body_pose.zip(pose).map(|(body_pose, pose)| body_pose.inverse().then(pose)))
            }
            // A shape outside of a body is a body itself.
            None => {
                let owner = store.body(&["godot", "node"], at);
                name.clone_into(&mut store.entities[owner].name);
                store.entities[owner].place_at(pose.unwrap_or_default());
                (owner, pose.map(|_| Pose::default()))
            }
        };
        match (shape, pose_in_body) {
            (Some(shape), Some(pose_in_body)) => store.attach(owner, shape, Some(pose_in_body), &vec![used]),
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

/// Returns the shape that a node gives its body: a resource by its id, or a polygon in the node itself. `None` for any
/// other node.
fn collider(store: &mut Store, section: &Section<'_>, kind: &str, shapes: &HashMap<&str, usize>) -> Option<Collider> {
    let key = if kind.starts_with("CollisionPolygon") {
        "polygon"
    } else if kind.starts_with("CollisionShape") {
        "shape"
    } else {
        return None;
    };
    let field = section.fields.iter().find(|field| field.key == key)?;
    let text = field.text;
    let shape = match kind {
        "CollisionPolygon2D" => polygon(store, section, text, field.at),
        "CollisionPolygon3D" => None,
        _ => {
            // `SubResource("1_a2b3c")` in Godot 4, `SubResource( 1 )` in Godot 3.
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

/// Whether the parent of a node is at the pose of its body, so that the pose in the body is the one that the text
/// states.
fn is_child_of_body(section: &Section<'_>, nodes: &HashMap<String, PlacedNode>) -> bool {
    let parent = attribute(section.header, "parent").and_then(|path| nodes.get(path));
    parent.is_some_and(|parent| parent.pose.is_some() && parent.body.map(|(_, pose)| pose) == Some(parent.pose))
}
