//! Lessons of simplex sub-algorithms: a search over the faces of one simplex, one face per step, with tables of all
//! measured and tested numbers. Each sub-algorithm supplies its symbols and words.
//!
//! - **Frame:** world axes. States are relative to the query point Q; pictures and shown coordinates are in the world.

pub mod certificate;
mod choice;
mod face_tests;
mod insets;
pub mod johnson;
mod panes;
mod query;
mod regions;
mod sentences;
mod sight;
pub mod signed;
pub mod voronoi;

use std::marker::PhantomData;
use std::sync::Arc;

use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Detail, Ending, Event, Lesson, Narrated, Narration, Pictures, Recording,
    Row, Sentence, StopTest, Symbol, Table, Value, Verdict, say, symbol,
};
use crate::answer::number::{length, number, or_zero, point, weight};
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::picture::{Camera, Role};
use crate::snapshot::simplex::{Outcome, Reason, Search, Subset, TestedFace, members, name, size};
use certificate::Certificate;
use face_tests::{Test, tests};
pub use query::SimplexQuery;

impl Context for SimplexQuery {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made =
            self.backdrop.get_or_init(|| Arc::new(Backdrop { pictures: Pictures::world(panes::fixed_marks(self)) }));
        Arc::clone(made)
    }
}

/// Symbols and words of one sub-algorithm: Johnson's algorithm, Voronoi regions or signed volumes.
trait MethodTerms: Send + Sync + 'static {
    /// Fixed description of the lesson.
    const CARD: &'static Card;
    /// Word for a face: "region" or "subset".
    const WHAT: &'static str;
    /// Label of the listing's line that computes the weights of the faces.
    const MEASURE: &'static str;
    /// Whether the tests of a face include the weights of the vertices outside of the face.
    const OUTSIDERS: bool = true;
    /// Sentence on the signs of the weights, with a leading blank; empty if the weights themselves are tested.
    const SIGNS: &'static str = "";

    /// Symbol of the number whose sign is tested: the weight of a vertex in Q's projection on a face, or a number of
    /// the same sign.
    fn tested_symbol(_face: Subset, vertex: usize) -> String {
        face_tests::weight_symbol(vertex)
    }
    /// Result of the tests of a face, without a full stop.
    fn result(query: &SimplexQuery, subset: Subset, passes: bool) -> Sentence {
        result_of_tests(query, subset, passes)
    }
    /// Magnitude of a face's tested numbers, in their unit; numbers that are smaller by many orders are zero to
    /// rounding.
    fn magnitude(_state: &Search, _subset: Subset) -> f64 {
        1.0
    }
    /// Sentences on a tested face.
    fn sentence(query: &SimplexQuery, _state: &Search, tested_face: &TestedFace, tests: &[Test]) -> Sentence
    where
        Self: Sized,
    {
        sentences::sentence_on_tested_face::<Self>(query, tested_face, tests)
    }
    /// Table of all numbers measured up to this state.
    fn table(state: &Search, query: &SimplexQuery) -> Table;
}

/// Clause on the result of a face's tests, for any sub-algorithm.
fn result_of_tests(query: &SimplexQuery, subset: Subset, passes: bool) -> Sentence {
    let name = match size(subset) {
        4 => Sentence::from("The tetrahedron"),
        _ => query.kind_and_name(subset).capitalized(),
    };
    say!("{} {}", name, if passes { "passes all tests" } else { "is rejected" })
}

/// Lesson of a recorded search with the symbols and words of `V`.
fn lesson<V: MethodTerms>(
    recording: Box<dyn Recording<Search>>,
    query: SimplexQuery,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let camera = query.camera();
    let nearest = recording.outcome().nearest().subset;
    Box::new(Narrated {
        recording,
        context: query,
        verdict,
        narration: FaceNarration { camera, nearest, vocabulary: PhantomData::<V> },
    })
}

/// Narration of the search: faces are measured, then one is tested per step.
struct FaceNarration<V> {
    /// Camera of both views, so that they correspond.
    camera: Camera,
    /// Face that contains the nearest point.
    nearest: Subset,
    vocabulary: PhantomData<V>,
}

impl<V: MethodTerms> Narration for FaceNarration<V> {
    type State = Search;
    type Context = SimplexQuery;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Axis, "foot of Q"),
        (Role::Witness, "nearest point P"),
        (Role::Bound, "plane through P"),
        (Role::Ghost, ""),
    ];

    fn card(&self) -> &'static Card {
        V::CARD
    }

    fn sight(&self) -> Option<Camera> {
        Some(self.camera)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { number, before, after, context, verdict, .. } = *step;
        let first = (number == 0).then(|| choice::nearest_face_choice(context, self.nearest, verdict)).flatten();
        first.into_iter().chain(choice::failed_test_choice::<V>(context, before, after, beats)).collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context: query, verdict, detail, .. } = step;
        let mut beats = Vec::new();
        // Measurements of the backup procedure belong to the ending.
        let has_tested = after.tested_faces.len() > before.tested_faces.len();
        for vertices in (before.filled_size + 1..=after.filled_size).filter(|_| has_tested) {
            let say = sentences::sentence_on_weights(query, vertices, &after.barycentric, V::SIGNS);
            // The face is not tested yet.
            let tables = detail.full(|| vec![face_table::<V>(query, before), V::table(after, query)]);
            let event = Some(Event::Bound);
            beats.push(Beat {
                line: V::MEASURE,
                say,
                pictures: detail.full(|| measured_pictures(query, vertices, after)),
                tables,
                event,
                ..Beat::default()
            });
        }
        if let Some(last) = after.tested_faces.last().filter(|_| has_tested) {
            let is_refuted =
                matches!(end, Some(Outcome::Backup(_, Reason::Refuted(refuted))) if refuted == last.subset);
            let sentence = if is_refuted {
                sentences::sentence_on_rounding_victim::<V>(query, last)
            } else {
                V::sentence(query, after, last, &tests::<V>(query, after, last))
            };
            beats.push(Beat { say: sentence, ..tested_face_beat::<V>(query, after, last, detail) });
        }
        if let Some(outcome) = end {
            beats.push(ending_beat::<V>(query, after, outcome, (verdict, detail)));
        }
        for beat in beats.iter_mut().filter(|_| detail == Detail::Full) {
            if beat.tables.is_empty() {
                beat.tables = vec![face_table::<V>(query, after), V::table(after, query)];
            }
        }
        beats
    }
}

/// Pictures of the weights of all faces with this number of vertices.
fn measured_pictures(query: &SimplexQuery, vertices: usize, state: &Search) -> Pictures {
    let is_one_face = query.subsets().filter(|&j| size(j) == vertices).count() == 1;
    let [line, axis] = match (vertices, is_one_face) {
        (4, _) => ["", "lines from Q"],
        (_, true) => ["line of the edge", "foot of Q"],
        (_, false) => ["lines of the edges", "feet of Q"],
    };
    let sight = if vertices == 4 { sight::of_inside(query) } else { None };
    Pictures::world(panes::picture_of_weights(query, vertices, &state.barycentric))
        .facing(sight)
        .naming(Role::ShapeB, query.query_point())
        .naming(Role::Ghost, line)
        .naming(Role::Axis, axis)
}

/// Beat of a tested face, without its sentence.
fn tested_face_beat<V: MethodTerms>(
    query: &SimplexQuery,
    state: &Search,
    tested_face: &TestedFace,
    detail: Detail,
) -> Beat {
    let tests = tests::<V>(query, state, tested_face);
    let failed: Vec<&Test> = tests.iter().filter(|test| !test.passed).collect();
    // The sentence is about one failed test, or about all tests.
    let described: Vec<&Test> = match failed[..] {
        [] => tests.iter().collect(),
        [first, ..] if V::OUTSIDERS => vec![first],
        _ => failed.clone(),
    };
    let pictures = detail.full(|| tested_face_pictures::<V>(query, state, tested_face, &described));
    let event = tested_face.holds.then_some(Event::Reduction);
    Beat { line: "weigh", pictures, event, ..Beat::default() }
}

/// Pictures of a tested face, with the weights that the sentence is about.
fn tested_face_pictures<V: MethodTerms>(
    query: &SimplexQuery,
    state: &Search,
    tested_face: &TestedFace,
    described: &[&Test],
) -> Pictures {
    let kind = query.kind(tested_face.subset);
    let role = if tested_face.holds { Role::Closest } else { Role::Simplex };
    // The faces that are searched next are part of the whole simplex: the accent shows them alone.
    let is_whole = tested_face.subset == query.all && size(tested_face.subset) >= 3;
    let is_left = !V::OUTSIDERS && is_whole && !state.waiting.is_empty();
    let next = if is_left { Role::Simplex } else { Role::Added };
    let role = if is_left { Role::ShapeA } else { role };
    let mut world =
        panes::picture_of_tests(query, (tested_face.subset, role), (described, &state.barycentric), V::OUTSIDERS);
    let name = match tested_face.holds {
        true if V::OUTSIDERS => format!("nearest {kind}"),
        true if size(tested_face.subset) == 4 => format!("tested {kind}"),
        true => format!("candidate {kind}"),
        false => format!("tested {kind}"),
    };
    if tested_face.holds && !V::OUTSIDERS {
        panes::add_candidate_distance(&mut world, query, tested_face.subset, &state.barycentric);
    }
    if !V::OUTSIDERS {
        panes::add_next_faces(&mut world, query, &state.waiting, next);
    }
    let is_inside = described.first().is_some_and(|test| test.is_inside_tetrahedron());
    let axis = match panes::projections(described).len() {
        0 if is_inside => "lines from Q",
        0 => "distance from Q",
        1 => "foot of Q",
        _ => "feet of Q",
    };
    let line = match described {
        [test] if size(test.face) == 2 => format!("line {}", self::name(test.face)),
        _ => String::from("lines of the edges"),
    };
    let sight = if is_inside {
        sight::of_inside(query)
    } else {
        sight::of_tests(query, (tested_face.subset, V::OUTSIDERS), described)
    };
    let face = self::name(tested_face.subset);
    Pictures::world(world)
        .facing(sight)
        .naming(Role::ShapeB, query.query_point())
        .naming(role, if is_left { String::from("simplex") } else { name })
        .naming(Role::Axis, axis)
        .naming(Role::Ghost, line)
        .naming(next, "searched next")
        .naming(Role::Region, format!("region {face}: points nearest to {face}"))
}

/// Table of all faces in order, with their tests and results.
fn face_table<V: MethodTerms>(query: &SimplexQuery, state: &Search) -> Table {
    Table {
        title: "Tests of the faces",
        columns: vec![V::WHAT, "must be > 0", "must be ≤ 0", "result"],
        rows: query
            .subsets()
            .map(|subset| {
                let key = Some(format!("region/{}", name(subset)).into());
                let Some(tested_face) = state.tested_faces.iter().find(|tested_face| tested_face.subset == subset)
                else {
                    return Row {
                        cells: vec![name(subset).into(), "…".into(), "…".into(), "".into()],
                        key,
                        chosen: false,
                    };
                };
                let tests = tests::<V>(query, state, tested_face);
                let largest = V::magnitude(state, subset);
                let [inner, outer] = [true, false].map(|inside| {
                    let texts = tests.iter().filter(|test| test.is_member == inside);
                    let texts = texts.map(|test| {
                        // Digits below the rounding error are shown where their sign decides: 0 fails every inner test
                        // and passes every outer one.
                        let shown =
                            if test.passed == inside { number(test.tested) } else { or_zero(test.tested, largest) };
                        format!(
                            "{} = {shown} {}",
                            V::tested_symbol(test.face, test.vertex),
                            if test.passed { "✓" } else { "✗" }
                        )
                    });
                    let texts: Vec<String> = texts.collect();
                    if texts.is_empty() { String::from("–") } else { texts.join(", ") }
                });
                let holds = if tested_face.holds { "passes" } else { "fails" };
                Row {
                    cells: vec![name(subset).into(), inner.into(), outer.into(), holds.into()],
                    key,
                    chosen: tested_face.holds,
                }
            })
            .collect(),
    }
}

/// Beat of the ending.
fn ending_beat<V: MethodTerms>(
    query: &SimplexQuery,
    state: &Search,
    outcome: Outcome,
    (verdict, detail): (&Verdict, Detail),
) -> Beat {
    let found = outcome.nearest();
    let v = query.without_rounding(found.v);
    let (line, event) = match outcome {
        Outcome::Passed(_) => ("proven", Event::Stop(V::CARD.ending_kind(verdict))),
        Outcome::Backup(_, Reason::NonePassed) => ("none", Event::Warning),
        Outcome::Backup(_, Reason::Refuted(_)) => ("refuted", Event::Warning),
    };
    let pictures = detail.full(|| {
        let pictures = Pictures::world(panes::picture_of_answer(query, found.subset, v, verdict));
        let pictures = match panes::proof_of(query, found.subset) {
            panes::Proof::Line => pictures.naming(Role::Bound, "line through P"),
            panes::Proof::Face | panes::Proof::Plane => pictures,
        };
        let sight = sight::of_answer(query, v);
        let pictures = pictures.facing(sight).naming(Role::ShapeB, query.query_point());
        pictures.naming(Role::Closest, format!("nearest {}", query.kind(found.subset)))
    });
    let values = detail.full(|| {
        let weights = members(found.subset)
            .map(|i| Value::of(WEIGHTS[i], weight(found.weights[i]), format!("face/{}", name(1 << i))));
        let point = Value::of(symbol::NEAREST_POINT, point(query.q + v), "v");
        let distance = Value::of(symbol::QUERY_DISTANCE, length(v.length()), "v");
        weights.chain([point, distance]).collect()
    });
    let stops = state
        .proof
        .map(|proof| StopTest::new("proven", line, "min (w − P)·P/|P| ≥ −rounding", proof))
        .into_iter()
        .collect();
    let say = sentences::ending::<V>(query, outcome, verdict);
    Beat { line, say, pictures, values, stops, event: Some(event), ..Beat::default() }
}

/// Symbols of the weights in the nearest point.
const WEIGHTS: [Symbol; 4] = [symbol::WEIGHT_OF_A, symbol::WEIGHT_OF_B, symbol::WEIGHT_OF_C, symbol::WEIGHT_OF_D];

/// Verdict of a search that ended after `steps` steps: the distance, proven by a plane in `f64`.
fn verdict(query: &SimplexQuery, steps: usize, outcome: Outcome, ending: Ending) -> Verdict {
    let found = outcome.nearest();
    let farthest_vertex = members(query.all).map(|i| query.points[i].length()).fold(0.0, f64::max);
    let Certificate { lower, normal, upper, rounding } =
        Certificate::new(&query.points, query.all, &found.weights, query.epsilon);
    let v = found.v;
    let inside = size(found.subset) == 4;
    let apart = v.length() > rounding && !inside;
    // The depth of a point in or on the simplex is at most the simplex's diameter.
    let lower = if apart { lower - rounding } else { -(2.0 * farthest_vertex + rounding) };
    let upper = if inside { rounding } else { upper.max(v.length()) + rounding };
    // Sum of the rounding errors of both bounds and of the distance between them.
    let tolerance = if apart { 3.0 * rounding } else { f64::INFINITY };
    let q = &query.names[1];
    let say = if apart {
        format!("{q} is {} from the simplex.", length(v.length()))
    } else if inside {
        format!("{q} lies inside the simplex.")
    } else {
        format!("{q} lies on the simplex: the distance between them is below rounding error.")
    };
    let status = if !apart {
        PairStatus::Penetrating
    } else if lower <= 0.0 || upper - lower > tolerance {
        PairStatus::NotConverged
    } else {
        PairStatus::Separated
    };
    let finding = PairFinding {
        signed_distance: apart.then(|| v.length()),
        normal: apart.then_some(-normal),
        witness_a: query.q + v,
        witness_b: query.q,
        proof: Proof { lower: lower.min(upper), upper, tolerance },
        status,
    };
    Verdict { outcome: ending.name, say, iterations: steps as u32, finding: Finding::Distance(finding) }
}
