//! Calls that add a shape to a compound, as code of Jolt and Bullet has them: `compound.AddShape(position, rotation, shape)`,
//! `compound->addChildShape(transform, shape)`.

use super::pose;
use super::shape::{self, Made, last};
use super::token::Token;
use super::tree::Node;
use super::vector::three;
use crate::import::turn::{Pose, UNTURNED};
use crate::scene::model::Part;

/// What such a call adds.
pub(super) struct Added<'a> {
    /// The compound, as the code calls it.
    pub(super) whole: String,
    pub(super) part: Part,
    pub(super) used: Vec<Token<'a>>,
    pub(super) said: Option<&'static str>,
}

/// What a node says as such a call: none if it is none, `Some(None)` if it is one that is not understood.
pub(super) fn read<'a>(node: &Node<'a>) -> Option<Option<Added<'a>>> {
    let method = node.head.last()?;
    let name = last(method.text);
    if !["addshape", "addchildshape"].contains(&name.as_str()) {
        return None;
    }
    let before = method.text[..method.text.len() - name.len()].trim_end_matches(['.', ':']);
    let other = node.head.iter().rev().nth(1).map_or("", |token| token.text);
    let whole = if before.is_empty() { other } else { before }.to_owned();
    Some(arguments(node, whole))
}

fn arguments<'a>(node: &Node<'a>, whole: String) -> Option<Added<'a>> {
    let mut used: Vec<Token<'a>> = node.key.iter().chain(&node.head).copied().collect();
    let (pose, own) = match node.items() {
        [placed, own] => (transform(placed, &mut used)?, own),
        [position, rotation, own] | [position, rotation, own, _] => {
            let position = vector(position, &mut used)?;
            (Pose { position, rotation: turn(rotation, &mut used)? }, own)
        }
        _ => return None,
    };
    let Made { shape, used: words, said } = shape::read(own)?.ok()?;
    if shape.is_half_space() {
        return None;
    }
    used.extend(words);
    let part = Part { name: None, shape, position: pose.position, rotation: pose.rotation };
    Some(Added { whole, part, used, said })
}

/// Whether a node is a call without numbers whose name ends so: `Vec3::sZero()`.
fn is_call(node: &Node<'_>, names: &[&str]) -> bool {
    let named = node.head.last().is_some_and(|token| names.contains(&last(token.text).as_str()));
    named && node.numbers().is_empty()
}

fn vector<'a>(node: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<[f64; 3]> {
    if is_call(node, &["szero", "zero"]) {
        used.extend(&node.head);
        return Some([0.0; 3]);
    }
    three(node, used)
}

fn turn<'a>(node: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<[f64; 4]> {
    if is_call(node, &["sidentity", "identity", "getidentity"]) {
        used.extend(&node.head);
        return Some(UNTURNED);
    }
    let numbers = node.numbers();
    let values: Vec<f64> = numbers.iter().filter_map(|token| Some(token.number()?.value)).collect();
    let rotation: [f64; 4] = values.try_into().ok()?;
    let size = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    if (size - 1.0).abs() > 1e-3 {
        return None;
    }
    used.extend(node.head.iter().chain(&numbers));
    Some(rotation)
}

fn transform<'a>(node: &Node<'a>, used: &mut Vec<Token<'a>>) -> Option<Pose> {
    if is_call(node, &["getidentity", "identity"]) {
        used.extend(&node.head);
        return Some(Pose::default());
    }
    if let [rotation, position] = node.items()
        && is_call(rotation, &["getidentity", "identity"])
    {
        used.extend(node.head.iter().chain(&rotation.head));
        return Some(Pose::at(three(position, used)?));
    }
    let placed = pose::read(node)?.ok()?;
    used.extend(placed.used);
    Some(placed.pose)
}
