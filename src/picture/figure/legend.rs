//! Legend of a figure: choice of its entries, their positions in rows, and their drawing.

use glam::DVec2;

use super::Figure;
use super::names::{NAMED_AT_BODY, legend_name};
use crate::font::{self, Weight};
use crate::page::measures::{MARGIN, SMALL, SWATCH};
use crate::page::svg::Svg;
use crate::space::body_intersections::body_seams;
use crate::view::legend::{Sample, Samples, listed_roles, merge_samples, samples_in};
use crate::{Form, Role, ViewKind};

/// Height of a row, points.
pub(super) const ROW_HEIGHT: f64 = 22.0;

/// Gap between a swatch and its name, points.
const SWATCH_GAP: f64 = 7.0;

/// Gap between two entries, points.
const ENTRY_GAP: f64 = 20.0;

/// Largest number of entries, unless fewer of [`EXPLAINED_BY_LABELS`] can be omitted.
const MAX_ENTRIES: usize = 7;

/// Roles that a legend of more than [`MAX_ENTRIES`] omits, as labels explain their marks. The first ones are omitted
/// first.
const EXPLAINED_BY_LABELS: [Role; 7] =
    [Role::Origin, Role::Normal, Role::Witness, Role::ShapeA, Role::ShapeB, Role::Closest, Role::NewSupport];

/// Name of the curves in which bodies intersect.
const SEAM: &str = "where the surfaces intersect";

/// Maximum number of panes of a figure whose legend names the curves in which bodies intersect.
const MAX_PANES_WITH_SEAMS: usize = 2;

/// Legend sample of the curves in which bodies intersect: a line.
const SEAM_SAMPLE: Sample = Sample {
    face: false,
    line: true,
    arrow: false,
    dot: false,
    node: false,
    badge: false,
    sampled: false,
    hatched: [false; 2],
    groups: 0,
};

/// Entry of the legend: a sample of the marks of a role, and its name right of it.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    role: Role,
    sample: Sample,
    name: String,
    /// Top left corner relative to that of the legend, points; zero before the entries are placed.
    at: DVec2,
    /// Whether this figure shows the role; otherwise only other figures of the run do.
    is_shown: bool,
}

/// Entries of a legend with their positions.
#[derive(Default)]
pub(super) struct Legend {
    entries: Vec<Entry>,
    /// Number of rows; 0 without entries.
    pub rows: usize,
}

impl Legend {
    /// Roles to omit from a long legend: those that labels explain, as many as exceed [`MAX_ENTRIES`].
    fn spare_roles(&self, svg: &Svg) -> Vec<Role> {
        let excess = self.entries.len().saturating_sub(MAX_ENTRIES);
        let explained = EXPLAINED_BY_LABELS.into_iter().filter(|role| svg.has_label_of(*role));
        let listed = explained.filter(|role| self.entries.iter().any(|entry| entry.role == *role));
        listed.take(excess).collect()
    }
}

impl Figure {
    /// Whether the figure is one of an animation, in which every legend has the same entries at the same places.
    fn is_animated(&self) -> bool {
        !self.reserve.samples.is_empty()
    }

    /// Legend from which the layout takes its height, in rows of the width `available`, points. Outside of animations,
    /// it has no entries for marks that tiles add later, nor for bodies, whose names are next to them.
    pub(super) fn planned_legend(&self, available: f64) -> Legend {
        let drawn = self.drawn_samples();
        self.lay_out_legend(available, |role| {
            self.is_animated() || drawn.contains_key(&role) && !NAMED_AT_BODY.contains(&role)
        })
    }

    /// Draws the legend of the drawn panes with its top at `top`, at most as high as `max_rows` rows.
    pub(super) fn draw_legend(&self, svg: &mut Svg, top: f64, max_rows: usize, available: f64) {
        let full = self.lay_out_legend(available, |role| self.is_listed(role, svg));
        let spare = if self.is_animated() { Vec::new() } else { full.spare_roles(svg) };
        let legend = self.lay_out_legend(available, |role| self.is_listed(role, svg) && !spare.contains(&role));
        let height = max_rows as f64 * ROW_HEIGHT;
        for mut entry in legend.entries.into_iter().filter(|entry| entry.at.y < height) {
            entry.at += DVec2::new(MARGIN, top);
            self.draw_entry(svg, &entry);
        }
    }

    /// Places the entries of the roles that satisfy `has_entry` in rows of the width `available`, points.
    fn lay_out_legend(&self, available: f64, has_entry: impl Fn(Role) -> bool) -> Legend {
        if !self.legend {
            return Legend::default();
        }
        let mut entries = self.unplaced_entries(has_entry);
        let mut x = 0.0;
        let mut row = 0usize;
        for entry in &mut entries {
            let width = SWATCH + SWATCH_GAP + font::width(&entry.name, SMALL, Weight::Regular) + ENTRY_GAP;
            if x > 0.0 && x + width - ENTRY_GAP > available {
                x = 0.0;
                row += 1;
            }
            entry.at = DVec2::new(x, row as f64 * ROW_HEIGHT);
            x += width;
        }
        let rows = if entries.is_empty() { 0 } else { row + 1 };
        Legend { entries, rows }
    }

    /// Entries of the roles that satisfy `has_entry`, and that of the curves in which bodies intersect if there is
    /// space for it.
    fn unplaced_entries(&self, has_entry: impl Fn(Role) -> bool) -> Vec<Entry> {
        let drawn = self.drawn_samples();
        let draws_groups = drawn.keys().any(|role| role.is_group());
        let samples = merge_samples(self.samples().into_iter().chain(self.reserve.samples.clone()));
        let mut entries = Vec::new();
        for (role, sample) in listed_roles(&samples) {
            let name = sample.title(legend_name(role, &self.names));
            // Marks that explain themselves have an empty name and no entry.
            if !has_entry(role) || name.is_empty() {
                continue;
            }
            // The first group's entry represents all groups.
            let is_shown = drawn.contains_key(&role) || role.is_group() && draws_groups;
            entries.push(Entry { role, sample, name, at: DVec2::ZERO, is_shown });
        }
        // A figure with more panes has many texts without this one.
        if entries.len() < MAX_ENTRIES && self.panes.len() <= MAX_PANES_WITH_SEAMS && self.has_seams() {
            let name = SEAM.to_owned();
            entries.push(Entry { role: Role::Text, sample: SEAM_SAMPLE, name, at: DVec2::ZERO, is_shown: true });
        }
        entries
    }

    /// Whether the legend has an entry for curves in which bodies intersect: a pane in space shows some. Animations
    /// have no such entry, which would appear and disappear between frames.
    fn has_seams(&self) -> bool {
        let mut spaces = self.panes.iter().filter(|pane| pane.kind == ViewKind::Space);
        !self.is_animated() && spaces.any(|pane| !body_seams(&pane.picture).is_empty())
    }

    /// Samples of the panes for the legend, with those of marks that tiles add later.
    pub(super) fn samples(&self) -> Samples {
        merge_samples(self.panes.iter().flat_map(|pane| samples_in(pane.kind, &pane.picture.marks)))
    }

    /// Samples of the marks that the panes have now, without those that tiles add later.
    fn drawn_samples(&self) -> Samples {
        merge_samples(self.panes.iter().flat_map(|pane| {
            let marks = pane.picture.marks.iter();
            samples_in(pane.kind, marks.filter(|mark| !matches!(mark.form, Form::Tile { .. })))
        }))
    }

    /// Whether a role has an entry in the legend of the drawn panes. A role that is drawn in no pane (such as a bound
    /// of 0, or a body outside of all panes) has one only where other figures of the animation show it.
    fn is_listed(&self, role: Role, svg: &Svg) -> bool {
        let is_unnamed = svg.has_drawn(role) && !svg.has_name_of(role) && !self.is_in_key(role);
        self.reserve.samples.contains_key(&role) || is_unnamed
    }

    /// Whether a row in the key of a pane of lanes names the dot of a role.
    fn is_in_key(&self, role: Role) -> bool {
        let mut lanes = self.panes.iter().filter(|pane| pane.kind == ViewKind::Lanes);
        lanes.any(|pane| {
            let mut marks = pane.picture.marks.iter();
            marks.any(|mark| mark.role == role && mark.form.is_key_row())
        })
    }

    /// Draws an entry whose position is on the page.
    fn draw_entry(&self, svg: &mut Svg, entry: &Entry) {
        let at = entry.at + DVec2::new(0.0, ROW_HEIGHT * 0.5);
        let paper = self.theme.paper();
        let base = entry.at + DVec2::new(SWATCH + SWATCH_GAP, ROW_HEIGHT * 0.5 + SMALL * font::CAP_HEIGHT * 0.5);
        if entry.name == SEAM {
            svg.seam_swatch(at, &paper);
            return svg.text(base, &entry.name, SMALL, Weight::Regular, "start", paper.text, None);
        }
        let is_edge_on = svg.has_drawn(entry.role) && !svg.has_face_of(entry.role);
        let sample = if is_edge_on { entry.sample.edge_on() } else { entry.sample };
        // Entries of hidden marks are faint, since they cannot be found in the figure.
        if entry.is_shown && svg.has_drawn(entry.role) {
            svg.swatch(entry.role, sample, at, self.theme);
            svg.text(base, &entry.name, SMALL, Weight::Regular, "start", paper.text, None);
        } else {
            svg.draw_faintly(|svg| {
                svg.swatch(entry.role, sample, at, self.theme);
                svg.text(base, &entry.name, SMALL, Weight::Regular, "start", paper.faint, None);
            });
        }
    }
}
