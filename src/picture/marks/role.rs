//! Roles: the meanings of marks. Only the theme maps them to inks.

/// Meaning of a mark. One theme maps each role to ink; nothing else chooses colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Body A and everything that belongs to it alone.
    ShapeA,
    /// Body B.
    ShapeB,
    /// A body that the query does not name; hidden by default.
    Bystander,
    /// A body or row of the query that this step does not use.
    Idle,
    /// The configuration-space obstacle `A − B`.
    Difference,
    /// The origin of the configuration space.
    Origin,
    /// The current simplex `W`.
    Simplex,
    /// The growing polytope of EPA; in the plane its polygon.
    Polytope,
    /// The new support point `w` and its counterparts on A and B.
    NewSupport,
    /// The nearest point `v`, and the closest face.
    Closest,
    /// Witness points on A and B and the segment between them.
    Witness,
    Normal,
    /// Search direction or separating axis.
    Axis,
    /// Supporting plane, or the sphere of margins.
    Bound,
    /// Upper bound of the distance or depth, as a length.
    Upper,
    /// Lower bound of the distance or depth, as a length.
    Lower,
    /// Silhouette edges.
    Horizon,
    /// Removed in this step.
    Removed,
    /// Added in this step, except for the new support point itself.
    Added,
    /// For comparison: an earlier state, or one with what the algorithm skips.
    Ghost,
    /// A body at the first of two moments.
    First,
    /// A body at the last of two moments.
    Last,
    /// Surface of a mesh, whose hull is the body.
    Mesh,
    /// Region of a simplex in which the query may lie.
    Region,
    /// An interval that belongs to no body: a span of time, a bracket of a number.
    Interval,
    /// Gap between two separate things.
    Gap,
    /// Overlap of two things.
    Overlap,
    /// Penetration depth of two bodies.
    Penetration,
    /// Reference face of a contact and its side planes, on A.
    Reference,
    /// Reference face of a contact and its side planes, on B.
    ReferenceB,
    /// Incident face, clipped against the reference face, on B.
    Incident,
    /// Incident face, clipped against the reference face, on A.
    IncidentA,
    /// Transparent surroundings: a camera's frustum as a body, or the outermost of nested hulls.
    Frustum,
    /// Wholly inside the tested volume.
    Inside,
    /// Partly inside the tested volume.
    Crossing,
    /// Wholly outside the tested volume.
    Outside,
    /// One of many bodies, identified by its number.
    Member,
    /// Member of a group, by a number below [`Role::GROUPS`], so that members are visibly related.
    Group(u8),
    /// Another engine's result for the same query.
    Theirs,
    /// One of the possible answers to a quiz question.
    Candidate,
    /// Error found here.
    Fault,
    Grid,
    /// Words of no other role.
    Text,
}

impl Role {
    pub(in crate::picture) fn is_group(self) -> bool {
        matches!(self, Self::Group(_))
    }

    /// Number of distinguishable groups.
    pub const GROUPS: u8 = 6;

    /// Whether the mark is a bound or a depth as a length, which is invisible where it is 0.
    pub fn is_a_bound(self) -> bool {
        matches!(self, Self::Lower | Self::Upper | Self::Penetration)
    }

    /// Whether bodies of this role are drawn faintly in the background, as they take no part in the step.
    pub fn is_in_background(self) -> bool {
        matches!(self, Self::Bystander | Self::Idle)
    }

    /// Group for an index; consecutive indices are in different groups.
    pub fn group(number: u32) -> Self {
        Self::Group((number % u32::from(Self::GROUPS)) as u8)
    }

    /// Role of hatch lines across a face of this role. Members of groups have different inks, so their hatch lines use
    /// another one.
    pub fn of_hatch(self) -> Self {
        if matches!(self, Self::Group(_)) { Self::Interval } else { self }
    }

    /// All roles, in the order of legends.
    pub const ALL: [Self; 48] = [
        Self::ShapeA,
        Self::ShapeB,
        Self::Bystander,
        Self::Idle,
        Self::Difference,
        Self::Origin,
        Self::Simplex,
        Self::Polytope,
        Self::NewSupport,
        Self::Closest,
        Self::Witness,
        Self::Normal,
        Self::Axis,
        Self::Bound,
        Self::Upper,
        Self::Lower,
        Self::Horizon,
        Self::Added,
        Self::Removed,
        Self::Ghost,
        Self::First,
        Self::Last,
        Self::Mesh,
        Self::Region,
        Self::Interval,
        Self::Gap,
        Self::Overlap,
        Self::Penetration,
        Self::Reference,
        Self::ReferenceB,
        Self::Incident,
        Self::IncidentA,
        Self::Frustum,
        Self::Inside,
        Self::Crossing,
        Self::Outside,
        Self::Member,
        Self::Group(0),
        Self::Group(1),
        Self::Group(2),
        Self::Group(3),
        Self::Group(4),
        Self::Group(5),
        Self::Theirs,
        Self::Candidate,
        Self::Fault,
        Self::Grid,
        Self::Text,
    ];

    /// Short name in legends.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ShapeA => "A",
            Self::ShapeB => "B",
            Self::Bystander => "other body",
            Self::Idle => "not used yet",
            Self::Difference => "A − B",
            Self::Origin => "origin",
            Self::Simplex => "simplex",
            Self::Polytope => "polytope",
            Self::NewSupport => "new support",
            Self::Closest => "closest",
            Self::Witness => "witness points",
            Self::Normal => "normal",
            Self::Axis => "direction",
            Self::Bound => "supporting plane",
            Self::Upper => "upper bound",
            Self::Lower => "lower bound",
            Self::Horizon => "horizon",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Ghost => "for comparison",
            Self::First => "at the first moment",
            Self::Last => "at the last moment",
            Self::Mesh => "mesh",
            Self::Region => "region",
            Self::Interval => "interval",
            Self::Gap => "gap",
            Self::Overlap => "overlap",
            Self::Penetration => "penetration",
            Self::Reference => "reference face",
            Self::ReferenceB => "reference face on B",
            Self::Incident => "incident face",
            Self::IncidentA => "incident face on A",
            Self::Frustum => "frustum",
            Self::Inside => "inside",
            Self::Crossing => "crossing",
            Self::Outside => "outside",
            Self::Member => "one of the crowd",
            Self::Group(number) => {
                ["group 1", "group 2", "group 3", "group 4", "group 5"].get(usize::from(number)).unwrap_or(&"group 6")
            }
            Self::Theirs => "theirs",
            Self::Candidate => "an answer to choose",
            Self::Fault => "fault",
            Self::Grid => "grid",
            Self::Text => "note",
        }
    }
}
