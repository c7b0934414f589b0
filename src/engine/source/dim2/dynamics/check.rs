//! Validation of all numbers of a world. Each error names the field and its fault.

use super::definitions::{Anchors, Body, Joint, JointKind, Limits, Mass, ValueConstraint, placed_length};
use super::error::{Fault, Owner, ProblemError};
use super::ground::{HalfPlane, Solid};
use super::mass::MassProperties;
use super::options::{Options, PositionMode, Solver};
use crate::dim2::numbers::length2;
use crate::dim2::prelude::*;
use contact_lens_model::ask::{Field, LARGEST, Motion, Range, WorldOptions};

/// Largest speed of a dynamic body, m/s, and largest angular speed, rad/s: a world in which a body is faster has
/// diverged.
pub(super) const FASTEST: Real = 1.0e6;

/// Error of the squared length of a rounded unit vector, in `EPS`, with a margin. With a smaller value, normals that
/// were normalized elsewhere are refused; with a larger one, depths along a normal are wrong by more.
const UNIT_ERROR: Real = 16.0;

/// Result of a check; the error has the name and the fault of the first invalid field.
type FieldResult = Result<(), (&'static str, Fault)>;

/// Checks that a number is finite, at most [`LARGEST`] in magnitude, and in `range`, which is one of [`Range::ANY`],
/// [`Range::POSITIVE`], [`Range::SIZE`] and [`Range::FRACTION`], or one of the middle two with an upper bound.
fn check_number(value: Real, range: Range) -> Result<(), Fault> {
    let number = f64::from(value);
    match range {
        _ if !value.is_finite() => Err(Fault::NotFinite),
        _ if number.abs() > LARGEST => Err(Fault::TooLarge),
        _ if range.contains(number) => Ok(()),
        Range { open: true, .. } => Err(Fault::NotPositive),
        Range { most: 1.0, .. } => Err(Fault::NotFromZeroToOne),
        _ => Err(Fault::Negative),
    }
}

/// Checks both coordinates of a vector.
fn check_vector(value: Vec2) -> Result<(), Fault> {
    check_number(value.x, Range::ANY)?;
    check_number(value.y, Range::ANY)
}

/// Checks the gravity of a world.
pub(super) fn gravity(gravity: Vec2) -> Result<(), ProblemError> {
    check_vector(gravity).map_err(|fault| ProblemError { owner: Owner::World, field: "gravity", fault })
}

/// Returns the error of an option's field.
fn option_error(field: &Field<WorldOptions>, fault: Fault) -> ProblemError {
    ProblemError { owner: Owner::Options, field: field.about.name, fault }
}

/// Checks an option against the range of its field.
fn check_option(field: &Field<WorldOptions>, value: Real) -> Result<(), ProblemError> {
    check_number(value, field.about.range).map_err(|fault| option_error(field, fault))
}

/// Checks all options of a world.
pub(super) fn options(options: &Options) -> Result<(), ProblemError> {
    check_option(&WorldOptions::TIME_STEP, options.time_step)?;
    if options.substeps == 0 {
        return Err(option_error(&WorldOptions::SUBSTEPS, Fault::BelowOne));
    }
    if options.h() <= 0.0 || !(1.0 / options.h()).is_finite() {
        return Err(option_error(&WorldOptions::TIME_STEP, Fault::NoInverse));
    }
    if matches!(options.solver, Solver::Sequential { iterations: 0, .. }) {
        return Err(option_error(&WorldOptions::ITERATIONS, Fault::BelowOne));
    }
    if let PositionMode::Soft { frequency, damping_ratio } = options.position {
        if options.solver == Solver::Direct {
            return Err(option_error(&WorldOptions::POSITION, Fault::SoftDirect));
        }
        check_option(&WorldOptions::CONTACT_FREQUENCY, frequency)?;
        check_option(&WorldOptions::CONTACT_DAMPING_RATIO, damping_ratio)?;
    }
    check_option(&WorldOptions::BETA, options.beta)?;
    check_option(&WorldOptions::SLOP, options.slop)?;
    check_option(&WorldOptions::RESTITUTION_THRESHOLD, options.restitution_threshold)?;
    check_option(&WorldOptions::SPECULATIVE, options.speculative)
}

/// Checks all numbers of the body with this index.
pub(super) fn body(index: u32, body: &Body) -> Result<(), ProblemError> {
    check_fields_of_body(body).map_err(|(field, fault)| ProblemError::body(index, field, fault))
}

/// Checks all fields of a body.
fn check_fields_of_body(body: &Body) -> FieldResult {
    check_named_vector("position", body.position)?;
    check_named_number("angle", body.angle, Range::ANY)?;
    if let Solid::HalfPlane(HalfPlane { normal, offset }) = body.shape {
        check_vector(normal).and(check_number(offset, Range::ANY)).map_err(|fault| ("shape", fault))?;
        if !((normal.length_squared() - 1.0).abs() <= UNIT_ERROR * EPS) {
            return Err(("shape", Fault::NotUnit));
        }
        if body.motion != Motion::Static {
            return Err(("motion", Fault::UnboundedNotStatic));
        }
    }
    match body.mass {
        Mass::Density(density) => check_named_number("density", density, Range::POSITIVE)?,
        Mass::Mass(mass) => check_named_number("mass", mass, Range::POSITIVE)?,
    }
    body.inertia.map_or(Ok(()), |inertia| check_named_number("inertia", inertia, Range::POSITIVE))?;
    let linear = [("velocity", body.velocity), ("force", body.force)];
    let angular = [("angular_velocity", body.angular_velocity), ("torque", body.torque)];
    for ((linear_field, vector), (angular_field, number)) in linear.into_iter().zip(angular) {
        check_named_vector(linear_field, vector)?;
        check_named_number(angular_field, number, Range::ANY)?;
        if body.motion == Motion::Static && vector != Vec2::ZERO {
            return Err((linear_field, Fault::GivenToStatic));
        }
        if body.motion == Motion::Static && number != 0.0 {
            return Err((angular_field, Fault::GivenToStatic));
        }
    }
    if body.motion == Motion::Dynamic && !is_slow(body.velocity, 0.0) {
        return Err(("velocity", Fault::TooFast));
    }
    if body.motion == Motion::Dynamic && !is_slow(Vec2::ZERO, body.angular_velocity) {
        return Err(("angular_velocity", Fault::TooFast));
    }
    check_named_number("friction", body.friction, Range::SIZE)?;
    check_named_number("restitution", body.restitution, Range::FRACTION)
}

/// Returns whether a dynamic body may have these velocities; false for NaN.
pub(super) fn is_slow(velocity: Vec2, angular_velocity: Real) -> bool {
    length2(velocity) <= FASTEST && angular_velocity.abs() <= FASTEST
}

/// Checks all numbers of the joint with this index, and that it can have an effect on its bodies.
pub(super) fn joint(index: u32, joint: &Joint, bodies: &[Body], masses: &[MassProperties]) -> Result<(), ProblemError> {
    check_fields_of_joint(joint, bodies, masses).map_err(|(field, fault)| ProblemError::joint(index, field, fault))
}

/// Checks all fields of a joint.
fn check_fields_of_joint(joint: &Joint, bodies: &[Body], masses: &[MassProperties]) -> FieldResult {
    let count = bodies.len() as u32;
    if joint.a.is_some_and(|a| a >= count) {
        return Err(("a", Fault::NoSuchBody));
    }
    if joint.b >= count {
        return Err(("b", Fault::NoSuchBody));
    }
    if joint.a == Some(joint.b) {
        return Err(("b", Fault::SameBody));
    }
    let ends = [joint.a, Some(joint.b)].into_iter().flatten().map(|body| &masses[body as usize]);
    if ends.clone().all(|mass| mass.inverse_mass == 0.0) {
        return Err(("b", Fault::NoDynamicBody));
    }
    let acts_on_rotation = matches!(joint.kind, JointKind::Angle { .. } | JointKind::Motor { .. });
    if acts_on_rotation && ends.clone().all(|mass| mass.inverse_inertia == 0.0) {
        return Err(("b", Fault::NoRotatingBody));
    }
    if let Some(soft) = joint.softness {
        if matches!(joint.kind, JointKind::Motor { .. }) {
            return Err(("frequency", Fault::NoSpring));
        }
        check_named_number("frequency", soft.frequency, Range::SIZE)?;
        check_named_number("damping_ratio", soft.damping_ratio, Range::SIZE)?;
    }
    check_parameters(&joint.kind)?;
    check_initial_length(joint, bodies)
}

/// Checks a number that the error names `field`.
fn check_named_number(field: &'static str, value: Real, range: Range) -> FieldResult {
    check_number(value, range).map_err(|fault| (field, fault))
}

/// Checks a vector that the error names `field`.
fn check_named_vector(field: &'static str, value: Vec2) -> FieldResult {
    check_vector(value).map_err(|fault| (field, fault))
}

/// Checks the parameters of a joint.
fn check_parameters(kind: &JointKind) -> FieldResult {
    match *kind {
        JointKind::Distance { anchors, length } => {
            check_anchors(anchors)?;
            check_value("length", length, [Range::POSITIVE, Range::SIZE])
        }
        JointKind::Point { anchors } => check_anchors(anchors),
        JointKind::Line { anchors, axis, limits } => {
            check_anchors(anchors)?;
            check_named_vector("axis", axis)?;
            if axis == Vec2::ZERO {
                return Err(("axis", Fault::NoDirection));
            }
            check_limits(limits, Range::ANY)
        }
        JointKind::Angle { angle } => check_value("angle", angle, [Range::ANY; 2]),
        JointKind::Motor { speed, max_torque } => {
            check_named_number("speed", speed, Range::ANY)?;
            check_named_number("max_torque", max_torque, Range::SIZE)
        }
        JointKind::Mouse { anchor_b, target, max_force, ref grasp } => {
            check_named_vector("anchor_b", anchor_b)?;
            check_named_vector("target", target)?;
            check_named_number("max_force", max_force, Range::SIZE)?;
            if grasp.from == 0 {
                return Err(("from", Fault::BelowOne));
            }
            grasp
                .track
                .iter()
                .flat_map(|track| track.iter())
                .try_for_each(|target| check_named_vector("track", *target))
        }
    }
}

/// Checks the anchors that are given.
fn check_anchors(anchors: Anchors) -> FieldResult {
    for (field, anchor) in [("anchor_a", anchors.a), ("anchor_b", anchors.b)] {
        if let Some(anchor) = anchor {
            check_named_vector(field, anchor)?;
        }
    }
    Ok(())
}

/// Checks the limits that are given, and that the lower one is not above the upper one.
fn check_limits(limits: Limits, range: Range) -> FieldResult {
    for (field, limit) in [("lower", limits.lower), ("upper", limits.upper)] {
        if let Some(limit) = limit {
            check_named_number(field, limit, range)?;
        }
    }
    match (limits.lower, limits.upper) {
        (Some(lower), Some(upper)) if lower > upper => Err(("lower", Fault::Inverted)),
        _ => Ok(()),
    }
}

/// Checks the constraint of a value that the error names `field`: a fixed value against the first range, limits against
/// the second.
fn check_value(field: &'static str, value: ValueConstraint, [value_range, limit_range]: [Range; 2]) -> FieldResult {
    match value {
        ValueConstraint::Initial => Ok(()),
        ValueConstraint::Fixed(value) => check_named_number(field, value, value_range),
        ValueConstraint::Within(limits) if !limits.any() => Err((field, Fault::NoLimits)),
        ValueConstraint::Within(limits) => check_limits(limits, limit_range),
    }
}

/// Checks that a distance joint whose length is the initial one has an initial length above 0.
fn check_initial_length(joint: &Joint, bodies: &[Body]) -> FieldResult {
    match joint.kind {
        JointKind::Distance { anchors, length: ValueConstraint::Initial } => {
            let a = joint.a.map(|a| &bodies[a as usize]);
            let length = placed_length(anchors, a, &bodies[joint.b as usize]);
            check_number(length, Range::POSITIVE).map_err(|_| ("length", Fault::NoLength))
        }
        JointKind::Distance { .. }
        | JointKind::Point { .. }
        | JointKind::Line { .. }
        | JointKind::Angle { .. }
        | JointKind::Motor { .. }
        | JointKind::Mouse { .. } => Ok(()),
    }
}
