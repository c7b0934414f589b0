//! World pictures of a cast of rotating bodies: the bodies at the queried time and at the bounds of the time of
//! contact, witness points, normal and rotations. The module `chart` draws the distance over time.

use std::sync::Arc;

use contact_lens_model::snapshot::rotating::DistanceAnswer;
use contact_lens_picture::{Bounds, Mark, Picture, Role};
use glam::{DQuat, DVec3};

use super::chart::{chart, chart_range};
use super::step_context::{StepContext, mentions_normal};
use super::surfaces::{self, BODIES};
use super::{RotatingContext, SEPARATION, rotation_marks};
use crate::{Backdrop, Focus, Pictures, WORLD, add_named_point};

/// Length of the normal's arrow, in half diagonals of the smaller body.
const NORMAL_LENGTH: f64 = 0.9;

/// Extent of the bodies of a sub-step, as a fraction of the extent of the whole motion, below which the figure of the
/// sub-step shows these bodies only.
const SMALL_EXTENT: f64 = 0.4;

/// Whether A (0) or B (1) has a velocity or an angular velocity.
fn moves(context: &RotatingContext, body: usize) -> bool {
    context.course.velocities[body] != DVec3::ZERO || context.course.spins[body] != DVec3::ZERO
}

/// Whether a mark belongs to a body that moves.
fn is_moving(context: &RotatingContext, mark: &Mark) -> bool {
    BODIES.iter().position(|role| *role == mark.role).is_some_and(|body| moves(context, body))
}

/// Backdrop: the bodies that do not move, and space for the moving bodies at the start.
pub(super) fn backdrop(context: &RotatingContext) -> Arc<Backdrop> {
    let start = context.pair.backdrop();
    let both_bodies = start.pictures.of(WORLD);
    let mut world: Picture = both_bodies.marks.iter().filter(|mark| !is_moving(context, mark)).cloned().collect();
    world.reserve(Bounds::of(both_bodies).corners().into_iter().flatten());
    Arc::new(Backdrop { pictures: Pictures::world(world) })
}

/// Adds the moving bodies at the start, unless they have moved too little until time `t`, seconds, to be visible.
fn add_start(context: &RotatingContext, world: &mut Picture, t: f64) {
    if !context.moves_visibly(t) {
        return;
    }
    let start = context.pair.backdrop();
    for mark in start.pictures.of(WORLD).marks.iter().filter(|mark| is_moving(context, mark)) {
        world.add(Role::Ghost, format!("start/{}", mark.key.0), mark.form.clone());
    }
}

/// Pictures of a step at a line of the listing.
pub(super) fn pictures_at_line(step: &StepContext<'_>, line: &str) -> Pictures {
    let mut pictures = Pictures::default();
    let t = step.shown_time();
    let world = pictures.edit(WORLD);
    add_start(step.context, world, t);
    add_bodies_at(step.context, world, t, None);
    add_bodies_at_bracket(step, world, line);
    let query = step.shown_query();
    if let Some(query) = &query {
        add_query_result(step, world, query, line);
    }
    let focus = focus(step, pictures.of(WORLD));
    *pictures.edit(SEPARATION.id) = chart(step, line);
    // One query makes no curve.
    if step.samples.len() < 2 {
        pictures.unused.push(SEPARATION.id);
    }
    if query.is_some() && step.is_touching() {
        pictures = pictures.naming(Role::Witness, "contact point");
    }
    pictures.facing(focus)
}

/// Adds the result of the distance query at the shown time: the witness points with the distance or depth between them,
/// and at lines that mention the normal its arrow.
fn add_query_result(step: &StepContext<'_>, world: &mut Picture, query: &DistanceAnswer, line: &str) {
    let context = step.context;
    let shift = context.pair.space.position + context.course.velocities[0] * step.shown_time();
    let [a, b] = query.witness.map(|p| shift + p);
    let is_overlap = query.d.is_some_and(|d| d < 0.0);
    // Bodies in contact have no visible distance or depth.
    if step.is_touching() {
        add_named_point(world, Role::Witness, "witness/b", b, "contact");
    } else {
        context.pair.add_distance(world, [a, b], is_overlap);
        context.pair.magnify_world(world, [a, b]);
        surfaces::put_witnesses_on_surfaces(step, world, [a, b], query.normal);
        add_named_point(world, Role::Witness, "witness/a", a, "a");
        add_named_point(world, Role::Witness, "witness/b", b, "b");
    }
    let Some(n) = query.normal.filter(|_| mentions_normal(line)) else { return };
    // The arrow begins at the front point, so that it does not cover the line between the points.
    let start = if is_overlap { a } else { b };
    let tip = start + n * normal_length(context.pair.radii);
    world.arrow(Role::Normal, "n", start, tip);
    world.label(Role::Normal, "n", tip, "n");
    if line == "bound" {
        rotation_marks::add_rotations(step, world, n);
    }
}

/// Length of the normal's arrow, meters, for bodies with the half diagonals `a` and `b`, meters: visible next to the
/// smaller body. A half diagonal of 0, that of a point, does not count.
fn normal_length([a, b]: [f64; 2]) -> f64 {
    let smaller = if a.min(b) > 0.0 { a.min(b) } else { a.max(b) };
    NORMAL_LENGTH * smaller
}

/// Focus on the bodies and points of this sub-step, given its marks in the world; `None` if they are not small compared
/// with the whole motion.
fn focus(step: &StepContext<'_>, world: &Picture) -> Option<Focus> {
    let context = step.context;
    let [_, end] = chart_range(step).times;
    let [low, high] = Bounds::of(world).corners()?;
    let paths = [0, 1].map(|body| context.course.velocities[body].length() * end + 2.0 * context.pair.radii[body]);
    let motion_extent = paths.into_iter().fold(0.0, f64::max);
    let is_small = low.distance(high) < SMALL_EXTENT * motion_extent;
    if !is_small {
        return None;
    }
    // The corners of the box: each bit of `k` selects the low or the high end of one axis.
    let corners = (0..8).map(|k| {
        let is_high = [1, 2, 4].map(|bit| k & bit != 0);
        DVec3::from_array([0, 1, 2].map(|axis| if is_high[axis] { high[axis] } else { low[axis] }))
    });
    Some(Focus { side: None, points: corners.collect() })
}

/// Adds both bodies at the bounds of the time of contact, where they look different from the bodies at the shown time.
/// The line `gap` belongs to a miss, which has no such bounds.
fn add_bodies_at_bracket(step: &StepContext<'_>, world: &mut Picture, line: &str) {
    let [lower, upper] = step.known_bracket(line);
    if line == "gap" || lower > upper {
        return;
    }
    for (t, role, name) in [(lower, Role::First, "t₀"), (upper, Role::Last, "t₁")] {
        let is_within_motion = t > 0.0 && t < step.after.t_max;
        if is_within_motion && step.context.moves_visibly(t - step.shown_time()) {
            add_bodies_at(step.context, world, t, Some((role, name)));
        }
    }
}

/// Adds the moving bodies at time `t`, seconds: in the roles of A and B, or at a bound of the time of contact in the
/// role of the bound and with its name.
fn add_bodies_at(context: &RotatingContext, world: &mut Picture, t: f64, bound: Option<(Role, &str)>) {
    let backdrop = context.pair.backdrop();
    for (body, body_role) in BODIES.into_iter().enumerate() {
        if !moves(context, body) {
            continue;
        }
        let start = context.origin(body, 0.0);
        let origin = context.origin(body, t);
        let rotation = DQuat::from_scaled_axis(context.course.spins[body] * t);
        let (role, prefix) = bound.unwrap_or((body_role, "at"));
        for mark in backdrop.pictures.of(WORLD).marks.iter().filter(|mark| mark.role == body_role) {
            if let Some(form) = mark.form.transformed(rotation, |p: DVec3| origin + rotation * (p - start)) {
                world.add(role, format!("{prefix}/{}", mark.key.0), form);
            }
        }
        if let Some((_, name)) = bound {
            let key = format!("{name}/middle/{body}");
            world.point(body_role, key.clone(), origin);
            world.label(body_role, key, origin, name);
        }
    }
}
