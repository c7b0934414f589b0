//! Lessons of rays. At a convex body or a half-space, the chord of the ray is composed piece by piece ([`lesson`]). At
//! a body of many parts, the tree of boxes is searched for the part that is hit first ([`parts`]).

mod beats;
mod context;
pub mod parts;
mod pictures;
mod words;

pub use context::{RayContext, RayData};

use contact_lens_model::answer::number::{number, point, point_in_plane, vector, vector_in_plane};
use contact_lens_model::answer::{Finding, RayFinding};
use contact_lens_model::snapshot::ray::{Cast, Outcome};
use contact_lens_picture::Role;

use super::recorded::narrated::Step;
use super::{
    BODY, BODY_IN_PLANE, Beat, Card, Ending, Lesson, Narrated, Narration, PlotAxis, Recording, Series, SourceFile,
    Verdict,
};

/// Card of a ray at a convex body or a half-space.
pub const CARD: Card = Card {
    id: "ray",
    title: "Ray at a convex body",
    summary: "Where does a ray hit a body? Each plane or curved surface of the body leaves a shorter part of the line.",
    sources: &["Ericson, Real-Time Collision Detection, 2005: 5.3", "Cyrus and Beck 1978"],
    listing: include_str!("../engine/dim3/ray/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/ray/stepper.rs",
        text: include_str!("../engine/dim3/ray/stepper.rs"),
    }],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "t_in", role: Role::Lower }, Series { name: "t_out", role: Role::Upper }],
    endings: ENDINGS,
};

/// Card of a ray at a convex body or a half-plane in the plane.
pub const IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..CARD };

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Hit => success "Hit":
        "The ray enters the body at a t between two proven bounds.";
    Outcome::StartsInside => success "StartsInside" called "Starts inside":
        "The ray starts inside the body or on its surface: a hit at t = 0, without a normal.";
    Outcome::Miss => success "Miss":
        "No point of the ray is inside the body.";
    Outcome::Grazing => no_answer "Grazing" called "Cannot be decided":
        "The ray passes the surface so closely that a hit cannot be decided in this precision.";
}

/// Index of the curve of the chord's entry, for the plot points of a beat.
const ENTRY_CURVE: usize = 0;

/// Index of the curve of the chord's exit.
const EXIT_CURVE: usize = 1;

/// Names of roles in the legend.
const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Axis, "ray"),
    (Role::Candidate, "part inside the piece"),
    (Role::Closest, "part inside so far"),
    (Role::Witness, "hit"),
    (Role::Normal, "outward normal n"),
];

/// Verdict of a ray cast at the body `name`, in the plane if `planar`; `tests` is the number of pieces or parts tested.
pub fn verdict(finding: RayFinding, outcome: Outcome, name: &str, planar: bool, tests: u32) -> Verdict {
    let say = match outcome {
        Outcome::Hit => hit_sentence(&finding, name, planar),
        Outcome::StartsInside => format!("The ray starts inside {name} or on its surface, so the hit is at t = 0."),
        Outcome::Miss => format!("The whole ray, up to t = {}, is outside of {name}.", &*number(finding.t_max)),
        Outcome::Grazing => {
            format!("The ray passes {name} at a distance below rounding error, so a hit cannot be decided.")
        }
    };
    Verdict { outcome: ending(outcome).name, say, iterations: tests, finding: Finding::Ray(finding) }
}

/// Sentence on a ray that enters the body from outside.
fn hit_sentence(finding: &RayFinding, name: &str, planar: bool) -> String {
    let t = number(finding.t.unwrap_or_default());
    let point_text = if planar { point_in_plane } else { point };
    let vector_text = if planar { vector_in_plane } else { vector };
    let place = finding.point.map_or_else(String::new, |p| format!(", in the point {}", &*point_text(p)));
    let normal =
        finding.normal.map_or_else(String::new, |n| format!(" The outward normal there is {}.", &*vector_text(n)));
    format!("The ray hits {name} at t = {}{place}.{normal}", &*t)
}

/// Lesson of a recorded ray cast, in the plane if `planar`.
pub fn lesson(
    planar: bool,
    recording: Box<dyn Recording<Cast>>,
    context: RayContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let card = if planar { &IN_PLANE } else { &CARD };
    let context = context.showing(&verdict);
    Box::new(Narrated { recording, context, verdict, narration: RayNarration { card } })
}

/// Narration of the pieces of a body and their chords.
struct RayNarration {
    /// Description of the lesson, in space or in the plane.
    card: &'static Card,
}

impl Narration for RayNarration {
    type State = Cast;
    type Context = RayContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;
    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        beats::beats(&step, self.card)
    }
}
