//! The frames of a moving scene as a row of cells: the outcome of each, and the one that a figure shows.

use glam::DVec2;

use super::measures::{MARGIN, SMALL};
use super::svg::Svg;
use crate::picture::font::{self, Weight};
use crate::picture::{Role, Theme};

/// A row of frames, each in the ink of its outcome's role, with a legend below.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Outcomes: role and name.
    pub kinds: Vec<(Role, String)>,
    /// Index into `kinds` for each frame; `None` leaves the cell empty.
    pub frames: Vec<Option<usize>>,
    /// Index of the frame that the figure shows.
    pub now: usize,
}

/// Height of the row and its legend, points.
pub(in crate::picture) const HEIGHT: f64 = 42.0;

/// Height of a cell, points.
const CELL_HEIGHT: f64 = 10.0;

impl Cells {
    /// Draws the row with its top at `y` and the width `available`.
    pub(in crate::picture) fn draw(&self, svg: &mut Svg, theme: Theme, y: f64, available: f64) {
        let paper = theme.paper();
        let step = available / self.frames.len().max(1) as f64;
        // Cells too narrow to be distinguished are drawn without gaps.
        let gap = if step > 4.0 { 1.0 } else { 0.0 };
        for (i, kind) in self.frames.iter().enumerate() {
            let Some((role, _)) = kind.and_then(|kind| self.kinds.get(kind)) else { continue };
            let min = DVec2::new(MARGIN + i as f64 * step, y);
            svg.rect(min, DVec2::new(step - gap, CELL_HEIGHT), 0.0, theme.ink(*role).stroke, None);
        }
        let middle = MARGIN + (self.now as f64 + 0.5) * step;
        let size = DVec2::new(step.max(4.0) + 2.0, CELL_HEIGHT + 6.0);
        svg.rect(DVec2::new(middle - size.x * 0.5, y - 3.0), size, 2.0, [0; 4], Some(paper.text));
        let mut x = MARGIN;
        let base = y + CELL_HEIGHT + 19.0;
        for (i, (role, name)) in self.kinds.iter().enumerate() {
            let count = self.frames.iter().filter(|kind| **kind == Some(i)).count();
            if count > 0 {
                svg.rect(DVec2::new(x, base - 9.0), DVec2::splat(9.0), 0.0, theme.ink(*role).stroke, None);
                let words = format!("{name}: {count}");
                svg.text(DVec2::new(x + 15.0, base), &words, SMALL, Weight::Regular, "start", paper.text, None);
                x += 15.0 + font::width(&words, SMALL, Weight::Regular) + 22.0;
            }
        }
        let words = format!("frame {}, of 0 to {}", self.now, self.frames.len().saturating_sub(1));
        svg.text(DVec2::new(MARGIN + available, base), &words, SMALL, Weight::Regular, "end", paper.faint, None);
    }
}
