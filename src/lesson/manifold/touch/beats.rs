//! Sub-steps (beats) of contact manifolds: one per executed line of the listing, with its sentence, numbers and
//! pictures.

use super::narration::Narrator;
use super::numbers::{tables, values};
use super::{StepKind, Touch, TouchContext};
use crate::lesson::{Beat, Detail, EndingKind, Event, Verdict};

/// Beats of a step, one per line; the last step also has one for the ending, whose value is `end`.
pub fn beats(
    context: &TouchContext,
    step: usize,
    verdict: &Verdict,
    end: Option<EndingKind>,
    detail: Detail,
) -> Vec<Beat> {
    let Some(touch) = context.touches.get(step) else { return Vec::new() };
    let narrator = Narrator::new(context, step, touch);
    let mut lines: Vec<(&'static str, String, Option<Event>)> = Vec::new();
    for line in &touch.lines {
        let event = match *line {
            "reference" => Some(Event::Support),
            "clip" => Some(Event::Reduction),
            _ => None,
        };
        lines.push((line, narrator.sentence(line), event));
    }
    lines.extend(end.map(|kind| ("end", verdict.say.clone(), Some(Event::Stop(kind)))));
    lines
        .into_iter()
        .map(|(line, say, event)| Beat {
            pictures: detail.full(|| context.pictures(step, line)),
            values: detail.full(|| values(touch, line, context.unit)),
            tables: detail.full(|| tables(context, touch, line)),
            points: points(touch),
            event,
            ..Beat::new(line, say)
        })
        .collect()
}

/// Plot points: the number of vertices or points, and the depth of the deepest.
fn points(touch: &Touch) -> Vec<(usize, f64)> {
    let shown = touch.dots.iter().filter(|dot| touch.did != StepKind::Pick || dot.picked.is_some()).count();
    let mut points = vec![(0, if touch.dots.is_empty() { touch.polygon.len() } else { shown } as f64)];
    points.extend(touch.deepest().map(|dot| (1, dot.depth)));
    points
}
