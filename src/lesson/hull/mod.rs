//! What people see of Quickhull: points wait at the faces that they are above, and one after the other joins the hull.

mod choice;
mod first;
mod pictures;
pub mod plane;
mod tables;
mod words;

use std::sync::{Arc, LazyLock};

use glam::DVec3;

use self::words::{all, of_all};
use super::body_context::undrawn;
use super::narrated::Step;
use super::{
    BODY, Backdrop, Beat, BodyContext, Card, Choice, Detail, Ending, EndingKind, Event, Lesson, Narrated, Narration,
    Pictures, PlotAxis, Recording, Series, SourceFile, StopTest, Value, Verdict, WORLD,
};
use crate::answer::number::{count, length, number};
use crate::answer::{Finding, HullFinding, HullMeasure, list_of, point_name};
use crate::picture::{Picture, Role};
use crate::snapshot::hull::{Dimension, Faces, Hull, Listed, Quickhull};
use crate::step::Comparison;

/// Of more points only those are drawn that the beat is about: the others would hide them.
const CROWD: usize = 200;

/// Everything fixed.
pub const CARD: Card = Card {
    id: "quickhull",
    title: "Quickhull",
    summary: "Which points are corners of their convex hull, and which faces does it have? The farthest join first.",
    sources: &["Barber, Dobkin, Huhdanpaa 1996"],
    listing: include_str!("../../engine/dim3/hull/listing.txt"),
    code: &[
        SourceFile { path: "src/engine/dim3/hull/stepper.rs", text: include_str!("../../engine/dim3/hull/stepper.rs") },
        SourceFile { path: "src/engine/dim3/hull/start.rs", text: include_str!("../../engine/dim3/hull/start.rs") },
    ],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[
        Series { name: "points that wait", role: Role::Axis },
        Series { name: "triangles of the hull", role: Role::Polytope },
    ],
    endings: &[
        Ending::success("Point", "All points are one: the hull is that point.").called("The hull is a point"),
        Ending::success("Segment", "All points lie on one line: the hull is the segment between its two ends.")
            .called("The hull is a segment"),
        Ending::success("Polygon", "All points lie in one plane: the hull is a polygon with a front and a back.")
            .called("The hull is a polygon"),
        Ending::success("Solid", "No point waits: none lies above any face, and the hull is closed and convex.")
            .called("The hull is a solid"),
    ],
};

/// The name of an outcome, as on the card.
pub fn name(outcome: Dimension) -> &'static str {
    match outcome {
        Dimension::Point => "Point",
        Dimension::Segment => "Segment",
        Dimension::Polygon => "Polygon",
        Dimension::Solid => "Solid",
    }
}

/// What a run has made: shared by all its states.
pub struct Made {
    /// All triangles.
    pub faces: Faces,
    /// The hull at the end.
    pub hull: Hull,
    /// The same, as the answer names it.
    pub listed: Listed,
}

/// The run over the points of a body, which `context` places in the world.
pub fn lesson(
    recording: Box<dyn Recording<Quickhull>>,
    made: Made,
    mut context: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    if context.points.len() > CROWD {
        let whole = std::mem::replace(&mut context.scenery, LazyLock::new(Box::new(Arc::default)));
        context.scenery = LazyLock::new(Box::new(move || {
            let mut scenery = Backdrop::clone(&whole);
            undrawn(scenery.pictures.edit(WORLD));
            Arc::new(scenery)
        }));
    }
    let side = first_side(&recording.last().extremes, &made.faces, &context);
    Box::new(Narrated { recording, context, verdict, narration: Joining { made, side } })
}

/// Where the first points join, outward from the middle of the tetrahedron: that side is looked at.
fn first_side(extremes: &[u32], faces: &Faces, context: &BodyContext) -> Option<DVec3> {
    let middle = extremes.iter().map(|&i| context.at(i)).sum::<DVec3>() / extremes.len() as f64;
    let mut apexes: Vec<u32> = (4..faces.count()).map(|face| faces.corners(face)[2]).collect();
    apexes.dedup();
    let pulls = apexes.iter().take(4).zip(1..).map(|(&i, rank)| (context.at(i) - middle) / f64::from(rank));
    pulls.sum::<DVec3>().try_normalize()
}

/// The answer of a run that has ended, after this many steps, about the body that `context` tells of.
pub fn verdict(listed: &Listed, outcome: Dimension, steps: usize, context: &BodyContext) -> Verdict {
    let name_of = &context.name;
    let (n, corners, faces) = (context.points.len(), listed.vertices.len(), listed.faces.len());
    let say = match outcome {
        Dimension::Point if n == 1 => format!("{name_of} is a single point, and so is its hull."),
        Dimension::Point => format!("{} points of {name_of} are one: the hull is a point.", all(n)),
        Dimension::Segment => {
            format!("{} points of {name_of} lie on one line: the hull is a segment.", all(n))
        }
        Dimension::Polygon => format!(
            "All {n} points of {name_of} lie in one plane: the hull is a polygon with {corners} corners and {} m² on each side.",
            number(0.5 * listed.area)
        ),
        Dimension::Solid => {
            format!(
                "{} corners of the hull; it has {faces} faces and holds {} m³.",
                of_all(corners, n, name_of),
                number(listed.volume)
            )
        }
    };
    let finding = HullFinding {
        dimension: outcome as u8,
        vertices: listed.vertices.clone(),
        measure: HullMeasure::Spatial { faces: listed.faces.clone(), volume: listed.volume, area: listed.area },
        mesh_volume: context.mesh_volume,
    };
    let iterations = u32::try_from(steps).unwrap_or(u32::MAX);
    Verdict { outcome: name(outcome), say, iterations, finding: Finding::Hull(finding) }
}

/// What is told: how one point after the other joins the hull.
struct Joining {
    made: Made,
    side: Option<DVec3>,
}

impl Narration for Joining {
    type State = Quickhull;
    type Context = BodyContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::ShapeA, "point"),
        (Role::Polytope, "found so far"),
        (Role::Member, "hull so far"),
        (Role::Group(3), "waits at its face"),
        (Role::Group(4), "waits at its face"),
        (Role::Group(5), "waits at its face"),
        (Role::NewSupport, "apex"),
        (Role::Upper, "height"),
        (Role::Interval, "seen by the apex"),
        (Role::Horizon, "horizon"),
        (Role::Added, "new cone"),
        (Role::Removed, "inside, or on it"),
        (Role::Closest, "hull"),
    ];

    fn side(&self) -> Option<DVec3> {
        self.side
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let Step { before, after, context, detail, .. } = *step;
        let view = StepView { before, after, made: &self.made, context, detail };
        choice::choices(&view, beats)
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let view = StepView { before, after, made: &self.made, context, detail };
        let beats = match (step.end, before.dimension) {
            (Some(Dimension::Solid), _) => vec![view.done(&step.verdict.say)],
            (Some(end), _) => vec![view.flat(end, &step.verdict.say)],
            (None, None) => view.span(),
            (None, Some(_)) if before.made == 0 => vec![view.tetrahedron()],
            (None, Some(_)) => view.iteration(),
        };
        let points = vec![(0, after.waiting as f64), (1, after.triangles as f64)];
        let shortened = |beat: Beat| match detail {
            Detail::Full => Beat { points: points.clone(), ..beat },
            Detail::Outline => Beat {
                points: points.clone(),
                pictures: Pictures::default(),
                values: Vec::new(),
                tables: Vec::new(),
                ..beat
            },
        };
        beats.into_iter().map(shortened).collect()
    }
}

/// One step with its surroundings.
pub(super) struct StepView<'a> {
    before: &'a Quickhull,
    after: &'a Quickhull,
    made: &'a Made,
    context: &'a BodyContext,
    detail: Detail,
}

/// What a face is called: `f10`.
fn face_name(face: u32) -> String {
    format!("f{face}")
}

fn beat(line: &'static str, say: String, world: Picture) -> Beat {
    Beat { line, say, pictures: Pictures::world(world), ..Beat::default() }
}

fn values(state: &Quickhull) -> Vec<Value> {
    vec![
        Value::new("F", "triangles so far", count(state.triangles), "hull"),
        Value::new("waiting", "points outside", count(state.waiting), "waiting"),
    ]
}

impl StepView<'_> {
    /// How many points wait, or waited, at a face.
    fn waited(&self, face: u32) -> usize {
        self.made.faces.conflicts(face).len()
    }

    /// How far the apex of this iteration lies above the face where it waited, meters.
    fn height(&self) -> f64 {
        self.after.visible.first().map_or(0.0, |start| start.height)
    }

    /// The points by which the dimension is found out, one after the other.
    fn span(&self) -> Vec<Beat> {
        let found = &self.after.extremes[..];
        let at = |k: usize| found.get(k).map(|&i| point_name(i)).unwrap_or_default();
        let low = format!(
            "{} has the smallest x (among equals the smallest y, then z), so it is a corner for certain.",
            at(0)
        );
        let far = match found.len() {
            1 => format!("No point lies off {}: all points are one.", at(0)),
            _ => format!("{} lies far from {}: the two points span a line.", at(1), at(0)),
        };
        let wide = match found.len() {
            2 => format!("No point lies off the line from {} to {}, as exact signs tell.", at(0), at(1)),
            _ => format!("{} lies far from that line: the three points span a plane.", at(2)),
        };
        let high = match found.len() {
            3 => format!("No point lies off the plane of {}, {} and {}, as exact signs tell.", at(0), at(1), at(2)),
            _ => format!("{} lies far from that plane: the four points span a tetrahedron.", at(3)),
        };
        let spans = [("low", low), ("far", far), ("wide", wide), ("high", high)];
        let shown = (found.len() + 1).min(4);
        let tell = |(k, (line, say)): (usize, (&'static str, String))| {
            let mut beat_of = beat(line, say, pictures::span(self, &found[..(k + 1).min(found.len())]));
            beat_of.values = vec![Value::new("n", "points", count(self.context.points.len()), "hull")];
            beat_of.event = (k > 0 && k < found.len()).then_some(Event::Support);
            beat_of
        };
        spans.into_iter().take(shown).enumerate().map(tell).collect()
    }

    fn flat(&self, end: Dimension, say: &str) -> Beat {
        let spanned = self.after.extremes.len();
        let stop = Comparison::below(spanned as u32, 4).map(f64::from);
        Beat {
            stops: vec![StopTest::new(name(end), "flat", "points that span something < 4", stop)],
            event: Some(Event::Stop(EndingKind::Success)),
            values: vec![Value::new("dim", "dimensions", count(spanned - 1), "hull")],
            ..beat("flat", format!("There is no tetrahedron to begin with. {say}"), pictures::finished(self))
        }
    }

    fn tetrahedron(&self) -> Beat {
        let (n, waits) = (self.context.points.len(), self.after.waiting);
        let others = first::others(n - 4, waits as usize);
        let say = format!("The tetrahedron is the first hull. {others}");
        let mut values = values(self.after);
        values.push(Value::new("others", "points", count(n - 4), "hull"));
        Beat {
            values,
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            ..beat("tetrahedron", say, pictures::now(self, self.after))
        }
    }

    /// One point joins the hull.
    fn iteration(&self) -> Vec<Beat> {
        let (Some(start), Some(apex)) = (self.after.start_face, self.after.apex) else { return Vec::new() };
        let height = self.height();
        let mut values = values(self.before);
        values.push(Value::new("height", "of the apex", length(height), "height"));
        let (face, tip) = (face_name(start), point_name(apex));
        let why = match self.waited(start) {
            1 => format!("the only point that waits at {face}"),
            n => format!("the farthest of the {n} points that wait at {face}"),
        };
        let first = Beat {
            event: Some(Event::Support),
            values: values.clone(),
            tables: self.detail.full(|| vec![tables::conflicts(self, self.before, Some(start))]),
            ..beat(
                "apex",
                format!("{tip} is {why}: {} above it. It is the next apex.", length(height)),
                pictures::apex(self),
            )
        };
        let seen = &self.after.visible;
        let names = list_of(seen.iter().map(|tested| face_name(tested.face)));
        let say = match seen.len() {
            1 => format!("{tip} is above {face} alone: it sees no other face."),
            n => format!(
                "{tip} is above {n} faces and sees them: {names}. They are found by walking from {face} to neighboring faces."
            ),
        };
        values.push(Value::new("seen", "faces", count(seen.len()), "horizon"));
        let second = Beat {
            tables: self.detail.full(|| vec![tables::tested(self)]),
            ..beat("visible", say, pictures::visible(self))
        };
        let say = format!(
            "A loop of {} edges, the horizon, runs round the faces that {tip} sees. The faces beyond it stay.",
            self.after.horizon.len()
        );
        let third = Beat {
            event: Some(Event::Silhouette),
            tables: self.detail.full(|| vec![tables::horizon(self), tables::tested(self)]),
            ..beat("horizon", say, pictures::horizon(self))
        };
        let fourth = Beat {
            tables: self.detail.full(|| vec![tables::conflicts(self, self.after, None)]),
            values: self::values(self.after).into_iter().chain(self.handed()).collect(),
            ..beat("cone", self.handed_on(&tip), pictures::cone(self))
        };
        let told = [second, third].into_iter().map(|beat| Beat { values: values.clone(), ..beat });
        std::iter::once(first).chain(told).chain([fourth]).collect()
    }

    /// How many points waited at what was seen, beside the apex, and how many of them wait at the cone.
    fn given_and_kept(&self) -> [usize; 2] {
        let given = self.after.visible.iter().map(|tested| self.waited(tested.face)).sum::<usize>();
        let kept = (self.after.added..self.after.made).map(|face| self.waited(face)).sum();
        [given.saturating_sub(1), kept]
    }

    fn handed(&self) -> Vec<Value> {
        let [given, kept] = self.given_and_kept();
        vec![
            Value::new("seen", "faces removed", count(self.after.visible.len()), "horizon"),
            Value::new("cone", "triangles", count(self.after.horizon.len()), "horizon"),
            Value::new("given", "to hand on", count(given), "waiting"),
            Value::new("kept", "still outside", count(kept), "waiting"),
            Value::new("inside", "now", count(given - kept), "waiting"),
        ]
    }

    fn handed_on(&self, tip: &str) -> String {
        let (cone, seen) = (self.after.horizon.len(), self.after.visible.len());
        let [given, kept] = self.given_and_kept();
        let points = match (given, given - kept) {
            (0, _) => String::from("No other point waited there."),
            (given, 0) => format!("The {given} other points that waited there wait at the cone now."),
            (given, inside) if inside == given => format!("The {given} other points that waited there are inside now."),
            (given, inside) => {
                format!(
                    "Of the {given} other points that waited there {kept} wait at the cone now, and {inside} {} inside.",
                    if inside == 1 { "is" } else { "are" }
                )
            }
        };
        let faces = if seen == 1 { String::from("The one face") } else { format!("The {seen} faces") };
        let are = if seen == 1 { "is" } else { "are" };
        format!("{faces} that {tip} sees {are} replaced by a cone of {cone} triangles between the horizon and {tip}. {points}")
            .replace("The 1 other points that waited there wait", "The one other point that waited there waits")
            .replace("The 1 other points that waited there are", "The one other point that waited there is")
    }

    fn done(&self, say: &str) -> Beat {
        let hull = &self.made.hull;
        let (triangles, faces) = (self.after.triangles, hull.faces.len());
        let merged = match triangles - faces {
            0 => String::new(),
            _ => format!(" Triangles in one plane are joined: {triangles} triangles make {faces} faces."),
        };
        let waiting = Comparison::at_most(self.made.faces.waiting(self.before.made).count() as u32, 0);
        Beat {
            values: vec![
                Value::new("V", "corners", count(hull.vertices.len()), "hull"),
                Value::new("E", "edges", count(hull.edges), "hull"),
                Value::new("F", "faces", count(faces), "hull"),
            ],
            stops: vec![StopTest::new("Solid", "done", "faces at which points wait ≤ 0", waiting)],
            event: Some(Event::Stop(EndingKind::Success)),
            ..beat("done", format!("No point lies outside the hull any more.{merged} {say}"), pictures::finished(self))
        }
    }
}
