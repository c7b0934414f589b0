//! Contact manifolds in space: conversion of the states to axes, incident face, clips, depths and selected points.

use glam::DVec3;

use super::answer::made_of;
use super::touch::{self, Dot, FACE, Picked, StepKind, Touch};
use super::{ENDINGS, SERIES, Search, Setting};
use crate::lesson::{Card, PlotAxis, SourceFile, View, WORLD};
use crate::snapshot::manifold::{Edge, FaceGap, Manifold, Outcome, Phase, Wanted, spelled};

/// Card in space.
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
            path: "src/engine/dim3/manifold/gaps.rs",
            text: include_str!("../../engine/dim3/manifold/gaps.rs"),
        },
        SourceFile {
            path: "src/engine/dim3/manifold/query.rs",
            text: include_str!("../../engine/dim3/manifold/query.rs"),
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
        let did = did(before.phase, self.phase);
        // After an empty clip the state may already hold another reference face.
        let reference =
            if matches!(did, StepKind::Clip(_) | StepKind::Keep) { before.reference } else { self.reference };
        let laid = reference.is_some() && did != StepKind::Axes;
        // The two crossing edges, if they make the contact.
        let crossing = self.axes.edges.filter(|_| did == StepKind::Edges && self.crossing);
        let edge = |body: usize| -> Vec<DVec3> {
            crossing.map(|edges| edges.ends[body]).iter().flatten().map(|p| setting.world(*p)).collect()
        };
        let clips = laid && matches!(did, StepKind::Incident | StepKind::Clip(_) | StepKind::Keep);
        Touch {
            did,
            lines: lines(before.phase, self),
            query: touch::Query::of(before.query, self.query, matches!(before.phase, Phase::Distance(_))),
            asks: matches!(self.phase, Phase::Distance(_)),
            gap: self.gap,
            normal: self.normal.map(|n| setting.turned(n) * setting.sign()),
            reference: reference.map_or_else(String::new, |face| face_name(&face, setting)),
            of_b: reference.map_or(setting.swapped, |face| (face.body == 1) != setting.swapped),
            face: if laid { self.sides.iter().map(|p| setting.world(*p)).collect() } else { edge(0) },
            side_ends: None,
            axis: self.axes.allowed.or(self.axes.face).map(|face| setting.turned(face.normal)),
            outward: reference.map_or(DVec3::ZERO, |face| setting.turned(face.normal)),
            incident: if laid { self.own.iter().map(|p| setting.world(*p)).collect() } else { edge(1) },
            polygon: if clips {
                self.polygon
                    .iter()
                    .map(|corner| touch::ClippedVertex {
                        at: setting.world(corner.point),
                        name: corner.edges.map(|edge| edge_name(edge, reference, setting)).concat(),
                        cut: corner.share.map(|share| (edge_name(cut_edge(corner.edges), reference, setting), share)),
                    })
                    .collect()
            } else {
                Vec::new()
            },
            ghost: if clips { self.ghost.iter().map(|p| setting.world(*p)).collect() } else { Vec::new() },
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

/// Kind of the step between two phases. The last step of a distance query completes the phase that requested it.
fn did(phase: Phase, next: Phase) -> StepKind {
    match (phase, next) {
        (Phase::Distance(_) | Phase::Edges, Phase::Distance(_)) => StepKind::Distance,
        (Phase::Axes | Phase::End(_) | Phase::Distance(Wanted::Reference), _) => StepKind::Axes,
        (Phase::Incident, _) => StepKind::Incident,
        (Phase::Clip(k), _) => StepKind::Clip(k),
        (Phase::Keep | Phase::Distance(Wanted::Deepest), _) => StepKind::Keep,
        (Phase::Edges | Phase::Distance(Wanted::Points), _) => StepKind::Edges,
        (Phase::Pick(_), _) => StepKind::Pick,
    }
}

/// Labels of the listing's lines that a step executed.
fn lines(phase: Phase, run: &Manifold) -> Vec<&'static str> {
    let decided = match run.phase {
        Phase::End(Outcome::Apart) => Some("apart"),
        _ => run.reference.map(|_| "reference"),
    };
    match (phase, run.phase) {
        (Phase::Distance(_), Phase::Distance(_)) => vec!["distance"],
        (Phase::Axes, Phase::Distance(_)) => vec!["axes"],
        (Phase::Axes, _) => std::iter::once("axes").chain(decided).collect(),
        (Phase::Distance(Wanted::Reference), _) => std::iter::once("distance").chain(decided).collect(),
        (Phase::Incident, _) => vec!["incident"],
        (Phase::Clip(_), _) => vec!["clip"],
        (Phase::Keep, Phase::Distance(_)) => vec!["depth"],
        (Phase::Keep, _) => vec!["depth", "keep"],
        (Phase::Distance(Wanted::Deepest), _) => vec!["distance", "keep"],
        (Phase::Edges, Phase::Distance(_)) => vec!["edges"],
        (Phase::Edges, _) if run.crossing => vec!["edges"],
        (Phase::Edges, _) => vec!["closest"],
        (Phase::Distance(Wanted::Points), Phase::End(Outcome::NotFinite)) => vec!["distance"],
        (Phase::Distance(Wanted::Points), _) => vec!["distance", "closest"],
        (Phase::Pick(_), _) => vec!["pick"],
        (Phase::End(_), _) => vec!["axes"],
    }
}

fn face_name(face: &FaceGap, setting: &Setting) -> String {
    format!("face {} of {}", face.face + 1, setting.who(face.body))
}

/// Edge that was clipped at a new vertex; for two reference sides, the earlier one.
fn cut_edge(edges: [Edge; 2]) -> Edge {
    match edges {
        [Edge::Reference(first), Edge::Reference(second)] => Edge::Reference(first.min(second)),
        [Edge::Reference(_), cut] | [cut, _] => cut,
    }
}

/// Name of an edge of A, numbered along its face: `a3`.
fn edge_name(edge: Edge, reference: Option<FaceGap>, setting: &Setting) -> String {
    let body = reference.map_or(0, |face| face.body);
    let (body, number) = match edge {
        Edge::Reference(k) => (body, k),
        Edge::Incident(i) => (1 - body, i),
    };
    let [a, b] = setting.ordered(['a', 'b']);
    format!("{}{}", if body == 0 { a } else { b }, number + 1)
}

/// Candidates for the reference: faces and edge pairs with their separations, and whether each was chosen.
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
    // Points have names once the selection is known.
    let unnamed = run.phase == Phase::Distance(Wanted::Deepest);
    run.points
        .iter()
        .enumerate()
        .map(|(i, point)| {
            let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
            let corner =
                run.corners[i].map(|k| run.polygon[k].edges.map(|edge| edge_name(edge, reference, setting)).concat());
            let picked = run.kept.iter().position(|&kept| kept as usize == i).and_then(|place| {
                let (why, score) = *run.picks.get(place)?;
                Some(Picked { place, why, score })
            });
            Dot {
                on_a: setting.world(on_a),
                on_b: setting.world(on_b),
                depth: point.depth,
                touches: false,
                id: if unnamed { (i + 1).to_string() } else { spelled(point.id) },
                number: i + 1,
                corner: corner.unwrap_or_default(),
                lies_on: setting.ordered(point.features.map(|feature| setting.part(feature))),
                why: made_of(point.why),
                picked,
            }
        })
        .collect()
}
