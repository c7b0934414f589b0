//! Search for shapes and poses in a tree, in their order.

use super::parts;
use super::pose::{self, Placed};
use super::shape::{self, Made};
use super::token::Token;
use super::tree::{Node, Wrong};
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
        said: Option<String>,
    },
    Pose {
        name: String,
        pose: Pose,
        used: Vec<Token<'a>>,
        said: Option<String>,
        at: usize,
    },
    /// Malformed shape or pose.
    Wrong {
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
        if let Some((placed, count)) = pose::of_run(&nodes[k..]) {
            found.push(of_pose(placed, node.start(), label(node).unwrap_or_default()));
            k += count;
            continue;
        }
        if let Some((made, count)) = shape::of_run(&nodes[k..]) {
            found.push(of_shape(made, label(node).unwrap_or_default().trim_end_matches(" Box").to_owned()));
            k += count;
            continue;
        }
        k += 1;
        let own = label(node).unwrap_or_else(|| name.to_owned());
        if let Some(made) = compound(node, &own) {
            found.push(made);
            continue;
        }
        match (parts::read(node).or_else(|| shape::read(node)), pose::read(node)) {
            (Some(made), _) => found.push(of_shape(made, own)),
            (None, Some(placed)) => found.push(of_pose(placed, node.start(), own)),
            (None, None) => walk(node.items(), &own, found),
        }
    }
    join(found, start);
}

/// Names of the lists of parts in compounds.
const LISTS: [&str; 5] = ["shapes", "subshapes", "children", "childshapes", "parts"];

/// Reads a compound: all shapes in its list of parts, or in its brackets, each at the pose next to it.
fn compound<'a>(node: &Node<'a>, name: &str) -> Option<Found<'a>> {
    let inside = match node.head.iter().chain(&node.key).any(|token| shape::last(token.text).contains("compound")) {
        true => node.items(),
        false => return None,
    };
    let mut found = Vec::new();
    let list = inside.iter().find(|item| {
        let key = item.key.last().map(|key| key.text.to_ascii_lowercase().replace('_', ""));
        key.is_some_and(|key| LISTS.contains(&key.strip_prefix('m').unwrap_or(&key)))
    });
    walk(list.map_or(inside, Node::items), "", &mut found);
    let mut used: Vec<Token<'a>> = node.key.iter().filter(|_| node.key.len() <= 4).copied().collect();
    used.extend(node.head.iter().chain(list.iter().flat_map(|list| &list.key)));
    let mut made = Vec::new();
    let mut sentences = Vec::new();
    for one in found {
        match one {
            Found::Wrong { at, why } => return Some(Found::Wrong { at, why }),
            Found::Shape { shape: Shape::HalfSpace { .. }, .. } => {
                let why = String::from("a half-space is infinite and cannot be a child of a compound");
                return Some(Found::Wrong { at: node.start(), why });
            }
            Found::Shape { shape, pose, used: words, said, .. } => {
                let Pose { position, rotation } = pose.unwrap_or_default();
                made.push(Part { name: None, shape, position, rotation });
                used.extend(words);
                sentences.extend(said);
            }
            // A pose of the whole, or of nothing: it stays quoted.
            Found::Pose { .. } => {}
        }
    }
    if made.is_empty() {
        return None;
    }
    sentences.dedup();
    let said = (!sentences.is_empty()).then(|| sentences.join(" "));
    Some(Found::Shape { name: name.to_owned(), shape: Shape::Compound { parts: made }, pose: None, used, said })
}

fn of_shape(made: Result<Made<'_>, Wrong>, name: String) -> Found<'_> {
    match made {
        Ok(Made { shape, used, said }) => Found::Shape { name, shape, pose: None, used, said: said.map(str::to_owned) },
        Err((at, why)) => Found::Wrong { at, why },
    }
}

fn of_pose<'a>(placed: Result<Placed<'a>, Wrong>, at: usize, name: String) -> Found<'a> {
    match placed {
        Ok(Placed { pose, used, said }) => Found::Pose { name, pose, used, said, at },
        Err((at, why)) => Found::Wrong { at, why },
    }
}

/// Joins a shape and a pose that are the only siblings.
fn join(found: &mut Vec<Found<'_>>, start: usize) {
    let (a, b) = match &found[start..] {
        [Found::Shape { pose: None, .. }, Found::Pose { .. }] => (start, start + 1),
        [Found::Pose { .. }, Found::Shape { pose: None, .. }] => (start + 1, start),
        _ => return,
    };
    let Some(Found::Pose { pose, used, said, .. }) = found.get_mut(b).map(std::mem::take) else { return };
    if let Some(Found::Shape { pose: own, used: all, said: sentence, .. }) = found.get_mut(a) {
        *own = Some(pose);
        all.extend(used);
        *sentence = match (sentence.take(), said) {
            (Some(one), Some(other)) => Some(format!("{one} {other}")),
            (one, other) => one.or(other),
        };
    }
    found.remove(b);
}

impl Default for Found<'_> {
    fn default() -> Self {
        Self::Wrong { at: 0, why: String::new() }
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
