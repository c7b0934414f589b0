//! Dynamics of a body in a world: motion, mass and material.

use contact_lens_model::ask::{Dimension, Field, LARGEST, Motion, Options, Range, Unit, Value};
use contact_lens_model::option_row as row;

/// Error about a velocity, force or torque of a static body.
pub(crate) const UNMOVED: &str = "has no effect on a static body: it does not move";

/// Motion, mass and material of a body, and the forces on it. 2D only.
#[derive(Clone, Debug, Default, PartialEq)]
#[allow(missing_docs, reason = "the option rows describe the fields")]
pub struct Dynamics {
    pub motion: Motion,
    pub mass: Option<f64>,
    pub density: Option<f64>,
    pub inertia: Option<f64>,
    pub angular_velocity: Option<f64>,
    pub force: Option<[f64; 2]>,
    pub torque: Option<f64>,
    pub friction: Option<f64>,
    pub restitution: Option<f64>,
}

contact_lens_model::options_in_files!(Dynamics);

/// Numbers of either sign, at most `LARGEST` in absolute value.
const ANY: Range = Range { least: -LARGEST, ..Range::ANY.up_to(LARGEST) };
/// Numbers from 0 to `LARGEST`.
const SIZE: Range = Range::SIZE.up_to(LARGEST);
/// Numbers greater than 0, at most `LARGEST`.
const POSITIVE: Range = Range::POSITIVE.up_to(LARGEST);

/// Error about a field that has no effect on a static body; `None` for a body that moves.
fn refuse_if_static(dynamics: &Dynamics, _: Dimension) -> Option<&'static str> {
    (dynamics.motion == Motion::Static).then_some(UNMOVED)
}

/// Error about a density that is stated together with a mass; `None` without a mass.
fn refuse_if_mass_given(dynamics: &Dynamics, _: Dimension) -> Option<&'static str> {
    dynamics.mass.and(Some("cannot be combined with `mass`: both give the mass"))
}

impl Options for Dynamics {
    const FIELDS: &'static [Field<Self>] = &[
        row!(
            motion,
            "Motion",
            "Static, kinematic (moves at its velocity regardless of contacts) or dynamic (obeys forces and impulses)."
        ),
        row!(mass, "Mass", "Mass of the body.").unit(Unit::KILOGRAMS).number(POSITIVE, 1.0),
        row!(density, "Density", "Mass per area; replaces `mass`, and is 1 if neither is given.")
            .unit(Unit::KILOGRAMS_PER_SQUARE_METER)
            .number(POSITIVE, 1.0)
            .unless(refuse_if_mass_given),
        row!(inertia, "Inertia", "Moment of inertia about the center of mass; that of a uniform density if absent.")
            .unit(Unit::KILOGRAM_SQUARE_METERS)
            .number(POSITIVE, 1.0),
        row!(angular_velocity, "Spin", "Angular velocity, counter-clockwise.")
            .unit(Unit::RADIANS_PER_SECOND)
            .number(ANY, 0.0)
            .default(Value::Number(0.0))
            .unless(refuse_if_static),
        row!(force, "Force", "Constant force on the center of mass, world frame.")
            .unit(Unit::NEWTONS)
            .number(ANY, 0.0)
            .unless(refuse_if_static),
        row!(torque, "Torque", "Constant torque, counter-clockwise.")
            .unit(Unit::NEWTON_METERS)
            .number(ANY, 0.0)
            .default(Value::Number(0.0))
            .unless(refuse_if_static),
        row!(
            friction,
            "Friction",
            "Coefficient of friction, 0.6 if absent; a contact uses the geometric mean of both."
        )
        .number(SIZE, 0.6)
        .default(Value::Number(0.6)),
        row!(
            restitution,
            "Restitution",
            "Ratio of the normal speed after a bounce to that before it; 0 if absent. A contact uses the larger value \
             of its two bodies."
        )
        .number(Range::FRACTION, 0.0)
        .default(Value::Number(0.0)),
    ];
}
