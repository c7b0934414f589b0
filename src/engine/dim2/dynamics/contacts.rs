//! Contacts: found anew in every solve, matched with those before by the names of their points, and made into rows.

use super::super::manifold::{self, manifold};
use super::super::numbers::length2;
use super::super::prelude::*;
use super::super::rounding;
use super::bodies::BodyState;
use super::broad::Broad;
use super::constraint::{Bounds, Constraint, Jacobian, Of};
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
    for &[a, b] in broad.pairs(placed, margin) {
        let dynamic = [a, b].iter().any(|body| problem.bodies()[*body as usize].motion == Motion::Dynamic);
        if dynamic && joined.binary_search(&[a, b]).is_err() {
            found.extend(contact(problem, bodies, [a, b], find(former, a, b), margin)); // @detect
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
    let previous = former.and_then(|contact| contact.reference);
    let options = manifold::Options { margin, previous, ..manifold::Options::default() };
    let answer = manifold(&body_a.shape, pose_a, &body_b.shape, pose_b, &options);
    let (normal, count) = (answer.normal?, answer.points.len());
    let size = body_a.shape.radius() + body_b.shape.radius() + length2(pose_b.position - pose_a.position);
    let touching = -rounding::bound_rounding2(size);
    let mut points = [ContactPoint::default(); 2];
    for (slot, point) in points.iter_mut().zip(answer.points.iter()) {
        let position = (point.on_a + point.on_b) * 0.5;
        let apart = point.depth < touching;
        *slot = ContactPoint { position, depth: point.depth, id: point.id, apart, is_new: true, ..*slot };
    }
    points[..count].sort_unstable_by_key(|point| point.id);
    (count > 0).then(|| Contact {
        a,
        b,
        normal,
        friction: (body_a.friction * body_b.friction).sqrt(),
        restitution: body_a.restitution.max(body_b.restitution),
        reference: answer.reference,
        points,
        count: count as u8,
    })
}

/// Finds each point among those of the solve before by its name. If `warm`, it begins with that one's impulses.
pub(super) fn match_points(contacts: &mut [Contact], former: &[Contact], warm: bool) {
    for contact in contacts {
        let Some(before) = find(former, contact.a, contact.b) else { continue };
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
        let [a, b] = [contact.a, contact.b].map(|body| bodies[body as usize]);
        let normal = contact.normal;
        for point in contact.points_mut() {
            let apart = (b.velocity_at(point.position) - a.velocity_at(point.position)).dot(normal);
            point.approach = (-apart).max(point.kept).max(0.0); // @approach
        }
    }
}

/// Adds the rows of a contact: the normals of its points, then their frictions.
pub(super) fn prepare(
    index: u32,
    contact: &Contact,
    bodies: &[BodyState],
    options: &Options,
    rows: &mut Vec<Constraint>,
) {
    let ends = [contact.a, contact.b];
    let centers = ends.map(|body| bodies[body as usize].center);
    let first = rows.len() as u32;
    let along = |direction: Vec2, point: &ContactPoint| {
        Jacobian::along(direction, point.position - centers[0], point.position - centers[1])
    };
    for (number, point) in (0..).zip(contact.points()) {
        let of = Of::Normal { contact: index, point: number };
        let row = Constraint::row(of, ends, along(contact.normal, point), Bounds::NotNegative, bodies);
        let row = aimed(row, contact, point, options);
        rows.push(Constraint { impulse: Vec2::new(point.normal_impulse, 0.0), ..row });
    }
    for (number, point) in (0..).zip(contact.points()) {
        let of = Of::Friction { contact: index, point: number };
        let bounds = Bounds::Friction { normal: first + u32::from(number), friction: contact.friction };
        let row = Constraint::row(of, ends, along(contact.tangent(), point), bounds, bodies);
        rows.push(Constraint { impulse: Vec2::new(point.tangent_impulse, 0.0), ..row });
    }
}

/// The speed that a bounce aims at; 0 where the approach is too slow.
pub(super) fn bounce(contact: &Contact, point: &ContactPoint, options: &Options) -> Real {
    let bounces = !point.apart && point.approach >= options.restitution_threshold;
    if bounces { contact.restitution * point.approach } else { 0.0 }
}

/// A normal row with its target: the larger of the bounce and what mends the depth, never their sum.
fn aimed(row: Constraint, contact: &Contact, point: &ContactPoint, options: &Options) -> Constraint {
    let h = options.h();
    let of = |speed: Real| Vec2::new(speed, 0.0);
    let row = Constraint { error: of(-point.depth), ..row };
    if point.apart {
        // They may close the gap within this solve, and no more.
        let gap = -point.depth / h;
        return Constraint { bias: of(gap), relaxed: gap, ..row };
    }
    let bounce = bounce(contact, point, options);
    let over = (point.depth - options.slop).max(0.0);
    let mended = options.beta * over / h;
    match options.position {
        PositionMode::Baumgarte => Constraint { bias: of(-bounce.max(mended)), ..row },
        PositionMode::Split => Constraint { bias: of(-bounce), position_bias: Some(of(-mended)), ..row },
        PositionMode::Soft { frequency, damping_ratio } => {
            let spring = Spring::new(Softness { frequency, damping_ratio }, h);
            Constraint { bias: of(-bounce.max(spring.rate * over)), soft: Some(spring.a), relaxed: -bounce, ..row }
        }
        PositionMode::None => Constraint { bias: of(-bounce), ..row },
    }
}
