//! Finds the body of each pose that is in a variable, by the name of the variable, `box_pose` for `box`, else in the
//! order of the text.
//!
//! - **Owner**: a method puts a shape into an object, and the pose is that of the object: `lower.addShape(box)`.
//! - **Ends**: `shapeA` and `transformA`, `box1` and `pose1`.
//! - **Words**: the name of the pose contains that of the body, or both are equal without the words of shapes and
//!   poses: `boxGeom` and `box_pose`.
//! - **Kinds**: the name of the pose begins with the kind of a shape that one body has: `sphereTransform`.
//! - **Numbers**: `p2` and `p1`, `second` and `first`, in the order of these numbers.
//!
//! Poses in the order of the text that contradict one of these are refused.

use std::collections::BTreeSet;

use contact_lens_scene::model::Shape;

use super::found_bodies::FoundBody;
use super::store::Store;
use crate::dump::ending;
use crate::names::normalized;

/// Largest number of poses that are joined by the words in their names, so that long texts take linear time.
pub const MAX_NAMED: usize = 1000;

/// Words in the names of poses that say nothing about their body, in lower case.
const POSE_WORDS: [&str; 24] = [
    "pose",
    "poses",
    "transform",
    "trans",
    "tf",
    "tr",
    "xf",
    "xform",
    "iso",
    "isometry",
    "pos",
    "position",
    "loc",
    "location",
    "t",
    "x",
    "q",
    "rot",
    "quat",
    "origin",
    "frame",
    "world",
    "center",
    "w",
];

/// Words in the names of shapes and bodies that do not distinguish them, in lower case.
const SHAPE_WORDS: [&str; 16] = [
    "shape",
    "geom",
    "geometry",
    "collider",
    "collision",
    "body",
    "rb",
    "obj",
    "object",
    "actor",
    "mesh",
    "model",
    "fixture",
    "col",
    "coll",
    "def",
];

/// Returns the index of the body of each pose; `None` if the names of some contradict their order.
pub fn body_indices(store: &Store, poses: &[&str], bodies: &[&FoundBody]) -> Option<Vec<usize>> {
    let in_order: Vec<usize> = (0..poses.len()).collect();
    if poses.len() > MAX_NAMED {
        return Some(in_order);
    }
    let owned: Vec<Option<usize>> = poses.iter().map(|pose| owned_body(store, pose, bodies)).collect();
    let names: Vec<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
    let whole = indices_by_ends(poses, &names).or_else(|| indices_by_words(poses, &names));
    if let Some(order) = whole.filter(|order| agrees(order, &owned)) {
        return Some(order);
    }
    let mut known: Vec<Option<usize>> = Vec::with_capacity(poses.len());
    for (pose, owner) in poses.iter().zip(owned) {
        let by_name = owner.or_else(|| by_stem(pose, &names)).or_else(|| by_kind(pose, bodies));
        known.push(by_name.or_else(|| by_initial(pose, &names)));
    }
    if known.iter().all(Option::is_none)
        && let Some(order) = by_ordinal(poses)
    {
        return Some(order);
    }
    if agrees(&in_order, &known) {
        return Some(in_order);
    }
    completed(&known)
}

/// Whether the name of each pose begins with that of one body: `boxLoc` for `box`.
pub fn are_named_after(poses: &[&str], bodies: &[&FoundBody]) -> bool {
    if poses.len() > MAX_NAMED {
        return false;
    }
    let names: Vec<String> = bodies.iter().map(|body| normalized(&body.name)).collect();
    poses.iter().all(|pose| {
        let pose = normalized(pose);
        names.iter().filter(|name| name.len() > 1 && pose.starts_with(name.as_str())).count() == 1
    })
}

/// Whether the last of several words in a name is `end`; `lower` is the name in lower case.
fn ends_with_word(name: &str, lower: &str, end: &str) -> bool {
    let Some(before) = lower.strip_suffix(end).filter(|before| !before.is_empty()) else { return false };
    before.ends_with('_') || name[before.len()..].starts_with(|c: char| c.is_uppercase())
}

/// Whether the name of a variable ends with a word for the place of a body: `legCenter`, `leg_pos`.
pub fn names_position(name: &str) -> bool {
    let lower = name.to_lowercase();
    let ends = ["pos", "position", "loc", "location", "center", "centre", "origin", "translation"];
    let others = ["ray", "cast", "cam", "eye", "light", "mass", "joint", "anchor", "pivot", "hinge", "contact", "hit"];
    ends.into_iter().any(|end| ends_with_word(name, &lower, end)) && !others.iter().any(|word| lower.contains(word))
}

/// Whether an order has all indices that are known.
fn agrees(order: &[usize], known: &[Option<usize>]) -> bool {
    order.iter().zip(known).all(|(k, known)| known.is_none_or(|known| known == *k))
}

/// Returns the order whose indices are known, except for at most one; `None` if more are missing, or one occurs twice.
fn completed(known: &[Option<usize>]) -> Option<Vec<usize>> {
    let taken: BTreeSet<usize> = known.iter().flatten().copied().collect();
    let mut others = (0..known.len()).filter(|k| !taken.contains(k));
    let other = others.next();
    if others.next().is_some() {
        return None;
    }
    known.iter().map(|k| k.or(other)).collect::<Option<Vec<usize>>>().filter(|order| is_permutation(order))
}

/// Whether no index occurs twice.
fn is_permutation(order: &[usize]) -> bool {
    order.iter().collect::<BTreeSet<_>>().len() == order.len()
}

/// Returns the index of the only body whose shape a method puts into the object with the name of a pose; `None` without
/// one.
fn owned_body(store: &Store, pose: &str, bodies: &[&FoundBody]) -> Option<usize> {
    let mut starts = store.owners.iter().filter(|(owner, _)| owner == pose && !pose.is_empty()).map(|(_, at)| *at);
    let start = starts.next().filter(|start| starts.all(|other| other == *start))?;
    bodies.iter().position(|body| body.at == start)
}

/// Returns the index of the body of each pose, if their names have the same ends: `poseA` for `shapeA`. `None` if a
/// pose has no such body or several have the same.
fn indices_by_ends(poses: &[&str], names: &[&str]) -> Option<Vec<usize>> {
    let ends: Vec<String> = names.iter().map(|name| ending(name)).collect();
    let order: Option<Vec<usize>> = poses
        .iter()
        .map(|pose| {
            let end = ending(pose);
            ends.iter().position(|own| !end.is_empty() && *own == end)
        })
        .collect();
    order.filter(|order| is_permutation(order))
}

/// Returns the index of the body of each pose, if the name of each pose contains that of its body: `rodT` for `rod`.
/// `None` if a pose has no such body or several have the same.
fn indices_by_words(poses: &[&str], names: &[&str]) -> Option<Vec<usize>> {
    let names: Vec<String> = names.iter().map(|name| normalized(name)).collect();
    let mut order = Vec::with_capacity(poses.len());
    for pose in poses {
        let pose = normalized(pose);
        // A single letter may be in the name of any pose: it counts in short ones, such as `tfA`.
        let min_length = if pose.len() > 3 { 2 } else { 1 };
        let contained = (0..names.len()).filter(|k| names[*k].len() >= min_length && pose.contains(&names[*k]));
        order.push(contained.max_by_key(|k| names[*k].len())?);
    }
    Some(order).filter(|order| is_permutation(order))
}

/// Returns the only body whose name is that of a pose without the words of shapes and poses.
fn by_stem(pose: &str, names: &[&str]) -> Option<usize> {
    let pose_stem = stem(pose);
    only((0..names.len()).filter(|k| !pose_stem.is_empty() && stem(names[*k]) == pose_stem))
}

/// Returns the only body whose shape has the kind that the name of a pose begins with.
fn by_kind(pose: &str, bodies: &[&FoundBody]) -> Option<usize> {
    let pose_stem = stem(pose);
    let kind = pose_stem.trim_end_matches(char::is_numeric);
    only((0..bodies.len()).filter(|k| {
        let [(built, _)] = &bodies[*k].parts[..] else { return false };
        kinds(&built.shape).contains(&kind)
    }))
}

/// Returns the only body whose name begins with the last letter of a pose in Drake's notation: `X_WS` of `sphere`.
fn by_initial(pose: &str, names: &[&str]) -> Option<usize> {
    let frames = pose.strip_prefix("X_").or_else(|| pose.strip_prefix("T_"))?;
    let letter = frames.strip_prefix('W')?.chars().next().filter(|_| frames.len() == 2)?;
    only((0..names.len()).filter(|k| names[*k].to_uppercase().starts_with(letter)))
}

/// Returns the only index among others; `None` for no or several indices.
fn only(mut indices: impl Iterator<Item = usize>) -> Option<usize> {
    let first = indices.next()?;
    if indices.next().is_some() { None } else { Some(first) }
}

/// Returns the order of poses whose names end with 1, 2, … or a, b, …, or begin with first, second, …; `None` if some
/// do not, or one is missing.
fn by_ordinal(poses: &[&str]) -> Option<Vec<usize>> {
    let ordinals: Vec<usize> = poses.iter().map(|pose| ordinal(pose)).collect::<Option<_>>()?;
    // Programs count from 0 or from 1.
    let first = *ordinals.iter().min()?;
    let order: Vec<usize> = ordinals.iter().map(|ordinal| ordinal - first).collect();
    let is_complete = first <= 1 && order.iter().max() == Some(&(poses.len() - 1)) && is_permutation(&order);
    is_complete.then_some(order)
}

/// Returns the number that the name of a pose states: 2 for `p2`, 1 for `poseB` and `second`. `None` without one.
fn ordinal(pose: &str) -> Option<usize> {
    let end = if pose.len() == 1 { pose.to_lowercase() } else { ending(pose) };
    let words = ["first", "second", "third", "fourth"];
    let lower = pose.to_lowercase();
    match words.iter().position(|word| lower.starts_with(word) || lower.ends_with(word)) {
        Some(k) => Some(k),
        None => match end.as_bytes() {
            [letter @ b'a'..=b'd'] => Some(usize::from(letter - b'a')),
            _ => end.parse().ok(),
        },
    }
}

/// Returns the names of the kind of a shape in names of variables, in lower case; none for shapes made of others.
fn kinds(shape: &Shape) -> &'static [&'static str] {
    match shape {
        Shape::Box { .. } | Shape::Rectangle { .. } => &["box", "cube", "cuboid", "rect", "rectangle"],
        Shape::Sphere { .. } | Shape::Circle { .. } => &["sphere", "ball", "sph", "circle", "circ"],
        Shape::Capsule { .. } => &["capsule", "cap", "caps"],
        Shape::Cylinder { .. } => &["cylinder", "cyl"],
        Shape::Cone { .. } => &["cone"],
        Shape::Ellipsoid { .. } => &["ellipsoid"],
        Shape::HalfSpace { .. } => &["plane", "ground", "floor", "halfspace"],
        Shape::Polytope { .. } => &["hull", "convex"],
        Shape::Polygon { .. } => &["poly", "polygon"],
        Shape::Triangle { .. } => &["triangle", "tri"],
        Shape::Segment { .. } => &["segment", "edge"],
        Shape::TriangleMesh { .. } => &["trimesh"],
        Shape::Inflate { .. }
        | Shape::Mesh { .. }
        | Shape::Affine { .. }
        | Shape::Compound { .. }
        | Shape::HeightField { .. } => &[],
    }
}

/// Returns a name in lower case without the words of shapes and poses.
pub fn stem(name: &str) -> String {
    let mut words = vec![String::new()];
    let mut is_after_small = false;
    for c in name.chars() {
        if c == '_' || c == '.' || c.is_uppercase() && is_after_small {
            words.push(String::new());
        }
        is_after_small = c.is_lowercase() || c.is_ascii_digit();
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !POSE_WORDS.contains(&word.as_str()) && !SHAPE_WORDS.contains(&word.as_str()));
    words.concat()
}
