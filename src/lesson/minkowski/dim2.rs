//! Lesson of the Minkowski difference A − B of polygons, all differences a − b of their points: the edges of A and −B,
//! merged by angle, are the edges of A − B.

mod pictures;

use std::sync::Arc;

use glam::DVec3;

use crate::answer::number::{count, number};
use crate::answer::{DifferenceFace, DifferenceFinding, FaceKind, Finding};
use crate::lesson::recorded::narrated::Step;
use crate::lesson::{
    Beat, CSO, Card, Choice, Detail, DifferenceContext, Ending, EndingKind, Event, Lesson, Narrated, Narration,
    PAIR_IN_PLANE, PairContext, Pictures, PlotAxis, Recording, Row, Sentence, Series, SourceFile, Table, Value,
    Verdict, corner_names, say, symbol,
};
use crate::picture::{Form, Picture, Role, Solid};
use crate::snapshot::minkowski::{EdgeOrigin, Merge, MergeOutcome, Sum};
use pictures::{angle_from_x, degrees};

/// Card of the Minkowski difference in the plane.
pub const CARD: Card = Card {
    id: "minkowski",
    title: "Minkowski difference, 2D",
    summary: "Which vertices and edges does A − B have? Those of A and −B, merged by angle.",
    sources: &["GJK, EPA and the Minkowski difference, 2024", "Ericson 2005, 3.7"],
    listing: include_str!("../../engine/dim2/minkowski/listing.txt"),
    code: &[SourceFile {
        path: "src/engine/dim2/minkowski/stepper.rs",
        text: include_str!("../../engine/dim2/minkowski/stepper.rs"),
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

/// Lesson of a recorded merge with its results; `points` are those of A and B, world.
pub fn lesson(
    recording: Box<dyn Recording<Merge>>,
    made: MergeResult,
    pair: PairContext,
    points: [Arc<[DVec3]>; 2],
    verdict: Verdict,
) -> Box<dyn Lesson> {
    let finding = difference_finding(&made.closed, &made.sides, vertex_positions(&made.closed, &points), None);
    let context = DifferenceContext::new(pair, points, &finding, Picture::default());
    Box::new(Narrated { recording, context, verdict, narration: MergeNarration(made) })
}

/// Verdict of a merge that ended after `steps` steps; `points` in the world.
pub fn verdict(
    closed: &Sum,
    sides: &[Vec<u32>; 2],
    outcome: MergeOutcome,
    steps: usize,
    points: &[Arc<[DVec3]>; 2],
    names: &[String; 2],
) -> Verdict {
    verdict_of(&difference_finding(closed, sides, vertex_positions(closed, points), None), outcome, steps, names)
}

/// Verdict of a merge whose vertices, with world axes, and area are given.
pub fn verdict_in_world(
    closed: &Sum,
    sides: &[Vec<u32>; 2],
    outcome: MergeOutcome,
    steps: usize,
    (positions, area): (Vec<DVec3>, f64),
    names: &[String; 2],
) -> Verdict {
    verdict_of(&difference_finding(closed, sides, positions, Some(area)), outcome, steps, names)
}

/// Kind of an edge: its body or bodies.
fn kind(origin: EdgeOrigin) -> FaceKind {
    match origin {
        EdgeOrigin::A(_) => FaceKind::A,
        EdgeOrigin::B(_) => FaceKind::B,
        EdgeOrigin::Both(..) => FaceKind::Both,
    }
}

/// Role of an edge; an edge of both bodies has `Role::Gap`, which looks as solid as the roles of the other edges.
fn edge_role(origin: EdgeOrigin) -> Role {
    match kind(origin) {
        FaceKind::Both => Role::Gap,
        kind => kind.role(),
    }
}

/// Positions of the vertices, world axes.
fn vertex_positions(made: &Sum, points: &[Arc<[DVec3]>; 2]) -> Vec<DVec3> {
    made.vertices.iter().map(|&[i, j]| points[0][i as usize] - points[1][j as usize]).collect()
}

/// Finding with the given area, square meters, or without one with the computed area. A segment has edges, its two
/// sides, only if the area is given.
fn difference_finding(made: &Sum, sides: &[Vec<u32>; 2], points: Vec<DVec3>, area: Option<f64>) -> DifferenceFinding {
    let pairs = made.vertices.clone();
    let dimension = pairs.len().clamp(1, 3) as u8 - 1;
    let mut faces = Vec::new();
    for (k, edge) in made.edges.iter().enumerate().filter(|_| dimension == 2 || area.is_some()) {
        let features = match *edge {
            EdgeOrigin::A(i) => [edge_ends(&sides[0], i), Vec::new()],
            EdgeOrigin::B(j) => [Vec::new(), edge_ends(&sides[1], j)],
            EdgeOrigin::Both(i, j) => [edge_ends(&sides[0], i), edge_ends(&sides[1], j)],
        };
        let next = ((k + 1) % pairs.len().max(1)) as u32;
        faces.push(DifferenceFace { kind: kind(*edge), features, corners: vec![k as u32, next] });
    }
    let size = area.unwrap_or_else(|| {
        let triangles = faces.iter().map(|face| [0, 1].map(|end| points[face.corners[end] as usize] - points[0]));
        triangles.map(|[from, to]| 0.5 * from.cross(to).z).sum()
    });
    DifferenceFinding { planar: true, dimension, pairs, points, faces, size }
}

/// Vertices at the ends of edge `k` of a polygon.
fn edge_ends(side: &[u32], k: u32) -> Vec<u32> {
    [0, 1].into_iter().filter_map(|step| side.get((k as usize + step) % side.len().max(1)).copied()).collect()
}

/// Verdict with its sentence.
fn verdict_of(found: &DifferenceFinding, ending: MergeOutcome, steps: usize, [a, b]: &[String; 2]) -> Verdict {
    let MergeOutcome::Closed = ending;
    let [of_a, of_b, both, _] = found.tally();
    let (outcome, say) = match found.dimension {
        2 => (
            "Polygon",
            format!(
                "A − B has {} edges: {}. Its area is {} m².",
                found.faces.len(),
                super::verdict::edges_by_origin([of_a, of_b, both], [a, b]),
                number(found.size)
            ),
        ),
        1 => ("Segment", format!("A − B, the difference of {a} and {b}, is a segment.")),
        _ => ("Point", format!("A − B is one point: the end of the vector from {b} to {a}, drawn from the origin.")),
    };
    let iterations = u32::try_from(steps).unwrap_or(u32::MAX);
    Verdict { outcome, say, iterations, finding: Finding::Difference(found.clone()) }
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
        let [Some(a), Some(b)] = step.before.next_edges else { return Vec::new() };
        let a = edge_name(0, a);
        let b = edge_name(1, b);
        let order = step.before.order.into();
        super::choice::next_edge_choice([&a, &b], order, beats).filter(|_| step.end.is_none()).into_iter().collect()
    }

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let Step { before, after, context, detail, .. } = step;
        let made = if step.end.is_some() { &self.0.closed } else { &self.0.open };
        let corners = &made.vertices[..after.vertex_count.min(made.vertices.len())];
        let edges = &made.edges[..after.edge_count.min(made.edges.len())];
        let view = PlanarMinkowskiView { before, after, corners, edges, sides: &self.0.sides, context, detail };
        let beats = match step.end {
            Some(_) => vec![view.done_beat(&step.verdict.say)],
            None => vec![view.vertex_beat(), view.turn_beat()],
        };
        let points = vec![(0, after.vertex_count as f64)];
        beats.into_iter().map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

/// Step of the merge with everything that its beats need.
struct PlanarMinkowskiView<'a> {
    before: &'a Merge,
    after: &'a Merge,
    /// Vertices after the step.
    corners: &'a [[u32; 2]],
    /// Edges after the step.
    edges: &'a [EdgeOrigin],
    sides: &'a [Vec<u32>; 2],
    context: &'a DifferenceContext,
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
    /// Beat with the first `edges` edges, the values and the table; `extra` are its own marks.
    fn beat(&self, line: &'static str, say: Sentence, edges: usize, extra: Pictures) -> Beat {
        let pictures = self.detail.full(|| {
            let mut pictures = extra;
            let cso = pictures.edit(CSO);
            for k in 0..edges.min(self.edges.len()) {
                let next_corner = self.corners.get(k + 1).copied().or_else(|| self.next_corner(k));
                let Some(to) = next_corner else { continue };
                let [from, to] = [self.corners[k], to].map(|corner| self.context.cso(corner));
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
        let start = self.corners.first()?;
        let [i, j] = [0, 1].map(|which: usize| self.after.next_edges[which].map(|ends| ends[0]));
        Some([i.unwrap_or(start[0]), j.unwrap_or(start[1])])
    }

    /// Number of vertices that are known after the step.
    fn values(&self) -> Vec<Value> {
        vec![Value::number(symbol::VERTICES, count(self.corners.len()))]
    }

    /// Table of the known vertices, each with the edge that begins there.
    fn table(&self) -> Table {
        let rows = self
            .corners
            .iter()
            .enumerate()
            .map(|(k, pair)| Row {
                cells: vec![
                    count(k + 1),
                    pair_name(*pair).into(),
                    self.edges.get(k).map(|origin| self.origin_name(*origin)).unwrap_or_default().into(),
                ],
                key: Some(format!("corner/{k}").into()),
                chosen: k + 1 == self.corners.len(),
            })
            .collect();
        Table { title: "Vertices of A − B", columns: vec!["", "vertex", "next edge"], rows }
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
        let say = match self.corners.len() {
            1 => {
                let [a, b] = [0, 1].map(|which| {
                    let name = corner_names(['a', 'b'][which], &[corner[which]]);
                    Sentence::mark(name, format!("corner/{which}"))
                });
                say!("{} is the first vertex of A − B: {} is lowest in A, and {} highest in B.", name, a, b)
            }
            _ => say!("{} is the next vertex of A − B, at the end of {}.", name, self.newest_edge()),
        };
        let (mut world, mut cso) = self.vertex_pictures(corner);
        if let Some(edge) = self.newest_edge_index() {
            self.add_sides_of((&mut world, &mut cso), edge, corner);
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

    /// Angle of the next edge of A (0) or −B (1).
    fn angle_value(&self, which: usize) -> Value {
        let along = self.before.next_edges[which].map_or(DVec3::ZERO, |ends| self.along(which, ends));
        let symbol = [symbol::ANGLE_OF_A, symbol::ANGLE_OF_B][which];
        Value::of(symbol, degrees(angle_from_x(along)), format!("angle/{which}"))
    }

    /// Beat of the next edge: the one of A or −B with the smaller angle.
    fn turn_beat(&self) -> Beat {
        let corner = self.corners.last().copied().unwrap_or_default();
        let [a, b] = [0, 1].map(|which| {
            self.before.next_edges[which].map(|ends| Sentence::mark(edge_name(which, ends), format!("edge/{which}")))
        });
        let angles = [0, 1].map(|which| self.angle_value(which));
        let say = match (a, b, self.before.order) {
            (Some(a), Some(b), 0) => {
                say!("{} of A and {} of −B are parallel. Head to tail, they form one edge of A − B.", a, b)
            }
            (Some(a), Some(b), order) => {
                let [first, second] = if order == 1 { [a, b] } else { [b, a] };
                let [less, more] = if order == 1 { [0, 1] } else { [1, 0] };
                say!(
                    "{} of {} comes next: its angle from the x axis, {}, is smaller than that of {} of {}, {}.",
                    first,
                    ["A", "−B"][less],
                    &angles[less],
                    second,
                    ["A", "−B"][more],
                    &angles[more]
                )
            }
            (Some(a), None, _) => say!("{} of A comes next, since no edge of −B remains.", a),
            (None, b, _) => {
                say!("{} of −B comes next, since no edge of A remains.", b.unwrap_or_default())
            }
        };
        // The arrows of the next edges show the newest one.
        self.beat("turn", say, self.before.edge_count, self.next_edge_pictures(corner))
    }

    /// Beat of the finished difference.
    fn done_beat(&self, say: &str) -> Beat {
        let mut pictures = Pictures::default();
        let points: Vec<DVec3> = self.corners.iter().map(|&pair| self.context.cso(pair)).collect();
        match points[..] {
            [] => {}
            [_] => self.context.add_single_point(&mut pictures, self.corners[0]),
            [_, _] => pictures.edit(CSO).add(Role::Difference, "difference", Form::Polyline { points, closed: true }),
            // The interior; the edges keep the colors of their bodies.
            _ => {
                let faces = vec![(0..points.len() as u32).collect()];
                let inside = Arc::new(Solid { vertices: points, faces, ..Solid::default() });
                pictures.edit(CSO).body(Role::Difference, "difference", &inside);
            }
        }
        let edges = if self.corners.len() > 2 { self.edges.len() } else { 0 };
        Beat {
            event: Some(Event::Stop(EndingKind::Success)),
            ..self.beat("close", Sentence::answer(say), edges, pictures)
        }
    }
}
