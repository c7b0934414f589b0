//! Sentences of GJK in the plane.

use super::FrameHistory;
use super::panes::PlanarPainter;
use crate::answer::number::{length, vector_in_plane};
use crate::ask::Search;
use crate::lesson::gjk::simplex_view::{self, SimplexVertex, kind, names};
use crate::lesson::{Sentence, Value, Verdict, say, symbol};
use crate::snapshot::plane::gjk::{Gjk, Outcome};

/// Name of the overlapping or separate things: bodies, or with margins their cores.
fn bodies(state: &Gjk) -> &'static str {
    if state.margin > 0.0 { "cores" } else { "bodies" }
}

/// Vertices of an edge: `a0 − b1 to a2 − b1`.
fn edge(corners: &[SimplexVertex]) -> Sentence {
    let to = |i| Sentence::from(if i == 0 { "" } else { " to " });
    corners.iter().enumerate().flat_map(|(i, corner)| [to(i), corner.mark("w")]).sum()
}

/// Distance of the nearest point from the origin.
fn distance(state: &Gjk) -> Value {
    Value::of(symbol::LENGTH_OF_V, length(state.nearest.v.length()), "v")
}

/// Sentence on the simplex before the first iteration.
pub(super) fn start(state: &Gjk, painter: &PlanarPainter<'_>, history: &FrameHistory) -> Sentence {
    let corners = painter.simplex_vertices(&state.simplex);
    let start = match (history.is_warm_start(), &corners[..]) {
        (true, [only]) => {
            say!(
                "The simplex W starts as the vertex {}, which was nearest to the origin in the previous frame.",
                only.mark("w")
            )
        }
        (true, ends) => {
            say!(
                "The simplex W starts as the edge {}, which was nearest to the origin in the previous frame.",
                edge(ends)
            )
        }
        (false, _) if painter.context.is_rounding(state.nearest.v.length()) => {
            say!(
                "The simplex W starts as the vertex {} of A − B, which is at the origin, except for rounding error.",
                names(&corners)
            )
        }
        (false, _) => {
            say!(
                "The simplex W starts as the vertex {} of A − B, which is {} from the origin.",
                names(&corners),
                distance(state)
            )
        }
    };
    say!("{}{}", start, history.savings_sentence())
}

/// Sentence on a cached feature that turned out useless.
pub(super) fn restart(state: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    say!(
        "The simplex W restarts as the vertex {}: the feature nearest to the origin in the previous frame is no longer on the boundary of \
         A − B.",
        names(&painter.simplex_vertices(&state.simplex))
    )
}

/// Direction of the search as a value with an arrow.
fn direction(d: glam::DVec3, painter: &PlanarPainter<'_>) -> Value {
    Value::of(symbol::DIRECTION, vector_in_plane(painter.cso(d.normalize_or_zero())), "d")
}

/// Sentence on the new vertex and the line through it.
pub(super) fn support(before: &Gjk, after: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    let w = painter.simplex_vertex(&after.w);
    let height = -before.d.normalize_or_zero().dot(after.w.w);
    let line = Sentence::mark("line", "plane");
    let place = match height {
        far if painter.context.is_rounding(far) => {
            say!("The supporting {} through w contains the origin, except for rounding error.", line)
        }
        far if far > 0.0 => say!(
            "The supporting {} through w is {} from the origin, so the {} are at least this far apart.",
            line,
            Value::of(symbol::PLANE_DISTANCE, length(far), "plane/distance"),
            bodies(after)
        ),
        far => say!(
            "The origin lies {} inside the supporting {} through w, on the same side as A − B, so d does not separate the {}.",
            Value::of(symbol::OVERLAP, length(-far), "plane/distance"),
            line,
            bodies(after)
        ),
    };
    say!(
        "{} = {} is a point of A − B farthest along d = {}. {}",
        Sentence::mark("w", w.key("w")),
        w.mark("w"),
        direction(before.d, painter),
        place
    )
}

/// Sentence on the nearest feature of the triangle or segment.
pub(super) fn reduction(before: &Gjk, after: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    let corners = painter.simplex_vertices(&after.simplex);
    let was = painter.simplex_vertices(&before.simplex);
    let removed = simplex_view::removed(&was, &corners);
    let removal = match removed.len() {
        0 => Sentence::default(),
        1 => say!(" {} is removed from the simplex W.", names(removed)),
        _ => say!(" {} are removed from the simplex W.", names(removed)),
    };
    let joined = kind(before.simplex.len() + 1);
    let place = match painter.context.is_rounding(after.nearest.v.length()) {
        true => Sentence::from("is at the origin, except for rounding error"),
        false => say!("is {} from the origin", distance(after)),
    };
    let v = say!("{}, the point of the {} nearest to the origin,", Sentence::mark("v", "v"), joined);
    match &corners[..] {
        [vertex] => say!("{} is the vertex {} and {}.{}", v, vertex.mark("w"), place, removal),
        [from, to] if joined == "edge" => {
            say!("{} lies between {} and {} and {}.{}", v, from.mark("w"), to.mark("w"), place, removal)
        }
        [_, _] => say!("{} lies on the edge {} and {}.{}", v, edge(&corners), place, removal),
        _ => say!("The triangle {} contains the origin: the {} overlap.", names(&corners), bodies(after)),
    }
}

/// Sentence on the next direction.
pub(super) fn next_direction(after: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    let d = direction(after.d, painter);
    match (after.simplex.len(), after.search) {
        (1, _) => say!("d = −v/|v| = {} is the next direction: from {} to the origin.", d, Sentence::mark("v", "v")),
        (_, Search::Perpendicular) => {
            say!("d = {} is the next direction: perpendicular to the edge W, towards the origin.", d)
        }
        (_, Search::MinusV) => {
            say!("d = −v/|v| = {} is the next direction. It has the rounding error of {}.", d, Sentence::mark("v", "v"))
        }
    }
}

/// Sentence on the reason of the ending, with the answer.
pub(super) fn ending(after: &Gjk, end: Outcome, painter: &PlanarPainter<'_>, verdict: &Verdict) -> Sentence {
    let answer = Sentence::answer(&verdict.say);
    let corners = painter.simplex_vertices(&after.simplex);
    let bodies = bodies(after);
    // The answer of a complete query may come from another algorithm, which reports its own limit.
    if verdict.say.starts_with("Not finished: the limit") && verdict.outcome == super::ending(end).name {
        return answer;
    }
    let why = match end {
        Outcome::Apart => say!(
            "The supporting {} through {} contains v, within the tolerance, so v is the point of A − B nearest to the \
             origin.",
            Sentence::mark("line", "plane"),
            Sentence::mark("w", painter.simplex_vertex(&after.w).key("w"))
        ),
        Outcome::Contained => say!("The origin lies inside the triangle W: the {} overlap.", bodies),
        Outcome::OnVertex => {
            say!("The origin is the vertex {} of A − B.", names(&corners))
        }
        Outcome::OnEdge => say!("The origin lies on the edge {}: the {} touch or overlap.", edge(&corners), bodies),
        Outcome::IterationLimit => {
            Sentence::from("The limit on iterations was reached before the nearest point was proven.")
        }
    };
    say!("{} {}", why, answer)
}
