//! Sentences of the beats of GJK in space: each public function serves one line of the listing, given the data of the
//! step.

use contact_lens_model::answer::PairStatus;
use contact_lens_model::answer::number::{length, number, or_rounding, vector};
use contact_lens_model::snapshot::gjk::Outcome;
use glam::DVec3;

use super::super::{PairContext, Sentence, Value, Verdict, say, symbol};
use super::simplex_view::{SimplexVertex, joined_names, kind, names};
use super::view::GjkView;

/// Fraction of the simplex's size below which a difference of lengths is rounding error, even in double precision,
/// whose unit roundoff is 1.1e-16.
const ROUNDING: f64 = 1e-15;

/// Width of the bracket of the distance, as a fraction of the upper bound, below which the sentence states the width
/// instead of two nearly equal bounds.
const NARROW_BRACKET: f64 = 1e-3;

/// Rounding error of lengths in double precision, from the vertex farthest from the origin, meters.
fn rounding(view: &GjkView) -> f64 {
    let lengths = view.before.iter().chain(&view.after).map(|vertex| vertex.w.length());
    ROUNDING * lengths.fold(0.0, f64::max)
}

/// Word for the sets whose distance GJK computes: "bodies", or with margins their "cores", the bodies without margins.
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

/// Name of the new support point; empty without one.
fn new_name(view: &GjkView) -> Sentence {
    view.w.as_ref().map_or_else(Sentence::default, |w| w.mark("w"))
}

/// Sentence on the search direction and the support point.
pub(super) fn support(view: &GjkView, context: &PairContext) -> Sentence {
    let Some(w) = &view.w else { return Sentence::default() };
    if view.before.is_empty() {
        return first_support(view, w, context);
    }
    match view.before.iter().find(|old| old.w == w.w) {
        Some(old) => say!(
            "{} is the support point of A − B along {} again: this vertex of the simplex W is as far along d as A − B \
             reaches.",
            old.mark("w"),
            d_name()
        ),
        None => say!(
            "{} = {} − {} is the support point of A − B along {}, the direction from {} to the origin.",
            w.mark("w"),
            w.mark("a"),
            w.mark("b"),
            d_name(),
            v_name()
        ),
    }
}

/// Sentence on the first search direction and the first support point `w`, which says what a support point is.
fn first_support(view: &GjkView, w: &SimplexVertex, context: &PairContext) -> Sentence {
    let d = Value::of(symbol::DIRECTION, vector(view.direction), "d");
    let has_margins = view.margin > 0.0;
    let core = if has_margins { "the core of " } else { "" };
    let [body_a, body_b] = context.body_names().map(|name| say!("{}{}", core, name));
    let meaning_of_core = if has_margins { " A core is a body without its margin." } else { "" };
    say!(
        "{} = {} − {} is the support point of A − B along d = {}. {} is a farthest point of {} along d, {} one of {} \
         along −d.{}",
        w.mark("w"),
        w.mark("a"),
        w.mark("b"),
        d,
        w.mark("a"),
        body_a,
        w.mark("b"),
        body_b,
        meaning_of_core
    )
}

/// Distance of the new plane from the origin, a lower bound of the distance; highlights the segment `lower`.
fn plane_distance(view: &GjkView) -> Value {
    Value::of(symbol::PLANE_DISTANCE, length(view.plane), "lower")
}

/// Length of `v` before the step changes `v`, an upper bound of the distance; highlights the segment `v`.
fn upper_bound(view: &GjkView) -> Value {
    Value::of(symbol::LENGTH_OF_V, length(view.bounds.upper), "v")
}

/// Sentence on a new plane that does not separate A − B from the origin: the origin lies in the plane, or on the same
/// side as A − B. Such a plane bounds only the penetration depth.
fn overlap_sentence(view: &GjkView) -> Sentence {
    let bodies = bodies(view);
    let name = new_name(view);
    let lower = view.bounds.lower;
    if lower <= 0.0 && -view.plane <= rounding(view) {
        return say!(
            "The supporting plane through {} contains the origin, except for rounding error: the {} do not overlap, \
             but may touch.",
            name,
            bodies
        );
    }
    let overlap = Value::of(symbol::OVERLAP, length(-view.plane), "plane/overlap");
    let consequence = if lower > 0.0 {
        say!("The lower bound stays {}, from {}.", earlier_bound(view), earlier_plane(view))
    } else if -lower <= view.rounding() {
        say!("{} contains the origin, so the {} do not overlap.", earlier_plane(view).capitalized(), bodies)
    } else if lower > view.plane {
        say!(
            "{} is nearer, at {}: if the {} overlap, then by at most that.",
            earlier_plane(view).capitalized(),
            earlier_bound(view),
            bodies
        )
    } else {
        say!("If the {} overlap, then by at most {}.", bodies, &overlap)
    };
    say!(
        "The supporting plane through {} is {} from the origin, which lies on the same side of it as A − B: this plane \
         does not separate the {}. {}",
        name,
        &overlap,
        bodies,
        consequence
    )
}

/// Name of the earlier plane that gives the lower bound, by the vertex in it if that is still in the simplex.
fn earlier_plane(view: &GjkView) -> Sentence {
    match view.vertex_in_earlier_plane() {
        Some(w) => say!("the {} through {}", Sentence::mark("plane", "best plane"), w.mark("w")),
        None => say!("the {} of an earlier step", Sentence::mark("best plane", "best plane")),
    }
}

/// Distance from the origin of the earlier plane that gives the lower bound: a distance of the bodies, or the largest
/// possible depth where the plane does not separate.
fn earlier_bound(view: &GjkView) -> Value {
    let symbol = if view.bounds.lower > 0.0 { symbol::LOWER } else { symbol::DEPTH_AT_MOST };
    Value::of(symbol, length(view.bounds.lower.abs()), "best plane/distance")
}

/// Sentence on a new plane that separates, but gives no better bound, because an earlier plane is farther from the
/// origin.
fn nearer_plane_sentence(view: &GjkView) -> Sentence {
    let new_bound = plane_distance(view);
    let best_bound = earlier_bound(view);
    if new_bound.text.text == best_bound.text.text {
        let nearer = Value::number(symbol::BELOW_BEST_BOUND, length(view.bounds.lower - view.plane));
        return say!(
            "The plane through {} is {} from the origin, {} nearer than {}, so the lower bound stays.",
            new_name(view),
            new_bound,
            nearer,
            earlier_plane(view)
        );
    }
    say!(
        "The plane through {} is only {} from the origin, so the lower bound stays {}, from {}.",
        new_name(view),
        new_bound,
        best_bound,
        earlier_plane(view)
    )
}

/// Sentence on the bound from the plane through the new point.
pub(super) fn bound(view: &GjkView) -> Sentence {
    let bodies = bodies(view);
    let name = new_name(view);
    if view.plane <= 0.0 {
        return overlap_sentence(view);
    }
    let new_bound = plane_distance(view);
    if view.before.is_empty() {
        return say!(
            "A − B lies wholly behind the plane through {}, which is {} from the origin: the {} are at least this far \
             apart.",
            name,
            new_bound,
            bodies
        );
    }
    if view.plane < view.bounds.lower {
        return nearer_plane_sentence(view);
    }
    let width = view.bounds.upper - view.plane;
    if width <= rounding(view).max(view.rounding()) {
        return say!(
            "The plane through {} contains v, except for rounding error, so no point of A − B is nearer to the origin \
             than {}.",
            name,
            new_bound
        );
    }
    if width < NARROW_BRACKET * view.bounds.upper {
        return say!(
            "The plane through {} misses v by {}, so no point of A − B is nearer to the origin than {}.",
            name,
            bracket_width(view, width),
            new_bound
        );
    }
    let upper = upper_bound(view);
    say!(
        "The {} are at least {} apart, the distance of the plane through {} from the origin, and at most {}, the \
         length of v.",
        bodies,
        new_bound,
        name,
        upper
    )
}

/// Sentence on the new vertex of the simplex.
pub(super) fn add(view: &GjkView) -> Sentence {
    let name = new_name(view);
    let count_before = view.before.len();
    if count_before > 0 {
        return say!(
            "{} joins {}: W is now {} {} inside A − B.",
            name,
            names(&view.before),
            if count_before == 1 { "an" } else { "a" },
            kind(count_before + 1)
        );
    }
    let is_at_origin = view.w.as_ref().is_some_and(|w| w.w == DVec3::ZERO);
    if is_at_origin {
        say!("{} is the first vertex of the simplex W, and lies at the origin.", name)
    } else {
        say!("{} is the first vertex of the simplex W.", name)
    }
}

/// Sentence on the point of the joined simplex nearest to the origin.
pub(super) fn reduce(view: &GjkView) -> Sentence {
    let kept: Vec<&SimplexVertex> = view.joined.iter().filter(|vertex| vertex.lambda.is_some()).collect();
    let sentence = nearest_part_sentence(view, &kept);
    if view.used_backup {
        return say!("{} All faces were tested, because the faster solver found no nearer point.", sentence);
    }
    sentence
}

/// Sentence on the part of the joined simplex that contains its nearest point: the part with the vertices `kept`.
fn nearest_part_sentence(view: &GjkView, kept: &[&SimplexVertex]) -> Sentence {
    let v_length = view.v_after.length();
    let distance = if v_length <= rounding(view).max(view.rounding()) {
        Sentence::from("v is the origin, except for rounding error.")
    } else {
        say!("|v| = {}.", Value::of(symbol::LENGTH_OF_V, length(v_length), "v"))
    };
    let simplex = say!("{} {}", kind(view.joined.len()), joined_names(&view.joined));
    let v = say!("{}, the point of the {} nearest to the origin,", v_name(), &simplex);
    let part = joined_names(kept.iter().copied());
    if view.joined.len() == 1 {
        return say!("{} is {}, the only vertex of the simplex W. {}", v_name(), part, distance);
    }
    let keeps_all = kept.len() == view.joined.len();
    match (kept.len(), keeps_all) {
        (4, _) => say!("The origin lies inside the {}: all four barycentric weights are positive.", simplex),
        (2, true) => say!("{} lies between its ends: both barycentric weights are positive. {}", v, distance),
        (_, true) => {
            say!("{} lies inside the triangle: all three barycentric weights are positive. {}", v, distance)
        }
        (1, false) => say!("{} is the vertex {}. {}", v, part, distance),
        (2, false) => say!("{} lies on the edge {}. {}", v, part, distance),
        (_, false) => say!("{} lies on the face {}. {}", v, part, distance),
    }
}

/// Sentence on the removed vertices, and the reason.
pub(super) fn drop(view: &GjkView) -> Sentence {
    let removed: Vec<&SimplexVertex> = view.joined.iter().filter(|vertex| vertex.lambda.is_none()).collect();
    let predicate =
        if removed.len() == 1 { "has no weight in v and is removed" } else { "have no weight in v and are removed" };
    say!(
        "{} {}. The simplex W is now the {} {}.",
        names(removed),
        predicate,
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
    if view.after.len() == 1 {
        return say!("d = −v/|v| = {} is the next direction: from {} to the origin.", d, v_name());
    }
    say!("d = −v/|v| = {} is the next direction: from {} to the origin, perpendicular to {}.", d, v_name(), part)
}

/// Width of the bracket of the distance, or of a part of it; `width` in meters.
fn bracket_width(view: &GjkView, width: f64) -> Value {
    Value::number(symbol::BRACKET_WIDTH, or_rounding(length(width), view.rounding()))
}

/// Sentence on the reason of the ending, with the answer.
pub(super) fn ending(view: &GjkView, outcome: Outcome, verdict: &Verdict) -> Sentence {
    let width = view.bounds.upper - view.bounds.lower;
    let reason = match outcome {
        Outcome::RelativeGap if width <= rounding(view) => {
            Sentence::from("The upper bound |v| and the lower bound differ by less than rounding error.")
        }
        Outcome::RelativeGap => {
            say!(
                "The upper bound |v| and the lower bound differ by {}, which is within the requested tolerance.",
                bracket_width(view, width)
            )
        }
        Outcome::AbsoluteGap => Sentence::from(
            "|v|² − v·w is at most the square of the absolute tolerance, so v is within this tolerance of the nearest \
             point.",
        ),
        Outcome::RoundingGap => {
            Sentence::from("The upper bound |v| and the lower bound differ by less than rounding error.")
        }
        Outcome::Repeated => {
            say!("{} is a vertex of the simplex W already, so no point of A − B is nearer than v.", repeated_name(view))
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
    say!("{} {}", reason, Sentence::answer(&verdict.say))
}

/// Name of the vertex of the simplex that the support point repeats; "The new point" if it repeats none.
fn repeated_name(view: &GjkView) -> Sentence {
    let repeated = view.w.as_ref().and_then(|w| view.before.iter().find(|old| old.w == w.w));
    match repeated {
        Some(old) => old.mark("w"),
        None => Sentence::from("The new point"),
    }
}

/// Sentence on the depth, which GJK leaves to other algorithms; `complete` is the complete answer.
pub(super) fn depth(view: &GjkView, complete: &Verdict) -> Sentence {
    say!("{} {}", depth_sentence(view, complete), Sentence::answer(&complete.say))
}

/// Sentence on what EPA adds to GJK's result: the contact, the depth of the cores without margins, or the depth.
fn depth_sentence(view: &GjkView, complete: &Verdict) -> Sentence {
    let has_margins = view.margin > 0.0;
    let touches = complete.pair().is_some_and(|pair| pair.status == PairStatus::Touching);
    if touches && view.margin == 0.0 {
        return Sentence::from("EPA, started from the simplex W, finds the origin on the boundary of A − B.");
    }
    let signed_distance = complete.pair().and_then(|pair| pair.signed_distance);
    if let Some(distance) = signed_distance {
        let core_depth = -distance - view.margin;
        if has_margins && core_depth > view.rounding() {
            return say!(
                "EPA, started from the simplex W, finds the depth of the cores, {}. The margins add {}.",
                Value::of(symbol::CORE_DEPTH, length(core_depth), "depth"),
                Value::number(symbol::MARGINS, length(view.margin))
            );
        }
    }
    Sentence::from("EPA, started from the simplex W, finds the depth.")
}
