//! Dots of a flat drawing: hollow ones behind veils, and dots above all faces, some with a number inside.

use glam::{DVec2, DVec3};

use super::Painter;
use super::veil::{FAR_RADIUS_FACTOR, PALE_OPACITY, far_ink, far_marker};
use crate::flat::{Align, Draw};
use crate::font;
use crate::marks::theme::{Ink, Marker, badge_ink, faded, over};
use crate::{Form, Mark, Picture, Role};

/// Letter height of numbers in dots, points.
const BADGE_TEXT: f64 = 11.5;

/// Half the width of a number in a dot, in letter heights.
const HALF_NUMBER: f64 = 0.35;

/// Half the side of the box that labels leave to a number, as a share of its dot's radius.
const TAKEN_SHARE: f64 = 0.9;

/// Gap between a dot and labels, points.
const DOT_CLEARANCE: f64 = 1.5;

/// Least radius of dots behind bodies, points.
const MIN_FAR_RADIUS: f64 = 1.4;

/// A dot drawn above all faces.
pub(super) struct TopDot {
    /// Index of its mark.
    mark: usize,
    /// Center in the pane, points.
    at: DVec2,
    /// Whether it is behind a veil.
    is_far: bool,
}

impl Painter<'_> {
    /// Whether a mark is a dot with a number.
    fn is_badge(&self, mark: usize) -> bool {
        matches!(self.picture.marks[mark].form, Form::Badge { .. })
    }

    /// Whether a mark is the new support point, the only plain dot that is drawn above numbers.
    fn is_new_support(&self, mark: usize) -> bool {
        self.picture.marks[mark].role == Role::NewSupport
    }

    /// Stage of a mark in the drawing order of dots: plain dots, then numbers, then the new support point.
    fn stage_of_top_dot(&self, mark: usize) -> u8 {
        if self.is_badge(mark) {
            1
        } else if self.is_new_support(mark) {
            2
        } else {
            0
        }
    }

    /// Middle and radius (points) of a dot that hides numbers below it: a dot with a number, or the new support point.
    /// `None` for other dots.
    fn area_that_hides_numbers(&self, mark: usize, at: DVec2) -> Option<(DVec2, f64)> {
        if !self.is_badge(mark) && !self.is_new_support(mark) {
            return None;
        }
        Some((at, dot_radius(self.picture, mark, &self.ink(mark))))
    }

    /// Whether a mark is a set of unimportant dots, drawn pale.
    pub(super) fn is_pale(&self, mark: usize) -> bool {
        matches!(&self.picture.marks[mark].form, Form::Solid(solid) if solid.pale)
    }

    /// Whether a point of a mark, in view coordinates, is seen through a veil. Points of the subject of a step never
    /// count as such.
    pub(super) fn is_far(&self, mark: usize, view: DVec3) -> bool {
        let is_subject = self.picture.marks[mark].role.is_subject_of_step();
        !is_subject && !self.veils.is_empty() && self.veils.hides(self.lens.from_view(view), self.lens.camera())
    }

    /// Draws a dot of a mark at the place of the point `view` (view coordinates), which is `at` in the pane, or stores
    /// it for [`Self::draw_top_dots`].
    pub(super) fn draw_dot(&mut self, mark: usize, view: DVec3, at: DVec2) {
        let is_far = self.is_far(mark, view);
        let Mark { role, key, form } = &self.picture.marks[mark];
        if matches!(form, Form::Point(_)) && self.veils.is_opaque_body(key) {
            if !self.veils.covers(key, self.lens.from_view(view), self.lens.camera()) {
                self.dots.push(TopDot { mark, at, is_far: false });
            }
            return;
        }
        // The origin is drawn above all faces, so that no edge hides its cross, and the new support point above dots at
        // nearly its place.
        let is_above_faces = matches!(role, Role::Origin | Role::NewSupport) || matches!(form, Form::Badge { .. });
        if !self.veils.is_empty() || is_above_faces {
            return self.dots.push(TopDot { mark, at, is_far });
        }
        let ink = self.ink(mark);
        self.draw_disc(mark, at, ink.marker);
    }

    /// Draws a dot of a mark with its casing.
    fn draw_disc(&mut self, mark: usize, at: DVec2, marker: Marker) {
        let ink = self.ink(mark);
        let paper = self.theme.paper();
        let radius = dot_radius(self.picture, mark, &ink);
        if self.is_pale(mark) {
            let color = over(faded(ink.stroke, PALE_OPACITY), paper.pane);
            return self.push(mark, Draw::Dot { at, marker, radius, color, rim: color });
        }
        let rim = ink.casing.unwrap_or(paper.pane);
        self.flat.dots.push((at, radius + DOT_CLEARANCE));
        self.push(mark, Draw::Dot { at, marker, radius, color: over(ink.stroke, paper.pane), rim });
    }

    /// Draws the stored dots above all faces: those behind veils first, hollow and without numbers.
    pub(super) fn draw_top_dots(&mut self) {
        let (far, mut near): (Vec<_>, Vec<_>) = std::mem::take(&mut self.dots).into_iter().partition(|dot| dot.is_far);
        for TopDot { mark, at, .. } in far {
            let ink = self.ink(mark);
            // Points of the grid are not shown through a body.
            if !self.is_badge(mark) && self.picture.marks[mark].role != Role::Grid {
                let radius = (dot_radius(self.picture, mark, &ink) * FAR_RADIUS_FACTOR).max(MIN_FAR_RADIUS);
                let clear = [0; 4];
                let color = far_ink(ink.stroke);
                self.push(mark, Draw::Dot { at, marker: far_marker(ink.marker), radius, color, rim: clear });
            }
        }
        near.sort_by_key(|dot| self.stage_of_top_dot(dot.mark));
        let areas: Vec<Option<(DVec2, f64)>> =
            near.iter().map(|dot| self.area_that_hides_numbers(dot.mark, dot.at)).collect();
        for (k, TopDot { mark, at, .. }) in near.into_iter().enumerate() {
            let picture = self.picture;
            let ink = self.ink(mark);
            let Form::Badge { text, .. } = &picture.marks[mark].form else {
                self.draw_disc(mark, at, ink.marker);
                continue;
            };
            // A number that a later dot would cover in part becomes a label, without a dot.
            let mut later = areas[k + 1..].iter().flatten();
            if later.any(|(other, radius)| other.distance(at) < radius + HALF_NUMBER * BADGE_TEXT) {
                self.flat.words.push((mark, at));
                continue;
            }
            self.draw_disc(mark, at, ink.marker.badge());
            let half = DVec2::splat(TAKEN_SHARE * dot_radius(picture, mark, &ink));
            self.flat.taken.push([at - half, at + half]);
            let at = at + DVec2::new(0.0, font::BASE_LINE * BADGE_TEXT);
            let color = badge_ink(&ink, self.theme);
            let text = text.clone();
            self.push(mark, Draw::Text { at, text, size: BADGE_TEXT, align: Align::Middle, strong: true, color });
        }
    }
}

/// Radius of a mark's dots in an ink, points.
fn dot_radius(picture: &Picture, mark: usize, ink: &Ink) -> f64 {
    f64::from(ink.dot_radius(picture.marks[mark].form.dot_size()))
}
