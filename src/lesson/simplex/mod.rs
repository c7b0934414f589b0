//! Lessons of simplex sub-algorithms: a search over the faces of one simplex, one face per step, with tables of all
//! measured and tested numbers. Each sub-algorithm supplies its symbols and words.
//!
//! - **Frame:** world axes. States are relative to the query point Q; pictures and shown coordinates are in the world.

pub mod certificate;
mod choice;
mod face_tests;
pub mod johnson;
mod panes;
mod regions;
mod sentences;
pub mod signed;
pub mod voronoi;

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, Card, Choice, Context, Detail, Ending, Event, Lesson, Narrated, Narration, Pictures, Recording,
    Row, StopTest, Symbol, Table, Value, Verdict, symbol,
};
use crate::answer::number::{count, length, number, or_zero, vector, weight};
use crate::answer::{Finding, PairFinding, PairStatus, Proof};
use crate::picture::{Camera, Role};
use crate::snapshot::simplex::{BY_SIZE, Outcome, Reason, Search, Subset, TestedFace, members, name, size};
use certificate::Certificate;
use face_tests::{Test, tests};
use regions::Regions;

/// Symbols and words of one sub-algorithm.
trait Vocabulary: Send + Sync + 'static {
    /// Fixed description of the lesson.
    const CARD: &'static Card;
    /// Word for a face: "region" or "subset".
    const WHAT: &'static str;
    /// Predicate of a face that passes all tests.
    const PASSES: &'static str;
    /// Predicate of a face that fails a test.
    const FAILS: &'static str;
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
    /// Sentences on a tested face.
    fn sentence(setting: &Setting, _state: &Search, weighed: &TestedFace, tests: &[Test]) -> String
    where
        Self: Sized,
    {
        sentences::tested::<Self>(setting, weighed, tests)
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

    /// Position of a vertex, world.
    fn world_point(&self, vertex: usize) -> DVec3 {
        self.points[vertex] + self.query
    }

    /// Vertices of a face, world.
    fn world_points(&self, subset: Subset) -> Vec<DVec3> {
        members(subset).map(|i| self.world_point(i)).collect()
    }

    /// Q's projection on a face of two or three vertices with these weights, world; `None` for other faces and for
    /// degenerate ones.
    fn foot(&self, subset: Subset, weights: &[[f64; 4]; 16]) -> Option<DVec3> {
        let weights = &weights[usize::from(subset)];
        let sum: f64 = members(subset).map(|i| weights[i]).sum();
        if !matches!(size(subset), 2 | 3) || (sum - 1.0).abs() > 1e-3 {
            return None;
        }
        Some(self.query + members(subset).map(|i| self.points[i] * weights[i]).sum::<DVec3>())
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
        let made =
            self.backdrop.get_or_init(|| Arc::new(Backdrop { pictures: Pictures::world(panes::backdrop(self)) }));
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
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Simplex, "tested face"),
        (Role::Axis, "foot of Q"),
        (Role::Closest, "nearest face"),
        (Role::Region, "tested region"),
        (Role::Witness, "nearest point"),
        (Role::Bound, "plane through P"),
    ];

    fn card(&self) -> &'static Card {
        V::CARD
    }

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
            let values = detail.full(|| vec![Value::number(symbol::MEASURED_WEIGHTS, self::count(count))]);
            let event = Some(Event::Bound);
            beats.push(Beat {
                line: V::MEASURE,
                say: say.into(),
                pictures: detail
                    .full(|| Pictures::world(panes::measured(setting, vertices, &after.shares, V::share_symbol))),
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
        }
        beats
    }
}

/// Beat of a tested face.
fn weighing<V: Vocabulary>(setting: &Setting, state: &Search, weighed: &TestedFace, detail: Detail) -> Beat {
    let tests = tests::<V>(setting, state, weighed);
    let failed: Vec<&Test> = tests.iter().filter(|test| !test.passed).collect();
    // The sentence is about one failed test, or about all tests.
    let told: Vec<&Test> = match failed[..] {
        [] => tests.iter().collect(),
        [first, ..] if V::OUTSIDERS => vec![first],
        _ => failed.clone(),
    };
    let pictures = detail.full(|| {
        let face = (weighed.subset, weighed.holds);
        Pictures::world(panes::tested(setting, face, (&told, &state.shares), V::WHAT))
    });
    let event = weighed.holds.then_some(Event::Reduction);
    let say = V::sentence(setting, state, weighed, &tests);
    let values = detail.full(|| match failed.len() {
        0 => Vec::new(),
        n => vec![Value::number(symbol::FAILED_TESTS, count(n))],
    });
    Beat { line: "weigh", say: say.into(), pictures, values, event, ..Beat::default() }
}

/// Table of all faces in order, with their tests and results.
fn faces<V: Vocabulary>(setting: &Setting, state: &Search) -> Table {
    Table {
        title: "Tests of the faces",
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
                    let texts = tests.iter().filter(|test| test.is_member == inside);
                    let texts = texts.map(|test| {
                        // Digits below the rounding error are shown where their sign decides: 0 fails every inner test
                        // and passes every outer one.
                        let shown =
                            if test.passed == inside { number(test.value) } else { or_zero(test.value, largest) };
                        format!("{} = {shown} {}", test.symbol, if test.passed { "✓" } else { "✗" })
                    });
                    let texts: Vec<String> = texts.collect();
                    if texts.is_empty() { String::from("–") } else { texts.join(", ") }
                });
                let holds = if weighed.holds { "passes" } else { "fails" };
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
    let (line, event) = match outcome {
        Outcome::Held(_) => ("proven", Event::Stop(V::CARD.ending_kind(verdict))),
        Outcome::Backup(_, Reason::NoneHeld) => ("none", Event::Warning),
        Outcome::Backup(_, Reason::Refuted(_)) => ("refuted", Event::Warning),
    };
    let pictures = detail.full(|| Pictures::world(panes::ending(setting, found.subset, v, verdict)));
    let values = detail.full(|| {
        let weights = members(found.subset)
            .map(|i| Value::of(WEIGHTS[i], weight(found.weights[i]), format!("face/{}", name(1 << i))));
        let point = Value::of(symbol::NEAREST_POINT, vector(setting.query + v), "v");
        let distance = Value::of(symbol::QUERY_DISTANCE, length(v.length()), "v");
        weights.chain([point, distance]).collect()
    });
    let stops = state
        .proof
        .map(|proof| StopTest::new("proven", line, "min (w − P)·P/|P| ≥ −rounding", proof))
        .into_iter()
        .collect();
    let say = sentences::ending::<V>(setting, outcome, verdict);
    Beat { line, say: say.into(), pictures, values, stops, event: Some(event), ..Beat::default() }
}

/// Symbols of the weights in the nearest point.
const WEIGHTS: [Symbol; 4] = [symbol::WEIGHT_OF_A, symbol::WEIGHT_OF_B, symbol::WEIGHT_OF_C, symbol::WEIGHT_OF_D];

fn conclude(setting: &Setting, steps: usize, outcome: Outcome, ending: Ending) -> Verdict {
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
    Verdict { outcome: ending.name, say, iterations: steps as u32, finding: Finding::Distance(finding) }
}
