//! Lesson of the complete distance query in space. Each step of the run belongs to a phase: first the iterations of GJK
//! on the cores (the bodies without their margins), then phases that refine or prove GJK's result, such as Newton's
//! method, facets, flat discs, EPA and inscribed balls. [`lesson`] turns the recorded states of a run into beats
//! (narrated sub-steps) and quiz questions; [`dim2`] is the lesson in the plane.

mod balls;
mod branch;
mod closed_form;
mod deep;
pub mod dim2;
mod facet_proof;
mod frames;
mod margins;
mod newton;
mod trial;

use contact_lens_model::snapshot;
use contact_lens_model::snapshot::answer::Answer;
use contact_lens_model::snapshot::distance::{Apart, Bracket, Deep, Distance, Outcome, Phase};
use contact_lens_picture::{Camera, Role};
use glam::DVec3;

use super::context::drawn_keys::with_drawn_keys;
use super::recorded::narrated::Step;
use super::{
    BRACKET, Beat, Card, Choice, Detail, Ending, Lesson, Level, Levels, Narrated, Narration, PAIR, PAIR_ROLES,
    PairContext, PlotAxis, Recording, SourceFile, Verdict, View, epa, gjk, pair_verdict,
};
pub use frames::{FrameCount, strip};

/// Card of the distance query in space.
pub const CARD: Card = Card {
    id: "distance",
    title: "Distance, the full answer",
    summary: "How far apart are two convex bodies, or how deep do they overlap? Margins settle shallow contacts, EPA \
              deep ones.",
    sources: &[
        "Advanced Collision Detection, 2011: penetration depth",
        "Catto, GDC 2010: convex radius",
        "van den Bergen 2001",
        "Ericson 2005, 5.1: closed forms",
    ],
    listing: include_str!("../engine/dim3/distance/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/distance/stepper.rs",
            text: include_str!("../engine/dim3/distance/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/closed_form/mod.rs",
            text: include_str!("../engine/dim3/distance/closed_form/mod.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/closed_form/segments.rs",
            text: include_str!("../engine/dim3/distance/closed_form/segments.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/closed_form/nearest_of_triangle.rs",
            text: include_str!("../engine/dim3/distance/closed_form/nearest_of_triangle.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/closed_form/nearest_of_box.rs",
            text: include_str!("../engine/dim3/distance/closed_form/nearest_of_box.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/closest.rs",
            text: include_str!("../engine/dim3/distance/closest.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/over_disc.rs",
            text: include_str!("../engine/dim3/distance/over_disc.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/deep.rs",
            text: include_str!("../engine/dim3/distance/deep.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/facet_proof.rs",
            text: include_str!("../engine/dim3/distance/facet_proof.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/refinement.rs",
            text: include_str!("../engine/dim3/distance/refinement.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/inscribed_balls.rs",
            text: include_str!("../engine/dim3/distance/inscribed_balls.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/distance/minimum.rs",
            text: include_str!("../engine/dim3/distance/minimum.rs"),
        },
    ],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: BRACKET,
    endings: ENDINGS,
};

endings! {
    pub fn ending(Outcome), ENDINGS:
    Outcome::Separated(Apart::Gjk(snapshot::gjk::Outcome::IterationLimit))
    | Outcome::Shallow(Apart::Gjk(snapshot::gjk::Outcome::IterationLimit))
    | Outcome::Deep(snapshot::epa::Outcome::IterationLimit) => no_answer "IterationLimit":
        "An iteration limit is reached before the bounds agree; the answer is the bracket.";
    Outcome::Separated(_) => success "Separated":
        "A plane separates the bodies, including their margins.";
    Outcome::Shallow(_) => success "Shallow" called "Only margins overlap":
        "Only the margins overlap: the depth is the sum of the margins minus the distance of the cores.";
    Outcome::Deep(snapshot::epa::Outcome::Flat(_)) => success "Flat" called "Cores only touch":
        "The cores only touch, and A − B has no volume: the depth is the sum of the margins.";
    Outcome::Deep(_) => success "Deep" called "Cores overlap":
        "The cores touch or overlap, and the depth is proven.";
}

/// Name of the depth that the deep branch measures. `margin` is the sum of the margins, meters, which this depth
/// excludes.
fn depth_name(margin: f64) -> &'static str {
    if margin > 0.0 { "core depth" } else { "depth" }
}

/// Verdict of a run whose `answer` is in the pair frame.
pub fn verdict(answer: &Answer, outcome: Outcome, context: &PairContext) -> Verdict {
    pair_verdict(answer, ending(outcome).name, context)
}

/// Returns the lesson of a recorded run. `phases` are the phases of its steps, `numbers` the numbers of GJK's support
/// points by slot of the simplex.
pub fn lesson(
    recording: Box<dyn Recording<Distance>>,
    phases: &[Phase],
    numbers: gjk::VertexNumbers,
    context: PairContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let mut levels = Levels::of("part");
    for phase in phases {
        levels.add_step(phase_title(*phase));
    }
    let last = recording.last();
    let is_proven_by_balls = last.deep.as_ref().is_some_and(|deep| deep.proven && deep.balls.is_some());
    let narration = Phases { numbers, levels: levels.finish(), is_proven_by_balls };
    Box::new(Narrated { recording, context, verdict, narration })
}

/// Title of a phase's group on the timeline.
fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::ClosedForm => "formula",
        Phase::Gjk => "GJK",
        Phase::Newton | Phase::OverDisc | Phase::Kink => "Newton",
        Phase::Overlap => "overlap",
        Phase::Facet => "facets",
        Phase::Guess | Phase::Disc { .. } | Phase::Rim { .. } | Phase::Refine | Phase::Mirror => "refinement",
        Phase::Balls => "balls",
        Phase::Expand | Phase::Join => "EPA",
        Phase::Minimum => "minima",
        Phase::Conclusion => "answer",
    }
}

/// Narration of the phases, with data of the run that its states do not contain.
struct Phases {
    /// Numbers of GJK's support points.
    numbers: gjk::VertexNumbers,
    /// Groups of steps on the timeline.
    levels: Vec<Level>,
    /// Whether two balls prove the depth.
    is_proven_by_balls: bool,
}

/// One step of a run, for the beats of its phase.
struct PhaseStep<'a> {
    /// State before the step.
    before: &'a Distance,
    /// State after the step.
    after: &'a Distance,
    /// Numbers of the support points in the slots of GJK's simplex after the step.
    numbers: &'a [usize; 4],
    context: &'a PairContext,
    detail: Detail,
}

impl Narration for Phases {
    type State = Distance;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        PAIR_ROLES[0],
        PAIR_ROLES[1],
        PAIR_ROLES[2],
        (Role::Simplex, "simplex W"),
        (Role::Closest, "nearest to the origin"),
        (Role::NewSupport, "new support point"),
        (Role::Removed, "before this step"),
        (Role::Penetration, "depth"),
        (Role::Polytope, "polytope"),
        (Role::Added, "new faces"),
        (Role::Interval, "visible faces"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, verdict, detail, .. } = step;
        let phase_step = PhaseStep { before, after, numbers: self.support_numbers(after), context, detail };
        let mut beats = match (before.phase, &before.deep, &after.deep) {
            (Phase::Gjk, ..) => {
                let states = (&before.gjk, &after.gjk);
                let numbers = [self.support_numbers(before), phase_step.numbers];
                let iteration = gjk::iteration_beats(states, numbers, after.gjk_outcome, context, detail);
                moved_to_line(iteration, "gjk", &gjk::CARD, GJK_ROLES)
            }
            (Phase::ClosedForm, ..) => closed_form::formula_beats(&phase_step),
            (Phase::Newton | Phase::OverDisc | Phase::Kink, ..) => vec![newton::newton_beat(&phase_step)],
            (Phase::Overlap, ..) => vec![branch::overlapping_cores_beat(&phase_step)],
            (Phase::Conclusion, _, Some(deep)) => vec![deep::conclusion_beat(&phase_step, deep, step.end, verdict)],
            (Phase::Conclusion, _, None) => vec![branch::separate_cores_beat(&phase_step, verdict)],
            (Phase::Expand, Some(old), Some(new)) => expansion_beats(old, new, (context, verdict), detail),
            (phase, Some(old), Some(new)) => vec![phase_step.deep_phase_beat(phase, old, new)],
            // The phases after the overlap have a state of the deep branch before and after each step.
            (_, None, _) | (_, _, None) => Vec::new(),
        };
        for beat in &mut beats {
            beat.points.clear();
            beat.values = with_drawn_keys(std::mem::take(&mut beat.values), &beat.pictures);
        }
        if let Some(last) = beats.last_mut() {
            last.points = plot_points(after);
        }
        beats
    }

    fn choices(&self, step: &Step<'_, Self>, _: &[Beat]) -> Vec<Choice> {
        let Step { number, before, after, context, verdict, detail, .. } = *step;
        match (before.phase, &before.deep, &after.deep) {
            (Phase::Gjk, ..) => {
                let states = (&before.gjk, &after.gjk);
                let numbers = [self.support_numbers(before), self.support_numbers(after)];
                // Questions refer to the beats of GJK's and EPA's own lessons, where each beat has its own line.
                let beats = gjk::iteration_beats(states, numbers, after.gjk_outcome, context, detail);
                gjk::choices(number, states, numbers, context, &beats)
            }
            (Phase::Expand, Some(old), Some(new)) => {
                let beats = epa::expansion_beats(&old.epa, &new.epa, new.epa_outcome, (context, verdict), detail);
                epa::choices((&old.epa, &new.epa), new.epa_outcome, context, &beats)
            }
            _ => Vec::new(),
        }
    }

    fn corners(&self, state: &Distance, context: &PairContext) -> Vec<DVec3> {
        match &state.deep {
            Some(deep) if deep.epa.iterations > 0 => epa::corners(&deep.epa, context),
            _ => gjk::corners(&state.gjk, context),
        }
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Camera that looks across the normal if balls prove the depth, because it shows where they touch the planes.
    fn camera(&self, _: &View, normal: DVec3) -> Option<Camera> {
        let has_normal = normal != DVec3::ZERO;
        (self.is_proven_by_balls && has_normal).then(|| Camera::perpendicular_to(normal, &[]))
    }
}

impl Phases {
    /// Numbers of the support points in the slots of GJK's simplex in a state.
    fn support_numbers(&self, state: &Distance) -> &[usize; 4] {
        self.numbers.after(state.gjk.k as usize)
    }
}

/// Beats of one iteration of EPA, from the state `old` of the deep branch to `new`.
fn expansion_beats(old: &Deep, new: &Deep, (context, verdict): (&PairContext, &Verdict), detail: Detail) -> Vec<Beat> {
    let mut beats = epa::expansion_beats(&old.epa, &new.epa, new.epa_outcome, (context, verdict), detail);
    if let Some(end) = new.epa_outcome {
        beats.extend(epa::ending_beats(&old.epa, &new.epa, end, (context, verdict), detail));
    }
    moved_to_line(beats, "expand", &epa::CARD, EPA_ROLES)
}

/// Names of roles in the iterations of GJK.
const GJK_ROLES: &[(Role, &str)] = &[(Role::Closest, "v, nearest point of W"), (Role::Axis, "direction d")];

/// Names of roles in the expansions of EPA.
const EPA_ROLES: &[(Role, &str)] =
    &[(Role::Closest, "nearest face"), (Role::Axis, "normal n"), (Role::Added, "new faces")];

impl PhaseStep<'_> {
    /// Beat of a phase between the overlap and the conclusion.
    fn deep_phase_beat(&self, phase: Phase, old: &Deep, new: &Deep) -> Beat {
        match (phase, &new.facet_proof) {
            (Phase::Facet, Some(proof)) => facet_proof::facet_beat(proof, new, self.context, self.detail),
            (Phase::Balls, _) => balls::balls_beat(new, self.context, self.detail),
            (Phase::Join, _) => deep::join_beat(self, new),
            (Phase::Minimum, _) => deep::minimum_beat(self, new),
            (phase, _) => trial::trial_beat(self, phase, old, new),
        }
    }
}

/// Moves the beats of an inner lesson, with the card `inner`, to the line `line` of this one. Roles that a beat does
/// not name get the names `roles`.
fn moved_to_line(beats: Vec<Beat>, line: &'static str, inner: &Card, roles: &[(Role, &str)]) -> Vec<Beat> {
    let mut moved: Vec<Beat> = beats.into_iter().map(|beat| beat.moved_to_line(line, inner)).collect();
    for beat in &mut moved {
        beat.pictures.role_names.extend(roles.iter().map(|(role, name)| (*role, (*name).to_owned())));
    }
    moved
}

/// Plot points after a step, meters: the known ones of upper bound (series 0), lower bound (1) and bracket width (2) of
/// the signed distance.
fn plot_points(after: &Distance) -> Vec<(usize, f64)> {
    let Bracket { lower, upper, width } = after.bracket;
    let mut points = Vec::new();
    for (series, value) in [upper, lower, width].into_iter().enumerate() {
        points.extend(value.map(|value| (series, value)));
    }
    points
}
