//! On which face or pair of edges the bodies overlap least: by separating axes of polytopes, by the faces alone where one is round.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::prelude::*;
use super::super::sat::{self, Axis, Sat};
use super::axes::{Axes, EdgeGap, FaceGap, Tries};
use super::body::Body;
use super::stepper::Manifold;
use super::{ContactReference, band};

/// So many axes are tried in a step: few bodies have more.
const STRIDE: usize = 4096;

impl<S: Borrow<Body>> Manifold<S> {
    /// Tries the next axes of two polytopes; breaks once all are. `None` of other bodies.
    pub(super) fn by_axes(&mut self) -> Option<ControlFlow<()>> {
        let room = std::mem::take(&mut self.memory.walk);
        let (a, b) = (self.pair.body(0).solid.as_ref()?, self.pair.body(1).solid.as_ref()?);
        let (mut sat, mut axes, mut edges) = match self.tries.take() {
            Some(tries) => (tries.sat.lent(a, b), tries.axes, tries.edges),
            None => {
                let options = sat::Options::default();
                let sat = Sat::placed(a, b, self.pair.rotation, self.pair.translation, options);
                (sat.by_rows().in_room(room), Axes::default(), None)
            }
        };
        let mut way = ControlFlow::Continue(());
        for _ in 0..STRIDE {
            sat.enough = Some(self.enough(axes.largest.filter(|_| sat.is_bounded()), edges.as_ref()));
            if sat.step().is_break() {
                way = ControlFlow::Break(());
                break;
            }
            for line in sat.row_of_step().into_iter().flatten() {
                self.take(&sat, line, &mut axes, &mut edges); // @axes
            }
            for line in sat.walked_in_step() {
                self.take(&sat, line, &mut axes, &mut edges);
            }
        }
        let named = |tested: sat::Tested| {
            Some(EdgeGap { ends: sat.edges_of(&tested)?, normal: tested.normal, gap: tested.gap })
        };
        axes.edges = edges.and_then(named);
        self.axes = axes;
        if way.is_continue() {
            self.tries = Some(Box::new(Tries { sat: sat.lent((), ()), axes, edges }));
        } else {
            self.memory.walk = sat.into_room().unwrap_or_default();
        }
        Some(way)
    }

    /// Counts a line, and takes it where it is the face or the pair of edges that is wanted. More than the gap is asked only of
    /// lines that may be.
    #[inline(always)]
    fn take(
        &self,
        sat: &Sat<&sat::Solid>,
        (axis, gap): (Axis, Real),
        axes: &mut Axes,
        edges: &mut Option<sat::Tested>,
    ) -> Option<()> {
        axes.axis(gap, self.rounding);
        let better = |than: Option<Real>| than.is_none_or(|than| gap > than + self.rounding);
        let (body, line) = match axis {
            Axis::FaceA(line) => (0, line),
            Axis::FaceB(line) => (1, line),
            Axis::Edges(..) if better(edges.map(|best| best.gap)) => {
                *edges = sat.tested(axis);
                return None;
            }
            _ => return None,
        };
        let (wanted, previous) = (self.options.reference, self.options.previous);
        if wanted == ContactReference::Auto && previous.is_none() && !better(axes.face.map(|face| face.gap)) {
            return None;
        }
        let tested = sat.tested(axis)?;
        let outward = if body == 0 { tested.normal } else { -tested.normal };
        let solid = self.pair.body(body).solid.as_ref()?;
        let side = usize::from(solid.normal(line)?.dot(self.pair.back(body, outward)) < 0.0);
        let faces = solid.faces_of(line)?;
        let face = faces[side].or(faces[1 - side])?;
        axes.face(FaceGap { body, face, normal: outward, gap: tested.gap }, wanted, previous, self.rounding);
        Some(())
    }

    /// A pair of edges without a larger gap than this would not be taken: one before has as large a one, or, of very many, the
    /// best axis so far is better by more than the band.
    fn enough(&self, largest: Option<Real>, edges: Option<&sat::Tested>) -> Real {
        let none = Real::NEG_INFINITY;
        let beaten = edges.map_or(none, |best| best.gap + self.rounding);
        let asked = self.options.reference == ContactReference::EdgePair;
        let far = largest.filter(|_| !asked);
        beaten.max(far.map_or(none, |gap| gap - band(gap - self.pair.balls(), self.rounding) - self.rounding))
    }

    /// By all faces, of bodies of which one is round.
    pub(super) fn by_faces(&self) -> Axes {
        let mut axes = Axes::default();
        for body in [0, 1] {
            for face in 0..self.pair.body(body).parts().faces.len() as u32 {
                let Some(found) = self.face_gap(body, face) else { continue };
                axes.axis(found.gap, self.rounding);
                axes.face(found, self.options.reference, self.options.previous, self.rounding);
            }
        }
        axes
    }

    fn face_gap(&self, body: u8, face: u32) -> Option<FaceGap> {
        let solid = self.pair.body(body);
        let normal = self.pair.turned(body, solid.parts().faces.get(face as usize)?.normal);
        let corner = solid.point(solid.face_ring(face).first()?.vertex);
        let gap = normal.dot(self.pair.support(1 - body, -normal) - self.pair.point(body, corner));
        Some(FaceGap { body, face, normal, gap })
    }
}
