//! Legend of the tiles of a contact manifold: it lists the marks of the whole run, so that it is the same in all steps.

use std::mem::{Discriminant, discriminant};

use super::tile_frames::has_tiles;
use super::{ManifoldState, gap_bars, tiles};
use crate::answer::number::Unit;
use crate::picture::{Form, Mark, Picture, Role};

/// One mark of each role and form in the tiles of a run; empty if there are only bars.
pub(super) fn legend(states: &[ManifoldState], unit: Unit) -> Vec<Mark> {
    let mut all = Picture::default();
    if !has_tiles(states, states.len()) {
        return Vec::new();
    }
    for step in 0..states.len() {
        if has_tiles(states, step) {
            tiles::draw(&mut all, states, step, unit, &[])
        } else {
            gap_bars::draw(&mut all, gap_bars::Content { states, step, is_decided: true }, unit, &[])
        }
    }
    let mut listed: Vec<Mark> = Vec::new();
    for mark in all.marks.into_iter().filter(|mark| !matches!(mark.form, Form::Tile { .. })) {
        if !listed.iter().any(|other| kind_of(other) == kind_of(&mark)) {
            listed.push(mark);
        }
    }
    listed
}

/// Role and form of a mark, which have one entry in the legend.
fn kind_of(mark: &Mark) -> (Role, Discriminant<Form>) {
    (mark.role, discriminant(&mark.form))
}
