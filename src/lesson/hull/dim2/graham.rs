//! Lesson of Graham's scan: the points sorted by angle, and a stack of vertices that grows and shrinks.

use super::{
    ENDINGS, add_turn, chain, choice, finished, name, names, others, outlined, table, turn_direction, turn_value,
};
use crate::answer::number::{count, number};
use crate::answer::{Shown, point_name};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    BODY_IN_PLANE, Beat, BodyContext, Card, Choice, Detail, EndingKind, Event, Lesson, Narrated, Narration, Pictures,
    PlotAxis, Recording, Row, Series, SourceFile, StopTest, Table, Value, Verdict,
};
use crate::picture::{Picture, Role};
use crate::snapshot::hull::plane::{Graham, Stack};

/// Card of Graham's scan.
pub const CARD: Card = Card {
    id: "graham",
    title: "Graham's scan",
    summary: "Which points of the plane are corners of their convex hull? Sort by angle, then drop what turns right.",
    sources: &["Graham 1972"],
    listing: include_str!("../../../engine/dim2/hull/graham/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/hull/graham/stepper.rs",
        text: include_str!("../../../engine/dim2/hull/graham/stepper.rs"),
    }],
    views: BODY_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "corners on the stack", role: Role::Polytope },
        Series { name: "points to come", role: Role::Axis },
    ],
    endings: ENDINGS,
};

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
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "point to come"),
        (Role::Polytope, "stack"),
        (Role::NewSupport, "point looked at"),
        (Role::Removed, "no corner"),
        (Role::Ghost, "angle"),
        (Role::Axis, "turn that is tested"),
        (Role::Added, "added"),
        (Role::Closest, "hull"),
    ];

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
            (Some(end), _) => vec![view.done(name(end), &step.verdict.say)],
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
        let say = format!(
            "{} is the lowest point (among equals the leftmost), so it is a corner for certain. Seen from it, all others lie within half a turn.",
            point_name(pivot)
        );
        let values = vec![Value::new("n", "points", count(context.points.len()), "hull")];
        let lowest = Beat { line: "sort", say, pictures: Pictures::world(world), values, ..Beat::default() };
        let mut world = Picture::default();
        others(&mut world, Role::Removed, &[sorted], context);
        for &i in &sorted[1..] {
            context.line(&mut world, Role::Ghost, format!("ray/{i}"), [pivot, i]);
            context.add_named_point(&mut world, Role::ShapeA, i);
        }
        context.add_named_point(&mut world, Role::NewSupport, pivot);
        let twins = context.points.len() - sorted.len();
        let twins = match twins {
            0 => String::new(),
            1 => String::from(" One point lies on another and is left out."),
            n => format!(" {n} points lie on others and are left out."),
        };
        let say = match &sorted[1..] {
            [] => format!("There is no other point to sort about {}.{twins}", point_name(pivot)),
            rest => format!(
                "By their angle about {} the others come in the order {}; of two at one angle the nearer comes first.{twins}",
                point_name(pivot),
                names(rest)
            ),
        };
        let values = vec![
            Value::new("n", "points", count(context.points.len()), "hull"),
            Value::new("twins", "on others", count(context.points.len() - sorted.len()), "hull"),
            Value::new("others", "other points", count(sorted.len() - 1), "hull"),
        ];
        let tables = vec![self.order(None)];
        vec![lowest, Beat { line: "sort", say, pictures: Pictures::world(world), values, tables, ..Beat::default() }]
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
        let mut values = vec![Value::new("k", "on the stack", count(self.after.corners), "hull")];
        values.extend(self.before.turn.map(turn_value));
        if self.detail == Detail::Outline {
            return Beat { line, say, ..Beat::default() };
        }
        let mut newest_first = self.stack.under(self.after.top);
        newest_first.reverse();
        let tables =
            vec![table("Stack, the newest on top", &newest_first, None, self.context), self.order(Some(self.point()))];
        Beat { line, say, pictures: Pictures::world(world), values, tables, ..Beat::default() }
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
            "right" => format!(
                "From {a} over {b} to {p} the way turns right: {b} lies in the triangle of {a}, {p} and {}, so it is no corner.",
                point_name(self.before.pivot)
            ),
            _ => format!(
                "From {a} over {b} to {p} the way does not turn: {b} lies on the line to {p}, so it is no corner."
            ),
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
            [_, None] => format!("The scan begins with {p}, which is a corner for certain."),
            [None, Some(a)] => {
                format!("Two points make no turn yet: {p} goes on the stack, on top of {}.", point_name(a))
            }
            [Some(a), Some(b)] => format!(
                "From {} over {b} to {p} the way turns left: {b} stays a corner for now, and {p} goes on the stack.",
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
        let stop = StopTest::new(outcome, "done", "points to come ≤ 0", self.before.left);
        let tables = vec![table("Corners", &corners, None, self.context)];
        Beat {
            line: "done",
            say: format!(
                "All points have been looked at, and the way along the stack turns left at every corner. {say}"
            ),
            pictures: Pictures::world(world),
            values: vec![Value::new("k", "corners", count(self.after.corners), "hull")],
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
