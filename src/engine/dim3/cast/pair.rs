//! What a cast asks of two bodies, in space and in the plane alike: planar bodies lie in the plane z = 0 of space.

use super::super::answer::Answer;
use super::super::distance::{self, InscribedBalls, Workspace};
use super::super::numbers::length;
use super::super::prelude::*;
use super::super::support::{Ball, Cso, LocalGeometry, Support, Vertex};
use super::path::Sizes;
use super::swept::Swept;

/// Two bodies that a cast moves. Everything is in the pair frame, with B where it stands at the start.
pub trait Pair: Clone {
    /// Memory that is kept between queries.
    type Memory: Clone + std::fmt::Debug + Default;

    /// Whether both lie in the plane z = 0.
    const PLANAR: bool;

    /// The vertex of the cores' `A − B` that is farthest along `d`.
    fn support(&self, d: Vec3) -> Vertex;

    /// Radii of the balls around the cores of A and B.
    fn margins(&self) -> [Real; 2];

    /// What rounding errors are derived from, balls included.
    fn sizes(&self) -> Sizes;

    /// Terms that add up to the gap along an axis of the pair frame, at the start: minus how far A's core reaches, how far B's does
    /// about its own origin, where that is, and minus the balls. Each is exact if both bodies are turned by quarters or not at all;
    /// `None` of curved cores, whose points are rounded.
    fn terms(&self, axis: Vec3) -> Option<[Real; 5]>;

    /// `h(n)`: how far `A − B` reaches along a unit vector, balls included.
    fn height(&self, n: Vec3) -> Real {
        let [a, b] = self.margins();
        n.dot(self.support(n).w) + (a + b)
    }

    /// A ball in the cores' `A − B` below the points `a` and `b`, which hold the supporting planes with the normal `n`.
    fn ball(&self, n: Vec3, witness: [Vec3; 2]) -> Ball;

    /// The full answer when B has moved by `x`.
    fn full(&self, x: Vec3, memory: &mut Self::Memory) -> Answer;

    /// How far A is from all that B sweeps while it moves by `x`. Asked where they are apart.
    fn gap(&self, x: Vec3) -> Answer;
}

impl<A: Support + Clone, B: Support + Clone> Pair for Cso<A, B> {
    type Memory = Workspace;
    const PLANAR: bool = false;

    #[inline]
    fn support(&self, d: Vec3) -> Vertex {
        Cso::support(self, d)
    }

    fn margins(&self) -> [Real; 2] {
        [self.a.margin(), self.b.margin()]
    }

    fn sizes(&self) -> Sizes {
        Sizes { radii: self.bounding_radii(), apart: length(self.translation), planar: false }
    }

    fn terms(&self, axis: Vec3) -> Option<[Real; 5]> {
        let has_corners = |core: Option<&dyn LocalGeometry>| core.is_some_and(|core| !core.is_curved());
        if !(has_corners(self.a.local_geometry()) && has_corners(self.b.local_geometry())) {
            return None;
        }
        let b = self.rotation * self.b.support(self.rotation.transpose() * -axis).point;
        let a = self.a.support(axis).point;
        Some([-axis.dot(a), axis.dot(b), axis.dot(self.translation), -self.a.margin(), -self.b.margin()])
    }

    fn ball(&self, n: Vec3, witness: [Vec3; 2]) -> Ball {
        let [a, b] = self.bounding_radii();
        let InscribedBalls { a, b } = InscribedBalls::below(self, n, witness, a + b);
        Ball { center: a.center - b.center, radius: a.radius + b.radius }
    }

    fn full(&self, x: Vec3, memory: &mut Workspace) -> Answer {
        let moved = Cso { translation: self.translation + x, ..self.clone() };
        memory.in_pair_frame(moved, &distance::Options::default())
    }

    fn gap(&self, x: Vec3) -> Answer {
        let motion = self.rotation.transpose() * x;
        let b = Swept { shape: self.b.clone(), motion };
        let swept = Cso { a: self.a.clone(), b, rotation: self.rotation, translation: self.translation };
        full(swept)
    }
}

/// The full answer of a pair, in the pair frame.
pub(crate) fn full<A: Support + Clone, B: Support + Clone>(cso: Cso<A, B>) -> Answer {
    Workspace::default().in_pair_frame(cso, &distance::Options::default())
}
