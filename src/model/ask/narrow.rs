//! Choices for GJK, EPA and the distance query that combines them: GJK's sub-algorithm and search direction, the
//! treatment of margins, and EPA's horizon.

use super::{Choice, Named};

/// The sub-algorithm that finds the nearest point of a simplex within GJK.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Solver {
    /// Signed volumes, the default.
    #[default]
    SignedVolumes,
    /// Johnson's distance algorithm.
    Johnson,
    /// Voronoi regions by barycentric coordinates.
    Voronoi,
}

impl Choice for Solver {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "signed_volumes", label: "signed volumes", variant: Self::SignedVolumes },
        Named { name: "johnson", label: "Johnson", variant: Self::Johnson },
        Named { name: "voronoi", label: "Voronoi regions", variant: Self::Voronoi },
    ];
}

/// Treatment of margins in a `distance` query. A round body is a core, such as a point or a segment, with a ball around
/// each of its points; a margin is such a ball, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Method {
    /// GJK and EPA run on the cores, without the balls: if only the balls overlap, GJK alone computes the depth. In
    /// space, points, segments, triangles and boxes have formulas instead where they are separate. The default.
    #[default]
    Hybrid,
    /// Same as `Hybrid`, without the formulas: GJK runs on every pair.
    Gjk,
    /// GJK and EPA run on the bodies with their balls: EPA computes the depth of every overlap.
    Epa,
}

impl Choice for Method {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "hybrid", label: "hybrid: margins off", variant: Self::Hybrid },
        Named { name: "gjk", label: "hybrid without formulas", variant: Self::Gjk },
        Named { name: "epa", label: "EPA: margins on", variant: Self::Epa },
    ];
}

/// Direction of GJK's next support point from an edge or face of its simplex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Search {
    /// Along the exact perpendicular, towards the origin: the default.
    #[default]
    Perpendicular,
    /// Along −v, where v is the computed point of the simplex nearest the origin: its rounding error shows how this
    /// fails.
    MinusV,
}

impl Choice for Search {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "perpendicular", label: "perpendicular", variant: Self::Perpendicular },
        Named { name: "minus_v", label: "along −v", variant: Self::MinusV },
    ];
}

/// Method by which EPA finds the horizon of the faces that see a new point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Horizon {
    /// A flood fill over the visible faces, starting at the face nearest the origin. The default.
    #[default]
    Flood,
    /// Sorting the vertices of all visible faces by angle, to show where that fails.
    AngleSorted,
}

impl Choice for Horizon {
    const NAMED: &'static [Named<Self>] = &[
        Named { name: "flood", label: "flood fill", variant: Self::Flood },
        Named { name: "angle_sorted", label: "sorted by angle", variant: Self::AngleSorted },
    ];
}
