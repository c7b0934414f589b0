//! Queries for the point of a given set farthest along given directions.

use std::hint::black_box;

use super::engine::dim3::hierarchy::{Climb, Graph, Hierarchy};
use super::engine::dim3::hull::{self, HullError};
use super::engine::prelude::*;
use crate::lesson::{ToF64, watch};
use crate::play::{Farthest, Prepared, QueryError, Question};
use crate::scene::batch_line::Search;

/// Data structure of the search.
enum Structure {
    /// No structure: all points are compared.
    Brute,
    Climb(Graph),
    Hierarchy(Hierarchy),
}

/// A direction in the engine's precision, scaled by a power of two if it would underflow. `d` and `2ᵏ d` have the same
/// farthest point.
#[derive(Clone, Copy)]
struct Scaled {
    d: Vec3,
    factor: f64,
}

impl Scaled {
    fn of(d: [f64; 3]) -> Self {
        let most = d.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        // Directions that would overflow are rejected when the line is read.
        let fits = most == 0.0 || most >= Real::MIN_POSITIVE.to_f64();
        let factor = if fits { 1.0 } else { crate::double::rounding::unit_scale(most) };
        Self { d: Vec3::from(d.map(|x| (x * factor) as Real)), factor }
    }
}

/// Points and directions in the engine's precision.
struct FarthestQuery {
    structure: Structure,
    points: Vec<Vec3>,
    directions: Vec<Scaled>,
}

/// Rounds points and directions to the engine's precision and builds the search structure.
///
/// # Errors
/// The points have no hull.
pub fn farthest(
    points: &[[f64; 3]],
    directions: &[[f64; 3]],
    search: Search,
) -> Result<Box<dyn Question<Answer = Vec<Farthest>>>, QueryError> {
    let points: Vec<Vec3> = points.iter().map(|p| Vec3::from(p.map(|x| x as Real))).collect();
    let directions = directions.iter().copied().map(Scaled::of).collect();
    hull::Quickhull::new(&points).map_err(refused)?; // rejects invalid points by index
    let structure = match search {
        Search::Brute => Structure::Brute,
        Search::Climb => Structure::Climb(Graph::new(&points, &hull::hull(&points).map_err(refused)?)),
        Search::Hierarchy => Structure::Hierarchy(Hierarchy::new(&points).map_err(refused)?),
    };
    Ok(Box::new(FarthestQuery { structure, points, directions }))
}

/// Error of points without a hull.
fn refused(error: HullError) -> QueryError {
    let field = match error {
        HullError::NotFinite { index } => format!("points[{index}]"),
        HullError::Empty | HullError::TooMany => String::from("points"),
    };
    QueryError::new(field, error.to_string())
}

impl FarthestQuery {
    /// Index of the farthest point, and the number of points compared. Points that are compared twice, for a proof,
    /// count once.
    fn find(&self, d: Vec3) -> (u32, u32) {
        watch::tick();
        let (index, visited) = match &self.structure {
            Structure::Brute => {
                let points = &self.points;
                let most = d.abs().max_element();
                let d = if most > 0.0 { d / most } else { d };
                let mut best = 0;
                for i in 1..points.len() {
                    if d.dot(points[i] - points[best]) > 0.0 {
                        best = i;
                    }
                }
                (best as u32, points.len() as u32)
            }
            Structure::Climb(graph) => {
                let mut climb = Climb::new(graph, d);
                climb.run();
                (graph.sources[climb.at as usize], climb.visited)
            }
            Structure::Hierarchy(hierarchy) => hierarchy.farthest(d),
        };
        (index, visited.min(self.points.len() as u32))
    }
}

impl Question for FarthestQuery {
    type Answer = Vec<Farthest>;

    fn answer(&self) -> Vec<Farthest> {
        let found = self.directions.iter().map(|&Scaled { d, factor }| {
            let (point, visited) = self.find(d);
            Farthest { point, value: d.dot(self.points[point as usize]).to_f64() / factor, visited }
        });
        found.collect()
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || {
            for direction in black_box(&self.directions) {
                black_box(self.find(direction.d));
            }
        })
    }
}
