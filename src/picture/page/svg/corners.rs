//! Axes and scale bar in the corners of a pane.

use glam::DVec2;

use super::Svg;
use crate::Camera;
use crate::font::Weight;
use crate::marks::theme::Paper;
use crate::view::ground::{meters, spacing, triad, triad_letters};

/// Length of an axis that is parallel to the pane, points.
const AXIS: f64 = 21.0;

/// Width of the halo behind the lines of axes and scale bar, points.
const HALO_WIDTH: f64 = 4.2;

/// Width of the axes' lines, points.
const AXIS_WIDTH: f64 = 1.6;

/// Width of the scale bar's line, points.
const BAR_WIDTH: f64 = 1.4;

/// Letter height of the axes' names, points.
const AXIS_LETTERS: f64 = 11.0;

/// Letter height of the scale bar's length, points.
const BAR_LETTERS: f64 = 11.5;

/// Distance of the base line of an axis' name below the middle of its letter, points.
const LETTER_DROP: f64 = 3.5;

/// Distance of the scale bar from the right and lower side of the pane, points.
const BAR_MARGIN: f64 = 14.0;

/// Length of the ticks at the ends of the scale bar, points.
const BAR_TICK: f64 = 4.0;

/// Distance of the base line of the bar's length above the bar, points.
const BAR_WORDS_ABOVE: f64 = 7.0;

/// Size of the plate behind the letter of an axis, points.
const LETTER_PLATE: DVec2 = DVec2::new(10.0, 11.0);

/// Position of a letter's anchor, the middle of its base line, from the top left of its plate, points.
const LETTER_PLATE_AT: DVec2 = DVec2::new(5.0, 8.5);

/// Radius of the corners of plates, points.
const PLATE_RADIUS: f64 = 3.0;

/// Distance of the sides and the lower edge of the plate behind the scale bar from the bar, points.
const BAR_PLATE_MARGIN: f64 = 5.0;

/// Height of the plate above the scale bar, points: it contains the bar's length in words.
const BAR_PLATE_ABOVE: f64 = 20.0;

/// Alpha of the plate behind the scale bar, of 255.
const BAR_PLATE_ALPHA: u8 = 190;

impl Svg {
    /// Draws the world's axes with their origin at `foot`, in points of the pane.
    pub(crate) fn draw_triad(&mut self, camera: &Camera, foot: DVec2, paper: &Paper) {
        self.out.push_str("<g data-part=\"axes\">\n");
        // A halo separates the axes from bodies behind them.
        for (_, end) in triad(camera) {
            self.line(&[foot, foot + end * AXIS], paper.halo, HALO_WIDTH, &[], 0.0);
        }
        for (axis, end) in triad(camera) {
            let tip = foot + end * AXIS;
            self.line(&[foot, tip], paper.axes[axis], AXIS_WIDTH, &[], 0.0);
        }
        for (axis, offset) in triad_letters(camera, AXIS) {
            let name = ["x", "y", "z"][axis];
            let at = foot + offset + DVec2::new(0.0, LETTER_DROP);
            // Lines of bodies may be behind the letter.
            self.rect(at - LETTER_PLATE_AT, LETTER_PLATE, PLATE_RADIUS, paper.halo, None);
            self.text(at, name, AXIS_LETTERS, Weight::SemiBold, "middle", paper.axes[axis], Some(paper.halo));
        }
        self.out.push_str("</g>\n");
    }

    /// Draws a bar as long as a grid cell, with its length in words, in the lower right corner of a pane of the size
    /// `pane`, points.
    pub(crate) fn draw_scale_bar(&mut self, camera: &Camera, pane: DVec2, paper: &Paper) {
        let step = spacing(camera, pane.y);
        let length = step / camera.half_height() * pane.y * 0.5;
        let right = pane - DVec2::splat(BAR_MARGIN);
        let left = right - DVec2::new(length, 0.0);
        let tick = DVec2::new(0.0, BAR_TICK);
        self.out.push_str("<g data-part=\"scale\">\n");
        // A body clipped by the pane may be behind the bar.
        let plate_min = left - DVec2::new(BAR_PLATE_MARGIN, BAR_PLATE_ABOVE);
        let plate_size = DVec2::new(length + 2.0 * BAR_PLATE_MARGIN, BAR_PLATE_ABOVE + BAR_PLATE_MARGIN);
        let [r, g, b, _] = paper.pane;
        self.rect(plate_min, plate_size, PLATE_RADIUS, [r, g, b, BAR_PLATE_ALPHA], None);
        let bracket = [left - tick, left, right, right - tick];
        self.line(&bracket, paper.halo, HALO_WIDTH, &[], 0.0);
        self.line(&bracket, paper.faint, BAR_WIDTH, &[], 0.0);
        let at = left.midpoint(right) - DVec2::new(0.0, BAR_WORDS_ABOVE);
        self.text(at, &meters(step), BAR_LETTERS, Weight::Regular, "middle", paper.faint, Some(paper.halo));
        self.out.push_str("</g>\n");
    }
}
