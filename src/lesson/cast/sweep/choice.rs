//! Quiz question of separating axes over time: how an axis changes the interval of possible contact.

use super::SweepView;
use crate::lesson::{Beat, Choice, Verdict, WORLD};
use crate::picture::Role;

/// Difference from which on two times are distinguishable, as a fraction of the displayed duration; smaller differences
/// may be rounding errors.
const DISTINCT: f64 = 1e-6;

/// Length of the axis in the world, in half diagonals of A: its tip is outside of A.
const WORLD_AXIS: f64 = 1.4;

/// Length of the axis in configuration space, as a fraction of the pair's size.
const CSO_AXIS: f64 = 0.3;

/// Questions about the axes of one step, in order; `beats` are all beats of the step.
pub(super) fn questions_of_step<'a>(
    axes: impl Iterator<Item = SweepView<'a>>,
    verdict: &Verdict,
    beats: &[Beat],
) -> Vec<Choice> {
    let mut questions = Vec::new();
    let mut begin = 0;
    for view in axes {
        let beat_count = view.beats(verdict).len();
        // One beat names an axis, and the next one gives its result.
        questions.extend(question_of_axis(&view, begin + 1).filter(|_| begin + beat_count <= beats.len()));
        begin += beat_count;
    }
    questions
}

/// Question about the axis of `view`, which the beat `beat` answers; `None` if two times are too close to each other.
fn question_of_axis(view: &SweepView<'_>, beat: usize) -> Option<Choice> {
    let now = view.after.last_tested.filter(|_| view.after.tested > view.before.tested)?;
    let least_difference = DISTINCT * view.context.duration;
    let [from, to] = now.span.map(|s| view.time(s));
    // The common interval ends no later than the motion.
    let [least, most] = view.before.overlap.map(|s| view.time(s).clamp(0.0, view.context.duration));
    if [from, to].iter().any(|end| [least, most].iter().any(|known| (end - known).abs() <= least_difference)) {
        return None;
    }
    let begins_later = from > least;
    let ends_earlier = to < most;
    let never_overlaps = from > most || to < least;
    if never_overlaps != (view.after.by_empty.holds() || view.after.by_end.holds()) {
        return None;
    }
    let name = &view.names[view.before.tested as usize].short;
    let question = match view.before.tested {
        0 => format!("When during the motion do the projections on axis {name} overlap?"),
        _ => format!(
            "The axes tested so far have a common time interval. In which part of it do the projections on axis {name} overlap?"
        ),
    };
    Choice::new(beat, "time on an axis", question)
        .with_pictures({
            let known = SweepView { after: view.before, ..*view };
            let mut pictures = known.pictures(view.before.tested as usize, None, least);
            let pair = &view.context.pair;
            let n = view.drawn_plane(&now).normal;
            let origin = pair.space.position + view.context.velocities[0] * least;
            pictures.edit(WORLD).arrow(Role::Normal, "n", origin, origin + n * (WORLD_AXIS * pair.radii[0]));
            pictures.edit("cso").arrow(
                Role::Normal,
                "n",
                Default::default(),
                n * (CSO_AXIS * view.context.pair.bounding_radius()),
            );
            pictures
        })
        .with_candidate("throughout: the axis changes nothing", !never_overlaps && !begins_later && !ends_earlier)
        .with_candidate("they begin later: no contact before", !never_overlaps && begins_later && !ends_earlier)
        .with_candidate("they end earlier: no contact after", !never_overlaps && ends_earlier && !begins_later)
        .with_candidate("they begin later and end earlier", !never_overlaps && begins_later && ends_earlier)
        .with_candidate("at no time in it: the bodies do not meet", never_overlaps)
        .if_answerable()
}
