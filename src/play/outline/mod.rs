//! What bodies and their difference look like: drawable solids, in `f64` and world axes.
//!
//! Polytopes are their exact hulls. Round primitives are meshes with 48 facets around, inked at their rims only. The
//! CSO `A − B` of two polytopes is the hull of all vertex differences; with a round body it is the hull of the points
//! that both meshes support in directions chosen so that flats, strips and rims come out (`directions.rs`). Affine maps
//! and rounding leave faces that are only nearly flat; `weld_coplanar.rs` makes them one. Flat, straight and single-point results
//! are solids with two faces, one crease, or one vertex.
//!
//! Where that would take long — hulls of more than 1500 corners, more than 10⁵ differences — the solid is sampled from the
//! support mapping (`sampled.rs`) and says so.
//!
//! How a shape of an engine becomes such a solid, and a pair of them a difference, says `precision/outline.rs`. Meshes of
//! round shapes lie inside of the true shape, by at most 0.3 % of the radius.

pub mod directions;
pub mod mesh;
pub mod sampled;
#[cfg(test)]
mod tests;
pub mod weld_coplanar;

use glam::{DQuat, DVec2, DVec3};

use crate::picture::Solid;
use crate::watch;

/// The cosine above which two facets of a sampled round body belong to one smooth surface.
pub(super) const SMOOTH: f64 = 0.9;
/// Every edge of a polytope is inked.
pub(super) const ALL_EDGES: f64 = 2.0;
/// Of how many points a hull is taken at most, for a picture: a quarter of a second, 40 MB.
const MOST_POINTS: usize = 100_000;
/// In how many directions a pair with a round body is asked at most.
const MOST_DIRECTIONS: usize = 20_000;

/// A solid turned and moved.
pub(super) fn moved(mut solid: Solid, rotation: DQuat, position: DVec3) -> Solid {
    let rotation = rotation.normalize();
    solid.vertices.iter_mut().for_each(|p| *p = rotation * *p + position);
    solid
}

/// All that a solid sweeps while it moves by `motion`; `None` where that would take long.
pub fn swept(solid: &Solid, motion: DVec3) -> Option<Solid> {
    let way = Solid { vertices: vec![DVec3::ZERO, -motion], creases: vec![[0, 1]], ..Solid::default() };
    difference(solid, &way)
}

/// Points of the plane z = 0 with a ball of radius `ball` added: a flat outline, 96 corners around.
pub(super) fn flat(points: &[DVec2], ball: f64) -> Solid {
    const AROUND: u32 = 96;
    let around = if ball > 0.0 { AROUND } else { 1 };
    if points.len() * around as usize > MOST_POINTS {
        // Only corners carry the ball.
        let corners = if ball > 0.0 { flat(points, 0.0).vertices } else { Vec::new() };
        if !corners.is_empty() && corners.len() < points.len() {
            return flat(&corners.into_iter().map(DVec3::truncate).collect::<Vec<_>>(), ball);
        }
        return sampled::of(|d| (farthest2(points, d) + along(d) * ball).extend(0.0));
    }
    let turn = |k: u32| DVec2::from_angle(std::f64::consts::TAU * f64::from(k) / f64::from(AROUND));
    let rim = points.iter().flat_map(|p| (0..around).map(move |k| p + turn(k) * ball));
    weld_coplanar::solid(&rim.map(|p| p.extend(0.0)).collect::<Vec<_>>(), ALL_EDGES)
}

/// The Minkowski difference of two sets of points of the plane z = 0, with a ball of radius `ball` added.
pub(super) fn flat_difference(a: &[DVec2], b: &[DVec2], ball: f64) -> Solid {
    if a.len().saturating_mul(b.len()) > MOST_POINTS {
        return sampled::of(|d| (farthest2(a, d) - farthest2(b, -d) + along(d) * ball).extend(0.0));
    }
    let all: Vec<DVec2> = a.iter().flat_map(|p| b.iter().map(move |q| p - q)).collect();
    flat(&all, ball)
}

/// The unit direction of the plane nearest to `d`; zero if it is perpendicular to it.
fn along(d: DVec3) -> DVec2 {
    d.truncate().normalize_or_zero()
}

/// The point farthest in direction `d`, of which only x and y count.
fn farthest2(points: &[DVec2], d: DVec3) -> DVec2 {
    let height = |p: &&DVec2| p.dot(d.truncate());
    points.iter().max_by(|p, q| height(p).total_cmp(&height(q))).copied().unwrap_or_default()
}

/// The Minkowski difference of two solids that stand in the same frame; `None` where it would take long.
pub(super) fn difference(a: &Solid, b: &Solid) -> Option<Solid> {
    if !a.round && !b.round {
        if a.vertices.len().saturating_mul(b.vertices.len()) > MOST_POINTS {
            return None;
        }
        let all: Vec<DVec3> = a.vertices.iter().flat_map(|p| b.vertices.iter().map(move |q| p - q)).collect();
        return Some(weld_coplanar::solid(&all, ALL_EDGES));
    }
    let own = directions::of(a);
    let other = directions::of(b);
    if own.len() + other.len() > MOST_DIRECTIONS {
        return None;
    }
    let both = |d: DVec3| {
        watch::tick();
        farthest(a, d) - farthest(b, -d)
    };
    let all = own.into_iter().chain(other.into_iter().map(|d| -d)).chain(directions::everywhere());
    Some(Solid { round: true, ..weld_coplanar::solid(&all.map(both).collect::<Vec<_>>(), SMOOTH) })
}

/// The vertex of `solid` farthest in direction `d`.
pub(super) fn farthest(solid: &Solid, d: DVec3) -> DVec3 {
    let first = (f64::NEG_INFINITY, DVec3::ZERO);
    let better = |best: (f64, DVec3), p: &DVec3| if p.dot(d) > best.0 { (p.dot(d), *p) } else { best };
    solid.vertices.iter().fold(first, better).1
}
