//! Snapshot of the stepped signed volumes method as plain data in `f64`.

use super::{Outcome, Signed};
use crate::dim3::simplex::explain::compare_signs;
use crate::dim3::simplex::prelude::*;
use crate::dim3::simplex::snapshot::{proof, table};
use crate::dim3::simplex::subset::{Subset, TestedFace, members};
use contact_lens_model::snapshot::{Snapshots, ToF64, simplex};

impl From<Outcome> for simplex::Outcome {
    fn from(Outcome::Nearest(nearest): Outcome) -> Self {
        Self::Passed(nearest.to_f64())
    }
}

impl Signed {
    /// The tested faces, in order.
    fn tested_faces(&self) -> &[TestedFace] {
        &self.tested[..self.next]
    }

    /// Barycentric weight of vertex `i` in a tested face; 0 for an untested or degenerate one.
    fn weight(&self, face: Subset, i: usize) -> Real {
        let Some(tested) = self.tested_faces().iter().find(|tested| tested.subset == face) else { return 0.0 };
        let sum: Real = members(face).map(|i| tested.tests[i]).sum();
        if sum > 0.0 { tested.tests[i] / sum } else { 0.0 }
    }

    /// Vertices of a face whose opposite faces are searched: their parts have the other sign, or none that is certain.
    fn searched(&self, face: Subset) -> Subset {
        compare_signs(&self.points, face).searched
    }

    /// A tested face as plain data.
    fn to_plain(&self, face: &TestedFace) -> simplex::TestedFace {
        let passed = face.subset & !self.searched(face.subset);
        simplex::TestedFace { subset: face.subset, passed, holds: face.holds }
    }

    /// Number whose sign decided the test of vertex `i` in a face: its barycentric weight, or 0 if the test failed with
    /// a positive weight. For a vertex that passed in a face without weights, its part of the face's size.
    fn sign_test(&self, face: Subset, i: usize) -> f64 {
        let weight = self.weight(face, i).to_f64();
        match self.tested_faces().iter().find(|tested| tested.subset == face) {
            Some(_) if self.searched(face) >> i & 1 == 1 => weight.min(0.0),
            Some(tested) if weight <= 0.0 => tested.tests[i].to_f64(),
            _ => weight,
        }
    }
}

impl Snapshots for Signed {
    type Snapshot = simplex::Search;

    fn snapshot(&self) -> simplex::Search {
        let input_points = self.points.map(|point| point / self.scale);
        simplex::Search {
            tested_faces: self.tested_faces().iter().map(|face| self.to_plain(face)).collect(),
            waiting: self.queue[self.next..self.len].to_vec(),
            // No row is filled in before its face is tested.
            filled_size: 4,
            barycentric: table(self.all, |face, i| self.weight(face, i).to_f64()),
            sign_tests: table(self.all, |face, i| self.sign_test(face, i)),
            divisors: self.sizes.map(ToF64::to_f64),
            scale: self.scale.to_f64(),
            proof: self.outcome.and_then(|Outcome::Nearest(nearest)| proof(&input_points, self.all, &nearest)),
        }
    }
}
