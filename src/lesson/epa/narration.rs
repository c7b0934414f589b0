//! Sentences of EPA.

use super::view::EpaView;
use crate::answer::Shown;
use crate::answer::number::{length, or_rounding, vector, with_noun};
use crate::lesson::Verdict;
use crate::snapshot::epa::{Flat, Outcome};

pub(super) fn start(view: &EpaView) -> String {
    format!(
        "GJK left a simplex that holds the origin. It becomes a polytope of {} and {}: every point of it lies in A − B, \
         so the depth is at least the distance to its nearest face.",
        with_noun(view.vertices.len() as u64, "vertex").replace("vertexs", "vertices"),
        with_noun(view.after.len() as u64, "face")
    )
}

/// Text of a length; in words where it is below the rounding error.
fn length_text(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length(meters), view.rounding)
}

pub(super) fn closest(view: &EpaView) -> String {
    let Some(entry) = &view.entry else {
        return String::from("No face is left that is nearer than the upper bound.");
    };
    let nearest = format!(
        "The nearest face is {} ({}), {} from",
        entry.name(),
        entry.corners(),
        length_text(view, entry.distance)
    );
    if entry.distance < 0.0 {
        return format!(
            "The nearest face is {} ({}), and the origin lies outside of it, by {}: the polytope does not hold the \
             origin yet, so this face bounds no depth from below.",
            entry.name(),
            entry.corners(),
            length_text(view, -entry.distance)
        );
    }
    if length_text(view, view.lower[1]).text == length_text(view, entry.distance).text {
        return format!(
            "{nearest} the origin. The depth cannot be less: the ball of that radius lies in the polytope."
        );
    }
    format!(
        "{nearest} the origin. The depth cannot be less than {}, {}.",
        length_text(view, view.lower[1].max(0.0)),
        if view.lower[1] < entry.distance {
            "the most that the best plane allows, or what a face proves that rounding does not let grow"
        } else {
            "as an earlier face has shown already"
        }
    )
}

pub(super) fn support(view: &EpaView) -> String {
    let (Some(entry), Some(w)) = (&view.entry, &view.w) else { return String::new() };
    format!(
        "Is {} really on the boundary of A − B? Ask for the farthest point along its normal {}: it is {}.",
        entry.name(),
        vector(entry.normal),
        w.name("w")
    )
}

pub(super) fn bound(view: &EpaView) -> String {
    let height = view.height().unwrap_or(0.0);
    if view.fell() {
        format!(
            "All of A − B lies behind the plane through w, {} from the origin. So the depth is at most that: the upper \
             bound falls to {}.",
            length_text(view, height),
            length_text(view, view.upper[1])
        )
    } else {
        format!(
            "The plane through w is {} from the origin: no better than the {} known already.",
            length_text(view, height),
            length_text(view, view.upper[1])
        )
    }
}

pub(super) fn silhouette(view: &EpaView) -> String {
    if view.horizon.is_empty() {
        return String::from("Because of rounding no face can be seen from w, so the polytope stays as it is.");
    }
    if view.sorted {
        return describe_horizon(view);
    }
    format!(
        "{} can be seen from w. The search started at the nearest face and went on across edges to neighbors that can be \
         seen too. The edges where it stopped are the horizon, e1 to e{}.",
        highlighted(view.visible.len()),
        view.horizon.len()
    )
}

/// Start of a sentence on the visible faces.
fn highlighted(n: usize) -> String {
    if n == 1 { String::from("Only the highlighted face") } else { format!("Only the {n} highlighted faces") }
}

/// Sentence on the horizon by angles.
fn describe_horizon(view: &EpaView) -> String {
    let how = match (view.visible.len(), view.center) {
        (1, _) => String::from("Its three edges are the horizon"),
        (_, None) => String::from("Their four corners, read off around the shared edge, are the horizon"),
        _ => format!(
            "Their {} corners, each taken once, are projected along the line from their center c to w and sorted by \
             angle around c",
            view.horizon.len()
        ),
    };
    let fault = view.fault.map_or_else(String::new, |[from, to]| {
        format!(
            " But between w{from} and w{to} the ring leaves the border: a corner inside it should have been dropped, or \
             the border doubles back."
        )
    });
    format!("{} can be seen from w. {how}.{fault}", highlighted(view.visible.len()))
}

pub(super) fn join(view: &EpaView) -> String {
    format!(
        "{}, and every edge of the horizon is joined to w: {}. The polytope is closed again, and larger.",
        match view.visible.len() {
            1 => String::from("The visible face goes"),
            n => format!("The {n} visible faces go"),
        },
        with_noun(view.horizon.len() as u64, "new face")
    )
}

pub(super) fn push(view: &EpaView) -> String {
    let kept = view.added.clone().filter(|f| view.queue[1].contains(f)).count();
    let [lower, upper] = [view.lower[1].max(0.0), view.upper[1]].map(|x| length_text(view, x));
    format!(
        "Of the {}, {kept} could still be nearer than {upper} and join the queue. {}",
        with_noun(view.horizon.len() as u64, "new face"),
        match lower.text == upper.text {
            true => format!("The depth is {upper}, and both bounds differ in later digits only."),
            false => format!("The depth is between {lower} and {upper}."),
        }
    )
}

pub(super) fn ending(view: &EpaView, outcome: Outcome, verdict: &Verdict) -> String {
    format!("{} {}", why(view, outcome), verdict.say)
}

/// Reason of the ending.
pub(super) fn why(view: &EpaView, outcome: Outcome) -> String {
    match outcome {
        Outcome::Converged if view.w.is_some() => {
            "The support point is no farther than the face itself, so the face lies on the boundary of A − B."
                .to_owned()
        }
        Outcome::Converged => "No face is nearer than the best plane: both bounds have met.".to_owned(),
        Outcome::Apart => "A plane has all of A − B on one side and the origin on the other.".to_owned(),
        Outcome::Flat(Flat { dimension }) => {
            let what = ["a point", "a segment", "a flat polygon"][usize::from(dimension.min(2))];
            format!("A − B has no volume, it is {what}: the smallest push along its normal frees the cores.")
        }
        Outcome::IterationLimit => "The bounds are still apart.".to_owned(),
        Outcome::BrokenHorizon => {
            "Joined to w, this ring would fold the polytope. The bounds so far still hold.".to_owned()
        }
        Outcome::Stalled => "Rounding is all that is left to work on, and the bounds are still apart.".to_owned(),
    }
}
