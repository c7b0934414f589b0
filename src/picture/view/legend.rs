//! Content of a legend: the roles in a picture, and for each role the kinds of its marks, so that its swatch shows a
//! face, a line or a dot as the picture does.

use std::collections::BTreeMap;

use crate::{Form, Mark, Part, Role, Slant, ViewKind};

/// Maximum number of groups in a swatch.
const MAX_STRIPES: usize = 4;

/// Kinds of marks that a role has in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Whether there are polygons, planes or bodies.
    pub face: bool,
    /// Whether there are lines, arrows or circles.
    pub line: bool,
    /// Whether there are arrows.
    pub arrow: bool,
    /// Whether there are dots.
    pub dot: bool,
    /// Whether dots are on the sphere of directions, where some roles have other markers.
    pub node: bool,
    /// Whether there are dots with numbers in them.
    pub badge: bool,
    /// Whether there are bodies of more vertices than are drawn.
    pub sampled: bool,
    /// Whether there are faces with hatch lines that rise to the right, and to the left.
    pub hatched: [bool; 2],
    /// Groups that occur: bit `k` is set for `Role::Group(k)`.
    pub groups: u8,
}

impl Sample {
    /// Kinds of marks of a single form; `None` for forms that need no entry.
    fn of_form(form: &Form) -> Option<Self> {
        let none = Self::default();
        match form {
            // A lane has its own name.
            Form::Label { .. } | Form::Lane { .. } | Form::Axis { .. } | Form::Scale { .. } => None,
            Form::Tile { .. } => None,
            // A table of shades shows their meaning next to it; an entry has its own name.
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

    /// Kinds of marks that are in either sample.
    pub fn union(self, other: Self) -> Self {
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

    /// This sample with a line in place of a face, for a role whose faces are all edge-on or not filled.
    pub fn edge_on(self) -> Self {
        Self { face: false, line: self.line || self.face, ..self }
    }

    /// The groups that occur, if there are several, at most four; otherwise none.
    pub fn several_groups(self) -> Vec<Role> {
        let mut groups: Vec<Role> = (0..Role::GROUPS).filter(|k| self.groups >> k & 1 == 1).map(Role::Group).collect();
        if groups.len() < 2 {
            return Vec::new();
        }
        groups.truncate(MAX_STRIPES);
        groups
    }

    /// This sample with the group of `role` as its only one; `None` for roles that are no group.
    fn with_group(self, role: Role) -> Option<Self> {
        let Role::Group(number) = role else { return None };
        Some(Self { groups: 1 << number, ..self })
    }

    /// Text of a legend's entry: the name, and a note if the shape is sampled.
    pub fn title(self, name: &str) -> String {
        if self.sampled { format!("{name}, sampled") } else { name.to_owned() }
    }
}

/// Samples of a distinguished face, and of its hatch lines, which may have another role.
fn samples_of_part(part: &Part) -> impl Iterator<Item = (Role, Sample)> + use<> {
    let face = Sample { face: true, ..Sample::default() };
    let hatched = Sample { hatched: [Slant::Right, Slant::Left].map(|slant| part.hatched.contains(&slant)), ..face };
    let lines = (!part.hatched.is_empty()).then_some((part.role.of_hatch(), hatched));
    std::iter::once((part.role, face)).chain(lines)
}

/// Sample of each role that has one.
pub type Samples = BTreeMap<Role, Sample>;

/// Samples of marks, and of the marks that tiles add later.
pub fn samples_of_marks<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Samples {
    merge_samples(marks.into_iter().flat_map(samples_of_mark))
}

/// Samples of a mark by role; several for a body with distinguished faces.
fn samples_of_mark(mark: &Mark) -> Vec<(Role, Sample)> {
    match &mark.form {
        Form::Solid(solid) if !solid.parts.is_empty() => solid.parts.iter().flat_map(samples_of_part).collect(),
        // Marks that tiles add later have entries from the start, so that entries keep their places.
        Form::Tile { legend, .. } => legend.iter().filter_map(sample_of).collect(),
        _ => sample_of(mark).into_iter().collect(),
    }
}

/// Sample of a mark with one role; `None` for marks that need no entry.
fn sample_of(mark: &Mark) -> Option<(Role, Sample)> {
    Some((mark.role, Sample::of_form(&mark.form)?))
}

/// Samples of marks in a view of the given kind; empty for plots, whose curves are labeled at their ends, and for lanes
/// with entries that explain their dots.
pub fn samples_in<'a>(kind: ViewKind, marks: impl IntoIterator<Item = &'a Mark>) -> Samples {
    let marks: Vec<&Mark> = marks.into_iter().collect();
    let has_key = marks.iter().any(|mark| mark.form.is_key_row());
    if kind == ViewKind::Chart || kind == ViewKind::Lanes && has_key {
        return Samples::new();
    }
    // In a view of the plane z = 0, planes are seen edge-on and drawn as lines.
    let (planes, others): (Vec<&Mark>, Vec<&Mark>) =
        marks.into_iter().partition(|mark| kind == ViewKind::Plane && matches!(mark.form, Form::Plane { .. }));
    let lines = planes.into_iter().map(|mark| (mark.role, Sample { line: true, ..Sample::default() }));
    let mut samples = merge_samples(samples_of_marks(others).into_iter().chain(lines));
    samples.values_mut().for_each(|sample| sample.node = sample.dot && kind == ViewKind::Sphere);
    samples
}

/// Merges the samples of each role.
pub fn merge_samples(all: impl IntoIterator<Item = (Role, Sample)>) -> Samples {
    let mut samples = Samples::new();
    for (role, sample) in all {
        let merged = samples.entry(role).or_default();
        *merged = merged.union(sample);
    }
    samples
}

/// Roles that a legend lists, in the order of its entries, with their samples. The first group has the merged sample of
/// all groups, since groups differ only in number.
pub fn listed_roles(samples: &Samples) -> impl Iterator<Item = (Role, Sample)> {
    let named = Role::ALL.into_iter().filter(|role| !matches!(role, Role::Grid | Role::Text));
    let groups: Vec<(Role, Sample)> =
        samples.iter().filter_map(|(role, sample)| Some((*role, sample.with_group(*role)?))).collect();
    let first_group = groups.first().map(|(role, _)| *role);
    let merged_groups = groups.into_iter().map(|(_, sample)| sample).reduce(Sample::union);
    let shown = named.filter(move |role| !role.is_group() || first_group == Some(*role));
    shown.filter_map(move |role| {
        let sample = if first_group == Some(role) { merged_groups } else { samples.get(&role).copied() };
        Some((role, sample?))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Picture, Solid};

    #[test]
    fn hatch_lines_on_members_of_groups_have_an_entry_of_their_own() {
        let part = |role, hatched| Part { role, key: "face".into(), sign: "", hatched };
        let parts = vec![
            part(Role::Group(3), &[Slant::Left][..]),
            part(Role::Group(4), &[]),
            part(Role::ShapeA, &[Slant::Right]),
        ];
        let mut picture = Picture::default();
        picture.add(Role::Member, "hull", Form::Solid(Arc::new(Solid { parts, ..Solid::default() })));
        let samples = samples_of_marks(&picture.marks);
        let hatched = |role| samples.get(&role).map(|sample: &Sample| sample.hatched);
        assert_eq!(hatched(Role::Interval), Some([false, true]), "one entry for the lines on all groups");
        assert_eq!([3, 4].map(|group| hatched(Role::Group(group))), [Some([false; 2]); 2]);
        assert_eq!(hatched(Role::ShapeA), Some([true, false]));
        assert_eq!(hatched(Role::Member), None, "only the faces have entries");
    }
}
