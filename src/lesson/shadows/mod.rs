//! Shadows of two bodies on lines, told and drawn: on lanes under one another, and on the line itself, beside the bodies.

pub mod choice;
mod line_step;
mod rail;

use glam::DVec3;

use super::{Row, Table};
use crate::answer::number::{self, Shown};
use crate::picture::font::{self, Weight};
use crate::picture::{Form, Picture, Role};
pub use line_step::{LineStep, Shows, spoken};
pub use rail::Rail;

/// A line that was tried, with both shadows. World frame, meters.
#[derive(Clone, Debug, PartialEq)]
pub struct Shadows {
    /// In a table and on the left of its lane: `a1`, `b2`, `a1 × b2`.
    pub name: String,
    /// In words: `the normal of face 1 of box`.
    pub words: String,
    /// Which of the groups of lines it belongs to, as an index of [`Lanes::groups`], or the next number for a line that is tried
    /// before its turn. A new group stands apart.
    pub group: usize,
    /// Unit vector along it, from A to B.
    pub normal: DVec3,
    /// A's shadow, along `normal` from A's origin.
    pub a: [f64; 2],
    /// B's.
    pub b: [f64; 2],
    /// The points of A and of B that bound the gap.
    pub supports: [DVec3; 2],
    /// Whether its gap was the largest when it was tried.
    pub taken: bool,
    /// Whether it is drawn above the bodies instead of below them.
    pub above: bool,
}

impl Shadows {
    /// From where A's shadow ends to where B's begins: positive where there is daylight.
    pub fn gap(&self) -> f64 {
        self.b[0] - self.a[1]
    }

    /// Both shadows, slid so that A's ends at 0: B's begins at the gap.
    fn slid(&self) -> [[f64; 2]; 2] {
        [self.a, self.b].map(|shadow| shadow.map(|x| x - self.a[1]))
    }
}

/// So many lanes can be read; of more lines the best are shown, and the one at hand.
const LANES: usize = 34;

/// Of fewer lanes each is so high that half of one is enough for their heading.
const FEW: usize = 8;

/// So many rows a table has at most.
const ROWS: usize = 200;

/// All lines of a run, and which of them have a lane.
#[derive(Clone, Debug)]
pub struct Lanes {
    /// In the order in which they were tried.
    pub lines: Vec<Shadows>,
    /// What a gap may be off by, meters.
    pub rounding: f64,
    /// Why the lines of each group are tried, in one sentence.
    pub groups: &'static [&'static str],
    shown: Vec<usize>,
}

impl Lanes {
    /// Every line that is tried in the run, in order.
    pub fn new(lines: Vec<Shadows>, rounding: f64, groups: &'static [&'static str]) -> Self {
        let mut shown: Vec<usize> = (0..lines.len()).collect();
        if lines.len() > LANES {
            shown.sort_by(|&i, &j| lines[j].gap().total_cmp(&lines[i].gap()));
            shown.truncate(LANES - 1);
            shown.sort_unstable();
        }
        Self { lines, rounding, groups, shown }
    }

    /// The line that is taken of the first `tried`: the first of those with the largest gap, within rounding.
    pub fn best(&self, tried: usize) -> Option<usize> {
        self.lines.iter().take(tried).rposition(|line| line.taken)
    }

    /// How much smaller the second largest gap of the first `tried` lines is.
    pub fn margin(&self, tried: usize) -> Option<f64> {
        let best = self.best(tried)?;
        let rest = self.lines.iter().take(tried).enumerate().filter(|(i, _)| *i != best).map(|(_, line)| line.gap());
        rest.reduce(f64::max).map(|second| self.lines[best].gap() - second)
    }

    /// What stays while lines are tried: the range that all shadows take, the scale, whose zero is the end of A's shadow, and
    /// beside zero what a gap may be off by.
    pub fn still(&self) -> Picture {
        let mut picture = Picture::default();
        let ends = self.lines.iter().flat_map(Shadows::slid).flatten();
        let ends = ends.fold([-self.rounding, self.rounding], |[low, high], x| [low.min(x), high.max(x)]);
        let (places, reserve) = (self.places(None), if self.lines.len() > self.shown.len() { 1.5 } else { 0.0 });
        let rows = [0.0, places.last().map_or(1.0, |(_, top)| top + 1.0) + reserve];
        // Few lanes are high.
        let high = if places.len() < FEW { 0.5 } else { 1.0 };
        let heading = Form::Lane { rows: [-high, 0.0], name: String::from("line"), note: String::from("gap, m") };
        picture.add(Role::Grid, "heading", heading);
        picture.label(Role::ShapeA, "heading", DVec3::new(0.0, -0.5 * high, 0.0), "A ends here");
        picture.add(Role::Grid, "scale", Form::Scale { unit: String::from("m"), decades: false, ends: None });
        picture.add(Role::Grid, "range", Form::Band { ends, rows });
        // The room of the widest number is kept from the start: scale and lanes stay where they are.
        let wide = |note: &String| font::width(note, 13.0, Weight::SemiBold);
        let note = self.lines.iter().map(|line| self.noted(line.gap())).max_by(|a, b| wide(a).total_cmp(&wide(b)));
        let gutter = Form::Lane { rows: [0.0; 2], name: String::new(), note: note.unwrap_or_default() };
        picture.add(Role::Grid, "gutter", gutter);
        picture.add(Role::Text, "zero", Form::Band { ends: [0.0; 2], rows });
        picture.add(Role::Region, "rounding", Form::Band { ends: [-self.rounding, self.rounding], rows });
        picture
    }

    /// The lines that have a lane, each with the upper end of it; groups stand apart. A lane of its own is kept free for a
    /// line that is not among the best, so that nothing moves when it comes.
    fn places(&self, lit: Option<usize>) -> Vec<(usize, f64)> {
        let (mut top, mut group, mut places) = (0.0, None, Vec::new());
        let extra = lit.filter(|lit| !self.shown.contains(lit));
        for &i in self.shown.iter().chain(&extra) {
            let own = self.lines.get(i).map(|line| if extra == Some(i) { usize::MAX } else { line.group });
            top += if group.is_some() && group != own { 0.5 } else { 0.0 };
            group = own;
            places.push((i, top));
            top += 1.0;
        }
        places
    }

    /// The lanes when `tried` lines have been tried, with line `lit` framed.
    pub fn picture(&self, tried: usize, lit: Option<usize>) -> Picture {
        let (mut picture, places) = (Picture::default(), self.places(lit));
        for &(i, top) in &places {
            self.lane(&mut picture, i, top, tried, lit == Some(i));
        }
        self.record(&mut picture, &places, tried);
        picture
    }

    /// A gap beside its lane: 0 where it is no more than rounding.
    fn noted(&self, gap: f64) -> String {
        signed(if gap.abs() <= self.rounding { 0.0 } else { gap })
    }

    fn lane(&self, picture: &mut Picture, i: usize, top: f64, tried: usize, lit: bool) {
        let line = &self.lines[i];
        let [own, other] = line.slid();
        let key = format!("axis/{i}");
        let role = match () {
            () if i >= tried => Role::Bystander,
            () if lit => Role::Axis,
            () => Role::Text,
        };
        let (rows, apart) = ([top, top + 1.0], i < tried && line.gap() > self.rounding);
        let note = if i < tried { self.noted(line.gap()) } else { String::new() };
        // A gap that separates the bodies stands in its own ink.
        let (plain, inked) = if apart { (String::new(), note) } else { (note, String::new()) };
        picture.add(role, key.clone(), Form::Lane { rows, name: line.name.clone(), note: plain });
        if apart {
            picture.add(Role::Gap, key.clone(), Form::Lane { rows, name: String::new(), note: inked });
        }
        if i >= tried {
            return;
        }
        let bar = |ends, row, solid| Form::Interval { ends, row, thickness: 0.26, solid, text: String::new() };
        let shared = [own[0].max(other[0]), own[1].min(other[1])];
        for (role, shadow, row) in [(Role::ShapeA, own, top + 0.34), (Role::ShapeB, other, top + 0.66)] {
            picture.add(role, key.clone(), bar(shadow, row, false));
            let counts = if lit { shadow } else { shared };
            if counts[0] < counts[1] {
                picture.add(role, key.clone(), bar(counts, row, true));
            }
        }
        if apart {
            picture.add(Role::Gap, format!("gap/{i}"), bar([0.0, other[0]], top + 0.5, false));
        }
    }

    /// The best gap so far as a stepped line, with a dot where it got better.
    fn record(&self, picture: &mut Picture, places: &[(usize, f64)], tried: usize) {
        let (mut steps, mut now) = (Vec::new(), None);
        for &(i, top) in places.iter().filter(|(i, _)| *i < tried && self.lines[*i].taken) {
            steps.extend(now.map(|gap| DVec3::new(gap, top + 0.5, 0.0)));
            let dot = DVec3::new(self.lines[i].gap(), top + 0.5, 0.0);
            (now, _) = (Some(dot.x), steps.push(dot));
            picture.point(Role::Lower, format!("axis/{i}"), dot);
        }
        if let (Some(gap), Some(end)) = (now, places.iter().rfind(|(i, _)| *i < tried)) {
            steps.push(DVec3::new(gap, end.1 + 1.0, 0.0));
            picture.add(Role::Lower, "best", Form::Polyline { points: steps, closed: false });
        }
    }

    /// The table of the lines that have been tried, the one at hand among them; of very many the best ones.
    pub fn table(&self, tried: usize, lit: Option<usize>) -> Table {
        let best = self.best(tried);
        let row = |(i, line): (usize, &Shadows)| Row {
            cells: vec![
                Shown::from(line.name.as_str()),
                number::vector(line.normal),
                interval(line.a),
                interval(line.b),
                number::measured(line.gap(), self.rounding),
            ],
            key: Some(format!("axis/{i}").into()),
            chosen: best == Some(i),
        };
        let few = self.lines.len() <= ROWS;
        let listed = |i: usize| few || self.lines[i].taken || self.shown.contains(&i) || [best, lit].contains(&Some(i));
        Table {
            title: "Lines tried",
            columns: vec!["line", "n", "A", "B", "gap"],
            rows: self.lines.iter().enumerate().take(tried).filter(|(i, _)| listed(*i)).map(row).collect(),
        }
    }
}

fn signed(x: f64) -> String {
    let text = number::number(x).text;
    if x > 0.0 { format!("+{text}") } else { text }
}

fn interval([low, high]: [f64; 2]) -> Shown {
    Shown::from(format!("{} … {}", &*number::number(low), &*number::number(high)))
}
