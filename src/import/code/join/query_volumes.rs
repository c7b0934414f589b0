//! Volumes of queries of a world, such as Unity's `Physics.OverlapSphere(center, radius)`: decides whether the volume
//! is a body of the scene.
//!
//! **Rule.** A volume that equals the shape and the pose of a body represents the body. A volume of another size or
//! rotation whose center is that of a body may represent the body or not, so the text is refused. Every other volume is
//! a body of the scene.

use contact_lens_scene::model::Shape;

use super::found_bodies::FoundBody;
use super::store::Store;
use crate::code::evaluate::value::ErrorAt;
use crate::code::shape::resolve::shown;
use crate::pose::Pose;

/// Largest relative difference of lengths that counts as rounding; absolute for lengths below 1 m.
const ROUNDING: f64 = 1e-6;

/// Whether two numbers are equal to rounding.
fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= ROUNDING * a.abs().max(b.abs()).max(1.0)
}

/// Whether two shapes of a kind that queries have as volumes are equal to rounding.
fn is_equal(a: &Shape, b: &Shape) -> bool {
    match (a, b) {
        (Shape::Sphere { radius: a }, Shape::Sphere { radius: b }) => is_near(*a, *b),
        (Shape::Box { half_extents: a }, Shape::Box { half_extents: b }) => (0..3).all(|k| is_near(a[k], b[k])),
        (Shape::Circle { radius: a }, Shape::Circle { radius: b }) => is_near(*a, *b),
        (Shape::Rectangle { half_extents: a }, Shape::Rectangle { half_extents: b }) => {
            (0..2).all(|k| is_near(a[k], b[k]))
        }
        (
            Shape::Capsule { radius: a, half_height: b, axis: c },
            Shape::Capsule { radius: d, half_height: e, axis: f },
        ) => is_near(*a, *d) && is_near(*b, *e) && c == f,
        _ => false,
    }
}

/// Whether two poses are equal to rounding; opposite quaternions are the same rotation.
fn is_same_pose(a: Pose, b: Pose) -> bool {
    let dot: f64 = (0..4).map(|k| a.rotation[k] * b.rotation[k]).sum();
    (0..3).all(|k| is_near(a.position[k], b.position[k])) && is_near(dot.abs(), 1.0)
}

/// Returns the only shape of a body and its pose in the world; `None` for several shapes.
fn shape_in_world(body: &FoundBody) -> Option<(&Shape, Pose)> {
    match &body.parts[..] {
        [(built, local)] => Some((&built.shape, body.pose.unwrap_or_default().then(*local))),
        _ => None,
    }
}

/// Volume of a query that represents a body.
struct Redundant {
    /// Index of the volume.
    probe: usize,
    /// Index of the body.
    body: usize,
}

/// Returns the offset of the first comment that states the size and the place of a collider, bytes; `None` without one.
fn described_collider(text: &str) -> Option<usize> {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(k) = line.find("//") else { continue };
        let comment = line[k..].to_ascii_lowercase();
        let has_shape = contains_any(&comment, &["collider", "primitive", "cube"]);
        let has_size = contains_any(&comment, &["size", "radius", "scale"]);
        let has_place = contains_any(&comment, &["position", "center", "at ("]);
        // One vector for the size, one for the place.
        let has_vectors = comment.matches('(').count() > 1;
        if has_shape && has_size && has_place && has_vectors && comment.contains(|c: char| c.is_ascii_digit()) {
            return Some(start + k);
        }
    }
    None
}

/// Whether a text contains one of these words.
fn contains_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Removes the volumes of queries that represent bodies.
///
/// # Errors
/// Fails if a volume may represent a body of another size, or if a comment describes a collider.
pub fn check(store: &Store, found: &mut Vec<FoundBody>, text: &str) -> Result<(), ErrorAt> {
    if !found.iter().any(|body| body.is_probe) {
        return Ok(());
    }
    if let Some(at) = described_collider(text) {
        let why = "this comment describes a collider, but comments are not imported; write the collider as code, or remove the line";
        return Err((at, format!("{why}: `{}`", shown(text, &(at..at)))));
    }
    if !store.uses("unity") {
        return Ok(());
    }
    let mut redundant = Vec::new();
    for (probe_index, probe) in found.iter().enumerate().filter(|(_, body)| body.is_probe) {
        let Some((volume, volume_pose)) = shape_in_world(probe) else { continue };
        for (body_index, body) in found.iter().enumerate().filter(|(_, body)| !body.is_probe) {
            let Some((shape, pose)) = shape_in_world(body) else { continue };
            if is_equal(volume, shape) && is_same_pose(volume_pose, pose) {
                redundant.push(Redundant { probe: probe_index, body: body_index });
                continue;
            }
            // Several bodies may be at the origin because the text gives them no pose.
            let is_at_origin = volume_pose.position == [0.0; 3];
            let is_concentric = (0..3).all(|k| is_near(volume_pose.position[k], pose.position[k]));
            if is_concentric && !is_at_origin {
                let call = shown(text, &(probe.at..probe.at));
                let why = "the volume of this query is centered on a body, but its shape differs from it; remove the query, or \
                           move its volume away from the center of the body";
                return Err((probe.at, format!("{why}: `{call}`")));
            }
        }
    }
    for Redundant { probe, body } in &redundant {
        let used = found[*probe].used.clone();
        found[*body].used.extend(used);
    }
    let mut index = 0;
    found.retain(|_| {
        let is_redundant = redundant.iter().any(|pair| pair.probe == index);
        index += 1;
        !is_redundant
    });
    Ok(())
}
