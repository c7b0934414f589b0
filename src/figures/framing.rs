//! Final layout of a figure: selects the panes and tiles that it shows, and sets their cameras.

use contact_lens_lesson::{CSO, WORLD};
use contact_lens_picture::diagrams::tiles::keep_last_tiles;
use contact_lens_picture::{Camera, Figure, Form, Pane, shown_panes};
use contact_lens_scene::model;

use super::{CommonLayout, RunFigures};

/// Choice of the panes that a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Panes {
    /// The first one, and those with marks in any figure of the animation, so that nothing moves between figures.
    All,
    /// The first one, and those with marks of the step.
    WithContent,
}

/// Free margin on each side of a pane, as a fraction of the pane's size.
pub(super) const MARGIN: f64 = 0.09;

/// Maximum number of tiles in a figure of one sub-step: the current ones, or the current one and the previous one.
const MAX_TILES: usize = 2;

/// Ratio of two scales above which the views of world and configuration space keep scales of their own.
const MAX_SCALE_RATIO: f64 = 3.0;

impl RunFigures<'_> {
    /// Sets the cameras to the scene's own, or to ones that show the common bounds, and omits panes without content
    /// after the first one.
    pub fn with_cameras(&self, mut figure: Figure, common: &CommonLayout, panes: Panes) -> Figure {
        let cameras = self.scene.cameras.as_ref();
        figure.reserve = common.reserve.clone();
        let shown = shown_panes(std::mem::take(&mut figure.panes), |i, pane| {
            let is_used = common.has_content.get(i).is_none_or(|has_content| *has_content);
            pane.has_content || panes == Panes::All && is_used
        });
        // View and bounds of each pane shown.
        let mut sources = Vec::new();
        for (i, mut pane) in shown {
            let Some(source) = self.views.get(i).zip(common.bounds.get(i)) else { continue };
            if panes == Panes::WithContent {
                omit_other_tiles(&mut pane);
            }
            figure.panes.push(pane);
            sources.push(source);
        }
        let areas = figure.layout().panes;
        let mut rescalable = Vec::new();
        for (((view, bounds), pane), area) in sources.into_iter().zip(&mut figure.panes).zip(areas) {
            let stated = cameras.and_then(|cameras| cameras.get(view.id));
            pane.camera = match stated {
                Some(camera) => camera_of_scene(camera, pane.camera),
                None => view.kind.framing_clear_of_axes(pane.camera, bounds, area.size, MARGIN),
            };
            if stated.is_none() && [WORLD, CSO].contains(&view.id) {
                rescalable.push((&mut pane.camera, area.size.y));
            }
        }
        equalize_scales(rescalable);
        figure
    }
}

/// Removes the tiles of later steps, all but the last [`MAX_TILES`] of the others, and the legend entries that the
/// remaining tiles reserve for later steps.
fn omit_other_tiles(pane: &mut Pane) {
    for mark in &mut pane.picture.marks {
        if let Form::Tile { legend, .. } = &mut mark.form {
            legend.clear();
        }
    }
    keep_last_tiles(&mut pane.picture.marks, MAX_TILES);
}

/// Moves the cameras so that all views have the coarsest of their scales, and a vector is equally long in world and
/// configuration space. Does nothing if the scales differ by more than [`MAX_SCALE_RATIO`]. `views` has the camera and
/// the height of each view, points.
fn equalize_scales(mut views: Vec<(&mut Camera, f64)>) {
    let scales: Vec<f64> = views.iter().map(|(camera, height)| camera.half_height() / height).collect();
    let (Some(least), Some(greatest)) =
        (scales.iter().copied().reduce(f64::min), scales.iter().copied().reduce(f64::max))
    else {
        return;
    };
    if greatest <= MAX_SCALE_RATIO * least {
        for (camera, height) in &mut views {
            camera.distance *= greatest * *height / camera.half_height();
        }
    }
}

/// Returns the camera that a scene states, with the projection, up axis and angle of view of `base`.
fn camera_of_scene(camera: &model::Camera, base: Camera) -> Camera {
    Camera {
        target: glam::DVec3::from_array(camera.target),
        distance: camera.distance,
        azimuth: camera.azimuth.to_radians(),
        elevation: camera.elevation.to_radians(),
        ..base
    }
}
