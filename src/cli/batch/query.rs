//! Execution of a line's query: as the query of a scene, or directly where no scene can hold it.

use std::hint::black_box;

use super::reply::{Pairs, Reply, Support, World, WorldStatus};
use super::{Batch, clock};
use crate::answer::{Finding, WorldFinding};
use crate::play::{self, Prepared, QueryError};
use crate::scene::batch_line::{Boxes, Directions, LineQuery, MassLine, Previous, RayLine, Simplex, WorldLine};
use crate::scene::model::{Ask, Query, Scene};

/// Reply, and the time of its query in nanoseconds if `--time` requests it.
type Timed = Result<(Reply, Option<f64>), QueryError>;

impl Batch {
    /// Runs the query; shapes are built before the clock starts.
    pub(super) fn run(&self, query: &LineQuery) -> Timed {
        match query {
            LineQuery::Pair(case) => self.run_in_scene(query, case.dim == 2, None),
            LineQuery::Manifold(line) => self.run_in_scene(query, line.case.dim == 2, line.previous.as_ref()),
            LineQuery::Hull(points) => self.run_in_scene(query, points.dim == 2, None),
            LineQuery::Cull(_) => self.run_in_scene(query, false, None),
            LineQuery::Pairs(boxes) => self.pairs(boxes),
            LineQuery::Support(directions) => self.support(directions),
            LineQuery::Simplex(simplex) => self.simplex(simplex),
            LineQuery::World(world) => self.world(world),
            LineQuery::Mass(line) => self.mass(line),
            LineQuery::Ray(line) => self.ray(line),
        }
    }

    /// Runs a line as the query of a scene; `previous` is the answer whose contact ids are compared.
    fn run_in_scene(&self, line: &LineQuery, planar: bool, previous: Option<&Previous>) -> Timed {
        let scene = self.scene(line);
        let query = scene.queries.first().ok_or_else(|| QueryError::new("", "has no query"))?;
        if play::has_child_shapes(&scene, query)
            && let Some(answered) = self.run_on_parts(&scene, query, previous.is_some())
        {
            return answered;
        }
        let run = match previous {
            Some(previous) => play::open_contacts_after(self.precision, &scene, query, previous),
            None => play::open(self.precision, &scene, query),
        }?;
        let ns = self.timed(|| run.prepared(0))?;
        let mut verdict = run.answer(0)?;
        if let (Finding::Manifold(found), Some(Previous { ids: before, .. })) = (&mut verdict.finding, previous) {
            // The ids of the line are compared as written, even if no point could have them.
            let ids: Vec<_> = found.points.iter().map(|point| point.id.clone()).collect();
            let dropped = before.iter().filter(|id| !ids.contains(id)).cloned().collect();
            let (kept, added) = ids.into_iter().partition(|id| before.contains(id));
            found.changes = Some([kept, dropped, added]);
        }
        Ok((Reply::of(verdict, query, planar), ns))
    }

    /// Answers those queries about bodies made of parts that need code of their own; `None` for all others.
    fn run_on_parts(&self, scene: &Scene, query: &Query, previous: bool) -> Option<Timed> {
        match &query.ask {
            Ask::Manifold { .. } if previous => {
                let message = "applies to one pair of bodies; contacts of child shapes are not tracked between answers";
                Some(Err(QueryError::new("previous", message)))
            }
            Ask::IsaGjk { .. } | Ask::BooleanGjk { .. } => Some(self.test_of_parts(scene, query)),
            _ => None,
        }
    }

    fn test_of_parts(&self, scene: &Scene, query: &Query) -> Timed {
        let question = play::open_overlap_test(self.precision, scene, query)?;
        let ns = self.timed(|| Ok(question.prepared()))?;
        Ok((Reply::test_of_parts(question.answer()), ns))
    }

    fn pairs(&self, boxes: &Boxes) -> Timed {
        let run = play::open_overlapping_pairs(self.precision, boxes.dimension(), &boxes.frames);
        let mut pairs = Pairs::default();
        for frame in 0..boxes.frames.len() {
            pairs.add(run.answer(frame)?);
        }
        let ns = self.timed(|| run.prepared(boxes.frames.len().saturating_sub(1)))?;
        Ok((Reply::Pairs(pairs), ns))
    }

    fn support(&self, asked: &Directions) -> Timed {
        let question = play::open_farthest(self.precision, &asked.points.points, &asked.directions, asked.search)?;
        let ns = self.timed(|| Ok(question.prepared()))?;
        Ok((Reply::Support(Support::of(&question.answer())), ns))
    }

    fn simplex(&self, asked: &Simplex) -> Timed {
        let solver = self.solver.unwrap_or_default();
        let question = play::open_nearest(self.precision, solver, &asked.points.points, asked.query)?;
        let ns = self.timed(|| Ok(question.prepared()))?;
        Ok((Reply::nearest(question.answer(), asked.points.dim == 2), ns))
    }

    fn mass(&self, line: &MassLine) -> Timed {
        let question = play::open_mass_properties(self.precision, line)?;
        let ns = self.timed(|| Ok(question.prepared()))?;
        Ok((Reply::mass(question.answer(), line.dim == 2), ns))
    }

    fn ray(&self, line: &RayLine) -> Timed {
        let question = play::open_ray(self.precision, line)?;
        let ns = self.timed(|| Ok(question.prepared()))?;
        Ok((Reply::ray(question.answer(), line.dim == 2), ns))
    }

    /// Simulates up to the last requested frame.
    fn world(&self, asked: &WorldLine) -> Timed {
        let simulation = play::open_simulation(self.precision, &asked.scene, &asked.scene.queries[asked.query])?;
        let last: Vec<u32> = asked.frames.last().copied().into_iter().collect();
        let ns = self
            .timed(|| Ok(Box::new(|| _ = simulation.play(&last, &mut |found| _ = black_box(found))) as Prepared<'_>))?;
        let mut frames = Vec::with_capacity(asked.frames.len());
        let broken = simulation.play(&asked.frames, &mut |found: WorldFinding| frames.push(Some(found)));
        frames.resize_with(asked.frames.len(), || None);
        Ok((Reply::World(World { frames, status: broken.map_or(WorldStatus::Completed, WorldStatus::Broken) }), ns))
    }

    /// Returns the time of a query, nanoseconds; `None` without `--time`.
    fn timed<'a>(&self, ready: impl FnOnce() -> Result<Prepared<'a>, QueryError>) -> Result<Option<f64>, QueryError> {
        self.time.then(|| ready().map(clock::median_ns)).transpose()
    }
}
