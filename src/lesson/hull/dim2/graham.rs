//! Lesson of Graham's scan, which finds a convex hull in the plane: the points are sorted by angle around the lowest
//! one and pushed on a stack of vertices. The newest vertex is removed wherever the path turns right or goes straight
//! on.

use contact_lens_model::answer::number::count;
use contact_lens_model::answer::point_name;
use contact_lens_model::snapshot::hull::plane::{Graham, Stack};
use contact_lens_picture::{Form, Picture, Role};

use super::{
    ENDINGS, TURN, TurnDirection, add_chain, add_finished_hull, add_named_point, add_other_points, add_point,
    add_subject, add_triangle, add_turn, choice, ending, outlined, signed_area, table, turn_direction,
};
use crate::recorded::narrated::Step;
use crate::{
    BODY_IN_PLANE, Beat, BodyContext, Card, Choice, Detail, EndingKind, Event, Lesson, Narrated, Narration, Pictures,
    PlotAxis, Recording, Sentence, Series, SourceFile, StopTest, Value, Verdict, say, symbol,
};

/// Card of Graham's scan.
pub const CARD: Card = Card {
    id: "graham",
    title: "Graham's scan",
    summary: "Which points of the plane are vertices of their convex hull? Sort them by angle, then remove every \
              right turn.",
    sources: &["Graham 1972"],
    listing: include_str!("../../engine/dim2/hull/graham/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/hull/graham/stepper.rs",
        text: include_str!("../../engine/dim2/hull/graham/stepper.rs"),
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
pub(super) const MAX_NAMED: usize = 12;

/// Name of the pivot in the legend.
const PIVOT: &str = "pivot of the sort";

/// Sine of the angle between two rays from the pivot up to which they count as one ray: above rounding error.
const SAME_ANGLE: f64 = 1e-12;

/// Index of the curve of the number of vertices on the stack in the card's series.
const STACK_SERIES: usize = 0;

/// Index of the curve of the number of points left in the card's series.
const LEFT_SERIES: usize = 1;

/// Lesson of a recorded scan over the points of a body.
pub fn lesson(
    recording: Box<dyn Recording<Graham>>,
    stack: Stack,
    context: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    Box::new(Narrated { recording, context, verdict, narration: GrahamNarration(stack) })
}

/// Narration of the scan, with the stacks of all its states.
struct GrahamNarration(Stack);

impl Narration for GrahamNarration {
    type State = Graham;
    type Context = BodyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Member, "other points"),
        (Role::Polytope, "stack"),
        (Role::NewSupport, "current point"),
        (Role::Removed, "not a hull vertex"),
        (Role::Ghost, "ray of the sort"),
        (Role::Axis, "tested turn"),
        (Role::Region, "tested triangle"),
        (Role::Bound, "enclosing triangle"),
        (Role::Simplex, "new on the stack"),
        (Role::Closest, "hull"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, detail, .. } = *step;
        let view = GrahamView { before, after, stack: &self.0, context, detail };
        let ([Some(a), Some(b)], Some(test), None) = (view.newest_two(), before.turn, step.end) else {
            return Vec::new();
        };
        match choice::turn_choice([a, b, view.tested_point()], test.left, beats) {
            Some(choice) => vec![choice.with_pictures_below(Pictures::world(view.turn_picture([a, b])))],
            None => Vec::new(),
        }
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let view = GrahamView { before, after, stack: &self.0, context, detail };
        let beats = if let Some(end) = step.end {
            vec![view.done_beat(ending(end).name, &step.verdict.say)]
        } else if before.sorted.is_empty() {
            view.sort_beats()
        } else if let Some(dropped) = after.dropped {
            vec![view.drop_beat(dropped)]
        } else {
            vec![view.push_beat()]
        };
        let points = vec![(STACK_SERIES, after.corners as f64), (LEFT_SERIES, f64::from(after.left.left))];
        outlined(beats, detail).map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

/// States around a step of the scan, with the data that the step's beats need.
pub(super) struct GrahamView<'a> {
    /// State before the step.
    before: &'a Graham,
    /// State after the step.
    pub(super) after: &'a Graham,
    /// Stacks of all states.
    stack: &'a Stack,
    /// Points of the body.
    pub(super) context: &'a BodyContext,
    /// Whether the beats have pictures, values and tables.
    detail: Detail,
}

impl GrahamView<'_> {
    /// Second newest and newest vertex on the stack before the step; `None` where the stack has fewer.
    fn newest_two(&self) -> [Option<u32>; 2] {
        let top = self.before.top;
        [top.and_then(|top| self.stack.below(top)), top]
    }

    /// Beats of the pivot and of the sorted points.
    fn sort_beats(&self) -> Vec<Beat> {
        let context = self.context;
        let pivot = self.after.pivot;
        let sorted = &self.after.sorted;
        let mut world = Picture::default();
        add_other_points(&mut world, Role::Member, &[&[pivot]], context);
        add_named_point(&mut world, Role::NewSupport, pivot, context);
        let lowest = context.position(pivot);
        let is_tied = context.points.iter().any(|position| position.y == lowest.y && *position != lowest);
        let name = context.point_mark(pivot);
        let say = if is_tied {
            say!("{} is the leftmost of the lowest points, so it is a hull vertex and the pivot of the sort.", name)
        } else {
            say!("{} is the lowest point, so it is a hull vertex and the pivot of the sort.", name)
        };
        let pictures = Pictures::world(world).naming(Role::NewSupport, PIVOT);
        let pivot_beat = Beat { line: "sort", say, pictures, ..Beat::default() };
        let mut world = Picture::default();
        add_other_points(&mut world, Role::Removed, &[sorted], context);
        for &i in &sorted[1..] {
            context.add_segment(&mut world, Role::Ghost, format!("ray/{i}"), [pivot, i]);
            add_point(&mut world, Role::Member, i, context);
        }
        add_named_point(&mut world, Role::NewSupport, pivot, context);
        let say = self.order_sentence();
        let tables = vec![self.order_table(None)];
        let pictures = Pictures::world(world).naming(Role::NewSupport, PIVOT);
        let order_beat = Beat { line: "sort", say, pictures, tables, ..Beat::default() };
        vec![pivot_beat, order_beat]
    }

    /// Point that this step tests; the pivot if all points are tested.
    fn tested_point(&self) -> u32 {
        self.before.sorted.get(self.before.next).copied().unwrap_or(self.before.pivot)
    }

    /// Picture of a state's stack and the tested point, without the result of the turn.
    fn stack_picture(&self, state: &Graham) -> Picture {
        let context = self.context;
        let p = self.tested_point();
        let mut world = Picture::default();
        if self.detail == Detail::Outline {
            return world;
        }
        let stack = &self.stack.under(state.top)[..];
        let sorted = &self.after.sorted;
        let untested = &sorted[self.after.next.max(self.before.next + 1)..];
        add_other_points(&mut world, Role::Removed, &[stack, &[p], untested], context);
        for &point in untested {
            add_point(&mut world, Role::Member, point, context);
        }
        add_chain(&mut world, Role::Polytope, stack, false, context);
        add_named_point(&mut world, Role::NewSupport, p, context);
        world
    }

    /// Picture of the tested turn, without its result; `a` and `b` are the newest vertices on the stack.
    fn turn_picture(&self, [a, b]: [u32; 2]) -> Picture {
        let mut world = self.stack_picture(self.before);
        add_turn(&mut world, [a, b, self.tested_point()], self.context);
        world
    }

    /// Beat of a tested point, with the stack after the step.
    fn beat(&self, line: &'static str, say: Sentence, world: Picture) -> Beat {
        if self.detail == Detail::Outline {
            return Beat { line, say, ..Beat::default() };
        }
        let stack = self.stack.under(self.after.top);
        let names: Vec<String> = stack.iter().map(|&point| point_name(point)).collect();
        let values = vec![Value::number(symbol::STACK, short_list(names))];
        let newest_first: Vec<u32> = stack.into_iter().rev().collect();
        let tables = vec![
            table("Stack, newest first", &newest_first, None, self.context),
            self.order_table(Some(self.tested_point())),
        ];
        Beat { line, say, pictures: Pictures::world(world), values, tables, ..Beat::default() }
    }

    /// Beat of the vertex `b` that is removed from the stack.
    fn drop_beat(&self, b: u32) -> Beat {
        let context = self.context;
        let mut world = self.stack_picture(self.after);
        let pivot = self.before.pivot;
        let a = self.after.top.unwrap_or(pivot);
        let p = self.tested_point();
        if self.detail == Detail::Full {
            add_turn(&mut world, [a, b, p], context);
            add_subject(&mut world, Role::Removed, b, context);
        }
        let [a_name, b_name, p_name] = [a, b, p].map(|point| context.point_mark(point));
        let twice_area = self.before.turn.map_or(0.0, |test| test.left);
        let say = match turn_direction(twice_area) {
            TurnDirection::Right => {
                world.add(Role::Bound, "triangle", Form::Polygon([pivot, a, p].map(|i| context.position(i)).to_vec()));
                let [to_b, to_p] = [b, p].map(|point| context.position(point) - context.position(pivot));
                let is_on_edge = to_b.cross(to_p).z.abs() <= SAME_ANGLE * to_b.length() * to_p.length();
                say!(
                    "{} → {} → {} turns right: {} is {} the triangle {} {} {}, so it is not a hull vertex.",
                    &a_name,
                    &b_name,
                    &p_name,
                    &b_name,
                    if is_on_edge { "on an edge of" } else { "inside" },
                    context.point_mark(pivot),
                    &a_name,
                    &p_name
                )
            }
            TurnDirection::Left | TurnDirection::Straight => say!(
                "{} → {} → {} is straight: {} is between {} and {}, so it is not a hull vertex.",
                &a_name,
                &b_name,
                &p_name,
                &b_name,
                &a_name,
                &p_name
            ),
        };
        Beat { event: Some(Event::Reduction), ..self.beat("drop", say, world) }
    }

    /// Beat of the tested point that is pushed on the stack.
    fn push_beat(&self) -> Beat {
        let context = self.context;
        let mut world = self.stack_picture(self.before);
        let p = self.tested_point();
        let is_full = self.detail == Detail::Full;
        if is_full {
            add_subject(&mut world, Role::Simplex, p, context);
            if let Some(top) = self.before.top {
                world.arrow(Role::Simplex, TURN, context.position(top), context.position(p));
            }
        }
        let Some(test) = self.before.turn else { return self.beat("push", self.untested_push_sentence(), world) };
        let [Some(a), Some(b)] = self.newest_two() else {
            return self.beat("push", self.untested_push_sentence(), world);
        };
        add_triangle(&mut world, [a, b, p], test, context);
        let [a, b, p] = [a, b, p].map(|point| context.point_mark(point));
        let say = say!(
            "{} → {} → {} turns left, since the signed area of the triangle is positive: {} stays, and {} is pushed on \
             the stack.",
            a,
            &b,
            &p,
            &b,
            &p
        );
        let mut beat = self.beat("push", say, world);
        if is_full {
            beat.values.push(signed_area(test));
        }
        beat
    }

    /// Sentence on a point that is pushed on a stack of fewer than two vertices.
    fn untested_push_sentence(&self) -> Sentence {
        let p = self.context.point_mark(self.tested_point());
        if let Some(top) = self.before.top {
            let top = self.context.point_mark(top);
            return say!("{} is pushed on the stack after {}, without a test: a turn needs three points.", p, top);
        }
        if self.before.sorted.len() == 1 && self.context.points.len() > 1 {
            return say!("{} is the only point on the stack: all other points coincide with it.", p);
        }
        say!("{} is the first point on the stack.", p)
    }

    /// Beat of the finished hull; `outcome` is the name of the ending, `say` the verdict.
    fn done_beat(&self, outcome: &'static str, say: &str) -> Beat {
        let mut world = Picture::default();
        let corners = self.stack.under(self.after.top);
        add_finished_hull(&mut world, &corners, self.context);
        let answer = Sentence::answer(say);
        let say = match corners.len() {
            0..=2 => answer,
            _ => say!("All points are tested, and the stack turns left at every vertex. {}", answer),
        };
        let stop = StopTest::new(outcome, "done", "points left ≤ 0", self.before.left);
        let tables = vec![table("Vertices", &corners, None, self.context)];
        Beat {
            line: "done",
            say,
            pictures: Pictures::world(world),
            values: vec![Value::number(symbol::VERTICES, count(self.after.corners))],
            tables,
            stops: vec![stop],
            event: Some(Event::Stop(EndingKind::Success)),
            ..Beat::default()
        }
    }
}

/// Joins names with spaces; of many, only the first two and the last three.
fn short_list(mut names: Vec<String>) -> String {
    if names.len() > MAX_NAMED {
        names.splice(2..names.len() - 3, [String::from("…")]);
    }
    names.join(" ")
}
