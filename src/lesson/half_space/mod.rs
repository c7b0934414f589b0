//! Lesson of queries for a body and a half-space, which is all points on one side of a plane. The body's deepest point
//! and its signed distance from the plane give the answers of four queries: distance, overlap, cast and contacts.

mod beats;
mod contacts;
mod pictures;
mod quantities;
mod step_context;
pub mod two_half_spaces;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::half_space::{HalfSpaceRun, Outcome};
use contact_lens_model::snapshot::{answer, cast, manifold};
use contact_lens_picture::Role;
use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    BODY, BODY_IN_PLANE, Backdrop, Beat, Card, Context, Ending, Lesson, Narrated, Narration, PairContext, Pictures,
    PlotAxis, Recording, SourceFile, Verdict, WORLD, pair_verdict,
};

/// Card of the distance query.
pub const DISTANCE: Card = Card {
    id: "distance",
    title: "Distance to a half-space",
    summary: "How far is a body from the half-space below a plane? Its deepest point gives the distance or the depth.",
    sources: &["Ericson, Real-Time Collision Detection, 2005: 5.2"],
    listing: include_str!("../engine/dim3/half_space/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/half_space/stepper.rs",
            text: include_str!("../engine/dim3/half_space/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/half_space/deepest_point.rs",
            text: include_str!("../engine/dim3/half_space/deepest_point.rs"),
        },
    ],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: &[
        Ending::success(
            "Separated",
            "The deepest point of the body is outside the half-space; its distance from the plane is the distance of \
             the bodies.",
        ),
        Ending::success(
            "Touching",
            "The deepest point of the body is on the plane; the distance is below rounding error.",
        ),
        Ending::success(
            "Penetrating",
            "The deepest point of the body is inside the half-space; its distance from the plane is the penetration \
             depth.",
        ),
        Ending::failure("NotFinite", "A number of the pair is infinite or not a number.").called("Invalid numbers"),
    ],
};

/// Card of the distance query in the plane.
pub const DISTANCE_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..DISTANCE };

/// Card of the overlap test by ISA-GJK.
pub const ISA_GJK: Card = Card { id: "isa_gjk", title: "Overlap with a half-space", ..DISTANCE };

/// Card of the overlap test by ISA-GJK in the plane.
pub const ISA_GJK_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..ISA_GJK };

/// Card of the overlap test by boolean GJK.
pub const BOOLEAN_GJK: Card = Card { id: "boolean_gjk", ..ISA_GJK };

/// Card of the overlap test by boolean GJK in the plane.
pub const BOOLEAN_GJK_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..BOOLEAN_GJK };

/// Card of the cast.
pub const CAST: Card = Card {
    id: "cast",
    title: "Moving objects: a half-space",
    summary: "When does a moving body hit a plane? The gap closes at a constant speed, so one division gives the time.",
    listing: include_str!("../engine/dim3/half_space/first_contact.txt"),
    code: &[
        DISTANCE.code[0],
        SourceFile {
            path: "src/engine/source/dim3/half_space/moving_body.rs",
            text: include_str!("../engine/dim3/half_space/moving_body.rs"),
        },
    ],
    endings: &[
        Ending::success("Hit", "The gap closes before the motion ends, at a time between the two bounds.")
            .called("Contact"),
        Ending::success("Overlapping", "The bodies overlap at the start: contact at 0 s."),
        Ending::success("Touching", "The bodies touch at the start: contact at 0 s, whatever the motion."),
        Ending::no_answer("Grazing", "The bodies come so close that contact cannot be decided in this precision.")
            .called("Cannot be decided"),
        Ending::success("MovesApart", "The gap does not close, so the bodies never touch."),
        Ending::success("TooLate", "The gap closes only after the motion has ended.")
            .called("Motion ends before contact"),
        Ending::success(
            "NoRelativeMotion",
            "The body does not move relative to the half-space, and the bodies are apart.",
        ),
        Ending::failure("NotFinite", "A number of the pair or of the motion is infinite or not a number.")
            .called("Invalid numbers"),
    ],
    ..DISTANCE
};

/// Card of the cast in the plane.
pub const CAST_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..CAST };

/// Card of contacts.
pub const CONTACTS: Card = Card {
    id: "manifold",
    title: "Contact on a half-space",
    summary: "Where does a body touch a plane? At the vertices of its deepest feature; nothing needs clipping.",
    listing: include_str!("../engine/dim3/half_space/contacts.txt"),
    code: &[
        DISTANCE.code[0],
        SourceFile {
            path: "src/engine/source/dim3/half_space/touch.rs",
            text: include_str!("../engine/dim3/half_space/touch.rs"),
        },
    ],
    endings: &[
        Ending::success(
            "Apart",
            "The deepest point is farther from the plane than the contact margin, so there are no contact points.",
        ),
        Ending::success("FaceContact", "A face is on the plane; its vertices are the contact points."),
        Ending::success("EdgeContact", "An edge is on the plane; its two vertices are the contact points."),
        Ending::success("VertexContact", "Only one point is within the contact margin.").called("Contact at one point"),
        Ending::failure("NotFinite", "A number of the pair is infinite or not a number.").called("Invalid numbers"),
    ],
    ..DISTANCE
};

/// Card of contacts in the plane.
pub const CONTACTS_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..CONTACTS };

/// Name of an outcome, as in the endings of the cards.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated => "Separated",
        Outcome::Touching => "Touching",
        Outcome::Penetrating => "Penetrating",
        Outcome::Cast(outcome) => super::cast::ending(outcome).name,
        Outcome::Contact(outcome) => super::manifold::ending(outcome).name,
        Outcome::NotFinite => "NotFinite",
    }
}

/// Verdict of a distance query.
pub fn distance(result: &answer::Answer, outcome: Outcome, context: &PairContext) -> Verdict {
    pair_verdict(result, name(outcome), context)
}

/// Verdict of an overlap test, which the proven lower and upper bound of the signed distance decide.
pub fn overlap(result: &answer::Answer, outcome: Outcome, context: &PairContext) -> Verdict {
    overlap_verdict(result, name(outcome), outcome == Outcome::Penetrating, context)
}

/// Verdict of an overlap test whose ending is named `outcome`; `is_overlap` says whether an overlap is proven. The
/// stated tolerance is at most the larger of the upper bound and the negated lower bound, since the distance itself was
/// not requested.
fn overlap_verdict(result: &answer::Answer, outcome: &'static str, is_overlap: bool, context: &PairContext) -> Verdict {
    let largest_bound = result.upper.max(-result.lower);
    let result = answer::Answer { tolerance: largest_bound.min(result.tolerance), ..*result };
    let [a, b] = &context.names;
    let verdict = super::gjk::isa::verdict(&result, outcome, context);
    let say = if is_overlap {
        format!("{a} and {b} overlap.")
    } else if result.lower > 0.0 {
        // The sentence of ISA-GJK's verdict names a search direction d, which this query does not have.
        format!("{a} and {b} do not overlap: they are at least {} apart.", length(result.lower))
    } else {
        verdict.say
    };
    Verdict { say, ..verdict }
}

/// Verdict of a cast that ends at `t_max`, seconds. The points of `result` have world axes, relative to A's origin.
pub fn first_contact(result: &cast::Answer, t_max: f64, context: &PairContext) -> Verdict {
    let origin_of_a = context.space.position;
    let witness = result.witness.map(|points| points.map(|p| origin_of_a + p));
    super::cast::verdict_in_world(&cast::Answer { witness, ..*result }, t_max, &context.names)
}

/// Verdict of a contact query; the points of `result` have world axes, relative to A's origin.
pub fn contacts(result: &manifold::Answer, planar: bool, pair: PairContext) -> Verdict {
    super::manifold::verdict(result, &super::manifold::Setting::in_world_axes(pair, planar))
}

/// Pair of a half-space and a body, with its motion.
pub struct HalfSpaceContext {
    /// Half-space and body at the start.
    pub pair: PairContext,
    /// Velocities of A and B, world, m/s.
    pub velocities: [DVec3; 2],
    /// Duration of the drawn part of the motion, seconds, possibly infinite; 0 for queries other than casts.
    pub drawn_duration: f64,
    /// Whether the half-space is A, and the body is B.
    pub half_space_is_a: bool,
    /// Marks that are the same in all steps, made when they are first needed.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl HalfSpaceContext {
    /// Context of a pair; the parameters are those of the fields.
    pub fn new(pair: PairContext, velocities: [DVec3; 2], drawn_duration: f64, half_space_is_a: bool) -> Self {
        Self { pair, velocities, drawn_duration, half_space_is_a, backdrop: OnceLock::new() }
    }

    /// Index of the body: 0 for A, 1 for B.
    fn body(&self) -> usize {
        usize::from(self.half_space_is_a)
    }

    /// Role of the marks of the body, in contrast to those of the half-space.
    fn body_role(&self) -> Role {
        if self.half_space_is_a { Role::ShapeB } else { Role::ShapeA }
    }
}

impl Context for HalfSpaceContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut world = self.pair.backdrop().pictures.of(WORLD).clone();
            self.add_displacements(&mut world);
            pictures::name_half_spaces(&mut world, &self.pair.names);
            Arc::new(Backdrop { pictures: Pictures::world(world) })
        }))
    }
}

/// Query for a half-space and a body; each has a card in space and one in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Signed distance.
    Distance,
    /// Overlap test by ISA-GJK.
    IsaGjk,
    /// Overlap test by boolean GJK.
    BooleanGjk,
    /// Time of first contact.
    Cast,
    /// Contact points.
    Contacts,
}

impl Question {
    /// Card of the query, in space or in the plane.
    fn card(self, planar: bool) -> &'static Card {
        let [in_space, in_plane] = match self {
            Self::Distance => [&DISTANCE, &DISTANCE_IN_PLANE],
            Self::IsaGjk => [&ISA_GJK, &ISA_GJK_IN_PLANE],
            Self::BooleanGjk => [&BOOLEAN_GJK, &BOOLEAN_GJK_IN_PLANE],
            Self::Cast => [&CAST, &CAST_IN_PLANE],
            Self::Contacts => [&CONTACTS, &CONTACTS_IN_PLANE],
        };
        if planar { in_plane } else { in_space }
    }
}

/// Narration of the deepest point of a body and of the answers that follow from it.
struct HalfSpaceNarration {
    /// Description of the query, in space or in the plane.
    card: &'static Card,
}

impl Narration for HalfSpaceNarration {
    type State = HalfSpaceRun;
    type Context = HalfSpaceContext;
    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn role_names(&self, _: &HalfSpaceContext) -> Vec<(Role, String)> {
        let supporting_plane = if self.card.is_planar() { "line through b" } else { "plane through b" };
        let mut names = vec![(Role::Bound, supporting_plane.to_owned())];
        names.extend(ROLE_NAMES.iter().map(|(role, name)| (*role, (*name).to_owned())));
        names
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context, verdict, detail, .. } = step;
        beats::beats(&step_context::StepContext {
            before,
            after,
            context,
            verdict,
            detail,
            planar: self.card.is_planar(),
            ending_kind: end.map(|_| self.card.ending_kind(verdict)),
        })
    }
}

/// Names of roles in the legend, in space and in the plane; the name is empty if each mark has its own label.
const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::NewSupport, "lowest point b along n"),
    (Role::Witness, ""),
    (Role::Penetration, ""),
    (Role::Normal, "outward normal n"),
    (Role::Ghost, "moved body"),
    (Role::Axis, ""),
    (Role::Lower, ""),
    (Role::Removed, "vertex without contact"),
];

/// Lesson of a recorded run that answers `question`, in the plane if `planar`.
pub fn lesson(
    question: Question,
    planar: bool,
    recording: Box<dyn Recording<HalfSpaceRun>>,
    context: HalfSpaceContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let card = question.card(planar);
    Box::new(Narrated { recording, context, verdict, narration: HalfSpaceNarration { card } })
}
