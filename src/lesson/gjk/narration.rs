//! Sentences of the beats of GJK in space, one function per line of the listing.

use super::super::{PairContext, Sentence, Value, Verdict, say, symbol};
use super::simplex_view::{SimplexVertex, joined_names, kind, names};
use super::view::GjkView;
use crate::answer::PairStatus;
use crate::answer::number::{length, number, or_rounding, vector};
use crate::snapshot::gjk::Outcome;

/// Fraction of the simplex's size below which a difference of lengths is rounding error in any precision.
const ROUNDING: f64 = 1e-15;

/// Width of the bracket of the distance, as a fraction of the upper bound, below which the sentence states the width
/// instead of two nearly equal bounds.
const NARROW_BRACKET: f64 = 1e-3;

/// Rounding error of lengths, from the size of the simplex, meters.
fn rounding(view: &GjkView) -> f64 {
    let corners = view.before.iter().chain(&view.after).map(|corner| corner.w.length());
    ROUNDING * corners.fold(0.0, f64::max)
}

/// Name of the overlapping or separate things: bodies, or with margins their cores.
fn bodies(view: &GjkView) -> &'static str {
    if view.margin > 0.0 { "cores" } else { "bodies" }
}

/// Name of the search direction.
fn d_name() -> Sentence {
    Sentence::mark("d", "d")
}

/// Name of the nearest point of the simplex.
fn v_name() -> Sentence {
    Sentence::mark("v", "v")
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
            "{} = {} − {} is the support point of A − B along d = {}. {} is a farthest point of {} along d, {} one of {} \
             along −d.{}",
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
            "{} is the support point of A − B along {} again: this vertex of the simplex W is as far along d as A − B reaches.",
            old.mark("w"),
            d_name()
        ),
        None => say!(
            "{} = {} − {} is the support point of A − B along {}, the direction from {} to the origin.",
            name,
            a,
            b,
            d_name(),
            v_name()
        ),
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
fn overlap_sentence(view: &GjkView) -> Sentence {
    let what = bodies(view);
    let name = new_name(view);
    let lower = view.bounds.lower;
    if lower <= 0.0 && -view.plane <= rounding(view) {
        return say!(
            "The supporting plane through {} contains the origin, except for rounding error: the {} do not overlap, but may \
             touch.",
            name,
            what
        );
    }
    // A plane beyond the origin bounds the penetration depth.
    let beyond = Value::of(symbol::OVERLAP, length(-view.plane), "plane/overlap");
    let next = if lower > 0.0 {
        say!("The lower bound stays {}, from {}.", earlier_bound(view), earlier_plane(view))
    } else if -lower <= view.rounding() {
        say!("{} contains the origin, so the {} do not overlap.", earlier_plane(view).capitalized(), what)
    } else if lower > view.plane {
        say!(
            "{} is nearer, at {}: if the {} overlap, then by at most that.",
            earlier_plane(view).capitalized(),
            earlier_bound(view),
            what
        )
    } else {
        say!("If the {} overlap, then by at most {}.", what, &beyond)
    };
    say!(
        "The supporting plane through {} is {} from the origin, which lies on the same side of it as A − B: this plane does \
         not separate the {}. {}",
        name,
        &beyond,
        what,
        next
    )
}

/// Name of the earlier plane that gives the lower bound.
fn earlier_plane(view: &GjkView) -> Sentence {
    match view.vertex_in_earlier_plane() {
        Some(w) => say!("the {} through {}", Sentence::mark("plane", "best plane"), w.mark("w")),
        None => say!("the {} of an earlier step", Sentence::mark("best plane", "best plane")),
    }
}

/// Distance of the earlier plane that gives the lower bound from the origin.
fn earlier_bound(view: &GjkView) -> Value {
    let symbol = if view.bounds.lower > 0.0 { symbol::LOWER } else { symbol::DEPTH_AT_MOST };
    Value::of(symbol, length(view.bounds.lower.abs()), "best plane/distance")
}

/// Sentence on a new plane in front of the origin that is nearer to it than an earlier plane.
fn nearer_plane_sentence(view: &GjkView) -> Sentence {
    let here = plane_distance(view);
    let there = earlier_bound(view);
    if here.text.text == there.text.text {
        let nearer = Value::number(symbol::BELOW_BEST_BOUND, length(view.bounds.lower - view.plane));
        return say!(
            "The plane through {} is {} from the origin, {} nearer than {}, so the lower bound stays.",
            new_name(view),
            here,
            nearer,
            earlier_plane(view)
        );
    }
    say!(
        "The plane through {} is only {} from the origin, so the lower bound stays {}, from {}.",
        new_name(view),
        here,
        there,
        earlier_plane(view)
    )
}

/// Sentence on the bound from the plane through the new point.
pub(super) fn bound(view: &GjkView) -> Sentence {
    let what = bodies(view);
    let name = new_name(view);
    if view.plane <= 0.0 {
        return overlap_sentence(view);
    }
    let here = plane_distance(view);
    if view.before.is_empty() {
        return say!(
            "A − B lies wholly behind the plane through {}, which is {} from the origin: the {} are at least this far apart.",
            name,
            here,
            what
        );
    }
    if view.plane < view.bounds.lower {
        return nearer_plane_sentence(view);
    }
    let width = view.bounds.upper - view.plane;
    if width <= rounding(view).max(view.rounding()) {
        return say!(
            "The plane through {} contains v, except for rounding error, so no point of A − B is nearer to the origin than {}.",
            name,
            here
        );
    }
    if width < NARROW_BRACKET * view.bounds.upper {
        return say!(
            "The plane through {} misses v by {}, so no point of A − B is nearer to the origin than {}.",
            name,
            bracket_width(view, width),
            here
        );
    }
    let upper = upper_bound(view);
    say!(
        "The {} are at least {} apart, the distance of the plane through {} from the origin, and at most {}, the length of v.",
        what,
        here,
        name,
        upper
    )
}

/// Sentence on the new vertex of the simplex.
pub(super) fn add(view: &GjkView) -> Sentence {
    let name = new_name(view);
    match view.before.len() {
        0 if view.w.as_ref().is_some_and(|w| w.w == glam::DVec3::ZERO) => {
            say!("{} is the first vertex of the simplex W, and lies at the origin.", name)
        }
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
    let say = nearest_part_sentence(view, &kept);
    if view.used_backup {
        return say!("{} All faces were tested, because the faster solver found no nearer point.", say);
    }
    say
}

/// Sentence on the part of the joined simplex that contains its nearest point: the part with the vertices `kept`.
fn nearest_part_sentence(view: &GjkView, kept: &[&SimplexVertex]) -> Sentence {
    let distance = match view.v_after.length() {
        apart if apart <= rounding(view).max(view.rounding()) => {
            Sentence::from("v is the origin, except for rounding error.")
        }
        apart => say!("|v| = {}.", Value::of(symbol::LENGTH_OF_V, length(apart), "v")),
    };
    let all = say!("{} {}", kind(view.joined.len()), joined_names(&view.joined));
    let v = say!("{}, the point of the {} nearest to the origin,", v_name(), &all);
    let corners = joined_names(kept.iter().copied());
    match (kept.len(), view.joined.len()) {
        (4, _) => say!("The origin lies inside the {}: all four barycentric weights are positive.", all),
        (_, 1) => say!("{} is {}, the only vertex of the simplex W. {}", v_name(), corners, distance),
        (2, 2) => say!("{} lies between its ends: both barycentric weights are positive. {}", v, distance),
        (n, m) if n == m => {
            say!("{} lies inside the triangle: all three barycentric weights are positive. {}", v, distance)
        }
        (1, _) => say!("{} is the vertex {}. {}", v, corners, distance),
        (2, _) => say!("{} lies on the edge {}. {}", v, corners, distance),
        _ => say!("{} lies on the face {}. {}", v, corners, distance),
    }
}

/// Sentence on the removed vertices, and the reason.
pub(super) fn drop(view: &GjkView) -> Sentence {
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|c| c.lambda.is_none()).collect();
    let verb = match removed.len() {
        1 => "has no weight in v and is removed",
        _ => "have no weight in v and are removed",
    };
    say!(
        "{} {}. The simplex W is now the {} {}.",
        names(removed),
        verb,
        kind(view.after.len()),
        joined_names(&view.after)
    )
}

/// Sentence on the next direction.
pub(super) fn direction(view: &GjkView) -> Sentence {
    let d = Value::of(symbol::DIRECTION, vector(view.next), "d");
    let part = say!("{} {}", if view.after.len() == 2 { "edge" } else { "face" }, joined_names(&view.after));
    if let Some(correction) = view.direction_correction() {
        return say!(
            "d = {} is the next direction, perpendicular to {}. v is so short that −v/|v| would differ from it by {}.",
            d,
            part,
            Value::number(symbol::DEVIATION_OF_D, number(correction))
        );
    }
    match view.after.len() {
        1 => say!("d = −v/|v| = {} is the next direction: from {} to the origin.", d, v_name()),
        _ => {
            say!(
                "d = −v/|v| = {} is the next direction: from {} to the origin, perpendicular to {}.",
                d,
                v_name(),
                part
            )
        }
    }
}

/// Width of the bracket of the distance, or of a part of it; `width` in meters.
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
            "|v|² − v·w is at most the square of the absolute tolerance, so v is within this tolerance of the nearest point.",
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

/// Sentence on the depth, which GJK leaves to other algorithms; `full` is the complete answer.
pub(super) fn depth(view: &GjkView, full: &Verdict) -> Sentence {
    let height = full.pair().and_then(|pair| pair.signed_distance).map(|distance| -distance - view.margin);
    let touch = full.pair().is_some_and(|pair| pair.status == PairStatus::Touching) && view.margin == 0.0;
    let depth_sentence = match height {
        _ if touch => Sentence::from("EPA, started from the simplex W, finds the origin on the boundary of A − B."),
        Some(height) if view.margin > 0.0 && height > view.rounding() => say!(
            "EPA, started from the simplex W, finds the depth of the cores, {}. The margins add {}.",
            Value::of(symbol::CORE_DEPTH, length(height), "depth"),
            Value::number(symbol::MARGINS, length(view.margin))
        ),
        _ => Sentence::from("EPA, started from the simplex W, finds the depth."),
    };
    say!("{} {}", depth_sentence, Sentence::answer(&full.say))
}
