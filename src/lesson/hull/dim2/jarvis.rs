//! Lesson of Jarvis's march, which finds a convex hull in the plane. From the newest vertex, every point is compared
//! with the best candidate so far: the next vertex is the one with no point to the right of the line to it.

use contact_lens_model::answer::number::{count, number};
use contact_lens_model::answer::point_name;
use contact_lens_model::snapshot::hull::plane::{Jarvis, JarvisTest, March};
use contact_lens_model::step::Comparison;
use contact_lens_picture::{Picture, Role};

use super::{
    ENDINGS, add_chain, add_finished_hull, add_other_points, add_subject, add_triangle, choice, ending, outlined,
    signed_area, table,
};
use crate::recorded::narrated::Step;
use crate::{
    BODY_IN_PLANE, Beat, BodyContext, Card, Choice, Detail, EndingKind, Event, Lesson, Narrated, Narration, Pictures,
    PlotAxis, Recording, Row, Sentence, Series, SourceFile, StopTest, Table, Value, Verdict, say, symbol,
};

/// Card of Jarvis's march.
pub const CARD: Card = Card {
    id: "jarvis",
    title: "Jarvis's march",
    summary: "Which points of the plane are vertices of their convex hull? Walk around it, from each vertex to the \
              next.",
    sources: &["Jarvis 1973"],
    listing: include_str!("../../engine/dim2/hull/jarvis/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/hull/jarvis/stepper.rs",
        text: include_str!("../../engine/dim2/hull/jarvis/stepper.rs"),
    }],
    views: BODY_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "vertices", role: Role::Polytope },
        Series { name: "points to compare", role: Role::Axis },
    ],
    endings: ENDINGS,
};

/// Length of an arrow to the best candidate along a known edge of the hull, as a fraction of the edge.
const ARROW_ON_EDGE: f64 = 0.45;

/// Index of the curve of the number of vertices in the card's series.
const VERTICES_SERIES: usize = 0;

/// Index of the curve of the number of points to compare in the card's series.
const LEFT_SERIES: usize = 1;

/// Lesson of a recorded march around the points of a body.
pub fn lesson(
    recording: Box<dyn Recording<Jarvis>>,
    march: March,
    context: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: JarvisNarration(march) })
}

/// Narration of the march, with its vertices in order.
struct JarvisNarration(March);

impl Narration for JarvisNarration {
    type State = Jarvis;
    type Context = BodyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Member, "other points"),
        (Role::Polytope, "vertices so far"),
        (Role::Witness, "current vertex"),
        (Role::NewSupport, "tested point"),
        (Role::Axis, "best candidate"),
        (Role::Region, "tested triangle"),
        (Role::Added, "new best candidate"),
        (Role::Simplex, "new hull edge"),
        (Role::Removed, "not a hull vertex"),
        (Role::Closest, "hull"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, detail, .. } = *step;
        let view = JarvisView { before, after, march: &self.0, context, detail };
        let corners = &self.0.corners;
        // From the last vertex, the march returns to the first.
        let next = corners.get(before.corners).or(corners.first());
        let (Some(&next), Some(point), None) = (next, before.point, before.best) else { return Vec::new() };
        match choice::next_vertex_choice([before.corner, next], context, beats) {
            Some(choice) => vec![choice.with_pictures_below(Pictures::world(view.march_picture(None, point)))],
            None => Vec::new(),
        }
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let view = JarvisView { before, after, march: &self.0, context, detail };
        let beat = if let Some(end) = step.end {
            view.closing_beat(ending(end).name, &step.verdict.say)
        } else if let Some(p) = before.point {
            match (before.best, before.test) {
                (Some(best), Some(test)) => view.comparison_beat(best, p, test),
                _ => view.first_candidate_beat(p),
            }
        } else {
            // All points are compared, so the best candidate is the next vertex.
            view.vertex_beat()
        };
        let points = vec![(VERTICES_SERIES, after.corners as f64), (LEFT_SERIES, f64::from(after.left))];
        outlined(vec![Beat { points, ..beat }], detail).collect()
    }
}

/// States around a step of the march, with the data that the step's beats need. In its methods, `c` is the newest
/// vertex, `q` the best candidate and `p` the tested point, as point indices.
struct JarvisView<'a> {
    /// State before the step.
    before: &'a Jarvis,
    /// State after the step.
    after: &'a Jarvis,
    /// All vertices of the run in order, and the orientations of triangles.
    march: &'a March,
    /// Points of the body.
    context: &'a BodyContext,
    /// Whether the beats have pictures, values and tables.
    detail: Detail,
}

impl JarvisView<'_> {
    /// Vertices that a state has found.
    fn corners(&self, state: &Jarvis) -> &[u32] {
        &self.march.corners[..state.corners.min(self.march.corners.len())]
    }

    /// Picture of the known vertices, and of the line to the best candidate `best`; `None` before the first candidate.
    /// The caller draws the point `omitted`. Empty in an outline.
    fn march_picture(&self, best: Option<u32>, omitted: u32) -> Picture {
        let mut world = Picture::default();
        if self.detail == Detail::Outline {
            return world;
        }
        let corners = self.corners(self.before);
        add_other_points(&mut world, Role::Member, &[corners, &[omitted, best.unwrap_or(omitted)]], self.context);
        add_chain(&mut world, Role::Polytope, corners, false, self.context);
        add_subject(&mut world, Role::Witness, self.before.corner, self.context);
        if let Some(q) = best {
            self.add_best(&mut world, q);
        }
        world
    }

    /// Adds the best candidate and the line to it.
    fn add_best(&self, world: &mut Picture, q: u32) {
        let [from, to] = [self.before.corner, q].map(|point| self.context.position(point));
        // An arrow back along the newest edge does not cover all of it.
        let is_edge = self.corners(self.before).ends_with(&[q, self.before.corner]);
        world.arrow(Role::Axis, "best", from, if is_edge { from.lerp(to, ARROW_ON_EDGE) } else { to });
        add_subject(world, Role::Axis, q, self.context);
    }

    /// Beat of the first candidate `p` after the current vertex.
    fn first_candidate_beat(&self, p: u32) -> Beat {
        let mut world = self.march_picture(None, p);
        self.add_best(&mut world, p);
        let [c, p] = [self.before.corner, p].map(|point| self.context.point_mark(point));
        let say = if self.has_other_positions(self.before.corner, self.before.point) {
            say!(
                "{} is at first the best candidate after {}: every other point is tested against the line {} → {}.",
                &p,
                &c,
                &c,
                &p
            )
        } else {
            say!("{} is the only candidate after {}: no other point is left to test.", p, c)
        };
        self.beat("first", say, world, None)
    }

    /// Whether some point is neither at the position of `c` nor at that of `q`; `None` counts as `c`.
    fn has_other_positions(&self, c: u32, q: Option<u32>) -> bool {
        let positions = [c, q.unwrap_or(c)].map(|point| self.context.position(point));
        self.context.points.iter().any(|position| !positions.contains(position))
    }

    /// Beat that compares the point `p` with the best candidate `q`.
    fn comparison_beat(&self, q: u32, p: u32, test: JarvisTest) -> Beat {
        let context = self.context;
        let c = self.before.corner;
        let mut world = self.march_picture(Some(q), p);
        if test.wins() {
            let from = if test.beyond { q } else { c };
            context.add_segment(&mut world, Role::Added, "candidate", [from, p]);
        }
        add_subject(&mut world, Role::NewSupport, p, context);
        if self.detail == Detail::Full {
            add_triangle(&mut world, [c, q, p], test.turn, context);
        }
        let line = if test.wins() { "wrap" } else { "turn" };
        self.beat(line, self.comparison_sentence(q, p, test), world, Some(test))
    }

    /// Sentence on the comparison of the point `p` with the best candidate `q`.
    fn comparison_sentence(&self, q: u32, p: u32, test: JarvisTest) -> Sentence {
        let [c, q, p] = [self.before.corner, q, p].map(|point| self.context.point_mark(point));
        if test.beyond {
            return say!(
                "{} is on the line {} → {} and farther from {} than {}, so it is the new best candidate.",
                p,
                &c,
                &q,
                &c,
                &q
            );
        }
        if test.wins() {
            return say!(
                "{} is to the right of the line {} → {}: the signed area of the triangle is negative, so {} becomes \
                 the best candidate.",
                &p,
                c,
                q,
                &p
            );
        }
        if test.turn.left == 0.0 {
            return say!(
                "{} is on the line {} → {} but not farther from {}, so {} stays the best candidate.",
                p,
                &c,
                &q,
                &c,
                &q
            );
        }
        say!(
            "{} is to the left of the line {} → {}: the signed area of the triangle is positive, so {} stays the best \
             candidate.",
            p,
            c,
            &q,
            &q
        )
    }

    /// Beat of the best candidate that becomes the next vertex.
    fn vertex_beat(&self) -> Beat {
        let context = self.context;
        let c = self.before.corner;
        let q = self.after.corner;
        let mut world = self.march_picture(None, q);
        world.arrow(Role::Simplex, "added", context.position(c), context.position(q));
        add_subject(&mut world, Role::Simplex, q, context);
        let is_tested = self.has_other_positions(c, Some(q));
        let [c, q] = [c, q].map(|point| context.point_mark(point));
        let say = if is_tested {
            say!("{} is the next hull vertex: no point is to the right of the line {} → {}.", &q, c, &q)
        } else {
            say!("{} is the next hull vertex: it is the only candidate after {}.", q, c)
        };
        Beat { event: Some(Event::Support), ..self.beat("corner", say, world, None) }
    }

    /// Beat of the finished hull; `outcome` is the name of the ending, `say` the verdict.
    fn closing_beat(&self, outcome: &'static str, say: &str) -> Beat {
        let corners = self.corners(self.after);
        let mut world = Picture::default();
        add_finished_hull(&mut world, corners, self.context);
        let answer = Sentence::answer(say);
        let say = match corners {
            [first, _, _, ..] => {
                say!("{} is the next vertex again, so the hull is closed. {}", self.context.point_mark(*first), answer)
            }
            _ => answer,
        };
        let left = Comparison::at_most(self.before.left, 0);
        let stop = StopTest::new(outcome, "close", "points to compare ≤ 0, and the best is the first vertex", left);
        Beat {
            line: "close",
            say,
            pictures: Pictures::world(world),
            values: vec![Value::number(symbol::VERTICES, count(corners.len()))],
            tables: vec![table("Vertices", corners, None, self.context)],
            stops: vec![stop],
            event: Some(Event::Stop(EndingKind::Success)),
            ..Beat::default()
        }
    }

    /// Beat of a line of the march, with the signed area of the triangle that `test` compares; `None` without a test.
    fn beat(&self, line: &'static str, say: Sentence, world: Picture, test: Option<JarvisTest>) -> Beat {
        if self.detail == Detail::Outline {
            return Beat { line, say, ..Beat::default() };
        }
        let mut values = vec![Value::number(symbol::VERTICES, count(self.after.corners))];
        if let Some(test) = test
            && test.turn.left != 0.0
        {
            values.push(signed_area(test.turn));
        }
        Beat {
            line,
            say,
            pictures: Pictures::world(world),
            values,
            tables: vec![self.candidate_table(), table("Vertices", self.corners(self.after), None, self.context)],
            ..Beat::default()
        }
    }

    /// Table of the points compared from this vertex, with the signed areas of their triangles with the best one: none
    /// is negative.
    fn candidate_table(&self) -> Table {
        let Jarvis { corner, best, next, .. } = *self.after;
        let turns = best.map(|q| (self.march.turns)([corner, q], next)).unwrap_or_default();
        let rows = turns
            .into_iter()
            .map(|(p, turn)| Row {
                cells: vec![point_name(p).into(), number(0.5 * turn)],
                key: Some(self.context.key(p)),
                chosen: best == Some(p),
            })
            .collect();
        Table { title: "Compared from the newest vertex", columns: vec!["point", "signed area, m²"], rows }
    }
}
