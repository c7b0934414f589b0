//! Lesson of the complete distance query in the plane: GJK's iterations, EPA's if the cores overlap, then the margins.

use glam::DVec3;

use super::super::{
    BRACKET, Beat, Card, Choice, Detail, Ending, Event, Lesson, Level, Levels, Narrated, Narration, PAIR_IN_PLANE,
    PAIR_ROLES, PairContext, PlotAxis, Recording, SourceFile, StopTest, Table, Value, Verdict, add_named_point,
    pair_verdict,
};
use super::super::{epa::plane as expansions, gjk::plane as iterations};
use crate::answer::PairStatus;
use crate::answer::number::{Shown, length};
use crate::lesson::context::pair_verdict::with_margins;
use crate::lesson::recorded::narrated::Step;
use crate::picture::{Form, Picture, Role};
use crate::snapshot::plane::distance::{Distance, Outcome, Phase};
use crate::snapshot::plane::{epa, gjk};

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
    listing: include_str!("../../engine/dim2/distance/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/distance/stepper.rs",
        text: include_str!("../../engine/dim2/distance/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: BRACKET,
    endings: &[
        Ending::success("Separated", "A line passes between the bodies, balls included."),
        Ending::success("Shallow", "Only the balls overlap: the distance of the cores gives the depth.")
            .called("Only margins overlap"),
        Ending::success("Deep", "The cores overlap: EPA's nearest edge on the boundary of A − B proves how deep.")
            .called("Cores overlap"),
        Ending::success("Flat", "A − B has no area and holds the origin: the depth is that of the balls.")
            .called("Cores only touch"),
        Ending::no_answer("IterationLimit", "The limit on iterations was reached first; the bracket says how far."),
    ],
};

/// Name of an outcome.
pub fn name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Separated(gjk::Outcome::IterationLimit)
        | Outcome::Shallow(gjk::Outcome::IterationLimit)
        | Outcome::Deep(epa::Outcome::IterationLimit) => "IterationLimit",
        Outcome::Separated(_) => "Separated",
        Outcome::Shallow(_) => "Shallow",
        Outcome::Deep(epa::Outcome::Flat) => "Flat",
        Outcome::Deep(epa::Outcome::Converged) => "Deep",
    }
}

/// Lesson of a recorded run with the phase of each step; `frames` are the numbers of all frames of a moving scene.
pub fn lesson(
    recording: Box<dyn Recording<Distance>>,
    phases: &[Phase],
    context: PairContext,
    verdict: Verdict,
    frames: Option<Table>,
) -> Box<dyn Lesson> {
    let mut levels = Levels::of("part");
    phases.iter().for_each(|phase| levels.step(part(*phase)));
    Box::new(Narrated { recording, context, verdict, narration: Phases { frames, levels: levels.done() } })
}

/// Title of a phase's group on the timeline.
fn part(phase: Phase) -> &'static str {
    match phase {
        Phase::Gjk => "GJK",
        Phase::Overlap => "overlap",
        Phase::Expand => "EPA",
        Phase::Conclusion => "answer",
    }
}

/// Narration of the phases: GJK, EPA if the cores overlap, then the margins.
struct Phases {
    frames: Option<Table>,
    levels: Vec<Level>,
}

impl Narration for Phases {
    type State = Distance;
    type Context = PairContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = PAIR_ROLES;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { number, before, after, end, context, verdict, detail } = step;
        // The inner ends have no verdict, which belongs to the conclusion.
        let mut beats = match (before.phase, &before.epa, &after.epa) {
            (Phase::Gjk, ..) => {
                let verdict = Verdict {
                    say: String::new(),
                    ..pair_verdict(&after.answer, after.end.map_or("", iterations::name), context)
                };
                let beats =
                    iterations::iteration(number, (&before.gjk, &after.gjk), after.end, (context, &verdict), detail);
                beats.into_iter().map(|beat| beat.retold("gjk")).collect()
            }
            (Phase::Overlap, _, Some(epa)) => vec![overlap(after, epa, (context, verdict), detail)],
            (Phase::Expand, Some(old), Some(new)) => {
                let first = 1 + new.iterations as usize;
                let verdict = Verdict {
                    say: String::new(),
                    ..pair_verdict(&after.answer, after.ended.map_or("", expansions::name), context)
                };
                let beats = expansions::iteration(first, (old, new), after.ended, (context, &verdict), detail);
                beats.into_iter().map(|beat| beat.retold("expand")).collect()
            }
            _ => vec![conclusion(after, end, (context, verdict), detail)],
        };
        for beat in &mut beats {
            beat.points.clear();
            beat.say = beat.say.trim_end().to_owned();
        }
        if let Some(last) = beats.last_mut() {
            last.points = points(before, after);
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, _: &[Beat]) -> Vec<Choice> {
        let Step { number, before, after, context, verdict, detail, .. } = *step;
        // Questions refer to the beats of GJK's and EPA's own lessons, where each beat has its own line.
        match (before.phase, &before.epa, &after.epa) {
            (Phase::Gjk, ..) => {
                let around = (&before.gjk, &after.gjk);
                let beats = iterations::iteration(number, around, after.end, (context, verdict), detail);
                iterations::choices(number, around, after.end, context, &beats)
            }
            (Phase::Expand, Some(old), Some(new)) => {
                let first = 1 + new.iterations as usize;
                let beats = expansions::iteration(first, (old, new), after.ended, (context, verdict), detail);
                expansions::choices((old, new), context, &beats)
            }
            _ => Vec::new(),
        }
    }

    fn corners(&self, state: &Distance, context: &PairContext) -> Vec<DVec3> {
        match &state.epa {
            Some(epa) => expansions::corners(epa, context),
            None => iterations::corners(&state.gjk, context),
        }
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    fn frames(&self) -> Option<Table> {
        self.frames.clone()
    }
}

/// Values of the cores' bracket, and of the margins.
fn values(state: &Distance, context: &PairContext) -> Vec<Value> {
    let [a, b] = state.margins;
    let mut all = match &state.epa {
        Some(epa) => vec![
            Value::new(
                "upper",
                "depth at most",
                if epa.upper.is_finite() { context.length(epa.upper) } else { "none yet".into() },
                "v",
            ),
            Value::new("lower", "depth at least", depth(epa, context), "v"),
        ],
        None => {
            let v = state.gjk.nearest.v.length();
            vec![Value::new("|v|", "between cores", length(v), "v")]
        }
    };
    all.push(Value::new("μ_A", "A's margin", length(a), "margin/a"));
    all.push(Value::new("μ_B", "B's margin", length(b), "margin/b"));
    all.push(Value::new("μ_A + μ_B", "both together", length(state.gjk.margin), "margin"));
    all
}

fn depth(epa: &epa::Epa, context: &PairContext) -> Shown {
    epa.edges.get(epa.closest).map_or("none yet".into(), |edge| context.length(edge.distance))
}

/// Beat of overlapping cores, where EPA begins.
fn overlap(state: &Distance, epa: &epa::Epa, (context, verdict): (&PairContext, &Verdict), detail: Detail) -> Beat {
    let corners = ["no corner", "one corner", "two corners", "three corners"][state.gjk.simplex.len().min(3)];
    Beat {
        line: "overlap",
        say: format!(
            "The origin lies in W, so the cores of {} and {} touch or overlap. EPA finds how deep: {corners} of W and the \
             support points to either side are its first polygon.",
            context.names[0], context.names[1]
        ),
        pictures: detail.full(|| expansions::polygon(epa, context, verdict).into()),
        values: detail.full(|| values(state, context)),
        event: Some(Event::Bound),
        ..Beat::default()
    }
}

/// Reason why bodies with margins touch.
const EQUAL: &str = "The cores are as far from each other as the balls are thick, up to rounding.";

/// Beat of the margins and the answer.
fn conclusion(
    state: &Distance,
    end: Option<Outcome>,
    (context, verdict): (&PairContext, &Verdict),
    detail: Detail,
) -> Beat {
    let touch = verdict.pair().is_some_and(|pair| pair.status == PairStatus::Touching);
    let (line, why) = match end {
        Some(Outcome::Deep(epa::Outcome::Converged)) => {
            ("deep", "The depth of the cores and the radii of the balls add up to the depth.")
        }
        Some(Outcome::Deep(epa::Outcome::Flat)) => ("deep", "The cores only touch: the balls alone are the depth."),
        Some(Outcome::Deep(_)) => ("deep", "The limit is reached before EPA's bounds have met."),
        Some(Outcome::Separated(gjk::Outcome::IterationLimit)) => {
            ("separated", "The limit is reached before GJK knows how far the cores are apart.")
        }
        Some(Outcome::Shallow(_)) if !touch => {
            ("shallow", "The cores are nearer to each other than the balls are thick.")
        }
        Some(Outcome::Shallow(_)) => ("shallow", EQUAL),
        _ if touch && state.gjk.margin > 0.0 => ("separated", EQUAL),
        _ if state.gjk.margin == 0.0 => {
            ("separated", "There are no balls around the cores: their distance is the answer.")
        }
        _ => ("separated", "The cores are farther from each other than the balls are thick."),
    };
    Beat {
        line,
        say: verdict.after(why),
        pictures: detail.full(|| concluded(state, context, verdict).into()),
        values: detail.full(|| {
            let mut values = values(state, context);
            values.extend(with_margins(verdict, "margin").filter(|_| state.gjk.margin > 0.0));
            values
        }),
        stops: if state.epa.is_none() {
            vec![StopTest::new("Shallow", "shallow", "|v| < μ_A + μ_B", state.margins_overlap)]
        } else {
            Vec::new()
        },
        event: Some(Event::Stop(CARD.worth(verdict))),
        ..Beat::default()
    }
}

/// Pictures of the answer, with the margins around the cores.
fn concluded(state: &Distance, context: &PairContext, verdict: &Verdict) -> (Picture, Picture) {
    let panes = iterations::Panes { context };
    let mut world = Picture::default();
    let mut cso = Picture::default();
    match &state.epa {
        Some(epa) => (world, cso) = expansions::polygon(epa, context, verdict),
        None => panes.nearest(&mut cso, state.gjk.nearest.v),
    }
    let radius = state.gjk.margin;
    if radius > 0.0 {
        cso.add(Role::Ghost, "margin", Form::Circle { center: DVec3::ZERO, normal: DVec3::Z, radius });
        cso.label(Role::Ghost, "margin", DVec3::new(-radius, 0.0, 0.0), "μ_A + μ_B");
    }
    balls(&mut world, state, context, verdict);
    panes.answer(&mut world, verdict);
    (world, cso)
}

/// Adds the segments from the witness points back to the cores.
fn balls(world: &mut Picture, state: &Distance, context: &PairContext, verdict: &Verdict) {
    let (Some(found), Some(normal)) = (verdict.finding.pair(), state.answer.normal) else { return };
    let normal = context.space.cso(normal);
    let [of_a, of_b] = state.margins;
    for (role, key, surface, back, radius) in [
        (Role::ShapeA, "margin/a", found.witness_a, -normal, of_a),
        (Role::ShapeB, "margin/b", found.witness_b, normal, of_b),
    ] {
        if radius > 0.0 {
            let core = surface + back * radius;
            world.segment(role, key, core, surface);
            add_named_point(world, role, &format!("{key}/core"), core, length(radius).text);
        }
    }
}

/// Plot points: the bracket of the signed distance after a step.
fn points(before: &Distance, after: &Distance) -> Vec<(usize, f64)> {
    let [lower, upper] = after.answer.bounds();
    // During GJK, the latest support point proves a lower bound along its search direction.
    let lower = match after.end {
        None => Some(-before.gjk.d.normalize_or_zero().dot(after.gjk.w.w) - after.gjk.margin),
        Some(_) => lower,
    };
    let width = lower.zip(upper).map(|(lower, upper)| upper - lower);
    [upper, lower, width].into_iter().enumerate().filter_map(|(series, bound)| Some((series, bound?))).collect()
}
