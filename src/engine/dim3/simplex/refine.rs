//! One step of iterative refinement of the weights of a nearest point.
//!
//! - **Problem**: the weights of a long thin simplex carry the rounding error of its longest edge, so that their point
//!   is not the projection of the origin.
//! - **Method**: the residual of the first solution is computed from the vertex of the largest weight: `v = p + Σ wᵢ
//!   eᵢ`, with the edges `eᵢ` from there. It is as small as the distance, so its components along the edges have more
//!   correct digits than the weights. The correction `δ` solves `(v + Σ δᵢ eᵢ) · eⱼ = 0` by Cramer's rule.
//!   The weights of the origin inside a tetrahedron are solved for in `f64`, if that succeeds.
//! - **Certificate**: a correction is kept only if all weights stay positive and the point does not move away from the
//!   origin. All such points belong to the simplex, so the nearer one is better.

use super::super::prelude::*;
use super::solve::solved_weights;
use super::subset::{Nearest, in_order, size};

/// Returns the nearest point of a triangle or a tetrahedron with corrected weights, or unchanged if a corrected weight
/// is not positive or the corrected point is farther. Segments and vertices need no correction: their weights are as
/// accurate as the edge.
pub(super) fn refined(points: &[Vec3; 4], found: Nearest) -> Nearest {
    let count = size(found.subset);
    if count < 3 {
        return found;
    }
    let solved = if count == 4 { solved_weights(points) } else { None };
    if let Some(weights) = solved {
        let v = (0..4).fold(Vec3::ZERO, |v, i| v + points[i] * weights[i]);
        let v = if found.v.length_squared() <= v.length_squared() { found.v } else { v };
        return Nearest { weights, v, ..found };
    }
    let slots = slots_heaviest_first(&found);
    let base = points[slots[0]];
    let [i, j, k] = [slots[1], slots[2], slots[3]];
    let [e, f, g] = [points[i] - base, points[j] - base, points[k] - base];
    let third = if count == 4 { found.weights[k] } else { 0.0 };
    let before = [found.weights[i], found.weights[j], third];
    let residual = point_at(base, [e, f, g], before);
    let [dx, dy, dz] = if count == 4 { to_origin(residual, [e, f, g]) } else { to_foot(residual, [e, f]) };
    let after = [before[0] + dx, before[1] + dy, before[2] + dz];
    let v = point_at(base, [e, f, g], after);
    let heaviest = 1.0 - after.iter().sum::<Real>();
    let is_inside = heaviest > 0.0 && after[..count - 1].iter().all(|weight| *weight > 0.0);
    if !(is_inside && v.length_squared() <= found.v.length_squared()) {
        return found;
    }
    let mut weights = [0.0; 4];
    weights[slots[0]] = heaviest;
    for (slot, weight) in slots[1..count].iter().zip(after) {
        weights[*slot] = weight;
    }
    Nearest { weights, v, ..found }
}

/// The point with these weights along the edges from `base`.
fn point_at(base: Vec3, [e, f, g]: [Vec3; 3], [x, y, z]: [Real; 3]) -> Vec3 {
    base + (e * x + f * y + g * z)
}

/// Slots of a nearest point, starting with the one of the largest weight; unused entries are 0.
fn slots_heaviest_first(found: &Nearest) -> [usize; 4] {
    let mut slots = in_order(found.subset);
    let mut heaviest = 0;
    for i in 1..size(found.subset) {
        if found.weights[slots[i]] > found.weights[slots[heaviest]] {
            heaviest = i;
        }
    }
    slots.swap(0, heaviest);
    slots
}

/// Change of the weights of two edges that makes `v` perpendicular to both; the third entry is 0. Not finite for
/// parallel edges.
fn to_foot(v: Vec3, [e, f]: [Vec3; 2]) -> [Real; 3] {
    let n = e.cross(f);
    let square = n.length_squared();
    [f.cross(v).dot(n) / square, -e.cross(v).dot(n) / square, 0.0]
}

/// Change of the weights of three edges that makes `v` zero. Not finite for edges that span no volume.
fn to_origin(v: Vec3, [e, f, g]: [Vec3; 3]) -> [Real; 3] {
    let volume = e.dot(f.cross(g));
    [f.cross(g), g.cross(e), e.cross(f)].map(|across| -v.dot(across) / volume)
}
