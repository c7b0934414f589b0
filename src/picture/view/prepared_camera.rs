//! Projection of many points by one camera, whose axes and height of view are computed once.

use glam::{DVec2, DVec3};

use super::camera::{Axes, Camera};

/// A camera with its axes and the height of its view, for projecting many points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lens {
    camera: Camera,
    axes: Axes,
    /// Half the height that the pane shows at the target, meters.
    half_height: f64,
}

impl Lens {
    /// Prepares a camera for many points.
    pub fn new(camera: &Camera) -> Self {
        Self { camera: *camera, axes: camera.axes(), half_height: camera.half_height() }
    }

    /// The camera that was prepared.
    pub fn camera(&self) -> &Camera {
        &self.camera
    }

    /// Axes of the camera in the world.
    pub fn axes(&self) -> &Axes {
        &self.axes
    }

    /// Converts a world point to view coordinates: relative to the target, x right, y up, z towards the eye, meters.
    pub fn to_view(&self, point: DVec3) -> DVec3 {
        self.direction_to_view(point - self.camera.target)
    }

    /// Converts a world direction to view coordinates.
    pub fn direction_to_view(&self, direction: DVec3) -> DVec3 {
        let Axes { right, up, back } = self.axes;
        DVec3::new(direction.dot(right), direction.dot(up), direction.dot(back))
    }

    /// Converts view coordinates to a world point; inverse of [`Lens::to_view`].
    pub fn from_view(&self, p: DVec3) -> DVec3 {
        let Axes { right, up, back } = self.axes;
        self.camera.target + right * p.x + up * p.y + back * p.z
    }

    /// Projects a point in view coordinates to the pane: x right and y up, in half heights of the pane from its middle.
    /// `None` for points nearer than the near plane, or not finite.
    pub fn project_view(&self, p: DVec3) -> Option<DVec2> {
        let Camera { distance, orthographic, .. } = self.camera;
        if !p.is_finite() || p.z > self.camera.near() {
            return None;
        }
        let scale = if orthographic { 1.0 } else { distance / (distance - p.z) };
        Some(p.truncate() * scale / self.half_height)
    }

    /// Projects a world point to a pane of `size` points, y down from the top left corner. `None` for points nearer
    /// than the near plane, or not finite.
    pub fn project(&self, point: DVec3, size: DVec2) -> Option<DVec2> {
        let p = self.project_view(self.to_view(point))?;
        Some(DVec2::new(size.x * 0.5 + p.x * size.y * 0.5, size.y * 0.5 - p.y * size.y * 0.5))
    }

    /// Line of sight through a point of a pane of `size` points.
    pub fn line_of_sight(&self, at: DVec2, size: DVec2) -> LineOfSight {
        let half = self.half_height;
        let on_plane = DVec3::new((at.x - size.x * 0.5) * 2.0 / size.y, 1.0 - 2.0 * at.y / size.y, 0.0) * half;
        let camera = &self.camera;
        let eye = if camera.orthographic {
            DVec3::new(on_plane.x, on_plane.y, camera.distance)
        } else {
            camera.eye_in_view()
        };
        let from = self.from_view(eye);
        let to = self.from_view(on_plane);
        LineOfSight { eye: from, direction: (to - from).normalize_or(-self.axes.back) }
    }
}

/// Line of sight through a point of a pane, world frame.
#[derive(Clone, Copy, Debug)]
pub struct LineOfSight {
    /// Start, meters: the eye, or for an orthographic camera a point before everything in view.
    pub eye: DVec3,
    /// Unit vector away from the viewer.
    pub direction: DVec3,
}

impl Camera {
    /// Prepares the camera for many points.
    pub fn lens(&self) -> Lens {
        Lens::new(self)
    }

    /// Calls [`Lens::to_view`] for a single point.
    pub fn to_view(&self, point: DVec3) -> DVec3 {
        self.lens().to_view(point)
    }

    /// Calls [`Lens::from_view`] for a single point.
    pub fn from_view(&self, p: DVec3) -> DVec3 {
        self.lens().from_view(p)
    }

    /// Calls [`Lens::project`] for a single point.
    pub fn project(&self, point: DVec3, size: DVec2) -> Option<DVec2> {
        self.lens().project(point, size)
    }

    /// Calls [`Lens::line_of_sight`] for a single point.
    pub fn line_of_sight(&self, at: DVec2, size: DVec2) -> LineOfSight {
        self.lens().line_of_sight(at, size)
    }
}
