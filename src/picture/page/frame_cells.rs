//! Drawing of the frames of a moving scene as a row of cells below a figure: each cell has the ink of its frame's
//! outcome, and the frame that the figure shows is marked.

use glam::DVec2;

use super::measures::{MARGIN, SMALL};
use super::svg::Svg;
use crate::font::{self, Weight};
use crate::{Role, Theme};

/// Height of the row and its legend, points.
pub(crate) const HEIGHT: f64 = 42.0;

/// Height of a cell, points.
const CELL_HEIGHT: f64 = 10.0;

/// Width of a cell up to which cells are drawn without gaps, points.
const MAX_WIDTH_WITHOUT_GAP: f64 = 4.0;

/// Side of a swatch in the legend, points.
const SWATCH_SIDE: f64 = 9.0;

/// Distance from the left side of a swatch to its words, points.
const SWATCH_TO_WORDS: f64 = 15.0;

/// Gap between entries of the legend, points.
const ENTRY_GAP: f64 = 22.0;

/// Distance from the row to the base line of the legend, points.
const LEGEND_BELOW: f64 = 19.0;

/// Least width of the current cell for the frame around it, points.
const MIN_FRAMED_WIDTH: f64 = 4.0;

/// Distance of the frame around the current cell from the cell: at the sides; above and below; points.
const FRAME_OUTSET: DVec2 = DVec2::new(1.0, 3.0);

/// A row of cells, one for each frame in the ink of its outcome's role, with a legend below.
#[derive(Clone, Debug, PartialEq)]
pub struct Cells {
    /// Outcomes that occur: role and name.
    pub kinds: Vec<(Role, String)>,
    /// Index into `kinds` for each frame; `None` leaves the cell of a frame without an outcome empty.
    pub frames: Vec<Option<usize>>,
    /// Index of the frame that the figure shows.
    pub now: usize,
}

impl Cells {
    /// Draws the row and its legend with the top at `y` and the width `available`, points.
    pub(crate) fn draw(&self, svg: &mut Svg, theme: Theme, y: f64, available: f64) {
        let width = available / self.frames.len().max(1) as f64;
        let gap = if width > MAX_WIDTH_WITHOUT_GAP { 1.0 } else { 0.0 };
        for (i, kind) in self.frames.iter().enumerate() {
            let Some((role, _)) = kind.and_then(|kind| self.kinds.get(kind)) else { continue };
            let min = DVec2::new(MARGIN + i as f64 * width, y);
            svg.rect(min, DVec2::new(width - gap, CELL_HEIGHT), 0.0, theme.ink(*role).stroke, None);
        }
        // A frame around the current cell.
        let middle = MARGIN + (self.now as f64 + 0.5) * width;
        let size = DVec2::new(width.max(MIN_FRAMED_WIDTH), CELL_HEIGHT) + 2.0 * FRAME_OUTSET;
        let corner = DVec2::new(middle - size.x * 0.5, y - FRAME_OUTSET.y);
        svg.rect(corner, size, 2.0, [0; 4], Some(theme.paper().text));
        self.draw_legend(svg, theme, y + CELL_HEIGHT + LEGEND_BELOW, available);
    }

    /// Draws the number of frames of each outcome, and the number of the current frame, on one line of text with its
    /// base line at `base`.
    fn draw_legend(&self, svg: &mut Svg, theme: Theme, base: f64, available: f64) {
        let paper = theme.paper();
        let mut x = MARGIN;
        for (i, (role, name)) in self.kinds.iter().enumerate() {
            let count = self.frames.iter().filter(|kind| **kind == Some(i)).count();
            if count > 0 {
                let swatch = DVec2::new(x, base - SWATCH_SIDE);
                svg.rect(swatch, DVec2::splat(SWATCH_SIDE), 0.0, theme.ink(*role).stroke, None);
                let words = format!("{name}: {count}");
                let at = DVec2::new(x + SWATCH_TO_WORDS, base);
                svg.text(at, &words, SMALL, Weight::Regular, "start", paper.text, None);
                x += SWATCH_TO_WORDS + font::width(&words, SMALL, Weight::Regular) + ENTRY_GAP;
            }
        }
        let words = format!("frame {}, of 0 to {}", self.now, self.frames.len().saturating_sub(1));
        svg.text(DVec2::new(MARGIN + available, base), &words, SMALL, Weight::Regular, "end", paper.faint, None);
    }
}
