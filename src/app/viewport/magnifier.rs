//! Inset that magnifies details too small to see, or shows the far side of a sphere, in a corner of the pane. egui's
//! painter draws it as in figures.

use std::collections::BTreeMap;

use egui::{FontId, Painter, Rect, Stroke, StrokeKind, vec2};
use glam::DVec2;

use super::backdrop_cache::Still;
use super::labels::{self, Around, Word};
use super::memo::Kept;
use super::pane_size;
use super::pen::{GLOW, Pen};
use crate::app::hover::lit;
use crate::app::state::State;
use crate::app::theme::Look;
use crate::lesson::View;
use crate::picture::inset::{Care, Inset};
use crate::picture::label::Memory;
use crate::picture::{Camera, Key, Picture, Theme};

/// Cached inset of one view.
#[derive(Default)]
pub(super) struct Magnifier {
    seen: Kept<Basis, Option<(Picture, Inset)>>,
    places: Memory,
    /// Labels in the inset, by its basis, rectangle and pixel scale.
    words: Kept<(Basis, Rect, u32), Vec<Word>>,
}

/// Inputs of an inset.
#[derive(Clone, PartialEq)]
pub(super) struct Basis {
    pub revision: u64,
    pub edition: u64,
    pub dark: bool,
    pub camera: Camera,
    pub size: DVec2,
    /// Free height at the top, points.
    pub top: f64,
}

impl Magnifier {
    /// Center and radius of the magnified part, points of the pane.
    pub fn ring(&self) -> Option<(DVec2, f64)> {
        self.seen.last()?.as_ref()?.1.ring.filter(|(middle, _)| self.holds(*middle))
    }

    /// Whether labels at a point of the pane are drawn in the inset only.
    fn holds(&self, at: DVec2) -> bool {
        self.seen.last().and_then(Option::as_ref).is_some_and(|(_, inset)| inset.holds(at))
    }

    /// Draws the inset, if there is one, and returns its rectangle. On a sphere, the first `top` points of the pane
    /// stay free.
    pub fn show(
        &mut self,
        painter: &Painter,
        (rect, top): (Rect, f64),
        state: &State,
        view: &View,
        still: &Still,
    ) -> Option<Rect> {
        let look = Look::of(state.prefs.dark);
        let camera = *state.camera(view.id);
        let size = pane_size(rect);
        let theme = look.theme();
        let basis = Basis { revision: state.revision, edition: still.edition, dark: look.dark, camera, size, top };
        let seen = self.seen.get(basis.clone(), |_| {
            let marks = || still.marks(state, view.id);
            if !Inset::opens(view.kind, marks(), &camera, (size, top)) {
                return None;
            }
            let picture = Picture { marks: marks().cloned().collect() };
            let inset = Inset::of(view.kind, &picture, &camera, (size, top), theme, Care::Screen)?;
            Some((picture, inset))
        });
        let (picture, inset) = seen.as_ref()?;
        let at = |p: DVec2| rect.min + vec2(p.x as f32, p.y as f32);
        let area = Rect::from_min_max(at(inset.area[0]), at(inset.area[1]));
        let paper = theme.paper();
        let faint = Look::rgba(paper.faint);
        if let Some((middle, radius)) = inset.ring {
            painter.circle_stroke(at(middle), radius as f32, Stroke::new(1.2, faint));
        }
        for ends in inset.leaders() {
            painter.line_segment(ends.map(at), Stroke::new(0.8, faint));
        }
        painter.rect_filled(area, 6.0, Look::rgba(paper.pane));
        let inside = painter.with_clip_rect(area.intersect(painter.clip_rect()));
        let glows = |key: &Key| lit(state.hover.as_ref(), key);
        let pen = Pen { painter: &inside, corner: rect.min };
        inset.flat.under.iter().for_each(|draw| pen.draw(draw, 0.0));
        for item in &inset.flat.items {
            pen.draw(&item.draw, if glows(&picture.marks[item.mark].key) { GLOW } else { 0.0 });
        }
        let corner = area.min + vec2(8.0, 5.0);
        let name = inside.layout_no_wrap(inset.name.clone(), FontId::proportional(11.5), faint);
        let title = Rect::from_min_size(corner, name.size());
        inside.rect_filled(title.expand2(vec2(3.0, 1.0)), 3.0, Look::rgba(paper.halo));
        inside.galley(title.min, name, faint);
        painter.rect_stroke(area, 6.0, Stroke::new(1.0, faint), StrokeKind::Inside);
        if state.prefs.labels {
            let places = &mut self.places;
            let make = |_: &_| words(&inside, (picture, inset), (area, title), theme, places);
            let words = self.words.get((basis, area, painter.pixels_per_point().to_bits()), make);
            labels::draw(&inside, area, words, theme, &glows);
        }
        Some(area)
    }
}

/// Places the labels in an inset.
fn words(
    painter: &Painter,
    (picture, inset): (&Picture, &Inset),
    (area, title): (Rect, Rect),
    theme: Theme,
    places: &mut Memory,
) -> Vec<Word> {
    let corner = inset.area[0];
    let dots: Vec<_> = inset.flat.dots.iter().map(|(at, radius)| (*at - corner, *radius)).collect();
    let lines: Vec<_> = inset.flat.lines.iter().map(|ends| ends.map(|end| end - corner)).collect();
    // Numbers in dots stay in place.
    let boxes: Vec<_> = inset.flat.taken.iter().map(|ends| ends.map(|end| end - corner)).collect();
    let bodies = BTreeMap::new();
    let around = Around { rect: area, theme, dots: &dots, lines: &lines, boxes: &boxes, frames: &[], bodies: &bodies };
    let spots = inset.flat.words.iter().map(|(mark, at)| (&picture.marks[*mark], *at - corner));
    labels::arranged(painter, &around, &[title], spots, places)
}
