//! Two bodies of parts as the pair that the tree search works on ([`Pair`]), and the query for their closest pair of
//! parts ([`Workspace::distance`]).

use super::answer::{Answer, Status};
use super::body::{Body, bounds_of};
use super::bracket::Bracket;
use super::distance::{self, Options};
use super::pose::{Pose, matrix};
use super::prelude::*;
use super::rounding;
use super::single_part::SinglePart;
use super::tree::{self, Bounds, HasMemory, Node, OverlapResult, Pairs, PartsResult, Plain, Tree, Widen};
use contact_lens_model::snapshot;

/// Rounding error that the composition of part poses adds to a bracket, in `EPS` times the rotated lengths: 14 for
/// normalizing, multiplying and rotating by each quaternion, and 8 for each position; chosen with a margin.
const POSE_ROUNDING: Real = 40.0;

/// Two placed bodies. Boxes are compared in the frame of the *home* body: the body with more parts, or A.
#[derive(Clone, Debug)]
pub struct Pair<B> {
    /// The bodies A and B.
    bodies: [B; 2],
    /// Poses of both bodies, world axes, relative to A's origin.
    pub(super) poses: [Pose; 2],
    /// Index of the home body: 0 for A, 1 for B.
    pub(super) home: usize,
    /// Rotation from the other body's frame to the home frame.
    rotation: Mat3,
    /// Origin of the other body in the home frame.
    translation: Vec3,
    /// Entrywise absolute value of `rotation`.
    abs_rotation: Mat3,
    /// The other body in the home frame, if it has a single part.
    single: Option<SinglePart>,
    /// Normal of the closest pair so far, along which gaps bound further pairs; `None` before the first pair.
    closest_normal: Option<PairNormal>,
    /// Rounding error of a bound, meters.
    pub(super) rounding: Real,
    /// Center of each body's box in the frame of the other body.
    middles: [Vec3; 2],
    /// Options of the query for two parts.
    options: Options,
    /// Memory of the query for two parts.
    memory: QueryMemory,
}

/// Normal of the closest pair of parts, home frame.
#[derive(Clone, Copy, Debug)]
struct PairNormal {
    /// Unit vector from the home body towards the other.
    normal: Vec3,
    /// Least coordinate of the other body along the normal, if it has a single part.
    least_of_other: Option<Real>,
}

/// Memory of the query for two parts. A clone starts with fresh memory.
#[derive(Debug, Default)]
struct QueryMemory(distance::Workspace);

impl Clone for QueryMemory {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<B: AsRef<Body>> Pair<B> {
    /// Two placed bodies. `pose_a` and `pose_b` are relative to the same frame; rounding is least if its origin is near
    /// A.
    pub fn new(bodies: [B; 2], [pose_a, pose_b]: [&Pose; 2], options: Options) -> Self {
        let between = pose_b.position - pose_a.position;
        let poses = [Pose { position: Vec3::ZERO, ..*pose_a }, Pose { position: between, ..*pose_b }];
        let [a, b] = bodies.each_ref().map(|body| body.as_ref());
        let home = usize::from(b.count() > a.count());
        let from = &poses[1 - home];
        let to = &poses[home];
        let to_home = to.rotation.conjugate();
        let rotation = matrix(to_home * from.rotation);
        let translation = matrix(to_home) * (from.position - to.position);
        let other = [a, b][1 - home];
        let single = (other.count() == 1).then(|| single_part(other, rotation, translation));
        let magnitude = translation.abs().max_element() + a.radius() + b.radius();
        let abs_rotation = Mat3::from_cols(rotation.x_axis.abs(), rotation.y_axis.abs(), rotation.z_axis.abs());
        let middle_of_a = moved_to_frame(a.middle(), &poses[0], &poses[1]);
        let middle_of_b = moved_to_frame(b.middle(), &poses[1], &poses[0]);
        // The boxes and the parts in them each have the error of a bound.
        let rounding = 2.0 * rounding::bound_rounding(magnitude);
        Self {
            bodies,
            poses,
            home,
            rotation,
            translation,
            abs_rotation,
            single,
            closest_normal: None,
            rounding,
            middles: [middle_of_a, middle_of_b],
            options,
            memory: QueryMemory::default(),
        }
    }

    /// The bodies A and B.
    pub fn bodies(&self) -> [&Body; 2] {
        self.bodies.each_ref().map(|body| body.as_ref())
    }

    /// Pose of part `number` of body A (0) or B (1): world axes, relative to A's origin.
    pub fn part_pose(&self, body: usize, number: u32) -> Pose {
        let (_, pose_in_body) = self.bodies()[body].leaf(number);
        placed_in(&self.poses[body], pose_in_body)
    }

    /// Whether a part of body A (0) or B (1) is a one-sided triangle with the center of the other body's box behind it.
    pub fn is_behind(&self, body: usize, number: u32) -> bool {
        self.bodies()[body].is_behind(number, self.middles[1 - body])
    }

    /// Tolerated final width of the bracket of a signed distance: the requested tolerance plus rounding.
    pub fn tolerance(&self, signed_distance: Real) -> Real {
        let depth_tolerance = if signed_distance < 0.0 { self.options.proof } else { 0.0 };
        let relative = self.options.gjk.relative.max(depth_tolerance);
        (relative * signed_distance.abs()).max(self.options.gjk.absolute) + 4.0 * self.rounding
    }

    /// The boxes of two nodes in the home frame: first the home body's, then the other's.
    #[inline(always)]
    pub(super) fn boxes_of(&self, nodes: [u32; 2]) -> [Bounds<3>; 2] {
        let trees = self.bodies().map(Body::tree);
        let home = self.home;
        let other = 1 - self.home;
        let moved = match &self.single {
            Some(single) => single.bounds,
            None => self.in_home_frame(&trees[other].node(nodes[other]).bounds),
        };
        [trees[home].node(nodes[home]).bounds, moved]
    }

    /// Distance of the other body, if it is a ball, from the box of an inner node of the home body: at least the gap
    /// along any axis. `None` for other bodies, and for leaves, which have a triangle or a shape.
    #[inline(always)]
    fn gap_to_ball(&self, node: &Node<3>) -> Option<Real> {
        let ball = self.single.as_ref()?.ball?;
        if node.part().is_some() {
            return None;
        }
        let center = Bounds { low: ball.center.to_array(), high: ball.center.to_array() };
        Some(node.bounds.signed_distance(&center) - ball.radius)
    }

    /// The axis-aligned box in the home frame around a box of the other body.
    #[inline(always)]
    fn in_home_frame(&self, bounds: &Bounds<3>) -> Bounds<3> {
        let low = Vec3::from(bounds.low);
        let high = Vec3::from(bounds.high);
        let center = self.rotation * (0.5 * (low + high)) + self.translation;
        let half = self.abs_rotation * (0.5 * (high - low));
        Bounds { low: (center - half).to_array(), high: (center + half).to_array() }
    }
}

/// The only part of a body, which `rotation` and `translation` place in the frame of the other body.
fn single_part(body: &Body, rotation: Mat3, translation: Vec3) -> SinglePart {
    let (leaf, pose) = body.leaf(0);
    let position = rotation * pose.position + translation;
    let bounds = bounds_of(&leaf, rotation * matrix(pose.rotation), position);
    SinglePart::new(leaf, pose, rotation, translation, bounds)
}

/// A point of the frame with the pose `from`, in the frame with the pose `to`.
fn moved_to_frame(p: Vec3, from: &Pose, to: &Pose) -> Vec3 {
    let in_world = from.rotation * p + from.position;
    to.rotation.conjugate() * (in_world - to.position)
}

/// Greatest coordinate of a box along a direction, times the direction's length.
#[inline(always)]
fn greatest_along(bounds: &Bounds<3>, along: Vec3) -> Real {
    let low = Vec3::from(bounds.low);
    let high = Vec3::from(bounds.high);
    along.dot(0.5 * (low + high)) + along.abs().dot(0.5 * (high - low))
}

/// Greatest coordinate of a node of a body along a direction of the body's frame: of its part, or of its box.
#[inline(always)]
fn greatest_of_node(body: &Body, node: u32, along: Vec3) -> Real {
    let node = body.tree().node(node);
    match node.part() {
        Some(part) => body.greatest_along(part, along),
        None => greatest_along(&node.bounds, along),
    }
}

/// Pose of a part with the pose `part_pose` in its body, in the frame in which the body has the pose `body_pose`.
fn placed_in(body_pose: &Pose, part_pose: &Pose) -> Pose {
    if *part_pose == Pose::IDENTITY {
        return *body_pose;
    }
    let position = body_pose.rotation * part_pose.position + body_pose.position;
    Pose { position, rotation: body_pose.rotation * part_pose.rotation }
}

impl<B: AsRef<Body>> Pairs<3> for Pair<B> {
    type Answer = Answer;

    fn trees(&self) -> [&Tree<3>; 2] {
        self.bodies().map(Body::tree)
    }

    #[inline]
    fn bound(&self, nodes: [u32; 2]) -> Real {
        if let Some(single) = &self.single {
            let home_box = &self.bodies[self.home].as_ref().tree().node(nodes[self.home]).bounds;
            return home_box.signed_distance(&single.bounds) - self.rounding;
        }
        let [home_box, other_box] = self.boxes_of(nodes);
        home_box.signed_distance(&other_box) - self.rounding
    }

    #[inline]
    fn gap_along_normal(&self, nodes: [u32; 2]) -> Option<Real> {
        let [home, other] = [self.home, 1 - self.home].map(|body| self.bodies()[body]);
        let home_node = nodes[self.home];
        let other_node = nodes[1 - self.home];
        if let Some(gap) = self.gap_to_ball(home.tree().node(home_node)) {
            return Some(gap - self.rounding);
        }
        let triangle = home.tree().node(home_node).part().and_then(|part| home.triangle(part));
        let along_center_line = match (&self.single, triangle) {
            (Some(single), Some((corners, ball))) => single.gap(corners, ball),
            (Some(_) | None, _) => None,
        };
        let along_closest_normal = self.closest_normal.map(|PairNormal { normal, least_of_other }| {
            let least = least_of_other.unwrap_or_else(|| {
                let in_other = self.rotation.transpose() * -normal;
                normal.dot(self.translation) - greatest_of_node(other, other_node, in_other)
            });
            least - greatest_of_node(home, home_node, normal)
        });
        let gap = match (along_center_line, along_closest_normal) {
            (Some(center_gap), Some(normal_gap)) => center_gap.max(normal_gap),
            (Some(gap), None) | (None, Some(gap)) => gap,
            (None, None) => return None,
        };
        Some(gap - self.rounding)
    }

    /// The tolerance includes the rounding error of both whole bodies; the query for two parts includes only that of
    /// the parts.
    fn is_narrow(&self, bracket: &Bracket) -> bool {
        let distance = bracket.lower.abs().min(bracket.upper.abs());
        bracket.width() <= self.tolerance(distance.copysign(bracket.lower))
    }

    fn store_normal(&mut self, _: [u32; 2], answer: &Answer) {
        let to_home = self.poses[self.home].rotation.conjugate();
        let sign = if self.home == 0 { 1.0 } else { -1.0 };
        self.closest_normal = answer.normal.map(|normal| {
            let normal = to_home * (normal * sign);
            PairNormal { normal, least_of_other: self.single.as_ref().map(|single| single.least_along(normal)) }
        });
    }

    fn query(&mut self, parts: [u32; 2]) -> Option<PartsResult<Answer>> {
        if (0..2).any(|body| self.is_behind(body, parts[body])) {
            return None;
        }
        let [a, b] = self.bodies.each_ref().map(|body| body.as_ref());
        let (leaf_a, pose_in_a) = a.leaf(parts[0]);
        let (leaf_b, pose_in_b) = b.leaf(parts[1]);
        let pose_a = placed_in(&self.poses[0], pose_in_a);
        let pose_b = placed_in(&self.poses[1], pose_in_b);
        let mut answer = self.memory.0.signed_distance(&leaf_a, &pose_a, &leaf_b, &pose_b, &self.options);
        let is_composed = *pose_in_a != Pose::IDENTITY || *pose_in_b != Pose::IDENTITY;
        if is_composed {
            let distances = pose_in_a.position.length() + pose_in_b.position.length() + self.poses[1].position.length();
            let sizes = a.radius() + b.radius();
            let widened = Bracket::new([answer.lower, answer.upper], POSE_ROUNDING * EPS * (distances + sizes));
            answer.lower = widened.lower;
            answer.upper = widened.upper;
        }
        let has_converged = !matches!(answer.status, Status::NotConverged(_));
        let is_settled = has_converged || self.is_narrow(&answer.bracket());
        if is_settled {
            answer.status = answer.bracket().side();
        }
        Some(PartsResult { bracket: answer.bracket(), is_settled, answer })
    }
}

impl<B: AsRef<Body>> Plain<3> for Pair<B> {
    type Plain = snapshot::answer::Answer;

    fn plain(&self, answer: &Answer) -> snapshot::answer::Answer {
        let tolerance = self.tolerance(answer.signed_distance.unwrap_or_default());
        answer.snapshot(tolerance)
    }
}

/// Result of a search; world axes, relative to A's origin or to the world's.
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
        &mut self.memory
    }

    fn rounding(&self) -> Real {
        self.tolerance(0.0)
    }
}

/// Memory of queries that the next query reuses.
#[derive(Debug, Default)]
pub struct Workspace(tree::Workspace<QueryMemory>);

impl Workspace {
    /// Least signed distance over all pairs of parts, world frame. Nothing is allocated once the workspace is warm.
    pub fn distance(&mut self, bodies: [&Body; 2], poses: [&Pose; 2], options: &Options) -> ClosestPair {
        let mut searched = self.0.closest(Pair::new(bodies, poses, *options));
        if let Some(answer) = &mut searched.answer {
            answer.witness_a += poses[0].position;
            answer.witness_b += poses[0].position;
        }
        searched
    }

    /// Whether any two parts of the bodies overlap, with the deciding pair. `intersects` is `None` if the distance of a
    /// pair is zero to rounding and no other pair overlaps.
    pub fn intersects(&mut self, bodies: [&Body; 2], poses: [&Pose; 2]) -> OverlapResult {
        self.0.overlap(&Pair::new(bodies, poses, Options::default()))
    }

    /// Whether any two parts of one body overlap, among the pairs of part numbers that `accepts` selects.
    pub fn overlaps_itself(&mut self, body: &Body, accepts: impl Fn([u32; 2]) -> bool) -> bool {
        let pair = Pair::new([body; 2], [&Pose::IDENTITY; 2], Options::default());
        self.0.overlap_of(&pair, accepts).intersects == Some(true)
    }
}

impl AsRef<Self> for Body {
    fn as_ref(&self) -> &Self {
        self
    }
}
