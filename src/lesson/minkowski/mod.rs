//! Lesson of the Minkowski difference by overlay: translated faces, crossing arcs on the Gauss sphere, and the
//! resulting difference.

mod choice;
pub mod dim2;
mod pictures;
mod sphere;
mod verdict;

use std::sync::Arc;

use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Beat, CSO, Card, Choice, Detail, DifferenceContext, Ending, EndingKind, Event, Lesson, Narrated, Narration,
    PairContext, Pictures, PlotAxis, Recording, Row, SPHERE, Series, SourceFile, Table, Value, Verdict, View, WORLD,
    corner_names, symbol,
};
use crate::answer::number::{count, number};
use crate::answer::{FaceKind, Finding};
use crate::picture::{Camera, Picture, Role};
use crate::snapshot::hull::Dimension;
use crate::snapshot::minkowski::{Body, Facet, FacetOrigin, Made, Now, Overlay};
use sphere::{key, normal_of, still};
use verdict::{found, kind};
pub use verdict::{verdict, verdict_in_world};

/// Card of the Minkowski difference in space.
pub const CARD: Card = Card {
    id: "minkowski",
    title: "Minkowski difference",
    summary: "Which faces does A − B have, and which features of A and B give each of them?",
    sources: &["van den Bergen 2003, 2.3", "Gregorius 2013: arcs on the Gauss sphere"],
    listing: include_str!("../../engine/dim3/minkowski/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim3/minkowski/stepper.rs",
        text: include_str!("../../engine/dim3/minkowski/stepper.rs"),
    }],
    views: &[
        View::space(WORLD, "world"),
        View::space(CSO, "configuration space"),
        View::sphere(SPHERE, "Gauss sphere"),
    ],
    plot_over: PlotAxis::Step,
    series: &[Series { name: "faces of A − B", role: Role::Difference }, Series { name: "vertices", role: Role::Axis }],
    endings: ENDINGS,
};

endings! {
    fn ending(Dimension), ENDINGS:
    Dimension::Solid => success "Solid" called "A − B is a solid":
        "All faces are found: A − B is a solid.";
    Dimension::Polygon => success "Polygon" called "A − B is a polygon":
        "A − B is flat: a polygon with two sides.";
    Dimension::Segment => success "Segment" called "A − B is a segment":
        "A − B is a segment.";
    Dimension::Point => success "Point" called "A − B is a point":
        "A − B is a point.";
}

/// Largest number of rows in the table of faces.
const MOST_ROWS: usize = 200;

/// Lesson of a recorded overlay with its results; `points` are those of A and B, world.
pub fn lesson(
    recording: Box<dyn Recording<Overlay>>,
    (bodies, made): ([Body; 2], Made),
    pair: PairContext,
    points: [Arc<[DVec3]>; 2],
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let found = found(&made, recording.outcome(), &points);
    let sphere = still(&bodies, &points);
    let context = DifferenceContext::new(pair, points, &found, sphere);
    Box::new(Narrated { recording, context, verdict, narration: Overlaying { bodies, made } })
}

/// Names of the features that make a face: `a₀a₁ × b₂b₃`.
fn made_of(origin: &FacetOrigin) -> String {
    match origin {
        FacetOrigin::FaceA(corners) => corner_names('a', corners),
        FacetOrigin::FaceB(corners) => corner_names('b', corners),
        FacetOrigin::FaceFace([a, b]) => format!("{} and {}", corner_names('a', a), corner_names('b', b)),
        FacetOrigin::EdgeEdge([e, f]) => format!("{} × {}", corner_names('a', e), corner_names('b', f)),
    }
}

/// Narration of the faces of the difference.
struct Overlaying {
    bodies: [Body; 2],
    made: Made,
}

impl Overlaying {
    fn view<'a>(&'a self, state: &'a Overlay, context: &'a DifferenceContext, detail: Detail) -> MinkowskiView<'a> {
        let faces = &self.made.faces[..state.faces.min(self.made.faces.len())];
        MinkowskiView { state, faces, made: &self.made, bodies: &self.bodies, context, detail }
    }
}

impl Narration for Overlaying {
    type State = Overlay;
    type Context = DifferenceContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = ROLE_NAMES;

    fn card(&self) -> &'static Card {
        &CARD
    }

    /// A difference without faces has no crossings.
    fn role_names(&self, _: &DifferenceContext) -> Vec<(Role, String)> {
        let is_flat = self.made.faces.is_empty();
        let names = ROLE_NAMES.iter().filter(|(role, _)| !is_flat || *role != Role::Difference);
        names.map(|(role, name)| (*role, (*name).to_owned())).collect()
    }

    /// One camera for all views, so that a face's sides are parallel to the two edges, and its normal points to
    /// its node.
    fn sight(&self) -> Option<Camera> {
        Some(Camera { orthographic: true, ..Camera::default() })
    }

    fn linked(&self, state: &Overlay, context: &DifferenceContext, key: &str) -> Pictures {
        let facet = key.strip_prefix("facet/").and_then(|number| number.parse().ok());
        let view = self.view(state, context, Detail::Full);
        facet.map_or_else(Pictures::default, |facet| view.linked(facet))
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = self.view(step.after, step.context, step.detail);
        let beats = match (step.end, step.after.now) {
            (Some(_), _) | (None, Now::Nothing) => vec![view.done(step.verdict)],
            (None, Now::Face { body, face }) => view.face(usize::from(body), face),
            (None, Now::Arc(edge)) => vec![view.arc(edge)],
            (None, Now::Crossing(edges)) => view.crossing(edges),
        };
        let points = vec![(0, step.after.faces as f64), (1, step.after.corners as f64)];
        beats.into_iter().map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let view = self.view(step.after, step.context, Detail::Outline);
        let choice = match (step.end, step.after.now, step.before.now) {
            (None, Now::Face { body, face }, _) => choice::farthest_corner(&view, usize::from(body), face, beats),
            (None, Now::Crossing([edge, _]), Now::Arc(_)) => choice::crossing_arc(&view, edge, beats),
            _ => None,
        };
        choice.into_iter().collect()
    }
}

const ROLE_NAMES: &[(Role, &str)] = &[
    (Role::Overlap, "face of A and −B"),
    (Role::Difference, "crossing of arcs"),
    (Role::Simplex, "current feature"),
    (Role::NewSupport, "farthest feature"),
    (Role::Ghost, "not yet found"),
    (Role::Grid, "differences of points"),
];

struct MinkowskiView<'a> {
    state: &'a Overlay,
    /// Known faces, the newest last.
    faces: &'a [Facet],
    made: &'a Made,
    bodies: &'a [Body; 2],
    context: &'a DifferenceContext,
    detail: Detail,
}

impl MinkowskiView<'_> {
    /// Faces known at this line: the last beat of a step adds the new one.
    fn known_faces(&self, line: &str) -> &[Facet] {
        let unknown = usize::from(matches!(line, "farthest" | "crossing"));
        &self.faces[..self.faces.len().saturating_sub(unknown)]
    }

    /// Numbers of faces by kind.
    fn counts(faces: &[Facet]) -> [usize; 4] {
        FaceKind::ALL.map(|wanted| faces.iter().filter(|face| kind(&face.origin) == wanted).count())
    }

    fn values(&self, faces: &[Facet], lit: Option<usize>) -> Vec<Value> {
        let [a, b, both, edges] = Self::counts(faces).map(count);
        let mut values = vec![
            Value::number(symbol::FACES_OF_A, a),
            Value::number(symbol::FACES_OF_B, b),
            Value::number(symbol::FACES_OF_BOTH, both),
            Value::number(symbol::EDGE_PAIR_FACES, edges),
            Value::number(symbol::FACES, count(faces.len())),
            Value::number(symbol::VERTICES, count(self.state.corners)),
        ];
        // Without parallel faces, their count is omitted.
        values.retain(|value| value.symbol != symbol::FACES_OF_BOTH.sign || self.context.has_both);
        if let Some((index, face)) = lit.and_then(|lit| Some((lit, self.faces.get(lit)?))) {
            values.push(Value::of(
                symbol::FACE_AREA,
                format!("{} m²", number(self.area(face))),
                format!("facet/{index}"),
            ));
        }
        values
    }

    fn area(&self, face: &Facet) -> f64 {
        0.5 * self.twice_the_area(face).length()
    }

    fn table(&self) -> Table {
        let rows = self.faces.iter().enumerate().rev().take(MOST_ROWS).map(|(i, face)| {
            let what = match kind(&face.origin) {
                FaceKind::A => "face of A",
                FaceKind::B => "face of −B",
                FaceKind::Both => "face of A and −B",
                FaceKind::Edges => "edge × edge",
            };
            Row {
                cells: vec![count(i + 1), what.into(), made_of(&face.origin).into(), count(face.corners.len())],
                key: Some(format!("facet/{i}").into()),
                chosen: i + 1 == self.faces.len(),
            }
        });
        Table { title: "Faces of A − B", columns: vec!["", "kind", "features", "vertices"], rows: rows.collect() }
    }

    /// Beat with the common pictures, values and tables; `lit` is the new face.
    fn beat(&self, line: &'static str, say: String, lit: Option<usize>, world: Picture, sphere: Picture) -> Beat {
        let mut pictures = Pictures::world(world);
        *pictures.edit(CSO) = self.cso(lit);
        *pictures.edit(SPHERE) = sphere;
        key(pictures.edit(SPHERE), &Self::counts(self.known_faces(line)), self.context.has_both);
        Beat {
            line,
            say: say.into(),
            pictures: self.detail.full(|| pictures),
            values: self.detail.full(|| self.values(self.known_faces(line), lit)),
            tables: self.detail.full(|| vec![self.table()]),
            ..Beat::default()
        }
    }

    fn corners(&self, face: &Facet) -> Vec<[u32; 2]> {
        face.corners.iter().map(|&corner| self.made.pairs[corner as usize]).collect()
    }

    fn face(&self, body: usize, face: u32) -> Vec<Beat> {
        let lit = self.faces.len() - 1;
        let own = self.bodies[body].faces.get(face as usize).cloned().unwrap_or_default();
        let pairs = self.faces.last().map(|face| self.corners(face)).unwrap_or_default();
        let mut other: Vec<u32> = pairs.iter().map(|pair| pair[1 - body]).collect();
        other.sort_unstable();
        other.dedup();
        let mut world = Picture::default();
        let mut sphere = self.sphere([None; 2]);
        let key = format!("facet/{lit}");
        self.context.feature(&mut world, Role::Simplex, key.clone(), body, &own);
        self.context.feature(
            &mut world,
            Role::NewSupport,
            format!("{key}/far"),
            1 - body,
            &in_order(&self.bodies[1 - body], &other),
        );
        self.context.names(&mut world, 1 - body, &other);
        let normal = normal_of(&self.context.points, body, &own);
        let whose = ["A", "−B"][body];
        let [one, far] =
            [(['a', 'b'][body], &own), (['b', 'a'][body], &other)].map(|(letter, c)| corner_names(letter, c));
        self.node(&mut sphere, lit, normal, one.clone());
        let said = match (&self.faces[lit].origin, other.len()) {
            (FacetOrigin::FaceFace(_), _) => {
                format!("{one} and {far} have the same normal, so they add up to one face of A − B.")
            }
            (_, 1) if body == 0 => format!("Face {one} of A, shifted by −{far}, is a face of A − B."),
            (_, 1) => format!("Face {one} of −B, shifted by {far}, is a face of A − B."),
            _ => format!("Face {one} of {whose}, widened by the edge {far}, is a face of A − B."),
        };
        let feature = ["vertex", "edge", "face"][other.len().clamp(1, 3) - 1];
        let looked = format!(
            "{far} is the {feature} of {} farthest along the normal of face {one} of {whose}.",
            ["−B", "A"][body]
        );
        let first = self.beat("farthest", looked, None, world.clone(), sphere.clone());
        vec![Beat { event: Some(Event::Support), ..first }, self.beat("face", said, Some(lit), world, sphere)]
    }

    /// Ends of an edge of a body.
    fn ends(&self, body: usize, edge: u32) -> [u32; 2] {
        self.bodies[body].edges.get(edge as usize).map(|edge| edge.ends).unwrap_or_default()
    }

    fn arc(&self, edge: u32) -> Beat {
        let ends = self.ends(0, edge);
        let mut world = Picture::default();
        self.context.feature(&mut world, Role::Simplex, "edge/a", 0, &ends);
        self.context.names(&mut world, 0, &ends);
        let say = format!(
            "The arc of edge {} of A holds the normals of all planes that touch A along this edge. Every arc of −B that \
             crosses it gives a face of A − B.",
            corner_names('a', &ends)
        );
        self.beat("arc", say, None, world, self.sphere([Some(edge), None]))
    }

    fn crossing(&self, [e, f]: [u32; 2]) -> Vec<Beat> {
        let of_a = self.ends(0, e);
        let of_b = self.ends(1, f);
        let lit = self.faces.len() - 1;
        let mut world = Picture::default();
        self.context.feature(&mut world, Role::Simplex, format!("facet/{lit}/a"), 0, &of_a);
        self.context.feature(&mut world, Role::Simplex, format!("facet/{lit}/b"), 1, &of_b);
        self.context.names(&mut world, 0, &of_a);
        self.context.names(&mut world, 1, &of_b);
        let mut sphere = self.sphere([Some(e), Some(f)]);
        let normal = self.normal(&self.faces[lit]);
        let key = format!("{} × {}", corner_names('a', &of_a), corner_names('b', &of_b));
        self.node(&mut sphere, lit, normal, key.clone());
        let crossed = format!(
            "The arcs of {} of A and {} of −B cross. Along that direction, each edge is the farthest feature of its body.",
            corner_names('a', &of_a),
            corner_names('b', &of_b)
        );
        let added = format!(
            "{key} is face {} of A − B: the parallelogram of both edges, head to tail. Its area is {} m².",
            lit + 1,
            number(self.area(&self.faces[lit]))
        );
        let first =
            Beat { event: Some(Event::Support), ..self.beat("crossing", crossed, None, world.clone(), sphere.clone()) };
        vec![first, self.beat("parallelogram", added, Some(lit), world, sphere)]
    }

    fn done(&self, verdict: &Verdict) -> Beat {
        let mut beat = self.beat("done", verdict.say.clone(), None, Picture::default(), self.sphere([None; 2]));
        // A segment or a point has no faces, so it is drawn here.
        if let (Finding::Difference(found), true) = (&verdict.finding, self.faces.is_empty())
            && self.detail == Detail::Full
        {
            let cso = beat.pictures.edit(CSO);
            found.points.iter().for_each(|p| cso.point(Role::Difference, "cso/edges", *p));
            if let [from, to] = found.points[..] {
                cso.segment(Role::Difference, "cso/edges", from, to);
            }
        }
        Beat { event: Some(Event::Stop(EndingKind::Success)), ..beat }
    }
}

/// Vertices of a feature; those of a face in its order.
fn in_order(body: &Body, corners: &[u32]) -> Vec<u32> {
    body.faces
        .iter()
        .find(|face| face.len() == corners.len() && corners.iter().all(|corner| face.contains(corner)))
        .filter(|_| corners.len() > 2)
        .map_or_else(|| corners.to_vec(), Clone::clone)
}
