//! Checks of scenes, for `contact-lens check`, for the window and for tests: [`check_scene`] judges every query of a
//! scene and returns one [`Case`] per query.
//!
//! Every query runs in both precisions. A separate verifier ([`judge`]) judges the certificates and the expectations of
//! its answers, and compares them with one another and with those of other solvers.

mod accept;
pub mod captured;
pub mod compare;
mod divergence;
mod exact;
mod expect;
pub mod judge;
mod reference_geometry;
pub mod shrink;
mod solvers;
mod subjects;
mod world;

use std::sync::Arc;
use std::time::{Duration, Instant};

use contact_lens_lesson::{Verdict, Watch};
use contact_lens_long_run::watch;
use contact_lens_model::answer::{Finding, FindingFacts as _};
use contact_lens_play::{self as play, Compared, HullOfMesh, Run};
use contact_lens_scene::model::{Ask, Expectation, Query, Scene};

pub use self::divergence::{Divergence, divergence};
pub use accept::{accepted, expectations, with_expectations};
pub use contact_lens_play::{Precision, QueryError};
pub use expect::unmet;
pub use expect::world::{UnmetField, unmet as unmet_by_world};
pub use judge::{Claim, Violation, contradiction, verify};
pub use reference_geometry::Placed;
use solvers::OtherRuns;
pub use solvers::queries_of_other_solvers;
pub use subjects::Bodies;
pub use world::verify as verify_world;

/// Results of one query of one scene over all its frames.
#[derive(Clone, Debug)]
pub struct Case {
    /// Name of the scene.
    pub scene: String,
    /// Name of the query.
    pub query: String,
    /// Number of frames of the query.
    pub frames: usize,
    /// `f64` answer of the first frame that has one, for a world of the last frame; `None` when every frame was
    /// refused, or the time budget ran out.
    pub verdict: Option<Verdict>,
    /// Bodies of the query that are hulls of meshes that are not convex, or may not be.
    pub hulls: Vec<HullOfMesh>,
    /// Number of expectations of the query.
    pub expectations: usize,
    /// Failures; empty when everything holds.
    pub failures: Vec<Failure>,
    /// Number of answers, over both precisions and all frames, whose bracket stayed wider than requested, or that
    /// decide nothing. For a world, the number of precisions in which the run failed.
    pub open: usize,
    /// Number of open answers in the frame whose ending the query expects, for a world with an expected ending in all
    /// frames.
    pub expected_open: usize,
    /// Results of external engines with their frames, compared with ours, and rules of mechanics that their impulses
    /// break. For a world, only the largest difference of each engine and quantity.
    pub external: Vec<(usize, Compared)>,
    /// Time for computing and judging; the whole budget when it ran out.
    pub time: Duration,
}

/// Summary of a case; the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CaseSummary {
    /// Something fails: see [`FailureKind`].
    Fails,
    /// Nothing fails, but more answers are open than the query expects.
    Open,
    /// Nothing fails, and the query has no expectations.
    Computed,
    /// Nothing fails, and all expectations hold.
    Verified,
}

impl Case {
    /// Whether nothing failed; [`Case::summary`] says how much that proves.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }

    /// Returns the summary of the case.
    pub fn summary(&self) -> CaseSummary {
        if !self.holds() {
            CaseSummary::Fails
        } else if self.open > self.expected_open {
            CaseSummary::Open
        } else if self.expectations == 0 {
            CaseSummary::Computed
        } else {
            CaseSummary::Verified
        }
    }
}

/// Test of an answer that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// FailureKind of the test.
    pub kind: FailureKind,
    /// Frame of the answer, from 0.
    pub frame: usize,
    /// Precision in which the failure occurs or shows.
    pub precision: Precision,
    /// Step to look at in that precision's run, from 0: the last one, or the one where two runs diverge; the first one
    /// for a refusal, a timeout and a contradiction between solvers.
    pub step: usize,
    /// Description in one sentence.
    pub message: String,
}

/// Kind of test that an answer can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FailureKind {
    /// The engine refused the query.
    Refused,
    /// The time budget ran out.
    OutOfBudget,
    /// The answer differs from the scene's expectation.
    Expectation,
    /// A captured step of another engine is not what it claims, and the scene does not expect that.
    BrokenStep,
    /// The certificate does not prove the answer.
    Certificate(Claim),
    /// `f32` and `f64` contradict each other.
    CrossCheck,
    /// A captured answer of another engine differs from the proven one by more than the tolerance.
    Captured,
    /// Solvers contradict each other: simplex solvers, penetration methods, hull algorithms, or a separating axis test
    /// and the distance query.
    Solvers,
}

impl FailureKind {
    /// Returns the kind in a few words, for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "cannot be run",
            Self::OutOfBudget => "out of budget",
            Self::Expectation => "expectation",
            Self::BrokenStep => "broken step",
            Self::Certificate(_) => "certificate",
            Self::CrossCheck => "f32 versus f64",
            Self::Captured => "captured answer",
            Self::Solvers => "solver comparison",
        }
    }
}

/// Judges every query of a scene, in order.
pub fn check_scene(scene: &Scene) -> Vec<Case> {
    scene.queries.iter().map(|query| check_query(scene, query)).collect()
}

/// Judges the queries of a scene in order, each within `budget` if there is one. Returns the cases that were complete
/// before an interruption.
pub fn check_scene_until_interrupted(scene: &Scene, budget: Option<Duration>) -> Vec<Case> {
    let shared = Arc::new(scene.clone());
    let judged = (0..scene.queries.len()).map_while(|index| match budget {
        Some(budget) => Some(check_one_within(&shared, index, budget)),
        None => Arc::new(Watch::default()).run(|| check_query(scene, &scene.queries[index])),
    });
    judged.take_while(|_| !watch::is_interrupted()).collect()
}

/// Judges every query of a scene; one that exceeds `budget` fails as [`FailureKind::OutOfBudget`].
pub fn check_scene_within(scene: &Scene, budget: Duration) -> Vec<Case> {
    let shared = Arc::new(scene.clone());
    (0..scene.queries.len()).map(|index| check_one_within(&shared, index, budget)).collect()
}

/// Judges the query with the index `index`, which fails as [`FailureKind::OutOfBudget`] when it exceeds `budget`.
pub fn check_one_within(scene: &Arc<Scene>, index: usize, budget: Duration) -> Case {
    let shared = Arc::clone(scene);
    let done =
        Arc::new(Watch::for_at_most(budget)).run_until_deadline(move || check_query(&shared, &shared.queries[index]));
    done.unwrap_or_else(|| out_of_budget_case(scene, &scene.queries[index], budget))
}

/// Returns the failing case of a query that exceeded its budget.
fn out_of_budget_case(scene: &Scene, query: &Query, budget: Duration) -> Case {
    let message = format!("The query exceeded its time limit of {} s.", budget.as_secs_f64());
    let failure = Failure { kind: FailureKind::OutOfBudget, frame: 0, precision: Precision::F64, step: 0, message };
    Case {
        scene: scene.name.clone(),
        query: query.name.clone(),
        frames: scene.frames_of(Some(query)),
        verdict: None,
        hulls: Vec::new(),
        expectations: query.ask.expectation().count(),
        failures: vec![failure],
        open: 0,
        expected_open: 0,
        external: Vec::new(),
        time: budget,
    }
}

/// Judges one query in all its frames.
pub fn check_query(scene: &Scene, query: &Query) -> Case {
    if matches!(query.ask, Ask::World { .. }) {
        return world::check_query(scene, query);
    }
    let start = Instant::now();
    let mut failures = Vec::new();
    let mut open = 0;
    let mut expected_open = 0;
    let mut verdict = None;
    let mut external = Vec::new();
    let judged = OpenQuery::open(scene, query);
    let audit = play::Audit::of(scene, query);
    let frames = scene.frames_of(Some(query));
    for frame in 0..frames {
        watch::tick();
        let answers = Precision::BOTH.map(|precision| (precision, judged.answer(precision, frame)));
        let bodies = judged.bodies.as_ref().map(|bodies| bodies.placed_in(frame));
        for (precision, answer) in &answers {
            failures.extend(judged.judge(frame, bodies.as_deref(), *precision, answer));
        }
        if let [(_, Ok(double)), (_, Ok(single))] = &answers {
            failures.extend(bodies.and_then(|bodies| judged.cross_check(frame, &bodies, double, single)));
            failures.extend(judged.others.cross_check(frame, double));
        }
        let verdicts = answers.iter().filter_map(|(_, answer)| answer.as_ref().ok());
        let open_in_frame = verdicts.filter(|verdict| verdict.finding.proof_extent().is_open()).count();
        open += open_in_frame;
        if frame == query.ask.expectation().frame() && expects_ending(query) {
            expected_open += open_in_frame;
        }
        let [(_, double), _] = answers;
        if let Ok(double) = &double {
            let broken_rules = audit.rows(frame).into_iter().filter(|row| row.judgment.is_wrong());
            let rows = play::compare(query, double, frame).into_iter().chain(broken_rules);
            external.extend(rows.map(|row| (frame, row)));
        }
        verdict = verdict.or(double.ok());
    }
    Case {
        scene: scene.name.clone(),
        query: query.name.clone(),
        frames,
        verdict,
        expectations: query.ask.expectation().count(),
        failures,
        open,
        expected_open,
        external,
        time: start.elapsed(),
        hulls: play::hulls_of_meshes(scene, query),
    }
}

/// Whether a query expects how it ends: by the name of the ending, or by the verdict about a captured step.
fn expects_ending(query: &Query) -> bool {
    match query.ask.expectation() {
        Expectation::Audit(expect) => expect.outcome.is_some() || expect.verdict.is_some(),
        expectation => expectation.outcome().is_some(),
    }
}

/// Judged query, opened once in both precisions and with its other solvers, since a frame may use results of the frame
/// before.
struct OpenQuery<'a> {
    query: &'a Query,
    /// Runs in f64 and in f32, in the order of [`Precision::BOTH`].
    runs: [Result<Arc<dyn Run>, QueryError>; 2],
    /// Runs of the query by other solvers, in f64.
    others: OtherRuns,
    /// Bodies of the query; `None` when the scene lacks one.
    bodies: Option<Bodies<'a>>,
}

impl<'a> OpenQuery<'a> {
    /// Opens the runs of a query; a run that cannot be opened keeps its error.
    fn open(scene: &'a Scene, query: &'a Query) -> Self {
        let runs = Precision::BOTH.map(|precision| play::open(precision, scene, query));
        Self { query, runs, others: OtherRuns::open(scene, query), bodies: Bodies::of(scene, query) }
    }

    /// The run in this precision, or the error of opening it.
    fn run(&self, precision: Precision) -> Result<&dyn Run, QueryError> {
        let index = usize::from(precision != Precision::BOTH[0]);
        self.runs[index].as_deref().map_err(Clone::clone)
    }

    /// Answers the query in a frame, in this precision.
    fn answer(&self, precision: Precision, frame: usize) -> Result<Verdict, QueryError> {
        self.run(precision)?.answer(frame)
    }

    /// Returns the failures of one answer: a refusal, broken claims, and unmet expectations. `bodies` are those of the
    /// query at their poses in the frame, if the scene has all of them.
    fn judge(
        &self,
        frame: usize,
        bodies: Option<&[Placed<'_>]>,
        precision: Precision,
        answer: &Result<Verdict, QueryError>,
    ) -> Vec<Failure> {
        let verdict = match answer {
            Ok(verdict) => verdict,
            Err(error) => {
                return vec![Failure {
                    kind: FailureKind::Refused,
                    frame,
                    precision,
                    step: 0,
                    message: error.to_string(),
                }];
            }
        };
        let violations = match (&self.bodies, bodies) {
            (Some(subjects), Some(placed)) => {
                judge::verify_placed(subjects, frame, placed, precision, &verdict.finding)
            }
            _ => Vec::new(),
        };
        let mut failed: Vec<(FailureKind, String)> = violations
            .into_iter()
            .map(|violation| (FailureKind::Certificate(violation.claim), violation.message))
            .collect();
        // Expected digits are those of f64; f32 is compared with f64 separately.
        if frame == self.query.ask.expectation().frame() && precision == Precision::F64 {
            let unmet = expect::unmet(self.query, verdict, bodies.unwrap_or_default());
            failed.extend(unmet.into_iter().map(|message| (FailureKind::Expectation, message)));
            failed.extend(self.broken_step(verdict).map(|message| (FailureKind::BrokenStep, message)));
        }
        if failed.is_empty() {
            return Vec::new();
        }
        let lesson = self.run(precision).and_then(|run| run.lesson(frame));
        let step = lesson.map_or(0, |lesson| match verdict.finding {
            Finding::Audit(_) => lesson.opening_step(),
            _ => lesson.steps() - 1,
        });
        failed.into_iter().map(|(kind, message)| Failure { kind, frame, precision, step, message }).collect()
    }

    /// Returns the answer about a broken step of another engine, unless the query has expectations about it.
    fn broken_step(&self, verdict: &Verdict) -> Option<String> {
        let Finding::Audit(finding) = &verdict.finding else { return None };
        let is_unexpected = finding.first.is_some() && self.query.ask.expectation().count() == 0;
        is_unexpected.then(|| verdict.say.clone())
    }

    /// Returns a failure when the answers of the two precisions contradict each other, with the first differing step.
    /// `None` if they agree.
    fn cross_check(&self, frame: usize, bodies: &[Placed<'_>], double: &Verdict, single: &Verdict) -> Option<Failure> {
        let contradiction =
            compare::contradiction_of_precisions(bodies, [&double.finding, &single.finding], ["f64", "f32"])?;
        let lessons = Precision::BOTH.map(|precision| self.run(precision).and_then(|run| run.lesson(frame)));
        let difference = match &lessons {
            [Ok(first), Ok(second)] => divergence(first.as_ref(), second.as_ref()),
            _ => None,
        };
        let step = difference.as_ref().map_or(0, |difference| difference.step);
        let where_runs_diverge = difference.map_or_else(String::new, |difference| {
            format!("; they diverge at step {}: {}", step + 1, difference.between(["f64", "f32"]))
        });
        Some(Failure {
            kind: FailureKind::CrossCheck,
            frame,
            precision: Precision::F32,
            step,
            message: contradiction + &where_runs_diverge,
        })
    }
}
