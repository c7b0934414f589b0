//! Lesson of Jarvis's march: a line from the newest vertex rotates until all points are on its left.

use super::{ENDINGS, chain, choice, ending, finished, others, outlined, table, turn_value};
use crate::answer::number::{count, number};
use crate::answer::point_name;
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    BODY_IN_PLANE, Beat, BodyContext, Card, Choice, Detail, EndingKind, Event, Lesson, Narrated, Narration, Pictures,
    PlotAxis, Recording, Row, Series, SourceFile, StopTest, Table, Value, Verdict, symbol,
};
use crate::picture::{Picture, Role};
use crate::snapshot::hull::plane::{Comparand, Jarvis, March};
use crate::step::Comparison;

/// Card of Jarvis's march.
pub const CARD: Card = Card {
    id: "jarvis",
    title: "Jarvis's march",
    summary: "Which points of the plane are vertices of their convex hull? Walk around it, from each vertex to the next.",
    sources: &["Jarvis 1973"],
    listing: include_str!("../../../engine/dim2/hull/jarvis/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/hull/jarvis/stepper.rs",
        text: include_str!("../../../engine/dim2/hull/jarvis/stepper.rs"),
    }],
    views: BODY_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "vertices", role: Role::Polytope },
        Series { name: "points to compare", role: Role::Axis },
    ],
    endings: ENDINGS,
};

/// Lesson of a recorded march around the points of a body.
pub fn lesson(
    recording: Box<dyn Recording<Jarvis>>,
    march: March,
    context: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Wrapping(march) })
}

/// Narration of the rotating line.
struct Wrapping(March);

impl Narration for Wrapping {
    type State = Jarvis;
    type Context = BodyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "point"),
        (Role::Polytope, "vertices so far"),
        (Role::NewSupport, "compared point"),
        (Role::Axis, "best so far"),
        (Role::Ghost, "not better"),
        (Role::Added, "better"),
        (Role::Removed, "no vertex"),
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
        let asked = choice::next_corner([before.corner, next], context, beats);
        asked.map(|asked| asked.drawn(Pictures::world(view.scene(None, point)))).into_iter().collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let view = JarvisView { before, after, march: &self.0, context, detail };
        let beat = match (step.end, before.point, before.best.zip(before.test)) {
            (Some(end), ..) => view.close(ending(end).name, &step.verdict.say),
            (None, None, _) => view.corner(),
            (None, Some(p), None) => view.first(p),
            (None, Some(p), Some((q, test))) => view.compare(q, p, test),
        };
        let points = vec![(0, after.corners as f64), (1, f64::from(after.left))];
        outlined(vec![Beat { points, ..beat }], detail).collect()
    }
}

struct JarvisView<'a> {
    before: &'a Jarvis,
    after: &'a Jarvis,
    march: &'a March,
    context: &'a BodyContext,
    detail: Detail,
}

impl JarvisView<'_> {
    /// Vertices that a state has found.
    fn corners(&self, state: &Jarvis) -> &[u32] {
        &self.march.corners[..state.corners.min(self.march.corners.len())]
    }

    /// Picture of the known vertices, and of the line to the best next one. The point `shown` is omitted, as the caller
    /// draws it.
    fn scene(&self, best: Option<u32>, shown: u32) -> Picture {
        let mut world = Picture::default();
        if self.detail == Detail::Outline {
            return world;
        }
        let corners = self.corners(self.before);
        others(&mut world, Role::ShapeA, &[corners, &[shown, best.unwrap_or(shown)]], self.context);
        chain(&mut world, Role::Polytope, corners, false, self.context);
        if let Some(q) = best {
            world.arrow(Role::Axis, "best", self.context.at(self.before.corner), self.context.at(q));
            self.context.add_named_point(&mut world, Role::Axis, q);
        }
        world
    }

    fn first(&self, p: u32) -> Beat {
        let mut world = self.scene(None, p);
        world.arrow(Role::Axis, "best", self.context.at(self.before.corner), self.context.at(p));
        self.context.add_named_point(&mut world, Role::NewSupport, p);
        let c = point_name(self.before.corner);
        let p = point_name(p);
        let say = format!("{p} is the first candidate after {c}. Every other point is compared with the line {c} {p}.");
        self.beat("first", say, world, None)
    }

    fn compare(&self, q: u32, p: u32, test: Comparand) -> Beat {
        let c = point_name(self.before.corner);
        let q_name = point_name(q);
        let p_name = point_name(p);
        let mut world = self.scene(Some(q), p);
        let role = if test.wins() { Role::Added } else { Role::Ghost };
        self.context.line(&mut world, role, "candidate", [self.before.corner, p]);
        self.context.add_named_point(&mut world, Role::NewSupport, p);
        let (line, say) = match test {
            Comparand { beyond: true, .. } => {
                ("wrap", format!("{p_name} is on the line {c} {q_name} and farther out, so it replaces {q_name}."))
            }
            test if test.wins() => {
                ("wrap", format!("{p_name} is to the right of the line {c} {q_name}, so it replaces {q_name}."))
            }
            Comparand { turn, .. } if turn.left == 0.0 => {
                ("turn", format!("{p_name} is on the line {c} {q_name} but no farther out, so {q_name} stays."))
            }
            _ => ("turn", format!("{p_name} is to the left of the line {c} {q_name}, so {q_name} stays.")),
        };
        self.beat(line, say, world, Some(test))
    }

    fn corner(&self) -> Beat {
        let q = self.after.corner;
        let mut world = self.scene(None, q);
        self.context.line(&mut world, Role::Added, "added", [self.before.corner, q]);
        self.context.add_named_point(&mut world, Role::NewSupport, q);
        let say = format!(
            "{q} is the next hull vertex: no point is to the right of the line {} {q}.",
            point_name(self.before.corner),
            q = point_name(q)
        );
        Beat { event: Some(Event::Support), ..self.beat("corner", say, world, None) }
    }

    fn close(&self, outcome: &'static str, say: &str) -> Beat {
        let corners = self.corners(self.after);
        let mut world = Picture::default();
        finished(&mut world, corners, self.context);
        let first = point_name(corners[0]);
        let why = match self.before.best {
            Some(_) => format!("{first} is the next vertex again, so the hull is closed."),
            None => format!("{first} is the only position: all points coincide."),
        };
        let left = Comparison::at_most(self.before.left, 0);
        let stop = StopTest::new(outcome, "close", "points to compare ≤ 0, and the best is the first vertex", left);
        Beat {
            line: "close",
            say: format!("{why} {say}").into(),
            pictures: Pictures::world(world),
            values: vec![Value::number(symbol::VERTICES, count(corners.len()))],
            tables: vec![table("Vertices", corners, None, self.context)],
            stops: vec![stop],
            event: Some(Event::Stop(EndingKind::Success)),
            ..Beat::default()
        }
    }

    fn beat(&self, line: &'static str, say: String, world: Picture, test: Option<Comparand>) -> Beat {
        if self.detail == Detail::Outline {
            return Beat { line, say: say.into(), ..Beat::default() };
        }
        let mut values = vec![Value::number(symbol::VERTICES, count(self.after.corners))];
        values.extend(test.map(|test| turn_value(test.turn, "candidate")));
        Beat {
            line,
            say: say.into(),
            pictures: Pictures::world(world),
            values,
            tables: vec![self.candidates(), table("Vertices", self.corners(self.after), None, self.context)],
            ..Beat::default()
        }
    }

    /// Table of the points compared from this vertex, with their turns relative to the best one: no turn is to the
    /// right.
    fn candidates(&self) -> Table {
        let Jarvis { corner, best, next, .. } = *self.after;
        let turns = best.map(|q| (self.march.turns)([corner, q], next)).unwrap_or_default();
        let rows = turns
            .into_iter()
            .map(|(p, turn)| Row {
                cells: vec![point_name(p).into(), number(turn)],
                key: Some(self.context.key(p)),
                chosen: best == Some(p),
            })
            .collect();
        Table { title: "Compared from the newest vertex", columns: vec!["point", "turn to the best, m²"], rows }
    }
}
