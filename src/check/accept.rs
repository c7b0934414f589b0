//! Expectations of a query in the form of scene files: reads them, replaces them, and writes those that an accepted
//! answer meets. The window uses this when the user accepts the answer shown as the expected one.

use contact_lens_lesson::Verdict;
use contact_lens_model::answer::{Finding, PairStatus};
use contact_lens_scene::model::Query;
use serde_json::{Map, Value as Json, json};

use super::{Placed, unmet};

/// Fields of expectations that are taken from an answer, in this order; each algorithm has some of them.
const FIELDS: [&str; 20] = [
    "outcome",
    "intersects",
    "hit",
    "signed_distance",
    "separation",
    "t_first",
    "points",
    "depth",
    "dimension",
    "vertices",
    "faces",
    "area",
    "perimeter",
    "volume",
    "value",
    "levels",
    "pair_count",
    "verdict",
    "first",
    "normal",
];

/// Returns the query with this `f64` answer as its expectation, as far as expectations can express it and the answer
/// itself meets it. `bodies` are the query's bodies at their poses in this frame. `None` when nothing of the answer can
/// be expressed, or when the frame is not the first and the algorithm's expectations do not name a frame.
pub fn accepted(query: &Query, verdict: &Verdict, frame: usize, bodies: &[Placed<'_>]) -> Option<Query> {
    let mut best = query.clone();
    best.ask.expect_nothing();
    let finding = serde_json::to_value(&verdict.finding).ok()?;
    let mut expect = Map::new();
    if frame > 0 {
        expect.insert(String::from("frame"), json!(frame));
        best = with_expectations(query, &expect)?;
    }
    let initial_count = expect.len();
    for name in FIELDS {
        let Some(value) = expected_value(name, verdict, &finding) else { continue };
        let mut extended = expect.clone();
        extended.insert(name.to_owned(), value);
        // A field that the algorithm's expectations lack, or that the answer does not prove, stays out.
        if let Some(candidate) = with_expectations(query, &extended)
            && unmet(&candidate, verdict, bodies).is_empty()
        {
            best = candidate;
            expect = extended;
        }
    }
    (expect.len() > initial_count).then_some(best)
}

/// Returns a query with these expectations, in the form of files; `None` when its algorithm lacks one of them.
pub fn with_expectations(query: &Query, expect: &Map<String, Json>) -> Option<Query> {
    let mut file = serde_json::to_value(query).ok()?;
    let fields = file.as_object_mut()?;
    if expect.is_empty() {
        fields.remove("expect");
    } else {
        fields.insert(String::from("expect"), Json::Object(expect.clone()));
    }
    serde_json::from_value(file).ok()
}

/// Returns the expectations of a query, in the form of files; empty without expectations.
pub fn expectations(query: &Query) -> Map<String, Json> {
    let mut file = serde_json::to_value(query).unwrap_or_default();
    match file.get_mut("expect").map(Json::take) {
        Some(Json::Object(expect)) => expect,
        _ => Map::new(),
    }
}

/// Value of an answer for the expectation's field `name`; `None` where the answer has none or leaves it open. `finding`
/// is the serialized finding of `verdict`.
fn expected_value(name: &str, verdict: &Verdict, finding: &Json) -> Option<Json> {
    match name {
        "outcome" => return Some(json!(verdict.outcome)),
        "intersects" => return proven_overlap(&verdict.finding).map(Json::Bool),
        _ => {}
    }
    // These answers contain the value under another name.
    match &verdict.finding {
        Finding::Manifold(manifold) if name == "depth" => return manifold.deepest().map(|depth| json!(depth)),
        Finding::Audit(audit) if name == "first" => {
            return audit.first.as_ref().map(|law| json!({ "stage": law.stage, "culprit": law.culprit }));
        }
        Finding::Pairs(pairs) if name == "pair_count" => return Some(json!(pairs.pairs.len())),
        _ => {}
    }
    let value = finding.get(name)?;
    if name == "normal" {
        return value.is_array().then(|| value.clone());
    }
    match value {
        Json::Null => None,
        // For lists, expectations state the length.
        Json::Array(list) => Some(json!(list.len())),
        value => Some(value.clone()),
    }
}

/// Whether the answer proves that the bodies overlap; `None` for touching bodies, undecided answers, and answers about
/// anything but two bodies.
fn proven_overlap(finding: &Finding) -> Option<bool> {
    if let Finding::Unbounded(unbounded) = finding {
        return Some(unbounded.intersects);
    }
    match finding.pair_status()? {
        PairStatus::Separated => Some(false),
        PairStatus::Penetrating => Some(true),
        PairStatus::Touching | PairStatus::TouchingOrOverlapping | PairStatus::Undecided | PairStatus::NotConverged => {
            None
        }
    }
}
