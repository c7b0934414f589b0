//! Lesson of the audit of a captured step: each step is one law of one item, in the order of the stages. Its sub-steps
//! are what the capture claims, what follows from values captured earlier, the deviation against its bound, and the
//! cause.

mod beats;
mod captured_world;
mod choice;
mod claims;
mod friction_plot;
mod item_lanes;
mod ledger;
mod quantity;
mod selection;
mod stage_lanes;
mod world;

use std::sync::{Arc, OnceLock};

use contact_lens_model::answer::{AuditFinding, AuditVerdict, AuditedLaw, Finding};
use contact_lens_model::snapshot::Snapshot;
use contact_lens_picture::Role;

use self::selection::AuditStep;
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Ending, Lesson, Level, Levels, Narrated, Narration, Pictures, PlotAxis,
    Recording, SourceFile, Verdict, View, WORLD,
};
pub use captured_world::{
    BodyVelocities, CapturedBody, CapturedContact, CapturedFriction, CapturedJoint, CapturedRow, CapturedWorld, Slip,
};

/// View of the nine stages: one lane each, with the worst deviation in multiples of its bound.
const STAGES: View = View::lanes("stages", "deviation / bound by stage").tall();

/// View of the law for all of its items: one lane each, with the deviation in multiples of its bound.
const ITEMS: View = View::lanes("items", "the same law for all items").below().in_figures();

/// View of the impulses of the law's item: friction and normal impulse of a contact, momentum of a body whose velocity
/// is judged.
const IMPULSES: View = View::chart("impulses", "impulses of the contact or body").below();

/// Card of the audit.
pub const CARD: Card = Card {
    id: "audit",
    title: "Audit of a captured step",
    summary: "Does each captured value follow from the values captured before it?",
    sources: &[
        "Catto 2009: rows of constraints",
        "Todorov 2014: convex contact model",
        "De Saxcé and Feng 1998: Coulomb friction as a complementarity",
    ],
    listing: include_str!("../../audit/listing.txt"),
    code: &[
        SourceFile { path: "src/audit/lib.rs", text: include_str!("../../audit/lib.rs") },
        SourceFile { path: "src/audit/law.rs", text: include_str!("../../audit/law.rs") },
        SourceFile { path: "src/audit/report.rs", text: include_str!("../../audit/report.rs") },
    ],
    views: &[View::space(WORLD, "world"), IMPULSES, STAGES, ITEMS],
    plot_over: PlotAxis::Step,
    series: &[],
    endings: ENDINGS,
};

endings! {
    fn ending(AuditVerdict), ENDINGS:
    AuditVerdict::Holds => success "Holds" called "Step holds":
        "No evaluated law deviates by more than its bound.";
    AuditVerdict::Undecided => no_answer "Undecided" called "Step undecided":
        "No law is broken, but a deviation above its bound may still be rounding, or nothing is claimed of it.";
    AuditVerdict::Broken => failure "Broken" called "Step broken":
        "The captured step is not what it claims: a law deviates by more than its band.";
}

/// Verdict of an audit.
pub fn verdict(finding: AuditFinding) -> Verdict {
    let say = beats::answer(&finding);
    let iterations = u32::try_from(finding.laws()).unwrap_or(u32::MAX);
    Verdict { outcome: ending(finding.verdict).name, say, iterations, finding: Finding::Audit(Box::new(finding)) }
}

/// Lesson of an audit with all its laws, in the order of the stages. The lesson of a large step has a step for the
/// worst law of each stage, for each law that does not hold, and for some of the others.
pub fn lesson(laws: Vec<AuditedLaw>, finding: AuditFinding, world: CapturedWorld) -> Box<dyn Lesson> {
    let steps = selection::select(laws, &finding);
    let mut levels = Levels::of("stage");
    steps.iter().for_each(|step| levels.add_step(step.title(&finding)));
    let recording = Box::new(LawSequence { steps: steps.len(), verdict: finding.verdict });
    let context = AuditContext { world, finding: finding.clone(), steps, backdrop: OnceLock::new() };
    let narration = Auditing { levels: levels.finish() };
    Box::new(Narrated { recording, context, verdict: verdict(finding), narration })
}

/// Position in the sequence of laws.
struct LawPosition;

impl Snapshot for LawPosition {
    type Outcome = AuditVerdict;
}

/// The laws of an audit as a recorded run: a step per law.
struct LawSequence {
    /// Number of steps, at least 1.
    steps: usize,
    verdict: AuditVerdict,
}

impl Recording<LawPosition> for LawSequence {
    fn steps(&self) -> usize {
        self.steps
    }

    fn state(&self, _steps: usize) -> Arc<LawPosition> {
        Arc::new(LawPosition)
    }

    fn outcome(&self) -> AuditVerdict {
        self.verdict
    }
}

/// Captured step with the verdicts about it.
struct AuditContext {
    world: CapturedWorld,
    finding: AuditFinding,
    /// Laws and stages that the steps of the lesson are about.
    steps: Vec<AuditStep>,
    /// Marks that are the same in all steps, made when they are first needed.
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl AuditContext {
    /// Step of the law that the pictures of a step show: itself, and for the whole the worst law of the first stage
    /// that does not hold; `None` if there is none.
    fn shown_step(&self, step: usize) -> Option<usize> {
        match self.steps.get(step)? {
            AuditStep::Law { .. } => Some(step),
            AuditStep::Silent(_) => None,
            AuditStep::Whole => {
                self.finding.first_bad_stage().and_then(|stage| selection::worst_step(&self.steps, stage.stage))
            }
        }
    }

    /// Law that the pictures of a step show.
    fn shown_law(&self, step: usize) -> Option<&AuditedLaw> {
        match self.steps.get(self.shown_step(step)?)? {
            AuditStep::Law { law, .. } => Some(law),
            AuditStep::Silent(_) | AuditStep::Whole => None,
        }
    }
}

impl Context for AuditContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = Pictures::default();
            world::add_fixed_marks(&self.world, pictures.edit(WORLD));
            stage_lanes::add_fixed_marks(&self.finding, pictures.edit(STAGES.id));
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Narration of the laws, one after the other.
struct Auditing {
    /// Stages of the steps, as bands on the timeline.
    levels: Vec<Level>,
}

impl Narration for Auditing {
    type State = LawPosition;
    type Context = AuditContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, ""),
        (Role::ShapeB, ""),
        (Role::Idle, ""),
        (Role::Ghost, ""),
        (Role::Closest, "holds"),
        (Role::NewSupport, "undecided"),
        (Role::Fault, "broken"),
        (Role::Normal, "captured normal"),
        (Role::Theirs, "captured impulse"),
        (Role::Bound, "allowed friction"),
        (Role::Region, "still undecided"),
        (Role::Upper, "bound"),
        (Role::First, "velocity before"),
        (Role::Last, "velocity after"),
        (Role::Axis, ""),
        (Role::Member, ""),
        (Role::Grid, ""),
        (Role::Text, ""),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        beats::beats(step.context, step.number, step.detail)
    }

    fn choices(&self, step: &Step<'_, Self>, _beats: &[Beat]) -> Vec<Choice> {
        choice::questions(step.context, step.number)
    }

    /// The lesson opens at the worst law of the first broken stage.
    fn opening_step(&self, context: &AuditContext) -> usize {
        selection::opening_step(&context.steps, &context.finding)
    }

    /// A stage's lane is about the stage's worst law, an item's lane about the law of the item.
    fn step_about(&self, context: &AuditContext, key: &str) -> Option<usize> {
        if let Some(step) = item_lanes::step_of(key) {
            return (step < context.steps.len()).then_some(step);
        }
        let stage = key.strip_prefix("stage/")?.split('/').next()?;
        selection::worst_step(&context.steps, stage)
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }
}
