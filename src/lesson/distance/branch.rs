//! Sub-steps (beats) of the decision after GJK: whether the bodies are separate, only their margins overlap (shallow),
//! or the cores overlap too (deep), so that EPA has to measure the depth.

use glam::DVec3;

use super::{CARD, PhaseStep, depth_name};
use crate::answer::number::{length, or_rounding, rounding};
use crate::answer::{FindingFacts as _, PairStatus};
use crate::lesson::{
    Beat, Event, PairContext, Pictures, Row, Sentence, StopTest, Table, Value, Verdict, add_named_point, gjk, say,
    symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::Distance;

/// Position of a margin's label on the segment from the core to the surface, as a fraction.
const LABEL_PLACE: f64 = 0.3;

/// Data of the decision; lengths in meters.
struct Decision {
    /// Separation of the cores by GJK's best plane; negative for overlapping cores, not finite without a plane.
    gap: f64,
    /// Branch: 0 separated, 1 shallow, 2 deep.
    branch: usize,
    /// Margins of A and of B.
    margins: [f64; 2],
    /// Sum of both margins, as the run adds them.
    margin: f64,
    /// Distance of the cores; `None` if they overlap.
    core_distance: Option<f64>,
    /// Rounding error of the sum of the margins.
    rounding: f64,
}

impl Decision {
    /// Decision of a run whose GJK has ended.
    fn of(run: &Distance, context: &PairContext) -> Self {
        let core_distance = run.deep.is_none().then(|| run.v.length());
        let branch = if run.deep.is_some() { 2 } else { usize::from(run.margins_overlap.holds()) };
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
        let mut all = vec![
            match self.gap < 0.0 {
                true => Value::of(symbol::UPPER, length(-self.gap), "depth"),
                false => Value::of(symbol::CORE_GAP, length(self.gap), "v"),
            },
            Value::of(symbol::MARGIN_A, length(self.margins[0]), "margin/a"),
            Value::of(symbol::MARGIN_B, length(self.margins[1]), "margin/b"),
            Value::of(symbol::MARGINS, length(self.margin), "margin"),
        ];
        // The distance of the cores is enough if it has the same text as the separation.
        let is_repeated = self.core_distance.is_some_and(|distance| length(distance).text == length(self.gap).text);
        all.retain(|value| !is_repeated || value.symbol != symbol::CORE_GAP.notation);
        all.extend(self.core_distance.map(|distance| Value::of(symbol::LENGTH_OF_V, length(distance), "v")));
        // If two lengths have the same text, their difference decides.
        let same_text = self
            .core_distance
            .filter(|distance| self.margin > 0.0 && length(*distance).text == length(self.margin).text);
        all.extend(same_text.map(|distance| {
            Value::of(symbol::GAP, or_rounding(length(distance - self.margin), self.rounding), "witness")
        }));
        all.retain(|value| match value.symbol {
            notation if notation == symbol::MARGIN_A.notation => self.margins[0] > 0.0,
            notation if notation == symbol::MARGIN_B.notation => self.margins[1] > 0.0,
            notation => self.margin > 0.0 || notation != symbol::MARGINS.notation,
        });
        all.retain(|value| {
            self.gap.is_finite() || ![symbol::UPPER.notation, symbol::CORE_GAP.notation].contains(&value.symbol)
        });
        all
    }

    /// Table of the three branches, with the chosen one highlighted.
    fn table(&self) -> Table {
        let margin = length(self.margin);
        Table {
            title: "Branch",
            columns: vec!["", "core gap", "signed distance"],
            rows: vec![
                self.row(0, format!("at least {margin}"), "GJK distance − margins"),
                self.row(1, format!("from 0 to {margin}"), "GJK distance − margins"),
                self.row(2, String::from("below rounding error"), "−EPA depth − margins"),
            ],
        }
    }

    /// Row of a branch: the condition on the gap of the cores, and the formula of the signed distance.
    fn row(&self, branch: usize, condition: String, formula: &str) -> Row {
        Row {
            cells: vec![["separated", "shallow", "deep"][branch].into(), condition.into(), formula.into()],
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
    let why = match decision.margin > 0.0 {
        true => sentence_on_margins(run.v.length(), decision.margin, is_touching),
        false => Sentence::from("The bodies have no margins, so the length of v is their distance."),
    };
    Beat {
        line: if is_shallow { "shallow" } else { "separated" },
        say: verdict.answer_after(why),
        pictures: step.detail.full(|| {
            let (_, mut cso) = gjk::simplex_pictures(&run.gjk, step.numbers, context);
            add_margin_ball(&mut cso, decision.margin);
            let v = context.space.cso(run.v);
            cso.segment(Role::Closest, "v", DVec3::ZERO, v);
            add_named_point(&mut cso, Role::Closest, "v", v, "v");
            context.magnify(&mut cso, [DVec3::ZERO, v]);
            context.add_plane(&mut cso, 2, "plane", v, verdict.finding.normal().unwrap_or_default());
            (picture_of_margins(run.nearest.map(|p| context.space.world(p)), &decision, context, verdict), cso).into()
        }),
        values: step.detail.full(|| decision.values()),
        tables: step.detail.full(|| vec![decision.table()]),
        stops: vec![StopTest::new("Shallow", "shallow", "μ < μ_A + μ_B", test)],
        points: Vec::new(),
        event: Some(Event::Stop(CARD.ending_kind(verdict))),
    }
}

/// Subject of a sentence on the distance of the cores.
const CORES: &str = "The cores, which are the bodies without their margins, are";

/// Sentence that compares the distance of the cores with the sum of the margins, meters. `is_touching` says whether
/// they differ by less than rounding error.
pub(super) fn sentence_on_margins(core_distance: f64, margin: f64, is_touching: bool) -> Sentence {
    let cores = Value::of(symbol::LENGTH_OF_V, length(core_distance), "v");
    let margins = Value::of(symbol::MARGINS, length(margin), "margin");
    let is_less = core_distance < margin;
    // If both lengths have the same text, the sentence states their difference.
    let has_same_text = cores.text.text == margins.text.text;
    let difference = Value::number(symbol::GAP, length((core_distance - margin).abs()));
    match (is_less, has_same_text) {
        _ if is_touching => {
            say!("{} {} apart. This differs from the sum of the margins by less than rounding error.", CORES, cores)
        }
        (true, true) => say!(
            "{} {} apart, {} less than the sum of the margins: only the margins overlap.",
            CORES,
            cores,
            difference
        ),
        (true, false) => {
            say!("{} {} apart, and the margins add up to {}: only the margins overlap.", CORES, cores, margins)
        }
        (false, true) => say!("{} {} apart, {} more than the sum of the margins.", CORES, cores, difference),
        (false, false) => {
            say!("{} {} apart, and the margins add up to {}: the bodies are apart.", CORES, cores, margins)
        }
    }
}

/// Beat of overlapping cores, where the deep branch begins.
pub(super) fn overlapping_cores_beat(step: &PhaseStep<'_>) -> Beat {
    let PhaseStep { after: run, context, .. } = *step;
    let decision = Decision::of(run, context);
    let [a, b] = context.body_names();
    let depth = depth_name(decision.margin);
    let cores = if decision.margin > 0.0 { "the cores of " } else { "" };
    let upper = (decision.gap.is_finite() && decision.gap < -run.rounding).then(|| length(-decision.gap));
    let pictures = step.detail.full(|| {
        let (world, mut cso) = gjk::simplex_pictures(&run.gjk, step.numbers, context);
        add_margin_ball(&mut cso, decision.margin);
        if let Some(upper) = &upper {
            let n = context.space.cso(run.n);
            context.add_plane(&mut cso, 2, "plane", -n * decision.gap, n);
            cso.arrow(Role::Upper, "depth", DVec3::ZERO, -n * decision.gap);
            cso.label(Role::Upper, "depth", -n * decision.gap, upper.clone());
            context.magnify(&mut cso, [DVec3::ZERO, -n * decision.gap]);
        }
        Pictures::from((world, cso)).from_side(context.space.cso(run.n) * -decision.gap.signum())
    });
    let plane = upper.as_ref().map_or_else(Sentence::default, |upper| {
        let upper = Value::of(symbol::UPPER, upper.clone(), "depth");
        say!(" By GJK's best supporting plane, the {} is at most {}.", depth, upper)
    });
    Beat {
        line: "overlap",
        say: say!("GJK finds no plane that separates {}{} and {}: they touch or overlap.{}", cores, a, b, plane),
        pictures,
        values: step.detail.full(|| decision.values()),
        tables: step.detail.full(|| vec![decision.table()]),
        stops: vec![StopTest::new("no gap", "overlap", "μ ≤ rounding", run.no_gap)],
        points: Vec::new(),
        // GJK has ended, but the run goes on.
        event: Some(Event::Bound),
    }
}

/// Adds the ball around the origin whose radius is the sum of the margins, meters. `v` is outside of it for separated
/// bodies, inside for shallow contacts, and at its center for deep ones.
fn add_margin_ball(cso: &mut Picture, radius: f64) {
    if radius > 0.0 {
        for (i, normal) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            cso.add(Role::Bound, format!("margin/{i}"), Form::Circle { center: DVec3::ZERO, normal, radius });
        }
        cso.label(Role::Bound, "margin/1", DVec3::new(-radius, 0.0, 0.0), "sum of margins");
    }
}

/// Picture of the segment between the cores, with A's margin, B's margin, and their gap or overlap. `[a, b]` are the
/// closest points of the cores, world, meters.
fn picture_of_margins([a, b]: [DVec3; 2], decision: &Decision, context: &PairContext, verdict: &Verdict) -> Picture {
    let mut world = Picture::default();
    let Some(found) = verdict.finding.pair() else { return world };
    let p = found.witness_a;
    let q = found.witness_b;
    for (role, key, core, surface, name, margin) in [
        (Role::ShapeA, "margin/a", a, p, "A", decision.margins[0]),
        (Role::ShapeB, "margin/b", b, q, "B", decision.margins[1]),
    ] {
        world.point(Role::Closest, format!("{key}/core"), core);
        if margin > 0.0 {
            world.segment(role, key, core, surface);
            let middle = core + (surface - core) * LABEL_PLACE;
            world.label(role, key, middle, format!("margin of {name}: {}", length(margin)));
        }
    }
    context.add_distance(&mut world, [p, q], found.status == PairStatus::Penetrating);
    add_named_point(&mut world, Role::Witness, "witness/a", p, "p_A");
    add_named_point(&mut world, Role::Witness, "witness/b", q, "p_B");
    context.magnify_world(&mut world, [p, q]);
    context.add_supporting_planes(&mut world, &verdict.finding);
    world
}
