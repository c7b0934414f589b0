//! Lesson of the Dobkin–Kirkpatrick hierarchy of a convex polytope: the construction of nested polytopes, each with
//! fewer vertices, and the search for the farthest vertex along a direction from the coarsest to the finest.

mod camera;
mod chart;
mod choice;
mod focus;
mod pictures;
mod progress;
mod sentences;
mod verdict;

pub use chart::fitted;
pub use verdict::verdict;

use std::sync::{Arc, LazyLock, OnceLock};

use contact_lens_model::answer::number::{count, vector};
use contact_lens_model::snapshot::hierarchy::{Counted, Hierarchy, Outcome, Query, Search, Walk};
use contact_lens_picture::{Camera, Role};
use glam::DVec3;

use super::context::body::reserve_solids;
use super::recorded::narrated::Step;
use super::{
    Backdrop, Beat, BodyContext, Card, Choice, Context, Ending, EndingKind, Event, Lesson, Level, Levels, Narrated,
    Narration, Pictures, PlotAxis, Recording, Row, Sentence, Series, SourceFile, StopTest, Table, Value, Verdict, View,
    WORLD, symbol,
};

/// Card of the hierarchy.
pub const CARD: Card = Card {
    id: "hierarchy",
    title: "Dobkin-Kirkpatrick hierarchy",
    summary: "Which vertex of a polytope is farthest along d? Nested hulls find it with few comparisons.",
    sources: &["Dobkin and Kirkpatrick 1990", "van den Bergen 1999"],
    listing: include_str!("../engine/dim3/hierarchy/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/hierarchy/stepper.rs",
            text: include_str!("../engine/dim3/hierarchy/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim3/hierarchy/construction.rs",
            text: include_str!("../engine/dim3/hierarchy/construction.rs"),
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
    Outcome::MoveLimit => no_answer "MoveLimit" called "Search not proven":
        "Rounding error made the search revisit a vertex, so the vertex found is not proven to be the farthest.";
}

/// Index in the card's series of the curve of the vertices of a level, for the plot points of a beat.
const LEVEL_CURVE: usize = 0;

/// Index in the card's series of the curve of the compared vertices.
const COMPARED_CURVE: usize = 1;

/// Largest number of vertices that are listed by name.
const MAX_NAMED: usize = 11;

/// Faces of a level as point numbers: a convex hull, computed on first use.
pub type LevelFaces = LazyLock<Vec<Vec<u32>>, Box<dyn FnOnce() -> Vec<Vec<u32>> + Send>>;

/// Results of a run, shared by all its states, with the counts of other methods.
pub struct Searched {
    /// Hierarchy with all levels.
    pub hierarchy: Hierarchy,
    /// Faces of the levels, the coarsest first.
    pub faces: Vec<LevelFaces>,
    /// Log of the construction and the query: compared vertices and path.
    pub walk: Walk,
    /// Number of vertices that hill climbing from the best of 26 directions compares.
    pub climb_visited: u32,
    /// Function that returns the counts of all methods on spheres of increasing size.
    pub counted: fn() -> &'static [Counted],
}

/// Body, direction and results of a search.
pub struct HierarchyContext {
    /// Body with its points, world.
    body: BodyContext,
    /// Results of the run.
    searched: Searched,
    /// Direction `d` of the query, world, unit vector.
    d: DVec3,
    backdrop: OnceLock<Arc<Backdrop>>,
}

impl Context for HierarchyContext {
    fn backdrop(&self) -> Arc<Backdrop> {
        Arc::clone(self.backdrop.get_or_init(|| {
            let mut pictures = chart::with_chart(self.body.backdrop().pictures.clone(), chart::fixed_marks(self));
            // The vertices of all levels would appear as specks on the coarsest one.
            reserve_solids(pictures.edit(WORLD));
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
        levels.add_step(if step < searched.walk.build_steps { "construction" } else { "query" });
    }
    let narration =
        HierarchyNarration { levels: levels.finish(), d, body_normal: camera::common_plane_normal(&body.points) };
    let context = HierarchyContext { body, searched, d, backdrop: OnceLock::new() };
    Box::new(Narrated { recording, context, verdict, narration })
}

/// Narration of the construction and the query.
struct HierarchyNarration {
    /// Groups of steps on the timeline.
    levels: Vec<Level>,
    /// Direction of the query, world, unit vector.
    d: DVec3,
    /// Unit normal of a flat body; `None` for other bodies.
    body_normal: Option<DVec3>,
}

impl Narration for HierarchyNarration {
    type State = Search;
    type Context = HierarchyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Group(0), "current level"),
        (Role::Candidate, "vertices to remove"),
        (Role::Removed, "removed vertices"),
        (Role::Member, "compared now"),
        (Role::NewSupport, "farthest vertex v"),
        (Role::Simplex, "path of the search"),
        (Role::Bound, "supporting plane"),
        (Role::Ghost, "parallel through the previous vertex"),
        (Role::Upper, "progress along d"),
        (Role::Mesh, "finer level"),
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
        choice::farthest_vertex_question(step, beats).into_iter().collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = HierarchyView { step: &step, hierarchy: &step.context.searched.hierarchy };
        // The query begins when the construction has ended, and never goes away.
        match (&step.before.query, &step.after.query) {
            (None, None) => view.construction_beats(),
            (None, Some(_)) => vec![view.coarsest_level_beat()],
            (Some(before), Some(after)) => view.query_beats(before, after),
            (Some(_), None) => Vec::new(),
        }
    }
}

/// Step of the run and the complete hierarchy, from which its beats are made.
struct HierarchyView<'a> {
    step: &'a Step<'a, HierarchyNarration>,
    /// Hierarchy with all levels.
    hierarchy: &'a Hierarchy,
}

impl HierarchyView<'_> {
    /// Beat with the tables of the levels and of the other methods.
    fn beat(&self, line: &'static str, say: Sentence, draw: impl FnOnce() -> Pictures, values: Vec<Value>) -> Beat {
        let detail = self.step.detail;
        let pictures = detail.full(draw);
        let tables = detail.full(|| vec![self.level_table(), self.method_table()]);
        Beat { line, say, pictures, values: detail.full(|| values), tables, ..Beat::default() }
    }

    /// Beats of a step of the construction, which removes vertices from a level and makes the next coarser one.
    fn construction_beats(&self) -> Vec<Beat> {
        let context = self.step.context;
        let fine = self.hierarchy.levels.len() - 1 - self.step.number;
        let say = self.removed_sentence(fine);
        let vertices_beat = self.beat("independent", say, || pictures::vertices_to_remove(context, fine), Vec::new());
        let say = self.remaining_sentence(fine);
        let mut removal_beat = self.beat("remove", say, || pictures::next_coarser_level(context, fine), Vec::new());
        removal_beat.event = Some(Event::Reduction);
        removal_beat.points = vec![(LEVEL_CURVE, f64::from(self.hierarchy.levels[fine - 1]))];
        vec![vertices_beat, removal_beat]
    }

    /// Beat of the coarsest level, which ends the construction.
    fn coarsest_level_beat(&self) -> Beat {
        let context = self.step.context;
        let mut beat = self.beat("small", self.coarsest_sentence(), || pictures::coarsest_level(context), Vec::new());
        beat.points = vec![(LEVEL_CURVE, f64::from(self.hierarchy.levels[0]))];
        beat
    }

    /// Beats of a query step, and of the answer after the last one.
    fn query_beats(&self, before: &Query, after: &Query) -> Vec<Beat> {
        let Step { context, end, verdict, .. } = self.step;
        let has_moved = after.farthest != before.farthest;
        let (line, say) = self.describe_query_step(before, after);
        let mut values = vec![Value::of(symbol::DIRECTION, vector(context.d), "d")];
        if self.hierarchy.levels.len() > 1 {
            values.push(Value::number(symbol::COMPARED, count(after.visited as usize)));
        }
        let draw = || pictures::query_step(context, after, self.step.number, has_moved);
        let mut beat = self.beat(line, say, draw, values.clone());
        beat.event = Some(if has_moved { Event::Support } else { Event::Bound });
        beat.points = vec![(COMPARED_CURVE, f64::from(after.visited))];
        beat.stops.extend(after.proof.map(|proof| StopTest::new("Farthest", "end", "d·(q − v) ≤ 0", proof)));
        let mut beats = vec![beat];
        if end.is_some() {
            let draw = || pictures::answer(context, after, self.step.number);
            let last = self.beat("end", Sentence::answer(&verdict.say), draw, values);
            beats.push(Beat { event: Some(Event::Stop(EndingKind::Success)), ..last });
        }
        beats
    }

    /// Number of a level from 1, counted from the finest, as in the literature; the code counts from the coarsest.
    fn level_number_from_finest(&self, level: usize) -> usize {
        self.hierarchy.levels.len() - level
    }

    /// Table of all levels, with the vertices that each adds to the next coarser one.
    fn level_table(&self) -> Table {
        let current = pictures::level_at(self.step.context, self.step.after, self.step.number);
        let rows = (0..self.hierarchy.levels.len()).map(|level| self.level_row(level, level == current));
        Table { title: "Levels", columns: vec!["level", "vertices", "new vertices"], rows: rows.collect() }
    }

    /// Row of a level; `chosen` says whether it is the current one.
    fn level_row(&self, level: usize, chosen: bool) -> Row {
        let vertices = self.hierarchy.levels[level];
        let coarser = level.checked_sub(1).map_or(0, |coarser| self.hierarchy.levels[coarser]);
        let name = format!("level {}", self.level_number_from_finest(level));
        Row {
            cells: vec![name.into(), count(vertices as usize), count((vertices - coarser) as usize)],
            key: Some(format!("level/{level}").into()),
            chosen,
        }
    }

    /// Table of the numbers of vertices that the hierarchy and other methods compare; empty during the construction.
    fn method_table(&self) -> Table {
        let Some(query) = &self.step.after.query else { return Table::default() };
        let methods = [
            ("brute force", self.hierarchy.sources.len()),
            ("hill climbing, best of 26 starts", self.step.context.searched.climb_visited as usize),
            ("hierarchy", query.visited as usize),
        ];
        let rows = methods.map(|(name, visited)| Row { cells: vec![name.into(), count(visited)], ..Row::default() });
        Table { title: "Vertices compared", columns: vec!["method", "vertices"], rows: rows.into() }
    }
}
