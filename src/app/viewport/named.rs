//! Names in a view's legend, for the current and other steps of the run, so that its space does not change while
//! stepping.

use egui::Ui;

use super::furniture;
use crate::app::state::State;
use crate::lesson::{View, ViewKind};
use crate::picture::Role;
use crate::picture::legend::Samples;

/// Maximum number of legends kept, the newest ones.
const MOST: usize = 24;

/// Legends of one view of one query over the steps.
#[derive(Default)]
pub(super) struct Named {
    of: Option<(&'static str, &'static str, String, usize, bool)>,
    all: Vec<Samples>,
}

/// Id under which the first view stores whether it has a legend.
fn memory() -> egui::Id {
    egui::Id::unique("legend of the first view")
}

/// Stores whether the first view has a legend, for the views drawn after it.
pub(super) fn tell(ui: &Ui, drawn: bool) {
    ui.data_mut(|data| data.insert_temp(memory(), drawn));
}

/// Whether a view omits the entries of the first view's legend, as lanes and tiles next to it do to save space.
pub(super) fn defers(ui: &Ui, state: &State, view: &View) -> bool {
    let drawn = ui.data(|data| data.get_temp(memory())).unwrap_or(false);
    matches!(view.kind, ViewKind::Lanes | ViewKind::Tiles) && drawn && state.room.filled.is_none()
}

impl Named {
    /// Adds the current legend and returns all. A new run is sampled at its start, middle and end.
    pub fn with(&mut self, state: &State, view: &View, defers: bool, now: &Samples) -> &[Samples] {
        let Some(recording) = &state.recording else { return &self.all };
        let of = (recording.lesson.card().id, view.id, state.doc.scene.name.clone(), state.focus.query, defers);
        if self.of.as_ref() != Some(&of) {
            self.all.clear();
            self.of = Some(of);
            let last = recording.steps() - 1;
            let still = recording.lesson.backdrop();
            for beat in [0, last / 2, last].into_iter().flat_map(|step| recording.make(step)) {
                let marks = |id| still.pictures.of(id).marks.iter().chain(&beat.pictures.of(id).marks);
                let samples = furniture::samples(view.kind, marks(view.id));
                self.add(named(state, view, samples, |first| {
                    if defers { furniture::samples(first.kind, marks(first.id)) } else { Samples::new() }
                }));
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

/// Samples that the legend names, without bodies, whose names are in the picture, and without those in the first view's
/// legend.
pub(super) fn named(state: &State, view: &View, mut samples: Samples, in_first: impl Fn(&View) -> Samples) -> Samples {
    if let Some(first) = state.views().first().filter(|first| first.id != view.id && first.kind.has_ground()) {
        let there = in_first(first);
        let is_body = |role: &Role| matches!(role, Role::ShapeA | Role::ShapeB | Role::Bystander);
        samples.retain(|role, _| !is_body(role) && !there.contains_key(role));
    }
    samples
}

/// Samples of the first view's legend in this beat.
pub(super) fn of_first(state: &State, first: &View) -> Samples {
    let Some(recording) = &state.recording else { return Samples::new() };
    let still = recording.lesson.backdrop();
    let beat = state.beat().into_iter().flat_map(|beat| &beat.pictures.of(first.id).marks);
    furniture::samples(first.kind, still.pictures.of(first.id).marks.iter().chain(beat))
}
