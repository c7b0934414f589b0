//! Lessons of simplex sub-algorithms: a search over the faces of one simplex, one face per step, with tables of all
//! measured and tested numbers. Each sub-algorithm supplies its symbols and words.
//!
//! - **Frame:** world axes. The configuration space has the query point as its origin, so the simplex is `A − Q`.

pub mod certificate;
mod choice;
pub mod johnson;
mod panes;
mod regions;
pub mod signed;
pub mod voronoi;

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Detail, Event, Lesson, Narrated, Narration, Pictures, Recording, Row,
    StopTest, Table, Value, Verdict,
};
use crate::answer::number::{count, length, number, or_zero, vector, weight};
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::picture::{Camera, Role};
use crate::snapshot::simplex::{BY_SIZE, Outcome, Reason, Search, Subset, Weighed, members, name, size};
use certificate::Certificate;
use regions::Regions;

/// Symbols and words of one sub-algorithm.
trait Vocabulary: Send + Sync + 'static {
    /// Fixed description of the lesson.
    const CARD: &'static Card;
    /// Word for a face: "region" or "subset".
    const WHAT: &'static str;
    /// Label of the measuring line.
    const MEASURE: &'static str;
    /// Whether the weights of the other vertices are tested too.
    const OUTSIDERS: bool = true;

    /// Symbol of the number whose sign is tested.
    fn symbol(subset: Subset, i: usize) -> String;
    /// Symbol of the barycentric weight.
    fn share_symbol(subset: Subset, i: usize) -> String;
    /// Sentences on the numbers of faces with this number of vertices.
    fn explain(vertices: usize, setting: &Setting) -> String;
    /// Magnitude of a face's tested numbers; much smaller ones are zero to rounding.
    fn magnitude(_state: &Search, _subset: Subset) -> f64 {
        1.0
    }
    /// Sentence on a tested face; `None` to use the general one.
    fn sentence(_state: &Search, _weighed: &Weighed) -> Option<String> {
        None
    }
    /// Table of all numbers measured up to this state.
    fn table(state: &Search, setting: &Setting) -> Table;
}

/// Simplex and query point. World axes, meters.
pub struct Setting {
    /// Vertices relative to the query point.
    pub points: [DVec3; 4],
    /// Set of the vertices that exist.
    pub all: Subset,
    /// Query point, world.
    pub query: DVec3,
    /// Names of body A and of the query point.
    pub names: [String; 2],
    /// Relative rounding of the search's precision.
    epsilon: f64,
    regions: Regions,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Setting {
    /// Setting of 1 to 4 vertices and the query point, world; `epsilon` is the relative rounding of the search's
    /// precision.
    pub fn new(points: &[DVec3], query: DVec3, names: [String; 2], epsilon: f64) -> Self {
        let mut own = [DVec3::ZERO; 4];
        for (to, from) in own.iter_mut().zip(points) {
            *to = *from - query;
        }
        let all = (1u8 << points.len().clamp(1, 4)) - 1;
        let regions = Regions::new(own, all);
        Self { points: own, all, query, names, epsilon, regions, backdrop: OnceLock::new() }
    }

    /// Faces, in the order of the search.
    fn subsets(&self) -> impl Iterator<Item = Subset> + '_ {
        BY_SIZE.into_iter().filter(|&j| j & !self.all == 0)
    }

    /// Vector whose coordinates are set to 0 where they are below 1e-15 of the simplex's size.
    fn shown(&self, v: DVec3) -> DVec3 {
        let reach = members(self.all).map(|i| self.points[i].length()).fold(0.0, f64::max);
        v.map(|x| if x.abs() < 1e-15 * reach { 0.0 } else { x })
    }

    /// Initial camera: straight at a triangle or segment whose plane contains Q, obliquely at other triangles, and the
    /// standard view of tetrahedra.
    fn camera(&self) -> Camera {
        let standard = Camera { orthographic: true, ..Camera::default() };
        let Some(normal) = self.regions.plane().filter(|_| size(self.all) < 4) else { return standard };
        let normal = if normal.dot(standard.axes().back) < 0.0 { -normal } else { normal };
        let height = normal.dot(self.points[self.all.trailing_zeros() as usize & 3]).abs();
        let camera = if height < 1e-6 * self.regions.bounding_radius() {
            Camera::straight(normal)
        } else {
            Camera::facing(normal)
        };
        Camera { orthographic: true, ..camera }
    }

    fn flat(&self, subset: Subset) -> bool {
        let mut list = members(subset).map(|i| self.points[i]);
        let first = list.next().unwrap_or_default();
        list.all(|p| p == first)
    }
}

fn lesson<V: Vocabulary>(recording: Box<dyn Recording<Search>>, setting: Setting, verdict: Verdict) -> Box<dyn Lesson> {
    let camera = setting.camera();
    let nearest = recording.outcome().nearest().subset;
    Box::new(Narrated {
        recording,
        context: setting,
        verdict,
        narration: Faces { camera, nearest, vocabulary: PhantomData::<V> },
    })
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

/// Narration of the search: faces are measured, then one is tested per step.
struct Faces<V> {
    /// Camera of both views, so that they correspond.
    camera: Camera,
    /// Face that contains the nearest point.
    nearest: Subset,
    vocabulary: PhantomData<V>,
}

impl<V: Vocabulary> Narration for Faces<V> {
    type State = Search;
    type Context = Setting;
    const CARD: &'static Card = V::CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Simplex, "face at hand"),
        (Role::Axis, "foot of Q"),
        (Role::Closest, "nearest face, P"),
        (Role::Ghost, "border of regions"),
        (Role::Witness, "from Q to P"),
    ];

    fn sight(&self) -> Option<Camera> {
        Some(self.camera)
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { number, before, after, context, verdict, .. } = *step;
        let first = (number == 0).then(|| choice::nearest(context, self.nearest, verdict)).flatten();
        first.into_iter().chain(choice::failed::<V>(context, before, after, beats)).collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, end, context: setting, verdict, detail, .. } = step;
        let mut beats = Vec::new();
        // Measurements of the backup procedure belong to the ending.
        let asked = after.weighed.len() > before.weighed.len();
        for vertices in (before.measured + 1..=after.measured).filter(|_| asked) {
            let say = V::explain(vertices, setting);
            // The face is not tested yet.
            let tables = detail.full(|| vec![faces::<V>(setting, before), V::table(after, setting)]);
            let count = setting.subsets().filter(|&j| size(j) == vertices).count() * vertices;
            let values = detail.full(|| vec![count_value("measured", "numbers", count)]);
            let event = Some(Event::Bound);
            beats.push(Beat {
                line: V::MEASURE,
                say,
                pictures: detail.full(|| panes::measured(setting, vertices, &after.shares, V::share_symbol).into()),
                values,
                tables,
                event,
                ..Beat::default()
            });
        }
        if let Some(last) = after.weighed.last().filter(|_| asked) {
            beats.push(weighing::<V>(setting, after, last, detail));
        }
        if let Some(outcome) = end {
            beats.push(ending::<V>(setting, after, outcome, (verdict, detail)));
        }
        for beat in beats.iter_mut().filter(|_| detail == Detail::Full) {
            if beat.tables.is_empty() {
                beat.tables = vec![faces::<V>(setting, after), V::table(after, setting)];
            }
            beat.values.push(count_value("n", "vertices of the simplex", size(setting.all)));
        }
        beats
    }
}

/// Beat of a tested face.
fn weighing<V: Vocabulary>(setting: &Setting, state: &Search, weighed: &Weighed, detail: Detail) -> Beat {
    let pictures = detail.full(|| panes::region_pictures(setting, weighed.subset, V::WHAT, weighed.holds).into());
    let tests = tests::<V>(setting, state, weighed);
    let largest = V::magnitude(state, weighed.subset);
    let failed: Vec<String> =
        tests.iter().filter(|test| !test.2).map(|test| format!("{} = {}", test.0, rounded(test.1, largest))).collect();
    let face = name(weighed.subset);
    let what = V::WHAT;
    let verdict = match failed.len() {
        _ if setting.all == 1 => format!("A point is its own nearest point: {what} {face} is all of space."),
        0 => format!("Every test passes: Q lies in the {what} {face}."),
        1 => format!("One test fails, {}, so Q is not in the {what} {face}.", failed[0]),
        n => format!("{n} tests fail, such as {}, so Q is not in the {what} {face}.", failed[0]),
    };
    let rule = match (size(weighed.subset), size(setting.all)) {
        (_, 1) => "",
        (1, _) => "A corner is nearest if no edge leads from it closer to Q. ",
        (n, m) if n == m => "The whole simplex is left: it holds the nearest point inside if all shares are positive. ",
        (2, _) => "An edge is nearest if the foot of Q lies between its ends and no face leads from it closer to Q. ",
        _ => "A face is nearest if the foot of Q lies inside it and the last corner is on the other side of it. ",
    };
    let event = weighed.holds.then_some(Event::Reduction);
    let say = V::sentence(state, weighed).unwrap_or_else(|| format!("{rule}{verdict}"));
    let values = detail.full(|| vec![count_value("failed", "tests of this face", failed.len())]);
    Beat { line: "weigh", say, pictures, values, event, ..Beat::default() }
}

/// Text of a number that fails a test, possibly by rounding error.
fn rounded(x: f64, size: f64) -> String {
    let shown = or_zero(x, size).text;
    if shown == "0" { String::from("0 up to rounding") } else { shown }
}

fn count_value(symbol: &'static str, meaning: &'static str, n: usize) -> Value {
    Value { symbol, meaning, text: count(n), key: None }
}

/// Tests of a face, the members' first: symbol, number, whether it passes, and whether the vertex is a member.
fn tests<V: Vocabulary>(setting: &Setting, state: &Search, weighed: &Weighed) -> Vec<(String, f64, bool, bool)> {
    let inner = members(weighed.subset).filter(|_| size(weighed.subset) > 1);
    let outer = members(setting.all & !weighed.subset).filter(|_| V::OUTSIDERS);
    inner
        .chain(outer)
        .map(|i| {
            let inside = weighed.subset >> i & 1 == 1;
            let face = weighed.subset | 1 << i;
            (V::symbol(face, i), state.tested[usize::from(face)][i], weighed.passed >> i & 1 == 1, inside)
        })
        .collect()
}

/// Table of all faces in order, with their tests and results.
fn faces<V: Vocabulary>(setting: &Setting, state: &Search) -> Table {
    Table {
        title: "Faces of the simplex, in the order asked",
        columns: vec![V::WHAT, "must be > 0", "must be ≤ 0", "result"],
        rows: setting
            .subsets()
            .map(|subset| {
                let key = Some(format!("region/{}", name(subset)).into());
                let Some(weighed) = state.weighed.iter().find(|weighed| weighed.subset == subset) else {
                    return Row {
                        cells: vec![name(subset).into(), "…".into(), "…".into(), "".into()],
                        key,
                        chosen: false,
                    };
                };
                let tests = tests::<V>(setting, state, weighed);
                let largest = V::magnitude(state, subset);
                let [inner, outer] = [true, false].map(|inside| {
                    let texts = tests.iter().filter(|test| test.3 == inside);
                    let texts = texts.map(|(symbol, x, passed, _)| {
                        // Digits below the rounding error are shown where their sign decides: 0 fails every inner test
                        // and passes every outer one.
                        let shown = if *passed == inside { number(*x) } else { or_zero(*x, largest) };
                        format!("{symbol} = {shown} {}", if *passed { "✓" } else { "✗" })
                    });
                    let texts: Vec<String> = texts.collect();
                    if texts.is_empty() { String::from("–") } else { texts.join(", ") }
                });
                let holds = if weighed.holds { "holds" } else { "no" };
                Row {
                    cells: vec![name(subset).into(), inner.into(), outer.into(), holds.into()],
                    key,
                    chosen: weighed.holds,
                }
            })
            .collect(),
    }
}

fn ending<V: Vocabulary>(
    setting: &Setting,
    state: &Search,
    outcome: Outcome,
    (verdict, detail): (&Verdict, Detail),
) -> Beat {
    let found = outcome.nearest();
    let v = setting.shown(found.v);
    let shares: Vec<String> =
        members(found.subset).map(|i| format!("{} {}", weight(found.weights[i]), name(1 << i))).collect();
    let point = match size(found.subset) {
        1 => format!("P = {} = {}", name(found.subset), vector(v)),
        _ => format!("P = {} = {}", shares.join(" + "), vector(v)),
    };
    let (line, why, event) = match outcome {
        Outcome::Held(_) => (
            "proven",
            format!("{point}. No corner lies beyond the plane through P, so P is proven nearest."),
            Event::Stop(V::CARD.ending_kind(verdict)),
        ),
        Outcome::Backup(_, Reason::NoneHeld) => (
            "none",
            format!(
                "Rounding has left no {} that holds, so the backup takes the nearest point of all faces: {point}.",
                V::WHAT
            ),
            Event::Warning,
        ),
        Outcome::Backup(_, Reason::Refuted(refuted)) => (
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
        meaning: "share in P",
        text: weight(found.weights[i]),
        key: Some(format!("face/{}", name(1 << i)).into()),
    });
    let pictures = detail.full(|| panes::ending(setting, found.subset, v, verdict).into());
    let values = detail.full(|| {
        let point = Value { symbol: "P", meaning: "nearest point", text: vector(v), key: Some("v".into()) };
        let apart = Value { symbol: "|PQ|", meaning: "distance", text: length(v.length()), key: Some("v".into()) };
        values.chain([point, apart]).collect()
    });
    let stops = state
        .proof
        .map(|proof| StopTest::new("proven", line, "min (w − P)·P/|P| ≥ −rounding", proof))
        .into_iter()
        .collect();
    let say = format!("{why} {}", verdict.say);
    Beat { line, say, pictures, values, stops, event: Some(event), ..Beat::default() }
}

fn conclude<V: Vocabulary>(setting: &Setting, steps: usize, outcome: Outcome) -> Verdict {
    let found = outcome.nearest();
    let radius = members(setting.all).map(|i| setting.points[i].length()).fold(0.0, f64::max);
    let Certificate { lower, normal, upper, rounding } =
        Certificate::new(&setting.points, setting.all, &found.weights, setting.epsilon);
    let v = found.v;
    let inside = size(found.subset) == 4;
    let apart = v.length() > rounding && !inside;
    let lower = if apart { lower - rounding } else { -(2.0 * radius + rounding) };
    let upper = if inside { rounding } else { upper.max(v.length()) + rounding };
    // Sum of the rounding errors of both bounds and of the point between them.
    let tolerance = if apart { 3.0 * rounding } else { f64::INFINITY };
    let [a, q] = &setting.names;
    let say = match () {
        () if apart => format!("{q} is {} from {a}.", length(v.length())),
        () if inside => format!("{q} lies inside {a}."),
        () => format!("{q} lies on {a}."),
    };
    let names = V::CARD.endings;
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
    let backup = matches!(outcome, Outcome::Backup(..));
    let outcome = names[usize::from(backup).min(names.len() - 1)].name;
    Verdict { outcome, say, iterations: steps as u32, finding: Finding::Distance(finding) }
}
