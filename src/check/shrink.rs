//! Minimization of a failing scene, for `contact-lens shrink`: removes parts of the scene and rounds numbers, as long
//! as the same failure occurs.
//!
//! **Method.** The search works on the JSON tree of the scene without knowledge of shapes and options: any element and
//! any member but `REQUIRED_MEMBERS` may be removed, and the change is undone if the result is no longer a scene, or
//! fails in another way.

use std::sync::Arc;
use std::time::Instant;

use contact_lens_long_run::watch::{self, Watch};
use contact_lens_scene::model::Scene;
use contact_lens_scene::{SceneError, parse, save};
use serde_json::Value;

use super::{Case, Failure, FailureKind, check_query};

/// Members that are neither removed nor rounded: a scene needs them, or they define the query and its expectations.
const REQUIRED_MEMBERS: [&str; 6] = ["version", "name", "dimension", "type", "algorithm", "expect"];

/// Magnitude below which whole numbers are written as integers; `f64` and `i64` represent all of these exactly.
const MAX_INTEGER: f64 = 1e15;

/// Numbers of significant digits to which numbers are rounded, in the order of the attempts.
const DIGITS: [usize; 5] = [1, 2, 3, 4, 6];

/// Failure that a smaller scene has to reproduce.
#[derive(Clone, Debug)]
pub struct TargetFailure {
    /// Name of the query that fails.
    query: String,
    /// FailureKind of the failure.
    kind: FailureKind,
    /// Message of the failure, from [`without_numbers`].
    message: String,
}

/// Result of a minimization.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// Smallest scene that was found.
    pub scene: Scene,
    /// Number of changes that were tried.
    pub tried: usize,
    /// Whether the search found nothing more to change; false when time ran out, or after an interruption.
    pub done: bool,
}

impl TargetFailure {
    /// Takes the first failure of a case; `None` when nothing fails.
    pub fn of(case: &Case) -> Option<Self> {
        let Failure { kind, message, .. } = case.failures.first()?;
        let query = case.query.clone();
        let message = without_numbers(*kind, message);
        Some(Self { query, kind: *kind, message })
    }

    /// Returns the first failure as a sentence; `None` without failures.
    pub fn first_failure(case: &Case) -> Option<String> {
        case.failures.first().map(|failure| format!("{}: {}", failure.kind.name(), failure.message))
    }

    /// Whether the scene fails in the same way; false when this is undecided at the time `deadline`.
    fn occurs_before(&self, scene: &Arc<Scene>, deadline: Instant) -> bool {
        let watch = Watch::for_at_most(deadline.saturating_duration_since(Instant::now()));
        let target = self.clone();
        let scene = Arc::clone(scene);
        Arc::new(watch).run_until_deadline(move || target.occurs_in(&scene)).unwrap_or(false)
    }

    /// Whether the scene fails in the same way.
    fn occurs_in(&self, scene: &Scene) -> bool {
        let Some(query) = scene.queries.iter().find(|query| query.name == self.query) else { return false };
        let case = check_query(scene, query);
        case.failures
            .iter()
            .any(|failure| failure.kind == self.kind && without_numbers(failure.kind, &failure.message) == self.message)
    }
}

/// Reduces a message to the text that identifies a failure: the words without numbers. For unmet expectations the
/// numbers stay, with a few digits, since other bodies would have other expectations.
fn without_numbers(kind: FailureKind, message: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in message.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_ascii_digit() && letter != '-' && letter != '−');
        let is_number =
            bare.chars().all(|letter| letter.is_ascii_digit() || ['.', '-', '−', 'e', '+'].contains(&letter));
        let number = if is_number { bare.replace('−', "-").parse::<f64>().ok() } else { None };
        words.push(match (number, kind) {
            (None, _) => word.to_owned(),
            (Some(number), FailureKind::Expectation) => format!("{number:.5e}"),
            (Some(_), _) => String::from("…"),
        });
    }
    words.join(" ")
}

/// Removes from a failing scene whatever the failure does not need, and rounds its numbers, at most until `until` or an
/// interruption. Calls `report` with the number of changes tried so far.
///
/// # Errors
/// Fails when the scene cannot be written as text.
pub fn shrink(
    scene: &Scene,
    target: &TargetFailure,
    until: Instant,
    report: &dyn Fn(usize),
) -> Result<Shrunk, SceneError> {
    let text = save::to_string(scene)?;
    let root = serde_json::from_str(&text).unwrap_or(Value::Null);
    let mut search = Search { target, until, report, tried: 0, best: root, smallest: scene.clone() };
    let mut size = usize::MAX;
    while search.size() < size && search.has_time() {
        size = search.size();
        search.remove_within(&mut Vec::new());
        search.round_all();
        search.round_each(&mut Vec::new());
    }
    Ok(Shrunk { done: search.has_time(), tried: search.tried, scene: search.smallest })
}

/// Step into the JSON tree.
#[derive(Clone, Debug)]
enum PathStep {
    /// Member of an object, by its name.
    Member(String),
    /// Element of a list, by its index.
    Element(usize),
}

/// State of a minimization.
struct Search<'a> {
    target: &'a TargetFailure,
    /// Time at which the search ends.
    until: Instant,
    /// Receives the number of changes tried.
    report: &'a dyn Fn(usize),
    /// Number of changes tried.
    tried: usize,
    /// Smallest failing scene as JSON.
    best: Value,
    /// Smallest failing scene, parsed from that JSON.
    smallest: Scene,
}

impl Search<'_> {
    /// Whether the search may continue.
    fn has_time(&self) -> bool {
        !watch::is_interrupted() && Instant::now() < self.until
    }

    /// Length of the scene's text, which the search minimizes.
    fn size(&self) -> usize {
        self.best.to_string().len()
    }

    /// Accepts a changed scene if it still fails in the same way; returns whether it was accepted.
    fn attempt(&mut self, changed: Value) -> bool {
        if !self.has_time() || changed == self.best {
            return false;
        }
        self.tried += 1;
        (self.report)(self.tried);
        let scene = parse("scene", changed.to_string().as_bytes());
        let Some(scene) = scene.ok().map(Arc::new) else { return false };
        if !self.target.occurs_before(&scene, self.until) {
            return false;
        }
        self.smallest = Arc::unwrap_or_clone(scene);
        self.best = changed;
        true
    }

    /// Returns the best scene with a changed value at a path.
    fn with_change(&self, path: &[PathStep], change: impl FnOnce(&mut Value)) -> Value {
        let mut changed = self.best.clone();
        if let Some(place) = value_at_mut(&mut changed, path) {
            change(place);
        }
        changed
    }

    /// Removes elements or members of the value at `path`, then searches within the remaining ones.
    fn remove_within(&mut self, path: &mut Vec<PathStep>) {
        // Each change copies the scene; after the deadline these copies would be wasted.
        if !self.has_time() {
            return;
        }
        match value_at(&self.best, path) {
            Some(Value::Array(list)) => {
                let count = list.len();
                self.remove_elements(path, count);
                for index in 0..self.list_length(path) {
                    path.push(PathStep::Element(index));
                    self.remove_within(path);
                    path.pop();
                }
            }
            Some(Value::Object(members)) => {
                let names: Vec<String> = members.keys().cloned().collect();
                for name in names.into_iter().filter(|name| !REQUIRED_MEMBERS.contains(&name.as_str())) {
                    if !self.has_time() {
                        return;
                    }
                    let without = self.with_change(path, |place| {
                        if let Some(members) = place.as_object_mut() {
                            members.remove(&name);
                        }
                    });
                    if !self.attempt(without) {
                        path.push(PathStep::Member(name));
                        self.remove_within(path);
                        path.pop();
                    }
                }
            }
            _ => {}
        }
    }

    /// Removes elements from the list at a path, which has `count` of them: in large blocks first, then one by one.
    fn remove_elements(&mut self, path: &[PathStep], count: usize) {
        let mut block = count;
        while block > 0 && self.has_time() {
            let mut start = 0;
            while self.has_time() && start < self.list_length(path) {
                let without = self.with_change(path, |place| {
                    if let Some(list) = place.as_array_mut() {
                        list.drain(start..(start + block).min(list.len()));
                    }
                });
                // After a removal, the next block begins at the same index.
                if !self.attempt(without) {
                    start += block;
                }
            }
            block /= 2;
        }
    }

    /// Length of the list at a path; 0 for any other value.
    fn list_length(&self, path: &[PathStep]) -> usize {
        value_at(&self.best, path).and_then(Value::as_array).map_or(0, Vec::len)
    }

    /// Rounds all numbers at once, to as few digits as possible.
    fn round_all(&mut self) {
        for digits in DIGITS {
            let mut changed = self.best.clone();
            round_within(&mut changed, digits);
            if self.attempt(changed) {
                return;
            }
        }
    }

    /// Simplifies each number by itself: to 0, ±1, or fewer digits.
    fn round_each(&mut self, path: &mut Vec<PathStep>) {
        if !self.has_time() {
            return;
        }
        match value_at(&self.best, path).cloned() {
            Some(Value::Array(list)) => {
                for index in 0..list.len() {
                    path.push(PathStep::Element(index));
                    self.round_each(path);
                    path.pop();
                }
            }
            Some(Value::Object(members)) => {
                for name in members.keys().filter(|name| !REQUIRED_MEMBERS.contains(&name.as_str())) {
                    path.push(PathStep::Member(name.clone()));
                    self.round_each(path);
                    path.pop();
                }
            }
            Some(Value::Number(number)) => {
                if let Some(value) = number.as_f64() {
                    self.simplify_number(path, value);
                }
            }
            Some(Value::Null | Value::Bool(_) | Value::String(_)) | None => {}
        }
    }

    /// Replaces the number `value` at a path by the simplest number with which the scene still fails in the same way.
    fn simplify_number(&mut self, path: &[PathStep], value: f64) {
        let current = as_number(value);
        let simplest_first = [0.0, value.signum()].into_iter().chain(DIGITS.map(|digits| rounded(value, digits)));
        for candidate in simplest_first {
            let candidate = as_number(candidate);
            // A number other than 0 is simpler only if its text is shorter.
            if candidate.to_string().len() >= current.to_string().len() && candidate != 0 {
                continue;
            }
            if candidate == current || self.attempt(self.with_change(path, |place| *place = candidate)) {
                return;
            }
        }
    }
}

/// Value at a path of the tree; `None` if there is none.
fn value_at<'a>(root: &'a Value, path: &[PathStep]) -> Option<&'a Value> {
    path.iter().try_fold(root, |value, part| match part {
        PathStep::Member(name) => value.get(name),
        PathStep::Element(index) => value.get(index),
    })
}

/// Value at a path of the tree, to be changed. `None` if the tree lacks the path.
fn value_at_mut<'a>(root: &'a mut Value, path: &[PathStep]) -> Option<&'a mut Value> {
    path.iter().try_fold(root, |value, part| match part {
        PathStep::Member(name) => value.get_mut(name),
        PathStep::Element(index) => value.get_mut(index),
    })
}

/// Rounds every number outside of [`REQUIRED_MEMBERS`].
fn round_within(value: &mut Value, digits: usize) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| round_within(value, digits)),
        Value::Object(members) => {
            let free = members.iter_mut().filter(|(name, _)| !REQUIRED_MEMBERS.contains(&name.as_str()));
            free.for_each(|(_, value)| round_within(value, digits));
        }
        Value::Number(number) => {
            if let Some(float) = number.as_f64() {
                *value = as_number(rounded(float, digits));
            }
        }
        _ => {}
    }
}

/// Number with this many significant digits.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// Converts a number to its shortest JSON form: an integer if it has no fraction.
fn as_number(value: f64) -> Value {
    let is_integer = value.fract() == 0.0 && value.abs() < MAX_INTEGER;
    if is_integer { Value::from(value as i64) } else { Value::from(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_failures_have_equal_words_and_unmet_expectations_equal_numbers() {
        let message =
            |kind, number: &str| without_numbers(kind, &format!("the distance is {number} m, which is wrong."));
        assert_eq!(message(FailureKind::Solvers, "0.5"), message(FailureKind::Solvers, "1.25e-3"));
        assert_ne!(message(FailureKind::Expectation, "0.5"), message(FailureKind::Expectation, "0.6"));
        assert_eq!(message(FailureKind::Expectation, "0.5"), message(FailureKind::Expectation, "0.50000001"));
    }

    #[test]
    fn numbers_lose_digits_from_the_end() {
        assert_eq!([1, 2, 3].map(|digits| rounded(0.123456, digits)), [0.1, 0.12, 0.123]);
        assert_eq!(as_number(-0.0).to_string(), "0");
        assert_eq!(as_number(2.0).to_string(), "2");
    }
}
