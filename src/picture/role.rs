//! Roles: what marks mean. The theme alone knows how they look.

/// What a mark *means*. One theme maps each role to ink; nothing else names a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Body A and everything that belongs to it alone.
    ShapeA,
    /// Body B.
    ShapeB,
    /// A body that takes no part in the query shown.
    Bystander,
    /// The configuration-space obstacle `A − B`.
    Difference,
    /// The origin of the configuration space.
    Origin,
    /// The current simplex `W`.
    Simplex,
    /// The growing polytope of EPA; in the plane its polygon.
    Polytope,
    /// The new support point `w` and its partners on A and B.
    NewSupport,
    /// `v`, the nearest point, and the closest face.
    Closest,
    /// Witness points on A and B and the segment between them.
    Witness,
    /// Contact normal.
    Normal,
    /// Search direction, separating axis.
    Axis,
    /// Supporting plane, and the ball of margins: what holds the answer back.
    Bound,
    /// The upper bound of what is sought, distance or depth, as a length.
    Upper,
    /// The lower bound of it, as a length.
    Lower,
    /// Silhouette edges.
    Horizon,
    /// Dropped in this step.
    Removed,
    /// Added in this step, beside the new support point itself.
    Added,
    /// For comparison: as it was in an earlier step, or with what the algorithm leaves out.
    Ghost,
    /// A body at the first of two moments.
    First,
    /// The same at the last of them.
    Last,
    /// The surface of a mesh, whose hull is the body.
    Mesh,
    /// A region of a simplex in which the query may lie.
    Region,
    /// What is bounded from both sides and belongs to no body: a span of time, a bracket of a number.
    Interval,
    /// Daylight: what lies between two things that do not meet.
    Gap,
    /// What two things share.
    Overlap,
    /// How far two bodies reach into each other.
    Penetration,
    /// The face that a contact is measured from, and its sides, where it is a face of A.
    Reference,
    /// The same where it is a face of B.
    ReferenceB,
    /// The face that is clipped against the reference, where it is a face of B.
    Incident,
    /// The same where it is a face of A.
    IncidentA,
    /// What all else is looked at through: what a camera sees, as a body; the outermost of nested hulls.
    Frustum,
    /// Wholly inside of what it is tested against.
    Inside,
    /// Partly inside.
    Crossing,
    /// Wholly outside.
    Outside,
    /// One body of a crowd, told from the others by its number.
    Member,
    /// What is sorted into one of several groups, by a number below [`Role::GROUPS`]: so that what belongs together is seen.
    Group(u8),
    /// What another engine says of the same.
    Theirs,
    /// One of the answers to a question that is open.
    Candidate,
    /// Something is wrong here.
    Fault,
    /// Ground grid and axes.
    Grid,
    /// Words that belong to no other role.
    Text,
}

impl Role {
    /// How many groups can be told apart.
    pub const GROUPS: u8 = 6;

    /// Whether it bounds a length, or is one: where that is 0 it is a line that is not to be seen.
    pub fn is_a_bound(self) -> bool {
        matches!(self, Self::Lower | Self::Upper | Self::Penetration)
    }

    /// The group of the thing with this number; things next to each other in order are in different ones.
    pub fn group(number: u32) -> Self {
        Self::Group((number % u32::from(Self::GROUPS)) as u8)
    }

    /// What lines across a face of this role mean. Members of groups wear different inks: what the lines tell has another one.
    pub fn of_hatch(self) -> Self {
        if matches!(self, Self::Group(_)) { Self::Interval } else { self }
    }

    /// All of them, in the order of legends.
    pub const ALL: [Self; 47] = [
        Self::ShapeA,
        Self::ShapeB,
        Self::Bystander,
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

    /// As a legend says it, in few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::ShapeA => "A",
            Self::ShapeB => "B",
            Self::Bystander => "other body",
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
