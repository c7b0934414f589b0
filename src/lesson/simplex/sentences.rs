//! Sentences of searches over the faces of a simplex: the result of a face's tests, and the ending.

use super::face_tests::{weight_key, weight_symbol};
use super::{MethodTerms, SimplexQuery, Test, WEIGHTS, panes};
use crate::answer::number::{length, weight};
use crate::lesson::{Sentence, Value, Verdict, say, symbol};
use crate::snapshot::simplex::{Outcome, Reason, Search, Subset, TestedFace, members, name, size};

/// Sentence on a tested face of the solvers that test all faces in order.
pub(super) fn tested<V: MethodTerms>(query: &SimplexQuery, tested_face: &TestedFace, tests: &[Test]) -> Sentence {
    let subset = tested_face.subset;
    if query.all == 1 {
        return say!("{} is the only vertex of the simplex, so it is the nearest point.", query.face(subset));
    }
    let result = V::result(query, subset, tested_face.holds);
    match tests.iter().find(|test| !test.passed) {
        Some(test) => say!("{}: {}.", result, failed(query, test, subset)),
        None => say!("{}: {}.", result, passed(query, subset, tests)),
    }
}

/// Sentences on the weights of all faces with this number of vertices.
pub(super) fn measured(
    query: &SimplexQuery,
    vertices: usize,
    weights: &panes::Weights,
    note: &'static str,
) -> Sentence {
    let faces: Vec<Subset> = query.subsets().filter(|&face| size(face) == vertices && !query.is_flat(face)).collect();
    if faces.is_empty() {
        let degenerate = query.subsets().find(|&face| size(face) == vertices).unwrap_or(query.all);
        return say!("{}.", flat(query, degenerate).capitalized());
    }
    let [face] = faces[..] else {
        let [kind, other] = if vertices == 2 { ["edge", "other vertex"] } else { ["face", "opposite edge"] };
        let has_negative = faces.iter().any(|&face| members(face).any(|i| weights[usize::from(face)][i] < 0.0));
        let meaning = match has_negative {
            true => format!("A weight is negative if the foot lies beyond the {other}."),
            false => format!("No weight is negative, so each foot lies on its {kind}."),
        };
        return say!(
            "The foot of {} {} is a weighted sum of the {}'s vertices. {}{}",
            query.query_name(),
            query.faces_of_size(vertices),
            kind,
            meaning,
            note
        );
    };
    let subject = if vertices == 4 { query.query_name() } else { query.foot_name(face) };
    let terms = members(face).enumerate().map(|(k, i)| {
        let term = say!("{} {}", Sentence::mark(weight_symbol(i), weight_key(face, i)), query.vertex(i));
        if k == 0 { term } else { say!(" + {}", term) }
    });
    let sum: Sentence = terms.sum();
    let negative = members(face).find(|&i| weights[usize::from(face)][i] < 0.0);
    let result = match negative {
        Some(i) => {
            say!("{} is negative: {}", Sentence::mark(weight_symbol(i), weight_key(face, i)), beyond(query, face, i))
        }
        None => say!("No weight is negative: {}", inside_or_on(query, face)),
    };
    say!("{} is {}. {}.{}", subject.capitalized(), sum, result, note)
}

/// Name of the point whose weights a face has: Q, or its foot.
fn projected(query: &SimplexQuery, face: Subset) -> Sentence {
    match size(face) == 4 || query.is_on(face) {
        true => query.query_name(),
        false => Sentence::from("the foot"),
    }
}

/// Clause on a negative weight of a vertex: Q or its foot lies beyond the opposite side of a face.
fn beyond(query: &SimplexQuery, face: Subset, vertex: usize) -> Sentence {
    let side = face & !(1 << vertex);
    let subject = projected(query, face);
    match size(face) {
        2 => say!("{} lies beyond {}", subject, query.face(side)),
        _ => say!("{} lies beyond {}", subject, query.kind_and_name(side)),
    }
}

/// Clause on Q or its foot in a face whose weights are not negative.
fn inside_or_on(query: &SimplexQuery, face: Subset) -> Sentence {
    let subject = projected(query, face);
    match size(face) {
        2 => say!("{} lies on edge {}", subject, query.face(face)),
        3 => say!("{} lies in {}", subject, query.kind_and_name(face)),
        _ => say!("{} lies in the tetrahedron", subject),
    }
}

/// Sentence on a face that passes all tests, but does not contain the nearest point.
pub(super) fn refuted<V: MethodTerms>(query: &SimplexQuery, tested_face: &TestedFace) -> Sentence {
    let result = V::result(query, tested_face.subset, true);
    say!("{}, but only because of rounding error.", result)
}

/// Reason for which a face contains the nearest point.
fn passed(query: &SimplexQuery, subset: Subset, tests: &[Test]) -> Sentence {
    let inner = inside(query, subset);
    let outsiders: Vec<&Test> = tests.iter().filter(|test| !test.is_member).collect();
    if size(subset) == 1 {
        return behind_vertex(query, subset, &outsiders);
    }
    let outer: Vec<Sentence> = outsiders.iter().map(|test| not_beyond(query, test, subset)).collect();
    match &outer[..] {
        [] => inner,
        [one] => say!("{}, and {}", inner, one),
        [first, second, ..] => say!("{}, {}, and {}", inner, first, second),
    }
}

/// Clause on Q or its foot inside a face.
fn inside(query: &SimplexQuery, subset: Subset) -> Sentence {
    match size(subset) {
        2 => say!("{} lies between {}", query.foot_name(subset), ends(query, subset)),
        3 => say!("all weights are positive, so {} lies inside {}", query.foot_name(subset), query.face(subset)),
        _ => say!("all weights are positive, so {} lies inside it", query.query_name()),
    }
}

/// Vertices of a face: `A and B`.
fn ends(query: &SimplexQuery, subset: Subset) -> Sentence {
    Sentence::list(members(subset).map(|i| query.vertex(i)))
}

/// Clause on the feet of Q on all edges at a vertex, which lie behind the vertex.
fn behind_vertex(query: &SimplexQuery, subset: Subset, outsiders: &[&Test]) -> Sentence {
    let vertex = query.face(subset);
    match outsiders {
        [one] => say!("{} lies behind {}", query.foot_name(one.face), vertex),
        several => {
            let lines = several.iter().map(|test| query.face(test.face));
            say!("the feet of {} on lines {} lie behind {}", query.query_name(), Sentence::list(lines), vertex)
        }
    }
}

/// Clause on a further vertex of the simplex that brings no point nearer to Q.
fn not_beyond(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
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
fn failed(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    if test.is_flat {
        return flat(query, test.face);
    }
    let vertex = query.vertex(test.vertex);
    if test.is_unreliable {
        let face = query.kind_and_name(test.face);
        return say!("{} is so thin that rounding error decides the sign of {}'s weight", face, vertex);
    }
    let place = if test.is_member { opposite_side(query, test) } else { outer_side(query, test, subset) };
    let symbol = test.symbol_mark();
    match (test.is_member, test.is_zero) {
        (true, true) => say!("{}, so {}'s weight {} is zero, except for rounding error", place, vertex, symbol),
        (true, false) => say!("{}, so {}'s weight {} = {} is negative", place, vertex, symbol, test.value()),
        (false, true) => say!("{}, so {}'s weight {} is positive, though below rounding error", place, vertex, symbol),
        (false, false) => nearer(query, test, subset),
    }
}

/// Clause on a further vertex with a positive weight: towards it, points are nearer to Q.
fn nearer(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    let subject = match size(test.face) {
        4 => query.query_name(),
        _ => query.foot_name(test.face),
    };
    say!(
        "{} has the positive weight {} = {}, so points from {} towards {} are nearer to {}",
        subject,
        test.symbol_mark(),
        test.value(),
        query.face(subset),
        query.vertex(test.vertex),
        query.query_name()
    )
}

/// Clause on a degenerate face.
fn flat(query: &SimplexQuery, face: Subset) -> Sentence {
    let vertices = ends(query, face);
    match size(face) {
        2 => say!("{} coincide, so they span no line", vertices),
        3 => say!("{} lie on one line, so they span no triangle", vertices),
        _ => say!("{} lie in one plane, so the tetrahedron has no volume", vertices),
    }
}

/// Clause on the side of the face `subset` that Q is on: that of another vertex.
fn outer_side(query: &SimplexQuery, test: &Test, subset: Subset) -> Sentence {
    let vertex = query.vertex(test.vertex);
    let face = query.face(subset);
    match size(subset) {
        1 => say!("{} lies on {}'s side of {}", query.foot_name(test.face), vertex, face),
        2 => say!("{} lies on {}'s side of line {}", query.foot_name(test.face), vertex, face),
        _ => say!("{} lies on {}'s side of plane {}", query.query_name(), vertex, face),
    }
}

/// Clause on the side of a face that Q is beyond, or on: the side opposite the vertex of a failed test.
fn opposite_side(query: &SimplexQuery, test: &Test) -> Sentence {
    let side = query.face(test.face & !(1 << test.vertex));
    let place = match (size(test.face), test.is_zero) {
        (2, false) => "lies beyond",
        (2, true) => "lies at",
        (3, false) => "lies beyond side",
        (3, true) => "lies on side",
        (_, false) => "lies beyond face",
        (_, true) => "lies in the plane of face",
    };
    let subject = if size(test.face) == 4 { query.query_name() } else { query.foot_name(test.face) };
    say!("{} {} {}", subject, place, side)
}

/// Sentences on a face tested by signed volumes, which then search the sides whose weights are not positive.
pub(super) fn signed(query: &SimplexQuery, state: &Search, tested_face: &TestedFace, tests: &[Test]) -> Sentence {
    let subset = tested_face.subset;
    let name = query.kind_and_name(subset);
    if size(subset) == 1 {
        return say!("{} is a candidate for the nearest point{}.", name.capitalized(), distance(query, state, subset));
    }
    let failed: Vec<&Test> = tests.iter().filter(|test| !test.passed).collect();
    let place = match &failed[..] {
        [] if size(subset) == 4 => {
            return say!("All weights are positive, so {} lies inside the tetrahedron.", query.query_name());
        }
        [] => {
            let foot = inside(query, subset).capitalized();
            let distance = distance(query, state, subset);
            return say!("{}. {} is a candidate for the nearest point{}.", foot, capital_foot(query, subset), distance);
        }
        [one, ..] if one.is_flat => flat(query, subset),
        [one] => self::failed(query, one, subset),
        many => match many.iter().find(|test| test.is_unreliable) {
            Some(unreliable) => self::failed(query, unreliable, subset),
            None => outside(query, subset, many),
        },
    };
    let waiting = state.waiting.iter().map(|&face| query.kind_and_name(face));
    match state.waiting.is_empty() {
        true => say!("{}. No other face is left to search.", place.capitalized()),
        false => say!("{}. The search continues with {}.", place.capitalized(), Sentence::list(waiting)),
    }
}

/// `This foot` of a face, or `Q` where it is its own foot.
fn capital_foot(query: &SimplexQuery, face: Subset) -> Sentence {
    match query.is_on(face) {
        true => query.query_name(),
        false => say!("This {}", Sentence::mark("foot", format!("foot/{}", name(face)))),
    }
}

/// End of a sentence on the candidate in a face: its distance from Q.
fn distance(query: &SimplexQuery, state: &Search, subset: Subset) -> Sentence {
    let far = panes::candidate_point(query, subset, &state.barycentric).distance(query.q);
    match query.is_rounding(far) {
        true => say!(", and {} lies on it, except for rounding error", query.query_name()),
        false => {
            let value = Value::of(symbol::FOOT_DISTANCE, length(far), format!("distance/{}", name(subset)));
            say!(", {} from {}", value, query.query_name())
        }
    }
}

/// Clause on a face that does not contain Q or its foot, because several weights are not positive.
fn outside(query: &SimplexQuery, subset: Subset, failed: &[&Test]) -> Sentence {
    let subject = if size(subset) == 4 { query.query_name() } else { query.foot_name(subset) };
    let weights = failed.iter().map(|test| match test.is_zero {
        true => say!("{} (zero, except for rounding error)", test.symbol_mark()),
        false => say!("{} = {}", test.symbol_mark(), test.value()),
    });
    let name = if size(subset) == 4 { Sentence::from("the tetrahedron") } else { query.face(subset) };
    say!("{} lies outside {}, because the weights {} are not positive", subject, name, Sentence::list(weights))
}

/// Sentences of the ending, with the answer.
pub(super) fn ending<V: MethodTerms>(query: &SimplexQuery, outcome: Outcome, verdict: &Verdict) -> Sentence {
    let found = outcome.nearest();
    let p = Sentence::mark("P", "v");
    let weights = members(found.subset).map(|i| {
        let value = Value::of(WEIGHTS[i], weight(found.weights[i]), format!("face/{}", name(1 << i)));
        say!("{} {}", value, query.vertex(i))
    });
    let sum = weights.enumerate().map(|(i, term)| if i == 0 { term } else { say!(" + {}", term) });
    let point = match size(found.subset) {
        1 => say!("{} = {}", p, query.face(found.subset)),
        _ => say!("{} = {}", p, sum.sum::<Sentence>()),
    };
    let is_query = query.without_rounding(found.v).length() <= 0.0;
    let why = match outcome {
        Outcome::Passed(_) if size(found.subset) == 4 => say!("{} is {} itself.", point, query.query_name()),
        Outcome::Passed(_) if is_query => say!("{} is {} itself.", point, query.query_name()),
        Outcome::Passed(_) if query.all == 1 => say!("{} is the only point of the simplex.", point),
        Outcome::Passed(_) if size(found.subset) > 1 && (found.subset == query.all || query.has_close_vertices()) => {
            say!(
                "{} is the nearest point: it is the foot of {} {}.",
                point,
                query.query_name(),
                foot_location(query, found.subset)
            )
        }
        Outcome::Passed(_) => say!(
            "{} is the nearest point: no vertex lies on {}'s side of {}.",
            point,
            query.query_name(),
            proof(query, found.subset)
        ),
        Outcome::Backup(_, Reason::NonePassed) => say!(
            "{} is the nearest of the points of all faces. Rounding error misled the tests: no {} passed.",
            point,
            V::WHAT
        ),
        Outcome::Backup(_, Reason::Refuted(refuted)) => say!(
            "{} is the nearest of the points of all faces. Rounding error misled the tests: {} passed, but is not nearest.",
            point,
            query.kind_and_name(refuted)
        ),
    };
    say!("{} {}", why, Sentence::answer(&verdict.say))
}

/// Place of the foot of Q: `on edge AB`.
fn foot_location(query: &SimplexQuery, subset: Subset) -> Sentence {
    say!("on {}", query.kind_and_name(subset))
}

/// Name of the plane through P that has the whole simplex behind it, or of the face that lies in this plane.
fn proof(query: &SimplexQuery, subset: Subset) -> Sentence {
    match (size(subset), panes::proof_of(query, subset)) {
        (2, panes::Proof::Face) => say!("line {}", query.face(subset)),
        (_, panes::Proof::Face) => say!("plane {}", query.face(subset)),
        (_, panes::Proof::Line) => say!("the {} perpendicular to PQ", Sentence::mark("line through P", "plane")),
        (_, panes::Proof::Plane) => say!("the {} perpendicular to PQ", Sentence::mark("plane through P", "plane")),
    }
}
