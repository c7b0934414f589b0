//! Search for shapes and poses in the tree of a printed text. [`printed_items`] returns them in the order of the text,
//! each with its name and the tokens that state it; a pose next to the fields of a shape is joined to that shape.

use contact_lens_scene::model::{Part, Shape};

use super::debugger;
use super::parts;
use super::pose::{self, PrintedPose};
use super::record;
use super::shape::{self, MAX_NAME_WORDS, PrintedShape};
use super::token::Token;
use super::tree::{ErrorAt, Node};
use crate::pose::Pose;

/// Shape or pose in a printed text, with the tokens that state it and a sentence for the note.
#[derive(Debug)]
pub(super) enum PrintedItem<'a> {
    Shape {
        /// Name in the text; empty if it has none.
        name: String,
        shape: Shape,
        /// Pose that is printed next to the shape's fields; `None` if there is none.
        pose: Option<Pose>,
        used: Vec<Token<'a>>,
        note: Option<String>,
    },
    Pose {
        name: String,
        pose: Pose,
        used: Vec<Token<'a>>,
        note: Option<String>,
        /// Offset in the text, bytes.
        offset: usize,
    },
    /// Position that belongs to no shape.
    StrayPosition {
        /// Offset in the text, bytes.
        offset: usize,
    },
    /// Malformed shape or pose.
    Malformed {
        /// Offset in the text, bytes.
        offset: usize,
        why: String,
    },
}

/// Returns the shapes and poses of a tree, in order.
pub(super) fn printed_items<'a>(nodes: &[Node<'a>]) -> Vec<PrintedItem<'a>> {
    let mut items = Vec::new();
    add_items(nodes, "", &mut items);
    items
}

/// Appends the shapes and poses of sibling nodes and their descendants; `name` is the name of the enclosing node.
fn add_items<'a>(nodes: &[Node<'a>], name: &str, items: &mut Vec<PrintedItem<'a>>) {
    let start = items.len();
    let mut index = 0;
    while let Some(node) = nodes.get(index) {
        if let Some((printed_pose, count)) = pose::read_run(&nodes[index..]) {
            items.push(pose_item(printed_pose, node.start(), label(node).unwrap_or_default()));
            index += count;
            continue;
        }
        if let Some((printed, count)) = shape::read_run(&nodes[index..]) {
            // FCL prints `s1 Box(…)`.
            items.push(shape_item(printed, label(node).unwrap_or_default().trim_end_matches(" Box").to_owned()));
            index += count + place_last_shape(items, &nodes[index + count..]);
            continue;
        }
        if let Some((printed, count)) = record::read_run(&nodes[index..]) {
            items.push(shape_item(printed, record::shape_name(node)));
            index += count + place_last_shape(items, &nodes[index + count..]);
            continue;
        }
        index += 1;
        let name_of_node = label(node).unwrap_or_else(|| name.to_owned());
        if let Some(printed) = read_compound(node, &name_of_node) {
            items.push(printed);
            continue;
        }
        let shape = parts::read(node).or_else(|| debugger::read(node)).or_else(|| shape::read(node));
        match (shape, pose::read(node)) {
            (Some(printed), _) => {
                items.push(shape_item(printed, name_of_node));
                if let Some(printed_pose) = pose::read_within(node) {
                    set_last_pose(items, printed_pose);
                    continue;
                }
                // A pose in brackets is not joined here: it is assigned later, with all other poses.
                if nodes.get(index).is_some_and(|next| pose::read(next).is_none()) {
                    index += place_last_shape(items, &nodes[index..]);
                }
            }
            (None, Some(printed_pose)) => items.push(pose_item(printed_pose, node.start(), name_of_node)),
            (None, None) => {
                if pose::is_position(node) {
                    items.push(PrintedItem::StrayPosition { offset: node.start() });
                }
                add_items(node.items(), &name_of_node, items);
            }
        }
    }
    join_only_siblings(items, start);
}

/// Reads the pose of the last shape from the nodes after the shape. Returns the number of nodes of the pose, 0 without
/// one.
fn place_last_shape<'a>(items: &mut Vec<PrintedItem<'a>>, following: &[Node<'a>]) -> usize {
    match record::pose_after(following) {
        Some((printed_pose, count)) => {
            set_last_pose(items, printed_pose);
            count
        }
        None => 0,
    }
}

/// Sets the pose of the last shape; without a shape, the pose is ignored.
fn set_last_pose<'a>(items: &mut Vec<PrintedItem<'a>>, printed_pose: Result<PrintedPose<'a>, ErrorAt>) {
    match (printed_pose, items.last_mut()) {
        (Ok(printed_pose), Some(PrintedItem::Shape { pose, used, note, .. })) => {
            *pose = Some(printed_pose.pose);
            used.extend(printed_pose.used);
            *note = note.take().or(printed_pose.note);
        }
        (Ok(_), _) => {}
        (Err((offset, why)), _) => items.push(PrintedItem::Malformed { offset, why }),
    }
}

/// Names of the lists of parts in compounds.
const PART_LISTS: [&str; 5] = ["shapes", "subshapes", "children", "childshapes", "parts"];

/// Reads a compound: all shapes in its list of child shapes, or in its brackets, each at the pose next to it; `None` if
/// the node is not one.
fn read_compound<'a>(node: &Node<'a>, name: &str) -> Option<PrintedItem<'a>> {
    if !node.head.iter().chain(&node.key).any(|token| shape::last_segment(token.text).contains("compound")) {
        return None;
    }
    let inside = node.items();
    let mut items = Vec::new();
    let list = inside.iter().find(|item| {
        let key = item.key.last().map(Token::plain_name);
        key.is_some_and(|key| PART_LISTS.contains(&key.strip_prefix('m').unwrap_or(&key)))
    });
    add_items(list.map_or(inside, Node::items), "", &mut items);
    // A longer key is a sentence, which stays quoted.
    let is_name = node.key.len() <= MAX_NAME_WORDS;
    let mut used: Vec<Token<'a>> = if is_name { node.key.clone() } else { Vec::new() };
    used.extend(node.head.iter().chain(list.iter().flat_map(|list| &list.key)));
    let mut parts = Vec::new();
    let mut sentences = Vec::new();
    for item in items {
        match item {
            PrintedItem::Malformed { offset, why } => return Some(PrintedItem::Malformed { offset, why }),
            PrintedItem::Shape { shape: Shape::HalfSpace { .. }, .. } => {
                let why = String::from("a half-space is infinite and cannot be a child of a compound");
                return Some(PrintedItem::Malformed { offset: node.start(), why });
            }
            PrintedItem::Shape { shape, pose, used: words, note, .. } => {
                let Pose { position, rotation } = pose.unwrap_or_default();
                parts.push(Part { name: None, shape, position, rotation });
                used.extend(words);
                sentences.extend(note);
            }
            // The pose may be that of the whole compound, or of something else: it stays quoted.
            PrintedItem::Pose { .. } | PrintedItem::StrayPosition { .. } => {}
        }
    }
    if parts.is_empty() {
        return None;
    }
    sentences.dedup();
    let note = (!sentences.is_empty()).then(|| sentences.join(" "));
    Some(PrintedItem::Shape { name: name.to_owned(), shape: Shape::Compound { parts }, pose: None, used, note })
}

/// Converts the result of a reader of shapes; the pose is not known yet.
fn shape_item(printed: Result<PrintedShape<'_>, ErrorAt>, name: String) -> PrintedItem<'_> {
    match printed {
        Ok(PrintedShape { shape, used, note }) => {
            PrintedItem::Shape { name, shape, pose: None, used, note: note.map(str::to_owned) }
        }
        Err((offset, why)) => PrintedItem::Malformed { offset, why },
    }
}

/// Converts the result of a reader of poses; `offset` is that of the pose in the text, bytes.
fn pose_item<'a>(printed_pose: Result<PrintedPose<'a>, ErrorAt>, offset: usize, name: String) -> PrintedItem<'a> {
    match printed_pose {
        Ok(PrintedPose { pose, used, note }) => PrintedItem::Pose { name, pose, used, note, offset },
        Err((offset, why)) => PrintedItem::Malformed { offset, why },
    }
}

/// Joins a shape and a pose if they are the only items from index `start` on, in either order.
fn join_only_siblings(items: &mut Vec<PrintedItem<'_>>, start: usize) {
    let pose_index = match &items[start..] {
        [PrintedItem::Shape { pose: None, .. }, PrintedItem::Pose { .. }] => start + 1,
        [PrintedItem::Pose { .. }, PrintedItem::Shape { pose: None, .. }] => start,
        _ => return,
    };
    let PrintedItem::Pose { pose, used, note, .. } = items.remove(pose_index) else { return };
    if let Some(PrintedItem::Shape { pose: shape_pose, used: shape_tokens, note: shape_note, .. }) =
        items.get_mut(start)
    {
        *shape_pose = Some(pose);
        shape_tokens.extend(used);
        *shape_note = match (shape_note.take(), note) {
            (Some(first), Some(second)) => Some(format!("{first} {second}")),
            (first, second) => first.or(second),
        };
    }
}

/// Whether a word may be part of a variable's name: it is neither a keyword nor a type of shapes.
fn is_name(token: &Token<'_>) -> bool {
    !DECLARATIONS.contains(&token.text) && !shape::is_type(token.text)
}

/// Returns the name of a shape or pose: the words before `=` or `:` without its type and keywords. If there are none or
/// too many, and more than two words follow, the node is a sentence, whose first word is the name. `None` if no name is
/// found.
fn label(node: &Node<'_>) -> Option<String> {
    let words: Vec<&str> = node.key.iter().filter(|token| is_name(token)).map(|token| token.text).collect();
    if (1..=MAX_NAME_WORDS).contains(&words.len()) {
        let name = words.join(" ");
        return if name.is_empty() { None } else { Some(name) };
    }
    let is_sentence = node.head.len() > 2;
    let first = node.head.iter().find(|token| is_name(token)).filter(|_| is_sentence)?;
    if first.text.is_empty() { None } else { Some(first.text.to_owned()) }
}

/// Words of a key that are no part of a name: keywords of declarations, the verb of a sentence, and Bullet's base
/// class.
const DECLARATIONS: [&str; 8] = ["let", "mut", "const", "auto", "var", "is", "static", "btConvexShape"];
