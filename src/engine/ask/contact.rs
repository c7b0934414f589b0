//! Choices of separating axes, casts, contacts and culling.

use super::{Choice, Named};

/// How the moment of first contact is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum CastMethod {
    /// Separating axes over time: for polytopes, boxes, triangles and segments, in the plane for polygons, rectangles, triangles
    /// and segments; without margins.
    Sat,
    /// A GJK ray cast.
    #[default]
    Raycast,
    /// Conservative advancement.
    Advance,
    /// Bilateral advancement: the normal of a distance query is carried along until the gap along it closes.
    Bilateral,
}

impl CastMethod {
    /// Whether it lets bodies turn.
    pub fn turns(self) -> bool {
        matches!(self, Self::Advance | Self::Bilateral)
    }
}

impl Choice for CastMethod {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "raycast", label: "GJK ray cast", choice: Self::Raycast },
        Named { name: "sat", label: "separating axes", choice: Self::Sat },
        Named { name: "advance", label: "conservative advancement", choice: Self::Advance },
        Named { name: "bilateral", label: "bilateral advancement", choice: Self::Bilateral },
    ];
}

/// What makes a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum ContactReference {
    /// The least depth decides, within the bias: the default.
    #[default]
    Auto,
    /// The best face of A, in the plane its best side.
    FaceA,
    /// The best face of B, in the plane its best side.
    FaceB,
    /// The best pair of edges.
    EdgePair,
}

impl Choice for ContactReference {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "auto", label: "least depth", choice: Self::Auto },
        Named { name: "face_a", label: "face of A", choice: Self::FaceA },
        Named { name: "face_b", label: "face of B", choice: Self::FaceB },
        Named { name: "edge_pair", label: "pair of edges", choice: Self::EdgePair },
    ];
}

impl ContactReference {
    /// The same with A and B exchanged.
    pub fn swapped(self) -> Self {
        match self {
            Self::FaceA => Self::FaceB,
            Self::FaceB => Self::FaceA,
            other => other,
        }
    }
}

/// When a test of lines ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Stop {
    /// When all have been tried: the answer is the line with the largest gap.
    #[default]
    All,
    /// At the first that has a gap.
    First,
}

impl Choice for Stop {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "all", label: "after all lines", choice: Self::All },
        Named { name: "first", label: "at the first gap", choice: Self::First },
    ];
}

/// Which pairs of an edge of A and an edge of B are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum EdgePairs {
    /// Those whose arcs on the Gauss sphere cross, each asked: no other makes a face of A − B. Of very many pairs as `bounded`.
    Crossing,
    /// The same, found by walking the arcs of A's edges over the regions of B's vertices; of bodies without volume and of boxes
    /// asked.
    #[default]
    Walk,
    /// Of these the ones that may have a larger gap than the line taken so far; a bound leaves out the others.
    Bounded,
    /// All that are not parallel.
    All,
}

impl Choice for EdgePairs {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "crossing", label: "whose arcs cross", choice: Self::Crossing },
        Named { name: "walk", label: "found by a walk", choice: Self::Walk },
        Named { name: "bounded", label: "that may be better", choice: Self::Bounded },
        Named { name: "all", label: "all", choice: Self::All },
    ];
}

/// On which side of the matrix points stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum MatrixLayout {
    /// clip = x · M: Direct3D's documents.
    RowVectors,
    /// clip = M · x: OpenGL's.
    #[default]
    ColumnVectors,
}

impl Choice for MatrixLayout {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "row_vectors", label: "rows: x · M", choice: Self::RowVectors },
        Named { name: "column_vectors", label: "columns: M · x", choice: Self::ColumnVectors },
    ];
}

/// The depths that are seen, in clip space.
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
        Named { name: "zero_to_one", label: "0 to 1", choice: Self::ZeroToOne },
        Named { name: "minus_one_to_one", label: "−1 to 1", choice: Self::MinusOneToOne },
    ];
}
