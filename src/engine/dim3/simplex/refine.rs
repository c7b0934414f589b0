//! One step of iterative refinement of the weights of a nearest point.
//!
//! **Problem.** The weights of a long thin simplex carry the rounding of its longest edge, so that the point which they give is
//! not the foot of the perpendicular from the origin.
//!
//! **Method.** The residual of the first solution is computed from the vertex of the largest weight: `v = p + Σ wᵢ eᵢ`, with the
//! edges `eᵢ` from there. It is as small as the distance, so its components along the edges are known to more digits than the
//! weights. The correction `δ` solves `(v + Σ δᵢ eᵢ) · eⱼ = 0` by Cramer's rule.
//!
//! **Certificate.** A correction is kept only if all weights stay positive and the point comes no farther from the origin. All such
//! points are of the simplex, so the nearer one is the better.

use super::super::prelude::*;
use super::subset::{Nearest, in_order, size};

/// Returns the nearest point of a triangle or a tetrahedron with corrected weights, or as it was found where that is as near. The
/// weights of a segment are as exact as its edge.
pub(super) fn refined(points: &[Vec3; 4], found: Nearest) -> Nearest {
    let count = size(found.subset);
    if count < 3 {
        return found;
    }
    let slots = from_the_heaviest(&found);
    let base = points[slots[0]];
    let [i, j, k] = [slots[1], slots[2], slots[3]];
    let [e, f, g] = [points[i] - base, points[j] - base, points[k] - base];
    let last = if count == 4 { found.weights[k] } else { 0.0 };
    let before = [found.weights[i], found.weights[j], last];
    let at = |[x, y, z]: [Real; 3]| base + (e * x + f * y + g * z);
    let [dx, dy, dz] = if count == 4 { to_origin(at(before), [e, f, g]) } else { to_foot(at(before), [e, f]) };
    let after = [before[0] + dx, before[1] + dy, before[2] + dz];
    let v = at(after);
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

/// The slots of a nearest point, the one of the largest weight first; those beyond its size repeat slot 0.
fn from_the_heaviest(found: &Nearest) -> [usize; 4] {
    let mut slots = in_order(found.subset);
    let heavier = |best: usize, i: usize| if found.weights[slots[i]] > found.weights[slots[best]] { i } else { best };
    let heaviest = (1..size(found.subset)).fold(0, heavier);
    slots.swap(0, heaviest);
    slots
}

/// The change of the weights of two edges that makes `v` perpendicular to both. Not a number where the edges are parallel.
fn to_foot(v: Vec3, [e, f]: [Vec3; 2]) -> [Real; 3] {
    let n = e.cross(f);
    let square = n.length_squared();
    [f.cross(v).dot(n) / square, -e.cross(v).dot(n) / square, 0.0]
}

/// The change of the weights of three edges that makes `v` zero. Not a number where the edges span no volume.
fn to_origin(v: Vec3, [e, f, g]: [Vec3; 3]) -> [Real; 3] {
    let volume = e.dot(f.cross(g));
    [f.cross(g), g.cross(e), e.cross(f)].map(|across| -v.dot(across) / volume)
}
