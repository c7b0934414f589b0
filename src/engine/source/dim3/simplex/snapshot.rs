//! Conversions to plain data that the snapshots of the three sub-algorithms share.

use super::subset::{Nearest, Subset, TestedFace, compare_behind, members};
use crate::dim3::prelude::*;
use contact_lens_model::snapshot::{ToF64, simplex};

impl ToF64 for Nearest {
    type F64 = simplex::Nearest;
    fn to_f64(self) -> simplex::Nearest {
        simplex::Nearest { subset: self.subset, weights: self.weights.map(ToF64::to_f64), v: self.v.to_f64() }
    }
}

/// A face of the simplex `all` that [`super::subset::test_face`] tested, as plain data.
pub(super) fn tested_face(face: &TestedFace, all: Subset) -> simplex::TestedFace {
    let mut passed = 0;
    for i in members(all) {
        let is_in_face = face.subset >> i & 1 == 1;
        let has_passed = if is_in_face { face.tests[i] > 0.0 } else { face.tests[i] <= 0.0 };
        passed |= u8::from(has_passed) << i;
    }
    simplex::TestedFace { subset: face.subset, passed, holds: face.holds }
}

/// Table of the numbers that `number` returns for each vertex of each face of the simplex `all`, by face and slot; 0
/// elsewhere.
pub(super) fn table(all: Subset, number: impl Fn(Subset, usize) -> f64) -> [[f64; 4]; 16] {
    let mut table = [[0.0; 4]; 16];
    for face in (1..16).filter(|face| face & !all == 0) {
        for i in members(face) {
            table[usize::from(face)][i] = number(face, i);
        }
    }
    table
}

/// The test of [`super::subset::is_proven`] for the vertex that is closest to failing it, divided by `|v|`; `points`
/// are in the input's unit. `None` if `v` is 0.
pub(super) fn proof(points: &[Vec3; 4], all: Subset, found: &Nearest) -> Option<Comparison<f64>> {
    let length = found.v.length();
    if !(length > 0.0) {
        return None;
    }
    let tests = members(all).map(|i| compare_behind(points[i], found));
    let closest_to_failing = tests.min_by(|a, b| (a.left - a.right).total_cmp(&(b.left - b.right)));
    closest_to_failing.map(|test| test.map(|x| x.to_f64() / length.to_f64()))
}
