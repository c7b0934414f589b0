//! The order in which the axes are tested: face normals of A, face normals of B, pairs of edges, then the additional
//! axes of bodies without volume.

use super::Axis;

/// Position of the next axis to test. `Sat::skip_to_existing` moves a position past the end of its list to the next
/// list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AxisCursor {
    /// Index in A's face axes.
    FacesA(u32),
    /// Index in B's face axes.
    FacesB(u32),
    /// Index of an edge of A, and index of an edge of B.
    Edges(u32, u32),
    /// Body, 0 for A or 1 for B, and index of one of its edges; the axis is [`Axis::Side`].
    Sides(u8, u32),
    /// Body; the axis is [`Axis::Along`].
    Along(u8),
    /// Body; the axis is [`Axis::Across`].
    Across(u8),
    /// No axis is left.
    End,
}

impl AxisCursor {
    /// The axis at this position; `None` at the end, and for pairs of edges, for which the caller searches a row.
    pub(super) fn axis(self) -> Option<Axis> {
        match self {
            Self::FacesA(i) => Some(Axis::FaceA(i)),
            Self::FacesB(i) => Some(Axis::FaceB(i)),
            Self::Sides(body, edge) => Some(Axis::Side { body, edge }),
            Self::Along(body) => Some(Axis::Along { body }),
            Self::Across(body) => Some(Axis::Across { body }),
            Self::Edges(..) | Self::End => None,
        }
    }

    /// The position after this one, which may be past the end of the list. For pairs of edges it is the start of the
    /// next row, the pairs of A's next edge.
    pub(super) fn next(self) -> Self {
        match self {
            Self::FacesA(i) => Self::FacesA(i + 1),
            Self::FacesB(i) => Self::FacesB(i + 1),
            Self::Edges(i, _) => Self::Edges(i + 1, 0),
            Self::Sides(body, edge) => Self::Sides(body, edge + 1),
            Self::Along(body) => Self::Along(body + 1),
            Self::Across(body) => Self::Across(body + 1),
            Self::End => Self::End,
        }
    }
}
