//! Beats (narrated sub-steps) of the decision after GJK: whether the bodies are separate, only their margins overlap
//! (shallow), or the cores, the bodies without their margins, overlap too (deep), so that EPA has to measure the depth.

use contact_lens_model::answer::number::{length, or_rounding, rounding};
use contact_lens_model::answer::{FindingFacts as _, PairStatus};
use contact_lens_model::snapshot::distance::Distance;
use contact_lens_picture::{Form, Picture, Role};
use glam::DVec3;

use super::margins::Margins;
use super::{CARD, PhaseStep, depth_name};
use crate::{
    Beat, Event, PairContext, Pictures, Row, Sentence, StopTest, Table, Value, Verdict, add_named_point, gjk, say,
    symbol,
};

/// Position of a margin's label on the segment from the core (0) to the surface (1).
const LABEL_POSITION: f64 = 0.3;

/// Branch of the query after GJK.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Branch {
    /// The bodies are apart.
    Separated,
    /// Only the margins overlap.
    Shallow,
    /// The cores touch or overlap.
    Deep,
}

impl Branch {
    /// Name in the table.
    fn name(self) -> &'static str {
        match self {
            Self::Separated => "separated",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }
}

/// Data of the decision; lengths in meters.
struct Decision {
    /// Separation of the cores by GJK's best plane; negative for overlapping cores, not finite without a plane.
    gap: f64,
    branch: Branch,
    /// Margins of A and of B.
    margins: [f64; 2],
    /// Sum of both margins, as the run adds them.
    margin: f64,
    /// Distance of the cores; `None` if they overlap.
    core_distance: Option<f64>,
    /// Rounding error of a length as large as the sum of the margins.
    rounding: f64,
}

impl Decision {
    /// Decision of a run whose GJK has ended.
    fn of(run: &Distance, context: &PairContext) -> Self {
        let core_distance = if run.deep.is_none() { Some(run.v.length()) } else { None };
        let branch = if run.deep.is_some() {
            Branch::Deep
        } else if run.margins_overlap.holds() {
            Branch::Shallow
        } else {
            Branch::Separated
        };
        Self {
            gap: run.gap,
            branch,
            margins: run.margins,
            margin: run.margin,
            core_distance,
            rounding: rounding(run.margin, context.single),
        }
    }

    /// Values of the separation, the margins and the distance of the cores, as far as they exist and differ in text.
    fn values(&self) -> Vec<Value> {
        let mut values = Vec::new();
        let distance_text = self.core_distance.map(|distance| length(distance).text);
        // The distance of the cores is enough if it has the same text as the separation.
        let is_repeated = distance_text.is_some_and(|text| text == length(self.gap).text);
        if self.gap.is_finite() && self.gap < 0.0 {
            values.push(Value::of(symbol::UPPER, length(-self.gap), "depth"));
        } else if self.gap.is_finite() && !is_repeated {
            values.push(Value::of(symbol::CORE_GAP, length(self.gap), "v"));
        }
        let [margin_a, margin_b] = self.margins;
        if margin_a > 0.0 {
            values.push(Value::of(symbol::MARGIN_A, length(margin_a), "margin/a"));
        }
        if margin_b > 0.0 {
            values.push(Value::of(symbol::MARGIN_B, length(margin_b), "margin/b"));
        }
        if self.margin > 0.0 {
            values.push(Value::of(symbol::MARGINS, length(self.margin), "margin"));
        }
        if let Some(distance) = self.core_distance {
            values.push(Value::of(symbol::LENGTH_OF_V, length(distance), "v"));
            // If the distance and the sum of the margins have the same text, their difference decides.
            if self.margin > 0.0 && length(distance).text == length(self.margin).text {
                let difference = or_rounding(length(distance - self.margin), self.rounding);
                values.push(Value::of(symbol::GAP, difference, "witness"));
            }
        }
        values
    }

    /// Table of the three branches, with the chosen one highlighted.
    fn table(&self) -> Table {
        let margin = length(self.margin);
        Table {
            title: "Branch",
            columns: vec!["", "core gap", "signed distance"],
            rows: vec![
                self.row(Branch::Separated, format!("at least {margin}"), "GJK distance − margins"),
                self.row(Branch::Shallow, format!("from 0 to {margin}"), "GJK distance − margins"),
                self.row(Branch::Deep, String::from("below rounding error"), "−EPA depth − margins"),
            ],
        }
    }

    /// Row of a branch: the condition on the gap of the cores, and the formula of the signed distance.
    fn row(&self, branch: Branch, condition: String, formula: &str) -> Row {
        Row {
            cells: vec![branch.name().into(), condition.into(), formula.into()],
            key: None,
            chosen: branch == self.branch,
        }
    }
}

/// Beat of separate cores, for which the margins decide between the separated and the shallow branch.
pub(super) fn separate_cores_beat(step: &PhaseStep<'_>, verdict: &Verdict) -> Beat {
    let PhaseStep { after: run, context, .. } = *step;
    let decision = Decision::of(run, context);
    let test = run.margins_overlap;
    let is_shallow = test.holds();
    let is_touching = decision.margin > 0.0 && context.is_rounding(run.v.length() - decision.margin);
    let reason = if decision.margin > 0.0 {
        let names = &context.body_names();
        let Decision { margins, margin: sum, .. } = decision;
        Margins { names, core_distance: run.v.length(), margins, sum }.sentence(is_touching)
    } else {
        Sentence::from("The bodies have no margins, so the length of v is their distance.")
    };
    Beat {
        inner: None,
        line: if is_shallow { "shallow" } else { "separated" },
        say: verdict.answer_after(reason),
        pictures: step.detail.full(|| {
            let (_, mut cso) = gjk::simplex_pictures(&run.gjk, step.numbers, context);
            add_margin_ball(&mut cso, decision.margin);
            let v = context.space.cso(run.v);
            cso.segment(Role::Closest, "v", DVec3::ZERO, v);
            add_named_point(&mut cso, Role::Closest, "v", v, "v");
            if decision.margin > 0.0 {
                cso.label(Role::Closest, "v", v * 0.5, length(run.v.length()));
            }
            context.magnify(&mut cso, [DVec3::ZERO, v]);
            context.add_plane(&mut cso, 2, "plane", v, verdict.finding.normal().unwrap_or_default());
            let nearest = run.nearest.map(|p| context.space.world(p));
            let world = picture_of_margins(nearest, &decision, context, verdict);
            Pictures::from((world, cso)).naming(Role::Closest, nearest_name(decision.margin))
        }),
        values: step.detail.full(|| decision.values()),
        tables: step.detail.full(|| vec![decision.table()]),
        stops: vec![StopTest::new("Shallow", "shallow", "μ < μ_A + μ_B", test)],
        points: Vec::new(),
        event: Some(Event::Stop(CARD.ending_kind(verdict))),
    }
}

/// Beat of cores that touch or overlap, where the deep branch begins. If GJK's best plane gives an upper bound of their
/// depth above rounding error, the sentence states this bound.
pub(super) fn overlapping_cores_beat(step: &PhaseStep<'_>) -> Beat {
    let PhaseStep { after: run, context, .. } = *step;
    let decision = Decision::of(run, context);
    let [a, b] = context.body_names();
    let depth = depth_name(decision.margin);
    let cores = if decision.margin > 0.0 { "the cores of " } else { "" };
    let has_upper_bound = decision.gap.is_finite() && decision.gap < -run.rounding;
    let upper = has_upper_bound.then(|| length(-decision.gap));
    let pictures = step.detail.full(|| {
        let (world, mut cso) = gjk::simplex_pictures(&run.gjk, step.numbers, context);
        add_margin_ball(&mut cso, decision.margin);
        if let Some(upper) = &upper {
            let n = context.space.cso(run.n);
            let foot = -n * decision.gap;
            context.add_plane(&mut cso, 2, "plane", foot, n);
            cso.arrow(Role::Upper, "depth", DVec3::ZERO, foot);
            cso.label(Role::Upper, "depth", foot, upper.clone());
            context.magnify(&mut cso, [DVec3::ZERO, foot]);
        }
        Pictures::from((world, cso)).from_side(context.space.cso(run.n) * -decision.gap.signum())
    });
    let bound_sentence = match &upper {
        Some(upper) => {
            let upper = Value::of(symbol::UPPER, upper.clone(), "depth");
            say!(" By GJK's best supporting plane, the {} is at most {}.", depth, upper)
        }
        None => Sentence::default(),
    };
    Beat {
        inner: None,
        line: "overlap",
        say: say!(
            "GJK finds no plane that separates {}{} and {}: they touch or overlap.{}",
            cores,
            a,
            b,
            bound_sentence
        ),
        pictures,
        values: step.detail.full(|| decision.values()),
        tables: step.detail.full(|| vec![decision.table()]),
        stops: vec![StopTest::new("no gap", "overlap", "μ ≤ rounding", run.no_gap)],
        points: Vec::new(),
        // GJK has ended, but the run continues.
        event: Some(Event::Bound),
    }
}

/// Name of the points with the least distance, in the legend.
fn nearest_name(margin: f64) -> &'static str {
    if margin > 0.0 { "closest points without margins" } else { "closest points" }
}

/// Adds the ball around the origin whose radius is the sum of the margins, meters; nothing without margins. The nearest
/// point `v` of the cores' A − B is outside of the ball for separated bodies, and inside for shallow contacts.
fn add_margin_ball(cso: &mut Picture, radius: f64) {
    if radius > 0.0 {
        for (i, normal) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            cso.add(Role::Bound, format!("margin/{i}"), Form::Circle { center: DVec3::ZERO, normal, radius });
        }
        cso.label(Role::Bound, "margin/1", DVec3::new(-radius, 0.0, 0.0), format!("margins: {}", length(radius)));
        cso.reserve([DVec3::splat(-radius), DVec3::splat(radius)]);
    }
}

/// Picture of the segment between the cores, with A's margin, B's margin, and their gap or overlap. `[a, b]` are the
/// closest points of the cores, world, meters.
fn picture_of_margins([a, b]: [DVec3; 2], decision: &Decision, context: &PairContext, verdict: &Verdict) -> Picture {
    let mut world = Picture::default();
    let Some(answer) = verdict.finding.pair() else { return world };
    let p = answer.witness_a;
    let q = answer.witness_b;
    let [margin_a, margin_b] = decision.margins;
    world.point(Role::Closest, "margin/a/core", a);
    add_margin(&mut world, Role::ShapeA, "margin/a", [a, p], margin_a);
    world.point(Role::Closest, "margin/b/core", b);
    add_margin(&mut world, Role::ShapeB, "margin/b", [b, q], margin_b);
    context.add_distance(&mut world, [p, q], answer.status == PairStatus::Penetrating);
    add_named_point(&mut world, Role::Witness, "witness/a", p, "p_A");
    add_named_point(&mut world, Role::Witness, "witness/b", q, "p_B");
    context.magnify_world(&mut world, [p, q]);
    context.add_supporting_planes(&mut world, &verdict.finding);
    world
}

/// Adds the segment across the margin of a body, from the core to the surface, with its label; nothing without a
/// margin. `role` is that of the body.
fn add_margin(world: &mut Picture, role: Role, key: &'static str, [core, surface]: [DVec3; 2], margin: f64) {
    if margin > 0.0 {
        world.segment(role, key, core, surface);
        let label_position = core + (surface - core) * LABEL_POSITION;
        let body = if role == Role::ShapeA { "A" } else { "B" };
        world.label(role, key, label_position, format!("margin of {body}: {}", length(margin)));
    }
}
