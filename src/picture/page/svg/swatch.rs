//! Swatches of a legend: a sample of a role's faces, lines and dots.

use glam::DVec2;

use super::Svg;
use crate::flat::arrow_head;
use crate::marks::theme::{Ink, Paper, Rgba, faded, over};
use crate::page::measures::SWATCH;
use crate::view::legend::Sample;
use crate::{Role, Theme, sphere};

/// Height of a face in a swatch, points.
const FACE_HEIGHT: f64 = 12.0;

/// Space to the left and right of a face in a swatch, points.
const FACE_MARGIN: f64 = 4.0;

/// Distances from the left side of a face at which its hatch lines start, points.
const HATCH_STARTS: [f64; 4] = [-5.0, 1.0, 7.0, 13.0];

/// Width of hatch lines, points.
const HATCH_WIDTH: f64 = 0.9;

/// Opacity of hatch lines.
const HATCH_OPACITY: f64 = 0.6;

/// Greatest width of the frame of a face, points: less than in a picture, since the face is small.
const MAX_FRAME_WIDTH: f64 = 1.8;

/// Radius of the dots in the stripes of several groups, points.
const STRIPE_DOT: f64 = 2.7;

/// Radius of the origin's marker, points: smaller than in a picture, so that it fits into the row.
const ORIGIN_RADIUS: f64 = 6.5;

/// Width of a curve in which bodies intersect, points.
const SEAM_WIDTH: f64 = 1.2;

/// Roles of bodies and planes, whose swatch has no dot on its face.
const WITHOUT_DOT: [Role; 6] = [Role::ShapeA, Role::ShapeB, Role::Bystander, Role::Idle, Role::Bound, Role::Ghost];

impl Svg {
    /// Draws the swatch of a role with the middle of its left side at `at`: a face, else a line, and on it a dot, if
    /// the sample has them. A face of a body or plane has no dot.
    pub(crate) fn swatch(&mut self, role: Role, sample: Sample, at: DVec2, theme: Theme) {
        let ink = theme.ink(role);
        let paper = theme.paper();
        self.push(format_args!("<g data-role=\"{role:?}\">\n"));
        let groups = sample.several_groups();
        if !groups.is_empty() {
            self.draw_stripes(&groups, sample, at, theme);
        } else if sample.face {
            self.draw_face(&ink, &paper, sample.hatched, at);
        } else if sample.line {
            self.draw_line(&ink, sample.arrow, at);
        }
        if sample.dot && groups.is_empty() && !(sample.face && WITHOUT_DOT.contains(&role)) {
            let radius = if role == Role::Origin { ORIGIN_RADIUS } else { f64::from(ink.size) };
            let rim = ink.casing.unwrap_or(paper.background);
            let middle = at + DVec2::new(SWATCH * 0.5, 0.0);
            let hollow_marker = if sample.node { sphere::hollow_marker(role) } else { None };
            match hollow_marker {
                Some(marker) => self.dot(middle, marker, radius, paper.background, ink.stroke),
                None if sample.badge => self.dot(middle, ink.marker.badge(), radius, ink.stroke, rim),
                None => self.dot(middle, ink.marker, radius, ink.stroke, rim),
            }
        }
        self.out.push_str("</g>\n");
    }

    /// Draws the swatch of the curves in which bodies intersect, with the middle of its left side at `at`.
    pub(crate) fn seam_swatch(&mut self, at: DVec2, paper: &Paper) {
        self.line(&[at, at + DVec2::new(SWATCH, 0.0)], paper.text, SEAM_WIDTH, &[], 0.0);
    }

    /// Draws a face with its outline and hatch lines. `hatched` says whether there are lines that rise to the right,
    /// and to the left.
    fn draw_face(&mut self, ink: &Ink, paper: &Paper, hatched: [bool; 2], at: DVec2) {
        let low = at + DVec2::new(FACE_MARGIN, -0.5 * FACE_HEIGHT);
        let size = DVec2::new(SWATCH - 2.0 * FACE_MARGIN, FACE_HEIGHT);
        let high = low + size;
        self.rect(low, size, 2.5, face_color(ink, paper), None);
        let [rises_right, rises_left] = hatched;
        if rises_right {
            self.draw_hatch([low, high], [high.y, low.y], ink);
        }
        if rises_left {
            self.draw_hatch([low, high], [low.y, high.y], ink);
        }
        let frame = [low, DVec2::new(high.x, low.y), high, DVec2::new(low.x, high.y), low];
        self.line(&frame, ink.stroke, f64::from(ink.width).min(MAX_FRAME_WIDTH), ink.dash, 0.0);
    }

    /// Draws the hatch lines of one slant, 45° steep, in the box from `low` to `high`, points. `from` and `to` are the
    /// heights (y down) of the left and right end of a line that is not clipped at the sides of the box.
    fn draw_hatch(&mut self, [low, high]: [DVec2; 2], [from, to]: [f64; 2], ink: &Ink) {
        let height = FACE_HEIGHT;
        for start in HATCH_STARTS {
            let x = low.x + start;
            let ends = [x.max(low.x), (x + height).min(high.x)];
            let ends = ends.map(|end| DVec2::new(end, from + (to - from) * (end - x) / height));
            self.line(&ends, faded(ink.stroke, HATCH_OPACITY), HATCH_WIDTH, &[], 0.0);
        }
    }

    /// Draws a piece of line, with a head if `arrow`.
    fn draw_line(&mut self, ink: &Ink, arrow: bool, at: DVec2) {
        let width = f64::from(ink.width);
        let mut ends = [at, at + DVec2::new(SWATCH, 0.0)];
        let head = arrow.then(|| arrow_head(&mut ends, width)).flatten();
        if let Some(casing) = ink.casing {
            self.line(&ends, casing, width + 2.0, ink.dash, 0.0);
        }
        self.line(&ends, ink.stroke, width, ink.dash, 0.0);
        if let Some([a, b, c]) = head {
            self.line(&[a, b, c, a], ink.casing.unwrap_or(ink.stroke), 2.2, &[], 0.0);
            self.fill(&[a, b, c], ink.stroke);
        }
    }

    /// Draws the sample of several groups: a stripe in the ink of each, with its marker.
    fn draw_stripes(&mut self, groups: &[Role], sample: Sample, at: DVec2, theme: Theme) {
        let width = SWATCH / groups.len() as f64;
        let paper = theme.paper();
        for (k, role) in groups.iter().enumerate() {
            let ink = theme.ink(*role);
            let low = at + DVec2::new(k as f64 * width, -0.5 * FACE_HEIGHT);
            let fill = face_color(&ink, &paper);
            if sample.face {
                self.rect(low, DVec2::new(width, FACE_HEIGHT), 0.0, fill, None);
            }
            if sample.dot {
                let middle = low + DVec2::new(0.5 * width, 0.5 * FACE_HEIGHT);
                self.dot(middle, ink.marker, STRIPE_DOT, ink.stroke, fill);
            } else {
                let start = low + DVec2::new(0.0, 0.5 * FACE_HEIGHT);
                self.line(&[start, start + DVec2::new(width - 1.0, 0.0)], ink.stroke, 2.0, &[], 0.0);
            }
        }
    }
}

/// Color of a face in a swatch: that of the ink with twice the alpha, since the area is small.
fn face_color(ink: &Ink, paper: &Paper) -> Rgba {
    let [r, g, b, alpha] = ink.fill;
    over([r, g, b, alpha.saturating_mul(2)], paper.background)
}
