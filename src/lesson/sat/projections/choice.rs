//! Quiz questions of the separating-axis test: the projections on an axis, and the axis of the answer.

use super::{AxisLanes, ProjectedAxis};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, Choice};

/// Relative difference of two separations up to which either axis counts as a right answer: invisible in a picture.
const RELATIVE_TIE: f64 = 1e-9;

/// Questions of a step, whose first axis has the index `first`. The view `sphere`, if there is one, shows axes as
/// points on a sphere.
pub fn questions_of_step(
    lanes: &AxisLanes,
    step: usize,
    first: usize,
    beats: &[Beat],
    sphere: Option<&'static str>,
) -> Vec<Choice> {
    let all = (step == 0).then(|| best_axis_question(lanes, beats, sphere)).flatten();
    all.into_iter().chain(projections_questions(lanes, first, beats)).collect()
}

/// Question about the projections on each axis of a step, before they are shown; the first axis has the index `first`.
fn projections_questions(lanes: &AxisLanes, first: usize, beats: &[Beat]) -> Vec<Choice> {
    let gaps = beats.iter().enumerate().filter(|(_, beat)| matches!(beat.line, "gap" | "row-gap"));
    (first..).zip(gaps).filter_map(|(number, (at, _))| projections_question(lanes, number, at, beats)).collect()
}

/// Question about the projections on the axis of index `number`, which the beat `at` shows.
fn projections_question(lanes: &AxisLanes, number: usize, at: usize, beats: &[Beat]) -> Option<Choice> {
    let axis = lanes.axes.get(number)?;
    let best = lanes.best(number).map(|best| &lanes.axes[best]);
    let gap = axis.gap();
    let rounding = lanes.rounding;
    let question = format!("What do the projections of the bodies on axis {} show?", axis.name);
    let choice = Choice::new(at, "separating axis", question).with_pictures_before_answer(beats);
    let apart = gap > rounding;
    let choice = choice.with_candidate("a gap: this axis separates the bodies", apart);
    let Some(best) = best.filter(|best| best.gap() <= rounding) else {
        return choice.with_candidate("no gap: the projections touch or overlap", !apart).if_answerable();
    };
    // Either of two axes with equal separations counts as the better.
    let equal = (gap - best.gap()).abs() <= 2.0 * rounding.max(RELATIVE_TIE * gap.abs());
    let less = format!("an overlap, less than on {}: the best axis so far", best.name);
    let more = format!("an overlap, no less than on {}", best.name);
    choice
        .with_candidate(less, !apart && (axis.was_best || equal))
        .with_candidate(more, !apart && (!axis.was_best || equal))
        .if_answerable()
}

/// Question before the first axis: which axis is that of the answer?
fn best_axis_question(lanes: &AxisLanes, beats: &[Beat], sphere: Option<&'static str>) -> Option<Choice> {
    const MAX_CANDIDATES: usize = 6;
    let last = lanes.axes.len();
    let best = lanes.axes.get(lanes.best(last)?)?;
    beats.first()?;
    let question = format!("{last} axes are tested. Which of these has the largest gap or the least overlap?");
    let mut choice = Choice::new(0, "separating axis", question);
    choice.why = Some(format!("The axis of the answer is {}, {}.", best.name, best.description));
    let size = best.a[1] - best.a[0] + best.b[1] - best.b[0];
    // A difference of two separations has the rounding error of both.
    let tie = (2.0 * lanes.rounding).max(RELATIVE_TIE * size);
    let listed = shortlist(lanes.axes.iter().collect(), tie, MAX_CANDIDATES, |axis: &&ProjectedAxis| {
        (best.gap() - axis.gap() - tie).max(0.0)
    });
    listed
        .into_iter()
        .fold(choice, |choice, (axis, right)| {
            let name = format!("{}: {}", axis.name, axis.description);
            match sphere {
                Some(sphere) => choice.with_candidate_point(sphere, axis.normal, name, right),
                None => choice.with_candidate(name, right),
            }
        })
        .if_answerable()
}
