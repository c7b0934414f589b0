//! Contact manifolds in the plane: converts the engine's snapshots of a manifold query to the `ManifoldState`s that the
//! lesson draws.

use contact_lens_model::snapshot::manifold::plane::{Manifold, Phase, Side};
use contact_lens_model::snapshot::manifold::{Outcome, Pick, Point, point_id_text};
use glam::DVec3;

use super::answer::point_origin;
use super::presentation;
use super::presentation::{
    CandidateKind, ClippedVertex, ContactPoint, CutEdge, GapLine, Line, ManifoldState, Picked, ReferenceCandidate,
    StepKind,
};
use super::{SERIES, Search, Setting, ending};
use crate::{Card, PlotAxis, SourceFile, View, WORLD};

/// Card of the lesson in the plane.
pub const CARD: Card = Card {
    id: "manifold",
    title: "Contact manifold in the plane",
    summary: "Where do two shapes touch? A side of one is clipped at both ends of a side of the other.",
    sources: &["Catto 2010: contact manifolds", "Gregorius 2013"],
    listing: include_str!("../engine/dim2/manifold/listing.txt"),
    code: &[
        SourceFile {
            path: "src/engine/source/dim2/manifold/stepper.rs",
            text: include_str!("../engine/dim2/manifold/stepper.rs"),
        },
        SourceFile {
            path: "src/engine/source/dim2/manifold/query.rs",
            text: include_str!("../engine/dim2/manifold/query.rs"),
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
        let kind = step_kind(before.phase);
        // After an empty clip the state may already have another reference side.
        let may_have_restarted = matches!(kind, StepKind::Clip(_) | StepKind::Keep);
        let reference = if may_have_restarted { before.reference } else { self.reference };
        let step = ConvertedPlanarStep { state: self, before, kind, reference, setting };
        let shown = step.shown_reference();
        ManifoldState {
            kind,
            lines: executed_lines(before.phase, self),
            query: presentation::Query::of(before.query, self.query, matches!(before.phase, Phase::Distance(_))),
            query_follows: matches!(self.phase, Phase::Distance(_)),
            gap: self.largest,
            // From A to B, also if the query has exchanged the bodies.
            normal: self.normal.map(|n| setting.to_world_direction(n) * setting.sign()),
            reference_name: reference.map_or_else(String::new, |side| side_name(&side, setting)),
            reference_is_b: reference.map_or(setting.is_swapped, |side| (side.body == 1) != setting.is_swapped),
            reference_vertices: shown.map_or_else(Vec::new, |side| world_points(setting, side.ends)),
            side_ends: shown.map(|side| side_ends(&side, self, setting)),
            axis: self.sides.iter().reduce(larger_gap).map(|side| setting.to_world_direction(side.normal)),
            gap_lines: self.sides.iter().map(|side| gap_line(side, self, setting)).collect(),
            reference_normal: shown.map_or(DVec3::ZERO, |side| setting.to_world_direction(side.normal)),
            incident_vertices: step.incident_vertices(),
            vertex_count: step.vertex_count(),
            polygon: if step.shows_clipping() { step.clipped_vertices() } else { Vec::new() },
            previous_vertices: step.previous_vertices(),
            points: step.contact_points(),
            candidates: step.candidates(),
            bias_limit: self.band,
            margin: self.margin,
            areas: None,
            all_picked: kind == StepKind::Pick,
        }
    }
}

/// Snapshots around a step, with the other inputs of its conversion.
struct ConvertedPlanarStep<'a> {
    /// Snapshot after the step, in the frame of the query.
    state: &'a Manifold,
    /// Snapshot before the step, in the frame of the query.
    before: &'a Manifold,
    /// Kind of the step.
    kind: StepKind,
    /// Reference side of the step; `None` without one.
    reference: Option<Side>,
    /// Names of the bodies, and the conversion from the frame of the query to the world.
    setting: &'a Setting,
}

impl ConvertedPlanarStep<'_> {
    /// Reference side, if the step shows it; `None` in the comparison of axes, and without one.
    fn shown_reference(&self) -> Option<Side> {
        self.reference.filter(|_| self.kind != StepKind::Axes)
    }

    /// Whether the step shows the incident side with its clips.
    fn shows_clipping(&self) -> bool {
        self.shown_reference().is_some() && matches!(self.kind, StepKind::Incident | StepKind::Clip(_) | StepKind::Keep)
    }

    /// Ends of the incident side before the clips, world; empty without a shown reference side.
    fn incident_vertices(&self) -> Vec<DVec3> {
        match self.state.incident {
            Some(ends) if self.shown_reference().is_some() => world_points(self.setting, ends),
            _ => Vec::new(),
        }
    }

    /// Ends of the incident side before this clip, world; empty in other steps.
    fn previous_vertices(&self) -> Vec<DVec3> {
        match self.before.ends {
            Some(ends) if matches!(self.kind, StepKind::Clip(_)) => {
                world_points(self.setting, ends.map(|end| end.point))
            }
            _ => Vec::new(),
        }
    }

    /// Number of remaining ends of the incident side; `None` in steps that do not depend on the clips.
    fn vertex_count(&self) -> Option<usize> {
        let is_after_clipping = self.kind == StepKind::Pick && self.shown_reference().is_some();
        (self.shows_clipping() || is_after_clipping).then(|| self.clipped_vertices().len())
    }

    /// Ends of the clipped side, numbered as their points: end 1 is nearer to the start of the reference side.
    fn clipped_vertices(&self) -> Vec<ClippedVertex> {
        let Some(ends) = self.state.ends else { return Vec::new() };
        let count = if ends[0].point == ends[1].point { 1 } else { 2 };
        ends.iter()
            .enumerate()
            .take(count)
            .map(|(i, end)| ClippedVertex {
                at: self.setting.to_world(end.point),
                name: format!("end {}", i + 1),
                cut: end.clip_parameter.map(|t| CutEdge { name: String::from("incident side"), t }),
            })
            .collect()
    }

    /// Candidates for the reference: all sides of both bodies.
    fn candidates(&self) -> Vec<ReferenceCandidate> {
        let setting = self.setting;
        let is_reference =
            |side: &Side| self.reference.is_some_and(|other| other.body == side.body && other.index == side.index);
        self.state
            .sides
            .iter()
            .map(|side| ReferenceCandidate {
                kind: CandidateKind::Side,
                name: side_name(side, setting),
                body: Some(setting.scene_body(side.body)),
                normal: Some(setting.to_world_direction(side.normal)),
                edges: Vec::new(),
                gap: side.gap,
                is_reference: is_reference(side),
            })
            .collect()
    }

    /// Contact points of the step. The selection shows the points before it, and keeps only the deepest.
    fn contact_points(&self) -> Vec<ContactPoint> {
        let is_selection = self.kind == StepKind::Pick;
        let shown_points = if is_selection { &self.before.points } else { &self.state.points };
        shown_points
            .iter()
            .map(|point| {
                let is_kept = is_selection && self.state.points.contains(point);
                self.contact_point(point, is_kept)
            })
            .collect()
    }

    /// Contact point of a point of the query. `is_kept` says whether the step selects it.
    fn contact_point(&self, point: &Point, is_kept: bool) -> ContactPoint {
        let setting = self.setting;
        let [on_a, on_b] = setting.ordered([point.on_a, point.on_b]);
        ContactPoint {
            on_a: setting.to_world(on_a),
            on_b: setting.to_world(on_b),
            depth: point.depth,
            is_touching: false,
            id: point_id_text(point.id),
            number: point_number(self.state, point),
            vertex: String::new(),
            features: setting.ordered(point.features.map(|feature| setting.feature_name(feature))),
            origin: point_origin(point.origin),
            picked: is_kept.then_some(Picked { index: 0, reason: Pick::Deepest, score: point.depth }),
        }
    }
}

/// Converts two points from the frame of the query to the world.
fn world_points(setting: &Setting, points: [DVec3; 2]) -> Vec<DVec3> {
    points.map(|p| setting.to_world(p)).to_vec()
}

/// Kind of the step that the phase `phase` executes.
fn step_kind(phase: Phase) -> StepKind {
    match phase {
        Phase::Reference | Phase::End(_) => StepKind::Axes,
        Phase::Distance(_) => StepKind::Distance,
        Phase::Incident => StepKind::Incident,
        Phase::Clip(k) => StepKind::Clip(u32::from(k)),
        Phase::Keep => StepKind::Keep,
        Phase::Closest => StepKind::Edges,
        Phase::Reduce => StepKind::Pick,
    }
}

/// Lines of the listing that the step from the phase `before` to the state `after` executed, in order.
fn executed_lines(before: Phase, after: &Manifold) -> Vec<Line> {
    match before {
        Phase::Reference | Phase::End(_) => {
            let mut lines = vec![Line::Gaps];
            if after.phase == Phase::End(Outcome::Apart) {
                lines.push(Line::Apart);
            } else if after.reference.is_some() {
                lines.push(Line::Reference);
            }
            lines
        }
        Phase::Distance(_) => vec![Line::Distance],
        // Two vertices are closer than any side, so the closest points make the contact.
        Phase::Incident if after.phase == Phase::Closest => vec![Line::Corners],
        Phase::Incident => vec![Line::Incident],
        Phase::Clip(_) => vec![Line::Clip],
        Phase::Keep => vec![Line::Depth, Line::Keep],
        Phase::Closest => vec![Line::Closest],
        Phase::Reduce => vec![Line::Reduce],
    }
}

/// Name of a side: `side 3 of ground`.
fn side_name(side: &Side, setting: &Setting) -> String {
    format!("side {} of {}", side.index + 1, setting.body_name(side.body))
}

/// Side with the larger separation; the first of equal ones.
fn larger_gap<'a>(one: &'a Side, other: &'a Side) -> &'a Side {
    if other.gap > one.gap { other } else { one }
}

/// Signed height of a point above the line of a side, along its outward normal, meters.
fn height_above(side: &Side, point: DVec3) -> f64 {
    side.normal.dot(point - side.ends[0])
}

/// Largest difference of the heights of the ends of a side that counts as parallel to another side, as a fraction of
/// the body's extent along the normal: above rounding error, and too small to see.
const SAME_HEIGHT: f64 = 1e-4;

/// Point with the least height above a side; the mean of the lowest points if they are equally high. `None` without
/// points.
fn lowest_point(side: &Side, points: &[DVec3]) -> Option<DVec3> {
    let heights: Vec<f64> = points.iter().map(|p| height_above(side, *p)).collect();
    let lowest = heights.iter().copied().reduce(f64::min)?;
    let highest = heights.iter().copied().reduce(f64::max)?;
    let limit = lowest + SAME_HEIGHT * (highest - lowest);
    let lowest_points: Vec<DVec3> = points.iter().copied().filter(|p| height_above(side, *p) <= limit).collect();
    Some(lowest_points.iter().sum::<DVec3>() / lowest_points.len() as f64)
}

/// Line from a side along its normal, as long as its gap, at the vertex of the other body nearest to the side; at the
/// middle of the side if the other body has no sides.
fn gap_line(side: &Side, state: &Manifold, setting: &Setting) -> GapLine {
    let sides_of_other = state.sides.iter().filter(|other| other.body != side.body);
    let vertices: Vec<DVec3> = sides_of_other.flat_map(|other| other.ends).collect();
    let from = match lowest_point(side, &vertices) {
        // The gap is that of the rounded shapes, so the line is centered between the side and the vertex of the cores.
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
fn side_ends(side: &Side, state: &Manifold, setting: &Setting) -> [String; 2] {
    // Without recorded sides, a count of 1 avoids a division by zero.
    let side_count = state.sides.iter().filter(|other| other.body == side.body).count().max(1) as u32;
    let body = setting.body_name(side.body);
    [side.index, (side.index + 1) % side_count].map(|vertex| format!("vertex {} of {body}", vertex + 1))
}

/// Number of a point, 1 or 2: that of the end of the clipped side from which it was made. 1 for a point that was not
/// made by clipping.
fn point_number(state: &Manifold, point: &Point) -> usize {
    let (Some(ends), Some(reference)) = (state.ends, state.reference) else { return 1 };
    let along = reference.ends[1] - reference.ends[0];
    let [first, second] = ends.map(|end| (end.point - point.on_a).dot(along).abs());
    if ends[0].point != ends[1].point && second < first { 2 } else { 1 }
}
