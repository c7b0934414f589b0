//! Meshes of the primitive shapes for drawing, in their body frames and in `f64`. Facets are planar, and their vertices
//! are counter-clockwise as seen from outside.

use std::ops::RangeInclusive;

use contact_lens_picture::Solid;
use glam::DVec3;

/// Resolution of a round surface.
#[derive(Clone, Copy, Debug)]
pub struct Facets {
    /// Facets around the axis.
    around: usize,
    /// Facets from pole to pole, an even number.
    across: usize,
}

/// Resolution of bodies that are in focus.
pub const FINE: Facets = Facets { around: 48, across: 24 };

/// Resolution when very many bodies are drawn.
pub const COARSE: Facets = Facets { around: 12, across: 6 };

/// A point of a profile that is revolved about the y axis.
#[derive(Clone, Copy)]
struct ProfilePoint {
    /// Distance from the axis, meters; 0 at a pole.
    radius: f64,
    /// Coordinate along the axis, meters.
    height: f64,
}

/// A box centered at the origin with the half extents `half`, meters.
pub fn cuboid(half: DVec3) -> Solid {
    // Bit k of a vertex's index is the sign of its coordinate k.
    let signs = (0..8u32).map(|i| [0, 1, 2].map(|bit| if i >> bit & 1 == 1 { 1.0 } else { -1.0 }));
    let vertices = signs.map(|signs| half * DVec3::from(signs)).collect();
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]]
        .map(|f| f.to_vec())
        .to_vec();
    // An edge connects two vertices whose indices differ in one bit.
    let creases = (0..8u32).flat_map(|i| [1, 2, 4].map(|bit| [i, i | bit])).filter(|[i, j]| i != j).collect();
    Solid { vertices, faces, creases, ..Solid::default() }
}

/// A ball of radius 1 about the origin.
pub fn ball(facets: Facets) -> Solid {
    revolve(facets, &arc(facets, 0..=facets.across, 1.0, 0.0), &[])
}

/// A cylinder along y with flat ends at ± `half`, meters.
pub fn cylinder(facets: Facets, radius: f64, half: f64) -> Solid {
    revolve(facets, &[ProfilePoint { radius, height: half }, ProfilePoint { radius, height: -half }], &[0, 1])
}

/// A cone along y with the apex at + `half` and the base at − `half`, meters.
pub fn cone(facets: Facets, radius: f64, half: f64) -> Solid {
    revolve(facets, &[ProfilePoint { radius: 0.0, height: half }, ProfilePoint { radius, height: -half }], &[1])
}

/// A capsule along y: the points within `radius` of the segment from − `half` to + `half`, meters.
pub fn capsule(facets: Facets, radius: f64, half: f64) -> Solid {
    let equator = facets.across / 2;
    let mut profile = arc(facets, 0..=equator, radius, half);
    profile.extend(arc(facets, equator..=facets.across, radius, -half));
    revolve(facets, &profile, &[])
}

/// Points of a circular arc about the point at `height` on the axis, meters. `points` is the range of the arc, counted
/// in facets from the top pole.
fn arc(facets: Facets, points: RangeInclusive<usize>, radius: f64, height: f64) -> Vec<ProfilePoint> {
    let across = facets.across;
    let profile = points.map(|i| {
        let (sin, cos) = (std::f64::consts::PI * i as f64 / across as f64).sin_cos();
        // The poles are exactly on the axis, where the sine of π would not be 0.
        let is_pole = i.is_multiple_of(across);
        ProfilePoint { radius: if is_pole { 0.0 } else { radius * sin }, height: height + radius * cos }
    });
    profile.collect()
}

/// Revolves a profile, listed from top to bottom, about the y axis. An end on the axis becomes a pole, any other end a
/// flat cap. `rims` are the indices of the profile points whose rings are drawn as edges.
fn revolve(facets: Facets, profile: &[ProfilePoint], rims: &[usize]) -> Solid {
    let around = facets.around;
    let mut solid = Solid { round: true, ..Solid::default() };
    let mut rings: Vec<Vec<u32>> = Vec::new();
    for &ProfilePoint { radius, height } in profile {
        let count = if radius == 0.0 { 1 } else { around };
        let first = solid.vertices.len() as u32;
        rings.push((first..first + count as u32).collect());
        solid.vertices.extend((0..count).map(|k| {
            let (sin, cos) = (std::f64::consts::TAU * k as f64 / around as f64).sin_cos();
            DVec3::new(radius * sin, height, radius * cos)
        }));
    }
    for pair in rings.windows(2) {
        let [upper, lower] = [&pair[0], &pair[1]];
        for k in 0..around {
            let mut face = vec![cyclic(upper, k), cyclic(lower, k), cyclic(lower, k + 1), cyclic(upper, k + 1)];
            // At a pole two vertices of the quadrilateral coincide: it is a triangle.
            face.dedup();
            if face.first() == face.last() {
                face.pop();
            }
            solid.faces.push(face);
        }
    }
    if let [first, .., last] = &rings[..] {
        let top: Vec<u32> = first.clone();
        let bottom: Vec<u32> = last.iter().rev().copied().collect();
        // The ring of a pole is a single point and has no cap.
        solid.faces.extend([top, bottom].into_iter().filter(|cap| cap.len() > 1));
    }
    for &ring in rims {
        solid.creases.extend((0..around).map(|k| [cyclic(&rings[ring], k), cyclic(&rings[ring], k + 1)]));
    }
    solid
}

/// The vertex with index `k` modulo the length of the ring.
fn cyclic(ring: &[u32], k: usize) -> u32 {
    ring[k % ring.len()]
}
