//! Upper bounds from the points of `W`: they are of `A − B`, and so is all between them.

use super::super::super::prelude::*;
use super::super::super::simplex::subset::members;
use super::super::super::simplex::{Subset, subset};
use super::{Pair, Proof, RayCast};

/// Triangles lower than this many roundings say nothing: their plane may be turned anywhere.
const LEAST_HEIGHT: Real = 64.0;

impl<P: Pair> RayCast<P> {
    /// The upper bound that the simplex with the new point gives.
    pub(super) fn pierce(&mut self) {
        let newest = 1 << self.slot;
        let corners = if P::PLANAR { 2 } else { 3 };
        let faces = subset::BY_SIZE
            .iter()
            .filter(|&&face| face & !self.joined == 0 && face & newest != 0 && subset::size(face) == corners);
        let mut best: Option<(Real, Subset)> = None;
        for &face in faces {
            let found = if P::PLANAR { self.segment(face) } else { self.triangle(face) };
            best = found.filter(|s| best.is_none_or(|(least, _)| *s < least)).map(|s| (s, face)).or(best);
        }
        if let Some((s, face)) = best.filter(|(s, _)| *s < self.flight.upper) {
            self.flight.bound(s, Proof::Pierced); // @pierce
            self.pierced = face;
        }
        self.radius();
    }

    /// Where the ray pierces a triangle of `W`, and by when it has for certain. All three corners may be off by rounding: then
    /// the plane is off by that times `1 + longest edge / height`, and so is the place where it is pierced along it.
    fn triangle(&self, face: Subset) -> Option<Real> {
        let [i, j, k, _] = subset::in_order(face);
        let [a, b, c] = [i, j, k].map(|i| self.simplex[i].w);
        let along = self.flight.path.along;
        let normal = (b - a).cross(c - a);
        let across = normal.dot(along);
        let s = normal.dot(a) / across;
        let at = along * s;
        // Most triangles are not pierced, which takes no root to see: what is no number is not above 0 either.
        let edges = [(a, b - a), (b, c - b), (c, a - c)];
        let volumes = edges.map(|(p, e)| e.cross(at - p).dot(normal));
        if !(volumes.iter().all(|volume| *volume > 0.0) && s.is_finite()) {
            return None;
        }
        let lengths = edges.map(|(_, e)| e.length());
        let (twice, longest) = (normal.length(), lengths.into_iter().fold(0.0, Real::max));
        let height = twice / longest;
        let rounding = self.flight.path.rounding(s.abs());
        if !(height > LEAST_HEIGHT * rounding) {
            return None;
        }
        let plane = rounding * (1.0 + longest / height);
        let late = plane * (twice / across.abs());
        // How far the point is from each side, in the triangle.
        let aside = |i: usize| volumes[i] / (twice * lengths[i]);
        let least = aside(0).min(aside(1)).min(aside(2));
        (least > plane + late && s + late >= 0.0).then(|| (s + late).max(0.0))
    }

    /// The same of a segment, in the plane.
    fn segment(&self, face: Subset) -> Option<Real> {
        let [i, j, ..] = subset::in_order(face);
        let [a, b] = [i, j].map(|i| self.simplex[i].w.truncate());
        let along = self.flight.path.along.truncate();
        let edge = b - a;
        let (length, across) = (edge.length(), edge.perp_dot(along));
        let s = edge.perp_dot(a) / across;
        let rounding = self.flight.path.rounding(s.abs());
        if !(length > LEAST_HEIGHT * rounding && s.is_finite()) {
            return None;
        }
        let late = 2.0 * rounding * (length / across.abs());
        let share = (along * s - a).dot(edge) / length;
        let inside = share.min(length - share);
        (inside > rounding + late && s + late >= 0.0).then(|| (s + late).max(0.0))
    }

    /// The first place within the balls' radii of a point of the cores' `A − B`: the one nearest to `x`.
    fn radius(&mut self) {
        let path = self.flight.path;
        let radius = self.flight.margin - path.rounding(self.flight.s);
        if !(radius > 0.0) {
            return;
        }
        let q = members(self.filled).fold(Vec3::ZERO, |sum, i| sum + self.simplex[i].w * self.lambda[i]);
        let middle = q.dot(path.along);
        let aside = (q - path.at(middle)).length();
        let half = (radius - aside) * (radius + aside);
        if half >= 0.0 && middle + half.sqrt() >= 0.0 {
            self.flight.bound((middle - half.sqrt()).max(0.0), Proof::Radius); // @radius
        }
    }
}
