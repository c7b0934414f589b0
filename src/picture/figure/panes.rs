//! Drawing of one pane of a figure: ground, marks, inset, labels, title.

use glam::DVec2;

use super::name_place::name_place;
use super::{Figure, LABEL};
use crate::picture::flat::{self, Flat};
use crate::picture::font::{self, Weight};
use crate::picture::page::inset::{Inset, Purpose};
use crate::picture::page::label::{Memory, Pane as LabelPane, Place, PlacedLabel, length_of_lines_in, place_labels};
use crate::picture::page::measures::{Area, SMALL};
use crate::picture::page::svg::Svg;
use crate::picture::view::ground;
use crate::picture::view::plane_patches::fit_patches;
use crate::picture::{Backing, Form, Key, Mark, Pane, Picture, Role, Solid, ViewKind, flatten};

/// Smallest letter height of a pane's title, points.
const MIN_TITLE_SIZE: f64 = 9.0;

/// Height reserved for the pane's title, points.
const TITLE_HEIGHT: f64 = 30.0;

/// Left margin of the title together with the space after it, points.
const TITLE_MARGINS: f64 = 16.0;

/// Length of lines beneath a label, in widths of the label, above which they would strike it through.
const MAX_STRUCK: f64 = 0.3;

/// Distance of labels from the sides of the pane, points.
const LABEL_MARGIN: f64 = 6.0;

/// Lines and letter height of a pane's title in the width `available`: smaller letters, then two lines, where it is too
/// narrow.
fn heading(title: &str, available: f64) -> (Vec<String>, f64) {
    let sizes = [SMALL, 0.9 * SMALL, MIN_TITLE_SIZE];
    if let Some(letters) = sizes.into_iter().find(|letters| font::width(title, *letters, Weight::SemiBold) <= available)
    {
        return (vec![title.to_owned()], letters);
    }
    let mut lines = font::wrap(title, MIN_TITLE_SIZE, Weight::SemiBold, available);
    lines.truncate(2);
    (lines, MIN_TITLE_SIZE)
}

impl Figure {
    /// Draws a pane with its labels; `memory` holds the labels' places in the previous step, and is updated.
    pub(super) fn pane(&self, svg: &mut Svg, pane: &Pane, area: &Area, memory: &mut Memory) {
        let paper = self.theme.paper();
        svg.open_pane(area, &pane.title, &paper);
        if let Some(y) = pane.ground {
            svg.grid(&ground::grid(&pane.camera, y, area.size), self.theme.ink(Role::Grid));
            self.shadows(svg, pane, y, area);
        }
        let mut picture = with_origin_named(pane.picture.clone());
        if pane.kind.has_ground() {
            name_bodies(&mut picture, &self.names);
            if self.uses_letters() {
                add_letters(&mut picture, &self.names);
            }
        }
        if pane.kind == ViewKind::Space {
            fit_patches(&mut picture, &pane.camera, area.size, TITLE_HEIGHT);
        }
        let mut flat = flatten(pane.kind, &picture, &pane.camera, area.size, self.theme, flat::TITLE);
        svg.under(&flat.under);
        let available = (area.size, flat::TITLE);
        let purpose = Purpose::Figure(&flat);
        let inset = Inset::of(pane.kind, &picture, &pane.camera, available, self.theme, purpose);
        if let Some(inset) = &inset {
            inset.take_words(&mut flat);
        }
        // Items outside of the pane are skipped, so that the legend does not name what cannot be found.
        svg.items(flat.items.iter().filter(|item| item.draw.overlaps_pane(area.size)), &picture);
        let reserved = self.reserved_areas(pane, &flat, area, inset.as_ref());
        let backing = Backing::of(&flat, paper.pane);
        let margin = DVec2::splat(LABEL_MARGIN);
        let label_pane = LabelPane::of(&flat, [margin, area.size - margin], &reserved, Some(&backing));
        let labels = place_labels(&picture, &flat, &label_pane, self.theme, &label_size, memory);
        self.labels(svg, &labels, &flat);
        if let Some(inset) = &inset {
            svg.inset(inset, &picture, &paper);
            let backing = Backing::of(&inset.flat, paper.pane);
            let labels = inset.place_labels(&picture, self.theme, Some(&backing), &label_size, &mut Memory::default());
            self.labels(svg, &labels, &inset.flat);
        }
        self.title(svg, pane, &flat, area);
        if self.has_triad(pane) {
            svg.triad(&pane.camera, DVec2::new(34.0, area.size.y - 34.0), &paper);
        }
        if self.has_scale_bar(pane) {
            svg.scale_bar(&pane.camera, area.size, &paper);
        }
        svg.close_pane(area, &paper);
    }

    /// Draws the title of a pane.
    fn title(&self, svg: &mut Svg, pane: &Pane, flat: &Flat, area: &Area) {
        let paper = self.theme.paper();
        let (lines, letters) = heading(&pane.title, area.size.x - 18.0);
        let wide = lines.iter().map(|line| font::width(line, letters, Weight::SemiBold)).fold(0.0, f64::max);
        let plate = [DVec2::new(8.0, 22.0 - letters * lines.len() as f64 - 2.0), DVec2::new(16.0 + wide, 27.0)];
        // A plate behind the title where lines would strike it through.
        if pane.kind.has_ground() && length_of_lines_in(&flat.lines, plate) > 0.0 {
            svg.rect(plate[0], plate[1] - plate[0], 3.0, paper.halo, None);
        }
        for (k, line) in lines.iter().enumerate() {
            let head = DVec2::new(12.0, 22.0 - letters * (lines.len() - 1 - k) as f64);
            svg.text(head, line, letters, Weight::SemiBold, "start", paper.faint, Some(paper.halo));
        }
    }

    /// Draws the shadows of the bodies on the ground at height `y` (meters), with the light vertically above.
    fn shadows(&self, svg: &mut Svg, pane: &Pane, y: f64, area: &Area) {
        let color = self.theme.paper().shadow;
        if !ground::sees_ground(&pane.camera) || pane.camera.elevation <= 0.0 || color[3] == 0 {
            return;
        }
        let lens = pane.camera.lens();
        for mark in pane
            .picture
            .marks
            .iter()
            .filter(|m| matches!(m.role, Role::ShapeA | Role::ShapeB) || m.role.is_in_background())
        {
            let Form::Solid(solid) = &mark.form else { continue };
            let corners = ground::shadow(&solid.vertices, pane.camera.up, y);
            let projected: Option<Vec<DVec2>> = corners.iter().map(|&p| lens.project(p, area.size)).collect();
            if let Some(polygon) = projected.filter(|polygon| polygon.len() >= 3) {
                svg.fill(&polygon, color);
            }
        }
    }

    /// Areas that labels must not cover: title, axes and scale bar, fixed words, inset.
    fn reserved_areas(&self, pane: &Pane, flat: &Flat, area: &Area, inset: Option<&Inset>) -> Vec<[DVec2; 2]> {
        let triad = DVec2::new(70.0, 70.0);
        let bar = DVec2::new(150.0, 34.0);
        // Short titles reserve the width of a long one, so that labels sit at the same place in all panes.
        let long = font::width("configuration space", SMALL, Weight::SemiBold);
        let own = TITLE_MARGINS + font::width(&pane.title, SMALL, Weight::SemiBold);
        let title = DVec2::new(long.max(own), 28.0);
        let mut areas = vec![[DVec2::ZERO, title]];
        areas.extend(&flat.taken);
        areas.extend(inset.map(|inset| inset.area));
        if self.has_triad(pane) {
            areas.push([DVec2::new(0.0, area.size.y - triad.y), DVec2::new(triad.x, area.size.y)]);
        }
        if self.has_scale_bar(pane) {
            areas.push([area.size - bar, area.size]);
        }
        areas
    }

    /// Whether a pane shows the directions of the axes: the first of the panes that are seen from one direction does.
    fn has_triad(&self, pane: &Pane) -> bool {
        let is_shown = self.panes_before(pane).any(|other| other.camera.axes() == pane.camera.axes());
        self.corners && pane.kind.has_ground() && !is_shown
    }

    /// Whether a pane shows a length: the first of the panes with one scale does.
    fn has_scale_bar(&self, pane: &Pane) -> bool {
        let height = pane.camera.half_height();
        let is_shown =
            self.panes_before(pane).any(|other| other.ground.is_some() && other.camera.half_height() == height);
        self.corners && pane.ground.is_some() && !is_shown
    }

    /// Panes with a ground before a pane.
    fn panes_before<'a>(&'a self, pane: &Pane) -> impl Iterator<Item = &'a Pane> {
        self.panes.iter().take_while(move |other| !std::ptr::eq(*other, pane)).filter(|other| other.kind.has_ground())
    }

    /// Draws the labels of a drawing.
    fn labels(&self, svg: &mut Svg, labels: &[PlacedLabel], flat: &Flat) {
        let paper = self.theme.paper();
        for PlacedLabel { key, role, text, ink, place: Place { min, max, leader } } in labels {
            svg.record_label(*role);
            let name = letter_of(*role).and_then(|letter| text.strip_suffix(letter)).unwrap_or(text);
            if name.strip_suffix(SAMPLED).unwrap_or(name) == legend_name(*role, &self.names) {
                svg.record_name(*role);
            }
            // A plate behind labels that lines would strike through.
            if length_of_lines_in(&flat.lines, [*min, *max]) > MAX_STRUCK * (max.x - min.x) {
                svg.rect(*min, *max - *min, 3.0, paper.halo, None);
            }
            svg.label(text, key, *min + DVec2::new(1.0, LABEL), LABEL, *leader, *ink, &paper);
        }
    }
}

/// Width and height of a label in a figure, points.
fn label_size(text: &str) -> DVec2 {
    DVec2::new(font::width(text, LABEL, Weight::SemiBold) + 2.0, LABEL + 3.0)
}

/// Note after the name of a body that is drawn with some of its vertices.
const SAMPLED: &str = ", sampled";

/// Roles whose names are written at their bodies instead of in the legend.
pub(super) const NAMED_AT_BODY: [Role; 3] = [Role::ShapeA, Role::ShapeB, Role::Difference];

/// Name of a role in the legend.
pub(super) fn legend_name(role: Role, names: &[(Role, String)]) -> &str {
    names.iter().find(|(named, _)| *named == role).map_or(role.meaning(), |(_, name)| name)
}

/// Bodies of the other body of the query; none for its difference.
fn others(picture: &Picture, role: Role) -> impl Iterator<Item = &Solid> {
    let other = match role {
        Role::ShapeA => Some(Role::ShapeB),
        Role::ShapeB => Some(Role::ShapeA),
        _ => None,
    };
    picture.marks.iter().filter(move |mark| Some(mark.role) == other).filter_map(|mark| match &mark.form {
        Form::Solid(solid) => Some(&**solid),
        _ => None,
    })
}

/// Adds the names of the query's bodies and of their difference to those that have no label yet.
fn name_bodies(picture: &mut Picture, names: &[(Role, String)]) {
    for role in NAMED_AT_BODY {
        let name = legend_name(role, names);
        if role == Role::Difference && name != role.meaning() {
            continue;
        }
        let is_alone = picture.marks.iter().filter(|mark| mark.role == role).count() == 1;
        let body = picture.marks.iter().filter(|mark| mark.role == role).find_map(|mark| match &mark.form {
            Form::Solid(solid) if !solid.vertices.is_empty() => {
                let note = if solid.sampled.is_some() { SAMPLED } else { "" };
                Some((mark.key.clone(), name_place(solid, others(picture, role)), note))
            }
            // A body that is a segment or a point; other marks of a role may be features of a body.
            Form::Segment([from, to]) if is_alone => Some((mark.key.clone(), from.midpoint(*to), "")),
            Form::Point(at) if is_alone => Some((mark.key.clone(), *at, "")),
            _ => None,
        });
        let has_label =
            |key: &Key| picture.marks.iter().any(|mark| mark.key == *key && matches!(mark.form, Form::Label { .. }));
        if let Some((key, center, note)) = body.filter(|(key, ..)| !has_label(key)) {
            picture.label(role, key, center, format!("{name}{note}"));
        }
    }
}

/// Suffix of the name of a query's body: the letter that labels and sentences use for it.
fn letter_of(role: Role) -> Option<&'static str> {
    match role {
        Role::ShapeA => Some(" (A)"),
        Role::ShapeB => Some(" (B)"),
        _ => None,
    }
}

/// Appends the letters A and B to the names of the query's bodies at their marks.
fn add_letters(picture: &mut Picture, names: &[(Role, String)]) {
    for mark in &mut picture.marks {
        let Some(letter) = letter_of(mark.role) else { continue };
        let name = legend_name(mark.role, names);
        if let Form::Label { text, .. } = &mut mark.form
            && text.strip_suffix(SAMPLED).unwrap_or(text) == name
            && name.chars().count() > 1
        {
            text.push_str(letter);
        }
    }
}

impl Figure {
    /// Whether a role has an entry in the legend of the drawn panes. A role that is drawn in no pane (such as a bound
    /// of 0, or a body outside of all panes) has one only where other figures of the animation show it.
    pub(super) fn is_listed(&self, role: Role, svg: &Svg) -> bool {
        let is_unnamed = svg.has_drawn(role) && !svg.has_name_of(role) && !self.is_in_key(role);
        self.reserve.samples.contains_key(&role) || is_unnamed
    }

    /// Whether a row in the key of a pane names the dot of a role.
    fn is_in_key(&self, role: Role) -> bool {
        let mut lanes = self.panes.iter().filter(|pane| pane.kind == ViewKind::Lanes);
        lanes.any(|pane| {
            let mut marks = pane.picture.marks.iter();
            marks.any(|mark| mark.role == role && mark.form.is_key_row())
        })
    }

    /// Whether the figure calls the query's bodies A and B: in a difference, an index or its sentence.
    fn uses_letters(&self) -> bool {
        let mut marks = self.panes.iter().flat_map(|pane| &pane.picture.marks);
        marks.any(uses_letters) || names_a_body(&self.caption.text())
    }
}

fn uses_letters(mark: &Mark) -> bool {
    match &mark.form {
        Form::Label { text: name, .. } | Form::Lane { name, .. } => names_a_body(name),
        _ => mark.role == Role::Difference,
    }
}

/// Places in a text where the letters A and B are bodies: `A` alone may be an article.
const LETTERED: [&str; 11] =
    ["A − B", "_A", "_B", "of A", "of B", "on A", "on B", "along A", "along B", "across A", "across B"];

/// Whether a text calls a body A or B; `of Anvil` does not.
fn names_a_body(text: &str) -> bool {
    let mut found = LETTERED.iter().flat_map(|part| text.match_indices(part));
    found.any(|(at, part)| !text[at + part.len()..].starts_with(char::is_alphanumeric))
}

/// Adds the label "O" to an origin that has none.
pub fn with_origin_named(mut picture: Picture) -> Picture {
    let has_name = picture.marks.iter().any(|m| m.role == Role::Origin && matches!(m.form, Form::Label { .. }));
    let origin = picture.marks.iter().find_map(|m| match m.form {
        Form::Point(p) if m.role == Role::Origin => Some((m.key.clone(), p)),
        _ => None,
    });
    if let (false, Some((key, at))) = (has_name, origin) {
        picture.label(Role::Origin, key, at, "O");
    }
    picture
}
