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
        let (a, b) = (self.pair.body(0).solid.as_ref()?, self.pair.body(1).solid.as_ref()?);
        let (mut sat, mut axes, mut edges) = match self.tries.take() {
            Some(tries) => (tries.sat.lent(a, b), tries.axes, tries.edges),
            None => {
                let options = sat::Options::default();
                let sat = Sat::placed(a, b, self.pair.rotation, self.pair.translation, options);
                (sat, Axes::default(), None)
            }
        };
        let mut way = ControlFlow::Continue(());
        for _ in 0..STRIDE {
            sat.enough = Some(self.enough(axes.largest, edges.as_ref()));
            if sat.step().is_break() {
                way = ControlFlow::Break(());
                break;
            }
            let Some(tested) = sat.found.now else { continue };
            axes.axis(tested.gap, self.rounding); // @axes
            let face = |body: u8, solid: &sat::Solid, line: u32, outward: Vec3| {
                let line = solid.lines.get(line as usize)?;
                let side = usize::from(line.normal.dot(self.pair.back(body, outward)) < 0.0);
                let face = line.faces[side].or(line.faces[1 - side])?;
                Some(FaceGap { body, face, normal: outward, gap: tested.gap })
            };
            let found = match tested.axis {
                Axis::FaceA(line) => face(0, a, line, tested.normal),
                Axis::FaceB(line) => face(1, b, line, -tested.normal),
                Axis::Edges(..) => {
                    if edges.is_none_or(|best: sat::Tested| tested.gap > best.gap + self.rounding) {
                        edges = Some(tested);
                    }
                    None
                }
                _ => None,
            };
            if let Some(found) = found {
                axes.face(found, self.options.reference, self.options.previous, self.rounding);
            }
        }
        let named = |tested: sat::Tested| {
            Some(EdgeGap { ends: sat.edges_of(&tested)?, normal: tested.normal, gap: tested.gap })
        };
        axes.edges = edges.and_then(named);
        self.axes = axes;
        if way.is_continue() {
            self.tries = Some(Box::new(Tries { sat: sat.lent((), ()), axes, edges }));
        }
        Some(way)
    }

    /// A pair of edges without a larger gap than this would not be taken: one before has as large a one, or the best axis so
    /// far is better by more than the band.
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
            for face in 0..self.pair.body(body).faces.len() as u32 {
                let Some(found) = self.face_gap(body, face) else { continue };
                axes.axis(found.gap, self.rounding);
                axes.face(found, self.options.reference, self.options.previous, self.rounding);
            }
        }
        axes
    }

    fn face_gap(&self, body: u8, face: u32) -> Option<FaceGap> {
        let solid = self.pair.body(body);
        let normal = self.pair.turned(body, solid.faces.get(face as usize)?.normal);
        let corner = solid.points[solid.face_ring(face).first()?.vertex as usize];
        let gap = normal.dot(self.pair.support(1 - body, -normal) - self.pair.point(body, corner));
        Some(FaceGap { body, face, normal, gap })
    }
}
