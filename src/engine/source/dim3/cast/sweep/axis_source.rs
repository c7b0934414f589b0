//! Interface of the sweep to its *static test*, the separating axis test of the bodies at the start, which supplies the
//! axes; and the implementation for [`Sat`], the test in space. The test in the plane implements it in `dim2`.

use std::borrow::Borrow;

use super::{DistanceAnswer, Sizes, Swept, signed_distance};
use crate::dim3::cast::numbers::{length, unit};
use crate::dim3::cast::prelude::*;
use crate::dim3::cast::sat::{self, AxisTriple, Sat, Solid, TestedAxes, TripleAxis};
use crate::dim3::cast::separation;
use crate::dim3::cast::support::{Cso, Feature, Support, SupportPoint};

/// Name of an axis of the sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis<A> {
    /// Axis of the static test.
    Static(A),
    /// Axis that only the motion needs, for bodies that are points or segments: along the motion (0), or one of two
    /// across it or across a segment (1, 2).
    Motion(u8),
}

/// Axis with both projections at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProjectedAxis<A> {
    /// Name of the axis.
    pub axis: Axis<A>,
    /// Unit vector, pair frame.
    pub normal: Vec3,
    /// Projections of A and of B at the start, each `[min, max]`.
    pub projections: [[Real; 2]; 2],
    /// Bound of the angle between `normal` and the exact normal of the facet of `A − B`, radians.
    pub angle_error: Real,
}

/// Result of the static test at the start, where no axis separates the bodies by more than rounding error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Whether the bodies overlap by more than the rounding error on every axis.
    pub overlapping: bool,
    /// Upper bound of the absolute signed distance if they do not overlap: the largest gap and its rounding error.
    pub distance_bound: Real,
    /// Unit vector of least depth, from A to B; `None` if no axis was found.
    pub normal: Option<Vec3>,
}

impl Start {
    /// Result of a static test whose axes have all been tested. `lift` converts a vector of the test to space.
    pub(crate) fn from_found<L, V: Copy>(
        separation::TestedAxes { rounding, best, largest, .. }: &separation::TestedAxes<L, V>,
        lift: impl Fn(V) -> Vec3,
    ) -> Self {
        let best = best.as_ref();
        Self {
            overlapping: best.is_some_and(|best| best.gap < -rounding),
            distance_bound: largest.abs() + rounding,
            normal: best.map(|best| lift(best.normal)),
        }
    }
}

/// Static test that supplies the axes of a sweep.
pub trait AxisSource: Clone {
    /// Name of an axis of the static test.
    type Axis: Copy + std::fmt::Debug + PartialEq;

    /// Whether both bodies lie in the plane z = 0.
    const PLANAR: bool;

    /// Next axis of the static test; `None` after the last.
    fn next(&mut self) -> Option<ProjectedAxis<Self::Axis>>;

    /// Next three axes of two boxes; `None` after the last three, and for all other bodies.
    fn next_triple(&mut self) -> Option<AxisTriple> {
        None
    }

    /// Axis triple with this index, 0 to 4; `None` if [`AxisSource::next_triple`] has not returned it yet.
    fn triple(&self, _number: usize) -> Option<AxisTriple> {
        None
    }

    /// Axis in a lane of a triple; `None` for parallel edges, which span no axis.
    fn axis_of_triple(&self, _triple: &AxisTriple, _lane: usize) -> Option<ProjectedAxis<Self::Axis>> {
        None
    }

    /// Lengths from which bounds of rounding errors are computed.
    fn sizes(&self) -> Sizes;

    /// Moves B's origin to `translation`, before the first axis.
    fn place(&mut self, translation: Vec3);

    /// Terms whose sum is the gap along an axis of the pair frame at the start, as in
    /// [`Pair::terms`](crate::dim3::cast::Pair::terms).
    fn terms(&self, axis: Vec3) -> [Real; 5];

    /// `h(n)`: extent of `A − B` along a unit vector, with B at the start.
    fn height(&self, n: Vec3) -> Real {
        let [a, b] = self.project(Axis::Motion(0), n).projections;
        a[1] - b[0]
    }

    /// Whether an axis proves the bodies separate at the start: the largest gap exceeds its rounding error.
    fn is_apart(&self) -> bool;

    /// Result of the static test at the start, after the first `tested` axes.
    fn start(&self, tested: u32) -> Start;

    /// Unit vector of axis number `which` of those that only the motion needs ([`Axis::Motion`]), if both bodies are
    /// points or segments; `None` for all other bodies, and after the last. `along` is the motion's unit direction.
    fn motion_axis(&self, along: Vec3, which: u8) -> Option<Vec3>;

    /// Projections of both bodies on the axis with this normal.
    fn project(&self, axis: Axis<Self::Axis>, normal: Vec3) -> ProjectedAxis<Self::Axis>;

    /// Signed distance after B has moved by `x`, pair frame; called if the bodies touch there or are separate.
    fn signed_distance(&self, x: Vec3) -> DistanceAnswer;

    /// Signed distance of A and the hull that B sweeps while it moves by `x`, pair frame.
    fn swept_distance(&self, x: Vec3) -> DistanceAnswer;
}

impl<S: Borrow<Solid> + Clone> AxisSource for Sat<S> {
    type Axis = sat::Axis;
    const PLANAR: bool = false;

    fn next(&mut self) -> Option<ProjectedAxis<sat::Axis>> {
        if self.is_by_triples() {
            return None;
        }
        self.test_all_arcs();
        if self.step().is_break() {
            return None;
        }
        let tested = self.found.last?;
        Some(ProjectedAxis {
            axis: Axis::Static(tested.axis),
            normal: tested.normal,
            projections: [tested.a, tested.b],
            angle_error: self.angle_error(tested.axis),
        })
    }

    #[inline(always)]
    fn next_triple(&mut self) -> Option<AxisTriple> {
        Sat::next_triple(self)
    }

    fn triple(&self, number: usize) -> Option<AxisTriple> {
        Sat::triple(self, number)
    }

    fn axis_of_triple(&self, triple: &AxisTriple, lane: usize) -> Option<ProjectedAxis<sat::Axis>> {
        let TripleAxis { axis, normal, projections } = triple.axis(lane)?;
        Some(ProjectedAxis { axis: Axis::Static(axis), normal, projections, angle_error: triple.angle_error() })
    }

    fn sizes(&self) -> Sizes {
        let radii = [self.a.borrow().radius, self.b.borrow().radius];
        Sizes { radii, origin_distance: length(self.translation), planar: false }
    }

    fn place(&mut self, translation: Vec3) {
        Sat::place(self, translation);
    }

    fn terms(&self, axis: Vec3) -> [Real; 5] {
        let [_, a] = self.a.borrow().project(axis, [0; 2]).interval;
        let [b, _] = self.b.borrow().project(self.rotation.transpose() * axis, [0; 2]).interval;
        [-a, b, axis.dot(self.translation), 0.0, 0.0]
    }

    fn is_apart(&self) -> bool {
        self.found.largest > self.found.rounding
    }

    fn start(&self, tested: u32) -> Start {
        let mut found: TestedAxes = self.found;
        if self.is_by_triples() {
            found.best = self.best_of_triples(tested);
        }
        Start::from_found(&found, |n| n)
    }

    fn motion_axis(&self, along: Vec3, which: u8) -> Option<Vec3> {
        let a = self.a.borrow();
        let b = self.b.borrow();
        if a.dimension > 1 || b.dimension > 1 {
            return None;
        }
        // The axis of the motion, and two axes perpendicular to a segment, onto which it projects as a point; for two
        // points, perpendicular to the motion. If possible, the first of the two is perpendicular to both.
        let segment = edge_direction(a).or_else(|| Some(self.rotation * edge_direction(b)?));
        let direction = segment.unwrap_or(along);
        let across_both = unit(direction.cross(along)).filter(|_| segment.is_some());
        let across = across_both.unwrap_or_else(|| direction.any_orthonormal_vector());
        match which {
            0 => Some(along),
            1 => Some(across),
            2 => unit(direction.cross(across)),
            _ => None,
        }
    }

    fn project(&self, axis: Axis<sat::Axis>, normal: Vec3) -> ProjectedAxis<sat::Axis> {
        ProjectedAxis { axis, normal, projections: self.projections(normal), angle_error: 0.0 }
    }

    fn signed_distance(&self, x: Vec3) -> DistanceAnswer {
        let [a, b] = [self.a.borrow(), self.b.borrow()].map(Points);
        signed_distance(Cso { a, b, rotation: self.rotation, translation: self.translation + x })
    }

    fn swept_distance(&self, x: Vec3) -> DistanceAnswer {
        let [a, b] = [self.a.borrow(), self.b.borrow()].map(Points);
        let b = Swept { shape: b, motion: self.rotation.transpose() * x };
        signed_distance(Cso { a, b, rotation: self.rotation, translation: self.translation })
    }
}

/// Direction of the only edge of a segment; `None` for a point.
fn edge_direction(solid: &Solid) -> Option<Vec3> {
    solid.edges.first().map(|edge| edge.direction)
}

/// Vertices of a solid as a shape.
#[derive(Clone, Copy)]
struct Points<'a>(&'a Solid);

impl Support for Points<'_> {
    fn support(&self, d: Vec3) -> SupportPoint {
        let [_, top] = self.0.project(d, [0; 2]).vertices;
        SupportPoint { point: self.0.vertices[top as usize], feature: Feature(top) }
    }

    fn bounding_radius(&self) -> Real {
        self.0.radius
    }
}
