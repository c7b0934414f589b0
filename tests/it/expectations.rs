//! Every expectation of the shipped scenes counts: falsified, one field at a time, it is not met.

use contact_lens::answer::{Finding, PairStatus, WorldFinding};
use contact_lens::check::{self, Bodies, unmet, unmet_by_world};
use contact_lens::lesson::Verdict;
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Ask, Query, Scene};
use serde_json::{Map, Value, json};

/// An expectation that says something else in one field, with the path of it. A tolerance says nothing by itself.
fn falsified(expect: &Map<String, Value>, of: &Scene) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    for (field, value) in expect.iter().filter(|(field, _)| !["tolerance", "frame"].contains(&field.as_str())) {
        for (what, lie) in lies(field, value, expect, of) {
            let mut changed = expect.clone();
            changed.insert(field.clone(), lie);
            all.push((format!("{field} {what}"), Value::Object(changed)));
        }
    }
    all
}

/// What else a field could say.
fn lies(field: &str, value: &Value, expect: &Map<String, Value>, of: &Scene) -> Vec<(&'static str, Value)> {
    let far = expect.get("tolerance").and_then(Value::as_f64).map_or(0.0, |tolerance| 10.0 * tolerance);
    match value {
        Value::Bool(truth) => vec![("flipped", json!(!truth))],
        Value::String(_) if field == "outcome" => vec![("another", json!("Nothing"))],
        Value::String(verdict) if field == "verdict" => {
            vec![("another", json!(if verdict == "holds" { "broken" } else { "holds" }))]
        }
        Value::Object(first) if field == "first" => {
            let stage = if first["stage"] == "rows" { "solve" } else { "rows" };
            let mut lies = vec![("at another stage", json!({ "stage": stage }))];
            if first.contains_key("culprit") {
                let culprit = json!({ "contact": 1000 });
                lies.push(("of another item", json!({ "stage": first["stage"], "culprit": culprit })));
            }
            lies
        }
        Value::Number(bound) if field == "energy_at_most" => {
            vec![("out of reach", json!(bound.as_f64().unwrap() - 1e9))]
        }
        // There is nothing below 0 to ask for.
        Value::Number(bound) if field.ends_with("_at_most") && bound.as_f64() == Some(0.0) => Vec::new(),
        Value::Number(_) if field.ends_with("_at_most") || field == "rests_by" => vec![("out of reach", json!(0))],
        Value::Number(count)
            if count.is_u64() && field != "signed_distance" && field != "separation" && field != "value" =>
        {
            let count = count.as_u64().unwrap();
            let less = (count > 0).then(|| ("less by 1", json!(count - 1)));
            less.into_iter().chain([("more by 1", json!(count + 1))]).collect()
        }
        Value::Number(size) => {
            let size = size.as_f64().unwrap();
            let by = far.max(1e-3 * size.abs()).max(1e-3);
            vec![("larger", json!(size + by)), ("smaller", json!(size - by))]
        }
        // The indices of a part of a body of parts.
        Value::Array(part) if field == "part" => {
            let another: Vec<u64> = part.iter().map(|index| index.as_u64().unwrap() + 1).collect();
            vec![("another part", json!(another))]
        }
        Value::Array(normal) if field == "normal" => {
            vec![("the other way", normal.iter().map(|x| json!(-x.as_f64().unwrap())).collect())]
        }
        Value::Array(states) if field == "states" => states
            .iter()
            .enumerate()
            .flat_map(|(k, state)| {
                let state = state.as_object().unwrap();
                state_lies(state).into_iter().map(move |(what, lie)| {
                    let mut changed = states.clone();
                    changed[k] = lie;
                    (what, Value::Array(changed))
                })
            })
            .collect(),
        Value::Array(list) => list_lies(field, list, of),
        _ => panic!("{field}: {value} cannot be falsified by this test"),
    }
}

/// A list of names, or of pairs of names in any order, without its last and with one more.
fn list_lies(field: &str, list: &[Value], of: &Scene) -> Vec<(&'static str, Value)> {
    let names: Vec<&str> = of.bodies.iter().map(|body| body.name.as_str()).collect();
    let pairs = names.iter().enumerate().flat_map(|(i, a)| names[i + 1..].iter().map(move |b| json!([a, b])));
    let others: Vec<Value> = match field {
        "pairs" | "began" | "ended" => pairs.collect(),
        _ => names.iter().map(|name| json!(name)).collect(),
    };
    let listed = |other: &Value| list.iter().any(|entry| *entry == *other || *entry == json!([other[1], other[0]]));
    let fewer = list.split_last().map(|(_, fewer)| ("without the last", json!(fewer)));
    let more = others.iter().find(|other| !listed(other));
    let more = more.map(|other| ("with one more", list.iter().chain([other]).cloned().collect()));
    fewer.into_iter().chain(more).collect()
}

/// A state of a body with one number of it changed by more than its tolerance.
fn state_lies(state: &Map<String, Value>) -> Vec<(&'static str, Value)> {
    let far = 10.0 * state["tolerance"].as_f64().unwrap();
    let fields = ["position", "angle", "velocity", "angular_velocity", "contact_impulse"];
    let present = fields.into_iter().filter(|field| state.contains_key(*field));
    present
        .flat_map(|field| {
            let change = move |by: f64| {
                let mut changed = state.clone();
                match changed.get_mut(field).unwrap() {
                    Value::Array(vector) => vector[0] = json!(vector[0].as_f64().unwrap() + by),
                    number => *number = json!(number.as_f64().unwrap() + by),
                }
                (field, Value::Object(changed))
            };
            [change(far), change(-far)]
        })
        .collect()
}

/// The same question, expecting this.
fn expecting(query: &Query, expect: &Value) -> Query {
    let mut json = serde_json::to_value(query).unwrap();
    json["expect"] = expect.clone();
    serde_json::from_value(json).unwrap_or_else(|error| panic!("{}: {error}, {expect}", query.name))
}

/// What was answered in `f64`; of a world all its frames.
struct Answered<'a> {
    scene: &'a Scene,
    verdict: Verdict,
    bodies: Vec<check::Placed<'a>>,
    frames: Vec<WorldFinding>,
}

impl<'a> Answered<'a> {
    fn new(scene: &'a Scene, query: &'a Query) -> Self {
        let mut frames = Vec::new();
        let last = match &query.ask {
            Ask::World { options, .. } => {
                let all: Vec<u32> = (0..=options.steps()).collect();
                let simulation = play::open_simulation(Precision::F64, scene, query).unwrap();
                simulation.play(&all, &mut |found| frames.push(found));
                options.steps() as usize
            }
            ask => ask.expectation().frame(),
        };
        let verdict = play::answer(Precision::F64, scene, query, last).unwrap();
        let bodies = if frames.is_empty() { Bodies::of(scene, query).unwrap().placed_in(last) } else { Vec::new() };
        Self { scene, verdict, bodies, frames }
    }

    /// What is not met of what this query expects.
    fn unmet(&self, query: &Query) -> Vec<String> {
        let mut all = unmet(query, &self.verdict, &self.bodies);
        if let Ask::World { options, expect } = &query.ask {
            let last = options.steps() as usize;
            let frames = self.frames.iter().flat_map(|found| unmet_by_world(expect, self.scene, found, last));
            all.extend(frames.map(|unmet| unmet.message));
        }
        all
    }

    /// Whether a falsified field is true all the same: bodies that only touch may be said to overlap or not, and some worlds never
    /// move much, or have contacts that never overlap.
    fn is_true(&self, what: &str) -> bool {
        let status = match &self.verdict.finding {
            Finding::Separation(found) => Some(found.status),
            finding => finding.pair().map(|pair| pair.status),
        };
        let slow = |found: &WorldFinding| {
            found.bodies.iter().all(|body| body.velocity.length().max(body.angular_velocity.abs()) <= 0.05)
        };
        match what.split(' ').next() {
            Some("intersects") => status == Some(PairStatus::Touching),
            Some("rests_by") => self.frames.iter().all(slow),
            Some("penetration_at_most") => {
                self.frames.iter().all(|found| found.deepest().is_none_or(|depth| depth <= 0.0))
            }
            _ => false,
        }
    }
}

/// Each question is answered once, and its answer is held against every count expectation.
#[test]
fn every_shipped_expectation_is_missed_when_it_is_falsified() {
    let (mut count, mut met) = (0, Vec::new());
    for shipped in contact_lens::scene::SHIPPED {
        let scene = contact_lens::scene::parse(shipped.name, shipped.text.as_bytes()).unwrap();
        for query in &scene.queries {
            let ask = serde_json::to_value(&query.ask).unwrap();
            let Some(expect) = ask.get("expect").and_then(Value::as_object) else { continue };
            let answered = Answered::new(&scene, query);
            let at = format!("{} › {}", shipped.name, query.name);
            assert_eq!(answered.unmet(query), [""; 0], "{at}");
            for (what, lie) in falsified(expect, &scene) {
                if answered.is_true(&what) {
                    continue;
                }
                count += 1;
                if answered.unmet(&expecting(query, &lie)).is_empty() {
                    met.push(format!("{at}: {what}"));
                }
            }
        }
    }
    assert!(count > 1000, "only {count} expectations were falsified");
    assert!(met.is_empty(), "these are met:\n{}", met.join("\n"));
}
