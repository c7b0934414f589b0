//! A query on a single simplex: body A is the simplex, vertex by vertex as the file lists them, body B the query point.

use std::sync::Arc;

use glam::DVec3;

use super::bodies;
use super::engine::dim3::simplex::{johnson, signed, voronoi};
use super::engine::prelude::*;
use super::engine::rounding;
use super::pair::too_small;
use super::{Player, QueryError, Run, run};
use crate::lesson::Lesson;
use crate::scene::model::{Algorithm, Body, Query, Scene, Shape};
use crate::scene::{Subject, Track};

/// A body's points as the file lists them, in its own frame.
struct Points {
    name: String,
    index: usize,
    own: Vec<DVec3>,
    track: Track,
}

struct Simplex {
    algorithm: Algorithm,
    a: Points,
    b: Points,
    frames: usize,
}

/// Opens a query.
pub(super) fn open(scene: &Scene, query: &Query) -> Result<Arc<dyn Run>, QueryError> {
    let [a, b] = bodies::pair(scene, query)?.map(points);
    let (a, b) = (a?, b?);
    if a.own.len() > 4 {
        return Err(a.wrong(format!("has {} points, but a simplex has 1 to 4", a.own.len())));
    }
    if b.own.len() != 1 {
        return Err(b.wrong("must be a single point: the query point"));
    }
    Ok(run(Simplex { algorithm: query.ask.algorithm(), a, b, frames: scene.frame_count() }))
}

impl Points {
    fn wrong(&self, message: impl Into<String>) -> QueryError {
        QueryError::new(format!("bodies[{}].shape", self.index), message)
    }

    /// In the world.
    fn at(&self, frame: usize) -> Result<Vec<DVec3>, QueryError> {
        let (position, rotation) = bodies::placed(&self.track, frame)?;
        Ok(self.own.iter().map(|p| position + rotation * *p).collect())
    }
}

impl Player for Simplex {
    type Memory = ();
    type Record = ();

    fn frames(&self) -> usize {
        self.frames
    }

    fn lesson(&self, frame: usize, (): &(), _: &[()]) -> Result<Arc<dyn Lesson>, QueryError> {
        let (a, b) = (self.a.at(frame)?, self.b.at(frame)?);
        let q = b.first().copied().unwrap_or_default();
        // The solvers see the simplex from the query point.
        let size = a.iter().map(|p| (*p - q).abs().max_element()).fold(0.0, f64::max);
        if rounding::is_tiny(size as Real) || size > 0.0 && size as Real == 0.0 {
            return Err(self.a.wrong(too_small(&self.b.name, rounding::SMALLEST)));
        }
        let names = [self.a.name.clone(), self.b.name.clone()];
        Ok(Arc::from(match self.algorithm {
            Algorithm::SignedVolumes => signed::lesson::play(&a, q, names),
            Algorithm::Johnson => johnson::lesson::play(&a, q, names),
            _ => voronoi::lesson::play(&a, q, names),
        }))
    }
}

fn points(Subject { index, body, track }: Subject<'_>) -> Result<Points, QueryError> {
    let own = listed(body).unwrap_or_default();
    let points = Points { name: body.name.clone(), index, own, track };
    if points.own.is_empty() {
        return Err(points.wrong("must be a segment, a triangle or a polytope of at most four points"));
    }
    if !points.own.iter().all(|p| p.is_finite()) {
        return Err(points.wrong("needs points with finite numbers"));
    }
    Ok(points)
}

fn listed(body: &Body) -> Option<Vec<DVec3>> {
    let wide = |p: &[f64; 3]| DVec3::from(*p);
    match &body.shape {
        Shape::Segment { points } => Some(points.iter().map(wide).collect()),
        Shape::Triangle { points } => Some(points.iter().map(wide).collect()),
        Shape::Polytope { points } => Some(points.iter().map(wide).collect()),
        Shape::Polygon { points } => Some(points.iter().map(|p| DVec3::new(p[0], p[1], 0.0)).collect()),
        _ => None,
    }
}
