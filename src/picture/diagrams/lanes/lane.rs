//! Drawing of a lane, a row of the diagram: its name left of the bars, its note right of them, and its frame or base
//! line; and of the names of groups of lanes.

use glam::DVec2;

use super::content::{GROUP_GAP, GROUP_NAME_SIZE};
use super::{NAME_SIZE, Painter};
use crate::Role;
use crate::flat::{Align, Words};
use crate::font::{self, Weight, elide};
use crate::marks::theme::{Ink, faded, word_color};

/// Least letter height of names, points.
const MIN_NAME_SIZE: f64 = 9.0;

/// Least height of a row that shows its name, points: letters need some space above and below.
const MIN_NAMED_ROW: f64 = 8.0;

/// Space between the name of a group and the bar along its rows, points.
const GROUP_BAR_GAP: f64 = 5.0;

/// Distance of the ends of a group's bar from those of the group, points.
const GROUP_BAR_INSET: f64 = 4.0;

/// Least height of a row in a group that shows its name, points.
const MIN_NAMED_ROW_IN_GROUP: f64 = 10.0;

/// Width by which the frame of a magnified lane extends beyond the lanes, for the tips of bars, points.
const FRAME_OVERHANG: f64 = 8.0;

/// Distance of names and frames from the pane's left and right edge, points.
const EDGE_MARGIN: f64 = 6.0;

/// Gap between a name and the lanes, points.
const NAME_GAP: f64 = 10.0;

/// Space left and right of a name together, points.
const NAME_MARGINS: f64 = EDGE_MARGIN + NAME_GAP;

/// Gap between a name and the frame of its magnified lane, points.
const MAGNIFIED_NAME_GAP: f64 = 5.0;

/// Letter height of a name, as a share of the height of its lane.
const LETTERS_PER_ROW: f64 = 0.8;

/// Distance from the left side of the selected lane's frame to the lanes, in addition to the name's width, points.
const SELECTION_MARGIN: f64 = 14.0;

/// Least distance of the selected lane's frame from the pane's left edge where rows are in groups, points.
const MIN_SELECTION_LEFT: f64 = 2.0;

/// Width of the selected lane's frame, points.
const SELECTION_WIDTH: f64 = 1.6;

/// Opacity of the base line of a lane.
const BASE_LINE_OPACITY: f64 = 0.7;

/// Line spacing of names that take several lines, in letter heights.
pub(super) const LINE_SPACING: f64 = 1.15;

impl Painter {
    /// Whether lanes are in groups with names.
    fn is_grouped(&self) -> bool {
        self.map.grouped_names > 0.0
    }

    /// Draws a lane's name and note, the frame of the deciding lane, and the base line of any other.
    pub(super) fn draw_lane(&mut self, index: usize, role: Role, rows: [f64; 2], [name, note]: [&str; 2]) {
        let [top, bottom] = rows.map(|row| self.map.y(row));
        // A lane without height only reserves space for its words; nothing is drawn.
        if !top.is_finite() || !bottom.is_finite() || rows[0] >= rows[1] {
            return;
        }
        let ink = self.theme.ink(role);
        if role == Role::Region {
            self.draw_magnified_frame(index, [top, bottom], &ink);
        }
        // Names shrink with their rows.
        let height = bottom - top;
        let size = (LETTERS_PER_ROW * height).clamp(MIN_NAME_SIZE, NAME_SIZE);
        let strong = !matches!(role, Role::Ghost | Role::Grid | Role::Text | Role::Idle);
        let weight = if strong { Weight::SemiBold } else { Weight::Regular };
        let (lines, letters) = fit_name(name, size, weight, DVec2::new(self.map.left - NAME_MARGINS, height));
        let is_selected = role == Role::Axis;
        if is_selected {
            let name_width = lines.iter().map(|line| font::width(line, letters, weight)).fold(0.0, f64::max);
            self.draw_selection(index, role, [top, bottom], name_width);
        } else if !matches!(role, Role::Grid | Role::Region) && !self.is_grouped() && !name.is_empty() {
            // A lane of the grid is only a name; groups have separating lines of their own.
            let ends = [self.map.left, self.map.right].map(|x| DVec2::new(x, bottom - 0.5));
            self.flat.line(index, ends.to_vec(), faded(self.paper.hairline, BASE_LINE_OPACITY), 1.0, &[]);
        }
        let color = match role {
            Role::Axis => self.paper.text,
            Role::Ghost | Role::Grid | Role::Idle => self.paper.faint,
            role => word_color(self.theme, role),
        };
        // Names that would run into one another are omitted, except that of the deciding lane; those in groups sooner,
        // since the group has a name.
        let min_height = if self.is_grouped() { MIN_NAMED_ROW_IN_GROUP } else { MIN_NAMED_ROW };
        if height < min_height && !is_selected {
            return;
        }
        let middle = 0.5 * (top + bottom);
        let gap = if role == Role::Region { FRAME_OVERHANG + MAGNIFIED_NAME_GAP } else { NAME_GAP };
        for (k, text) in lines.iter().enumerate() {
            let line = middle + (k as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_SPACING * letters;
            let at = DVec2::new(self.map.left - gap, line + font::BASE_LINE * letters);
            self.flat.words(index, &Words { at, text, size: letters, align: Align::End, strong, color });
        }
        let at = DVec2::new(self.map.notes, middle + font::BASE_LINE * size);
        self.flat.words(index, &Words { at, text: note, size, align: Align::End, strong, color });
    }

    /// Draws background and frame of the selected lane between `top` and `bottom`, points. `name_width` is the width of
    /// its name, points.
    fn draw_selection(&mut self, index: usize, role: Role, [top, bottom]: [f64; 2], name_width: f64) {
        // The frame is right of its group's name, which belongs to other rows too; a row without a group may have a
        // wider name.
        let left = if self.is_grouped() {
            let name_width = (self.map.grouped_names - GROUP_GAP).max(name_width);
            (self.map.left - SELECTION_MARGIN - name_width).max(MIN_SELECTION_LEFT)
        } else {
            EDGE_MARGIN
        };
        let right = self.size.x - EDGE_MARGIN;
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(DVec2::from_array).to_vec();
        let frame = corners.iter().chain(&corners[..1]).copied().collect();
        self.flat.fill(index, corners, self.theme.ink(role).fill);
        self.flat.line(index, frame, word_color(self.theme, role), SELECTION_WIDTH, &[]);
    }

    /// Draws background and frame of magnified lanes; lines of the scale do not pass through them.
    fn draw_magnified_frame(&mut self, index: usize, [top, bottom]: [f64; 2], ink: &Ink) {
        let [left, right] = [self.map.left - FRAME_OVERHANG, self.map.right + FRAME_OVERHANG];
        let corners = [[left, top], [right, top], [right, bottom], [left, bottom]].map(DVec2::from_array);
        self.flat.fill(index, corners.to_vec(), self.paper.pane);
        self.flat.fill(index, corners.to_vec(), faded(ink.fill, 0.35));
        let frame = corners.iter().chain(&corners[..1]).copied().collect();
        self.flat.line(index, frame, self.paper.faint, 1.0, &[]);
    }

    /// Draws the name of a group of rows, left of their own names, with a bar along all of them, and the line below the
    /// group.
    pub(super) fn draw_group(&mut self, index: usize, rows: [f64; 2], name: &str) {
        let [top, bottom] = rows.map(|row| self.map.y(row));
        if !top.is_finite() || !bottom.is_finite() || bottom - top < MIN_NAME_SIZE {
            return;
        }
        let end = self.map.left - NAME_GAP - self.map.grouped_names;
        let available = DVec2::new(end - GROUP_BAR_GAP - EDGE_MARGIN, bottom - top);
        let (lines, size) = fit_name(name, GROUP_NAME_SIZE, Weight::Regular, available);
        let middle = 0.5 * (top + bottom);
        for (k, text) in lines.iter().enumerate() {
            let line = middle + (k as f64 - 0.5 * (lines.len() - 1) as f64) * LINE_SPACING * size;
            let at = DVec2::new(end - GROUP_BAR_GAP, line + font::BASE_LINE * size);
            let color = self.paper.text;
            self.flat.words(index, &Words { at, text, size, align: Align::End, strong: false, color });
        }
        if self.is_grouped() {
            let ends = [EDGE_MARGIN, self.map.right].map(|x| DVec2::new(x, bottom));
            self.flat.line(index, ends.to_vec(), self.paper.hairline, 1.0, &[]);
            let bar = [top + GROUP_BAR_INSET, bottom - GROUP_BAR_INSET].map(|y| DVec2::new(end, y));
            self.flat.line(index, bar.to_vec(), self.paper.faint, 1.5, &[]);
        }
    }
}

/// Fits a name into an area of the size `available` (points): in letters smaller than `size`, then wrapped, and only
/// then shortened. Returns the lines and their letter height.
pub(super) fn fit_name(name: &str, size: f64, weight: Weight, available: DVec2) -> (Vec<String>, f64) {
    let sizes = [1.0, 0.9, 0.8, 0.7]
        .map(|factor| factor * size)
        .into_iter()
        .filter(|letters| *letters >= MIN_NAME_SIZE.min(size));
    if let Some(letters) = sizes.clone().find(|letters| font::width(name, *letters, weight) <= available.x) {
        return (vec![name.to_owned()], letters);
    }
    for letters in sizes {
        let lines = font::wrap(name, letters, weight, available.x);
        let fits = lines.iter().all(|line| font::width(line, letters, weight) <= available.x);
        if fits && LINE_SPACING * letters * lines.len() as f64 <= available.y {
            return (lines, letters);
        }
    }
    let least = MIN_NAME_SIZE.min(size);
    (vec![elide(name, least, weight, available.x)], least)
}
