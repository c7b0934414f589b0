//! What the legend of a view names: now, and in other steps of the run, so that the room it takes does not change while one steps.

use super::furniture;
use crate::app::state::State;
use crate::lesson::View;
use crate::picture::Role;
use crate::picture::legend::Samples;

/// Legends that are remembered: of runs that name other things in each step the last ones.
const MOST: usize = 24;

/// What was named in the steps of one view of one query.
#[derive(Default)]
pub(super) struct Named {
    of: Option<(&'static str, &'static str, String, usize)>,
    all: Vec<Samples>,
}

impl Named {
    /// The same and what is named now. A run that was not seen before is looked at where it begins, in its middle and at its end.
    pub fn with(&mut self, state: &State, view: &View, now: &Samples) -> &[Samples] {
        let Some(recording) = &state.recording else { return &self.all };
        let of = (recording.lesson.card().id, view.id, state.doc.scene.name.clone(), state.focus.query);
        if self.of.as_ref() != Some(&of) {
            self.all.clear();
            self.of = Some(of);
            let (last, still) = (recording.steps() - 1, recording.lesson.backdrop());
            for beat in [0, last / 2, last].into_iter().flat_map(|step| recording.make(step)) {
                let marks = still.pictures.of(view.id).marks.iter().chain(&beat.pictures.of(view.id).marks);
                self.add(named(state, view, furniture::samples(view.kind, marks)));
            }
        }
        self.add(now.clone());
        &self.all
    }

    fn add(&mut self, samples: Samples) {
        if !self.all.contains(&samples) {
            self.all.push(samples);
            let more = self.all.len().saturating_sub(MOST);
            self.all.drain(..more);
        }
    }
}

/// Of these samples those that the legend names: bodies have their names beside the picture of them.
pub(super) fn named(state: &State, view: &View, mut samples: Samples) -> Samples {
    if state.views().first().is_some_and(|first| first.id != view.id && first.kind.has_ground()) {
        samples.retain(|role, _| !matches!(role, Role::ShapeA | Role::ShapeB | Role::Bystander));
    }
    samples
}
