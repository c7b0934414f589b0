//! Lesson of boolean GJK in the plane, with the sentences of the test in space.

use crate::lesson::{Card, Ending, PAIR_IN_PLANE, PlotAxis, Series, SourceFile};
use crate::picture::Role;

/// Card of boolean GJK in the plane.
pub const CARD: Card = Card {
    id: "boolean_gjk",
    title: "Boolean GJK in the plane",
    summary: "Do two convex bodies in the plane overlap? Signs of triple products lead a simplex to the origin.",
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
        Ending::success("Separated", "No point of A − B lies as far along d as the origin: the bodies are apart."),
        Ending::success("Inside", "The origin lies inside the triangle, deeper than rounding error: the bodies overlap.")
            .called("Overlapping"),
        Ending::success("Overlapping", "Rounding error stopped the test, and the distance solver proves an overlap."),
        Ending::no_answer(
            "OnEdge",
            "The origin lies on an edge or a vertex to rounding, and the distance solver's bracket contains 0: contact cannot be decided.",
        )
        .called("Contact undecided"),
        Ending::no_answer(
            "Stalled",
            "No iteration improved the simplex, and the distance solver's bracket contains 0: contact cannot be decided.",
        )
        .called("Contact undecided"),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached before a decision."),
    ],
};
