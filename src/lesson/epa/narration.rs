//! Sentences of EPA.

use super::view::{EpaView, PolytopeVertex};
use crate::answer::Shown;
use crate::answer::number::{is_rounding, length, or_rounding, with_noun};
use crate::lesson::Verdict;
use crate::lesson::context::pair_verdict::sum_with_margins;
use crate::snapshot::epa::{Flat, Outcome};

pub(super) fn start(view: &EpaView) -> String {
    let vertices = view.vertices.len();
    let faces = with_noun(view.after.len() as u64, "face");
    let depth = depth_name(view);
    if view.after.iter().any(|face| face.distance < 0.0) {
        return format!(
            "The polytope of {vertices} vertices and {faces} lies in A − B. The origin is still outside it, so it bounds no \
             {depth} yet."
        );
    }
    format!(
        "The polytope of {vertices} vertices and {faces} lies in A − B and contains the origin. So the {depth} is no less \
         than the distance to its nearest face."
    )
}

/// Name of the measured depth: margins are excluded.
fn depth_name(view: &EpaView) -> &'static str {
    if view.margin > 0.0 { "core depth" } else { "depth" }
}

/// Text of a length; in words where it is below the rounding error.
fn length_text(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length(meters), view.rounding)
}

/// Name of the new support point.
fn w_name(view: &EpaView) -> String {
    view.w.as_ref().map_or_else(|| String::from("w"), |w: &PolytopeVertex| w.name("w"))
}

pub(super) fn closest(view: &EpaView) -> String {
    let Some(entry) = &view.entry else {
        return String::from("Every face in the queue is at least as far as the upper bound.");
    };
    let face = format!("{} ({})", entry.name(), entry.corners());
    let depth = depth_name(view);
    if entry.distance < 0.0 {
        return format!(
            "{face} is the nearest face, but the origin is {} outside it. So this face gives no lower bound.",
            length(-entry.distance)
        );
    }
    let nearest = match is_rounding(entry.distance, view.rounding) {
        true => format!("{face} is the nearest face: the origin lies on it, to rounding."),
        false => format!("{face} is the nearest face, {} from the origin.", length(entry.distance)),
    };
    let lower = length_text(view, view.lower[1].max(0.0));
    if lower.text == length_text(view, entry.distance).text {
        return format!("{nearest} So the {depth} is at least {lower}.");
    }
    match view.lower[1] < entry.distance {
        true => format!("{nearest} The proven lower bound of the {depth} is {lower}."),
        false => format!("{nearest} An earlier face already gave the lower bound {lower}."),
    }
}

pub(super) fn support(view: &EpaView) -> String {
    let (Some(entry), Some(w)) = (&view.entry, &view.w) else { return String::new() };
    let name = w.name("w");
    format!(
        "{name} is the support point of A − B along n, the normal of {}. If {name} lies beyond {}, the polytope can grow.",
        entry.name(),
        entry.name()
    )
}

pub(super) fn bound(view: &EpaView) -> String {
    let height = view.height().unwrap_or(0.0);
    let w = w_name(view);
    let depth = depth_name(view);
    let plane = match is_rounding(height, view.rounding) {
        true => format!("The supporting plane at {w} contains the origin, to rounding"),
        false if height < 0.0 => {
            return format!(
                "The supporting plane at {w} separates A − B from the origin by {}: the cores are apart.",
                length(-height)
            );
        }
        false => format!("The supporting plane at {w} is {} from the origin", length(height)),
    };
    match view.fell() {
        true => format!("{plane}. The upper bound of the {depth} falls to {}.", length_text(view, view.upper[1])),
        false => format!("{plane}. The upper bound stays {}, from an earlier plane.", length_text(view, view.upper[1])),
    }
}

pub(super) fn silhouette(view: &EpaView) -> String {
    let w = w_name(view);
    if view.horizon.is_empty() {
        return format!("{w} rises above no face by more than the rounding error. The polytope stays as it is.");
    }
    let seen = match view.visible.len() {
        1 => format!("One face is visible from {w} (hatched)."),
        n => format!("{n} faces are visible from {w} (hatched)."),
    };
    let edges = view.horizon.len();
    if let Some([from, to]) = view.fault {
        return format!("{seen} The ring sorted by angle leaves their border between w{from} and w{to}.");
    }
    let horizon = match (view.sorted, view.visible.len(), view.center) {
        (_, 1, _) => String::from("Its three edges are the horizon, e1 to e3."),
        (false, ..) => format!("The edges to hidden neighbors are the horizon, e1 to e{edges}."),
        (true, _, None) => String::from("Their four outer edges are the horizon, e1 to e4."),
        (true, ..) => {
            format!("Their {edges} outer vertices, sorted by angle around c as seen from {w}, form the horizon.")
        }
    };
    format!("{seen} {horizon}")
}

pub(super) fn join(view: &EpaView) -> String {
    format!(
        "{} join {} to the horizon and replace the {}. The polytope is closed again.",
        with_noun(view.horizon.len() as u64, "new face"),
        w_name(view),
        match view.visible.len() {
            1 => String::from("visible face"),
            n => format!("{n} visible faces"),
        }
    )
}

pub(super) fn push(view: &EpaView) -> String {
    let kept = view.added.clone().filter(|f| view.queue[1].contains(f)).count();
    let all = view.horizon.len();
    let [lower, upper] = [view.lower[1].max(0.0), view.upper[1]].map(|x| length_text(view, x));
    let queued = match kept {
        0 => format!("No new face can be nearer than the upper bound {upper}, so none joins the queue."),
        n if n == all => format!("All {n} new faces can be nearer than the upper bound {upper} and join the queue."),
        1 => format!("One of the {all} new faces can be nearer than the upper bound {upper} and joins the queue."),
        n => format!("{n} of the {all} new faces can be nearer than the upper bound {upper} and join the queue."),
    };
    let depth = depth_name(view);
    match lower.text == upper.text {
        true => format!("{queued} The bounds of the {depth} differ only in later digits."),
        false => format!("{queued} The {depth} is between {lower} and {upper}."),
    }
}

pub(super) fn ending(view: &EpaView, outcome: Outcome, verdict: &Verdict) -> String {
    format!("{} {}{}", why(view, outcome, verdict), sum_with_margins(verdict, view.margin), verdict.say)
}

/// Reason of the ending.
pub(super) fn why(view: &EpaView, outcome: Outcome, verdict: &Verdict) -> String {
    let w = w_name(view);
    match (outcome, &view.entry) {
        (Outcome::Converged, Some(face)) if view.w.is_some() => {
            let face = face.name();
            format!("{w} is no farther along n than {face}, so {face} lies on the boundary of A − B.")
        }
        (Outcome::Converged, _) => String::from("The nearest face is as far as the best plane: the bounds agree."),
        (Outcome::Apart, _) => {
            let gap = verdict.pair().map_or(0.0, |pair| pair.signed_distance.unwrap_or(0.0) + view.margin);
            match gap > view.rounding {
                true => format!("The cores are {} apart: a plane separates A − B from the origin.", length(gap)),
                false => String::from("The cores are apart: a plane separates A − B from the origin."),
            }
        }
        (Outcome::Flat(Flat { dimension }), _) => {
            let what = ["a point", "a segment", "a flat polygon"][usize::from(dimension.min(2))];
            format!("A − B is {what} without volume, so the core depth is zero.")
        }
        (Outcome::IterationLimit, _) => String::from("The iteration limit is reached before the bounds agree."),
        (Outcome::BrokenHorizon, _) => {
            format!("New faces from {w} to this ring would fold the polytope, so EPA stops. Its bounds remain valid.")
        }
        (Outcome::Stalled, _) => String::from("The bounds differ, but no further step exceeds the rounding error."),
    }
}
