//! Quiz questions of EPA in space: which face of the polytope is nearest to the origin, and which face is visible from
//! the new vertex.

use contact_lens_picture::{Picture, Role};

use super::pictures::PairPictures;
use super::surface::add_polytope;
use super::view::{EpaView, PolytopeFace};
use crate::quiz::choice::shortlist;
use crate::{Beat, CSO, Choice};

/// Largest number of faces among the candidates.
const MAX_FACES: usize = 6;

/// Height of the new vertex above or below a face's plane under which the face is no candidate, as a fraction of the
/// bounding radius: the picture cannot show which side the vertex is on.
const MIN_HEIGHT: f64 = 1e-6;

/// Questions of a step, attached to its `beats`.
pub(super) fn choices(view: &EpaView, beats: &[Beat]) -> Vec<Choice> {
    let mut choices = Vec::new();
    choices.extend(nearest_face_choice(view, beats));
    choices.extend(visible_face_choice(view, beats));
    choices
}

/// Picture of the polytope before the step, in configuration space; the world is empty.
fn polytope_before(view: &EpaView) -> PairPictures {
    let mut cso = Picture::default();
    add_polytope(&mut cso, &view.before, Role::Polytope, &[]);
    (Picture::default(), cso)
}

/// Adds a face as a candidate; `is_right` says whether it is a right answer.
fn with_face(choice: Choice, face: &PolytopeFace, is_right: bool) -> Choice {
    let name = format!("{} ({})", face.name(), face.vertex_names());
    choice.with_candidate_face(CSO, face.points.to_vec(), name, is_right)
}

/// Question for the nearest face; `None` if the step takes no face from the queue, or if there is no wrong answer. The
/// candidates are the faces in the queue.
fn nearest_face_choice(view: &EpaView, beats: &[Beat]) -> Option<Choice> {
    let entry = view.entry.as_ref()?;
    let choice = Choice::at(beats, "closest", "nearest face", "Which face is nearest the origin?")?;
    // The queue is sorted by distance, so its table would reveal the answer.
    let choice = choice.with_pictures(polytope_before(view)).hiding_numbers();
    let faces: Vec<&PolytopeFace> =
        view.before.iter().filter(|face| face.id == entry.id || view.queue[0].contains(&face.id)).collect();
    let listed = shortlist(faces, view.bounding_radius, MAX_FACES, |face| face.distance - entry.distance);
    let mut choice = choice;
    for (face, is_right) in listed {
        choice = with_face(choice, face, is_right);
    }
    choice.validated()
}

/// Question for a face that is removed besides the nearest one, because it is visible from the new vertex; `None` if
/// the step finds no new vertex, or without a clear answer.
fn visible_face_choice(view: &EpaView, beats: &[Beat]) -> Option<Choice> {
    let entry = view.entry.as_ref()?;
    let w = view.w.as_ref()?;
    let question = format!("Which face besides {} is visible from {} and is removed?", entry.name(), w.name("w"));
    let choice = Choice::at(beats, "silhouette", "visible face", question)?.with_pictures_before_answer(beats);
    let mut faces: Vec<&PolytopeFace> = Vec::new();
    for face in view.before.iter().filter(|face| face.id != entry.id) {
        let height = face.normal.dot(w.w) - face.distance;
        // The picture must show clearly which side w is on, and agree with the faces that the engine found.
        let is_clear = height.abs() > MIN_HEIGHT * view.bounding_radius;
        if is_clear && (height > 0.0) == is_visible(view, face) {
            faces.push(face);
        }
    }
    // The faces nearest to w are listed, in the order of their numbers.
    faces.sort_by(|a, b| a.center().distance(w.w).total_cmp(&b.center().distance(w.w)));
    faces.truncate(MAX_FACES);
    faces.sort_by_key(|face| face.id);
    let lists_visible_face = faces.iter().any(|face| is_visible(view, face));
    let only_nearest_is_visible = view.visible.len() == 1;
    // If all other visible faces are missing in the list, no answer would be right.
    if !lists_visible_face && !only_nearest_is_visible {
        return None;
    }
    let mut choice = choice;
    for face in faces {
        choice = with_face(choice, face, is_visible(view, face));
    }
    choice.with_candidate("none of these", !lists_visible_face).validated()
}

/// Whether the engine found that a face is visible from the new vertex.
fn is_visible(view: &EpaView, face: &PolytopeFace) -> bool {
    view.visible.iter().any(|visible| visible.id == face.id)
}
