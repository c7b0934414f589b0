//! The order in which the axes are tested: faces of A, faces of B, pairs of edges, then the additional axes of bodies
//! without volume.

use super::Axis;

/// Position of the next axis to test: its list, and the index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AxisCursor {
    /// Face axis of A with this index.
    FacesA(u32),
    /// Face axis of B with this index.
    FacesB(u32),
    /// An edge of A, and one of B.
    Edges(u32, u32),
    /// A body, 0 for A or 1 for B, and one of its edges.
    Sides(u8, u32),
    /// A body that may be a segment, whose direction is the axis.
    Along(u8),
    /// A body that may be a segment or a point; the axis is perpendicular to it.
    Across(u8),
    /// No axis is left.
    End,
}

impl AxisCursor {
    /// The axis at this position; `None` for pairs of edges, which are enumerated row by row.
    pub(super) fn axis(self) -> Option<Axis> {
        Some(match self {
            Self::FacesA(i) => Axis::FaceA(i),
            Self::FacesB(i) => Axis::FaceB(i),
            Self::Sides(body, edge) => Axis::Side { body, edge },
            Self::Along(body) => Axis::Along { body },
            Self::Across(body) => Axis::Across { body },
            Self::Edges(..) | Self::End => return None,
        })
    }

    /// The position after this one, for pairs of edges the start of the next row; it may be past the end of the list.
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
