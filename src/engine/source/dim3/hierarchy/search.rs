//! Construction and query of a hierarchy as one stepper.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::*;

/// Approximate memory of a construction per vertex, bytes: mostly that of the mesh, whose vertices have about six edges
/// of 12 bytes at first, and fewer from level to level.
const CONSTRUCTION_BYTES: usize = 64;

/// State of the run: first one level is built per step, then one is searched per step.
#[derive(Clone, Debug)]
pub struct Search {
    /// Points of the input.
    points: Arc<[Vec3]>,
    /// Convex hull of the points.
    hull: Arc<Hull>,
    /// Direction of the query, of any length.
    d: Vec3,
    /// Phase of the next step.
    pub phase: Phase,
}

/// Phase of a run.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Construction of the levels, starting with the finest.
    Building(Box<Construction>),
    /// Query of the levels, starting with the coarsest.
    Querying(Query<Arc<Hierarchy>>),
}

impl Search {
    /// State before the first level, for the farthest vertex of the hull of `points` along `d`, of any length.
    ///
    /// # Errors
    /// If there are no points, too many, or one that is not finite.
    pub fn new(points: &[Vec3], d: Vec3) -> Result<Self, HullError> {
        let hull = hull::hull(points)?;
        let phase = Phase::Building(Box::new(Construction::new(points, &hull)));
        Ok(Self { points: points.into(), hull: Arc::new(hull), d, phase })
    }

    /// The hull; its vertices are those of the construction.
    pub fn hull(&self) -> &Hull {
        &self.hull
    }

    /// The points of the input.
    pub fn points(&self) -> &Arc<[Vec3]> {
        &self.points
    }

    /// The query; `None` until the levels are built.
    pub fn query(&self) -> Option<&Query<Arc<Hierarchy>>> {
        match &self.phase {
            Phase::Querying(query) => Some(query),
            Phase::Building(_) => None,
        }
    }
}

impl Stepper for Search {
    type Outcome = Outcome;

    fn step(&mut self) -> ControlFlow<Outcome> {
        match &mut self.phase {
            Phase::Querying(query) => query.step(),
            Phase::Building(construction) => {
                if construction.step().is_break() {
                    let hierarchy = construction.hierarchy(&self.points, &self.hull);
                    self.phase = Phase::Querying(Query::new(Arc::new(hierarchy), self.d));
                }
                ControlFlow::Continue(())
            }
        }
    }

    fn heap_bytes(&self) -> usize {
        match &self.phase {
            Phase::Building(_) => CONSTRUCTION_BYTES * self.hull.vertices.len(),
            Phase::Querying(_) => 0,
        }
    }
}
