//! Quiz questions of the separating-axis test: the projections on an axis, and the axis of the answer.

use super::{AxisLanes, ProjectedAxis};
use crate::quiz::choice::shortlist;
use crate::{Beat, Choice};

/// Relative difference of two separations up to which either axis counts as a right answer: invisible in a picture.
const RELATIVE_TIE: f64 = 1e-9;

/// Largest number of axes among which the user chooses.
const MAX_CANDIDATES: usize = 6;

/// Questions of a step, whose first axis has the index `first`. `sphere` is the id of the view that shows axes as
/// points on a sphere; `None` in a lesson without it.
pub fn questions_of_step(
    lanes: &AxisLanes,
    step: usize,
    first: usize,
    beats: &[Beat],
    sphere: Option<&'static str>,
) -> Vec<Choice> {
    let mut questions = Vec::new();
    if step == 0 {
        questions.extend(best_axis_question(lanes, beats, sphere));
    }
    // Each axis of the step has one beat that shows its projections, in the order of the tests.
    let mut axis = first;
    for (index, beat) in beats.iter().enumerate() {
        if matches!(beat.line, "gap" | "row-gap") {
            questions.extend(projections_question(lanes, axis, index, beats));
            axis += 1;
        }
    }
    questions
}

/// Question about the projections on the axis with the index `axis`, which the beat with the index `beat` shows.
fn projections_question(lanes: &AxisLanes, axis: usize, beat: usize, beats: &[Beat]) -> Option<Choice> {
    let best = lanes.best(axis).map(|best| &lanes.axes[best]);
    let axis = lanes.axes.get(axis)?;
    let gap = axis.gap();
    let rounding = lanes.rounding;
    let question = format!("What do the projections of the bodies on axis {} show?", axis.name);
    let choice = Choice::new(beat, "separating axis", question).with_pictures_before_answer(beats);
    let apart = gap > rounding;
    let choice = choice.with_candidate("a gap: this axis separates the bodies", apart);
    // Once an axis separates the bodies, overlaps on other axes are no longer compared.
    let Some(best) = best.filter(|best| best.gap() <= rounding) else {
        return choice.with_candidate("no gap: the projections touch or overlap", !apart).validated();
    };
    // Either of two axes with equal separations counts as the better.
    let is_equal = (gap - best.gap()).abs() <= 2.0 * rounding.max(RELATIVE_TIE * gap.abs());
    let less = format!("an overlap, less than on {}: the best axis so far", best.name);
    let more = format!("an overlap, no less than on {}", best.name);
    choice
        .with_candidate(less, !apart && (axis.was_best || is_equal))
        .with_candidate(more, !apart && (!axis.was_best || is_equal))
        .validated()
}

/// Question before the first axis about the axis of the answer; `None` if no axis is tested.
fn best_axis_question(lanes: &AxisLanes, beats: &[Beat], sphere: Option<&'static str>) -> Option<Choice> {
    let count = lanes.axes.len();
    let best = lanes.axes.get(lanes.best(count)?)?;
    if beats.is_empty() {
        return None;
    }
    let question = format!("{count} axes are tested. Which of these has the largest gap or the least overlap?");
    let mut choice = Choice::new(0, "separating axis", question);
    choice.why = Some(format!("The axis of the answer is {}, {}.", best.name, best.description));
    let size = best.a[1] - best.a[0] + best.b[1] - best.b[0];
    // A difference of two separations has the rounding error of both.
    let tie = (2.0 * lanes.rounding).max(RELATIVE_TIE * size);
    let listed = shortlist(lanes.axes.iter().collect(), tie, MAX_CANDIDATES, |axis: &&ProjectedAxis| {
        (best.gap() - axis.gap() - tie).max(0.0)
    });
    for (axis, is_right) in listed {
        let name = format!("{}: {}", axis.name, axis.description);
        choice = match sphere {
            Some(sphere) => choice.with_candidate_point(sphere, axis.normal, name, is_right),
            None => choice.with_candidate(name, is_right),
        };
    }
    choice.validated()
}
