//! Lesson of the complete distance query in the plane: the iterations of GJK on the cores (the bodies without their
//! margins), those of EPA if the cores overlap, then the answer with the margins. GJK's and EPA's own lessons supply
//! the beats (narrated sub-steps) and questions of their iterations.

use contact_lens_model::answer::PairStatus;
use contact_lens_model::answer::number::length;
use contact_lens_model::snapshot::plane::distance::{Distance, Outcome, Phase};
use contact_lens_model::snapshot::plane::{epa, gjk};
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::margins::Margins;
use super::{GJK_ROLES, moved_to_line};
use crate::context::drawn_keys::with_drawn_keys;
use crate::context::pair_verdict::{answer_with_margins, values_with_margins};
use crate::epa::dim2 as epa_lesson;
use crate::gjk::dim2 as gjk_lesson;
use crate::recorded::narrated::Step;
use crate::{
    BRACKET, Beat, Card, Choice, Ending, Event, Lesson, Level, Levels, Narrated, Narration, PAIR_IN_PLANE, PAIR_ROLES,
    PairContext, Pictures, PlotAxis, Recording, Sentence, SourceFile, StopTest, Table, Value, Verdict, add_named_point,
    pair_verdict, say, symbol,
};

/// Card of the distance query in the plane.
pub const CARD: Card = Card {
    id: "distance",
    title: "Distance in the plane",
    summary: "How far apart are two convex bodies of the plane, or how deep do they overlap?",
    sources: &[
        "Catto, GDC 2010: GJK",
        "Advanced Collision Detection, 2011: EPA 2D, penetration depth",
        "van den Bergen 2001",
    ],
    listing: include_str!("../engine/dim2/distance/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/distance/stepper.rs",
        text: include_str!("../engine/dim2/distance/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: BRACKET,
    endings: ENDINGS,
};

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Separated(gjk::Outcome::IterationLimit)
    | Outcome::Shallow(gjk::Outcome::IterationLimit)
    | Outcome::Deep(epa::Outcome::IterationLimit) => no_answer "IterationLimit":
        "The iteration limit is reached before the bounds agree; the answer is the bracket.";
    Outcome::Separated(_) => success "Separated":
        "A line separates the bodies, including their margins.";
    Outcome::Shallow(_) => success "Shallow" called "Only margins overlap":
        "Only the margins overlap: the depth is the sum of the margins minus the distance of the cores.";
    Outcome::Deep(epa::Outcome::Flat) => success "Flat" called "Cores only touch":
        "A − B has no area and contains the origin: the depth is the sum of the margins.";
    Outcome::Deep(epa::Outcome::Converged) => success "Deep" called "Cores overlap":
        "The cores overlap, and the depth is proven by an edge on the boundary of A − B.";
}

/// Returns the lesson of a recorded run. `phases` are the phases of its steps, `frames` is the table of all frames of a
/// moving scene.
pub fn lesson(
    recording: Box<dyn Recording<Distance>>,
    phases: &[Phase],
    context: PairContext,
    verdict: Verdict,
    frames: Option<Table>,
) -> Box<dyn Lesson> {
    let mut levels = Levels::of("part");
    for phase in phases {
        levels.add_step(phase_title(*phase));
    }
    Box::new(Narrated { recording, context, verdict, narration: Phases { frames, levels: levels.finish() } })
}

/// Title of a phase's group on the timeline.
fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::Gjk => "GJK",
        Phase::Overlap => "overlap",
        Phase::Expand => "EPA",
        Phase::Conclusion => "answer",
    }
}

/// Narration of the phases: GJK, EPA if the cores overlap, then the margins.
struct Phases {
    /// Table of all frames; `None` for a scene that does not move.
    frames: Option<Table>,
    /// Groups of steps on the timeline.
    levels: Vec<Level>,
}

impl Narration for Phases {
    type State = Distance;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        PAIR_ROLES[0],
        (Role::Simplex, "simplex W"),
        (Role::Polytope, "EPA's polygon"),
        (Role::Closest, "nearest to the origin"),
        (Role::NewSupport, "new support point"),
        (Role::Bound, "supporting line"),
        (Role::Removed, "before this step"),
        (Role::Penetration, "depth"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let mut beats = match (step.before.phase, &step.before.epa, &step.after.epa) {
            (Phase::Gjk, ..) => {
                let ending = step.after.gjk_outcome.map(|outcome| gjk_lesson::ending(outcome).name);
                let verdict = verdict_of_phase(&step, ending);
                moved_to_line(gjk_iteration(&step, &verdict).beats(), "gjk", &gjk_lesson::CARD, GJK_ROLES)
            }
            (Phase::Expand, Some(before), Some(after)) => {
                let ending = step.after.epa_outcome.map(|outcome| epa_lesson::ending(outcome).name);
                let verdict = verdict_of_phase(&step, ending);
                moved_to_line(
                    epa_iteration(&step, before, after, &verdict).beats(),
                    "expand",
                    &epa_lesson::CARD,
                    EPA_ROLES,
                )
            }
            (Phase::Overlap, _, Some(epa)) => vec![overlap_beat(&step, epa)],
            (Phase::Expand | Phase::Overlap | Phase::Conclusion, ..) => vec![conclusion_beat(&step)],
        };
        for beat in &mut beats {
            beat.points.clear();
            beat.values = with_drawn_keys(std::mem::take(&mut beat.values), &beat.pictures);
        }
        if let Some(last) = beats.last_mut() {
            last.points = plot_points(step.before, step.after);
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, _: &[Beat]) -> Vec<Choice> {
        // Questions refer to the beats of GJK's and EPA's own lessons, where each beat has its own line.
        match (step.before.phase, &step.before.epa, &step.after.epa) {
            (Phase::Gjk, ..) => gjk_iteration(step, step.verdict).choices(),
            (Phase::Expand, Some(before), Some(after)) => epa_iteration(step, before, after, step.verdict).choices(),
            (Phase::Expand | Phase::Overlap | Phase::Conclusion, ..) => Vec::new(),
        }
    }

    fn corners(&self, state: &Distance, context: &PairContext) -> Vec<DVec3> {
        match &state.epa {
            Some(epa) => epa_lesson::corners(epa, context),
            None => gjk_lesson::corners(&state.gjk, context),
        }
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn frames(&self) -> Option<Table> {
        self.frames.clone()
    }
}

/// Iteration of GJK in a step.
fn gjk_iteration<'a>(step: &Step<'a, Phases>, verdict: &'a Verdict) -> gjk_lesson::Iteration<'a> {
    gjk_lesson::Iteration {
        number: step.number,
        before: &step.before.gjk,
        after: &step.after.gjk,
        end: step.after.gjk_outcome,
        context: step.context,
        verdict,
        detail: step.detail,
    }
}

/// Iteration of EPA in a step, between two of EPA's states. Its number is at least 1, since the construction of the
/// first polygon is a step of its own.
fn epa_iteration<'a>(
    step: &Step<'a, Phases>,
    before: &'a epa::Epa,
    after: &'a epa::Epa,
    verdict: &'a Verdict,
) -> epa_lesson::Iteration<'a> {
    epa_lesson::Iteration {
        number: 1 + after.iterations as usize,
        before,
        after,
        end: step.after.epa_outcome,
        context: step.context,
        verdict,
        detail: step.detail,
    }
}

/// Verdict of GJK's or EPA's run with the name of its ending, if it ended. It has no sentence, because the conclusion
/// states the answer.
fn verdict_of_phase(step: &Step<'_, Phases>, outcome: Option<&'static str>) -> Verdict {
    Verdict { say: String::new(), ..pair_verdict(&step.after.answer, outcome.unwrap_or_default(), step.context) }
}

/// Names of roles in the expansions of EPA.
const EPA_ROLES: &[(Role, &str)] =
    &[(Role::Closest, "nearest edge"), (Role::Axis, "normal n"), (Role::Added, "new edges")];

/// Values of the cores' distance, or of the bounds of their depth, and of the margins.
fn values(state: &Distance, context: &PairContext) -> Vec<Value> {
    let [margin_a, margin_b] = state.margins;
    let mut values = match &state.epa {
        Some(epa) => bounds_of_depth(epa, context),
        None => vec![Value::of(symbol::LENGTH_OF_V, length(state.gjk.nearest.v.length()), "v")],
    };
    if margin_a > 0.0 {
        values.push(Value::of(symbol::MARGIN_A, length(margin_a), "margin/a"));
    }
    if margin_b > 0.0 {
        values.push(Value::of(symbol::MARGIN_B, length(margin_b), "margin/b"));
    }
    if state.gjk.margin > 0.0 {
        values.push(Value::of(symbol::MARGINS, length(state.gjk.margin), "margin"));
    }
    values
}

/// Values of EPA's bounds of the cores' depth; the lower bound is the distance of the nearest edge.
fn bounds_of_depth(epa: &epa::Epa, context: &PairContext) -> Vec<Value> {
    let mut values = Vec::new();
    if epa.upper.is_finite() {
        values.push(Value::number(symbol::UPPER, context.length(epa.upper)));
    }
    if let Some(nearest) = epa.edges.get(epa.nearest_now) {
        values.push(Value::of(symbol::LOWER, context.length(nearest.distance), "v"));
    }
    values
}

/// Twice the area of a polygon up to which it counts as a segment, as a fraction of the square of its largest distance
/// from the origin.
const NO_AREA: f64 = 1e-12;

/// Whether EPA's polygon has no area: it is a segment, which its edges follow in both directions.
fn is_segment(epa: &epa::Epa) -> bool {
    let doubled_area: f64 = epa.edges.iter().map(|edge| edge.from.w.cross(edge.to.w).z).sum();
    let size = epa.edges.iter().map(|edge| edge.from.w.length_squared()).fold(0.0, f64::max);
    doubled_area.abs() <= NO_AREA * size
}

/// Beat of overlapping cores, where EPA begins with its polygon in the state `epa`.
fn overlap_beat(step: &Step<'_, Phases>, epa: &epa::Epa) -> Beat {
    let state = step.after;
    let context = step.context;
    let [a, b] = context.body_names();
    let cores = if state.gjk.margin > 0.0 { "the cores of " } else { "" };
    let start_sentence = match state.gjk.simplex.len() {
        0 => "Support points form EPA's first polygon.",
        _ if is_segment(epa) => {
            "The support points on both sides of GJK's simplex are on one line, so EPA's first polygon is a segment."
        }
        1 => "The vertex of GJK's simplex and support points on either side form EPA's first polygon.",
        2 => "The vertices of GJK's simplex and support points on either side form EPA's first polygon.",
        _ => "The three vertices of GJK's simplex form EPA's first polygon.",
    };
    Beat {
        line: "overlap",
        say: say!("GJK finds no line that separates {}{} and {}. {}", cores, a, b, start_sentence),
        pictures: step.detail.full(|| {
            let panes = epa_lesson::polygon_pictures(epa, context, step.verdict, Role::Lower);
            Pictures::from(panes).naming(Role::Closest, "nearest edge and its ends")
        }),
        values: step.detail.full(|| values(state, context)),
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// Beat of the margins and the answer.
fn conclusion_beat(step: &Step<'_, Phases>) -> Beat {
    let state = step.after;
    let verdict = step.verdict;
    let is_touching = verdict.pair().is_some_and(|pair| pair.status == PairStatus::Touching);
    // Only separate cores leave the decision to the margins.
    let mut stops = Vec::new();
    if state.epa.is_none() {
        stops.push(StopTest::new("Shallow", "shallow", "|v| < μ_A + μ_B", state.margins_overlap));
    }
    Beat {
        line: branch_line(step.end),
        say: reason_with_answer(step, is_touching),
        pictures: step.detail.full(|| pictures_of_answer(state, step.context, verdict).into()),
        values: step.detail.full(|| {
            let mut values = values(state, step.context);
            values.retain(|value| value.symbol != symbol::MARGINS.notation);
            values.extend(values_with_margins(verdict, state.gjk.margin, "witness"));
            values
        }),
        stops,
        event: Some(Event::Stop(CARD.ending_kind(verdict))),
        ..Beat::default()
    }
}

/// Label of the line that concludes a branch.
fn branch_line(end: Option<Outcome>) -> &'static str {
    match end {
        Some(Outcome::Deep(_)) => "deep",
        Some(Outcome::Shallow(_)) => "shallow",
        Some(Outcome::Separated(_)) | None => "separated",
    }
}

/// Sentences on why the answer follows, on the sum of the cores' depth and the margins, and on the answer.
fn reason_with_answer(step: &Step<'_, Phases>, is_touching: bool) -> Sentence {
    let margin = step.after.gjk.margin;
    let core_distance = step.after.gjk.nearest.v.length();
    match step.end {
        Some(Outcome::Deep(epa::Outcome::Converged)) => {
            let reason = Sentence::from("The nearest edge lies on the boundary of A − B, so the bounds agree.");
            answer_with_margins(step.verdict, reason, margin)
        }
        Some(Outcome::Deep(epa::Outcome::Flat)) => {
            step.verdict.answer_after("The cores only touch: the depth is the sum of the margins.")
        }
        Some(Outcome::Deep(epa::Outcome::IterationLimit)) => {
            step.verdict.answer_after("The iteration limit is reached before EPA's bounds agree.")
        }
        Some(Outcome::Separated(gjk::Outcome::IterationLimit) | Outcome::Shallow(gjk::Outcome::IterationLimit)) => {
            step.verdict.answer_after("The iteration limit is reached before GJK's bounds agree.")
        }
        Some(Outcome::Separated(_) | Outcome::Shallow(_)) | None if margin == 0.0 => {
            step.verdict.answer_after("The bodies have no margins, so the length of v is their distance.")
        }
        Some(Outcome::Separated(_) | Outcome::Shallow(_)) | None => {
            let names = &step.context.body_names();
            let cores = Margins { names, core_distance, margins: step.after.margins, sum: margin };
            step.verdict.answer_after(cores.sentence(is_touching))
        }
    }
}

/// Pictures of the answer in the world and in configuration space, with the margins around the cores.
fn pictures_of_answer(state: &Distance, context: &PairContext, verdict: &Verdict) -> (Picture, Picture) {
    let painter = gjk_lesson::PlanarPainter { context };
    let [mut world, mut cso] = [Picture::default(), Picture::default()];
    match &state.epa {
        Some(epa) => cso = epa_lesson::polygon_pictures(epa, context, verdict, Role::Penetration).1,
        None => painter.add_nearest_point(&mut cso, state.gjk.nearest.v),
    }
    let radius = state.gjk.margin;
    if radius > 0.0 {
        cso.add(Role::Ghost, "margin", Form::Circle { center: DVec3::ZERO, normal: DVec3::Z, radius });
        cso.label(Role::Ghost, "margin", DVec3::new(-radius, 0.0, 0.0), format!("margins: {}", length(radius)));
    }
    add_margins(&mut world, state, context, verdict);
    painter.add_answer(&mut world, verdict);
    (world, cso)
}

/// Adds the segments across the margins, from the cores to the witness points.
fn add_margins(world: &mut Picture, state: &Distance, context: &PairContext, verdict: &Verdict) {
    let Some(answer) = verdict.finding.pair() else { return };
    let Some(normal) = state.answer.normal else { return };
    let normal = context.space.cso(normal);
    let [margin_a, margin_b] = state.margins;
    let core_a = answer.witness_a - normal * margin_a;
    let core_b = answer.witness_b + normal * margin_b;
    add_margin(world, Role::ShapeA, "margin/a", [core_a, answer.witness_a], margin_a);
    add_margin(world, Role::ShapeB, "margin/b", [core_b, answer.witness_b], margin_b);
}

/// Adds the segment across a margin, from the core to the surface; nothing without a margin.
fn add_margin(world: &mut Picture, role: Role, key: &'static str, [core, surface]: [DVec3; 2], margin: f64) {
    if margin > 0.0 {
        world.segment(role, key, core, surface);
        add_named_point(world, role, &format!("{key}/core"), core, format!("margin {}", length(margin)));
    }
}

/// Plot points after a step, meters: the known ones of upper bound (series 0), lower bound (1) and bracket width (2) of
/// the signed distance.
fn plot_points(before: &Distance, after: &Distance) -> Vec<(usize, f64)> {
    let [lower, upper] = after.answer.bounds();
    // During GJK, the latest support point proves a lower bound along its search direction.
    let lower = if after.gjk_outcome.is_none() {
        Some(-before.gjk.d.normalize_or_zero().dot(after.gjk.w.w) - after.gjk.margin)
    } else {
        lower
    };
    let mut points = Vec::new();
    points.extend(upper.map(|upper| (0, upper)));
    points.extend(lower.map(|lower| (1, lower)));
    if let (Some(lower), Some(upper)) = (lower, upper) {
        points.push((2, upper - lower));
    }
    points
}
