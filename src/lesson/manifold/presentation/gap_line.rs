//! Line in the world view that shows the separation of the bodies along the axis of a candidate for the reference:
//! along the normal of a face, or between the lines of two edges.

use contact_lens_model::answer::number::Unit;
use contact_lens_picture::marks::surface::Surface;
use contact_lens_picture::{Form, Picture, Role, Solid};
use glam::DVec3;

use super::{CandidateKind, GapLine, ManifoldContext, ManifoldState, ReferenceCandidate, StepKind, numbers, world};
use crate::WORLD;

/// Mark id of the separation, its face and its label.
pub(super) const GAP: &str = "gap";

/// Mark id of the normal of the face.
pub(super) const NORMAL: &str = "gap/normal";

/// Mark id of the face from which the separation is measured.
pub(super) const FACE_OF_GAP: &str = "gap/face";

/// Mark id of the edges between which the separation is measured.
pub(super) const EDGES: &str = "gap/edge";

/// Mark id of the best pair of edges, where a face has the same separation.
pub(super) const TIED_EDGES: &str = "gap/tied-edge";

/// Largest difference of the heights of points of one face, as a fraction of the body's extent along the normal: above
/// rounding error, and too small to see.
const SAME_HEIGHT: f64 = 1e-4;

/// Distance of the separation from the middle of the face, in distances of the face's first vertex from the middle,
/// above which the separation counts as outside the face.
const FAR_FROM_FACE: f64 = 1.1;

/// Position of the normal's arrow, as a fraction of the distance from the middle of the face to its first vertex.
const ARROW_POSITION: f64 = 0.35;

/// Position of the name of a face, as a fraction of the distance from its middle to the middle of its first edge.
const NAME_POSITION: f64 = 0.75;

/// Length of the normal's arrow, as a fraction of the bodies' size.
const ARROW_LENGTH: f64 = 0.22;

/// Cosine of the largest angle between a face's normal and that of the drawn face.
const SAME_NORMAL: f64 = 1.0 - 1e-6;

/// Squared sine of the angle between two edges below which they count as parallel.
const LEAST_SINE_SQUARED: f64 = 1e-6;

impl ManifoldContext {
    /// Adds the separation of the candidate with the index `candidate`, with its face and normal, or with its edges;
    /// returns whether it is drawn.
    pub(super) fn add_gap(&self, picture: &mut Picture, state: &ManifoldState, candidate: usize) -> bool {
        let Some(line) = self.line_of_gap(state, candidate) else { return false };
        let candidate = &state.candidates[candidate];
        let role = role_of_gap(candidate.gap);
        let noun = if candidate.gap < 0.0 { "overlap" } else { "gap" };
        let text = match self.unit.drawn(candidate.gap) {
            0.0 => String::from("gap = 0"),
            gap => format!("{noun} = {}", self.unit.length(gap.abs())),
        };
        let [from, to] = line.ends;
        if from != to {
            picture.segment(role, GAP, from, to);
        }
        picture.label(role, GAP, from.midpoint(to), text);
        add_edge_pair(picture, candidate, line.ends);
        if let Some(pair) = edge_pair_tied_with(state, candidate, self.unit) {
            add_tied_edge_pair(picture, pair);
        }
        self.add_face_of_gap(picture, &line);
        if let Some(body) = candidate.body
            && self.is_spatial
            && !line.face.is_empty()
        {
            self.pair.add_squares_at_ends(picture, line.ends, line.normal, [body, 1 - body]);
        }
        self.pair.magnify(picture, [from, to]);
        true
    }

    /// Adds the face from which a separation is measured, its normal, and a line in its plane to the separation.
    fn add_face_of_gap(&self, picture: &mut Picture, line: &GapLine) {
        if line.normal == DVec3::ZERO {
            return;
        }
        let foot = line.ends[0];
        // A curved surface has no outline: the foot of the separation represents it.
        let outline = if line.face.is_empty() { &line.ends[..1] } else { &line.face[..] };
        let first = outline[0];
        let middle = outline.iter().sum::<DVec3>() / outline.len() as f64;
        world::add_outline(picture, Role::Simplex, String::from(FACE_OF_GAP), outline);
        // The separation may be in the middle of the face, with an inset on it.
        let place = if outline.len() > 2 { middle.lerp(first.midpoint(outline[1]), NAME_POSITION) } else { middle };
        picture.label(Role::Simplex, FACE_OF_GAP, place, line.name.clone());
        let offset = foot - middle;
        // The separation of rounded bodies does not begin in the plane of the core's face.
        let is_in_plane = offset.dot(line.normal).abs() <= SAME_HEIGHT * offset.length();
        let is_outside = offset.length() > FAR_FROM_FACE * first.distance(middle);
        if is_in_plane {
            add_extension(picture, outline, middle, line, is_outside);
        }
        // The arrow is next to the separation, which may be in the middle of the face.
        let tail = middle.lerp(first, ARROW_POSITION);
        let tip = tail + line.normal * (ARROW_LENGTH * self.pair.bounding_radius());
        picture.arrow(Role::Normal, NORMAL, tail, tip);
        picture.label(Role::Normal, NORMAL, tip, "n");
    }

    /// Line of the separation of the candidate with the index `index`; `None` where its features are not drawn.
    fn line_of_gap(&self, state: &ManifoldState, index: usize) -> Option<GapLine> {
        let candidate = state.candidates.get(index)?;
        match candidate.kind {
            CandidateKind::Side => state.gap_lines.get(index).cloned(),
            CandidateKind::Face => self.gap_of_face(candidate),
            CandidateKind::EdgePair => gap_of_edges(candidate),
            CandidateKind::ClosestPoints => None,
        }
    }

    /// Line from the plane of a face to the point of the other body that is nearest to it along the normal.
    fn gap_of_face(&self, candidate: &ReferenceCandidate) -> Option<GapLine> {
        let normal = candidate.normal?;
        let body = candidate.body?;
        let backdrop = self.pair.backdrop();
        let world = backdrop.pictures.of(WORLD);
        let [face_role, other_role] =
            if body == 0 { [Role::ShapeA, Role::ShapeB] } else { [Role::ShapeB, Role::ShapeA] };
        let nearest = lowest_point(&solid_of_role(world, other_role)?.vertices, normal)?;
        // The name without that of the body.
        let name = candidate.name.split(" of ").next().unwrap_or_default();
        Some(GapLine {
            ends: [nearest - normal * candidate.gap, nearest],
            face: face_with_normal(solid_of_role(world, face_role)?, normal),
            normal,
            name: name.to_owned(),
        })
    }

    /// Adds the closest points that a later step makes a contact point; returns whether there are any.
    pub(super) fn add_closest_points(&self, picture: &mut Picture, step: usize) -> bool {
        let later = self.states[step..].iter().find(|state| state.kind == StepKind::Edges && !state.points.is_empty());
        let Some([point]) = later.map(|state| &state.points[..]) else { return false };
        let role = role_of_gap(-point.depth);
        picture.segment(role, numbers::BRACKET, point.on_a, point.on_b);
        picture.point(role, "closest/a", point.on_a);
        picture.point(role, "closest/b", point.on_b);
        let noun = if point.depth > 0.0 { "overlap" } else { "distance" };
        let text = format!("{noun} = {}", self.unit.length(self.unit.drawn(point.depth).abs()));
        picture.label(role, numbers::BRACKET, point.middle(), text);
        self.pair.magnify(picture, [point.on_a, point.on_b]);
        true
    }
}

/// Best pair of edges, if its separation has the same text as that of the face `face`; `None` otherwise, and if `face`
/// is not a face in space.
pub(super) fn edge_pair_tied_with<'a>(
    state: &'a ManifoldState,
    face: &ReferenceCandidate,
    unit: Unit,
) -> Option<&'a ReferenceCandidate> {
    if face.kind != CandidateKind::Face {
        return None;
    }
    let text = unit.length(face.gap).text;
    let mut pairs = state.candidates.iter().filter(|other| other.kind == CandidateKind::EdgePair);
    pairs.find(|pair| unit.length(pair.gap).text == text)
}

/// Adds the edges of a candidate with their name, and lines from them to the ends of their separation; draws nothing
/// for other candidates.
fn add_edge_pair(picture: &mut Picture, candidate: &ReferenceCandidate, gap_ends: [DVec3; 2]) {
    for (i, ends) in candidate.edges.iter().enumerate() {
        picture.segment(Role::Simplex, format!("{EDGES}/{i}"), ends[0], ends[1]);
    }
    if gap_ends[0] != gap_ends[1] {
        extend_edges(picture, &candidate.edges, gap_ends);
    }
    if let Some(ends) = candidate.edges.first() {
        picture.label(Role::Simplex, format!("{EDGES}/0"), ends[0].midpoint(ends[1]), "best edge pair");
    }
}

/// Adds the best pair of edges where a face has the same separation.
fn add_tied_edge_pair(picture: &mut Picture, pair: &ReferenceCandidate) {
    for (i, ends) in pair.edges.iter().enumerate() {
        picture.segment(Role::Text, format!("{TIED_EDGES}/{i}"), ends[0], ends[1]);
    }
    if let Some([from, to]) = pair.edges.last() {
        picture.label(Role::Text, format!("{TIED_EDGES}/1"), from.midpoint(*to), "best edge pair");
    }
}

/// Adds a line from a face with the outline `outline` and the mean vertex `middle` to the separation `gap` in its
/// plane. The line has a name if the separation is outside the face.
fn add_extension(picture: &mut Picture, outline: &[DVec3], middle: DVec3, gap: &GapLine, is_outside: bool) {
    let foot = gap.ends[0];
    let is_side = outline.len() == 2;
    if is_side && !is_outside {
        return;
    }
    // The line of a side in the plane begins at an end of the side, so that it does not cover the side.
    let start = match *outline {
        [a, b] if a.distance(foot) < b.distance(foot) => a,
        [_, b] => b,
        _ => middle,
    };
    picture.segment(Role::Text, "gap/plane", start, foot);
    if is_outside {
        let noun = if is_side { "line" } else { "plane" };
        picture.label(Role::Text, "gap/plane", start.midpoint(foot), format!("{noun} of {}", gap.name));
    }
}

/// First solid with a role in a picture; `None` without one.
fn solid_of_role(picture: &Picture, role: Role) -> Option<&Solid> {
    picture.marks.iter().find_map(|mark| match &mark.form {
        Form::Solid(solid) if mark.role == role => Some(&**solid),
        _ => None,
    })
}

/// Point that is lowest along a normal; the mean of the lowest points if they are equally high. `None` without points.
fn lowest_point(points: &[DVec3], normal: DVec3) -> Option<DVec3> {
    let heights: Vec<f64> = points.iter().map(|p| normal.dot(*p)).collect();
    let lowest = heights.iter().copied().reduce(f64::min)?;
    let highest = heights.iter().copied().reduce(f64::max)?;
    let limit = lowest + SAME_HEIGHT * (highest - lowest);
    let lowest_points: Vec<DVec3> = points.iter().copied().filter(|p| normal.dot(*p) <= limit).collect();
    Some(lowest_points.iter().sum::<DVec3>() / lowest_points.len() as f64)
}

/// Role of a signed separation, which is negative where the bodies overlap.
fn role_of_gap(gap: f64) -> Role {
    if gap < 0.0 { Role::Penetration } else { Role::Gap }
}

/// Vertices of the face of a drawn body with the outward unit normal `normal`; of several, that with the most vertices.
/// Empty if no drawn face has the normal, as on curved surfaces.
fn face_with_normal(solid: &Solid, normal: DVec3) -> Vec<DVec3> {
    let surface = Surface::of(solid);
    let faces = surface.faces.iter().zip(&surface.normals);
    let matching = faces.filter(|(_, other)| other.dot(normal) > SAME_NORMAL);
    let Some((face, _)) = matching.max_by_key(|(face, _)| face.len()) else { return Vec::new() };
    face.iter().map(|vertex| solid.vertices[*vertex as usize]).collect()
}

/// Line of the separation along the common perpendicular of two edges, centered between the nearest points of their
/// lines, world. Parallel edges define no perpendicular: both ends are then the middle of the first edge. `None` for a
/// candidate without two edges, and for edges without length.
fn gap_of_edges(candidate: &ReferenceCandidate) -> Option<GapLine> {
    let [[a, a_end], [b, b_end]] = candidate.edges[..] else { return None };
    let along_a = (a_end - a).try_normalize()?;
    let along_b = (b_end - b).try_normalize()?;
    let cosine = along_a.dot(along_b);
    let sine_squared = 1.0 - cosine * cosine;
    let ends = if sine_squared < LEAST_SINE_SQUARED {
        [a.midpoint(a_end); 2]
    } else {
        // The difference of the nearest points `on_a` and `on_b` is perpendicular to both edges.
        let offset = b - a;
        let on_a = a + along_a * ((offset.dot(along_a) - cosine * offset.dot(along_b)) / sine_squared);
        let on_b = b + along_b * ((cosine * offset.dot(along_a) - offset.dot(along_b)) / sine_squared);
        let half = along_a.cross(along_b).normalize_or_zero() * (0.5 * candidate.gap);
        [on_a.midpoint(on_b) - half, on_a.midpoint(on_b) + half]
    };
    Some(GapLine { ends, face: Vec::new(), normal: DVec3::ZERO, name: String::new() })
}

/// Adds lines from two edges to the ends of their separation, where these are beyond the ends of the edges.
fn extend_edges(picture: &mut Picture, edges: &[[DVec3; 2]], ends: [DVec3; 2]) {
    for ([from, to], end) in edges.iter().zip(ends) {
        let along = *to - *from;
        // An edge without length divides by a positive number instead of by 0.
        let fraction = (end - *from).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        if !(0.0..=1.0).contains(&fraction) {
            let nearest = if fraction < 0.0 { *from } else { *to };
            picture.segment(Role::Text, "gap/plane", nearest, end);
            picture.label(Role::Text, "gap/plane", nearest.midpoint(end), "line of the edge");
        }
    }
}
