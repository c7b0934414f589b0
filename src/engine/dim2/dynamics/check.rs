//! Validation of all numbers of a world; each error names its field.

use super::super::prelude::*;
use super::error::{Fault, Owner, ProblemError};
use super::ground::{HalfPlane, Solid};
use super::mass::MassProperties;
use super::options::{Options, PositionMode, Solver};
use super::parts::{Anchors, Body, Hold, Joint, JointKind, Limits, Mass, placed_length};
use crate::ask::{Field, LARGEST, Motion, Range, WorldOptions};

/// Largest speeds of a dynamic body, m/s and rad/s.
pub(super) const FASTEST: Real = 1.0e6;

fn number(value: Real, range: Range) -> Result<(), Fault> {
    let number = f64::from(value);
    match range {
        _ if !value.is_finite() => Err(Fault::NotFinite),
        _ if number.abs() > LARGEST => Err(Fault::TooLarge),
        _ if range.holds(number) => Ok(()),
        Range { open: true, .. } => Err(Fault::NotPositive),
        Range { most: 1.0, .. } => Err(Fault::NotInUnit),
        _ => Err(Fault::Negative),
    }
}

fn vector(value: Vec2) -> Result<(), Fault> {
    number(value.x, Range::ANY)?;
    number(value.y, Range::ANY)
}

pub(super) fn gravity(gravity: Vec2) -> Result<(), ProblemError> {
    vector(gravity).map_err(|fault| ProblemError { owner: Owner::World, field: "gravity", fault })
}

pub(super) fn options(options: &Options) -> Result<(), ProblemError> {
    type Row = Field<WorldOptions>;
    let error = |field: &Row, fault| ProblemError { owner: Owner::Options, field: field.about.name, fault };
    let ask = |field: &Row, value| number(value, field.about.range).map_err(|fault| error(field, fault));
    ask(&WorldOptions::TIME_STEP, options.time_step)?;
    if options.substeps == 0 {
        return Err(error(&WorldOptions::SUBSTEPS, Fault::BelowOne));
    }
    if options.h() <= 0.0 || !(1.0 / options.h()).is_finite() {
        return Err(error(&WorldOptions::TIME_STEP, Fault::NoInverse));
    }
    if matches!(options.solver, Solver::Sequential { iterations: 0, .. }) {
        return Err(error(&WorldOptions::ITERATIONS, Fault::BelowOne));
    }
    if let PositionMode::Soft { frequency, damping_ratio } = options.position {
        if options.solver == Solver::Direct {
            return Err(error(&WorldOptions::POSITION, Fault::SoftDirect));
        }
        ask(&WorldOptions::CONTACT_FREQUENCY, frequency)?;
        ask(&WorldOptions::CONTACT_DAMPING_RATIO, damping_ratio)?;
    }
    ask(&WorldOptions::BETA, options.beta)?;
    ask(&WorldOptions::SLOP, options.slop)?;
    ask(&WorldOptions::RESTITUTION_THRESHOLD, options.restitution_threshold)?;
    ask(&WorldOptions::SPECULATIVE, options.speculative)
}

pub(super) fn body(index: u32, body: &Body) -> Result<(), ProblemError> {
    let error = |field, fault| ProblemError::body(index, field, fault);
    let ask = |field, value, range| number(value, range).map_err(|fault| error(field, fault));
    vector(body.position).map_err(|fault| error("position", fault))?;
    ask("angle", body.angle, Range::ANY)?;
    if let Solid::HalfPlane(HalfPlane { normal, offset }) = body.shape {
        vector(normal).and(number(offset, Range::ANY)).map_err(|fault| error("shape", fault))?;
        if !((normal.length_squared() - 1.0).abs() <= 16.0 * EPS) {
            return Err(error("shape", Fault::NotUnit));
        }
        if body.motion != Motion::Static {
            return Err(error("motion", Fault::Endless));
        }
    }
    match body.mass {
        Mass::Density(density) => ask("density", density, Range::POSITIVE)?,
        Mass::Mass(mass) => ask("mass", mass, Range::POSITIVE)?,
    }
    body.inertia.map_or(Ok(()), |inertia| ask("inertia", inertia, Range::POSITIVE))?;
    let linear = [("velocity", body.velocity), ("force", body.force)];
    let angular = [("angular_velocity", body.angular_velocity), ("torque", body.torque)];
    for ((field, value), (turning, turn)) in linear.into_iter().zip(angular) {
        vector(value).map_err(|fault| error(field, fault))?;
        ask(turning, turn, Range::ANY)?;
        if body.motion == Motion::Static && value != Vec2::ZERO {
            return Err(error(field, Fault::OfStatic));
        }
        if body.motion == Motion::Static && turn != 0.0 {
            return Err(error(turning, Fault::OfStatic));
        }
    }
    if body.motion == Motion::Dynamic && !is_slow(body.velocity, 0.0) {
        return Err(error("velocity", Fault::TooFast));
    }
    if body.motion == Motion::Dynamic && !is_slow(Vec2::ZERO, body.angular_velocity) {
        return Err(error("angular_velocity", Fault::TooFast));
    }
    ask("friction", body.friction, Range::SIZE)?;
    ask("restitution", body.restitution, Range::SHARE)
}

/// Whether a body may have these velocities; false for NaN.
pub(super) fn is_slow(velocity: Vec2, angular_velocity: Real) -> bool {
    super::super::numbers::length2(velocity) <= FASTEST && angular_velocity.abs() <= FASTEST
}

pub(super) fn joint(index: u32, joint: &Joint, bodies: &[Body], masses: &[MassProperties]) -> Result<(), ProblemError> {
    let error = |field, fault| ProblemError::joint(index, field, fault);
    let there = |body: u32| (body as usize) < bodies.len();
    if joint.a.is_some_and(|a| !there(a)) {
        return Err(error("a", Fault::NotThere));
    }
    if !there(joint.b) {
        return Err(error("b", Fault::NotThere));
    }
    if joint.a == Some(joint.b) {
        return Err(error("b", Fault::Itself));
    }
    let ends = [joint.a, Some(joint.b)].into_iter().flatten().map(|body| &masses[body as usize]);
    if ends.clone().all(|mass| mass.inverse_mass == 0.0) {
        return Err(error("b", Fault::NoneDynamic));
    }
    let turning = matches!(joint.kind, JointKind::Angle { .. } | JointKind::Motor { .. });
    if turning && ends.clone().all(|mass| mass.inverse_inertia == 0.0) {
        return Err(error("b", Fault::NoneTurns));
    }
    if let Some(soft) = joint.softness {
        if matches!(joint.kind, JointKind::Motor { .. }) {
            return Err(error("frequency", Fault::NoSpring));
        }
        number(soft.frequency, Range::SIZE).map_err(|fault| error("frequency", fault))?;
        number(soft.damping_ratio, Range::SIZE).map_err(|fault| error("damping_ratio", fault))?;
    }
    kind(&joint.kind).map_err(|(field, fault)| error(field, fault))?;
    as_placed(joint, bodies).map_err(|(field, fault)| error(field, fault))
}

type Named = Result<(), (&'static str, Fault)>;

fn kind(kind: &JointKind) -> Named {
    let ask = |field, value, range| number(value, range).map_err(|fault| (field, fault));
    let at = |field, value| vector(value).map_err(|fault| (field, fault));
    match *kind {
        JointKind::Distance { anchors: ends, length } => {
            anchors(ends)?;
            hold("length", length, [Range::POSITIVE, Range::SIZE])
        }
        JointKind::Point { anchors: ends } => anchors(ends),
        JointKind::Line { anchors: ends, axis, limits: range } => {
            anchors(ends)?;
            at("axis", axis)?;
            if axis == Vec2::ZERO {
                return Err(("axis", Fault::NoDirection));
            }
            limits(range, Range::ANY)
        }
        JointKind::Angle { angle } => hold("angle", angle, [Range::ANY; 2]),
        JointKind::Motor { speed, max_torque } => {
            ask("speed", speed, Range::ANY)?;
            ask("max_torque", max_torque, Range::SIZE)
        }
        JointKind::Mouse { anchor_b, target, max_force, ref grasp } => {
            at("anchor_b", anchor_b)?;
            at("target", target)?;
            ask("max_force", max_force, Range::SIZE)?;
            if grasp.from == 0 {
                return Err(("from", Fault::BelowOne));
            }
            grasp.track.iter().flat_map(|track| track.iter()).try_for_each(|target| at("track", *target))
        }
    }
}

fn anchors(anchors: Anchors) -> Named {
    let each = [("anchor_a", anchors.a), ("anchor_b", anchors.b)];
    each.into_iter().try_for_each(|(field, at)| at.map_or(Ok(()), vector).map_err(|fault| (field, fault)))
}

fn limits(limits: Limits, range: Range) -> Named {
    let each = [("lower", limits.lower), ("upper", limits.upper)];
    for (field, value) in each {
        value.map_or(Ok(()), |value| number(value, range)).map_err(|fault| (field, fault))?;
    }
    match (limits.lower, limits.upper) {
        (Some(lower), Some(upper)) if lower > upper => Err(("lower", Fault::Inverted)),
        _ => Ok(()),
    }
}

fn hold(field: &'static str, hold: Hold, [held, limited]: [Range; 2]) -> Named {
    match hold {
        Hold::AsPlaced => Ok(()),
        Hold::At(value) => number(value, held).map_err(|fault| (field, fault)),
        Hold::Within(within) if !within.any() => Err((field, Fault::NoLimits)),
        Hold::Within(within) => limits(within, limited),
    }
}

/// Checks that a length taken from the start is above 0.
fn as_placed(joint: &Joint, bodies: &[Body]) -> Named {
    match joint.kind {
        JointKind::Distance { anchors, length: Hold::AsPlaced } => {
            let a = joint.a.map(|a| &bodies[a as usize]);
            let length = placed_length(anchors, a, &bodies[joint.b as usize]);
            number(length, Range::POSITIVE).map_err(|_| ("length", Fault::NoLength))
        }
        _ => Ok(()),
    }
}
