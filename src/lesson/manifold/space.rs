//! What people see of the search: the axes, what faces the reference, each clip, depths, picks.

use glam::DVec3;

use super::answer::{made_of, part};
use super::touch::{self, Did, Dot, FACE, Picked, Touch};
use super::{ENDINGS, SERIES, Search, Setting};
use crate::lesson::{Card, PlotAxis, SourceFile, View, WORLD};
use crate::snapshot::manifold::{Corner, Edge, FaceGap, Manifold, Outcome, Phase, Point, Why, spelled};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold",
    summary: "Where do two bodies touch? A face of one is clipped against the sides of a face of the other.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("../../engine/dim3/manifold/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim3/manifold/stepper.rs",
            text: include_str!("../../engine/dim3/manifold/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/manifold/axes.rs",
            text: include_str!("../../engine/dim3/manifold/axes.rs"),
        },
    ],
    views: &[View::space(WORLD, "world"), FACE],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

impl Search for Manifold {
    const CARD: &'static Card = &CARD;

    fn touch(&self, before: &Self, setting: &Setting) -> Touch {
        let did = did(before.phase);
        let at = |p: &DVec3| setting.world(*p);
        // Where nothing is left another face may have been taken already.
        let reference = if matches!(did, Did::Clip(_) | Did::Keep) { before.reference } else { self.reference };
        let laid = reference.is_some() && did != Did::Axes;
        let named = |edge: Edge| edge_name(edge, reference, setting);
        // The two edges that cross, where these make the contact.
        let crossing = self.axes.edges.filter(|_| did == Did::Edges && self.nearest.is_none());
        let edge =
            |body: usize| -> Vec<DVec3> { crossing.map(|edges| edges.ends[body]).iter().flatten().map(at).collect() };
        let corner = |corner: &Corner| touch::Corner {
            at: at(&corner.point),
            name: corner.edges.map(named).concat(),
            cut: corner.share.map(|share| (named(cut_edge(corner.edges)), share)),
        };
        let clips = laid && matches!(did, Did::Incident | Did::Clip(_) | Did::Keep);
        Touch {
            did,
            lines: lines(before.phase, self),
            gap: self.gap,
            normal: self.normal.map(|n| setting.turned(n) * setting.sign()),
            reference: reference.map_or_else(String::new, |face| face_name(&face, setting)),
            of_b: reference.map_or(setting.swapped, |face| (face.body == 1) != setting.swapped),
            face: if laid { self.sides.iter().map(at).collect() } else { edge(0) },
            side_ends: None,
            axis: self.axes.allowed.or(self.axes.face).map(|face| setting.turned(face.normal)),
            outward: reference.map_or(DVec3::ZERO, |face| setting.turned(face.normal)),
            incident: if laid { self.own.iter().map(at).collect() } else { edge(1) },
            polygon: if clips { self.polygon.iter().map(corner).collect() } else { Vec::new() },
            ghost: if clips { self.ghost.iter().map(at).collect() } else { Vec::new() },
            dots: dots(self, reference, setting),
            candidates: candidates(self, reference, setting),
            band: self.band,
            margin: self.margin,
            left: laid.then_some(self.polygon.len()),
            areas: self.areas,
            all_picked: self.areas.is_some(),
        }
    }
}

fn did(phase: Phase) -> Did {
    match phase {
        Phase::Axes | Phase::End => Did::Axes,
        Phase::Incident => Did::Incident,
        Phase::Clip(k) => Did::Clip(k),
        Phase::Keep => Did::Keep,
        Phase::Edges => Did::Edges,
        Phase::Pick => Did::Pick,
    }
}

/// The labels of the lines that a step ran.
fn lines(phase: Phase, run: &Manifold) -> Vec<&'static str> {
    match phase {
        Phase::Axes => {
            let distance = (!run.overlapping && run.nearest.is_some()).then_some("distance");
            let decided = if run.outcome == Some(Outcome::Apart) { Some("apart") } else { None };
            let decided = decided.or(run.reference.map(|_| "reference"));
            std::iter::once("axes").chain(distance).chain(decided).collect()
        }
        Phase::Incident => vec!["incident"],
        Phase::Clip(_) => vec!["clip"],
        Phase::Keep => vec!["depth", "keep"],
        Phase::Edges if run.points.iter().all(|point| point.why == Why::Edges) && run.nearest.is_none() => {
            vec!["edges"]
        }
        Phase::Edges => vec!["closest"],
        Phase::Pick => vec!["pick"],
        Phase::End => vec!["axes"],
    }
}

fn face_name(face: &FaceGap, setting: &Setting) -> String {
    format!("face {} of {}", face.face + 1, setting.who(face.body))
}

/// The edge that was cut in a new corner, which a side of the reference made: the earlier of two sides.
fn cut_edge(edges: [Edge; 2]) -> Edge {
    match edges {
        [Edge::Reference(first), Edge::Reference(second)] => Edge::Reference(first.min(second)),
        [Edge::Reference(_), cut] | [cut, _] => cut,
    }
}

/// `a3`: an edge of a, counted round its face.
fn edge_name(edge: Edge, reference: Option<FaceGap>, setting: &Setting) -> String {
    let body = reference.map_or(0, |face| face.body);
    let (body, number) = match edge {
        Edge::Reference(k) => (body, k),
        Edge::Incident(i) => (1 - body, i),
    };
    let [a, b] = setting.ordered(['a', 'b']);
    format!("{}{}", if body == 0 { a } else { b }, number + 1)
}

/// The faces and edges between which it was decided, with the gaps of the bodies along them.
fn candidates(run: &Manifold, reference: Option<FaceGap>, setting: &Setting) -> Vec<(String, f64, bool)> {
    let faces = [run.axes.face, run.axes.allowed, run.axes.before];
    let mut rows: Vec<(String, f64, bool)> = Vec::new();
    for face in faces.into_iter().flatten() {
        let name = face_name(&face, setting);
        if !rows.iter().any(|(other, ..)| *other == name) {
            rows.push((name, face.gap, reference == Some(face)));
        }
    }
    rows.extend(run.axes.edges.map(|edges| (String::from("best pair of edges"), edges.gap, false)));
    rows.extend(run.nearest.map(|gap| (String::from("closest points"), gap, false)));
    rows
}

fn dots(run: &Manifold, reference: Option<FaceGap>, setting: &Setting) -> Vec<Dot> {
    let place = |i: usize| run.kept.iter().position(|&kept| kept as usize == i);
    let dot = |(i, point): (usize, &Point)| {
        let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
        let corner =
            run.corners[i].map(|k| run.polygon[k].edges.map(|edge| edge_name(edge, reference, setting)).concat());
        let picked = place(i).and_then(|place| {
            let (why, score) = *run.picks.get(place)?;
            Some(Picked { place, why, score })
        });
        Dot {
            on_a: setting.world(on_a),
            on_b: setting.world(on_b),
            depth: point.depth,
            id: spelled(point.id),
            number: i + 1,
            corner: corner.unwrap_or_default(),
            lies_on: setting.ordered(point.features.map(|feature| part(feature, setting.who(feature.body)))),
            why: made_of(point.why),
            picked,
        }
    };
    run.points.iter().enumerate().map(dot).collect()
}
