//! What the lessons on a single simplex share: a search over its faces, one face a step, with everything that was
//! measured and weighed in two tables. Each sub-algorithm adds its own symbols and words.
//!
//! World axes. The configuration space has the query point as its origin, so the simplex is `A − Q`.

mod certificate;
mod panes;
mod regions;

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::super::prelude::*;
use super::subset::{BY_SIZE, Nearest, Subset, Weighed, behind, members, name, size};
use crate::answer::number::{count, length, number, vector, weight};
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::lesson::{
    Backdrop, Beat, Card, Context, Detail, Event, Lesson, Pictures, Recorded, Row, Step, StopTest, Table, Tape, Tells,
    ToF64, Value, Verdict,
};
use certificate::Certificate;
use regions::Regions;

/// A search over the faces of a simplex, as a lesson sees it.
pub(super) trait Search: Stepper + Clone + Send + Sync + 'static {
    /// Everything fixed.
    const CARD: &'static Card;
    /// What a face is called: "region" or "subset".
    const WHAT: &'static str;
    /// The label of the line that measures.
    const MEASURE: &'static str;

    /// The faces weighed so far.
    fn asked(&self) -> &[Weighed];
    /// Faces of up to this many vertices have been measured.
    fn measured(&self) -> usize;
    /// Barycentric coordinate of vertex `i` in the face, summing to 1; 0 where the face is flat.
    fn share(&self, subset: Subset, i: usize) -> Real;
    /// The number whose sign is tested, in the units of the input.
    fn tested(&self, subset: Subset, i: usize) -> f64;
    /// Whether vertex `i` passes its test in a face that was weighed.
    fn passes(&self, weighed: &Weighed, i: usize) -> bool {
        if weighed.subset >> i & 1 == 1 { weighed.tests[i] > 0.0 } else { weighed.tests[i] <= 0.0 }
    }
    /// What that number is called.
    fn symbol(subset: Subset, i: usize) -> String;
    /// What the share, that is the barycentric coordinate, is called.
    fn share_symbol(subset: Subset, i: usize) -> String;
    /// What the numbers of faces of so many vertices are, in a sentence or two.
    fn explain(&self, vertices: usize, setting: &Setting) -> String;
    /// Whether the weights of the other vertices are tested too.
    fn outsiders() -> bool {
        true
    }
    /// What to say of a face that was weighed, if not what all regions say.
    fn told(&self, _weighed: &Weighed, _setting: &Setting) -> Option<String> {
        None
    }
    /// Everything measured so far.
    fn table(&self, setting: &Setting) -> Table;
    /// The answer, and whether the backup gave it: no face held, or the one named was refuted.
    fn answer(outcome: &Self::Outcome) -> (Nearest, Option<Option<Subset>>);
}

/// A simplex and a query point. World axes, meters.
pub(super) struct Setting {
    /// The vertices, seen from the query point.
    pub points: [DVec3; 4],
    /// How many there are, as a set.
    pub all: Subset,
    /// The query point in the world.
    pub query: DVec3,
    /// Of body A and of the query point.
    pub names: [String; 2],
    regions: Regions,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Setting {
    /// 1 to 4 vertices and the query point, in the world.
    fn new(points: &[DVec3], query: DVec3, names: [String; 2]) -> Self {
        let mut own = [DVec3::ZERO; 4];
        for (to, from) in own.iter_mut().zip(points) {
            *to = *from - query;
        }
        let all = (1u8 << points.len().clamp(1, 4)) - 1;
        Self { points: own, all, query, names, regions: Regions::new(own, all), backdrop: OnceLock::new() }
    }

    /// The faces, in the order in which they are weighed.
    pub(super) fn subsets(&self) -> impl Iterator<Item = Subset> + '_ {
        BY_SIZE.into_iter().filter(|&j| j & !self.all == 0)
    }

    fn flat(&self, subset: Subset) -> bool {
        let mut list = members(subset).map(|i| self.points[i]);
        let first = list.next().unwrap_or_default();
        list.all(|p| p == first)
    }

    /// The vertices in the engine's precision.
    pub(super) fn narrow(&self) -> [Vec3; 4] {
        self.points.map(|p| Vec3::new(p.x as Real, p.y as Real, p.z as Real))
    }
}

/// Plays the search that `start` makes of the vertices seen from the query point.
pub(super) fn play<S: Search>(
    points: &[DVec3],
    query: DVec3,
    names: [String; 2],
    start: impl FnOnce(&[Vec3; 4], Subset) -> S,
) -> Box<dyn Lesson>
where
    S::Outcome: Copy + Send + Sync,
{
    let setting = Setting::new(points, query, names);
    let tape = Tape::record(start(&setting.narrow(), setting.all));
    let verdict = conclude::<S>(&setting, &tape);
    Box::new(Recorded { tape, context: setting, verdict, teller: Teller(PhantomData) })
}

impl Context for Setting {
    fn backdrop(&self) -> Arc<Backdrop> {
        let made = self.backdrop.get_or_init(|| {
            let (world, cso) = panes::backdrop(self);
            Arc::new(Backdrop { pictures: Pictures::pair(world, cso) })
        });
        Arc::clone(made)
    }
}

struct Teller<S>(PhantomData<S>);

impl<S: Search> Tells for Teller<S>
where
    S::Outcome: Copy + Send + Sync,
{
    type Run = S;
    type Context = Setting;
    const CARD: &'static Card = S::CARD;

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context: setting, verdict, detail, .. } = step;
        let mut beats = Vec::new();
        // What the backup procedure measures to the end belongs to the ending.
        let asked = after.asked().len() > before.asked().len();
        for vertices in (before.measured() + 1..=after.measured()).filter(|_| asked) {
            let panes = || panes::measured(setting, vertices, |j, i| after.share(j, i).to_f64(), S::share_symbol);
            let say = after.explain(vertices, setting);
            // The face itself is not weighed yet.
            let tables = detail.full(|| vec![faces::<S>(setting, before), after.table(setting)]);
            let count = setting.subsets().filter(|&j| size(j) == vertices).count() * vertices;
            let values = detail.full(|| vec![counted("measured", "numbers, one for each corner of each face", count)]);
            let event = Some(Event::Bound);
            beats.push(Beat {
                line: S::MEASURE,
                say,
                pictures: detail.full(|| panes().into()),
                values,
                tables,
                event,
                ..Beat::default()
            });
        }
        if let Some(last) = after.asked().last().filter(|_| asked) {
            beats.push(weighing::<S>(setting, after, last, detail));
        }
        if let Some(outcome) = end {
            beats.push(ending::<S>(setting, &outcome, verdict, detail));
        }
        for beat in beats.iter_mut().filter(|_| detail == Detail::Full) {
            if beat.tables.is_empty() {
                beat.tables = vec![faces::<S>(setting, after), after.table(setting)];
            }
            beat.values.push(counted("n", "vertices of the simplex", size(setting.all)));
        }
        beats
    }
}

/// One face is weighed.
fn weighing<S: Search>(setting: &Setting, state: &S, weighed: &Weighed, detail: Detail) -> Beat {
    let panes = || panes::weighed(setting, weighed.subset, S::WHAT, weighed.holds);
    let tests = tests::<S>(setting, state, weighed);
    let failed: Vec<String> =
        tests.iter().filter(|test| !test.2).map(|test| format!("{} = {}", test.0, number(test.1))).collect();
    let face = name(weighed.subset);
    let what = S::WHAT;
    let verdict = match failed.len() {
        _ if setting.all == 1 => format!("A point is its own nearest point: {what} {face} is all of space."),
        0 => format!("Every test passes: Q lies in the {what} {face}."),
        1 => format!("One test fails, {}, so Q is not in the {what} {face}.", failed[0]),
        n => format!("{n} tests fail, such as {}, so Q is not in the {what} {face}.", failed[0]),
    };
    let rule = match (size(weighed.subset), size(setting.all)) {
        (_, 1) => "",
        (1, _) => "A corner is nearest when no other corner pulls the point its way. ",
        (n, m) if n == m => "Nothing is left outside: all shares must be positive. ",
        (2, _) => "An edge is nearest when the foot lies between its ends and no further corner pulls it off. ",
        _ => "A face is nearest when the foot lies inside and the last corner is on the other side. ",
    };
    let event = weighed.holds.then_some(Event::Reduction);
    let say = state.told(weighed, setting).unwrap_or_else(|| format!("{rule}{verdict}"));
    let values = detail.full(|| vec![counted("failed", "tests of this face", failed.len())]);
    Beat { line: "weigh", say, pictures: detail.full(|| panes().into()), values, event, ..Beat::default() }
}

/// A value that is a count.
fn counted(symbol: &'static str, meaning: &'static str, n: usize) -> Value {
    Value { symbol, meaning, text: count(n), key: None }
}

/// Symbol, number and whether it passes, of every test of a face; the members first.
fn tests<S: Search>(setting: &Setting, state: &S, weighed: &Weighed) -> Vec<(String, f64, bool, bool)> {
    let test = |i: usize| {
        let inside = weighed.subset >> i & 1 == 1;
        let face = weighed.subset | 1 << i;
        (S::symbol(face, i), state.tested(face, i), state.passes(weighed, i), inside)
    };
    let inner = members(weighed.subset).filter(|_| size(weighed.subset) > 1);
    let outer = members(setting.all & !weighed.subset).filter(|_| S::outsiders());
    inner.chain(outer).map(test).collect()
}

/// All faces, in order: what was asked of each, and what came out.
fn faces<S: Search>(setting: &Setting, state: &S) -> Table {
    let row = |subset: Subset| {
        let key = Some(format!("region/{}", name(subset)).into());
        let Some(weighed) = state.asked().iter().find(|weighed| weighed.subset == subset) else {
            return Row { cells: vec![name(subset).into(), "…".into(), "…".into(), "".into()], key, chosen: false };
        };
        let tests = tests::<S>(setting, state, weighed);
        let side = |inside: bool| {
            let texts = tests.iter().filter(|test| test.3 == inside);
            let texts = texts
                .map(|(symbol, x, passed, _)| format!("{symbol} = {} {}", number(*x), if *passed { "✓" } else { "✗" }));
            let texts: Vec<String> = texts.collect();
            if texts.is_empty() { String::from("–") } else { texts.join(", ") }
        };
        let holds = if weighed.holds { "holds" } else { "no" };
        Row {
            cells: vec![name(subset).into(), side(true).into(), side(false).into(), holds.into()],
            key,
            chosen: weighed.holds,
        }
    };
    Table {
        title: "Faces of the simplex, in the order asked",
        columns: vec![S::WHAT, "must be > 0", "must be ≤ 0", "result"],
        rows: setting.subsets().map(row).collect(),
    }
}

fn ending<S: Search>(setting: &Setting, outcome: &S::Outcome, verdict: &Verdict, detail: Detail) -> Beat {
    let (found, backup) = S::answer(outcome);
    let v: DVec3 = found.v.to_f64();
    let panes = || panes::ending(setting, found.subset, v, verdict);
    let shares: Vec<String> =
        members(found.subset).map(|i| format!("{} {}", weight(found.weights[i].to_f64()), name(1 << i))).collect();
    let point = format!("P = {} = {}", shares.join(" + "), vector(v));
    let (line, why, event) = match backup {
        None => (
            "proven",
            format!("{point}. No corner lies beyond the plane through P, so P is proven nearest."),
            Event::Stop(S::CARD.worth(verdict)),
        ),
        Some(None) => (
            "none",
            format!(
                "Rounding has left no {} that holds, so the backup takes the nearest point of all faces: {point}.",
                S::WHAT
            ),
            Event::Warning,
        ),
        Some(Some(refuted)) => (
            "refuted",
            format!(
                "A corner lies beyond the plane through the point of {}, so rounding has misled the signs. The backup takes the nearest point of all faces: {point}.",
                name(refuted)
            ),
            Event::Warning,
        ),
    };
    let values = members(found.subset).map(|i| Value {
        symbol: ["λ_A", "λ_B", "λ_C", "λ_D"][i],
        meaning: "share of this corner in P",
        text: weight(found.weights[i].to_f64()),
        key: Some(format!("face/{}", name(1 << i)).into()),
    });
    let values = || {
        values
            .chain([
                Value {
                    symbol: "P",
                    meaning: "the nearest point, seen from Q",
                    text: vector(v),
                    key: Some("v".into()),
                },
                Value { symbol: "|PQ|", meaning: "distance", text: length(v.length()), key: Some("v".into()) },
            ])
            .collect()
    };
    let (pictures, values) = (detail.full(|| panes().into()), detail.full(values));
    let stops = plane_tests(setting, &found, line);
    let say = format!("{why} {}", verdict.say);
    Beat { line, say, pictures, values, stops, event: Some(event), ..Beat::default() }
}

/// The proof: how far the corner nearest to Q's side lies beyond the plane through P, seen from Q, against what rounding
/// may do to these very products: the test of `subset::proven`, divided by `|P|`.
fn plane_tests(setting: &Setting, found: &Nearest, line: &'static str) -> Vec<StopTest> {
    let (v, points) = (found.v, setting.narrow());
    let length = v.length();
    if !(length > 0.0) {
        return Vec::new();
    }
    let spare = |test: &Comparison<Real>| test.left - test.right;
    let tests = members(setting.all).map(|i| behind(points[i], found));
    let worst = tests.min_by(|one, other| spare(one).total_cmp(&spare(other)));
    let Some(Comparison { left, relation, right }) = worst else { return Vec::new() };
    let unit = |x: Real| x.to_f64() / length.to_f64();
    let compared = Comparison { left: unit(left), relation, right: unit(right) };
    vec![StopTest::new("proven", line, "min (w − P)·P/|P| ≥ −rounding", compared)]
}

fn conclude<S: Search>(setting: &Setting, tape: &Tape<S>) -> Verdict {
    let (found, backup) = S::answer(tape.outcome());
    let reach = members(setting.all).map(|i| setting.points[i].length()).fold(0.0, f64::max);
    let Certificate { lower, normal, upper, rounding } = Certificate::new(&setting.points, setting.all, &found.weights);
    let v: DVec3 = found.v.to_f64();
    let inside = size(found.subset) == 4;
    let apart = v.length() > rounding && !inside;
    let lower = if apart { lower - rounding } else { -(2.0 * reach + rounding) };
    let upper = if inside { rounding } else { upper.max(v.length()) + rounding };
    // The rounding of both bounds, and of the point between them.
    let tolerance = if apart { 3.0 * rounding } else { f64::INFINITY };
    let [a, q] = &setting.names;
    let say = match () {
        () if apart => format!("{q} is {} from {a}.", length(v.length())),
        () if inside => format!("{q} lies inside {a}."),
        () => format!("{q} lies on {a}."),
    };
    let names = S::CARD.endings;
    let finding = PairFinding {
        signed_distance: apart.then(|| v.length()),
        normal: apart.then_some(-normal),
        witness_a: setting.query + v,
        witness_b: setting.query,
        proof: Proof { lower: lower.min(upper), upper, tolerance },
        status: match () {
            () if !apart => PairStatus::Penetrating,
            () if lower <= 0.0 || upper - lower > tolerance => PairStatus::NotConverged,
            () => PairStatus::Separated,
        },
    };
    let outcome = names[usize::from(backup.is_some()).min(names.len() - 1)].name;
    Verdict { outcome, say, iterations: tape.steps() as u32, finding: Finding::Distance(finding) }
}
