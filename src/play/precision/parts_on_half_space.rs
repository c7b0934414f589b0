//! Queries about a half-space and a body with child shapes (a compound, mesh or height field), 3D and 2D: distance,
//! cast, contacts and overlap test.
//!
//! Child shapes are sorted by their height above the plane (`lowest_children`). Those that can decide the result are
//! evaluated one by one as convex bodies. The lesson shows the deciding child shape.

mod lowest_children;

use std::sync::Arc;

use contact_lens_lesson::{Lesson, Verdict};
use contact_lens_model::answer::{ContactFinding, Finding, ManifoldsFinding, PairFinding, PartsContact, PartsFinding};
use contact_lens_scene::List;
use contact_lens_scene::model::{Algorithm, Ask, Body, Query, Scene};

use super::{Prepared, QueryError, Run, SceneQuery, misdirected};
use crate::deciding_pair::child_shape_as_body;
use crate::lesson_wrappers::with_verdict::LessonWithVerdict;
use crate::{Question, TestOfParts};
use lowest_children::{LowestChildren, PartHeight, lowest_children};

/// A half-space and a body over all frames.
struct PartsOnHalfSpace {
    /// The whole scene, with its frames.
    scene: Scene,
    /// The query about both bodies.
    query: Query,
    /// Index of the half-space in the pair: 0 for A, 1 for B.
    half_space_index: usize,
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

/// Verdict about the whole body, and the child shape that decides it.
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
        let [a, _] = scene_query.pair()?;
        let half_space_index = usize::from(!a.body.shape.is_half_space());
        let run = Self { scene: scene_query.scene.clone(), query, half_space_index };
        // Rejects an invalid query when it is opened.
        run.candidates(0)?;
        Ok(run)
    }

    /// The half-space, then the body, at their poses of a frame.
    fn bodies_in_frame(&self, frame: usize) -> Result<[Body; 2], QueryError> {
        let [a, b] = SceneQuery::new(&self.scene, &self.query).pair()?.map(|subject| {
            let mut body = subject.body.clone();
            let (position, rotation) = subject.track.pose(frame);
            body.set_pose(position, rotation);
            body
        });
        Ok(if self.half_space_index == 0 { [a, b] } else { [b, a] })
    }

    /// The half-space and a child shape as a scene with the same query.
    fn pair_scene(&self, [half_space, body]: &[Body; 2], path: &[u32]) -> Result<Scene, QueryError> {
        let part = child_shape_as_body(body, path).ok_or_else(misdirected)?;
        let mut query = self.query.clone();
        query.ask.expect_nothing();
        if let Some(names) = query.ask.pair_mut() {
            *names[1 - self.half_space_index] = part.name.clone();
        }
        let bodies = List::from(vec![half_space.clone(), part]);
        Ok(Scene { queries: vec![query], ..Scene::new(self.scene.name.clone(), self.scene.dimension, bodies) })
    }

    /// Scene of a child shape and the half-space with all bystanders at their poses of a frame.
    fn scene_with_bystanders(&self, path: &[u32], frame: usize) -> Result<Scene, QueryError> {
        let mut scene = self.pair_scene(&self.bodies_in_frame(frame)?, path)?;
        let mut bodies: Vec<Body> = scene.bodies.iter().cloned().collect();
        for (bystander, track) in self.scene.bodies.iter().zip(self.scene.tracks()) {
            if bodies.iter().all(|body| body.name != bystander.name) {
                let mut bystander = bystander.clone();
                let (position, rotation) = track.pose(frame);
                bystander.set_pose(position, rotation);
                bodies.push(bystander);
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
        let mut deciding: Option<&PartVerdict> = None;
        for answer in &answers {
            // Of equal verdicts the first one decides: that of the lowest child shape.
            if deciding.is_none_or(|best| decides_over(&answer.verdict, &best.verdict)) {
                deciding = Some(answer);
            }
        }
        let verdict = self.verdict(&candidates, &answers, deciding);
        Ok(Decision { verdict, path: deciding.map(|answer| answer.path.clone()) })
    }

    /// Paths of a child shape as the paths in A and in B: the path in the half-space is empty.
    fn paths(&self, path: &[u32]) -> [Vec<u32>; 2] {
        if self.half_space_index == 0 { [vec![], path.to_vec()] } else { [path.to_vec(), vec![]] }
    }

    /// Verdict about the body, from the verdicts of its child shapes; `deciding` is the deciding one, `None` if no
    /// child shape can touch the half-space from its front side.
    fn verdict(&self, candidates: &Candidates, answers: &[PartVerdict], deciding: Option<&PartVerdict>) -> Verdict {
        let [half_space, body] = &candidates.names;
        let finding = self.finding(candidates, answers, deciding);
        let iterations = answers.len() as u32;
        let Some(PartVerdict { verdict: Verdict { outcome, say, .. }, .. }) = deciding else {
            let say = format!("All triangles of {body} face away from {half_space}, so contacts are ignored.");
            return Verdict { outcome: "NoneMet", say, iterations, finding };
        };
        let say = match &finding {
            Finding::PartsInContact(contacts) if contacts.parts.len() > 1 => {
                let n = contacts.parts.len();
                let points = contacts.points();
                format!("{n} child shapes of {body} touch {half_space} at {points} points. The deepest contact: {say}")
            }
            _ => say.clone(),
        };
        Verdict { outcome, say, iterations, finding }
    }

    /// Finding about the body: that of the deciding child shape, with lower bounds that hold for all child shapes.
    fn finding(&self, candidates: &Candidates, answers: &[PartVerdict], deciding: Option<&PartVerdict>) -> Finding {
        let queries = answers.len() as u32;
        let left_out = candidates.skipped as u32;
        let pairs = candidates.parts as u64;
        let [part_a, part_b] = match deciding {
            Some(deciding) => self.paths(&deciding.path).map(Some),
            None => [None, None],
        };
        let deciding_finding = deciding.map(|deciding| &deciding.verdict.finding);
        let mut findings = answers.iter().map(|answer| &answer.verdict.finding);
        match &self.query.ask {
            Ask::Manifold { .. } => {
                let sound = findings.all(|finding| !matches!(finding, Finding::Manifold(manifold) if !manifold.sound));
                let parts = self.contacts(answers);
                Finding::PartsInContact(ManifoldsFinding { parts, sound, queries, left_out, pairs })
            }
            Ask::Cast { .. } => {
                let lower_bounds = findings.filter_map(first_contact).map(|contact| contact.lower);
                let lower = lower_bounds.fold(f64::INFINITY, f64::min);
                let contact = deciding_finding.and_then(first_contact);
                let pair = contact.map(|contact| ContactFinding { lower, ..contact.clone() });
                Finding::PartsInFlight(PartsFinding { pair, part_a, part_b, queries, left_out, pairs })
            }
            _ => {
                let lower_bounds = findings.filter_map(distance).map(|distance| distance.proof.lower);
                let lower = lower_bounds.fold(f64::INFINITY, f64::min);
                let mut pair = deciding_finding.and_then(distance).cloned();
                if let Some(distance) = &mut pair {
                    distance.proof.lower = lower;
                }
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
        let Ok(Decision { verdict, .. }) = self.decide(0) else { return TestOfParts::default() };
        let Finding::Parts(finding) = verdict.finding else { return TestOfParts::default() };
        let PartsFinding { pair, part_a, part_b, queries, .. } = finding;
        // Bracket of the signed distance; infinite if no child shape can touch the half-space.
        let [lower, upper] = pair.map_or([f64::INFINITY; 2], |pair| [pair.proof.lower, pair.proof.upper]);
        let is_decided = upper < 0.0 || lower > 0.0;
        let intersects = if is_decided { Some(upper < 0.0) } else { None };
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

/// Whether a verdict decides over `best`: smaller distance, deeper contact, or earlier first contact; false for
/// verdicts of different kinds.
fn decides_over(candidate: &Verdict, best: &Verdict) -> bool {
    match (&candidate.finding, &best.finding) {
        (Finding::Distance(new), Finding::Distance(best)) => new.signed_distance < best.signed_distance,
        (Finding::Manifold(new), Finding::Manifold(best)) => {
            new.deepest().unwrap_or(f64::NEG_INFINITY) > best.deepest().unwrap_or(f64::NEG_INFINITY)
        }
        (Finding::FirstContact(new), Finding::FirstContact(best)) => is_earlier_contact(new, best),
        _ => false,
    }
}

/// Whether the cast result `candidate` decides over `best`: a hit over an undecided cast, and that over a miss; of two
/// hits the earlier one, of two misses the one with the smaller gap.
fn is_earlier_contact(candidate: &ContactFinding, best: &ContactFinding) -> bool {
    match (candidate.hit, best.hit) {
        (Some(true), Some(true)) => candidate.t_first < best.t_first,
        (Some(false), Some(false)) => candidate.gap < best.gap,
        (Some(true), None | Some(false)) | (None, Some(false)) => true,
        (None | Some(false), Some(true)) | (Some(false), None) | (None, None) => false,
    }
}
