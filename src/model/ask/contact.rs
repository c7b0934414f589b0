//! Choices for separating axes, casts, contacts and culling.

use super::{Choice, Named};

/// Method that computes the time of first contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum CastMethod {
    /// Separating axes over time. In 3D for polytopes, boxes, triangles and segments, in 2D for polygons, rectangles,
    /// triangles and segments, all without margins.
    Sat,
    /// A GJK ray cast.
    #[default]
    Raycast,
    /// Conservative advancement, for moving and rotating bodies.
    Advance,
    /// Bilateral advancement: the normal of a distance query moves with the bodies until the gap along it closes.
    Bilateral,
}

impl CastMethod {
    /// Returns whether the method supports rotating bodies.
    pub fn supports_rotation(self) -> bool {
        matches!(self, Self::Advance | Self::Bilateral)
    }
}

impl Choice for CastMethod {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "raycast", label: "GJK ray cast", variant: Self::Raycast },
        Named { name: "sat", label: "separating axes", variant: Self::Sat },
        Named { name: "advance", label: "conservative advancement", variant: Self::Advance },
        Named { name: "bilateral", label: "bilateral advancement", variant: Self::Bilateral },
    ];
}

/// Feature that defines the contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ContactReference {
    /// The feature of least depth, with a small bias towards faces (in 2D sides) and towards the reference of the
    /// previous frame. The default.
    #[default]
    Auto,
    /// The face of A with the least depth, in 2D its side with the least depth.
    FaceA,
    /// The face of B with the least depth, in 2D its side with the least depth.
    FaceB,
    /// The pair of edges with the least depth.
    EdgePair,
}

impl Choice for ContactReference {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "auto", label: "least depth", variant: Self::Auto },
        Named { name: "face_a", label: "face of A", variant: Self::FaceA },
        Named { name: "face_b", label: "face of B", variant: Self::FaceB },
        Named { name: "edge_pair", label: "pair of edges", variant: Self::EdgePair },
    ];
}

impl ContactReference {
    /// Returns the reference with A and B exchanged.
    pub fn swapped(self) -> Self {
        match self {
            Self::FaceA => Self::FaceB,
            Self::FaceB => Self::FaceA,
            other => other,
        }
    }
}

/// Condition that ends a test of separating axes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// All axes have been tested: the answer is the axis with the largest gap.
    #[default]
    All,
    /// An axis with a gap was found.
    First,
}

impl Choice for Stop {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "all", label: "after all axes", variant: Self::All },
        Named { name: "first", label: "at the first gap", variant: Self::First },
    ];
}

/// Pairs of an edge of A and an edge of B that give axes to test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum EdgePairs {
    /// Pairs whose arcs on the Gauss sphere cross, found by testing every pair: only these make faces of A − B. For
    /// very many pairs the same as `bounded`.
    Crossing,
    /// Pairs whose arcs cross, found by walking the arcs of A's edges over the regions of B's vertices; bodies without
    /// volume and boxes test every pair.
    #[default]
    Walk,
    /// Pairs whose arcs cross and that may have a larger gap than the best axis; a bound skips the others.
    Bounded,
    /// All pairs that are not parallel.
    All,
}

impl Choice for EdgePairs {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "walk", label: "found by a walk", variant: Self::Walk },
        Named { name: "crossing", label: "whose arcs cross", variant: Self::Crossing },
        Named { name: "bounded", label: "that may be better", variant: Self::Bounded },
        Named { name: "all", label: "all", variant: Self::All },
    ];
}

/// Convention of vectors for the matrix `M` that maps a point `x` (homogeneous: x, y, z, 1) to clip space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum MatrixLayout {
    /// Row vectors, clip = x · M, as in the documentation of Direct3D.
    RowVectors,
    /// Column vectors, clip = M · x, as in the documentation of OpenGL.
    #[default]
    ColumnVectors,
}

impl Choice for MatrixLayout {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "column_vectors", label: "columns: M · x", variant: Self::ColumnVectors },
        Named { name: "row_vectors", label: "rows: x · M", variant: Self::RowVectors },
    ];
}

/// Range of the visible depths `z` in clip space, relative to the fourth coordinate `w`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum DepthRange {
    /// 0 ≤ z ≤ w: Direct3D, Vulkan, Metal.
    #[default]
    ZeroToOne,
    /// −w ≤ z ≤ w: OpenGL.
    MinusOneToOne,
}

impl Choice for DepthRange {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "zero_to_one", label: "0 to 1", variant: Self::ZeroToOne },
        Named { name: "minus_one_to_one", label: "−1 to 1", variant: Self::MinusOneToOne },
    ];
}
