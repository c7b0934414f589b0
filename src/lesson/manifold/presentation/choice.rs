//! Quiz questions of contact manifolds: the reference, the number of vertices after a clip, and the deepest point.

use contact_lens_model::snapshot::manifold::Pick;

use super::{ManifoldContext, ManifoldState, StepKind};
use crate::quiz::choice::{MOST_CANDIDATES, shortlist};
use crate::{Beat, Choice, WORLD};

/// Largest number of candidates.
const MAX_CANDIDATES: usize = 6;

/// Questions of a step, at most one per line of the listing.
pub fn choices(context: &ManifoldContext, step: usize, beats: &[Beat]) -> Vec<Choice> {
    let Some(state) = context.states.get(step) else { return Vec::new() };
    let before = step.checked_sub(1).and_then(|before| context.states.get(before));
    let questioner = Questioner { context, step, state, before, beats };
    let questions = [questioner.reference_question(), questioner.clip_question(), questioner.deepest_point_question()];
    questions.into_iter().flatten().filter_map(Choice::validated).collect()
}

/// Step from which the questions are made.
struct Questioner<'a> {
    context: &'a ManifoldContext,
    /// Index of the step, from 0.
    step: usize,
    /// State after the step.
    state: &'a ManifoldState,
    /// State before the step; `None` in the first step.
    before: Option<&'a ManifoldState>,
    /// Beats of the step.
    beats: &'a [Beat],
}

impl Questioner<'_> {
    /// Question with the pictures that the user sees before the answer: those of the end of the previous step, if the
    /// answer is in the first beat of this step; otherwise those of the current beat, which a question keeps by
    /// default.
    fn with_known_pictures(&self, choice: Choice) -> Choice {
        match self.step.checked_sub(1) {
            Some(before) if choice.beat == 0 => choice.with_pictures(self.context.pictures_at_end(before)),
            _ => choice,
        }
    }

    /// Question for the reference; `None` in a step without that choice.
    fn reference_question(&self) -> Option<Choice> {
        let question = "Which of these is the reference? The largest gap wins; among nearly equal gaps, the one that \
                        gives more points.";
        let choice = Choice::at(self.beats, "reference", "reference", question)?;
        let gap = self.state.chosen_candidate()?.gap;
        // Only the chosen candidate is right, even if another one has the same gap: the listing takes the first.
        let candidates: Vec<_> = self.state.candidates.iter().collect();
        let listed = shortlist(candidates, 1.0, MAX_CANDIDATES, |candidate| {
            if candidate.is_reference { 0.0 } else { 1.0 + (gap - candidate.gap).abs() }
        });
        let mut choice = self.with_known_pictures(choice);
        for (candidate, is_right) in listed {
            choice = choice.with_candidate(candidate.name.clone(), is_right);
        }
        Some(choice)
    }

    /// Question for the number of vertices after a clip; `None` in other steps.
    fn clip_question(&self) -> Option<Choice> {
        let StepKind::Clip(k) = self.state.kind else { return None };
        let count_before = self.before?.polygon.len();
        let count_after = self.state.polygon.len();
        let question = format!("Side {} clips. How many of {count_before} vertices are left?", self.state.side_name(k));
        let choice = Choice::at(self.beats, "clip", "clip", question)?;
        // A clip adds at most one vertex. Besides 0, the candidates are the numbers from two fewer vertices than
        // before, or from the right answer if that is less, to one more.
        let least = count_after.min(count_before.saturating_sub(2)).max(1);
        let mut counts = vec![0];
        counts.extend(least..=count_before + 1);
        counts.truncate(MOST_CANDIDATES);
        let mut choice = self.with_known_pictures(choice);
        for count in counts {
            choice = choice.with_candidate(count_answer(count_before, count), count == count_after);
        }
        Some(choice)
    }

    /// Question for the point that is picked first, where the depths differ; `None` in steps that do not begin the
    /// picks.
    fn deepest_point_question(&self) -> Option<Choice> {
        let was_picked_before = self.before?.points.iter().any(|point| point.picked.is_some());
        if self.state.kind != StepKind::Pick || was_picked_before || self.beats.is_empty() {
            return None;
        }
        let points = &self.state.points;
        let deepest = points.iter().find(|point| point.picked.is_some_and(|pick| pick.reason == Pick::Deepest))?;
        let largest_depth = points.iter().map(|point| point.depth.abs()).fold(0.0, f64::max);
        let candidates: Vec<_> = points.iter().collect();
        let listed = shortlist(candidates, largest_depth, MAX_CANDIDATES, |point| deepest.depth - point.depth);
        let question = "Only some points are kept. Which point is the deepest, and so picked first?";
        let mut choice = self.with_known_pictures(Choice::new(0, "deepest point", question));
        for (point, is_right) in listed {
            choice = choice.with_candidate_point(WORLD, point.middle(), format!("point {}", point.name()), is_right);
        }
        Some(choice)
    }
}

/// Candidate answer of `count` vertices after the clip; `count_before` is their number before.
fn count_answer(count_before: usize, count: usize) -> String {
    if count == 0 {
        String::from("none")
    } else if count == count_before {
        format!("{count}: as many as before")
    } else {
        count.to_string()
    }
}
