//! Notation of worlds: digits, units, names, and rounding errors of numbers.

use glam::DVec2;

use super::WorldContext;
use crate::answer::{Shown, number};
use crate::lesson::{Sentence, Value, say, symbol};
use crate::picture::Role;
use crate::snapshot::dynamics::{Constraint, ConstraintSource, Point, Setting, World};

/// Velocity, impulse or energy below which it is zero to rounding, as a fraction of a typical one of the world.
pub(super) const ROUNDING: f64 = 1e-6;

/// Magnitude below which any number is zero to rounding: bodies have about 1 kg and move at about 1 m/s.
const ALWAYS_ZERO: f64 = 1e-15;

/// Magnitude below which one of a block's two numbers is zero to rounding, as a fraction of the length of both.
const ZERO_IN_BLOCK: f64 = 1e-8;

/// Largest velocity that is always zero to rounding, m/s or rad/s.
const SPEED_ROUNDING: f64 = 1e-13;

/// Text of a number with four digits, as in the panes; 0 below [`ALWAYS_ZERO`].
pub(super) fn number_text(x: f64) -> Shown {
    let text = if x.abs() < ALWAYS_ZERO { String::from("0") } else { number::brief(x) };
    Shown { text, ..number::number(x) }
}

/// Returns the contact points of all pairs.
pub(super) fn all_contact_points(world: &World) -> impl Iterator<Item = &Point> {
    world.contacts.iter().flat_map(|contact| &contact.points)
}

/// Contact point at which the bodies close fastest before gravity acts, and the speed, m/s; `None` without contacts.
pub(super) fn fastest_approach(world: &World) -> Option<(&Point, f64)> {
    all_contact_points(world).map(|point| (point, point.approach)).max_by(|(_, a), (_, b)| a.total_cmp(b))
}

/// Closing speed of a contact point; 0 below the rounding error `least`.
pub(super) fn closing_speed(speed: f64, least: f64) -> Value {
    Value::of(symbol::CLOSING_SPEED, quantity(speed.max(0.0), least, "m/s"), "approach")
}

/// Rounding error of velocities, m/s or rad/s: a millionth of the largest of gravity's effect in a solve, the fastest
/// velocity and the fastest approach that this solve stops.
pub(super) fn rounding(setting: &Setting, world: &World) -> f64 {
    let kick = (setting.gravity * setting.h).length();
    let moves = world.bodies.iter().map(|body| body.velocity.length());
    let fastest = moves.chain(all_contact_points(world).map(|point| point.approach)).fold(0.0, f64::max);
    // Without gravity and at rest, the rounding of earlier impulses remains.
    (ROUNDING * kick.max(if fastest.is_finite() { fastest } else { 0.0 })).max(SPEED_ROUNDING)
}

/// Rounding error of energies, J: a millionth of the energy that the mean weight adds in one solve to a body at rest.
pub(super) fn least_energy(context: &WorldContext) -> f64 {
    let speed = (context.setting.gravity * context.setting.h).length();
    ROUNDING * context.scene.impulse() * if speed > 0.0 { speed } else { context.setting.h }
}

/// Text of a number with four digits; 0 below `least`.
pub(super) fn brief(x: f64, least: f64) -> String {
    if x.abs() <= least { String::from("0") } else { number::brief(x) }
}

/// Text of a quantity with its unit; 0 below `least`.
pub(super) fn quantity(x: f64, least: f64, unit: &str) -> Shown {
    Shown { text: format!("{} {unit}", brief(x, least.max(ALWAYS_ZERO))), ..number::number(x) }
}

/// Whether a row constrains rotation only, so that its values are angular.
pub(super) fn is_angular(row: &Constraint) -> bool {
    row.jacobian[0].linear == DVec2::ZERO
}

/// Units of a row's impulse and of its velocity `w`.
pub(super) fn units(row: &Constraint) -> [&'static str; 2] {
    units_of(is_angular(row))
}

/// Units of the impulse and of the velocity `w`, for linear or angular rows.
pub(super) fn units_of(is_angular: bool) -> [&'static str; 2] {
    if is_angular { ["N m s", "rad/s"] } else { ["N s", "m/s"] }
}

/// Name of a row, as at its lane: `t₁ of R – T`, or the joint's name.
pub(super) fn row_name(context: &WorldContext, world: &World, row: &Constraint) -> Sentence {
    let key = impulse_mark(row.source);
    match row.source {
        ConstraintSource::Equality { joint } => Sentence::mark(joint_name(context, joint), key),
        ConstraintSource::Lower { joint } => {
            say!("the lower limit of {}", Sentence::mark(joint_name(context, joint), key))
        }
        ConstraintSource::Upper { joint } => {
            say!("the upper limit of {}", Sentence::mark(joint_name(context, joint), key))
        }
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            let short = contact_short_name(row.source, world.contacts[contact as usize].points.len(), point);
            let [a, b] = bodies(context, world, contact);
            let a = Sentence::body(a, Role::ShapeA);
            let b = Sentence::body(b, Role::ShapeB);
            say!("{} of {} – {}", Sentence::mark(short, key), a, b)
        }
    }
}

/// Name of a row with its kind: `row t₁ of R – T`, `the joint rod`, `the upper limit of rope`.
pub(super) fn row_phrase(context: &WorldContext, world: &World, row: &Constraint) -> Sentence {
    let name = row_name(context, world, row);
    match row.source {
        ConstraintSource::Equality { .. } => say!("the joint {}", name),
        ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => name,
        ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. } => say!("row {}", name),
    }
}

/// Short name of the row of the contact point of index `point`: `n` or `t`, with the number of the point if there are
/// two.
pub(super) fn contact_short_name(source: ConstraintSource, points: usize, point: u8) -> &'static str {
    let index = usize::from(point.min(1));
    match (matches!(source, ConstraintSource::Normal { .. }), points) {
        (true, 1) => "n",
        (true, _) => ["n₁", "n₂"][index],
        (false, 1) => "t",
        (false, _) => ["t₁", "t₂"][index],
    }
}

/// Name of the joint of index `joint`; empty if there is none.
pub(super) fn joint_name(context: &WorldContext, joint: u32) -> String {
    context.names.joints.get(joint as usize).cloned().unwrap_or_default()
}

/// Names of the two bodies of the contact of index `contact`.
pub(super) fn bodies<'a>(context: &'a WorldContext, world: &World, contact: u32) -> [&'a str; 2] {
    let contact = &world.contacts[contact as usize];
    [contact.a, contact.b].map(|body| context.names.bodies.get(body as usize).map_or("", String::as_str))
}

/// Text of a row's number, or of a block's two numbers. Values below `least`, and the much smaller one of two, are zero
/// to rounding.
pub(super) fn numbers(row: &Constraint, quantity: DVec2, least: f64) -> String {
    if row.rows == 2 {
        let least = least.max(ZERO_IN_BLOCK * quantity.length());
        format!("({}, {})", brief(quantity.x, least), brief(quantity.y, least))
    } else if quantity.x.abs() <= least {
        String::from("0")
    } else {
        number_text(quantity.x).to_string()
    }
}

/// Mark id of an impulse, in all views.
pub(super) fn impulse_mark(source: ConstraintSource) -> String {
    match source {
        ConstraintSource::Equality { joint } => format!("joint/{joint}"),
        ConstraintSource::Lower { joint } => format!("joint/{joint}/lower"),
        ConstraintSource::Upper { joint } => format!("joint/{joint}/upper"),
        ConstraintSource::Normal { contact, point } | ConstraintSource::Friction { contact, point } => {
            format!("contact/{contact}/{point}")
        }
    }
}
