//! Lessons of the three simplex sub-algorithms (Johnson's algorithm, Voronoi regions, signed volumes): a search over
//! the faces of one simplex for the point P nearest to a query point Q, one face per step, with tables of all computed
//! and tested weights. Each sub-algorithm supplies its symbols and words as `MethodTerms`.
//!
//! - **Face:** a vertex, edge or triangle of the simplex, or the whole tetrahedron, as a set of vertices ([`Subset`]).
//! - **Frame:** world axes. States are relative to the query point Q; pictures and shown coordinates are in the world.

pub mod certificate;
mod choice;
mod face_tests;
mod insets;
pub mod johnson;
mod panes;
mod query;
mod region_marks;
mod regions;
mod sentences;
mod sight;
pub mod signed;
pub mod voronoi;

use std::marker::PhantomData;
use std::sync::Arc;

use contact_lens_model::answer::number::{length, number, or_zero, point, weight};
use contact_lens_model::snapshot::simplex::{Outcome, Reason, Search, Subset, TestedFace, members, name, size};
use contact_lens_picture::{Camera, Role};

use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Detail, Event, Lesson, Narrated, Narration, Pictures, Recording, Row,
    Sentence, StopTest, Symbol, Table, Value, Verdict, say, symbol,
};
use face_tests::{Test, tests};
pub use query::SimplexQuery;

impl Context for SimplexQuery {
    fn backdrop(&self) -> Arc<Backdrop> {
        let backdrop = self.backdrop.get_or_init(|| {
            let pictures = Pictures::world(panes::fixed_marks(self));
            Arc::new(Backdrop { pictures })
        });
        Arc::clone(backdrop)
    }
}

/// Symbols and words of one sub-algorithm: Johnson's algorithm, Voronoi regions or signed volumes.
trait MethodTerms: Send + Sync + 'static {
    /// Fixed description of the lesson.
    const CARD: &'static Card;
    /// Word for a face: "region", "subset" or "face".
    const FACE_WORD: &'static str;
    /// Label of the listing's line that computes the weights of the faces.
    const WEIGHTS_LINE: &'static str;
    /// Whether the tests of a face include the weights of the vertices outside of the face. Signed volumes test only
    /// the vertices of the face, so a face that passes is a candidate and not yet the result.
    const TESTS_OTHER_VERTICES: bool = true;
    /// Sentence on numbers with the signs of the weights, after a blank; empty if the weights themselves are tested.
    const SIGNS_NOTE: &'static str = "";

    /// Symbol of the number whose sign is tested: the weight of the vertex with index `vertex` in Q's projection on a
    /// face, or a number of the same sign.
    fn tested_symbol(_face: Subset, vertex: usize) -> String {
        face_tests::weight_symbol(vertex)
    }

    /// Clause on the result of a face's tests, without a full stop.
    fn result(query: &SimplexQuery, subset: Subset, passes: bool) -> Sentence {
        result_of_tests(query, subset, passes)
    }

    /// Magnitude of a face's tested numbers, in their unit: numbers that are smaller by many orders are zero to
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

    /// Table of all numbers computed up to this state.
    fn table(state: &Search, query: &SimplexQuery) -> Table;
}

/// Clause on the result of a face's tests, for any sub-algorithm.
fn result_of_tests(query: &SimplexQuery, subset: Subset, passes: bool) -> Sentence {
    let name =
        if size(subset) == 4 { Sentence::from("The tetrahedron") } else { query.kind_and_name(subset).capitalized() };
    say!("{} {}", name, if passes { "passes all tests" } else { "is rejected" })
}

/// Returns the lesson of a recorded search with the symbols and words of `V`.
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

/// Narration of the search: the weights of all faces of a size are computed, and one face is tested per step.
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
        let mut choices = Vec::new();
        if number == 0 {
            choices.extend(choice::nearest_face_choice(context, self.nearest, verdict));
        }
        choices.extend(choice::failed_test_choice::<V>(context, before, after, beats));
        choices
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context: query, verdict, detail, .. } = step;
        let mut beats = Vec::new();
        // Without a tested face, the weights were computed by the backup procedure, which belongs to the ending.
        let has_tested = after.tested_faces.len() > before.tested_faces.len();
        if let Some(last) = after.tested_faces.last()
            && has_tested
        {
            for vertex_count in before.filled_size + 1..=after.filled_size {
                beats.push(weights_beat::<V>(query, before, after, vertex_count, detail));
            }
            let is_refuted =
                matches!(end, Some(Outcome::Backup(_, Reason::Refuted(refuted))) if refuted == last.subset);
            let say = if is_refuted {
                sentences::sentence_on_rounding_victim::<V>(query, last)
            } else {
                V::sentence(query, after, last, &tests::<V>(query, after, last))
            };
            beats.push(Beat { say, ..tested_face_beat::<V>(query, after, last, detail) });
        }
        if let Some(outcome) = end {
            beats.push(ending_beat::<V>(query, after, outcome, (verdict, detail)));
        }
        if detail == Detail::Full {
            for beat in beats.iter_mut().filter(|beat| beat.tables.is_empty()) {
                beat.tables = vec![face_table::<V>(query, after), V::table(after, query)];
            }
        }
        beats
    }
}

/// Beat of the weights of all faces with this number of vertices. Its table of faces is that before the step, because
/// the face of the step is not tested yet.
fn weights_beat<V: MethodTerms>(
    query: &SimplexQuery,
    before: &Search,
    after: &Search,
    vertex_count: usize,
    detail: Detail,
) -> Beat {
    Beat {
        line: V::WEIGHTS_LINE,
        say: sentences::sentence_on_weights(query, vertex_count, &after.barycentric, V::SIGNS_NOTE),
        pictures: detail.full(|| weights_pictures(query, vertex_count, after)),
        tables: detail.full(|| vec![face_table::<V>(query, before), V::table(after, query)]),
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// Pictures of the weights of all faces with this number of vertices.
fn weights_pictures(query: &SimplexQuery, vertex_count: usize, state: &Search) -> Pictures {
    let face_count = query.subsets().filter(|&face| size(face) == vertex_count).count();
    let line_name = match (vertex_count, face_count) {
        (4, _) => "",
        (_, 1) => "line of the edge",
        _ => "lines of the edges",
    };
    let axis_name = match (vertex_count, face_count) {
        (4, _) => "lines from Q",
        (_, 1) => "foot of Q",
        _ => "feet of Q",
    };
    let sight = if vertex_count == 4 { sight::of_inside(query) } else { None };
    Pictures::world(panes::picture_of_weights(query, vertex_count, &state.barycentric))
        .facing(sight)
        .naming(Role::ShapeB, query.query_point())
        .naming(Role::Ghost, line_name)
        .naming(Role::Axis, axis_name)
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
    // The sentence is about all tests of a face that passes, otherwise about the failed ones: the first one decides,
    // except for signed volumes, where all of them select the faces that are searched next.
    let described: Vec<&Test> = if failed.is_empty() {
        tests.iter().collect()
    } else if V::TESTS_OTHER_VERTICES {
        vec![failed[0]]
    } else {
        failed
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
    let subset = tested_face.subset;
    // The faces that are searched next are part of the whole simplex: the accent shows them alone.
    let is_whole = subset == query.simplex && size(subset) >= 3;
    let shows_next_alone = !V::TESTS_OTHER_VERTICES && is_whole && !state.waiting.is_empty();
    let next_role = if shows_next_alone { Role::Simplex } else { Role::Added };
    let role_of_tested = if tested_face.holds { Role::Closest } else { Role::Simplex };
    let role = if shows_next_alone { Role::ShapeA } else { role_of_tested };
    let mut world =
        panes::picture_of_tests(query, subset, role, described, &state.barycentric, V::TESTS_OTHER_VERTICES);
    if !V::TESTS_OTHER_VERTICES {
        if tested_face.holds {
            panes::add_candidate_distance(&mut world, query, subset, &state.barycentric);
        }
        panes::add_next_faces(&mut world, query, &state.waiting, next_role);
    }
    let is_inside = described.first().is_some_and(|test| test.is_inside_tetrahedron());
    let axis_name = match panes::projections(described).len() {
        0 if is_inside => "lines from Q",
        0 => "distance from Q",
        1 => "foot of Q",
        _ => "feet of Q",
    };
    let line_name = match described {
        [test] if size(test.face) == 2 => format!("line {}", name(test.face)),
        _ => String::from("lines of the edges"),
    };
    let sight = if is_inside {
        sight::of_inside(query)
    } else {
        sight::of_tests(query, subset, described, V::TESTS_OTHER_VERTICES)
    };
    let role_name =
        if shows_next_alone { String::from("simplex") } else { name_of_tested_face::<V>(query, tested_face) };
    let face = name(subset);
    Pictures::world(world)
        .facing(sight)
        .naming(Role::ShapeB, query.query_point())
        .naming(role, role_name)
        .naming(Role::Axis, axis_name)
        .naming(Role::Ghost, line_name)
        .naming(next_role, "searched next")
        .naming(Role::Region, format!("region {face}: points nearest to {face}"))
}

/// Name of a tested face in the legend: `nearest edge`. A face that passes is the nearest one if its tests include the
/// other vertices, otherwise a candidate; a tetrahedron is neither.
fn name_of_tested_face<V: MethodTerms>(query: &SimplexQuery, tested_face: &TestedFace) -> String {
    let kind = query.kind(tested_face.subset);
    if !tested_face.holds {
        format!("tested {kind}")
    } else if V::TESTS_OTHER_VERTICES {
        format!("nearest {kind}")
    } else if size(tested_face.subset) == 4 {
        format!("tested {kind}")
    } else {
        format!("candidate {kind}")
    }
}

/// Table of all faces in order, with their tests and results.
fn face_table<V: MethodTerms>(query: &SimplexQuery, state: &Search) -> Table {
    Table {
        title: "Tests of the faces",
        columns: vec![V::FACE_WORD, "must be > 0", "must be ≤ 0", "result"],
        rows: query.subsets().map(|subset| face_row::<V>(query, state, subset)).collect(),
    }
}

/// Row of a face in the table of tests; dots for a face that is not tested yet.
fn face_row<V: MethodTerms>(query: &SimplexQuery, state: &Search, subset: Subset) -> Row {
    let key = Some(format!("region/{}", name(subset)).into());
    let tested_face = state.tested_faces.iter().find(|tested_face| tested_face.subset == subset);
    let Some(tested_face) = tested_face else {
        let cells = vec![name(subset).into(), "…".into(), "…".into(), "".into()];
        return Row { cells, key, chosen: false };
    };
    let tests = tests::<V>(query, state, tested_face);
    let magnitude = V::magnitude(state, subset);
    let tests_of_members = tests_text::<V>(tests.iter().filter(|test| test.is_member), magnitude);
    let tests_of_others = tests_text::<V>(tests.iter().filter(|test| !test.is_member), magnitude);
    let result = if tested_face.holds { "passes" } else { "fails" };
    let cells = vec![name(subset).into(), tests_of_members.into(), tests_of_others.into(), result.into()];
    Row { cells, key, chosen: tested_face.holds }
}

/// Text of tests with their results: `λ_A = 0.25 ✓, λ_B = 0.75 ✓`; a dash without tests.
fn tests_text<'a, V: MethodTerms>(tests: impl Iterator<Item = &'a Test>, magnitude: f64) -> String {
    let mut texts = Vec::new();
    for test in tests {
        // Digits below the rounding error are shown where their sign decides: 0 fails every test of a member and passes
        // every other one.
        let is_decided_by_sign = test.passed == test.is_member;
        let value = if is_decided_by_sign { number(test.tested) } else { or_zero(test.tested, magnitude) };
        let result = if test.passed { "✓" } else { "✗" };
        texts.push(format!("{} = {value} {result}", V::tested_symbol(test.face, test.vertex)));
    }
    if texts.is_empty() { String::from("–") } else { texts.join(", ") }
}

/// Beat of the ending `outcome`, with the answer.
fn ending_beat<V: MethodTerms>(
    query: &SimplexQuery,
    state: &Search,
    outcome: Outcome,
    (verdict, detail): (&Verdict, Detail),
) -> Beat {
    let nearest = outcome.nearest();
    let v = query.without_rounding(nearest.v);
    let (line, event) = match outcome {
        Outcome::Passed(_) => ("proven", Event::Stop(V::CARD.ending_kind(verdict))),
        Outcome::Backup(_, Reason::NonePassed) => ("none", Event::Warning),
        Outcome::Backup(_, Reason::Refuted(_)) => ("refuted", Event::Warning),
    };
    let pictures = detail.full(|| {
        let mut pictures = Pictures::world(panes::picture_of_answer(query, nearest.subset, v, verdict));
        if panes::proof_of(query, nearest.subset) == panes::Proof::Line {
            pictures = pictures.naming(Role::Bound, "line through P");
        }
        pictures
            .facing(sight::of_answer(query, v))
            .naming(Role::ShapeB, query.query_point())
            .naming(Role::Closest, format!("nearest {}", query.kind(nearest.subset)))
    });
    let values = detail.full(|| {
        let mut values: Vec<Value> = members(nearest.subset)
            .map(|i| Value::of(WEIGHTS[i], weight(nearest.weights[i]), format!("face/{}", name(1 << i))))
            .collect();
        values.push(Value::of(symbol::NEAREST_POINT, point(query.q + v), "v"));
        values.push(Value::of(symbol::QUERY_DISTANCE, length(v.length()), "v"));
        values
    });
    let mut stops = Vec::new();
    if let Some(proof) = state.proof {
        stops.push(StopTest::new("proven", line, "min (w − P)·P/|P| ≥ −rounding", proof));
    }
    let say = sentences::ending::<V>(query, outcome, verdict);
    Beat { line, say, pictures, values, stops, event: Some(event), ..Beat::default() }
}

/// Symbols of the weights in the nearest point, by vertex.
const WEIGHTS: [Symbol; 4] = [symbol::WEIGHT_OF_A, symbol::WEIGHT_OF_B, symbol::WEIGHT_OF_C, symbol::WEIGHT_OF_D];
