//! What a cast asks of two bodies, in space and in the plane alike: planar bodies lie in the plane z = 0 of space.

use super::super::answer::Answer;
use super::super::distance::{self, InscribedBalls, Workspace};
use super::super::prelude::*;
use super::super::support::{Ball, Cso, Support, Vertex};
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

    /// The magnitude of every number in the query, balls included.
    fn magnitude(&self) -> Real;

    /// A radius about the pair frame's origin that holds `A − B`.
    fn reach(&self) -> Real;

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

    fn magnitude(&self) -> Real {
        Cso::magnitude(self)
    }

    fn reach(&self) -> Real {
        let [a, b] = self.bounding_radii();
        a + b + self.translation.length()
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
pub(in super::super::super) fn full<A: Support + Clone, B: Support + Clone>(cso: Cso<A, B>) -> Answer {
    Workspace::default().in_pair_frame(cso, &distance::Options::default())
}
