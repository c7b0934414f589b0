//! Lesson of the Minkowski difference A − B in space, all differences a − b of points of A and B. Its faces are
//! translated faces of A and −B, and parallelograms of an edge of A and one of −B. Gauss maps find these pairs of
//! edges: on the unit sphere of directions an edge is the arc of the normals of its supporting planes, and the arcs of
//! a pair cross.

mod arcs;
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
    PairContext, Pictures, PlotAxis, Recording, Row, SPHERE, Sentence, Series, SourceFile, Table, Value, Verdict, View,
    WORLD, corner_names, say, symbol,
};
use crate::answer::number::{count, number};
use crate::answer::{FaceKind, Finding};
use crate::picture::{Camera, Key, Picture, Role};
use crate::snapshot::hull::Dimension;
use crate::snapshot::minkowski::{Body, Facet, FacetOrigin, Overlay, OverlayAction, OverlayResult};
use pictures::in_order;
use sphere::{add_key, fixed_marks, normal_of};
use verdict::{difference_finding, feature_names, kind};
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
        "A − B is a flat polygon, stored as two opposite faces.";
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
    (bodies, made): ([Body; 2], OverlayResult),
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
    bodies: [Body; 2],
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
        let view = self.view(state, context, Detail::Full);
        facet.map_or_else(Pictures::default, |facet| view.linked(facet))
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let view = self.view(step.after, step.context, step.detail);
        let beats = match (step.end, step.after.last_action) {
            (Some(_), _) | (None, OverlayAction::Nothing) => vec![view.done_beat(step.verdict)],
            (None, OverlayAction::Face { body, face }) => view.face_beats(usize::from(body), face),
            (None, OverlayAction::Arc(edge)) => vec![view.arc_beat(edge)],
            (None, OverlayAction::Crossing(edges)) => view.crossing_beats(edges),
        };
        let points = vec![(0, step.after.face_count as f64), (1, step.after.vertex_count as f64)];
        beats.into_iter().map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        let view = self.view(step.after, step.context, Detail::Outline);
        let choice = match (step.end, step.after.last_action, step.before.last_action) {
            (None, OverlayAction::Face { body, face }, _) => {
                choice::farthest_vertex_choice(&view, usize::from(body), face, beats)
            }
            (None, OverlayAction::Crossing([edge, _]), OverlayAction::Arc(_)) => {
                choice::crossing_arc_choice(&view, edge, beats)
            }
            _ => None,
        };
        choice.into_iter().collect()
    }
}

/// Step of the overlay with everything that its beats need.
struct MinkowskiView<'a> {
    /// Known faces, the newest last.
    faces: &'a [Facet],
    made: &'a OverlayResult,
    bodies: &'a [Body; 2],
    context: &'a DifferenceContext,
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

    /// Area of the new face, if the sub-step adds one; `new_face` is its index.
    fn values(&self, new_face: Option<usize>) -> Vec<Value> {
        new_face.map_or_else(Vec::new, |new_face| vec![self.area_value(new_face)])
    }

    /// Area of the face with this index.
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
        let rows = self.faces.iter().enumerate().rev().take(MOST_ROWS).map(|(i, face)| {
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

    /// Beat with the common pictures, values and tables; `new_face` is the index of the face that it adds.
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
        let own = self.bodies[body].faces.get(face as usize).cloned().unwrap_or_default();
        let pairs = self.faces.last().map(|face| self.corners(face)).unwrap_or_default();
        let mut other: Vec<u32> = pairs.iter().map(|pair| pair[1 - body]).collect();
        other.sort_unstable();
        other.dedup();
        let other = in_order(&self.bodies[1 - body], &other);
        let mut sphere = self.sphere([None; 2], new_face);
        let normal = normal_of(&self.context.points, body, &own);
        self.add_node(&mut sphere, new_face, normal, corner_names(['a', 'b'][body], &own));
        let world = self.world_of_face(body, &own, &other, normal);
        let added = self.added_face_sentence(body, &own, &other);
        let one = Self::name(body, &own, format!("facet/{new_face}"));
        let far = Self::name(1 - body, &other, format!("facet/{new_face}/far"));
        let [own_body, far_body] = self.names_of_bodies(body);
        let farthest_sentence = say!(
            "n is the normal of face {} of {}. {} is the {} of {} farthest along −n, so A − B has a face with the \
             normal {}.",
            one,
            own_body,
            far,
            ["vertex", "edge", "face"][other.len().clamp(1, 3) - 1],
            far_body,
            Sentence::mark(["n", "−n"][body], "n")
        );
        let mut farthest_beat = self.beat("farthest", farthest_sentence, None, world.clone(), sphere.clone());
        if self.detail == Detail::Full {
            self.add_next_face(farthest_beat.pictures.edit(CSO), new_face, normal, ["n", "−n"][body]);
        }
        let sphere = self.with_known_faces(sphere, new_face);
        let farthest_beat = Beat { event: Some(Event::Support), ..farthest_beat };
        let face_beat = self.beat("face", added, Some(new_face), world, sphere);
        [farthest_beat, face_beat].map(|beat| with_side(beat, normal)).into()
    }

    /// Names of A and B, that of `body` first.
    fn names_of_bodies(&self, body: usize) -> [Sentence; 2] {
        let [a, b] = self.context.pair.body_names();
        if body == 0 { [a, b] } else { [b, a] }
    }

    /// Sentence on the new face, which comes from the face `own` of a body and the feature `other` of the other.
    fn added_face_sentence(&self, body: usize, own: &[u32], other: &[u32]) -> Sentence {
        let new_face = self.faces.len() - 1;
        let one = Self::name(body, own, format!("facet/{new_face}"));
        let far = Self::name(1 - body, other, format!("facet/{new_face}/far"));
        let [of_own, _] = self.names_of_bodies(body);
        match (&self.faces[new_face].origin, other.len()) {
            (FacetOrigin::FaceFace(_), _) => {
                say!("Faces {} and {} have opposite normals, so their difference is one face of A − B.", one, far)
            }
            (_, 1) if body == 0 => say!("Face {} of {}, shifted by −{}, is a face of A − B.", one, of_own, far),
            (_, 1) => say!("Face {} of {}, mirrored and then shifted by {}, is a face of A − B.", one, of_own, far),
            _ if body == 0 => {
                say!("Face {} of {} and the mirrored edge {} add up to a face of A − B.", one, of_own, far)
            }
            _ => say!("The mirrored face {} of {} and edge {} add up to a face of A − B.", one, of_own, far),
        }
    }

    /// Ends of an edge of a body.
    fn ends(&self, body: usize, edge: u32) -> [u32; 2] {
        self.bodies[body].edges.get(edge as usize).map(|edge| edge.ends).unwrap_or_default()
    }

    /// Beats of the crossing of the arcs of edge `e` of A and edge `f` of −B, and of their parallelogram.
    fn crossing_beats(&self, [e, f]: [u32; 2]) -> Vec<Beat> {
        let of_a = self.ends(0, e);
        let of_b = self.ends(1, f);
        let new_face = self.faces.len() - 1;
        let mut world = Picture::default();
        self.context.add_feature(&mut world, Role::Simplex, format!("facet/{new_face}/a"), 0, &of_a);
        self.context.add_feature(&mut world, Role::Simplex, format!("facet/{new_face}/b"), 1, &of_b);
        self.context.add_named_vertices(&mut world, 0, &of_a);
        self.context.add_named_vertices(&mut world, 1, &of_b);
        let normal = self.normal(&self.faces[new_face]);
        let pair = &self.context.pair;
        pair.add_named_direction(&mut world, "n", self.middle_of(0, &of_a), normal, "n");
        pair.add_named_direction(&mut world, "n/far", self.middle_of(1, &of_b), -normal, "−n");
        let mut sphere = self.sphere([Some(e), Some(f)], new_face);
        let name = format!("{} × {}", corner_names('a', &of_a), corner_names('b', &of_b));
        self.add_node(&mut sphere, new_face, normal, "n".to_owned());
        let [one, other] =
            [Self::name(0, &of_a, format!("facet/{new_face}/a")), Self::name(1, &of_b, format!("facet/{new_face}/b"))];
        let crossing_sentence = say!(
            "The arcs of edge {} and of the mirrored edge {} cross at n: a plane with normal n touches A along {}, and one \
             with normal −n touches B along {}.",
            &one,
            &other,
            &one,
            &other
        );
        let added = say!(
            "Edge {} and the mirrored edge {}, head to tail, span a parallelogram of {}: the face {} of A − B.",
            one,
            other,
            self.area_value(new_face),
            Sentence::mark(name, format!("facet/{new_face}"))
        );
        let mut crossing_beat = self.beat("crossing", crossing_sentence, None, world.clone(), sphere.clone());
        if self.detail == Detail::Full {
            self.add_next_face(crossing_beat.pictures.edit(CSO), new_face, normal, "n");
        }
        let sphere = self.with_known_faces(sphere, new_face);
        let crossing_beat = Beat { event: Some(Event::Support), ..crossing_beat };
        let parallelogram_beat = self.beat("parallelogram", added, Some(new_face), world, sphere);
        [crossing_beat, parallelogram_beat].map(|beat| with_side(beat, normal)).into()
    }

    /// Beat of the finished difference.
    fn done_beat(&self, verdict: &Verdict) -> Beat {
        let answer = Sentence::answer(&verdict.say);
        let say = match &verdict.finding {
            Finding::Difference(found) if found.dimension == 1 => {
                say!("{} A and B lie along parallel lines.", answer)
            }
            _ => answer,
        };
        let mut beat = self.beat("done", say, None, Picture::default(), self.sphere([None; 2], self.faces.len()));
        // A segment or a point has no faces, so it is drawn here.
        if let (Finding::Difference(found), true) = (&verdict.finding, self.faces.is_empty())
            && self.detail == Detail::Full
        {
            let cso = beat.pictures.edit(CSO);
            found.points.iter().for_each(|p| cso.point(Role::Difference, "cso/edges", *p));
            if let [from, to] = found.points[..] {
                cso.segment(Role::Difference, "cso/edges", from, to);
            }
            if let [pair] = found.pairs[..] {
                self.context.add_single_point(&mut beat.pictures, pair);
            }
        }
        Beat { event: Some(Event::Stop(EndingKind::Success)), ..beat }
    }
}

/// Sets the side, an outward normal, from which figures show the subject of the beat.
fn with_side(mut beat: Beat, side: DVec3) -> Beat {
    beat.pictures.subject_side = side.try_normalize();
    beat
}
