//! Drawing of one pane of a figure: ground, marks, inset, labels, title.

use glam::DVec2;

use super::names::{add_letters, is_name_of, name_bodies, with_origin_named};
use super::{Figure, LABEL};
use crate::flat::{self, Flat};
use crate::font::{self, Weight};
use crate::page::inset::{Inset, InsetPurpose, PaneExtent};
use crate::page::label::{LabelBox, LabelPane, Memory, PlacedLabel, length_of_lines_in, place_labels};
use crate::page::measures::{Area, SMALL};
use crate::page::svg::Svg;
use crate::view::ground;
use crate::view::plane_patches::fit_patches;
use crate::view::shadow::shadows;
use crate::{Backing, Form, Pane, Role, ViewKind, flatten};

/// Smallest letter height of a pane's title, points.
const MIN_TITLE_SIZE: f64 = 9.0;

/// Height reserved for the pane's title, points.
const TITLE_HEIGHT: f64 = 30.0;

/// Left margin of the title together with the space after it, points.
const TITLE_MARGINS: f64 = 16.0;

/// Start of the title's last line on its base line, from the top left of the pane, points.
const TITLE_AT: DVec2 = DVec2::new(12.0, 22.0);

/// Space left and right of the title together, points.
const TITLE_SIDES: f64 = 18.0;

/// Bottom of the area that labels leave to the title, points from the top of the pane.
const TITLE_BOTTOM: f64 = 28.0;

/// Title whose width other titles reserve too, so that labels are at the same place in all panes.
const LONG_TITLE: &str = "configuration space";

/// Margin of the plate behind the title, left and right of its words, points.
const PLATE_MARGIN: f64 = 4.0;

/// Margin of the plate above the letters of the title's first line, points.
const PLATE_ABOVE: f64 = 2.0;

/// Margin of the plate below the base line of the title's last line, points.
const PLATE_BELOW: f64 = 5.0;

/// Radius of the corners of plates behind words, points.
const PLATE_RADIUS: f64 = 3.0;

/// Relative difference up to which the scales of two panes are one: that of their rounding.
const SCALE_ROUNDING: f64 = 1e-9;

/// Box in the lower left corner that labels leave to the axes, points.
const TRIAD_BOX: DVec2 = DVec2::new(70.0, 70.0);

/// Position of the origin of the axes from the lower left corner, points.
const TRIAD_AT: DVec2 = DVec2::new(34.0, 34.0);

/// Box in the lower right corner that labels leave to the scale bar, points.
const SCALE_BOX: DVec2 = DVec2::new(150.0, 34.0);

/// Length of the lines behind a label, in widths of the label, above which they make it illegible.
const MAX_LINES_BEHIND: f64 = 0.3;

/// Space around the words of a label, points: left and right together, and below the base line for letters such as g.
const LABEL_PADDING: DVec2 = DVec2::new(2.0, 3.0);

/// Distance of labels from the sides of the pane, points.
const LABEL_MARGIN: f64 = 6.0;

/// Title of a pane, broken into lines.
struct Title {
    /// One or two lines.
    lines: Vec<String>,
    /// Letter height of the lines, points.
    size: f64,
}

impl Title {
    /// Fits a title into the width `available` (points): with smaller letters, then on two lines, where it is too
    /// narrow for one.
    fn fit(title: &str, available: f64) -> Self {
        let mut sizes = [SMALL, 0.9 * SMALL, MIN_TITLE_SIZE].into_iter();
        if let Some(size) = sizes.find(|size| font::width(title, *size, Weight::SemiBold) <= available) {
            return Self { lines: vec![title.to_owned()], size };
        }
        let mut lines = font::wrap(title, MIN_TITLE_SIZE, Weight::SemiBold, available);
        lines.truncate(2);
        Self { lines, size: MIN_TITLE_SIZE }
    }
}

impl Figure {
    /// Draws a pane with its labels; `memory` holds the labels' places in the previous step, and is updated.
    pub(super) fn draw_pane(&self, svg: &mut Svg, pane: &Pane, area: &Area, memory: &mut Memory) {
        let paper = self.theme.paper();
        svg.open_pane(area, &pane.title, &paper);
        if let Some(y) = pane.ground {
            svg.grid(&ground::grid(&pane.camera, y, area.size), self.theme.ink(Role::Grid));
            self.draw_shadows(svg, pane, y, area);
        }
        let mut picture = with_origin_named(pane.picture.clone());
        if pane.kind.has_ground() {
            name_bodies(&mut picture, &self.names, &pane.camera);
            if self.uses_letters() {
                add_letters(&mut picture, &self.names);
            }
        }
        if pane.kind == ViewKind::Space {
            fit_patches(&mut picture, &pane.camera, area.size, TITLE_HEIGHT);
        }
        let mut flat = flatten(pane.kind, &picture, &pane.camera, area.size, self.theme, flat::TITLE);
        svg.draw_all(&flat.under);
        let extent = PaneExtent { size: area.size, top: flat::TITLE };
        let purpose = InsetPurpose::Figure(&flat);
        let inset = Inset::new(pane.kind, &picture, &pane.camera, extent, self.theme, purpose);
        if let Some(inset) = &inset {
            inset.remove_shown_words(&mut flat);
        }
        // Items outside of the pane are skipped, so that the legend does not name what cannot be found.
        svg.items(flat.items.iter().filter(|item| item.draw.overlaps_pane(area.size)), &picture);
        let reserved = self.reserved_areas(pane, &flat, area, inset.as_ref());
        let backing = Backing::new(&flat, paper.pane);
        let margin = DVec2::splat(LABEL_MARGIN);
        let label_pane = LabelPane::new(&flat, [margin, area.size - margin], &reserved, Some(&backing));
        let labels = place_labels(&picture, &flat, &label_pane, self.theme, &label_size, memory);
        self.draw_labels(svg, &labels, &flat);
        if let Some(inset) = &inset {
            svg.inset(inset, &picture, &paper);
            let backing = Backing::new(&inset.flat, paper.pane);
            let labels = inset.place_labels(&picture, self.theme, Some(&backing), &label_size, &mut Memory::default());
            self.draw_labels(svg, &labels, &inset.flat);
        }
        self.draw_title(svg, pane, &flat, area);
        if self.has_triad(pane) {
            svg.draw_triad(&pane.camera, DVec2::new(TRIAD_AT.x, area.size.y - TRIAD_AT.y), &paper);
        }
        if self.has_scale_bar(pane) {
            svg.draw_scale_bar(&pane.camera, area.size, &paper);
        }
        svg.close_pane(area, &paper);
    }

    /// Draws the title of a pane.
    fn draw_title(&self, svg: &mut Svg, pane: &Pane, flat: &Flat, area: &Area) {
        let paper = self.theme.paper();
        let Title { lines, size } = Title::fit(&pane.title, area.size.x - TITLE_SIDES);
        let width = lines.iter().map(|line| font::width(line, size, Weight::SemiBold)).fold(0.0, f64::max);
        let low = DVec2::new(TITLE_AT.x - PLATE_MARGIN, TITLE_AT.y - size * lines.len() as f64 - PLATE_ABOVE);
        let high = DVec2::new(TITLE_AT.x + PLATE_MARGIN + width, TITLE_AT.y + PLATE_BELOW);
        // A plate behind the title where lines would make it illegible.
        if pane.kind.has_ground() && length_of_lines_in(&flat.lines, [low, high]) > 0.0 {
            svg.rect(low, high - low, PLATE_RADIUS, paper.halo, None);
        }
        for (k, line) in lines.iter().enumerate() {
            let at = DVec2::new(TITLE_AT.x, TITLE_AT.y - size * (lines.len() - 1 - k) as f64);
            svg.text(at, line, size, Weight::SemiBold, "start", paper.faint, Some(paper.halo));
        }
    }

    /// Draws the shadows of the bodies on the ground at height `y` (meters), with the light vertically above.
    fn draw_shadows(&self, svg: &mut Svg, pane: &Pane, y: f64, area: &Area) {
        let color = self.theme.paper().shadow;
        if !ground::sees_ground(&pane.camera) || pane.camera.elevation <= 0.0 || color[3] == 0 {
            return;
        }
        let lens = pane.camera.lens();
        for mark in &pane.picture.marks {
            let is_body = matches!(mark.role, Role::ShapeA | Role::ShapeB) || mark.role.is_in_background();
            if !is_body {
                continue;
            }
            let Form::Solid(solid) = &mark.form else { continue };
            for corners in shadows(solid, pane.camera.up, y) {
                let projected: Option<Vec<DVec2>> = corners.iter().map(|&p| lens.project(p, area.size)).collect();
                if let Some(polygon) = projected.filter(|polygon| polygon.len() >= 3) {
                    svg.fill(&polygon, color);
                }
            }
        }
    }

    /// Areas (top left and bottom right, points) that labels must not cover: title, axes and scale bar, fixed words,
    /// inset.
    fn reserved_areas(&self, pane: &Pane, flat: &Flat, area: &Area, inset: Option<&Inset>) -> Vec<[DVec2; 2]> {
        let long_title = font::width(LONG_TITLE, SMALL, Weight::SemiBold);
        let title = TITLE_MARGINS + font::width(&pane.title, SMALL, Weight::SemiBold);
        let title = DVec2::new(long_title.max(title), TITLE_BOTTOM);
        let mut areas = vec![[DVec2::ZERO, title]];
        areas.extend(&flat.taken);
        areas.extend(inset.map(|inset| inset.area));
        if self.has_triad(pane) {
            areas.push([DVec2::new(0.0, area.size.y - TRIAD_BOX.y), DVec2::new(TRIAD_BOX.x, area.size.y)]);
        }
        if self.has_scale_bar(pane) {
            areas.push([area.size - SCALE_BOX, area.size]);
        }
        areas
    }

    /// Whether a pane shows the directions of the axes: only the first of the panes that are seen from one direction.
    fn has_triad(&self, pane: &Pane) -> bool {
        let is_shown = self.panes_before(pane).any(|other| other.camera.axes() == pane.camera.axes());
        self.corners && pane.kind.has_ground() && !is_shown
    }

    /// Whether a pane shows a scale bar: only the first of the panes with one scale, to rounding.
    fn has_scale_bar(&self, pane: &Pane) -> bool {
        let height = pane.camera.half_height();
        let is_shown = self.panes_before(pane).any(|other| {
            let difference = (other.camera.half_height() - height).abs();
            other.ground.is_some() && difference <= SCALE_ROUNDING * height
        });
        self.corners && pane.ground.is_some() && !is_shown
    }

    /// Panes with a ground before a pane.
    fn panes_before<'a>(&'a self, pane: &Pane) -> impl Iterator<Item = &'a Pane> {
        self.panes.iter().take_while(move |other| !std::ptr::eq(*other, pane)).filter(|other| other.kind.has_ground())
    }

    /// Draws the labels of a drawing, and records the roles that they name for the legend.
    fn draw_labels(&self, svg: &mut Svg, labels: &[PlacedLabel], flat: &Flat) {
        let paper = self.theme.paper();
        for PlacedLabel { key, role, text, ink, place: LabelBox { min, max, leader } } in labels {
            svg.record_label(*role);
            if is_name_of(*role, text, &self.names) {
                svg.record_name(*role);
            }
            // A plate behind labels that lines would make illegible.
            if length_of_lines_in(&flat.lines, [*min, *max]) > MAX_LINES_BEHIND * (max.x - min.x) {
                svg.rect(*min, *max - *min, PLATE_RADIUS, paper.halo, None);
            }
            svg.label(text, key, *min + DVec2::new(0.5 * LABEL_PADDING.x, LABEL), LABEL, *leader, *ink, &paper);
        }
    }
}

/// Width and height of a label in a figure, points.
fn label_size(text: &str) -> DVec2 {
    DVec2::new(font::width(text, LABEL, Weight::SemiBold), LABEL) + LABEL_PADDING
}
