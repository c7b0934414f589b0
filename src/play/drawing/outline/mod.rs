//! Drawable solids of bodies and their differences, in `f64` and world axes.
//!
//! - **Polytopes**: exact hulls.
//! - **Round primitives**: meshes with 48 facets around, edges drawn at rims only. They are inside the true shape, by
//!   at most 0.5 % of the radius.
//! - **CSO `A − B`**: for two polytopes the hull of all vertex differences; with a round body the hull of the support
//!   points of both meshes, in directions chosen for flats, strips and rims (`directions.rs`).
//! - **Coplanar faces**: affine maps and rounding leave faces that are nearly flat; `weld_coplanar.rs` merges them.
//!   Flat, straight and single-point results are solids with two faces, one crease, or one vertex.
//! - **Large bodies**: beyond 1500 vertices or 10⁵ differences the solid is sampled from the support mapping
//!   (`sampled.rs`) and marked so.
//! - **Conversion**: `precision/convert/outline.rs` converts an engine's shape to such a solid, and a pair to a
//!   difference.

pub mod directions;
pub mod mesh;
pub mod sampled;
#[cfg(test)]
mod tests;
pub mod weld_coplanar;

use contact_lens_long_run::watch;
use contact_lens_picture::Solid;
use glam::{DQuat, DVec2, DVec3};

/// Number of vertices of the regular polygon that represents a circle.
const DISK_VERTICES: u32 = 96;

/// Maximum number of points of an exact hull for a picture.
const MAX_EXACT_POINTS: usize = 100_000;

/// Maximum number of support directions for a pair with a round body.
const MAX_DIRECTIONS: usize = 20_000;

/// Cosine of the angle up to which two facets of a sampled round body belong to one smooth surface.
pub const SMOOTH: f64 = 0.9;

/// Cosine limit above every cosine, so that every edge of a polytope is drawn.
pub const ALL_EDGES: f64 = 2.0;

/// A solid after a rotation about the origin and a translation.
pub fn moved(mut solid: Solid, rotation: DQuat, position: DVec3) -> Solid {
    let rotation = rotation.normalize();
    solid.vertices.iter_mut().for_each(|p| *p = rotation * *p + position);
    solid
}

/// Volume that a solid sweeps under a translation by `motion`, meters; `None` beyond `MAX_EXACT_POINTS` differences or
/// `MAX_DIRECTIONS` directions.
pub fn swept(solid: &Solid, motion: DVec3) -> Option<Solid> {
    let segment = Solid { vertices: vec![DVec3::ZERO, -motion], creases: vec![[0, 1]], ..Solid::default() };
    difference(solid, &segment)
}

/// Convex hull of points of the plane z = 0, grown by a disk of the given radius, meters, as a flat polygon with two
/// faces. The disk is represented by a regular polygon.
pub fn flat(points: &[DVec2], radius: f64) -> Solid {
    let directions = if radius > 0.0 { DISK_VERTICES } else { 1 };
    if points.len() * directions as usize > MAX_EXACT_POINTS {
        // Only vertices of the hull matter for the sum.
        let corners = if radius > 0.0 { flat(points, 0.0).vertices } else { Vec::new() };
        if !corners.is_empty() && corners.len() < points.len() {
            let corners: Vec<DVec2> = corners.into_iter().map(DVec3::truncate).collect();
            return flat(&corners, radius);
        }
        return sampled::sample(|d| (farthest_in_plane(points, d) + unit_in_plane(d) * radius).extend(0.0));
    }
    let rim = points.iter().flat_map(|p| {
        (0..directions).map(move |k| {
            let direction = DVec2::from_angle(std::f64::consts::TAU * f64::from(k) / f64::from(DISK_VERTICES));
            p + direction * radius
        })
    });
    let rim: Vec<DVec3> = rim.map(|p| p.extend(0.0)).collect();
    weld_coplanar::solid(&rim, ALL_EDGES)
}

/// Convex hull of the Minkowski difference of two sets of points of the plane z = 0, grown by a disk of the given
/// radius, meters.
pub fn flat_difference(a: &[DVec2], b: &[DVec2], radius: f64) -> Solid {
    if a.len().saturating_mul(b.len()) > MAX_EXACT_POINTS {
        return sampled::sample(|d| {
            (farthest_in_plane(a, d) - farthest_in_plane(b, -d) + unit_in_plane(d) * radius).extend(0.0)
        });
    }
    let differences: Vec<DVec2> = a.iter().flat_map(|p| b.iter().map(move |q| p - q)).collect();
    flat(&differences, radius)
}

/// Unit vector of `d` projected onto the plane z = 0; zero if `d` is perpendicular to it.
fn unit_in_plane(d: DVec3) -> DVec2 {
    d.truncate().normalize_or_zero()
}

/// The point farthest in direction `d` projected onto the plane z = 0; the origin without points.
fn farthest_in_plane(points: &[DVec2], d: DVec3) -> DVec2 {
    let d = d.truncate();
    points.iter().max_by(|p, q| p.dot(d).total_cmp(&q.dot(d))).copied().unwrap_or_default()
}

/// Minkowski difference of two solids in the same frame; `None` beyond `MAX_EXACT_POINTS` differences or
/// `MAX_DIRECTIONS` directions.
pub fn difference(a: &Solid, b: &Solid) -> Option<Solid> {
    if !a.round && !b.round {
        if a.vertices.len().saturating_mul(b.vertices.len()) > MAX_EXACT_POINTS {
            return None;
        }
        let differences: Vec<DVec3> = a.vertices.iter().flat_map(|p| b.vertices.iter().map(move |q| p - q)).collect();
        return Some(weld_coplanar::solid(&differences, ALL_EDGES));
    }
    let patches_a = directions::patch_directions(a);
    let patches_b = directions::patch_directions(b);
    if patches_a.len() + patches_b.len() > MAX_DIRECTIONS {
        return None;
    }
    // The support point of A − B along d is A's along d minus B's along −d, so B's directions are negated.
    let negated_b = patches_b.into_iter().map(|d| -d);
    let directions = patches_a.into_iter().chain(negated_b).chain(directions::on_sphere());
    let support_points = directions.map(|d| {
        watch::tick();
        farthest(a, d) - farthest(b, -d)
    });
    let support_points: Vec<DVec3> = support_points.collect();
    Some(Solid { round: true, ..weld_coplanar::solid(&support_points, SMOOTH) })
}

/// The vertex of `solid` farthest in direction `d`; the origin if the solid has no vertices.
pub fn farthest(solid: &Solid, d: DVec3) -> DVec3 {
    let mut highest = f64::NEG_INFINITY;
    let mut farthest = DVec3::ZERO;
    for &p in &solid.vertices {
        if p.dot(d) > highest {
            highest = p.dot(d);
            farthest = p;
        }
    }
    farthest
}
