//! Lesson of distance and overlap queries for two half-spaces. With opposite normals, their parallel surfaces have a
//! gap or an overlap; otherwise, there is a direction that leads deeper into both without end.

mod pictures;

use contact_lens_model::answer::number::{number, point, point_in_plane, vector, vector_in_plane};
use contact_lens_model::answer::{Finding, Shown, UnboundedFinding};
use contact_lens_model::snapshot::answer;
use contact_lens_model::snapshot::half_space::{TwoHalfSpaces, TwoHalfSpacesOutcome, TwoHalfSpacesPhase};
use contact_lens_picture::Role;
use glam::DVec3;

use super::{DISTANCE, SourceFile};
use crate::recorded::narrated::Step;
use crate::{
    BODY_IN_PLANE, Beat, Card, Ending, Event, Lesson, Narrated, Narration, PairContext, Recording, Sentence, StopTest,
    Value, Verdict, pair_verdict, say, symbol,
};

/// Card of the distance query.
pub const DISTANCE_OF_TWO: Card = Card {
    title: "Distance of two half-spaces",
    summary: "Two unbounded bodies: with opposite normals they have a distance or a depth; otherwise they overlap without bound.",
    listing: include_str!("../engine/dim3/half_space/two_half_spaces.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/half_space/two_half_spaces.rs",
        text: include_str!("../engine/dim3/half_space/two_half_spaces.rs"),
    }],
    endings: ENDINGS,
    ..DISTANCE
};

endings! {
    fn ending(TwoHalfSpacesOutcome), ENDINGS:
    TwoHalfSpacesOutcome::Separated => success "Separated":
        "The normals are opposite, and there is a gap between the surfaces.";
    TwoHalfSpacesOutcome::Touching => success "Touching":
        "The normals are opposite, and the gap is below rounding error.";
    TwoHalfSpacesOutcome::Penetrating => success "Penetrating":
        "The normals are opposite, and the overlap is a slab; its thickness is the depth.";
    TwoHalfSpacesOutcome::Unbounded => success "Unbounded" called "Overlap without bound":
        "The normals are not opposite, so the overlap is unbounded: no translation separates the bodies.";
    TwoHalfSpacesOutcome::NotFinite => failure "NotFinite" called "Invalid numbers":
        "A number of the pair is infinite or not a number.";
}

/// Card of the overlap test by ISA-GJK.
pub const ISA_GJK_OF_TWO: Card = Card { id: "isa_gjk", title: "Overlap of two half-spaces", ..DISTANCE_OF_TWO };

/// Card of the overlap test by boolean GJK.
pub const BOOLEAN_GJK_OF_TWO: Card = Card { id: "boolean_gjk", ..ISA_GJK_OF_TWO };

/// Card of the distance query in the plane.
pub const DISTANCE_OF_TWO_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..DISTANCE_OF_TWO };

/// Card of the overlap test by ISA-GJK in the plane.
pub const ISA_GJK_OF_TWO_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..ISA_GJK_OF_TWO };

/// Card of the overlap test by boolean GJK in the plane.
pub const BOOLEAN_GJK_OF_TWO_IN_PLANE: Card = Card { views: BODY_IN_PLANE, ..BOOLEAN_GJK_OF_TWO };

/// Query for two half-spaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Signed distance.
    Distance,
    /// Overlap test by ISA-GJK.
    IsaGjk,
    /// Overlap test by boolean GJK.
    BooleanGjk,
}

impl Question {
    /// Card of the query, in space or in the plane.
    fn card(self, planar: bool) -> &'static Card {
        let [in_space, in_plane] = match self {
            Self::Distance => [&DISTANCE_OF_TWO, &DISTANCE_OF_TWO_IN_PLANE],
            Self::IsaGjk => [&ISA_GJK_OF_TWO, &ISA_GJK_OF_TWO_IN_PLANE],
            Self::BooleanGjk => [&BOOLEAN_GJK_OF_TWO, &BOOLEAN_GJK_OF_TWO_IN_PLANE],
        };
        if planar { in_plane } else { in_space }
    }
}

/// Verdict of an answer; `result` is `None` for an unbounded overlap and for numbers that are not finite.
pub fn verdict(
    question: Question,
    result: Option<&answer::Answer>,
    outcome: TwoHalfSpacesOutcome,
    context: &PairContext,
) -> Verdict {
    let name = ending(outcome).name;
    let distance_requested = question == Question::Distance;
    let Some(result) = result else {
        let [a, b] = &context.names;
        let intersects = outcome == TwoHalfSpacesOutcome::Unbounded;
        let say = if intersects {
            format!("{a} and {b} overlap without bound: no translation separates them.")
        } else {
            format!("{a} and {b} have numbers that are too large to compute with.")
        };
        let finding = Finding::Unbounded(UnboundedFinding { intersects, distance_requested });
        return Verdict { outcome: name, say, iterations: 1, finding };
    };
    if distance_requested {
        pair_verdict(result, name, context)
    } else {
        super::overlap_verdict(result, name, outcome == TwoHalfSpacesOutcome::Penetrating, context)
    }
}

/// Narration of the direction deeper into both half-spaces, or of the gap between them.
struct TwoHalfSpacesNarration {
    /// Description of the query, in space or in the plane.
    card: &'static Card,
}

impl Narration for TwoHalfSpacesNarration {
    type State = TwoHalfSpaces;
    type Context = PairContext;
    // The line where the surfaces cross and lengths are named at themselves.
    const ROLE_NAMES: &'static [(Role, &'static str)] =
        &[(Role::Axis, "w, into both"), (Role::Interval, ""), (Role::Witness, ""), (Role::Penetration, "")];
    const ORTHOGRAPHIC: bool = true;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let planar = self.card.is_planar();
        let mut beats = match step.before.phase {
            TwoHalfSpacesPhase::Normals => vec![normals_beat(&step, planar)],
            TwoHalfSpacesPhase::Deeper => vec![deeper_beat(&step, planar)],
            TwoHalfSpacesPhase::Gap => vec![gap_beat(&step)],
            TwoHalfSpacesPhase::Feet => vec![feet_beat(&step, planar), side_beat(&step)],
        };
        for beat in &mut beats {
            beat.pictures = step.detail.full(|| pictures::step_pictures(&step));
            beat.values = step.detail.full(|| std::mem::take(&mut beat.values));
            beat.add_stated_values(step.detail);
        }
        if let (Some(last), Some(_)) = (beats.last_mut(), step.end) {
            last.event = Some(Event::Stop(self.card.ending_kind(step.verdict)));
        }
        beats
    }
}

/// Names of the two normals.
fn normal_names() -> [Sentence; 2] {
    ["n_A", "n_B"].map(|name| Sentence::mark(name, name))
}

/// Text of a direction, world axes: two components in the plane.
fn direction(planar: bool, v: DVec3) -> Shown {
    if planar { vector_in_plane(v) } else { vector(v) }
}

/// Beat of both normals.
fn normals_beat(step: &Step<'_, TwoHalfSpacesNarration>, planar: bool) -> Beat {
    let [a, b] = step.context.body_names();
    let [n_a, n_b] = normal_names();
    let say = say!(
        "{} and {} are half-spaces: each fills one side of a {}. The normal {} points out of {}, and {} points out of {}.",
        &a,
        &b,
        if planar { "line" } else { "plane" },
        n_a,
        a,
        n_b,
        b
    );
    let values = step.after.normals.map_or_else(Vec::new, |[a, b]| {
        vec![
            Value::of(symbol::NORMAL_A, direction(planar, a), "n_A"),
            Value::of(symbol::NORMAL_B, direction(planar, b), "n_B"),
        ]
    });
    Beat { line: "normals", say, values, event: Some(Event::Bound), ..Beat::default() }
}

/// Beat of the direction that leads deeper into both half-spaces, if there is one.
fn deeper_beat(step: &Step<'_, TwoHalfSpacesNarration>, planar: bool) -> Beat {
    let state = step.after;
    let stops = vec![StopTest::new("Unbounded", "unbounded", "|w| > ρ", state.crosses)];
    let [n_a, n_b] = normal_names();
    let mut values = Vec::new();
    if let Some([a, b]) = state.normals {
        values.push(Value::number(symbol::COSINE, number(a.dot(b))));
    }
    let (line, say) = match state.outcome {
        Some(_) => {
            let w =
                Value::of(symbol::COMMON_INWARD_DIRECTION, direction(planar, state.deeper.unwrap_or_default()), "w");
            let say = say!(
                "w = −(n_A + n_B) = {} points into both half-spaces, so a point that moves along w gets deeper into both \
                 without bound. {}",
                &w,
                Sentence::answer(&step.verdict.say)
            );
            values.push(w);
            ("unbounded", say)
        }
        None => {
            let say = say!(
                "{} and {} are opposite, so the surfaces are parallel. Next, the sign of their gap along {} decides whether \
                 the half-spaces overlap.",
                &n_a,
                n_b,
                &n_a
            );
            ("deeper", say)
        }
    };
    Beat { line, say, values, stops, event: Some(Event::Bound), ..Beat::default() }
}

/// Mark id of the line between the surfaces; that of A's normal if the surfaces coincide exactly, so that there is no
/// line.
fn gap_key(step: &Step<'_, TwoHalfSpacesNarration>) -> &'static str {
    if step.after.gap.is_some_and(|gap| gap.d == 0.0) { "n_A" } else { "witness" }
}

/// Value of the distance of the surfaces, or of the depth of the slab where both half-spaces overlap, meters.
fn gap_value(step: &Step<'_, TwoHalfSpacesNarration>) -> Value {
    let d = step.after.gap.map_or(0.0, |gap| gap.d);
    let symbol = if d < 0.0 { symbol::DEPTH } else { symbol::GAP };
    Value::of(symbol, step.context.length(d.abs()), gap_key(step))
}

/// Gap, and the proven bounds of a positive one.
fn gap_values(step: &Step<'_, TwoHalfSpacesNarration>) -> Vec<Value> {
    let mut values = vec![gap_value(step)];
    if let Some(gap) = step.after.gap.filter(|gap| gap.d > 0.0 && !step.context.is_rounding(gap.d)) {
        values.push(Value::of(symbol::LOWER, step.context.length(gap.lower), gap_key(step)));
        values.push(Value::of(symbol::UPPER, step.context.length(gap.upper), gap_key(step)));
    }
    values
}

/// Beat of the gap between the surfaces, or of the slab where the half-spaces overlap.
fn gap_beat(step: &Step<'_, TwoHalfSpacesNarration>) -> Beat {
    let [a, b] = step.context.body_names();
    let [n_a, _] = normal_names();
    let d = step.after.gap.map_or(0.0, |gap| gap.d);
    let distance = gap_value(step);
    let say = if d == 0.0 {
        say!("The surfaces of {} and {} coincide.", a, b)
    } else if step.context.is_rounding(d) {
        say!("The surfaces of {} and {} touch: the gap is below rounding error.", a, b)
    } else if d > 0.0 {
        say!("The surface of {} lies {} outside {}, measured along {}, so there is a gap.", b, distance, a, n_a)
    } else {
        say!(
            "The surface of {} lies {} inside {}, measured along {}: both half-spaces fill the slab between the surfaces.",
            b,
            distance,
            a,
            n_a
        )
    };
    let mut values = vec![gap_value(step)];
    if let Some([a, b]) = world_offsets(step) {
        values.push(Value::number(symbol::OFFSET_A, step.context.length(a)));
        values.push(Value::number(symbol::OFFSET_B, step.context.length(b)));
    }
    Beat { line: "gap", say, values, event: Some(Event::Bound), ..Beat::default() }
}

/// Positions of the surfaces of A and B along A's normal, from the world's origin, meters; their difference is the gap.
/// `None` before the normals are known.
fn world_offsets(step: &Step<'_, TwoHalfSpacesNarration>) -> Option<[f64; 2]> {
    let TwoHalfSpaces { origins, offsets, .. } = *step.after;
    let [n_a, n_b] = step.after.normals?;
    let [origin_a, origin_b] = origins.map(|origin| step.context.space.world(origin));
    let offset_a = offsets[0] + n_a.dot(origin_a);
    let offset_b = offsets[1] + n_b.dot(origin_b);
    // The normals are opposite.
    Some([offset_a, -offset_b])
}

/// Beat of two opposite points of the surfaces.
fn feet_beat(step: &Step<'_, TwoHalfSpacesNarration>, planar: bool) -> Beat {
    let [name_a, name_b] = ["a", "b"].map(|name| Sentence::mark(name, name));
    let is_one_point = step.after.gap.is_some_and(|gap| step.context.is_rounding(gap.d));
    let say = if is_one_point {
        say!("{} on one surface and {} on the other coincide: one of the points where they touch.", name_a, name_b)
    } else {
        let is_overlap = step.after.gap.is_some_and(|gap| gap.d < 0.0);
        let result = if is_overlap {
            say!("the overlap is {} deep everywhere", gap_value(step))
        } else {
            say!("all such pairs are {} apart", gap_value(step))
        };
        say!("{} and {} are opposite points of the surfaces. The surfaces are parallel, so {}.", name_a, name_b, result)
    };
    let mut values = vec![gap_value(step)];
    if let Some([a, b]) = step.after.feet.map(|feet| feet.map(|p| step.context.space.world(p))) {
        let [a, b] = if planar { [a, b].map(point_in_plane) } else { [a, b].map(point) };
        values.push(Value::of(symbol::WITNESS_A, a, "a"));
        values.push(Value::of(symbol::WITNESS_B, b, "b"));
    }
    Beat { line: "feet", say, values, ..Beat::default() }
}

/// Beat of the answer, which the bounds of the gap decide.
fn side_beat(step: &Step<'_, TwoHalfSpacesNarration>) -> Beat {
    let state = step.after;
    let stops = vec![
        StopTest::new("Separated", "side", "lower > 0", state.apart),
        StopTest::new("Penetrating", "side", "upper < 0", state.inside),
    ];
    let values = gap_values(step);
    Beat { line: "side", say: Sentence::answer(&step.verdict.say), values, stops, ..Beat::default() }
}

/// Lesson of a recorded run.
pub fn lesson(
    question: Question,
    planar: bool,
    recording: Box<dyn Recording<TwoHalfSpaces>>,
    context: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let card = question.card(planar);
    Box::new(Narrated { recording, context, verdict, narration: TwoHalfSpacesNarration { card } })
}
