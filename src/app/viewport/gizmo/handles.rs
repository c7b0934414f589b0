//! Shapes of the handles on the selected body or frustum: the lines that are drawn and dragged, and the geometry of
//! dragging along an axis or in a plane.

use contact_lens_picture::{Camera, Lens, LineOfSight};
use egui::{Pos2, Rect};
use glam::{DVec2, DVec3};

use super::selected::Selected;
use crate::command::Tool;
use crate::viewport::pane_point::to_screen_point;
use crate::viewport::{pane_size, snap};

/// Length of an arrow on the screen, points.
pub(super) const ARROW_LENGTH: f64 = 62.0;

/// Square of the least sine of the angle between an arrow and the line of sight at which the arrow can be dragged.
const MIN_SINE_SQUARED: f64 = 1e-4;

/// Least sine of the angle between a plane and the line of sight at which a drag in the plane is possible.
const MIN_SLOPE: f64 = 0.05;

/// Start of an arrow, in lengths of an arrow from the center.
const ARROW_START: f64 = 0.2;

/// Radius of the rings, in lengths of an arrow.
const RING_RADIUS: f64 = 0.85;

/// Coordinates of the knob to the right and up, in lengths of an arrow.
const KNOB_POSITION: f64 = 0.62;

/// Number of sides of the polygon that draws a ring.
const RING_SIDES: u32 = 48;

/// A handle. The axes x, y, z have the indices 0, 1, 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Handle {
    /// Translates along a world axis.
    Arrow(usize),
    /// Translates in the plane of the screen.
    Middle,
    /// Rotates about a world axis.
    Ring(usize),
    /// Scales in all directions.
    Knob,
    /// Scales along an axis of the body.
    Along(usize),
}

/// A handle with its shape.
pub(super) struct PlacedHandle {
    pub handle: Handle,
    /// Vertices of the line that is drawn and dragged, world, meters.
    pub polyline: Vec<DVec3>,
}

/// Pane and position of the handles.
#[derive(Clone, Copy)]
pub(super) struct HandlePlace {
    pub lens: Lens,
    /// Rectangle of the pane on the screen, points.
    pub rect: Rect,
    /// Center of the handles, world, meters.
    pub center: DVec3,
    /// Meters per point of screen at the depth of the handles.
    pub meters_per_point: f64,
    /// Whether the camera looks straight at the plane z = 0; then there are only handles that stay in the plane.
    pub is_planar: bool,
}

impl HandlePlace {
    /// Place of handles around `center`, world, meters, in the pane `rect`; `None` when the center is not in view.
    pub fn new(camera: &Camera, rect: Rect, center: DVec3) -> Option<Self> {
        // Distance of the center from the eye along the camera's axis, relative to that of the camera's target.
        let depth = if camera.orthographic { 1.0 } else { 1.0 - camera.to_view(center).z / camera.distance };
        let meters_per_point = 2.0 * camera.half_height() / f64::from(rect.height()).max(1.0) * depth;
        let is_planar = camera.orthographic && camera.elevation == 0.0 && camera.azimuth == 0.0;
        let place = Self { lens: camera.lens(), rect, center, meters_per_point, is_planar };
        let is_visible = place.project(center).is_some() && meters_per_point.is_finite() && meters_per_point > 0.0;
        is_visible.then_some(place)
    }

    /// Position of a point in the pane, points; `None` when it is not in view.
    pub fn project(&self, point: DVec3) -> Option<DVec2> {
        self.lens.project(point, pane_size(self.rect))
    }

    /// Position of a point on the screen, points; `None` when it is not in view.
    pub fn project_to_screen(&self, point: DVec3) -> Option<Pos2> {
        self.project(point).map(|projected| to_screen_point(self.rect, projected))
    }

    /// Whether a body can be moved or scaled along the axis with this index: in a planar view along x and y only.
    fn has_axis(&self, axis: usize) -> bool {
        !self.is_planar || axis < 2
    }

    /// Whether a body can be rotated about the axis with this index: in a planar view about z only.
    fn has_rotation_about(&self, axis: usize) -> bool {
        !self.is_planar || axis == 2
    }

    /// Handles of a tool, for the selected body or frustum.
    pub fn handles(&self, tool: Tool, selected: &Selected) -> Vec<PlacedHandle> {
        let length = ARROW_LENGTH * self.meters_per_point;
        let center = self.center;
        let mut handles = Vec::new();
        match tool {
            Tool::Move => {
                for (k, axis) in DVec3::AXES.into_iter().enumerate().filter(|(k, _)| self.has_axis(*k)) {
                    let polyline = vec![center + axis * length * ARROW_START, center + axis * length];
                    handles.push(PlacedHandle { handle: Handle::Arrow(k), polyline });
                }
                handles.push(PlacedHandle { handle: Handle::Middle, polyline: vec![center; 2] });
            }
            Tool::Rotate => {
                for (k, axis) in DVec3::AXES.into_iter().enumerate().filter(|(k, _)| self.has_rotation_about(*k)) {
                    let polyline = self.ring_points(axis, length * RING_RADIUS);
                    handles.push(PlacedHandle { handle: Handle::Ring(k), polyline });
                }
            }
            Tool::Scale if !selected.can_scale() => {}
            Tool::Scale => {
                let view = self.lens.axes();
                let corner = (view.right + view.up) * (length * KNOB_POSITION);
                for axis in selected.scalable_axes().into_iter().filter(|axis| self.has_axis(axis.index)) {
                    let polyline = vec![center, center + axis.direction * length];
                    handles.push(PlacedHandle { handle: Handle::Along(axis.index), polyline });
                }
                handles.push(PlacedHandle { handle: Handle::Knob, polyline: vec![center, center + corner] });
            }
        }
        handles
    }

    /// Points of a closed circle around the center, perpendicular to the unit vector `axis`; world, meters.
    fn ring_points(&self, axis: DVec3, radius: f64) -> Vec<DVec3> {
        let (u, v) = axis.any_orthonormal_pair();
        let mut points = Vec::new();
        for k in 0..=RING_SIDES {
            let angle = f64::from(k) / f64::from(RING_SIDES) * std::f64::consts::TAU;
            let (sin, cos) = angle.sin_cos();
            points.push(self.center + (u * cos + v * sin) * radius);
        }
        points
    }

    /// Coordinate, meters; if `snaps`, rounded to a grid finer than the ground grid.
    pub fn snap(&self, meters: f64, snaps: bool) -> f64 {
        if snaps { snap::snap_length(&self.lens, self.rect, meters) } else { meters }
    }

    /// Point of the line through the center along `axis` that is nearest to the line of sight through `at`, as its
    /// distance from the center, meters; negative against the axis.
    pub fn distance_along(&self, axis: DVec3, at: DVec2) -> f64 {
        let LineOfSight { eye, direction } = self.lens.line_of_sight(at, pane_size(self.rect));
        let between = self.center - eye;
        let slope = axis.dot(direction);
        let sine_squared = 1.0 - slope * slope;
        // Seen along the axis, all points are equally near.
        if sine_squared < MIN_SINE_SQUARED {
            0.0
        } else {
            (between.dot(direction) * slope - between.dot(axis)) / sine_squared
        }
    }

    /// Intersection of the line of sight through `at` with the plane through the center that has this normal; `None`
    /// when the plane is seen edge-on.
    pub fn intersect_plane(&self, normal: DVec3, at: DVec2) -> Option<DVec3> {
        let LineOfSight { eye, direction } = self.lens.line_of_sight(at, pane_size(self.rect));
        let slope = normal.dot(direction);
        (slope.abs() > MIN_SLOPE).then(|| eye + direction * (normal.dot(self.center - eye) / slope))
    }

    /// Unit vector from the center to [`Self::intersect_plane`], or zero at the center; `None` when the plane is seen
    /// edge-on.
    pub fn direction_in_plane(&self, normal: DVec3, at: DVec2) -> Option<DVec3> {
        Some((self.intersect_plane(normal, at)? - self.center).normalize_or_zero())
    }
}
