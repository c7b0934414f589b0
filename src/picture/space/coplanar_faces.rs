//! Drawing order of coplanar faces that cover one another.
//!
//! - **Problem**: faces are drawn in the order of the depth of their middles. Coplanar faces that overlap, such as the
//!   caps of two cylinders, or a face of EPA's polytope in a face of the CSO, would alternate in patches.
//! - **Method**: a face that covers a face of a lower layer takes the place of that face in the order. The layers of
//!   their roles decide which of the two is drawn above.

use glam::DVec3;

use super::body_intersections::MAX_DETAILED_BYSTANDERS;
use super::parts::layer;
use crate::{Key, Role};

/// Tolerance within which planes count as the same: for the sine of the angle between them, and for their distance as a
/// share of the picture's size.
const SAME_PLANE: f64 = 1e-6;

/// Unit vector against which tilts are measured. It is in no plane of symmetry of common bodies, so that few facets of
/// a sphere share a tilt.
const TILT_AXIS: DVec3 = DVec3::new(0.533_17, 0.401_68, 0.744_56);

/// A planar face and its place in the drawing order.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Point whose depth is its place in the order, relative to the batches' origin.
    pub anchor: [f32; 3],
    /// Outward unit normal of the closed solid that it belongs to or is on; zero without one.
    pub side: [f32; 3],
    /// Whether it is on a flat solid, or between two solids, so that a face of a solid faces the viewer from either
    /// side.
    pub between: bool,
    /// Index of its mark in the batches.
    mark: u32,
    /// Unit normal of its plane.
    normal: DVec3,
    /// Least corner of its bounding box, relative to the batches' origin.
    low: DVec3,
    /// Greatest corner of its bounding box, relative to the batches' origin.
    high: DVec3,
}

impl Sheet {
    /// [`Self::side`] as a vector.
    fn outward(&self) -> DVec3 {
        DVec3::from(self.side.map(f64::from))
    }

    /// Sheet of a polygon with a unit normal; `corners` are relative to the batches' origin. `closed` says whether the
    /// polygon is a face of a closed solid.
    pub(crate) fn new(mark: u32, corners: &[DVec3], normal: DVec3, closed: bool) -> Self {
        let first = corners.first().copied().unwrap_or_default();
        let low = corners.iter().copied().fold(first, DVec3::min);
        let high = corners.iter().copied().fold(first, DVec3::max);
        let middle = corners.iter().sum::<DVec3>() / corners.len().max(1) as f64;
        let side = if closed { normal.as_vec3().to_array() } else { [0.0; 3] };
        Self { anchor: middle.as_vec3().to_array(), side, between: false, mark, normal, low, high }
    }

    /// Whether the two sheets are coplanar within `tolerance` (meters), and their bounding boxes overlap.
    fn may_cover(&self, other: &Self, tolerance: f64) -> bool {
        let offset = DVec3::from(other.anchor.map(f64::from)) - DVec3::from(self.anchor.map(f64::from));
        self.low.cmple(other.high + tolerance).all()
            && other.low.cmple(self.high + tolerance).all()
            && self.normal.cross(other.normal).length_squared() <= SAME_PLANE * SAME_PLANE
            && self.normal.dot(offset).abs() <= tolerance
    }
}

/// Sheets sorted by [`tilt`]. Coplanar sheets have equal tilts, so few others are compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct TiltIndex(Vec<TiltEntry>);

/// Entry of a [`TiltIndex`].
#[derive(Clone, Copy, Debug, PartialEq)]
struct TiltEntry {
    /// Result of [`tilt`], 0 to 1.
    tilt: f64,
    /// Index of the sheet.
    sheet: usize,
}

/// Sheets with their index.
#[derive(Clone, Copy)]
pub(crate) struct SortedSheets<'a> {
    pub sheets: &'a [Sheet],
    pub index: &'a TiltIndex,
}

impl<'a> SortedSheets<'a> {
    /// Sheets with the tilt of `sheet`, in the order of their tilts.
    fn with_tilt_of(self, sheet: &Sheet) -> impl Iterator<Item = &'a Sheet> {
        self.index.with_tilt_of(sheet).map(move |i| &self.sheets[i])
    }
}

/// Absolute cosine of the angle between a sheet's normal and [`TILT_AXIS`].
fn tilt(sheet: &Sheet) -> f64 {
    sheet.normal.dot(TILT_AXIS).abs()
}

impl TiltIndex {
    /// Sorts the indices of sheets by tilt.
    fn new(sheets: &[Sheet]) -> Self {
        let entries = sheets.iter().enumerate().map(|(index, sheet)| TiltEntry { tilt: tilt(sheet), sheet: index });
        let mut entries: Vec<TiltEntry> = entries.collect();
        entries.sort_by(|a, b| a.tilt.total_cmp(&b.tilt));
        Self(entries)
    }

    /// Indices of the sheets with the tilt of `sheet`, to rounding.
    fn with_tilt_of(&self, sheet: &Sheet) -> impl Iterator<Item = usize> {
        let tilt = tilt(sheet);
        let first = self.0.partition_point(|entry| entry.tilt < tilt - SAME_PLANE);
        let entries = self.0[first..].iter().take_while(move |entry| entry.tilt <= tilt + SAME_PLANE);
        entries.map(|entry| entry.sheet)
    }
}

/// Gives every sheet that covers one of a lower layer, or one of the picture `under` this one, the place of that sheet.
/// `radius` is the picture's size, meters. Returns the index of the sheets, which does not depend on their places.
pub(crate) fn order_coplanar_sheets(
    sheets: &mut [Sheet],
    marks: &[(Role, Key)],
    under: SortedSheets<'_>,
    radius: f64,
) -> TiltIndex {
    let tolerance = SAME_PLANE * radius;
    let index = TiltIndex::new(sheets);
    // With many bystanders, comparing them would take too long, so they keep their places.
    let has_many_bystanders =
        marks.iter().filter(|(role, _)| role.is_in_background()).nth(MAX_DETAILED_BYSTANDERS).is_some();
    let mut order: Vec<usize> = (0..sheets.len()).collect();
    if has_many_bystanders {
        order.retain(|&i| !marks[sheets[i].mark as usize].0.is_in_background());
    }
    order.sort_by_key(|&i| layer_position(marks, sheets[i].mark));
    for i in order {
        let same_picture = SortedSheets { sheets: &*sheets, index: &index };
        if let Some(moved) = moved_to_covered(&sheets[i], under, same_picture, marks, tolerance) {
            sheets[i] = moved;
        }
    }
    index
}

/// The sheet, moved to the place of the first sheet that it covers: one of the picture `under` its own, or one of a
/// lower layer in the same picture. `None` if it covers none.
fn moved_to_covered(
    sheet: &Sheet,
    under: SortedSheets<'_>,
    same_picture: SortedSheets<'_>,
    marks: &[(Role, Key)],
    tolerance: f64,
) -> Option<Sheet> {
    let others = same_picture.with_tilt_of(sheet);
    let lower = others.filter(|other| layer_position(marks, other.mark) < layer_position(marks, sheet.mark));
    let mut covered = under.with_tilt_of(sheet).chain(lower).filter(|other| other.may_cover(sheet, tolerance));
    let first = covered.next()?;
    if sheet.side != [0.0; 3] {
        return Some(Sheet { anchor: first.anchor, ..*sheet });
    }
    let between = first.between || covered.any(|other| other.outward().dot(first.outward()) < 0.0);
    Some(Sheet { anchor: first.anchor, side: first.side, between, ..*sheet })
}

/// Position of a mark in the order of layers: its layer, then its index.
fn layer_position(marks: &[(Role, Key)], mark: u32) -> (u8, u32) {
    (layer(marks[mark as usize].0), mark)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Batches, Form, Picture, Solid};

    /// A prism over a regular polygon, from the ground to `height`.
    fn prism(sides: u32, radius: f64, height: f64) -> Form {
        let corner = |k: u32, y: f64| {
            let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / f64::from(sides)).sin_cos();
            DVec3::new(radius * cos, y, radius * sin)
        };
        let vertices = (0..sides).map(|k| corner(k, 0.0)).chain((0..sides).map(|k| corner(k, height))).collect();
        let walls = (0..sides).map(|k| vec![k, k + sides, (k + 1) % sides + sides, (k + 1) % sides]);
        let mut faces: Vec<Vec<u32>> = walls.collect();
        faces.extend([(0..sides).collect(), (sides..2 * sides).rev().collect()]);
        Form::Solid(Arc::new(Solid { vertices, faces, ..Solid::default() }))
    }

    #[test]
    fn faces_in_one_plane_have_one_place_in_the_order() {
        let mut still = Picture::default();
        still.add(Role::ShapeB, "b", prism(12, 0.7, 1.0));
        still.add(Role::ShapeA, "a", prism(8, 1.0, 2.0));
        let still = Batches::new(&still, DVec3::new(0.1, 0.2, 0.3));
        let of = |mark: u32| still.sheets.iter().filter(move |sheet| sheet.mark == mark).collect::<Vec<_>>();
        let a = of(1);
        let b = of(0);
        let [ends_a, ends_b] = [&a, &b].map(|all| [all[all.len() - 2].anchor, all[all.len() - 1].anchor]);
        assert_eq!(ends_a[0], ends_b[0], "the lower ends are coplanar");
        assert_ne!(ends_a[1], ends_b[1], "the upper ends are at different heights");
        assert!(a[..8].iter().all(|wall| b.iter().all(|other| other.anchor != wall.anchor)), "walls share no plane");

        let mut beat = Picture::default();
        for (key, y) in [("on the end of A", 2.0), ("inside", 0.5)] {
            let corners = [(0.0, 0.0), (0.3, 0.0), (0.0, 0.3)].map(|(x, z)| DVec3::new(x, y, z));
            beat.add(Role::Closest, key, Form::Polygon(corners.to_vec()));
        }
        let beat = Batches::over(&still, &beat.marks);
        let top = a[a.len() - 1];
        assert_eq!((beat.sheets[0].anchor, beat.sheets[0].side), (top.anchor, top.side), "it is on the end of A");
        assert_eq!((beat.sheets[1].side, beat.sheets[1].between), ([0.0; 3], false), "it is on no face");
    }

    #[test]
    fn a_face_on_a_flat_solid_is_drawn_over_it_from_either_side() {
        let square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| DVec3::new(x, y, 0.0)).to_vec();
        let flat =
            Solid { vertices: square.clone(), faces: vec![vec![0, 1, 2, 3], vec![3, 2, 1, 0]], ..Solid::default() };
        let mut still = Picture::default();
        still.add(Role::Difference, "cso", Form::Solid(Arc::new(flat)));
        let still = Batches::new(&still, DVec3::ZERO);
        let mut beat = Picture::default();
        beat.add(Role::Simplex, "simplex", Form::Polygon(square[..3].to_vec()));
        let beat = Batches::over(&still, &beat.marks);
        assert!(beat.sheets[0].between, "one of the flat solid's sides faces the viewer");
    }
}
