//! Answer of a manifold query in the world frame, and the order in which a pair is computed.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::body::Body;
use super::memory::Memory;
use super::pair::Pair;
use super::stepper::Manifold;
use super::{Options, Outcome, Point, Pose, Reference, matrix};
use crate::dim3::contact::ORDER_DIRECTION;
use crate::dim3::prelude::*;

/// Contact points, normal and depth of a pair; meters, in the world frame unless stated otherwise.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Answer {
    /// Unit contact normal from a to b; `None` where the bodies are separate.
    pub normal: Option<Vec3>,
    /// Contact points, in the order around the reference face or along the edges; empty where the bodies are separate.
    pub points: Vec<Point>,
    /// Reference face of the contact; `None` for contacts of edges or vertices.
    pub reference: Option<Reference>,
    /// Ending of the search, which names the kind of contact.
    pub outcome: Outcome,
    /// Signed distance of the bodies, meters; a lower bound of it where they are separate.
    pub separation: Real,
    /// Depth along `normal` minus the least depth along any direction, meters, at least 0: how much farther the
    /// reference face separates the bodies than necessary.
    pub excess_depth: Real,
    /// Largest `excess_depth` at which a face is still preferred as the reference, meters.
    pub band: Real,
    /// Number of points removed for [`Options::max_points`].
    pub reduced: u32,
    /// Area of the kept points divided by the area of all points, 0 to 1; `None` where no point was removed.
    pub area_kept: Option<Real>,
    /// Number of further axes whose gap equals the largest to rounding.
    pub ties: u32,
}

impl Default for Answer {
    /// Answer for a pair at an unknown positive distance.
    fn default() -> Self {
        Self {
            normal: None,
            points: Vec::new(),
            reference: None,
            outcome: Outcome::Apart,
            separation: Real::INFINITY,
            excess_depth: 0.0,
            band: 0.0,
            reduced: 0,
            area_kept: None,
            ties: 0,
        }
    }
}

/// Memory that is reused between queries.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Lists of the search.
    memory: Memory,
    /// Answer of the last query.
    answer: Answer,
}

impl Workspace {
    /// Contact manifold of two placed bodies, world frame. Allocates nothing after the first queries have grown the
    /// lists of the workspace.
    pub fn manifold(&mut self, a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, options: &Options) -> &Answer {
        self.manifold_with([a, b], [pose_a, pose_b], options, || {})
    }

    /// Contact manifold as [`Workspace::manifold`]; calls `between` after each step but the last, so that a caller can
    /// count the steps of a long query. If `between` unwinds, which ends the query, the lists of the workspace are
    /// lost.
    pub fn manifold_with(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
        options: &Options,
        between: impl FnMut(),
    ) -> &Answer {
        let is_swapped = b_is_first(a, pose_a, b, pose_b);
        let pose_of_first = if is_swapped { pose_b } else { pose_a };
        let pair = if is_swapped { Pair::new(b, pose_b, a, pose_a) } else { Pair::new(a, pose_a, b, pose_b) };
        let options = if is_swapped { options.exchanged() } else { *options };
        let mut run = Manifold::from_pair(pair, options, std::mem::take(&mut self.memory));
        run.run_with(between);
        run.write_answer(&mut self.answer);
        self.answer.place(pose_of_first);
        if is_swapped {
            self.answer.exchange();
        }
        run.memory.points = std::mem::take(&mut run.points);
        self.memory = run.memory;
        &self.answer
    }
}

/// Contact manifold of two placed bodies, world frame.
pub fn manifold(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, options: &Options) -> Answer {
    let mut workspace = Workspace::default();
    workspace.manifold(a, pose_a, b, pose_b, options);
    workspace.answer
}

/// Whether the pair is computed in the order b, a, so that the answer does not depend on which body is called a. The
/// order compares the shapes, then the positions along a fixed direction of the world, then the orientations.
pub fn b_is_first(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> bool {
    let along = (pose_b.position - pose_a.position).dot(Vec3::from_array(ORDER_DIRECTION));
    let [rotation_a, rotation_b] = [pose_a, pose_b].map(|pose| pose.rotation.to_array());
    let by_shape = if std::ptr::eq(a, b) {
        Ordering::Equal
    } else {
        compare(&a.sizes, &b.sizes).then_with(|| compare(&a.key, &b.key))
    };
    // With equal shapes, a comes first if b is farther along the direction.
    let by_position = compare(&[0.0], &[along]);
    let order = by_shape.then(by_position).then_with(|| compare(&rotation_a, &rotation_b));
    order == Ordering::Greater
}

/// Lexicographic order of two lists. Adding 0 makes −0 positive: `total_cmp` distinguishes the two.
fn compare(a: &[Real], b: &[Real]) -> Ordering {
    for (a, b) in a.iter().zip(b) {
        let order = (a + 0.0).total_cmp(&(b + 0.0));
        if order.is_ne() {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

impl Answer {
    /// Transforms the answer from the pair frame to the world.
    pub(super) fn place(&mut self, pose: &Pose) {
        let rotation = matrix(pose.rotation);
        self.normal = self.normal.map(|n| rotation * n);
        for point in &mut self.points {
            point.on_a = rotation * point.on_a + pose.position;
            point.on_b = rotation * point.on_b + pose.position;
        }
    }

    /// Exchanges a and b in the answer.
    pub fn exchange(&mut self) {
        self.normal = self.normal.map(|n| -n);
        self.reference = self.reference.map(Reference::exchanged);
        self.points.iter_mut().for_each(|point| *point = point.exchanged());
    }
}

impl<S: Borrow<Body>> Manifold<S> {
    /// Answer of the current state, in the pair frame, with the first body as a.
    pub fn answer(&self) -> Answer {
        let mut answer = Answer::default();
        self.write_answer(&mut answer);
        answer
    }

    /// Writes the answer of the current state, in the pair frame, reusing the allocation of its points.
    fn write_answer(&self, answer: &mut Answer) {
        answer.points.clear();
        let is_reduced = !self.memory.kept.is_empty();
        let numbered = self.points.iter().zip(0..);
        let kept = numbered.filter(|(_, i)| !is_reduced || self.memory.kept.contains(i));
        answer.points.extend(kept.map(|(point, _)| *point));
        let gap = self.gap.unwrap_or(Real::INFINITY);
        answer.normal = self.normal;
        answer.reference = self.reference.map(|face| Reference { body: face.body, face: face.face });
        answer.outcome = self.outcome().unwrap_or(Outcome::Apart);
        answer.separation = gap - self.pair.margin_sum();
        answer.excess_depth = self.reference.map_or(0.0, |face| (gap - face.gap).max(0.0));
        answer.band = self.band();
        answer.reduced = (self.points.len() - answer.points.len()) as u32;
        answer.area_kept = self.areas.map(|[kept, all]| if all > 0.0 { kept / all } else { 1.0 });
        answer.ties = self.axes.ties;
    }
}
