//! Errors of the validation of a world: the owner of the invalid field, the field, and its fault.

use std::fmt;

/// Owner of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The world itself, whose only field is its gravity.
    World,
    /// The options of the run.
    Options,
    /// A body, by its index in the problem.
    Body(u32),
    /// A joint, by its index in the problem.
    Joint(u32),
}

/// Fault of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The value is NaN or infinite.
    NotFinite,
    /// The value exceeds 1e9 in magnitude.
    TooLarge,
    /// The value must be above 0.
    NotPositive,
    /// The value must not be below 0.
    Negative,
    /// The value must be from 0 to 1.
    NotFromZeroToOne,
    /// The value must be at least 1.
    BelowOne,
    /// The initial speed exceeds 1e6 m/s or rad/s.
    TooFast,
    /// The value must be 0 for a static body.
    GivenToStatic,
    /// `lower` is above `upper`.
    Inverted,
    /// The limits have neither `lower` nor `upper`.
    NoLimits,
    /// The two points coincide, so there is no initial length.
    NoLength,
    /// The direction has length 0.
    NoDirection,
    /// A half-plane must be static, since its mass is infinite.
    UnboundedNotStatic,
    /// The normal of a half-plane does not have length 1.
    NotUnit,
    /// The shape has no area, so a density gives no mass.
    NoArea,
    /// The value or its inverse is too small or too large for this precision.
    NoInverse,
    /// The body does not exist.
    NoSuchBody,
    /// Both ends are the same body.
    SameBody,
    /// Neither body is dynamic.
    NoDynamicBody,
    /// Neither body can rotate, so the joint has no effect.
    NoRotatingBody,
    /// Motors cannot be springs.
    NoSpring,
    /// The direct solver does not support `soft` contacts.
    SoftDirect,
}

/// Error of a world that cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemError {
    /// Owner of the field.
    pub owner: Owner,
    /// Name of the field in scene files.
    pub field: &'static str,
    /// Fault of the field.
    pub fault: Fault,
}

impl ProblemError {
    /// Creates the error of a body's field.
    pub(super) fn body(index: u32, field: &'static str, fault: Fault) -> Self {
        Self { owner: Owner::Body(index), field, fault }
    }

    /// Creates the error of a joint's field.
    pub(super) fn joint(index: u32, field: &'static str, fault: Fault) -> Self {
        Self { owner: Owner::Joint(index), field, fault }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "must be finite",
            Self::TooLarge => "must not be beyond 1e9",
            Self::NotPositive => "must be above 0",
            Self::Negative => "must not be below 0",
            Self::NotFromZeroToOne => "must be from 0 to 1",
            Self::BelowOne => "must be at least 1",
            Self::TooFast => "must not exceed 1e6 (m/s or rad/s)",
            Self::GivenToStatic => "must be 0 for a static body",
            Self::Inverted => "must be at most `upper`",
            Self::NoLimits => "must have a lower or an upper limit",
            Self::NoLength => "must be above 0, but the two anchors coincide at the start",
            Self::NoDirection => "must not have length 0",
            Self::UnboundedNotStatic => "must be `static`: a half-space is unbounded, so its mass is infinite",
            Self::NotUnit => "must have length 1",
            Self::NoArea => "needs a shape with an area",
            Self::NoInverse => "is too small or too large for this precision",
            Self::NoSuchBody => "must be a body of the scene",
            Self::SameBody => "must not be the same body as `a`",
            Self::NoDynamicBody => "needs a dynamic body at one of its ends",
            Self::NoRotatingBody => "needs a body that can rotate at one of its ends",
            Self::NoSpring => "has no effect on a motor",
            Self::SoftDirect => "must not be `soft` with the direct solver",
        })
    }
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner {
            Owner::World => {}
            Owner::Options => f.write_str("options: ")?,
            Owner::Body(index) => write!(f, "body {index}: ")?,
            Owner::Joint(index) => write!(f, "joint {index}: ")?,
        }
        write!(f, "`{}` {}", self.field, self.fault)
    }
}

impl std::error::Error for ProblemError {}
