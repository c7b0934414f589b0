//! Choices of worlds.

use super::{Choice, Named};

/// How a body of a world moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Motion {
    /// Not at all.
    Static,
    /// At its velocity, whatever it meets.
    Kinematic,
    /// As forces and impulses want.
    #[default]
    Dynamic,
}

impl Choice for Motion {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "dynamic", label: "dynamic", choice: Self::Dynamic },
        Named { name: "kinematic", label: "kinematic", choice: Self::Kinematic },
        Named { name: "static", label: "static", choice: Self::Static },
    ];
}

/// What is kept within the bounds of a constraint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Clamp {
    /// What all iterations have added up to.
    #[default]
    Accumulated,
    /// What each iteration adds, alone: to see how it fails.
    Each,
}

impl Choice for Clamp {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "accumulated", label: "accumulated", choice: Self::Accumulated },
        Named { name: "each", label: "each iteration alone", choice: Self::Each },
    ];
}

/// How the impulses of a solve are found.
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
        Named { name: "sequential", label: "sequential impulses", choice: Self::Sequential },
        Named { name: "direct", label: "all at once", choice: Self::Direct },
    ];
}

/// In which order the contacts of a solve are solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum SolveOrder {
    /// By their bodies, in the file's order.
    #[default]
    Source,
    /// By colors: contacts of one color share no moving body, so that four are solved at once.
    Colors,
}

impl Choice for SolveOrder {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "source", label: "by bodies", choice: Self::Source },
        Named { name: "colors", label: "by colors", choice: Self::Colors },
    ];
}

/// How overlaps and errors of joints are taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum PositionMode {
    /// By a velocity that stays in the bodies: Baumgarte's.
    #[default]
    Baumgarte,
    /// By a velocity of its own that is thrown away.
    Split,
    /// By contacts that are stiff damped springs, and a pass without them afterwards.
    Soft,
    /// Not at all.
    None,
}

impl Choice for PositionMode {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "baumgarte", label: "Baumgarte", choice: Self::Baumgarte },
        Named { name: "split", label: "split impulses", choice: Self::Split },
        Named { name: "soft", label: "soft contacts", choice: Self::Soft },
        Named { name: "none", label: "not at all", choice: Self::None },
    ];
}
