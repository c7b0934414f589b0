//! The regions of a simplex, asked one by one. One step weighs one region.

use std::ops::ControlFlow;

use super::super::ending::{Outcome, Reason, backup, in_own_unit};
use super::super::prelude::*;
use super::super::subset::{self, BY_SIZE, Nearest, Subset, Weighed, Weights, members, size};

/// The search for the region that holds the query point, which is the origin.
#[derive(Clone, Debug)]
pub struct Voronoi {
    /// `A, B, C, D` relative to `Q`, times [`Self::scale`].
    pub points: [Vec3; 4],
    /// The vertices that the simplex has.
    pub all: Subset,
    /// A power of two: `points = scale · (input)`.
    pub scale: Real,
    /// Lengths, areas and volumes, signed, not yet divided. A weight within its rounding error is 0.
    pub weights: Weights,
    /// What they are fractions of: `|AB|²`, `|n|²`, `|V|`.
    pub whole: [Real; 16],
    /// Faces of up to this many vertices have been measured.
    pub measured: usize,
    /// `weighed[..count]`: the regions asked so far, in this order.
    pub weighed: [Weighed; 15],
    /// How many regions were asked.
    pub count: usize,
    next: usize,
    pub(super) outcome: Option<Outcome>,
}

impl Voronoi {
    /// The simplex of the `filled` slots of `points`, given relative to the query point.
    #[inline]
    pub fn new(points: &[Vec3; 4], filled: Subset) -> Self {
        let all = filled & 15;
        let scale = subset::scale(points, all);
        let mut weights = [[0.0; 4]; 16];
        let mut whole = [0.0; 16];
        for i in 0..4 {
            weights[1 << i][i] = 1.0;
            whole[1 << i] = 1.0;
        }
        Self {
            points: points.map(|p| p * scale),
            all,
            scale,
            weights,
            whole,
            measured: 1,
            weighed: [Weighed::default(); 15],
            count: 0,
            next: 0,
            outcome: None,
        }
    }

    /// The regions asked so far.
    pub fn asked(&self) -> &[Weighed] {
        &self.weighed[..self.count]
    }

    /// Barycentric coordinate of vertex `i` in the face `subset`: `u`, `v`, `w` of `[Catto10]`. 0 where the face is flat.
    pub fn coordinate(&self, subset: Subset, i: usize) -> Real {
        let whole = self.whole[subset as usize];
        if whole > 0.0 { self.weights[subset as usize][i] / whole } else { 0.0 }
    }

    fn measure(&mut self, vertices: usize) {
        while self.measured < vertices.min(size(self.all)) {
            self.measured += 1;
            let all = self.all;
            let now = self.measured;
            for face in BY_SIZE.into_iter().filter(|&j| size(j) == now && j & !all == 0) {
                match now {
                    2 => self.lengths(face),
                    3 => self.areas(face),
                    _ => self.volumes(),
                }
            }
        }
    }

    /// `u = (Q−B)·(A−B)` and `v = (Q−A)·(B−A)`, of `|AB|²`.
    fn lengths(&mut self, edge: Subset) {
        let [a, b, ..] = corners(edge);
        let e = self.points[b] - self.points[a];
        self.weights[edge as usize][a] = self.points[b].dot(e);
        self.weights[edge as usize][b] = -self.points[a].dot(e);
        self.whole[edge as usize] = e.dot(e);
    }

    /// Signed areas of `QBC`, `QCA`, `QAB` times `|n|`, of `|n|²`. Each stands on its own edge, whose length it is
    /// rounded with. `n` is the cross product of the two shortest edges, and rounding alone makes it as long as
    /// 4 EPS times both: a triangle that is not clearly more is flat, and weighs nothing.
    fn areas(&mut self, face: Subset) {
        let (corner, n, size) = self.normal(face);
        if n.length_squared() <= (4.0 * EPS * size) * (4.0 * EPS * size) {
            return;
        }
        let p = &self.points;
        for (i, j, k) in turns(corner) {
            self.weights[face as usize][i] = n.dot(p[j].cross(p[k] - p[j]));
        }
        self.whole[face as usize] = n.dot(n);
    }

    /// The corners of `face`, turned so that the first lies between the two shortest edges; their cross product; and
    /// the product of their lengths.
    fn normal(&self, face: Subset) -> ([usize; 3], Vec3, Real) {
        let [a, b, c, _] = corners(face);
        let length = |i: usize, j: usize| self.whole[1 << i | 1 << j];
        let ab = length(a, b);
        let bc = length(b, c);
        let ca = length(c, a);
        let [a, b, c] = match () {
            () if bc >= ab && bc >= ca => [a, b, c],
            () if ca >= ab => [b, c, a],
            () => [c, a, b],
        };
        let p = &self.points;
        let n = (p[b] - p[a]).cross(p[c] - p[a]);
        ([a, b, c], n, (length(a, b) * length(a, c)).sqrt())
    }

    /// For each face, on which side the query point lies, seen from the fourth vertex: both heights over the face
    /// times its area. A tetrahedron that is flat within rounding, seen from any face, weighs nothing.
    fn volumes(&mut self) {
        let mut weights = [0.0; 4];
        for (top, weight) in weights.iter_mut().enumerate() {
            let (base, n, size) = self.normal(0b1111 & !(1 << top));
            let up = self.points[top] - self.points[base[0]];
            let volume = n.dot(up);
            if volume.abs() <= 8.0 * EPS * size * up.length() {
                return;
            }
            *weight = -n.dot(self.points[base[0]]) * volume.signum();
        }
        self.weights[15] = weights;
        self.whole[15] = weights.iter().sum();
    }

    fn candidate(&self, subset: Subset) -> Nearest {
        subset::point_of(&self.points, subset, &self.weights[subset as usize], self.whole[subset as usize])
    }

    fn backup(&mut self, why: Reason) -> Outcome {
        self.measure(4);
        backup(&self.points, self.all, &self.weights, |subset| self.candidate(subset), why)
    }

    fn finish(&mut self, outcome: Outcome) -> ControlFlow<Outcome> {
        let outcome = in_own_unit(outcome, &self.points, self.scale);
        self.outcome = Some(outcome);
        ControlFlow::Break(outcome)
    }
}

impl Stepper for Voronoi {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        if let Some(outcome) = self.outcome {
            return ControlFlow::Break(outcome);
        }
        let Some(at) = (self.next..15).find(|&at| BY_SIZE[at] & !self.all == 0) else {
            let outcome = self.backup(Reason::NoneHeld); // @none
            return self.finish(outcome);
        };
        self.next = at + 1;
        let subset = BY_SIZE[at];
        self.measure(size(subset) + 1); // @coordinates
        let region = subset::weigh(&self.weights, subset, self.all); // @weigh
        self.weighed[self.count] = region;
        self.count += 1;
        if !region.holds {
            return ControlFlow::Continue(());
        }
        let nearest = self.candidate(subset);
        let outcome = if subset::proven(&self.points, self.all, &nearest) {
            Outcome::Held(nearest) // @proven
        } else {
            self.backup(Reason::Refuted(subset)) // @refuted
        };
        self.finish(outcome)
    }
}

/// The vertices of a subset; places that it does not fill repeat the first.
fn corners(subset: Subset) -> [usize; 4] {
    let mut found = [subset.trailing_zeros() as usize & 3; 4];
    for (place, i) in found.iter_mut().zip(members(subset)) {
        *place = i;
    }
    found
}

/// A corner and the two that follow it, for each.
fn turns([a, b, c]: [usize; 3]) -> [(usize, usize, usize); 3] {
    [(a, b, c), (b, c, a), (c, a, b)]
}
