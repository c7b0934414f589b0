//! What people see of the search: the axes, what faces the reference, each clip, depths, picks.

use std::sync::Arc;

use glam::DVec3;

use super::super::super::contact::lesson::search::{self, ENDINGS, SERIES, Search};
use super::super::super::contact::{Reference, lesson::told, spelled};
use super::super::prelude::*;
use super::axes::FaceGap;
use super::body::Body;
use super::polygon::{Corner, Edge};
use super::reduce::Pick;
use super::stepper::{Manifold, Phase};
use super::{ContactReference, Outcome, Pose};
use crate::lesson::touch::{self, Did, Dot, FACE, Touch};
use crate::lesson::{Card, PlotAxis, SourceFile, ToF64, View, WORLD};

/// Everything fixed.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold",
    summary: "Where do two bodies touch? What faces the reference is clipped against its sides.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("listing.txt"),
    code: &[
        SourceFile { path: "src/engine/dim3/manifold/stepper.rs", text: include_str!("stepper.rs") },
        SourceFile { path: "src/engine/dim3/manifold/axes.rs", text: include_str!("axes.rs") },
    ],
    views: &[View::space(WORLD, "world"), FACE],
    plot_over: PlotAxis::Step,
    series: SERIES,
    endings: ENDINGS,
};

type State = Manifold<Arc<Body>>;

type Setting = search::Setting<Pose>;

impl Setting {
    fn world(&self, p: Vec3) -> DVec3 {
        self.pair.space.position + self.pose.point(p).to_f64()
    }
}

impl Search for State {
    type Pose = Pose;
    type Phase = Phase;
    const CARD: &'static Card = &CARD;

    fn phase(&self) -> Phase {
        self.phase
    }

    fn touch(&self, phase: Phase, setting: &Setting) -> Touch {
        let did = did(phase);
        let at = |p: Vec3| setting.world(p);
        let (sides, own) = (&self.memory.sides, &self.memory.own);
        let laid = self.reference.is_some() && did != Did::Axes;
        let named = |edge: Edge| edge_name(edge, self, setting);
        // The two edges that cross, where these make the contact.
        let crossing = self.axes.edges.filter(|_| did == Did::Edges && self.nearest.is_none());
        let edge = |body: u8| -> Vec<DVec3> {
            let ends = crossing.map(|edges| edges.ends[usize::from(body)]);
            let vertex = |v: u32| at(self.pair.point(body, self.pair.body(body).points[v as usize]));
            ends.into_iter().flatten().map(vertex).collect()
        };
        let corner = |corner: &Corner| touch::Corner {
            at: at(corner.point),
            name: corner.edges.map(named).concat(),
            share: corner.share.map(ToF64::to_f64),
        };
        let clips = laid && matches!(did, Did::Incident | Did::Clip(_) | Did::Keep);
        Touch {
            did,
            lines: lines(phase, self),
            gap: self.gap.map(|gap| (gap - self.pair.balls()).to_f64()),
            normal: self.normal.map(|n| (setting.pose.rotation * n).to_f64() * setting.sign()),
            reference: self.reference.map_or_else(String::new, |face| face_name(&face, setting)),
            of_b: self.reference.map_or(setting.swapped, |face| (face.body == 1) != setting.swapped),
            face: if laid { sides.iter().map(|side| at(side.point)).collect() } else { edge(0) },
            outward: self.reference.map_or(DVec3::ZERO, |face| (setting.pose.rotation * face.normal).to_f64()),
            incident: if laid { own.iter().map(|own| at(own.point)).collect() } else { edge(1) },
            polygon: if clips { self.memory.polygon.iter().map(corner).collect() } else { Vec::new() },
            ghost: if clips { self.memory.ghost.iter().map(|corner| at(corner.point)).collect() } else { Vec::new() },
            dots: dots(self, setting),
            candidates: candidates(self, setting),
            band: self.band().to_f64(),
            margin: self.options.margin.to_f64(),
            areas: self.areas.map(|areas| areas.map(ToF64::to_f64)),
        }
    }

    fn found<'a>(&self, outcome: Outcome, setting: &'a Setting) -> told::Found<'a> {
        let mut answer = self.answer();
        answer.place(&setting.pose);
        if setting.swapped {
            answer.exchange();
        }
        let home = setting.pair.space.position;
        told::Found {
            outcome,
            normal: answer.normal.map(ToF64::to_f64),
            points: answer
                .points
                .iter()
                .map(|p| (home + p.on_a.to_f64(), home + p.on_b.to_f64(), p.depth.to_f64(), p.id, p.why))
                .collect(),
            reference: answer.reference,
            separation: answer.separation.to_f64(),
            bias_paid: answer.bias_paid.to_f64(),
            // What is forced may cost whatever it costs.
            band: if self.options.reference == ContactReference::Auto { answer.band.to_f64() } else { f64::INFINITY },
            margin: self.options.margin.to_f64(),
            reduced: answer.reduced,
            area_kept: answer.area_kept.map(ToF64::to_f64),
            before: setting.before.as_deref(),
        }
    }

    fn handed(&self) -> (Option<Reference>, Vec<u64>) {
        let answer = self.answer();
        (answer.reference, answer.points.iter().map(|point| point.id).collect())
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
fn lines(phase: Phase, run: &State) -> Vec<&'static str> {
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
        Phase::Edges if run.points.iter().all(|point| point.why == super::Why::Edges) && run.nearest.is_none() => {
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

/// `a3`: an edge of a, counted round its face.
fn edge_name(edge: Edge, run: &State, setting: &Setting) -> String {
    let body = run.reference.map_or(0, |face| face.body);
    let (body, number) = match edge {
        Edge::Reference(k) => (body, k),
        Edge::Incident(i) => (1 - body, i),
    };
    let [a, b] = setting.ordered(['a', 'b']);
    format!("{}{}", if body == 0 { a } else { b }, number + 1)
}

/// The faces and edges between which it was decided, with the gaps of the bodies along them.
fn candidates(run: &State, setting: &Setting) -> Vec<(String, f64, bool)> {
    let gap = |gap: Real| (gap - run.pair.balls()).to_f64();
    let faces = [run.axes.face, run.axes.allowed, run.axes.before];
    let mut rows: Vec<(String, f64, bool)> = Vec::new();
    for face in faces.into_iter().flatten() {
        let name = face_name(&face, setting);
        if !rows.iter().any(|(other, ..)| *other == name) {
            rows.push((name, gap(face.gap), run.reference == Some(face)));
        }
    }
    rows.extend(
        run.axes.edges.map(|edges| (String::from("best pair of edges"), gap(edges.gap), run.reference.is_none())),
    );
    rows.extend(run.nearest.map(|nearest| (String::from("closest points"), gap(nearest.gap), false)));
    rows
}

/// The corner of what clipping left that a point was made of: that which lies above or below it. None where no face made it.
fn corner_of<'a>(run: &'a State, point: &super::Point) -> Option<&'a Corner> {
    let reference = run.reference?;
    let off = |corner: &Corner| (corner.point - point.on_a).reject_from(reference.normal).length();
    let nearest = run.memory.polygon.iter().min_by(|p, q| off(p).total_cmp(&off(q)))?;
    (off(nearest) <= run.snap).then_some(nearest)
}

fn dots(run: &State, setting: &Setting) -> Vec<Dot> {
    let place = |i: usize| run.memory.kept.iter().position(|&kept| kept as usize == i);
    let dot = |(i, point): (usize, &super::Point)| {
        let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
        let features = point.features.map(|feature| told::part(feature, setting.who(feature.body)));
        let corner =
            corner_of(run, point).map(|corner| corner.edges.map(|edge| edge_name(edge, run, setting)).concat());
        let picked = place(i).and_then(|k| {
            let (why, score) = run.memory.picks.get(k)?;
            let why = match why {
                Pick::Deepest => "is the deepest",
                Pick::Farthest => "is the farthest from it",
                Pick::Area => "spans the largest area with them",
            };
            Some((k, why, score.to_f64()))
        });
        Dot {
            on_a: setting.world(on_a),
            on_b: setting.world(on_b),
            depth: point.depth.to_f64(),
            id: spelled(point.id),
            corner: corner.unwrap_or_default(),
            lies_on: features.join(", "),
            why: point.why.words(),
            picked,
        }
    };
    run.points.iter().enumerate().map(dot).collect()
}
