//! A trial of the depth search: one normal that is tested for a plane shallower than the best one.

use crate::dim3::epa::Epa;
use crate::dim3::prelude::*;
use crate::dim3::support::{Cso, Disc, Feature, Support};
use contact_lens_model::snapshot::distance::Purpose;

/// A normal under test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// Reason for the test.
    pub purpose: Purpose,
    /// Unit vector from A to B.
    pub normal: Vec3,
    /// Polytope face whose vertices' features are Newton's initial branches; `None` if the normal is not a face's.
    pub face: Option<u32>,
    /// Upper bound of the depth before the trial, meters.
    pub upper_before: Real,
    /// Flat discs of A and of B that face along the normal, each in its body's frame; `None` for a body without one.
    pub discs: [Option<Disc>; 2],
}

/// A start for Newton's method over the rim of a disc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OverRim {
    /// Unit normal of the disc, tilted over the rim, directed from A to B.
    pub normal: Vec3,
    /// Features of A and of B that touch the disc's plane.
    pub features: [Feature; 2],
}

impl Trial {
    /// Creates a trial of `normal`.
    pub(super) fn new<A: Support, B: Support>(
        purpose: Purpose,
        epa: &Epa<A, B>,
        normal: Vec3,
        face: Option<u32>,
    ) -> Self {
        let Cso { a, b, rotation, .. } = &epa.cso;
        let normal_in_b = rotation.transpose() * -normal;
        let discs = [
            a.local_geometry().and_then(|core| core.disc(normal)),
            b.local_geometry().and_then(|core| core.disc(normal_in_b)),
        ];
        Self { purpose, normal, face, upper_before: epa.upper, discs }
    }
}
