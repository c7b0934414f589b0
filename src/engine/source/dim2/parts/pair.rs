//! Two planar compounds as input of the tree search, and the closest pair of their child shapes.

use super::answer::{Answer, Status};
use super::body::{Body, bounding_box};
use super::bracket::Bracket;
use super::distance::{self, Options};
use super::pose::Pose;
use super::prelude::*;
use super::rounding;
use super::tree::{self, Bounds, HasMemory, OverlapResult, Pairs, PartsResult, Plain, Tree, Widen};
use contact_lens_model::snapshot;

/// Two placed bodies. Boxes are compared in the frame of the *home* body, which has more child shapes than the other,
/// or is A; those of the other are transformed to it.
#[derive(Clone, Debug)]
pub struct Pair<B> {
    /// Bodies A and B.
    bodies: [B; 2],
    /// Poses of both, world axes, relative to A's origin.
    pub(super) poses: [Pose; 2],
    /// Index of the home body.
    pub(super) home: usize,
    /// `(cos, sin)` of the rotation from the other body's axes to the home frame's.
    rotation: Vec2,
    /// Origin of the other body in the home frame, meters.
    translation: Vec2,
    /// Box of the other body in the home frame if it has only one child shape; `None` for more.
    single: Option<Bounds<2>>,
    /// Unit normal of the closest pair so far, from the home body towards the other, in the home frame; `None` before
    /// the first pair, and if it has no normal.
    normal: Option<Vec2>,
    /// Rounding error of a bound, meters.
    pub(super) bound_rounding: Real,
    /// Options of the queries for two child shapes.
    options: Options,
    /// Memory of these queries.
    query_memory: QueryMemory,
}

/// Memory of the query for two child shapes. A clone starts empty.
#[derive(Debug, Default)]
struct QueryMemory(distance::Workspace);

impl Clone for QueryMemory {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// Rounding error that the composed poses of child shapes add to a bracket, in `EPS` times the rotated lengths: two
/// rotations are normalized and multiplied, and a position is rotated and moved. With a smaller value a bracket may
/// miss the true distance; with a larger one brackets are wider than necessary.
const POSE_ROUNDING: Real = 12.0;

impl<B: AsRef<Body>> Pair<B> {
    /// Creates the pair of two bodies whose poses are given in one frame. Only the difference of the positions is used;
    /// it is exact if A's position is zero.
    pub fn new(bodies: [B; 2], [pose_a, pose_b]: [&Pose; 2], options: Options) -> Self {
        let between = pose_b.position - pose_a.position;
        let poses = [Pose { position: Vec2::ZERO, ..*pose_a }, Pose { position: between, ..*pose_b }];
        let [a, b] = bodies.each_ref().map(|body| body.as_ref());
        let home = usize::from(b.count() > a.count());
        let pose_of_other = &poses[1 - home];
        let pose_of_home = &poses[home];
        let to_home = Vec2::new(pose_of_home.rotation.x, -pose_of_home.rotation.y);
        let rotation = to_home.rotate(pose_of_other.rotation);
        let translation = to_home.rotate(pose_of_other.position - pose_of_home.position);
        let other = [a, b][1 - home];
        let single = (other.count() == 1).then(|| {
            let (shape, pose) = other.part(0);
            bounding_box(shape, rotation.rotate(pose.rotation), rotation.rotate(pose.position) + translation)
        });
        let magnitude = translation.x.abs() + translation.y.abs() + a.radius() + b.radius();
        // One rounding error for the boxes, and one for the rotation of the other body.
        let bound_rounding = 2.0 * rounding::bound_rounding2(magnitude);
        let query_memory = QueryMemory::default();
        Self { bodies, poses, home, rotation, translation, single, normal: None, bound_rounding, options, query_memory }
    }

    /// Returns the bodies A and B.
    pub fn bodies(&self) -> [&Body; 2] {
        self.bodies.each_ref().map(|body| body.as_ref())
    }

    /// Returns the pose of a child shape of body A (0) or B (1): world axes, relative to A's origin.
    pub fn part_pose(&self, body: usize, number: u32) -> Pose {
        composed(&self.poses[body], &self.bodies()[body].part(number).1)
    }

    /// Returns the allowed width of the bracket of a signed distance at the end, meters: the requested tolerance plus
    /// rounding error.
    pub fn tolerance(&self, signed_distance: Real) -> Real {
        self.options.width(signed_distance) + 4.0 * self.bound_rounding
    }

    /// Returns the boxes of two nodes in the home frame: that of the home body, then that of the other.
    #[inline]
    pub(super) fn boxes_of(&self, nodes: [u32; 2]) -> [Bounds<2>; 2] {
        let trees = self.bodies().map(Body::tree);
        let home = self.home;
        let other = 1 - self.home;
        let moved = self.single.unwrap_or_else(|| self.box_in_home_frame(&trees[other].node(nodes[other]).bounds));
        [trees[home].node(nodes[home]).bounds, moved]
    }

    /// Returns the box around a box of the other body, in the home frame.
    #[inline]
    fn box_in_home_frame(&self, bounds: &Bounds<2>) -> Bounds<2> {
        let low = Vec2::from(bounds.low);
        let high = Vec2::from(bounds.high);
        let center = self.rotation.rotate(0.5 * (low + high)) + self.translation;
        let half = 0.5 * (high - low);
        let weights = self.rotation.abs();
        let rotated_half = Vec2::new(weights.x * half.x + weights.y * half.y, weights.y * half.x + weights.x * half.y);
        Bounds { low: (center - rotated_half).to_array(), high: (center + rotated_half).to_array() }
    }
}

impl<B: AsRef<Body>> Pair<B> {
    /// Returns the extent of a node's child shape, or of its box if it has several, along a vector of the body's frame,
    /// times the vector's length.
    fn node_extent(&self, body: usize, node: u32, along: Vec2) -> Real {
        let body = self.bodies()[body];
        let node = body.tree().node(node);
        match node.part() {
            Some(part) => body.extent(part, along),
            None => box_extent(&node.bounds, along),
        }
    }
}

/// Returns the largest coordinate of a box along a vector, times the vector's length.
fn box_extent(bounds: &Bounds<2>, along: Vec2) -> Real {
    let low = Vec2::from(bounds.low);
    let high = Vec2::from(bounds.high);
    along.dot(0.5 * (low + high)) + along.abs().dot(0.5 * (high - low))
}

/// Returns the pose of a child shape from the pose `body` of its body, in the frame of that pose, and the shape's pose
/// in the body. Composed in the precision of the engine.
fn composed(body: &Pose, in_body: &Pose) -> Pose {
    if *in_body == Pose::IDENTITY {
        return *body;
    }
    Pose { position: body.point(in_body.position), rotation: body.rotation.rotate(in_body.rotation) }
}

impl<B: AsRef<Body>> Pairs<2> for Pair<B> {
    type Answer = Answer;

    fn trees(&self) -> [&Tree<2>; 2] {
        self.bodies().map(Body::tree)
    }

    fn bound(&self, nodes: [u32; 2]) -> Real {
        let [of_home, of_other] = self.boxes_of(nodes);
        of_home.signed_distance(&of_other) - self.bound_rounding
    }

    fn gap_along_normal(&self, nodes: [u32; 2]) -> Option<Real> {
        let normal = self.normal?;
        let home = self.home;
        let other = 1 - self.home;
        let opposite = Vec2::new(self.rotation.x, -self.rotation.y).rotate(-normal);
        let extent_of_home = self.node_extent(home, nodes[home], normal);
        let extent_of_other = self.node_extent(other, nodes[other], opposite);
        Some(normal.dot(self.translation) - extent_of_other - extent_of_home - self.bound_rounding)
    }

    /// Returns whether the bracket is narrow enough. The allowed width includes the rounding error for the sizes of
    /// both bodies; the query for two child shapes includes only that for their sizes.
    fn is_narrow(&self, bracket: &Bracket) -> bool {
        let distance = bracket.lower.abs().min(bracket.upper.abs());
        bracket.width() <= self.tolerance(distance.copysign(bracket.lower))
    }

    fn store_normal(&mut self, _: [u32; 2], answer: &Answer) {
        let rotation = self.poses[self.home].rotation;
        let sign = if self.home == 0 { 1.0 } else { -1.0 };
        self.normal = answer.normal.map(|normal| Vec2::new(rotation.x, -rotation.y).rotate(normal * sign));
    }

    fn query(&mut self, parts: [u32; 2]) -> Option<PartsResult<Answer>> {
        let [a, b] = self.bodies.each_ref().map(|body| body.as_ref());
        let (shape_a, pose_in_a) = a.part(parts[0]);
        let (shape_b, pose_in_b) = b.part(parts[1]);
        let pose_a = composed(&self.poses[0], pose_in_a);
        let pose_b = composed(&self.poses[1], pose_in_b);
        let in_pair_frame = self.query_memory.0.signed_distance(shape_a, &pose_a, shape_b, &pose_b, &self.options);
        let mut answer = in_pair_frame.in_world(&pose_a);
        if *pose_in_a != Pose::IDENTITY || *pose_in_b != Pose::IDENTITY {
            // The poses of the child shapes are rounded.
            let offsets = pose_in_a.position.length() + pose_in_b.position.length() + self.poses[1].position.length();
            let rounding = POSE_ROUNDING * EPS * (offsets + a.radius() + b.radius());
            let widened = Bracket::new([answer.lower, answer.upper], rounding);
            answer.lower = widened.lower;
            answer.upper = widened.upper;
        }
        let has_converged = !matches!(answer.status, Status::NotConverged(_));
        // A bracket that is too wide for the two child shapes may be narrow enough for the two bodies.
        let is_settled = has_converged || self.is_narrow(&answer.bracket());
        if is_settled {
            answer.status = answer.bracket().side();
        }
        Some(PartsResult { bracket: answer.bracket(), is_settled, answer })
    }
}

impl<B: AsRef<Body>> Plain<2> for Pair<B> {
    type Plain = snapshot::answer::Answer;

    fn plain(&self, answer: &Answer) -> snapshot::answer::Answer {
        let tolerance = self.tolerance(answer.signed_distance.unwrap_or_default());
        answer.in_space().snapshot(tolerance)
    }
}

/// Result of a search for the closest pair. Its answer is in world axes, relative to A's origin during the search and
/// in the world frame from [`Workspace::distance`].
pub type ClosestPair = tree::SearchResult<Answer>;

impl Widen for Answer {
    fn status(&self) -> Status {
        self.status
    }

    fn over_all(self, Bracket { lower, upper }: Bracket, status: Status, queries: u32) -> Self {
        Self { lower, upper, status, iterations: queries, ..self }
    }
}

impl<B: AsRef<Body>> HasMemory<QueryMemory> for Pair<B> {
    fn memory(&mut self) -> &mut QueryMemory {
        &mut self.query_memory
    }

    fn rounding(&self) -> Real {
        self.tolerance(0.0)
    }
}

/// Memory that is reused between queries.
#[derive(Debug, Default)]
pub struct Workspace(tree::Workspace<QueryMemory>);

impl Workspace {
    /// Returns the least signed distance over all pairs of child shapes, in the world. Allocates only to enlarge the
    /// workspace.
    pub fn distance(&mut self, bodies: [&Body; 2], poses: [&Pose; 2], options: &Options) -> ClosestPair {
        let mut searched = self.0.closest(Pair::new(bodies, poses, *options));
        if let Some(answer) = &mut searched.answer {
            answer.witness_a += poses[0].position;
            answer.witness_b += poses[0].position;
        }
        searched
    }

    /// Returns whether two bodies overlap, that is whether any two of their child shapes do, and the deciding pair. The
    /// result is undecided if a pair cannot be decided in this precision and no other pair overlaps.
    pub fn intersects(&mut self, bodies: [&Body; 2], poses: [&Pose; 2]) -> OverlapResult {
        self.0.overlap(&Pair::new(bodies, poses, Options::default()))
    }

    /// Returns whether any two child shapes of one body overlap, among the pairs of indices that `selects` accepts. It
    /// must reject pairs of a child with itself.
    pub fn overlaps_itself(&mut self, body: &Body, selects: impl Fn([u32; 2]) -> bool) -> bool {
        self.0.overlap_of(&Pair::new([body; 2], [&Pose::IDENTITY; 2], Options::default()), selects).intersects
            == Some(true)
    }
}

impl AsRef<Self> for Body {
    fn as_ref(&self) -> &Self {
        self
    }
}
