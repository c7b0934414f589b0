//! Queries of batch files for the point of a set that is farthest along a direction, by comparing all points or with
//! one of two search structures. A query has one set and several directions, all in one frame.

use std::hint::black_box;

use contact_lens_lesson::{ToF64, watch};
use contact_lens_scene::batch_line::Search;

use super::engine::dim3::hierarchy::{Climb, Graph, Hierarchy};
use super::engine::dim3::hull::{self, HullError};
use super::engine::prelude::*;
use crate::{Farthest, Prepared, QueryError, Question};

/// Data structure of the search.
enum Structure {
    /// No structure: all points are compared.
    Brute,
    /// Vertices and edges of the convex hull, for hill climbing from vertex to vertex.
    Climb(Graph),
    /// Hierarchy of simplified hulls.
    Hierarchy(Hierarchy),
}

/// A direction in the engine's precision, of any length. A direction whose components would all underflow in this
/// precision is multiplied by a power of two, which does not change the farthest point.
#[derive(Clone, Copy)]
struct ScaledDirection {
    /// The direction times `factor`.
    d: Vec3,
    /// A power of two; 1 for most directions.
    factor: f64,
}

impl ScaledDirection {
    /// Converts a direction to the engine's precision.
    fn new(d: [f64; 3]) -> Self {
        let largest = d.iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
        // Directions that would overflow are rejected when the line is read.
        let fits = largest == 0.0 || largest >= Real::MIN_POSITIVE.to_f64();
        let factor = if fits { 1.0 } else { contact_lens_engine::double::rounding::unit_scale(largest) };
        Self { d: Vec3::from(d.map(|x| (x * factor) as Real)), factor }
    }
}

/// The points and directions of a query in the engine's precision, with the search structure.
struct FarthestQuery {
    structure: Structure,
    points: Vec<Vec3>,
    directions: Vec<ScaledDirection>,
}

/// Rounds points and directions to the engine's precision and builds the search structure.
///
/// # Errors
/// There are no points or too many of them, or a point is not finite in this precision.
pub fn open_farthest(
    points: &[[f64; 3]],
    directions: &[[f64; 3]],
    search: Search,
) -> Result<Box<dyn Question<Answer = Vec<Farthest>>>, QueryError> {
    let points: Vec<Vec3> = points.iter().map(|p| Vec3::from(p.map(|x| x as Real))).collect();
    let directions = directions.iter().copied().map(ScaledDirection::new).collect();
    // The constructor rejects invalid points by index, also for the searches without a hull.
    hull::Quickhull::new(&points).map_err(hull_error)?;
    let structure = match search {
        Search::Brute => Structure::Brute,
        Search::Climb => Structure::Climb(Graph::new(&points, &hull::hull(&points).map_err(hull_error)?)),
        Search::Hierarchy => Structure::Hierarchy(Hierarchy::new(&points).map_err(hull_error)?),
    };
    Ok(Box::new(FarthestQuery { structure, points, directions }))
}

/// The engine's error at the field of the batch line.
fn hull_error(error: HullError) -> QueryError {
    let field = match error {
        HullError::NotFinite { index } => format!("points[{index}]"),
        HullError::Empty | HullError::TooMany => String::from("points"),
    };
    QueryError::new(field, error.to_string())
}

/// Result of a search for the farthest point.
struct FoundPoint {
    /// Index of the input point.
    index: u32,
    /// Number of evaluations of points; a larger one than the number of points is given as that number.
    visited: u32,
}

impl FarthestQuery {
    /// Finds the point farthest along `d`. The searches with a structure may evaluate a point more than once, since
    /// they prove at the end that no neighbor is farther.
    fn farthest_point(&self, d: Vec3) -> FoundPoint {
        watch::tick();
        let found = match &self.structure {
            Structure::Brute => {
                FoundPoint { index: farthest_by_comparison(&self.points, d) as u32, visited: self.points.len() as u32 }
            }
            Structure::Climb(graph) => {
                let mut climb = Climb::new(graph, d);
                climb.run();
                FoundPoint { index: graph.sources[climb.at as usize], visited: climb.visited }
            }
            Structure::Hierarchy(hierarchy) => {
                let descent = hierarchy.farthest(d);
                FoundPoint { index: descent.point, visited: descent.visited }
            }
        };
        FoundPoint { visited: found.visited.min(self.points.len() as u32), ..found }
    }
}

/// Index of the point farthest along `d`, the first of several that are equally far.
fn farthest_by_comparison(points: &[Vec3], d: Vec3) -> usize {
    // Scaled to a largest component of 1, so that products underflow less.
    let largest = d.abs().max_element();
    let d = if largest > 0.0 { d / largest } else { d };
    let mut best = 0;
    for i in 1..points.len() {
        if d.dot(points[i] - points[best]) > 0.0 {
            best = i;
        }
    }
    best
}

impl Question for FarthestQuery {
    type Answer = Vec<Farthest>;

    fn answer(&self) -> Vec<Farthest> {
        let answers = self.directions.iter().map(|&ScaledDirection { d, factor }| {
            let FoundPoint { index, visited } = self.farthest_point(d);
            let value = d.dot(self.points[index as usize]).to_f64() / factor;
            Farthest { point: index, value, visited }
        });
        answers.collect()
    }

    fn prepared(&self) -> Prepared<'_> {
        Box::new(move || {
            for direction in black_box(&self.directions) {
                black_box(self.farthest_point(direction.d));
            }
        })
    }
}
