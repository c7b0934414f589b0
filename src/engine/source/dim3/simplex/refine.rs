//! One step of iterative refinement of the barycentric weights of a nearest point.
//!
//! - **Problem.** The weights of a long thin simplex have the rounding error of its longest edge, so that the point
//!   with these weights is not the projection of the origin.
//! - **Method.** The point is computed again from the vertex `p` of the largest weight and the edges `eᵢ` from there:
//!   `v = p + Σ wᵢ eᵢ`. Near contact `v` is short, so its components along the edges have more correct digits than the
//!   weights. The correction `δ` of the weights solves `(v + Σ δᵢ eᵢ) · eⱼ = 0` by Cramer's rule. The weights of the
//!   origin inside a tetrahedron are solved for in `f64`, if that succeeds.
//! - **Certificate.** A correction is accepted only if all weights stay positive and the point does not move away from
//!   the origin. All such points belong to the simplex, so the nearer one is better.

use super::solve::solved_weights;
use super::subset::{Nearest, in_order, size};
use crate::dim3::prelude::*;

/// The nearest point with corrected weights; unchanged if a corrected weight is not positive or the corrected point is
/// farther from the origin. Segments and vertices are never corrected, because their weights are as accurate as the
/// edge.
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
    let [heaviest_slot, i, j, k] = slots;
    let base = points[heaviest_slot];
    let e = points[i] - base;
    let f = points[j] - base;
    let g = points[k] - base;
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
    weights[heaviest_slot] = heaviest;
    for (slot, weight) in slots[1..count].iter().zip(after) {
        weights[*slot] = weight;
    }
    Nearest { weights, v, ..found }
}

/// The point with these weights of the edges from `base`.
fn point_at(base: Vec3, [e, f, g]: [Vec3; 3], [x, y, z]: [Real; 3]) -> Vec3 {
    base + (e * x + f * y + g * z)
}

/// Slots of the vertices of a nearest point's face, the one with the largest weight first. For a triangle the last
/// entry is unused.
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

/// Change of the weights of two edges that makes `v` perpendicular to both; the third number is 0. Not finite for
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
