//! Search for shapes and poses in a tree, in their order.

use super::debugger;
use super::parts;
use super::pose::{self, Placed};
use super::record;
use super::shape::{self, Made};
use super::token::Token;
use super::tree::{ErrorAt, Node};
use crate::import::pose::Pose;
use crate::scene::model::{Part, Shape};

/// Shape or pose in a text, with the tokens that state it and a sentence for the note.
#[derive(Debug)]
pub(super) enum Found<'a> {
    Shape {
        name: String,
        shape: Shape,
        pose: Option<Pose>,
        used: Vec<Token<'a>>,
        note: Option<String>,
    },
    Pose {
        name: String,
        pose: Pose,
        used: Vec<Token<'a>>,
        note: Option<String>,
        at: usize,
    },
    /// Position that belongs to no shape.
    Loose {
        at: usize,
    },
    /// Malformed shape or pose.
    Malformed {
        at: usize,
        why: String,
    },
}

/// Returns the shapes and poses of a tree, in order.
pub(super) fn all<'a>(nodes: &[Node<'a>]) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    walk(nodes, "", &mut found);
    found
}

/// Walks through sibling nodes; `name` is that of the enclosing node.
fn walk<'a>(nodes: &[Node<'a>], name: &str, found: &mut Vec<Found<'a>>) {
    let start = found.len();
    let mut k = 0;
    while let Some(node) = nodes.get(k) {
        if let Some((placed, count)) = pose::read_run(&nodes[k..]) {
            found.push(found_pose(placed, node.start(), label(node).unwrap_or_default()));
            k += count;
            continue;
        }
        if let Some((made, count)) = shape::read_run(&nodes[k..]) {
            found.push(found_shape(made, label(node).unwrap_or_default().trim_end_matches(" Box").to_owned()));
            k += count + place_last(found, &nodes[k + count..]);
            continue;
        }
        if let Some((made, count)) = record::read_run(&nodes[k..]) {
            found.push(found_shape(made, record::name(node)));
            k += count + place_last(found, &nodes[k + count..]);
            continue;
        }
        k += 1;
        let own = label(node).unwrap_or_else(|| name.to_owned());
        if let Some(made) = compound(node, &own) {
            found.push(made);
            continue;
        }
        let shape = parts::read(node).or_else(|| debugger::read(node)).or_else(|| shape::read(node));
        match (shape, pose::read(node)) {
            (Some(made), _) => {
                found.push(found_shape(made, own));
                if let Some(placed) = pose::read_within(node) {
                    place(found, placed);
                    continue;
                }
                // A pose in brackets is not joined here: it is assigned later, with all other poses.
                if nodes.get(k).is_some_and(|next| pose::read(next).is_none()) {
                    k += place_last(found, &nodes[k..]);
                }
            }
            (None, Some(placed)) => found.push(found_pose(placed, node.start(), own)),
            (None, None) => {
                if pose::is_position(node) {
                    found.push(Found::Loose { at: node.start() });
                }
                walk(node.items(), &own, found);
            }
        }
    }
    join_only_siblings(found, start);
}

/// Gives the last shape the pose directly after it. Returns the number of nodes of the pose.
fn place_last<'a>(found: &mut Vec<Found<'a>>, rest: &[Node<'a>]) -> usize {
    match record::pose_after(rest) {
        Some((placed, count)) => {
            place(found, placed);
            count
        }
        None => 0,
    }
}

/// Gives the last shape a pose.
fn place<'a>(found: &mut Vec<Found<'a>>, placed: Result<Placed<'a>, ErrorAt>) {
    match (placed, found.last_mut()) {
        (Ok(placed), Some(Found::Shape { pose, used, note, .. })) => {
            *pose = Some(placed.pose);
            used.extend(placed.used);
            *note = note.take().or(placed.note);
        }
        (Ok(_), _) => {}
        (Err((at, why)), _) => found.push(Found::Malformed { at, why }),
    }
}

/// Names of the lists of parts in compounds.
const PART_LISTS: [&str; 5] = ["shapes", "subshapes", "children", "childshapes", "parts"];

/// Reads a compound: all shapes in its list of parts, or in its brackets, each at the pose next to it.
fn compound<'a>(node: &Node<'a>, name: &str) -> Option<Found<'a>> {
    if !node.head.iter().chain(&node.key).any(|token| shape::last(token.text).contains("compound")) {
        return None;
    }
    let inside = node.items();
    let mut found = Vec::new();
    let list = inside.iter().find(|item| {
        let key = item.key.last().map(Token::plain_name);
        key.is_some_and(|key| PART_LISTS.contains(&key.strip_prefix('m').unwrap_or(&key)))
    });
    walk(list.map_or(inside, Node::items), "", &mut found);
    let mut used: Vec<Token<'a>> = node.key.iter().filter(|_| node.key.len() <= 4).copied().collect();
    used.extend(node.head.iter().chain(list.iter().flat_map(|list| &list.key)));
    let mut made = Vec::new();
    let mut sentences = Vec::new();
    for one in found {
        match one {
            Found::Malformed { at, why } => return Some(Found::Malformed { at, why }),
            Found::Shape { shape: Shape::HalfSpace { .. }, .. } => {
                let why = String::from("a half-space is infinite and cannot be a child of a compound");
                return Some(Found::Malformed { at: node.start(), why });
            }
            Found::Shape { shape, pose, used: words, note, .. } => {
                let Pose { position, rotation } = pose.unwrap_or_default();
                made.push(Part { name: None, shape, position, rotation });
                used.extend(words);
                sentences.extend(note);
            }
            // The pose may be that of the whole compound, or of something else: it stays quoted.
            Found::Pose { .. } | Found::Loose { .. } => {}
        }
    }
    if made.is_empty() {
        return None;
    }
    sentences.dedup();
    let note = (!sentences.is_empty()).then(|| sentences.join(" "));
    Some(Found::Shape { name: name.to_owned(), shape: Shape::Compound { parts: made }, pose: None, used, note })
}

/// Converts the result of a reader of shapes.
fn found_shape(made: Result<Made<'_>, ErrorAt>, name: String) -> Found<'_> {
    match made {
        Ok(Made { shape, used, note }) => Found::Shape { name, shape, pose: None, used, note: note.map(str::to_owned) },
        Err((at, why)) => Found::Malformed { at, why },
    }
}

/// Converts the result of a reader of poses; `at` is the offset of the pose in the text, bytes.
fn found_pose<'a>(placed: Result<Placed<'a>, ErrorAt>, at: usize, name: String) -> Found<'a> {
    match placed {
        Ok(Placed { pose, used, note }) => Found::Pose { name, pose, used, note, at },
        Err((at, why)) => Found::Malformed { at, why },
    }
}

/// Joins a shape and a pose that are the only siblings.
fn join_only_siblings(found: &mut Vec<Found<'_>>, start: usize) {
    let (a, b) = match &found[start..] {
        [Found::Shape { pose: None, .. }, Found::Pose { .. }] => (start, start + 1),
        [Found::Pose { .. }, Found::Shape { pose: None, .. }] => (start + 1, start),
        _ => return,
    };
    let Some(Found::Pose { pose, used, note, .. }) = found.get_mut(b).map(std::mem::take) else { return };
    if let Some(Found::Shape { pose: own, used: all, note: sentence, .. }) = found.get_mut(a) {
        *own = Some(pose);
        all.extend(used);
        *sentence = match (sentence.take(), note) {
            (Some(one), Some(other)) => Some(format!("{one} {other}")),
            (one, other) => one.or(other),
        };
    }
    found.remove(b);
}

impl Default for Found<'_> {
    fn default() -> Self {
        Self::Malformed { at: 0, why: String::new() }
    }
}

/// Whether a word may be part of a variable's name: it is neither a keyword nor a type of shapes.
fn is_name(token: &Token<'_>) -> bool {
    !DECLARATIONS.contains(&token.text) && !shape::is_type(token.text)
}

/// Returns the name of a shape or pose: the words before `=` or `:`, unless they are its type; in a sentence, the first
/// word.
fn label(node: &Node<'_>) -> Option<String> {
    let words: Vec<&str> = node.key.iter().filter(|token| is_name(token)).map(|token| token.text).collect();
    let words = match words.len() {
        0 | 5.. if node.head.len() > 2 => {
            node.head.iter().filter(|token| is_name(token)).take(1).map(|token| token.text).collect()
        }
        5.. => return None,
        _ => words,
    };
    let name = words.join(" ");
    (!name.is_empty()).then_some(name)
}

/// Keywords before a name in code.
const DECLARATIONS: [&str; 8] = ["let", "mut", "const", "auto", "var", "is", "static", "btConvexShape"];
