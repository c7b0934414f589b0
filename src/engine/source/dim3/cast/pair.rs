//! Interface of a cast to its two bodies, in space and in the plane, and its implementation for pairs in space. Planar
//! bodies lie in the plane z = 0 of space.

use super::motion::Sizes;
use super::swept::Swept;
use crate::dim3::answer::Answer;
use crate::dim3::distance::{self, InscribedBalls, Workspace};
use crate::dim3::numbers::length;
use crate::dim3::prelude::*;
use crate::dim3::support::{Ball, Cso, LocalGeometry, Support, Vertex};

/// Pair of bodies that a cast moves. All vectors are in the pair frame, with B at its starting position.
pub trait Pair: Clone {
    /// Buffers that are reused between distance queries.
    type Memory: Clone + std::fmt::Debug + Default;

    /// Whether both bodies lie in the plane z = 0.
    const PLANAR: bool;

    /// Support point of the cores' `A − B` along `d`.
    fn support(&self, d: Vec3) -> Vertex;

    /// Margins of A and of B: radii of the balls around their cores.
    fn margins(&self) -> [Real; 2];

    /// Lengths from which bounds of rounding errors are computed, margins included.
    fn sizes(&self) -> Sizes;

    /// Moves B so that its origin at the start is at `translation`.
    fn place(&mut self, translation: Vec3);

    /// Terms whose sum is the gap along an axis of the pair frame at the start: minus the extent of A's core, the
    /// extent of B's core from its own origin, that origin, and minus each margin. Each term is exact if the pair frame
    /// is ([`FramePrecision::Exact`](super::FramePrecision)). `None` for curved cores, whose support points are
    /// rounded.
    fn terms(&self, axis: Vec3) -> Option<[Real; 5]>;

    /// `h(n)`: extent of `A − B` along a unit vector, margins included.
    fn height(&self, n: Vec3) -> Real {
        let [a, b] = self.margins();
        n.dot(self.support(n).w) + (a + b)
    }

    /// Ball inside the cores' `A − B` that touches its supporting plane with the normal `n` at the difference of the
    /// `witness` points of A and of B.
    fn ball(&self, n: Vec3, witness: [Vec3; 2]) -> Ball;

    /// Signed distance of A and B after B has moved by `x`.
    fn signed_distance(&self, x: Vec3, memory: &mut Self::Memory) -> Answer;

    /// Signed distance of A and the hull that B sweeps while it moves by `x`; called if they are separate.
    fn swept_distance(&self, x: Vec3) -> Answer;
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
        Sizes { radii: self.bounding_radii(), origin_distance: length(self.translation), planar: false }
    }

    fn place(&mut self, translation: Vec3) {
        self.translation = translation;
    }

    fn terms(&self, axis: Vec3) -> Option<[Real; 5]> {
        if !(is_polytope(self.a.local_geometry()) && is_polytope(self.b.local_geometry())) {
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

    fn signed_distance(&self, x: Vec3, memory: &mut Workspace) -> Answer {
        let moved = Cso { translation: self.translation + x, ..self.clone() };
        memory.in_pair_frame(moved, &distance::Options::default())
    }

    fn swept_distance(&self, x: Vec3) -> Answer {
        let motion = self.rotation.transpose() * x;
        let b = Swept { shape: self.b.clone(), motion };
        let swept = Cso { a: self.a.clone(), b, rotation: self.rotation, translation: self.translation };
        signed_distance(swept)
    }
}

/// Whether a core has second-order geometry and no curved surface region.
fn is_polytope(core: Option<&dyn LocalGeometry>) -> bool {
    core.is_some_and(|core| !core.is_curved())
}

/// Signed distance of a pair, in the pair frame.
pub(crate) fn signed_distance<A: Support + Clone, B: Support + Clone>(cso: Cso<A, B>) -> Answer {
    Workspace::default().in_pair_frame(cso, &distance::Options::default())
}
