//! Words for the laws of an audit: what a capture claims about an item, and what follows from values captured earlier.

/// Words for one law.
pub(super) struct Claim {
    /// Name of the law in reports.
    law: &'static str,
    /// Claim of the capture: a predicate of the item.
    pub claimed: &'static str,
    /// Values that follow: a sentence without its period.
    pub follows: &'static str,
}

/// Builds a row of [`CLAIMS`].
const fn row(law: &'static str, claimed: &'static str, follows: &'static str) -> Claim {
    Claim { law, claimed, follows }
}

/// Words for a law without a row.
const OTHER: Claim = row("", "has captured values", "The values follow from those that the capture gives before them");

/// Words for all laws, in the order of the stages.
const CLAIMS: &[Claim] = &[
    row("unit quaternion", "has a rotation before the step", "The quaternion of a rotation has unit length"),
    row("unit normal", "has a captured normal", "A normal has unit length"),
    row("symmetric inertia", "has a captured inertia", "The matrix of an inertia is symmetric"),
    row("positive inertia", "has a captured inertia", "All three moments of a body are positive"),
    row("inertia of a solid", "has a captured inertia", "No moment of a solid exceeds the sum of the other two"),
    row("mass of the shape", "claims uniform density", "The mass is the density times the volume of the shape"),
    row(
        "inertia of the shape",
        "claims uniform density",
        "The inertia is that of the shape, scaled to the captured mass",
    ),
    row(
        "moments within the shape",
        "has a captured inertia",
        "No moment exceeds m r², where r is the radius of the shape around the center of mass",
    ),
    row(
        "pair is allowed",
        "is among the captured pairs",
        "The filter allows a pair if one body moves, groups and masks match, and nothing excludes the pair",
    ),
    row("rejected pair is not allowed", "was rejected by the filter", "The declared filter rejects the pair"),
    row(
        "overlapping pair is found",
        "is an allowed pair",
        "The broad phase lists every allowed pair whose proven distance is negative",
    ),
    row("box contains its body", "has a captured box", "The box contains the shape along all six axes"),
    row(
        "overlapping pair has a contact",
        "is a pair for the narrow phase",
        "A pair whose proven distance is negative has a contact",
    ),
    row(
        "normal attains the distance",
        "has a captured normal",
        "The gap of the bodies along the normal is their proven distance",
    ),
    row("normal is the half-space's", "has a captured normal", "The normal is that of the half-space"),
    row(
        "no point is deeper than the overlap",
        "has a captured gap",
        "No point is deeper than the bodies overlap along the captured normal",
    ),
    row("point is on both surfaces", "has captured points", "Each point is on the surface of its body"),
    row(
        "deepest point is as deep as proven",
        "is a pair with contacts",
        "The deepest contact is as deep as the proven overlap of the bodies",
    ),
    row(
        "points differ by the gap along the normal",
        "has two captured points",
        "The point on the second body is that on the first, moved by the gap along the normal",
    ),
    row("number of rows", "has captured rows", "The model declares the number of rows"),
    row("number of rows of the joint", "has captured rows", "The kind of the joint decides the number of its rows"),
    row(
        "row of the contact",
        "has a captured Jacobian",
        "The Jacobian follows from the direction of the row and the lever arms of the contact",
    ),
    row(
        "directions are unit and perpendicular",
        "has captured directions",
        "The directions have unit length and are perpendicular to each other",
    ),
    row("row of the joint", "has a captured Jacobian", "The joint acts only along its own directions"),
    row("row of the kinematics", "has a captured Jacobian", "The Jacobian is that of the captured kinematics"),
    row("effective mass", "has a captured effective mass", "The effective mass is the inverse of J W Jᵀ + γ"),
    row("coefficient of the contact", "has a captured coefficient", "The coefficient of a row is that of its contact"),
    row(
        "coefficient of the bodies",
        "has a captured coefficient",
        "The coefficient is the declared combination of the coefficients of both bodies",
    ),
    row(
        "target velocity of the normal",
        "has a captured target velocity",
        "The target follows from the gap, the approach and the declared rules of bounce and push",
    ),
    row(
        "target velocity of friction",
        "has a captured target velocity",
        "The target of friction is the velocity of the surface, zero unless captured",
    ),
    row(
        "target velocity of the joint",
        "has a captured target velocity",
        "The target is −β / h times the error of the joint",
    ),
    row("softness as declared", "has a captured softness", "The softness is the declared share of J W Jᵀ"),
    row("softness of the spring", "has a captured softness", "The softness follows from frequency and damping ratio"),
    row("softness of the cone", "has a captured softness", "The softness of all friction rows times μ² is equal"),
    row("impulse within its bounds", "has a captured impulse", "The impulse is within the bounds of its row"),
    row(
        "friction within its set",
        "has captured impulses",
        "The friction impulse is at most the coefficient times the normal impulse",
    ),
    row(
        "residual within the claim",
        "has captured impulses",
        "The law of the contact or joint holds up to the claimed tolerance",
    ),
    row(
        "residual without a claim",
        "has captured impulses",
        "The law of the contact or joint leaves a residual, and the capture claims no tolerance",
    ),
    row(
        "sweep as declared",
        "has captured impulses",
        "The declared sweep, repeated from the captured rows, ends with the same impulses",
    ),
    row("gap of the convex model", "claims an optimum", "Primal and dual cost differ by at most the claimed gap"),
    row("momentum share of the gap", "claims an optimum", "The change of momentum is the sum of all impulses"),
    row(
        "linear velocity follows the impulses",
        "has a velocity after the step",
        "The velocity is the one before, changed by forces and by all impulses divided by the mass",
    ),
    row(
        "angular velocity follows the impulses",
        "has an angular velocity after the step",
        "The angular velocity is the one before, changed by torques and by all angular impulses",
    ),
    row(
        "velocity follows the acceleration",
        "has a velocity after the step",
        "The velocity is the one before plus the acceleration times the time step",
    ),
    row(
        "position follows the velocity",
        "has a position after the step",
        "The position is the one before, moved by the velocity for one time step",
    ),
    row(
        "rotation follows the angular velocity",
        "has a rotation after the step",
        "The rotation is the one before, rotated by the angular velocity for one time step",
    ),
    row("rotation stays unit", "has a rotation after the step", "The quaternion of a rotation has unit length"),
];

/// Words for the law with this name; general ones for an unknown law.
pub(super) fn claim_of(law: &str) -> &'static Claim {
    CLAIMS.iter().find(|claim| claim.law == law).unwrap_or(&OTHER)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_law_has_one_row_of_at_most_25_words() {
        let names: BTreeSet<&str> = CLAIMS.iter().map(|claim| claim.law).collect();
        assert_eq!(names.len(), CLAIMS.len());
        for claim in CLAIMS {
            assert!(!claim.follows.contains(|c: char| c.is_ascii_digit()), "a number without a mark: {}", claim.law);
            assert!(claim.follows.split_whitespace().count() <= 25, "{}", claim.law);
        }
        assert_eq!(claim_of("unit normal").claimed, "has a captured normal");
        assert_eq!(claim_of("a law of later").claimed, OTHER.claimed);
    }
}
