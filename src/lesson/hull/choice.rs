//! Quiz questions of Quickhull: the next apex, and a face that is visible from the apex.

use contact_lens_model::answer::point_name;

use super::{HullView, face_name, pictures};
use crate::quiz::choice::shortlist;
use crate::{Beat, Choice, Pictures, WORLD};

/// Largest number of candidates of a question.
const MAX_CANDIDATES: usize = 6;

/// Questions of an iteration, in the order of their beats; empty for other steps.
pub(super) fn choices(view: &HullView<'_>, beats: &[Beat]) -> Vec<Choice> {
    [apex_choice(view, beats), visible_face_choice(view, beats)].into_iter().flatten().collect()
}

/// Question for the farthest point in the conflict list of the next face; `None` in a step without an apex.
fn apex_choice(view: &HullView<'_>, beats: &[Beat]) -> Option<Choice> {
    let start = view.after.start_face?;
    let apex = view.after.apex?;
    let question = format!("{} is next. Which of the points above it is the farthest?", face_name(start));
    // The tables would reveal the farthest point.
    let choice = Choice::at(beats, "apex", "farthest point", question)?.hiding_numbers();
    let mut choice = if choice.beat > 0 {
        choice.with_pictures_before_answer(beats)
    } else {
        choice.with_pictures(Pictures::world(pictures::before_apex(view, start)))
    };
    let up = view.area(start).try_normalize()?;
    let height = view.height();
    let base = up.dot(view.triangle(start)[0]);
    let waiting = view.made.faces.conflicts(start).to_vec();
    let listed = shortlist(waiting, height.abs(), MAX_CANDIDATES, |point: &u32| {
        if *point == apex { 0.0 } else { height - (up.dot(view.context.position(*point)) - base) }
    });
    for (point, is_right) in listed {
        choice = choice.with_candidate_point(WORLD, view.context.position(point), point_name(point), is_right);
    }
    choice.validated()
}

/// Question for a face that is visible from the apex, besides the one whose conflict list contained the apex; `None` in
/// a step without an apex.
fn visible_face_choice(view: &HullView<'_>, beats: &[Beat]) -> Option<Choice> {
    let start = view.after.start_face?;
    let apex = view.after.apex?;
    let question =
        format!("Besides {}, which face is visible from {} and will be removed?", face_name(start), point_name(apex));
    let mut choice = Choice::at(beats, "visible", "visible face", question)?.with_pictures_before_answer(beats);
    let visible: Vec<u32> = view.after.visible.iter().map(|tested| tested.face).filter(|face| *face != start).collect();
    let beyond = view.after.beyond.iter().map(|tested| tested.face);
    // Up to half of the candidates are visible; faces beyond the horizon are the others.
    let mut candidates: Vec<u32> = visible.iter().copied().take(MAX_CANDIDATES / 2).collect();
    candidates.extend(beyond.take(MAX_CANDIDATES - candidates.len()));
    candidates.sort_unstable();
    for face in candidates {
        choice = choice.with_candidate_point(WORLD, view.middle(face), face_name(face), visible.contains(&face));
    }
    choice.with_candidate("no other face", visible.is_empty()).validated()
}
