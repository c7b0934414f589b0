//! Projections of two bodies on axes. [`AxisLanes`] shows all axes of a run as number lines (lanes) below each other,
//! and [`AxisDrawing`] one axis next to the bodies, with the projections as bars on it. [`AxisStep`] makes the beats of
//! a step from them.

mod axis_drawing;
mod axis_names;
mod axis_sides;
mod axis_step;
pub mod choice;
mod line_labels;
mod shown_axis;

use std::collections::BTreeSet;

use contact_lens_model::answer::number::{self, Shown};
use contact_lens_model::snapshot::sat::Axis;
use contact_lens_picture::font::{self, Weight};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

pub use self::axis_drawing::AxisDrawing;
pub use self::axis_names::{axis_phrase, is_preposition};
pub use self::axis_step::{AxisStep, ExamplePair};
pub use self::shown_axis::ShownAxis;
use crate::{Row, Table};

/// Axis with the projections of both bodies. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectedAxis {
    /// Short name in tables and on the left of its lane: `a1`, `b2`, `a1 × b2`.
    pub name: String,
    /// Description in the text of a quiz: `the normal of face 1 of box`.
    pub description: String,
    /// Features that define the axis; `None` where they are unknown.
    pub definition: Option<Axis>,
    /// Group of the axis, as an index into [`AxisLanes::groups`]; the number of groups for the previous frame's axis,
    /// which is tested first. Lanes of different groups are spaced apart.
    pub group: usize,
    /// Unit vector along the axis, from A to B.
    pub normal: DVec3,
    /// Ends of A's projection along `normal`, meters from A's origin.
    pub a: [f64; 2],
    /// Ends of B's projection along `normal`, meters from A's origin.
    pub b: [f64; 2],
    /// Points of A and of B that bound the separation: A's is last along `normal`, B's is first.
    pub supports: [DVec3; 2],
    /// Whether the axis became the best when it was tested: its separation exceeds that of the best axis before by more
    /// than rounding error.
    pub was_best: bool,
    /// Whether the axis is drawn above the bodies instead of below them.
    pub above: bool,
}

impl ProjectedAxis {
    /// Separation, meters: from the end of A's projection to the start of B's; negative where they overlap.
    pub fn gap(&self) -> f64 {
        self.b[0] - self.a[1]
    }

    /// Length of the common part of the projections, meters; negative if they are apart.
    fn common(&self) -> f64 {
        self.a[1].min(self.b[1]) - self.a[0].max(self.b[0])
    }

    /// Label at the drawn axis: `axis a1`, `along A`.
    fn label(&self) -> String {
        if is_preposition(&self.name) { self.name.clone() } else { format!("axis {}", self.name) }
    }

    /// Projections of A and of B, meters from the end of A's: A's ends at 0, and B's begins at the separation.
    fn relative_to_end_of_a(&self) -> [[f64; 2]; 2] {
        [self.a, self.b].map(|ends| ends.map(|x| x - self.a[1]))
    }
}

/// Largest number of lanes that a figure has space for. If a run has more axes, the best ones and the current one have
/// lanes.
const MAX_LANES: usize = 10;

/// Number of lanes reserved for axes of a step that are not among the best: the current one, the best so far, and the
/// best before it.
const EXTRA_LANES: usize = 3;

/// Note of an axis that a later step tests.
const UNTESTED: &str = "not tested yet";

/// Note of the axis that the current step tests.
const TESTED_NEXT: &str = "tested next";

/// Space between groups of lanes, in heights of a lane.
const BETWEEN_GROUPS: f64 = 0.4;

/// Number of lanes below which the lanes are so high that the heading needs only half of one.
const FEW_LANES: usize = 8;

/// Number of axes up to which the table lists all tested ones; of more, it lists the best.
const MAX_TABLE_ROWS: usize = 200;

/// Font size at which the widths of notes are compared; any size gives the same order.
const NOTE_SIZE: f64 = 13.0;

/// Middle of the bar of A, as a fraction of a lane from its top.
const ROW_OF_A: f64 = 0.34;

/// Middle of the bar of B, as a fraction of a lane from its top.
const ROW_OF_B: f64 = 0.66;

/// Thickness of a bar, in heights of a lane.
const BAR_THICKNESS: f64 = 0.26;

/// Number lines (lanes) of the axes of a run.
#[derive(Clone, Debug)]
pub struct AxisLanes {
    /// Axes in the order of the tests.
    pub axes: Vec<ProjectedAxis>,
    /// Rounding error of a separation, meters.
    pub rounding: f64,
    /// Reason for the axes of each group, a sentence in which `{}` is the name of a body.
    pub groups: &'static [&'static str],
    /// Name of A.
    name_of_a: String,
    /// Indices of the axes that always have a lane, ascending: all, or the best ones.
    shown: Vec<usize>,
}

/// Axis with its row in the view.
struct LaneRow {
    /// Index of the axis.
    axis: usize,
    /// Upper edge of the lane, in heights of a lane; rows increase downwards.
    top: f64,
}

impl AxisLanes {
    /// Lanes of all axes that the run tests, in order. `rounding` is the error of a separation, meters; `groups` are
    /// the reasons for the axes of each group.
    pub fn new(axes: Vec<ProjectedAxis>, rounding: f64, groups: &'static [&'static str], name_of_a: &str) -> Self {
        let mut shown: Vec<usize> = (0..axes.len()).collect();
        if axes.len() > MAX_LANES {
            shown.sort_by(|&i, &j| axes[j].gap().total_cmp(&axes[i].gap()));
            shown.truncate(MAX_LANES - EXTRA_LANES);
            shown.sort_unstable();
        }
        Self { axes, rounding, groups, name_of_a: name_of_a.to_owned(), shown }
    }

    /// Index of the best of the first `tested` axes: the first one whose separation differs at most by rounding error
    /// from the largest. `None` for no axes.
    pub fn best(&self, tested: usize) -> Option<usize> {
        self.axes.iter().take(tested).rposition(|axis| axis.was_best)
    }

    /// Picture of the fixed marks: the range of all projections, the scale with 0 at the end of A's projection, and the
    /// rounding error around 0.
    pub fn fixed_marks(&self) -> Picture {
        let mut picture = Picture::default();
        let ends = self.axes.iter().flat_map(ProjectedAxis::relative_to_end_of_a).flatten();
        let ends = ends.fold([-self.rounding, self.rounding], |[low, high], x| [low.min(x), high.max(x)]);
        let lane_rows = self.lane_rows(&[]);
        let reserve = self.reserved_rows();
        let rows = [0.0, lane_rows.last().map_or(1.0, |row| row.top + 1.0) + reserve];
        let high = self.heading_height();
        let heading = Form::Lane { rows: [-high, 0.0], name: String::new(), note: String::new() };
        picture.add(Role::Grid, "heading", heading);
        let end = format!("{} ends at 0", self.name_of_a);
        picture.label(Role::ShapeA, "heading", DVec3::new(0.0, -0.5 * high, 0.0), end);
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
        picture.add(Role::Grid, "range", Form::Band { ends, rows });
        // Space for the widest number is reserved, so that scale and lanes do not move.
        let gap_notes = self.axes.iter().map(|axis| self.gap_text(axis.gap()));
        let notes = gap_notes.chain([UNTESTED, TESTED_NEXT].map(String::from));
        let note = notes.max_by(|a, b| note_width(a).total_cmp(&note_width(b)));
        let name = if reserve > 0.0 { self.count_of_lanes(MAX_LANES) } else { String::new() };
        let gutter = Form::Lane { rows: [0.0; 2], name, note: note.unwrap_or_default() };
        picture.add(Role::Grid, "gutter", gutter);
        picture.add(Role::Text, "zero", Form::Band { ends: [0.0; 2], rows });
        picture.add(Role::Text, "rounding", Form::Band { ends: [-self.rounding, self.rounding], rows });
        picture
    }

    /// Height of the heading, in heights of a lane.
    fn heading_height(&self) -> f64 {
        if self.lane_rows(&[]).len() < FEW_LANES { 0.5 } else { 1.0 }
    }

    /// Text of the number of lanes: `9 of 374 axes`.
    fn count_of_lanes(&self, count: usize) -> String {
        format!("{count} of {} axes", self.axes.len())
    }

    /// Height that [`EXTRA_LANES`] lanes need besides the best ones, with the spaces between further groups; in heights
    /// of a lane.
    fn reserved_rows(&self) -> f64 {
        if self.axes.len() == self.shown.len() {
            return 0.0;
        }
        let all_groups = count_groups(&self.axes);
        let shown_groups = count_groups(self.shown.iter().map(|axis| &self.axes[*axis]));
        EXTRA_LANES as f64 + BETWEEN_GROUPS * (all_groups - shown_groups) as f64
    }

    /// Rows of the axes that have a lane, in the order of the tests; groups are spaced apart. The axes with the indices
    /// `extra` have a lane even if they are not among the best.
    fn lane_rows(&self, extra: &[usize]) -> Vec<LaneRow> {
        let mut top = 0.0;
        let mut group = None;
        let mut rows = Vec::new();
        let mut listed: Vec<usize> = self.shown.iter().chain(extra).copied().collect();
        listed.sort_unstable();
        listed.dedup();
        for i in listed {
            let group_of_axis = self.axes.get(i).map(|axis| axis.group);
            if group.is_some() && group != group_of_axis {
                top += BETWEEN_GROUPS;
            }
            group = group_of_axis;
            rows.push(LaneRow { axis: i, top });
            top += 1.0;
        }
        rows
    }

    /// Picture of the lanes after `tested` axes, with the current axis `current` framed. Separations are written next
    /// to their lanes.
    pub fn picture(&self, tested: usize, current: Option<usize>) -> Picture {
        let mut picture = Picture::default();
        let best = self.best(tested);
        let best_before = best.and_then(|best| self.best(best));
        let extra: Vec<usize> = [best_before, best, current].into_iter().flatten().collect();
        let lane_rows = self.lane_rows(&extra);
        for row in &lane_rows {
            let i = row.axis;
            let is_current = current == Some(i);
            let note = if i < tested {
                self.gap_text(self.axes[i].gap())
            } else if is_current {
                TESTED_NEXT.to_owned()
            } else {
                UNTESTED.to_owned()
            };
            self.add_lane(&mut picture, row, note, tested, is_current);
        }
        if lane_rows.len() < self.axes.len() {
            let name = self.count_of_lanes(lane_rows.len());
            let rows = [-self.heading_height(), 0.0];
            picture.add(Role::Grid, "heading/count", Form::Lane { rows, name, note: String::new() });
        }
        self.add_best_line(&mut picture, &lane_rows, tested);
        picture
    }

    /// Text of a separation next to its lane.
    fn gap_text(&self, gap: f64) -> String {
        if gap.abs() <= self.rounding {
            String::from("gap 0 m")
        } else if gap > 0.0 {
            format!("gap {}", number::length(gap))
        } else {
            format!("depth {}", number::length(-gap))
        }
    }

    /// Adds a lane with the note on its separation, after `tested` axes.
    fn add_lane(&self, picture: &mut Picture, row: &LaneRow, note: String, tested: usize, is_current: bool) {
        let LaneRow { axis: i, top } = *row;
        let axis = &self.axes[i];
        let [a, b] = axis.relative_to_end_of_a();
        let key = format!("axis/{i}");
        let role = if is_current {
            Role::Axis
        } else if i >= tested {
            Role::Idle
        } else {
            Role::Text
        };
        let rows = [top, top + 1.0];
        let is_separating = i < tested && axis.gap() > self.rounding;
        let name = axis.name.clone();
        if is_separating {
            // A gap that proves the bodies apart has its own color.
            picture.add(role, key.clone(), Form::Lane { rows, name, note: String::new() });
            picture.add(Role::Gap, key.clone(), Form::Lane { rows, name: String::new(), note });
        } else {
            picture.add(role, key.clone(), Form::Lane { rows, name, note });
        }
        if i >= tested {
            return;
        }
        for (role, ends, row) in [(Role::ShapeA, a, top + ROW_OF_A), (Role::ShapeB, b, top + ROW_OF_B)] {
            // The overlap is from the start of B's projection to the end of A's, which is at 0.
            let shared = [ends[0].max(b[0]), ends[1].min(0.0)];
            if ends[1] - ends[0] <= self.rounding {
                picture.point(role, key.clone(), DVec3::new(ends[0], row, 0.0));
                continue;
            }
            picture.add(role, key.clone(), bar(ends, row, false));
            if shared[0] < shared[1] {
                picture.add(role, key.clone(), bar(shared, row, true));
            }
        }
        if is_separating {
            picture.add(Role::Gap, key, bar([0.0, b[0]], top + 0.5, false));
        }
    }

    /// Adds the best separation of the axes up to each lane as a stepped line, with a dot at the latest improvement.
    fn add_best_line(&self, picture: &mut Picture, lane_rows: &[LaneRow], tested: usize) {
        let mut steps = Vec::new();
        let mut best = None;
        let mut latest = None;
        let improvements = lane_rows.iter().filter(|row| row.axis < tested && self.axes[row.axis].was_best);
        for &LaneRow { axis: i, top } in improvements {
            steps.extend(best.map(|gap| DVec3::new(gap, top + 0.5, 0.0)));
            let corner = DVec3::new(self.axes[i].gap(), top + 0.5, 0.0);
            best = Some(corner.x);
            steps.push(corner);
            latest = Some((i, corner));
        }
        if let Some((i, dot)) = latest {
            picture.point(Role::Lower, format!("axis/{i}"), dot);
        }
        if let (Some(gap), Some(last)) = (best, lane_rows.iter().rfind(|row| row.axis < tested)) {
            steps.push(DVec3::new(gap, last.top + 1.0, 0.0));
            picture.add(Role::Lower, "best", Form::Polyline { points: steps, closed: false });
        }
    }

    /// Table of the first `tested` axes, in which the best one is chosen; in a run of many axes, only the best ones and
    /// the axis `current`.
    pub fn table(&self, tested: usize, current: Option<usize>) -> Table {
        let best = self.best(tested);
        let lists_all = self.axes.len() <= MAX_TABLE_ROWS;
        let mut rows = Vec::new();
        for (i, axis) in self.axes.iter().enumerate().take(tested) {
            let is_listed = lists_all || axis.was_best || self.shown.contains(&i) || [best, current].contains(&Some(i));
            if !is_listed {
                continue;
            }
            rows.push(Row {
                cells: vec![
                    Shown::from(axis.name.as_str()),
                    number::vector(axis.normal),
                    interval_text(axis.a),
                    interval_text(axis.b),
                    number::measured(axis.gap(), self.rounding),
                ],
                key: Some(format!("axis/{i}").into()),
                chosen: best == Some(i),
            });
        }
        Table { title: "Tested axes", columns: vec!["axis", "n", "A", "B", "gap"], rows }
    }
}

/// Width of a note, by which notes are compared.
fn note_width(note: &str) -> f64 {
    font::width(note, NOTE_SIZE, Weight::SemiBold)
}

/// Number of different groups to which axes belong.
fn count_groups<'a>(axes: impl IntoIterator<Item = &'a ProjectedAxis>) -> usize {
    axes.into_iter().map(|axis| axis.group).collect::<BTreeSet<usize>>().len()
}

/// Bar of a projection or of a part of it between `ends`, meters, at the height `row` in lanes; filled if `solid`.
fn bar(ends: [f64; 2], row: f64, solid: bool) -> Form {
    Form::Interval { ends, row, thickness: BAR_THICKNESS, solid, text: String::new() }
}

/// Text of a projection in a table: `0.5 … 2`.
fn interval_text([low, high]: [f64; 2]) -> Shown {
    Shown::from(format!("{} … {}", &*number::number(low), &*number::number(high)))
}
