//! Lesson of support mappings: the points of A, of B and of the difference `A − B` that lie farthest along a direction
//! `d`, and the supporting plane of `A − B`. [`lesson`] turns the recorded state into beats (narrated sub-steps) and
//! quiz questions.

mod choice;
mod focus;
mod separation;

use contact_lens_model::answer::Shown;
use contact_lens_model::answer::number::{count, length, number, point, vector};
use contact_lens_model::snapshot::support::{Mapping, Outcome};
use contact_lens_picture::{Camera, Picture, Role};
use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Beat, Card, Choice, Detail, Ending, Event, Lesson, Narrated, Narration, PAIR, PAIR_ROLES, PairContext, Pictures,
    PlotAxis, Recording, Row, Sentence, SourceFile, Table, Value, Verdict, View, add_named_point, say, symbol,
};

/// Card of support mappings.
pub const CARD: Card = Card {
    id: "support",
    title: "Support mapping",
    summary: "Which point of A, of B and of A − B lies farthest in a direction?",
    sources: &["Advanced Collision Detection, 2011: support mapping", "van den Bergen 2003, 4.3"],
    listing: include_str!("../engine/dim3/support/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/support/stepper.rs",
        text: include_str!("../engine/dim3/support/stepper.rs"),
    }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[],
    endings: ENDINGS,
};

endings! {
    fn ending(Outcome), ENDINGS:
    Outcome::Farthest => success "Farthest" called "Farthest point found":
        "No point of A − B lies farther along d than w.";
    Outcome::NoDirection => no_answer "NoDirection":
        "d is zero, so all points are equally far along d; w is one of these points.";
}

/// Returns the lesson of a recorded support mapping.
pub fn lesson(recording: Box<dyn Recording<Mapping>>, context: PairContext, verdict: Verdict) -> Box<dyn Lesson> {
    let d = context.space.cso(recording.last().d);
    Box::new(Narrated { recording, context, verdict, narration: Farthest { d } })
}

/// Verdict of a support mapping with the state `last`: whether the direction separates the bodies, and by how much.
pub fn verdict(last: &Mapping, outcome: Outcome, context: &PairContext) -> Verdict {
    SupportView::of(last, outcome, context).verdict(outcome, context)
}

/// Narration of the support points and their consequence.
struct Farthest {
    /// Direction `d`, world axes, of any length; may be zero.
    d: DVec3,
}

impl Narration for Farthest {
    type State = Mapping;
    type Context = PairContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::NewSupport, "support point"),
        (Role::Closest, "w = a − b"),
        (Role::Axis, "direction d"),
        PAIR_ROLES[0],
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { after, end, context, detail, .. } = step;
        let view = SupportView { detail, ..SupportView::of(after, end.unwrap_or(Outcome::Farthest), context) };
        let mut beats = vec![
            view.support_of_a_beat(context),
            view.support_of_b_beat(context),
            view.difference_beat(context),
            view.height_beat(context),
        ];
        if detail == Detail::Full {
            for (i, beat) in beats.iter_mut().enumerate() {
                beat.values = view.values(beat.line);
                // Each of the first three beats adds a point to the table.
                let mut table = view.table(context);
                table.rows.truncate(i + 1);
                beat.tables = vec![table];
            }
        }
        beats
    }

    /// Perpendicular to `d`, so that supporting planes are lines and heights along `d` have their true length.
    fn camera(&self, _: &View, _: DVec3) -> Option<Camera> {
        (self.d != DVec3::ZERO).then(|| Camera::perpendicular_to(self.d, &[]))
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        choice::choices(step.after, step.end, step.context, beats)
    }
}

/// State after the step, in the coordinates of the views.
struct SupportView {
    /// Direction `d`, world axes, of any length; may be zero.
    d: DVec3,
    /// Support point of A along `d`, world, meters.
    a: DVec3,
    /// Support point of B along `−d`, world, meters.
    b: DVec3,
    /// Indices of the features of A and B with the support points.
    features: [u32; 2],
    /// Support point `a − b` of `A − B`, configuration space, meters.
    w: DVec3,
    /// Height `d · w` of the supporting plane of `A − B` above the origin, meters times the length of `d`.
    h: f64,
    /// Rounding error of `h / |d|`, meters.
    rounding: f64,
    outcome: Outcome,
    /// Requested amount of detail.
    detail: Detail,
}

impl SupportView {
    /// Data of the state `after`, in full detail.
    fn of(after: &Mapping, outcome: Outcome, context: &PairContext) -> Self {
        Self {
            d: context.space.cso(after.d),
            a: context.space.world(after.w.a),
            b: context.space.world(after.w.b),
            features: after.w.features,
            w: context.space.cso(after.w.w),
            h: after.value,
            rounding: after.rounding,
            outcome,
            detail: Detail::Full,
        }
    }

    /// Extent `h / |d|` of `A − B` from the origin along the unit direction, meters; negative if the plane separates
    /// `A − B` from the origin, 0 without a direction.
    fn extent(&self) -> f64 {
        if self.outcome == Outcome::NoDirection { 0.0 } else { self.h / self.d.length() }
    }

    /// Direction `d`, as a value.
    fn direction(&self) -> Value {
        Value::of(symbol::DIRECTION, vector(self.d), "d")
    }

    /// Direction `−d`, as a value.
    fn opposite_direction(&self) -> Value {
        Value::of(symbol::OPPOSITE_DIRECTION, vector(-self.d), "d")
    }

    /// Point `w`, as a value.
    fn difference_point(&self) -> Value {
        Value::of(symbol::SUPPORT, point(self.w), "w/0")
    }

    /// Distance of the plane through `w` from the origin, as a value: a gap or an overlap.
    fn plane_distance(&self) -> Value {
        let extent = self.extent();
        let symbol = if extent < 0.0 { symbol::GAP } else { symbol::OVERLAP };
        Value::of(symbol, length(extent.abs()), "h")
    }

    /// Beat of the support point of A and its supporting plane.
    fn support_of_a_beat(&self, context: &PairContext) -> Beat {
        let [name, _] = context.body_names();
        let a = Sentence::mark("a", "a/0");
        let say = match self.outcome {
            Outcome::NoDirection => {
                say!("d is zero, so all points of {} are equally far along d; {} is one of them.", name, a)
            }
            Outcome::Farthest => say!(
                "{} is a farthest point of {} along d = {}: no point of {} lies beyond the plane through {}.",
                &a,
                &name,
                self.direction(),
                &name,
                &a
            ),
        };
        Beat {
            line: "on-a",
            say,
            pictures: self.detail.full(|| {
                let mut world = Picture::default();
                add_named_point(&mut world, Role::NewSupport, "a/0", self.a, "a");
                context.add_plane(&mut world, 0, "plane/a", self.a, self.d);
                context.add_named_direction(&mut world, "d", self.a, self.d, "d");
                let pictures = Pictures::from((world, Picture::default())).without_body(Role::ShapeB);
                pictures.facing(focus::on_body(context, 0, self.a, self.d))
            }),
            event: Some(Event::Support),
            ..Beat::default()
        }
    }

    /// Beat of the support point of B and its supporting plane.
    fn support_of_b_beat(&self, context: &PairContext) -> Beat {
        let [_, name] = context.body_names();
        let b = Sentence::mark("b", "b/0");
        let say = match self.outcome {
            Outcome::NoDirection => {
                say!("d is zero, so all points of {} are equally far along −d; {} is one of them.", name, b)
            }
            Outcome::Farthest => say!(
                "{} is a farthest point of {} along −d = {}: no point of {} lies beyond the plane through {}.",
                &b,
                &name,
                self.opposite_direction(),
                &name,
                &b
            ),
        };
        Beat {
            line: "on-b",
            say,
            pictures: self.detail.full(|| {
                let mut world = Picture::default();
                add_named_point(&mut world, Role::NewSupport, "b/0", self.b, "b");
                context.add_plane(&mut world, 1, "plane/b", self.b, -self.d);
                context.add_named_direction(&mut world, "d", self.b, -self.d, "−d");
                let pictures = Pictures::from((world, Picture::default())).naming(Role::Axis, "direction −d");
                pictures.without_body(Role::ShapeA).facing(focus::on_body(context, 1, self.b, -self.d))
            }),
            event: Some(Event::Support),
            ..Beat::default()
        }
    }

    /// Beat of the support point of `A − B`, the difference of the other two.
    fn difference_beat(&self, context: &PairContext) -> Beat {
        let description = match self.outcome {
            Outcome::Farthest => "a farthest point of A − B along d",
            Outcome::NoDirection => "a point of A − B",
        };
        let say = say!(
            "{} = a − b = {} is {}. The arrow from b to a and the arrow from the origin to w are equal.",
            Sentence::mark("w", "w/0"),
            self.difference_point(),
            description
        );
        Beat {
            line: "difference",
            say,
            pictures: self.detail.full(|| {
                let mut world = Picture::default();
                add_named_point(&mut world, Role::NewSupport, "a/0", self.a, "a");
                add_named_point(&mut world, Role::NewSupport, "b/0", self.b, "b");
                world.arrow(Role::Closest, "w/0", self.b, self.a);
                world.label(Role::Closest, "w/0", self.a.midpoint(self.b), "a − b");
                context.add_named_direction(&mut world, "d", self.a, self.d, "d");
                let mut cso = Picture::default();
                cso.arrow(Role::Closest, "w/0", DVec3::ZERO, self.w);
                cso.label(Role::Closest, "w/0", self.w, "w");
                context.add_plane(&mut cso, 2, "plane", self.w, self.d);
                context.add_named_direction(&mut cso, "d", self.w, self.d, "d");
                (world, cso).into()
            }),
            event: Some(Event::Support),
            ..Beat::default()
        }
    }

    /// Beat of the height of the supporting plane, and what it proves.
    fn height_beat(&self, context: &PairContext) -> Beat {
        Beat {
            line: "value",
            say: self.conclusion_sentence(context),
            pictures: self.detail.full(|| {
                let mut world = Picture::default();
                add_named_point(&mut world, Role::NewSupport, "a/0", self.a, "a");
                add_named_point(&mut world, Role::NewSupport, "b/0", self.b, "b");
                context.add_plane(&mut world, 0, "plane/a", self.a, self.d);
                context.add_plane_with_end(&mut world, 1, "plane/b", [self.b, self.a], -self.d);
                let mut cso = Picture::default();
                add_named_point(&mut cso, Role::Closest, "w/0", self.w, "w");
                context.add_plane_with_foot(&mut cso, "plane", self.w, self.d);
                context.add_named_direction(&mut cso, "d", self.w, self.d, "d");
                if self.outcome == Outcome::Farthest {
                    let along = self.d.normalize();
                    // Between the planes of A and B, and between the plane of A − B and the origin.
                    self.add_height(&mut world, self.a, self.a - along * self.extent());
                    self.add_height(&mut cso, DVec3::ZERO, along * self.extent());
                }
                (world, cso).into()
            }),
            event: Some(Event::Stop(ending(self.outcome).kind)),
            ..Beat::default()
        }
    }

    /// Adds the height of the plane of `A − B` as a segment, with a label if the height is above rounding error.
    fn add_height(&self, picture: &mut Picture, start: DVec3, end: DVec3) {
        let extent = self.extent();
        // A plane short of the origin gives a smallest distance; one beyond it a largest depth.
        let role = if extent < 0.0 { Role::Lower } else { Role::Upper };
        picture.segment(role, "h", start, end);
        if extent.abs() > self.rounding {
            picture.label(role, "h", start.midpoint(end), length(extent.abs()));
        }
    }

    /// Sentence on what the supporting plane of `A − B` proves.
    fn conclusion_sentence(&self, context: &PairContext) -> Sentence {
        let extent = self.extent();
        let w = Sentence::mark("w", "w/0");
        let [a, b] = context.body_names();
        if self.outcome == Outcome::NoDirection {
            say!("d is zero, so no plane bounds A − B: {} is any of its points, and proves no distance.", &w)
        } else if extent < -self.rounding {
            say!(
                "The plane through {} separates A − B from the origin by {}, so {} and {} are at least that far apart.",
                w,
                self.plane_distance(),
                a,
                b
            )
        } else if extent <= self.rounding {
            say!(
                "The plane through {} contains the origin, except for rounding error, so d does not separate {} and \
                 {}. Another direction may.",
                w,
                a,
                b
            )
        } else {
            say!(
                "The origin lies {} behind the plane through {}, on the side of A − B, so d does not separate {} and \
                 {}. An overlap is at most that deep.",
                self.plane_distance(),
                w,
                a,
                b
            )
        }
    }

    /// Values of the beat at a line of the listing.
    fn values(&self, line: &str) -> Vec<Value> {
        let mut values = Vec::new();
        if self.outcome == Outcome::Farthest {
            values.push(self.direction());
        }
        if line == "difference" {
            values.push(self.difference_point());
        }
        if line == "value" && self.outcome == Outcome::Farthest {
            values.push(self.plane_distance());
        }
        values
    }

    /// Table of the three support points.
    fn table(&self, context: &PairContext) -> Table {
        let [name_a, name_b] = &context.names;
        let [feature_a, feature_b] = self.features.map(|feature| count(feature as usize));
        let features_of_w = format!("{feature_a} − {feature_b}");
        Table {
            title: "Support points",
            columns: vec!["name", "point", "feature", "d · point"],
            rows: vec![
                row(format!("a, {name_a}"), self.a, feature_a, self.d.dot(self.a), "a/0"),
                row(format!("b, {name_b}"), self.b, feature_b, self.d.dot(self.b), "b/0"),
                row(String::from("w, A − B"), self.w, features_of_w.into(), self.h, "w/0"),
            ],
        }
    }
}

/// Row of a support point, highlighted if it is `w`. `height` is the scalar product of `d` and the point.
fn row(name: String, point: DVec3, feature: Shown, height: f64, key: &'static str) -> Row {
    Row {
        cells: vec![name.into(), vector(point), feature, number(height)],
        key: Some(key.into()),
        chosen: key == "w/0",
    }
}
