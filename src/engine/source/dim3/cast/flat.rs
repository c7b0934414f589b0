//! Upper bound of the first contact where `A − B` may have no interior: two segments, a point and a triangle, or
//! polygons in one plane.
//!
//! - **Problem.** The bodies are in contact at the position `s` of the path if the point `s · along` is in `A − B`.
//!   For other pairs a ball inside `A − B` proves that the path enters it; a flat `A − B` contains no ball.
//! - **Bodies that lie and move in one plane.** The path crosses a segment between two points of `A − B`, one on either
//!   side of the path. Each step replaces one of them by a support point closer to the start of the path.
//! - **Flat `A − B` across the path**, such as that of a point and a triangle or of two segments. The path pierces a
//!   triangle of points of `A − B`.
//! - **Frame.** The pair frame, with B at position 0 of its path; lengths in the pair's unit.

use super::cast_state::{CastState, Phase, Proof};
use super::contact::Flat;
use super::motion::FramePrecision;
use super::pair::Pair;
use super::path::Path;
use crate::dim3::numbers::unit;
use crate::dim3::prelude::*;
use crate::dim3::support::Vertex;

/// Least height of a triangle that proves a hit, in rounding errors of its vertices: the plane of a lower one is too
/// inaccurate. Chosen with a margin: at this height the errors tilt the normal by about 1/64 radian.
const MIN_HEIGHT: Real = 64.0;

/// Bound of the error of a triangle's plane that its rounded normal causes, in `EPS` times the longest side times the
/// ratio of that side to the height. Chosen with a margin.
const NORMAL_ROUNDING: Real = 8.0;

/// Bound of the rounding error of a combination of two points, in `EPS` times its length. Chosen with a margin.
const COMBINATION_ROUNDING: Real = 4.0;

/// Limit on support points in the search for a triangle that the path pierces. A search that rounding leads in circles
/// ends without a proof.
const MAX_SUPPORT_POINTS: usize = 32;

/// Position at which the path crosses a segment or a triangle of points of `A − B`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Position along the path, a length; negative before the start.
    s: Real,
    /// Bound of the error of `s`, a length.
    error: Real,
}

/// Returns the position at which the path pierces a triangle of points of `A − B`; `None` if it does not, or not
/// provably.
///
/// The error of each vertex is at most the rounding error at that position plus `error_of_vertices`, and so is that of
/// every point of the triangle. The path pierces the exact triangle, too, if the computed crossing is farther inside
/// than these errors can move it. The error of the position comes from the normal, which the edges span, and grows as
/// the triangle gets lower.
pub(super) fn triangle_crossing(path: &Path, [a, b, c]: [Vec3; 3], error_of_vertices: Real) -> Option<Crossing> {
    let normal = (b - a).cross(c - a);
    let normal_along_path = normal.dot(path.along);
    let s = normal.dot(a) / normal_along_path;
    let point = path.along * s;
    // Each volume has the sign of the side of an edge on which the point is. Most triangles are not pierced; these are
    // rejected without a square root. NaN is rejected as well.
    let starts = [a, b, c];
    let edges = [b - a, c - b, a - c];
    let volumes = [0, 1, 2].map(|i| edges[i].cross(point - starts[i]).dot(normal));
    if !(volumes.iter().all(|volume| *volume > 0.0) && s.is_finite()) {
        return None;
    }
    let lengths = edges.map(|edge| edge.length());
    let twice_area = normal.length();
    let longest = lengths.into_iter().fold(0.0, Real::max);
    let height = twice_area / longest;
    let rounding = path.rounding(s.abs()) + error_of_vertices;
    if !(height > MIN_HEIGHT * rounding) {
        return None;
    }
    let plane_error = rounding + NORMAL_ROUNDING * EPS * longest * (longest / height);
    let error = plane_error * (twice_area / normal_along_path.abs());
    // Distances from the point to the edges, in the plane of the triangle.
    let [to_ab, to_bc, to_ca] = [0, 1, 2].map(|i| volumes[i] / (twice_area * lengths[i]));
    let to_nearest_edge = to_ab.min(to_bc).min(to_ca);
    (to_nearest_edge > plane_error + error).then_some(Crossing { s, error })
}

/// Returns the position at which the path crosses the segment between `a` and `b`, two points of `A − B` in one plane
/// with the path; `None` if it does not, or not provably. `across` is a unit vector of that plane perpendicular to the
/// path.
pub(super) fn segment_crossing(path: &Path, [a, b]: [Vec3; 2], across: Vec3) -> Option<Crossing> {
    let edge = b - a;
    // Signed distances from the path.
    let [aside_a, aside_b] = [a, b].map(|p| p.dot(across));
    let length = edge.length();
    let width = aside_b - aside_a;
    let s = a.dot(path.along) - edge.dot(path.along) * (aside_a / width);
    // The rounding errors of both points move the segment; the combination of both adds its own.
    let rounding = path.rounding(s.abs()) + COMBINATION_ROUNDING * EPS * length;
    let error = rounding * (length / width.abs());
    // Distance from the crossing to the nearer end; negative if the path passes the segment outside.
    let from_a = length * (-aside_a / width);
    let to_nearer_end = from_a.min(length - from_a);
    (s.is_finite() && to_nearer_end > rounding + error).then_some(Crossing { s, error })
}

/// Returns the position near the point `p` of `A − B` at which the path crosses a segment from `p` to one of `ends`,
/// two points of `A − B` on either side of the path; `None` if `p` is not on the path to rounding, or a segment may run
/// along the path. `across` is as in [`segment_crossing`].
fn vertex_crossing(path: &Path, p: Vec3, ends: [Vec3; 2], across: Vec3) -> Option<Crossing> {
    let s = p.dot(path.along);
    let aside = p.dot(across).abs();
    let rounding = path.rounding(s.abs());
    // Upper bound of the change of the position along the path per length across it, on each segment: the rounding
    // errors of both ends of the segment lengthen it along the path and shorten it across.
    let slopes = ends.map(|end| {
        let edge = end - p;
        let length_along = edge.dot(path.along).abs() + 2.0 * rounding;
        let width = edge.dot(across).abs() - 2.0 * rounding;
        if width > 2.0 * rounding { length_along / width } else { Real::INFINITY }
    });
    let error = rounding + (aside + rounding) * slopes[0].max(slopes[1]);
    (aside <= 2.0 * rounding && error.is_finite()).then_some(Crossing { s, error })
}

impl<P: Pair> CastState<P> {
    /// Lowers the upper bound to a position `s` at which the path crosses `A − B`, with an error of at most `error`. A
    /// crossing that may be before the start counts only if a later contact is proven: `A − B` is convex and contains
    /// the path between the two.
    pub(super) fn bound_by_crossing(&mut self, Crossing { s, error }: Crossing, proof: Proof) {
        if s >= error || self.upper < Real::INFINITY && s + error >= 0.0 {
            self.tighten_upper((s + error).max(0.0), proof);
        }
    }

    /// Whether `A − B` may have no interior: there are no margins, and no contact has been proven.
    pub(super) fn may_be_flat(&self) -> bool {
        self.margin == 0.0 && self.upper == Real::INFINITY
    }

    /// Whether rounding errors are small enough to decide that the bodies lie in one plane.
    fn can_decide_flatness(&self) -> bool {
        P::PLANAR || self.path.precision != FramePrecision::Native || self.path.touching_distance() > 0.0
    }

    /// Step of [`Phase::Flat`]: the first one decides whether `A − B` and the path lie in one plane; each further one
    /// replaces an end of the segment in that plane.
    pub(super) fn step_flat(&mut self) {
        let continues = match self.flat {
            None => self.start_flat(),
            Some(flat) => self.advance_segment(flat),
        };
        if !continues {
            self.phase = if self.by_bracket().holds() { Phase::Conclusion } else { Phase::Probe };
        }
    }

    /// Whether `A − B` lies in the plane through the path with this unit normal: in `f64` to within the touching
    /// distance; in `f32`, where that is 0, only if no point of either core is off the plane.
    fn lies_in(&self, normal: Vec3) -> bool {
        let limit = self.path.touching_distance();
        [normal, -normal].into_iter().all(|n| {
            let Vertex { w, a, b, .. } = self.pair.support(n);
            if limit > 0.0 { n.dot(w) <= limit } else { n.dot(a) == 0.0 && n.dot(b) == 0.0 }
        })
    }

    /// First step of [`Phase::Flat`]. Returns whether the phase continues.
    fn start_flat(&mut self) -> bool {
        let (e, f) = self.path.along.any_orthonormal_pair();
        if self.can_decide_flatness() && !P::PLANAR && self.lies_in(e) && self.lies_in(f) {
            self.bound_on_path(e);
            return false;
        }
        if let Some(normal) = self.common_plane(e, f) {
            return self.start_segment(normal);
        }
        let section = CrossSection { pair: &self.pair, e, f };
        if let Some(crossing) = section.pierced_triangle(&self.path) {
            self.bound_by_crossing(crossing, Proof::Pierced);
        }
        false
    }

    /// Lowers the upper bound to the first point of an `A − B` that lies on the path. `e` is a unit vector
    /// perpendicular to the path.
    fn bound_on_path(&mut self, e: Vec3) {
        let along = self.path.along;
        let s = self.pair.support(-along).w.dot(along);
        self.flat = Some(Flat { normal: e, ends: [along * s; 2] });
        self.bound_by_crossing(Crossing { s, error: self.path.rounding(s.abs()) }, Proof::Crossed);
    }

    /// Unit normal of the plane that contains `A − B` and the path; `None` if there is none, or rounding errors are too
    /// large to decide it. `e` and `f` are unit vectors perpendicular to the path and to each other.
    fn common_plane(&self, e: Vec3, f: Vec3) -> Option<Vec3> {
        if P::PLANAR {
            return Some(Vec3::Z);
        }
        let along = self.path.along;
        // Components across the path: the longest one and the path span the only possible plane.
        let offsets = [e, -e, f, -f].map(|d| {
            let w = self.pair.support(d).w;
            w - along * w.dot(along)
        });
        let farthest = offsets.into_iter().fold(Vec3::ZERO, |far, w| if w.length() > far.length() { w } else { far });
        let normal = unit(along.cross(farthest)).unwrap_or(e);
        (self.can_decide_flatness() && self.lies_in(normal)).then_some(normal)
    }

    /// Starts with the segment between the points of `A − B` that are farthest from the path on either side, in the
    /// plane with this unit normal. Returns whether the phase continues.
    fn start_segment(&mut self, normal: Vec3) -> bool {
        let across = normal.cross(self.path.along);
        let ends = [-across, across].map(|d| self.pair.support(d).w);
        self.flat = Some(Flat { normal, ends });
        self.bound_by_segment(across, ends)
    }

    /// Lowers the upper bound if the path crosses the segment between `ends`. Returns whether the ends are on either
    /// side of the path: the first one against `across`, the second one along it.
    fn bound_by_segment(&mut self, across: Vec3, ends: [Vec3; 2]) -> bool {
        if let Some(crossing) = segment_crossing(&self.path, ends, across) {
            self.bound_by_crossing(crossing, Proof::Crossed);
        }
        ends[0].dot(across) <= 0.0 && ends[1].dot(across) >= 0.0
    }

    /// Replaces an end of the segment by the support point of `A − B` perpendicular to the segment, towards the start
    /// of the path. Returns whether the phase continues.
    fn advance_segment(&mut self, Flat { normal, mut ends }: Flat) -> bool {
        let along = self.path.along;
        let Some(d) = unit((ends[1] - ends[0]).cross(normal)) else { return false };
        let d = if d.dot(along) > 0.0 { -d } else { d };
        let p = self.pair.support(d).w;
        let across = normal.cross(along);
        if !(d.dot(p) - d.dot(ends[0]) > self.dot_rounding()) || self.by_limit().holds() {
            return false;
        }
        if let Some(crossing) = vertex_crossing(&self.path, p, ends, across) {
            // A support point on the path is the first point of A − B on it.
            self.bound_by_crossing(crossing, Proof::Crossed);
            return false;
        }
        ends[usize::from(p.dot(across) > 0.0)] = p;
        self.flat = Some(Flat { normal, ends });
        self.bound_by_segment(across, ends)
    }
}

/// Projection of `A − B` along the path, onto the plane that the unit vectors `e` and `f` span.
struct CrossSection<'a, P> {
    /// The two bodies, with B at its start.
    pair: &'a P,
    /// Unit vector perpendicular to the path.
    e: Vec3,
    /// Unit vector perpendicular to the path and to `e`.
    f: Vec3,
}

impl<P: Pair> CrossSection<'_, P> {
    /// Coordinates of a point along `e` and `f`.
    fn project(&self, w: Vec3) -> Vec2 {
        Vec2::new(w.dot(self.e), w.dot(self.f))
    }

    /// Support point of `A − B` along a direction of the plane.
    fn support(&self, d: Vec2) -> Vec3 {
        self.pair.support(self.e * d.x + self.f * d.y).w
    }

    /// Position at which the path, a point at the origin of the projection, pierces a triangle of points of `A − B`;
    /// `None` if none was found. Each iteration replaces a vertex by the support point beyond the opposite edge.
    fn pierced_triangle(&self, path: &Path) -> Option<Crossing> {
        let first = self.support(Vec2::X);
        let second = self.support(-self.project(first));
        // Perpendicular to the edge from the first to the second point, to the side on which the path is.
        let left = (self.project(second) - self.project(first)).perp();
        let toward_path = if self.project(first).dot(left) <= 0.0 { left } else { -left };
        let mut vertices = [first, second, self.support(toward_path)];
        for _ in 0..MAX_SUPPORT_POINTS {
            let [a, b, c] = vertices.map(|vertex| self.project(vertex));
            // The vertices run counter-clockwise.
            if (b - a).perp_dot(c - a) < 0.0 {
                vertices.swap(0, 1);
                continue;
            }
            let crossing = triangle_crossing(path, vertices, 0.0).or_else(|| self.pierced_near_edge(path, vertices));
            if crossing.is_some() {
                return crossing;
            }
            // Edge beyond which the path is farthest outside the triangle; the path is at the origin.
            let edges = [[a, b], [b, c], [c, a]];
            let outside = edges.map(|[p, q]| (q - p).perp().dot(p) / (q - p).length());
            let edge = (0..3).fold(0, |most, i| if outside[i] > outside[most] { i } else { most });
            let [p, q] = edges[edge];
            // Outward normal of that edge.
            let d = -(q - p).perp();
            let next = self.support(d);
            let projected = self.project(next);
            if !(d.dot(projected) > 0.0 && d.dot(projected - p) > 0.0) {
                return None;
            }
            // The support point replaces the opposite vertex.
            vertices[(edge + 2) % 3] = next;
        }
        None
    }

    /// Position at which the path pierces `A − B` so close to an edge of the triangle that the side of the edge cannot
    /// be decided; `None` if it does not. Tests the triangle of the opposite vertex and of two points beyond the edge.
    /// The center of a parallelogram is such a case: it lies on a diagonal, whichever three vertices are chosen.
    fn pierced_near_edge(&self, path: &Path, vertices: [Vec3; 3]) -> Option<Crossing> {
        // Fraction of the way to the support point beyond the edge by which both ends of the edge move, so that the
        // path is well inside the triangle.
        const FRACTION_BEYOND: Real = 0.125;
        (0..3).find_map(|i| {
            let [p, q, r] = [vertices[i], vertices[(i + 1) % 3], vertices[(i + 2) % 3]];
            let beyond = self.support(-(self.project(q) - self.project(p)).perp());
            let [a, b] = [p, q].map(|vertex| vertex + (beyond - vertex) * FRACTION_BEYOND);
            let lengths = p.length() + q.length() + beyond.length();
            triangle_crossing(path, [a, b, r], COMBINATION_ROUNDING * EPS * lengths)
        })
    }
}
