//! The judge: every query of a scene is asked in both precisions, its expectations and its certificate are verified by an
//! independent hand, and the two precisions are held against each other.

mod certificate;
mod diverge;
mod expect;
mod reference_geometry;
mod solve;
mod solvers;

use std::time::{Duration, Instant};

pub use certificate::{Breach, Claim, verify, verify_support};
pub use diverge::{Divergence, divergence};
pub use reference_geometry::Placed;
pub use solve::{Precision, Refusal, answer, play};
pub use solvers::others as other_solvers;

use crate::lesson::Verdict;
use crate::scene::model::{Algorithm, Query, Scene};
use certificate::Judge;

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
    /// Answers, of both precisions in all frames, whose bracket stayed wider than was asked for, or that decide nothing.
    pub open: usize,
    /// Those of them that were foreseen: in frame 0 of a query that expects how it ends.
    pub foreseen: usize,
    /// Time of asking and judging.
    pub time: Duration,
}

/// What a case has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// Something does not hold.
    Fails,
    /// Nothing is wrong, but an answer is open: it did not converge.
    Open,
    /// Nothing is wrong, and nothing was expected.
    Computed,
    /// Everything that was expected holds.
    Verified,
}

impl Case {
    /// Whether nothing was found that does not hold. What that is worth tells [`Case::standing`].
    pub fn holds(&self) -> bool {
        self.findings.is_empty()
    }

    /// What the case has shown.
    pub fn standing(&self) -> Standing {
        match self {
            case if !case.holds() => Standing::Fails,
            case if case.open > case.foreseen => Standing::Open,
            case if case.expectations == 0 => Standing::Computed,
            _ => Standing::Verified,
        }
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
    /// The sub-algorithms of GJK, those for a single simplex, or the penetration methods contradict each other.
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
    let (mut findings, mut open, mut foreseen) = (Vec::new(), 0, 0);
    let mut verdict = None;
    for frame in 0..scene.frame_count() {
        let answers = Precision::BOTH.map(|precision| (precision, answer(precision, scene, query, frame)));
        for (precision, answer) in &answers {
            findings.extend(judge(scene, query, frame, *precision, answer));
        }
        if let [(_, Ok(exact)), (_, Ok(quick))] = &answers {
            findings.extend(cross_check(scene, query, frame, exact, quick));
            findings.extend(solvers::cross_check(scene, query, frame, exact));
        }
        let now = answers.iter().filter(|(_, answer)| answer.as_ref().is_ok_and(is_open)).count();
        open += now;
        foreseen += if frame == 0 && query.expect.outcome.is_some() { now } else { 0 };
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
        open,
        foreseen,
        time: start.elapsed(),
    }
}

/// Whether an answer leaves its question open.
fn is_open(verdict: &Verdict) -> bool {
    ["not converged", "undecided"].contains(&verdict.status)
}

/// Every claim of an answer to a query that does not hold.
pub fn verify_query(
    scene: &Scene,
    query: &Query,
    frame: usize,
    precision: Precision,
    verdict: &Verdict,
) -> Vec<Breach> {
    let Some([a, b]) = placed(scene, query, frame) else { return Vec::new() };
    let mut breaches = verify(&a, &b, verdict, precision.eps());
    if query.algorithm == Algorithm::Support {
        let d = query.options.direction.map_or(b.position - a.position, Into::into);
        breaches.extend(verify_support(&a, &b, verdict, d, precision.eps()));
    }
    breaches
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
    let breaches = verify_query(scene, query, frame, precision, verdict).into_iter();
    let mut found: Vec<_> = breaches.map(|breach| (Kind::Certificate(breach.claim), breach.message)).collect();
    // The expectations' digits are those of f64; f32 is held against f64 below.
    if frame == 0 && precision == Precision::F64 {
        let pair = placed(scene, query, frame);
        let judge = pair.as_ref().map(|[a, b]| Judge::new(a, b, verdict, precision.eps()));
        let unmet = expect::unmet(query, verdict, judge.as_ref());
        found.extend(unmet.into_iter().map(|message| (Kind::Expectation, message)));
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
