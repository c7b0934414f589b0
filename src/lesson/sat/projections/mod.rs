//! Projections (shadows) of two bodies on axes: number lines below each other, and bars on an axis next to the bodies.

mod axis_drawing;
mod axis_step;
pub mod choice;

use std::collections::BTreeSet;

use glam::DVec3;

pub use self::axis_drawing::Rail;
pub use self::axis_step::{ExamplePair, LineStep, ShownAxis, is_preposition, spoken};
use crate::answer::number::{self, Shown};
use crate::lesson::{Row, Table};
use crate::picture::font::{self, Weight};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::sat::Axis;

/// Tested axis with both projections. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Shadows {
    /// Short name in tables and on the left of its lane: `a1`, `b2`, `a1 × b2`.
    pub name: String,
    /// Description: `the normal of face 1 of box`.
    pub words: String,
    /// Features that define the axis; `None` where they are unknown.
    pub axis: Option<Axis>,
    /// Group of the axis, as an index into [`Lanes::groups`], or the next number for an axis that is tested early.
    /// Groups are spaced apart.
    pub group: usize,
    /// Unit vector along the axis, from A to B.
    pub normal: DVec3,
    /// Projection of A, along `normal` from A's origin.
    pub a: [f64; 2],
    /// Projection of B, along `normal` from A's origin.
    pub b: [f64; 2],
    /// Points of A and of B that bound the separation.
    pub supports: [DVec3; 2],
    /// Whether the separation was the largest when it was tested.
    pub taken: bool,
    /// Whether the axis is drawn above the bodies instead of below them.
    pub above: bool,
}

impl Shadows {
    /// Separation: from the end of A's projection to the start of B's; negative where they overlap.
    pub fn gap(&self) -> f64 {
        self.b[0] - self.a[1]
    }

    /// Length of the common part of the projections, meters; negative if they are apart.
    fn common(&self) -> f64 {
        self.a[1].min(self.b[1]) - self.a[0].max(self.b[0])
    }

    /// Label at the drawn axis: `axis a1`, `along A`.
    fn label(&self) -> String {
        if axis_step::is_preposition(&self.name) { self.name.clone() } else { format!("axis {}", self.name) }
    }

    /// Both projections, shifted so that A's ends at 0 and B's begins at the separation.
    fn slid(&self) -> [[f64; 2]; 2] {
        [self.a, self.b].map(|shadow| shadow.map(|x| x - self.a[1]))
    }
}

/// Largest number of lanes that a figure shows besides its other texts; of more axes, the best ones and the current one
/// are shown.
const LANES: usize = 10;

/// Number of lanes reserved for axes of a step that are not among the best: the current one, the best so far, and the
/// best before it.
const EXTRA: usize = 3;

/// Note of an axis that is not tested yet, and of the one that the step tests.
const UNTESTED: &str = "not tested yet";
const TESTED_NEXT: &str = "tested next";

/// Space between groups of lanes, in lanes.
const BETWEEN_GROUPS: f64 = 0.4;

/// Number of lanes below which half a lane is high enough for the heading.
const FEW: usize = 8;

/// Largest number of rows of a table.
const ROWS: usize = 200;

/// All axes of a run, and those that have a lane.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// Axes in the order of the tests.
    pub lines: Vec<Shadows>,
    /// Rounding error of a separation, meters.
    pub rounding: f64,
    /// Reason for the axes of each group, one sentence with a place for the name of a body.
    pub groups: &'static [&'static str],
    /// Name of A.
    name_of_a: String,
    shown: Vec<usize>,
}

impl Lanes {
    /// Lanes of all axes that the run tests, in order.
    pub fn new(lines: Vec<Shadows>, rounding: f64, groups: &'static [&'static str], name_of_a: &str) -> Self {
        let mut shown: Vec<usize> = (0..lines.len()).collect();
        if lines.len() > LANES {
            shown.sort_by(|&i, &j| lines[j].gap().total_cmp(&lines[i].gap()));
            shown.truncate(LANES - EXTRA);
            shown.sort_unstable();
        }
        Self { lines, rounding, groups, name_of_a: name_of_a.to_owned(), shown }
    }

    /// Best of the first `tried` axes: the first one whose separation is within rounding error of the largest.
    pub fn best(&self, tried: usize) -> Option<usize> {
        self.lines.iter().take(tried).rposition(|line| line.taken)
    }

    /// Picture of the fixed marks: the range of all projections, the scale with 0 at the end of A's projection, and the
    /// rounding error around 0.
    pub fn still(&self) -> Picture {
        let mut picture = Picture::default();
        let ends = self.lines.iter().flat_map(Shadows::slid).flatten();
        let ends = ends.fold([-self.rounding, self.rounding], |[low, high], x| [low.min(x), high.max(x)]);
        let places = self.places(&[]);
        let reserve = self.reserved_rows();
        let rows = [0.0, places.last().map_or(1.0, |(_, top)| top + 1.0) + reserve];
        let high = self.heading_height();
        let heading = Form::Lane { rows: [-high, 0.0], name: String::new(), note: String::new() };
        picture.add(Role::Grid, "heading", heading);
        let end = format!("{} ends at 0", self.name_of_a);
        picture.label(Role::ShapeA, "heading", DVec3::new(0.0, -0.5 * high, 0.0), end);
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
        picture.add(Role::Grid, "range", Form::Band { ends, rows });
        // Space for the widest number is reserved, so that scale and lanes do not move.
        let notes =
            self.lines.iter().map(|line| self.noted(line.gap())).chain([UNTESTED, TESTED_NEXT].map(String::from));
        let note = notes.max_by(|a, b| {
            let [a, b] = [a, b].map(|note| font::width(note, 13.0, Weight::SemiBold));
            a.total_cmp(&b)
        });
        let name = if reserve > 0.0 { self.count_of_lanes(LANES) } else { String::new() };
        let gutter = Form::Lane { rows: [0.0; 2], name, note: note.unwrap_or_default() };
        picture.add(Role::Grid, "gutter", gutter);
        picture.add(Role::Text, "zero", Form::Band { ends: [0.0; 2], rows });
        picture.add(Role::Text, "rounding", Form::Band { ends: [-self.rounding, self.rounding], rows });
        picture
    }

    /// Height of the heading, in lanes: a few lanes are high.
    fn heading_height(&self) -> f64 {
        if self.places(&[]).len() < FEW { 0.5 } else { 1.0 }
    }

    /// Text of the number of lanes: `9 of 374 axes`.
    fn count_of_lanes(&self, count: usize) -> String {
        format!("{count} of {} axes", self.lines.len())
    }

    /// Rows that [`EXTRA`] axes need besides the best ones, with the space around further groups.
    fn reserved_rows(&self) -> f64 {
        if self.lines.len() == self.shown.len() {
            return 0.0;
        }
        let groups =
            |axes: &[usize]| axes.iter().map(|axis| self.lines[*axis].group).collect::<BTreeSet<usize>>().len();
        let all: Vec<usize> = (0..self.lines.len()).collect();
        EXTRA as f64 + BETWEEN_GROUPS * (groups(&all) - groups(&self.shown)) as f64
    }

    /// Axes that have a lane, each with the lane's top, in the order of the tests; groups are spaced apart. The axes
    /// `also` have a lane even if they are not among the best.
    fn places(&self, also: &[usize]) -> Vec<(usize, f64)> {
        let mut top = 0.0;
        let mut group = None;
        let mut places = Vec::new();
        let mut listed: Vec<usize> = self.shown.iter().chain(also).copied().collect();
        listed.sort_unstable();
        listed.dedup();
        for i in listed {
            let own = self.lines.get(i).map(|line| line.group);
            top += if group.is_some() && group != own { BETWEEN_GROUPS } else { 0.0 };
            group = own;
            places.push((i, top));
            top += 1.0;
        }
        places
    }

    /// Picture of the lanes after `tried` axes, with the current axis `lit` framed. Separations are written next to
    /// their lanes.
    pub fn picture(&self, tried: usize, lit: Option<usize>) -> Picture {
        let mut picture = Picture::default();
        let best = self.best(tried);
        let compared = best.and_then(|best| self.best(best));
        let also: Vec<usize> = [compared, best, lit].into_iter().flatten().collect();
        let places = self.places(&also);
        for &(i, top) in &places {
            let note = match i < tried {
                true => self.noted(self.lines[i].gap()),
                false if lit == Some(i) => TESTED_NEXT.to_owned(),
                false => UNTESTED.to_owned(),
            };
            self.lane(&mut picture, (i, top, note), tried, lit == Some(i));
        }
        if places.len() < self.lines.len() {
            let name = self.count_of_lanes(places.len());
            let rows = [-self.heading_height(), 0.0];
            picture.add(Role::Grid, "heading/count", Form::Lane { rows, name, note: String::new() });
        }
        self.record(&mut picture, &places, tried);
        picture
    }

    /// Text of a separation next to its lane.
    fn noted(&self, gap: f64) -> String {
        match gap.abs() <= self.rounding {
            true => String::from("gap 0 m"),
            false if gap > 0.0 => format!("gap {}", number::length(gap)),
            false => format!("overlap {}", number::length(-gap)),
        }
    }

    /// Adds the lane of the axis `i` at the row `top`, with the text of its separation.
    fn lane(&self, picture: &mut Picture, (i, top, note): (usize, f64, String), tried: usize, lit: bool) {
        let line = &self.lines[i];
        let [own, other] = line.slid();
        let key = format!("axis/{i}");
        let role = match () {
            () if lit => Role::Axis,
            () if i >= tried => Role::Idle,
            () => Role::Text,
        };
        let rows = [top, top + 1.0];
        let apart = i < tried && line.gap() > self.rounding;
        // A separation that proves the bodies apart has its own color.
        let (plain, inked) = if apart { (String::new(), note) } else { (note, String::new()) };
        picture.add(role, key.clone(), Form::Lane { rows, name: line.name.clone(), note: plain });
        if apart {
            picture.add(Role::Gap, key.clone(), Form::Lane { rows, name: String::new(), note: inked });
        }
        if i >= tried {
            return;
        }
        for (role, shadow, row) in [(Role::ShapeA, own, top + 0.34), (Role::ShapeB, other, top + 0.66)] {
            // The overlap is from the start of B's projection to the end of A's, which is at 0.
            let shared = [shadow[0].max(other[0]), shadow[1].min(0.0)];
            if shadow[1] - shadow[0] <= self.rounding {
                picture.point(role, key.clone(), DVec3::new(shadow[0], row, 0.0));
                continue;
            }
            picture.add(role, key.clone(), bar(shadow, row, false));
            if shared[0] < shared[1] {
                picture.add(role, key.clone(), bar(shared, row, true));
            }
        }
        if apart {
            picture.add(Role::Gap, key, bar([0.0, other[0]], top + 0.5, false));
        }
    }

    /// Adds the best separation up to each lane as a stepped line, with a dot at the latest improvement.
    fn record(&self, picture: &mut Picture, places: &[(usize, f64)], tried: usize) {
        let mut steps = Vec::new();
        let mut now = None;
        let mut latest = None;
        for &(i, top) in places.iter().filter(|(i, _)| *i < tried && self.lines[*i].taken) {
            steps.extend(now.map(|gap| DVec3::new(gap, top + 0.5, 0.0)));
            let corner = DVec3::new(self.lines[i].gap(), top + 0.5, 0.0);
            now = Some(corner.x);
            steps.push(corner);
            latest = Some((i, corner));
        }
        if let Some((i, dot)) = latest {
            picture.point(Role::Lower, format!("axis/{i}"), dot);
        }
        if let (Some(gap), Some(end)) = (now, places.iter().rfind(|(i, _)| *i < tried)) {
            steps.push(DVec3::new(gap, end.1 + 1.0, 0.0));
            picture.add(Role::Lower, "best", Form::Polyline { points: steps, closed: false });
        }
    }

    /// Table of the tested axes, which includes the current one; of very many, the best.
    pub fn table(&self, tried: usize, lit: Option<usize>) -> Table {
        let best = self.best(tried);
        let few = self.lines.len() <= ROWS;
        let mut rows = Vec::new();
        for (i, line) in self.lines.iter().enumerate().take(tried) {
            if !(few || line.taken || self.shown.contains(&i) || [best, lit].contains(&Some(i))) {
                continue;
            }
            rows.push(Row {
                cells: vec![
                    Shown::from(line.name.as_str()),
                    number::vector(line.normal),
                    interval(line.a),
                    interval(line.b),
                    number::measured(line.gap(), self.rounding),
                ],
                key: Some(format!("axis/{i}").into()),
                chosen: best == Some(i),
            });
        }
        Table { title: "Tested axes", columns: vec!["axis", "n", "A", "B", "gap"], rows }
    }
}

fn bar(ends: [f64; 2], row: f64, solid: bool) -> Form {
    Form::Interval { ends, row, thickness: 0.26, solid, text: String::new() }
}

fn interval([low, high]: [f64; 2]) -> Shown {
    Shown::from(format!("{} … {}", &*number::number(low), &*number::number(high)))
}
