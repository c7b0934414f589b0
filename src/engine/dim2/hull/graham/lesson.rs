//! What people see of Graham's scan: the points in their order, and a stack of corners that grows and shrinks.

use super::super::super::prelude::*;
use super::super::lesson::{
    ENDINGS, chain, finished, name, names, others, outlined, table, turn, turn_value, verdict, way,
};
use super::Graham;
use crate::answer::number::{count, number};
use crate::answer::{Shown, point_name};
use crate::lesson::{
    BODY_IN_PLANE, Beat, BodyContext, Card, Detail, EndingKind, Event, Lesson, Pictures, PlotAxis, Recorded, Row,
    Series, SourceFile, Step, StopTest, Table, Tape, Tells, Value,
};
use crate::picture::{Picture, Role};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "graham",
    title: "Graham's scan",
    summary: "Which points of the plane are corners of their convex hull? Sort by angle, then drop what turns right.",
    sources: &["Graham 1972"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim2/hull/graham/stepper.rs", text: include_str!("stepper.rs") }],
    views: BODY_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "corners on the stack", role: Role::Polytope },
        Series { name: "points to come", role: Role::Axis },
    ],
    endings: ENDINGS,
};

/// Records the scan of the points of a body, which `context` places in the world.
pub fn play(start: Graham, points: &[Vec2], context: BodyContext) -> Box<dyn Lesson> {
    let tape = Tape::record(start);
    let verdict = verdict(points, &tape.last().stack, *tape.outcome(), tape.steps(), &context.name);
    Box::new(Recorded { tape, context, verdict, teller: Teller })
}

struct Teller;

impl Tells for Teller {
    type Run = Graham;
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

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = View { before: step.before, after: step.after, context: step.context, detail: step.detail };
        let beats = match (step.end, step.after.dropped) {
            (Some(end), _) => vec![view.done(name(end), &step.verdict.say)],
            _ if step.before.sorted.is_empty() => view.sort(),
            (None, Some(b)) => vec![view.drop(b)],
            (None, None) => vec![view.push()],
        };
        let (stack, to_come) = (step.after.stack.len(), step.after.left());
        let points = vec![(0, stack as f64), (1, to_come.left as f64)];
        outlined(beats, step.detail).map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

/// One step with its surroundings.
struct View<'a> {
    before: &'a Graham,
    after: &'a Graham,
    context: &'a BodyContext,
    detail: Detail,
}

impl View<'_> {
    /// The pivot, and the points in order round it.
    fn sort(&self) -> Vec<Beat> {
        let (context, pivot, sorted) = (self.context, self.after.pivot, &self.after.sorted);
        let mut world = Picture::default();
        others(&mut world, Role::ShapeA, &[&[pivot]], context);
        context.named(&mut world, Role::NewSupport, pivot);
        let say = format!(
            "{} lies lowest, of these leftmost: it is a corner for certain, and all others lie above it, at angles of up to half a turn.",
            point_name(pivot)
        );
        let values = vec![Value::new("n", "points", count(context.points.len()), "hull")];
        let lowest = Beat { line: "sort", say, pictures: Pictures::world(world), values, ..Beat::default() };
        let mut world = Picture::default();
        others(&mut world, Role::Removed, &[sorted], context);
        for &i in &sorted[1..] {
            context.line(&mut world, Role::Ghost, format!("ray/{i}"), [pivot, i]);
            context.named(&mut world, Role::ShapeA, i);
        }
        context.named(&mut world, Role::NewSupport, pivot);
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
            Value::new("twins", "points that lie on others", count(context.points.len() - sorted.len()), "hull"),
            Value::new("others", "points beside the lowest", count(sorted.len() - 1), "hull"),
        ];
        let tables = vec![self.order(None)];
        vec![lowest, Beat { line: "sort", say, pictures: Pictures::world(world), values, tables, ..Beat::default() }]
    }

    /// The points with their angles.
    fn order(&self, chosen: Option<u32>) -> Table {
        let (context, pivot) = (self.context, self.after.pivot);
        let angle = |point: u32| {
            let arm = context.at(point) - context.at(pivot);
            let turned = arm.y.atan2(arm.x).to_degrees();
            if point == pivot { Shown::from("pivot") } else { number(turned) }
        };
        let row = |(rank, &point): (usize, &u32)| Row {
            cells: vec![count(rank), point_name(point).into(), angle(point)],
            key: Some(context.key(point)),
            chosen: chosen == Some(point),
        };
        let rows = self.after.sorted.iter().enumerate().map(row).collect();
        Table { title: "Order", columns: vec!["rank", "point", "angle, °"], rows }
    }

    /// The point that this step looks at.
    fn point(&self) -> u32 {
        self.before.sorted.get(self.before.next).copied().unwrap_or(self.before.pivot)
    }

    /// What both outcomes of a turn share: the stack as it was and the point looked at.
    fn scene(&self, stack: &[u32]) -> Picture {
        let (context, p) = (self.context, self.point());
        let mut world = Picture::default();
        if self.detail == Detail::Outline {
            return world;
        }
        let (sorted, known) = (&self.after.sorted, self.after.next.max(self.before.next + 1));
        others(&mut world, Role::Removed, &[stack, &[p], &sorted[known..]], context);
        sorted[known..].iter().for_each(|&i| context.dot(&mut world, Role::ShapeA, i));
        if p != self.before.pivot {
            context.line(&mut world, Role::Ghost, format!("ray/{p}"), [self.before.pivot, p]);
        }
        chain(&mut world, Role::Polytope, stack, false, context);
        if let [.., a, b] = self.before.stack[..] {
            turn(&mut world, [a, b, p], context);
        }
        context.named(&mut world, Role::NewSupport, p);
        world
    }

    fn beat(&self, line: &'static str, say: String, world: Picture) -> Beat {
        let mut values = vec![Value::new("k", "corners on the stack", count(self.after.stack.len()), "hull")];
        let test = self.before.turn();
        values.extend(test.map(turn_value));
        if self.detail == Detail::Outline {
            return Beat { line, say, ..Beat::default() };
        }
        let mut newest_first = self.after.stack.clone();
        newest_first.reverse();
        let tables =
            vec![table("Stack, the newest on top", &newest_first, None, self.context), self.order(Some(self.point()))];
        Beat { line, say, pictures: Pictures::world(world), values, tables, ..Beat::default() }
    }

    fn drop(&self, b: u32) -> Beat {
        let mut world = self.scene(&self.after.stack);
        world.label(Role::Removed, self.context.key(b), self.context.at(b), point_name(b));
        let a = self.after.stack.last().copied().unwrap_or(b);
        let (a, b, p) = (point_name(a), point_name(b), point_name(self.point()));
        let turn = self.before.turn().map_or(0.0, |test| test.left);
        let say = match way(turn) {
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
        let mut world = self.scene(&self.before.stack);
        if let Some(&b) = self.before.stack.last() {
            self.context.line(&mut world, Role::Added, "added", [b, self.point()]);
        }
        let p = point_name(self.point());
        let say = match self.before.stack[..] {
            [] => format!("The scan begins with {p}, which is a corner for certain."),
            [a] => format!("Two points make no turn yet: {p} goes on the stack, on top of {}.", point_name(a)),
            [.., a, b] => format!(
                "From {} over {b} to {p} the way turns left: {b} stays a corner for now, and {p} goes on the stack.",
                point_name(a),
                b = point_name(b)
            ),
        };
        self.beat("push", say, world)
    }

    fn done(&self, outcome: &'static str, say: &str) -> Beat {
        let mut world = Picture::default();
        finished(&mut world, &self.after.stack, self.context);
        let stop = StopTest::new(outcome, "done", "points to come ≤ 0", self.before.left());
        let tables = vec![table("Corners", &self.after.stack, None, self.context)];
        Beat {
            line: "done",
            say: format!("No point is left, and the stack turns left everywhere. {say}"),
            pictures: Pictures::world(world),
            values: vec![Value::new("k", "corners", count(self.after.stack.len()), "hull")],
            tables,
            stops: vec![stop],
            event: Some(Event::Stop(EndingKind::Success)),
            ..Beat::default()
        }
    }
}
