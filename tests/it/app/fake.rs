//! A lesson with everything that a lesson may have, and nothing computed: the window's tests do not hang on the engine.

use std::sync::Arc;

use contact_lens::answer::{Finding, PairFinding, PairStatus, Proof};
use contact_lens::lesson::{
    Backdrop, Beat, CSO, Card, EndingKind, Event, Lesson, PAIR, Pictures, PlotAxis, Row, Series, SourceFile, StopTest,
    Table, Value, Verdict, WORLD,
};
use contact_lens::picture::{Form, Picture, Role, Solid};
use contact_lens::play::{Precision, Prepared, QueryError, Run};
use contact_lens::scene::model::{Query, Scene, Shape};
use glam::DVec3;

const CARD: Card = Card {
    id: "fake",
    title: "Halving",
    summary: "Halves a bracket until it is narrow.",
    sources: &["nobody"],
    listing: "repeat\n  w ← support  @support\n  if narrow: stop  @stop\n  halve  @halve",
    code: &[SourceFile {
        path: "src/engine/fake/stepper.rs",
        text: "fn step(&mut self) {\n    let w = support(); // @support\n    if narrow() { return; } // @stop\n    halve(0.5); // @halve\n}",
    }],
    views: PAIR,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "upper", role: Role::Closest }, Series { name: "lower", role: Role::Bound }],
    endings: &[],
};

/// Steps of every fake run, with three beats each.
pub const STEPS: usize = 5;

pub struct Fake {
    distance: f64,
    backdrop: Arc<Backdrop>,
    verdict: Verdict,
}

/// Plays a query of a scene in a frame and a precision.
pub type Play = fn(&Scene, &Query, usize, Precision) -> Result<Arc<dyn Lesson>, QueryError>;

/// A run that keeps nothing from frame to frame.
struct Frames {
    scene: Scene,
    query: Query,
    precision: Precision,
    play: Play,
}

/// A run whose frames are played so.
pub fn frames(scene: &Scene, query: &Query, precision: Precision, play: Play) -> Arc<dyn Run> {
    Arc::new(Frames { scene: scene.clone(), query: query.clone(), precision, play })
}

/// Plays the fake: the distance is what B's x is minus what A's x is. A sphere of radius 13 is refused.
pub fn play(scene: &Scene, query: &Query, precision: Precision) -> Result<Arc<dyn Run>, QueryError> {
    Ok(frames(scene, query, precision, lesson))
}

impl Run for Frames {
    fn frames(&self) -> usize {
        self.scene.frame_count()
    }

    fn answer(&self, frame: usize) -> Result<Verdict, QueryError> {
        Ok(self.lesson(frame)?.verdict().clone())
    }

    fn prepared(&self, frame: usize) -> Result<Prepared<'_>, QueryError> {
        Ok(Box::new(move || _ = std::hint::black_box(self.answer(frame))))
    }

    fn lesson(&self, frame: usize) -> Result<Arc<dyn Lesson>, QueryError> {
        (self.play)(&self.scene, &self.query, frame, self.precision)
    }
}

/// The fake in one frame.
pub fn lesson(scene: &Scene, query: &Query, frame: usize, precision: Precision) -> Result<Arc<dyn Lesson>, QueryError> {
    let at = |name: &str| scene.body(name).map(|(_, body)| DVec3::from(scene.pose(body, frame).0)).unwrap_or_default();
    if scene.bodies.iter().any(|body| matches!(body.shape, Shape::Sphere { radius } if radius == 13.0)) {
        return Err(QueryError::new("bodies[0].shape.radius", "is unlucky"));
    }
    let names: Vec<&str> = query.ask.subjects().bodies().map(|(_, name)| name).collect();
    // A question about one body, or about all, is one about a body and itself here.
    let first = names.first().copied().unwrap_or_default();
    let names = [first, names.get(1).copied().unwrap_or(first)];
    let (a, b) = (at(names[0]), at(names[1]));
    let distance = (b - a).x;
    let status = if distance > 0.0 { PairStatus::Separated } else { PairStatus::Penetrating };
    // At x = 7 the two precisions are made to disagree.
    let shift = if distance == 7.0 && precision == Precision::F32 { 1.0 } else { 0.0 };
    let mut backdrop = Backdrop::default();
    backdrop.pictures.edit(WORLD).add(Role::ShapeA, format!("body/{}", names[0]), Form::Solid(Arc::new(cube(a, 0.5))));
    backdrop.pictures.edit(WORLD).add(Role::ShapeB, format!("body/{}", names[1]), Form::Solid(Arc::new(cube(b, 0.4))));
    backdrop.pictures.edit(CSO).add(Role::Difference, "cso", Form::Solid(Arc::new(cube(a - b, 0.9))));
    backdrop.pictures.edit(CSO).point(Role::Origin, "origin", DVec3::ZERO);
    let found = PairFinding {
        signed_distance: Some(distance + shift),
        normal: Some(DVec3::X),
        witness_a: a,
        witness_b: b,
        proof: Proof { lower: distance - 0.01 + shift, upper: distance + 0.01 + shift, tolerance: 0.05 },
        status,
    };
    let say = format!("The bodies are {distance} m apart.");
    let finding = Finding::Distance(found);
    let verdict = Verdict { outcome: "Halved", say, iterations: STEPS as u32, finding };
    Ok(Arc::new(Fake { distance, backdrop: Arc::new(backdrop), verdict }))
}

fn cube(center: DVec3, half: f64) -> Solid {
    let corner = |i: u32| {
        let sign = |bit: u32| if i >> bit & 1 == 1 { half } else { -half };
        center + DVec3::new(sign(0), sign(1), sign(2))
    };
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let creases = [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [1, 3], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];
    Solid {
        vertices: (0..8).map(corner).collect(),
        faces: faces.map(|face| face.to_vec()).to_vec(),
        creases: creases.to_vec(),
        ..Solid::default()
    }
}

impl Lesson for Fake {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn steps(&self) -> usize {
        STEPS
    }

    fn beats(&self, step: usize) -> Vec<Beat> {
        let width = 0.5f64.powi(step as i32);
        let lines = [("support", Event::Support), ("stop", Event::Bound), ("halve", Event::Reduction)];
        lines.into_iter().map(|(line, event)| self.beat(step, line, event, width)).collect()
    }

    fn backdrop(&self) -> Arc<Backdrop> {
        self.backdrop.clone()
    }

    fn verdict(&self) -> &Verdict {
        &self.verdict
    }
}

impl Fake {
    fn beat(&self, step: usize, line: &'static str, event: Event, width: f64) -> Beat {
        let last = step + 1 == STEPS;
        let mut cso = Picture::default();
        let v = DVec3::new(-self.distance, width, 0.0);
        cso.arrow(Role::Closest, "cso/v", DVec3::ZERO, v);
        cso.point(Role::NewSupport, "cso/w", v);
        cso.label(Role::NewSupport, "cso/w", v, "w");
        let mut world = Picture::default();
        let found = self.verdict.pair().unwrap();
        world.point(Role::NewSupport, "world/w", found.witness_a + DVec3::Y * width);
        world.segment(Role::Witness, "world/witness", found.witness_a, found.witness_b);
        Beat {
            inner: None,
            line,
            say: format!("The bracket is {width} m wide.").into(),
            pictures: Pictures::pair(world, cso),
            values: vec![
                Value { symbol: "|v|", meaning: "upper bound", text: format!("{width}").into(), key: Some("v".into()) },
                Value { symbol: "w", meaning: "new support", text: "(1, 2, 3)".into(), key: Some("w".into()) },
            ],
            tables: vec![Table {
                title: "Weighed",
                columns: vec!["vertex", "λ"],
                rows: vec![
                    Row { cells: vec!["w".into(), "0.75".into()], key: Some("w".into()), chosen: true },
                    Row { cells: vec!["old".into(), "0.25".into()], key: None, chosen: false },
                ],
            }],
            stops: vec![StopTest {
                name: "narrow",
                line: "narrow",
                formula: "upper − lower ≤ ε",
                left: width,
                relation: "≤",
                right: 0.1,
                fired: last && line == "stop",
            }],
            points: vec![(0, width), (1, -width + 0.2)],
            event: (line != "stop" || last).then_some(if last && line == "stop" {
                Event::Stop(EndingKind::Success)
            } else {
                event
            }),
        }
    }
}
