//! Comparison of one query over all solvers and both precisions. There is no majority vote: an answer counts if its
//! certificate holds, and proven answers must not contradict each other.

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::{Finding, FindingFacts as _};
use contact_lens_model::ask::Value;
use contact_lens_play as play;
use contact_lens_scene::model::{Algorithm, Query, Scene};

use super::{
    Bodies, Divergence, Placed, Precision, QueryError, Violation, contradiction, divergence, queries_of_other_solvers,
    verify, verify_world,
};

/// Name, in the list of answers, of the solver that the query itself chooses.
const AS_IN_QUERY: &str = "as in the query";

/// Answer of one solver in one precision.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the solver; `as in the query` for the query's own.
    pub solver: String,
    /// Precision of the engine.
    pub precision: Precision,
    /// Answer, or the error.
    pub answer: Result<Verdict, QueryError>,
    /// Claims of the certificate that do not hold.
    pub violations: Vec<Violation>,
    /// Contradiction with an earlier answer in the list that is proven; `None` also for an answer that is not proven.
    pub contradiction: Option<String>,
}

impl Entry {
    /// Whether there is an answer whose certificate holds.
    pub fn is_proven(&self) -> bool {
        self.violations.is_empty() && self.answer.is_ok()
    }

    /// Returns the solver and the precision, for sentences.
    pub fn name(&self) -> String {
        format!("{} in {}", self.solver, self.precision)
    }
}

/// Returns the answers to a query in one frame: for each solver that can answer it, those in f64 and in f32. The
/// query's own solver comes first.
pub fn answers_of_all_solvers(scene: &Scene, query: &Query, frame: usize) -> Vec<Entry> {
    let as_requested = (String::from(AS_IN_QUERY), query.clone());
    let others =
        queries_of_other_solvers(scene.dimension, query).into_iter().chain(queries_of_other_methods(scene, query));
    let queries: Vec<(String, Query)> = std::iter::once(as_requested).chain(others).collect();
    let mut entries: Vec<Entry> = Vec::new();
    for (solver, query) in queries {
        let bodies = Bodies::of(scene, &query).map_or_else(Vec::new, |bodies| bodies.placed_in(frame));
        let rounding = rounding_to_f32(&bodies);
        for precision in Precision::BOTH {
            let answer = play::answer(precision, scene, &query, frame);
            let finding = answer.as_ref().ok().map(|verdict| &verdict.finding);
            let violations =
                finding.map_or_else(Vec::new, |finding| violations(scene, &query, frame, precision, finding));
            let mut entry = Entry { solver: solver.clone(), precision, answer, violations, contradiction: None };
            if entry.is_proven() {
                let mut proven = entries.iter().filter(|other| other.is_proven());
                entry.contradiction = proven.find_map(|other| contradiction_of_entries(&entry, other, rounding));
            }
            entries.push(entry);
        }
    }
    entries
}

/// Value of the query's option `method`; `None` if the option is unset, or the algorithm has no such option.
fn method_of(query: &Query) -> Option<Value> {
    query.ask.options().and_then(|options| options.slot("method")?.get())
}

/// Returns a cast query for each other method that can answer it, with the method's name; empty for other algorithms.
fn queries_of_other_methods(scene: &Scene, query: &Query) -> Vec<(String, Query)> {
    if query.ask.algorithm() != Algorithm::Cast {
        return Vec::new();
    }
    let choices =
        query.ask.options().and_then(|options| options.slot("method")).map_or_else(Vec::new, |slot| slot.choices());
    let requested = method_of(query);
    let mut others = Vec::new();
    for (index, [name, label]) in choices.into_iter().enumerate() {
        // The first choice is the default, which a query may leave unset or state by its name.
        let is_default = index == 0;
        let value = if is_default { None } else { Some(Value::Choice(name)) };
        if requested == value || requested == Some(Value::Choice(name)) {
            continue;
        }
        let mut other = query.clone();
        let slot = other.ask.options_mut().and_then(|options| options.slot_mut("method"));
        let is_set = slot.is_some_and(|slot| slot.set(value));
        if is_set && play::open(Precision::F64, scene, &other).is_ok() {
            others.push((label.to_owned(), other));
        }
    }
    others
}

/// Returns the claims of an answer that do not hold.
fn violations(scene: &Scene, query: &Query, frame: usize, precision: Precision, finding: &Finding) -> Vec<Violation> {
    match (finding, Bodies::of(scene, query)) {
        (Finding::World(found), _) => verify_world(scene, query, precision, found),
        (finding, Some(bodies)) => verify(&bodies, frame, precision, finding),
        (_, None) => Vec::new(),
    }
}

/// Returns the contradiction between two answers; `None` if both can be true. Lengths may be off by `rounding`, meters,
/// if one of the answers is in f32.
fn contradiction_of_entries(one: &Entry, other: &Entry, rounding: f64) -> Option<String> {
    let first = one.answer.as_ref().ok()?;
    let second = other.answer.as_ref().ok()?;
    let has_f32 = [one, other].iter().any(|entry| entry.precision == Precision::F32);
    let names = [one.name(), other.name()];
    let rounding = if has_f32 { rounding } else { 0.0 };
    contradiction(&first.finding, &second.finding, [&names[0], &names[1]], rounding)
}

/// Returns the contradiction between the answers of the two precisions about these bodies, allowing for the rounding of
/// the inputs to `f32`. `names` are those of the two answers.
pub fn contradiction_of_precisions(
    bodies: &[Placed<'_>],
    [one, other]: [&Finding; 2],
    names: [&str; 2],
) -> Option<String> {
    contradiction(one, other, names, rounding_to_f32(bodies))
}

/// Bound of the number of roundings of the inputs of one length: shape, rotation and position of both bodies.
const ROUNDINGS: f64 = 8.0;

/// Bound of the error of lengths of these bodies after rounding to `f32`, meters.
fn rounding_to_f32(bodies: &[Placed<'_>]) -> f64 {
    let farthest = bodies.iter().map(|body| body.position.length()).fold(0.0, f64::max);
    ROUNDINGS * Precision::F32.eps() * (bodies.iter().map(Placed::radius).sum::<f64>() + farthest)
}

/// Summarizes all answers in a sentence.
pub fn conclusion(all: &[Entry]) -> String {
    let unproven: Vec<String> = all.iter().filter(|entry| !entry.is_proven()).map(Entry::name).collect();
    let open_count = all
        .iter()
        .filter(|entry| entry.answer.as_ref().is_ok_and(|verdict| verdict.finding.proof_extent().is_open()))
        .count();
    let text = agreement_sentence(all, all.len() - unproven.len());
    let rest = if unproven.is_empty() { String::new() } else { format!(" Not proven: {}.", unproven.join(", ")) };
    let open = if open_count == 0 {
        String::new()
    } else {
        format!(" Number of answers that did not converge and prove only a wide bracket: {open_count}.")
    };
    text + &rest + &open
}

/// States how many of all answers are proven, and whether those contradict each other. `proven` is their number.
fn agreement_sentence(all: &[Entry], proven: usize) -> String {
    if let Some(contradiction) = all.iter().find_map(|entry| entry.contradiction.as_deref()) {
        return format!("Proven answers contradict each other: {contradiction}.");
    }
    let are_all_proven = proven == all.len();
    match proven {
        0 => String::from("No answer is proven."),
        1 => String::from("One answer is proven."),
        2 if are_all_proven => String::from("Both answers are proven, and they agree."),
        _ if are_all_proven => format!("All {proven} answers are proven, and they agree."),
        _ => format!("{proven} of {} answers are proven, and the proven ones agree.", all.len()),
    }
}

/// Returns the step at which the runs of a query in f64 and f32 diverge; `None` if their answers have the same status,
/// or one of them is missing. Both answers may be proven, since `f32` rounds the bodies.
pub fn first_difference(scene: &Scene, query: &Query, frame: usize, all: &[Entry]) -> Option<Divergence> {
    let as_requested = all.iter().filter(|entry| entry.solver == AS_IN_QUERY);
    let statuses: Vec<&str> =
        as_requested.filter_map(|entry| Some(entry.answer.as_ref().ok()?.finding.status())).collect();
    let [double, single] = statuses[..] else { return None };
    if double == single {
        return None;
    }
    let [double, single] = Precision::BOTH.map(|precision| play::lesson(precision, scene, query, frame).ok());
    divergence(double?.as_ref(), single?.as_ref())
}

/// Whether every answer is proven, and no two contradict each other.
pub fn are_proven_and_agree(all: &[Entry]) -> bool {
    all.iter().all(|entry| entry.is_proven() && entry.contradiction.is_none())
}
