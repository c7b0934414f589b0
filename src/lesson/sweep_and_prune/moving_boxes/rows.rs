//! Rows of the bars on each axis: bars of bodies whose intervals overlap are one below the other.

use super::{DENSITY_BODIES, MANY_BODIES};
use crate::answer::Corners;

/// Largest number of rows of a lane with at least [`MANY_BODIES`] bodies, so that its bars stay thick enough to see.
const MAX_ROWS: usize = 24;

/// Smallest space between two bars of a row, as a fraction of the axis: the marks of their endpoints do not overlap.
const SPACE: f64 = 0.02;

/// Rows of all bodies, by axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows(Vec<AxisRows>);

/// Rows of the bodies on one axis.
#[derive(Clone, Debug, PartialEq)]
struct AxisRows {
    /// Row of each body.
    rows: Vec<u16>,
    /// Number of rows.
    count: usize,
}

impl Rows {
    /// Size on the heap, bytes.
    pub fn bytes(&self) -> usize {
        self.0.iter().map(|axis| size_of_val(&axis.rows) + axis.rows.capacity() * size_of::<u16>()).sum()
    }

    /// Packs the bars of boxes in the order of their lower endpoints: each into its row in the previous frame if that
    /// is free, otherwise into the first free row. With very many bodies, bars share rows.
    pub fn packed(boxes: &[Option<Corners>], axes: usize, before: Option<&Self>) -> Self {
        let count = boxes.iter().flatten().count();
        let most = match count {
            0..MANY_BODIES => usize::MAX,
            MANY_BODIES..DENSITY_BODIES => MAX_ROWS,
            _ => 1,
        };
        Self((0..axes).map(|axis| pack_axis(boxes, axis, most, before.and_then(|rows| rows.0.get(axis)))).collect())
    }

    /// Row of a body on an axis, from 0; 0 for an absent body.
    pub fn of(&self, axis: usize, body: u32) -> usize {
        self.0.get(axis).and_then(|of_axis| of_axis.rows.get(body as usize)).map_or(0, |row| usize::from(*row))
    }

    /// Number of rows of an axis, at least 1.
    pub fn count(&self, axis: usize) -> usize {
        self.0.get(axis).map_or(1, |of_axis| of_axis.count.max(1))
    }
}

/// Packs the bars of one axis into at most `most` rows.
fn pack_axis(boxes: &[Option<Corners>], axis: usize, most: usize, before: Option<&AxisRows>) -> AxisRows {
    let mut order: Vec<(usize, [f64; 2])> = Vec::new();
    for (body, corners) in boxes.iter().enumerate() {
        order.extend(corners.map(|[min, max]| (body, [min[axis], max[axis]])));
    }
    order.sort_by(|a, b| a.1[0].total_cmp(&b.1[0]).then(a.0.cmp(&b.0)));
    let finite = order.iter().flat_map(|(_, ends)| *ends).filter(|end| end.is_finite());
    let [low, high] = finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let space = if low < high { SPACE * (high - low) } else { 0.0 };
    let mut rows = vec![0; boxes.len()];
    let mut taken = Vec::<Option<f64>>::new();
    for (body, [min, max]) in order {
        let former = before.and_then(|before| before.rows.get(body)).map(|row| usize::from(*row));
        // A row that is not used yet in this frame is free too.
        let kept =
            former.filter(|row| *row < most && taken.get(*row).is_none_or(|end| end.is_none_or(|end| end < min)));
        let free = taken.iter().position(|end| end.is_none_or(|end| end + space < min));
        let row = kept.or(free).unwrap_or(taken.len());
        let row = if row < most { row } else { body % most };
        if taken.len() <= row {
            taken.resize(row + 1, None);
        }
        taken[row] = Some(max);
        rows[body] = row as u16;
    }
    let count = taken.len();
    AxisRows { rows, count }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;

    use super::*;

    fn at(spans: &[[f64; 2]]) -> Vec<Option<Corners>> {
        spans.iter().map(|[low, high]| Some([DVec3::splat(*low), DVec3::splat(*high)])).collect()
    }

    #[test]
    fn bars_are_packed_first_fit_and_keep_their_rows_while_these_are_free() {
        let first = Rows::packed(&at(&[[0.0, 1.0], [0.5, 2.0], [1.5, 3.0], [2.5, 4.0]]), 1, None);
        let of = |rows: &Rows| (0..4).map(|body| rows.of(0, body)).collect::<Vec<_>>();
        assert_eq!((of(&first), first.count(0)), (vec![0, 1, 0, 1], 2));
        // The second box no longer overlaps the first, but keeps its row.
        let next = Rows::packed(&at(&[[0.0, 0.4], [0.5, 2.0], [1.5, 3.0], [2.5, 4.0]]), 1, Some(&first));
        assert_eq!(of(&next), [0, 1, 0, 1]);
        let fresh = Rows::packed(&at(&[[0.0, 0.4], [0.5, 2.0], [1.5, 3.0], [2.5, 4.0]]), 1, None);
        assert_eq!(of(&fresh), [0, 0, 1, 0]);
        let endless = Rows::packed(&at(&[[f64::NEG_INFINITY, 1.0], [f64::NEG_INFINITY, f64::INFINITY]]), 1, None);
        assert_eq!(endless.count(0), 2);
    }

    #[test]
    fn very_many_bars_share_rows() {
        let spans: Vec<[f64; 2]> = (0..300).map(|k| [0.0, f64::from(k)]).collect();
        assert_eq!(Rows::packed(&at(&spans), 2, None).count(1), MAX_ROWS);
        let spans = vec![[0.0, 1.0]; 2_000];
        assert_eq!(Rows::packed(&at(&spans), 1, None).count(0), 1);
    }
}
