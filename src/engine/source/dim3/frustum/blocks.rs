//! Culling of very many axis-aligned boxes: eight per block, in coordinate arrays; classes are bit masks.
//!
//! Each block is tested against all planes, with one rounding bound for all of them. A box for which that bound is
//! inconclusive, because it touches a plane to rounding, is tested alone. So the classes are exactly those of
//! [`Cull`](super::Cull), with two comparisons per box and plane.

use super::{Body, BodyError, Class, Frustum, HalfSpace, OrientedBox, class_by_planes, rounding};
use crate::dim3::prelude::*;

/// Number of boxes in a block.
pub const LANES: usize = 8;

/// Half of a block: the number of boxes in a vector register.
const HALF: usize = LANES / 2;

/// One coordinate of the eight boxes of a block.
type Row = [Real; LANES];

/// Eight boxes: centers and half extents by coordinate.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Block {
    /// Centers of the boxes, meters.
    center: [Row; 3],
    /// Half extents of the boxes, meters.
    half: [Row; 3],
}

/// The classes of the boxes of a block, the first box in the lowest bit. A box with neither bit crosses planes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    /// Boxes that are outside some plane.
    pub outside: u8,
    /// Boxes that are inside all planes.
    pub inside: u8,
}

/// Axis-aligned boxes in blocks of eight.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    /// Blocks in the order of the boxes; unused lanes of the last block are zero.
    blocks: Vec<Block>,
    /// Number of boxes in all blocks.
    count: usize,
}

/// The planes of a frustum, prepared for blocks.
struct Planes {
    /// The present planes; only the first `count` are valid.
    planes: [HalfSpace; 6],
    /// Number of present planes.
    count: usize,
    /// The largest absolute offset, meters.
    farthest: Real,
}

/// Least signed distances of each box in a block from the planes, meters, positive inside. `d` is the signed distance
/// of the center, `r` the half-width of the box along the normal.
struct LeastDistances {
    /// Least `d + r` over all planes. `d + r` is the distance of the vertex farthest inward; a box with a negative one
    /// is outside.
    outer: Row,
    /// Least `d − r` over all planes. `d − r` is the distance of the vertex farthest outward; a box with no negative
    /// one is inside.
    inner: Row,
    /// `|c|₁ + |h|₁` of the center `c` and the half extents `h`, meters, from which the rounding error is computed.
    size: Row,
}

impl Masks {
    /// The class of the box in this lane of the block.
    pub fn class(&self, lane: usize) -> Class {
        if self.outside >> lane & 1 == 1 {
            Class::Outside
        } else if self.inside >> lane & 1 == 1 {
            Class::Inside
        } else {
            Class::Crossing
        }
    }
}

impl Blocks {
    /// Boxes with sides parallel to the axes, each given by its center and its half extents, meters.
    ///
    /// # Errors
    /// Index of the first invalid box, and its defect.
    pub fn new(boxes: impl IntoIterator<Item = (Vec3, Vec3)>) -> Result<Self, (usize, BodyError)> {
        let empty = Block { center: [[0.0; LANES]; 3], half: [[0.0; LANES]; 3] };
        let mut blocks = Vec::new();
        let mut count = 0;
        for (center, half) in boxes {
            // Only the numbers are checked; the block stores them by coordinate.
            OrientedBox::new(center, half, Quat::IDENTITY).map_err(|error| (count, error))?;
            let lane = count % LANES;
            if lane == 0 {
                blocks.push(empty);
            }
            if let Some(block) = blocks.last_mut() {
                for axis in 0..3 {
                    block.center[axis][lane] = center[axis];
                    block.half[axis][lane] = half[axis];
                }
            }
            count += 1;
        }
        Ok(Self { blocks, count })
    }

    /// Number of boxes in all blocks.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Replaces `classes` by a pair of masks for every eight boxes. Plain code, which the compiler vectorizes.
    pub fn cull(&self, frustum: &Frustum, classes: &mut Vec<Masks>) {
        self.classify(frustum, classes, least_distances);
    }

    /// Replaces `classes` as [`Blocks::cull`] does, with explicit vector instructions of four numbers.
    pub fn cull_wide(&self, frustum: &Frustum, classes: &mut Vec<Masks>) {
        self.classify(frustum, classes, least_distances_wide);
    }

    /// Replaces `classes` by those that follow from the least distances that `least` computes for each block.
    #[inline(always)]
    fn classify(&self, frustum: &Frustum, classes: &mut Vec<Masks>, least: impl Fn(&Planes, &Block) -> LeastDistances) {
        let planes = Planes::new(frustum);
        classes.clear();
        classes.extend(self.blocks.iter().map(|block| planes.masks(frustum, block, least(&planes, block))));
        // The lanes that pad the last block are no boxes.
        let boxes_in_last_block = self.count % LANES;
        if boxes_in_last_block == 0 {
            return;
        }
        if let Some(last) = classes.last_mut() {
            let used_lanes = (1_u8 << boxes_in_last_block) - 1;
            *last = Masks { outside: last.outside & used_lanes, inside: last.inside & used_lanes };
        }
    }
}

impl Planes {
    /// The planes that a frustum has.
    fn new(frustum: &Frustum) -> Self {
        let mut planes = [HalfSpace { normal: Vec3::ZERO, offset: 0.0 }; 6];
        let mut count = 0;
        let mut farthest: Real = 0.0;
        for (_, plane) in frustum.planes() {
            planes[count] = plane;
            count += 1;
            farthest = farthest.max(plane.offset.abs());
        }
        Self { planes, count, farthest }
    }

    /// Classes from the least distances. The tolerance exceeds the rounding error of any single box and plane. It only
    /// decides which boxes are tested alone, so its size does not change a class.
    #[inline(always)]
    fn masks(&self, frustum: &Frustum, block: &Block, least: LeastDistances) -> Masks {
        let LeastDistances { outer, inner, size } = least;
        let mut masks = Masks::default();
        let mut uncertain = 0_u8;
        for lane in 0..LANES {
            let tolerance = 2.0 * rounding::cull_rounding(size[lane] + self.farthest);
            let is_outside = outer[lane] < -tolerance;
            let is_inside = inner[lane] >= tolerance;
            // Between 0 and the tolerance, the rounding bound of the single plane decides.
            let is_uncertain = (outer[lane] < 0.0) & !is_outside | (inner[lane] >= 0.0) & !is_inside;
            masks.outside |= u8::from(is_outside) << lane;
            masks.inside |= u8::from(is_inside & !is_outside) << lane;
            uncertain |= u8::from(is_uncertain) << lane;
        }
        if uncertain != 0 { test_uncertain_lanes(frustum, block, masks, uncertain) } else { masks }
    }
}

/// The vector of the box in this lane.
fn vector_in_lane([x, y, z]: &[Row; 3], lane: usize) -> Vec3 {
    Vec3::new(x[lane], y[lane], z[lane])
}

/// Tests each box of the block alone whose bit in `uncertain` is set, and returns the masks with its class.
#[cold]
#[inline(never)]
fn test_uncertain_lanes(frustum: &Frustum, block: &Block, mut masks: Masks, uncertain: u8) -> Masks {
    for lane in (0..LANES).filter(|lane| uncertain >> lane & 1 == 1) {
        let center = vector_in_lane(&block.center, lane);
        let half = vector_in_lane(&block.half, lane);
        let half_axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let body = Body::Box(OrientedBox { center, half_axes });
        let bit = 1 << lane;
        masks.outside &= !bit;
        masks.inside &= !bit;
        match class_by_planes(frustum, &body) {
            Class::Outside => masks.outside |= bit,
            Class::Inside => masks.inside |= bit,
            Class::Crossing => {}
        }
    }
    masks
}

/// The smaller of two numbers that are not NaN. `Real::min` would also test for NaN.
#[inline(always)]
fn lesser(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}

/// Least distances of the boxes of a block, in loops over the lanes.
#[inline(always)]
fn least_distances(planes: &Planes, block: &Block) -> LeastDistances {
    let [cx, cy, cz] = &block.center;
    let [hx, hy, hz] = &block.half;
    let mut outer = [Real::MAX; LANES];
    let mut inner = [Real::MAX; LANES];
    let mut size = [0.0; LANES];
    for lane in 0..LANES {
        size[lane] = cx[lane].abs() + cy[lane].abs() + cz[lane].abs() + hx[lane] + hy[lane] + hz[lane];
    }
    for HalfSpace { normal: n, offset } in &planes.planes[..planes.count] {
        let x = n.x;
        let y = n.y;
        let z = n.z;
        let abs_x = x.abs();
        let abs_y = y.abs();
        let abs_z = z.abs();
        for lane in 0..LANES {
            let d = x * cx[lane] + y * cy[lane] + z * cz[lane] + offset;
            let r = abs_x * hx[lane] + abs_y * hy[lane] + abs_z * hz[lane];
            outer[lane] = lesser(outer[lane], d + r);
            inner[lane] = lesser(inner[lane], d - r);
        }
    }
    LeastDistances { outer, inner, size }
}

/// Four boxes of each row, from the box `start` on.
#[inline(always)]
fn half_of_rows(rows: &[Row; 3], start: usize) -> [Lanes; 3] {
    rows.each_ref().map(|row| Lanes::new([row[start], row[start + 1], row[start + 2], row[start + 3]]))
}

/// Least distances as in [`least_distances`], with vector instructions of four numbers.
#[inline(always)]
fn least_distances_wide(planes: &Planes, block: &Block) -> LeastDistances {
    let mut outer = [0.0; LANES];
    let mut inner = [0.0; LANES];
    let mut size = [0.0; LANES];
    for start in [0, HALF] {
        let [cx, cy, cz] = half_of_rows(&block.center, start);
        let [hx, hy, hz] = half_of_rows(&block.half, start);
        let mut least_outer = Lanes::splat(Real::MAX);
        let mut least_inner = Lanes::splat(Real::MAX);
        for HalfSpace { normal: n, offset } in &planes.planes[..planes.count] {
            let [x, y, z] = [n.x, n.y, n.z].map(Lanes::splat);
            let d = x * cx + y * cy + z * cz + Lanes::splat(*offset);
            let r = x.abs() * hx + y.abs() * hy + z.abs() * hz;
            least_outer = least_outer.fast_min(d + r);
            least_inner = least_inner.fast_min(d - r);
        }
        let lanes = start..start + HALF;
        outer[lanes.clone()].copy_from_slice(&least_outer.to_array());
        inner[lanes.clone()].copy_from_slice(&least_inner.to_array());
        size[lanes].copy_from_slice(&(cx.abs() + cy.abs() + cz.abs() + hx + hy + hz).to_array());
    }
    LeastDistances { outer, inner, size }
}
