//! Lesson of the Minkowski difference A − B of polygons, all differences a − b of their points: the edges of A and −B,
//! merged by angle, are the edges of A − B.

mod finding;
mod pictures;

use std::sync::Arc;

use contact_lens_model::answer::number::count;
use contact_lens_model::snapshot::minkowski::{EdgeOrigin, Merge, Sum};
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::choice::{NextEdge, next_edge_choice};
use crate::context::difference::face_role;
use crate::recorded::narrated::Step;
use crate::{
    Beat, CSO, Card, Choice, Detail, DifferenceContext, Ending, EndingKind, Event, Lesson, Narrated, Narration,
    PAIR_IN_PLANE, PairContext, Pictures, PlotAxis, Recording, Row, Sentence, Series, SourceFile, Table, Value,
    Verdict, corner_names, say, symbol,
};
use finding::{difference_finding_in_world, kind};
pub use finding::{verdict, verdict_in_world};
use pictures::{angle_from_x, degrees};

/// Card of the Minkowski difference in the plane.
pub const CARD: Card = Card {
    id: "minkowski",
    title: "Minkowski difference, 2D",
    summary: "Which vertices and edges does A − B have? Those of A and −B, merged by angle.",
    sources: &["GJK, EPA and the Minkowski difference, 2024", "Ericson 2005, 3.7"],
    listing: include_str!("../engine/dim2/minkowski/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/source/dim2/minkowski/stepper.rs",
        text: include_str!("../engine/dim2/minkowski/stepper.rs"),
    }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "vertices of A − B", role: Role::Difference }],
    endings: &[
        Ending::success("Polygon", "All edges of A and −B are used: the polygon is closed.")
            .called("A − B is a polygon"),
        Ending::success("Segment", "A − B is a segment.").called("A − B is a segment"),
        Ending::success("Point", "A − B is a point.").called("A − B is a point"),
    ],
};

/// Results of a merge, shared by all its states.
pub struct MergeResult {
    /// Vertices of A and of B as point numbers, counter-clockwise; edges are numbered from the first.
    pub sides: [Vec<u32>; 2],
    /// Vertices and edges in the order in which the merge found them.
    pub open: Sum,
    /// Vertices and edges of the closed polygon.
    pub closed: Sum,
}

/// Lesson of a recorded merge with its results; `points` are those of A and B, world, meters.
pub fn lesson(
    recording: Box<dyn Recording<Merge>>,
    made: MergeResult,
    pair: PairContext,
    points: [Arc<[DVec3]>; 2],
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let finding = difference_finding_in_world(&made.closed, &made.sides, &points);
    let context = DifferenceContext::new(pair, points, &finding, Picture::default());
    Box::new(Narrated { recording, context, verdict, narration: MergeNarration(made) })
}

/// Role of an edge of A − B; an edge of both bodies has `Role::Gap`, which looks as solid as the roles of the other
/// edges.
fn edge_role(origin: EdgeOrigin) -> Role {
    match origin {
        EdgeOrigin::A(_) | EdgeOrigin::B(_) => face_role(kind(origin)),
        EdgeOrigin::Both(..) => Role::Gap,
    }
}

/// Narration of the merge, with its results.
struct MergeNarration(MergeResult);

impl Narration for MergeNarration {
    type State = Merge;
    type Context = DifferenceContext;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Gap, "edge from both A and −B"),
        (Role::Simplex, "next edge of A or −B"),
        (Role::NewSupport, "newest vertex; its points of A and B"),
        (Role::Axis, "angle"),
        (Role::Ghost, "not yet found"),
    ];

    fn card(&self) -> &'static Card {
        &CARD
    }

    fn choices(&self, step: &Step<'_, Self>, beats: &[Beat]) -> Vec<Choice> {
        if step.end.is_some() {
            return Vec::new();
        }
        let [Some(a), Some(b)] = step.before.next_edges else { return Vec::new() };
        let a = edge_name(0, a);
        let b = edge_name(1, b);
        let next = NextEdge::of_order(step.before.order);
        next_edge_choice([&a, &b], next, beats).into_iter().collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let made = if step.end.is_some() { &self.0.closed } else { &self.0.open };
        let corners = &made.vertices[..after.vertex_count.min(made.vertices.len())];
        let edges = &made.edges[..after.edge_count.min(made.edges.len())];
        let view = PlanarMinkowskiView { before, after, corners, edges, sides: &self.0.sides, context, detail };
        let beats = if step.end.is_some() {
            vec![view.done_beat(&step.verdict.say)]
        } else {
            vec![view.vertex_beat(), view.turn_beat()]
        };
        // The card has one series: the number of vertices.
        let points = vec![(0, after.vertex_count as f64)];
        beats.into_iter().map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

/// Step of the merge, for its beats.
struct PlanarMinkowskiView<'a> {
    before: &'a Merge,
    after: &'a Merge,
    /// Vertices after the step.
    corners: &'a [[u32; 2]],
    /// Edges after the step.
    edges: &'a [EdgeOrigin],
    /// Vertices of A and of B as point numbers, counter-clockwise.
    sides: &'a [Vec<u32>; 2],
    /// Data that is the same in all steps.
    context: &'a DifferenceContext,
    /// Requested amount of detail.
    detail: Detail,
}

/// Name of an edge of A or of −B: `a₀a₁`, `−b₀b₁`.
fn edge_name(which: usize, ends: [u32; 2]) -> String {
    format!("{}{}", ["", "−"][which], corner_names(['a', 'b'][which], &ends))
}

/// Name of a vertex of A − B by those of A and B: `a₀ − b₁`.
fn pair_name([i, j]: [u32; 2]) -> String {
    format!("{} − {}", corner_names('a', &[i]), corner_names('b', &[j]))
}

impl PlanarMinkowskiView<'_> {
    /// Beat with the values and the table; its pictures are `marks` and the first `edge_count` edges of A − B.
    fn beat(&self, line: &'static str, say: Sentence, edge_count: usize, marks: Pictures) -> Beat {
        let pictures = self.detail.full(|| {
            let mut pictures = marks;
            let cso = pictures.edit(CSO);
            for k in 0..edge_count.min(self.edges.len()) {
                let end = self.corners.get(k + 1).copied().or_else(|| self.next_corner(k));
                let Some(end) = end else { continue };
                let [from, to] = [self.corners[k], end].map(|corner| self.context.cso(corner));
                cso.segment(edge_role(self.edges[k]), format!("facet/{k}"), from, to);
            }
            pictures
        });
        Beat {
            line,
            say,
            pictures,
            values: self.detail.full(|| self.values()),
            tables: self.detail.full(|| vec![self.table()]),
            ..Beat::default()
        }
    }

    /// Vertex at the end of the newest edge, which the next step adds; `None` if edge `k` is not the newest.
    fn next_corner(&self, k: usize) -> Option<[u32; 2]> {
        if k + 1 < self.edges.len() {
            return None;
        }
        // A body without a next edge is at the vertex at which the merge began.
        let [first_a, first_b] = *self.corners.first()?;
        let [next_a, next_b] = self.after.next_edges;
        Some([next_a.map_or(first_a, |[start, _]| start), next_b.map_or(first_b, |[start, _]| start)])
    }

    /// Value of the number of vertices that are known after the step.
    fn values(&self) -> Vec<Value> {
        vec![Value::number(symbol::VERTICES, count(self.corners.len()))]
    }

    /// Table of the known vertices, each with the edge that begins there.
    fn table(&self) -> Table {
        let rows = self.corners.iter().enumerate().map(|(k, pair)| {
            let edge = self.edges.get(k).map(|origin| self.origin_name(*origin)).unwrap_or_default();
            Row {
                cells: vec![count(k + 1), pair_name(*pair).into(), edge.into()],
                key: Some(format!("corner/{k}").into()),
                chosen: k + 1 == self.corners.len(),
            }
        });
        Table { title: "Vertices of A − B", columns: vec!["", "vertex", "next edge"], rows: rows.collect() }
    }

    /// Name of an edge of A − B by the edges that make it.
    fn origin_name(&self, origin: EdgeOrigin) -> String {
        match origin {
            EdgeOrigin::A(i) => format!("{} of A", self.side_name(0, i)),
            EdgeOrigin::B(j) => format!("{} of −B", self.side_name(1, j)),
            EdgeOrigin::Both(i, j) => format!("{} and {}", self.side_name(0, i), self.side_name(1, j)),
        }
    }

    /// Name of edge `k` of A (0) or of −B (1).
    fn side_name(&self, which: usize, k: u32) -> String {
        let side = &self.sides[which];
        edge_name(which, [0, 1].map(|step| side[(k as usize + step) % side.len()]))
    }

    /// Beat of the newest vertex.
    fn vertex_beat(&self) -> Beat {
        let corner = self.corners.last().copied().unwrap_or_default();
        let name = Sentence::mark(pair_name(corner), "corner");
        let say = if self.corners.len() == 1 {
            let a = Sentence::mark(corner_names('a', &[corner[0]]), "corner/0");
            let b = Sentence::mark(corner_names('b', &[corner[1]]), "corner/1");
            say!("{} is the first vertex of A − B: {} is lowest in A, and {} highest in B.", name, a, b)
        } else {
            say!("{} is the next vertex of A − B, at the end of {}.", name, self.newest_edge())
        };
        let (mut world, mut cso) = self.vertex_pictures(corner);
        if let Some(edge) = self.newest_edge_index() {
            self.add_sides_of(&mut world, &mut cso, edge, corner);
        }
        Beat { event: Some(Event::Support), ..self.beat("corner", say, self.before.edge_count, (world, cso).into()) }
    }

    /// Name of the edge that ends at the newest vertex.
    fn newest_edge(&self) -> Sentence {
        let Some(edge) = self.newest_edge_index() else { return Sentence::from("the newest edge") };
        let name = Sentence::mark(self.origin_name(self.edges[edge]), format!("facet/{edge}"));
        match self.edges[edge] {
            EdgeOrigin::Both(..) => say!("the edge of {}, head to tail", name),
            EdgeOrigin::A(_) | EdgeOrigin::B(_) => say!("edge {}", name),
        }
    }

    /// Index of the edge that ends at the newest vertex; `None` at the first vertex.
    fn newest_edge_index(&self) -> Option<usize> {
        self.before.edge_count.min(self.edges.len()).checked_sub(1)
    }

    /// Angle of the next edge of A (0) or −B (1) from the x axis, as a value; 0 without a next edge.
    fn angle_value(&self, which: usize) -> Value {
        let along = self.before.next_edges[which].map_or(DVec3::ZERO, |ends| self.along(which, ends));
        let symbol = [symbol::ANGLE_OF_A, symbol::ANGLE_OF_B][which];
        Value::of(symbol, degrees(angle_from_x(along)), format!("angle/{which}"))
    }

    /// Beat of the next edge: the one of A or −B with the smaller angle.
    fn turn_beat(&self) -> Beat {
        let corner = self.corners.last().copied().unwrap_or_default();
        // The arrows of the next edges show the newest edge, so it is not among the edges.
        self.beat("turn", self.next_edge_sentence(), self.before.edge_count, self.next_edge_pictures(corner))
    }

    /// Sentence on the next edge, and why it comes next.
    fn next_edge_sentence(&self) -> Sentence {
        let [a, b] = [0, 1].map(|which| {
            self.before.next_edges[which].map(|ends| Sentence::mark(edge_name(which, ends), format!("edge/{which}")))
        });
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) => (a, b),
            (Some(a), None) => return say!("{} of A comes next, since no edge of −B remains.", a),
            (None, b) => return say!("{} of −B comes next, since no edge of A remains.", b.unwrap_or_default()),
        };
        let angle_a = self.angle_value(0);
        let angle_b = self.angle_value(1);
        match NextEdge::of_order(self.before.order) {
            NextEdge::Both => {
                say!("{} of A and {} of −B are parallel. Head to tail, they form one edge of A − B.", a, b)
            }
            NextEdge::OfA => say!(
                "{} of A comes next: its angle from the x axis, {}, is smaller than that of {} of −B, {}.",
                a,
                angle_a,
                b,
                angle_b
            ),
            NextEdge::OfB => say!(
                "{} of −B comes next: its angle from the x axis, {}, is smaller than that of {} of A, {}.",
                b,
                angle_b,
                a,
                angle_a
            ),
        }
    }

    /// Beat of the finished difference.
    fn done_beat(&self, say: &str) -> Beat {
        let mut pictures = Pictures::default();
        let points: Vec<DVec3> = self.corners.iter().map(|&pair| self.context.cso(pair)).collect();
        match points[..] {
            [] => {}
            [_] => self.context.add_single_point(&mut pictures, self.corners[0]),
            [_, _] => pictures.edit(CSO).add(Role::Difference, "difference", Form::Polyline { points, closed: true }),
            // The interior is one face; the edges keep the colors of their bodies.
            _ => {
                let faces = vec![(0..points.len() as u32).collect()];
                let interior = Arc::new(Solid { vertices: points, faces, ..Solid::default() });
                pictures.edit(CSO).body(Role::Difference, "difference", &interior);
            }
        }
        // The picture of a point or a segment is complete without edges.
        let edge_count = if self.corners.len() > 2 { self.edges.len() } else { 0 };
        Beat {
            event: Some(Event::Stop(EndingKind::Success)),
            ..self.beat("close", Sentence::answer(say), edge_count, pictures)
        }
    }
}
