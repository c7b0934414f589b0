//! Sub-steps (beats) of the branch after GJK: its bounds decide whether the margins determine the depth.

use glam::DVec3;

use super::{CARD, PhaseStep, depth_name};
use crate::answer::number::{length, or_rounding, rounding};
use crate::answer::{Found as _, PairStatus};
use crate::lesson::{
    Beat, Event, PairContext, Pictures, Row, Sentence, StopTest, Table, Value, Verdict, add_named_point, gjk, say,
    symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::distance::Distance;

/// Data of the decision, meters.
struct Decision {
    /// Separation of the cores by a plane.
    gap: f64,
    /// Branch: 0 separated, 1 shallow, 2 deep.
    branch: usize,
    margins: [f64; 2],
    /// Sum of both margins, as the run adds them.
    margin: f64,
    /// Distance of the cores; `None` if they overlap.
    apart: Option<f64>,
    /// Rounding error of lengths.
    off: f64,
}

impl Decision {
    fn of(run: &Distance, context: &PairContext) -> Self {
        let apart = run.deep.is_none().then(|| run.v.length());
        let branch = if run.deep.is_some() { 2 } else { usize::from(run.margins_overlap.holds()) };
        Self {
            gap: run.gap,
            branch,
            margins: run.margins,
            margin: run.margin,
            apart,
            off: rounding(run.margin, context.single),
        }
    }

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
        // The distance of the cores is enough if the bounds agree.
        let is_exact = self.apart.is_some_and(|apart| length(apart).text == length(self.gap).text);
        all.retain(|value| !is_exact || value.symbol != symbol::CORE_GAP.sign);
        all.extend(self.apart.map(|apart| Value::of(symbol::LENGTH_OF_V, length(apart), "v")));
        // If two lengths have the same text, their difference decides.
        let alike = self.apart.filter(|apart| self.margin > 0.0 && length(*apart).text == length(self.margin).text);
        all.extend(
            alike.map(|apart| Value::of(symbol::GAP, or_rounding(length(apart - self.margin), self.off), "witness")),
        );
        let has_margin = |value: &Value| match value.symbol {
            sign if sign == symbol::MARGIN_A.sign => self.margins[0] > 0.0,
            sign if sign == symbol::MARGIN_B.sign => self.margins[1] > 0.0,
            sign => self.margin > 0.0 || sign != symbol::MARGINS.sign,
        };
        all.retain(has_margin);
        all.retain(|value| {
            self.gap.is_finite() || ![symbol::UPPER.sign, symbol::CORE_GAP.sign].contains(&value.symbol)
        });
        all
    }

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

    fn row(&self, branch: usize, when: String, then: &str) -> Row {
        Row {
            cells: vec![["separated", "shallow", "deep"][branch].into(), when.into(), then.into()],
            key: None,
            chosen: branch == self.branch,
        }
    }
}

/// Beat of cores that are apart, where the margins decide.
pub(super) fn apart(step: &PhaseStep<'_>, verdict: &Verdict) -> Beat {
    let PhaseStep { after: run, context, .. } = *step;
    let decision = Decision::of(run, context);
    let test = run.margins_overlap;
    let shallow = test.holds();
    let touches = decision.margin > 0.0 && context.is_rounding(run.v.length() - decision.margin);
    let why = match decision.margin > 0.0 {
        true => margins_and_gap(run.v.length(), decision.margin, touches),
        false => Sentence::from("The bodies have no margins, so the length of v is their distance."),
    };
    Beat {
        line: if shallow { "shallow" } else { "separated" },
        say: verdict.answer_after(why),
        pictures: step.detail.full(|| {
            let (_, mut cso) = gjk::simplex(&run.gjk, step.numbers, context);
            ball(&mut cso, decision.margin);
            let v = context.space.cso(run.v);
            cso.segment(Role::Closest, "v", DVec3::ZERO, v);
            add_named_point(&mut cso, Role::Closest, "v", v, "v");
            context.magnify(&mut cso, [DVec3::ZERO, v]);
            context.add_plane(&mut cso, 2, "plane", v, verdict.finding.normal().unwrap_or_default());
            (margins(run.nearest.map(|p| context.space.world(p)), &decision, context, verdict), cso).into()
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

/// Sentence that compares the distance of the cores with the sum of the margins, meters.
pub(super) fn margins_and_gap(apart: f64, margin: f64, touches: bool) -> Sentence {
    let cores = Value::of(symbol::LENGTH_OF_V, length(apart), "v");
    let margins = Value::of(symbol::MARGINS, length(margin), "margin");
    let is_less = apart < margin;
    // Lengths with the same text are distinguished by their difference.
    let is_alike = cores.text.text == margins.text.text;
    let difference = Value::number(symbol::GAP, length((apart - margin).abs()));
    match (is_less, is_alike) {
        _ if touches => {
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

/// Beat of cores that overlap, where EPA takes over.
pub(super) fn overlap(step: &PhaseStep<'_>) -> Beat {
    let PhaseStep { after: run, context, .. } = *step;
    let decision = Decision::of(run, context);
    let [a, b] = context.body_names();
    let depth = depth_name(decision.margin);
    let what = if decision.margin > 0.0 { "the cores of " } else { "" };
    let most = (decision.gap.is_finite() && decision.gap < -run.rounding).then(|| length(-decision.gap));
    let pictures = step.detail.full(|| {
        let (world, mut cso) = gjk::simplex(&run.gjk, step.numbers, context);
        ball(&mut cso, decision.margin);
        if let Some(most) = &most {
            let n = context.space.cso(run.n);
            context.add_plane(&mut cso, 2, "plane", -n * decision.gap, n);
            cso.arrow(Role::Upper, "depth", DVec3::ZERO, -n * decision.gap);
            cso.label(Role::Upper, "depth", -n * decision.gap, most.clone());
            context.magnify(&mut cso, [DVec3::ZERO, -n * decision.gap]);
        }
        Pictures::from((world, cso)).from_side(context.space.cso(run.n) * -decision.gap.signum())
    });
    let plane = most.as_ref().map_or_else(Sentence::default, |most| {
        let most = Value::of(symbol::UPPER, most.clone(), "depth");
        say!(" By GJK's best supporting plane, the {} is at most {}.", depth, most)
    });
    Beat {
        line: "overlap",
        say: say!("GJK finds no plane that separates {}{} and {}: they touch or overlap.{}", what, a, b, plane),
        pictures,
        values: step.detail.full(|| decision.values()),
        tables: step.detail.full(|| vec![decision.table()]),
        stops: vec![StopTest::new("no gap", "overlap", "μ ≤ rounding", run.no_gap)],
        points: Vec::new(),
        // GJK has ended, but the run goes on.
        event: Some(Event::Bound),
    }
}

/// Adds the ball of the margins around the origin: `v` is outside for separated bodies, inside for shallow contacts,
/// and at the center for deep ones.
fn ball(cso: &mut Picture, radius: f64) {
    if radius > 0.0 {
        for (i, normal) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
            cso.add(Role::Bound, format!("margin/{i}"), Form::Circle { center: DVec3::ZERO, normal, radius });
        }
        cso.label(Role::Bound, "margin/1", DVec3::new(-radius, 0.0, 0.0), "sum of margins");
    }
}

/// Picture of the segment between the cores: A's margin, the remainder or excess, B's margin.
fn margins([a, b]: [DVec3; 2], decision: &Decision, context: &PairContext, verdict: &Verdict) -> Picture {
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
            world.label(role, key, core + (surface - core) * 0.3, format!("margin of {name}: {}", length(margin)));
        }
    }
    context.add_distance(&mut world, [p, q], found.status == PairStatus::Penetrating);
    add_named_point(&mut world, Role::Witness, "witness/a", p, "p_A");
    add_named_point(&mut world, Role::Witness, "witness/b", q, "p_B");
    context.magnify_world(&mut world, [p, q]);
    context.add_supporting_planes(&mut world, &verdict.finding);
    world
}
