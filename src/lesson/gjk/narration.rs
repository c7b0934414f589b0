//! Sentences of GJK.

use super::super::{PairContext, Verdict};
use super::view::{GjkView, SimplexVertex};
use crate::answer::PairStatus;
use crate::answer::number::{error, length, number, or_rounding, vector};
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
pub(super) fn kind(corners: usize) -> &'static str {
    match corners {
        0 => "nothing",
        1 => "a point",
        2 => "a segment",
        3 => "a triangle",
        _ => "a tetrahedron",
    }
}

/// Sentence on the search direction and the support point.
pub(super) fn support(view: &GjkView, context: &PairContext) -> String {
    let Some(w) = &view.w else { return String::new() };
    let [a, b, name] = [w.name("a"), w.name("b"), w.name("w")];
    if view.before.is_empty() {
        let [of_a, of_b] = &context.names;
        return format!(
            "There is no simplex yet. Start along d = {}, roughly from {of_a} to {of_b}: {a} is the farthest point of {of_a} that way, {b} the farthest of {of_b} the opposite way, and {name} = {a} − {b} is a point of A − B.",
            vector(view.direction),
        );
    }
    let again = view.before.iter().find(|old| old.w == w.w);
    let found = match again {
        Some(old) => format!("is {} again: nothing of A − B lies nearer that way", old.name("w")),
        None => format!("is {name} = {a} − {b}"),
    };
    format!(
        "The nearest point so far, v, is {} from the origin. Search from v straight at the origin: the farthest point of A − B that way {found}.",
        or_rounding(length(view.v.length()), view.rounding()),
    )
}

/// Sentence on a plane at or beyond the origin.
fn beyond_origin(view: &GjkView, what: &str) -> String {
    let beyond = length(-view.plane);
    // A plane beyond the origin bounds the penetration depth.
    let lower = view.bounds.lower;
    let kept = if lower > 0.0 {
        format!("the lower bound stays {}", length(lower))
    } else if -view.plane <= rounding(view) {
        return format!(
            "The plane through the new point passes through the origin, and all of A − B lies behind it: the {what} may \
             touch, but they do not overlap."
        );
    } else if lower > view.plane {
        let least = or_rounding(length(-lower), view.rounding());
        format!("they may overlap, and an earlier plane shows that it is by {least} at most")
    } else {
        format!("they may overlap, by {beyond} at most")
    };
    format!(
        "The plane through the new point lies {beyond} beyond the origin, so it does not separate the {what}: {kept}."
    )
}

/// Sentence on the bound from the plane through the new point.
pub(super) fn bound(view: &GjkView) -> String {
    let what = if view.margin > 0.0 { "cores" } else { "bodies" };
    let first = view.before.is_empty();
    if view.plane <= 0.0 {
        return beyond_origin(view, what);
    }
    let here = length(view.plane);
    if first {
        return format!(
            "All of A − B lies behind the plane, which is {here} from the origin: the {what} are at least that far apart."
        );
    }
    let upper = length(view.bounds.upper);
    if view.plane < view.bounds.lower {
        return format!(
            "All of A − B lies behind the plane, {here} from the origin. An earlier plane did better: the {what} are between {} and {upper} apart.",
            length(view.bounds.lower)
        );
    }
    if view.bounds.upper - view.plane < 1e-3 * view.bounds.upper {
        let gap = error(view.bounds.upper - view.plane);
        if view.bounds.upper - view.plane <= rounding(view) {
            return format!(
                "The plane that all of A − B lies behind passes through v, up to rounding, so no point of A − B is nearer to the \
                 origin than {here}."
            );
        }
        return format!(
            "The plane that all of A − B lies behind misses v by only {gap}, so no point of A − B is nearer to the origin than {here}."
        );
    }
    format!(
        "All of A − B lies behind the plane, {here} from the origin, while v, a point of A − B, is {upper} away. So the {what} are between {here} and {upper} apart."
    )
}

/// Sentence on the new vertex of the simplex.
pub(super) fn add(view: &GjkView) -> String {
    let name = view.w.as_ref().map_or_else(String::new, |w| w.name("w"));
    match view.before.len() {
        0 => format!("{name} is the whole simplex W: a single point."),
        n => format!(
            "{name} joins {}. W is {} now, and all of it lies in A − B.",
            list(&names(&view.before.iter().collect::<Vec<_>>())),
            kind(n + 1)
        ),
    }
}

/// Sentence on the nearest point of the joined simplex.
pub(super) fn reduce(view: &GjkView) -> String {
    let kept: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_some()).collect();
    let whole = kind(view.joined.len()).trim_start_matches("a ");
    let apart = view.v_after.length();
    let distance = or_rounding(length(if apart <= rounding(view) { 0.0 } else { apart }), view.rounding());
    let corners = names(&kept).join(" ");
    let say = place(view, &kept, whole, &distance, &corners);
    if view.backup {
        return format!("{say} The quick search found nothing nearer than before, so every face was checked.");
    }
    say
}

fn place(view: &GjkView, kept: &[&SimplexVertex], whole: &str, distance: &str, corners: &str) -> String {
    match (kept.len(), view.joined.len()) {
        (4, _) => String::from(
            "All four weights λ are positive: the origin lies inside the tetrahedron, which lies inside A − B.",
        ),
        (_, 1) => format!("A point is its own nearest point: v = {corners}, {distance} from the origin."),
        (n, m) if n == m => {
            format!(
                "The point of the {whole} nearest the origin lies in its interior, so every corner keeps a share λ. |v| is {distance} now."
            )
        }
        (1, _) => {
            format!("The point of the {whole} nearest the origin is its corner {corners}. |v| is {distance} now.")
        }
        (2, _) => {
            format!("The point of the {whole} nearest the origin lies on its edge {corners}. |v| is {distance} now.")
        }
        _ => format!("The point of the {whole} nearest the origin lies on its face {corners}. |v| is {distance} now."),
    }
}

/// Sentence on the removed vertices, and the reason.
pub(super) fn drop(view: &GjkView) -> String {
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_none()).collect();
    let rest = match view.after.len() {
        1 => "that corner",
        2 => "that edge",
        _ => "that face",
    };
    let verb =
        if removed.len() == 1 { "has no share in v and is dropped" } else { "have no share in v and are dropped" };
    format!(
        "{} {verb}. v lies on {rest} alone, and a small simplex leaves room for the next point.",
        list(&names(&removed))
    )
}

pub(super) fn direction(view: &GjkView) -> String {
    let d = vector(view.next);
    if let Some(off) = view.off() {
        let of = if view.after.len() == 2 { "edge" } else { "face" };
        return format!(
            "Next, search along d = {d}: the exact perpendicular of the {of}, since −v/|v| is off by {} here and rounding would grow.",
            number(off)
        );
    }
    match view.after.len() {
        1 => format!("Next, search from v straight at the origin: d = −v/|v| = {d}."),
        2 => format!("Next, search from v straight at the origin: d = −v/|v| = {d}, perpendicular to the edge."),
        _ => format!("Next, search from v straight at the origin: d = −v/|v| = {d}, perpendicular to the face."),
    }
}

/// Sentence on the reason of the ending, with the answer.
pub(super) fn ending(view: &GjkView, outcome: Outcome, verdict: &Verdict) -> String {
    let w = view.w.as_ref();
    let least = rounding(view);
    let gap = error(view.bounds.upper - view.bounds.lower);
    let why = match outcome {
        Outcome::RelativeGap if view.bounds.upper - view.bounds.lower <= least => {
            String::from("Upper and lower bound have met, up to rounding.")
        }
        Outcome::RelativeGap => {
            format!("Upper and lower bound are only {gap} apart, closer than was asked for.")
        }
        Outcome::AbsoluteGap => String::from(
            "|v|² − v·w is within ε_abs², which proves that v is within ε_abs, as was asked, of the nearest point.",
        ),
        Outcome::RoundingGap => format!("Upper and lower bound are {gap} apart, no more than their own rounding."),
        Outcome::Repeated => {
            let old = w.and_then(|w| view.before.iter().find(|old| old.w == w.w));
            let name = old.map_or_else(|| String::from("a corner"), |old| old.name("w"));
            format!("The new point is {name}, which W has already: no point of A − B lies nearer.")
        }
        Outcome::NoProgress => String::from("The new point improves neither bound: what is left is rounding."),
        Outcome::Inside => String::from(
            "The origin lies inside W, so A and B share a point: the same weights applied to the points a, or to the points b, give it.",
        ),
        Outcome::Vanished => {
            String::from("|v| is zero up to rounding, so as far as numbers tell the origin lies on W.")
        }
        Outcome::IterationLimit => String::from("The bounds have not met yet."),
        Outcome::Degenerate => String::from("There are no usable numbers to go on with."),
    };
    format!("{why} {}", verdict.say)
}

/// Sentence on the depth, which GJK leaves to other algorithms.
pub(super) fn depth(view: &GjkView, full: &Verdict) -> String {
    let what = if view.margin > 0.0 { "cores" } else { "bodies" };
    let height = full.pair().and_then(|pair| pair.signed_distance).map(|distance| -distance - view.margin);
    let touch = full.pair().is_some_and(|pair| pair.status == PairStatus::Touching) && view.margin == 0.0;
    let measured = match height {
        _ if touch => String::from(
            "W, grown to the boundary of A − B, shows whether they overlap or only touch: the origin lies on it.",
        ),
        Some(height) if view.margin > 0.0 && height > 0.0 => format!(
            "How deep they overlap is measured by growing W to the boundary of A − B: {}, to which the margins add {}.",
            or_rounding(length(height), view.rounding()),
            length(view.margin)
        ),
        _ => String::from("How deep they overlap is measured by growing W to the boundary of A − B."),
    };
    format!("GJK has done its part: the {what} share a point. {measured} {}", full.say)
}
