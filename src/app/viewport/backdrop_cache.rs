//! Cache of a view's visible static marks (the backdrop behind its beats), as vertex arrays with their shadows; and
//! access to all visible marks of the view.

use std::collections::BTreeSet;
use std::sync::Arc;

use contact_lens_lesson::Backdrop;
use contact_lens_picture::{
    Batches, Bounds, Detail, Mark, Picture, Up, ground_of, has_many_bystanders, with_origin_named,
};
use glam::DVec3;

use super::axes_and_grid;
use crate::state::State;
use crate::view::layers::Layers;

/// Inputs of the cache. They change only together with the state's revision.
struct BackdropSource {
    backdrop: Arc<Backdrop>,
    view: &'static str,
    /// Names of hidden bodies.
    hidden: BTreeSet<String>,
    /// Layers that the user has hidden.
    layers: Layers,
    up: Up,
}

impl BackdropSource {
    /// Whether both give the same visible marks and shadows; backdrops are compared by identity.
    fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.backdrop, &other.backdrop)
            && self.view == other.view
            && self.hidden == other.hidden
            && self.layers == other.layers
            && self.up == other.up
    }
}

/// Version of the marks of a view. Equal versions have equal marks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MarksVersion {
    /// Revision of the state.
    revision: u64,
    /// Edition of the static marks.
    edition: u64,
}

/// Visible marks of the backdrop, and data derived from them.
#[derive(Default)]
pub(super) struct BackdropCache {
    /// Inputs of the last rebuild; `None` before the first.
    source: Option<BackdropSource>,
    /// Revision of the state at the last check; `None` before the first.
    revision: Option<u64>,
    /// Number of rebuilds. Caches of data derived from this one compare it.
    pub edition: u64,
    /// Visible static marks, with a name for the origin.
    picture: Picture,
    /// Vertex arrays of the marks.
    pub batches: Batches,
    /// Radius around the batches' origin that contains all of them, meters.
    pub bounding_radius: f64,
    /// Height of the lowest body along the up axis, meters; the grid is there.
    pub ground: f64,
    /// Shadows of the bodies on the ground: polygons, meters.
    pub shadows: Vec<Vec<DVec3>>,
}

impl BackdropCache {
    /// Version of the marks of all layers in this state.
    pub fn marks_version(&self, state: &State) -> MarksVersion {
        MarksVersion { revision: state.revision, edition: self.edition }
    }

    /// Rebuilds the cache when the backdrop, the view, its up axis or the hidden marks have changed.
    pub fn refresh(&mut self, state: &State, view: &'static str) {
        if self.revision.replace(state.revision) == Some(state.revision) {
            return;
        }
        let backdrop = state.backdrop().unwrap_or_default();
        let up = state.camera(view).up;
        let focus = &state.focus;
        let source = BackdropSource { backdrop, view, hidden: focus.hidden.clone(), layers: focus.layers.clone(), up };
        if self.source.as_ref().is_some_and(|before| before.is_same(&source)) {
            return;
        }
        let static_picture = source.backdrop.pictures.of(view);
        let shown = static_picture.filtered(|mark| !state.is_hidden(&mark.key) && focus.layers.shows(view, mark));
        self.picture = with_origin_named(shown);
        self.batches = Batches::new(&self.picture, Bounds::of(&self.picture).center().unwrap_or(DVec3::ZERO));
        self.bounding_radius = self.batches.bounding_radius();
        self.ground = ground_of(static_picture, up);
        self.shadows = axes_and_grid::shadows_on_ground(
            &self.picture.marks,
            up,
            self.ground,
            has_many_bystanders(&self.picture.marks),
        );
        self.source = Some(source);
        self.edition += 1;
    }

    /// Visible static marks of the view, then those of the beat.
    pub fn marks<'a>(&'a self, state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
        self.picture.marks.iter().chain(visible_beat_marks(state, view))
    }

    /// Picture of the view: visible static marks, then those of the beat, and the requests of both.
    pub fn picture(&self, state: &State, view: &str) -> Picture {
        let marks = self.marks(state, view).cloned().collect();
        let mut picture = Picture { marks, requests: self.picture.requests.clone() };
        visible_pictures(state, view).for_each(|beat| picture.requests.append(&beat.requests));
        picture
    }

    /// Requested details of the view, first those of the static marks.
    pub fn details<'a>(&'a self, state: &'a State, view: &'a str) -> impl Iterator<Item = &'a Detail> {
        let beat = visible_pictures(state, view).flat_map(|beat| &beat.requests.details);
        self.picture.requests.details.iter().chain(beat)
    }

    /// Marks that the legend lists, those of hidden layers included. The marks that the lesson draws for the mark under
    /// the pointer are included only if `with_linked`.
    pub fn marks_of_all_layers<'a>(
        &'a self,
        state: &'a State,
        view: &'a str,
        with_linked: bool,
    ) -> impl Iterator<Item = &'a Mark> + Clone {
        let static_marks = self.source.iter().flat_map(move |source| &source.backdrop.pictures.of(view).marks);
        let linked = state.linked_picture(view).marks.iter().filter(move |_| with_linked);
        static_marks.chain(beat_marks(state, view)).chain(linked).filter(|mark| !state.is_hidden(&mark.key))
    }
}

/// Visible marks of the beat, of the selected time, and linked to the mark under the pointer, in a view.
pub(super) fn visible_beat_marks<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
    // The iterator borrows only the state, so the filter needs the id of the view that the state holds.
    let view = state.views().iter().find(|other| other.id == view).map_or("", |view| view.id);
    let marks = visible_pictures(state, view).flat_map(|picture| &picture.marks);
    marks.filter(move |mark| !state.is_hidden(&mark.key) && state.focus.layers.shows(view, mark))
}

/// Marks of the beat and of the selected time, hidden ones included.
fn beat_marks<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
    beat_pictures(state, view).flat_map(|picture| &picture.marks)
}

/// Pictures of the beat, of the selected time, and linked to the mark under the pointer.
fn visible_pictures<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Picture> + Clone + use<'a> {
    beat_pictures(state, view).chain([state.linked_picture(view)])
}

/// Pictures of the beat, of the candidates of a wrong prediction, and of the selected time.
fn beat_pictures<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Picture> + Clone + use<'a> {
    let prediction = state.prediction.as_ref();
    let candidates = prediction.and_then(|prediction| prediction.marks_after_answer(state.playhead.position, view));
    state.picture(view).into_iter().chain(candidates).chain(state.moment_picture(view))
}
