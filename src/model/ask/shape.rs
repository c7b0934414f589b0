//! Choice of the axis of a shape.

use super::{Choice, Named};

/// The axis of a cylinder, cone or capsule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Axis {
    /// The shape's own x axis.
    X,
    /// The shape's own y axis, the default.
    #[default]
    Y,
    /// The shape's own z axis.
    Z,
}

impl Choice for Axis {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "x", label: "x", variant: Self::X },
        Named { name: "y", label: "y", variant: Self::Y },
        Named { name: "z", label: "z", variant: Self::Z },
    ];
}
