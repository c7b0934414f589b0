//! Dots of a picture for the GPU, one instance of a marker each. Pale dots of large point sets are drawn first, below
//! all others; dots behind bodies are hollow.

use contact_lens_picture::marks::theme::faded;
use contact_lens_picture::space::veil::{FAR_OPACITY, FAR_RADIUS_FACTOR, PALE_OPACITY, far_marker};
use contact_lens_picture::space::vertex_arrays::Dot;
use contact_lens_picture::{Batches, DotSize, Ink, Marker, Role};
use glam::{Vec3, Vec4};

use super::inks::{HIGHLIGHT_WIDTH, Inks, MarkInk, PaneContext, gpu_color};

/// Width of a dot's casing, points.
const CASING_WIDTH: f64 = 1.3;

/// Width of the rim of a ring with a number inside, points.
const NUMBERED_RING_WIDTH: f64 = 2.0;

/// A dot as the GPU draws it: one instance of a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DotInstance {
    /// Center relative to the batches' origin, meters.
    pub center: Vec3,
    /// Fill color with straight alpha, each channel in 0..=1.
    pub fill: Vec4,
    /// Color of the casing with straight alpha, each channel in 0..=1.
    pub casing: Vec4,
    pub marker: Marker,
    /// Radius without the casing, pixels.
    pub radius: f32,
    /// Width of the casing, pixels; 0 for no casing.
    pub casing_width: f32,
}

impl DotInstance {
    /// Attribute `shape` of `dot.vert`: marker, radius, width of the casing; the last number is unused.
    pub fn shape(&self) -> Vec4 {
        Vec4::new(marker_code(self.marker), self.radius, self.casing_width, 0.0)
    }
}

/// Builds the visible dots of a picture in drawing order, in the inks that figures use too.
pub(super) fn build_dots(batches: &Batches, pane: &PaneContext<'_>, inks: &Inks) -> Vec<DotInstance> {
    let pale = batches.points.iter().filter(|dot| dot.pale);
    let others = batches.points.iter().filter(|dot| !dot.pale);
    pale.chain(others).filter_map(|dot| visible_dot(dot, batches, pane, inks)).collect()
}

/// Instance of a dot. `None` for a dot that is not drawn: one with a number or of the grid, if it is pale or behind a
/// body.
fn visible_dot(dot: &Dot, batches: &Batches, pane: &PaneContext<'_>, inks: &Inks) -> Option<DotInstance> {
    let MarkInk { role, ink, is_highlighted } = inks.of_mark(dot.mark);
    let is_far = !role.is_subject_of_step() && batches.is_far(dot.at, pane.camera);
    if dot.pale || is_far {
        let is_shown = *role != Role::Grid && dot.size != DotSize::WithNumber;
        return is_shown.then(|| faint_dot(dot, ink, pane.pixels_per_point));
    }
    let casing = ink.casing.unwrap_or(pane.theme.paper().pane);
    let has_number = dot.size == DotSize::WithNumber;
    // The number needs a filled middle: a ring becomes a disc in the casing's color with a wide rim in the ink's.
    let is_filled_ring = has_number && ink.marker == Marker::Ring;
    let [fill, rim] = if is_filled_ring { [casing, ink.stroke] } else { [ink.stroke, casing] };
    let marker = match dot.size {
        DotSize::WithNumber if is_filled_ring => Marker::Disc,
        DotSize::WithNumber => ink.marker.badge(),
        DotSize::Scaled(_) => ink.marker,
    };
    let rim_width = match dot.size {
        DotSize::Scaled(factor) => CASING_WIDTH * factor,
        DotSize::WithNumber if is_filled_ring => NUMBERED_RING_WIDTH,
        DotSize::WithNumber => CASING_WIDTH,
    };
    let highlight = if *is_highlighted { HIGHLIGHT_WIDTH } else { 0.0 };
    Some(DotInstance {
        center: dot.at.into(),
        fill: gpu_color(fill),
        casing: gpu_color(rim),
        marker,
        radius: (ink.dot_radius(dot.size) + highlight) * pane.pixels_per_point,
        casing_width: rim_width as f32 * pane.pixels_per_point,
    })
}

/// Translucent dot without a casing: a small disc for a pale dot, a hollow marker for a dot behind a body.
fn faint_dot(dot: &Dot, ink: &Ink, pixels_per_point: f32) -> DotInstance {
    let marker = if dot.pale { Marker::Disc } else { far_marker(ink.marker) };
    let opacity = if dot.pale { PALE_OPACITY } else { FAR_OPACITY };
    let radius_factor = if dot.pale { 1.0 } else { FAR_RADIUS_FACTOR as f32 };
    let fill = gpu_color(faded(ink.stroke, opacity));
    DotInstance {
        center: dot.at.into(),
        fill,
        casing: fill,
        marker,
        radius: ink.dot_radius(dot.size) * radius_factor * pixels_per_point,
        casing_width: 0.0,
    }
}

/// Number of a marker in `dot.frag`.
fn marker_code(marker: Marker) -> f32 {
    match marker {
        Marker::Disc => 0.0,
        Marker::Ring => 1.0,
        Marker::Square => 2.0,
        Marker::Diamond => 3.0,
        Marker::Triangle => 4.0,
        Marker::Cross => 5.0,
        Marker::Plus => 6.0,
        Marker::Star => 7.0,
        Marker::Half => 8.0,
    }
}
