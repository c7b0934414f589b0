//! Upper bound of the first contact of bodies whose `A − B` has no interior, so that no ball proves a hit.
//!
//! - **Bodies of one plane that move in it.** The path crosses a segment between points of `A − B` on either side of
//!   it; one support point per step.
//! - **Flat `A − B` across the path**, such as that of a point and a triangle or of two segments. The path pierces a
//!   triangle of points of `A − B`.

use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::support::Vertex;
use super::cast_state::{CastState, Phase, Proof};
use super::contact::Flat;
use super::motion::FramePrecision;
use super::pair::Pair;
use super::path::Path;

/// Least height of a triangle that proves a hit, in rounding errors of its vertices: the plane of a lower one is too
/// inaccurate. Chosen with a margin: at this height the normal is tilted by about 1/64.
const MIN_HEIGHT: Real = 64.0;

/// Bound of the error of a triangle's plane that its rounded normal causes, in `EPS` times the longest side times the
/// ratio of that side to the height. Chosen with a margin.
const NORMAL_ROUNDING: Real = 8.0;

/// Bound of the rounding error of a combination of two points, in `EPS` times its length. Chosen with a margin.
const COMBINATION_ROUNDING: Real = 4.0;

/// Limit on support points in the search for a triangle that the path pierces. Where rounding lets the search go in
/// circles, it ends without a proof.
const MAX_SUPPORT_POINTS: usize = 32;

/// Position at which the path crosses a part of `A − B`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crossing {
    /// Position along the path.
    s: Real,
    /// Bound of the error of `s`.
    error: Real,
}

/// Returns the position at which the path pierces a triangle of points of `A − B`; `None` if it does not, or not
/// provably.
///
/// The error of all three vertices is at most the rounding error plus `error_of_vertices`, and so is that of every
/// point of the triangle: a path that pierces it far enough inside provably does so. The error of the position comes
/// from the normal, which the edges span, and grows as the triangle gets lower.
pub(super) fn triangle_crossing(path: &Path, [a, b, c]: [Vec3; 3], error_of_vertices: Real) -> Option<Crossing> {
    let normal = (b - a).cross(c - a);
    let across = normal.dot(path.along);
    let s = normal.dot(a) / across;
    let at = path.along * s;
    // Most triangles are not pierced; these are rejected without a square root. NaN is rejected as well.
    let starts = [a, b, c];
    let edges = [b - a, c - b, a - c];
    let volumes = [0, 1, 2].map(|i| edges[i].cross(at - starts[i]).dot(normal));
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
    let error = plane_error * (twice_area / across.abs());
    // Distances from the point to the sides, in the plane of the triangle.
    let [to_ab, to_bc, to_ca] = [0, 1, 2].map(|i| volumes[i] / (twice_area * lengths[i]));
    let inside = to_ab.min(to_bc).min(to_ca);
    (inside > plane_error + error).then_some(Crossing { s, error })
}

/// Returns the position at which the path crosses the segment from `a` to `b`, two points of `A − B` in a plane with
/// it; `None` if it does not, or not provably. `across` is the unit vector of the plane that is perpendicular to the
/// path. The rounding error of both points moves the segment; the position is computed from their difference.
pub(super) fn segment_crossing(path: &Path, [a, b]: [Vec3; 2], across: Vec3) -> Option<Crossing> {
    let edge = b - a;
    let [aside_a, aside_b] = [a, b].map(|p| p.dot(across));
    let length = edge.length();
    let width = aside_b - aside_a;
    let s = a.dot(path.along) - edge.dot(path.along) * (aside_a / width);
    let rounding = path.rounding(s.abs()) + COMBINATION_ROUNDING * EPS * length;
    let error = rounding * (length / width.abs());
    let from_a = length * (-aside_a / width);
    let inside = from_a.min(length - from_a);
    (s.is_finite() && inside > rounding + error).then_some(Crossing { s, error })
}

/// Returns the position at which the path crosses one of the two segments from the vertex `p` to an end on either side;
/// `None` if `p` is not on the path to rounding. Either segment is then crossed near `p`.
fn vertex_crossing(path: &Path, p: Vec3, ends: [Vec3; 2], across: Vec3) -> Option<Crossing> {
    let s = p.dot(path.along);
    let aside = p.dot(across).abs();
    let rounding = path.rounding(s.abs());
    // Largest slope of each segment against the path, with rounding errors of both ends.
    let slopes = ends.map(|end| {
        let edge = end - p;
        let width = edge.dot(across).abs() - 2.0 * rounding;
        if width > 2.0 * rounding { (edge.dot(path.along).abs() + 2.0 * rounding) / width } else { Real::INFINITY }
    });
    let error = rounding + (aside + rounding) * slopes[0].max(slopes[1]);
    (aside <= 2.0 * rounding && error.is_finite()).then_some(Crossing { s, error })
}

impl<P: Pair> CastState<P> {
    /// Lowers the upper bound to a position `s` at which the path crosses `A − B`, with an error of at most `error`. A
    /// crossing that may lie before the start counts only if a later contact is proven: all points between are in
    /// `A − B`.
    pub(super) fn bound_by_crossing(&mut self, Crossing { s, error }: Crossing, proof: Proof) {
        if s >= error || self.upper < Real::INFINITY && s + error >= 0.0 {
            self.tighten_upper((s + error).max(0.0), proof);
        }
    }

    /// Whether `A − B` may have no interior: there are no margins, and no contact has been proven.
    pub(super) fn may_be_flat(&self) -> bool {
        self.margin == 0.0 && self.upper == Real::INFINITY
    }

    /// Whether rounding errors are small enough to decide that bodies lie in one plane.
    fn can_decide_flatness(&self) -> bool {
        P::PLANAR || self.path.precision != FramePrecision::Native || self.path.touching_distance() > 0.0
    }

    /// Step of [`Phase::Flat`]: the first one decides whether `A − B` is flat, each further one moves an end of the
    /// segment.
    pub(super) fn step_flat(&mut self) {
        let continues = match self.flat {
            None => self.start_flat(),
            Some(flat) => self.move_nearer_end(flat),
        };
        if !continues {
            self.phase = if self.by_bracket().holds() { Phase::Conclusion } else { Phase::Probe };
        }
    }

    /// Whether `A − B` lies in the plane through the path with this normal: up to the touching distance in `f64`; in
    /// `f32` only if both bodies do so exactly.
    fn lies_in(&self, normal: Vec3) -> bool {
        let limit = self.path.touching_distance();
        [normal, -normal].into_iter().all(|n| {
            let Vertex { w, a, b, .. } = self.pair.support(n);
            if limit > 0.0 { n.dot(w) <= limit } else { n.dot(a) == 0.0 && n.dot(b) == 0.0 }
        })
    }

    /// First step of [`Phase::Flat`]. Returns whether the phase continues.
    fn start_flat(&mut self) -> bool {
        let along = self.path.along;
        let (e, f) = along.any_orthonormal_pair();
        if self.can_decide_flatness() && !P::PLANAR && self.lies_in(e) && self.lies_in(f) {
            // A − B lies on the path.
            let s = self.pair.support(-along).w.dot(along);
            self.flat = Some(Flat { normal: e, ends: [along * s; 2] });
            self.bound_by_crossing(Crossing { s, error: self.path.rounding(s.abs()) }, Proof::Crossed);
            return false;
        }
        let aside = [e, -e, f, -f].map(|d| {
            let w = self.pair.support(d).w;
            w - along * w.dot(along)
        });
        let farthest = aside.into_iter().fold(Vec3::ZERO, |far, w| if w.length() > far.length() { w } else { far });
        let normal = if P::PLANAR { Vec3::Z } else { unit(along.cross(farthest)).unwrap_or(e) };
        let is_flat = self.can_decide_flatness() && (P::PLANAR || self.lies_in(normal));
        let across = normal.cross(along);
        let ends = [-across, across].map(|d| self.pair.support(d).w);
        self.flat = Some(Flat { normal: if is_flat { normal } else { Vec3::ZERO }, ends });
        if is_flat {
            return self.bound_by_segment(across, ends);
        }
        let section = CrossSection { pair: &self.pair, e, f };
        if let Some(crossing) = section.pierced_triangle(&self.path) {
            self.bound_by_crossing(crossing, Proof::Pierced);
        }
        false
    }

    /// Lowers the upper bound if the path crosses the segment. Returns whether the ends lie on either side of the path.
    fn bound_by_segment(&mut self, across: Vec3, ends: [Vec3; 2]) -> bool {
        if let Some(crossing) = segment_crossing(&self.path, ends, across) {
            self.bound_by_crossing(crossing, Proof::Crossed);
        }
        ends[0].dot(across) <= 0.0 && ends[1].dot(across) >= 0.0
    }

    /// Replaces an end of the segment by the point of `A − B` that is farthest in front of it. Returns whether the
    /// phase continues.
    fn move_nearer_end(&mut self, Flat { normal, mut ends }: Flat) -> bool {
        let along = self.path.along;
        let Some(d) = unit((ends[1] - ends[0]).cross(normal)) else { return false };
        let d = if d.dot(along) > 0.0 { -d } else { d };
        let p = self.pair.support(d).w;
        let across = normal.cross(along);
        if !(d.dot(p) - d.dot(ends[0]) > self.dot_rounding()) || self.by_limit().holds() {
            return false;
        }
        if let Some(crossing) = vertex_crossing(&self.path, p, ends, across) {
            // No point of A − B comes before it on the path.
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

    /// Position at which the path pierces a triangle of points of `A − B`. Each iteration replaces a vertex by the
    /// support point beyond the opposite edge.
    fn pierced_triangle(&self, path: &Path) -> Option<Crossing> {
        let first = self.support(Vec2::X);
        let second = self.support(-self.project(first));
        // The side of the edge from the first to the second point on which the path is.
        let left = (self.project(second) - self.project(first)).perp();
        let side = if self.project(first).dot(left) <= 0.0 { left } else { -left };
        let mut vertices = [first, second, self.support(side)];
        for _ in 0..MAX_SUPPORT_POINTS {
            let [a, b, c] = vertices.map(|vertex| self.project(vertex));
            if (b - a).perp_dot(c - a) < 0.0 {
                vertices.swap(0, 1);
                continue;
            }
            if let Some(crossing) =
                triangle_crossing(path, vertices, 0.0).or_else(|| self.pierced_near_edge(path, vertices))
            {
                return Some(crossing);
            }
            // The edge beyond which the path is farthest outside the triangle.
            let edges = [[a, b], [b, c], [c, a]];
            let outside = edges.map(|[p, q]| (q - p).perp().dot(p) / (q - p).length());
            let edge = (0..3).fold(0, |most, i| if outside[i] > outside[most] { i } else { most });
            let [p, q] = edges[edge];
            let d = -(q - p).perp();
            let next = self.support(d);
            let projected = self.project(next);
            if !(d.dot(projected) > 0.0 && d.dot(projected - p) > 0.0) {
                return None;
            }
            vertices[(edge + 2) % 3] = next;
        }
        None
    }

    /// Position at which the path pierces `A − B` so close to an edge of the triangle that the side cannot be decided.
    /// Tests the triangle of the opposite vertex and of two points beyond the edge. The center of a parallelogram is
    /// such a case: it lies on a diagonal, whichever three vertices are chosen.
    fn pierced_near_edge(&self, path: &Path, vertices: [Vec3; 3]) -> Option<Crossing> {
        // The edge moves beyond the path by this fraction of the height beyond it, and gets shorter by the same
        // fraction.
        const FRACTION_BEYOND: Real = 0.125;
        (0..3).find_map(|i| {
            let [p, q, r] = [vertices[i], vertices[(i + 1) % 3], vertices[(i + 2) % 3]];
            let beyond = self.support(-(self.project(q) - self.project(p)).perp());
            let [a, b] = [p, q].map(|vertex| vertex + (beyond - vertex) * FRACTION_BEYOND);
            let size = p.length() + q.length() + beyond.length();
            triangle_crossing(path, [a, b, r], COMBINATION_ROUNDING * EPS * size)
        })
    }
}
