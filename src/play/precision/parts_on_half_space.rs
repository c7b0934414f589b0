//! Queries about a half-space and a body with child shapes.
//!
//! Child shapes are sorted by their height above the plane (`lowest_children`). Those that can decide the result are
//! evaluated one by one as convex bodies. The lesson shows the deciding child shape.

mod lowest_children;

use std::sync::Arc;

use super::{Prepared, QueryError, Run, SceneQuery, misdirected};
use crate::answer::{ContactFinding, Finding, ManifoldsFinding, PairFinding, PartsContact, PartsFinding};
use crate::lesson::{Lesson, Verdict};
use crate::play::deciding_pair::child_shape_as_body;
use crate::play::lesson_wrappers::with_verdict::LessonWithVerdict;
use crate::play::{Question, TestOfParts};
use crate::scene::List;
use crate::scene::model::{Algorithm, Ask, Body, Query, Scene};
use lowest_children::{LowestChildren, PartHeight, lowest_children};

/// A half-space and a body over all frames.
struct PartsOnHalfSpace {
    /// The whole scene, with its frames.
    scene: Scene,
    /// The query about both bodies.
    query: Query,
    /// Index of the half-space in the pair, 0 or 1.
    plane: usize,
}

/// A child shape and its verdict.
struct PartVerdict {
    /// Path of the child shape, outermost index first.
    path: Vec<u32>,
    verdict: Verdict,
}

/// A child shape and its query.
struct PartRun {
    /// Path of the child shape, outermost index first.
    path: Vec<u32>,
    /// The query about the half-space and this child shape alone; it has one frame.
    run: Arc<dyn Run>,
}

/// Verdict about the whole body.
struct Decision {
    verdict: Verdict,
    /// Path of the deciding child shape; `None` if none can decide.
    path: Option<Vec<u32>>,
}

/// Child shapes that can decide the result in a frame, lowest first, each with a query of its own.
struct Candidates {
    runs: Vec<PartRun>,
    /// Names of the half-space and of the body.
    names: [String; 2],
    /// Number of all child shapes.
    parts: usize,
    /// Number of one-sided triangles skipped because they face away from the half-space.
    skipped: usize,
}

/// Opens a query about a half-space and a body with child shapes: a distance, a cast or contacts.
pub(super) fn open(scene_query: &SceneQuery<'_>) -> Result<Arc<dyn Run>, QueryError> {
    Ok(Arc::new(PartsOnHalfSpace::new(scene_query, scene_query.query.clone())?))
}

/// Opens an overlap test, which is decided by the signed distance.
pub(super) fn open_overlap_test(
    scene_query: &SceneQuery<'_>,
) -> Result<Box<dyn Question<Answer = TestOfParts>>, QueryError> {
    let [a, b] = scene_query.pair()?.map(|subject| subject.body.name.clone());
    let query = Query::new(String::new(), Algorithm::Distance.of(a, b));
    let run = PartsOnHalfSpace::new(scene_query, query)?;
    // Errors are reported here, since the answer has no error case.
    run.decide(0)?;
    Ok(Box::new(run))
}

impl PartsOnHalfSpace {
    /// Opens `query` in the scene of `scene_query`.
    ///
    /// # Errors
    /// A body, an option or a child shape is invalid.
    fn new(scene_query: &SceneQuery<'_>, query: Query) -> Result<Self, QueryError> {
        let plane = usize::from(!scene_query.pair()?[0].body.shape.is_half_space());
        let run = Self { scene: scene_query.scene.clone(), query, plane };
        // Rejects an invalid query when it is opened.
        run.candidates(0)?;
        Ok(run)
    }

    /// The half-space and the body at their poses of a frame.
    fn bodies_in_frame(&self, frame: usize) -> Result<[Body; 2], QueryError> {
        let [a, b] = SceneQuery::new(&self.scene, &self.query).pair()?.map(|subject| {
            let mut body = subject.body.clone();
            let (position, rotation) = subject.track.pose(frame);
            body.set_pose(position, rotation);
            body
        });
        Ok(if self.plane == 0 { [a, b] } else { [b, a] })
    }

    /// The half-space and a child shape as a scene with the same query.
    fn pair_scene(&self, [plane, body]: &[Body; 2], path: &[u32]) -> Result<Scene, QueryError> {
        let part = child_shape_as_body(body, path).ok_or_else(misdirected)?;
        let mut query = self.query.clone();
        query.ask.expect_nothing();
        if let Some(names) = query.ask.pair_mut() {
            *names[1 - self.plane] = part.name.clone();
        }
        let bodies = List::from(vec![plane.clone(), part]);
        Ok(Scene { queries: vec![query], ..Scene::new(self.scene.name.clone(), self.scene.dimension, bodies) })
    }

    /// Scene of a child shape and the half-space with all bystanders at their poses of a frame.
    fn scene_with_bystanders(&self, path: &[u32], frame: usize) -> Result<Scene, QueryError> {
        let mut scene = self.pair_scene(&self.bodies_in_frame(frame)?, path)?;
        let mut bodies: Vec<Body> = scene.bodies.iter().cloned().collect();
        for (other, track) in self.scene.bodies.iter().zip(self.scene.tracks()) {
            if bodies.iter().all(|body| body.name != other.name) {
                let mut other = other.clone();
                let (position, rotation) = track.pose(frame);
                other.set_pose(position, rotation);
                bodies.push(other);
            }
        }
        scene.bodies = List::from(bodies);
        Ok(scene)
    }

    /// The child shapes that can decide the result in a frame, each with an opened query.
    fn candidates(&self, frame: usize) -> Result<Candidates, QueryError> {
        let bodies = self.bodies_in_frame(frame)?;
        let LowestChildren { heights, parts, skipped } = lowest_children(&self.query.ask, &bodies[0], &bodies[1])?;
        let mut runs = Vec::with_capacity(heights.len());
        for PartHeight { path, .. } in heights {
            let scene = self.pair_scene(&bodies, &path)?;
            runs.push(PartRun { path, run: super::open(&scene, &scene.queries[0])? });
        }
        Ok(Candidates { runs, names: bodies.map(|body| body.name), parts, skipped })
    }

    /// Evaluates all candidates and selects the deciding one.
    fn decide(&self, frame: usize) -> Result<Decision, QueryError> {
        let candidates = self.candidates(frame)?;
        let mut answers = Vec::with_capacity(candidates.runs.len());
        for PartRun { path, run } in &candidates.runs {
            answers.push(PartVerdict { path: path.clone(), verdict: run.answer(0)? });
        }
        let best =
            answers.iter().reduce(|best, other| if decides_over(&other.verdict, &best.verdict) { other } else { best });
        Ok(Decision { verdict: self.verdict(&candidates, &answers, best), path: best.map(|best| best.path.clone()) })
    }

    /// Path of a child shape in A and in B; empty for the half-space.
    fn paths(&self, path: &[u32]) -> [Vec<u32>; 2] {
        if self.plane == 0 { [vec![], path.to_vec()] } else { [path.to_vec(), vec![]] }
    }

    /// Verdict of the body, from the verdicts of its child shapes; `best` is the deciding one.
    fn verdict(&self, candidates: &Candidates, answers: &[PartVerdict], best: Option<&PartVerdict>) -> Verdict {
        let [plane, body] = &candidates.names;
        let finding = self.finding(candidates, answers, best);
        let from_behind = format!("All triangles of {body} face away from {plane}, so contacts are ignored.");
        let (outcome, say) =
            best.map_or(("NoneMet", from_behind), |best| (best.verdict.outcome, best.verdict.say.clone()));
        let say = match &finding {
            Finding::PartsInContact(found) if found.parts.len() > 1 => {
                let n = found.parts.len();
                let points = found.points();
                format!("{n} child shapes of {body} touch {plane} at {points} points. The deepest contact: {say}")
            }
            _ => say,
        };
        Verdict { outcome, say, iterations: answers.len() as u32, finding }
    }

    /// Finding about the body: that of the deciding child shape, with lower bounds that hold for all child shapes.
    fn finding(&self, candidates: &Candidates, answers: &[PartVerdict], best: Option<&PartVerdict>) -> Finding {
        let queries = answers.len() as u32;
        let left_out = candidates.skipped as u32;
        let pairs = candidates.parts as u64;
        let [part_a, part_b] = match best {
            Some(best) => self.paths(&best.path).map(Some),
            None => [None, None],
        };
        let mut findings = answers.iter().map(|answer| &answer.verdict.finding);
        match (&self.query.ask, best.map(|best| &best.verdict.finding)) {
            (Ask::Manifold { .. }, _) => {
                let sound = findings.all(|finding| !matches!(finding, Finding::Manifold(manifold) if !manifold.sound));
                let parts = self.contacts(answers);
                Finding::PartsInContact(ManifoldsFinding { parts, sound, queries, left_out, pairs })
            }
            (Ask::Cast { .. }, best) => {
                let lower = findings.filter_map(first_contact).map(|found| found.lower).fold(f64::INFINITY, f64::min);
                let pair = best.and_then(first_contact).map(|found| ContactFinding { lower, ..found.clone() });
                Finding::PartsInFlight(PartsFinding { pair, part_a, part_b, queries, left_out, pairs })
            }
            (_, best) => {
                let lower = findings.filter_map(distance).map(|found| found.proof.lower).fold(f64::INFINITY, f64::min);
                let pair = best.and_then(distance).map(|found| {
                    let mut found = found.clone();
                    found.proof.lower = lower;
                    found
                });
                Finding::Parts(PartsFinding { pair, part_a, part_b, queries, left_out, pairs })
            }
        }
    }

    /// Contacts of the child shapes that touch, sorted by path.
    fn contacts(&self, answers: &[PartVerdict]) -> Vec<PartsContact> {
        let mut touching = Vec::new();
        for PartVerdict { path, verdict } in answers {
            if let Finding::Manifold(manifold) = &verdict.finding
                && !manifold.points.is_empty()
            {
                let [part_a, part_b] = self.paths(path);
                touching.push(PartsContact { part_a, part_b, manifold: manifold.clone() });
            }
        }
        touching.sort_by(|p, q| (&p.part_a, &p.part_b).cmp(&(&q.part_a, &q.part_b)));
        touching
    }
}

impl Run for PartsOnHalfSpace {
    fn frames(&self) -> usize {
        self.scene.frame_count()
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        Ok(self.decide(frame)?.verdict)
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        let runs = self.candidates(frame)?.runs;
        Ok(Box::new(move || {
            for PartRun { run, .. } in &runs {
                if let Ok(query) = run.prepared(0) {
                    query();
                }
            }
        }))
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        let Decision { verdict, path } = self.decide(frame)?;
        let path = path.ok_or_else(|| QueryError::new("", verdict.say.clone()))?;
        let scene = self.scene_with_bystanders(&path, frame)?;
        let run = super::open(&scene, &scene.queries[0])?;
        Ok(Arc::new(LessonWithVerdict::new(run.lesson(0)?, verdict)))
    }
}

impl Question for PartsOnHalfSpace {
    type Answer = TestOfParts;

    fn answer(&self) -> TestOfParts {
        let Ok(Decision { verdict: Verdict { finding: Finding::Parts(found), .. }, .. }) = self.decide(0) else {
            return TestOfParts::default();
        };
        let PartsFinding { pair, part_a, part_b, queries, .. } = found;
        let [lower, upper] = pair.map_or([f64::INFINITY; 2], |pair| [pair.proof.lower, pair.proof.upper]);
        let intersects = (upper < 0.0 || lower > 0.0).then_some(upper < 0.0);
        let parts = if intersects == Some(true) { [part_a, part_b] } else { [None, None] };
        let rounding = if lower.is_finite() { upper - lower } else { 0.0 };
        TestOfParts { intersects, parts, rounding, queries }
    }

    fn prepared(&self) -> Prepared<'_> {
        Run::prepared(self, 0).unwrap_or_else(|_| Box::new(|| {}))
    }
}

/// The distance that a finding states; `None` for another kind of finding.
fn distance(finding: &Finding) -> Option<&PairFinding> {
    match finding {
        Finding::Distance(found) => Some(found),
        _ => None,
    }
}

/// The first contact that a finding states; `None` for another kind of finding.
fn first_contact(finding: &Finding) -> Option<&ContactFinding> {
    match finding {
        Finding::FirstContact(found) => Some(found),
        _ => None,
    }
}

/// Whether a verdict decides over `best`: smaller distance, deeper contact, earlier hit, or smaller gap of a miss.
fn decides_over(candidate: &Verdict, best: &Verdict) -> bool {
    match (&candidate.finding, &best.finding) {
        (Finding::Distance(new), Finding::Distance(best)) => new.signed_distance < best.signed_distance,
        (Finding::Manifold(new), Finding::Manifold(best)) => {
            new.deepest().unwrap_or(f64::NEG_INFINITY) > best.deepest().unwrap_or(f64::NEG_INFINITY)
        }
        (Finding::FirstContact(new), Finding::FirstContact(best)) => match (new.hit, best.hit) {
            (Some(true), Some(true)) => new.t_first < best.t_first,
            (Some(true), _) => true,
            (_, Some(true)) => false,
            (None, Some(false)) => true,
            (Some(false), Some(false)) => new.gap < best.gap,
            _ => false,
        },
        _ => false,
    }
}
