//! Lesson of the Minkowski difference A − B in space, all differences a − b of points of A and B. Its faces are
//! translated faces of A and −B, and parallelograms of an edge of A and one of −B. Gauss maps find these pairs of
//! edges: on the unit sphere of directions an edge is the arc of the normals of its supporting planes, and the arcs of
//! a pair cross.

mod arcs;
mod choice;
pub mod dim2;
mod features;
mod pictures;
mod sphere;
mod verdict;

use std::sync::Arc;

use contact_lens_model::answer::number::{count, number};
use contact_lens_model::answer::{FaceKind, Finding};
use contact_lens_model::snapshot::hull::Dimension;
use contact_lens_model::snapshot::minkowski::{Body, Facet, FacetOrigin, Overlay, OverlayAction, OverlayResult};
use contact_lens_picture::{Camera, Key, Picture, Role};
use glam::DVec3;

use super::recorded::narrated::Step;
use super::{
    Beat, CSO, Card, Choice, Detail, DifferenceContext, Ending, EndingKind, Event, Lesson, Narrated, Narration,
    PairContext, Pictures, PlotAxis, Recording, Row, SPHERE, Sentence, Series, SourceFile, Table, Value, Verdict, View,
    WORLD, corner_names, say, symbol,
};
use features::in_order;
use sphere::{add_key, fixed_marks, normal_of};
use verdict::{difference_finding, feature_names, kind};
pub use verdict::{verdict, verdict_in_world};

/// Card of the Minkowski difference in space.
pub const CARD: Card = Card {
    id: "minkowski",
    title: "Minkowski difference",
    summary: "Which faces does A − B have, and which features of A and B give each of them?",
    sources: &["van den Bergen 2003, 2.3", "Gregorius 2013: arcs on the Gauss sphere"],
    listing: include_str!("../engine/dim3/minkowski/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim3/minkowski/stepper.rs",
        text: include_str!("../engine/dim3/minkowski/stepper.rs"),
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
        "A − B is a flat polygon, stored as two opposite faces.";
    Dimension::Segment => success "Segment" called "A − B is a segment":
        "A − B is a segment.";
    Dimension::Point => success "Point" called "A − B is a point":
        "A − B is a point.";
}

/// Largest number of rows in the table of faces.
const MAX_ROWS: usize = 200;

/// Index in the card's series of the curve of the faces, for the plot points of a beat.
const FACE_CURVE: usize = 0;

/// Index in the card's series of the curve of the vertices.
const VERTEX_CURVE: usize = 1;

/// Lesson of a recorded overlay of the Gauss maps of `bodies`, A and −B, with its result `made`; `points` are those of
/// A and B, world, meters.
pub fn lesson(
    recording: Box<dyn Recording<Overlay>>,
    bodies: [Body; 2],
    made: OverlayResult,
    pair: PairContext,
    points: [Arc<[DVec3]>; 2],
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let finding = difference_finding(&made, recording.outcome(), &points);
    let sphere = fixed_marks(&bodies, &points);
    let context = DifferenceContext::new(pair, points, &finding, sphere);
    Box::new(Narrated { recording, context, verdict, narration: OverlayNarration { bodies, made } })
}

/// Narration of the faces of the difference.
struct OverlayNarration {
    /// Features of A and of −B.
    bodies: [Body; 2],
    /// Complete difference.
    made: OverlayResult,
}

impl OverlayNarration {
    /// View of a state, for its sentences and pictures.
    fn view<'a>(&'a self, state: &'a Overlay, context: &'a DifferenceContext, detail: Detail) -> MinkowskiView<'a> {
        let faces = &self.made.faces[..state.face_count.min(self.made.faces.len())];
        MinkowskiView { faces, made: &self.made, bodies: &self.bodies, context, detail }
    }
}

impl Narration for OverlayNarration {
    type State = Overlay;
    type Context = DifferenceContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Overlap, "face of A and −B"),
        (Role::EdgePair, "edge × edge"),
        (Role::Simplex, "current feature"),
        (Role::NewSupport, "farthest feature"),
        (Role::Axis, "normal n"),
        (Role::Ghost, "not yet found"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    /// One camera for all views, so that a face's sides are parallel to the two edges, and its normal points to
    /// its node.
    fn sight(&self) -> Option<Camera> {
        Some(Camera { orthographic: true, ..Camera::default() })
    }

    fn linked(&self, state: &Overlay, context: &DifferenceContext, key: &str) -> Pictures {
        let facet = key.strip_prefix("facet/").and_then(|number| number.parse().ok());
        let Some(facet) = facet else { return Pictures::default() };
        self.view(state, context, Detail::Full).linked(facet)
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = self.view(step.after, step.context, step.detail);
        let action = if step.end.is_some() { OverlayAction::Nothing } else { step.after.last_action };
        let beats = match action {
            OverlayAction::Nothing => vec![view.done_beat(step.verdict)],
            OverlayAction::Face { body, face } => view.face_beats(usize::from(body), face),
            OverlayAction::Arc(edge) => vec![view.arc_beat(edge)],
            OverlayAction::Crossing([edge_of_a, edge_of_b]) => view.crossing_beats(edge_of_a, edge_of_b),
        };
        let points = vec![(FACE_CURVE, step.after.face_count as f64), (VERTEX_CURVE, step.after.vertex_count as f64)];
        beats.into_iter().map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let view = self.view(step.after, step.context, Detail::Outline);
        if step.end.is_some() {
            return Vec::new();
        }
        let is_first_crossing = matches!(step.before.last_action, OverlayAction::Arc(_));
        let choice = match step.after.last_action {
            OverlayAction::Face { body, face } => choice::farthest_vertex_choice(&view, usize::from(body), face, beats),
            OverlayAction::Crossing([edge, _]) if is_first_crossing => choice::crossing_arc_choice(&view, edge, beats),
            OverlayAction::Crossing(_) | OverlayAction::Arc(_) | OverlayAction::Nothing => None,
        };
        choice.into_iter().collect()
    }
}

/// State after a step of the overlay, for its beats.
struct MinkowskiView<'a> {
    /// Known faces, the newest last.
    faces: &'a [Facet],
    /// Complete difference.
    made: &'a OverlayResult,
    /// Features of A and of −B.
    bodies: &'a [Body; 2],
    /// Data that is the same in all steps.
    context: &'a DifferenceContext,
    /// Requested amount of detail.
    detail: Detail,
}

impl MinkowskiView<'_> {
    /// Faces known at this line of the listing; the beats `farthest` and `crossing` are before the step's new face.
    fn known_faces(&self, line: &str) -> &[Facet] {
        let unknown = usize::from(matches!(line, "farthest" | "crossing"));
        &self.faces[..self.faces.len().saturating_sub(unknown)]
    }

    /// Numbers of faces by kind, in the order of `FaceKind::ALL`.
    fn counts(faces: &[Facet]) -> [usize; 4] {
        FaceKind::ALL.map(|face_kind| faces.iter().filter(|face| kind(&face.origin) == face_kind).count())
    }

    /// Values of a beat: the area of the face with the index `new_face`, if the beat adds one.
    fn values(&self, new_face: Option<usize>) -> Vec<Value> {
        new_face.into_iter().map(|new_face| self.area_value(new_face)).collect()
    }

    /// Area of the face with the index `facet`, as a value; 0 for a face that is not known.
    fn area_value(&self, facet: usize) -> Value {
        let area = self.faces.get(facet).map_or(0.0, |face| self.area(face));
        Value::of(symbol::FACE_AREA, format!("{} m²", number(area)), format!("facet/{facet}"))
    }

    /// Area of a face, square meters.
    fn area(&self, face: &Facet) -> f64 {
        0.5 * self.twice_the_area(face).length()
    }

    /// Table of the known faces, the newest first.
    fn table(&self) -> Table {
        let rows = self.faces.iter().enumerate().rev().take(MAX_ROWS).map(|(i, face)| {
            let kind_text = match kind(&face.origin) {
                FaceKind::A => "face of A",
                FaceKind::B => "face of −B",
                FaceKind::Both => "face of A and −B",
                FaceKind::Edges => "edge × edge",
            };
            let features = feature_names(&face.origin);
            Row {
                cells: vec![count(i + 1), kind_text.into(), features.into(), count(face.vertices.len())],
                key: Some(format!("facet/{i}").into()),
                chosen: i + 1 == self.faces.len(),
            }
        });
        Table { title: "Faces of A − B", columns: vec!["", "kind", "features", "vertices"], rows: rows.collect() }
    }

    /// Beat with its pictures of the `world` and of the Gauss `sphere`, and with the pictures, values and tables that
    /// all beats have; `new_face` is the index of the face that it adds.
    fn beat(
        &self,
        line: &'static str,
        say: Sentence,
        new_face: Option<usize>,
        world: Picture,
        sphere: Picture,
    ) -> Beat {
        let mut pictures = Pictures::world(world);
        *pictures.edit(CSO) = self.difference_picture(new_face, self.known_faces(line).len());
        *pictures.edit(SPHERE) = sphere;
        let all = Self::counts(&self.made.faces);
        add_key(pictures.edit(SPHERE), Self::counts(self.known_faces(line)), all);
        Beat {
            line,
            say,
            pictures: self.detail.full(|| pictures),
            values: self.detail.full(|| self.values(new_face)),
            tables: self.detail.full(|| vec![self.table()]),
            ..Beat::default()
        }
    }

    /// Vertices of a face, as pairs of vertices of A and B.
    fn corners(&self, face: &Facet) -> Vec<[u32; 2]> {
        face.vertices.iter().map(|&corner| self.made.pairs[corner as usize]).collect()
    }

    /// Name of vertices of A (0) or B (1) in a sentence, with the mark of their feature.
    fn name(body: usize, corners: &[u32], key: impl Into<Key>) -> Sentence {
        Sentence::mark(corner_names(['a', 'b'][body], corners), key)
    }

    /// Beats of a face of A (`body` 0) or −B (1): the farthest feature of the other body, and the new face.
    fn face_beats(&self, body: usize, face: u32) -> Vec<Beat> {
        let new_face = self.faces.len() - 1;
        let face = self.bodies[body].faces.get(face as usize).cloned().unwrap_or_default();
        let farthest = self.feature_of_newest_face(1 - body);
        let mut sphere = self.sphere([None; 2], new_face);
        let normal = normal_of(&self.context.points, body, &face);
        self.add_node(&mut sphere, new_face, normal, corner_names(['a', 'b'][body], &face));
        let world = self.world_of_face(body, &face, &farthest, normal);
        let say = self.farthest_sentence(body, &face, &farthest);
        let mut farthest_beat = self.beat("farthest", say, None, world.clone(), sphere.clone());
        if self.detail == Detail::Full {
            self.add_next_face(farthest_beat.pictures.edit(CSO), new_face, normal, ["n", "−n"][body]);
        }
        farthest_beat.event = Some(Event::Support);
        let sphere = self.with_known_faces(sphere, new_face);
        let say = self.added_face_sentence(body, &face, &farthest);
        let face_beat = self.beat("face", say, Some(new_face), world, sphere);
        vec![with_side(farthest_beat, normal), with_side(face_beat, normal)]
    }

    /// Vertices of A (0) or B (1) that are part of the newest face, in order.
    fn feature_of_newest_face(&self, body: usize) -> Vec<u32> {
        let pairs = self.faces.last().map(|face| self.corners(face)).unwrap_or_default();
        let mut corners: Vec<u32> = pairs.iter().map(|pair| pair[body]).collect();
        corners.sort_unstable();
        corners.dedup();
        in_order(&self.bodies[body], &corners)
    }

    /// Sentence on the normal of a `face` of a body, and the other body's feature that is `farthest` against it.
    fn farthest_sentence(&self, body: usize, face: &[u32], farthest: &[u32]) -> Sentence {
        let new_face = self.faces.len() - 1;
        let [body_name, other_body_name] = self.names_of_bodies(body);
        say!(
            "n is the normal of face {} of {}. {} is the {} of {} farthest along −n, so A − B has a face with the \
             normal {}.",
            Self::name(body, face, format!("facet/{new_face}")),
            body_name,
            Self::name(1 - body, farthest, format!("facet/{new_face}/far")),
            ["vertex", "edge", "face"][farthest.len().clamp(1, 3) - 1],
            other_body_name,
            Sentence::mark(["n", "−n"][body], "n")
        )
    }

    /// Names of A and B, that of `body` first.
    fn names_of_bodies(&self, body: usize) -> [Sentence; 2] {
        let [a, b] = self.context.pair.body_names();
        if body == 0 { [a, b] } else { [b, a] }
    }

    /// Sentence on the new face, which comes from a `face` of a body and the `farthest` feature of the other body.
    fn added_face_sentence(&self, body: usize, face: &[u32], farthest: &[u32]) -> Sentence {
        let new_face = self.faces.len() - 1;
        let face_name = Self::name(body, face, format!("facet/{new_face}"));
        let feature_name = Self::name(1 - body, farthest, format!("facet/{new_face}/far"));
        let [body_name, _] = self.names_of_bodies(body);
        let is_of_a = body == 0;
        let is_vertex = farthest.len() == 1;
        if matches!(self.faces[new_face].origin, FacetOrigin::FaceFace(_)) {
            say!(
                "Faces {} and {} have opposite normals, so their difference is one face of A − B.",
                face_name,
                feature_name
            )
        } else if is_vertex && is_of_a {
            say!("Face {} of {}, shifted by −{}, is a face of A − B.", face_name, body_name, feature_name)
        } else if is_vertex {
            say!(
                "Face {} of {}, mirrored and then shifted by {}, is a face of A − B.",
                face_name,
                body_name,
                feature_name
            )
        } else if is_of_a {
            say!(
                "Face {} of {} and the mirrored edge {} add up to a face of A − B.",
                face_name,
                body_name,
                feature_name
            )
        } else {
            say!(
                "The mirrored face {} of {} and edge {} add up to a face of A − B.",
                face_name,
                body_name,
                feature_name
            )
        }
    }

    /// Ends of an edge of A (0) or −B (1), as point numbers; `[0, 0]` for an edge that does not exist.
    fn ends(&self, body: usize, edge: u32) -> [u32; 2] {
        self.bodies[body].edges.get(edge as usize).map(|edge| edge.ends).unwrap_or_default()
    }

    /// Beat of the finished difference.
    fn done_beat(&self, verdict: &Verdict) -> Beat {
        let answer = Sentence::answer(&verdict.say);
        let say = match &verdict.finding {
            Finding::Difference(difference) if difference.dimension == 1 => {
                say!("{} A and B lie along parallel lines.", answer)
            }
            _ => answer,
        };
        let mut beat = self.beat("done", say, None, Picture::default(), self.sphere([None; 2], self.faces.len()));
        // A segment or a point has no faces, so it is drawn here.
        if self.faces.is_empty()
            && self.detail == Detail::Full
            && let Finding::Difference(difference) = &verdict.finding
        {
            let cso = beat.pictures.edit(CSO);
            difference.points.iter().for_each(|p| cso.point(Role::Difference, "cso/edges", *p));
            if let [from, to] = difference.points[..] {
                cso.segment(Role::Difference, "cso/edges", from, to);
            }
            if let [pair] = difference.pairs[..] {
                self.context.add_single_point(&mut beat.pictures, pair);
            }
        }
        Beat { event: Some(Event::Stop(EndingKind::Success)), ..beat }
    }
}

/// Sets the side, an outward normal of any length, from which figures show the subject of the beat.
fn with_side(mut beat: Beat, side: DVec3) -> Beat {
    beat.pictures.subject_side = side.try_normalize();
    beat
}
