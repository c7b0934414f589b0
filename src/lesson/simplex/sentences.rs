//! Sentences that explain how the face of a simplex nearest to a point Q is found: why a face passes or fails its sign
//! tests, and the result. The sentences of signed volumes, which search differently, are in `signed`.
//!
//! A face is a vertex, an edge, a triangle or the tetrahedron. The foot of Q on an edge or triangle is Q's orthogonal
//! projection on its line or plane; the foot's barycentric weights are the numbers whose signs are tested.

use contact_lens_model::answer::number::weight;
use contact_lens_model::snapshot::simplex::{Nearest, Outcome, Reason, Subset, TestedFace, members, name, size};

use super::face_tests::{weight_key, weight_symbol, weight_text};
use super::{MethodTerms, SimplexQuery, Test, WEIGHTS, panes};
use crate::{Sentence, Value, Verdict, say};

/// Sentence on a tested face, with the first failed test as the reason for a rejection; for the sub-algorithms that
/// also test the weights of the other vertices (Johnson's algorithm and Voronoi regions).
pub(super) fn sentence_on_tested_face<V: MethodTerms>(
    query: &SimplexQuery,
    tested_face: &TestedFace,
    tests: &[Test],
) -> Sentence {
    let subset = tested_face.subset;
    if query.simplex == 1 {
        return say!("{} is the only vertex of the simplex, so it is the nearest point.", query.face(subset));
    }
    let result = V::result(query, subset, tested_face.holds);
    match tests.iter().find(|test| !test.passed) {
        Some(test) => say!("{}: {}.", result, reason_for_failing(query, test, subset)),
        None => say!("{}: {}.", result, reason_for_passing(query, subset, tests)),
    }
}

/// Sentences on the weights of all faces with this number of vertices; `note`, which starts with a blank, is appended
/// where there are weights.
pub(super) fn sentence_on_weights(
    query: &SimplexQuery,
    vertex_count: usize,
    weights: &panes::Weights,
    note: &'static str,
) -> Sentence {
    let faces: Vec<Subset> =
        query.subsets().filter(|&face| size(face) == vertex_count && !query.is_flat(face)).collect();
    match faces[..] {
        [] => {
            let degenerate = query.subsets().find(|&face| size(face) == vertex_count).unwrap_or(query.simplex);
            say!("{}.", degenerate_clause(query, degenerate).capitalized())
        }
        [face] => sentence_on_weights_of_face(query, face, weights, note),
        _ => sentence_on_weights_of_faces(query, vertex_count, &faces, weights, note),
    }
}

/// Sentences on the weights of several edges or triangles, which have this number of vertices each.
fn sentence_on_weights_of_faces(
    query: &SimplexQuery,
    vertex_count: usize,
    faces: &[Subset],
    weights: &panes::Weights,
    note: &'static str,
) -> Sentence {
    let kind = if vertex_count == 2 { "edge" } else { "face" };
    let opposite = if vertex_count == 2 { "other vertex" } else { "opposite edge" };
    let has_negative_weight = faces.iter().any(|&face| members(face).any(|i| weights[usize::from(face)][i] < 0.0));
    let meaning = if has_negative_weight {
        format!("A weight is negative if the foot lies beyond the {opposite}.")
    } else {
        format!("No weight is negative, so each foot lies on its {kind}.")
    };
    say!(
        "The foot of {} {} is a weighted sum of the {}'s vertices. {}{}",
        query.query_name(),
        query.faces_of_size(vertex_count),
        kind,
        meaning,
        note
    )
}

/// Sentences on the weights of one edge, triangle or tetrahedron.
fn sentence_on_weights_of_face(
    query: &SimplexQuery,
    face: Subset,
    weights: &panes::Weights,
    note: &'static str,
) -> Sentence {
    let subject = if size(face) == 4 { query.query_name() } else { query.foot_name(face) };
    let weights_of_face = &weights[usize::from(face)];
    let listed = members(face).map(|i| {
        let value = weight_text(weights_of_face[i]);
        say!("{} = {}", weight_symbol(i), Value::of(WEIGHTS[i], value, weight_key(face, i)))
    });
    let listed = Sentence::list(listed);
    let first_negative = members(face).find(|&i| weights_of_face[i] < 0.0);
    let result = match first_negative {
        Some(i) => {
            let symbol = Sentence::mark(weight_symbol(i), weight_key(face, i));
            say!("{} is negative: {}", symbol, beyond_clause(query, face, i))
        }
        None => say!("No weight is negative: {}", inside_or_on_clause(query, face)),
    };
    say!("{} has the weights {}. {}.{}", subject.capitalized(), listed, result, note)
}

/// Name of the point whose barycentric weights in a face are known: Q where it is its own foot, else `the foot`.
fn foot_or_query(query: &SimplexQuery, face: Subset) -> Sentence {
    if size(face) == 4 || query.is_on(face) { query.query_name() } else { Sentence::from("the foot") }
}

/// Clause on a negative weight of a vertex: Q or its foot lies beyond the vertex, edge or triangle opposite to it.
fn beyond_clause(query: &SimplexQuery, face: Subset, vertex: usize) -> Sentence {
    let opposite = face & !(1 << vertex);
    let subject = foot_or_query(query, face);
    let border = if size(face) == 2 { query.face(opposite) } else { query.kind_and_name(opposite) };
    say!("{} lies beyond {}", subject, border)
}

/// Clause on Q or its foot in a face whose weights are not negative.
fn inside_or_on_clause(query: &SimplexQuery, face: Subset) -> Sentence {
    let subject = foot_or_query(query, face);
    match size(face) {
        2 => say!("{} lies on edge {}", subject, query.face(face)),
        3 => say!("{} lies in {}", subject, query.kind_and_name(face)),
        _ => say!("{} lies in the tetrahedron", subject),
    }
}

/// Sentence on a face that passes all tests because of rounding error, but does not contain the nearest point.
pub(super) fn sentence_on_rounding_victim<V: MethodTerms>(query: &SimplexQuery, tested_face: &TestedFace) -> Sentence {
    let result = V::result(query, tested_face.subset, true);
    say!("{}, but only because of rounding error.", result)
}

/// Clauses on the tests of a face that passes all of them, so that the face contains the nearest point.
fn reason_for_passing(query: &SimplexQuery, subset: Subset, tests: &[Test]) -> Sentence {
    let tests_of_other_vertices: Vec<&Test> = tests.iter().filter(|test| !test.is_member).collect();
    if size(subset) == 1 {
        return behind_vertex_clause(query, subset, &tests_of_other_vertices);
    }
    let inside = inside_clause(query, subset);
    let not_nearer: Vec<Sentence> =
        tests_of_other_vertices.iter().map(|test| not_nearer_clause(query, test, subset)).collect();
    // An edge of a tetrahedron has the most other vertices: two.
    match &not_nearer[..] {
        [] => inside,
        [only] => say!("{}, and {}", inside, only),
        [first, second, ..] => say!("{}, {}, and {}", inside, first, second),
    }
}

/// Clause on Q or its foot inside an edge, triangle or tetrahedron.
pub(super) fn inside_clause(query: &SimplexQuery, subset: Subset) -> Sentence {
    match size(subset) {
        2 => say!("{} lies between {}", query.foot_name(subset), vertex_list(query, subset)),
        3 => say!("all weights are positive, so {} lies inside {}", query.foot_name(subset), query.face(subset)),
        _ => say!("all weights are positive, so {} lies inside it", query.query_name()),
    }
}

/// Vertices of a face: `A and B`.
fn vertex_list(query: &SimplexQuery, subset: Subset) -> Sentence {
    Sentence::list(members(subset).map(|i| query.vertex(i)))
}

/// Clause on the feet of Q on all edges at the vertex `subset`, which lie behind the vertex; one test per edge.
fn behind_vertex_clause(query: &SimplexQuery, subset: Subset, tests_of_edges: &[&Test]) -> Sentence {
    let vertex = query.face(subset);
    match tests_of_edges {
        [only] => say!("{} lies behind {}", query.foot_name(only.face), vertex),
        several => {
            let lines = several.iter().map(|test| query.face(test.face));
            say!("the feet of {} on lines {} lie behind {}", query.query_name(), Sentence::list(lines), vertex)
        }
    }
}

/// Clause on a vertex outside of the face `subset`: no point towards it is nearer to Q.
fn not_nearer_clause(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    let vertex = query.vertex(test.vertex);
    let face = query.face(subset);
    match (test.is_flat, size(subset)) {
        (true, 2) => say!("{} lies on the same line and adds nothing", vertex),
        (true, _) => say!("{} lies in the same plane and adds nothing", vertex),
        (false, 2) => say!("{} is not on {}'s side of it", query.foot_name(test.face), vertex),
        (false, _) => say!("{} is not on {}'s side of plane {}", query.query_name(), vertex, face),
    }
}

/// Clause on the position of Q that a failed test of the face `subset` proves.
pub(super) fn reason_for_failing(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    if test.is_flat {
        return degenerate_clause(query, test.face);
    }
    let vertex = query.vertex(test.vertex);
    if test.is_unreliable {
        let face = query.kind_and_name(test.face);
        return say!("{} is so thin that rounding error decides the sign of {}'s weight", face, vertex);
    }
    let symbol = test.symbol_mark();
    if test.is_member {
        let place = beyond_or_on_clause(query, test);
        return if test.is_zero {
            say!("{}, so {}'s weight {} is zero, except for rounding error", place, vertex, symbol)
        } else {
            say!("{}, so {}'s weight {} = {} is negative", place, vertex, symbol, test.value())
        };
    }
    if test.is_zero {
        let place = side_of_vertex_clause(query, test, subset);
        return say!("{}, so {}'s weight {} is positive, though below rounding error", place, vertex, symbol);
    }
    nearer_clause(query, test, subset)
}

/// Clause on a vertex outside of the face `subset` with a positive weight: points towards it are nearer to Q.
fn nearer_clause(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    let point = if size(test.face) == 4 { query.query_name() } else { query.foot_name(test.face) };
    say!(
        "{} = {}, the weight of {} in {}, is positive, so moving from {} towards {} comes nearer to {}",
        test.symbol_mark(),
        test.value(),
        query.vertex(test.vertex),
        point,
        query.face(subset),
        query.vertex(test.vertex),
        query.query_name()
    )
}

/// Clause on a face without length, area or volume.
pub(super) fn degenerate_clause(query: &SimplexQuery, face: Subset) -> Sentence {
    let vertices = vertex_list(query, face);
    match size(face) {
        2 => say!("{} coincide, so they span no line", vertices),
        3 => say!("{} lie on one line, so they span no triangle", vertices),
        _ => say!("{} lie in one plane, so the tetrahedron has no volume", vertices),
    }
}

/// Clause on the side of the face `subset` that Q is on: the side of the tested vertex outside of the face.
fn side_of_vertex_clause(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    let vertex = query.vertex(test.vertex);
    let face = query.face(subset);
    match size(subset) {
        1 => say!("{} lies on {}'s side of {}", query.foot_name(test.face), vertex, face),
        2 => say!("{} lies on {}'s side of line {}", query.foot_name(test.face), vertex, face),
        _ => say!("{} lies on {}'s side of plane {}", query.query_name(), vertex, face),
    }
}

/// Clause on Q or its foot beyond or on the vertex, edge or triangle opposite to the vertex of a failed test.
fn beyond_or_on_clause(query: &SimplexQuery, test: &Test) -> Sentence {
    let opposite = query.face(test.face & !(1 << test.vertex));
    let place = match (size(test.face), test.is_zero) {
        (2, false) => "lies beyond",
        (2, true) => "lies at",
        (3, false) => "lies beyond side",
        (3, true) => "lies on side",
        (_, false) => "lies beyond face",
        (_, true) => "lies in the plane of face",
    };
    let subject = if size(test.face) == 4 { query.query_name() } else { query.foot_name(test.face) };
    say!("{} {} {}", subject, place, opposite)
}

/// Sentences of the ending, with the answer.
pub(super) fn ending<V: MethodTerms>(query: &SimplexQuery, outcome: Outcome, verdict: &Verdict) -> Sentence {
    let nearest = outcome.nearest();
    let point = point_as_weighted_sum(query, &nearest);
    let reason = match outcome {
        Outcome::Passed(_) => reason_for_nearest(query, &nearest, point),
        Outcome::Backup(_, Reason::NonePassed) => say!(
            "{} is the nearest of the points of all faces. Rounding error misled the tests: no {} passed.",
            point,
            V::FACE_WORD
        ),
        Outcome::Backup(_, Reason::Refuted(refuted)) => say!(
            "{} is the nearest of the points of all faces. Rounding error misled the tests: {} passed, but is not \
             nearest.",
            point,
            query.kind_and_name(refuted)
        ),
    };
    say!("{} {}", reason, Sentence::answer(&verdict.say))
}

/// Nearest point P as the weighted sum of its vertices: `P = 0.25 A + 0.75 B`.
fn point_as_weighted_sum(query: &SimplexQuery, nearest: &Nearest) -> Sentence {
    let p = Sentence::mark("P", "v");
    if size(nearest.subset) == 1 {
        return say!("{} = {}", p, query.face(nearest.subset));
    }
    let mut sum = Sentence::default();
    for (term, i) in members(nearest.subset).enumerate() {
        let value = Value::of(WEIGHTS[i], weight(nearest.weights[i]), format!("face/{}", name(1 << i)));
        sum += Sentence::from(if term == 0 { "" } else { " + " });
        sum += say!("{} {}", value, query.vertex(i));
    }
    say!("{} = {}", p, sum)
}

/// Sentence on why the point of a face that passed its tests is nearest; `point` is the point in a sentence.
fn reason_for_nearest(query: &SimplexQuery, nearest: &Nearest, point: Sentence) -> Sentence {
    let subset = nearest.subset;
    let is_query_point = query.without_rounding(nearest.v).length() <= 0.0;
    if size(subset) == 4 || is_query_point {
        return say!("{} is {} itself.", point, query.query_name());
    }
    if query.simplex == 1 {
        return say!("{} is the only point of the simplex.", point);
    }
    // The sentence about vertices needs other vertices, and a picture in which no two vertices look like one dot.
    if size(subset) > 1 && (subset == query.simplex || query.has_close_vertices()) {
        return say!(
            "{} is the nearest point: it is the foot of {} {}.",
            point,
            query.query_name(),
            foot_location(query, subset)
        );
    }
    say!(
        "{} is the nearest point: no vertex lies on {}'s side of {}.",
        point,
        query.query_name(),
        supporting_plane(query, subset)
    )
}

/// Location of the foot of Q in a sentence: `on edge AB`.
fn foot_location(query: &SimplexQuery, subset: Subset) -> Sentence {
    say!("on {}", query.kind_and_name(subset))
}

/// Name of the plane or line through P that has the whole simplex on its far side from Q: the face that lies in it, or
/// the drawn plane or line perpendicular to PQ.
fn supporting_plane(query: &SimplexQuery, subset: Subset) -> Sentence {
    match (size(subset), panes::proof_of(query, subset)) {
        (2, panes::Proof::Face) => say!("line {}", query.face(subset)),
        (_, panes::Proof::Face) => say!("plane {}", query.face(subset)),
        (_, panes::Proof::Line) => say!("the {} perpendicular to PQ", Sentence::mark("line through P", "plane")),
        (_, panes::Proof::Plane) => say!("the {} perpendicular to PQ", Sentence::mark("plane through P", "plane")),
    }
}
