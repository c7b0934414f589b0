//! Lesson of the Dobkin–Kirkpatrick hierarchy: nested polytopes, and the search from the coarsest to the finest.

mod camera;
mod chart;
mod choice;
mod pictures;
mod sentences;
mod verdict;

pub use chart::fitted;
pub use verdict::verdict;

use std::sync::{Arc, LazyLock, OnceLock};

use glam::DVec3;

use super::context::body::undrawn;
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, BodyContext, Card, Choice, Context, Ending, EndingKind, Event, Lesson, Level, Levels, Narrated,
    Narration, Pictures, PlotAxis, Recording, Row, Series, SourceFile, StopTest, Table, Value, Verdict, View, WORLD,
    symbol,
};
use crate::answer::number::{count, length, vector};
use crate::answer::{list_of, point_name};
use crate::picture::{Camera, Role};
use crate::snapshot::hierarchy::{Counted, Hierarchy, Outcome, Query, Search, Walk};

/// Card of the hierarchy.
pub const CARD: Card = Card {
    id: "hierarchy",
    title: "Dobkin-Kirkpatrick hierarchy",
    summary: "Which vertex of a polytope is farthest along d? Nested hulls find it with few comparisons.",
    sources: &["Dobkin and Kirkpatrick 1990", "van den Bergen 1999"],
    listing: include_str!("../../engine/dim3/hierarchy/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/hierarchy/stepper.rs",
            text: include_str!("../../engine/dim3/hierarchy/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/hierarchy/construction.rs",
            text: include_str!("../../engine/dim3/hierarchy/construction.rs"),
        },
    ],
    views: &[View::space(WORLD, "world"), View::chart(chart::VISITED, "vertices compared")],
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "vertices of level", role: Role::ShapeA },
        Series { name: "vertices compared", role: Role::Axis },
    ],
    endings: ENDINGS,
};

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Farthest => success "Farthest" called "Farthest vertex found":
        "No neighbor on the hull is farther along d, so no point of the body is.";
    Outcome::MoveLimit => no_answer "MoveLimit" called "Search in circles":
        "Rounding led the search in circles from neighbor to neighbor.";
}

/// Largest number of vertices that are listed by name.
const NAMED: usize = 11;

/// Faces of a level as point numbers: a convex hull, computed on first use.
pub type LevelFaces = LazyLock<Vec<Vec<u32>>, Box<dyn FnOnce() -> Vec<Vec<u32>> + Send>>;

/// Results of a run, shared by all its states, with the counts of other methods.
pub struct Searched {
    /// Hierarchy with all levels.
    pub hierarchy: Hierarchy,
    /// Faces of the levels, the coarsest first.
    pub faces: Vec<LevelFaces>,
    /// Log of the steps.
    pub walk: Walk,
    /// Number of vertices that hill climbing from the best of 26 directions compares.
    pub climbed: u32,
    /// Function that returns the counts of all methods on spheres of increasing size.
    pub counted: fn() -> &'static [Counted],
}

/// Context of a search.
pub struct HierarchyContext {
    body: BodyContext,
    searched: Searched,
    /// Direction of the query, world, unit vector.
    d: DVec3,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for HierarchyContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = chart::with_chart(self.body.backdrop().pictures.clone(), chart::still(self));
            // The vertices of all levels would appear as specks on the coarsest one.
            undrawn(pictures.edit(WORLD));
            Arc::new(Backdrop { pictures })
        }))
    }
}

/// Lesson of a recorded search; `d` is its direction, world, a unit vector.
pub fn lesson(
    recording: Box<dyn Recording<Search>>,
    searched: Searched,
    d: DVec3,
    body: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let mut levels = Levels::of("part");
    for step in 0..recording.steps() {
        levels.step(if step < searched.walk.built { "construction" } else { "query" });
    }
    let narration = Narrowing { levels: levels.done(), d, body_normal: camera::common_plane_normal(&body.points) };
    let context = HierarchyContext { body, searched, d, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration })
}

/// Narration of the construction and the query.
struct Narrowing {
    levels: Vec<Level>,
    d: DVec3,
    /// Unit normal of a flat body; `None` for other bodies.
    body_normal: Option<DVec3>,
}

impl Narration for Narrowing {
    type State = Search;
    type Context = HierarchyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "coarsest level"),
        (Role::Removed, "removed"),
        (Role::Member, "compared vertices"),
        (Role::NewSupport, "farthest vertex"),
        (Role::Simplex, "path of the search"),
        (Role::Bound, "supporting plane"),
        (Role::Ghost, "compared before"),
        (Role::Frustum, "finer levels"),
        (Role::Axis, "d"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The camera looks from the side: `d` is in the picture plane. A flat body that would look like a line is seen
    /// obliquely.
    fn sight(&self) -> Option<Camera> {
        Some(camera::camera(self.d, self.body_normal))
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::choices(step, beats).into_iter().collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = HierarchyView { step: &step, hierarchy: &step.context.searched.hierarchy };
        match (&step.before.query, &step.after.query) {
            (None, None) => view.level(),
            (None, Some(_)) => vec![view.small()],
            (Some(before), Some(after)) => view.query(before, after),
            (Some(_), None) => Vec::new(),
        }
    }
}

struct HierarchyView<'a> {
    step: &'a Step<'a, Narrowing>,
    hierarchy: &'a Hierarchy,
}

impl HierarchyView<'_> {
    fn name(&self, vertex: u32) -> String {
        point_name(self.hierarchy.sources[vertex as usize])
    }

    fn beat(&self, line: &'static str, say: String, draw: impl FnOnce() -> Pictures, values: Vec<Value>) -> Beat {
        let detail = self.step.detail;
        let pictures = detail.full(draw);
        let tables = detail.full(|| vec![self.levels(), self.methods()]);
        Beat { line, say: say.into(), pictures, values: detail.full(|| values), tables, ..Beat::default() }
    }

    /// Beats of a level that is removed.
    fn level(&self) -> Vec<Beat> {
        let context = self.step.context;
        let fine = self.hierarchy.levels.len() - 1 - self.step.number;
        let [left, all] = [fine - 1, fine].map(|level| self.hierarchy.levels[level]);
        let removed = all - left;
        let names = (left..all).map(|vertex| self.name(vertex));
        let values = vec![
            Value::of(symbol::LEVEL_VERTICES, count(all as usize), "level"),
            Value::number(symbol::REMOVED_VERTICES, count(removed as usize)),
            Value::of(symbol::NEXT_LEVEL, count(left as usize), "level"),
        ];
        let level = self.step.number + 1;
        let say = match names.len() {
            1 => format!(
                "{} will be removed from level {level}, which has {all} vertices: it has few neighbors.",
                list_of(names.collect::<Vec<_>>().into_iter())
            ),
            2..=NAMED => format!(
                "{} will be removed from level {level}, which has {all} vertices: each has few neighbors, and no two are adjacent.",
                list_of(names.collect::<Vec<_>>().into_iter())
            ),
            _ => format!(
                "Level {level} has {all} vertices, and {removed} of them will be removed: each has few neighbors, and no two are adjacent."
            ),
        };
        let chosen = self.beat("independent", say, || pictures::chosen(context, fine), values.clone());
        let say = format!("Level {} is the hull of the {left} remaining vertices.", self.step.number + 2);
        let mut removed = self.beat("remove", say, || pictures::removed(context, fine), values);
        removed.event = Some(Event::Reduction);
        removed.points = vec![(0, f64::from(left))];
        vec![chosen, removed]
    }

    /// Beat of the coarsest level, which ends the construction.
    fn small(&self) -> Beat {
        let context = self.step.context;
        let base = self.hierarchy.levels[0];
        let level = self.step.number + 1;
        let say = match base {
            1 => format!("Level {level} is the coarsest: it has a single vertex."),
            _ => format!("Level {level} is the coarsest: its {base} vertices are few enough to compare one by one."),
        };
        let values = vec![Value::of(symbol::LEVEL_VERTICES, count(base as usize), "level")];
        let mut beat = self.beat("small", say, || pictures::nested(context, 0), values);
        beat.points = vec![(0, f64::from(base))];
        beat
    }

    fn query(&self, before: &Query, after: &Query) -> Vec<Beat> {
        let Step { context, end, verdict, .. } = self.step;
        let risen = length(after.rise);
        let moved = after.at != before.at;
        let (line, say) = self.describe_query_step(before, after, &risen);
        let mut values = vec![
            Value::number(symbol::COMPARED, self.summed()),
            Value::number(symbol::PROJECTION_OF_VERTEX, length(after.height)),
            Value::number(symbol::RISE, risen.clone()),
            Value::of(symbol::DIRECTION, vector(context.d), "d"),
            Value::number(symbol::LEVEL_SIZES, self.by_level()),
            Value::of(
                symbol::FARTHEST,
                self.name(after.at),
                context.body.key(self.hierarchy.sources[after.at as usize]),
            ),
        ];
        if line == "base" {
            let ties = context.ties(after.at, after.visited);
            values.extend((ties > 1).then(|| Value::number(symbol::TIES, count(ties as usize))));
        }
        let mut beat = self.beat(line, say, || pictures::query_step(context, after, self.step.number), values.clone());
        beat.event = Some(if moved { Event::Support } else { Event::Bound });
        beat.points = vec![(1, f64::from(after.visited))];
        beat.stops.extend(after.proof.map(|proof| StopTest::new("Farthest", "end", "d·(q − v) ≤ 0", proof)));
        let mut beats = vec![beat];
        if end.is_some() {
            let last = self.beat(
                "end",
                verdict.say.clone(),
                || pictures::query_step(context, after, self.step.number),
                values,
            );
            beats.push(Beat { event: Some(Event::Stop(EndingKind::Success)), ..last });
        }
        beats
    }

    /// Number of a level in the source, which counts from the finest.
    fn finest(&self, level: usize) -> usize {
        self.hierarchy.levels.len() - level
    }

    /// Numbers of vertices by level, the coarsest first: `16 → 25 → 40`.
    fn by_level(&self) -> String {
        let levels = &self.hierarchy.levels;
        abridged(levels.iter().map(u32::to_string).collect(), " → ")
    }

    /// Numbers of vertices compared in each query step: `16 + 3 + 4 = 23`.
    fn summed(&self) -> String {
        let walk = &self.step.context.searched.walk;
        let done = walk.done(self.step.number);
        let counts = walk.weighed[..done].iter().map(Vec::len);
        let sum: usize = counts.clone().sum();
        let terms: Vec<String> = counts.map(|count| count.to_string()).collect();
        if terms.len() < 2 { sum.to_string() } else { format!("{} = {sum}", abridged(terms, " + ")) }
    }

    /// Table of all levels, with the vertices that the query compared.
    fn levels(&self) -> Table {
        let hierarchy = self.hierarchy;
        Table {
            title: "Levels",
            columns: vec!["level", "vertices", "new vertices"],
            rows: (0..hierarchy.levels.len())
                .map(|level| {
                    let all = hierarchy.levels[level];
                    let new = level.checked_sub(1).map_or(all, |coarser| all - hierarchy.levels[coarser]);
                    Row {
                        cells: vec![
                            format!("level {}", self.finest(level)).into(),
                            count(all as usize),
                            count(new as usize),
                        ],
                        key: Some(format!("level/{level}").into()),
                        chosen: pictures::level_at(self.step.context, self.step.after, self.step.number) == level,
                    }
                })
                .collect(),
        }
    }

    /// Table of the numbers of vertices that other methods compare.
    fn methods(&self) -> Table {
        let Some(query) = &self.step.after.query else { return Table::default() };
        let row =
            |name: &str, visited: u32| Row { cells: vec![name.into(), count(visited as usize)], ..Row::default() };
        Table {
            title: "Vertices compared",
            columns: vec!["method", "vertices"],
            rows: vec![
                row("brute force", self.hierarchy.sources.len() as u32),
                row("hill climbing, best of 26 starts", self.step.context.searched.climbed),
                row("hierarchy", query.visited),
            ],
        }
    }
}

/// Joins numbers; of many, only the first and the last ones.
fn abridged(mut numbers: Vec<String>, between: &str) -> String {
    const SHOWN: usize = 5;
    if numbers.len() > SHOWN {
        numbers.splice(2..numbers.len() - 2, [String::from("…")]);
    }
    numbers.join(between)
}
