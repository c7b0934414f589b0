//! Joining of the projected pieces of lines, between the depth order and the drawing.
//!
//! The depth order (binary space partition) splits lines at the planes of faces. Where nothing that is drawn between
//! two pieces covers the earlier one, they are joined again, so that corners are mitred and dashes continue.

use glam::DVec2;

use super::parts::Parts;
use crate::segment::distance_in_pane;

/// Largest distance between two ends that count as one point, points.
const MAX_GAP: f64 = 0.05;

/// Distance from a run within which it would cover a dot, points: the largest radius of a dot plus the widest line.
const DOT_DISTANCE: f64 = 8.0;

/// Distance from a run within which another line counts as on it, points.
const LINE_DISTANCE: f64 = 0.5;

/// Length of a line inside a face above which the face covers the line, points.
const MIN_COVERED_LENGTH: f64 = 0.5;

/// A piece on paper; positions are points of the pane.
#[derive(Clone, Debug)]
pub(crate) enum ProjectedPiece {
    /// A face, or a part of it.
    Face {
        /// Index into [`Parts::faces`].
        source: usize,
        points: Vec<DVec2>,
    },
    /// A run: successive lines of a chain, or parts of them.
    Run {
        /// Index of the first line into [`Parts::lines`].
        line: usize,
        /// Index of the last line into [`Parts::lines`].
        last: usize,
        points: Vec<DVec2>,
        /// Length of the chain before the run, points.
        start: f64,
        /// Whether the run includes the end of the last line.
        ends: bool,
    },
    /// A dot, which is never joined.
    Dot {
        /// Index into [`Parts::dots`].
        source: usize,
        at: DVec2,
    },
    /// A run that was joined to another one; nothing is drawn here.
    Joined,
}

/// Position of a run in its chain and in the drawing order.
struct RunPosition {
    /// Number of the chain.
    chain: usize,
    /// Index of the first line.
    line: usize,
    /// Length of the chain before the run, points.
    start: f64,
    /// Position in the drawing order.
    position: usize,
}

/// Position of a face in the drawing order and on paper.
struct FacePosition {
    /// Position in the drawing order.
    position: usize,
    bounds: BoundingBox,
}

/// Joins the pieces of each chain where nothing drawn between them covers the earlier one. `pieces` are in the drawing
/// order, farthest first.
pub(crate) fn join_chains(parts: &Parts, mut pieces: Vec<ProjectedPiece>) -> Vec<ProjectedPiece> {
    let runs = runs_by_chain(parts, &pieces);
    let faces = face_positions(&pieces);
    let others: Vec<usize> = (0..pieces.len()).filter(|&k| !matches!(pieces[k], ProjectedPiece::Face { .. })).collect();
    // Position of the run that the next one of its chain may be joined to.
    let mut growing: Option<usize> = None;
    let mut growing_chain = usize::MAX;
    for RunPosition { chain, position, .. } in runs {
        let mut joined = position;
        if let Some(previous) = growing
            && chain == growing_chain
        {
            let early = previous.min(position);
            let late = previous.max(position);
            let may_join = continues(parts, &pieces[previous], &pieces[position])
                && !is_covered(&pieces, &faces, early, late)
                && !is_over_others(parts, &pieces, &others, early, late);
            if may_join {
                joined = merge(&mut pieces, previous, position, late);
            }
        }
        growing = Some(joined);
        growing_chain = chain;
    }
    pieces
}

/// Positions of the runs, sorted by chain and along each chain.
fn runs_by_chain(parts: &Parts, pieces: &[ProjectedPiece]) -> Vec<RunPosition> {
    let mut runs = Vec::new();
    for (position, piece) in pieces.iter().enumerate() {
        if let ProjectedPiece::Run { line, start, .. } = piece {
            runs.push(RunPosition { chain: parts.lines[*line].chain, line: *line, start: *start, position });
        }
    }
    runs.sort_by(|a, b| (a.chain, a.line).cmp(&(b.chain, b.line)).then(a.start.total_cmp(&b.start)));
    runs
}

/// Positions of the faces, in the drawing order.
fn face_positions(pieces: &[ProjectedPiece]) -> Vec<FacePosition> {
    let mut faces = Vec::new();
    for (position, piece) in pieces.iter().enumerate() {
        if let ProjectedPiece::Face { points, .. } = piece {
            faces.push(FacePosition { position, bounds: BoundingBox::of(points) });
        }
    }
    faces
}

/// Whether the second run starts where the first one ends, and has its look.
fn continues(parts: &Parts, first: &ProjectedPiece, second: &ProjectedPiece) -> bool {
    let (ProjectedPiece::Run { last, points: a, .. }, ProjectedPiece::Run { line, points: b, .. }) = (first, second)
    else {
        return false;
    };
    let (Some(end), Some(begin)) = (a.last(), b.first()) else { return false };
    parts.lines[*last].kind == parts.lines[*line].kind && end.distance(*begin) < MAX_GAP
}

/// Appends the second run to the first, moves the result to the position `into` of the drawing order, and returns that
/// position.
fn merge(pieces: &mut [ProjectedPiece], first: usize, second: usize, into: usize) -> usize {
    let a = std::mem::replace(&mut pieces[first], ProjectedPiece::Joined);
    let b = std::mem::replace(&mut pieces[second], ProjectedPiece::Joined);
    if let (
        ProjectedPiece::Run { line, last: last_of_first, mut points, start, .. },
        ProjectedPiece::Run { line: next, last, points: more, ends, .. },
    ) = (a, b)
    {
        if last_of_first == next {
            points.pop(); // the middle of a straight line is no vertex
        }
        points.extend(more.into_iter().skip(1));
        pieces[into] = ProjectedPiece::Run { line, last, points, start, ends };
    }
    into
}

/// Whether a face between two positions of the drawing order covers the run at the first one.
fn is_covered(pieces: &[ProjectedPiece], faces: &[FacePosition], early: usize, late: usize) -> bool {
    let ProjectedPiece::Run { points, .. } = &pieces[early] else { return true };
    let run = BoundingBox::of(points);
    let first = faces.partition_point(|face| face.position < early);
    for FacePosition { position, bounds } in faces[first..].iter().take_while(|face| face.position < late) {
        if let ProjectedPiece::Face { points: polygon, .. } = &pieces[*position]
            && bounds.overlaps(&run)
            && points.windows(2).any(|pair| overlaps_polygon(pair[0], pair[1], polygon))
        {
            return true;
        }
    }
    false
}

/// Whether a dot, or a line of another chain, between two positions of the drawing order is on the run at the first
/// position: the run would hide it if it were drawn later. `others` are the positions of all pieces but faces.
fn is_over_others(parts: &Parts, pieces: &[ProjectedPiece], others: &[usize], early: usize, late: usize) -> bool {
    let ProjectedPiece::Run { line, points, .. } = &pieces[early] else { return false };
    let run = BoundingBox::of(points);
    let first = others.partition_point(|position| *position <= early);
    let mut between = others[first..].iter().take_while(|position| **position < late);
    between.any(|position| match &pieces[*position] {
        ProjectedPiece::Dot { at, .. } => is_near(*at, &run, points, DOT_DISTANCE),
        ProjectedPiece::Run { line: other_line, points: other_points, .. } => {
            let is_other_chain = parts.lines[*other_line].chain != parts.lines[*line].chain;
            let mut other_lines = other_points.windows(2);
            is_other_chain && other_lines.any(|pair| pair.iter().all(|p| is_near(*p, &run, points, LINE_DISTANCE)))
        }
        ProjectedPiece::Face { .. } | ProjectedPiece::Joined => false,
    })
}

/// Distance of a point from a run, points.
fn distance_to_run(points: &[DVec2], p: DVec2) -> f64 {
    points.windows(2).map(|pair| distance_in_pane(p, [pair[0], pair[1]])).fold(f64::INFINITY, f64::min)
}

/// Bounding box of a shape on paper.
struct BoundingBox {
    /// Top left corner, points.
    min: DVec2,
    /// Bottom right corner, points.
    max: DVec2,
}

impl BoundingBox {
    fn of(points: &[DVec2]) -> Self {
        Self {
            min: points.iter().copied().fold(DVec2::INFINITY, DVec2::min),
            max: points.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max),
        }
    }

    /// The box with a margin of `by` points.
    fn grown(&self, by: f64) -> Self {
        Self { min: self.min - by, max: self.max + by }
    }

    fn contains(&self, p: DVec2) -> bool {
        self.min.cmple(p).all() && p.cmple(self.max).all()
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }
}

/// Whether a line overlaps a convex polygon of either orientation by more than [`MIN_COVERED_LENGTH`].
fn overlaps_polygon(a: DVec2, b: DVec2, polygon: &[DVec2]) -> bool {
    let area: f64 = (0..polygon.len()).map(|k| polygon[k].perp_dot(polygon[(k + 1) % polygon.len()])).sum();
    let sign = if area >= 0.0 { 1.0 } else { -1.0 };
    let mut from = 0.0f64;
    let mut to = 1.0f64;
    for k in 0..polygon.len() {
        let p = polygon[k];
        let q = polygon[(k + 1) % polygon.len()];
        let da = sign * (q - p).perp_dot(a - p);
        let db = sign * (q - p).perp_dot(b - p);
        match (da > 0.0, db > 0.0) {
            (false, false) => return false,
            (true, false) => to = to.min(da / (da - db)),
            (false, true) => from = from.max(da / (da - db)),
            (true, true) => {}
        }
    }
    (to - from) * a.distance(b) > MIN_COVERED_LENGTH
}

/// Whether `p` is nearer than `limit` (points) to the run through `points`, whose bounding box is `bounds`.
fn is_near(p: DVec2, bounds: &BoundingBox, points: &[DVec2], limit: f64) -> bool {
    bounds.grown(limit).contains(p) && distance_to_run(points, p) < limit
}
