//! Roles: the meanings of marks, such as the origin, a witness point or an upper bound. The theme maps each to an ink.

/// Meaning of a mark. One theme maps each role to ink; nothing else chooses colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Body A, and marks that belong to it alone.
    ShapeA,
    /// Body B, and marks that belong to it alone.
    ShapeB,
    /// A body that the query does not name; hidden by default.
    Bystander,
    /// A body or row of the query that this step does not use.
    Idle,
    /// The configuration-space obstacle `A − B`.
    Difference,
    /// A face of `A − B` that is the parallelogram of an edge of A and an edge of B.
    EdgePair,
    /// The origin of the configuration space.
    Origin,
    /// The current simplex `W`.
    Simplex,
    /// The growing polytope of EPA; in the plane its polygon.
    Polytope,
    /// The new support point `w`, and the support points of A and B that it is the difference of.
    NewSupport,
    /// The point `v` of the simplex nearest the origin, and the face of the polytope closest to it.
    Closest,
    /// Witness points on A and B and the segment between them.
    Witness,
    /// Normal of a face or a contact.
    Normal,
    /// Search direction or separating axis.
    Axis,
    /// A plane, sphere or curve that bounds the region where something can be, such as the supporting plane at `w` or
    /// the sphere of the margins. Lengths are [`Self::Upper`] and [`Self::Lower`].
    Bound,
    /// Upper bound of the distance or depth, drawn as a line of that length.
    Upper,
    /// Lower bound of the distance or depth, drawn as a line of that length.
    Lower,
    /// Horizon: edges between faces that the new point sees and faces that it does not.
    Horizon,
    /// Removed in this step.
    Removed,
    /// Added in this step, except for the new support point itself.
    Added,
    /// State shown for comparison: an earlier one, or one that includes what the algorithm skips.
    Ghost,
    /// A body at the first of two moments.
    First,
    /// A body at the last of two moments.
    Last,
    /// Surface of a mesh, whose hull is the body.
    Mesh,
    /// Voronoi region of a simplex that the query point is tested against.
    Region,
    /// An interval that belongs to no body: a span of time, a bracket of a number.
    Interval,
    /// Gap between two separate intervals or bodies.
    Gap,
    /// Overlap of two intervals or boxes, an area or a length along an axis.
    Overlap,
    /// Penetration depth of two bodies, drawn as a line of that length.
    Penetration,
    /// Reference face of a contact and its side planes, on A.
    Reference,
    /// Reference face of a contact and its side planes, on B.
    ReferenceB,
    /// Incident face, clipped against the reference face, on B.
    Incident,
    /// Incident face, clipped against the reference face, on A.
    IncidentA,
    /// A transparent body around others: the frustum of a camera, or the outermost of nested hulls.
    Frustum,
    /// A body wholly inside the tested volume.
    Inside,
    /// A body partly inside the tested volume.
    Crossing,
    /// A body wholly outside the tested volume.
    Outside,
    /// One of many bodies, identified by its number.
    Member,
    /// Member of a group, by a number below [`Role::GROUPS`], so that members are visibly related.
    Group(u8),
    /// Result of another engine for the same query, captured in a file.
    Theirs,
    /// One of the possible answers to a quiz question.
    Candidate,
    /// Place of an error that a check has found.
    Fault,
    /// Lines of a grid, rows and frames.
    Grid,
    /// Words without a role of their own.
    Text,
}

impl Role {
    /// Whether the mark is a member of a group.
    pub(crate) fn is_group(self) -> bool {
        matches!(self, Self::Group(_))
    }

    /// Number of distinguishable groups.
    pub const GROUPS: u8 = 6;

    /// Whether the mark is a bound or a depth, drawn as a line of that length, and so invisible where it is 0.
    pub fn is_length_that_may_vanish(self) -> bool {
        matches!(self, Self::Lower | Self::Upper | Self::Penetration)
    }

    /// Whether the mark is the subject of a step, which is drawn in full ink even behind a body.
    pub fn is_subject_of_step(self) -> bool {
        matches!(self, Self::NewSupport | Self::Candidate | Self::Fault)
    }

    /// Whether bodies of this role are drawn faintly in the background, since the step does not use them.
    pub fn is_in_background(self) -> bool {
        matches!(self, Self::Bystander | Self::Idle)
    }

    /// Group of the member with this index; consecutive members are in different groups.
    pub fn group(number: u32) -> Self {
        Self::Group((number % u32::from(Self::GROUPS)) as u8)
    }

    /// Role of hatch lines across a face of this role. Hatch lines across members of groups have one ink of their own,
    /// since they mean the same in every group.
    pub fn of_hatch(self) -> Self {
        if matches!(self, Self::Group(_)) { Self::Interval } else { self }
    }

    /// All roles, in the order of legends.
    pub const ALL: [Self; 49] = [
        Self::ShapeA,
        Self::ShapeB,
        Self::Bystander,
        Self::Idle,
        Self::Difference,
        Self::EdgePair,
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
            Self::EdgePair => "edge × edge",
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
