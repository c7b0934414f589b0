//! Legends that a flat view (lanes, plots, tiles, sphere) has shown in the steps of a run. The drawing leaves space for
//! the tallest of them, so that it rarely moves while the user steps through the run.
//!
//! The *first view* is the first one of the lesson; its legend is drawn before those of the other views. Lanes and
//! tiles next to it do not repeat its entries, to save space.

use contact_lens_lesson::{Backdrop, Beat, View, ViewKind};
use contact_lens_picture::Role;
use contact_lens_picture::view::legend::{Samples, samples_in};
use egui::Ui;

use crate::run::recording::Recording;
use crate::state::State;

/// Maximum number of legends kept, the newest ones.
const MAX_LEGENDS: usize = 24;

/// Legends that one view of one query has shown.
#[derive(Default)]
pub(super) struct LegendHistory {
    /// View and query of the legends; `None` before the first one.
    source: Option<LegendSource>,
    /// Distinct legends, oldest first; at most [`MAX_LEGENDS`].
    legends: Vec<Samples>,
}

/// View and query of the kept legends. When one of these changes, the kept legends are replaced.
#[derive(PartialEq)]
struct LegendSource {
    /// Id of the lesson's card.
    lesson: &'static str,
    /// Id of the view.
    view: &'static str,
    /// Name of the scene.
    scene: String,
    /// Index of the query in the scene.
    query: usize,
    /// Whether the view omits the entries of the first view's legend.
    omits_first_legend: bool,
}

/// Id under which the first view stores whether it has a legend.
fn first_legend_id() -> egui::Id {
    egui::Id::unique("legend of the first view")
}

/// Stores whether the first view has a legend, for the views drawn after it.
pub(super) fn store_first_legend(ui: &Ui, has_legend: bool) {
    ui.data_mut(|data| data.insert_temp(first_legend_id(), has_legend));
}

/// Whether a view omits the entries of the first view's legend: lanes and tiles do while that legend is drawn and no
/// pane fills the window.
pub(super) fn omits_first_legend(ui: &Ui, state: &State, view: &View) -> bool {
    let first_has_legend = ui.data(|data| data.get_temp(first_legend_id())).unwrap_or(false);
    matches!(view.kind, ViewKind::Lanes | ViewKind::Tiles) && first_has_legend && state.pane_layout.filled.is_none()
}

impl LegendHistory {
    /// Kept legends, oldest first.
    pub fn legends(&self) -> &[Samples] {
        &self.legends
    }

    /// Adds the current legend. When the lesson, the view, the scene or the query has changed, the kept legends are
    /// replaced first. Without a recording, nothing changes.
    pub fn update(&mut self, state: &State, view: &View, omits_first_legend: bool, current: &Samples) {
        let Some(recording) = &state.recording else { return };
        let source = LegendSource {
            lesson: recording.lesson.card().id,
            view: view.id,
            scene: state.doc.scene.name.clone(),
            query: state.focus.query,
            omits_first_legend,
        };
        if self.source.as_ref() != Some(&source) {
            self.source = Some(source);
            self.replace_by_sampled_steps(recording, state, view, omits_first_legend);
        }
        self.add(current.clone());
    }

    /// Replaces the legends by those of the first, the middle and the last step of the run.
    fn replace_by_sampled_steps(
        &mut self,
        recording: &Recording,
        state: &State,
        view: &View,
        omits_first_legend: bool,
    ) {
        self.legends.clear();
        let last = recording.steps() - 1;
        let backdrop = recording.lesson.backdrop();
        for beat in [0, last / 2, last].into_iter().flat_map(|step| recording.build_beats(step)) {
            let samples = samples_in_view(view, &backdrop, Some(&beat));
            let listed = without_first_legend(state, view, samples, omits_first_legend, |first| {
                samples_in_view(first, &backdrop, Some(&beat))
            });
            self.add(listed);
        }
    }

    /// Adds a legend, unless an equal one is kept; the oldest ones are dropped beyond [`MAX_LEGENDS`].
    fn add(&mut self, samples: Samples) {
        if !self.legends.contains(&samples) {
            self.legends.push(samples);
            let excess = self.legends.len().saturating_sub(MAX_LEGENDS);
            self.legends.drain(..excess);
        }
    }
}

/// Returns those of the samples of `view` that its legend lists. Next to a first view with a ground, it lists no
/// bodies, whose names are in the picture of the first view. If `omits_first_legend`, it also lists no role of the
/// first view's legend, whose samples `samples_of_first` returns.
pub(super) fn without_first_legend(
    state: &State,
    view: &View,
    mut samples: Samples,
    omits_first_legend: bool,
    samples_of_first: impl Fn(&View) -> Samples,
) -> Samples {
    let first = state.views().first().filter(|first| first.id != view.id && first.kind.has_ground());
    let Some(first) = first else { return samples };
    let omitted = if omits_first_legend { samples_of_first(first) } else { Samples::new() };
    samples.retain(|role, _| {
        let is_body = matches!(role, Role::ShapeA | Role::ShapeB | Role::Bystander);
        !is_body && !omitted.contains_key(role)
    });
    samples
}

/// Samples for the legend of a view: of its static marks and of the marks of a beat, if there is one.
fn samples_in_view(view: &View, backdrop: &Backdrop, beat: Option<&Beat>) -> Samples {
    let moving = beat.into_iter().flat_map(|beat| &beat.pictures.of(view.id).marks);
    samples_in(view.kind, backdrop.pictures.of(view.id).marks.iter().chain(moving))
}

/// Samples of the first view's legend in this beat.
pub(super) fn samples_of_first(state: &State, first: &View) -> Samples {
    let Some(recording) = &state.recording else { return Samples::new() };
    samples_in_view(first, &recording.lesson.backdrop(), state.beat())
}
