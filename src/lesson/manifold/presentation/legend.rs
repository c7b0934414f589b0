//! Legend of the tiles: the marks of a whole run, so that it is the same in all steps.

use std::mem::{Discriminant, discriminant};

use super::tile_frames::is_laid;
use super::{ManifoldState, gap_bars, tiles};
use crate::answer::number::Unit;
use crate::picture::{Form, Mark, Picture, Role};

/// One mark of each role and form in the tiles of a run; empty if there are only bars.
pub(super) fn legend(states: &[ManifoldState], unit: Unit) -> Vec<Mark> {
    let mut all = Picture::default();
    if !is_laid(states, states.len()) {
        return Vec::new();
    }
    for step in 0..states.len() {
        if is_laid(states, step) {
            tiles::draw(&mut all, states, step, unit, &[])
        } else {
            gap_bars::draw(&mut all, gap_bars::Content { states, step, is_decided: true }, unit, &[])
        }
    }
    let mut kinds: Vec<Mark> = Vec::new();
    for mark in all.marks.into_iter().filter(|mark| !matches!(mark.form, Form::Tile { .. })) {
        if !kinds.iter().any(|other| kind_of(other) == kind_of(&mark)) {
            kinds.push(mark);
        }
    }
    kinds
}

/// Role and form of a mark, which have one entry in the legend.
fn kind_of(mark: &Mark) -> (Role, Discriminant<Form>) {
    (mark.role, discriminant(&mark.form))
}
