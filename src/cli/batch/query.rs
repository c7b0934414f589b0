//! Answers to the lines of a batch. Most lines are answered as queries of a scene; for operations that scenes lack,
//! such as support points and rays, the engine is called directly.

use std::hint::black_box;

use contact_lens_model::answer::{Finding, PointChanges, WorldFinding};
use contact_lens_play::{self as play, Prepared, QueryError};
use contact_lens_scene::batch_line::{Boxes, Directions, LineQuery, MassLine, Previous, RayLine, Simplex, WorldLine};
use contact_lens_scene::model::{Ask, Query, Scene};

use super::reply::{Pairs, Reply, Support, World, WorldStatus};
use super::{Batch, TimedReply, clock};

/// Reply to a query, or the reason why the engine refuses it.
type QueryResult<T = TimedReply> = Result<T, QueryError>;

impl Batch {
    /// Answers the query of a line. With `--time` it runs again, to be timed, with shapes that are built before the
    /// clock starts.
    pub(super) fn run(&self, query: &LineQuery) -> QueryResult {
        match query {
            LineQuery::Pair(case) => self.run_in_scene(query, case.dim == 2, None),
            LineQuery::Manifold(line) => self.run_in_scene(query, line.case.dim == 2, line.previous.as_ref()),
            LineQuery::Hull(points) => self.run_in_scene(query, points.dim == 2, None),
            LineQuery::Cull(_) => self.run_in_scene(query, false, None),
            LineQuery::Pairs(boxes) => self.answer_pairs(boxes),
            LineQuery::Support(directions) => self.answer_support(directions),
            LineQuery::Simplex(simplex) => self.answer_simplex(simplex),
            LineQuery::World(world) => self.answer_world(world),
            LineQuery::Mass(line) => self.answer_mass(line),
            LineQuery::Ray(line) => self.answer_ray(line),
        }
    }

    /// Answers a line as the query of a scene. `planar` says whether its bodies are in the plane. `previous` is an
    /// earlier answer of a manifold, whose contact ids are compared with the new ones.
    fn run_in_scene(&self, line: &LineQuery, planar: bool, previous: Option<&Previous>) -> QueryResult {
        let scene = self.scene(line);
        let query = scene.queries.first().ok_or_else(|| QueryError::new("", "The line has no query."))?;
        if play::has_child_shapes(&scene, query)
            && let Some(reply) = self.run_on_child_shapes(&scene, query, previous.is_some())
        {
            return reply;
        }
        let run = match previous {
            Some(previous) => play::open_contacts_after(self.precision, &scene, query, previous),
            None => play::open(self.precision, &scene, query),
        }?;
        let ns = self.timed(|| run.prepared(0))?;
        let mut verdict = run.answer(0)?;
        if let (Finding::Manifold(manifold), Some(Previous { ids: before, .. })) = (&mut verdict.finding, previous) {
            // The ids of the line are compared as written, even if no point could have them.
            let ids: Vec<_> = manifold.points.iter().map(|point| point.id.clone()).collect();
            let dropped = before.iter().filter(|id| !ids.contains(id)).cloned().collect();
            let (kept, added) = ids.into_iter().partition(|id| before.contains(id));
            manifold.changes = Some(PointChanges { kept, dropped, added });
        }
        Ok(TimedReply { reply: Reply::of(verdict, query, planar), ns })
    }

    /// Answers those queries about bodies with child shapes that need code of their own; `None` for all others.
    /// `has_previous` says whether the line has ids of earlier contacts, which are not supported for such bodies.
    fn run_on_child_shapes(&self, scene: &Scene, query: &Query, has_previous: bool) -> Option<QueryResult> {
        match &query.ask {
            Ask::Manifold { .. } if has_previous => {
                let message = "applies to one pair of bodies; contacts of child shapes are not tracked between answers";
                Some(Err(QueryError::new("previous", message)))
            }
            Ask::IsaGjk { .. } | Ask::BooleanGjk { .. } => Some(self.answer_test_of_child_shapes(scene, query)),
            _ => None,
        }
    }

    /// Tests whether two bodies overlap; at least one has child shapes.
    fn answer_test_of_child_shapes(&self, scene: &Scene, query: &Query) -> QueryResult {
        let prepared_query = play::open_overlap_test(self.precision, scene, query)?;
        let ns = self.timed(|| Ok(prepared_query.prepared()))?;
        Ok(TimedReply { reply: Reply::test_of_parts(prepared_query.answer()), ns })
    }

    /// Finds the overlapping pairs of boxes in each frame. The time is that of the last frame.
    fn answer_pairs(&self, boxes: &Boxes) -> QueryResult {
        let run = play::open_overlapping_pairs(self.precision, boxes.dimension(), &boxes.frames);
        let mut pairs = Pairs::default();
        for frame in 0..boxes.frames.len() {
            pairs.add(run.answer(frame)?);
        }
        let ns = self.timed(|| run.prepared(boxes.frames.len().saturating_sub(1)))?;
        Ok(TimedReply { reply: Reply::Pairs(pairs), ns })
    }

    /// Finds the farthest point along each direction.
    fn answer_support(&self, line: &Directions) -> QueryResult {
        let prepared_query = play::open_farthest(self.precision, &line.points.points, &line.directions, line.search)?;
        let ns = self.timed(|| Ok(prepared_query.prepared()))?;
        Ok(TimedReply { reply: Reply::Support(Support::of(&prepared_query.answer())), ns })
    }

    /// Finds the nearest point of a simplex.
    fn answer_simplex(&self, line: &Simplex) -> QueryResult {
        let solver = self.solver.unwrap_or_default();
        let prepared_query = play::open_nearest(self.precision, solver, &line.points.points, line.query)?;
        let ns = self.timed(|| Ok(prepared_query.prepared()))?;
        Ok(TimedReply { reply: Reply::nearest(prepared_query.answer(), line.points.dim == 2), ns })
    }

    /// Computes the mass properties of a body.
    fn answer_mass(&self, line: &MassLine) -> QueryResult {
        let prepared_query = play::open_mass_properties(self.precision, line)?;
        let ns = self.timed(|| Ok(prepared_query.prepared()))?;
        Ok(TimedReply { reply: Reply::mass(prepared_query.answer(), line.dim == 2), ns })
    }

    /// Intersects a ray with a body.
    fn answer_ray(&self, line: &RayLine) -> QueryResult {
        let prepared_query = play::open_ray(self.precision, line)?;
        let ns = self.timed(|| Ok(prepared_query.prepared()))?;
        Ok(TimedReply { reply: Reply::ray(prepared_query.answer(), line.dim == 2), ns })
    }

    /// Simulates a world up to the last requested frame. The time is that of this whole run.
    fn answer_world(&self, line: &WorldLine) -> QueryResult {
        let simulation = play::open_simulation(self.precision, &line.scene, &line.scene.queries[line.query])?;
        let last: Vec<u32> = line.frames.last().copied().into_iter().collect();
        // `black_box` keeps the compiler from removing the simulation, whose results the timing ignores.
        let ns = self.timed(|| {
            Ok(Box::new(|| _ = simulation.play(&last, &mut |finding| _ = black_box(finding))) as Prepared<'_>)
        })?;
        let mut frames = Vec::with_capacity(line.frames.len());
        let run_end = simulation.play(&line.frames, &mut |finding: WorldFinding| frames.push(Some(finding)));
        // A run that failed lacks the remaining frames.
        frames.resize_with(line.frames.len(), || None);
        Ok(TimedReply {
            reply: Reply::World(World { frames, status: run_end.map_or(WorldStatus::Completed, WorldStatus::Broken) }),
            ns,
        })
    }

    /// Returns the median time of the query that `prepare` makes ready, nanoseconds; `None` without `--time`.
    fn timed<'a>(&self, prepare: impl FnOnce() -> QueryResult<Prepared<'a>>) -> QueryResult<Option<f64>> {
        self.time.then(|| prepare().map(clock::median_ns)).transpose()
    }
}
