//! Bodies whose `A − B` has no inside, so that no ball proves a hit: the proof is a change of side.
//!
//! Bodies of one plane that move within it: the way is crossed by segments between points of `A − B` on either side of it, a
//! point a step. A flat `A − B` across the way, such as that of a point and a triangle or of two segments: the way pierces a
//! triangle of points of `A − B`.

use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::support::Vertex;
use super::flight::{Flat, Flight, Phase, Proof};
use super::pair::Pair;
use super::path::{Path, Placed};

/// Triangles lower than this many roundings prove nothing: their plane may be rotated anywhere.
const LEAST_HEIGHT: Real = 64.0;

/// Supports for a triangle around the way.
const MOST_SUPPORTS: usize = 32;

/// Where the way pierces a triangle of points of `A − B`, and to what that is known. All three corners may be off by rounding and
/// by `off`: then no point of the triangle is off by more, so that the ray, which passes it well inside, does so within a rounding
/// of its plane. The place itself is computed along a normal that edges span, the worse the lower they are.
pub(super) fn pierced(path: &Path, [a, b, c]: [Vec3; 3], off: Real) -> Option<[Real; 2]> {
    let normal = (b - a).cross(c - a);
    let across = normal.dot(path.along);
    let s = normal.dot(a) / across;
    let at = path.along * s;
    // Most triangles are not pierced, which takes no root to see: what is no number is not above 0 either.
    let edges = [(a, b - a), (b, c - b), (c, a - c)];
    let volumes = edges.map(|(p, e)| e.cross(at - p).dot(normal));
    if !(volumes.iter().all(|volume| *volume > 0.0) && s.is_finite()) {
        return None;
    }
    let lengths = edges.map(|(_, e)| e.length());
    let (twice, longest) = (normal.length(), lengths.into_iter().fold(0.0, Real::max));
    let height = twice / longest;
    let rounding = path.rounding(s.abs()) + off;
    if !(height > LEAST_HEIGHT * rounding) {
        return None;
    }
    let plane = rounding + 8.0 * EPS * longest * (longest / height);
    let late = plane * (twice / across.abs());
    // How far the point is from each side, in the triangle.
    let aside = |i: usize| volumes[i] / (twice * lengths[i]);
    let least = aside(0).min(aside(1)).min(aside(2));
    (least > plane + late).then_some([s, late])
}

/// Where the way crosses the segment from `a` to `b`, two points of `A − B` in a plane with it, and to what that is known. `across` is the
/// unit vector of the plane that is perpendicular to the way. Both points may be off by rounding, and so may the segment between
/// them; where it is crossed it is computed from their difference.
pub(super) fn crossed(path: &Path, [a, b]: [Vec3; 2], across: Vec3) -> Option<[Real; 2]> {
    let (edge, [of_a, of_b]) = (b - a, [a, b].map(|p| p.dot(across)));
    let (length, wide) = (edge.length(), of_b - of_a);
    let s = a.dot(path.along) - edge.dot(path.along) * (of_a / wide);
    let rounding = path.rounding(s.abs()) + 4.0 * EPS * length;
    let late = rounding * (length / wide.abs());
    let share = length * (-of_a / wide);
    let inside = share.min(length - share);
    (s.is_finite() && inside > rounding + late).then_some([s, late])
}

/// The same of a corner `p` that lies on the way within rounding, joined to an end on either side: whichever of the two segments is
/// crossed, that is near the corner.
fn corner(path: &Path, p: Vec3, ends: [Vec3; 2], across: Vec3) -> Option<[Real; 2]> {
    let (s, aside) = (p.dot(path.along), p.dot(across).abs());
    let rounding = path.rounding(s.abs());
    let slopes = ends.map(|end| {
        let edge = end - p;
        let wide = edge.dot(across).abs() - 2.0 * rounding;
        if wide > 2.0 * rounding { (edge.dot(path.along).abs() + 2.0 * rounding) / wide } else { Real::INFINITY }
    });
    let late = rounding + (aside + rounding) * slopes[0].max(slopes[1]);
    (aside <= 2.0 * rounding && late.is_finite()).then_some([s, late])
}

impl<P: Pair> Flight<P> {
    /// Takes a place where the way crosses a part of `A − B`, known to `late`. One that may lie before the start proves nothing of
    /// what comes after it, but where contact is proven later: then all between is in `A − B` too.
    pub(super) fn crosses(&mut self, [s, late]: [Real; 2], proof: Proof) {
        if s >= late || self.upper < Real::INFINITY && s + late >= 0.0 {
            self.bound((s + late).max(0.0), proof);
        }
    }

    /// Whether `A − B` may have no inside: balls have one, and so has a body that a triangle or a segment was found in.
    pub(super) fn may_be_flat(&self) -> bool {
        self.margin == 0.0 && self.upper == Real::INFINITY
    }

    /// Whether rounding lets it be told that bodies lie in one plane.
    fn is_known(&self) -> bool {
        P::PLANAR || self.path.placed != Placed::Roughly || self.path.touching() > 0.0
    }

    /// One step: first whether they are flat, then a point of `A − B` before the segment.
    pub(super) fn cross(&mut self) {
        let goes_on = match self.flat {
            None => self.begin_flat(),
            Some(flat) => self.nearer_segment(flat),
        };
        if !goes_on {
            self.phase = if self.by_bracket().holds() { Phase::Conclusion } else { Phase::Probe };
        }
    }

    /// Whether all of `A − B` lies in the plane through the way with this normal: as far as numbers of a scene in `f64` tell, and in
    /// `f32` if both bodies do, with nothing to round.
    fn lies_in(&self, normal: Vec3) -> bool {
        let limit = self.path.touching();
        [normal, -normal].into_iter().all(|n| {
            let Vertex { w, a, b, .. } = self.pair.support(n);
            if limit > 0.0 { n.dot(w) <= limit } else { n.dot(a) == 0.0 && n.dot(b) == 0.0 }
        })
    }

    fn begin_flat(&mut self) -> bool {
        let along = self.path.along;
        let (e, f) = along.any_orthonormal_pair();
        if self.is_known() && !P::PLANAR && self.lies_in(e) && self.lies_in(f) {
            // Nothing lies beside the way.
            let s = self.pair.support(-along).w.dot(along);
            self.flat = Some(Flat { normal: e, ends: [along * s; 2] });
            self.crosses([s, self.path.rounding(s.abs())], Proof::Crossed);
            return false;
        }
        let aside = [e, -e, f, -f].map(|d| {
            let w = self.pair.support(d).w;
            w - along * w.dot(along)
        });
        let farthest = aside.into_iter().fold(Vec3::ZERO, |far, w| if w.length() > far.length() { w } else { far });
        let normal = if P::PLANAR { Vec3::Z } else { unit(along.cross(farthest)).unwrap_or(e) };
        let flat = self.is_known() && (P::PLANAR || self.lies_in(normal));
        let across = normal.cross(along);
        let ends = [-across, across].map(|d| self.pair.support(d).w);
        self.flat = Some(Flat { normal: if flat { normal } else { Vec3::ZERO }, ends });
        if flat {
            return self.cross_at(across, ends);
        }
        if let Some(place) = self.pierced_triangle([e, f]) {
            self.crosses(place, Proof::Pierced);
        }
        false
    }

    /// Where the way pierces a triangle of points of `A − B`, found by supports across the way (`e` and `f` span the plane across
    /// it): a vertex on the far side of an edge takes the place of the vertex opposite to it.
    fn pierced_triangle(&self, [e, f]: [Vec3; 2]) -> Option<[Real; 2]> {
        let flat = |w: Vec3| Vec2::new(w.dot(e), w.dot(f));
        let support = |d: Vec2| self.pair.support(e * d.x + f * d.y).w;
        let first = support(Vec2::X);
        let second = support(-flat(first));
        // On the left of the edge from the first to the second, or else on its right.
        let left = (flat(second) - flat(first)).perp();
        let side = if flat(first).dot(left) <= 0.0 { left } else { -left };
        let mut corners = [first, second, support(side)];
        for _ in 0..MOST_SUPPORTS {
            let [a, b, c] = corners.map(flat);
            if (b - a).perp_dot(c - a) < 0.0 {
                corners.swap(0, 1);
                continue;
            }
            if let Some(place) =
                pierced(&self.path, corners, 0.0).or_else(|| self.pierced_beside(corners, support, flat))
            {
                return Some(place);
            }
            // The edge that the way is farthest outside of, seen from the triangle.
            let outside = |i: usize| {
                let [p, q] = [corners[i], corners[(i + 1) % 3]].map(flat);
                (q - p).perp().dot(p) / (q - p).length()
            };
            let edge = (0..3).fold(0, |most, i| if outside(i) > outside(most) { i } else { most });
            let [p, q] = [corners[edge], corners[(edge + 1) % 3]].map(flat);
            let d = -(q - p).perp();
            let next = support(d);
            if !(d.dot(flat(next)) > 0.0 && d.dot(flat(next) - p) > 0.0) {
                return None;
            }
            corners[(edge + 2) % 3] = next;
        }
        None
    }

    /// The same where the way passes within rounding of an edge, in the triangle of the opposite vertex and of two points farther
    /// out than the edge: as in the middle of a parallelogram, which lies on a diagonal whatever three vertices are taken.
    fn pierced_beside(
        &self,
        corners: [Vec3; 3],
        support: impl Fn(Vec2) -> Vec3,
        flat: impl Fn(Vec3) -> Vec2,
    ) -> Option<[Real; 2]> {
        const SHARE: Real = 0.125;
        (0..3).find_map(|i| {
            let [p, q, r] = [corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]];
            let beyond = support(-(flat(q) - flat(p)).perp());
            let [a, b] = [p, q].map(|corner| corner + (beyond - corner) * SHARE);
            let size = p.length() + q.length() + beyond.length();
            pierced(&self.path, [a, b, r], 4.0 * EPS * size)
        })
    }

    /// Takes what the segment proves. False if the way passes it by.
    fn cross_at(&mut self, across: Vec3, ends: [Vec3; 2]) -> bool {
        if let Some(place) = crossed(&self.path, ends, across) {
            self.crosses(place, Proof::Crossed);
        }
        ends[0].dot(across) <= 0.0 && ends[1].dot(across) >= 0.0
    }

    /// The point of `A − B` that lies farthest before the segment takes the place of the end on its side.
    fn nearer_segment(&mut self, Flat { normal, mut ends }: Flat) -> bool {
        let along = self.path.along;
        let Some(d) = unit((ends[1] - ends[0]).cross(normal)) else { return false };
        let d = if d.dot(along) > 0.0 { -d } else { d };
        let (p, across) = (self.pair.support(d).w, normal.cross(along));
        if !(d.dot(p) - d.dot(ends[0]) > self.dot_rounding()) || self.by_limit().holds() {
            return false;
        }
        if let Some(place) = corner(&self.path, p, ends, across) {
            // Nothing of A − B lies before it on the way.
            self.crosses(place, Proof::Crossed);
            return false;
        }
        ends[usize::from(p.dot(across) > 0.0)] = p;
        self.flat = Some(Flat { normal, ends });
        self.cross_at(across, ends)
    }
}
