//! Sentences of GJK.

use super::super::{PairContext, Verdict};
use super::view::{GjkView, SimplexVertex};
use crate::answer::PairStatus;
use crate::answer::number::{error, length, number, vector};
use crate::snapshot::gjk::Outcome;

/// Share of the simplex's size below which a difference of lengths is rounding error in any precision.
const ROUNDING: f64 = 1e-15;

/// Rounding error of lengths, from the size of the simplex.
fn rounding(view: &GjkView) -> f64 {
    let corners = view.before.iter().chain(&view.after).map(|corner| corner.w.length());
    ROUNDING * corners.fold(0.0, f64::max)
}

/// List of names: `w3`, `w0 and w3`, `w0, w1 and w3`.
fn list(names: &[String]) -> String {
    match names {
        [] => String::from("nothing"),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

fn names(corners: &[&SimplexVertex]) -> Vec<String> {
    corners.iter().map(|corner| corner.name("w")).collect()
}

/// Shape of a simplex with this number of vertices.
fn kind(corners: usize) -> &'static str {
    match corners {
        0 => "nothing",
        1 => "vertex",
        2 => "edge",
        3 => "triangle",
        _ => "tetrahedron",
    }
}

/// Name of the overlapping or separate things: bodies, or with margins their cores.
fn bodies(view: &GjkView) -> &'static str {
    if view.margin > 0.0 { "cores" } else { "bodies" }
}

/// Name of the new support point.
fn new_name(view: &GjkView) -> String {
    view.w.as_ref().map_or_else(String::new, |w| w.name("w"))
}

/// Sentence on the search direction and the support point.
pub(super) fn support(view: &GjkView, context: &PairContext) -> String {
    let Some(w) = &view.w else { return String::new() };
    let [a, b, name] = [w.name("a"), w.name("b"), w.name("w")];
    if view.before.is_empty() {
        let [of_a, of_b] = &context.names;
        return format!(
            "{name} = {a} − {b} is the support point of A − B along d = {}. {a} is the point of {of_a} farthest along d, \
             {b} the point of {of_b} farthest along −d.",
            vector(view.direction),
        );
    }
    match view.before.iter().find(|old| old.w == w.w) {
        Some(old) => format!(
            "{name} = {} is the support point along d: a vertex of W again, so nothing of A − B lies farther along d.",
            old.name("w")
        ),
        None => format!("{name} = {a} − {b} is the support point of A − B along d, from v to the origin."),
    }
}

/// Sentence on a plane at or beyond the origin.
fn beyond_origin(view: &GjkView) -> String {
    let what = bodies(view);
    let name = new_name(view);
    let lower = view.bounds.lower;
    if lower <= 0.0 && -view.plane <= rounding(view) {
        return format!(
            "The plane through {name} passes through the origin to rounding, and A − B lies behind it: the {what} do not \
             overlap, but may touch."
        );
    }
    let beyond = length(-view.plane);
    // A plane beyond the origin bounds the penetration depth.
    let next = if lower > 0.0 {
        format!("The lower bound stays {}.", length(lower))
    } else if -lower <= view.rounding() {
        format!("An earlier plane passes through the origin, so the {what} do not overlap.")
    } else if lower > view.plane {
        format!("An earlier plane limits an overlap to {}.", length(-lower))
    } else {
        format!("An overlap is at most {beyond}.")
    };
    format!("The plane through {name} lies {beyond} beyond the origin, so it does not separate the {what}. {next}")
}

/// Sentence on the bound from the plane through the new point.
pub(super) fn bound(view: &GjkView) -> String {
    let what = bodies(view);
    let name = new_name(view);
    if view.plane <= 0.0 {
        return beyond_origin(view);
    }
    let here = length(view.plane);
    if view.before.is_empty() {
        return format!(
            "The plane through {name} is {here} from the origin, and A − B lies behind it: the {what} are at least {here} \
             apart."
        );
    }
    let upper = length(view.bounds.upper);
    if view.plane < view.bounds.lower {
        return format!(
            "The plane through {name} is {here} from the origin, less than an earlier plane: the {what} are between {} \
             and {upper} apart.",
            length(view.bounds.lower)
        );
    }
    let width = view.bounds.upper - view.plane;
    if width <= rounding(view) {
        return format!(
            "The plane through {name} passes through v to rounding, so no point of A − B is nearer to the origin than \
             {here}."
        );
    }
    if width < 1e-3 * view.bounds.upper {
        return format!(
            "The plane through {name} misses v by {}, so no point of A − B is nearer to the origin than {here}.",
            error(width)
        );
    }
    format!(
        "The plane through {name} is {here} from the origin, and v is {upper} from it: the {what} are between {here} and \
         {upper} apart."
    )
}

/// Sentence on the new vertex of the simplex.
pub(super) fn add(view: &GjkView) -> String {
    let name = new_name(view);
    match view.before.len() {
        0 => format!("{name} is the first vertex of the simplex W."),
        n => format!(
            "{name} joins {}: W is now {} {} inside A − B.",
            list(&names(&view.before.iter().collect::<Vec<_>>())),
            if n == 1 { "an" } else { "a" },
            kind(n + 1)
        ),
    }
}

/// Sentence on the nearest point of the joined simplex.
pub(super) fn reduce(view: &GjkView) -> String {
    let kept: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_some()).collect();
    let whole = kind(view.joined.len());
    let corners = names(&kept).join(" ");
    let say = place(view, &kept, whole, &corners);
    if view.backup {
        return format!("{say} All faces were tested, because the faster solver found no nearer point.");
    }
    say
}

fn place(view: &GjkView, kept: &[&SimplexVertex], whole: &str, corners: &str) -> String {
    let distance = match view.v_after.length() {
        apart if apart <= rounding(view).max(view.rounding()) => String::from("|v| is zero to rounding."),
        apart => format!("|v| = {}.", length(apart)),
    };
    let v = format!("v, the point of the {whole} nearest the origin,");
    match (kept.len(), view.joined.len()) {
        (4, _) => String::from("The origin lies inside the tetrahedron W, because all four weights λ are positive."),
        (_, 1) => format!("v is {corners}, the only vertex of W. {distance}"),
        (n, m) if n == m => format!("{v} lies inside it: all weights λ are positive. {distance}"),
        (1, _) => format!("{v} is its vertex {corners}. {distance}"),
        (2, _) => format!("{v} lies on its edge {corners}. {distance}"),
        _ => format!("{v} lies on its face {corners}. {distance}"),
    }
}

/// Sentence on the removed vertices, and the reason.
pub(super) fn drop(view: &GjkView) -> String {
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_none()).collect();
    let verb = match removed.len() {
        1 => "has no weight in v and is removed",
        _ => "have no weight in v and are removed",
    };
    let after: Vec<&SimplexVertex> = view.after.iter().collect();
    format!("{} {verb}. W is now the {} {}.", list(&names(&removed)), kind(after.len()), names(&after).join(" "))
}

pub(super) fn direction(view: &GjkView) -> String {
    let d = vector(view.next);
    if let Some(off) = view.off() {
        let of = if view.after.len() == 2 { "edge" } else { "face" };
        return format!(
            "d = {d} is the next direction: the exact perpendicular of the {of}. −v/|v| differs from it by {}, a rounding \
             error.",
            number(off)
        );
    }
    match view.after.len() {
        1 => format!("d = −v/|v| = {d} is the next direction: from v to the origin."),
        2 => format!("d = −v/|v| = {d} is the next direction: from v to the origin, perpendicular to the edge."),
        _ => format!("d = −v/|v| = {d} is the next direction: from v to the origin, perpendicular to the face."),
    }
}

/// Sentence on the reason of the ending, with the answer.
pub(super) fn ending(view: &GjkView, outcome: Outcome, verdict: &Verdict) -> String {
    let w = view.w.as_ref();
    let width = view.bounds.upper - view.bounds.lower;
    let gap = error(width);
    let why = match outcome {
        Outcome::RelativeGap if width <= rounding(view) => String::from("Upper and lower bound agree to rounding."),
        Outcome::RelativeGap => {
            format!("Upper and lower bound differ by {gap}, which is within the requested tolerance.")
        }
        Outcome::AbsoluteGap => {
            String::from("v is within ε_abs of the nearest point, since |v|² − v·w is at most ε_abs².")
        }
        Outcome::RoundingGap => format!("Upper and lower bound differ by {gap}, which is below rounding error."),
        Outcome::Repeated => {
            let old = w.and_then(|w| view.before.iter().find(|old| old.w == w.w));
            let name = old.map_or_else(|| String::from("The new point"), |old| old.name("w"));
            format!("{name} is a vertex of W already, so no point of A − B is nearer than v.")
        }
        Outcome::NoProgress => {
            format!("{} improves neither bound: what remains is below rounding error.", new_name(view))
        }
        Outcome::Inside => {
            format!("The origin lies inside W, so the {} share the point that the weights λ give.", bodies(view))
        }
        Outcome::Vanished => String::from("|v| is zero to rounding: the origin lies on W."),
        Outcome::IterationLimit => String::from("Upper and lower bound have not converged."),
        Outcome::Degenerate => String::from("The pair has no usable numbers: not finite, or too large."),
    };
    format!("{why} {}", verdict.say)
}

/// Sentence on the depth, which GJK leaves to other algorithms.
pub(super) fn depth(view: &GjkView, full: &Verdict) -> String {
    let height = full.pair().and_then(|pair| pair.signed_distance).map(|distance| -distance - view.margin);
    let touch = full.pair().is_some_and(|pair| pair.status == PairStatus::Touching) && view.margin == 0.0;
    let measured = match height {
        _ if touch => String::from("W, grown to the boundary of A − B, has the origin on that boundary."),
        Some(height) if view.margin > 0.0 && height > view.rounding() => format!(
            "W, grown to the boundary of A − B, gives the depth of the cores, {}. The margins add {}.",
            length(height),
            length(view.margin)
        ),
        _ => String::from("W, grown to the boundary of A − B, gives the depth."),
    };
    format!("{measured} {}", full.say)
}
