//! Culling of a million axis-aligned boxes: eight per block, in coordinate arrays; classes are bit masks.
//!
//! Each block is tested against all planes with plain sums, and with a common rounding bound for all planes. Where that
//! is inconclusive, for boxes within some `EPS` of a plane, the box is tested alone. So classes are those of
//! [`Cull`](super::Cull) to the bit, at two comparisons per plane.

use super::super::prelude::*;
use super::{Body, BodyError, Class, Frustum, HalfSpace, OrientedBox, class, rounding};

/// Number of boxes in a block.
pub const LANES: usize = 8;

/// One coordinate of the eight boxes of a block.
type Row = [Real; LANES];

/// Eight boxes: centers and half extents by coordinate.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
struct Block {
    center: [Row; 3],
    half: [Row; 3],
}

/// The classes of the boxes of a block, the first box in the lowest bit. A box with neither bit is crossing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Masks {
    /// Boxes that are outside of some plane.
    pub outside: u8,
    /// Boxes that are inside of all planes.
    pub inside: u8,
}

/// Axis-aligned boxes in blocks of eight.
#[derive(Clone, Debug, Default)]
pub struct Blocks {
    blocks: Vec<Block>,
    count: usize,
}

/// The planes of a frustum, prepared for blocks.
struct Planes {
    planes: [HalfSpace; 6],
    count: usize,
    /// The largest absolute offset, meters.
    farthest: Real,
}

/// Least sums of each box in a block.
struct Least {
    /// Least `d + r` over all planes.
    outer: Row,
    /// Least `d − r` over all planes.
    inner: Row,
    /// `|c|₁ + |h|₁`.
    size: Row,
}

impl Masks {
    /// The class of the box in this lane of the block.
    pub fn class(&self, lane: usize) -> Class {
        match (self.outside >> lane & 1, self.inside >> lane & 1) {
            (1, _) => Class::Outside,
            (_, 1) => Class::Inside,
            _ => Class::Crossing,
        }
    }
}

impl Blocks {
    /// Boxes given by center and half extents.
    ///
    /// # Errors
    /// Index of the first invalid box, and its defect.
    pub fn new(boxes: impl IntoIterator<Item = (Vec3, Vec3)>) -> Result<Self, (usize, BodyError)> {
        let empty = Block { center: [[0.0; LANES]; 3], half: [[0.0; LANES]; 3] };
        let mut this = Self::default();
        for (center, half) in boxes {
            OrientedBox::new(center, half, Quat::IDENTITY).map_err(|error| (this.count, error))?;
            let lane = this.count % LANES;
            if lane == 0 {
                this.blocks.push(empty);
            }
            if let Some(block) = this.blocks.last_mut() {
                for axis in 0..3 {
                    block.center[axis][lane] = center[axis];
                    block.half[axis][lane] = half[axis];
                }
            }
            this.count += 1;
        }
        Ok(this)
    }

    /// Number of boxes.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no boxes.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Replaces `classes` by a pair of masks for every eight boxes. Plain code, which the compiler vectorizes.
    pub fn cull(&self, frustum: &Frustum, classes: &mut Vec<Masks>) {
        self.classify(frustum, classes, least);
    }

    /// Replaces `classes` as [`Blocks::cull`] does, with explicit vector instructions of four numbers.
    pub fn cull_wide(&self, frustum: &Frustum, classes: &mut Vec<Masks>) {
        self.classify(frustum, classes, least_wide);
    }

    #[inline(always)]
    fn classify(&self, frustum: &Frustum, classes: &mut Vec<Masks>, least: impl Fn(&Planes, &Block) -> Least) {
        let planes = Planes::new(frustum);
        classes.clear();
        classes.extend(self.blocks.iter().map(|block| planes.masks(frustum, block, least(&planes, block))));
        // The lanes that pad the last block are no boxes.
        if let (Some(last), rest @ 1..) = (classes.last_mut(), self.count % LANES) {
            let kept = (1_u8 << rest) - 1;
            *last = Masks { outside: last.outside & kept, inside: last.inside & kept };
        }
    }
}

impl Planes {
    fn new(frustum: &Frustum) -> Self {
        let none = HalfSpace { normal: Vec3::ZERO, offset: 0.0 };
        let mut this = Self { planes: [none; 6], count: 0, farthest: 0.0 };
        for (_, plane) in frustum.planes() {
            this.planes[this.count] = plane;
            this.count += 1;
            this.farthest = this.farthest.max(plane.offset.abs());
        }
        this
    }

    /// Classes from the least sums. A plane's own rounding is at most twice that of the block, which only decides which
    /// boxes have to be tested alone.
    #[inline(always)]
    fn masks(&self, frustum: &Frustum, block: &Block, Least { outer, inner, size }: Least) -> Masks {
        let mut masks = Masks::default();
        let mut unsure = 0_u8;
        for lane in 0..LANES {
            let loose = 2.0 * rounding::cull_rounding(size[lane] + self.farthest);
            let out = outer[lane] < -loose;
            let within = inner[lane] >= loose;
            let near = (outer[lane] < 0.0) & !out | (inner[lane] >= 0.0) & !within;
            masks.outside |= u8::from(out) << lane;
            masks.inside |= u8::from(within & !out) << lane;
            unsure |= u8::from(near) << lane;
        }
        if unsure != 0 { test_uncertain_lanes(frustum, block, masks, unsure) } else { masks }
    }
}

/// Tests the boxes alone for which the common bound was inconclusive.
#[cold]
#[inline(never)]
fn test_uncertain_lanes(frustum: &Frustum, block: &Block, mut masks: Masks, unsure: u8) -> Masks {
    for lane in (0..LANES).filter(|lane| unsure >> lane & 1 == 1) {
        let [center, half] =
            [&block.center, &block.half].map(|rows| Vec3::new(rows[0][lane], rows[1][lane], rows[2][lane]));
        let half_axes = [Vec3::X * half.x, Vec3::Y * half.y, Vec3::Z * half.z];
        let body = Body::Box(OrientedBox { center, half_axes });
        let bit = 1 << lane;
        masks.outside &= !bit;
        masks.inside &= !bit;
        match class(frustum, &body) {
            Class::Outside => masks.outside |= bit,
            Class::Inside => masks.inside |= bit,
            Class::Crossing => {}
        }
    }
    masks
}

/// The smaller of two numbers, neither of which is NaN: `min` would test for that.
#[inline(always)]
fn lesser(a: Real, b: Real) -> Real {
    if a < b { a } else { b }
}

#[inline(always)]
fn least(planes: &Planes, block: &Block) -> Least {
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
        let p = x.abs();
        let q = y.abs();
        let r = z.abs();
        for lane in 0..LANES {
            let d = x * cx[lane] + y * cy[lane] + z * cz[lane] + offset;
            let half = p * hx[lane] + q * hy[lane] + r * hz[lane];
            outer[lane] = lesser(outer[lane], d + half);
            inner[lane] = lesser(inner[lane], d - half);
        }
    }
    Least { outer, inner, size }
}

const HALF: usize = LANES / 2;

#[inline(always)]
fn least_wide(planes: &Planes, block: &Block) -> Least {
    let mut outer = [0.0; LANES];
    let mut inner = [0.0; LANES];
    let mut size = [0.0; LANES];
    for part in [0, HALF] {
        let [[cx, cy, cz], [hx, hy, hz]] = [&block.center, &block.half].map(|rows| {
            rows.each_ref().map(|row| Lanes::new([row[part], row[part + 1], row[part + 2], row[part + 3]]))
        });
        let mut low = Lanes::splat(Real::MAX);
        let mut high = Lanes::splat(Real::MAX);
        for HalfSpace { normal: n, offset } in &planes.planes[..planes.count] {
            let [x, y, z] = [n.x, n.y, n.z].map(Lanes::splat);
            let d = x * cx + y * cy + z * cz + Lanes::splat(*offset);
            let half = x.abs() * hx + y.abs() * hy + z.abs() * hz;
            low = low.fast_min(d + half);
            high = high.fast_min(d - half);
        }
        outer[part..part + HALF].copy_from_slice(&low.to_array());
        inner[part..part + HALF].copy_from_slice(&high.to_array());
        size[part..part + HALF].copy_from_slice(&(cx.abs() + cy.abs() + cz.abs() + hx + hy + hz).to_array());
    }
    Least { outer, inner, size }
}
