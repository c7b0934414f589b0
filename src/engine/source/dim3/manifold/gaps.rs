//! Search for the face and the pair of edges along whose normals the gap of the cores is largest: by a separating axis
//! test for two polytopes, by all face normals for a pair with a round body.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::axes::{Axes, BestAxes, EdgeGap, FaceGap, GapOnAxis, PausedAxisTest, is_allowed};
use super::body::Body;
use super::stepper::Manifold;
use super::{ContactReference, reference_band};
use crate::dim3::prelude::*;
use crate::dim3::sat::{self, Axis, Sat};

/// Largest number of steps of the axis test per step of the manifold. With a larger one, a caller that cancels between
/// steps waits longer; with a smaller one, more pairs need several steps, between which the state of the test is
/// stored.
const AXES_PER_STEP: usize = 4096;

impl<S: Borrow<Body>> Manifold<S> {
    /// Tests the next axes of two polytopes; breaks once all are tested. `None` for other bodies.
    pub(super) fn test_axes(&mut self) -> Option<ControlFlow<()>> {
        let a = self.pair.body(0).solid.as_ref()?;
        let b = self.pair.body(1).solid.as_ref()?;
        let mut axes = Axes::default();
        let mut best = BestAxes::default();
        let mut sat = match self.axis_test.take() {
            Some(paused) => {
                axes = paused.axes;
                best = paused.best;
                paused.sat.with_solids(a, b)
            }
            None => {
                let workspace = std::mem::take(&mut self.memory.walk);
                let options = sat::Options::default();
                let sat = Sat::placed(a, b, self.pair.rotation, self.pair.translation, options);
                sat.by_triples().with_workspace(workspace)
            }
        };
        let mut flow = ControlFlow::Continue(());
        for _ in 0..AXES_PER_STEP {
            let largest = axes.largest.filter(|_| sat.is_bounded());
            sat.enough = Some(self.useless_edge_gap(largest, best.edges));
            if sat.step().is_break() {
                flow = ControlFlow::Break(());
                break;
            }
            for (axis, gap) in sat.single_or_triple_of_step().into_iter().flatten() {
                self.record_axis(&sat, GapOnAxis { axis, gap }, &mut axes, &mut best); // @axes
            }
            for (axis, gap) in sat.walked_axes_of_step() {
                self.record_axis(&sat, GapOnAxis { axis, gap }, &mut axes, &mut best);
            }
        }
        self.complete_stored_axes(&sat, &best, &mut axes);
        self.axes = axes;
        if flow.is_continue() {
            self.axis_test = Some(Box::new(PausedAxisTest { sat: sat.with_solids((), ()), axes, best }));
        } else {
            self.memory.walk = sat.into_workspace().unwrap_or_default();
        }
        Some(flow)
    }

    /// Whether a gap is larger than that of the best axis so far by more than the rounding error.
    #[inline(always)]
    fn is_better(&self, gap: Real, best: Option<GapOnAxis>) -> bool {
        best.is_none_or(|best| gap > best.gap + self.rounding)
    }

    /// Counts an axis, and stores it where it is the best face or pair of edges.
    #[inline(always)]
    fn record_axis(&self, sat: &Sat<&sat::Solid>, tested: GapOnAxis, axes: &mut Axes, best: &mut BestAxes) {
        let GapOnAxis { axis, gap } = tested;
        axes.count_axis(gap, self.rounding);
        let (body, number) = match axis {
            Axis::FaceA(number) => (0, number),
            Axis::FaceB(number) => (1, number),
            Axis::Edges(..) if self.is_better(gap, best.edges) => return best.edges = Some(tested),
            Axis::Edges(..) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => return,
        };
        if self.is_better(gap, best.face) {
            best.face = Some(tested);
        }
        if !is_allowed(body, self.options.reference) {
            return;
        }
        if self.is_better(gap, best.allowed) {
            best.allowed = Some(tested);
        }
        let Some(previous) = self.options.previous.filter(|previous| previous.body == body) else { return };
        let faces = self.pair.body(body).solid.as_ref().and_then(|solid| solid.faces_of(number));
        if faces.is_some_and(|faces| faces.contains(&Some(previous.face))) {
            axes.previous = self.face_on(sat, axis).filter(|face| face.face == previous.face).or(axes.previous);
        }
    }

    /// Computes the details of the stored axes. Other axes need only their gaps.
    fn complete_stored_axes(&self, sat: &Sat<&sat::Solid>, best: &BestAxes, axes: &mut Axes) {
        axes.face = best.face.and_then(|best| self.face_on(sat, best.axis));
        axes.allowed = if best.allowed == best.face {
            axes.face
        } else {
            best.allowed.and_then(|best| self.face_on(sat, best.axis))
        };
        axes.edges = best.edges.and_then(|best| {
            let tested = sat.result_on(best.axis)?;
            Some(EdgeGap { ends: sat.edges_of(&tested)?, normal: tested.normal, gap: tested.gap })
        });
    }

    /// The face that belongs to a face axis: of two opposite faces the one towards the other body. `None` for an axis
    /// of another kind.
    fn face_on(&self, sat: &Sat<&sat::Solid>, axis: Axis) -> Option<FaceGap> {
        let (body, number) = match axis {
            Axis::FaceA(number) => (0, number),
            Axis::FaceB(number) => (1, number),
            Axis::Edges(..) | Axis::Side { .. } | Axis::Along { .. } | Axis::Across { .. } => return None,
        };
        let tested = sat.result_on(axis)?;
        let normal = if body == 0 { tested.normal } else { -tested.normal };
        let solid = self.pair.body(body).solid.as_ref()?;
        let side = usize::from(solid.normal(number)?.dot(self.pair.in_body(body, normal)) < 0.0);
        let faces = solid.faces_of(number)?;
        let face = faces[side].or(faces[1 - side])?;
        Some(FaceGap { body, face, normal, gap: tested.gap })
    }

    /// Gap up to which a pair of edges cannot make the contact: the best pair so far has as large a gap, or the axis
    /// with the gap `largest`, if given, is better by more than the band.
    fn useless_edge_gap(&self, largest: Option<Real>, edges: Option<GapOnAxis>) -> Real {
        let by_edges = edges.map_or(Real::NEG_INFINITY, |best| best.gap + self.rounding);
        let are_edges_requested = self.options.reference == ContactReference::EdgePair;
        let by_largest = match largest {
            Some(gap) if !are_edges_requested => {
                gap - reference_band(gap - self.pair.margin_sum(), self.rounding) - self.rounding
            }
            Some(_) | None => Real::NEG_INFINITY,
        };
        by_edges.max(by_largest)
    }

    /// Tests all faces, for pairs with a round body.
    pub(super) fn test_faces(&self) -> Axes {
        let mut axes = Axes::default();
        for body in [0, 1] {
            for face in 0..self.pair.body(body).features().faces.len() as u32 {
                let Some(face_gap) = self.face_gap(body, face) else { continue };
                axes.count_axis(face_gap.gap, self.rounding);
                axes.record_face(face_gap, self.options.reference, self.options.previous, self.rounding);
            }
        }
        axes
    }

    /// Gap of the cores along a face's normal; `None` for a face without vertices.
    fn face_gap(&self, body: u8, face: u32) -> Option<FaceGap> {
        let solid = self.pair.body(body);
        let normal = self.pair.rotated(body, solid.features().faces.get(face as usize)?.normal);
        let vertex = solid.point(solid.face_ring(face).first()?.vertex);
        let gap = normal.dot(self.pair.support(1 - body, -normal) - self.pair.point(body, vertex));
        Some(FaceGap { body, face, normal, gap })
    }
}
