//! Contact manifolds in the plane: conversion of a search's states to drawable ones, with the sides of the polygons,
//! two clips and depths.

use glam::DVec3;

use super::answer::point_origin;
use super::presentation;
use super::presentation::{
    CandidateKind, ClippedVertex, ContactPoint, CutEdge, GapLine, Line, ManifoldState, Picked, ReferenceCandidate,
    StepKind,
};
use super::{SERIES, Search, Setting, ending};
use crate::lesson::{Card, PlotAxis, SourceFile, View, WORLD};
use crate::snapshot::manifold::plane::{Manifold, Phase, Side};
use crate::snapshot::manifold::{Outcome, Pick, Point, point_id_text};

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
    endings: &[
        ending(Outcome::Apart),
        ending(Outcome::FaceContact).called("Side contact"),
        ending(Outcome::VertexContact),
        ending(Outcome::ClipEmptyUsedClosest),
        ending(Outcome::NotFinite),
    ],
};

impl Search for Manifold {
    const CARD: &'static Card = &CARD;

    fn drawable_state(&self, before: &Self, setting: &Setting) -> ManifoldState {
        let Progress { kind, lines } = progress(before.phase, self);
        let is_clip = matches!(kind, StepKind::Clip(_));
        // After an empty clip the state may already hold another reference side.
        let chosen = if is_clip || kind == StepKind::Keep { before.reference } else { self.reference };
        let reference = chosen.filter(|_| kind != StepKind::Axes);
        let clips = reference.is_some() && (is_clip || matches!(kind, StepKind::Incident | StepKind::Keep));
        let polygon = clipped_vertices(self, setting);
        let incident = self.incident.filter(|_| reference.is_some());
        let previous = before.ends.filter(|_| is_clip);
        ManifoldState {
            kind,
            lines,
            query: presentation::Query::of(before.query, self.query, matches!(before.phase, Phase::Distance(_))),
            query_follows: matches!(self.phase, Phase::Distance(_)),
            gap: self.largest,
            normal: self.normal.map(|n| setting.to_world_direction(n) * setting.sign()),
            reference_name: chosen.map_or_else(String::new, |side| side_name(&side, setting)),
            reference_is_b: chosen.map_or(setting.is_swapped, |side| (side.body == 1) != setting.is_swapped),
            reference_vertices: reference.map_or_else(Vec::new, |side| world_points(setting, side.ends)),
            side_ends: reference.map(|side| side_ends(&side, self, setting)),
            axis: self.sides.iter().reduce(larger_gap).map(|side| setting.to_world_direction(side.normal)),
            gap_lines: self.sides.iter().map(|side| gap_line(side, self, setting)).collect(),
            reference_normal: reference.map_or(DVec3::ZERO, |side| setting.to_world_direction(side.normal)),
            incident_vertices: incident.map_or_else(Vec::new, |ends| world_points(setting, ends)),
            vertex_count: reference.filter(|_| clips || kind == StepKind::Pick).map(|_| polygon.len()),
            polygon: if clips { polygon } else { Vec::new() },
            previous_vertices: previous.map_or_else(Vec::new, |ends| world_points(setting, ends.map(|end| end.point))),
            points: contact_points(self, before, kind, setting),
            candidates: candidates(self, chosen, setting),
            bias_limit: self.band,
            margin: self.margin,
            areas: None,
            all_picked: kind == StepKind::Pick,
        }
    }
}

/// Two points of the search's frame, world.
fn world_points(setting: &Setting, points: [DVec3; 2]) -> Vec<DVec3> {
    points.map(|p| setting.to_world(p)).to_vec()
}

/// Result of one step.
struct Progress {
    kind: StepKind,
    /// Executed lines of the listing, in order.
    lines: Vec<Line>,
}

/// Result of the step from `phase` to the state `run`.
fn progress(phase: Phase, run: &Manifold) -> Progress {
    let (kind, lines) = match phase {
        Phase::Reference | Phase::End(_) => {
            let is_apart = run.phase == Phase::End(Outcome::Apart);
            let decided = if is_apart { Some(Line::Apart) } else { run.reference.map(|_| Line::Reference) };
            (StepKind::Axes, std::iter::once(Line::Gaps).chain(decided).collect())
        }
        Phase::Distance(_) => (StepKind::Distance, vec![Line::Distance]),
        Phase::Incident if run.phase == Phase::Closest => (StepKind::Incident, vec![Line::Corners]),
        Phase::Incident => (StepKind::Incident, vec![Line::Incident]),
        Phase::Clip(k) => (StepKind::Clip(u32::from(k)), vec![Line::Clip]),
        Phase::Keep => (StepKind::Keep, vec![Line::Depth, Line::Keep]),
        Phase::Closest => (StepKind::Edges, vec![Line::Closest]),
        Phase::Reduce => (StepKind::Pick, vec![Line::Reduce]),
    };
    Progress { kind, lines }
}

/// Name of a side: `side 3 of ground`.
fn side_name(side: &Side, setting: &Setting) -> String {
    format!("side {} of {}", side.index + 1, setting.body_name(side.body))
}

/// Candidates for the reference: all sides of both bodies.
fn candidates(run: &Manifold, reference: Option<Side>, setting: &Setting) -> Vec<ReferenceCandidate> {
    let reference = reference.map(|side| (side.body, side.index));
    run.sides
        .iter()
        .map(|side| ReferenceCandidate {
            kind: CandidateKind::Side,
            name: side_name(side, setting),
            body: Some(setting.scene_body(side.body)),
            normal: Some(setting.to_world_direction(side.normal)),
            edges: Vec::new(),
            gap: side.gap,
            is_reference: reference == Some((side.body, side.index)),
        })
        .collect()
}

/// Side with the larger separation; the first of equal ones.
fn larger_gap<'a>(one: &'a Side, other: &'a Side) -> &'a Side {
    if other.gap > one.gap { other } else { one }
}

/// Height of a point above the line of a side, along its outward normal, meters.
fn height_above(side: &Side, point: DVec3) -> f64 {
    side.normal.dot(point - side.ends[0])
}

/// Difference of heights of the ends of a side that is parallel to another, as a fraction of the height of all points.
const SAME_HEIGHT: f64 = 1e-4;

/// Lowest of some points above a side; the middle of the lowest ones if they are equally high.
fn lowest_point(side: &Side, points: &[DVec3]) -> Option<DVec3> {
    let heights: Vec<f64> = points.iter().map(|p| height_above(side, *p)).collect();
    let lowest = heights.iter().copied().reduce(f64::min)?;
    let highest = heights.iter().copied().reduce(f64::max)?;
    let limit = lowest + SAME_HEIGHT * (highest - lowest);
    let all: Vec<DVec3> =
        points.iter().zip(&heights).filter(|(_, height)| **height <= limit).map(|(p, _)| *p).collect();
    Some(all.iter().sum::<DVec3>() / all.len() as f64)
}

/// Line from a side along its normal, as long as its gap, at the vertex of the other body nearest to the side; at the
/// middle of the side if the other body has no sides.
fn gap_line(side: &Side, run: &Manifold, setting: &Setting) -> GapLine {
    let vertices: Vec<DVec3> =
        run.sides.iter().filter(|other| other.body != side.body).flat_map(|other| other.ends).collect();
    let from = match lowest_point(side, &vertices) {
        // The gap excludes the balls around the cores, so the line is centered between the side and the vertex.
        Some(lowest) => lowest - side.normal * (0.5 * (height_above(side, lowest) + side.gap)),
        None => side.ends[0].midpoint(side.ends[1]),
    };
    GapLine {
        ends: [from, from + side.normal * side.gap].map(|p| setting.to_world(p)),
        face: world_points(setting, side.ends),
        normal: setting.to_world_direction(side.normal),
        name: format!("side {}", side.index + 1),
    }
}

/// Names of the vertices at which a side begins and ends.
fn side_ends(side: &Side, run: &Manifold, setting: &Setting) -> [String; 2] {
    let count = run.sides.iter().filter(|other| other.body == side.body).count().max(1) as u32;
    let of = setting.body_name(side.body);
    [side.index, (side.index + 1) % count].map(|vertex| format!("vertex {} of {of}", vertex + 1))
}

/// Ends of the clipped side, numbered as their points: end 1 is nearer to the start of the reference side.
fn clipped_vertices(run: &Manifold, setting: &Setting) -> Vec<ClippedVertex> {
    let Some(ends) = run.ends else { return Vec::new() };
    let count = if ends[0].point == ends[1].point { 1 } else { 2 };
    ends.iter()
        .enumerate()
        .take(count)
        .map(|(i, end)| ClippedVertex {
            at: setting.to_world(end.point),
            name: format!("end {}", i + 1),
            cut: end.clip_parameter.map(|t| CutEdge { name: String::from("incident side"), t }),
        })
        .collect()
}

/// Contact points after the step; the last step discards all but one.
fn contact_points(run: &Manifold, before: &Manifold, kind: StepKind, setting: &Setting) -> Vec<ContactPoint> {
    let all = if kind == StepKind::Pick { &before.points } else { &run.points };
    all.iter()
        .map(|point| {
            let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
            let kept = kind == StepKind::Pick && run.points.contains(point);
            ContactPoint {
                on_a: setting.to_world(on_a),
                on_b: setting.to_world(on_b),
                depth: point.depth,
                is_touching: false,
                id: point_id_text(point.id),
                number: point_number(run, point),
                vertex: String::new(),
                features: setting.ordered(point.features.map(|feature| setting.feature_name(feature))),
                origin: point_origin(point.origin),
                picked: kept.then_some(Picked { index: 0, reason: Pick::Deepest, score: point.depth }),
            }
        })
        .collect()
}

/// Number of a point: that of the end of the clipped side from which it was made.
fn point_number(run: &Manifold, point: &Point) -> usize {
    let (Some(ends), Some(reference)) = (run.ends, run.reference) else { return 1 };
    let along = reference.ends[1] - reference.ends[0];
    let [first, second] = ends.map(|end| (end.point - point.on_a).dot(along).abs());
    if ends[0].point != ends[1].point && second < first { 2 } else { 1 }
}
