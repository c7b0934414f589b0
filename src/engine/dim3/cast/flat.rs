//! Bodies of one plane that fly within it: their `A − B` has no inside, so that neither a triangle nor a ball proves a hit. The way
//! is crossed by segments between points of `A − B` on either side of it instead, a point a step, as in the plane.

use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::support::Vertex;
use super::flight::{Flat, Flight, Phase, Proof};
use super::pair::Pair;
use super::path::{Path, Placed};

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

    /// Whether a plane may hold both bodies and the way: balls have an inside, and so has what was crossed.
    pub(super) fn may_be_flat(&self) -> bool {
        let known = self.path.placed != Placed::Roughly || self.path.touching() > 0.0;
        !P::PLANAR && self.margin == 0.0 && self.upper == Real::INFINITY && known
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
        if self.lies_in(e) && self.lies_in(f) {
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
        let normal = unit(along.cross(farthest)).unwrap_or(e);
        let flat = self.lies_in(normal);
        let across = normal.cross(along);
        let ends = [-across, across].map(|d| self.pair.support(d).w);
        self.flat = Some(Flat { normal: if flat { normal } else { Vec3::ZERO }, ends });
        flat && self.cross_at(across, ends)
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
