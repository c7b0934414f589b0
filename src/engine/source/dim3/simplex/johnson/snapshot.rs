//! Snapshot of the state of Johnson's algorithm as plain data in `f64`.

use super::Johnson;
use crate::dim3::simplex::snapshot::{proof, table, tested_face};
use crate::dim3::simplex::subset::{Subset, size};
use contact_lens_model::snapshot::{Snapshots, ToF64, simplex};

impl Johnson {
    /// `Δ_{M,i}` in the input's unit.
    fn unscaled(&self, subset: Subset, i: usize) -> f64 {
        self.delta[subset as usize][i].to_f64() / self.scale.to_f64().powi(2 * size(subset) as i32 - 2)
    }

    /// Barycentric weight of vertex `i` in a subset; 0 for a degenerate one.
    fn weight(&self, subset: Subset, i: usize) -> f64 {
        let sum = self.sum[subset as usize];
        if sum > 0.0 { (self.delta[subset as usize][i] / sum).to_f64() } else { 0.0 }
    }
}

impl Snapshots for Johnson {
    type Snapshot = simplex::Search;

    fn snapshot(&self) -> simplex::Search {
        simplex::Search {
            tested_faces: self.tested_faces().iter().map(|face| tested_face(face, self.all)).collect(),
            waiting: Vec::new(),
            filled_size: self.filled_size,
            barycentric: table(self.all, |subset, i| self.weight(subset, i)),
            sign_tests: table(self.all, |subset, i| self.unscaled(subset, i)),
            divisors: self.sum.map(ToF64::to_f64),
            scale: self.scale.to_f64(),
            proof: self.outcome.and_then(|end| proof(&self.products.points, self.all, &end.nearest())),
        }
    }
}
