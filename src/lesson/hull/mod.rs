//! Lesson of Quickhull in space. Each point outside the current hull is in the conflict list of one face whose plane it
//! is outside of. The farthest point of such a list, the apex, joins the hull, until all lists are empty.

mod beats;
mod choice;
pub mod dim2;
mod extremes;
mod finished;
mod first_tetrahedron;
mod focus;
mod heights;
mod horizon;
mod pictures;
mod point_counts;
mod tables;

use std::sync::{Arc, LazyLock};

use contact_lens_model::answer::number::number;
use contact_lens_model::answer::{Finding, HullFinding, HullMeasure};
use contact_lens_model::snapshot::hull::{CanonicalHull, Dimension, Faces, Hull, Quickhull};
use contact_lens_picture::Role;
use glam::DVec3;

use self::point_counts::{all_of, vertices_of_all};
use super::context::body::reserve_solids;
use super::recorded::narrated::Step;
use super::{
    BODY, Backdrop, Beat, BodyContext, Card, Choice, Detail, Ending, Lesson, Narrated, Narration, PlotAxis, Recording,
    Series, SourceFile, Verdict, WORLD,
};

/// Number of points of a cloud above which a picture shows only those that the beat mentions.
const MAX_DRAWN_POINTS: usize = 200;

/// Volume below which the sentence of the verdict states no digits, cubic meters; the finding still has them.
const LEAST_VOLUME: f64 = 1e-15;

/// Largest number of points whose hull is recorded step by step. Hulls of more points are computed in one step, since a
/// state would take tens of megabytes.
pub const MOST_STEPPED: usize = 100_000;

/// Card of Quickhull.
pub const CARD: Card = Card {
    id: "quickhull",
    title: "Quickhull",
    summary: "Which points are vertices of the convex hull, and which faces does it have? The farthest points join \
              first.",
    sources: &["Barber, Dobkin, Huhdanpaa 1996"],
    listing: include_str!("../engine/dim3/hull/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim3/hull/stepper.rs",
            text: include_str!("../engine/dim3/hull/stepper.rs"),
        },
        SourceFile { path: "src/engine/source/dim3/hull/start.rs", text: include_str!("../engine/dim3/hull/start.rs") },
    ],
    views: BODY,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "points outside", role: Role::Axis }, Series { name: "triangles", role: Role::Polytope }],
    endings: ENDINGS,
};

/// Index of the curve of the number of points outside in the card's series.
const OUTSIDE_SERIES: usize = 0;

/// Index of the curve of the number of triangles in the card's series.
const TRIANGLES_SERIES: usize = 1;

endings! {
    pub fn ending(Dimension), ENDINGS:
    Dimension::Point => success "Point" called "The hull is a point":
        "All points coincide: the hull is one point.";
    Dimension::Segment => success "Segment" called "The hull is a segment":
        "All points are on one line: the hull is a segment.";
    Dimension::Polygon => success "Polygon" called "The hull is a polygon":
        "All points are in one plane: the hull is a flat polygon, stored as two opposite faces.";
    Dimension::Solid => success "Solid" called "The hull is a solid":
        "No point is above any face: the hull is closed and convex.";
}

/// Results of a run, shared by all its states.
pub struct Made {
    /// All triangles that the run made.
    pub faces: Faces,
    /// Final hull.
    pub hull: Hull,
    /// Final hull in the form of the answer.
    pub listed: CanonicalHull,
    /// Whether the run was a single step; `faces` is then empty.
    pub in_one_step: bool,
}

/// Lesson of a recorded run over the points of a body. The backdrop of a large cloud only reserves the space of the
/// points.
pub fn lesson(
    recording: Box<dyn Recording<Quickhull>>,
    made: Made,
    mut context: BodyContext,
    verdict: Verdict,
) -> Box<dyn Lesson> {
    if context.points.len() > MAX_DRAWN_POINTS {
        let scenery = std::mem::replace(&mut context.scenery, LazyLock::new(Box::new(Arc::default)));
        context.scenery = LazyLock::new(Box::new(move || {
            let mut reserved = Backdrop::clone(&scenery);
            reserve_solids(reserved.pictures.edit(WORLD));
            Arc::new(reserved)
        }));
    }
    let side = first_side(&recording.last().extremes, &made.faces, &context);
    Box::new(Narrated { recording, context, verdict, narration: QuickhullNarration { made, side } })
}

/// Number of apexes that decide the direction of the camera: the first ones; later ones change smaller parts of the
/// hull.
const FACED_POINTS: usize = 4;

/// Number of faces of the first tetrahedron.
const TETRAHEDRON_FACES: u32 = 4;

/// Direction from the hull to the camera, of any length: from the mean of the extreme points to the first apexes, with
/// the weights 1, 1/2, 1/3, …; for three extreme points a direction oblique to their plane. `None` if the direction is
/// zero.
fn first_side(extremes: &[u32], faces: &Faces, context: &BodyContext) -> Option<DVec3> {
    if let [a, b, c] = *extremes {
        return side_of_plane([a, b, c].map(|point| context.position(point)));
    }
    let middle = extremes.iter().map(|&i| context.position(i)).sum::<DVec3>() / extremes.len() as f64;
    // The last vertex of a new face is the apex of its iteration.
    let mut apexes: Vec<u32> = (TETRAHEDRON_FACES..faces.count()).map(|face| faces.corners(face)[2]).collect();
    apexes.dedup();
    let weighted_arms =
        apexes.iter().take(FACED_POINTS).zip(1..).map(|(&i, rank)| (context.position(i) - middle) / f64::from(rank));
    weighted_arms.sum::<DVec3>().try_normalize()
}

/// Horizontal part of the view direction of a plane, relative to its unit normal: the oblique view shows that the
/// points are in a plane.
const ACROSS_PLANE: f64 = 0.5;

/// Direction upward, slightly to the right and to the front, so that it is parallel to no coordinate plane.
const MOSTLY_ABOVE: DVec3 = DVec3::new(0.1, 1.0, 0.3);

/// Direction, of any length, from which the plane of three points is seen obliquely, from above or from the front;
/// `None` for points on a line.
fn side_of_plane([a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let normal = (b - a).cross(c - a).try_normalize()?;
    let normal = if normal.dot(MOSTLY_ABOVE) < 0.0 { -normal } else { normal };
    let across = normal.cross(DVec3::Y).try_normalize().unwrap_or(DVec3::Z);
    Some(normal + ACROSS_PLANE * across)
}

/// Verdict of a run that ended after `steps` steps with the hull `listed`.
pub fn verdict(listed: &CanonicalHull, outcome: Dimension, steps: usize, context: &BodyContext) -> Verdict {
    let n = context.points.len();
    let corners = listed.vertices.len();
    let faces = listed.faces.len();
    // The surface of a flat hull has two equal sides.
    let polygon_area = 0.5 * listed.area;
    let say = match outcome {
        Dimension::Point if n == 1 => String::from("The hull of a single point is that point."),
        Dimension::Point => format!("{} points coincide: the hull is a point.", all_of(n)),
        Dimension::Segment if n == 2 => String::from("The hull of two points is the segment between them."),
        Dimension::Segment => {
            format!("All {n} points are on one line: the hull is the segment between the outer two.")
        }
        Dimension::Polygon if n == 3 => {
            format!("The hull of the three points has an area of {} m².", number(polygon_area))
        }
        Dimension::Polygon => format!(
            "All {n} points are in one plane: the hull is a polygon with {corners} vertices and an area of {} m².",
            number(polygon_area)
        ),
        Dimension::Solid if listed.volume < LEAST_VOLUME => {
            format!(
                "{} vertices of the hull, which has {faces} faces and a volume of almost 0.",
                vertices_of_all(corners, n)
            )
        }
        Dimension::Solid => format!(
            "{} vertices of the hull, which has {faces} faces and a volume of {} m³.",
            vertices_of_all(corners, n),
            number(listed.volume)
        ),
    };
    let finding = HullFinding {
        dimension: outcome as u8,
        vertices: listed.vertices.clone(),
        measure: HullMeasure::Spatial { faces: listed.faces.clone(), volume: listed.volume, area: listed.area },
        mesh_volume: context.mesh_volume,
    };
    let iterations = u32::try_from(steps).unwrap_or(u32::MAX);
    Verdict { outcome: ending(outcome).name, say, iterations, finding: Finding::Hull(finding) }
}

/// Narration of a run of Quickhull.
struct QuickhullNarration {
    /// Results of the run that all states share.
    made: Made,
    /// Direction from the hull to the camera; `None` for the camera of the scene.
    side: Option<DVec3>,
}

impl Narration for QuickhullNarration {
    type State = Quickhull;
    type Context = BodyContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Ghost, "other points"),
        (Role::Bound, "plane of the smallest x"),
        (Role::Polytope, "extreme points"),
        (Role::Simplex, "new extreme point"),
        (Role::Member, "current hull"),
        (Role::Group(3), "face with points outside"),
        (Role::Group(4), "face with points outside"),
        (Role::Group(5), "face with points outside"),
        (Role::NewSupport, "apex"),
        (Role::Upper, "distance"),
        (Role::Interval, "visible faces"),
        (Role::Witness, "points outside new faces"),
        (Role::Horizon, "horizon"),
        (Role::Added, "new faces"),
        (Role::Removed, "not hull vertices"),
        (Role::Closest, "hull"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn side(&self) -> Option<DVec3> {
        self.side
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        if self.made.in_one_step {
            return Vec::new();
        }
        let Step { before, after, context, detail, .. } = *step;
        let view = HullView { before, after, made: &self.made, context, detail };
        choice::choices(&view, beats)
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let view = HullView { before, after, made: &self.made, context, detail };
        let answer = &step.verdict.say;
        let beats = match step.end {
            Some(end) if self.made.in_one_step => vec![view.one_step_beat(end, answer)],
            Some(Dimension::Solid) => vec![view.done_beat(answer)],
            Some(end) => vec![view.flat_beat(end, answer)],
            None if before.dimension.is_none() => view.extreme_beats(),
            None if before.made == 0 => vec![view.tetrahedron_beat()],
            None => view.iteration_beats(),
        };
        let points = vec![(OUTSIDE_SERIES, after.waiting as f64), (TRIANGLES_SERIES, after.triangles as f64)];
        dim2::outlined(beats, detail).map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

/// States around a step of Quickhull, with the data that the step's beats need.
pub(super) struct HullView<'a> {
    /// State before the step.
    before: &'a Quickhull,
    /// State after the step.
    after: &'a Quickhull,
    /// Results of the run that all states share.
    made: &'a Made,
    /// Points of the body.
    context: &'a BodyContext,
    /// Whether the beats have pictures, values and tables.
    detail: Detail,
}

/// Name of a face: `f10`.
fn face_name(face: u32) -> String {
    format!("f{face}")
}
