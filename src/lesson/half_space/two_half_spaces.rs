//! Lesson of two half-spaces: with opposite normals, the gap or overlap between their parallel surfaces; otherwise, a
//! direction that leads deeper into both without end.

use glam::DVec3;

use super::pictures::{add_common_line, along_surface, name_half_spaces};
use super::{DISTANCE, SourceFile};
use crate::answer::number::{number, point, point_in_plane, vector, vector_in_plane};
use crate::answer::{Finding, Shown, UnboundedFinding};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    BODY_IN_PLANE, Beat, Card, Ending, Event, Lesson, Narrated, Narration, PairContext, Pictures, Recording, Sentence,
    StopTest, Value, Verdict, WORLD, add_named_point, pair_verdict, say, symbol,
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

/// Verdict of an answer; `found` is `None` for an unbounded overlap and for numbers that are not finite.
pub fn verdict(
    question: Question,
    found: Option<&answer::Answer>,
    outcome: TwoHalfSpacesOutcome,
    context: &PairContext,
) -> Verdict {
    let name = ending(outcome).name;
    match (found, question) {
        (Some(found), Question::Distance) => pair_verdict(found, name, context),
        (Some(found), _) => super::overlap_verdict(found, name, outcome == TwoHalfSpacesOutcome::Penetrating, context),
        (None, _) => {
            let [a, b] = &context.names;
            let intersects = outcome == TwoHalfSpacesOutcome::Unbounded;
            let distance_requested = question == Question::Distance;
            let say = if intersects {
                format!("{a} and {b} overlap without bound: no translation separates them.")
            } else {
                format!("{a} and {b} have numbers that are too large to compute with.")
            };
            let finding = Finding::Unbounded(UnboundedFinding { intersects, distance_requested });
            Verdict { outcome: name, say, iterations: 1, finding }
        }
    }
}

/// Narration of the direction deeper into both half-spaces, or of the gap between them.
struct TwoHalfSpacesNarration {
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
            beat.pictures = step.detail.full(|| pictures(&step));
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

/// Text of a direction.
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

/// Mark id of the line between the surfaces; where they coincide exactly, that of A's normal.
fn gap_key(step: &Step<'_, TwoHalfSpacesNarration>) -> &'static str {
    if step.after.gap.is_some_and(|gap| gap.d == 0.0) { "n_A" } else { "witness" }
}

/// Distance of the surfaces, or the depth of the slab where both half-spaces overlap.
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
    for (symbol, offset) in [symbol::OFFSET_A, symbol::OFFSET_B].into_iter().zip(world_offsets(step)) {
        values.push(Value::number(symbol, step.context.length(offset)));
    }
    Beat { line: "gap", say, values, event: Some(Event::Bound), ..Beat::default() }
}

/// Positions of the surfaces of A and B along A's normal, from the world's origin, meters; their difference is the gap.
fn world_offsets(step: &Step<'_, TwoHalfSpacesNarration>) -> Vec<f64> {
    let state = step.after;
    let normals = state.normals.into_iter().flatten();
    let surfaces = normals.zip(state.origins).zip(state.offsets);
    let positions = surfaces.map(|((n, origin), offset)| offset + n.dot(step.context.space.world(origin)));
    // The normals are opposite.
    positions.zip([1.0, -1.0]).map(|(position, sign)| sign * position).collect()
}

/// Beat of two opposite points of the surfaces.
fn feet_beat(step: &Step<'_, TwoHalfSpacesNarration>, planar: bool) -> Beat {
    let [name_a, name_b] = ["a", "b"].map(|name| Sentence::mark(name, name));
    let is_one_point = step.after.gap.is_some_and(|gap| step.context.is_rounding(gap.d));
    let say = if is_one_point {
        say!("{} on one surface and {} on the other coincide: one of the points where they touch.", name_a, name_b)
    } else {
        let is_overlap = step.after.gap.is_some_and(|gap| gap.d < 0.0);
        let result = match is_overlap {
            true => say!("the overlap is {} deep everywhere", gap_value(step)),
            false => say!("all such pairs are {} apart", gap_value(step)),
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

/// Reserves space for both patches, since the picture has no other bodies.
fn reserve_patches(world: &mut Picture, context: &PairContext) {
    let backdrop = context.backdrop();
    for mark in &backdrop.pictures.of(WORLD).marks {
        if let Form::HalfSpace { point, normal, half_size, flat: false } = mark.form
            && let Some(corners) = plane_patch(point, normal, half_size)
        {
            world.reserve(corners);
        }
    }
}

/// Adds the names of both half-spaces at their surfaces.
fn add_names(world: &mut Picture, context: &PairContext) {
    let mut named = context.backdrop().pictures.of(WORLD).clone();
    let bodies = named.marks.len();
    name_half_spaces(&mut named, &context.names);
    world.marks.extend(named.marks.drain(bodies..));
}

/// Length of a normal's arrow, as a fraction of the bodies' size.
const NORMAL_LENGTH: f64 = 0.35;

/// Distance of the arrows from the line that measures the gap, in lengths of a normal's arrow.
const ASIDE: f64 = 1.2;

/// Least length of the arrow of w, in lengths of a normal's arrow; a longer w is drawn on the scale of the normals.
const LEAST_INWARD_ARROW: f64 = 0.6;

/// Pictures of a step.
fn pictures(step: &Step<'_, TwoHalfSpacesNarration>) -> Pictures {
    let mut world = Picture::default();
    let state = step.after;
    let context = step.context;
    reserve_patches(&mut world, context);
    add_names(&mut world, context);
    let Some(normals) = state.normals else { return Pictures::world(world) };
    let middle = context.space.world(state.origins[0].midpoint(state.origins[1]));
    let on_surfaces = [0, 1].map(|i| {
        let n = normals[i];
        middle - n * (n.dot(middle - context.space.world(state.origins[i])) - state.offsets[i])
    });
    let arrow_length = NORMAL_LENGTH * context.bounding_radius();
    for (i, name) in ["n_A", "n_B"].into_iter().enumerate() {
        let n = normals[i];
        // Each normal is on its own side of the line that measures the gap, so that none hides another.
        let aside = along_surface(n) * (ASIDE * arrow_length);
        let from = on_surfaces[i] + if i == 0 { aside } else { -aside };
        let role = [Role::ShapeA, Role::ShapeB][i];
        world.arrow(role, name, from, from + n * arrow_length);
        world.label(role, name, from + n * arrow_length, name);
    }
    if step.before.phase == TwoHalfSpacesPhase::Deeper
        && let Some(w) = state.deeper.filter(|_| state.outcome.is_some())
    {
        // The arrow begins inside both half-spaces: each height above a surface falls by |w| / 2 per meter along w.
        let heights = [0, 1].map(|i| normals[i].dot(middle - on_surfaces[i]).max(0.0));
        let from = middle + w.normalize() * (heights[0].max(heights[1]) / (0.5 * w.length()));
        let to = from + w.normalize() * (arrow_length * w.length().max(LEAST_INWARD_ARROW));
        world.arrow(Role::Axis, "w", from, to);
        world.label(Role::Axis, "w", to, "w");
        add_common_line(&mut world, normals, on_surfaces, arrow_length);
    }
    if let Some([a, b]) = state.feet.map(|feet| feet.map(|p| context.space.world(p))) {
        context.add_distance(&mut world, [a, b], state.gap.is_some_and(|gap| gap.d < 0.0));
        if state.gap.is_some_and(|gap| context.is_rounding(gap.d)) {
            world.point(Role::Witness, "b", b);
            add_named_point(&mut world, Role::Witness, "a", a, "a, b");
        } else {
            add_named_point(&mut world, Role::Witness, "a", a, "a");
            add_named_point(&mut world, Role::Witness, "b", b, "b");
        }
    } else if let Some(gap) = state.gap {
        let a = on_surfaces[0];
        context.add_distance(&mut world, [a, a + normals[0] * gap.d], gap.d < 0.0);
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
    Box::new(Narrated { recording, context, verdict, narration: TwoHalfSpacesNarration { card } })
}
