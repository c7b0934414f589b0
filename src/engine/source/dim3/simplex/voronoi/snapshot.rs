//! Snapshot of the search among Voronoi regions as plain data in `f64`.

use super::Voronoi;
use crate::dim3::simplex::snapshot::{proof, table, tested_face};
use contact_lens_model::snapshot::{Snapshots, ToF64, simplex};

impl Snapshots for Voronoi {
    type Snapshot = simplex::Search;

    fn snapshot(&self) -> simplex::Search {
        let weights = table(self.all, |face, i| self.coordinate(face, i).to_f64());
        let input_points = self.points.map(|point| point / self.scale);
        simplex::Search {
            tested_faces: self.tested_faces().iter().map(|face| tested_face(face, self.all)).collect(),
            waiting: Vec::new(),
            filled_size: self.measured_size,
            barycentric: weights,
            sign_tests: weights,
            divisors: self.divisors.map(ToF64::to_f64),
            scale: self.scale.to_f64(),
            proof: self.outcome.and_then(|end| proof(&input_points, self.all, &end.nearest())),
        }
    }
}
