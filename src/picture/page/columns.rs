//! Layout of panes on a page: columns side by side, each with one pane or several stacked ones.

use glam::DVec2;

use crate::picture::view::pane::Pane;
use crate::picture::{Area, Form, ViewKind};

/// Height of lanes above several plots, points; at most an equal share of their column.
const MAX_LANES_HEIGHT: f64 = 160.0;

/// Width of a column relative to the others; `all` are the columns of the page. Tiles are wider, unless they show bars
/// only. Spheres, as high as wide, are narrower. A plane next to two other columns takes two fifths of the page; a
/// plane next to a space and another column takes less. Lanes next to a space are wider. A stack of panes is narrower
/// than the single pane next to it, unless it stacks plots, whose curves have names at their ends.
fn relative_width(column: &[Pane], all: &[&[Pane]]) -> f64 {
    let charts = column.iter().filter(|pane| pane.kind == ViewKind::Chart).count();
    let has_stack = all.iter().any(|column| column.len() > 1);
    let follows_space = all.len() > 2 && all[0][0].kind == ViewKind::Space;
    let has_plane = follows_space && all.iter().any(|column| column[0].kind == ViewKind::Plane);
    match column {
        [pane] if pane.kind == ViewKind::Tiles && shows_only_bars(pane) => 0.45,
        [pane] if pane.kind == ViewKind::Tiles => 2.0,
        [pane] if pane.kind == ViewKind::Sphere => 0.85,
        [pane] if pane.kind == ViewKind::Plane && follows_space => 0.75,
        [pane] if pane.kind == ViewKind::Space && has_plane => 1.2,
        [pane] if pane.kind == ViewKind::Plane && all.len() > 2 => 4.0 / 3.0,
        [pane] if pane.kind == ViewKind::Lanes && follows_space && has_stack => 1.6,
        _ if charts > 1 => 1.05,
        _ if column.len() > 1 => 0.8,
        _ if has_stack => 1.2,
        _ => 1.0,
    }
}

/// Whether a pane of tiles shows rows of bars and nothing else.
fn shows_only_bars(pane: &Pane) -> bool {
    let mut forms = pane.picture.marks.iter().map(|mark| &mark.form);
    !pane.picture.marks.is_empty()
        && !forms.any(|form| matches!(form, Form::Tile { bars, legend, .. } if !*bars || !legend.is_empty()))
}

/// Heights of a column's panes, points; together `available`. They are equal, except that in a column with several
/// plots all other panes are at most [`MAX_LANES_HEIGHT`] high, and the plots share the remainder.
fn heights(column: &[Pane], available: f64) -> Vec<f64> {
    let equal = available / column.len().max(1) as f64;
    let plots = column.iter().filter(|pane| pane.kind == ViewKind::Chart).count();
    if plots < 2 {
        return vec![equal; column.len()];
    }
    let lanes = equal.min(MAX_LANES_HEIGHT);
    let plot = (available - lanes * (column.len() - plots) as f64) / plots as f64;
    column.iter().map(|pane| if pane.kind == ViewKind::Chart { plot } else { lanes }).collect()
}

/// Areas of the panes on a page, from the top left corner `corner`, within the size `available`, with `gap` points
/// between them.
pub(in crate::picture) fn lay_out_panes(panes: &[Pane], corner: DVec2, available: DVec2, gap: f64) -> Vec<Area> {
    let columns: Vec<&[Pane]> = panes.chunk_by(|_, next| next.below).collect();
    let weights: Vec<f64> = columns.iter().map(|column| relative_width(column, &columns)).collect();
    let total_weight = weights.iter().sum::<f64>().max(1e-9);
    let total_width = without_gaps(available.x, columns.len(), gap);
    let mut areas = Vec::with_capacity(panes.len());
    let mut left = corner.x;
    for (column, weight) in columns.iter().zip(weights) {
        let width = (total_width * weight / total_weight).max(1.0);
        let total_height = without_gaps(available.y, column.len(), gap);
        let mut top = corner.y;
        for height in heights(column, total_height) {
            let size = DVec2::new(width, height);
            areas.push(Area { min: DVec2::new(left, top), size });
            top += size.y + gap;
        }
        left += width + gap;
    }
    areas
}

/// Length that `count` panes in a row share, points: `available` without the gaps between them.
fn without_gaps(available: f64, count: usize, gap: f64) -> f64 {
    (available - gap * (count.max(1) - 1) as f64).max(1.0)
}
