//! Legends that a flat view has shown in the steps of a run. The drawing leaves space for the highest of them, so that
//! it rarely moves while the user steps through the run.

use egui::Ui;

use crate::app::state::State;
use crate::lesson::{Backdrop, Beat, View, ViewKind};
use crate::picture::Role;
use crate::picture::view::legend::{Samples, samples_in};

/// Maximum number of legends kept, the newest ones.
const MAX_LEGENDS: usize = 24;

/// Legends that one view of one query has shown.
#[derive(Default)]
pub(super) struct LegendHistory {
    source: Option<Source>,
    all: Vec<Samples>,
}

/// View and query of the kept legends.
#[derive(PartialEq)]
struct Source {
    /// Id of the lesson's card.
    lesson: &'static str,
    view: &'static str,
    /// Name of the scene.
    scene: String,
    query: usize,
    /// Whether the view omits the entries of the first view's legend.
    omits_first_legend: bool,
}

/// Id under which the first view stores whether it has a legend.
fn first_legend_id() -> egui::Id {
    egui::Id::unique("legend of the first view")
}

/// Stores whether the first view has a legend, for the views drawn after it.
pub(super) fn store_first_legend(ui: &Ui, drawn: bool) {
    ui.data_mut(|data| data.insert_temp(first_legend_id(), drawn));
}

/// Whether a view omits the entries of the first view's legend, as lanes and tiles next to it do to save space.
pub(super) fn omits_first_legend(ui: &Ui, state: &State, view: &View) -> bool {
    let drawn = ui.data(|data| data.get_temp(first_legend_id())).unwrap_or(false);
    matches!(view.kind, ViewKind::Lanes | ViewKind::Tiles) && drawn && state.pane_layout.filled.is_none()
}

impl LegendHistory {
    /// Adds the current legend and returns all that are kept, oldest first. When the view, the query or the scene has
    /// changed, the old ones are first replaced by those at the start, in the middle and at the end of the run.
    pub fn add_and_list(
        &mut self,
        state: &State,
        view: &View,
        omits_first_legend: bool,
        current: &Samples,
    ) -> &[Samples] {
        let Some(recording) = &state.recording else { return &self.all };
        let source = Source {
            lesson: recording.lesson.card().id,
            view: view.id,
            scene: state.doc.scene.name.clone(),
            query: state.focus.query,
            omits_first_legend,
        };
        if self.source.as_ref() != Some(&source) {
            self.all.clear();
            self.source = Some(source);
            let last = recording.steps() - 1;
            let backdrop = recording.lesson.backdrop();
            for beat in [0, last / 2, last].into_iter().flat_map(|step| recording.build_beats(step)) {
                let samples = samples_in_view(view, &backdrop, Some(&beat));
                self.add(without_first_legend(state, view, samples, |first| {
                    if omits_first_legend { samples_in_view(first, &backdrop, Some(&beat)) } else { Samples::new() }
                }));
            }
        }
        self.add(current.clone());
        &self.all
    }

    /// Adds a legend, unless it is known; the oldest ones are dropped beyond [`MAX_LEGENDS`].
    fn add(&mut self, samples: Samples) {
        if !self.all.contains(&samples) {
            self.all.push(samples);
            let excess = self.all.len().saturating_sub(MAX_LEGENDS);
            self.all.drain(..excess);
        }
    }
}

/// Samples that the legend of `view` lists. Next to a first view with a ground, it lists neither bodies, whose names
/// are in the picture, nor the samples `in_first` of the first view's legend.
pub(super) fn without_first_legend(
    state: &State,
    view: &View,
    mut samples: Samples,
    in_first: impl Fn(&View) -> Samples,
) -> Samples {
    if let Some(first) = state.views().first().filter(|first| first.id != view.id && first.kind.has_ground()) {
        let of_first = in_first(first);
        samples.retain(|role, _| {
            !matches!(role, Role::ShapeA | Role::ShapeB | Role::Bystander) && !of_first.contains_key(role)
        });
    }
    samples
}

/// Legend samples of a view's static marks and of a beat.
fn samples_in_view(view: &View, backdrop: &Backdrop, beat: Option<&Beat>) -> Samples {
    let moving = beat.into_iter().flat_map(|beat| &beat.pictures.of(view.id).marks);
    samples_in(view.kind, backdrop.pictures.of(view.id).marks.iter().chain(moving))
}

/// Samples of the first view's legend in this beat.
pub(super) fn samples_of_first(state: &State, first: &View) -> Samples {
    let Some(recording) = &state.recording else { return Samples::new() };
    samples_in_view(first, &recording.lesson.backdrop(), state.beat())
}
