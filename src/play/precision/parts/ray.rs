//! Rays at bodies with child shapes as queries of scenes.

use std::hint::black_box;
use std::sync::Arc;

use contact_lens_lesson::Verdict;
use contact_lens_lesson::ray::{self as lesson, parts::PartsContext};
use contact_lens_model::answer::RayFinding;
use contact_lens_model::snapshot::ray::Outcome;
use contact_lens_scene::batch_line::RayLine;

use super::super::ray::RayInScene;
use super::contact::lesson_limit_error;
use super::member::PartsMember;
use super::{Ended, LessonResult, Method, PartsDimension, Prepared, QueryError, Run, SceneQuery, States, pair, run};

/// Opens a ray query of a body with child shapes.
pub(in super::super) fn open_ray_lesson<K: PartsDimension>(query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    let ray = RayInScene::new(query)?;
    let member = PartsMember::<K>::new(query, query.body()?)?;
    Ok(run(query, PartsRay { ray, member }))
}

/// A ray at a body with child shapes, over all frames.
struct PartsRay<K: PartsDimension> {
    /// The ray and the drawing.
    ray: RayInScene,
    /// The body with its child shapes.
    member: PartsMember<K>,
}

impl<K: PartsDimension> PartsRay<K> {
    /// Finding of a search, with the path of the child shape that is hit.
    fn finding(&self, run: &K::RaySearch, line: &RayLine) -> RayFinding {
        let found = K::ray_found(run);
        let path = found.part.map_or_else(Vec::new, |part| self.member.built.path::<K>(part));
        RayFinding::new(&found.answer, line.t_max, path, found.queries)
    }
}

impl<K: PartsDimension> Method for PartsRay<K> {
    type Run = K::RaySearch;
    type Observed = ();
    type Memory = ();
    type Record = ();

    fn start(&self, frame: usize, (): &()) -> Result<K::RaySearch, QueryError> {
        Ok(K::ray_search(Arc::clone(&self.member.built.body), &self.ray.line(frame)?))
    }

    fn lesson_limit_error(&self, _: &K::RaySearch, steps: usize) -> Option<QueryError> {
        lesson_limit_error(steps)
    }

    fn verdict(&self, ended: &Ended<'_, Self>) -> Result<Verdict, QueryError> {
        let finding = self.finding(&ended.run, &self.ray.line(ended.frame)?);
        let outcome: Outcome = ended.outcome.into();
        let part = K::ray_found(&ended.run).part;
        let name = part.map_or_else(|| self.ray.body().name.clone(), |part| self.member.named().part(part));
        let tests = finding.queries;
        Ok(lesson::verdict(finding, outcome, &name, K::PLANAR, tests))
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let line = self.ray.line(frame)?;
        let body = Arc::clone(&self.member.built.body);
        Ok(Box::new(move || K::cast_ray(black_box(&body), &line)))
    }

    fn lesson(&self, ended: Ended<'_, Self>, states: States<Self>, verdict: Verdict) -> LessonResult {
        let world_pose = <K::Frame as pair::Space>::world_pose(self.ray.track(), ended.frame)?;
        let context = PartsContext {
            ray: self.ray.context(ended.frame)?,
            body: self.member.lesson_data(<K::Frame as pair::Space>::in_space(world_pose)),
        };
        Ok(lesson::parts::lesson(K::PLANAR, states, context, verdict))
    }
}
