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

/// What a legend shows of a face, and of the lines across it where these have another role.
fn of_part(part: &Part) -> impl Iterator<Item = (Role, Sample)> + use<> {
    let face = Sample { face: true, ..Sample::default() };
    let hatched = Sample { hatched: [Slant::Right, Slant::Left].map(|slant| part.hatched.contains(&slant)), ..face };
    let lines = Some((part.role.of_hatch(), hatched)).filter(|_| !part.hatched.is_empty());
    std::iter::once((part.role, face)).chain(lines)
}

/// A sample of each role among marks.
pub type Samples = BTreeMap<Role, Sample>;

/// Gathers the samples of marks, and of those that come into tiles later.
pub fn samples<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Samples {
    let of = |mark: &Mark| Some((mark.role, Sample::of(&mark.form)?));
    let entries = |mark: &'a Mark| -> Vec<(Role, Sample)> {
        match &mark.form {
            Form::Solid(solid) if !solid.parts.is_empty() => solid.parts.iter().flat_map(of_part).collect(),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::{Picture, Solid};
    use super::*;

    #[test]
    fn lines_across_members_of_groups_have_an_entry_of_their_own() {
        let part = |role, hatched| Part { role, key: "face".into(), sign: "", hatched };
        let parts = vec![
            part(Role::Group(3), &[Slant::Left][..]),
            part(Role::Group(4), &[]),
            part(Role::ShapeA, &[Slant::Right]),
        ];
        let mut picture = Picture::default();
        picture.add(Role::Member, "hull", Form::Solid(Arc::new(Solid { parts, ..Solid::default() })));
        let samples = samples(&picture.marks);
        let hatched = |role| samples.get(&role).map(|sample: &Sample| sample.hatched);
        assert_eq!(hatched(Role::Interval), Some([false, true]), "what the lines tell, whatever group they are across");
        assert_eq!([3, 4].map(|group| hatched(Role::Group(group))), [Some([false; 2]); 2]);
        assert_eq!(hatched(Role::ShapeA), Some([true, false]));
        assert_eq!(hatched(Role::Member), None, "a solid whose faces are told apart is none of them");
    }
}
