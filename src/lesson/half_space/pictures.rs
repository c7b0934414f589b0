//! Pictures of the queries for a body and a half-space: the normal of the plane, the body's deepest point, the gap, the
//! motion, and the contact points. The two bodies themselves are in the backdrop.

use contact_lens_model::answer::number::length;
use contact_lens_model::answer::{Finding, FindingFacts as _};
use contact_lens_model::snapshot::half_space::{Phase, Query};
use contact_lens_picture::marks::curve_points::plane_patch;
use contact_lens_picture::{Bounds, Form, Mark, Picture, Role};
use glam::{DQuat, DVec3};

use super::HalfSpaceContext;
use super::step_context::StepContext;
use crate::cast::seconds;
use crate::{Pictures, WORLD, add_named_point};

/// Position of a half-space's name in space: fraction of the line from the middle to a vertex of its drawn square.
const NAME_FRACTION: f64 = 0.8;

/// Depth of a half-space's name below the surface, in half sizes of its drawn square.
const NAME_BELOW: f64 = 0.02;

/// Distance of the normal's arrow from the point on the plane below the body, in radii of the body.
const NORMAL_DISTANCE: f64 = 1.15;

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
const MAX_RIGHT_ANGLE_FRACTION: f64 = 0.25;

/// Pictures of a step, in the world.
pub(super) fn step_pictures(step: &StepContext<'_>) -> Pictures {
    let mut world = Picture::default();
    let state = step.after;
    let context = step.context;
    let Some(n) = state.n else { return Pictures::world(world) };
    let deepest = state.deepest.map(|deepest| context.pair.space.world(deepest.point));
    let point_of_body = deepest.or_else(|| body_center(context)).unwrap_or(context.pair.space.world(DVec3::ZERO));
    // Point of the plane below the body, next to which the normal is drawn.
    let below = project_on_plane(point_of_body, context.pair.space.world(state.origin), n, state.offset);
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
        Phase::Corners => {
            add_contacts(&mut world, step);
            return contact_pictures(world, step);
        }
    }
    Pictures::world(world)
}

/// Pictures of the vertices of the deepest feature, with their names in the legend.
fn contact_pictures(world: Picture, step: &StepContext<'_>) -> Pictures {
    let state = step.after;
    // The contact normal is named at itself.
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

/// Center of the box around the drawn body, world, meters; `None` if it is not drawn.
fn body_center(context: &HalfSpaceContext) -> Option<DVec3> {
    let backdrop = context.pair.backdrop();
    let marks = backdrop.pictures.of(WORLD).marks.iter();
    let marks_of_body = marks.filter(|mark| mark.role == context.body_role()).cloned().collect();
    Bounds::of(&marks_of_body).center()
}

/// Projection of `p` on the plane with the unit normal `n` that is `offset` meters from the point `origin` along `n`.
fn project_on_plane(p: DVec3, origin: DVec3, n: DVec3, offset: f64) -> DVec3 {
    p - n * (n.dot(p - origin) - offset)
}

/// Unit vector along the surface with the unit normal `n`: the projected x axis, or the projected y axis if the x axis
/// is within 30° of the line of the normal.
pub(super) fn along_surface(n: DVec3) -> DVec3 {
    let projected_x = DVec3::X.reject_from_normalized(n);
    let projected_y = DVec3::Y.reject_from_normalized(n);
    // The length is the sine of the angle between axis and normal; sin 30° is 0.5.
    if projected_x.length() > 0.5 { projected_x.normalize_or_zero() } else { projected_y.normalize_or_zero() }
}

/// Adds the outward normal of the surface, next to the body, so that the two do not cover each other. `below` is the
/// point of the plane below the body.
fn add_normal(world: &mut Picture, context: &HalfSpaceContext, below: DVec3, n: DVec3) {
    let radius = context.pair.radii[context.body()];
    let tail = below + along_surface(n) * (NORMAL_DISTANCE * radius);
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
    if step.after.ball > 0.0
        && let Some(deepest) = &step.after.deepest
    {
        let core = step.context.pair.space.world(deepest.core);
        world.segment(Role::NewSupport, "radius", core, b);
        add_named_point(world, Role::Witness, "core", core, "c");
        world.label(Role::NewSupport, "radius", core.midpoint(b), length(step.after.ball).text);
    }
}

/// Adds the mark of a right angle between the surface and the line from `a` to `b`, if that is long enough.
fn add_right_angle(world: &mut Picture, step: &StepContext<'_>, [a, b]: [DVec3; 2], n: DVec3) {
    let side = RIGHT_ANGLE_SIDE * step.context.pair.radii[step.context.body()];
    if MAX_RIGHT_ANGLE_FRACTION * a.distance(b) < side {
        return;
    }
    let toward_b = n * if n.dot(b - a) < 0.0 { -side } else { side };
    let along = along_surface(n) * side;
    let points = vec![a + along, a + along + toward_b, a + toward_b];
    world.add(Role::Grid, "angle", Form::Polyline { points, closed: false });
}

/// Adds the names of the half-spaces among the bodies of `world` at their surfaces: `names` are those of A and B.
pub(super) fn name_half_spaces(world: &mut Picture, names: &[String; 2]) {
    let half_spaces: Vec<(Mark, DVec3)> =
        world.marks.iter().filter_map(|mark| Some((mark.clone(), name_position(&mark.form)?))).collect();
    for (mark, position) in half_spaces {
        match mark.role {
            Role::ShapeA => world.label(mark.role, mark.key, position, names[0].clone()),
            Role::ShapeB => world.label(mark.role, mark.key, position, names[1].clone()),
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
    let vertices = plane_patch(point, n, half_size)?;
    Some(point.lerp(*vertices.first()?, NAME_FRACTION) - n * (NAME_BELOW * half_size))
}

/// Adds the deepest point `b` and the gap at the start, and the data of the step: in the step that computes the closing
/// speed, the velocity; in the step that computes the time, the body at the end of its motion.
fn add_motion(world: &mut Picture, step: &StepContext<'_>, n: DVec3, b: DVec3) {
    let Query::Cast { velocity, .. } = step.after.query else { return };
    let Some(gap) = step.after.gap else { return };
    add_named_point(world, Role::NewSupport, "b", b, "b");
    add_gap(world, step, [b - n * gap.d, b]);
    if step.before.phase == Phase::Closing {
        add_velocity(world, step, n, b, velocity);
    } else {
        add_body_at_end(world, step, n, b, gap.d);
    }
}

/// Adds the velocity of the body relative to the half-space, and its component that closes the gap, as displacements of
/// `b` in the drawn duration. Arrows of no length are omitted; with an infinite duration, both are.
fn add_velocity(world: &mut Picture, step: &StepContext<'_>, n: DVec3, b: DVec3, velocity: DVec3) {
    let drawn_duration = step.context.drawn_duration;
    if !drawn_duration.is_finite() {
        return;
    }
    if velocity != DVec3::ZERO {
        let tip = b + velocity * drawn_duration;
        world.arrow(Role::Axis, "velocity", b, tip);
        world.label(Role::Axis, "velocity", tip, "v");
    }
    let c = step.after.closing.unwrap_or(0.0);
    if c != 0.0 {
        world.arrow(Role::Lower, "closing", b, b - n * (c * drawn_duration));
        world.label(Role::Lower, "closing", b - n * (0.5 * c * drawn_duration), "c");
    }
}

/// Adds the body at contact or, if there is none, at the end of the drawn motion with the remaining gap. `b` is the
/// deepest point at the start, where the gap is `gap`, meters.
fn add_body_at_end(world: &mut Picture, step: &StepContext<'_>, n: DVec3, b: DVec3, gap: f64) {
    let context = step.context;
    let contact_time = match &step.verdict.finding {
        Finding::FirstContact(result) => result.t_first,
        _ => None,
    };
    let t = contact_time.unwrap_or(context.drawn_duration);
    let displacement = context.velocities[context.body()] * t;
    world.marks.extend(translated_body(context, displacement));
    let b_at_t = b + displacement;
    world.segment(Role::Ghost, "t", b, b_at_t);
    world.label(Role::Ghost, "t", b_at_t.midpoint(b), format!("t = {}", seconds(t)));
    if contact_time.is_some() {
        add_named_point(world, Role::Witness, "contact", b_at_t, "contact");
        return;
    }
    let remaining_gap = gap - step.after.closing.unwrap_or(0.0) * t;
    let foot_at_t = b_at_t - n * remaining_gap;
    if foot_at_t != b_at_t {
        world.segment(Role::Witness, "least", foot_at_t, b_at_t);
        world.label(Role::Witness, "least", foot_at_t.midpoint(b_at_t), length(remaining_gap).text);
    }
}

/// Marks of the body, translated by `offset`, world, meters, as a ghost; marks that cannot be translated are omitted.
fn translated_body(context: &HalfSpaceContext, offset: DVec3) -> Vec<Mark> {
    let backdrop = context.pair.backdrop();
    let mut translated = Vec::new();
    for mark in &backdrop.pictures.of(WORLD).marks {
        if mark.role == context.body_role()
            && let Some(form) = mark.form.transformed(DQuat::IDENTITY, |p| p + offset)
        {
            translated.push(Mark { role: Role::Ghost, key: format!("at/{}", mark.key.0).into(), form });
        }
    }
    translated
}

/// Adds the vertices of the deepest feature: contact points with their projections on the plane, and those that are no
/// contact; the depth or gap of the deepest one, and the contact normal.
fn add_contacts(world: &mut Picture, step: &StepContext<'_>) {
    let space = &step.context.pair.space;
    let mut contact_number = 0;
    for corner in &step.after.corners {
        let key = format!("corner/{}", corner.vertex);
        let p = space.world(corner.point);
        let foot = space.world(corner.foot);
        if !corner.kept {
            world.point(Role::Removed, key, p);
            continue;
        }
        contact_number += 1;
        if p != foot {
            world.segment(role_of_gap(corner.gap), key.clone(), p, foot);
        }
        world.badge(Role::Witness, key, foot, contact_number.to_string());
    }
    let deepest = step.after.corners.iter().filter(|corner| corner.kept).min_by(|a, b| a.gap.total_cmp(&b.gap));
    if let Some(deepest) = deepest.filter(|deepest| deepest.gap != 0.0) {
        let middle = space.world(deepest.point).midpoint(space.world(deepest.foot));
        world.label(role_of_gap(deepest.gap), "depth", middle, step.length(deepest.gap.abs()));
    }
    if let (Some(normal_to_b), Some(deepest)) = (step.verdict.finding.normal(), deepest) {
        let tail = space.world(deepest.foot);
        let tip = tail + normal_to_b * (CONTACT_NORMAL * step.context.pair.radii[step.context.body()]);
        world.arrow(Role::Normal, "normal", tail, tip);
        world.label(Role::Normal, "normal", tip, "contact normal");
    }
}

/// Role of the line that measures a signed gap, meters.
fn role_of_gap(gap: f64) -> Role {
    if gap < 0.0 { Role::Penetration } else { Role::Witness }
}

impl HalfSpaceContext {
    /// Adds the displacements of both bodies over the drawn part of the motion, as arrows with the names of the
    /// velocities.
    pub(super) fn add_displacements(&self, world: &mut Picture) {
        let is_drawn = self.drawn_duration > 0.0 && self.drawn_duration.is_finite();
        if !is_drawn {
            return;
        }
        let [v_a, v_b] = self.velocities;
        add_displacement(world, Role::ShapeA, "A", v_a * self.drawn_duration);
        add_displacement(world, Role::ShapeB, "B", v_b * self.drawn_duration);
    }
}

/// Adds the displacement of the body whose marks have the role `role`, as an arrow from the center of the body. Nothing
/// if the displacement is zero or not finite.
fn add_displacement(world: &mut Picture, role: Role, name: &str, displacement: DVec3) {
    if displacement == DVec3::ZERO || !displacement.is_finite() {
        return;
    }
    let marks: Vec<Mark> = world.marks.iter().filter(|mark| mark.role == role).cloned().collect();
    let center = match &marks[..] {
        [mark] => middle_of(mark),
        _ => Bounds::of(&marks.iter().cloned().collect()).center(),
    };
    if let Some(from) = center {
        let to = from + displacement;
        world.arrow(role, format!("velocity/{name}"), from, to);
        world.label(role, format!("velocity/{name}"), to, format!("v_{name}"));
    }
}

/// Center of a mark, world, meters: that of the box around a solid, and a point on the surface of a half-space. `None`
/// for other forms than bodies have.
fn middle_of(mark: &Mark) -> Option<DVec3> {
    match &mark.form {
        Form::Solid(solid) => {
            let low = solid.vertices.iter().copied().reduce(DVec3::min)?;
            let high = solid.vertices.iter().copied().reduce(DVec3::max)?;
            Some(0.5 * (low + high))
        }
        Form::Point(p) | Form::HalfSpace { point: p, .. } => Some(*p),
        Form::Segment([p, q]) => Some(p.midpoint(*q)),
        _ => None,
    }
}
