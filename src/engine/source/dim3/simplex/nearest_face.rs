//! The fast path of an iteration of GJK: finds the face of the simplex nearest the origin, its distance, and the next
//! search direction in one operation.
//!
//! - **Method.** The signed volumes method decides by the normal of a face on which side of it the origin is. The same
//!   normal, directed towards the origin, is GJK's next direction, and the origin's height over the face is `|v|`.
//!   Neither `v` nor its weights are needed to continue; [`weights_of`] computes the weights on demand.
//! - **Limits.** The fast path requires that all signs are certain and that the newest vertex is part of the answer
//!   (`[ACD11]`, theorem 5). Otherwise, as for slivers, it returns `None` or an infinite distance, and the caller uses
//!   [`super::signed_volumes`].

use super::signed_volumes;
use super::subset::{Nearest, Subset, in_order};
use super::volumes::Volumes;
use crate::dim3::numbers::higher;
use crate::dim3::prelude::*;

/// Square of the sine of the angle between the edges at the newest vertex above which a face is not a sliver: the error
/// of its normal and of the origin's height over it is at most eight rounding errors.
const MIN_SQUARED_SINE: Real = super::normal::MIN_SQUARED_SINE;

/// Least `|e|²` of an edge `e` and least `|n|²` of a face with the normal `n` that the fast path accepts, for points of
/// size about 1. Products of smaller ones may underflow.
const MIN_SQUARED_LENGTH: Real = EPS * EPS * EPS;

/// A face of the simplex that contains the newest vertex, and its relation to the origin.
#[derive(Clone, Copy, Debug)]
pub(in crate::dim3) struct NearestFace {
    /// Vertices of the face.
    pub subset: Subset,
    /// `|v|²`, the squared distance of the face from the origin; infinite for [`NOT_NEAREST`].
    pub squared_distance: Real,
    /// Direction of `−v`, of any length: the normal of the face, unless `v` itself has more correct digits.
    pub direction: Vec3,
}

/// A vertex of a face.
#[derive(Clone, Copy)]
struct FaceVertex {
    /// The subset with this vertex only.
    subset: Subset,
    /// Position of the vertex.
    point: Vec3,
}

impl FaceVertex {
    /// The vertex in a slot.
    #[inline(always)]
    fn of(points: &[Vec3; 4], slot: usize) -> Self {
        Self { subset: 1 << slot, point: points[slot & 3] }
    }
}

/// Finds the nearest face after the vertex in the slot `newest` has joined the smallest face that contains the previous
/// nearest point; `joined` are the slots of both.
///
/// `None` for slivers, and for a tetrahedron if the origin is inside the three faces at `newest` but may be beyond the
/// fourth. The distance is infinite if the nearest face does not contain `newest`, or if an edge is too short. In all
/// these cases the caller must use the slow path.
#[inline(always)]
pub(in crate::dim3) fn nearest_face(points: &[Vec3; 4], joined: Subset, newest: usize) -> Option<NearestFace> {
    let d = FaceVertex::of(points, newest);
    let [a, b, c, _] = in_order(joined & !d.subset).map(|slot| FaceVertex::of(points, slot));
    match joined.count_ones() {
        4 => tetrahedron([d, a, b, c]),
        3 => face([d, a, b], (a.point - d.point).cross(b.point - d.point)),
        2 => Some(edge(d, a)),
        _ => Some(vertex(d)),
    }
}

/// Result if the vertex `d` is nearest.
#[inline(always)]
fn vertex(d: FaceVertex) -> NearestFace {
    NearestFace { subset: d.subset, squared_distance: d.point.length_squared(), direction: -d.point }
}

/// Placeholder for a face that is not the nearest, or not certainly: farther than any other result.
const NOT_NEAREST: NearestFace = NearestFace { subset: 0, squared_distance: Real::INFINITY, direction: Vec3::ZERO };

/// Returns the nearer of two results; the first of equals.
#[inline(always)]
fn nearer(best: NearestFace, other: NearestFace) -> NearestFace {
    if best.squared_distance <= other.squared_distance { best } else { other }
}

/// Nearest feature of an edge from `d` to `a`: the edge or its vertex `d`; [`NOT_NEAREST`] if it is `a`, or if the edge
/// is too short.
///
/// With `e = a − d`, the origin's projection on the line has the weights `a·e` for `d` and `−d·e` for `a`, times
/// `|e|²`. The direction `e × (e × d) = −|e|² v` is perpendicular to `e` to rounding. For an edge shorter than `v`, `v`
/// itself has more correct digits.
#[inline(always)]
fn edge(d: FaceVertex, a: FaceVertex) -> NearestFace {
    let e = a.point - d.point;
    let weight_d = a.point.dot(e);
    let weight_a = -d.point.dot(e);
    let edge_square = e.length_squared();
    if !(weight_d > 0.0 && edge_square > MIN_SQUARED_LENGTH) {
        return NOT_NEAREST;
    }
    if !(weight_a > 0.0) {
        return vertex(d);
    }
    let across = e.cross(d.point);
    let squared_distance = across.length_squared() / edge_square;
    let direction =
        if edge_square > squared_distance { e.cross(across) } else { -(d.point + e * (weight_a / edge_square)) };
    NearestFace { subset: d.subset | a.subset, squared_distance, direction }
}

/// Barycentric weights for `p` and `q` of the origin's projection on the plane of the triangle `d`, `p`, `q` with the
/// normal `n`, times `|n|²`. The weight of `d` is the remainder to `|n|²`.
#[inline(always)]
fn scaled_weights([d, p, q]: [Vec3; 3], n: Vec3) -> [Real; 2] {
    [-n.dot(d.cross(q - d)), n.dot(d.cross(p - d))]
}

/// Nearest feature of a triangle with the normal `n = (p − d) × (q − d)`: the triangle, an edge at `d`, or `d`.
/// [`NOT_NEAREST`] if the origin's projection is beyond the third edge. `None` for slivers and tiny triangles.
#[inline(always)]
fn face([d, p, q]: [FaceVertex; 3], n: Vec3) -> Option<NearestFace> {
    let e = p.point - d.point;
    let f = q.point - d.point;
    let e_square = e.length_squared();
    let f_square = f.length_squared();
    let normal_square = n.length_squared();
    if !(normal_square > MIN_SQUARED_SINE * (e_square * f_square) && normal_square > MIN_SQUARED_LENGTH) {
        return None;
    }
    let [weight_p, weight_q] = scaled_weights([d.point, p.point, q.point], n);
    Some(match (weight_p > 0.0, weight_q > 0.0) {
        // The weight of `d`, the remainder, is positive too.
        (true, true) if weight_p + weight_q < normal_square => above_triangle([d, p, q], n, [weight_p, weight_q]),
        (true, true) => NOT_NEAREST,
        (true, _) => edge(d, p),
        (_, true) => edge(d, q),
        _ => nearer(edge(d, p), edge(d, q)),
    })
}

/// Result if the origin's projection is inside the triangle; the origin is at the height `n·d / |n|` below it. The
/// weights of `p` and `q` are multiplied by `|n|²`. If the altitude of the triangle over its longest edge is at most
/// that height, `v` has more correct digits than the normal.
#[inline(always)]
fn above_triangle([d, p, q]: [FaceVertex; 3], n: Vec3, [weight_p, weight_q]: [Real; 2]) -> NearestFace {
    let e = p.point - d.point;
    let f = q.point - d.point;
    let g = q.point - p.point;
    let longest_square = higher(higher(e.length_squared(), f.length_squared()), g.length_squared());
    let scaled_height = n.dot(d.point);
    let normal_square = n.length_squared();
    let squared_distance = scaled_height * (scaled_height / normal_square);
    // The altitude over the longest edge is `|n| / longest`.
    let direction = if normal_square > longest_square * squared_distance {
        // Positive if the normal points away from the origin; computed from all three vertices.
        if n.dot(d.point + p.point + q.point) > 0.0 { -n } else { n }
    } else {
        -(d.point + e * (weight_p / normal_square) + f * (weight_q / normal_square))
    };
    NearestFace { subset: d.subset | p.subset | q.subset, squared_distance, direction }
}

/// Nearest feature of a tetrahedron: of the faces at the newest vertex `d` beyond which the origin may be, or the whole
/// tetrahedron if there are none and the origin is certainly not beyond the fourth face. `None` if that is not certain,
/// or if a face is a sliver.
#[inline(always)]
fn tetrahedron([d, a, b, c]: [FaceVertex; 4]) -> Option<NearestFace> {
    let points = [d.point, a.point, b.point, c.point];
    let volumes = Volumes::of(points);
    // Bit `j` is set if the face opposite to vertex `j` is searched.
    let mut faces = (1..4).fold(0_u8, |faces, across| faces | u8::from(volumes.may_be_beyond_face(across)) << across);
    if faces == 0 {
        let is_inside = !volumes.with_base(points).may_be_beyond_face(0);
        return is_inside.then_some(NearestFace { subset: 15, squared_distance: 0.0, direction: Vec3::ZERO });
    }
    let mut best = NOT_NEAREST;
    while faces != 0 {
        let (p, q, n) = match faces.trailing_zeros() {
            1 => (b, c, volumes.normals[0]),
            2 => (c, a, volumes.normals[1]),
            _ => (a, b, volumes.normals[2]),
        };
        best = nearer(best, face([d, p, q], n)?);
        faces &= faces - 1;
    }
    Some(best)
}

/// Barycentric weights, by slot, of the point nearest the origin of the face `subset`, which [`nearest_face()`]
/// returned for the vertex in the slot `newest`.
#[inline(always)]
pub(in crate::dim3) fn weights_of(points: &[Vec3; 4], subset: Subset, newest: usize) -> [Real; 4] {
    let d = newest & 3;
    let [p, q, ..] = in_order(subset & !(1 << d));
    let e = points[p] - points[d];
    let f = points[q] - points[d];
    let [x, y] = match subset.count_ones() {
        1 => [0.0; 2],
        2 => [-points[d].dot(e) / e.length_squared(), 0.0],
        3 => {
            let n = e.cross(f);
            scaled_weights([points[d], points[p], points[q]], n).map(|weight| weight / n.length_squared())
        }
        _ => return weights_inside(points, 1 << d),
    };
    // For an edge or a vertex, unused entries of `p` and `q` are arbitrary slots, with weight 0.
    [0, 1, 2, 3].map(|i| {
        if i == d {
            1.0 - (x + y)
        } else if i == p {
            x
        } else if i == q {
            y
        } else {
            0.0
        }
    })
}

/// Barycentric weights of the origin in a tetrahedron that contains it. The vertex in the subset `newest` comes first,
/// as in the sign tests.
#[cold]
fn weights_inside(points: &[Vec3; 4], newest: Subset) -> [Real; 4] {
    Nearest::from(signed_volumes::search(points, 15, newest)).weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dim3::simplex::cases::{Dice, ordinary};
    use crate::dim3::simplex::subset::{in_order, slots};
    use crate::dim3::simplex::{Solver, nearest};

    /// GJK's situation: the face that contained the last answer, and a vertex closer to the origin's side.
    #[test]
    fn the_nearest_face_is_that_of_the_signed_volumes() {
        let mut dice = Dice::new(13);
        let mut asked = 0;
        let mut answered = 0;
        for i in 0..12_000 {
            let (points, joined) = slots(&ordinary(&mut dice, 1 + i % 4));
            let newest = in_order(joined)[dice.below(1 + i % 4)];
            let last = joined & !(1 << newest);
            if last != 0 {
                let before = nearest(Solver::SignedVolumes, &points, last);
                if before.subset != last || !(points[newest].dot(before.v) < before.v.length_squared()) {
                    continue;
                }
            }
            asked += 1;
            let Some(found) = nearest_face(&points, joined, newest) else { continue };
            answered += 1;
            let truth = nearest(Solver::SignedVolumes, &points, joined);
            assert_eq!(found.subset, truth.subset, "{points:?} {newest}");
            let length = truth.v.length();
            let off = 256.0 * EPS;
            assert!(
                (found.squared_distance.sqrt() - length).abs() <= off,
                "{points:?} {newest}: {found:?}, not {truth:?}"
            );
            let weights = weights_of(&points, found.subset, newest);
            for (one, other) in weights.into_iter().zip(truth.weights) {
                assert!((one - other).abs() <= off * 16.0, "{points:?} {newest}: {weights:?}, not {truth:?}");
            }
            if found.subset != 15 {
                let along = -found.direction.normalize().dot(truth.v);
                assert!(along >= length - off, "{points:?} {newest}: along {:?}, not −{:?}", found.direction, truth.v);
            }
        }
        assert!(asked > 3_000 && 10 * answered > 8 * asked, "{answered} of {asked}");
    }
}
