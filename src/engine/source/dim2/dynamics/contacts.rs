//! Contacts of a world: their detection at the start of every solve, the matching of their points with those of the
//! previous solve by ids, and their conversion to rows of the solver. SI units, world axes.

use super::block::{ContactBlock, Correction, ScalarRow};
use super::bodies::BodyState;
use super::broad_phase::BroadPhase;
use super::constraint::{Constraint, Jacobian, inverse_or_zero};
use super::definitions::Softness;
use super::ground::Solid;
use super::joints::Spring;
use super::options::{Options, PositionMode};
use super::problem::Problem;
use crate::dim2::manifold::{self, manifold};
use crate::dim2::numbers::length2;
use crate::dim2::prelude::*;
use crate::dim2::rounding;
use contact_lens_model::ask::Motion;

/// A point of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Position midway between the two surfaces, world, meters.
    pub position: Vec2,
    /// Penetration depth, meters; negative if the surfaces are separate.
    pub depth: Real,
    /// Id of the point, unique in its contact, and equal in the next solve if its features persist.
    pub id: u64,
    /// Whether the surfaces are separate by more than rounding error: a *speculative* point, which limits the approach
    /// but neither bounces nor is corrected.
    pub apart: bool,
    /// Approach speed of the bodies at the point before gravity acts, m/s, ≥ 0.
    pub approach: Real,
    /// Approach speed that the previous solve removed while the surfaces were still apart, m/s; 0 otherwise. The bounce
    /// needs it in the solve in which they touch.
    pub missed_approach: Real,
    /// Whether the previous solve had no point of this id.
    pub is_new: bool,
    /// `λ_n` on b along the normal, N s: during a solve its start value, afterwards its result.
    pub normal_impulse: Real,
    /// `λ_t` on b along the tangent, N s: during a solve its start value, afterwards its result.
    pub tangent_impulse: Real,
}

/// Contact of two bodies that touch, or are at most the speculative distance apart
/// ([`Options::speculative`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// First body; lower index.
    pub a: u32,
    /// Second body; higher index.
    pub b: u32,
    /// Unit normal from a to b, world.
    pub normal: Vec2,
    /// Coefficient of friction `√(μ_a μ_b)`.
    pub friction: Real,
    /// Coefficient of restitution `max(e_a, e_b)`.
    pub restitution: Real,
    /// Reference side of the manifold, which the next solve prefers; `None` without one.
    pub reference: Option<manifold::Reference>,
    /// The points; only the first `count` are valid.
    points: [ContactPoint; 2],
    /// Number of points, 1 or 2.
    count: u8,
}

impl Contact {
    /// Returns the one or two points, sorted by id.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// Returns the one or two points, to be changed.
    pub(super) fn points_mut(&mut self) -> &mut [ContactPoint] {
        &mut self.points[..usize::from(self.count)]
    }

    /// Returns the unit tangent, the normal rotated by 90° counter-clockwise; friction impulses on b are along it.
    pub fn tangent(&self) -> Vec2 {
        self.normal.perp()
    }
}

/// Returns the pairs of bodies that do not collide because a joint connects them, sorted.
pub(super) fn jointed_pairs(problem: &Problem) -> Vec<[u32; 2]> {
    let joints = problem.joints().iter().filter(|joint| !joint.collide);
    // A joint to the world has no `a`, and no pair.
    let mut pairs: Vec<_> = joints.filter_map(|joint| Some([joint.a?.min(joint.b), joint.a?.max(joint.b)])).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Returns the contact of the pair `a`, `b` in a list sorted by a and b; `None` if the pair has none.
pub fn find_contact(contacts: &[Contact], a: u32, b: u32) -> Option<&Contact> {
    let index = contacts.binary_search_by_key(&[a, b], |contact| [contact.a, contact.b]).ok()?;
    Some(&contacts[index])
}

/// A sorted list of contacts, for look-ups of pairs in increasing order: each look-up starts where the last one ended.
struct IncreasingLookup<'a> {
    /// Contacts of the last pair and of all greater ones.
    remaining: &'a [Contact],
}

impl<'a> IncreasingLookup<'a> {
    /// Creates the look-ups in a list of contacts sorted by a and b.
    fn new(contacts: &'a [Contact]) -> Self {
        Self { remaining: contacts }
    }

    /// Returns the contact of a pair, if there is one. Pairs must not decrease from call to call.
    fn find(&mut self, pair: [u32; 2]) -> Option<&'a Contact> {
        let smaller = self.remaining.iter().take_while(|contact| [contact.a, contact.b] < pair).count();
        self.remaining = &self.remaining[smaller..];
        self.remaining.first().filter(|contact| [contact.a, contact.b] == pair)
    }
}

/// Replaces `contacts` by all contacts at the current poses, sorted by a and b. `previous` are those of the previous
/// solve, `jointed_pairs` the sorted pairs that do not collide.
pub(super) fn detect(
    problem: &Problem,
    bodies: &[BodyState],
    broad_phase: &mut BroadPhase,
    jointed_pairs: &[[u32; 2]],
    previous: &[Contact],
    contacts: &mut Vec<Contact>,
) {
    contacts.clear();
    let margin = problem.options().speculative;
    let placed = problem.bodies().iter().map(|body| &body.shape).zip(bodies);
    let mut previous = IncreasingLookup::new(previous);
    for &[a, b] in broad_phase.pairs(placed, margin) {
        let has_dynamic_body = [a, b].iter().any(|body| problem.bodies()[*body as usize].motion == Motion::Dynamic);
        if has_dynamic_body && jointed_pairs.binary_search(&[a, b]).is_err() {
            contacts.extend(detect_contact(problem, bodies, [a, b], previous.find([a, b]), margin)); // @detect
        }
    }
}

/// Points of a contact while it is detected.
struct PointList {
    /// The points; only the first `count` are valid.
    points: [ContactPoint; 2],
    /// Number of points, at most 2.
    count: usize,
    /// Depth below which the surfaces of a point are apart: minus the rounding error, meters.
    least_touching_depth: Real,
}

impl PointList {
    /// Adds the point midway between two points on the surfaces.
    fn add(&mut self, [p, q]: [Vec2; 2], depth: Real, id: u64) {
        let apart = depth < self.least_touching_depth;
        self.points[self.count] =
            ContactPoint { position: (p + q) * 0.5, depth, id, apart, is_new: true, ..ContactPoint::default() };
        self.count += 1;
    }
}

/// Returns the contact of a pair at the current poses; `None` if no points of the surfaces are within `margin`, meters.
/// `previous` is the contact of the pair in the previous solve, whose reference side is preferred.
fn detect_contact(
    problem: &Problem,
    bodies: &[BodyState],
    [a, b]: [u32; 2],
    previous: Option<&Contact>,
    margin: Real,
) -> Option<Contact> {
    let [body_a, body_b] = [a, b].map(|body| &problem.bodies()[body as usize]);
    let [pose_a, pose_b] = [a, b].map(|body| &bodies[body as usize].pose);
    let size = body_a.shape.radius() + body_b.shape.radius() + length2(pose_b.position - pose_a.position);
    let mut list = PointList {
        points: [ContactPoint::default(); 2],
        count: 0,
        least_touching_depth: -rounding::bound_rounding2(size),
    };
    let (normal, reference) = match [&body_a.shape, &body_b.shape] {
        [Solid::Convex(shape_a), Solid::Convex(shape_b)] => {
            let previous = previous.and_then(|contact| contact.reference);
            let options = manifold::Options { margin, previous, ..manifold::Options::default() };
            let answer = manifold(shape_a, pose_a, shape_b, pose_b, &options);
            answer.points.iter().for_each(|point| list.add([point.on_a, point.on_b], point.depth, point.id));
            (answer.normal?, answer.reference)
        }
        [Solid::HalfPlane(_), Solid::HalfPlane(_)] => return None,
        [Solid::HalfPlane(plane), Solid::Convex(shape)] => {
            let (normal, touches) = plane.touches(pose_a, shape, pose_b, margin);
            touches.iter().flatten().for_each(|touch| list.add([touch.on_plane, touch.on_body], touch.depth, touch.id));
            (normal, None)
        }
        [Solid::Convex(shape), Solid::HalfPlane(plane)] => {
            let (normal, touches) = plane.touches(pose_b, shape, pose_a, margin);
            touches.iter().flatten().for_each(|touch| list.add([touch.on_plane, touch.on_body], touch.depth, touch.id));
            (-normal, None)
        }
    };
    let PointList { mut points, count, .. } = list;
    points[..count].sort_unstable_by_key(|point| point.id);
    (count > 0).then(|| Contact {
        a,
        b,
        normal,
        friction: (body_a.friction * body_b.friction).sqrt(),
        restitution: body_a.restitution.max(body_b.restitution),
        reference,
        points,
        count: count as u8,
    })
}

/// Matches points with those of the previous solve by id. If `warm`, matched points start with the impulses of the
/// previous points.
pub(super) fn match_points(contacts: &mut [Contact], previous: &[Contact], warm: bool) {
    let mut previous = IncreasingLookup::new(previous);
    for contact in contacts {
        let Some(previous_contact) = previous.find([contact.a, contact.b]) else { continue };
        for point in contact.points_mut() {
            let Some(old) = previous_contact.points().iter().find(|old| old.id == point.id) else { continue }; // @match
            point.is_new = false;
            if old.apart && old.normal_impulse > 0.0 {
                point.missed_approach = old.approach;
            }
            if warm {
                point.normal_impulse = old.normal_impulse;
                point.tangent_impulse = old.tangent_impulse;
            }
        }
    }
}

/// Records the approach speed of each point. It is measured before gravity acts: with the speed that gravity adds in
/// this solve, a ball would gain energy from every bounce.
pub(super) fn record_approach(contacts: &mut [Contact], bodies: &[BodyState]) {
    for contact in contacts {
        let [a, b] = [contact.a, contact.b].map(|body| &bodies[body as usize]);
        let normal = contact.normal;
        for point in contact.points_mut() {
            let separating = (b.velocity_at(point.position) - a.velocity_at(point.position)).dot(normal);
            point.approach = (-separating).max(point.missed_approach).max(0.0); // @approach
        }
    }
}

/// Returns the rows of a contact, whose index is `source`, with the impulses with which they start.
pub(super) fn contact_block(
    source: u32,
    contact: &Contact,
    bodies: &[BodyState],
    options: &Options,
) -> ContactBlock<Real> {
    let [a, b] = [contact.a, contact.b].map(|body| &bodies[body as usize]);
    let no_row = ScalarRow { angular: [0.0; 2], inverse: 0.0, bias: 0.0, impulse: 0.0 };
    let mut block = ContactBlock {
        a: contact.a,
        b: contact.b,
        source,
        points: contact.count,
        normal: contact.normal.to_array(),
        friction: contact.friction,
        inverse_masses: [a.inverse_mass, b.inverse_mass],
        inverse_inertias: [a.inverse_inertia, b.inverse_inertia],
        springs: [0.0; 2],
        normals: [no_row; 2],
        frictions: [no_row; 2],
    };
    for (i, point) in contact.points().iter().enumerate() {
        let target = Target::of(contact, point, options);
        block.springs[i] = if target.soft.is_some() { 1.0 } else { 0.0 };
        let normal_row = ScalarRow { bias: target.bias, impulse: point.normal_impulse, ..no_row };
        let friction_row = ScalarRow { impulse: point.tangent_impulse, ..no_row };
        block.normals[i] = row_along(normal_row, contact.normal, point.position, [a, b]);
        block.frictions[i] = row_along(friction_row, contact.tangent(), point.position, [a, b]);
    }
    block
}

/// Returns `row` with the Jacobian and the effective mass of the bodies along the unit vector `unit` at the point
/// `position` of the world.
fn row_along(row: ScalarRow<Real>, unit: Vec2, position: Vec2, [a, b]: [&BodyState; 2]) -> ScalarRow<Real> {
    let jacobian = Jacobian::along(unit, position - a.center, position - b.center);
    let inverse = inverse_or_zero(jacobian.coupling(&jacobian, a, b));
    ScalarRow { angular: [jacobian.angular_a, jacobian.angular_b], inverse, ..row }
}

/// Returns the corrections of positions by the points of a contact. A point without a correction has one that corrects
/// nothing.
pub(super) fn corrections(block: &ContactBlock<Real>, contact: &Contact, options: &Options) -> [Correction<Real>; 2] {
    let mut corrections = [Correction { inverse: 0.0, bias: 0.0, impulse: 0.0 }; 2];
    for (i, point) in contact.points().iter().enumerate() {
        if let Some(bias) = Target::of(contact, point, options).position_bias {
            corrections[i] = Correction { inverse: block.normals[i].inverse, bias, impulse: 0.0 };
        }
    }
    corrections
}

/// Returns the separating speed after a bounce, m/s; 0 where the surfaces are apart or the approach is too slow.
pub(super) fn bounce_speed(contact: &Contact, point: &ContactPoint, options: &Options) -> Real {
    let bounces = !point.apart && point.approach >= options.restitution_threshold;
    if bounces { contact.restitution * point.approach } else { 0.0 }
}

/// Target speed of a normal row: the larger of the speed after a bounce and of the speed that corrects the depth, never
/// their sum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    /// Number added to `w`, minus the target speed, m/s.
    pub bias: Real,
    /// Coefficient `a` of the spring ([`super::constraint`]); `None` for rigid rows.
    pub soft: Option<Real>,
    /// Bias without the contribution of the spring, m/s.
    pub relaxed_bias: Real,
    /// Bias of the position velocities, m/s; `None` for rows that do not correct positions.
    pub position_bias: Option<Real>,
}

impl Target {
    /// Returns the target of the normal row of a point.
    #[inline]
    pub fn of(contact: &Contact, point: &ContactPoint, options: &Options) -> Self {
        let h = options.h();
        if point.apart {
            // The bodies may close the gap in this solve, but not overlap.
            let closing_speed = -point.depth / h;
            return Self { bias: closing_speed, relaxed_bias: closing_speed, ..Self::default() };
        }
        let bounce = bounce_speed(contact, point, options);
        let excess = (point.depth - options.slop).max(0.0);
        let correction = options.beta * excess / h;
        match options.position {
            PositionMode::Baumgarte => Self { bias: -bounce.max(correction), ..Self::default() },
            PositionMode::Split => Self { bias: -bounce, position_bias: Some(-correction), ..Self::default() },
            PositionMode::Soft { frequency, damping_ratio } => {
                let spring = Spring::new(Softness { frequency, damping_ratio }, h);
                let bias = -bounce.max(spring.rate * excess);
                Self { bias, soft: Some(spring.a), relaxed_bias: -bounce, position_bias: None }
            }
            PositionMode::None => Self { bias: -bounce, ..Self::default() },
        }
    }

    /// Returns the constraint `row` with this target.
    pub fn applied_to(self, row: Constraint, point: &ContactPoint) -> Constraint {
        Constraint {
            error: Vec2::new(-point.depth, 0.0),
            bias: Vec2::new(self.bias, 0.0),
            soft: self.soft,
            relaxed_bias: self.relaxed_bias,
            position_bias: self.position_bias.map(|bias| Vec2::new(bias, 0.0)),
            ..row
        }
    }
}
