//! Pictures of two half-spaces: their normals, the direction that leads deeper into both, the line where the surfaces
//! cross, and the gap. The half-spaces themselves are in the backdrop.

use contact_lens_model::snapshot::half_space::TwoHalfSpacesPhase;
use contact_lens_picture::marks::curve_points::plane_patch;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::super::pictures::{along_surface, name_half_spaces};
use super::TwoHalfSpacesNarration;
use crate::recorded::narrated::Step;
use crate::{PairContext, Pictures, WORLD, add_named_point};

/// Length of a normal's arrow, as a fraction of the bodies' size.
const NORMAL_LENGTH: f64 = 0.35;

/// Distance of the arrows from the line that measures the gap, in lengths of a normal's arrow.
const ARROW_DISTANCE: f64 = 1.2;

/// Least length of the arrow of w, in lengths of a normal's arrow; a longer w is drawn on the scale of the normals.
const LEAST_INWARD_ARROW: f64 = 0.6;

/// Half the length of the line where both surfaces cross, in lengths of a normal's arrow.
const HALF_COMMON_LINE: f64 = 1.5;

/// Least squared sine of the angle between two planes whose common line is drawn.
const LEAST_SINE_SQUARED: f64 = 1e-4;

/// Pictures of a step, in the world.
pub(super) fn step_pictures(step: &Step<'_, TwoHalfSpacesNarration>) -> Pictures {
    let mut world = Picture::default();
    let state = step.after;
    let context = step.context;
    reserve_patches(&mut world, context);
    add_names(&mut world, context);
    let Some(normals) = state.normals else { return Pictures::world(world) };
    let [n_a, n_b] = normals;
    let origins = state.origins.map(|origin| context.space.world(origin));
    let middle = context.space.world(state.origins[0].midpoint(state.origins[1]));
    // Projections of the middle of both origins on the surfaces.
    let on_a = middle - n_a * (n_a.dot(middle - origins[0]) - state.offsets[0]);
    let on_b = middle - n_b * (n_b.dot(middle - origins[1]) - state.offsets[1]);
    let arrow_length = NORMAL_LENGTH * context.bounding_radius();
    // Each normal is on its own side of the line that measures the gap, so that none hides another.
    let offset_a = along_surface(n_a) * (ARROW_DISTANCE * arrow_length);
    let offset_b = along_surface(n_b) * (ARROW_DISTANCE * arrow_length);
    add_normal(&mut world, Role::ShapeA, "n_A", on_a + offset_a, n_a * arrow_length);
    add_normal(&mut world, Role::ShapeB, "n_B", on_b - offset_b, n_b * arrow_length);
    if step.before.phase == TwoHalfSpacesPhase::Deeper
        && state.outcome.is_some()
        && let Some(w) = state.deeper
    {
        // The arrow begins inside both half-spaces: each height above a surface falls by |w| / 2 per meter along w.
        let height_above_a = n_a.dot(middle - on_a).max(0.0);
        let height_above_b = n_b.dot(middle - on_b).max(0.0);
        let from = middle + w.normalize() * (height_above_a.max(height_above_b) / (0.5 * w.length()));
        let to = from + w.normalize() * (arrow_length * w.length().max(LEAST_INWARD_ARROW));
        world.arrow(Role::Axis, "w", from, to);
        world.label(Role::Axis, "w", to, "w");
        add_common_line(&mut world, normals, [on_a, on_b], arrow_length);
    }
    add_gap(&mut world, step, on_a, n_a);
    Pictures::world(world)
}

/// Adds the outward normal of a half-space as an arrow with its name, which is also the mark id.
fn add_normal(world: &mut Picture, role: Role, name: &'static str, from: DVec3, arrow: DVec3) {
    let tip = from + arrow;
    world.arrow(role, name, from, tip);
    world.label(role, name, tip, name);
}

/// Adds the line that measures the gap, if it is known: between the opposite points a and b once these are chosen, else
/// from the point `on_a` of A's surface along A's normal.
fn add_gap(world: &mut Picture, step: &Step<'_, TwoHalfSpacesNarration>, on_a: DVec3, n_a: DVec3) {
    let context = step.context;
    let Some(gap) = step.after.gap else { return };
    let is_overlap = gap.d < 0.0;
    let Some(feet) = step.after.feet else {
        return context.add_distance(world, [on_a, on_a + n_a * gap.d], is_overlap);
    };
    let [a, b] = feet.map(|p| context.space.world(p));
    context.add_distance(world, [a, b], is_overlap);
    if context.is_rounding(gap.d) {
        world.point(Role::Witness, "b", b);
        add_named_point(world, Role::Witness, "a", a, "a, b");
    } else {
        add_named_point(world, Role::Witness, "a", a, "a");
        add_named_point(world, Role::Witness, "b", b, "b");
    }
}

/// Adds the line where two planes with these unit normals cross, near the points `a` and `b` of the planes; none in a
/// planar scene, and for nearly parallel planes. The length of the line is measured in `arrow_length`, meters.
///
/// The point of the line nearest to the middle `m` of `a` and `b` is `m + x n_A + y n_B`. It is on both planes if
/// `x + y cos = α` and `x cos + y = β`, where α and β are the signed distances of the planes from `m`, and cos is that
/// of the angle between the normals.
fn add_common_line(world: &mut Picture, [n_a, n_b]: [DVec3; 2], [a, b]: [DVec3; 2], arrow_length: f64) {
    let along = n_a.cross(n_b);
    let cosine = n_a.dot(n_b);
    let sine_squared = along.length_squared();
    let are_nearly_parallel = sine_squared < LEAST_SINE_SQUARED;
    // In a planar scene, the surfaces cross in a point: the line is along the line of sight, z.
    let is_along_z = along.z.abs() >= along.length() * (1.0 - LEAST_SINE_SQUARED);
    if are_nearly_parallel || is_along_z {
        return;
    }
    let middle = a.midpoint(b);
    let to_a = n_a.dot(a - middle);
    let to_b = n_b.dot(b - middle);
    let nearest = middle + (n_a * (to_a - cosine * to_b) + n_b * (to_b - cosine * to_a)) / sine_squared;
    let half = along.normalize_or_zero() * (HALF_COMMON_LINE * arrow_length);
    world.segment(Role::Interval, "common line", nearest - half, nearest + half);
    world.label(Role::Interval, "common line", nearest + half, "surfaces cross");
}

/// Reserves space for both patches, since the picture has no other bodies.
fn reserve_patches(world: &mut Picture, context: &PairContext) {
    let backdrop = context.backdrop();
    for mark in &backdrop.pictures.of(WORLD).marks {
        if let Form::HalfSpace { point, normal, half_size, flat: false } = mark.form
            && let Some(corners) = plane_patch(point, normal, half_size)
        {
            world.reserve(corners);
        }
    }
}

/// Adds the names of both half-spaces at their surfaces, but not the half-spaces, which the backdrop has.
fn add_names(world: &mut Picture, context: &PairContext) {
    let mut named = context.backdrop().pictures.of(WORLD).clone();
    let body_count = named.marks.len();
    name_half_spaces(&mut named, &context.names);
    world.marks.extend(named.marks.drain(body_count..));
}
