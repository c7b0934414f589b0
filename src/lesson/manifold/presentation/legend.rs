//! Legend of the tiles of a contact manifold: it lists the marks of the whole run, so that it is the same in all steps.

use std::mem::{Discriminant, discriminant};

use contact_lens_model::answer::number::Unit;
use contact_lens_picture::{Form, Mark, Picture, Role};

use super::tile_frames::has_tiles;
use super::{ManifoldState, gap_bars, tiles};

/// One mark of each role and form in the tiles of a run with these states; empty if the run has bars of separations
/// only. `unit` is the common unit of the run's lengths.
pub(super) fn legend_marks(states: &[ManifoldState], unit: Unit) -> Vec<Mark> {
    let mut pictures_of_run = Picture::default();
    if !has_tiles(states, states.len()) {
        return Vec::new();
    }
    for step in 0..states.len() {
        if has_tiles(states, step) {
            tiles::draw(&mut pictures_of_run, states, step, unit, &[])
        } else {
            gap_bars::draw(&mut pictures_of_run, gap_bars::Content { states, step, is_decided: true }, unit, &[])
        }
    }
    let mut listed: Vec<Mark> = Vec::new();
    for mark in pictures_of_run.marks {
        let is_frame = matches!(mark.form, Form::Tile { .. });
        if !is_frame && listed.iter().all(|other| kind_of(other) != kind_of(&mark)) {
            listed.push(mark);
        }
    }
    listed
}

/// Role and form of a mark: all marks with the same two have one entry in the legend.
fn kind_of(mark: &Mark) -> (Role, Discriminant<Form>) {
    (mark.role, discriminant(&mark.form))
}
