//! Conversion of an accepted answer into its query's expectations.

use serde_json::{Map, Value as Json, json};

use super::{Placed, unmet};
use crate::answer::{Finding, PairStatus};
use crate::lesson::Verdict;
use crate::scene::model::Query;

/// Fields of expectations that are taken from an answer, in this order; each algorithm has some of them.
const FIELDS: [&str; 18] = [
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
    let without_answer = expect.len();
    for name in FIELDS {
        let Some(value) = value_of(name, verdict, &finding) else { continue };
        let mut more = expect.clone();
        more.insert(name.to_owned(), value);
        if let Some(candidate) = with_expectations(query, &more)
            && unmet(&candidate, verdict, bodies).is_empty()
        {
            best = candidate;
            expect = more;
        }
    }
    (expect.len() > without_answer).then_some(best)
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

/// Value of an answer for an expectation's field; `None` where the answer has none or leaves it open. `finding` is the
/// serialized finding of `verdict`.
fn value_of(name: &str, verdict: &Verdict, finding: &Json) -> Option<Json> {
    match (name, &verdict.finding) {
        ("outcome", _) => Some(json!(verdict.outcome)),
        ("intersects", Finding::Unbounded(found)) => Some(json!(found.intersects)),
        ("intersects", found) => match found.pair_status()? {
            PairStatus::Separated => Some(json!(false)),
            PairStatus::Penetrating => Some(json!(true)),
            PairStatus::Touching
            | PairStatus::TouchingOrOverlapping
            | PairStatus::Undecided
            | PairStatus::NotConverged => None,
        },
        ("depth", Finding::Manifold(found)) => found.deepest().map(|depth| json!(depth)),
        ("pair_count", Finding::Pairs(found)) => Some(json!(found.pairs.len())),
        ("normal", _) => finding.get(name).filter(|normal| normal.is_array()).cloned(),
        _ => match finding.get(name)? {
            Json::Null => None,
            // For lists, expectations state the length.
            Json::Array(list) => Some(json!(list.len())),
            value => Some(value.clone()),
        },
    }
}
