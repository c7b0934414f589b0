//! Sub-steps (beats) of contact manifolds: one per executed line of the listing, with its sentence, numbers and
//! pictures.

use super::narration::Narrator;
use super::numbers::{tables, values};
use super::{Line, ManifoldContext, ManifoldState};
use crate::lesson::context::drawn_keys::{with_drawn_keys, with_drawn_quantities};
use crate::lesson::{Beat, Detail, EndingKind, Event, Verdict};

/// Beats of a step, one per line; the last step also has one for the ending, whose value is `end`.
pub fn beats(
    context: &ManifoldContext,
    step: usize,
    verdict: &Verdict,
    end: Option<EndingKind>,
    detail: Detail,
) -> Vec<Beat> {
    let Some(state) = context.states.get(step) else { return Vec::new() };
    let narrator = Narrator::new(context, step, state);
    state
        .lines
        .iter()
        .copied()
        .chain(end.map(|_| Line::End))
        .map(|line| (line, detail.full(|| context.pictures(step, line))))
        .map(|(line, pictures)| {
            let say = with_drawn_quantities(narrator.sentence(line, verdict), &pictures);
            Beat {
                values: detail.full(|| with_drawn_keys(values(state, line, context.unit, &say), &pictures)),
                pictures,
                tables: detail.full(|| tables(context, state, line)),
                points: plot_points(state),
                event: event(line, end),
                ..Beat::new(line.label(), say)
            }
        })
        .collect()
}

/// Mark of a line on the timeline; `end` is the kind of the ending at the last step.
fn event(line: Line, end: Option<EndingKind>) -> Option<Event> {
    match line {
        Line::Reference => Some(Event::Support),
        Line::Clip => Some(Event::Reduction),
        Line::End => end.map(Event::Stop),
        Line::Axes
        | Line::Gaps
        | Line::Distance
        | Line::Apart
        | Line::Corners
        | Line::Incident
        | Line::Depth
        | Line::Keep
        | Line::Edges
        | Line::Closest
        | Line::Pick
        | Line::Reduce => None,
    }
}

/// Plot points: the number of vertices or points, and the depth of the deepest.
fn plot_points(state: &ManifoldState) -> Vec<(usize, f64)> {
    let kept = state.points.iter().filter(|point| state.keeps(point)).count();
    let mut points = vec![(0, if state.points.is_empty() { state.polygon.len() } else { kept } as f64)];
    points.extend(state.deepest().map(|point| (1, point.depth)));
    points
}
