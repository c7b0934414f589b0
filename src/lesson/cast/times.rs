//! The view of times: a lane a line, or a step, with the span that it proves.

use std::ops::Range;

use glam::DVec3;

use super::{bound, moments, seconds};
use crate::answer::number::two_digits;
use crate::lesson::{Row, Table};
use crate::picture::{Form, Picture, Role};

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// On its left.
    pub name: String,
    /// Whether it is one of numbered steps, of which several that read the same can be one row.
    pub numbered: bool,
    /// Whose it is.
    pub role: Role,
    /// From when to when; infinite where it goes on, and in the other order where there is nothing.
    pub span: [f64; 2],
    /// What all rows up to this have in common.
    pub common: [f64; 2],
    /// Whether it moved the beginning, and the end, of that.
    pub moved: [bool; 2],
}

/// No shorter a part of it is a span, but rounding.
const ROUNDING: f64 = 1e-12;

/// So many rows can be read.
const MOST: usize = 24;

/// A smaller part of the time that is shown is magnified: some 30 points of a pane.
const NARROW: f64 = 0.08;

/// Rows of the lens, with what leads to it and the two numbers of its own.
const LENS: f64 = 2.9;

/// On either side of a span so much is magnified with it, in times its width: its two numbers stand apart.
const BESIDE: f64 = 0.2;

/// Between rows of which some are left out: that a part is missing.
const BREAK: f64 = 0.7;

/// A row of the picture: one row of the run, or neighbors that would all look the same.
#[derive(Clone, Debug, PartialEq)]
struct Listed {
    /// Which rows of the run.
    rows: Range<usize>,
    /// Where it begins, rows from the top.
    top: f64,
}

/// All rows of a run.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// In order.
    pub rows: Vec<Lane>,
    /// The end of the time that is shown.
    pub shown: f64,
    listed: Vec<Listed>,
}

/// So many times the time that is shown is long after it.
pub(super) const LONG_AFTER: f64 = 1e3;

/// Numbers as they stand in bars, short.
fn short(t: f64) -> String {
    seconds(t).trim_end_matches(" s").to_owned()
}

/// A span as it stands in its bar.
fn written([from, to]: [f64; 2], shown: f64) -> String {
    match (from >= 0.0, to <= shown) {
        // No number stands where there is but rounding.
        (true, true) if short(from) == short(to) || to - from <= ROUNDING * shown => format!("≈ {}", short(from)),
        (true, true) => format!("{} … {}", short(from), short(to)),
        (true, false) => format!("from {}", short(from)),
        (false, true) => format!("until {}", short(to)),
        (false, false) => String::from("always"),
    }
}

/// Words in a row that has no bar.
fn beside(at: f64, row: f64, words: &str) -> Form {
    Form::Interval { ends: [at; 2], row, thickness: 0.0, solid: false, text: words.to_owned() }
}

/// The rows that are shown: neighbors of one kind that read the same are one row, and of very many those that changed
/// something and the last.
fn listed(rows: &[Lane], shown: f64) -> Vec<Listed> {
    let alike = |i: usize, j: usize| {
        rows[i].numbered && rows[j].numbered && written(rows[i].span, shown) == written(rows[j].span, shown)
    };
    let mut groups: Vec<Range<usize>> = Vec::new();
    for i in 0..rows.len() {
        match groups.last_mut().filter(|group| alike(group.start, i)) {
            Some(group) => group.end = i + 1,
            None => groups.push(i..i + 1),
        }
    }
    let last = groups.len().saturating_sub(1);
    let mut left = MOST - 1;
    let many = groups.len() > MOST;
    let mut counts = |(k, group): (usize, &Range<usize>)| {
        let counts = !many || k == last || left > 0 && rows[group.clone()].iter().any(|row| row.moved.contains(&true));
        left -= usize::from(counts && many && k != last);
        counts
    };
    let kept: Vec<Range<usize>> =
        groups.iter().enumerate().filter(|(k, group)| counts((*k, group))).map(|(_, group)| group.clone()).collect();
    let (mut top, mut next) = (0.0, 0);
    let place = |rows: Range<usize>| {
        top += if rows.start > next { BREAK } else { 0.0 };
        next = rows.end;
        let place = Listed { rows, top };
        top += 1.0;
        place
    };
    kept.into_iter().map(place).collect()
}

impl Lanes {
    /// The first so many of them, as a table of lines.
    pub fn table(&self, tried: usize) -> Table {
        let rows = self.rows.iter().take(tried).enumerate().rev().take(200).rev();
        let row = |(i, lane): (usize, &Lane)| Row {
            cells: vec![
                lane.name.as_str().into(),
                bound(lane.span, 0).into(),
                bound(lane.span, 1).into(),
                format!("{} … {}", seconds(lane.common[0]), seconds(lane.common[1])).into(),
            ],
            key: Some(format!("axis/{i}").into()),
            chosen: lane.moved.contains(&true),
        };
        Table { title: "Lines", columns: vec!["line", "from", "to", "all so far"], rows: rows.map(row).collect() }
    }

    /// Of a run with these rows, over so long a time.
    pub fn new(rows: Vec<Lane>, shown: f64) -> Self {
        let listed = listed(&rows, shown);
        Self { rows, shown, listed }
    }

    /// Where what all rows have in common stands.
    fn below(&self) -> f64 {
        self.listed.last().map_or(0.0, |last| last.top + 1.0) + 0.5
    }

    /// Where everything ends.
    fn bottom(&self) -> f64 {
        let lens = if self.rows.iter().any(|row| self.narrow(row.common).is_some()) { LENS } else { 0.0 };
        self.below() + 1.1 + lens
    }

    /// A span of time that is too narrow to be seen beside all of it: from where to where the lens shows it.
    fn narrow(&self, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let width = to - from;
        let seen = width > ROUNDING * self.shown && width < NARROW * self.shown && 0.0 <= from && to <= self.shown;
        seen.then_some([from - BESIDE * width, to + BESIDE * width])
    }

    /// What stays: the scale, and the time that is shown.
    pub fn still(&self) -> Picture {
        let mut picture = Picture::default();
        let rows = [0.0, self.bottom()];
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("s"), decades: false, ends: None });
        picture.add(Role::Grid, "range", Form::Band { ends: [0.0, self.shown], rows });
        picture
    }

    /// The line of a moment that was chosen, with a knob to move it by.
    pub fn chosen(&self, picture: &mut Picture, t: f64) {
        let rows = [0.0, self.below() + 1.1];
        picture.add(Role::Text, "moment", Form::Band { ends: [t; 2], rows });
        let knob = DVec3::new(t, 0.0, 0.0);
        picture.point(Role::Text, "moment", knob);
        picture.label(Role::Text, "moment", knob, format!("t = {}", seconds(t)));
    }

    fn clipped(&self, [from, to]: [f64; 2]) -> [f64; 2] {
        [from.clamp(0.0, self.shown), to.clamp(0.0, self.shown)]
    }

    /// The rows when `tried` of them are known, with row `lit` framed. What all have in common lies behind them as a funnel.
    pub fn picture(&self, tried: usize, lit: Option<usize>) -> Picture {
        let mut picture = Picture::default();
        self.funnel(&mut picture, tried);
        let mut next = 0;
        for Listed { rows, top } in &self.listed {
            let (top, first) = (*top, rows.start);
            let role = match () {
                () if first >= tried => Role::Ghost,
                () if lit.is_some_and(|lit| rows.contains(&lit)) => Role::Axis,
                () => Role::Text,
            };
            if first > next {
                let name = format!("{} more", first - next);
                picture.lane(Role::Ghost, format!("break/{first}"), [top - BREAK, top], name);
            }
            next = rows.end;
            let name = match rows.len() {
                1 => self.rows[first].name.clone(),
                _ => format!("steps {} – {}", first + 1, rows.end),
            };
            let form = Form::Lane { rows: [top, top + 1.0], name, note: String::new() };
            picture.add(role, format!("axis/{first}"), form);
            if first < tried {
                self.bar(&mut picture, (rows.end.min(tried) - 1).max(first), top);
            }
        }
        let below = self.below();
        let last = self.rows[..tried.min(self.rows.len())].last();
        let all = Form::Lane { rows: [below, below + 1.0], name: String::from("all"), note: String::new() };
        picture.add(Role::Gap, "all", all);
        if let Some(row) = last {
            let ends_with = |row: &Lane| row.span[1] <= self.shown;
            let is_over = self.rows[..tried.min(self.rows.len())].iter().any(ends_with);
            self.all(&mut picture, row.common, (below, is_over));
            self.lens(&mut picture, tried);
        }
        picture
    }

    /// What all rows have in common where it is too narrow to be seen, spread over the whole width, and above it what the
    /// row before had left of it.
    fn lens(&self, picture: &mut Picture, tried: usize) {
        let known = &self.rows[..tried.min(self.rows.len())];
        let Some((row, range)) = known.last().and_then(|row| Some((row, self.narrow(row.common)?))) else { return };
        let [low, high] = range;
        let at = |t: f64| (t - low) / (high - low) * self.shown;
        let (top, corner) = (self.below() + 1.0, |x: f64, y: f64| DVec3::new(x, y, 0.0));
        let first = top + 0.6;
        let funnel = vec![corner(low, top), corner(high, top), corner(self.shown, first), corner(0.0, first)];
        picture.add(Role::Region, "magnified", Form::Polygon(funnel));
        let name = format!("× {}", two_digits(self.shown / (high - low)));
        picture.lane(Role::Region, "magnified", [first, first + 2.2], name);
        let end = |t: f64| match t {
            t if t < low => f64::NEG_INFINITY,
            t if t > high => f64::INFINITY,
            t => at(t),
        };
        let bar = |span: [f64; 2], row: f64, solid: bool, text: String| Form::Interval {
            ends: span.map(end),
            row,
            thickness: 0.46,
            solid,
            text,
        };
        if let Some(before) = known.len().checked_sub(2).map(|i| known[i].common).filter(|before| *before != row.common)
        {
            picture.add(Role::Interval, "magnified/before", bar(before, first + 0.4, false, String::from("before")));
        }
        let text = format!("{} s wide", two_digits(row.common[1] - row.common[0]));
        picture.add(Role::Inside, "all", bar(row.common, first + 1.05, true, text));
        // The scale below is that of the whole: what is magnified has two numbers of its own.
        let [low, high] = moments(row.common, self.shown);
        // The second has the unit of both.
        let texts = [low.trim_end_matches(" s").to_owned(), high];
        for (t, told) in row.common.into_iter().zip(texts) {
            picture.segment(Role::Inside, "all", corner(at(t), first + 1.28), corner(at(t), first + 1.5));
            picture.add(Role::Text, "magnified/ends", beside(at(t), first + 1.8, &told));
        }
    }

    /// The bar of a span that lies wholly beyond one end of the time that is shown.
    fn beyond(&self, [from, to]: [f64; 2], row: f64, thickness: f64) -> Option<Form> {
        let (end, text) = match () {
            () if to < 0.0 => (f64::NEG_INFINITY, format!("ended at {}", seconds(to))),
            // Long after the end of the motion the number itself is noise.
            () if from > LONG_AFTER * self.shown => (f64::INFINITY, String::from("not in this motion")),
            () if from > self.shown => (f64::INFINITY, format!("not before {}", seconds(from))),
            () => return None,
        };
        Some(Form::Interval { ends: [end; 2], row, thickness, solid: false, text })
    }

    fn bar(&self, picture: &mut Picture, i: usize, top: f64) {
        let row = &self.rows[i];
        let [from, to] = row.span;
        if !(from <= to) {
            let never = beside(0.5 * self.shown, top + 0.5, "never");
            return picture.add(Role::Text, format!("axis/{i}"), never);
        }
        if let Some(form) = self.beyond(row.span, top + 0.5, 0.46) {
            return picture.add(row.role, format!("axis/{i}"), form);
        }
        // What goes on beyond the time that is shown has a tip there.
        let ends =
            [if from < 0.0 { f64::NEG_INFINITY } else { from }, if to > self.shown { f64::INFINITY } else { to }];
        let text = written(row.span, self.shown);
        let solid = row.moved.contains(&true);
        let form = Form::Interval { ends, row: top + 0.5, thickness: 0.46, solid, text };
        picture.add(row.role, format!("axis/{i}"), form);
    }

    /// The running intersection, row by row.
    fn funnel(&self, picture: &mut Picture, tried: usize) {
        let mut before = [0.0, self.shown];
        for Listed { rows, top } in self.listed.iter().filter(|listed| listed.rows.start < tried) {
            let now = self.clipped(self.rows[rows.end.min(tried) - 1].common);
            let [from, to] = now;
            if from < to {
                let ([left, right], y) = (before, *top);
                let corner = |x: f64, y: f64| DVec3::new(x, y, 0.0);
                let corners = vec![corner(left, y), corner(right, y), corner(to, y + 1.0), corner(from, y + 1.0)];
                picture.add(Role::Gap, format!("funnel/{}", rows.start), Form::Polygon(corners));
            }
            before = now;
        }
    }

    /// What all rows have in common. `is_over` says whether one of them has come to its end.
    fn all(&self, picture: &mut Picture, [from, to]: [f64; 2], (below, is_over): (f64, bool)) {
        if !(from <= to) {
            return picture.add(Role::Gap, "all", beside(0.5 * self.shown, below + 0.5, "nothing in common"));
        }
        if let Some(form) = self.beyond([from, to], below + 0.5, 0.6) {
            return picture.add(Role::Inside, "all", form);
        }
        // The end of the motion is no end of the time at which they may touch.
        let to = match to >= self.shown {
            true if is_over => self.shown,
            true => f64::INFINITY,
            false => to,
        };
        let (ends, text) = ([from, to], written([from, to], self.shown));
        picture.add(Role::Inside, "all", Form::Interval { ends, row: below + 0.5, thickness: 0.6, solid: true, text });
        for end in [from, to].into_iter().filter(|t| (0.0..=self.shown).contains(t)) {
            picture.add(Role::Inside, "all", Form::Band { ends: [end; 2], rows: [0.0, below + 1.0] });
        }
    }
}
