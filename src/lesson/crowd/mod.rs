//! Many boxes along the axes, drawn: on a lane an axis, with what changes places above it, and in the world.

mod lanes;
mod rows;
mod swap;
mod world;

use std::sync::Arc;

use glam::DVec3;

use crate::picture::{Key, Solid};
pub use crate::snapshot::sweep_and_prune::{Corners, End};
pub use rows::Rows;

/// From so many bodies on boxes are dots in the world and no bar has a number.
const MANY: usize = 200;

/// From so many on bars are a strip of density.
const DENSE: usize = 400;

/// Up to so many bodies have their names beside them in the world.
const NAMED: usize = 40;

/// Up to so many bodies all their ends are drawn on the way from before to after; of more those around the swap.
const DRAWN: usize = 60;

/// The boxes of one frame and of the one before.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// What people call the bodies, by number.
    pub names: Arc<[String]>,
    /// 3, in the plane 2.
    pub axes: usize,
    /// The boxes of this frame, by body; `None` for one that is not there.
    pub now: Arc<[Option<Corners>]>,
    /// Those of the frame before; all `None` in the first.
    pub before: Arc<[Option<Corners>]>,
    /// The rows of their bars.
    pub rows: Arc<Rows>,
    /// How many bodies there are now.
    count: usize,
    /// The least and the largest finite coordinates, now and before.
    range: Corners,
    /// Whether ends change places on each axis.
    sorted: Vec<bool>,
    /// How far an end moves at most on each axis, where that is too little to be seen beside everything else.
    fine: Vec<Option<f64>>,
}

/// What is a smaller part of everything cannot be seen beside it.
const SEEN: f64 = 0.01;

/// What a crossing does to the pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// A pair begins.
    Begins,
    /// A pair ends.
    Ends,
    /// Nothing.
    Nothing,
}

/// Two ends that change places between two frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// On which axis.
    pub axis: usize,
    /// The end that goes down, and the one that it passes.
    pub ends: [End; 2],
    /// What comes of it.
    pub effect: Effect,
}

impl Crossing {
    /// The two bodies, the smaller number first: one color each, whoever goes down.
    pub fn pair(&self) -> [u32; 2] {
        let [a, b] = self.ends.map(|end| end.body);
        [a.min(b), a.max(b)]
    }
}

/// What is looked at in a beat.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// The axis that is being sorted.
    pub axis: Option<usize>,
    /// The crossings so far, the one at hand the last.
    pub done: Vec<Crossing>,
    /// Whether the last of them is at hand.
    pub lit: bool,
    /// Whether it has been told what comes of it.
    pub decided: bool,
    /// The ends around it in the list, in order: of a large crowd only these are drawn.
    pub near: Vec<End>,
    /// Pairs, and whether each is new in this frame.
    pub pairs: Vec<([u32; 2], bool)>,
    /// How many pairs there are; `None` before that is found.
    pub count: Option<usize>,
    /// Words on the right of each lane.
    pub notes: Vec<String>,
}

impl Look {
    /// The crossing at hand.
    pub fn now(&self) -> Option<&Crossing> {
        self.done.last().filter(|_| self.lit)
    }
}

impl Crowd {
    /// The boxes of a frame and of the one before, along as many axes as `swaps` counts swaps of.
    pub fn new(
        names: Arc<[String]>,
        swaps: &[u64],
        [before, now]: [Arc<[Option<Corners>]>; 2],
        rows: Arc<Rows>,
    ) -> Self {
        let (count, range) = (now.iter().flatten().count(), range(now.iter().chain(before.iter())));
        let (axes, sorted) = (swaps.len(), swaps.iter().map(|count| *count > 0).collect());
        let mut crowd = Self { names, axes, now, before, rows, count, range, sorted, fine: Vec::new() };
        crowd.fine = (0..axes).map(|axis| crowd.fine_way(axis)).collect();
        crowd
    }

    fn fine_way(&self, axis: usize) -> Option<f64> {
        let ends = (0..self.now.len() as u32).flat_map(|body| [false, true].map(|is_max| End { body, is_max }));
        let ways = ends.filter_map(|end| self.way(end, axis)).map(|[from, to]| (to - from).abs());
        let farthest = ways.filter(|way| way.is_finite()).fold(0.0, f64::max);
        let whole = (self.range[1] - self.range[0]).max_element();
        (farthest > 0.0 && farthest < SEEN * whole).then_some(farthest)
    }

    /// Whether the ends of an axis are drawn on one scale with everything else.
    fn is_plain(&self, axis: usize) -> bool {
        self.now.len() <= DRAWN && self.fine.get(axis).copied().flatten().is_none()
    }

    /// Whether ends change places on some axis, so that lines lead from where they were to where they are.
    pub fn has_fields(&self) -> bool {
        self.sorted.contains(&true)
    }

    /// What a body is called.
    pub fn name(&self, body: u32) -> &str {
        self.names.get(body as usize).map_or("", String::as_str)
    }

    /// A body's box now.
    pub fn now(&self, body: u32) -> Option<Corners> {
        self.now.get(body as usize).copied().flatten()
    }

    /// A body's box in the frame before.
    pub fn before(&self, body: u32) -> Option<Corners> {
        self.before.get(body as usize).copied().flatten()
    }

    /// Whether both bodies had boxes in the frame before.
    pub fn was_there(&self, pair: [u32; 2]) -> bool {
        pair.into_iter().all(|body| self.before(body).is_some())
    }

    /// From where to where both bodies lie on an axis; the other way round how far they are apart.
    pub fn shared(&self, [a, b]: [u32; 2], axis: usize) -> Option<[f64; 2]> {
        let ([low, high], [from, to]) = (self.now(a)?, self.now(b)?);
        Some([low[axis].max(from[axis]), high[axis].min(to[axis])])
    }

    fn key(&self, body: u32) -> Key {
        format!("body/{}", self.name(body)).into()
    }

    /// Where an end is, before and now.
    fn way(&self, end: End, axis: usize) -> Option<[f64; 2]> {
        let at = |corners: Corners| corners[usize::from(end.is_max)][axis];
        Some([at(self.before(end.body)?), at(self.now(end.body)?)])
    }
}

/// The least and the largest finite coordinates of boxes.
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

/// A box as it is drawn: a solid, a rectangle, a segment or a dot.
fn outlined([min, max]: Corners, opaque: bool) -> Solid {
    let wide: Vec<usize> = (0..3).filter(|axis| max[*axis] > min[*axis]).collect();
    let corner = |k: usize| {
        let mut corner = min;
        wide.iter().enumerate().filter(|(bit, _)| k >> bit & 1 == 1).for_each(|(_, axis)| corner[*axis] = max[*axis]);
        corner
    };
    let (faces, creases): (&[[u32; 4]], &[[u32; 2]]) = match wide.len() {
        0 => (&[], &[]),
        1 => (&[], &CREASES[..1]),
        2 => (&FACES[..1], &CREASES[..4]),
        _ => (&FACES[1..], CREASES),
    };
    Solid {
        vertices: (0..1 << wide.len()).map(corner).collect(),
        faces: faces.iter().map(|face| face.to_vec()).collect(),
        creases: creases.to_vec(),
        opaque,
        ..Solid::default()
    }
}

/// The edges of a cube whose corner `k` has bit 0 along x, 1 along y and 2 along z: first those of a segment and of a
/// rectangle.
const CREASES: &[[u32; 2]] =
    &[[0, 1], [2, 3], [0, 2], [1, 3], [4, 5], [6, 7], [4, 6], [5, 7], [0, 4], [1, 5], [2, 6], [3, 7]];

/// The face of a rectangle, and those of a cube, counter-clockwise from outside.
const FACES: [[u32; 4]; 7] =
    [[0, 1, 3, 2], [0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
