//! What people see of the merge: two edges, of which the one that turns less comes first, and the polygon that they make.

use std::sync::Arc;

use glam::DVec3;

use super::{Edge, Merge, Merged, Origin, Polygon};
use crate::answer::number::{count, number};
use crate::answer::{DifferenceFace, DifferenceFinding, FaceKind, Finding};
use crate::lesson::{
    Beat, CSO, Card, Detail, DifferenceContext, Ending, EndingKind, Event, Lesson, PAIR_IN_PLANE, PairContext,
    Pictures, PlotAxis, Recorded, Row, Series, SourceFile, Step, Table, Tape, Tells, Value, Verdict, corner_names,
};
use crate::picture::{Form, Picture, Role, Solid};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "minkowski",
    title: "Minkowski difference, 2D",
    summary: "Which corners and edges does A − B have? The edges of both, merged by angle.",
    sources: &["GJK, EPA and the Minkowski difference, 2024", "Ericson 2005, 3.7"],
    listing: include_str!("listing.txt"),
    code: &[SourceFile { path: "src/engine/dim2/minkowski/stepper.rs", text: include_str!("stepper.rs") }],
    views: PAIR_IN_PLANE,
    plot_over: PlotAxis::Step,
    series: &[Series { name: "corners of A − B", role: Role::Difference }],
    endings: &[
        Ending::success("Polygon", "Both have been gone round: the polygon is closed."),
        Ending::success("Segment", "The difference is a segment."),
        Ending::success("Point", "The difference is a point."),
    ],
};

/// Records the merge. `points` are those of the bodies in the world, `made` is what comes out.
pub fn play(start: Merge, made: &Polygon, pair: PairContext, points: [Arc<[DVec3]>; 2]) -> Box<dyn Lesson> {
    let tape = Tape::record(start);
    let found = found(made, &points);
    let verdict = told(&found, *tape.outcome(), tape.steps(), &pair.names);
    let context = DifferenceContext::new(pair, points, &found, Picture::default());
    Box::new(Recorded { tape, context, verdict, teller: Teller })
}

/// The answer of a merge that has ended; points in the world.
pub fn verdict(
    made: &Polygon,
    outcome: Merged,
    steps: usize,
    points: &[Arc<[DVec3]>; 2],
    names: &[String; 2],
) -> Verdict {
    told(&found(made, points), outcome, steps, names)
}

fn found(made: &Polygon, points: &[Arc<[DVec3]>; 2]) -> DifferenceFinding {
    let places: Vec<DVec3> = made.pairs.iter().map(|&[i, j]| points[0][i as usize] - points[1][j as usize]).collect();
    let next = |k: usize| ((k + 1) % made.pairs.len().max(1)) as u32;
    let face = |(k, edge): (usize, &Edge)| DifferenceFace {
        kind: match edge {
            Edge::A(_) => FaceKind::A,
            Edge::B(_) => FaceKind::B,
            Edge::Both(_) => FaceKind::Both,
        },
        corners: vec![k as u32, next(k)],
    };
    let dimension = made.pairs.len().clamp(1, 3) as u8 - 1;
    let faces = if dimension == 2 { made.edges.iter().enumerate().map(face).collect() } else { Vec::new() };
    let from = |k: u32| places[k as usize] - places[0];
    let size =
        faces.iter().map(|face: &DifferenceFace| 0.5 * from(face.corners[0]).cross(from(face.corners[1])).z).sum();
    DifferenceFinding { planar: true, dimension, pairs: made.pairs.clone(), points: places, faces, size }
}

fn told(found: &DifferenceFinding, Merged::Closed: Merged, steps: usize, [a, b]: &[String; 2]) -> Verdict {
    let [of_a, of_b, both, _] = found.tally();
    let (outcome, say) = match found.dimension {
        2 => (
            "Polygon",
            format!(
                "{a} − {b} has {} edges, {of_a} of A, {of_b} of −B and {both} of both, and an area of {} m².",
                found.faces.len(),
                number(found.size)
            ),
        ),
        1 => ("Segment", format!("{a} − {b} is a segment.")),
        _ => ("Point", format!("{a} − {b} is a point.")),
    };
    let iterations = u32::try_from(steps).unwrap_or(u32::MAX);
    Verdict { outcome, say, iterations, finding: Finding::Difference(found.clone()) }
}

struct Teller;

impl Tells for Teller {
    type Run = Merge;
    type Context = DifferenceContext;
    const CARD: &'static Card = &CARD;
    const ROLE_NAMES: &'static [(Role, &'static str)] = &[
        (Role::Overlap, "of both"),
        (Role::Simplex, "next edges"),
        (Role::NewSupport, "new corner"),
        (Role::Ghost, "not yet found"),
        (Role::Grid, "differences of points"),
    ];

    fn beats(&self, step: Step<'_, Self>) -> Vec<Beat> {
        let told = Told { before: step.before, after: step.after, context: step.context, detail: step.detail };
        let beats = match step.end {
            Some(_) => vec![told.done(&step.verdict.say)],
            None => vec![told.corner(), told.turn()],
        };
        let points = vec![(0, step.after.corners.len() as f64)];
        beats.into_iter().map(|beat| Beat { points: points.clone(), ..beat }).collect()
    }
}

/// One step with its surroundings.
struct Told<'a> {
    before: &'a Merge,
    after: &'a Merge,
    context: &'a DifferenceContext,
    detail: Detail,
}

/// An edge of A or of B by name.
fn edge_name(which: usize, ends: [u32; 2]) -> String {
    corner_names(['a', 'b'][which], &ends)
}

fn pair_name([i, j]: [u32; 2]) -> String {
    format!("{} − {}", corner_names('a', &[i]), corner_names('b', &[j]))
}

impl Told<'_> {
    fn beat(&self, line: &'static str, say: String, edges: usize, extra: Pictures) -> Beat {
        let pictures = || {
            let mut pictures = extra;
            let cso = pictures.edit(CSO);
            for k in 0..edges.min(self.after.edges.len()) {
                let to = self.after.corners.get(k + 1).or(self.next_corner(k).as_ref()).copied();
                let Some(to) = to else { continue };
                let role = match self.after.edges[k] {
                    Origin::A(_) => FaceKind::A,
                    Origin::B(_) => FaceKind::B,
                    Origin::Both(..) => FaceKind::Both,
                };
                cso.segment(
                    role.role(),
                    format!("facet/{k}"),
                    self.context.cso(self.after.corners[k]),
                    self.context.cso(to),
                );
            }
            pictures
        };
        let pictures = self.detail.full(pictures);
        Beat {
            line,
            say,
            pictures,
            values: self.detail.full(|| self.values()),
            tables: self.detail.full(|| vec![self.table()]),
            ..Beat::default()
        }
    }

    /// The corner to which the newest edge leads, which the next step adds.
    fn next_corner(&self, k: usize) -> Option<[u32; 2]> {
        if k + 1 < self.after.edges.len() {
            return None;
        }
        let first = self.after.corners.first().copied();
        let [i, j] = [0, 1].map(|which| self.after.next_edge(which).map(|ends| ends[0]));
        let start = first?;
        Some([i.unwrap_or(start[0]), j.unwrap_or(start[1])])
    }

    fn values(&self) -> Vec<Value> {
        let [n, m] = [0, 1].map(|which| self.after.side(which).len());
        vec![
            Value::new("n", "corners of A", count(n), "cso"),
            Value::new("m", "corners of B", count(m), "cso"),
            Value::new("n·m", "differences of corners", count(n * m), "differences"),
            Value::new("V", "corners of A − B so far", count(self.after.corners.len()), "cso"),
        ]
    }

    fn table(&self) -> Table {
        let name = |origin: &Origin| {
            let ends = |which: usize, k: u32| {
                let side = self.after.side(which);
                edge_name(which, [0, 1].map(|step| side[(k as usize + step) % side.len()]))
            };
            match *origin {
                Origin::A(i) => format!("{} of A", ends(0, i)),
                Origin::B(j) => format!("{} of −B", ends(1, j)),
                Origin::Both(i, j) => format!("{} and {}", ends(0, i), ends(1, j)),
            }
        };
        let row = |(k, pair): (usize, &[u32; 2])| Row {
            cells: vec![
                count(k + 1),
                pair_name(*pair).into(),
                self.after.edges.get(k).map(&name).unwrap_or_default().into(),
            ],
            key: Some(format!("corner/{k}").into()),
            chosen: k + 1 == self.after.corners.len(),
        };
        let rows = self.after.corners.iter().enumerate().map(row).collect();
        Table { title: "Corners of A − B", columns: vec!["", "corner", "edge from there"], rows }
    }

    /// The edges that are compared, in the world and from the corner on.
    fn candidates(&self, corner: [u32; 2], with_edges: bool) -> Pictures {
        let (mut world, mut cso) = (Picture::default(), Picture::default());
        for which in [0, 1] {
            let ends = self.before.next_edge(which).filter(|_| with_edges);
            match ends {
                Some([from, to]) => {
                    world.segment(
                        Role::Simplex,
                        format!("edge/{which}"),
                        self.context.at(which, from),
                        self.context.at(which, to),
                    );
                    self.context.names(&mut world, which, &[from, to]);
                    let along = (self.context.at(which, to) - self.context.at(which, from)) * [1.0, -1.0][which];
                    let start = self.context.cso(corner);
                    cso.arrow(Role::Simplex, format!("edge/{which}"), start, start + along);
                }
                None => self.context.feature(
                    &mut world,
                    Role::NewSupport,
                    format!("corner/{which}"),
                    which,
                    &[corner[which]],
                ),
            }
        }
        cso.point(Role::NewSupport, "corner", self.context.cso(corner));
        cso.label(Role::NewSupport, "corner", self.context.cso(corner), pair_name(corner));
        let mut pictures = Pictures::world(world);
        *pictures.edit(CSO) = cso;
        pictures
    }

    fn corner(&self) -> Beat {
        let corner = self.after.corners.last().copied().unwrap_or_default();
        let why = match self.after.corners.len() {
            1 => "both are the lowest of their bodies, A and −B",
            _ => "there the last edge ends",
        };
        let say = format!("{} is a corner: {why}.", pair_name(corner));
        let edges = self.before.edges.len();
        Beat { event: Some(Event::Support), ..self.beat("corner", say, edges, self.candidates(corner, false)) }
    }

    fn turn(&self) -> Beat {
        let corner = self.after.corners.last().copied().unwrap_or_default();
        let name = |which: usize| self.before.next_edge(which).map(|ends| edge_name(which, ends));
        let say = match (name(0), name(1), self.before.order()) {
            (Some(a), Some(b), 1) => format!("Edge {a} of A turns less than edge {b} of −B: it comes first."),
            (Some(a), Some(b), 0) => format!("Edges {a} of A and {b} of −B are parallel: together they are one edge."),
            (Some(a), Some(b), _) => format!("Edge {b} of −B turns less than edge {a} of A: it comes first."),
            (Some(a), None, _) => format!("−B has been gone round: edge {a} of A is next."),
            (_, b, _) => format!("A has been gone round: edge {} of −B is next.", b.unwrap_or_default()),
        };
        self.beat("turn", say, self.after.edges.len(), self.candidates(corner, true))
    }

    fn done(&self, say: &str) -> Beat {
        let mut pictures = Pictures::default();
        let points: Vec<DVec3> = self.after.corners.iter().map(|&pair| self.context.cso(pair)).collect();
        match points[..] {
            [] => {}
            [at] => pictures.edit(CSO).point(Role::Difference, "difference", at),
            [_, _] => pictures.edit(CSO).add(Role::Difference, "difference", Form::Polyline { points, closed: true }),
            // Within the edges, which keep the inks of what made them.
            _ => {
                let faces = vec![(0..points.len() as u32).collect()];
                let inside = Arc::new(Solid { vertices: points, faces, ..Solid::default() });
                pictures.edit(CSO).body(Role::Difference, "difference", &inside);
            }
        }
        let edges = if self.after.corners.len() > 2 { self.after.edges.len() } else { 0 };
        Beat { event: Some(Event::Stop(EndingKind::Success)), ..self.beat("close", say.to_owned(), edges, pictures) }
    }
}
