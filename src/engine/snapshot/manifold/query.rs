//! The distance query of the cores that a search for points asks, as plain data.

use crate::snapshot::{distance, plane};

/// What the distance query of the cores is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// What may make the contact: the gap decides it.
    Reference,
    /// The deepest point, which clipping may have left out of a face.
    Deepest,
    /// The closest points, where no face makes the contact.
    Points,
}

/// What a step of the distance query did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryStep {
    /// An iteration of GJK.
    Gjk,
    /// Newton's method, or a disc's own normal, for the closest points of curved cores.
    Newton,
    /// The cores overlap: their depth is looked for.
    Overlap,
    /// One try to find and prove the depth without a polytope, or beside it.
    Proof,
    /// An expansion of EPA.
    Epa,
    /// The answer.
    Conclusion,
}

/// The distance query of the cores on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Query {
    /// What its next step does; after its end the conclusion.
    pub next: QueryStep,
    /// Proven: the signed distance of the bodies is not below the first and not above the second. `None` where nothing is
    /// proven yet.
    pub bracket: [Option<f64>; 2],
}

impl From<distance::Phase> for QueryStep {
    fn from(phase: distance::Phase) -> Self {
        match phase {
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
