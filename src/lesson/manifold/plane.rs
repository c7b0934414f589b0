//! Contact manifolds in the plane: conversion of the states to sides, two clips and depths.

use glam::DVec3;

use super::answer::made_of;
use super::touch::{self, Dot, Picked, StepKind, Touch};
use super::{ENDINGS, SERIES, Search, Setting};
use crate::lesson::{Card, PlotAxis, SourceFile, View, WORLD};
use crate::snapshot::manifold::plane::{Manifold, Phase, Side};
use crate::snapshot::manifold::{Outcome, Pick, Point, spelled};

/// Card in the plane.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold in the plane",
    summary: "Where do two shapes touch? A side of one is clipped at both ends of a side of the other.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("../../engine/dim2/manifold/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/dim2/manifold/stepper.rs",
            text: include_str!("../../engine/dim2/manifold/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/dim2/manifold/query.rs",
            text: include_str!("../../engine/dim2/manifold/query.rs"),
        },
    ],
    views: &[View::plane(WORLD, "world")],
    plot_over: PlotAxis::Step,
    series: SERIES,
    // Contacts in the plane are side or vertex contacts only.
    endings: &[ENDINGS[0], ENDINGS[1].called("Side contact"), ENDINGS[3], ENDINGS[5], ENDINGS[6]],
};

impl Search for Manifold {
    const CARD: &'static Card = &CARD;

    fn touch(&self, before: &Self, setting: &Setting) -> Touch {
        let (did, lines) = did(before.phase, self);
        // After an empty clip the state may already hold another reference side.
        let taken = if matches!(did, StepKind::Clip(_) | StepKind::Keep) { before.reference } else { self.reference };
        let reference = taken.filter(|_| did != StepKind::Axes);
        let incident = self.incident.filter(|_| reference.is_some());
        let clips = reference.is_some() && matches!(did, StepKind::Incident | StepKind::Clip(_) | StepKind::Keep);
        let ghost = before.ends.filter(|_| matches!(did, StepKind::Clip(_)));
        let polygon = if clips { corners(self, setting) } else { Vec::new() };
        Touch {
            did,
            lines,
            query: touch::Query::of(before.query, self.query, matches!(before.phase, Phase::Distance(_))),
            asks: matches!(self.phase, Phase::Distance(_)),
            gap: self.largest,
            normal: self.normal.map(|n| setting.turned(n) * setting.sign()),
            reference: taken.map_or_else(String::new, |side| side_name(&side, setting)),
            of_b: taken.map_or(setting.swapped, |side| (side.body == 1) != setting.swapped),
            face: reference.map_or_else(Vec::new, |side| placed_ends(setting, side.ends)),
            side_ends: reference.map(|side| side_ends(&side, self, setting)),
            axis: self.sides.iter().reduce(better).map(|side| setting.turned(side.normal)),
            outward: reference.map_or(DVec3::ZERO, |side| setting.turned(side.normal)),
            incident: incident.map_or_else(Vec::new, |ends| placed_ends(setting, ends)),
            left: reference.filter(|_| clips || did == StepKind::Pick).map(|_| corners(self, setting).len()),
            polygon,
            ghost: ghost.map_or_else(Vec::new, |ends| placed_ends(setting, ends.map(|end| end.point))),
            dots: dots(self, before, did, setting),
            candidates: candidates(self, taken, setting),
            band: self.band,
            margin: self.margin,
            areas: None,
            all_picked: did == StepKind::Pick,
        }
    }
}

fn placed_ends(setting: &Setting, ends: [DVec3; 2]) -> Vec<DVec3> {
    ends.map(|p| setting.world(p)).to_vec()
}

/// Kind of one step, and the labels of the listing's lines that it executed.
fn did(phase: Phase, run: &Manifold) -> (StepKind, Vec<&'static str>) {
    match phase {
        Phase::Reference | Phase::End(_) => {
            let apart = run.phase == Phase::End(Outcome::Apart);
            let decided = if apart { Some("apart") } else { run.reference.map(|_| "reference") };
            (StepKind::Axes, std::iter::once("gaps").chain(decided).collect())
        }
        Phase::Distance(_) => (StepKind::Distance, vec!["distance"]),
        Phase::Incident if run.phase == Phase::Closest => (StepKind::Incident, vec!["corners"]),
        Phase::Incident => (StepKind::Incident, vec!["incident"]),
        Phase::Clip(k) => (StepKind::Clip(u32::from(k)), vec!["clip"]),
        Phase::Keep => (StepKind::Keep, vec!["depth", "keep"]),
        Phase::Closest => (StepKind::Edges, vec!["closest"]),
        Phase::Reduce => (StepKind::Pick, vec!["reduce"]),
    }
}

fn side_name(side: &Side, setting: &Setting) -> String {
    format!("side {} of {}", side.index + 1, setting.who(side.body))
}

fn candidates(run: &Manifold, reference: Option<Side>, setting: &Setting) -> Vec<(String, f64, bool)> {
    let reference = reference.map(|side| (side.body, side.index));
    let sides = run.sides.iter();
    sides.map(|side| (side_name(side, setting), side.gap, reference == Some((side.body, side.index)))).collect()
}

/// Side with the larger separation.
fn better<'a>(one: &'a Side, other: &'a Side) -> &'a Side {
    if other.gap > one.gap { other } else { one }
}

/// Names of the vertices at which a side begins and ends.
fn side_ends(side: &Side, run: &Manifold, setting: &Setting) -> [String; 2] {
    let count = run.sides.iter().filter(|other| other.body == side.body).count().max(1) as u32;
    let of = setting.who(side.body);
    [side.index, (side.index + 1) % count].map(|corner| format!("corner {} of {of}", corner + 1))
}

/// Ends of the clipped side, numbered as their points: 1 is nearer to the start of the reference side.
fn corners(run: &Manifold, setting: &Setting) -> Vec<touch::ClippedVertex> {
    let Some(ends) = run.ends else { return Vec::new() };
    let count = if ends[0].point == ends[1].point { 1 } else { 2 };
    ends.iter()
        .enumerate()
        .take(count)
        .map(|(i, end)| touch::ClippedVertex {
            at: setting.world(end.point),
            name: (i + 1).to_string(),
            cut: end.share.map(|share| (String::from("incident side"), share)),
        })
        .collect()
}

fn dots(run: &Manifold, before: &Manifold, did: StepKind, setting: &Setting) -> Vec<Dot> {
    // The last step discards all but one of several points.
    let all = if did == StepKind::Pick { &before.points } else { &run.points };
    all.iter()
        .map(|point| {
            let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
            let kept = did == StepKind::Pick && run.points.contains(point);
            Dot {
                on_a: setting.world(on_a),
                on_b: setting.world(on_b),
                depth: point.depth,
                touches: false,
                id: spelled(point.id),
                number: number(run, point),
                corner: String::new(),
                lies_on: setting.ordered(point.features.map(|feature| setting.part(feature))),
                why: made_of(point.why),
                picked: kept.then_some(Picked { place: 0, why: Pick::Deepest, score: point.depth }),
            }
        })
        .collect()
}

/// Number of a point: that of the end from which it was made.
fn number(run: &Manifold, point: &Point) -> usize {
    let (Some(ends), Some(reference)) = (run.ends, run.reference) else { return 1 };
    let along = reference.ends[1] - reference.ends[0];
    let [first, second] = ends.map(|end| (end.point - point.on_a).dot(along).abs());
    if ends[0].point != ends[1].point && second < first { 2 } else { 1 }
}
