//! Snapshot of the state as plain data.

use super::super::snapshot::{proof, table, tested_face};
use super::Voronoi;
use crate::snapshot::{Snapshots, ToF64, simplex};

impl Snapshots for Voronoi {
    type Snapshot = simplex::Search;

    fn snapshot(&self) -> simplex::Search {
        let weights = table(self.all, |face, i| self.coordinate(face, i).to_f64());
        let given = self.points.map(|point| point / self.scale);
        simplex::Search {
            weighed: self.tested_faces().iter().map(|face| tested_face(face, self.all)).collect(),
            waiting: Vec::new(),
            measured: self.measured,
            shares: weights,
            tested: weights,
            whole: self.divisors.map(ToF64::to_f64),
            scale: self.scale.to_f64(),
            proof: self.outcome.and_then(|end| proof(&given, self.all, &end.nearest())),
        }
    }
}
