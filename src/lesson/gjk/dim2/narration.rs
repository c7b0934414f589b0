//! Sentences of GJK in the plane: one function per kind of beat, given the states before and after the iteration.

use contact_lens_model::answer::number::{length, vector_in_plane};
use contact_lens_model::ask::Search;
use contact_lens_model::snapshot::plane::gjk::{Gjk, Outcome};
use glam::DVec3;

use super::FrameHistory;
use super::panes::PlanarPainter;
use crate::gjk::simplex_view::{self, SimplexVertex, kind, names};
use crate::{Sentence, Value, Verdict, say, symbol};

/// Word for the sets whose distance GJK computes: "bodies", or with margins their "cores", the bodies without margins.
fn bodies(state: &Gjk) -> &'static str {
    if state.margin > 0.0 { "cores" } else { "bodies" }
}

/// Vertices of an edge: `a0 − b1 to a2 − b1`.
fn edge(vertices: &[SimplexVertex]) -> Sentence {
    let mut sentence = Sentence::default();
    for (i, vertex) in vertices.iter().enumerate() {
        sentence += Sentence::from(if i == 0 { "" } else { " to " });
        sentence += vertex.mark("w");
    }
    sentence
}

/// Distance of the nearest point `v` from the origin, as a value that highlights the segment `v`.
fn distance(state: &Gjk) -> Value {
    Value::of(symbol::LENGTH_OF_V, length(state.nearest.v.length()), "v")
}

/// Sentence on the simplex before the first iteration.
pub(super) fn start(state: &Gjk, painter: &PlanarPainter<'_>, history: &FrameHistory) -> Sentence {
    let vertices = painter.simplex_vertices(&state.simplex);
    let is_at_origin = painter.context.is_rounding(state.nearest.v.length());
    let start = if history.is_warm_start() {
        match &vertices[..] {
            [only] => say!(
                "The simplex W starts as the vertex {}, which was nearest to the origin in the previous frame.",
                only.mark("w")
            ),
            ends => say!(
                "The simplex W starts as the edge {}, which was nearest to the origin in the previous frame.",
                edge(ends)
            ),
        }
    } else if is_at_origin {
        say!(
            "The simplex W starts as the vertex {} of A − B, which is at the origin, except for rounding error.",
            names(&vertices)
        )
    } else {
        say!(
            "The simplex W starts as the vertex {} of A − B, which is {} from the origin.",
            names(&vertices),
            distance(state)
        )
    };
    say!("{}{}", start, history.savings_sentence())
}

/// Sentence on the restart without the cached feature.
pub(super) fn restart(state: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    say!(
        "The simplex W restarts as the vertex {}: the feature nearest to the origin in the previous frame is no longer \
         on the boundary of A − B.",
        names(&painter.simplex_vertices(&state.simplex))
    )
}

/// Search direction `d`, pair frame, as a unit vector with a value that highlights the arrow `d`.
fn direction(d: DVec3, painter: &PlanarPainter<'_>) -> Value {
    Value::of(symbol::DIRECTION, vector_in_plane(painter.cso(d.normalize_or_zero())), "d")
}

/// Sentence on the new vertex and the line through it.
pub(super) fn support(before: &Gjk, after: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    let w = painter.simplex_vertex(&after.w);
    // Signed distance of the origin from the line, meters; positive where the line separates.
    let gap = -before.d.normalize_or_zero().dot(after.w.w);
    let line = Sentence::mark("line", "plane");
    let place = if painter.context.is_rounding(gap) {
        say!("The supporting {} through w contains the origin, except for rounding error.", line)
    } else if gap > 0.0 {
        say!(
            "The supporting {} through w is {} from the origin, so the {} are at least this far apart.",
            line,
            Value::of(symbol::PLANE_DISTANCE, length(gap), "plane/distance"),
            bodies(after)
        )
    } else {
        say!(
            "The origin lies {} inside the supporting {} through w, on the same side as A − B, so d does not separate \
             the {}.",
            Value::of(symbol::OVERLAP, length(-gap), "plane/distance"),
            line,
            bodies(after)
        )
    };
    say!(
        "{} = {} is a point of A − B farthest along d = {}. {}",
        Sentence::mark("w", w.key("w")),
        w.mark("w"),
        direction(before.d, painter),
        place
    )
}

/// Sentence on the point of the triangle or segment nearest to the origin, and on the vertices that this removes.
pub(super) fn reduction(before: &Gjk, after: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    let vertices = painter.simplex_vertices(&after.simplex);
    let previous = painter.simplex_vertices(&before.simplex);
    let removed = simplex_view::removed(&previous, &vertices);
    let removal = match removed.len() {
        0 => Sentence::default(),
        1 => say!(" {} is removed from the simplex W.", names(removed)),
        _ => say!(" {} are removed from the simplex W.", names(removed)),
    };
    // Kind of the simplex with the new vertex.
    let joined = kind(before.simplex.len() + 1);
    let place = if painter.context.is_rounding(after.nearest.v.length()) {
        Sentence::from("is at the origin, except for rounding error")
    } else {
        say!("is {} from the origin", distance(after))
    };
    let v = say!("{}, the point of the {} nearest to the origin,", Sentence::mark("v", "v"), joined);
    match &vertices[..] {
        [vertex] => say!("{} is the vertex {} and {}.{}", v, vertex.mark("w"), place, removal),
        [from, to] if joined == "edge" => {
            say!("{} lies between {} and {} and {}.{}", v, from.mark("w"), to.mark("w"), place, removal)
        }
        [_, _] => say!("{} lies on the edge {} and {}.{}", v, edge(&vertices), place, removal),
        _ => say!("The triangle {} contains the origin: the {} overlap.", names(&vertices), bodies(after)),
    }
}

/// Sentence on the next direction.
pub(super) fn next_direction(after: &Gjk, painter: &PlanarPainter<'_>) -> Sentence {
    let d = direction(after.d, painter);
    let v = Sentence::mark("v", "v");
    if after.simplex.len() == 1 {
        return say!("d = −v/|v| = {} is the next direction: from {} to the origin.", d, v);
    }
    match after.search {
        Search::Perpendicular => {
            say!("d = {} is the next direction: perpendicular to the edge W, towards the origin.", d)
        }
        Search::MinusV => say!("d = −v/|v| = {} is the next direction. It has the rounding error of {}.", d, v),
    }
}

/// Sentence on the reason of the ending, with the answer.
pub(super) fn ending(after: &Gjk, end: Outcome, painter: &PlanarPainter<'_>, verdict: &Verdict) -> Sentence {
    let answer = Sentence::answer(&verdict.say);
    let vertices = painter.simplex_vertices(&after.simplex);
    let bodies = bodies(after);
    // A verdict of this run's own limit already states the reason. The verdict of a complete query may come from
    // another algorithm, whose limit is a different one.
    let states_limit = verdict.say.starts_with("Not finished: the limit");
    if states_limit && verdict.outcome == super::ending(end).name {
        return answer;
    }
    let reason = match end {
        Outcome::Apart => say!(
            "The supporting {} through {} contains v, within the tolerance, so v is the point of A − B nearest to the \
             origin.",
            Sentence::mark("line", "plane"),
            Sentence::mark("w", painter.simplex_vertex(&after.w).key("w"))
        ),
        Outcome::Contained => say!("The origin lies inside the triangle W: the {} overlap.", bodies),
        Outcome::OnVertex => {
            say!("The origin is the vertex {} of A − B.", names(&vertices))
        }
        Outcome::OnEdge => say!("The origin lies on the edge {}: the {} touch or overlap.", edge(&vertices), bodies),
        Outcome::IterationLimit => {
            Sentence::from("The limit on iterations was reached before the nearest point was proven.")
        }
    };
    say!("{} {}", reason, answer)
}
