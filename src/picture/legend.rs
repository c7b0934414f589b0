//! What a legend says of a picture: which roles are in it, and what their marks are made of.

use std::collections::BTreeMap;

use super::{Form, Mark, Part, Role, Slant, ViewKind};

/// A swatch has room for so many inks.
const MOST_STRIPES: usize = 4;

/// What the marks of a role are made of: a legend shows no line where there are but dots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Polygons, planes, bodies.
    pub face: bool,
    /// Lines, arrows, circles.
    pub line: bool,
    /// Arrows.
    pub arrow: bool,
    /// Dots.
    pub dot: bool,
    /// Dots on the sphere of directions, where some roles have other markers.
    pub node: bool,
    /// Dots with numbers in them.
    pub badge: bool,
    /// Bodies of more corners than are drawn.
    pub sampled: bool,
    /// Faces with lines across them, to the right and to the left.
    pub hatched: [bool; 2],
    /// Of groups: which there are, a bit for each number.
    pub groups: u8,
}

impl Sample {
    /// Of one mark; none of words, which speak for themselves.
    fn of(form: &Form) -> Option<Self> {
        let none = Self::default();
        match form {
            // A lane says its own name.
            Form::Label { .. } | Form::Lane { .. } | Form::Axis { .. } | Form::Scale { .. } => None,
            Form::Tile { .. } | Form::Lens { .. } | Form::Room(_) => None,
            // Of a table of shades stands beside it what they mean; an entry says its own name too.
            Form::Cell { .. } | Form::Columns { .. } | Form::Entry { .. } => None,
            Form::Arc { .. } => Some(Self { line: true, ..none }),
            Form::Link(_) => Some(Self { line: true, dot: true, ..none }),
            Form::Band { ends: [low, high], .. } if low == high => Some(Self { line: true, ..none }),
            Form::Interval { .. } | Form::Density { .. } | Form::Band { .. } => Some(Self { face: true, ..none }),
            Form::Point(_) => Some(Self { dot: true, ..none }),
            Form::Badge { .. } => Some(Self { dot: true, badge: true, ..none }),
            Form::Solid(solid) if solid.is_dots() => Some(Self { dot: true, ..none }),
            Form::Arrow { .. } => Some(Self { line: true, arrow: true, ..none }),
            Form::Segment(_) | Form::Polyline { .. } | Form::Circle { .. } => Some(Self { line: true, ..none }),
            Form::Solid(solid) if solid.faces.is_empty() => Some(Self { line: true, ..none }),
            Form::Solid(solid) => Some(Self { face: true, sampled: solid.sampled.is_some(), ..none }),
            Form::HalfSpace { .. } => Some(Self { face: true, hatched: [true, false], ..none }),
            Form::Polygon(_) | Form::Plane { .. } => Some(Self { face: true, ..none }),
        }
    }

    /// What is in either of both.
    pub fn or(self, other: Self) -> Self {
        Self {
            face: self.face || other.face,
            line: self.line || other.line,
            arrow: self.arrow || other.arrow,
            dot: self.dot || other.dot,
            node: self.node || other.node,
            badge: self.badge || other.badge,
            sampled: self.sampled || other.sampled,
            hatched: [0, 1].map(|k| self.hatched[k] || other.hatched[k]),
            groups: self.groups | other.groups,
        }
    }

    /// The groups that there are, if several: no more than a swatch has room for.
    pub fn several(self) -> Vec<Role> {
        let all: Vec<Role> = (0..Role::GROUPS).filter(|k| self.groups >> k & 1 == 1).map(Role::Group).collect();
        if all.len() > 1 { all.into_iter().take(MOST_STRIPES).collect() } else { Vec::new() }
    }

    /// What a legend writes beside it: the name, and that the shape is an approximation if it is one.
    pub fn title(self, name: &str) -> String {
        if self.sampled { format!("{name}, sampled") } else { name.to_owned() }
    }
}

/// A sample of each role among marks.
pub type Samples = BTreeMap<Role, Sample>;

/// Gathers the samples of marks, and of those that come into tiles later.
pub fn samples<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Samples {
    let of = |mark: &Mark| Some((mark.role, Sample::of(&mark.form)?));
    let entries = |mark: &'a Mark| -> Vec<(Role, Sample)> {
        match &mark.form {
            Form::Solid(solid) if !solid.parts.is_empty() => {
                let hatched = |part: &Part| [Slant::Right, Slant::Left].map(|slant| part.hatched.contains(&slant));
                let face = |part| Sample { face: true, hatched: hatched(part), ..Sample::default() };
                solid.parts.iter().map(|part| (part.role, face(part))).collect()
            }
            // What comes into tiles later is named from the start, so that they keep their places.
            Form::Tile { legend, .. } => legend.iter().filter_map(of).collect(),
            _ => of(mark).into_iter().collect(),
        }
    };
    gathered(marks.into_iter().flat_map(entries))
}

/// The same of a picture of any kind; none of a plot, whose curves are named at their ends, and of lanes with
/// entries that say what their dots are.
pub fn samples_in<'a>(kind: ViewKind, marks: impl IntoIterator<Item = &'a Mark>) -> Samples {
    let marks: Vec<&Mark> = marks.into_iter().collect();
    let keyed = |mark: &&Mark| kind == ViewKind::Lanes && matches!(mark.form, Form::Entry { dot: true, .. });
    if kind == ViewKind::Chart || marks.iter().any(keyed) {
        return Samples::new();
    }
    let mut samples = samples(marks);
    samples.values_mut().for_each(|sample| sample.node = sample.dot && kind == ViewKind::Sphere);
    samples
}

/// Puts the samples of each role together.
pub fn gathered(all: impl IntoIterator<Item = (Role, Sample)>) -> Samples {
    let mut samples = Samples::new();
    for (role, sample) in all {
        let kept = samples.entry(role).or_default();
        *kept = kept.or(sample);
    }
    samples
}

/// The roles that a legend names, in its order.
pub fn named(samples: &Samples) -> impl Iterator<Item = (Role, Sample)> {
    let loud = Role::ALL.into_iter().filter(|role| !matches!(role, Role::Grid | Role::Text));
    // Groups differ in number alone: the first stands for all, with what is in any of them.
    let groups = || samples.iter().filter(|(role, _)| matches!(role, Role::Group(_)));
    let bit = |(role, sample): (&Role, &Sample)| match role {
        Role::Group(number) => Sample { groups: 1 << number, ..*sample },
        _ => *sample,
    };
    let (first, all) = (groups().next().map(|(role, _)| *role), groups().map(bit).reduce(Sample::or));
    let shown = loud.filter(move |role| !matches!(role, Role::Group(_)) || first == Some(*role));
    shown.filter_map(move |role| match all.filter(|_| first == Some(role)) {
        Some(all) => Some((role, all)),
        None => samples.get(&role).map(|sample| (role, *sample)),
    })
}
