//! What stands still behind the beats of a run, and is made once.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec3;

use super::furniture;
use crate::app::layers::Layers;
use crate::app::state::State;
use crate::lesson::Backdrop;
use crate::picture::{Batches, Bounds, Mark, Picture, Up, ground_of, is_crowd, with_origin_named};

/// The names of bodies that are not drawn, and the layers that are switched off.
type Shown = (BTreeSet<String>, Layers);

/// The backdrop without what is hidden.
#[derive(Default)]
pub(super) struct Still {
    of: Option<(Arc<Backdrop>, &'static str, Shown, Up)>,
    /// The state's revision when that was looked at.
    revision: Option<u64>,
    /// How often it was made: caches hang on it.
    pub edition: u64,
    picture: Picture,
    /// Its parts.
    pub batches: Batches,
    /// How far they reach from their origin, meters.
    pub bounding_radius: f64,
    /// Height of the lowest body, meters along the axis that points up: where the grid lies.
    pub ground: f64,
    /// What its bodies shade on the ground: corners, meters.
    pub shadows: Vec<Vec<DVec3>>,
}

impl Still {
    /// Makes it again when the backdrop or the view is another, or other bodies are hidden.
    pub fn refresh(&mut self, state: &State, view: &'static str) {
        if self.revision.replace(state.revision) == Some(state.revision) {
            return;
        }
        let backdrop = state.backdrop().unwrap_or_default();
        let up = state.camera(view).up;
        let focus = &state.focus;
        let same = |(of, seen, (hidden, layers), was_up): &(Arc<Backdrop>, &str, Shown, Up)| {
            let shown = *hidden == focus.hidden && *layers == focus.layers;
            Arc::ptr_eq(of, &backdrop) && *seen == view && shown && *was_up == up
        };
        if self.of.as_ref().is_some_and(same) {
            return;
        }
        let whole = backdrop.pictures.of(view);
        let shown = whole.marks.iter().filter(|mark| !state.is_hidden(&mark.key) && focus.layers.shows(view, mark));
        self.picture = with_origin_named(Picture { marks: shown.cloned().collect() });
        self.batches = Batches::new(&self.picture, Bounds::of(&self.picture).center().unwrap_or(DVec3::ZERO));
        self.bounding_radius = self.batches.bounding_radius();
        self.ground = ground_of(whole, up);
        self.shadows = furniture::shadows(&self.picture.marks, (up, self.ground), is_crowd(&self.picture.marks));
        self.of = Some((backdrop, view, (focus.hidden.clone(), focus.layers.clone()), up));
        self.edition += 1;
    }

    /// Its marks and, over them, those of the beat.
    pub fn marks<'a>(&'a self, state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
        self.picture.marks.iter().chain(moving(state, view))
    }

    /// What a legend names: the same with layers that are switched off, and without what the pointer alone has brought unless
    /// that is `pointed` at.
    pub fn layered<'a>(
        &'a self,
        state: &'a State,
        view: &'a str,
        pointed: bool,
    ) -> impl Iterator<Item = &'a Mark> + Clone {
        let still = self.of.iter().flat_map(move |(backdrop, ..)| &backdrop.pictures.of(view).marks);
        let linked = state.linked_picture(view).marks.iter().filter(move |_| pointed);
        still.chain(of_beat(state, view)).chain(linked).filter(|mark| !state.is_hidden(&mark.key))
    }
}

/// The marks of the beat in a view, of the moment that was chosen and of what the pointer is on, without what is hidden.
pub(super) fn moving<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
    let view = state.views().iter().find(|other| other.id == view).map_or("", |view| view.id);
    let marks = of_beat(state, view).chain(&state.linked_picture(view).marks);
    marks.filter(move |mark| !state.is_hidden(&mark.key) && state.focus.layers.shows(view, mark))
}

/// The marks of the beat and of the moment, hidden ones too.
fn of_beat<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
    let beat = state.picture(view).into_iter().flat_map(|picture| &picture.marks);
    let moment = state.moment_picture(view).into_iter().flat_map(|picture| &picture.marks);
    beat.chain(moment)
}
