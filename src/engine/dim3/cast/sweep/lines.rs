//! What the sweep asks of a static test, in space and in the plane alike, and the lines that only a motion needs.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::numbers::{length, unit};
use super::super::prelude::*;
use super::super::sat::{self, Found, Row, Sat, Solid};
use super::super::separation;
use super::super::support::{Cso, Feature, Support, SupportPoint};
use super::{Full, Sizes, Swept, full};

/// Which line: one of the static test, or one across the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis<A> {
    /// Of the static test.
    Of(A),
    /// Of bodies that are points or segments: along the motion, or across it.
    Motion(u8),
}

/// A line with both shadows on it at the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<A> {
    /// Which.
    pub axis: Axis<A>,
    /// Unit vector, pair frame.
    pub normal: Vec3,
    /// A's shadow along it, and B's at the start.
    pub shadows: [[Real; 2]; 2],
    /// How far the normal may be off from that of the face of `A − B` it stands for, as an angle.
    pub off: Real,
}

/// What the static test found at the start, of bodies that no line parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Overlapping, beyond rounding.
    pub overlapping: bool,
    /// How far the signed distance may be from 0 if that is not said: the largest gap, and rounding.
    pub within: Real,
    /// Of least depth, from A to B.
    pub normal: Option<Vec3>,
}

impl Start {
    /// What a test has found that went through all its lines.
    pub(crate) fn of<L, V: Copy>(
        separation::Found { rounding, best, largest, .. }: &separation::Found<L, V>,
        lift: impl Fn(V) -> Vec3,
    ) -> Self {
        let best = best.as_ref();
        Self {
            overlapping: best.is_some_and(|best| best.gap < -rounding),
            within: largest.abs() + rounding,
            normal: best.map(|best| lift(best.normal)),
        }
    }
}

/// A static test whose lines a sweep goes through.
pub trait Lines: Clone {
    /// How it names its lines.
    type Axis: Copy + std::fmt::Debug + PartialEq;

    /// Whether all of it lies in the plane z = 0.
    const PLANAR: bool;

    /// The next line; none after the last.
    fn next(&mut self) -> Option<Line<Self::Axis>>;

    /// The next three lines at once, of two boxes; none after the last, and of all others.
    fn next_row(&mut self) -> Option<Row> {
        None
    }

    /// A row that was tried already, by its number.
    fn row(&self, _number: usize) -> Option<Row> {
        None
    }

    /// A line of a row; none of parallel edges.
    fn line_of(&self, _row: &Row, _lane: usize) -> Option<Line<Self::Axis>> {
        None
    }

    /// What rounding errors are derived from.
    fn sizes(&self) -> Sizes;

    /// Terms that add up to the gap along an axis of the pair frame, as [`Pair::terms`](super::super::Pair::terms).
    fn terms(&self, axis: Vec3) -> [Real; 5];

    /// `h(n)`: how far `A − B` reaches along a unit vector.
    fn height(&self, n: Vec3) -> Real {
        let [a, b] = self.line(Axis::Motion(0), n).shadows;
        a[1] - b[0]
    }

    /// Whether a line has a gap beyond rounding.
    fn is_apart(&self) -> bool;

    /// What it says of the start, after the first so many lines.
    fn start(&self, tried: u32) -> Start;

    /// Of bodies that are both points or segments: the lines that the motion `along` needs. `None` of all others, and after
    /// the last.
    fn across(&self, along: Vec3, which: u8) -> Option<Vec3>;

    /// Any line.
    fn line(&self, axis: Axis<Self::Axis>, normal: Vec3) -> Line<Self::Axis>;

    /// The full answer when B has moved by `x`, of bodies that touch there or are apart.
    fn full(&self, x: Vec3) -> Full;

    /// How far A is from all that B sweeps while it moves by `x`.
    fn gap(&self, x: Vec3) -> Full;
}

impl<S: Borrow<Solid> + Clone> Lines for Sat<S> {
    type Axis = sat::Axis;
    const PLANAR: bool = false;

    fn next(&mut self) -> Option<Line<sat::Axis>> {
        if self.is_by_rows() {
            return None;
        }
        self.ask_arcs();
        match self.step() {
            ControlFlow::Continue(()) => self.found.now.map(|now| Line {
                axis: Axis::Of(now.axis),
                normal: now.normal,
                shadows: [now.a, now.b],
                off: self.off(now.axis),
            }),
            ControlFlow::Break(_) => None,
        }
    }

    #[inline(always)]
    fn next_row(&mut self) -> Option<Row> {
        Sat::next_row(self)
    }

    fn row(&self, number: usize) -> Option<Row> {
        Sat::row(self, number)
    }

    fn line_of(&self, row: &Row, lane: usize) -> Option<Line<sat::Axis>> {
        let (axis, normal, shadows) = row.line(lane)?;
        Some(Line { axis: Axis::Of(axis), normal, shadows, off: row.off() })
    }

    fn sizes(&self) -> Sizes {
        let radii = [self.a.borrow().radius, self.b.borrow().radius];
        Sizes { radii, apart: length(self.translation), planar: false }
    }

    fn terms(&self, axis: Vec3) -> [Real; 5] {
        let [_, a] = self.a.borrow().shadow(axis, [0; 2]).interval;
        let [b, _] = self.b.borrow().shadow(self.rotation.transpose() * axis, [0; 2]).interval;
        [-a, b, axis.dot(self.translation), 0.0, 0.0]
    }

    fn is_apart(&self) -> bool {
        self.found.largest > self.found.rounding
    }

    fn start(&self, tried: u32) -> Start {
        let by_rows = |found: Found| Found { best: self.best_of_rows(tried), ..found };
        Start::of(&if self.is_by_rows() { by_rows(self.found) } else { self.found }, |n| n)
    }

    fn across(&self, along: Vec3, which: u8) -> Option<Vec3> {
        let (a, b) = (self.a.borrow(), self.b.borrow());
        if a.dimension > 1 || b.dimension > 1 {
            return None;
        }
        let direction = |solid: &Solid| solid.edges.first().map(|edge| edge.direction);
        let segment = direction(a).or_else(|| Some(self.rotation * direction(b)?));
        let first = segment.unwrap_or(along);
        let second = unit(first.cross(along)).filter(|_| segment.is_some());
        let second = second.unwrap_or_else(|| first.any_orthonormal_vector());
        match which {
            0 => Some(along),
            1 => Some(second),
            2 => unit(first.cross(second)),
            _ => None,
        }
    }

    fn line(&self, axis: Axis<sat::Axis>, normal: Vec3) -> Line<sat::Axis> {
        Line { axis, normal, shadows: self.shadows(normal), off: 0.0 }
    }

    fn full(&self, x: Vec3) -> Full {
        let [a, b] = [self.a.borrow(), self.b.borrow()].map(Points);
        full(Cso { a, b, rotation: self.rotation, translation: self.translation + x })
    }

    fn gap(&self, x: Vec3) -> Full {
        let [a, b] = [self.a.borrow(), self.b.borrow()].map(Points);
        let b = Swept { shape: b, motion: self.rotation.transpose() * x };
        full(Cso { a, b, rotation: self.rotation, translation: self.translation })
    }
}

/// The vertices of a solid as a shape.
#[derive(Clone, Copy)]
struct Points<'a>(&'a Solid);

impl Support for Points<'_> {
    fn support(&self, d: Vec3) -> SupportPoint {
        let [_, top] = self.0.shadow(d, [0; 2]).vertices;
        SupportPoint { point: self.0.vertices[top as usize], feature: Feature(top) }
    }

    fn bounding_radius(&self) -> Real {
        self.0.radius
    }
}
