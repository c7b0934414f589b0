//! How the width of a page is shared among its panes.

use std::ops::Range;

use super::ViewKind;
use super::pane::Pane;

/// Panes that stand below one another.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Column {
    /// Which of the page's.
    pub panes: Range<usize>,
    /// Its width beside the others.
    pub weight: f64,
}

/// The columns of a page, and how wide each is beside the others: many small pictures more; a sphere, which is as high as
/// wide, less; bodies in the plane more than each of several panes about them: beside two of these, two fifths of the page.
/// Small panes that stand below one another take little, and leave it to lanes.
pub(super) fn columns(panes: &[Pane]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for (k, pane) in panes.iter().enumerate() {
        match columns.last_mut().filter(|column| pane.small && panes[column.panes.start].small) {
            Some(column) => column.panes.end = k + 1,
            None => columns.push(Column { panes: k..k + 1, weight: 1.0 }),
        }
    }
    let (count, stacked) = (columns.len(), columns.len() < panes.len());
    for column in &mut columns {
        column.weight = match panes[column.panes.start].kind {
            _ if column.panes.len() > 1 => 0.78,
            ViewKind::Lanes if stacked => 1.3,
            ViewKind::Tiles => 2.0,
            ViewKind::Sphere => 0.85,
            ViewKind::Plane if count > 2 => 4.0 / 3.0,
            _ => 1.0,
        };
    }
    columns
}
