//! Choices for worlds: the motion types of bodies, and the methods of the contact solver.

use super::{Choice, Named};

/// Motion type of a body in a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Motion {
    /// A body that does not move.
    Static,
    /// A body that moves at its velocity, unaffected by contacts.
    Kinematic,
    /// A body that forces and impulses move.
    #[default]
    Dynamic,
}

impl Choice for Motion {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "dynamic", label: "dynamic", variant: Self::Dynamic },
        Named { name: "kinematic", label: "kinematic", variant: Self::Kinematic },
        Named { name: "static", label: "static", variant: Self::Static },
    ];
}

/// Impulse that the solver clamps to the bounds of a constraint, such as 0 ≤ λ for a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Clamp {
    /// The sum of the impulses of all iterations.
    #[default]
    Accumulated,
    /// The impulse of each iteration alone, to show how that fails.
    Each,
}

impl Choice for Clamp {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "accumulated", label: "accumulated", variant: Self::Accumulated },
        Named { name: "each", label: "each iteration alone", variant: Self::Each },
    ];
}

/// Method that computes the impulses of a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum WorldSolver {
    /// One constraint after the other, iteration by iteration.
    #[default]
    Sequential,
    /// The whole system at once, for small scenes.
    Direct,
}

impl Choice for WorldSolver {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "sequential", label: "sequential impulses", variant: Self::Sequential },
        Named { name: "direct", label: "all at once", variant: Self::Direct },
    ];
}

/// Order in which the contacts of a solve are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SolveOrder {
    /// By their bodies, in the order of the file.
    #[default]
    Source,
    /// By colors: contacts of one color share no moving body, so that four are solved at once.
    Colors,
}

impl Choice for SolveOrder {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "source", label: "by bodies", variant: Self::Source },
        Named { name: "colors", label: "by colors", variant: Self::Colors },
    ];
}

/// Method that corrects overlaps and errors of joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PositionMode {
    /// Baumgarte stabilization: a correcting velocity, which remains part of the bodies' velocities.
    #[default]
    Baumgarte,
    /// Split impulses: a separate correcting velocity, which is discarded after the solve.
    Split,
    /// Soft contacts: stiff damped springs, followed by a pass without them.
    Soft,
    /// No correction: overlaps and joint errors remain.
    None,
}

impl Choice for PositionMode {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "baumgarte", label: "Baumgarte", variant: Self::Baumgarte },
        Named { name: "split", label: "split impulses", variant: Self::Split },
        Named { name: "soft", label: "soft contacts", variant: Self::Soft },
        Named { name: "none", label: "not at all", variant: Self::None },
    ];
}
