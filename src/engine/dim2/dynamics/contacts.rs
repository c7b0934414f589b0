//! Contacts: found anew in every solve, matched with those before by the names of their points, and made into rows.

use super::super::manifold::{self, manifold};
use super::super::numbers::length2;
use super::super::prelude::*;
use super::super::rounding;
use super::block::{Block, Correction, Row};
use super::bodies::BodyState;
use super::broad::Broad;
use super::constraint::{Constraint, Jacobian, inverse_or_zero};
use super::ground::Solid;
use super::joints::Spring;
use super::options::{Options, PositionMode};
use super::parts::Softness;
use super::problem::Problem;
use crate::ask::Motion;

/// A point of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// Between the two surfaces, world.
    pub position: Vec2,
    /// How deep the two overlap, negative apart, meters.
    pub depth: Real,
    /// Its name in its contact.
    pub id: u64,
    /// Whether there is room between the two, beyond rounding.
    pub apart: bool,
    /// How fast the two approached before gravity, m/s, ≥ 0.
    pub approach: Real,
    /// An approach that was taken out while the two were still apart, m/s.
    pub kept: Real,
    /// Whether the solve before had no point of this name.
    pub is_new: bool,
    /// `λ_n`, of the last solve that is done, or that this one begins with.
    pub normal_impulse: Real,
    /// `λ_t`, likewise.
    pub tangent_impulse: Real,
}

/// A pair that touches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The body that stands first in the file.
    pub a: u32,
    /// The other.
    pub b: u32,
    /// Unit, from a to b.
    pub normal: Vec2,
    /// `√(μ_a μ_b)`
    pub friction: Real,
    /// `max(e_a, e_b)`
    pub restitution: Real,
    /// What the manifold was made with.
    pub reference: Option<manifold::Reference>,
    points: [ContactPoint; 2],
    count: u8,
}

impl Contact {
    /// One or two, by id.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..usize::from(self.count)]
    }

    pub(super) fn points_mut(&mut self) -> &mut [ContactPoint] {
        &mut self.points[..usize::from(self.count)]
    }

    /// The tangent: friction acts on b along it.
    pub fn tangent(&self) -> Vec2 {
        self.normal.perp()
    }
}

/// The pairs that do not touch because a joint joins them, in order.
pub(super) fn joined(problem: &Problem) -> Vec<[u32; 2]> {
    let joints = problem.joints().iter().filter(|joint| !joint.collide);
    let mut pairs: Vec<_> = joints.filter_map(|joint| Some([joint.a?.min(joint.b), joint.a?.max(joint.b)])).collect();
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The contact of a pair in a list that is in order.
pub fn find(contacts: &[Contact], a: u32, b: u32) -> Option<&Contact> {
    contacts.binary_search_by_key(&[a, b], |contact| [contact.a, contact.b]).ok().map(|at| &contacts[at])
}

/// A list of contacts in order, in which pairs are found that come in order too.
struct Followed<'a> {
    rest: &'a [Contact],
}

impl<'a> Followed<'a> {
    fn new(contacts: &'a [Contact]) -> Self {
        Self { rest: contacts }
    }

    /// The contact of a pair that is not before any that was asked.
    fn find(&mut self, pair: [u32; 2]) -> Option<&'a Contact> {
        let of = |contact: &Contact| [contact.a, contact.b];
        let passed = self.rest.iter().take_while(|contact| of(contact) < pair).count();
        self.rest = &self.rest[passed..];
        self.rest.first().filter(|contact| of(contact) == pair)
    }
}

/// All contacts at the poses as they are, by a and b, into `found`. `former` are those of the solve before.
pub(super) fn detect(
    problem: &Problem,
    bodies: &[BodyState],
    broad: &mut Broad,
    joined: &[[u32; 2]],
    former: &[Contact],
    found: &mut Vec<Contact>,
) {
    found.clear();
    let margin = problem.options().speculative;
    let placed = problem.bodies().iter().map(|body| &body.shape).zip(bodies);
    let mut former = Followed::new(former);
    for &[a, b] in broad.pairs(placed, margin) {
        let dynamic = [a, b].iter().any(|body| problem.bodies()[*body as usize].motion == Motion::Dynamic);
        if dynamic && joined.binary_search(&[a, b]).is_err() {
            found.extend(contact(problem, bodies, [a, b], former.find([a, b]), margin)); // @detect
        }
    }
}

fn contact(
    problem: &Problem,
    bodies: &[BodyState],
    [a, b]: [u32; 2],
    former: Option<&Contact>,
    margin: Real,
) -> Option<Contact> {
    let [body_a, body_b] = [a, b].map(|body| &problem.bodies()[body as usize]);
    let [pose_a, pose_b] = [a, b].map(|body| &bodies[body as usize].pose);
    let size = body_a.shape.radius() + body_b.shape.radius() + length2(pose_b.position - pose_a.position);
    let touching = -rounding::bound_rounding2(size);
    let mut points = [ContactPoint::default(); 2];
    let mut count = 0;
    let mut add = |position: Vec2, depth: Real, id: u64| {
        let apart = depth < touching;
        points[count] = ContactPoint { position, depth, id, apart, is_new: true, ..points[count] };
        count += 1;
    };
    let (normal, reference) = match [&body_a.shape, &body_b.shape] {
        [Solid::Convex(shape_a), Solid::Convex(shape_b)] => {
            let previous = former.and_then(|contact| contact.reference);
            let options = manifold::Options { margin, previous, ..manifold::Options::default() };
            let answer = manifold(shape_a, pose_a, shape_b, pose_b, &options);
            answer.points.iter().for_each(|point| add((point.on_a + point.on_b) * 0.5, point.depth, point.id));
            (answer.normal?, answer.reference)
        }
        [Solid::HalfPlane(_), Solid::HalfPlane(_)] => return None,
        [Solid::HalfPlane(plane), Solid::Convex(shape)] => {
            let (normal, touches) = plane.touches(pose_a, shape, pose_b, margin);
            touches.iter().flatten().for_each(|of| add((of.on_plane + of.on_body) * 0.5, of.depth, of.id));
            (normal, None)
        }
        [Solid::Convex(shape), Solid::HalfPlane(plane)] => {
            let (normal, touches) = plane.touches(pose_b, shape, pose_a, margin);
            touches.iter().flatten().for_each(|of| add((of.on_plane + of.on_body) * 0.5, of.depth, of.id));
            (-normal, None)
        }
    };
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

/// Finds each point among those of the solve before by its name. If `warm`, it begins with that one's impulses.
pub(super) fn match_points(contacts: &mut [Contact], former: &[Contact], warm: bool) {
    let mut former = Followed::new(former);
    for contact in contacts {
        let Some(before) = former.find([contact.a, contact.b]) else { continue };
        for point in contact.points_mut() {
            let Some(old) = before.points().iter().find(|old| old.id == point.id) else { continue }; // @match
            point.is_new = false;
            if old.apart && old.normal_impulse > 0.0 {
                point.kept = old.approach;
            }
            if warm {
                (point.normal_impulse, point.tangent_impulse) = (old.normal_impulse, old.tangent_impulse);
            }
        }
    }
}

/// Notes how fast each pair approaches in each point: before gravity, or a ball would gain from every bounce.
pub(super) fn note_approach(contacts: &mut [Contact], bodies: &[BodyState]) {
    for contact in contacts {
        let [a, b] = [contact.a, contact.b].map(|body| &bodies[body as usize]);
        let normal = contact.normal;
        for point in contact.points_mut() {
            let apart = (b.velocity_at(point.position) - a.velocity_at(point.position)).dot(normal);
            point.approach = (-apart).max(point.kept).max(0.0); // @approach
        }
    }
}

/// The rows of a contact, with the impulses that they begin with.
pub(super) fn block(of: u32, contact: &Contact, bodies: &[BodyState], options: &Options) -> Block<Real> {
    let [a, b] = [contact.a, contact.b].map(|body| &bodies[body as usize]);
    let row = |along: Vec2, point: &ContactPoint, bias: Real, impulse: Real| {
        let jacobian = Jacobian::along(along, point.position - a.center, point.position - b.center);
        let inverse = inverse_or_zero(jacobian.coupling(&jacobian, a, b));
        Row { angular: [jacobian.angular_a, jacobian.angular_b], inverse, bias, impulse }
    };
    let none = Row { angular: [0.0; 2], inverse: 0.0, bias: 0.0, impulse: 0.0 };
    let mut block = Block {
        a: contact.a,
        b: contact.b,
        of,
        points: contact.count,
        normal: contact.normal.to_array(),
        friction: contact.friction,
        inverse_masses: [a.inverse_mass, b.inverse_mass],
        inverse_inertias: [a.inverse_inertia, b.inverse_inertia],
        springs: [0.0; 2],
        normals: [none; 2],
        frictions: [none; 2],
    };
    for (i, point) in contact.points().iter().enumerate() {
        let target = Target::of(contact, point, options);
        block.springs[i] = if target.soft.is_some() { 1.0 } else { 0.0 };
        block.normals[i] = row(contact.normal, point, target.bias, point.normal_impulse);
        block.frictions[i] = row(contact.tangent(), point, 0.0, point.tangent_impulse);
    }
    block
}

/// What the points of a contact ask of the velocities that correct positions.
pub(super) fn corrections(block: &Block<Real>, contact: &Contact, options: &Options) -> [Correction<Real>; 2] {
    let mut corrections = [Correction { inverse: 0.0, bias: 0.0, impulse: 0.0 }; 2];
    for (i, point) in contact.points().iter().enumerate() {
        if let Some(bias) = Target::of(contact, point, options).position_bias {
            corrections[i] = Correction { inverse: block.normals[i].inverse, bias, impulse: 0.0 };
        }
    }
    corrections
}

/// The speed that a bounce aims at; 0 where the approach is too slow.
pub(super) fn bounce(contact: &Contact, point: &ContactPoint, options: &Options) -> Real {
    let bounces = !point.apart && point.approach >= options.restitution_threshold;
    if bounces { contact.restitution * point.approach } else { 0.0 }
}

/// What a normal row aims at: the larger of the bounce and what mends the depth, never their sum.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    /// Added to `w`: minus the speed that is aimed at.
    pub bias: Real,
    /// `a` of its spring.
    pub soft: Option<Real>,
    /// The bias without what the spring adds.
    pub relaxed: Real,
    /// The bias of the velocities that correct positions.
    pub position_bias: Option<Real>,
}

impl Target {
    /// Of a point.
    #[inline]
    pub fn of(contact: &Contact, point: &ContactPoint, options: &Options) -> Self {
        let h = options.h();
        if point.apart {
            // They may close the gap within this solve, and no more.
            let gap = -point.depth / h;
            return Self { bias: gap, relaxed: gap, ..Self::default() };
        }
        let bounce = bounce(contact, point, options);
        let over = (point.depth - options.slop).max(0.0);
        let mended = options.beta * over / h;
        match options.position {
            PositionMode::Baumgarte => Self { bias: -bounce.max(mended), ..Self::default() },
            PositionMode::Split => Self { bias: -bounce, position_bias: Some(-mended), ..Self::default() },
            PositionMode::Soft { frequency, damping_ratio } => {
                let spring = Spring::new(Softness { frequency, damping_ratio }, h);
                let bias = -bounce.max(spring.rate * over);
                Self { bias, soft: Some(spring.a), relaxed: -bounce, position_bias: None }
            }
            PositionMode::None => Self { bias: -bounce, ..Self::default() },
        }
    }

    /// A row that aims at it, with all that is known of it.
    pub fn asked_of(self, row: Constraint, point: &ContactPoint) -> Constraint {
        let of = |number: Real| Vec2::new(number, 0.0);
        Constraint {
            error: of(-point.depth),
            bias: of(self.bias),
            soft: self.soft,
            relaxed: self.relaxed,
            position_bias: self.position_bias.map(of),
            ..row
        }
    }
}
