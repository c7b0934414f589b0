//! Shapes and poses in a tree, in the order in which they stand.

use super::pose::{self, Placed};
use super::shape::{self, Made};
use super::token::Token;
use super::tree::{Node, Wrong};
use crate::import::turn::Pose;
use crate::scene::model::Shape;

/// Something that was found.
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
    /// What surely is a shape or pose, and a broken one.
    Wrong {
        at: usize,
        why: String,
    },
}

/// All shapes and poses.
pub(super) fn all<'a>(nodes: &[Node<'a>]) -> Vec<Found<'a>> {
    let mut found = Vec::new();
    walk(nodes, "", &mut found);
    found
}

/// Goes through what stands together; `name` is that of what is around it.
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
        match (shape::read(node), pose::read(node)) {
            (Some(made), _) => found.push(of_shape(made, own)),
            (None, Some(placed)) => found.push(of_pose(placed, node.start(), own)),
            (None, None) => walk(node.items(), &own, found),
        }
    }
    join(found, start);
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

/// A shape and a pose that stand together, and no other beside them, belong to each other.
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

/// The name of a thing: what stands before `=` or `:`, unless that is the name of its type; in a sentence its first word.
fn label(node: &Node<'_>) -> Option<String> {
    let is_name = |token: &&Token<'_>| !DECLARATIONS.contains(&token.text) && !shape::is_type(token.text);
    let words: Vec<&str> = node.key.iter().filter(is_name).map(|token| token.text).collect();
    let words = match words.len() {
        0 | 5.. if node.head.len() > 2 => node.head.iter().filter(is_name).take(1).map(|token| token.text).collect(),
        5.. => return None,
        _ => words,
    };
    let name = words.join(" ");
    (!name.is_empty()).then_some(name)
}

/// Words before a name in code.
const DECLARATIONS: [&str; 8] = ["let", "mut", "const", "auto", "var", "is", "static", "btConvexShape"];
