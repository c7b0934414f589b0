//! Why a world was refused: whose field, and what is wrong with it.

use std::fmt;

/// Whose field it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The scene's own: gravity.
    World,
    /// The options of the run.
    Options,
    /// A body, by its place in the file.
    Body(u32),
    /// A joint, by its place in the file.
    Joint(u32),
}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not a number, or infinite.
    NotFinite,
    /// Beyond 1e9.
    TooLarge,
    /// Must be above 0.
    NotPositive,
    /// Must not be below 0.
    Negative,
    /// Must be from 0 to 1.
    NotInUnit,
    /// Must be at least 1.
    BelowOne,
    /// Beyond 1e6 m/s or rad/s at the start.
    TooFast,
    /// A static body has none.
    OfStatic,
    /// `lower` is above `upper`.
    Inverted,
    /// No side of the limits is given.
    NoLimits,
    /// The two points are one, so there is no length as placed.
    NoLength,
    /// A direction of length 0.
    NoDirection,
    /// A half-plane has no end, and so no mass.
    Endless,
    /// The normal of a half-plane does not have length 1.
    NotUnit,
    /// The shape has no area to be filled.
    NoArea,
    /// So small or large that it has no inverse in this precision.
    NoInverse,
    /// No such body.
    NotThere,
    /// Both ends are one body.
    Itself,
    /// Neither body can be moved.
    NoneDynamic,
    /// Neither body can be turned.
    NoneTurns,
    /// A motor is no spring.
    NoSpring,
    /// `soft` contacts are not for the direct solver.
    SoftDirect,
}

/// A world that cannot be run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProblemError {
    /// Whose field.
    pub owner: Owner,
    /// As scenes write it.
    pub field: &'static str,
    /// What is wrong.
    pub fault: Fault,
}

impl ProblemError {
    pub(super) fn body(index: u32, field: &'static str, fault: Fault) -> Self {
        Self { owner: Owner::Body(index), field, fault }
    }

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
            Self::NotInUnit => "must be from 0 to 1",
            Self::BelowOne => "must be at least 1",
            Self::TooFast => "must not be faster than 1e6 m/s or rad/s",
            Self::OfStatic => "must not be given to a static body",
            Self::Inverted => "must be at most `upper`",
            Self::NoLimits => "must have a lower or an upper limit",
            Self::NoLength => "must be above 0, and the two points are one as placed",
            Self::NoDirection => "must not have length 0",
            Self::Endless => "must be `static`: a half-space has no end, and so no mass",
            Self::NotUnit => "must have length 1",
            Self::NoArea => "needs a shape with an area",
            Self::NoInverse => "is too small or too large for this precision",
            Self::NotThere => "must be a body of the scene",
            Self::Itself => "must not be the same body as `a`",
            Self::NoneDynamic => "needs a dynamic body at one of its ends",
            Self::NoneTurns => "needs a body that can turn at one of its ends",
            Self::NoSpring => "does nothing to a motor",
            Self::SoftDirect => "`soft` needs the sequential solver",
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
