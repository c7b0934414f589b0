//! What the legend of a view names: all that the run has shown so far, so that no entry moves while one steps.

use super::furniture;
use crate::app::state::State;
use crate::lesson::View;
use crate::picture::Role;
use crate::picture::legend::{Samples, gathered};

/// Of one view of one query.
#[derive(Default)]
pub(super) struct Named {
    of: Option<(&'static str, &'static str, String, usize)>,
    all: Samples,
}

impl Named {
    /// The same and what is shown now. A run that was not seen before is looked at where it begins, in its middle and at its end.
    pub fn with(&mut self, state: &State, view: &View, now: &Samples) -> &Samples {
        let Some(recording) = &state.recording else { return &self.all };
        let id = recording.lesson.card().id;
        let of = (id, view.id, state.doc.scene.name.clone(), state.focus.query);
        if self.of.as_ref() != Some(&of) {
            let last = recording.steps() - 1;
            let beats = [0, last / 2, last].into_iter().flat_map(|step| recording.make(step));
            let shown = beats.map(|beat| furniture::samples(view.kind, beat.pictures.of(view.id).marks.iter()));
            (self.all, self.of) = (gathered(shown.flatten()), Some(of));
        }
        self.all = gathered(std::mem::take(&mut self.all).into_iter().chain(now.clone()));
        let others = state.views().first().is_some_and(|first| first.id != view.id && first.kind.has_ground());
        if others && !view.kind.has_ground() {
            // The bodies have their names beside the picture of them.
            self.all.retain(|role, _| !is_body(*role));
        }
        &self.all
    }
}

fn is_body(role: Role) -> bool {
    matches!(role, Role::ShapeA | Role::ShapeB | Role::Bystander)
}
