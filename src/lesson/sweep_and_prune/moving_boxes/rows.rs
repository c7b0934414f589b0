//! Rows of the bars on each axis. A bar is the interval of a box on an axis; bars of overlapping intervals are in
//! different rows. From frame to frame, a bar stays in its row as long as it can.

use contact_lens_model::answer::Corners;

use super::{DENSITY_BODIES, MANY_BODIES};

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
    /// Row of each body, from 0; 0 for an absent body.
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
        let max_rows = match count {
            0..MANY_BODIES => usize::MAX,
            MANY_BODIES..DENSITY_BODIES => MAX_ROWS,
            // A strip of density replaces the bars.
            _ => 1,
        };
        let mut rows = Vec::new();
        for axis in 0..axes {
            let previous = before.and_then(|rows| rows.0.get(axis));
            rows.push(pack_axis(boxes, axis, max_rows, previous));
        }
        Self(rows)
    }

    /// Row of a body on an axis, from 0; 0 for an absent body.
    pub fn of(&self, axis: usize, body: u32) -> usize {
        let Some(of_axis) = self.0.get(axis) else { return 0 };
        of_axis.rows.get(body as usize).map_or(0, |row| usize::from(*row))
    }

    /// Number of rows of an axis, at least 1.
    pub fn count(&self, axis: usize) -> usize {
        self.0.get(axis).map_or(1, |of_axis| of_axis.count.max(1))
    }
}

/// Interval of a box on an axis.
struct Bar {
    /// Index of the body.
    body: usize,
    /// Lower end, meters; may be infinite.
    min: f64,
    /// Upper end, meters; may be infinite.
    max: f64,
}

/// Bars of all present boxes on an axis, in the order of their lower ends.
fn sorted_bars(boxes: &[Option<Corners>], axis: usize) -> Vec<Bar> {
    let mut bars = Vec::new();
    for (body, corners) in boxes.iter().enumerate() {
        if let Some([min, max]) = corners {
            bars.push(Bar { body, min: min[axis], max: max[axis] });
        }
    }
    bars.sort_by(|a, b| a.min.total_cmp(&b.min).then(a.body.cmp(&b.body)));
    bars
}

/// Packs the bars of one axis into at most `max_rows` rows: each bar into its row in `previous` if that is free,
/// otherwise into the first free row, and if there is none, into a row that it shares.
fn pack_axis(boxes: &[Option<Corners>], axis: usize, max_rows: usize, previous: Option<&AxisRows>) -> AxisRows {
    let bars = sorted_bars(boxes, axis);
    let ends = bars.iter().flat_map(|bar| [bar.min, bar.max]).filter(|end| end.is_finite());
    let [low, high] = ends.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)]);
    let space = if low < high { SPACE * (high - low) } else { 0.0 };
    let mut rows = vec![0; boxes.len()];
    // Upper end of the last bar in each row; `None` for a row without a bar in this frame.
    let mut row_ends = Vec::<Option<f64>>::new();
    for Bar { body, min, max } in bars {
        let previous_row = previous.and_then(|previous| previous.rows.get(body)).map(|row| usize::from(*row));
        // In its previous row, a bar may be close to its neighbor.
        let kept_row = previous_row.filter(|row| *row < max_rows && is_free(&row_ends, *row, min, 0.0));
        let first_free_row = (0..row_ends.len()).find(|row| is_free(&row_ends, *row, min, space));
        let row = kept_row.or(first_free_row).unwrap_or(row_ends.len());
        let row = if row < max_rows { row } else { body % max_rows };
        if row_ends.len() <= row {
            row_ends.resize(row + 1, None);
        }
        row_ends[row] = Some(max);
        rows[body] = row as u16;
    }
    AxisRows { rows, count: row_ends.len() }
}

/// Whether the last bar of a row ends more than `space` before `min`, meters, or the row has no bar yet.
fn is_free(row_ends: &[Option<f64>], row: usize, min: f64, space: f64) -> bool {
    match row_ends.get(row) {
        Some(Some(end)) => end + space < min,
        Some(None) | None => true,
    }
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
