//! Contents and coordinate frames of the tiles of a contact manifold. A tile is a small picture of the reference face's
//! plane, or of two edges; [`super::tiles`] draws the tiles of a step.

use contact_lens_model::answer::number::Unit;
use glam::DVec3;

use super::{ContactPoint, ManifoldState, StepKind, slanted_view};

/// Largest total space at both sides of the reference, as a fraction of its larger side: with the space for labels, the
/// reference then fills 70 % of a tile.
const REFERENCE_MARGIN: f64 = 0.25;

/// Largest overhang of the clipped face, as a fraction of the reference's larger side, up to which all of it is shown;
/// a larger one is broken off.
const MAX_OVERHANG: f64 = 0.8;

/// Smallest magnification for which points get a closer view.
const MIN_MAGNIFICATION: f64 = 2.5;

/// Fraction of a tile that the reference fills.
const REFERENCE_SHARE: f64 = 0.7;

/// Size of a closer view, in extents of its points.
const CLOSER_VIEW: f64 = 1.2;

/// Half the height of the view across the normal, in depths of the first point.
const DEPTH_VIEW: f64 = 0.75;

/// Smallest depth for the view across the normal, as a fraction of the edges' length.
const LEAST_DEPTH: f64 = 1e-3;

/// Smallest depth for the view across the normal where no edges give a scale, meters.
const LEAST_POINT_DEPTH: f64 = 1e-9;

/// Space around two crossing edges, as a fraction of their extent.
const AROUND_EDGES: f64 = 0.1;

/// Half the length of the line across the end of a side, in lengths of the side, in the plane.
const CLIP_LINE: f64 = 0.3;

/// Content of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TileContent {
    /// Clip by the side with this number.
    Clip(u32),
    /// Contact points with their depths.
    Depths,
    /// Contact points that the reduction has picked.
    Reduced,
    /// Two edges, along the normal.
    Along,
    /// Two points or edges, across the normal.
    Across,
}

impl TileContent {
    /// Whether the state after a step fills a tile with this content.
    fn is_filled_by(self, state: &ManifoldState) -> bool {
        match self {
            Self::Clip(k) => state.kind == StepKind::Clip(k),
            Self::Depths => state.kind == StepKind::Keep && !state.points.is_empty(),
            Self::Reduced => state.kind == StepKind::Pick,
            Self::Along | Self::Across => state.kind == StepKind::Edges,
        }
    }
}

/// Whether there are tiles at this step: the features whose contact they show have been chosen.
pub(super) fn has_tiles(states: &[ManifoldState], step: usize) -> bool {
    states.iter().take(step + 1).any(begins_attempt)
}

/// Whether a state is the first of an attempt.
fn begins_attempt(state: &ManifoldState) -> bool {
    matches!(state.kind, StepKind::Incident | StepKind::Edges)
}

/// Attempt to make the contact points from one choice of features: the states from that choice to the points, or to the
/// next attempt with other features.
pub(super) struct Attempt<'a> {
    /// States of the attempt, in order.
    pub(super) states: &'a [ManifoldState],
    /// Contents of the tiles, in order.
    pub(super) tiles: Vec<TileContent>,
    /// Number of states up to the current step; 0 before the attempt begins.
    pub(super) done: usize,
}

impl<'a> Attempt<'a> {
    /// Attempt that contains a step, or the first one for an earlier step; `None` if no state begins an attempt.
    pub(super) fn of(states_of_run: &'a [ManifoldState], step: usize) -> Option<Self> {
        let count = states_of_run.len();
        let mut starts = (0..count).filter(|i| begins_attempt(&states_of_run[*i]));
        let first = starts.clone().next()?;
        let start = starts.rfind(|i| *i <= step).unwrap_or(first);
        let end = (start + 1..count).find(|i| begins_attempt(&states_of_run[*i])).unwrap_or(count);
        let states = &states_of_run[start..end];
        let done = if step < start { 0 } else { (step + 1 - start).min(states.len()) };
        Some(Self { states, tiles: tiles_of(states), done })
    }

    /// Last state up to the current step that fills a tile; `None` if none does.
    pub(super) fn state_filling(&self, tile: TileContent) -> Option<&ManifoldState> {
        self.states[..self.done].iter().rfind(|state| tile.is_filled_by(state))
    }

    /// State that converts the clipped polygon to points, even if it is a future one; `None` without clips.
    pub(super) fn state_with_depths(&self) -> Option<&ManifoldState> {
        self.states.iter().find(|state| TileContent::Depths.is_filled_by(state))
    }

    /// Contact points on A, world, of a tile that is about them, by which it is framed from the start; empty for other
    /// tiles.
    pub(super) fn framed_points(&self, tile: TileContent) -> Vec<DVec3> {
        if !matches!(tile, TileContent::Depths | TileContent::Reduced) {
            return Vec::new();
        }
        let Some(state) = self.states.iter().find(|state| tile.is_filled_by(state)) else { return Vec::new() };
        state.points.iter().map(|point| point.on_a).collect()
    }
}

/// Contents of the tiles that the states of an attempt fill, in the order of the steps.
fn tiles_of(states: &[ManifoldState]) -> Vec<TileContent> {
    let mut tiles = Vec::new();
    for state in states {
        let has_points = !state.points.is_empty();
        let has_edges = state.reference_vertices.len() == 2 && state.incident_vertices.len() == 2;
        match state.kind {
            StepKind::Clip(k) => tiles.push(TileContent::Clip(k)),
            StepKind::Keep if has_points && !tiles.contains(&TileContent::Depths) => tiles.push(TileContent::Depths),
            StepKind::Edges if has_edges => tiles.extend([TileContent::Along, TileContent::Across]),
            StepKind::Edges if has_points => tiles.push(TileContent::Across),
            StepKind::Pick if !tiles.contains(&TileContent::Reduced) => tiles.push(TileContent::Reduced),
            // These steps fill no tile, or one that an earlier step has added.
            StepKind::Axes
            | StepKind::Distance
            | StepKind::Incident
            | StepKind::Keep
            | StepKind::Edges
            | StepKind::Pick => {}
        }
    }
    tiles
}

/// Words above a tile.
pub(super) struct TileWords {
    /// Title of the tile.
    pub(super) caption: String,
    /// Fainter text after the title; may be empty.
    pub(super) note: String,
}

impl TileWords {
    /// Title `caption` with the fainter text `note`.
    fn new(caption: impl Into<String>, note: impl Into<String>) -> Self {
        Self { caption: caption.into(), note: note.into() }
    }
}

/// Words above a tile of an attempt with `clips` clips. `first` is the attempt's first state; `state` is the state that
/// fills the tile, `None` for a tile that is not filled yet.
pub(super) fn tile_words(
    content: TileContent,
    clips: usize,
    first: &ManifoldState,
    state: Option<&ManifoldState>,
    unit: Unit,
) -> TileWords {
    match content {
        TileContent::Clip(k) => TileWords::new(format!("clip {} of {clips}, by {}", k + 1, first.side_name(k)), ""),
        TileContent::Depths => TileWords::new(format!("depths in {}", unit.name), ""),
        TileContent::Reduced => {
            let kept = state.map_or(0, |state| state.points.iter().filter(|point| point.picked.is_some()).count());
            let areas = state.and_then(|state| state.areas).filter(|[_, all]| *all > 0.0);
            match areas {
                Some([selected, all]) => {
                    let note = format!("{:.0} % of the area", 100.0 * selected / all);
                    TileWords::new(format!("reduced to {kept}"), note)
                }
                None if kept > 0 => TileWords::new("reduced", format!("{kept} picked")),
                None => TileWords::new("reduced", ""),
            }
        }
        TileContent::Along => TileWords::new("along the normal", "the edges cross"),
        TileContent::Across => TileWords::new("depth, across the normal", format!("in {}", unit.name)),
    }
}

/// Transform from the world to the plane of the tiles.
pub(super) struct TileFrame {
    /// Origin of the tile, world.
    pub(super) middle: DVec3,
    /// Axis of the tile to the right, unit vector, world.
    x: DVec3,
    /// Axis of the tile upward, unit vector, world.
    y: DVec3,
    /// Lower and upper vertex of the smallest visible rectangle, in the plane of the tile, meters.
    pub(super) ends: [DVec3; 2],
    /// Larger side of the reference, meters.
    pub(super) size: f64,
    /// Whether faces are broken off at the rectangle.
    pub(super) is_cut: bool,
}

impl TileFrame {
    /// Frame with x along or across the first side of the reference, whichever is more to the right in the world's
    /// view, and the origin in the middle. `None` for a reference with fewer than three vertices.
    pub(super) fn of_face(state: &ManifoldState) -> Option<Self> {
        let [first, second, _, ..] = state.reference_vertices[..] else { return None };
        let middle = state.reference_vertices.iter().sum::<DVec3>() / state.reference_vertices.len() as f64;
        let along = (second - first).try_normalize()?;
        let x = rightmost(along, state.reference_normal);
        let mut tile_frame =
            Self { middle, x, y: state.reference_normal.cross(x), ends: [DVec3::ZERO; 2], size: 0.0, is_cut: false };
        let [low, high] = tile_frame.extent(&state.reference_vertices)?;
        let [least, most] = tile_frame.extent(&state.incident_vertices).unwrap_or([low, high]);
        let size = (high - low).truncate().max_element();
        let margin = REFERENCE_MARGIN * size;
        // A face outside of the reference is shown completely.
        let center = least.midpoint(most);
        let is_outside = (center - center.clamp(low - 0.5 * margin, high + 0.5 * margin)).length() > 0.0;
        // Space that the incident face needs to the left and below, and to the right and above.
        let before = (low - least).max(DVec3::ZERO);
        let after = (most - high).max(DVec3::ZERO);
        tile_frame.is_cut = !is_outside && (before + after).truncate().max_element() > MAX_OVERHANG * size;
        let margin = if tile_frame.is_cut { margin } else { f64::INFINITY };
        tile_frame.ends = [low - space_at_side(before, after, margin), high + space_at_side(after, before, margin)];
        tile_frame.size = size;
        (tile_frame.size > 0.0).then_some(tile_frame)
    }

    /// Narrows the frame to nearby points, if these are small compared with the reference; returns whether it did.
    pub(super) fn narrowed_to(mut self, points: &[DVec3]) -> (Self, bool) {
        let Some([low, high]) = self.extent(points) else { return (self, false) };
        let extent = (high - low).truncate().max_element();
        let magnification = REFERENCE_SHARE * self.size / extent;
        if !(magnification > MIN_MAGNIFICATION && extent > 0.0) {
            return (self, false);
        }
        let middle = low.midpoint(high);
        let half = DVec3::new(0.5 * extent, 0.5 * extent, 0.0);
        self.ends = [middle - CLOSER_VIEW * half, middle + CLOSER_VIEW * half];
        self.size = CLOSER_VIEW * extent;
        self.is_cut = false;
        (self, true)
    }

    /// Extends the frame to discs with these centers and radii.
    pub(super) fn include_discs(&mut self, discs: impl Iterator<Item = (DVec3, f64)>) {
        for (at, radius) in discs.filter(|(_, radius)| *radius > 0.0) {
            let at = self.flat(at);
            let radius = DVec3::new(radius, radius, 0.0);
            self.ends = [self.ends[0].min(at - radius), self.ends[1].max(at + radius)];
        }
    }

    /// Frame of two edges: seen along the normal if `along`, otherwise across it with the points in the middle. `None`
    /// without a normal or without contact points.
    pub(super) fn of_edges(state: &ManifoldState, along: bool) -> Option<Self> {
        let n = state.normal?.try_normalize()?;
        let point = state.points.first()?;
        let x = horizontal_axis(state, n, along).unwrap_or_else(|| n.any_orthonormal_vector());
        let y = if along { n.cross(x) } else { n };
        let middle = state.points.iter().map(ContactPoint::middle).sum::<DVec3>() / state.points.len() as f64;
        let mut tile_frame = Self { middle, x, y, ends: [DVec3::ZERO; 2], size: 0.0, is_cut: false };
        let edges: Vec<DVec3> = state.reference_vertices.iter().chain(&state.incident_vertices).copied().collect();
        let reach = edges.iter().map(|p| p.distance(tile_frame.middle)).fold(0.0, f64::max);
        let least_depth = if reach > 0.0 { LEAST_DEPTH * reach } else { LEAST_POINT_DEPTH };
        let half = DEPTH_VIEW * point.depth.abs().max(least_depth);
        tile_frame.ends = match tile_frame.extent(&edges) {
            Some([low, high]) if along => [low - AROUND_EDGES * (high - low), high + AROUND_EDGES * (high - low)],
            _ => {
                // The frame contains both of two points.
                let wide = (2.0 * half).max(DEPTH_VIEW * state.points.last()?.on_a.distance(point.on_a));
                [DVec3::new(-wide, -half, 0.0), DVec3::new(wide, half, 0.0)]
            }
        };
        tile_frame.size = (tile_frame.ends[1] - tile_frame.ends[0]).truncate().max_element();
        (tile_frame.size > 0.0).then_some(tile_frame)
    }

    /// Position of a point of the world in the plane of the tile, meters; z is 0.
    pub(super) fn flat(&self, p: DVec3) -> DVec3 {
        let offset = p - self.middle;
        DVec3::new(offset.dot(self.x), offset.dot(self.y), 0.0)
    }

    /// Lower and upper vertex, in the plane of the tile, of the rectangle around points of the world; `None` without
    /// points.
    fn extent(&self, points: &[DVec3]) -> Option<[DVec3; 2]> {
        let ends = points.iter().map(|p| [self.flat(*p); 2]);
        ends.reduce(|[low, high], [p, q]| [low.min(p), high.max(q)])
    }
}

/// Space at one side of the reference: what the incident face needs there, `needed`, but at most the part of `margin`,
/// the total for both sides, that the face leaves over at the other side, and at least half of the total.
fn space_at_side(needed: DVec3, needed_at_other_side: DVec3, margin: f64) -> DVec3 {
    let available = (DVec3::splat(margin) - needed_at_other_side).max(DVec3::splat(0.5 * margin));
    needed.min(available)
}

/// Horizontal axis of a tile of two edges that is seen along the normal `n` if `along`, otherwise across it: the
/// direction of an edge. `None` if neither the edges nor two points define a direction.
fn horizontal_axis(state: &ManifoldState, n: DVec3, along: bool) -> Option<DVec3> {
    let first = direction_across(n, &state.reference_vertices);
    let second = direction_across(n, &state.incident_vertices);
    if !along && let (Some(first), Some(second)) = (first, second) {
        // Across the normal both edges are oblique, one above the other.
        let sign = if first.dot(second) < 0.0 { -1.0 } else { 1.0 };
        return (first + second * sign).try_normalize();
    }
    match (first.or(second), &state.points[..]) {
        (None, [one, other]) => direction_across(n, &[one.on_a, other.on_a]),
        (edge, _) => edge,
    }
}

/// Direction to the right, in the figure's view of a face with the outward normal `n`, out of the unit vector `along`
/// in the face's plane, the one across it, and their opposites.
fn rightmost(along: DVec3, n: DVec3) -> DVec3 {
    let across = n.cross(along);
    let right = DVec3::Y.cross(slanted_view(n));
    let others = [across, -along, -across];
    others.into_iter().fold(along, |best, other| if other.dot(right) > best.dot(right) { other } else { best })
}

/// Unit direction of the part of a segment that is perpendicular to `n`; `None` for other features, and for a segment
/// along `n`.
fn direction_across(n: DVec3, ends: &[DVec3]) -> Option<DVec3> {
    match ends {
        [from, to] => (*to - *from).reject_from(n).try_normalize(),
        _ => None,
    }
}

/// Segment in which the incident face crosses the plane at the margin above the reference, world; `None` if it does not
/// cross the plane.
pub(super) fn margin_line(state: &ManifoldState) -> Option<[DVec3; 2]> {
    let foot = *state.reference_vertices.first()?;
    let n = state.reference_normal.try_normalize()?;
    let radius = rounding_radius(state)?;
    let vertices = &state.incident_vertices;
    if vertices.len() < 3 {
        return None;
    }
    let mut crossings = Vec::new();
    for (a, b) in vertices.iter().zip(vertices.iter().cycle().skip(1)) {
        // Depths of both ends below the margin.
        let start = -n.dot(*a - foot) + radius + state.margin;
        let end = -n.dot(*b - foot) + radius + state.margin;
        if (start < 0.0) != (end < 0.0) {
            crossings.push(a.lerp(*b, start / (start - end)));
        }
    }
    let [from, to, ..] = crossings[..] else { return None };
    Some([from, to])
}

/// Sum of the distances between the surfaces of rounded bodies and their cores, meters, from the first contact point;
/// `None` without points.
fn rounding_radius(state: &ManifoldState) -> Option<f64> {
    let foot = *state.reference_vertices.first()?;
    let n = state.reference_normal.try_normalize()?;
    let point = state.points.first()?;
    // The vertex that became the point is directly above or below it.
    let corner = state.polygon.iter().min_by(|p, q| {
        let [p, q] = [p, q].map(|corner| (corner.at - point.on_a).reject_from_normalized(n).length());
        p.total_cmp(&q)
    })?;
    Some(point.depth + n.dot(corner.at - foot))
}

/// Depth below the reference, meters, of the surface at the vertex `corner` of a core; `None` without points, which
/// determine the rounding radius.
pub(super) fn depth_below(state: &ManifoldState, corner: DVec3) -> Option<f64> {
    let foot = *state.reference_vertices.first()?;
    let n = state.reference_normal.try_normalize()?;
    Some(-n.dot(corner - foot) + rounding_radius(state)?)
}

/// Side `k` of a face; in the plane a segment across its end `k`. `None` for a single point, or if the face has fewer
/// sides.
pub(super) fn side_of_face(face: &[DVec3], k: u32) -> Option<[DVec3; 2]> {
    let k = k as usize;
    match face.len() {
        0 | 1 => None,
        2 => {
            let along = face[1] - face[0];
            let across = DVec3::new(-along.y, along.x, 0.0) * CLIP_LINE;
            face.get(k).map(|end| [*end - across, *end + across])
        }
        n => Some([*face.get(k)?, face[(k + 1) % n]]),
    }
}
