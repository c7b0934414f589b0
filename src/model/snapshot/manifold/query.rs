//! Progress of the distance query of the cores that a contact query may run, as plain data. The phases of the distance
//! solvers in space and in the plane are summarized as [`QueryStep`].

use crate::snapshot::{distance, plane};

/// Purpose of the distance query of the cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DistancePurpose {
    /// The gap that decides which feature makes the contact.
    Reference,
    /// The deepest point, which clipping may have removed from a face.
    Deepest,
    /// The closest points, where no face makes the contact.
    Points,
}

/// Work of a step of the distance query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryStep {
    /// Formula for the closest points.
    ClosedForm,
    /// An iteration of GJK.
    Gjk,
    /// Newton's method or the normal of a flat disc, for the closest points of curved cores.
    Newton,
    /// Start of the depth search, since the cores overlap.
    Overlap,
    /// An attempt to find or prove the depth by a single direction.
    Proof,
    /// A step of EPA: an expansion, or the insertion of known points.
    Epa,
    /// Choice of the ending.
    Conclusion,
}

/// Progress of the distance query of the cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// Work of the first step.
    pub first: QueryStep,
    /// Work of the next step; `Conclusion` after the end.
    pub next: QueryStep,
    /// Proven lower and upper bound of the signed distance of the bodies, meters. `None` if nothing is proven yet.
    pub bracket: [Option<f64>; 2],
}

impl From<distance::Phase> for QueryStep {
    fn from(phase: distance::Phase) -> Self {
        match phase {
            distance::Phase::ClosedForm => Self::ClosedForm,
            distance::Phase::Gjk => Self::Gjk,
            distance::Phase::Newton | distance::Phase::OverDisc | distance::Phase::Kink => Self::Newton,
            distance::Phase::Overlap => Self::Overlap,
            distance::Phase::Expand | distance::Phase::Join => Self::Epa,
            distance::Phase::Conclusion => Self::Conclusion,
            distance::Phase::Facet
            | distance::Phase::Guess
            | distance::Phase::Disc { .. }
            | distance::Phase::Rim { .. }
            | distance::Phase::Refine
            | distance::Phase::Balls
            | distance::Phase::Mirror
            | distance::Phase::Minimum => Self::Proof,
        }
    }
}

impl From<plane::distance::Phase> for QueryStep {
    fn from(phase: plane::distance::Phase) -> Self {
        match phase {
            plane::distance::Phase::Gjk => Self::Gjk,
            plane::distance::Phase::Overlap => Self::Overlap,
            plane::distance::Phase::Expand => Self::Epa,
            plane::distance::Phase::Conclusion => Self::Conclusion,
        }
    }
}
