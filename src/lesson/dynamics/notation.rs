//! How numbers and rows of a world are said: digits, units, names, and what of a number is rounding.

use glam::DVec2;

use super::WorldContext;
use crate::answer::{Shown, number};
use crate::snapshot::dynamics::{Constraint, Of, Point, Setting, World};

/// A velocity, a speed or an impulse is rounding below this share of what gravity adds in a solve.
pub(super) const ROUNDING: f64 = 1e-6;

/// A number below this is rounding, whatever its unit: bodies weigh about a kilogram and move at about a meter a second.
const NOTHING: f64 = 1e-15;

/// So small a share of two numbers of a block is rounding.
const PART: f64 = 1e-8;

/// No velocity is more than rounding below this, m/s or rad/s.
const LEAST_SPEED: f64 = 1e-13;

/// Four digits, as in the panes beside the sentence; what is rounding in any unit is 0.
pub(super) fn shown(x: f64) -> Shown {
    let text = if x.abs() < NOTHING { String::from("0") } else { number::brief(x) };
    Shown { text, ..number::number(x) }
}

pub(super) fn points(world: &World) -> impl Iterator<Item = &Point> {
    world.contacts.iter().flat_map(|contact| &contact.points)
}

/// What a velocity may be off by and still be 0, m/s or rad/s: a millionth of what gravity adds in a solve, or of the fastest, or of
/// the fastest approach that this solve stops.
pub(super) fn rounding(setting: &Setting, world: &World) -> f64 {
    let kick = (setting.gravity * setting.h).length();
    let moves = world.bodies.iter().map(|body| body.velocity.length());
    let fastest = moves.chain(points(world).map(|point| point.approach)).fold(0.0, f64::max);
    // Without gravity and at rest what is left is rounding of the impulses before.
    (ROUNDING * kick.max(if fastest.is_finite() { fastest } else { 0.0 })).max(LEAST_SPEED)
}

/// What an energy may be off by and still be 0, J: a millionth of what the mean weight does in a solve to a body at rest.
pub(super) fn least_energy(context: &WorldContext) -> f64 {
    let speed = (context.setting.gravity * context.setting.h).length();
    ROUNDING * context.scene.impulse() * if speed > 0.0 { speed } else { context.setting.h }
}

/// A number in four digits; what is rounding is about 0.
pub(super) fn brief(x: f64, least: f64) -> String {
    if x != 0.0 && x.abs() <= least { String::from("≈ 0") } else { number::brief(x) }
}

/// A number with its unit; what is rounding says so.
pub(super) fn measured(x: f64, least: f64, unit: &str) -> String {
    if x != 0.0 && x.abs() <= least.max(NOTHING) {
        String::from("0 within rounding")
    } else {
        format!("{} {unit}", number::brief(x))
    }
}

/// Whether a row is about turning alone: then its numbers are those of angles.
pub(super) fn turns(row: &Constraint) -> bool {
    row.jacobian[0].linear == DVec2::ZERO
}

/// Words with the unit that a quantity of a row has, whether that is about turning or not: its `impulse`, its `speed` (`w`, and the bias with it), its `error` (`C`) or its
/// `inverse` mass (`K`). All that tells a unit of a row asks here.
macro_rules! with_unit {
    (impulse of $turns:expr, $words:literal) => {
        with_unit!($turns, $words, "N s", "N m s")
    };
    (speed of $turns:expr, $words:literal) => {
        with_unit!($turns, $words, "m/s", "rad/s")
    };
    (error of $turns:expr, $words:literal) => {
        with_unit!($turns, $words, "m", "rad")
    };
    (inverse of $turns:expr, $words:literal) => {
        with_unit!($turns, $words, "1/kg", "1/(kg m²)")
    };
    ($turns:expr, $words:literal, $straight:literal, $turning:literal) => {
        if $turns { concat!($words, $turning) } else { concat!($words, $straight) }
    };
}
pub(super) use with_unit;

/// Of the impulse and of `w`.
pub(super) fn units(row: &Constraint) -> [&'static str; 2] {
    units_where(turns(row))
}

/// The same where it is known whether a row is about turning.
pub(super) fn units_where(turns: bool) -> [&'static str; 2] {
    [with_unit!(impulse of turns, ""), with_unit!(speed of turns, "")]
}

/// `R – T, friction`.
pub(super) fn name(context: &WorldContext, world: &World, row: &Constraint) -> String {
    let joint = |joint: u32| context.names.joints.get(joint as usize).cloned().unwrap_or_default();
    let pair = |contact: u32| {
        let [a, b] = bodies(context, world, contact);
        format!("{a} – {b}")
    };
    match row.of {
        Of::Equality { joint: number } => joint(number),
        Of::Lower { joint: number } => format!("{}, lower limit", joint(number)),
        Of::Upper { joint: number } => format!("{}, upper limit", joint(number)),
        Of::Normal { contact, .. } => format!("{}, push", pair(contact)),
        Of::Friction { contact, .. } => format!("{}, friction", pair(contact)),
    }
}

/// The two bodies of a contact.
pub(super) fn bodies<'a>(context: &'a WorldContext, world: &World, contact: u32) -> [&'a str; 2] {
    let contact = &world.contacts[contact as usize];
    [contact.a, contact.b].map(|body| context.names.bodies.get(body as usize).map_or("", String::as_str))
}

/// A number, or two of a block. What is no more than `least` is rounding, as it is beside the sentence; so is one of two that is
/// small beside the other.
pub(super) fn numbers(row: &Constraint, of: DVec2, least: f64) -> String {
    let one = |x: f64| brief(x, least.max(PART * of.length()));
    match row.rows == 2 {
        true => format!("({}, {})", one(of.x), one(of.y)),
        false if of.x.abs() <= least => String::from("0"),
        false => shown(of.x).to_string(),
    }
}

/// The key of an impulse, in all views.
pub(super) fn mark(of: Of) -> String {
    match of {
        Of::Equality { joint } => format!("joint/{joint}"),
        Of::Lower { joint } => format!("joint/{joint}/lower"),
        Of::Upper { joint } => format!("joint/{joint}/upper"),
        Of::Normal { contact, point } | Of::Friction { contact, point } => format!("contact/{contact}/{point}"),
    }
}
