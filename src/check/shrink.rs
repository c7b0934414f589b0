//! The smallest scene that still fails: parts of it are left out and numbers rounded, as long as the same failure is found.
//!
//! It works on the text of the scene as a tree, so that it knows no shape and no option: whatever a scene may hold can be left out,
//! and what then is no scene any more, or fails in another way, is put back.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;

use super::{Case, Failure, Kind, check_query};
use crate::scene::model::Scene;
use crate::scene::{SceneError, parse, save};
use crate::watch::{self, Watch};

/// The failure that is looked for.
#[derive(Clone, Debug)]
pub struct Sought {
    query: String,
    kind: Kind,
    message: String,
}

/// What was left out.
#[derive(Clone, Debug)]
pub struct Shrunk {
    /// The smallest scene that was found.
    pub scene: Scene,
    /// Scenes that were judged on the way.
    pub tried: usize,
    /// Whether nothing more can be left out; else there was no time to find out.
    pub done: bool,
}

impl Sought {
    /// The first failure of a case; none where nothing fails.
    pub fn of(case: &Case) -> Option<Self> {
        let Failure { kind, message, .. } = case.failures.first()?;
        let (query, message) = (case.query.clone(), essence(*kind, message));
        Some(Self { query, kind: *kind, message })
    }

    /// What fails, as it is told.
    pub fn says(case: &Case) -> Option<String> {
        case.failures.first().map(|failure| format!("{}: {}", failure.kind.name(), failure.message))
    }

    /// Whether the scene fails in the same way; false where that is not known by then.
    fn is_in_by(&self, scene: &Arc<Scene>, until: Instant) -> bool {
        let watch = Watch::for_at_most(until.saturating_duration_since(Instant::now()));
        let (sought, scene) = (self.clone(), Arc::clone(scene));
        Arc::new(watch).within(move || sought.is_in(&scene)).unwrap_or(false)
    }

    /// Whether the scene fails in the same way.
    fn is_in(&self, scene: &Scene) -> bool {
        let Some(query) = scene.queries.iter().find(|query| query.name == self.query) else { return false };
        let case = check_query(scene, query);
        case.failures
            .iter()
            .any(|failure| failure.kind == self.kind && essence(failure.kind, &failure.message) == self.message)
    }
}

/// What makes two failures one and the same: the words. Where something else was expected, the numbers too, to a few digits: of other
/// bodies anything else is expected.
fn essence(kind: Kind, message: &str) -> String {
    let of_number = |letter: char| letter.is_ascii_digit() || ['.', '-', '−', 'e', '+'].contains(&letter);
    let mut words: Vec<String> = Vec::new();
    for word in message.split_whitespace() {
        let bare = word.trim_matches(|letter: char| !letter.is_ascii_digit() && letter != '-' && letter != '−');
        let number = bare.replace('−', "-").parse::<f64>().ok().filter(|_| bare.chars().all(of_number));
        words.push(match (number, kind) {
            (None, _) => word.to_owned(),
            (Some(number), Kind::Expectation) => format!("{number:.5e}"),
            (Some(_), _) => String::from("…"),
        });
    }
    words.join(" ")
}

/// Leaves out of a scene that fails so what the failure does not need, until this moment at the latest. `tell` hears how many
/// scenes were judged.
///
/// # Errors
/// A scene that cannot be written as text.
pub fn shrink(scene: &Scene, sought: &Sought, until: Instant, tell: &dyn Fn(usize)) -> Result<Shrunk, SceneError> {
    let text = save::to_string(scene)?;
    let root = serde_json::from_str(&text).unwrap_or(Value::Null);
    let mut search = Search { sought, until, tell, tried: 0, best: root, found: scene.clone() };
    let mut size = usize::MAX;
    while search.size() < size && search.has_time() {
        size = search.size();
        search.leave_out(&mut Vec::new());
        search.round_all();
        search.round_each(&mut Vec::new());
    }
    Ok(Shrunk { done: search.has_time(), tried: search.tried, scene: search.found })
}

/// A step into the tree.
#[derive(Clone, Debug)]
enum Part {
    Member(String),
    Element(usize),
}

struct Search<'a> {
    sought: &'a Sought,
    until: Instant,
    tell: &'a dyn Fn(usize),
    tried: usize,
    best: Value,
    found: Scene,
}

/// Members without which there is no scene, or not the same question.
const KEPT: [&str; 6] = ["version", "name", "dimension", "type", "algorithm", "expect"];

/// Digits that are tried, the fewest first.
const DIGITS: [usize; 5] = [1, 2, 3, 4, 6];

impl Search<'_> {
    fn has_time(&self) -> bool {
        !watch::is_interrupted() && Instant::now() < self.until
    }

    /// What is to become less: letters of the text.
    fn size(&self) -> usize {
        self.best.to_string().len()
    }

    /// Takes a changed scene if it still fails in the same way.
    fn attempt(&mut self, changed: Value) -> bool {
        if !self.has_time() || changed == self.best {
            return false;
        }
        self.tried += 1;
        (self.tell)(self.tried);
        let scene = parse("scene", changed.to_string().as_bytes());
        let Some(scene) = scene.ok().map(Arc::new) else { return false };
        if !self.sought.is_in_by(&scene, self.until) {
            return false;
        }
        self.found = Arc::unwrap_or_clone(scene);
        self.best = changed;
        true
    }

    /// The same scene with another value at a place.
    fn with(&self, path: &[Part], change: impl FnOnce(&mut Value)) -> Value {
        let mut changed = self.best.clone();
        if let Some(place) = at_mut(&mut changed, path) {
            change(place);
        }
        changed
    }

    /// Leaves out what it can of the value at `path`, and then of what is left within it.
    fn leave_out(&mut self, path: &mut Vec<Part>) {
        // Each change copies the scene: without this the rest of a large one would be copied in vain.
        if !self.has_time() {
            return;
        }
        match at(&self.best, path) {
            Some(Value::Array(list)) => {
                let count = list.len();
                self.thin(path, count);
                let left = at(&self.best, path).and_then(Value::as_array).map_or(0, Vec::len);
                for index in 0..left {
                    path.push(Part::Element(index));
                    self.leave_out(path);
                    path.pop();
                }
            }
            Some(Value::Object(members)) => {
                let names: Vec<String> = members.keys().cloned().collect();
                for name in names.into_iter().filter(|name| !KEPT.contains(&name.as_str())) {
                    if !self.has_time() {
                        return;
                    }
                    let without = self.with(path, |place| {
                        place.as_object_mut().map(|members| members.remove(&name));
                    });
                    if !self.attempt(without) {
                        path.push(Part::Member(name));
                        self.leave_out(path);
                        path.pop();
                    }
                }
            }
            _ => {}
        }
    }

    /// Leaves elements out of a list: many at once first, then one by one.
    fn thin(&mut self, path: &[Part], count: usize) {
        let mut some = count;
        while some > 0 && self.has_time() {
            let mut from = 0;
            while self.has_time()
                && at(&self.best, path).and_then(Value::as_array).is_some_and(|list| from < list.len())
            {
                let without = self.with(path, |place| {
                    place.as_array_mut().map(|list| list.drain(from..(from + some).min(list.len())).count());
                });
                if !self.attempt(without) {
                    from += some;
                }
            }
            some /= 2;
        }
    }

    /// All numbers of what is asked about at once, with as few digits as will do.
    fn round_all(&mut self) {
        for digits in DIGITS {
            let mut changed = self.best.clone();
            round_within(&mut changed, digits);
            if self.attempt(changed) {
                return;
            }
        }
    }

    /// Each number by itself: 0, 1, or fewer digits.
    fn round_each(&mut self, path: &mut Vec<Part>) {
        if !self.has_time() {
            return;
        }
        match at(&self.best, path).cloned() {
            Some(Value::Array(list)) => {
                for index in 0..list.len() {
                    path.push(Part::Element(index));
                    self.round_each(path);
                    path.pop();
                }
            }
            Some(Value::Object(members)) => {
                for name in members.keys().filter(|name| !KEPT.contains(&name.as_str())) {
                    path.push(Part::Member(name.clone()));
                    self.round_each(path);
                    path.pop();
                }
            }
            Some(Value::Number(number)) => {
                let Some(value) = number.as_f64() else { return };
                let simple = [0.0, value.signum()].into_iter().chain(DIGITS.map(|digits| rounded(value, digits)));
                for simpler in simple {
                    // What is no shorter is no simpler.
                    let [simpler, before] = [as_number(simpler), as_number(value)];
                    if simpler.to_string().len() >= before.to_string().len() && simpler != 0 {
                        continue;
                    }
                    if simpler == before || self.attempt(self.with(path, |place| *place = simpler)) {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
}

fn at<'a>(root: &'a Value, path: &[Part]) -> Option<&'a Value> {
    path.iter().try_fold(root, |value, part| match part {
        Part::Member(name) => value.get(name),
        Part::Element(index) => value.get(index),
    })
}

fn at_mut<'a>(root: &'a mut Value, path: &[Part]) -> Option<&'a mut Value> {
    path.iter().try_fold(root, |value, part| match part {
        Part::Member(name) => value.get_mut(name),
        Part::Element(index) => value.get_mut(index),
    })
}

/// Rounds every number that is not kept as it is.
fn round_within(value: &mut Value, digits: usize) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(|value| round_within(value, digits)),
        Value::Object(members) => {
            let may = members.iter_mut().filter(|(name, _)| !KEPT.contains(&name.as_str()));
            may.for_each(|(_, value)| round_within(value, digits));
        }
        Value::Number(number) => {
            if let Some(float) = number.as_f64() {
                *value = as_number(rounded(float, digits));
            }
        }
        _ => {}
    }
}

fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().unwrap_or(value)
}

/// A number as short as it can be written: without a fraction where it has none.
fn as_number(value: f64) -> Value {
    let whole = value.fract() == 0.0 && value.abs() < 1e15;
    if whole { Value::from(value as i64) } else { Value::from(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_failure_has_the_same_words_and_of_expectations_the_same_numbers() {
        let says = |kind, number: &str| essence(kind, &format!("the distance is {number} m, which is wrong."));
        assert_eq!(says(Kind::Solvers, "0.5"), says(Kind::Solvers, "1.25e-3"));
        assert_ne!(says(Kind::Expectation, "0.5"), says(Kind::Expectation, "0.6"));
        assert_eq!(says(Kind::Expectation, "0.5"), says(Kind::Expectation, "0.50000001"));
    }

    #[test]
    fn numbers_lose_digits_from_the_end() {
        assert_eq!([1, 2, 3].map(|digits| rounded(0.123456, digits)), [0.1, 0.12, 0.123]);
        assert_eq!(as_number(-0.0).to_string(), "0");
        assert_eq!(as_number(2.0).to_string(), "2");
    }
}
