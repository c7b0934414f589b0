//! Lesson of Graham's scan: the points sorted by angle, and a stack of vertices that grows and shrinks.

use super::{ENDINGS, add_turn, chain, choice, ending, finished, others, outlined, table, turn_direction, turn_value};
use crate::answer::number::{count, number};
use crate::answer::{Shown, point_name};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    BODY_IN_PLANE, Beat, BodyContext, Card, Choice, Detail, EndingKind, Event, Lesson, Narrated, Narration, Pictures,
    PlotAxis, Recording, Row, Series, SourceFile, StopTest, Table, Value, Verdict, symbol,
};
use crate::picture::{Form, Picture, Role};
use crate::snapshot::hull::plane::{Graham, Stack};

/// Card of Graham's scan.
pub const CARD: Card = Card {
    id: "graham",
    title: "Graham's scan",
    summary: "Which points of the plane are vertices of their convex hull? Sort them by angle, then remove every right turn.",
    sources: &["Graham 1972"],
    listing: include_str!("../../../engine/dim2/hull/graham/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/hull/graham/stepper.rs",
        text: include_str!("../../../engine/dim2/hull/graham/stepper.rs"),
    }],
    views: BODY_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "vertices on the stack", role: Role::Polytope },
        Series { name: "points left", role: Role::Axis },
    ],
    endings: ENDINGS,
};

/// Largest number of points that a sentence lists by name.
const MOST_NAMED: usize = 12;

/// Lesson of a recorded scan over the points of a body.
pub fn lesson(
    recording: Box<dyn Recording<Graham>>,
    stack: Stack,
    context: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: Scan(stack) })
}

struct Scan(Stack);

impl Narration for Scan {
    type State = Graham;
    type Context = BodyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "next points"),
        (Role::Polytope, "stack"),
        (Role::NewSupport, "tested point"),
        (Role::Removed, "no vertex"),
        (Role::Ghost, "angle"),
        (Role::Axis, "tested turn"),
        (Role::Added, "added"),
        (Role::Closest, "hull"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, detail, .. } = *step;
        let view = GrahamView { before, after, stack: &self.0, context, detail };
        let ([Some(a), Some(b)], Some(test), None) = (view.newest(), before.turn, step.end) else { return Vec::new() };
        let asked = choice::turn_choice([a, b, view.point()], test.left, beats);
        asked.map(|asked| asked.drawn(Pictures::world(view.scene(before)))).into_iter().collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let view = GrahamView { before, after, stack: &self.0, context, detail };
        let beats = match (step.end, step.after.dropped) {
            (Some(end), _) => vec![view.done(ending(end).name, &step.verdict.say)],
            _ if step.before.sorted.is_empty() => view.sort(),
            (None, Some(b)) => vec![view.drop(b)],
            (None, None) => vec![view.push()],
        };
        let points = vec![(0, after.corners as f64), (1, f64::from(after.left.left))];
        outlined(beats, detail).map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

struct GrahamView<'a> {
    before: &'a Graham,
    after: &'a Graham,
    stack: &'a Stack,
    context: &'a BodyContext,
    detail: Detail,
}

impl GrahamView<'_> {
    /// Second newest and newest vertex on the stack before the step.
    fn newest(&self) -> [Option<u32>; 2] {
        let top = self.before.top;
        [top.and_then(|top| self.stack.below(top)), top]
    }

    /// Beats of the pivot and of the sorted points.
    fn sort(&self) -> Vec<Beat> {
        let context = self.context;
        let pivot = self.after.pivot;
        let sorted = &self.after.sorted;
        let mut world = Picture::default();
        others(&mut world, Role::ShapeA, &[&[pivot]], context);
        context.add_named_point(&mut world, Role::NewSupport, pivot);
        let lowest = context.at(pivot).y;
        let is_tied =
            (0..context.points.len() as u32).any(|i| context.at(i).y == lowest && context.at(i) != context.at(pivot));
        let name = point_name(pivot);
        let say = match is_tied {
            true => format!(
                "{name} is the leftmost of the lowest points, so it is a hull vertex and the pivot of the sort."
            ),
            false => format!("{name} is the lowest point, so it is a hull vertex and the pivot of the sort."),
        };
        let values = vec![Value::number(symbol::POINTS, count(context.points.len()))];
        let lowest =
            Beat { line: "sort", say: say.into(), pictures: Pictures::world(world), values, ..Beat::default() };
        let mut world = Picture::default();
        others(&mut world, Role::Removed, &[sorted], context);
        for &i in &sorted[1..] {
            context.line(&mut world, Role::Ghost, format!("ray/{i}"), [pivot, i]);
            context.add_named_point(&mut world, Role::ShapeA, i);
        }
        context.add_named_point(&mut world, Role::NewSupport, pivot);
        let say = self.order_sentence();
        let values = vec![
            Value::number(symbol::POINTS, count(context.points.len())),
            Value::number(symbol::DUPLICATES, count(context.points.len() - sorted.len())),
            Value::number(symbol::OTHER_POINTS, count(sorted.len() - 1)),
        ];
        let tables = vec![self.order(None)];
        vec![
            lowest,
            Beat { line: "sort", say: say.into(), pictures: Pictures::world(world), values, tables, ..Beat::default() },
        ]
    }

    /// Sentence on the order of the points by angle, and on the skipped duplicates.
    fn order_sentence(&self) -> String {
        let sorted = &self.after.sorted;
        let pivot = point_name(self.after.pivot);
        let skipped = match self.context.points.len() - sorted.len() {
            0 => String::new(),
            1 => String::from(" One duplicate point is skipped."),
            n => format!(" {n} duplicate points are skipped."),
        };
        match &sorted[1..] {
            [] => format!("{pivot} is the only position: no other point is left to sort.{skipped}"),
            rest if rest.len() > MOST_NAMED => format!(
                "The {} other points are sorted by angle around {pivot}; at equal angles the nearer comes first.{skipped}",
                rest.len()
            ),
            rest => format!(
                "The order by angle around {pivot} is {}; at equal angles the nearer comes first.{skipped}",
                rest.iter().map(|&i| point_name(i)).collect::<Vec<_>>().join(", ")
            ),
        }
    }

    /// Table of the points with their angles.
    fn order(&self, chosen: Option<u32>) -> Table {
        let context = self.context;
        let pivot = self.after.pivot;
        let rows = self
            .after
            .sorted
            .iter()
            .enumerate()
            .map(|(rank, &point)| Row {
                cells: vec![count(rank), point_name(point).into(), angle_text(context, pivot, point)],
                key: Some(context.key(point)),
                chosen: chosen == Some(point),
            })
            .collect();
        Table { title: "Order", columns: vec!["rank", "point", "angle, °"], rows }
    }

    /// Point that this step tests.
    fn point(&self) -> u32 {
        self.before.sorted.get(self.before.next).copied().unwrap_or(self.before.pivot)
    }

    /// Picture of a state's stack and the tested point, without the result of the turn.
    fn scene(&self, state: &Graham) -> Picture {
        let context = self.context;
        let p = self.point();
        let mut world = Picture::default();
        if self.detail == Detail::Outline {
            return world;
        }
        let stack = &self.stack.under(state.top)[..];
        let sorted = &self.after.sorted;
        let known = self.after.next.max(self.before.next + 1);
        others(&mut world, Role::Removed, &[stack, &[p], &sorted[known..]], context);
        sorted[known..].iter().for_each(|&i| context.dot(&mut world, Role::ShapeA, i));
        if p != self.before.pivot {
            context.line(&mut world, Role::Ghost, format!("ray/{p}"), [self.before.pivot, p]);
        }
        chain(&mut world, Role::Polytope, stack, false, context);
        if let [Some(a), Some(b)] = self.newest() {
            add_turn(&mut world, [a, b, p], context);
        }
        context.add_named_point(&mut world, Role::NewSupport, p);
        world
    }

    fn beat(&self, line: &'static str, say: String, world: Picture) -> Beat {
        let mut values = vec![Value::number(symbol::STACK, count(self.after.corners))];
        values.extend(self.before.turn.map(|turn| turn_value(turn, "turn")));
        if self.detail == Detail::Outline {
            return Beat { line, say: say.into(), ..Beat::default() };
        }
        let mut newest_first = self.stack.under(self.after.top);
        newest_first.reverse();
        let tables =
            vec![table("Stack, newest first", &newest_first, None, self.context), self.order(Some(self.point()))];
        Beat { line, say: say.into(), pictures: Pictures::world(world), values, tables, ..Beat::default() }
    }

    fn drop(&self, b: u32) -> Beat {
        let mut world = self.scene(self.after);
        world.label(Role::Removed, self.context.key(b), self.context.at(b), point_name(b));
        let a = self.after.top.unwrap_or(b);
        let a = point_name(a);
        let b = point_name(b);
        let p = point_name(self.point());
        let turn = self.before.turn.map_or(0.0, |test| test.left);
        let say = match turn_direction(turn) {
            "right" => {
                let pivot = self.before.pivot;
                let triangle = [pivot, self.after.top.unwrap_or(pivot), self.point()].map(|i| self.context.at(i));
                world.add(Role::Removed, "triangle", Form::Polygon(triangle.to_vec()));
                format!(
                    "{a} → {b} → {p} turns right: {b} is inside the triangle {} {a} {p}, so it is no hull vertex.",
                    point_name(pivot)
                )
            }
            _ => format!("{a} → {b} → {p} is straight: {b} is between {a} and {p}, so it is no hull vertex."),
        };
        Beat { event: Some(Event::Reduction), ..self.beat("drop", say, world) }
    }

    fn push(&self) -> Beat {
        let mut world = self.scene(self.before);
        if let Some(b) = self.before.top {
            self.context.line(&mut world, Role::Added, "added", [b, self.point()]);
        }
        let p = point_name(self.point());
        let say = match self.newest() {
            [_, None] => format!("{p} is the first vertex on the stack."),
            [None, Some(a)] => format!("{p} is pushed onto {}: two points make no turn to test.", point_name(a)),
            [Some(a), Some(b)] => format!(
                "{} → {b} → {p} turns left: {b} stays for now, and {p} is pushed onto the stack.",
                point_name(a),
                b = point_name(b)
            ),
        };
        self.beat("push", say, world)
    }

    fn done(&self, outcome: &'static str, say: &str) -> Beat {
        let mut world = Picture::default();
        let corners = self.stack.under(self.after.top);
        finished(&mut world, &corners, self.context);
        let why = match corners.len() {
            0 | 1 => "All points are tested, and one vertex is left on the stack.",
            2 => "All points are tested, and two vertices are left on the stack.",
            _ => "All points are tested, and the stack turns left at every vertex.",
        };
        let stop = StopTest::new(outcome, "done", "points left ≤ 0", self.before.left);
        let tables = vec![table("Vertices", &corners, None, self.context)];
        Beat {
            line: "done",
            say: format!("{why} {say}").into(),
            pictures: Pictures::world(world),
            values: vec![Value::number(symbol::VERTICES, count(self.after.corners))],
            tables,
            stops: vec![stop],
            event: Some(Event::Stop(EndingKind::Success)),
            ..Beat::default()
        }
    }
}

fn angle_text(context: &BodyContext, pivot: u32, point: u32) -> Shown {
    let arm = context.at(point) - context.at(pivot);
    let turned = arm.y.atan2(arm.x).to_degrees();
    if point == pivot { Shown::from("pivot") } else { number(turned) }
}
