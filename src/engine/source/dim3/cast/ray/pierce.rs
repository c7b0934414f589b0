//! Upper bounds of the first contact from the ray cast's simplex `W`, whose convex hull is part of the cores' `A − B`:
//! the ray `r · t` pierces one of its triangles, or passes it at most the margins away.

use super::{Crossing, Pair, Proof, RayCast, segment_crossing, triangle_crossing};
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::simplex::subset::members;
use crate::dim3::cast::simplex::{Subset, subset};

impl<P: Pair> RayCast<P> {
    /// Lowers the upper bound by the triangles (in the plane, segments) of `W ∪ {p}` that contain the new point `p`,
    /// and by the margins.
    pub(super) fn bound_from_simplex(&mut self) {
        let newest = 1 << self.slot;
        let face_size = if P::PLANAR { 2 } else { 3 };
        for &face in &subset::BY_SIZE {
            let is_face_of_p = face & !self.joined == 0 && face & newest != 0;
            if !is_face_of_p || subset::size(face) != face_size {
                continue;
            }
            let crossing = if P::PLANAR { self.edge_crossing(face) } else { self.face_crossing(face) };
            let upper_before = self.state.upper;
            if let Some(crossing) = crossing {
                self.state.bound_by_crossing(crossing, Proof::Pierced); // @pierce
            }
            if self.state.upper < upper_before {
                self.pierced = face;
            }
        }
        self.bound_by_margins();
    }

    /// Position at which the ray pierces a triangle of `W`; `None` if it does not, or not provably.
    fn face_crossing(&self, face: Subset) -> Option<Crossing> {
        let [i, j, k, _] = subset::in_order(face);
        triangle_crossing(&self.state.path, [i, j, k].map(|i| self.simplex[i].w), 0.0)
    }

    /// Position at which the ray crosses a segment of `W`, for bodies in the plane z = 0; `None` if it does not, or not
    /// provably.
    fn edge_crossing(&self, face: Subset) -> Option<Crossing> {
        let [i, j, ..] = subset::in_order(face);
        let path = &self.state.path;
        segment_crossing(path, [i, j].map(|i| self.simplex[i].w), Vec3::Z.cross(path.along))
    }

    /// Lowers the upper bound to the first position at which the path is at most the margins away from the point of
    /// `conv(W)` nearest to `x`.
    fn bound_by_margins(&mut self) {
        let path = self.state.path;
        let q = members(self.filled).fold(Vec3::ZERO, |sum, i| sum + self.simplex[i].w * self.lambda[i]);
        let middle = q.dot(path.along);
        let radius = self.state.margin - path.rounding(middle.abs());
        if !(radius > 0.0) {
            return;
        }
        let aside = (q - path.at(middle)).length();
        // The path enters and leaves the ball around `q` half a chord before and after `middle`.
        let half_chord_squared = (radius - aside) * (radius + aside);
        if !(half_chord_squared >= 0.0) {
            return;
        }
        let half_chord = half_chord_squared.sqrt();
        if middle + half_chord >= 0.0 {
            self.state.tighten_upper((middle - half_chord).max(0.0), Proof::Radius); // @radius
        }
    }
}
