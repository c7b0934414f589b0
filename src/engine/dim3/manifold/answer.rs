//! What a manifold tells, in the world, and in which order the pair is computed.

use std::borrow::Borrow;
use std::cmp::Ordering;

use super::super::contact::ORDER;
use super::super::prelude::*;
use super::body::Body;
use super::memory::Memory;
use super::pair::Pair;
use super::stepper::Manifold;
use super::{Options, Outcome, Point, Pose, Reference, matrix};

/// Where and how two bodies touch.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Unit vector from a to b; `None` where the bodies are apart.
    pub normal: Option<Vec3>,
    /// In the order round the reference face, or of the edges; none where the bodies are apart.
    pub points: Vec<Point>,
    /// The face that the contact was made with; `None` where no face made it.
    pub reference: Option<Reference>,
    /// How the manifold was found.
    pub outcome: Outcome,
    /// The signed distance of the bodies, or where these are apart a lower bound of it.
    pub separation: Real,
    /// By how much more than the least depth the bodies have to move along `normal`, for the sake of the reference.
    pub bias_paid: Real,
    /// How much may be paid.
    pub band: Real,
    /// How many points were given up for [`Options::max_points`].
    pub reduced: u32,
    /// Which share of the area of all points those span that were kept; `None` where none was given up.
    pub area_kept: Option<Real>,
    /// How many more axes have the largest gap within rounding.
    pub ties: u32,
}

impl Default for Answer {
    /// Of a pair that is apart by nobody knows how much.
    fn default() -> Self {
        Self {
            normal: None,
            points: Vec::new(),
            reference: None,
            outcome: Outcome::Apart,
            separation: Real::INFINITY,
            bias_paid: 0.0,
            band: 0.0,
            reduced: 0,
            area_kept: None,
            ties: 0,
        }
    }
}

/// Memory that is kept between queries.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    memory: Memory,
    answer: Answer,
}

impl Workspace {
    /// Where two placed bodies touch, in the world. Nothing is allocated once the workspace is warm.
    pub fn manifold(&mut self, a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, options: &Options) -> &Answer {
        self.manifold_with([a, b], [pose_a, pose_b], options, || {})
    }

    /// The same, saying `between` after each step that is not the last.
    pub fn manifold_with(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
        options: &Options,
        between: impl FnMut(),
    ) -> &Answer {
        let swapped = b_is_first(a, pose_a, b, pose_b);
        let (pair, pose, options) = match swapped {
            true => (Pair::new(b, pose_b, a, pose_a), pose_b, options.exchanged()),
            false => (Pair::new(a, pose_a, b, pose_b), pose_a, *options),
        };
        let mut run = Manifold::with(pair, options, std::mem::take(&mut self.memory));
        run.run_with(between);
        run.tell(&mut self.answer);
        self.answer.place(pose);
        if swapped {
            self.answer.exchange();
        }
        run.memory.points = std::mem::take(&mut run.points);
        self.memory = run.memory;
        &self.answer
    }
}

/// Where two placed bodies touch, in the world.
pub fn manifold(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose, options: &Options) -> Answer {
    let mut workspace = Workspace::default();
    workspace.manifold(a, pose_a, b, pose_b, options);
    workspace.answer
}

/// Whether the pair is computed as b, a: then the answer does not depend on which body is called a. By the shapes; of equal
/// ones by which lies behind along a direction of the world; of equal ones in one place by how they are turned.
pub fn b_is_first(a: &Body, pose_a: &Pose, b: &Body, pose_b: &Pose) -> bool {
    let ahead = (pose_b.position - pose_a.position).dot(Vec3::from_array(ORDER));
    let turn = |pose: &Pose| pose.rotation.to_array();
    let by_shape = if std::ptr::eq(a, b) {
        Ordering::Equal
    } else {
        compare(&a.sizes, &b.sizes).then_with(|| compare(&a.key, &b.key))
    };
    by_shape.then(compare(&[0.0], &[ahead])).then_with(|| compare(&turn(pose_a), &turn(pose_b))) == Ordering::Greater
}

/// In the order of the first numbers that differ.
fn compare(a: &[Real], b: &[Real]) -> Ordering {
    let differ = a.iter().zip(b).map(|(a, b)| (a + 0.0).total_cmp(&(b + 0.0))).find(|order| order.is_ne());
    differ.unwrap_or_else(|| a.len().cmp(&b.len()))
}

impl Answer {
    /// From the pair frame to the world.
    pub(super) fn place(&mut self, pose: &Pose) {
        let turn = matrix(pose.rotation);
        self.normal = self.normal.map(|n| turn * n);
        for point in &mut self.points {
            point.on_a = turn * point.on_a + pose.position;
            point.on_b = turn * point.on_b + pose.position;
        }
    }

    /// The same contact of the pair b, a.
    pub fn exchange(&mut self) {
        self.normal = self.normal.map(|n| -n);
        self.reference = self.reference.map(Reference::exchanged);
        self.points.iter_mut().for_each(|point| *point = point.exchanged());
    }
}

impl<S: Borrow<Body>> Manifold<S> {
    /// What is known now, in the pair frame, with the first body as a.
    pub fn answer(&self) -> Answer {
        let mut answer = Answer::default();
        self.tell(&mut answer);
        answer
    }

    fn tell(&self, answer: &mut Answer) {
        answer.points.clear();
        let picked = !self.memory.kept.is_empty();
        let all = self.points.iter().zip(0..);
        answer.points.extend(all.filter(|(_, i)| !picked || self.memory.kept.contains(i)).map(|(point, _)| *point));
        let gap = self.gap.unwrap_or(Real::INFINITY);
        answer.normal = self.normal;
        answer.reference = self.reference.map(|face| Reference { body: face.body, face: face.face });
        answer.outcome = self.outcome().unwrap_or(Outcome::Apart);
        answer.separation = gap - self.pair.balls();
        answer.bias_paid = self.reference.map_or(0.0, |face| (gap - face.gap).max(0.0));
        answer.band = self.band();
        answer.reduced = (self.points.len() - answer.points.len()) as u32;
        answer.area_kept = self.areas.map(|[kept, all]| if all > 0.0 { kept / all } else { 1.0 });
        answer.ties = self.axes.ties;
    }
}
