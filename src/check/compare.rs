//! One question asked of every solver and in both precisions. Who is right is not voted on: an answer counts where its
//! certificate holds, and answers that are proven must allow one truth.

use super::{
    Bodies, Divergence, Placed, Precision, QueryError, Violation, contradiction, divergence, other_solvers, verify,
    verify_world,
};
use crate::answer::{Finding, Found as _};
use crate::ask::Value;
use crate::lesson::Verdict;
use crate::play;
use crate::scene::model::{Algorithm, Query, Scene};

/// Name of the solver that the query itself names.
const AS_ASKED: &str = "as asked";

/// What one solver answers in one precision.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The solver; `as asked` of the one that the query names.
    pub solver: String,
    /// How its numbers are computed.
    pub precision: Precision,
    /// The answer, or why there is none.
    pub answer: Result<Verdict, QueryError>,
    /// Claims of its certificate that do not hold.
    pub violations: Vec<Violation>,
    /// Why it cannot be true beside a proven answer above it in the table.
    pub against: Option<String>,
}

impl Entry {
    /// Whether it has an answer the certificate of which holds.
    pub fn is_proven(&self) -> bool {
        self.violations.is_empty() && self.answer.is_ok()
    }

    /// What it is called in a sentence.
    pub fn name(&self) -> String {
        format!("{} in {}", self.solver, self.precision)
    }
}

/// Every answer to a question in one frame, that of the query itself first.
pub fn by_all(scene: &Scene, query: &Query, frame: usize) -> Vec<Entry> {
    let own = (String::from(AS_ASKED), query.clone());
    let others = other_solvers(scene.dimension, query).into_iter().chain(other_methods(scene, query));
    let asked: Vec<(String, Query)> = std::iter::once(own).chain(others).collect();
    let mut all: Vec<Entry> = Vec::new();
    for (solver, query) in asked {
        let rounding = rounding(&Bodies::of(scene, &query).map_or_else(Vec::new, |bodies| bodies.at(frame)));
        for precision in Precision::BOTH {
            let answer = play::answer(precision, scene, &query, frame);
            let finding = answer.as_ref().ok().map(|verdict| &verdict.finding);
            let violations =
                finding.map_or_else(Vec::new, |finding| violations(scene, &query, frame, precision, finding));
            let mut entry = Entry { solver: solver.clone(), precision, answer, violations, against: None };
            if entry.is_proven() {
                entry.against =
                    all.iter().filter(|other| other.is_proven()).find_map(|other| against(&entry, other, rounding));
            }
            all.push(entry);
        }
    }
    all
}

/// The same question about a motion by the other methods that can answer it.
fn other_methods(scene: &Scene, query: &Query) -> Vec<(String, Query)> {
    let method = |query: &Query| query.ask.options().and_then(|options| options.slot("method")?.get());
    let asked = query.ask.options().filter(|_| query.ask.algorithm() == Algorithm::Cast);
    let all = asked.and_then(|options| options.slot("method")).map_or_else(Vec::new, |slot| slot.choices());
    let mut others = Vec::new();
    for (k, [name, label]) in all.into_iter().enumerate() {
        let mut other = query.clone();
        // The first is what holds where nothing is said.
        let value = (k > 0).then_some(Value::Choice(name));
        let slot = other.ask.options_mut().and_then(|options| options.slot_mut("method"));
        let is_other = method(query) != value && method(query) != Some(Value::Choice(name));
        if is_other && slot.is_some_and(|slot| slot.set(value)) && play::open(Precision::F64, scene, &other).is_ok() {
            others.push((label.to_owned(), other));
        }
    }
    others
}

fn violations(scene: &Scene, query: &Query, frame: usize, precision: Precision, finding: &Finding) -> Vec<Violation> {
    match (finding, Bodies::of(scene, query)) {
        (Finding::World(found), _) => verify_world(scene, query, precision, found),
        (finding, Some(bodies)) => verify(&bodies, frame, precision, finding),
        (_, None) => Vec::new(),
    }
}

/// Why two answers cannot both be true.
fn against(one: &Entry, other: &Entry, rounding: f64) -> Option<String> {
    let (Ok(first), Ok(second)) = (&one.answer, &other.answer) else { return None };
    let coarse = [one, other].iter().any(|entry| entry.precision == Precision::F32);
    let names = [one.name(), other.name()];
    let rounding = if coarse { rounding } else { 0.0 };
    contradiction(&first.finding, &second.finding, [&names[0], &names[1]], rounding)
}

/// Why what both precisions answer about these bodies cannot both be true: both proofs hold of the truth, of inputs that `f32` has
/// rounded. `names` are those who answered.
pub fn of_precisions(bodies: &[Placed<'_>], [one, other]: [&Finding; 2], names: [&str; 2]) -> Option<String> {
    contradiction(one, other, names, rounding(bodies))
}

/// By how much lengths of these bodies may be off where their numbers were rounded to single precision, meters.
fn rounding(bodies: &[Placed<'_>]) -> f64 {
    let farthest = bodies.iter().map(|body| body.position.length()).fold(0.0, f64::max);
    8.0 * Precision::F32.eps() * (bodies.iter().map(Placed::radius).sum::<f64>() + farthest)
}

/// What the answers together show, in a sentence.
pub fn conclusion(all: &[Entry]) -> String {
    let unproven: Vec<String> = all.iter().filter(|entry| !entry.is_proven()).map(Entry::name).collect();
    let open =
        all.iter().filter(|entry| entry.answer.as_ref().is_ok_and(|verdict| verdict.finding.standing().is_open()));
    let proven = all.len() - unproven.len();
    let told = match (proven, all.iter().find_map(|entry| entry.against.as_deref())) {
        (_, Some(why)) => format!("Proven answers contradict each other: {why}."),
        (0, None) => String::from("No answer is proven."),
        (1, None) => String::from("One answer is proven."),
        (2, None) if unproven.is_empty() => String::from("Both answers are proven, and they agree."),
        (_, None) if unproven.is_empty() => format!("All {proven} answers are proven, and they agree."),
        (_, None) => format!("{proven} of {} answers are proven, and these agree.", all.len()),
    };
    let rest = if unproven.is_empty() { String::new() } else { format!(" Not proven: {}.", unproven.join(", ")) };
    let open = open.count();
    let open = if open == 0 { String::new() } else { format!(" {open} did not converge: what they prove is less.") };
    told + &rest + &open
}

/// Where the runs of a query in f64 and in f32 part, if their answers differ in kind. Both proofs may hold of it: `f32` rounds
/// the bodies.
pub fn parting(scene: &Scene, query: &Query, frame: usize, all: &[Entry]) -> Option<Divergence> {
    let own = all.iter().filter(|entry| entry.solver == AS_ASKED);
    let statuses: Vec<&str> = own.filter_map(|entry| Some(entry.answer.as_ref().ok()?.finding.status())).collect();
    let [wide, narrow] = statuses[..] else { return None };
    if wide == narrow {
        return None;
    }
    let [wide, narrow] = Precision::BOTH.map(|precision| play::lesson(precision, scene, query, frame).ok());
    divergence(wide?.as_ref(), narrow?.as_ref())
}

/// Whether every answer is proven, and no two contradict each other.
pub fn all_hold(all: &[Entry]) -> bool {
    all.iter().all(|entry| entry.is_proven() && entry.against.is_none())
}
