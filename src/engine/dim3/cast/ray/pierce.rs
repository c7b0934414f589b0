//! Upper bounds from the points of `W`: they are of `A − B`, and so is all between them.

use super::super::prelude::*;
use super::super::simplex::subset::members;
use super::super::simplex::{Subset, subset};
use super::{Pair, Proof, RayCast, crossed, pierced};

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

    /// Where the ray pierces a triangle of `W`, and to what that is known.
    fn triangle(&self, face: Subset) -> Option<[Real; 2]> {
        let [i, j, k, _] = subset::in_order(face);
        pierced(&self.flight.path, [i, j, k].map(|i| self.simplex[i].w), 0.0)
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
