//! Sentences of the beats (narrated sub-steps) of EPA in space: each public function is named after the line of the
//! listing that its sentence explains, and gets the data of the step.

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{count, is_rounding, length, or_rounding, with_noun};
use contact_lens_model::snapshot::epa::{Flat, Outcome};

use super::view::{EpaView, PolytopeFace};
use crate::context::pair_verdict::answer_with_margins;
use crate::{Sentence, Value, Verdict, say, symbol};

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
        "The first polytope has {}, all points of A − B, and {}, and contains the origin. Next, EPA searches for a \
         point of A − B beyond the nearest face.",
        vertices,
        faces
    )
}

/// Name of the measured depth, which excludes the margins.
fn depth_name(view: &EpaView) -> &'static str {
    if view.margin > 0.0 { "core depth" } else { "depth" }
}

/// Text of a length in meters; words where it is below the rounding error.
fn length_text(view: &EpaView, meters: f64) -> Shown {
    or_rounding(length(meters), view.rounding)
}

/// Name of the new support point; "The support point" in a step without one.
fn w_name(view: &EpaView) -> Sentence {
    view.w.as_ref().map_or_else(|| Sentence::from("The support point"), |w| w.mark("w"))
}

/// Upper bound of the depth after the step, as a value that highlights the mark `key`.
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
    // The mark `v` shows the distance of the face, not the bound.
    let lower = Value { key: None, ..lower };
    let nearest = say!("{} is the face of the polytope nearest to the origin, at {}.", face.mark(), distance);
    if view.lower[1] < face.distance {
        say!("{} The proven lower bound on the {} is {}.", nearest, depth, lower)
    } else {
        say!("{} An earlier face already gave the lower bound {}.", nearest, lower)
    }
}

/// Names of a face's vertices in a sentence: `w2 w5 w7`.
fn vertex_names(view: &EpaView, face: &PolytopeFace) -> Sentence {
    let vertices = face.vertices.iter().filter_map(|id| view.vertices.get(*id as usize));
    let mut sentence = Sentence::default();
    for (i, vertex) in vertices.enumerate() {
        sentence += Sentence::from(if i == 0 { "" } else { " " });
        sentence += vertex.mark("w");
    }
    sentence
}

/// Sentence on the support point along the normal of the nearest face.
pub(super) fn support(view: &EpaView) -> Sentence {
    let (Some(face), Some(w)) = (&view.entry, &view.w) else { return Sentence::default() };
    let definition = say!(
        "{} is the support point of A − B along {}, the outward normal of {}.",
        w.mark("w"),
        Sentence::mark("n", "n"),
        face.mark()
    );
    let height = view.height_above_face().unwrap_or(0.0);
    let is_in_plane = is_rounding(height, view.rounding) || height < 0.0;
    if is_in_plane {
        return say!(
            "{} {} lies in the plane of {}: no point of A − B is beyond this face.",
            definition,
            w.mark("w"),
            face.mark()
        );
    }
    say!(
        "{} {} lies {} beyond {}, so the polytope can grow.",
        definition,
        w.mark("w"),
        Value::of(symbol::HEIGHT, length(height), "beyond"),
        face.mark()
    )
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
            "A − B lies wholly behind the plane through {} with normal {}. The plane's distance from the origin, {}, \
             is an upper bound on the {}.",
            w,
            Sentence::mark("n", "n"),
            upper_bound(view, "upper"),
            depth
        );
    }
    say!(
        "The plane through {} with normal {} is {} from the origin. The {} is nearer, so the upper bound on the {} \
         stays {}.",
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
    let visible_count = view.visible.len();
    let visible = if visible_count == 1 {
        say!("One face is visible from {} (hatched).", w)
    } else {
        let faces = Value::of(symbol::VISIBLE_FACES, with_noun(visible_count as u64, "face"), "visible");
        say!("{} are visible from {} (hatched).", faces, w)
    };
    if let Some([start, end]) = view.fault {
        return say!(
            "{} The ring sorted by angle leaves their border between {} and {}.",
            visible,
            vertex_name(view, start),
            vertex_name(view, end)
        );
    }
    say!("{} {}", visible, horizon_sentence(view))
}

/// Sentence on the border of the visible faces, and how it was found.
fn horizon_sentence(view: &EpaView) -> Sentence {
    if view.visible.len() == 1 {
        return Sentence::from("Its three edges are the horizon.");
    }
    let edges = Value::of(symbol::HORIZON, count(view.horizon.len()), "horizon");
    if view.is_sorted_by_angle && view.center.is_some() {
        return say!(
            "Their {} outer vertices, sorted by angle around {} as seen from {}, form the horizon.",
            edges,
            Sentence::mark("c", "center"),
            w_name(view)
        );
    }
    say!("Their {} outer edges are the horizon.", edges)
}

/// Name of the vertex with the id `id`; empty if the polytope has no such vertex.
fn vertex_name(view: &EpaView, id: u32) -> Sentence {
    view.vertices.get(id as usize).map(|vertex| vertex.mark("w")).unwrap_or_default()
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
    let queued_count = view.added.clone().filter(|id| view.queue[1].contains(id)).count();
    // One new face per edge of the horizon.
    let new_count = view.horizon.len();
    let upper = upper_bound(view, "depth");
    let new = Value::number(symbol::NEW_FACES, count(new_count));
    if queued_count == 0 {
        return say!(
            "All {} new faces are farther from the origin than the upper bound, {}, so none joins the queue.",
            new,
            upper
        );
    }
    if queued_count == new_count {
        return say!(
            "All {} new faces are nearer to the origin than the upper bound, {}, and join the queue.",
            new,
            upper
        );
    }
    if queued_count == 1 {
        return say!(
            "One of the {} new faces is nearer to the origin than the upper bound, {}, and joins the queue.",
            new,
            upper
        );
    }
    say!(
        "{} of the {} new faces are nearer to the origin than the upper bound, {}, and join the queue.",
        Value::number(symbol::NEW_QUEUED_FACES, count(queued_count)),
        new,
        upper
    )
}

/// Sentences of the ending: its reason, the margins, and the answer.
pub(super) fn ending(view: &EpaView, outcome: Outcome, verdict: &Verdict) -> Sentence {
    answer_with_margins(verdict, reason(view, outcome), view.margin)
}

/// Returns the reason of the ending.
pub(super) fn reason(view: &EpaView, outcome: Outcome) -> Sentence {
    match outcome {
        Outcome::Converged => agreement_sentence(view),
        Outcome::Apart => Sentence::from("A plane separates A − B from the origin."),
        Outcome::Flat(Flat { dimension }) => {
            let set = match dimension {
                0 => "the origin alone",
                1 => "a segment through the origin",
                _ => "a flat polygon that contains the origin",
            };
            if view.margin > 0.0 {
                say!("The difference A − B of the cores is {}: a core is a body without its margin.", set)
            } else {
                say!("A − B is {}, without volume.", set)
            }
        }
        Outcome::IterationLimit => Sentence::from("The iteration limit is reached before the bounds agree."),
        Outcome::BrokenHorizon => {
            Sentence::from("New faces to this border would fold the polytope, so EPA stops. Its bounds remain valid.")
        }
        Outcome::Stalled => Sentence::from("The bounds differ, but no further step exceeds the rounding error."),
    }
}

/// Sentence on why the bounds agree: by the new support point, by an earlier plane, or because no face is left in the
/// queue.
fn agreement_sentence(view: &EpaView) -> Sentence {
    let Some(face) = &view.entry else {
        return Sentence::from("The nearest face is as far from the origin as the upper bound: the bounds agree.");
    };
    match &view.w {
        Some(w) => say!(
            "{} is no farther along n than {}, so {} lies on the boundary of A − B.",
            w.mark("w"),
            face.mark(),
            face.mark()
        ),
        None => say!("The nearest face, {}, is as far from the origin as the best supporting plane.", face.mark()),
    }
}
