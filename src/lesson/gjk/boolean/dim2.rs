//! Card of boolean GJK in the plane: titles, listing and endings. The lesson itself is [`super::lesson`], which
//! narrates the test in the plane and in space.

use contact_lens_model::snapshot::boolean_gjk::Outcome;
use contact_lens_picture::Role;

use super::ending;
use crate::{Card, Ending, PAIR_IN_PLANE, PlotAxis, Series, SourceFile};

/// Card of boolean GJK in the plane. The endings are those in space without `OnFace` and `Degenerate`; `Inside` refers
/// to a triangle instead of a tetrahedron.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK in the plane",
    summary: "Do two convex bodies in the plane overlap? Signs of triple products lead a simplex to the origin.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle"],
    listing: include_str!("../../engine/dim2/boolean_gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/boolean_gjk/stepper.rs",
        text: include_str!("../../engine/dim2/boolean_gjk/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }],
    endings: &[
        ending(Outcome::Separated),
        Ending::success(
            "Inside",
            "The origin lies inside the triangle, deeper than rounding error: the bodies overlap.",
        )
        .called("Overlapping"),
        ending(Outcome::Overlapping),
        ending(Outcome::OnEdge),
        ending(Outcome::Stalled),
        ending(Outcome::IterationLimit),
    ],
};
