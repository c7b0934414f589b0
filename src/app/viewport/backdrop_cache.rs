//! What stands still behind the beats of a run, and is made once.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::DVec3;

use super::furniture;
use crate::app::state::State;
use crate::lesson::Backdrop;
use crate::picture::{Batches, Bounds, Mark, Picture, Up, ground_of, is_crowd, with_origin_named};

/// The backdrop without what is hidden.
#[derive(Default)]
pub(super) struct Still {
    of: Option<(Arc<Backdrop>, &'static str, BTreeSet<String>, Up)>,
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
        let same = |(of, seen, hidden, was_up): &(Arc<Backdrop>, &str, _, Up)| {
            Arc::ptr_eq(of, &backdrop) && *seen == view && *hidden == state.focus.hidden && *was_up == up
        };
        if self.of.as_ref().is_some_and(same) {
            return;
        }
        let whole = backdrop.pictures.of(view);
        let shown = whole.marks.iter().filter(|mark| !state.is_hidden(&mark.key));
        self.picture = with_origin_named(Picture { marks: shown.cloned().collect() });
        self.batches = Batches::new(&self.picture, Bounds::of(&self.picture).center().unwrap_or(DVec3::ZERO));
        self.bounding_radius = self.batches.bounding_radius();
        self.ground = ground_of(whole, up);
        self.shadows = furniture::shadows(&self.picture.marks, (up, self.ground), is_crowd(&self.picture.marks));
        self.of = Some((backdrop, view, state.focus.hidden.clone(), up));
        self.edition += 1;
    }

    /// Its marks and, over them, those of the beat.
    pub fn marks<'a>(&'a self, state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
        self.picture.marks.iter().chain(moving(state, view))
    }

    /// The same without what the pointer alone has brought.
    pub fn unpointed<'a>(&'a self, state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
        self.picture.marks.iter().chain(of_beat(state, view))
    }
}

/// The marks of the beat in a view, of the moment that was chosen and of what the pointer is on, without what is hidden.
pub(super) fn moving<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
    let linked = state.linked_picture(view).marks.iter();
    of_beat(state, view).chain(linked.filter(|mark| !state.is_hidden(&mark.key)))
}

/// The same without what the pointer is on.
fn of_beat<'a>(state: &'a State, view: &str) -> impl Iterator<Item = &'a Mark> + Clone + use<'a> {
    let beat = state.picture(view).into_iter().flat_map(|picture| &picture.marks);
    let moment = state.moment_picture(view).into_iter().flat_map(|picture| &picture.marks);
    beat.chain(moment).filter(|mark| !state.is_hidden(&mark.key))
}
