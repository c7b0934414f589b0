//! Lesson of two half-spaces: the direction deeper into both, or the gap between surfaces that face each other.

use super::{DISTANCE, SourceFile};
use crate::answer::number::{error, length, number, vector};
use crate::answer::{Finding, Found as _, UnboundedFinding};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    BODY_IN_PLANE, Beat, Card, Ending, Event, Lesson, Narrated, Narration, PairContext, Pictures, Recording, Sentence,
    StopTest, Value, Verdict, WORLD, add_named_point, pair_verdict, symbol,
};
use crate::picture::marks::curve_points::plane_patch;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::answer;
use crate::snapshot::half_space::{TwoHalfSpaces, TwoHalfSpacesOutcome, TwoHalfSpacesPhase};

/// Card of the distance query.
pub const DISTANCE_OF_TWO: Card = Card {
    title: "Distance of two half-spaces",
    summary: "Two unbounded bodies: with opposite normals they have a distance or a depth; otherwise they overlap without bound.",
    listing: include_str!("../../engine/dim3/half_space/two_half_spaces.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/half_space/two_half_spaces.rs",
        text: include_str!("../../engine/dim3/half_space/two_half_spaces.rs"),
    }],
    endings: ENDINGS,
    ..DISTANCE
};

endings! {
    fn ending(TwoHalfSpacesOutcome), ENDINGS:
    TwoHalfSpacesOutcome::Separated => success "Separated":
        "The normals are opposite, and there is a gap between the surfaces.";
    TwoHalfSpacesOutcome::Touching => success "Touching":
        "The normals are opposite, and the surfaces coincide to rounding.";
    TwoHalfSpacesOutcome::Penetrating => success "Penetrating":
        "The normals are opposite, and the overlap is a slab; its thickness is the depth.";
    TwoHalfSpacesOutcome::Unbounded => success "Unbounded" called "Overlap without limit":
        "The normals are not opposite, so the overlap is unbounded: no translation separates the bodies.";
    TwoHalfSpacesOutcome::NotFinite => failure "NotFinite" called "Numbers too large":
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

/// Verdict of an answer; `found` is `None` for an unbounded depth and for numbers that are not finite.
pub fn verdict(
    question: Question,
    found: Option<&answer::Answer>,
    outcome: TwoHalfSpacesOutcome,
    context: &PairContext,
) -> Verdict {
    let name = ending(outcome).name;
    match (found, question) {
        (Some(found), Question::Distance) => pair_verdict(found, name, context),
        (Some(found), _) => super::answered(found, name, outcome == TwoHalfSpacesOutcome::Penetrating, context),
        (None, _) => {
            let [a, b] = &context.names;
            let intersects = outcome == TwoHalfSpacesOutcome::Unbounded;
            let distance_asked = question == Question::Distance;
            let say = match intersects {
                true => format!("{a} and {b} overlap without bound: no translation separates them."),
                false => format!("{a} and {b} have numbers that are too large to compute with."),
            };
            let finding = Finding::Unbounded(UnboundedFinding { intersects, distance_asked });
            Verdict { outcome: name, say, iterations: 1, finding }
        }
    }
}

/// Narration of the direction deeper into both half-spaces, or of the gap between them.
struct BetweenHalfSpaces {
    card: &'static Card,
}

impl Narration for BetweenHalfSpaces {
    type State = TwoHalfSpaces;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] =
        &[(Role::Normal, "outward normals"), (Role::Axis, "direction into both")];
    const PARALLEL: bool = true;

    fn card(&self) -> &'static Card {
        self.card
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let mut beats = match step.before.phase {
            TwoHalfSpacesPhase::Normals => vec![normals(&step)],
            TwoHalfSpacesPhase::Deeper => vec![deeper(&step)],
            TwoHalfSpacesPhase::Gap => vec![gap(&step)],
            TwoHalfSpacesPhase::Feet => vec![feet(&step), side(&step)],
        };
        for beat in &mut beats {
            beat.pictures = step.detail.full(|| pictures(&step));
            beat.values = step.detail.full(|| std::mem::take(&mut beat.values));
        }
        if let (Some(last), Some(_)) = (beats.last_mut(), step.end) {
            last.event = Some(Event::Stop(self.card.ending_kind(step.verdict)));
        }
        beats
    }
}

fn normals(step: &Step<'_, BetweenHalfSpaces>) -> Beat {
    let [a, b] = &step.context.names;
    let say = format!(
        "{a} and {b} are half-spaces: each is everything below one plane. Their normals n_A and n_B point outward, into free space."
    );
    let values = step.after.normals.map_or_else(Vec::new, |[a, b]| {
        vec![Value::of(symbol::NORMAL_A, vector(a), "n_A"), Value::of(symbol::NORMAL_B, vector(b), "n_B")]
    });
    Beat { line: "normals", say: say.into(), values, event: Some(Event::Bound), ..Beat::default() }
}

fn deeper(step: &Step<'_, BetweenHalfSpaces>) -> Beat {
    let state = step.after;
    let stops = vec![StopTest::new("Unbounded", "unbounded", "|w| > ρ", state.crosses)];
    let w = state.deeper.unwrap_or_default();
    let mut values = Vec::new();
    let (line, say) = match state.normals.filter(|_| state.outcome.is_some()) {
        Some([a, b]) => {
            let speed = number(0.5 * w.length());
            values.push(Value::of(symbol::DEEPER, vector(w), "w"));
            values.push(Value::number(symbol::COSINE, number(a.dot(b))));
            let say = format!(
                "w = −(n_A + n_B) leads deeper into both half-spaces, by {} m per meter. {}",
                &*speed, step.verdict.say
            );
            ("unbounded", say)
        }
        None => {
            if let Some([a, b]) = state.normals {
                values.push(Value::number(symbol::COSINE, number(a.dot(b))));
            }
            let say = String::from(
                "n_A and n_B are opposite, to rounding, so no direction leads deeper into both half-spaces. Next: the gap along n_A.",
            );
            ("deeper", say)
        }
    };
    Beat { line, say: say.into(), values, stops, event: Some(Event::Bound), ..Beat::default() }
}

fn measured(step: &Step<'_, BetweenHalfSpaces>) -> Vec<Value> {
    let Some(gap) = step.after.gap else { return Vec::new() };
    let symbol = if gap.d < 0.0 { symbol::DEPTH } else { symbol::GAP };
    vec![
        Value::of(symbol, step.context.length(gap.d.abs()), "witness"),
        Value::of(symbol::LOWER, step.context.length(gap.lower), "witness"),
        Value::of(symbol::UPPER, step.context.length(gap.upper), "witness"),
    ]
}

fn gap(step: &Step<'_, BetweenHalfSpaces>) -> Beat {
    let [a, b] = &step.context.names;
    let d = step.after.gap.map_or(0.0, |gap| gap.d);
    let far = step.context.length(d.abs());
    let say = match () {
        () if d == 0.0 => format!("The surfaces of {a} and {b} coincide."),
        () if step.context.is_rounding(d) => {
            format!("The surfaces of {a} and {b} coincide: the gap is zero to rounding.")
        }
        () if d > 0.0 => format!("The surface of {b} is {far} above that of {a}, along n_A: a gap."),
        () => format!("The surface of {b} is {far} below that of {a}, along n_A: an overlap."),
    };
    let mut values = measured(step);
    for (symbol, offset) in [symbol::OFFSET_A, symbol::OFFSET_B].into_iter().zip(step.after.offsets) {
        values.push(Value::number(symbol, length(offset)));
    }
    Beat { line: "gap", say: say.into(), values, event: Some(Event::Bound), ..Beat::default() }
}

fn feet(step: &Step<'_, BetweenHalfSpaces>) -> Beat {
    let say = String::from(
        "a and b are opposite points of the two surfaces. The surfaces are parallel, so every such pair is as good.",
    );
    let mut values = measured(step);
    if let Some([a, b]) = step.after.feet.map(|feet| feet.map(|p| step.context.space.world(p))) {
        values.push(Value::of(symbol::WITNESS_A, vector(a), "a"));
        values.push(Value::of(symbol::WITNESS_B, vector(b), "b"));
    }
    Beat { line: "feet", say: say.into(), values, ..Beat::default() }
}

fn side(step: &Step<'_, BetweenHalfSpaces>) -> Beat {
    let state = step.after;
    let stops = vec![
        StopTest::new("Separated", "side", "lower > 0", state.apart),
        StopTest::new("Penetrating", "side", "upper < 0", state.inside),
    ];
    let mut values = measured(step);
    if let Some([lower, upper]) = step.verdict.finding.bracket() {
        values.push(Value::number(symbol::HALF_BRACKET, error(0.5 * (upper - lower))));
    }
    Beat { line: "side", say: Sentence::answer(&step.verdict.say), values, stops, ..Beat::default() }
}

/// Reserves space for both patches, since the picture has no other bodies.
fn patches(world: &mut Picture, context: &PairContext) {
    let backdrop = context.backdrop();
    for mark in &backdrop.pictures.of(WORLD).marks {
        if let Form::HalfSpace { point, normal, half_size, flat: false } = mark.form
            && let Some(corners) = plane_patch(point, normal, half_size)
        {
            world.reserve(corners);
        }
    }
}

fn pictures(step: &Step<'_, BetweenHalfSpaces>) -> Pictures {
    let mut world = Picture::default();
    let state = step.after;
    let context = step.context;
    patches(&mut world, context);
    let Some(normals) = state.normals else { return Pictures::world(world) };
    let middle = context.space.world(state.origins[0].midpoint(state.origins[1]));
    let on_surfaces = [0, 1].map(|i| {
        let n = normals[i];
        middle - n * (n.dot(middle - context.space.world(state.origins[i])) - state.offsets[i])
    });
    let far = on_surfaces[0].distance(on_surfaces[1]);
    let whole = 0.35 * context.bounding_radius();
    let long = if far > 0.5 * whole { whole.min(0.4 * far) } else { whole };
    if matches!(step.before.phase, TwoHalfSpacesPhase::Normals | TwoHalfSpacesPhase::Deeper) {
        for (i, name) in ["n_A", "n_B"].into_iter().enumerate() {
            let from = on_surfaces[i];
            world.arrow(Role::Normal, name, from, from + normals[i] * long);
            world.label(Role::Normal, name, from + normals[i] * long, name);
        }
    }
    if step.before.phase == TwoHalfSpacesPhase::Deeper
        && let Some(w) = state.deeper.filter(|_| state.outcome.is_some())
    {
        // The arrow begins where it is inside of both half-spaces.
        let [a, b] = [0, 1].map(|i| normals[i].dot(middle - on_surfaces[i]).max(0.0));
        let from = middle + w.normalize() * (a.max(b) / (0.5 * w.length()));
        let to = from + w.normalize() * (1.6 * whole);
        world.arrow(Role::Axis, "w", from, to);
        world.label(Role::Axis, "w", to, "w");
    }
    if let Some([a, b]) = state.feet.map(|feet| feet.map(|p| context.space.world(p))) {
        context.between(&mut world, [a, b], state.gap.is_some_and(|gap| gap.d < 0.0));
        add_named_point(&mut world, Role::Witness, "a", a, "a");
        add_named_point(&mut world, Role::Witness, "b", b, "b");
    } else if let Some(gap) = state.gap {
        let a = on_surfaces[0];
        context.between(&mut world, [a, a + normals[0] * gap.d], gap.d < 0.0);
    }
    Pictures::world(world)
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
    Box::new(Narrated { recording, context, verdict, narration: BetweenHalfSpaces { card } })
}
