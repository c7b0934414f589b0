//! A trial: one normal that is looked at for a shallower plane.

use super::super::epa::Epa;
use super::super::prelude::*;
use super::super::support::{Cso, Disc, Feature, Support};
use crate::snapshot::distance::Purpose;

/// A normal that is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Why.
    pub purpose: Purpose,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// The face of the polytope whose corners' features Newton's method begins with.
    pub face: Option<u32>,
    /// The upper bound before.
    pub before: Real,
    /// The flat discs of A and of B that look along the normal, as their own frames have them.
    pub discs: [Option<Disc>; 2],
}

/// A place over the rim of a disc, from which Newton's method starts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverRim {
    /// The disc's normal, tilted over the rim. From A to B.
    pub normal: Vec3,
    /// Of A and of B, where the disc's plane is held.
    pub features: [Feature; 2],
}

impl Trial {
    /// A look along `normal`.
    pub(super) fn new<A: Support, B: Support>(
        purpose: Purpose,
        epa: &Epa<A, B>,
        normal: Vec3,
        face: Option<u32>,
    ) -> Self {
        let Cso { a, b, rotation, .. } = &epa.cso;
        let of_b = rotation.transpose() * -normal;
        let discs = [
            a.local_geometry().and_then(|core| core.disc(normal)),
            b.local_geometry().and_then(|core| core.disc(of_b)),
        ];
        Self { purpose, normal, face, before: epa.upper, discs }
    }
}
