//! The merge: an edge a step.

use std::ops::ControlFlow;

use super::*;

/// How a merge ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Merged {
    /// Both polygons have been gone round.
    Closed,
}

/// The sum of two convex polygons in one plane of space, each given by its corners counter-clockwise about the normal of the
/// plane. Coordinates of a projection decide.
#[derive(Clone, Debug)]
pub struct Merge<'a> {
    /// Corners of the first, as indices of `points`.
    first: &'a [u32],
    second: &'a [u32],
    points: [&'a [[f64; 3]]; 2],
    axes: [usize; 2],
    judgment: Judgment,
    start: [usize; 2],
    /// How many edges of each have been taken.
    pub taken: [usize; 2],
    /// The corners of the sum: a corner of each.
    pub corners: Vec<[u32; 2]>,
    /// The edges of the sum: the edge at `corners[k]` begins there.
    pub edges: Vec<Origin>,
}

impl<'a> Merge<'a> {
    /// Before the first edge. In the projection onto `axes` both run counter-clockwise.
    pub(in super::super::super) fn new(
        [first, second]: [&'a [u32]; 2],
        points: [&'a [[f64; 3]]; 2],
        axes: [usize; 2],
        judgment: Judgment,
    ) -> Self {
        let lowest = |corners: &[u32], points: &[[f64; 3]]| {
            let place = |k: &usize| {
                let p = points[corners[*k] as usize];
                [p[axes[1]], p[axes[0]]]
            };
            let below = |a: &usize, b: &usize| place(a).partial_cmp(&place(b)).unwrap_or(std::cmp::Ordering::Equal);
            (0..corners.len()).min_by(below).unwrap_or(0)
        };
        let start = [lowest(first, points[0]), lowest(second, points[1])];
        Self { first, second, points, axes, judgment, start, taken: [0; 2], corners: Vec::new(), edges: Vec::new() }
    }

    /// How many edges a polygon has: a point none, a segment there and back.
    fn count(&self, which: usize) -> usize {
        let corners = if which == 0 { self.first } else { self.second };
        if corners.len() < 2 { 0 } else { corners.len() }
    }

    fn corner(&self, which: usize, k: usize) -> u32 {
        let corners = if which == 0 { self.first } else { self.second };
        corners[(self.start[which] + k) % corners.len()]
    }

    /// The next edge of a polygon.
    fn edge(&self, which: usize) -> Difference {
        let [p, q] = [0, 1].map(|k| self.points[which][self.corner(which, self.taken[which] + k) as usize]);
        difference(q, p)
    }

    /// Makes one edge of the last and the first where they are parallel within rounding: which corner is the lowest, and so
    /// which edge is the first, is not known better.
    fn join(&mut self) {
        let (Some(&first), Some(&last)) = (self.edges.first(), self.edges.last()) else { return };
        let (i, j) = match (first, last) {
            (Origin::A(i), Origin::B(j)) | (Origin::B(j), Origin::A(i)) => (i, j),
            _ => return,
        };
        let side = |which: usize, corners: &[u32], k: u32| {
            let [p, q] = [0, 1].map(|step| self.points[which][corners[(k as usize + step) % corners.len()] as usize]);
            difference(q, p)
        };
        let (e, f) = (side(0, self.first, i), side(1, self.second, j));
        let along = self.axes.iter().map(|&axis| e[axis][0] * f[axis][0]).sum::<f64>();
        if self.edges.len() > 2 && along > 0.0 && self.judgment.turn(self.axes, &e, &f) == 0 {
            self.edges.remove(0);
            self.corners.remove(0);
            self.edges.pop();
            self.edges.push(Origin::Both(i, j));
        }
    }

    /// Whether the next edge of the first comes before that of the second (1), after it (−1), or is parallel (0).
    fn order(&self) -> i8 {
        match [0, 1].map(|which| self.taken[which] < self.count(which)) {
            [true, true] => self.judgment.turn(self.axes, &self.edge(0), &self.edge(1)),
            [true, false] => 1,
            _ => -1,
        }
    }
}

impl Stepper for Merge<'_> {
    type Outcome = Merged;

    fn step(&mut self) -> ControlFlow<Merged> {
        let here = [0, 1].map(|which| self.corner(which, self.taken[which]));
        if self.taken == [0, 1].map(|which| self.count(which)) {
            if self.corners.is_empty() {
                self.corners.push(here);
            }
            self.join();
            return ControlFlow::Break(Merged::Closed);
        }
        let order = self.order();
        let [i, j] = [0, 1].map(|which| ((self.start[which] + self.taken[which]) % self.len(which)) as u32);
        self.corners.push(here);
        self.edges.push(match order {
            1 => Origin::A(i),
            0 => Origin::Both(i, j),
            _ => Origin::B(j),
        });
        self.taken[0] += usize::from(order >= 0);
        self.taken[1] += usize::from(order <= 0);
        ControlFlow::Continue(())
    }
}

impl Merge<'_> {
    fn len(&self, which: usize) -> usize {
        if which == 0 { self.first.len() } else { self.second.len() }
    }
}
