//! Clipping of a flat drawing to the box of an inset, a magnified detail in a pane. Lengths are in points from the
//! pane's top left, y down.

use glam::DVec2;

use crate::flat::{Draw, Flat, Item};
use crate::space::clip::{clip_chain, clip_polygon, clip_segment};

/// Distance from the sides of a box at which dots and words are still inside, points.
const INNER_MARGIN: f64 = 3.0;

/// Part of a box (top left and bottom right) in which dots and words are kept.
fn inner_box([min, max]: [DVec2; 2]) -> [DVec2; 2] {
    [min + INNER_MARGIN, max - INNER_MARGIN]
}

/// Whether a box (top left and bottom right) contains a point.
pub(super) fn is_in_box(p: DVec2, [min, max]: [DVec2; 2]) -> bool {
    p.cmpge(min).all() && p.cmple(max).all()
}

/// Moves a drawing by an offset, points.
pub(super) fn translate(flat: &mut Flat, by: DVec2) {
    let shapes = flat.items.iter_mut().map(|item| &mut item.draw).chain(&mut flat.under);
    for draw in shapes {
        match draw {
            Draw::Fill { points, .. } | Draw::Line { points, .. } => points.iter_mut().for_each(|p| *p += by),
            Draw::Dot { at, .. } | Draw::Text { at, .. } => *at += by,
        }
    }
    flat.words.iter_mut().for_each(|(_, at)| *at += by);
    flat.dots.iter_mut().for_each(|(at, _)| *at += by);
    flat.lines.iter_mut().flatten().for_each(|p| *p += by);
    flat.taken.iter_mut().flatten().for_each(|p| *p += by);
}

/// Parts of a shape inside a box; dots and words are kept as a whole or removed.
fn clip(draw: Draw, area: [DVec2; 2]) -> Vec<Draw> {
    let inner = inner_box(area);
    match draw {
        Draw::Fill { points, color, sharp } => {
            let points = clip_polygon(points, area);
            if points.len() > 2 { vec![Draw::Fill { points, color, sharp }] } else { Vec::new() }
        }
        Draw::Line { points, color, width, dash, phase } => {
            let pieces = clip_chain(&points, area).into_iter();
            let lines = pieces.map(|piece| {
                let phase = phase + piece.length_before;
                Draw::Line { points: piece.points, color, width, dash, phase }
            });
            lines.collect()
        }
        Draw::Dot { at, .. } | Draw::Text { at, .. } if is_in_box(at, inner) => vec![draw],
        Draw::Dot { .. } | Draw::Text { .. } => Vec::new(),
    }
}

/// Parts of a drawing inside a box. Frames are dropped, since the labels of an inset may use all of it.
pub(super) fn clip_to_box(flat: Flat, area: [DVec2; 2]) -> Flat {
    let inner = inner_box(area);
    let mut items = Vec::new();
    for Item { mark, role, draw } in flat.items {
        items.extend(clip(draw, area).into_iter().map(|draw| Item { mark, role, draw }));
    }
    Flat {
        items,
        words: flat.words.into_iter().filter(|(_, at)| is_in_box(*at, inner)).collect(),
        dots: flat.dots.into_iter().filter(|(at, _)| is_in_box(*at, inner)).collect(),
        lines: flat.lines.into_iter().filter_map(|ends| clip_segment(ends, area)).collect(),
        taken: flat.taken,
        under: flat.under.into_iter().flat_map(|draw| clip(draw, area)).collect(),
        frames: Vec::new(),
    }
}
