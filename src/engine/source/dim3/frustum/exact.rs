//! Exact test of a body that crosses planes: searches for a sum of planes that separates the body from the frustum.

use super::half_space::product;
use super::{Body, Frustum, HalfSpace, Parallel, Side, rounding};
use crate::dim3::prelude::*;

/// Result of the exact test.
pub type Exact = contact_lens_model::snapshot::frustum::Exact<Sum>;

/// A sum of planes of the frustum with positive weights: the frustum is inside it, the body outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sum {
    /// The feature that determined the sum.
    pub parallel: Parallel,
    /// The two or three planes that are summed; `None` after the last.
    pub sides: [Option<Side>; 3],
    /// Weight of each plane, positive; 0 after the last. The weighted sum of the planes is `plane`.
    pub weights: [Real; 3],
    /// The sum as a half-space with a unit inward normal, frame of the planes.
    pub plane: HalfSpace,
    /// Distance of the body beyond the plane, meters: a lower bound of its distance from the frustum.
    pub gap: Real,
    /// Bound of the gap's rounding error; smaller than the gap.
    pub rounding: Real,
}

/// Search for the sum of planes that is farthest from a body.
struct SumSearch<'a> {
    /// The body under test.
    body: &'a Body,
    /// Sides of the present planes of the frustum; only the first `count` are valid.
    sides: [Side; 6],
    /// The present planes, in the same order.
    planes: [HalfSpace; 6],
    /// Size of the numbers in the test of the body against each plane, meters: the magnitude of the body's
    /// [`Projection`](super::Projection) plus the plane's absolute offset.
    magnitudes: [Real; 6],
    /// Number of present planes.
    count: usize,
    /// The sum with the largest gap so far; `None` before one separates the body.
    best: Option<Sum>,
}

/// Result of the exact test of a body that crosses planes and is rejected by none: whether a sum of planes separates it
/// from the frustum. [`Exact::Unknown`] for a curved body other than a ball.
pub fn test_exactly(frustum: &Frustum, body: &Body) -> Exact {
    let mut search = SumSearch::new(frustum, body);
    match body {
        Body::Ball { center, .. } => search.try_toward_center(*center),
        Body::Convex(convex) if convex.solid.is_none() => return Exact::Unknown,
        Body::Box(_) | Body::Convex(_) => {
            search.try_parallel_to_faces();
            search.try_parallel_to_edges();
        }
    }
    search.best.map_or(Exact::Crossing, Exact::Outside)
}

/// Weights with which three vectors sum to `u`; not finite where the vectors are coplanar.
fn weights_of_three([a, b, c]: [Vec3; 3], u: Vec3) -> [Real; 3] {
    let volume = a.dot(b.cross(c));
    [u.dot(b.cross(c)) / volume, u.dot(c.cross(a)) / volume, u.dot(a.cross(b)) / volume]
}

/// Weights with which two unit vectors sum to `u`, or to its projection on their plane; not finite where they are
/// parallel.
fn weights_of_two([a, b]: [Vec3; 2], u: Vec3) -> [Real; 2] {
    let cosine = a.dot(b);
    let p = a.dot(u);
    let q = b.dot(u);
    let squared_sine = a.cross(b).length_squared();
    [(p - cosine * q) / squared_sine, (q - cosine * p) / squared_sine]
}

impl<'a> SumSearch<'a> {
    /// The search before the first sum.
    fn new(frustum: &Frustum, body: &'a Body) -> Self {
        let mut sides = [Side::Left; 6];
        let mut planes = [HalfSpace { normal: Vec3::ZERO, offset: 0.0 }; 6];
        let mut magnitudes = [0.0; 6];
        let mut count = 0;
        for (side, plane) in frustum.planes() {
            sides[count] = side;
            planes[count] = plane;
            magnitudes[count] = body.project(plane.normal).magnitude + plane.offset.abs();
            count += 1;
        }
        Self { body, sides, planes, magnitudes, count, best: None }
    }

    /// Unit inward normal of plane `i`.
    fn normal(&self, i: usize) -> Vec3 {
        self.planes[i].normal
    }

    /// All pairs of planes.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let count = self.count;
        (0..count).flat_map(move |i| (i + 1..count).map(move |j| [i, j]))
    }

    /// All triples of planes.
    fn triples(&self) -> impl Iterator<Item = [usize; 3]> + use<> {
        let count = self.count;
        self.pairs().flat_map(move |[i, j]| (j + 1..count).map(move |k| [i, j, k]))
    }

    /// Makes the weighted sum of the `chosen` planes the best one, if it separates the body by more than the best so
    /// far. The weights may be all positive or all negative, which gives the opposite sum; with other weights nothing
    /// happens, because the frustum need not be inside such a sum.
    fn try_weighted_sum<const N: usize>(&mut self, parallel: Parallel, chosen: [usize; N], mut weights: [Real; N]) {
        if weights[0] < 0.0 {
            weights = weights.map(|weight| -weight);
        }
        if !weights.iter().all(|weight| *weight > 0.0 && *weight < Real::INFINITY) {
            return;
        }
        let mut normal = Vec3::ZERO;
        let mut offset = 0.0;
        let mut magnitude = 0.0;
        for (i, weight) in chosen.into_iter().zip(weights) {
            normal += self.normal(i) * weight;
            offset += self.planes[i].offset * weight;
            magnitude += self.magnitudes[i] * weight;
        }
        let length = normal.length();
        let plane = HalfSpace { normal: normal / length, offset: offset / length };
        let projection = self.body.project(plane.normal);
        let gap = -(projection.center + plane.offset + projection.half_width);
        let rounding = rounding::sum_rounding(magnitude / length);
        let is_separating = gap > rounding && gap < Real::INFINITY;
        if !is_separating || self.best.is_some_and(|best| gap <= best.gap) {
            return;
        }
        let mut sum = Sum { parallel, sides: [None; 3], weights: [0.0; 3], plane, gap, rounding };
        for (k, (i, weight)) in chosen.into_iter().zip(weights).enumerate() {
            sum.sides[k] = Some(self.sides[i]);
            sum.weights[k] = weight / length;
        }
        self.best = Some(sum);
    }

    /// Tries sums of planes whose normal is parallel to that of a face of the body. The sum of three planes contains
    /// their common vertex, the sum of two planes their common edge.
    fn try_parallel_to_faces(&mut self) {
        for (face, direction) in (0..).zip(self.body.faces()) {
            let u = direction.normalize_or_zero();
            for chosen in self.triples() {
                self.try_weighted_sum(
                    Parallel::Face(face),
                    chosen,
                    weights_of_three(chosen.map(|i| self.normal(i)), u),
                );
            }
            for chosen in self.pairs() {
                let [a, b] = chosen.map(|i| self.normal(i));
                let [p, q] = weights_of_two([a, b], u);
                // The face's normal must be in the plane of both normals, to rounding.
                let deviation = (a * p + b * q - u).abs().max_element();
                if deviation <= rounding::ABSENT_PLANE_ROUNDING * EPS {
                    self.try_weighted_sum(Parallel::Face(face), chosen, [p, q]);
                }
            }
        }
    }

    /// Tries sums of two planes, through their common edge, that are parallel to an edge of the body.
    fn try_parallel_to_edges(&mut self) {
        for (edge, direction) in (0..).zip(self.body.edges()) {
            let e = direction.normalize_or_zero();
            for [i, j] in self.pairs() {
                let weights = [-product(self.normal(j), e), product(self.normal(i), e)];
                self.try_weighted_sum(Parallel::Edges(edge), [i, j], weights);
            }
        }
    }

    /// Tries sums of planes through the frustum's point nearest to the center of a ball, perpendicular to the vector
    /// from the center to that point. Each edge and each vertex of the frustum may contain that point.
    fn try_toward_center(&mut self, center: Vec3) {
        for [i, j] in self.pairs() {
            let [a, b] = [i, j].map(|i| self.normal(i));
            // The vector from the center to the nearest point of the common edge is a sum of both normals. Its
            // component along each normal is the distance of the center outside that plane. A center inside both
            // planes would give two negative weights, whose sum does not separate the ball.
            let cosine = a.dot(b);
            let [s, t] = [i, j].map(|i| -self.planes[i].signed_distance(center));
            let squared_sine = a.cross(b).length_squared();
            let weights = [(s - cosine * t) / squared_sine, (t - cosine * s) / squared_sine];
            if weights[0] > 0.0 {
                self.try_weighted_sum(Parallel::NearestEdge, [i, j], weights);
            }
        }
        for chosen in self.triples() {
            let normals @ [a, b, c] = chosen.map(|i| self.normal(i));
            // Components of the vector from the center to the common vertex along the three normals.
            let [p, q, r] = chosen.map(|i| -self.planes[i].signed_distance(center));
            let to_vertex = (b.cross(c) * p + c.cross(a) * q + a.cross(b) * r) / a.dot(b.cross(c));
            let weights = weights_of_three(normals, to_vertex);
            if weights[0] > 0.0 {
                self.try_weighted_sum(Parallel::NearestCorner, chosen, weights);
            }
        }
    }
}
