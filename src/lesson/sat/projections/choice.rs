//! Quiz questions of separating axes: the result of an axis, and the best axis.

use super::{Lanes, Shadows};
use crate::lesson::quiz::choice::shortlist;
use crate::lesson::{Beat, Choice};

/// Questions of a step, whose axes begin with number `first`. In the view `sphere`, axes are points on a sphere.
pub fn of_step(lanes: &Lanes, step: usize, first: usize, beats: &[Beat], sphere: Option<&'static str>) -> Vec<Choice> {
    let all = (step == 0).then(|| taken(lanes, beats, sphere)).flatten();
    all.into_iter().chain(choices(lanes, first, beats)).collect()
}

/// Questions before each axis's projections are shown; the axes of the step begin with number `first`.
fn choices(lanes: &Lanes, first: usize, beats: &[Beat]) -> Vec<Choice> {
    let gaps = beats.iter().enumerate().filter(|(_, beat)| matches!(beat.line, "gap" | "row-gap"));
    (first..).zip(gaps).filter_map(|(number, (at, _))| of_line(lanes, number, at, beats)).collect()
}

fn of_line(lanes: &Lanes, number: usize, at: usize, beats: &[Beat]) -> Option<Choice> {
    let line = lanes.lines.get(number)?;
    let best = lanes.best(number).map(|best| &lanes.lines[best]);
    let gap = line.gap();
    let rounding = lanes.rounding;
    let question = format!("What do the projections of the bodies on axis {} show?", line.name);
    let choice = Choice::new(at, "separating axis", question).with_pictures_before_answer(beats);
    let apart = gap > rounding;
    let choice = choice.with_candidate("a gap: this axis separates the bodies", apart);
    let Some(best) = best.filter(|best| best.gap() <= rounding) else {
        return choice.with_candidate("no gap: the projections touch or overlap", !apart).if_answerable();
    };
    // Either of two axes with equal separations counts as the better.
    let equal = (gap - best.gap()).abs() <= 2.0 * rounding.max(1e-9 * gap.abs());
    let less = format!("an overlap, less than on {}: the best axis so far", best.name);
    let more = format!("an overlap, no less than on {}", best.name);
    choice.with_candidate(less, !apart && (line.taken || equal)).with_candidate(more, !apart && (!line.taken || equal)).if_answerable()
}

/// Question before all axes: the axis of the answer.
fn taken(lanes: &Lanes, beats: &[Beat], sphere: Option<&'static str>) -> Option<Choice> {
    const LINES: usize = 6;
    let last = lanes.lines.len();
    let best = lanes.lines.get(lanes.best(last)?)?;
    beats.first()?;
    let question = format!("{last} axes are tested. Which of these has the largest gap or the least overlap?");
    let mut choice = Choice::new(0, "separating axis", question);
    choice.why = Some(format!("The axis of the answer is {}, {}.", best.name, best.words));
    let size = best.a[1] - best.a[0] + best.b[1] - best.b[0];
    let tie = (2.0 * lanes.rounding).max(1e-9 * size);
    let listed =
        shortlist(lanes.lines.iter().collect(), tie, LINES, |line: &&Shadows| (best.gap() - line.gap() - tie).max(0.0));
    listed
        .into_iter()
        .fold(choice, |choice, (line, right)| {
            let name = format!("{}: {}", line.name, line.words);
            match sphere {
                Some(sphere) => choice.with_candidate_point(sphere, line.normal, name, right),
                None => choice.with_candidate(name, right),
            }
        })
        .if_answerable()
}
