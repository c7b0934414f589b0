//! Lesson of boolean GJK in the plane, with the sentences of the test in space.

use crate::lesson::{Card, Ending, PAIR_IN_PLANE, PlotAxis, Series, SourceFile};
use crate::picture::Role;

/// Card of boolean GJK in the plane.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK in the plane",
    summary: "Do two convex bodies of the plane overlap? A simplex is steered towards the origin by triple products.",
    sources: &["Myoru 2024: GJKLine, GJKTriangle"],
    listing: include_str!("../../../engine/dim2/boolean_gjk/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/boolean_gjk/stepper.rs",
        text: include_str!("../../../engine/dim2/boolean_gjk/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "gap g", role: Role::Lower }],
    endings: &[
        Ending::success("Separated", "No point of A − B lies as far as the origin in this direction: apart."),
        Ending::success("Inside", "The triangle holds the origin, deeper than rounding: the bodies overlap.")
            .called("Overlapping"),
        Ending::success("Overlapping", "Rounding stopped the test, and the full answer proves an overlap."),
        Ending::no_answer(
            "OnEdge",
            "The origin lies on an edge or in a corner, and the full answer's bracket holds 0: they touch, or nearly.",
        )
        .called("Touching, or nearly"),
        Ending::no_answer(
            "Stalled",
            "Nothing got better, and the full answer's bracket holds 0: they touch, or nearly.",
        )
        .called("Touching, or nearly"),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first."),
    ],
};
