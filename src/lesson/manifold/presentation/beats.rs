//! Sub-steps (beats) of contact manifolds: one per executed line of the listing, with its sentence, numbers and
//! pictures.

use super::narration::Narrator;
use super::numbers::{tables, values};
use super::{Line, ManifoldContext, ManifoldState};
use crate::context::drawn_keys::{with_drawn_keys, with_drawn_quantities};
use crate::{Beat, Detail, EndingKind, Event, Verdict};

/// Beats of a step, one per executed line. `end` is the kind of the ending in the last step, which has a beat for it,
/// and `None` in all others. Empty if there is no such step.
pub fn beats(
    context: &ManifoldContext,
    step: usize,
    verdict: &Verdict,
    end: Option<EndingKind>,
    detail: Detail,
) -> Vec<Beat> {
    let Some(state) = context.states.get(step) else { return Vec::new() };
    let narrator = Narrator::new(context, step, state);
    let mut lines = state.lines.clone();
    lines.extend(end.map(|_| Line::End));
    lines
        .into_iter()
        .map(|line| {
            let pictures = detail.full(|| context.pictures(step, line));
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

/// Kind of mark on the timeline of a line, `None` without one; `end` is the kind of the ending at the last step.
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

/// Index of the curve of the number of vertices, then points, in the card's series.
const COUNT_SERIES: usize = 0;

/// Index of the curve of the greatest depth in the card's series.
const DEPTH_SERIES: usize = 1;

/// Plot points after a step: the number of vertices or, once there are any, of kept contact points; and the depth of
/// the deepest point, meters.
fn plot_points(state: &ManifoldState) -> Vec<(usize, f64)> {
    let count = if state.points.is_empty() {
        state.polygon.len()
    } else {
        state.points.iter().filter(|point| state.keeps(point)).count()
    };
    let mut points = vec![(COUNT_SERIES, count as f64)];
    points.extend(state.deepest().map(|point| (DEPTH_SERIES, point.depth)));
    points
}
