//! Quiz questions of EPA in space: the nearest face, and the faces that are visible from the new vertex.

use super::pictures::PairPictures;
use super::surface::add_polytope;
use super::view::{EpaView, PolytopeFace};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, CSO, Choice};
use crate::picture::{Picture, Role};

/// Largest number of faces among the candidates.
const MAX_FACES: usize = 6;

/// Height of the new vertex above a face's plane below which the face is no candidate, in bounding radii.
const MIN_HEIGHT: f64 = 1e-6;

/// Questions of a step with these beats.
pub(super) fn choices(view: &EpaView, beats: &[Beat]) -> Vec<Choice> {
    nearest_face_choice(view, beats).into_iter().chain(visible_face_choice(view, beats)).collect()
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

/// Question for the nearest face; `None` if the step takes no face, or if it has no wrong answer.
fn nearest_face_choice(view: &EpaView, beats: &[Beat]) -> Option<Choice> {
    let entry = view.entry.as_ref()?;
    let choice = Choice::at(beats, "closest", "nearest face", "Which face is nearest the origin?")?;
    // The queue is sorted by distance, so its table would reveal the answer.
    let choice = choice.with_pictures(polytope_before(view)).hiding_numbers();
    let faces: Vec<&PolytopeFace> =
        view.before.iter().filter(|face| face.id == entry.id || view.queue[0].contains(&face.id)).collect();
    let listed = shortlist(faces, view.bounding_radius, MAX_FACES, |face| face.distance - entry.distance);
    listed.into_iter().fold(choice, |choice, (face, is_right)| with_face(choice, face, is_right)).if_answerable()
}

/// Question for the faces that are removed besides the nearest one; `None` if the step finds no new vertex, or without
/// a clear answer.
fn visible_face_choice(view: &EpaView, beats: &[Beat]) -> Option<Choice> {
    let entry = view.entry.as_ref()?;
    let w = view.w.as_ref()?;
    let question = format!("Which face besides {} is visible from {} and is removed?", entry.name(), w.name("w"));
    let choice = Choice::at(beats, "silhouette", "visible face", question)?.with_pictures_before_answer(beats);
    // A vertex almost in the plane of a face gives no clear answer in the picture.
    let mut faces: Vec<&PolytopeFace> = Vec::new();
    for face in view.before.iter().filter(|face| face.id != entry.id) {
        let height = face.normal.dot(w.w) - face.distance;
        if height.abs() > MIN_HEIGHT * view.bounding_radius && (height > 0.0) == face_sees_vertex(view, face) {
            faces.push(face);
        }
    }
    // The faces nearest to w are listed, in the order of their numbers.
    faces.sort_by(|a, b| {
        let [a, b] = [a, b].map(|face| face.center().distance(w.w));
        a.total_cmp(&b)
    });
    faces.truncate(MAX_FACES);
    faces.sort_by_key(|face| face.id);
    let lists_visible = faces.iter().any(|face| face_sees_vertex(view, face));
    let choice = faces.iter().fold(choice, |choice, face| with_face(choice, face, face_sees_vertex(view, face)));
    let sees_only_nearest = view.visible.len() == 1;
    // If w sees only faces that are not listed, no answer is right.
    (lists_visible || sees_only_nearest)
        .then(|| choice.with_candidate("none of these", !lists_visible))
        .and_then(Choice::if_answerable)
}

/// Whether the engine found that a face is visible from the new vertex.
fn face_sees_vertex(view: &EpaView, face: &PolytopeFace) -> bool {
    view.visible.iter().any(|seen| seen.id == face.id)
}
