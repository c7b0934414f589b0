//! Quiz questions of separating axes over time: the effect of an axis on the common interval.

use super::SweepView;
use crate::lesson::{Beat, Choice, Verdict, WORLD};
use crate::picture::Role;

/// Share of the motion above which two times are distinguishable; smaller differences may be rounding error.
const SEEN: f64 = 1e-6;

/// Questions of the axes of one step; `lines` are their views, in order.
pub(super) fn choices<'a>(
    lines: impl Iterator<Item = SweepView<'a>>,
    verdict: &Verdict,
    beats: &[Beat],
) -> Vec<Choice> {
    let mut asked = Vec::new();
    let mut begin = 0;
    for view in lines {
        let beat_count = view.tried(verdict).len();
        // One beat names an axis, and the next one gives its result.
        asked.extend(of_line(&view, begin + 1).filter(|_| begin + beat_count <= beats.len()));
        begin += beat_count;
    }
    asked
}

fn of_line(view: &SweepView<'_>, beat: usize) -> Option<Choice> {
    let now = view.after.now.filter(|_| view.after.tested > view.before.tested)?;
    let seen = SEEN * view.context.shown;
    let [from, to] = now.span.map(|s| view.time(s));
    // The common interval ends no later than the motion.
    let [least, most] = view.before.overlap.map(|s| view.time(s).clamp(0.0, view.context.shown));
    if [from, to].iter().any(|end| [least, most].iter().any(|known| (end - known).abs() <= seen)) {
        return None;
    }
    let later = from > least;
    let earlier = to < most;
    let never = from > most || to < least;
    if never != (view.after.by_empty.holds() || view.after.by_end.holds()) {
        return None;
    }
    let name = &view.names[view.before.tested as usize].0;
    let question = match view.before.tested {
        0 => format!("When during the motion do the projections on axis {name} overlap?"),
        _ => format!("All axes so far leave a common time. When in it do the projections on axis {name} overlap?"),
    };
    Choice::new(beat, "time on an axis", question)
        .with_pictures({
            let known = SweepView { after: view.before, ..*view };
            let mut pictures = known.pictures(view.before.tested as usize, None, least);
            let pair = &view.context.pair;
            let n = view.drawn_plane(&now).normal;
            let home = pair.space.position + view.context.velocities[0] * least;
            pictures.edit(WORLD).arrow(Role::Normal, "n", home, home + n * (1.4 * pair.radii[0]));
            pictures.edit("cso").arrow(
                Role::Normal,
                "n",
                Default::default(),
                n * (0.3 * view.context.pair.bounding_radius()),
            );
            pictures
        })
        .with_candidate("throughout: the axis changes nothing", !never && !later && !earlier)
        .with_candidate("they begin later: no contact before", !never && later && !earlier)
        .with_candidate("they end earlier: no contact after", !never && earlier && !later)
        .with_candidate("they begin later and end earlier", !never && later && earlier)
        .with_candidate("at no time in it: the bodies do not meet", never)
        .if_answerable()
}
