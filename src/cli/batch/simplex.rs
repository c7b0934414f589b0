//! Nearest points of simplices of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use glam::DVec3;

use super::super::reply::{Nearest, Reply};
use super::super::{Misfit, Question};
use super::engine::dim3::queries;
use super::engine::dim3::simplex::subset::{self, Subset};
use super::engine::dim3::simplex::{self, Solver};
use super::engine::real::{Real, Vec3};
use crate::lesson::ToF64;
use crate::scene::case::Simplex;
use crate::scene::model;

/// A simplex seen from the query point, in a unit in which its farthest vertex is about 1 away.
struct Seen {
    solver: Solver,
    points: [Vec3; 4],
    filled: Subset,
    /// Length of that unit, meters: a power of two.
    unit: f64,
    query: DVec3,
    dim: u8,
}

/// Places a simplex about its query point. That is subtracted in `f64`, so that far from the origin nothing is lost.
pub(in super::super) fn simplex(asked: &Simplex, solver: model::Solver) -> Result<Box<dyn Question>, Misfit> {
    let query = DVec3::from(asked.query);
    let seen: Vec<DVec3> = asked.points.points.iter().map(|p| DVec3::from(*p) - query).collect();
    let largest = seen.iter().map(|p| p.abs().max_element()).fold(0.0, f64::max);
    let unit = if largest > 0.0 { largest.log2().floor().exp2() } else { 1.0 };
    if !(unit > 0.0 && unit.is_finite()) {
        return Err(Misfit::new("points", "and query are too far apart, or too near each other"));
    }
    let narrow = |p: &DVec3| Vec3::from((*p / unit).to_array().map(|x| x as Real));
    let (points, filled) = subset::slots(&seen.iter().map(narrow).collect::<Vec<_>>());
    Ok(Box::new(Seen { solver, points, filled, unit, query, dim: asked.points.dim }))
}

impl Seen {
    fn nearest(&self) -> simplex::Nearest {
        queries::nearest(self.solver, &self.points, self.filled)
    }
}

impl Question for Seen {
    fn reply(&self) -> Reply {
        let found = self.nearest();
        let v = found.v.to_f64() * self.unit;
        let closest = self.query + v;
        Reply::Nearest(Nearest {
            closest: closest.to_array()[..usize::from(self.dim)].to_vec(),
            barycentric: found.weights[..subset::size(self.filled)].iter().map(|weight| weight.to_f64()).collect(),
            feature: subset::members(found.subset).collect(),
            distance: v.length(),
        })
    }

    fn ask(&self) {
        black_box(black_box(self).nearest());
    }
}
