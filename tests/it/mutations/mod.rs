//! Scenes and batch lines that are broken in one place: never a panic, never a hang, never a mistake that is passed
//! over, never a bracket whose ends have changed places.

mod mutant;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use contact_lens::answer::{Finding, FindingFacts as _};
use contact_lens::cli::batch::Batch;
use contact_lens::play::{self, Precision};
use contact_lens::scene::model::{Scene, Solver};
use contact_lens::scene::{self, Document};
use serde_json::Value;

use crate::scenes::Random;
use mutant::{Json, Kind, Mutant, mutant};

/// Lines with every shape, both dimensions and every way to write a pose.
const LINES: &str = include_str!("lines.jsonl");

/// Fields of a line that may hold anything.
const FREE: [&str; 3] = ["id", "reference", "note"];

/// Words of the libraries that read JSON: none may reach a user.
const FOREIGN: [&str; 8] = [
    "invalid type",
    "missing field",
    "unknown variant",
    "EOF while",
    " at line ",
    "fits the schema, but cannot be read",
    "os error",
    "expected struct",
];

/// What became of the mutants of one kind.
#[derive(Default)]
struct Tally {
    refused: u32,
    answered: u32,
}

fn tell_mix(tally: &BTreeMap<Kind, Tally>) -> String {
    let line =
        |(kind, tally): (&Kind, &Tally)| format!("{kind:?}: {} refused, {} answered", tally.refused, tally.answered);
    tally.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The complaint is in this program's words, and about what was broken.
fn assert_complaint(said: &str, mutant: &Mutant) {
    let context = || format!("{said}\nof {mutant:?}");
    assert!(said.lines().count() == 1 && said.len() < 4_000, "{}", context());
    assert!(!FOREIGN.iter().any(|words| said.contains(words)), "{}", context());
    if let Some(name) = &mutant.named {
        assert!(said.contains(name.as_str()), "does not name {name}: {}", context());
    }
}

#[test]
fn a_hundred_thousand_broken_lines_are_answered_or_named() {
    let seeds: Vec<Json> = LINES.lines().map(Json::read).collect();
    let mut random = Random(0x5eed_0012);
    let mut tally: BTreeMap<Kind, Tally> = BTreeMap::new();
    let mut slowest = Duration::ZERO;
    for round in 1..=100_000 {
        let mutant = mutant(&seeds[random.below(seeds.len())], &FREE, &mut random);
        if mutant.bytes.iter().all(u8::is_ascii_whitespace) {
            continue; // the stream passes over an empty line
        }
        let batch = Batch {
            precision: Precision::BOTH[random.below(2)],
            solver: [None, Some(Solver::Johnson), Some(Solver::Voronoi)][random.below(3)],
            ..Batch::default()
        };
        let start = Instant::now();
        let reply = catch_unwind(AssertUnwindSafe(|| batch.reply(round, &mutant.bytes)));
        slowest = slowest.max(start.elapsed());
        let reply = reply.unwrap_or_else(|_| panic!("panics on {mutant:?}"));
        let tally = tally.entry(mutant.kind).or_default();
        match assert_reply(&reply, round, &mutant) {
            true => tally.answered += 1,
            false => tally.refused += 1,
        }
    }
    let mix = tell_mix(&tally);
    assert!(Kind::ALL.iter().all(|kind| tally.get(kind).is_some_and(|tally| tally.refused > 1_000)), "{mix}");
    let answered: u32 = tally.values().map(|tally| tally.answered).sum();
    assert!(answered > 8_000, "{mix}");
    assert!(slowest < Duration::from_secs(10), "one line took {slowest:?}");
}

/// Whether the line was answered.
fn assert_reply(reply: &str, round: u64, mutant: &Mutant) -> bool {
    let answer: Value = serde_json::from_str(reply).unwrap_or_else(|error| panic!("{error}: {reply}\nto {mutant:?}"));
    assert!(answer.get("id").is_some(), "{reply}");
    if let Some(error) = answer["error"].as_str() {
        assert_complaint(error, mutant);
        assert!(error.starts_with(&format!("line {round}, column ")), "{error}");
        assert_eq!(answer["line"], round, "{reply}");
        return false;
    }
    assert!(!mutant.kind.must_fail(), "{mutant:?} is answered: {reply}");
    if let Some(intersects) = answer.get("intersects") {
        assert_eq!(answer.get("axis").is_some(), *intersects == Value::Bool(false), "{reply}\nto {mutant:?}");
        return true;
    }
    let number =
        |name: &str| answer[name].as_f64().unwrap_or_else(|| panic!("no number {name} in {reply}\nto {mutant:?}"));
    assert!(number("lower") <= number("upper"), "{reply}\nto {mutant:?}");
    if answer.get("reason") != Some(&Value::from("depth not asked")) {
        let distance = number("signed_distance");
        assert!((number("lower")..=number("upper")).contains(&distance), "{reply}\nto {mutant:?}");
    }
    true
}

#[test]
fn broken_scenes_are_answered_or_named() {
    // Scenes of a few points: the largest ones take their time, and have no fields of their own.
    let small = scene::SHIPPED.iter().filter(|shipped| shipped.text.len() < 5_000);
    let seeds: Vec<Json> = small.map(|shipped| Json::read(shipped.text)).collect();
    assert!(seeds.len() > 80);
    let mut random = Random(0x5eed_0013);
    let mut tally: BTreeMap<Kind, Tally> = BTreeMap::new();
    for _ in 0..2_500 {
        let mutant = mutant(&seeds[random.below(seeds.len())], &[], &mut random);
        let read = catch_unwind(AssertUnwindSafe(|| Document::parse("f", &mutant.bytes)));
        let tally = tally.entry(mutant.kind).or_default();
        match read.unwrap_or_else(|_| panic!("panics on {mutant:?}")) {
            Ok(document) => {
                tally.answered += 1;
                assert!(!mutant.kind.must_fail(), "{mutant:?} is accepted");
                assert_answers(&document.scene, &mutant);
            }
            Err(error) => {
                tally.refused += 1;
                let said = error.to_string();
                assert!(said.starts_with("f:") && error.line > 0, "{said}");
                assert_complaint(&said, &mutant);
            }
        }
    }
    let mix = tell_mix(&tally);
    assert!(Kind::ALL.iter().all(|kind| tally.get(kind).is_some_and(|tally| tally.refused > 10)), "{mix}");
    assert!(tally.values().map(|tally| tally.answered).sum::<u32>() > 200, "{mix}");
}

/// Every answer of the scene has a bracket; what an engine refuses is named.
fn assert_answers(scene: &Scene, mutant: &Mutant) {
    for query in &scene.queries {
        for precision in Precision::BOTH {
            let answer = catch_unwind(AssertUnwindSafe(|| play::answer(precision, scene, query, 0)));
            match answer.unwrap_or_else(|_| panic!("{} panics in {precision} on {mutant:?}", query.name)) {
                Ok(verdict) => {
                    let Some([lower, upper]) = verdict.finding.bracket() else {
                        let whole = match &verdict.finding {
                            Finding::Hull(hull) => !hull.vertices.is_empty() && hull.dimension <= 3,
                            Finding::Classes(found) => !found.bodies.is_empty() && found.tested > 0,
                            Finding::World(found) => found.bodies.len() == scene.bodies.len(),
                            Finding::Manifold(found) => found.points.is_empty() || found.normal.is_some(),
                            Finding::Difference(found) => !found.points.is_empty() && found.dimension <= 3,
                            Finding::Unbounded(found) => found.intersects,
                            Finding::Parts(found) => found.pair.is_none() && u64::from(found.left_out) == found.pairs,
                            Finding::PartsInContact(found) => found
                                .parts
                                .iter()
                                .all(|of| of.manifold.normal.is_some() && !of.manifold.points.is_empty()),
                            Finding::PartsInFlight(found) => {
                                found.pair.is_some() || u64::from(found.left_out) == found.pairs
                            }
                            Finding::Pairs(_) | Finding::Farthest(_) | Finding::FirstContact(_) | Finding::Ray(_) => {
                                true
                            }
                            _ => false,
                        };
                        assert!(whole, "{verdict:?} of {mutant:?}");
                        continue;
                    };
                    assert!(lower <= upper, "{} in {precision}: [{lower}, {upper}] of {mutant:?}", query.name);
                }
                Err(refusal) => assert!(!refusal.field.is_empty(), "{refusal} of {mutant:?}"),
            }
        }
    }
}
