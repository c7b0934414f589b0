//! Upper bounds from the points of `W`: they are of `A − B`, and so is all between them.

use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::simplex::{Subset, subset};
use super::{Pair, Proof, RayCast, crossed};

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
        for &face in faces {
            let found = if P::PLANAR { self.segment(face) } else { self.triangle(face) };
            let before = self.flight.upper;
            found.into_iter().for_each(|place| self.flight.crosses(place, Proof::Pierced)); // @pierce
            if self.flight.upper < before {
                self.pierced = face;
            }
        }
        self.radius();
    }

    /// Where the ray pierces a triangle of `W`, and to what that is known. All three corners may be off by rounding: then no
    /// point of the triangle is off by more, so that the ray, which passes it well inside, does so within a rounding of its plane. The
    /// place itself is computed along a normal that edges span, the worse the lower they are.
    fn triangle(&self, face: Subset) -> Option<[Real; 2]> {
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
        let plane = rounding + 8.0 * EPS * longest * (longest / height);
        let late = plane * (twice / across.abs());
        // How far the point is from each side, in the triangle.
        let aside = |i: usize| volumes[i] / (twice * lengths[i]);
        let least = aside(0).min(aside(1)).min(aside(2));
        (least > plane + late).then_some([s, late])
    }

    /// The same of a segment, in the plane.
    fn segment(&self, face: Subset) -> Option<[Real; 2]> {
        let [i, j, ..] = subset::in_order(face);
        let path = &self.flight.path;
        crossed(path, [i, j].map(|i| self.simplex[i].w), Vec3::Z.cross(path.along))
    }

    /// The first place within the balls' radii of a point of the cores' `A − B`: the one nearest to `x`.
    fn radius(&mut self) {
        let path = self.flight.path;
        let q = members(self.filled).fold(Vec3::ZERO, |sum, i| sum + self.simplex[i].w * self.lambda[i]);
        let middle = q.dot(path.along);
        let radius = self.flight.margin - path.rounding(middle.abs());
        if !(radius > 0.0) {
            return;
        }
        let aside = (q - path.at(middle)).length();
        let half = (radius - aside) * (radius + aside);
        if half >= 0.0 && middle + half.sqrt() >= 0.0 {
            self.flight.bound((middle - half.sqrt()).max(0.0), Proof::Radius); // @radius
        }
    }
}
