//! The judge: every query of a scene is asked in both precisions, its expectations and its certificate are verified by an
//! independent hand, and the two precisions are held against each other.

mod certificate;
mod diverge;
mod expect;
mod reference_geometry;
mod solvers;
mod subjects;

use std::time::{Duration, Instant};

pub use crate::play::{Precision, QueryError};
pub use certificate::{Breach, Claim, verify, verify_support};
pub use diverge::{Divergence, divergence};
pub use reference_geometry::Placed;
pub use solvers::others as other_solvers;
pub use subjects::Bodies;

use crate::lesson::Verdict;
use crate::play::{self, Run};
use crate::scene::model::{Ask, Query, Scene};
use certificate::Judge;
use solvers::Others;
use std::sync::Arc;

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
    let asked = Asked::open(scene, query);
    for frame in 0..scene.frame_count() {
        let answers = Precision::BOTH.map(|precision| (precision, asked.answer(precision, frame)));
        for (precision, answer) in &answers {
            findings.extend(asked.judge(frame, *precision, answer));
        }
        if let [(_, Ok(exact)), (_, Ok(quick))] = &answers {
            findings.extend(asked.cross_check(frame, exact, quick));
            findings.extend(asked.others.cross_check(frame, exact));
        }
        let now =
            answers.iter().filter(|(_, answer)| answer.as_ref().is_ok_and(|verdict| verdict.status.is_open())).count();
        open += now;
        foreseen += if frame == 0 && query.ask.expectation().outcome().is_some() { now } else { 0 };
        let [(_, exact), _] = answers;
        verdict = verdict.or(exact.ok());
    }
    Case {
        scene: scene.name.clone(),
        query: query.name.clone(),
        frames: scene.frame_count(),
        verdict,
        expectations: query.ask.expectation().count(),
        findings,
        open,
        foreseen,
        time: start.elapsed(),
    }
}

/// Every claim of an answer to a query that does not hold.
pub fn verify_query(query: &Query, [a, b]: &[Placed<'_>; 2], precision: Precision, verdict: &Verdict) -> Vec<Breach> {
    let mut breaches = verify(a, b, verdict, precision.eps());
    if matches!(query.ask, Ask::Support { .. }) {
        let d = query.ask.direction().map_or(b.position - a.position, Into::into);
        breaches.extend(verify_support(a, b, verdict, d, precision.eps()));
    }
    breaches
}

/// A query that is judged: opened in both precisions and with its other solvers, so that what frames hand on is handed on
/// once.
struct Asked<'a> {
    scene: &'a Scene,
    query: &'a Query,
    runs: [Result<Arc<dyn Run>, QueryError>; 2],
    others: Others,
    bodies: Option<Bodies<'a>>,
}

impl<'a> Asked<'a> {
    fn open(scene: &'a Scene, query: &'a Query) -> Self {
        let runs = Precision::BOTH.map(|precision| play::open(precision, scene, query));
        Self { scene, query, runs, others: Others::open(scene, query), bodies: Bodies::of(scene, query) }
    }

    fn run(&self, precision: Precision) -> Result<&dyn Run, QueryError> {
        let i = usize::from(precision != Precision::BOTH[0]);
        self.runs[i].as_deref().map_err(Clone::clone)
    }

    fn answer(&self, precision: Precision, frame: usize) -> Result<Verdict, QueryError> {
        self.run(precision)?.answer(frame)
    }

    fn judge(&self, frame: usize, precision: Precision, answer: &Result<Verdict, QueryError>) -> Vec<Finding> {
        let finding = |kind, step, message| Finding { kind, frame, precision, step, message };
        let verdict = match answer {
            Ok(verdict) => verdict,
            Err(error) => return vec![finding(Kind::Refused, 0, error.to_string())],
        };
        let pair = self.bodies.as_ref().map(|bodies| bodies.at(frame));
        let breaches = pair.as_ref().map_or(Vec::new(), |pair| verify_query(self.query, pair, precision, verdict));
        let mut found: Vec<_> =
            breaches.into_iter().map(|breach| (Kind::Certificate(breach.claim), breach.message)).collect();
        // The expectations' digits are those of f64; f32 is held against f64 below.
        if frame == 0 && precision == Precision::F64 {
            let judge = pair.as_ref().map(|[a, b]| Judge::new(a, b, verdict, precision.eps()));
            let unmet = expect::unmet(self.scene.dimension, self.query, verdict, judge.as_ref());
            found.extend(unmet.into_iter().map(|message| (Kind::Expectation, message)));
        }
        if found.is_empty() {
            return Vec::new();
        }
        let lesson = self.run(precision).and_then(|run| run.lesson(frame));
        let last = lesson.map_or(0, |lesson| lesson.steps() - 1);
        found.into_iter().map(|(kind, message)| finding(kind, last, message)).collect()
    }

    /// Both brackets hold the truth (of inputs that `f32` has rounded), so they must meet.
    fn cross_check(&self, frame: usize, exact: &Verdict, quick: &Verdict) -> Option<Finding> {
        let [a, b] = self.bodies.as_ref()?.at(frame);
        let size = a.radius() + b.radius() + a.position.length().max(b.position.length());
        let slack = 8.0 * Precision::F32.eps() * size;
        let meet = quick.proof.lower <= exact.proof.upper + slack && exact.proof.lower <= quick.proof.upper + slack;
        if meet {
            return None;
        }
        let lessons = Precision::BOTH.map(|precision| self.run(precision).and_then(|run| run.lesson(frame)));
        let parting = match &lessons {
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
}
