//! Notation of worlds, which sentences, values, tables and pictures share: number of digits, units, names and mark ids
//! of the rows, and the rounding errors below which numbers are printed as 0.

use contact_lens_model::answer::{Shown, number};
use contact_lens_model::snapshot::dynamics::{Constraint, ConstraintSource, Point, Setting, World};
use contact_lens_picture::Role;
use glam::DVec2;

use super::WorldContext;
use crate::{Sentence, Value, say, symbol};

/// Magnitude below which a velocity, impulse or energy is zero to rounding, as a fraction of a typical one of the
/// world.
pub(super) const ROUNDING: f64 = 1e-6;

/// Magnitude below which any number is zero to rounding: bodies have about 1 kg and move at about 1 m/s.
const ALWAYS_ZERO: f64 = 1e-15;

/// Magnitude below which one of a block's two numbers is zero to rounding, as a fraction of the length of both.
const ZERO_IN_BLOCK: f64 = 1e-8;

/// Least rounding error of velocities, m/s or rad/s, for worlds at rest without gravity.
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

/// Contact point at which the bodies close fastest before gravity acts; `None` without contacts.
pub(super) fn fastest_approach(world: &World) -> Option<&Point> {
    all_contact_points(world).max_by(|a, b| a.approach.total_cmp(&b.approach))
}

/// Value of the closing speed of a contact point, m/s; 0 below the rounding error `least`, m/s.
pub(super) fn closing_speed(speed: f64, least: f64) -> Value {
    Value::of(symbol::CLOSING_SPEED, quantity(speed.max(0.0), least, "m/s"), "approach")
}

/// Rounding error of velocities, m/s or rad/s: a millionth of the largest of gravity's effect in a solve, the fastest
/// velocity and the fastest approach that this solve stops.
pub(super) fn rounding(setting: &Setting, world: &World) -> f64 {
    let kick = (setting.gravity * setting.h).length();
    let body_speeds = world.bodies.iter().map(|body| body.velocity.length());
    let approach_speeds = all_contact_points(world).map(|point| point.approach);
    let fastest = body_speeds.chain(approach_speeds).fold(0.0, f64::max);
    // The speed of a body that diverged may be infinite.
    let fastest = if fastest.is_finite() { fastest } else { 0.0 };
    // Without gravity and at rest, the rounding of earlier impulses remains.
    (ROUNDING * kick.max(fastest)).max(SPEED_ROUNDING)
}

/// Rounding error of energies, J: a millionth of the unit impulse times the speed that gravity adds in one solve.
/// Without gravity, both are those of an acceleration of 1 m/s².
pub(super) fn least_energy(context: &WorldContext) -> f64 {
    let kick = (context.setting.gravity * context.setting.h).length();
    let speed = if kick > 0.0 { kick } else { context.setting.h };
    ROUNDING * context.scene.impulse() * speed
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

/// Units of the quantities of a row.
pub(super) struct RowUnits {
    /// Unit of the impulse `λ`.
    pub impulse: &'static str,
    /// Unit of the velocity `w`.
    pub velocity: &'static str,
}

impl RowUnits {
    /// Units of a row that constrains translation.
    pub const LINEAR: Self = Self { impulse: "N s", velocity: "m/s" };

    /// Units of a row that constrains rotation only.
    pub const ANGULAR: Self = Self { impulse: "N m s", velocity: "rad/s" };

    /// Units of a row.
    pub fn of(row: &Constraint) -> Self {
        if is_angular(row) { Self::ANGULAR } else { Self::LINEAR }
    }
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
            let [a, b] = names_of_pair(context, world, contact);
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

/// Short name of the row of a contact with `point_count` points, at the point of index `point`: `n` for a normal row
/// and `t` for a friction row, with the number of the point if there are two.
pub(super) fn contact_short_name(source: ConstraintSource, point_count: usize, point: u8) -> &'static str {
    let is_normal = matches!(source, ConstraintSource::Normal { .. });
    if point_count == 1 {
        return if is_normal { "n" } else { "t" };
    }
    match (is_normal, point) {
        (true, 0) => "n₁",
        (true, _) => "n₂",
        (false, 0) => "t₁",
        (false, _) => "t₂",
    }
}

/// Name of the joint of index `joint`; empty if there is none.
pub(super) fn joint_name(context: &WorldContext, joint: u32) -> String {
    context.names.joints.get(joint as usize).cloned().unwrap_or_default()
}

/// Names of the two bodies of the contact of index `contact`, the first one first.
pub(super) fn names_of_pair<'a>(context: &'a WorldContext, world: &World, contact: u32) -> [&'a str; 2] {
    let contact = &world.contacts[contact as usize];
    [contact.a, contact.b].map(|body| context.names.bodies.get(body as usize).map_or("", String::as_str))
}

/// Text of a quantity of a row, or of the two quantities of a block of two rows. Values up to the rounding error
/// `least`, and the much smaller one of two, are printed as 0.
pub(super) fn quantity_text(row: &Constraint, quantity: DVec2, least: f64) -> String {
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
