//! Which face or pair of edges the bodies overlap least on: by separating axes of polytopes, by the distance of the cores
//! where these are apart or round.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::super::distance;
use super::super::numbers::unit;
use super::super::prelude::*;
use super::super::sat::{self, Axis, Sat};
use super::body::Body;
use super::stepper::Manifold;
use super::{ContactReference, Reference, band};

/// A face that may be the reference. Vectors are of the pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FaceGap {
    /// Whose: 0 is the first body.
    pub body: u8,
    /// Its number.
    pub face: u32,
    /// Unit vector out of its body.
    pub normal: Vec3,
    /// How far the other core lies above it: a lower bound of the distance of the cores.
    pub gap: Real,
}

/// A pair of edges that span an axis. Vectors are of the pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeGap {
    /// The ends of the edge of the first body and of that of the second, as numbers of vertices.
    pub ends: [[u32; 2]; 2],
    /// Unit vector from the first body to the second.
    pub normal: Vec3,
    /// How far apart the cores are along it, at least.
    pub gap: Real,
}

/// The nearest points of the cores, or the deepest. Pair frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Of the first core and of the second.
    pub points: [Vec3; 2],
    /// Unit vector from the first body to the second.
    pub normal: Vec3,
    /// The signed distance of the cores.
    pub gap: Real,
}

impl Nearest {
    /// The same with points that lie one above the other along the normal: what the search for round bodies leaves between
    /// the two is taken off the normal where it is a small angle, else off the second point.
    pub(super) fn straightened(&self) -> Self {
        let way = self.points[1] - self.points[0];
        let along = self.normal.dot(way);
        let across = (way - self.normal * along).length();
        if across <= 1.0e-4 * along.abs() {
            let normal = unit(way).map_or(self.normal, |n| if along < 0.0 { -n } else { n });
            return Self { normal, ..*self };
        }
        Self { points: [self.points[0], self.points[0] + self.normal * along], ..*self }
    }
}

/// What is kept of the axes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Axes {
    /// The face with the largest gap; of those within rounding the first.
    pub face: Option<FaceGap>,
    /// The same of the faces that may be taken.
    pub allowed: Option<FaceGap>,
    /// The reference of before, as it is now.
    pub before: Option<FaceGap>,
    /// The pair of edges with the largest gap.
    pub edges: Option<EdgeGap>,
    /// The largest gap of all.
    pub largest: Option<Real>,
    /// How many axes were tried.
    pub tried: u32,
    /// How many have the largest gap within rounding, the one that is taken aside.
    pub ties: u32,
}

impl Axes {
    fn face(&mut self, found: FaceGap, reference: ContactReference, previous: Option<Reference>, rounding: Real) {
        let better = |than: Option<FaceGap>| than.is_none_or(|than| found.gap > than.gap + rounding);
        let allowed = match reference {
            ContactReference::FaceA => found.body == 0,
            ContactReference::FaceB => found.body == 1,
            ContactReference::Auto | ContactReference::EdgePair => true,
        };
        if better(self.face) {
            self.face = Some(found);
        }
        if allowed && better(self.allowed) {
            self.allowed = Some(found);
        }
        if allowed && previous == Some(Reference { body: found.body, face: found.face }) {
            self.before = Some(found);
        }
    }

    fn axis(&mut self, gap: Real, rounding: Real) {
        self.tried += 1;
        let largest = self.largest.unwrap_or(Real::NEG_INFINITY);
        if gap > largest + rounding {
            self.ties = 0;
        } else if gap >= largest - rounding {
            self.ties += 1;
        }
        self.largest = Some(gap.max(largest));
    }
}

/// The axes of polytopes so far, between two steps.
#[derive(Clone, Debug)]
pub(super) struct Tries {
    sat: Sat<()>,
    axes: Axes,
    /// The pair of edges taken so far.
    edges: Option<sat::Tested>,
}

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

    /// The nearest or deepest points of the cores. `None` where numbers do not allow it.
    pub(super) fn by_distance(&mut self) -> Option<Nearest> {
        let mut memory = std::mem::take(&mut self.memory.distance);
        let answer = memory.in_pair_frame(self.pair.cores(), &distance::Options::default());
        self.memory.distance = memory;
        let (gap, normal) = (answer.signed_distance?, answer.normal?);
        Some(Nearest { points: [answer.witness_a, answer.witness_b], normal, gap })
    }
}
