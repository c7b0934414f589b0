//! Queries of batch files for the point of a simplex (one to four points) nearest to a query point.

use std::hint::black_box;

use contact_lens_lesson::ToF64;
use glam::DVec3;

use super::engine::dim3::queries;
use super::engine::dim3::simplex::subset::{self, Subset};
use super::engine::dim3::simplex::{self, Solver};
use super::engine::prelude::*;
use crate::{Nearest, Prepared, QueryError, Question};

/// A simplex relative to the query point, in a unit in which its farthest vertex is about 1 away.
struct RelativeSimplex {
    solver: Solver,
    /// Vertices relative to the query point, in the unit; unused slots are 0.
    points: [Vec3; 4],
    /// Set of the slots that hold a vertex of the simplex.
    filled: Subset,
    /// Length of the unit, meters: a power of two.
    unit: f64,
    /// The query point, world frame, meters.
    query: DVec3,
}

/// Opens a query for one to four points. The query point is subtracted in `f64`, so that no digits are lost far from
/// the origin.
///
/// # Errors
/// A point is so far from the query point that their distance overflows in `f64`, or all points are so near that it
/// underflows.
pub fn open_nearest(
    solver: Solver,
    points: &[[f64; 3]],
    query: [f64; 3],
) -> Result<Box<dyn Question<Answer = Nearest>>, QueryError> {
    let query = DVec3::from(query);
    let relative: Vec<DVec3> = points.iter().map(|p| DVec3::from(*p) - query).collect();
    let largest = relative.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let unit = if largest > 0.0 { largest.log2().floor().exp2() } else { 1.0 };
    if !(unit > 0.0 && unit.is_finite()) {
        return Err(QueryError::new(
            "points",
            "are too far from `query`, or too close to it, for their distance to be computed",
        ));
    }
    let scaled = relative.iter().map(|point| *point / unit);
    let narrow: Vec<Vec3> = scaled.map(|point| Vec3::from(point.to_array().map(|x| x as Real))).collect();
    let (points, filled) = subset::slots(&narrow);
    Ok(Box::new(RelativeSimplex { solver, points, filled, unit, query }))
}

impl RelativeSimplex {
    /// Nearest point relative to the query point, in the unit.
    fn solve(&self) -> simplex::Nearest {
        queries::nearest(self.solver, &self.points, self.filled)
    }
}

impl Question for RelativeSimplex {
    type Answer = Nearest;

    fn answer(&self) -> Nearest {
        let nearest = self.solve();
        let v = nearest.v.to_f64() * self.unit;
        let weights = &nearest.weights[..subset::size(self.filled)];
        Nearest {
            closest: self.query + v,
            barycentric: weights.iter().map(|weight| weight.to_f64()).collect(),
            feature: subset::members(nearest.subset).collect(),
            distance: v.length(),
        }
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || _ = black_box(black_box(self).solve()))
    }
}
