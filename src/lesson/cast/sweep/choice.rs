//! Quiz question of separating axes over time: how an axis changes the interval of possible contact.

use contact_lens_model::snapshot::cast::TestedAxis;
use contact_lens_picture::Role;
use glam::DVec3;

use super::SweepView;
use crate::{Beat, Choice, Pictures, Verdict, WORLD};

/// Difference above which two times are distinguishable, as a fraction of the displayed duration; smaller differences
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
        // The answer is in a beat of the axis, so all of these must be among the beats of the step.
        if begin + beat_count <= beats.len() {
            // One beat names an axis, and the next one gives its result.
            questions.extend(question_of_axis(&view, begin + 1));
        }
        begin += beat_count;
    }
    questions
}

/// Question about the axis of `view`, which the beat with index `beat` answers; `None` for a step that tests no axis,
/// and if two times are too close to each other.
fn question_of_axis(view: &SweepView<'_>, beat: usize) -> Option<Choice> {
    let tested = view.tested_axis()?;
    let least_difference = DISTINCT * view.context.duration;
    let [from, to] = tested.span.map(|s| view.time(s));
    // The common interval ends no later than the motion.
    let [common_from, common_to] = view.before.overlap.map(|s| view.time(s).clamp(0.0, view.context.duration));
    let is_close = |t: f64, other: f64| (t - other).abs() <= least_difference;
    if [from, to].iter().any(|&t| is_close(t, common_from) || is_close(t, common_to)) {
        return None;
    }
    let begins_later = from > common_from;
    let ends_earlier = to < common_to;
    let never_overlaps = from > common_to || to < common_from;
    // The step decides in positions on the path; a question needs the same result in times.
    if never_overlaps != (view.after.by_empty.holds() || view.after.by_end.holds()) {
        return None;
    }
    Choice::new(beat, "time on an axis", question_text(view))
        .with_pictures(pictures_of_question(view, &tested, common_from))
        .with_candidate("throughout: the axis changes nothing", !never_overlaps && !begins_later && !ends_earlier)
        .with_candidate("they begin later: no contact before", !never_overlaps && begins_later && !ends_earlier)
        .with_candidate("they end earlier: no contact after", !never_overlaps && ends_earlier && !begins_later)
        .with_candidate("they begin later and end earlier", !never_overlaps && begins_later && ends_earlier)
        .with_candidate("at no time in it: the bodies do not meet", never_overlaps)
        .validated()
}

/// Text of the question about the axis of `view`.
fn question_text(view: &SweepView<'_>) -> String {
    let name = &view.names[view.before.tested as usize].short;
    if view.before.tested == 0 {
        format!("When during the motion do the projections on axis {name} overlap?")
    } else {
        format!(
            "The axes tested so far have a common time interval. In which part of it do the projections on axis {name} \
             overlap?"
        )
    }
}

/// Pictures before the test of an axis at time `t`, seconds, with the direction of the axis.
fn pictures_of_question(view: &SweepView<'_>, tested: &TestedAxis, t: f64) -> Pictures {
    let before_test = SweepView { after: view.before, ..*view };
    let mut pictures = before_test.pictures(view.before.tested as usize, None, t);
    let pair = &view.context.pair;
    let n = view.drawn_plane(tested).normal;
    let origin = pair.space.position + view.context.velocities[0] * t;
    pictures.edit(WORLD).arrow(Role::Normal, "n", origin, origin + n * (WORLD_AXIS * pair.radii[0]));
    pictures.edit("cso").arrow(Role::Normal, "n", DVec3::ZERO, n * (CSO_AXIS * pair.bounding_radius()));
    pictures
}
