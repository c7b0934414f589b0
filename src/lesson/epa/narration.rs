//! Sentences of the beats (sub-steps) of EPA in space. Each function is named after the line of the algorithm's listing
//! that its sentence explains.

use super::view::{EpaView, PolytopeFace};
use crate::answer::Shown;
use crate::answer::number::{count, is_rounding, length, or_rounding, with_noun};
use crate::lesson::context::pair_verdict::answer_with_margins;
use crate::lesson::{Sentence, Value, Verdict, say, symbol};
use crate::snapshot::epa::{Flat, Outcome};

/// Sentence on the initial polytope.
pub(super) fn start(view: &EpaView) -> Sentence {
    let vertices = Value::number(symbol::VERTICES, format!("{} vertices", view.vertices.len()));
    let faces = Value::number(symbol::FACES, with_noun(view.after.len() as u64, "face"));
    if view.after.iter().any(|face| face.distance < 0.0) {
        return say!(
            "The first polytope has {}, all points of A − B, and {}. The origin is still outside the polytope.",
            vertices,
            faces
        );
    }
    say!(
        "The first polytope has {}, all points of A − B, and {}, and contains the origin. Next, EPA searches for a point of \
         A − B beyond the nearest face.",
        vertices,
        faces
    )
}

/// Name of the measured depth, which excludes the margins.
fn depth_name(view: &EpaView) -> &'static str {
    if view.margin > 0.0 { "core depth" } else { "depth" }
}

/// Text of a length; in words where it is below the rounding error.
fn length_text(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length(meters), view.rounding)
}

/// Name of the new support point.
fn w_name(view: &EpaView) -> Sentence {
    view.w.as_ref().map_or_else(|| Sentence::from("The support point"), |w| w.mark("w"))
}

/// Upper bound of the depth after the step, which the mark `key` shows.
fn upper_bound(view: &EpaView, key: &'static str) -> Value {
    Value::of(symbol::UPPER, length_text(view, view.upper[1]), key)
}

/// Sentence on the nearest face and the lower bound of the depth that it gives.
pub(super) fn closest(view: &EpaView) -> Sentence {
    let Some(face) = &view.entry else {
        return say!(
            "No face in the queue is nearer to the origin than the upper bound, {}.",
            upper_bound(view, "depth")
        );
    };
    let depth = depth_name(view);
    if face.distance < 0.0 {
        return say!(
            "{} is the nearest face, but the origin lies {} outside it, so it gives no lower bound.",
            face.mark(),
            Value::of(symbol::FACE_DISTANCE, length(-face.distance), "v")
        );
    }
    let lower = Value::of(symbol::LOWER, length_text(view, view.lower[1].max(0.0)), "v");
    let distance = Value::of(symbol::FACE_DISTANCE, length_text(view, face.distance), "v");
    if is_rounding(face.distance, view.rounding) {
        return say!(
            "The origin lies on {} ({}), the nearest face: its distance is below rounding error.",
            face.mark(),
            vertex_names(view, face)
        );
    }
    if lower.text.text == distance.text.text {
        return say!(
            "{} ({}) is the face of the polytope nearest to the origin. Its distance, {}, is a lower bound on the {}.",
            face.mark(),
            vertex_names(view, face),
            lower,
            depth
        );
    }
    let lower = Value { key: None, ..lower };
    let nearest = say!("{} is the face of the polytope nearest to the origin, at {}.", face.mark(), distance);
    match view.lower[1] < face.distance {
        true => say!("{} The proven lower bound on the {} is {}.", nearest, depth, lower),
        false => say!("{} An earlier face already gave the lower bound {}.", nearest, lower),
    }
}

/// Names of a face's vertices with their marks.
fn vertex_names(view: &EpaView, face: &PolytopeFace) -> Sentence {
    let vertices = face.vertices.iter().filter_map(|id| view.vertices.get(*id as usize));
    let spaces = |i| Sentence::from(if i == 0 { "" } else { " " });
    vertices.enumerate().flat_map(|(i, vertex)| [spaces(i), vertex.mark("w")]).sum()
}

/// Sentence on the support point along the normal of the nearest face.
pub(super) fn support(view: &EpaView) -> Sentence {
    let (Some(face), Some(w)) = (&view.entry, &view.w) else { return Sentence::default() };
    let found = say!(
        "{} is the support point of A − B along {}, the outward normal of {}.",
        w.mark("w"),
        Sentence::mark("n", "n"),
        face.mark()
    );
    let beyond = view.height_above_face().unwrap_or(0.0);
    match is_rounding(beyond, view.rounding) || beyond < 0.0 {
        true => {
            say!(
                "{} {} lies in the plane of {}: no point of A − B is beyond this face.",
                found,
                w.mark("w"),
                face.mark()
            )
        }
        false => {
            let beyond = Value::of(symbol::HEIGHT, length(beyond), "beyond");
            say!("{} {} lies {} beyond {}, so the polytope can grow.", found, w.mark("w"), beyond, face.mark())
        }
    }
}

/// Sentence on the plane through the support point, and the upper bound of the depth that it may give.
pub(super) fn bound(view: &EpaView) -> Sentence {
    let height = view.height().unwrap_or(0.0);
    let w = w_name(view);
    let depth = depth_name(view);
    if height < 0.0 && !is_rounding(height, view.rounding) {
        return say!(
            "The plane with normal n through {} separates A − B from the origin by {}: the {} are apart.",
            w,
            Value::of(symbol::CORE_GAP, length(-height), "upper"),
            if view.margin > 0.0 { "cores" } else { "bodies" }
        );
    }
    if view.upper_fell() {
        if is_rounding(view.upper[1], view.rounding) {
            return say!(
                "The supporting plane through {} contains the origin, except for rounding error, so the {} is zero.",
                w,
                depth
            );
        }
        return say!(
            "A − B lies wholly behind the plane through {} with normal {}. The plane's distance from the origin, {}, is an upper bound \
             on the {}.",
            w,
            Sentence::mark("n", "n"),
            upper_bound(view, "upper"),
            depth
        );
    }
    say!(
        "The plane through {} with normal {} is {} from the origin. The {} is nearer, so the upper bound on the {} stays {}.",
        w,
        Sentence::mark("n", "n"),
        Value::of(symbol::SUPPORT_HEIGHT, length_text(view, height), "upper"),
        Sentence::mark("best plane so far", "best plane"),
        depth,
        upper_bound(view, "depth")
    )
}

/// Sentence on the faces that are visible from the new vertex, and on their border, the horizon.
pub(super) fn silhouette(view: &EpaView) -> Sentence {
    let w = w_name(view);
    if view.horizon.is_empty() {
        return say!("{} rises above no face by more than the rounding error, so the polytope cannot grow.", w);
    }
    let seen = match view.visible.len() {
        1 => say!("One face is visible from {} (hatched).", &w),
        n => {
            let faces = Value::of(symbol::VISIBLE_FACES, with_noun(n as u64, "face"), "visible");
            say!("{} are visible from {} (hatched).", faces, &w)
        }
    };
    if let Some(ends) = view.fault {
        let [from, to] =
            ends.map(|id| view.vertices.get(id as usize).map(|vertex| vertex.mark("w")).unwrap_or_default());
        return say!("{} The ring sorted by angle leaves their border between {} and {}.", seen, from, to);
    }
    let edges = Value::of(symbol::HORIZON, count(view.horizon.len()), "horizon");
    let horizon = match (view.is_sorted_by_angle, view.visible.len(), view.center) {
        (_, 1, _) => Sentence::from("Its three edges are the horizon."),
        (false, ..) | (true, _, None) => say!("Their {} outer edges are the horizon.", edges),
        (true, ..) => say!(
            "Their {} outer vertices, sorted by angle around {} as seen from {}, form the horizon.",
            edges,
            Sentence::mark("c", "center"),
            w
        ),
    };
    say!("{} {}", seen, horizon)
}

/// Sentence on the new faces that replace the visible ones.
pub(super) fn join(view: &EpaView) -> Sentence {
    say!(
        "{} from {} to the edges of the horizon replace the visible {}. The polytope is closed again.",
        Value::number(symbol::NEW_FACES, with_noun(view.horizon.len() as u64, "new face")),
        w_name(view),
        if view.visible.len() == 1 { "face" } else { "faces" }
    )
}

/// Sentence on the new faces that join the queue.
pub(super) fn push(view: &EpaView) -> Sentence {
    let kept = view.added.clone().filter(|f| view.queue[1].contains(f)).count();
    let all = view.horizon.len();
    let upper = upper_bound(view, "depth");
    let new = Value::number(symbol::NEW_FACES, count(all));
    match kept {
        0 => say!(
            "All {} new faces are farther from the origin than the upper bound, {}, so none joins the queue.",
            new,
            upper
        ),
        n if n == all => {
            say!("All {} new faces are nearer to the origin than the upper bound, {}, and join the queue.", new, upper)
        }
        1 => say!(
            "One of the {} new faces is nearer to the origin than the upper bound, {}, and joins the queue.",
            new,
            upper
        ),
        n => say!(
            "{} of the {} new faces are nearer to the origin than the upper bound, {}, and join the queue.",
            Value::number(symbol::NEW_QUEUED_FACES, count(n)),
            new,
            upper
        ),
    }
}

/// Sentences of the ending: its reason, the margins, and the answer.
pub(super) fn ending(view: &EpaView, outcome: Outcome, verdict: &Verdict) -> Sentence {
    answer_with_margins(verdict, reason(view, outcome), view.margin)
}

/// Returns the reason of the ending.
pub(super) fn reason(view: &EpaView, outcome: Outcome) -> Sentence {
    let w = w_name(view);
    match (outcome, &view.entry) {
        (Outcome::Converged, Some(face)) if view.w.is_some() => {
            say!("{} is no farther along n than {}, so {} lies on the boundary of A − B.", w, face.mark(), face.mark())
        }
        (Outcome::Converged, Some(face)) => {
            say!("The nearest face, {}, is as far from the origin as the best supporting plane.", face.mark())
        }
        (Outcome::Converged, None) => {
            Sentence::from("The nearest face is as far from the origin as the upper bound: the bounds agree.")
        }
        (Outcome::Apart, _) => Sentence::from("A plane separates A − B from the origin."),
        (Outcome::Flat(Flat { dimension }), _) => {
            let what = ["the origin alone", "a segment through the origin", "a flat polygon that contains the origin"]
                [usize::from(dimension.min(2))];
            match view.margin > 0.0 {
                true => say!("The difference A − B of the cores is {}: a core is a body without its margin.", what),
                false => say!("A − B is {}, without volume.", what),
            }
        }
        (Outcome::IterationLimit, _) => Sentence::from("The iteration limit is reached before the bounds agree."),
        (Outcome::BrokenHorizon, _) => {
            Sentence::from("New faces to this border would fold the polytope, so EPA stops. Its bounds remain valid.")
        }
        (Outcome::Stalled, _) => Sentence::from("The bounds differ, but no further step exceeds the rounding error."),
    }
}
