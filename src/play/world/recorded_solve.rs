//! The last solve of a frame of a simulated world as plain data: what a captured step of the world needs.

use contact_lens_model::snapshot::dynamics::{Setting, World};
use glam::DVec2;

/// Shape of a body in the plane: the convex hull of points with a disc added.
#[derive(Clone, Debug)]
pub struct PlanarShape {
    /// Vertices of the core, body frame, meters; empty for a half-plane.
    pub core: Vec<DVec2>,
    /// Radius of the disc, meters.
    pub margin: f64,
}

/// States of a world in one solve.
#[derive(Clone, Debug)]
pub struct RecordedSolve {
    /// Constants of the run.
    pub setting: Setting,
    /// Shape of each body.
    pub shapes: Vec<PlanarShape>,
    /// State before the first phase of the solve.
    pub before: World,
    /// Impulses from which the iterations start, one per constraint, N s or N m s.
    pub warm: Vec<DVec2>,
    /// State before the poses move, with the velocities that move them.
    pub moving: World,
    /// State at the end of the frame.
    pub after: World,
}
