//! Reader of MoveIt's collision objects in YAML, as `ros2 topic echo` prints them: in, `primitives:` with their
//! `dimensions:` and `primitive_poses:`; out, a body with its shapes for each object.
//!
//! **Frames.** The pose of a primitive is relative to the pose of its object. Half-spaces and meshes of an object are
//! not read; an object with one of them is refused.

mod flow;

use std::ops::Range;

use super::godot::value;
use crate::code::evaluate::value;
use crate::code::evaluate::value::{Data, NamedValue, Value};
use crate::code::join::store::Store;
use crate::pose::{IDENTITY_ROTATION, Pose};

/// Maximum number of lines of a text.
const MAX_LINES: usize = 200_000;

/// Maximum depth of the tree of a document.
const MAX_DEPTH: usize = 40;

/// Line without its comment and indentation.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    /// Number of bytes before `text` in its line.
    indent: usize,
    text: &'a str,
    /// Offset of `text` in the whole text, bytes.
    at: usize,
}

/// Node of the tree of a document.
#[derive(Debug)]
enum Node<'a> {
    Map(Vec<(&'a str, Node<'a>)>),
    List(Vec<Node<'a>>),
    Scalar(Line<'a>),
}

impl Node<'_> {
    /// Returns the field with this name; `None` if it is absent, or if the node is no map.
    fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Node::Map(fields) => fields.iter().find(|(key, _)| *key == name).map(|(_, node)| node),
            Node::List(_) | Node::Scalar(_) => None,
        }
    }

    /// Returns the elements of a list; empty for other nodes.
    fn items(&self) -> &[Self] {
        if let Node::List(items) = self { items } else { &[] }
    }
}

/// Collision objects of a text.
#[derive(Debug, Default)]
pub struct Messages<'a> {
    /// Range of the objects in the text, bytes.
    pub at: Range<usize>,
    /// Tree of each object.
    documents: Vec<Node<'a>>,
}

/// Returns the collision objects of a text; empty if there are none.
pub fn messages(text: &str) -> Messages<'_> {
    let keys = ["primitives:", "primitive_poses:"];
    if !keys.iter().all(|key| text.lines().any(|line| line.trim_start_matches([' ', '-']).starts_with(key))) {
        return Messages::default();
    }
    let mut found = Messages { at: Range { start: usize::MAX, end: 0 }, documents: Vec::new() };
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n').take(MAX_LINES) {
        let start = at;
        at += line.len();
        let inner = line.split(" #").next().unwrap_or_default().trim_end();
        let text = inner.trim_start();
        let indent = inner.len() - text.len();
        if text.starts_with("---") || text.starts_with("```") {
            found.add(&lines);
            lines.clear();
        } else if !text.is_empty() && !text.starts_with('#') {
            lines.push(Line { indent, text, at: start + indent });
        }
    }
    found.add(&lines);
    found
}

impl<'a> Messages<'a> {
    /// Adds the document of these lines, if it has primitives.
    fn add(&mut self, lines: &[Line<'a>]) {
        let begin = lines.iter().position(|line| key_of(line.text).is_some()).unwrap_or(0);
        let lines = &lines[begin..];
        let mut next = 0;
        let Some(node) = block(lines, &mut next, 0) else { return };
        let objects = objects_in(node);
        if !objects.is_empty() {
            self.at.start = self.at.start.min(lines.first().map_or(0, |line| line.at));
            self.at.end = lines.last().map_or(0, |line| line.at + line.text.len());
            self.documents.extend(objects);
        }
    }
}

/// Returns the collision objects of a document: the document itself, or the elements of its lists.
fn objects_in(node: Node<'_>) -> Vec<Node<'_>> {
    if node.field("primitives").is_some() {
        return vec![node];
    }
    let Node::Map(fields) = node else { return Vec::new() };
    let mut objects = Vec::new();
    for (_, field) in fields {
        if let Node::List(items) = field {
            objects.extend(items.into_iter().filter(|item| item.field("primitives").is_some()));
        }
    }
    objects
}

/// Returns the key of a line `key: value`, and the text after it; `None` for any other line.
fn key_of(text: &str) -> Option<(&str, &str)> {
    let (key, rest) = text.split_once(':')?;
    let plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || c == '_');
    (plain && (rest.is_empty() || rest.starts_with(' '))).then(|| (key, rest.trim()))
}

/// Returns the remainder of a line, a slice of its text, as a line that is indented by its column.
fn tail<'a>(line: Line<'a>, rest: &'a str) -> Line<'a> {
    let skipped = rest.as_ptr() as usize - line.text.as_ptr() as usize;
    Line { indent: line.indent + skipped, text: rest, at: line.at + skipped }
}

/// Reads the block that begins at line `next`, a list, a map or a scalar, and moves `next` after it. `None` without a
/// line, or if the tree is too deep.
fn block<'a>(lines: &[Line<'a>], next: &mut usize, depth: usize) -> Option<Node<'a>> {
    let first = *lines.get(*next)?;
    if depth > MAX_DEPTH {
        return None;
    }
    if first.text.starts_with("- ") || first.text == "-" {
        return list(lines, next, depth);
    }
    if key_of(first.text).is_none() {
        *next += 1;
        return Some(flow::node(first, depth));
    }
    let mut fields = Vec::new();
    while let Some(line) = lines.get(*next).filter(|line| line.indent == first.indent) {
        let Some((key, rest)) = key_of(line.text) else { break };
        let line = *line;
        *next += 1;
        let node = if !rest.is_empty() {
            flow::node(tail(line, rest), depth)
        } else if lines.get(*next).is_some_and(|line| is_inner(line, first.indent)) {
            block(lines, next, depth + 1)?
        } else {
            Node::Map(Vec::new())
        };
        fields.push((key, node));
    }
    Some(Node::Map(fields))
}

/// Reads the list whose first dash is at line `next`, as [`block`] does.
fn list<'a>(lines: &[Line<'a>], next: &mut usize, depth: usize) -> Option<Node<'a>> {
    let indent = lines.get(*next)?.indent;
    let mut items = Vec::new();
    while let Some(line) = lines.get(*next).filter(|line| line.indent == indent && line.text.starts_with('-')) {
        let rest = line.text[1..].trim_start();
        // The item continues on the lines that are indented more than the dash.
        let mut item_lines = vec![tail(*line, rest)];
        *next += 1;
        while let Some(line) = lines.get(*next).filter(|line| line.indent > indent) {
            item_lines.push(*line);
            *next += 1;
        }
        item_lines.retain(|line| !line.text.is_empty());
        items.push(block(&item_lines, &mut 0, depth + 1)?);
    }
    Some(Node::List(items))
}

/// Whether a line belongs to the value of a key with this indentation; a list may have the indentation of its key.
fn is_inner(line: &Line<'_>, indent: usize) -> bool {
    line.indent > indent || line.indent == indent && line.text.starts_with('-')
}

/// Adds the collision objects to the store.
pub fn run(store: &mut Store, messages: &Messages<'_>) {
    if messages.documents.is_empty() {
        return;
    }
    store.named.libraries.insert("moveit");
    for document in &messages.documents {
        object(store, document);
    }
}

/// Adds the body of a collision object; a pose that is not understood, or a plane or mesh, is a problem of the body.
fn object(store: &mut Store, document: &Node<'_>) {
    let at = first_offset(document);
    let body = store.body(&["moveit", "object"], at);
    if let Some(Node::Scalar(id)) = document.field("id") {
        id.text.trim_matches(['"', '\'']).clone_into(&mut store.entities[body].name);
    }
    let object_pose = document.field("pose").map_or(Some(Pose::default()), |node| pose(store, node));
    let primitives = document.field("primitives").map_or(&[][..], Node::items);
    let poses = document.field("primitive_poses").map_or(&[][..], Node::items);
    let has_others =
        ["planes", "meshes", "plane_poses"].iter().any(|name| document.field(name).is_some_and(|node| !is_empty(node)));
    let is_complete = primitives.len() == poses.len() && !has_others;
    match object_pose.filter(|_| is_complete) {
        Some(pose) => store.entities[body].place_at(pose),
        None => store.mark_unread(body, "pose", at),
    }
    for (k, primitive) in primitives.iter().enumerate() {
        let id = shape(store, primitive, at);
        let local = poses.get(k).and_then(|node| pose(store, node));
        if local.is_none() {
            store.mark_unread(body, "pose", at);
        }
        store.attach(body, id, local, &Vec::new());
    }
}

/// Whether a list or map has no elements.
fn is_empty(node: &Node<'_>) -> bool {
    match node {
        Node::Scalar(line) => line.text == "[]",
        Node::List(items) => items.is_empty(),
        Node::Map(fields) => fields.is_empty(),
    }
}

/// Offset of the first scalar of a node in the text, bytes; 0 without one.
fn first_offset(node: &Node<'_>) -> usize {
    match node {
        Node::Scalar(line) => line.at,
        Node::List(items) => items.first().map_or(0, first_offset),
        Node::Map(fields) => fields.iter().map(|(_, node)| first_offset(node)).find(|at| *at > 0).unwrap_or(0),
    }
}

/// Adds the shape of a primitive, a message `SolidPrimitive`; returns its index in the store.
fn shape(store: &mut Store, primitive: &Node<'_>, at: usize) -> usize {
    let kind = match primitive.field("type") {
        Some(Node::Scalar(line)) => line.text.trim().to_owned(),
        _ => String::new(),
    };
    // The numbers are the constants of the message.
    let kind = match kind.rsplit(['.', ':']).next().unwrap_or_default() {
        "1" | "BOX" => "BOX",
        "2" | "SPHERE" => "SPHERE",
        "3" | "CYLINDER" => "CYLINDER",
        "4" | "CONE" => "CONE",
        _ => "",
    };
    let mut arguments: Vec<NamedValue> =
        vec![(Some(String::from("type")), Value::new(Data::Word(kind.to_owned()), at))];
    let sizes = primitive.field("dimensions").and_then(|node| numbers(store, node));
    let items = sizes.unwrap_or_default().into_iter().map(|value| (None, value)).collect();
    arguments.push((Some(String::from("dimensions")), Value::new(Data::List(std::rc::Rc::new(items)), at)));
    store.shape(&["SolidPrimitive"], &arguments, at)
}

/// Returns the numbers of a list, each with its range in the text.
fn numbers(store: &mut Store, node: &Node<'_>) -> Option<Vec<Value>> {
    match node {
        Node::Scalar(line) => {
            let list = value(store, line.text, line.at);
            let items = list.items().iter().map(|(_, item)| item.clone());
            let all: Vec<Value> = items.filter(|item| item.number().is_some()).collect();
            (all.len() == list.items().len()).then_some(all)
        }
        Node::List(items) => items
            .iter()
            .map(|item| match item {
                Node::Scalar(line) => Some(value(store, line.text, line.at)).filter(|value| value.number().is_some()),
                Node::Map(_) | Node::List(_) => None,
            })
            .collect(),
        Node::Map(_) => None,
    }
}

/// Returns the numbers in the fields of a record, in braces or in lines, by their names; `None` if one of them is
/// missing or not a number.
fn coordinates<const N: usize>(store: &mut Store, node: Option<&Node<'_>>, names: [&str; N]) -> Option<[f64; N]> {
    let record = match node {
        Some(Node::Scalar(line)) => Some(value(store, line.text, line.at)),
        _ => None,
    };
    let mut numbers = [0.0; N];
    for (number, name) in numbers.iter_mut().zip(names) {
        *number = match (&record, node) {
            (Some(record), _) => record.field_number(&[name])?,
            (None, Some(node)) => match node.field(name)? {
                Node::Scalar(line) => value(store, line.text, line.at).number()?,
                Node::Map(_) | Node::List(_) => return None,
            },
            (None, None) => return None,
        };
    }
    Some(numbers)
}

/// Reads a pose: a position in meters, and perhaps an orientation with x, y, z and w. `None` if one is not understood.
fn pose(store: &mut Store, node: &Node<'_>) -> Option<Pose> {
    let position = coordinates(store, node.field("position"), ["x", "y", "z"])?;
    let rotation = match node.field("orientation") {
        None => IDENTITY_ROTATION,
        Some(turn) => match coordinates(store, Some(turn), ["x", "y", "z", "w"])? {
            // An orientation that is not set is printed as zeros, and means no rotation.
            [0.0, 0.0, 0.0, 0.0] => IDENTITY_ROTATION,
            quaternion => value::quaternion(quaternion)?,
        },
    };
    Some(Pose { position, rotation })
}
