//! Pictures of half-space queries: the plane with its normal, the deepest point, the gap, the motion, the contact
//! points.

use glam::{DQuat, DVec3};

use super::HalfSpaceContext;
use super::step_context::StepContext;
use crate::answer::{Finding, Found as _, PairStatus};
use crate::lesson::cast::seconds;
use crate::lesson::{Pictures, add_named_point};
use crate::picture::{Bounds, Form, Mark, Picture, Role};
use crate::snapshot::half_space::{Phase, Query};

pub(super) fn of(step: &StepContext<'_>) -> Pictures {
    let mut world = Picture::default();
    let state = step.after;
    let context = step.context;
    let Some(n) = state.n else { return Pictures::world(world) };
    let deepest = state.deepest.map(|deepest| context.pair.space.world(deepest.point));
    // Point below the body, where the plane is drawn.
    let origin = foot(
        context.pair.space.world(state.origin),
        n,
        state.offset,
        deepest.or_else(|| middle(context)).unwrap_or(context.pair.space.world(DVec3::ZERO)),
    );
    match step.before.phase {
        Phase::Normal => normal(&mut world, context, origin, n),
        Phase::Support => {
            normal(&mut world, context, origin, n);
            if let Some(b) = deepest {
                supporting(&mut world, context, b, n);
                add_named_point(&mut world, Role::NewSupport, "b", b, "b");
            }
        }
        Phase::Gap | Phase::Foot => {
            if let (Some(b), Some(gap)) = (deepest, state.gap) {
                let a = b - n * gap.d;
                between(&mut world, step, [a, b]);
                let role = if step.before.phase == Phase::Foot { Role::Witness } else { Role::NewSupport };
                add_named_point(&mut world, role, "b", b, "b");
                if step.before.phase == Phase::Foot {
                    add_named_point(&mut world, Role::Witness, "a", a, "a");
                    settled(&mut world, step, [a, b]);
                } else {
                    supporting(&mut world, context, b, n);
                }
            }
        }
        Phase::Closing | Phase::Time => moving(&mut world, step, n, deepest.unwrap_or(origin)),
        Phase::Corners => touching(&mut world, step),
    }
    Pictures::world(world)
}

/// Adds the line from the plane to a point, labeled with its length.
fn between(world: &mut Picture, step: &StepContext<'_>, [a, b]: [DVec3; 2]) {
    if a == b {
        return;
    }
    let is_below = step.after.n.is_some_and(|n| n.dot(b - a) < 0.0);
    let role = if is_below { Role::Penetration } else { Role::Witness };
    world.segment(role, "witness", a, b);
    world.label(role, "witness", a.midpoint(b), step.length(a.distance(b)));
}

fn middle(context: &HalfSpaceContext) -> Option<DVec3> {
    let backdrop = context.pair.backdrop();
    let marks = backdrop.pictures.of(crate::lesson::WORLD).marks.iter();
    let own = marks.filter(|mark| mark.role == context.body_role()).cloned().collect();
    Bounds::of(&own).center()
}

/// Projection of a point on the plane.
fn foot(from: DVec3, n: DVec3, offset: f64, p: DVec3) -> DVec3 {
    p - n * (n.dot(p - from) - offset)
}

/// Adds the outward normal of the plane.
fn normal(world: &mut Picture, context: &HalfSpaceContext, at: DVec3, n: DVec3) {
    let long = 0.7 * context.pair.radii[context.body()];
    world.arrow(Role::Normal, "n", at, at + n * long);
    world.label(Role::Normal, "n", at + n * long, "n");
}

/// Adds the plane through the deepest point, which has the body on its outer side.
fn supporting(world: &mut Picture, context: &HalfSpaceContext, b: DVec3, n: DVec3) {
    context.pair.plane(world, context.body(), "plane", b, n);
}

/// Adds an inset on the gap, unless the bodies overlap.
fn settled(world: &mut Picture, step: &StepContext<'_>, [a, b]: [DVec3; 2]) {
    if step.verdict.finding.pair().is_some_and(|pair| pair.status == PairStatus::Penetrating) {
        return;
    }
    step.context.pair.magnify_world(world, [a, b]);
}

/// Adds the velocity and its component that closes the gap; at the end, the body at contact.
fn moving(world: &mut Picture, step: &StepContext<'_>, n: DVec3, b: DVec3) {
    let state = step.after;
    let context = step.context;
    let Query::Cast { velocity, .. } = state.ask else { return };
    let Some(gap) = state.gap else { return };
    let shown = context.shown;
    let own = context.velocities[context.body()];
    let c = state.closing.unwrap_or(0.0);
    add_named_point(world, Role::NewSupport, "b", b, "b");
    if step.before.phase == Phase::Closing {
        between(world, step, [b - n * gap.d, b]);
        if velocity != DVec3::ZERO && shown.is_finite() {
            world.arrow(Role::Axis, "velocity", b, b + velocity * shown);
            world.label(Role::Axis, "velocity", b + velocity * shown, "v");
        }
        if c != 0.0 && shown.is_finite() {
            world.arrow(Role::Lower, "closing", b, b - n * (c * shown));
            world.label(Role::Lower, "closing", b - n * (0.5 * c * shown), "c");
        }
        return;
    }
    let met = match &step.verdict.finding {
        Finding::FirstContact(found) => found.t_first,
        _ => None,
    };
    let t = met.unwrap_or(shown);
    for mark in moved(context, own * t) {
        world.marks.push(mark);
    }
    let there = b + own * t;
    let left = gap.d - c * t;
    let plane = there - n * left;
    world.segment(Role::Ghost, "t", b, there);
    world.label(Role::Ghost, "t", there.midpoint(b), format!("t = {}", seconds(t)));
    if met.is_some() {
        world.point(Role::Witness, "contact", there);
        return;
    }
    between(world, step, [plane, there]);
}

/// Marks of the body, translated by `by`.
fn moved(context: &HalfSpaceContext, by: DVec3) -> Vec<Mark> {
    let backdrop = context.pair.backdrop();
    let own = backdrop.pictures.of(crate::lesson::WORLD).marks.iter().filter(|mark| mark.role == context.body_role());
    own.filter_map(|mark| {
        let form = mark.form.transformed(DQuat::IDENTITY, |p| p + by)?;
        Some(Mark { role: Role::Ghost, key: format!("at/{}", mark.key.0).into(), form })
    })
    .collect()
}

/// Adds the contact points with their projections on the plane.
fn touching(world: &mut Picture, step: &StepContext<'_>) {
    let space = &step.context.pair.space;
    let mut number = 0;
    for corner in &step.after.corners {
        let key = format!("corner/{}", corner.vertex);
        let p = space.world(corner.point);
        let foot = space.world(corner.foot);
        if !corner.kept {
            world.point(Role::Removed, key, p);
            continue;
        }
        number += 1;
        if p != foot {
            world.segment(if corner.gap < 0.0 { Role::Penetration } else { Role::Witness }, key.clone(), p, foot);
        }
        world.badge(Role::Witness, key, foot, number.to_string());
    }
    let deepest = step.after.corners.iter().filter(|corner| corner.kept).min_by(|a, b| a.gap.total_cmp(&b.gap));
    if let Some(deepest) = deepest.filter(|deepest| deepest.gap != 0.0) {
        let middle = space.world(deepest.point).midpoint(space.world(deepest.foot));
        let role = if deepest.gap < 0.0 { Role::Penetration } else { Role::Witness };
        world.label(role, "depth", middle, step.length(deepest.gap.abs()));
    }
    if let (Some(to_b), Some(deepest)) = (step.verdict.finding.normal(), deepest) {
        let from = space.world(deepest.foot);
        let long = 0.6 * step.context.pair.radii[step.context.body()];
        world.arrow(Role::Normal, "normal", from, from + to_b * long);
    }
}

impl HalfSpaceContext {
    /// Adds the displacements of the body and of the half-space.
    pub(super) fn add_displacements(&self, world: &mut Picture) {
        if !(self.shown > 0.0 && self.shown.is_finite()) {
            return;
        }
        for (which, (role, name)) in [(Role::ShapeA, "A"), (Role::ShapeB, "B")].into_iter().enumerate() {
            let way = self.velocities[which] * self.shown;
            let marks: Vec<Mark> = world.marks.iter().filter(|mark| mark.role == role).cloned().collect();
            if let Some(from) = middle_of(marks.first()).filter(|_| way != DVec3::ZERO && way.is_finite()) {
                world.arrow(role, format!("velocity/{name}"), from, from + way);
                world.label(role, format!("velocity/{name}"), from + way, format!("v_{name}"));
            }
        }
    }
}

/// Middle of the first mark of a body; `None` for forms without one.
fn middle_of(mark: Option<&Mark>) -> Option<DVec3> {
    match &mark?.form {
        Form::Solid(solid) => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min)?;
            Some(0.5 * (low + solid.vertices.iter().copied().reduce(DVec3::max)?))
        }
        Form::Point(p) | Form::HalfSpace { point: p, .. } => Some(*p),
        Form::Segment([p, q]) => Some(p.midpoint(*q)),
        _ => None,
    }
}
