//! Pictures of half-space queries: the plane with its normal, the deepest point, the gap, the motion, the contact
//! points.

use glam::{DQuat, DVec3};

use super::HalfSpaceContext;
use super::step_context::StepContext;
use crate::answer::number::length;
use crate::answer::{Finding, FindingFacts as _};
use crate::lesson::cast::seconds;
use crate::lesson::{Pictures, add_named_point};
use crate::picture::marks::curve_points::plane_patch;
use crate::picture::{Bounds, Form, Mark, Picture, Role};
use crate::snapshot::half_space::{Phase, Query};

/// Position of a half-space's name in space: fraction of the line from the middle to a vertex of its drawn square.
const NAME_ASIDE: f64 = 0.8;

/// Depth of a half-space's name below the surface, in half sizes of its drawn square.
const NAME_BELOW: f64 = 0.02;

/// Distance of the normal's arrow from the point on the plane below the body, in radii of the body.
const NORMAL_ASIDE: f64 = 1.15;

/// Length of the normal's arrow, in radii of the body; if [`NORMAL_OF_TRAVEL`] of the body's drawn path is longer than
/// the radius, in that length.
const NORMAL_LENGTH: f64 = 0.7;

/// Fraction of the body's drawn path that replaces its radius in the length of the normal, so that the arrow is visible
/// next to a long motion.
const NORMAL_OF_TRAVEL: f64 = 0.4;

/// Half the length of the line through the deepest point in a planar scene, in radii of the body.
const SUPPORTING_LINE: f64 = 0.9;

/// Length of the contact normal's arrow, in radii of the body.
const CONTACT_NORMAL: f64 = 0.6;

/// Side of the mark of a right angle, in radii of the body.
const RIGHT_ANGLE_SIDE: f64 = 0.1;

/// Largest side of the mark of a right angle, as a fraction of the measured distance; a larger mark is omitted.
const MAX_RIGHT_ANGLE_SHARE: f64 = 0.25;

/// Pictures of a step, in the world.
pub(super) fn step_pictures(step: &StepContext<'_>) -> Pictures {
    let mut world = Picture::default();
    let state = step.after;
    let context = step.context;
    let Some(n) = state.n else { return Pictures::world(world) };
    let deepest = state.deepest.map(|deepest| context.pair.space.world(deepest.point));
    // Point of the plane below the body, next to which the normal is drawn.
    let below = foot(
        context.pair.space.world(state.origin),
        n,
        state.offset,
        deepest.or_else(|| body_center(context)).unwrap_or(context.pair.space.world(DVec3::ZERO)),
    );
    if step.before.phase != Phase::Corners {
        add_normal(&mut world, context, below, n);
    }
    match step.before.phase {
        Phase::Normal => {}
        Phase::Support => {
            if let Some(b) = deepest {
                add_supporting_plane(&mut world, step, b, n);
                add_core_radius(&mut world, step, b);
                add_named_point(&mut world, Role::NewSupport, "b", b, "b");
            }
        }
        Phase::Gap | Phase::Foot => {
            if let (Some(b), Some(gap)) = (deepest, state.gap) {
                add_gap_with_ends(&mut world, step, b, gap.d);
            }
        }
        Phase::Closing | Phase::Time => add_motion(&mut world, step, n, deepest.unwrap_or(below)),
        Phase::Corners => add_contacts(&mut world, step),
    }
    if step.before.phase == Phase::Corners {
        // The contact normal is named at itself.
        return contact_pictures(world, step);
    }
    Pictures::world(world)
}

/// Pictures of the vertices of the deepest feature, with their names in the legend.
fn contact_pictures(world: Picture, step: &StepContext<'_>) -> Pictures {
    let state = step.after;
    let pictures = Pictures::world(world).naming(Role::Normal, "");
    let is_reduced = state.corners.iter().any(|corner| corner.near && !corner.kept);
    if is_reduced { pictures.naming(Role::Removed, "vertex not kept") } else { pictures }
}

/// Adds the gap `d` between the deepest point `b` and its projection `a` on the plane; `a` has a name in the step that
/// computes it.
fn add_gap_with_ends(world: &mut Picture, step: &StepContext<'_>, b: DVec3, d: f64) {
    let Some(n) = step.after.n else { return };
    let context = step.context;
    let a = b - n * d;
    add_gap(world, step, [a, b]);
    if !step.planar {
        let bodies = [1 - context.body(), context.body()];
        context.pair.add_squares_at_ends(world, [a, b], n, bodies);
    }
    let is_foot = step.before.phase == Phase::Foot;
    if is_foot && context.pair.is_rounding(d) {
        world.point(Role::Witness, "b", b);
        add_named_point(world, Role::Witness, "a", a, "a, b");
    } else if is_foot {
        add_named_point(world, Role::Witness, "a", a, "a");
        add_named_point(world, Role::Witness, "b", b, "b");
        add_right_angle(world, step, [a, b], n);
    } else {
        add_named_point(world, Role::NewSupport, "b", b, "b");
    }
    context.pair.magnify_world(world, [a, b]);
}

/// Adds the line from the plane to a point, labeled with its length.
fn add_gap(world: &mut Picture, step: &StepContext<'_>, [a, b]: [DVec3; 2]) {
    if a == b {
        return;
    }
    let is_below = step.after.n.is_some_and(|n| n.dot(b - a) < 0.0);
    let role = if is_below { Role::Penetration } else { Role::Witness };
    world.segment(role, "witness", a, b);
    world.label(role, "witness", a.midpoint(b), step.length(a.distance(b)));
}

/// Center of the body; `None` if it is not drawn.
fn body_center(context: &HalfSpaceContext) -> Option<DVec3> {
    let backdrop = context.pair.backdrop();
    let marks = backdrop.pictures.of(crate::lesson::WORLD).marks.iter();
    let own = marks.filter(|mark| mark.role == context.body_role()).cloned().collect();
    Bounds::of(&own).center()
}

/// Projection of `p` on the plane that is `offset` away from the point `from` along its unit normal `n`.
fn foot(from: DVec3, n: DVec3, offset: f64, p: DVec3) -> DVec3 {
    p - n * (n.dot(p - from) - offset)
}

/// Unit vector along the surface with the unit normal `n`: the projected x axis, or the projected y axis if the x axis
/// is within 30° of the line of the normal.
pub(super) fn along_surface(n: DVec3) -> DVec3 {
    let right = DVec3::X.reject_from_normalized(n);
    let other = DVec3::Y.reject_from_normalized(n);
    if right.length() > 0.5 { right.normalize_or_zero() } else { other.normalize_or_zero() }
}

/// Adds the outward normal of the surface, next to the body, so that the two do not cover each other. `below` is the
/// point of the plane below the body.
fn add_normal(world: &mut Picture, context: &HalfSpaceContext, below: DVec3, n: DVec3) {
    let radius = context.pair.radii[context.body()];
    let tail = below + along_surface(n) * (NORMAL_ASIDE * radius);
    let travel = context.velocities[context.body()].length() * context.drawn_duration;
    let unit_length = if travel.is_finite() { radius.max(NORMAL_OF_TRAVEL * travel) } else { radius };
    let tip = tail + n * (NORMAL_LENGTH * unit_length);
    world.arrow(Role::Normal, "n", tail, tip);
    world.label(Role::Normal, "n", tip, "n");
}

/// Adds the supporting plane of the body at its deepest point; in a planar scene, the supporting line.
fn add_supporting_plane(world: &mut Picture, step: &StepContext<'_>, b: DVec3, n: DVec3) {
    let context = step.context;
    if !step.planar {
        return context.pair.add_plane(world, context.body(), "plane", b, n);
    }
    let half = along_surface(n) * (SUPPORTING_LINE * context.pair.radii[context.body()]);
    world.segment(Role::Bound, "plane", b - half, b + half);
}

/// Adds the radius from the deepest point of the body's core to the deepest point of the body.
fn add_core_radius(world: &mut Picture, step: &StepContext<'_>, b: DVec3) {
    if let Some(deepest) = step.after.deepest.as_ref().filter(|_| step.after.ball > 0.0) {
        let core = step.context.pair.space.world(deepest.core);
        world.segment(Role::NewSupport, "radius", core, b);
        add_named_point(world, Role::Witness, "core", core, "c");
        world.label(Role::NewSupport, "radius", core.midpoint(b), length(step.after.ball).text);
    }
}

/// Adds the mark of a right angle between the surface and the line from `a` to `b`, if that is long enough.
fn add_right_angle(world: &mut Picture, step: &StepContext<'_>, [a, b]: [DVec3; 2], n: DVec3) {
    let side = RIGHT_ANGLE_SIDE * step.context.pair.radii[step.context.body()];
    if MAX_RIGHT_ANGLE_SHARE * a.distance(b) < side {
        return;
    }
    let up = n * if n.dot(b - a) < 0.0 { -side } else { side };
    let along = along_surface(n) * side;
    world.add(Role::Grid, "angle", Form::Polyline { points: vec![a + along, a + along + up, a + up], closed: false });
}

/// Half the length of the line where both surfaces cross, in lengths of a normal's arrow.
const COMMON_LINE: f64 = 1.5;

/// Least squared sine of the angle between two planes whose common line is drawn.
const LEAST_SINE_SQUARED: f64 = 1e-4;

/// Adds the line where two planes with these unit normals through the points `on` cross, near these points; in the
/// plane, and for nearly parallel planes, none.
pub(super) fn add_common_line(world: &mut Picture, [n_a, n_b]: [DVec3; 2], on: [DVec3; 2], arrow_length: f64) {
    let along = n_a.cross(n_b);
    let cosine = n_a.dot(n_b);
    let sine_squared = along.length_squared();
    if sine_squared < LEAST_SINE_SQUARED || along.z.abs() >= along.length() * (1.0 - LEAST_SINE_SQUARED) {
        return;
    }
    let middle = on[0].midpoint(on[1]);
    let [to_a, to_b] = [n_a.dot(on[0] - middle), n_b.dot(on[1] - middle)];
    let nearest = middle + (n_a * (to_a - cosine * to_b) + n_b * (to_b - cosine * to_a)) / sine_squared;
    let half = along.normalize_or_zero() * (COMMON_LINE * arrow_length);
    world.segment(Role::Interval, "common line", nearest - half, nearest + half);
    world.label(Role::Interval, "common line", nearest + half, "surfaces cross");
}

/// Adds the names of half-spaces at their surfaces.
pub(super) fn name_half_spaces(world: &mut Picture, names: &[String; 2]) {
    let half_spaces: Vec<(Mark, DVec3)> =
        world.marks.iter().filter_map(|mark| Some((mark.clone(), name_position(&mark.form)?))).collect();
    for (mark, at) in half_spaces {
        match mark.role {
            Role::ShapeA => world.label(mark.role, mark.key, at, names[0].clone()),
            Role::ShapeB => world.label(mark.role, mark.key, at, names[1].clone()),
            _ => {}
        }
    }
}

/// Position of a half-space's name: inside it, next to its surface. `None` for other forms.
fn name_position(form: &Form) -> Option<DVec3> {
    let Form::HalfSpace { point, normal, half_size, flat } = *form else { return None };
    let n = normal.try_normalize()?;
    if flat {
        return Some(point - n * (NAME_BELOW * half_size));
    }
    let corners = plane_patch(point, n, half_size)?;
    Some(point.lerp(*corners.first()?, NAME_ASIDE) - n * (NAME_BELOW * half_size))
}

/// Adds the velocity and its component that closes the gap; in the step that computes the time, the body at contact or,
/// if there is none, at the end of the drawn motion with the remaining gap. `b` is the deepest point at the start.
fn add_motion(world: &mut Picture, step: &StepContext<'_>, n: DVec3, b: DVec3) {
    let state = step.after;
    let context = step.context;
    let Query::Cast { velocity, .. } = state.query else { return };
    let Some(gap) = state.gap else { return };
    let drawn_duration = context.drawn_duration;
    let body_velocity = context.velocities[context.body()];
    let c = state.closing.unwrap_or(0.0);
    add_named_point(world, Role::NewSupport, "b", b, "b");
    add_gap(world, step, [b - n * gap.d, b]);
    if step.before.phase == Phase::Closing {
        if velocity != DVec3::ZERO && drawn_duration.is_finite() {
            world.arrow(Role::Axis, "velocity", b, b + velocity * drawn_duration);
            world.label(Role::Axis, "velocity", b + velocity * drawn_duration, "v");
        }
        if c != 0.0 && drawn_duration.is_finite() {
            world.arrow(Role::Lower, "closing", b, b - n * (c * drawn_duration));
            world.label(Role::Lower, "closing", b - n * (0.5 * c * drawn_duration), "c");
        }
        return;
    }
    let contact_time = match &step.verdict.finding {
        Finding::FirstContact(found) => found.t_first,
        _ => None,
    };
    let t = contact_time.unwrap_or(drawn_duration);
    for mark in translated_body(context, body_velocity * t) {
        world.marks.push(mark);
    }
    let b_at_t = b + body_velocity * t;
    let remaining_gap = gap.d - c * t;
    let foot_at_t = b_at_t - n * remaining_gap;
    world.segment(Role::Ghost, "t", b, b_at_t);
    world.label(Role::Ghost, "t", b_at_t.midpoint(b), format!("t = {}", seconds(t)));
    if contact_time.is_some() {
        add_named_point(world, Role::Witness, "contact", b_at_t, "contact");
        return;
    }
    if foot_at_t != b_at_t {
        world.segment(Role::Witness, "least", foot_at_t, b_at_t);
        world.label(Role::Witness, "least", foot_at_t.midpoint(b_at_t), length(remaining_gap).text);
    }
}

/// Marks of the body, translated by `offset`, as a ghost.
fn translated_body(context: &HalfSpaceContext, offset: DVec3) -> Vec<Mark> {
    let backdrop = context.pair.backdrop();
    let own = backdrop.pictures.of(crate::lesson::WORLD).marks.iter().filter(|mark| mark.role == context.body_role());
    own.filter_map(|mark| {
        let form = mark.form.transformed(DQuat::IDENTITY, |p| p + offset)?;
        Some(Mark { role: Role::Ghost, key: format!("at/{}", mark.key.0).into(), form })
    })
    .collect()
}

/// Adds the vertices of the deepest feature: contact points with their projections on the plane, and those that are no
/// contact; the depth or gap of the deepest one, and the contact normal.
fn add_contacts(world: &mut Picture, step: &StepContext<'_>) {
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
        let tail = space.world(deepest.foot);
        let tip = tail + to_b * (CONTACT_NORMAL * step.context.pair.radii[step.context.body()]);
        world.arrow(Role::Normal, "normal", tail, tip);
        world.label(Role::Normal, "normal", tip, "contact normal");
    }
}

impl HalfSpaceContext {
    /// Adds the displacements of both bodies over the drawn part of the motion, as arrows with the names of the
    /// velocities.
    pub(super) fn add_displacements(&self, world: &mut Picture) {
        if !(self.drawn_duration > 0.0 && self.drawn_duration.is_finite()) {
            return;
        }
        for (which, (role, name)) in [(Role::ShapeA, "A"), (Role::ShapeB, "B")].into_iter().enumerate() {
            let displacement = self.velocities[which] * self.drawn_duration;
            let marks: Vec<Mark> = world.marks.iter().filter(|mark| mark.role == role).cloned().collect();
            let middle = match &marks[..] {
                [mark] => middle_of(mark),
                all => Bounds::of(&all.iter().cloned().collect()).center(),
            };
            if let Some(from) = middle.filter(|_| displacement != DVec3::ZERO && displacement.is_finite()) {
                world.arrow(role, format!("velocity/{name}"), from, from + displacement);
                world.label(role, format!("velocity/{name}"), from + displacement, format!("v_{name}"));
            }
        }
    }
}

/// Center of a mark; `None` for forms without one.
fn middle_of(mark: &Mark) -> Option<DVec3> {
    match &mark.form {
        Form::Solid(solid) => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min)?;
            Some(0.5 * (low + solid.vertices.iter().copied().reduce(DVec3::max)?))
        }
        Form::Point(p) | Form::HalfSpace { point: p, .. } => Some(*p),
        Form::Segment([p, q]) => Some(p.midpoint(*q)),
        _ => None,
    }
}
