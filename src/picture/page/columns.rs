//! Layout of panes on a page: columns side by side, each with one pane or several stacked ones.

use glam::DVec2;

use crate::view::pane::Pane;
use crate::{Area, Form, ViewKind};

/// Height of lanes above several plots, points; at most an equal share of their column.
const MAX_LANES_HEIGHT: f64 = 160.0;

/// Width of a column of tiles that show only bars, which need little width. All widths of columns are relative to that
/// of an ordinary column, 1.
const BAR_TILES_WIDTH: f64 = 0.45;

/// Width of a column of tiles that show pictures, many of them side by side.
const TILES_WIDTH: f64 = 2.0;

/// Width of a column with a sphere, which is as high as wide and so leaves width unused.
const SPHERE_WIDTH: f64 = 0.85;

/// Width of a plane on a page of at least three columns that starts with a space.
const PLANE_AFTER_SPACE_WIDTH: f64 = 0.75;

/// Width of the space that starts a page of at least three columns, one of them a plane.
const SPACE_BEFORE_PLANE_WIDTH: f64 = 1.2;

/// Width of a plane next to two other columns: two fifths of the page.
const PLANE_WIDTH: f64 = 4.0 / 3.0;

/// Width of lanes on a page that starts with a space and has a stack of panes.
const LANES_AFTER_SPACE_WIDTH: f64 = 1.6;

/// Width of a single pane on a page with a stack of panes, if no other width applies.
const NEXT_TO_STACK_WIDTH: f64 = 1.2;

/// Width of a stack of plots, whose curves have names at their ends.
const PLOTS_WIDTH: f64 = 1.05;

/// Width of a stack without several plots, narrower than the single pane next to it.
const STACK_WIDTH: f64 = 0.8;

/// Least sum of the relative widths: avoids a division by zero.
const MIN_TOTAL_WIDTH: f64 = 1e-9;

/// Width of a column relative to the others, 1 for an ordinary one. `page` are all columns of the page.
fn relative_width(column: &[Pane], page: &[&[Pane]]) -> f64 {
    let plots = column.iter().filter(|pane| pane.kind == ViewKind::Chart).count();
    match column {
        [pane] => relative_width_of_pane(pane, page),
        _ if plots > 1 => PLOTS_WIDTH,
        _ => STACK_WIDTH,
    }
}

/// Width of a column with a single pane, relative to the others of the page.
fn relative_width_of_pane(pane: &Pane, page: &[&[Pane]]) -> f64 {
    let has_stack = page.iter().any(|column| column.len() > 1);
    let has_plane = page.iter().any(|column| column[0].kind == ViewKind::Plane);
    let has_many_columns = page.len() > 2;
    let starts_with_space = has_many_columns && page[0][0].kind == ViewKind::Space;
    match pane.kind {
        ViewKind::Tiles if shows_only_bars(pane) => BAR_TILES_WIDTH,
        ViewKind::Tiles => TILES_WIDTH,
        ViewKind::Sphere => SPHERE_WIDTH,
        ViewKind::Plane if starts_with_space => PLANE_AFTER_SPACE_WIDTH,
        ViewKind::Plane if has_many_columns => PLANE_WIDTH,
        ViewKind::Space if starts_with_space && has_plane => SPACE_BEFORE_PLANE_WIDTH,
        ViewKind::Lanes if starts_with_space && has_stack => LANES_AFTER_SPACE_WIDTH,
        ViewKind::Space | ViewKind::Plane | ViewKind::Lanes | ViewKind::Chart if has_stack => NEXT_TO_STACK_WIDTH,
        ViewKind::Space | ViewKind::Plane | ViewKind::Lanes | ViewKind::Chart => 1.0,
    }
}

/// Whether a pane of tiles shows rows of bars and nothing else, in this step and later ones.
fn shows_only_bars(pane: &Pane) -> bool {
    let mut forms = pane.picture.marks.iter().map(|mark| &mark.form);
    // Marks in the legend of a tile are drawn in a later step.
    let has_other_tile =
        forms.any(|form| matches!(form, Form::Tile { bars, legend, .. } if !*bars || !legend.is_empty()));
    !pane.picture.marks.is_empty() && !has_other_tile
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
pub(crate) fn lay_out_panes(panes: &[Pane], corner: DVec2, available: DVec2, gap: f64) -> Vec<Area> {
    let columns: Vec<&[Pane]> = panes.chunk_by(|_, next| next.below).collect();
    let weights: Vec<f64> = columns.iter().map(|column| relative_width(column, &columns)).collect();
    let total_weight = weights.iter().sum::<f64>().max(MIN_TOTAL_WIDTH);
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
