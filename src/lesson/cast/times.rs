//! The view of times: a lane a line, or a step, with the span that it proves.

use glam::DVec3;

use super::seconds;
use crate::answer::number::number;
use crate::picture::{Form, Picture, Role};

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// On its left.
    pub name: String,
    /// Whose it is.
    pub role: Role,
    /// From when to when; infinite where it goes on, and in the other order where there is nothing.
    pub span: [f64; 2],
    /// What all rows up to this have in common.
    pub common: [f64; 2],
    /// Whether it moved the beginning, and the end, of that.
    pub moved: [bool; 2],
}

/// So many rows can be read.
const MOST: usize = 24;

/// A smaller part of the time that is shown is magnified: some 30 points of a pane.
const NARROW: f64 = 0.08;

/// Rows of the lens, with what leads to it.
const LENS: f64 = 2.2;

/// All rows of a run.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// In order.
    pub rows: Vec<Lane>,
    /// The end of the time that is shown.
    pub shown: f64,
}

/// Numbers as they stand in bars, short.
fn short(t: f64) -> String {
    seconds(t).trim_end_matches(" s").to_owned()
}

impl Lanes {
    /// The rows that are shown: all, or of very many those that changed something and the last.
    fn listed(&self) -> Vec<usize> {
        let all = 0..self.rows.len();
        if self.rows.len() <= MOST {
            return all.collect();
        }
        let mut some: Vec<usize> = all.filter(|&i| self.rows[i].moved.contains(&true)).collect();
        some.truncate(MOST - 1);
        if some.last() != Some(&(self.rows.len() - 1)) {
            some.push(self.rows.len() - 1);
        }
        some
    }

    /// Where what all rows have in common stands.
    fn below(&self) -> f64 {
        self.listed().len() as f64 + 0.5
    }

    /// Where everything ends.
    fn bottom(&self) -> f64 {
        let lens = if self.rows.iter().any(|row| self.narrow(row.common).is_some()) { LENS } else { 0.0 };
        self.below() + 1.1 + lens
    }

    /// A span of time that is too narrow to be seen beside all of it: from where to where the lens shows it.
    fn narrow(&self, [from, to]: [f64; 2]) -> Option<[f64; 2]> {
        let width = to - from;
        let seen = width > 0.0 && width < NARROW * self.shown && 0.0 <= from && to <= self.shown;
        seen.then_some([from - 0.5 * width, to + 0.5 * width])
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
        let (mut picture, listed) = (Picture::default(), self.listed());
        self.funnel(&mut picture, &listed, tried);
        for (top, &i) in listed.iter().enumerate() {
            let (top, row) = (top as f64, &self.rows[i]);
            let role = match () {
                () if i >= tried => Role::Ghost,
                () if lit == Some(i) => Role::Axis,
                () => Role::Text,
            };
            let form = Form::Lane { rows: [top, top + 1.0], name: row.name.clone(), note: String::new() };
            picture.add(role, format!("axis/{i}"), form);
            if i < tried {
                self.bar(&mut picture, i, top);
            }
        }
        let below = self.below();
        let last = self.rows[..tried.min(self.rows.len())].last();
        let all = Form::Lane { rows: [below, below + 1.0], name: String::from("all"), note: String::new() };
        picture.add(Role::Gap, "all", all);
        if let Some(row) = last {
            self.all(&mut picture, row.common, below);
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
        let name = format!("× {}", &*number(self.shown / (high - low)));
        picture.lane(Role::Region, "magnified", [first, first + 1.5], name);
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
        let text = format!("{} wide", seconds(row.common[1] - row.common[0]));
        picture.add(Role::Closest, "all", bar(row.common, first + 1.05, true, text));
    }

    fn bar(&self, picture: &mut Picture, i: usize, top: f64) {
        let row = &self.rows[i];
        let [from, to] = row.span;
        if !(from <= to) || to < 0.0 || from > self.shown {
            let word = if to < 0.0 {
                "before"
            } else if from > self.shown {
                "later"
            } else {
                "never"
            };
            let at = DVec3::new(0.5 * self.shown, top + 0.5, 0.0);
            return picture.label(Role::Text, format!("axis/{i}"), at, word);
        }
        // What goes on beyond the time that is shown has a tip there.
        let ends =
            [if from < 0.0 { f64::NEG_INFINITY } else { from }, if to > self.shown { f64::INFINITY } else { to }];
        let text = match (ends[0].is_finite(), ends[1].is_finite()) {
            (true, true) => format!("{} … {}", short(from), short(to)),
            (true, false) => format!("{} …", short(from)),
            (false, true) => format!("… {}", short(to)),
            (false, false) => String::from("always"),
        };
        let solid = row.moved.contains(&true);
        let form = Form::Interval { ends, row: top + 0.5, thickness: 0.46, solid, text };
        picture.add(row.role, format!("axis/{i}"), form);
    }

    /// The running intersection, row by row.
    fn funnel(&self, picture: &mut Picture, listed: &[usize], tried: usize) {
        for (top, &i) in listed.iter().enumerate().filter(|(_, i)| **i < tried) {
            let [from, to] = self.clipped(self.rows[i].common);
            if from < to {
                let before = listed[..top].last().map_or([0.0, self.shown], |&j| self.clipped(self.rows[j].common));
                let (y, [left, right]) = (top as f64, before);
                let corner = |x: f64, y: f64| DVec3::new(x, y, 0.0);
                let corners = vec![corner(left, y), corner(right, y), corner(to, y + 1.0), corner(from, y + 1.0)];
                picture.add(Role::Gap, format!("funnel/{i}"), Form::Polygon(corners));
            }
        }
    }

    /// What all rows have in common.
    fn all(&self, picture: &mut Picture, [from, to]: [f64; 2], below: f64) {
        let middle = DVec3::new(0.5 * self.shown, below + 0.5, 0.0);
        if !(from <= to) || from > self.shown {
            return picture.label(Role::Gap, "all", middle, if from <= to { "too late" } else { "nothing in common" });
        }
        let text =
            if to.is_finite() { format!("{} … {}", short(from), short(to)) } else { format!("{} …", short(from)) };
        let ends = [from, if to > self.shown * (1.0 + 1e-9) { f64::INFINITY } else { to }];
        picture.add(Role::Closest, "all", Form::Interval { ends, row: below + 0.5, thickness: 0.6, solid: true, text });
        for end in [from, to].into_iter().filter(|t| (0.0..=self.shown).contains(t)) {
            picture.add(Role::Closest, "all", Form::Band { ends: [end; 2], rows: [0.0, below + 1.0] });
        }
    }
}
