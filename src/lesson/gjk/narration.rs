//! Sentences of GJK.

use super::super::{PairContext, Sentence, Value, Verdict, say, symbol};
use super::simplex_view::{SimplexVertex, joined_names, kind, names};
use super::view::GjkView;
use crate::answer::PairStatus;
use crate::answer::number::{length, number, or_rounding, vector};
use crate::snapshot::gjk::Outcome;

/// Share of the simplex's size below which a difference of lengths is rounding error in any precision.
const ROUNDING: f64 = 1e-15;

/// Rounding error of lengths, from the size of the simplex.
fn rounding(view: &GjkView) -> f64 {
    let corners = view.before.iter().chain(&view.after).map(|corner| corner.w.length());
    ROUNDING * corners.fold(0.0, f64::max)
}

/// Name of the overlapping or separate things: bodies, or with margins their cores.
fn bodies(view: &GjkView) -> &'static str {
    if view.margin > 0.0 { "cores" } else { "bodies" }
}

/// Name of the new support point.
fn new_name(view: &GjkView) -> Sentence {
    view.w.as_ref().map_or_else(Sentence::default, |w| w.mark("w"))
}

/// Sentence on the search direction and the support point.
pub(super) fn support(view: &GjkView, context: &PairContext) -> Sentence {
    let Some(w) = &view.w else { return Sentence::default() };
    let [a, b, name] = [w.mark("a"), w.mark("b"), w.mark("w")];
    if view.before.is_empty() {
        let d = Value::of(symbol::DIRECTION, vector(view.direction), "d");
        let has_margins = view.margin > 0.0;
        let core = if has_margins { "the core of " } else { "" };
        let [of_a, of_b] = context.body_names().map(|name| say!("{}{}", core, name));
        let meaning = if has_margins { " A core is a body without its margin." } else { "" };
        return say!(
            "{} = {} − {} is the support point of A − B along d = {}. {} is the point of {} farthest along d, {} the point \
             of {} farthest along −d.{}",
            name,
            &a,
            &b,
            d,
            &a,
            of_a,
            &b,
            of_b,
            meaning
        );
    }
    match view.before.iter().find(|old| old.w == w.w) {
        Some(old) => say!(
            "{} is the support point along d: a vertex of the simplex W again, so nothing of A − B lies farther along d.",
            old.mark("w")
        ),
        None => say!("{} = {} − {} is the support point of A − B along d, from v to the origin.", name, a, b),
    }
}

/// Distance of the new plane from the origin.
fn plane_distance(view: &GjkView) -> Value {
    Value::of(symbol::PLANE_DISTANCE, length(view.plane), "lower")
}

/// Distance of `v` from the origin before the step changes it.
fn upper_bound(view: &GjkView) -> Value {
    Value::of(symbol::LENGTH_OF_V, length(view.bounds.upper), "v")
}

/// Sentence on a plane at or beyond the origin.
fn beyond_origin(view: &GjkView) -> Sentence {
    let what = bodies(view);
    let name = new_name(view);
    let lower = view.bounds.lower;
    if lower <= 0.0 && -view.plane <= rounding(view) {
        return say!(
            "The plane through {} contains the origin, except for rounding error, and A − B lies behind it: the {} do not \
             overlap, but may touch.",
            name,
            what
        );
    }
    // A plane beyond the origin bounds the penetration depth.
    let beyond = Value::of(symbol::OVERLAP, length(-view.plane), "plane/overlap");
    let next = if lower > 0.0 {
        Sentence::from("The lower bound stays.")
    } else if -lower <= view.rounding() {
        say!("An earlier plane contains the origin, so the {} do not overlap.", what)
    } else if lower > view.plane {
        say!("An earlier plane limits an overlap to {}.", Value::number(symbol::DEPTH, length(-lower)))
    } else {
        say!("An overlap is at most {}.", &beyond)
    };
    say!(
        "The origin lies {} behind the plane through {}, on the side of A − B, so d does not separate the {}. {}",
        &beyond,
        name,
        what,
        next
    )
}

/// Sentence on the bound from the plane through the new point.
pub(super) fn bound(view: &GjkView) -> Sentence {
    let what = bodies(view);
    let name = new_name(view);
    if view.plane <= 0.0 {
        return beyond_origin(view);
    }
    let here = plane_distance(view);
    if view.before.is_empty() {
        return say!(
            "The plane through {} is {} from the origin, and A − B lies behind it: the {} are at least {} apart.",
            name,
            &here,
            what,
            &here
        );
    }
    if view.plane < view.bounds.lower {
        return say!(
            "The plane through {} is {} from the origin, less than an earlier plane: the lower bound stays.",
            name,
            here
        );
    }
    let width = view.bounds.upper - view.plane;
    if width <= rounding(view) {
        return say!(
            "The plane through {} contains v, except for rounding error, so no point of A − B is nearer to the origin than {}.",
            name,
            here
        );
    }
    if width < 1e-3 * view.bounds.upper {
        return say!(
            "The plane through {} misses v by {}, so no point of A − B is nearer to the origin than {}.",
            name,
            bracket_width(view, width),
            here
        );
    }
    let upper = upper_bound(view);
    say!(
        "The plane through {} is {} from the origin, and v is {} from it: the {} are between {} and {} apart.",
        name,
        &here,
        &upper,
        what,
        &here,
        &upper
    )
}

/// Sentence on the new vertex of the simplex.
pub(super) fn add(view: &GjkView) -> Sentence {
    let name = new_name(view);
    match view.before.len() {
        0 => say!("{} is the first vertex of the simplex W.", name),
        n => say!(
            "{} joins {}: W is now {} {} inside A − B.",
            name,
            names(&view.before),
            if n == 1 { "an" } else { "a" },
            kind(n + 1)
        ),
    }
}

/// Sentence on the nearest point of the joined simplex.
pub(super) fn reduce(view: &GjkView) -> Sentence {
    let kept: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_some()).collect();
    let say = place(view, &kept);
    if view.backup {
        return say!("{} All faces were tested, because the faster solver found no nearer point.", say);
    }
    say
}

/// Sentence on the place of the nearest point of the joined simplex, which has the vertices `kept`.
fn place(view: &GjkView, kept: &[&SimplexVertex]) -> Sentence {
    let distance = match view.v_after.length() {
        apart if apart <= rounding(view).max(view.rounding()) => Sentence::from("|v| is below rounding error."),
        apart => say!("|v| = {}.", Value::of(symbol::LENGTH_OF_V, length(apart), "v")),
    };
    let v = say!("v, the point of the {} nearest the origin,", kind(view.joined.len()));
    let corners = joined_names(kept.iter().copied());
    match (kept.len(), view.joined.len()) {
        (4, _) => {
            Sentence::from("The origin lies inside the tetrahedron W: its four barycentric weights are positive.")
        }
        (_, 1) => say!("v is {}, the only vertex of the simplex W. {}", corners, distance),
        (n, m) if n == m => say!("{} lies inside it: all its barycentric weights are positive. {}", v, distance),
        (1, _) => say!("{} is its vertex {}. {}", v, corners, distance),
        (2, _) => say!("{} lies on its edge {}. {}", v, corners, distance),
        _ => say!("{} lies on its face {}. {}", v, corners, distance),
    }
}

/// Sentence on the removed vertices, and the reason.
pub(super) fn drop(view: &GjkView) -> Sentence {
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_none()).collect();
    let verb = match removed.len() {
        1 => "does not contribute to v and is removed",
        _ => "do not contribute to v and are removed",
    };
    say!(
        "{} {}. The simplex W is now the {} {}.",
        names(removed),
        verb,
        kind(view.after.len()),
        joined_names(&view.after)
    )
}

pub(super) fn direction(view: &GjkView) -> Sentence {
    let d = Value::of(symbol::DIRECTION, vector(view.next), "d");
    if let Some(off) = view.off() {
        let of = if view.after.len() == 2 { "edge" } else { "face" };
        return say!(
            "d = {} is the next direction: the exact perpendicular of the {}. −v/|v| differs from it by {}, a rounding error.",
            d,
            of,
            Value::number(symbol::TURN_OF_D, number(off))
        );
    }
    let perpendicular = match view.after.len() {
        1 => "",
        2 => ", perpendicular to the edge",
        _ => ", perpendicular to the face",
    };
    say!("d = −v/|v| = {} is the next direction: from v to the origin{}.", d, perpendicular)
}

fn bracket_width(view: &GjkView, width: f64) -> Value {
    Value::number(symbol::BRACKET_WIDTH, or_rounding(length(width), view.rounding()))
}

/// Sentence on the reason of the ending, with the answer.
pub(super) fn ending(view: &GjkView, outcome: Outcome, verdict: &Verdict) -> Sentence {
    let w = view.w.as_ref();
    let width = view.bounds.upper - view.bounds.lower;
    let gap = bracket_width(view, width);
    let why = match outcome {
        Outcome::RelativeGap if width <= rounding(view) => {
            Sentence::from("The upper bound |v| and the lower bound differ by less than rounding error.")
        }
        Outcome::RelativeGap => {
            say!("The upper bound |v| and the lower bound differ by {}, which is within the requested tolerance.", gap)
        }
        Outcome::AbsoluteGap => Sentence::from(
            "v is within the absolute tolerance of the nearest point, since |v|² − v·w is at most its square.",
        ),
        Outcome::RoundingGap => {
            Sentence::from("The upper bound |v| and the lower bound differ by less than rounding error.")
        }
        Outcome::Repeated => {
            let old = w.and_then(|w| view.before.iter().find(|old| old.w == w.w));
            let name = old.map_or_else(|| Sentence::from("The new point"), |old| old.mark("w"));
            say!("{} is a vertex of the simplex W already, so no point of A − B is nearer than v.", name)
        }
        Outcome::NoProgress => {
            Sentence::from("The last support point improved no bound, so the remaining error is rounding error.")
        }
        Outcome::Inside => {
            say!("The origin lies inside the simplex W, so the {} share a point.", bodies(view))
        }
        Outcome::Vanished => Sentence::from("|v| is below rounding error: the origin lies on the simplex W."),
        Outcome::IterationLimit => {
            Sentence::from("The limit on iterations is reached, and the bounds of the distance have not converged.")
        }
        Outcome::Degenerate => Sentence::from("The pair has no usable numbers: not finite, or too large."),
    };
    say!("{} {}", why, Sentence::answer(&verdict.say))
}

/// Sentence on the depth, which GJK leaves to other algorithms.
pub(super) fn depth(view: &GjkView, full: &Verdict) -> Sentence {
    let height = full.pair().and_then(|pair| pair.signed_distance).map(|distance| -distance - view.margin);
    let touch = full.pair().is_some_and(|pair| pair.status == PairStatus::Touching) && view.margin == 0.0;
    let measured = match height {
        _ if touch => Sentence::from("EPA, started from the simplex W, finds the origin on the boundary of A − B."),
        Some(height) if view.margin > 0.0 && height > view.rounding() => say!(
            "EPA, started from the simplex W, finds the depth of the cores, {}. The margins add {}.",
            Value::of(symbol::CORE_DEPTH, length(height), "depth"),
            Value::number(symbol::MARGINS, length(view.margin))
        ),
        _ => Sentence::from("EPA, started from the simplex W, finds the depth."),
    };
    say!("{} {}", measured, Sentence::answer(&full.say))
}
