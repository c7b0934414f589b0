//! The judge: every query of a scene is asked in both precisions, its expectations and its certificate are verified by an
//! independent hand, and the two precisions are held against each other.

mod ask;
mod certificate;
mod diverge;
mod expect;
mod plain;

use std::time::{Duration, Instant};

pub use ask::{Precision, Refusal, answer, play};
pub use certificate::{Breach, Claim, verify};
pub use diverge::{Divergence, divergence};
pub use plain::Placed;

use crate::lesson::Verdict;
use crate::scene::model::{Algorithm, Method, Options, Query, Scene, Solver};

/// One query of one scene, judged over all its frames.
#[derive(Clone, Debug)]
pub struct Case {
    /// The scene's name.
    pub scene: String,
    /// The query's name.
    pub query: String,
    /// Frames that were asked.
    pub frames: usize,
    /// The `f64` answer of frame 0, if there is one.
    pub verdict: Option<Verdict>,
    /// Expectations that were tested.
    pub expectations: usize,
    /// What does not hold; empty when all does.
    pub findings: Vec<Finding>,
    /// Time of asking and judging.
    pub time: Duration,
}

impl Case {
    /// Whether everything holds.
    pub fn holds(&self) -> bool {
        self.findings.is_empty()
    }
}

/// One thing that does not hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// What was tested.
    pub kind: Kind,
    /// In which frame.
    pub frame: usize,
    /// Which engine is to blame, or shows it.
    pub precision: Precision,
    /// The step of that engine's run to look at: the last one, or the one where two runs part.
    pub step: usize,
    /// One sentence.
    pub message: String,
}

/// What was tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The engine would not answer.
    Refused,
    /// The scene expects something else.
    Expectation,
    /// The certificate does not prove the answer.
    Certificate(Claim),
    /// `f32` and `f64` contradict each other.
    CrossCheck,
    /// The sub-algorithms of GJK, or the penetration methods, contradict each other.
    Solvers,
}

impl Kind {
    /// In one or two words, for reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Refused => "refused",
            Self::Expectation => "expectation",
            Self::Certificate(_) => "certificate",
            Self::CrossCheck => "f32 against f64",
            Self::Solvers => "solvers",
        }
    }
}

/// Judges every query of a scene.
pub fn check_scene(scene: &Scene) -> Vec<Case> {
    scene.queries.iter().map(|query| check_query(scene, query)).collect()
}

/// Judges one query in all its frames.
pub fn check_query(scene: &Scene, query: &Query) -> Case {
    let start = Instant::now();
    let mut findings = Vec::new();
    let mut verdict = None;
    for frame in 0..scene.frame_count() {
        let answers = Precision::BOTH.map(|precision| (precision, answer(precision, scene, query, frame)));
        for (precision, answer) in &answers {
            findings.extend(judge(scene, query, frame, *precision, answer));
        }
        if let [(_, Ok(exact)), (_, Ok(quick))] = &answers {
            findings.extend(cross_check(scene, query, frame, exact, quick));
            findings.extend(cross_check_solvers(scene, query, frame, exact));
        }
        let [(_, exact), _] = answers;
        verdict = verdict.or(exact.ok());
    }
    Case {
        scene: scene.name.clone(),
        query: query.name.clone(),
        frames: scene.frame_count(),
        verdict,
        expectations: expect::count(&query.expect),
        findings,
        time: start.elapsed(),
    }
}

/// The two bodies of a query where they stand in a frame.
pub fn placed<'a>(scene: &'a Scene, query: &Query, frame: usize) -> Option<[Placed<'a>; 2]> {
    let (_, a) = scene.body(&query.a)?;
    let (_, b) = scene.body(&query.b)?;
    Some([Placed::new(scene, a, frame), Placed::new(scene, b, frame)])
}

fn judge(
    scene: &Scene,
    query: &Query,
    frame: usize,
    precision: Precision,
    answer: &Result<Verdict, Refusal>,
) -> Vec<Finding> {
    let finding = |kind, step, message| Finding { kind, frame, precision, step, message };
    let verdict = match answer {
        Ok(verdict) => verdict,
        Err(refusal) => return vec![finding(Kind::Refused, 0, refusal.to_string())],
    };
    let mut found = Vec::new();
    if let Some([a, b]) = placed(scene, query, frame) {
        let breaches = verify(&a, &b, verdict, precision.eps());
        found.extend(breaches.into_iter().map(|breach| (Kind::Certificate(breach.claim), breach.message)));
    }
    // The expectations' digits are those of f64; f32 is held against f64 below.
    if frame == 0 && precision == Precision::F64 {
        found.extend(expect::unmet(&query.expect, verdict).into_iter().map(|message| (Kind::Expectation, message)));
    }
    if found.is_empty() {
        return Vec::new();
    }
    let last = play(precision, scene, query, frame).map_or(0, |lesson| lesson.steps() - 1);
    found.into_iter().map(|(kind, message)| finding(kind, last, message)).collect()
}

/// Both brackets hold the truth (of inputs that `f32` has rounded), so they must meet.
fn cross_check(scene: &Scene, query: &Query, frame: usize, exact: &Verdict, quick: &Verdict) -> Option<Finding> {
    let [a, b] = placed(scene, query, frame)?;
    let size = a.radius() + b.radius() + a.position.length().max(b.position.length());
    let slack = 8.0 * Precision::F32.eps() * size;
    let meet = quick.proof.lower <= exact.proof.upper + slack && exact.proof.lower <= quick.proof.upper + slack;
    if meet {
        return None;
    }
    let runs = Precision::BOTH.map(|precision| play(precision, scene, query, frame));
    let parting = match &runs {
        [Ok(first), Ok(second)] => divergence(first.as_ref(), second.as_ref()),
        _ => None,
    };
    let (step, parting) = parting.map_or((0, String::new()), |parting| {
        (parting.step, format!("; they part at step {}: {}", parting.step + 1, parting.message))
    });
    let message = format!(
        "f64 proves [{:e}, {:e}], f32 proves [{:e}, {:e}]{parting}",
        exact.proof.lower, exact.proof.upper, quick.proof.lower, quick.proof.upper
    );
    Some(Finding { kind: Kind::CrossCheck, frame, precision: Precision::F32, step, message })
}

/// Whichever way GJK finds the nearest point of a simplex, and with margins or without, all brackets hold the truth.
fn cross_check_solvers(scene: &Scene, query: &Query, frame: usize, exact: &Verdict) -> Vec<Finding> {
    if !matches!(query.algorithm, Algorithm::Gjk | Algorithm::Penetration) {
        return Vec::new();
    }
    let asked = &query.options;
    let solvers = [Solver::SignedVolumes, Solver::Johnson, Solver::Voronoi];
    let others = solvers.into_iter().filter(|solver| *solver != asked.solver);
    let mut others: Vec<_> =
        others.map(|solver| (format!("{solver:?}"), Options { solver, ..asked.clone() })).collect();
    if query.algorithm == Algorithm::Penetration {
        let method = if asked.method == Method::Hybrid { Method::Epa } else { Method::Hybrid };
        others.push((format!("{method:?}"), Options { method, ..asked.clone() }));
    }
    let contradicts = |(name, options): (String, Options)| {
        let other = Query { options, ..query.clone() };
        let theirs = answer(Precision::F64, scene, &other, frame).ok()?.proof;
        let meet = theirs.lower <= exact.proof.upper && exact.proof.lower <= theirs.upper;
        (!meet).then(|| Finding {
            kind: Kind::Solvers,
            frame,
            precision: Precision::F64,
            step: 0,
            message: format!(
                "as asked: [{:e}, {:e}]; with {name}: [{:e}, {:e}]",
                exact.proof.lower, exact.proof.upper, theirs.lower, theirs.upper
            ),
        })
    };
    others.into_iter().filter_map(contradicts).collect()
}
