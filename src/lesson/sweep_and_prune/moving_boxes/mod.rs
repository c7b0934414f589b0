//! Pictures of the boxes of sweep and prune: the world with the boxes and their pairs, a number line (lane) for each
//! axis with the intervals of the boxes and the swaps of endpoints, and the overlap of the two boxes of a swap.

mod lane_swaps;
mod lanes;
mod lists;
mod own_scale;
mod rows;
mod swap;
mod world;

use std::sync::Arc;

use contact_lens_model::snapshot::sweep_and_prune::Pair;
use contact_lens_picture::{Key, Solid};
use glam::DVec3;

pub use contact_lens_model::snapshot::sweep_and_prune::{Corners, End};
pub use rows::Rows;

/// Number of bodies from which on boxes are dots in the world and bars have no names.
const MANY_BODIES: usize = 300;

/// Number of bodies from which on bars become a strip of density.
const DENSITY_BODIES: usize = 400;

/// Largest number of bodies with names in the world.
const MAX_NAMED: usize = 16;

/// Largest number of bodies for which all endpoints are drawn; with more, only those around the swap.
const MAX_ALL_ENDPOINTS: usize = 60;

/// Boxes of a frame and of the previous one.
#[derive(Clone, Debug)]
pub struct MovingBoxes {
    /// Names of the bodies, by number.
    pub names: Arc<[String]>,
    /// Number of axes: 3, in the plane 2.
    pub axes: usize,
    /// Boxes of this frame, by body, relative to `origin`, meters; `None` for an absent body.
    pub now: Arc<[Option<Corners>]>,
    /// Boxes of the previous frame; all `None` in the first frame.
    pub before: Arc<[Option<Corners>]>,
    /// Rows of the bars.
    pub rows: Arc<Rows>,
    /// Number of bodies in this frame.
    count: usize,
    /// Smallest and largest finite coordinates of all boxes in both frames, by axis, meters, relative to `origin`.
    range: Corners,
    /// World coordinates that the lanes show as 0, by axis, meters.
    origin: DVec3,
    /// Whether endpoints swap in this frame, by axis.
    has_swaps: Vec<bool>,
    /// Largest displacement of an endpoint on each axis, meters, if it is too small to be seen; `None` otherwise.
    fine_displacements: Vec<Option<f64>>,
}

/// Length, as a fraction of the largest range of the coordinates on an axis, below which a displacement or gap is too
/// small to be seen.
const VISIBLE_DISPLACEMENT: f64 = 0.01;

/// Effect of a swap on the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Start of a pair.
    Begins,
    /// End of a pair.
    Ends,
    /// No change.
    Nothing,
}

/// Swap of two endpoints between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// Axis of the swap.
    pub axis: usize,
    /// Endpoint that moves down, and the one that it passes.
    pub ends: [End; 2],
    /// Effect on the pair of the two bodies.
    pub effect: Effect,
}

impl Crossing {
    /// Bodies of the swap, the smaller number first, which fixes their colors.
    pub fn pair(&self) -> [u32; 2] {
        let [a, b] = self.ends.map(|end| end.body);
        [a.min(b), a.max(b)]
    }
}

/// Overlapping pair in a state of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CurrentPair {
    /// Bodies, the smaller index first.
    pub pair: Pair,
    /// Whether the pair began in this frame.
    pub is_new: bool,
}

/// Data of a beat for its pictures.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// Axis that is being sorted; `None` in steps that sort none.
    pub axis: Option<usize>,
    /// Swaps of the frame up to and including this step, in order; of very many, only the latest.
    pub done: Vec<Crossing>,
    /// Whether this step swaps endpoints, so that the last swap is the current one.
    pub has_current_swap: bool,
    /// Whether the effect of the current swap is known.
    pub is_effect_known: bool,
    /// Endpoints around the current swap in the list, in order; with many bodies, only these are drawn.
    pub near: Vec<End>,
    /// Pairs that exist as far as it is known, at most those that are drawn.
    pub pairs: Vec<CurrentPair>,
    /// Number of pairs; `None` until it is known.
    pub count: Option<usize>,
    /// Text of the number of swaps on each axis.
    pub notes: Vec<String>,
    /// Whether new boxes are inserted into the lists.
    pub is_insertion: bool,
}

impl Look {
    /// Returns the current swap; `None` in a step without a swap.
    pub fn current_swap(&self) -> Option<&Crossing> {
        if self.has_current_swap { self.done.last() } else { None }
    }
}

impl MovingBoxes {
    /// Boxes of a frame and of the previous one; `swaps` has the number of swaps per axis.
    pub fn new(
        names: Arc<[String]>,
        swaps: &[u64],
        [before, now]: [Arc<[Option<Corners>]>; 2],
        rows: Arc<Rows>,
    ) -> Self {
        let count = now.iter().flatten().count();
        let range = range(now.iter().chain(before.iter()));
        let axes = swaps.len();
        let has_swaps = swaps.iter().map(|count| *count > 0).collect();
        let origin = DVec3::ZERO;
        let fine_displacements = Vec::new();
        let mut boxes = Self { names, axes, now, before, rows, count, range, origin, has_swaps, fine_displacements };
        boxes.fine_displacements = (0..axes).map(|axis| boxes.fine_displacement(axis)).collect();
        boxes
    }

    /// Largest displacement of an endpoint on an axis, meters; `None` if it is large enough to see, or 0.
    fn fine_displacement(&self, axis: usize) -> Option<f64> {
        let positions = self.all_ends().filter_map(|end| self.endpoint_positions(end, axis));
        let displacements = positions.map(|[from, to]| (to - from).abs());
        let largest = displacements.filter(|displacement| displacement.is_finite()).fold(0.0, f64::max);
        let largest_range = (self.range[1] - self.range[0]).max_element();
        let is_fine = largest > 0.0 && largest < VISIBLE_DISPLACEMENT * largest_range;
        is_fine.then_some(largest)
    }

    /// Both endpoints of each body, also of absent ones.
    fn all_ends(&self) -> impl Iterator<Item = End> + use<> {
        (0..self.now.len() as u32).flat_map(|body| [End { body, is_max: false }, End { body, is_max: true }])
    }

    /// Whether the field of an axis shows all endpoints at the scale of the bars, without a magnified part.
    fn is_plain(&self, axis: usize) -> bool {
        self.now.len() <= MAX_ALL_ENDPOINTS && self.fine_displacements.get(axis).copied().flatten().is_none()
    }

    /// Whether endpoints swap on any axis, so that lines connect their previous and current positions.
    pub fn has_fields(&self) -> bool {
        self.has_swaps.contains(&true)
    }

    /// Name of a body.
    pub fn name(&self, body: u32) -> &str {
        self.names.get(body as usize).map_or("", String::as_str)
    }

    /// Box of a body in this frame; `None` for an absent body.
    pub fn now(&self, body: u32) -> Option<Corners> {
        self.now.get(body as usize).copied().flatten()
    }

    /// Box of a body in the previous frame; `None` if it was absent.
    pub fn before(&self, body: u32) -> Option<Corners> {
        self.before.get(body as usize).copied().flatten()
    }

    /// Whether the previous frame had no boxes, so that the lists are new.
    pub fn was_empty(&self) -> bool {
        self.before.iter().all(Option::is_none)
    }

    /// Number of pairs of intervals that overlap on an axis.
    pub fn overlap_count(&self, axis: usize) -> u64 {
        let mut open_intervals = 0_u64;
        let mut count = 0;
        for end in self.sorted_ends(axis) {
            if end.is_max {
                open_intervals = open_intervals.saturating_sub(1);
            } else {
                // The new interval overlaps all open ones.
                count += open_intervals;
                open_intervals += 1;
            }
        }
        count
    }

    /// Endpoints of all boxes on an axis in the order of the sorted list: by coordinate, a min before a max of the same
    /// coordinate, since touching intervals overlap.
    fn sorted_ends(&self, axis: usize) -> Vec<AxisEnd> {
        let mut ends = Vec::new();
        for body in 0..self.now.len() as u32 {
            let Some([min, max]) = self.now(body) else { continue };
            ends.push(AxisEnd { body, value: min[axis], is_max: false });
            ends.push(AxisEnd { body, value: max[axis], is_max: true });
        }
        ends.sort_by(|a, b| a.value.total_cmp(&b.value).then(a.is_max.cmp(&b.is_max)));
        ends
    }

    /// Axis along which new boxes are tested: the first one with the fewest overlapping intervals.
    pub fn sweep_axis(&self) -> usize {
        (0..self.axes).min_by_key(|axis| self.overlap_count(*axis)).unwrap_or(0)
    }

    /// Returns the two bodies of a frame with two boxes that have a finite gap on `axis`; `None` for other frames.
    pub fn two_boxes_apart_on(&self, axis: usize) -> Option<[u32; 2]> {
        if self.count != 2 {
            return None;
        }
        let mut bodies = (0..self.now.len() as u32).filter(|body| self.now(*body).is_some());
        let pair = [bodies.next()?, bodies.next()?];
        let [low, high] = self.shared(pair, axis)?;
        let is_gap = low > high && low.is_finite() && high.is_finite();
        is_gap.then_some(pair)
    }

    /// Whether both bodies had boxes in the previous frame.
    pub fn was_there(&self, pair: [u32; 2]) -> bool {
        pair.into_iter().all(|body| self.before(body).is_some())
    }

    /// Lower and upper end of the common interval of two bodies on an axis, meters. If the bodies are apart, the lower
    /// end is above the upper one, and the gap is between them. `None` if a body is absent.
    pub fn shared(&self, [a, b]: [u32; 2], axis: usize) -> Option<[f64; 2]> {
        let [min_a, max_a] = self.now(a)?;
        let [min_b, max_b] = self.now(b)?;
        Some([min_a[axis].max(min_b[axis]), max_a[axis].min(max_b[axis])])
    }

    /// Mark id of a body.
    fn key(&self, body: u32) -> Key {
        format!("body/{}", self.name(body)).into()
    }

    /// Previous and current position of an endpoint on an axis, meters; `None` if the body is absent in one of the
    /// frames.
    fn endpoint_positions(&self, end: End, axis: usize) -> Option<[f64; 2]> {
        let boxes = [self.before(end.body)?, self.now(end.body)?];
        Some(boxes.map(|corners| corners[usize::from(end.is_max)][axis]))
    }
}

/// Endpoint of the interval of a body on an axis.
struct AxisEnd {
    /// Body of the interval.
    body: u32,
    /// Coordinate on the axis, meters.
    value: f64,
    /// Whether the endpoint is the upper one of its interval.
    is_max: bool,
}

/// Smallest and largest finite coordinates of boxes, by axis; infinite and reversed where there is none.
fn range<'a>(boxes: impl Iterator<Item = &'a Option<Corners>>) -> Corners {
    let mut range = [DVec3::INFINITY, DVec3::NEG_INFINITY];
    for corner in boxes.flatten().flatten() {
        for axis in (0..3).filter(|axis| corner[*axis].is_finite()) {
            range[0][axis] = range[0][axis].min(corner[axis]);
            range[1][axis] = range[1][axis].max(corner[axis]);
        }
    }
    range
}

/// Solid that draws a box; a box without extent along some axes becomes a rectangle, a segment or a dot.
fn outlined([min, max]: Corners, opaque: bool) -> Solid {
    let wide_axes: Vec<usize> = (0..3).filter(|axis| max[*axis] > min[*axis]).collect();
    let faces: &[[u32; 4]] = match wide_axes.len() {
        0 | 1 => &[],
        2 => &FACES[..1],
        _ => &FACES[1..],
    };
    let creases: &[[u32; 2]] = match wide_axes.len() {
        0 => &[],
        1 => &CREASES[..1],
        2 => &CREASES[..4],
        _ => CREASES,
    };
    Solid {
        vertices: (0..1 << wide_axes.len()).map(|k| box_vertex([min, max], &wide_axes, k)).collect(),
        faces: faces.iter().map(|face| face.to_vec()).collect(),
        creases: creases.to_vec(),
        opaque,
        ..Solid::default()
    }
}

/// Vertex `k` of a box: bit `i` of `k` takes the upper end on `axes[i]`.
fn box_vertex([min, max]: Corners, axes: &[usize], k: usize) -> DVec3 {
    let mut vertex = min;
    for (bit, axis) in axes.iter().enumerate() {
        if k >> bit & 1 == 1 {
            vertex[*axis] = max[*axis];
        }
    }
    vertex
}

/// Edges of a cube. Vertex `k` is at the upper end along x if bit 0 of `k` is set, along y for bit 1, along z for bit
/// 2. The first edge is that of a segment, the first four are those of a rectangle.
const CREASES: &[[u32; 2]] =
    &[[0, 1], [2, 3], [0, 2], [1, 3], [4, 5], [6, 7], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

/// Faces, counterclockwise from outside, with vertices as in [`CREASES`]: that of a rectangle, then those of a cube.
const FACES: [[u32; 4]; 7] =
    [[0, 1, 3, 2], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
