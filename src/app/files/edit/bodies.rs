//! Adds bodies to a scene, where they neither overlap nor hide other bodies.

use contact_lens_play::double::bounds_of;
use contact_lens_scene::model::{Body, Frame, FramePose, List, Scene, Shape};
use glam::{DQuat, DVec3};

use super::fresh_name;

/// Least offset of a copy from its original along x, meters.
const MIN_COPY_OFFSET: f64 = 1.0;

/// Offset of a copy relative to the extent of its original along x.
const OFFSET_PER_EXTENT: f64 = 1.25;

/// Half the side of a new box, meters.
const HALF_EXTENT: f64 = 0.5;

/// Gap between a new box and the bodies next to it, meters.
const GAP: f64 = 0.5;

/// Least and greatest coordinates of a body, world frame, meters; `None` for a body without finite ones.
fn finite_bounds(body: &Body) -> Option<[DVec3; 2]> {
    let bounds = bounds_of(body, DQuat::IDENTITY);
    bounds.iter().all(|corner| corner.is_finite()).then_some(bounds)
}

/// Offset along x at which a copy of a body is next to it, meters.
fn copy_offset(body: &Body) -> f64 {
    let extent = finite_bounds(body).map_or(0.0, |[low, high]| high.x - low.x);
    MIN_COPY_OFFSET.max(OFFSET_PER_EXTENT * extent)
}

/// Center of a new box: right of all bodies with finite bounds, at the height of the rightmost one. The origin in a
/// scene without such bodies.
fn free_place(scene: &Scene) -> [f64; 3] {
    let bounds = scene.bodies.iter().filter_map(finite_bounds);
    let rightmost = bounds.max_by(|[_, a], [_, b]| a.x.total_cmp(&b.x));
    match rightmost {
        Some([low, high]) => {
            let center = 0.5 * (low + high);
            [high.x + GAP + HALF_EXTENT, center.y, center.z]
        }
        None => [0.0; 3],
    }
}

/// Adds a copy of the body with the index `model`, next to it, or a box next to all bodies.
pub(super) fn add_body(scene: &mut Scene, model: Option<usize>) {
    let taken: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let body = match model.and_then(|i| scene.bodies.get(i)) {
        Some(original) => {
            let mut copy = original.clone();
            copy.name = fresh_name(&original.name, &taken);
            let offset = copy_offset(original);
            copy.position[0] += offset;
            copy_in_frames(&mut scene.frames, &original.name, &copy.name, offset);
            copy
        }
        None => Body {
            position: free_place(scene),
            ..Body::new(fresh_name("box", &taken), Shape::Box { half_extents: [HALF_EXTENT; 3] })
        },
    };
    scene.bodies.push(body);
}

/// Whether a frame sets the pose or the absence of a body.
pub(super) fn names_body(frame: &Frame, name: &str) -> bool {
    frame.poses.iter().map(|pose| &pose.body).chain(&frame.gone).any(|body| body == name)
}

/// Copies a body's poses and absences in all frames, with this offset along x, meters.
fn copy_in_frames(frames: &mut List<Frame>, model: &str, copy: &str, offset: f64) {
    frames.change_where(
        |frame| names_body(frame, model),
        |frame| {
            if frame.gone.iter().any(|gone| gone == model) {
                frame.gone.push(copy.to_owned());
            }
            let poses = frame.poses.iter().filter(|pose| pose.body == model);
            let copies: Vec<FramePose> = poses.map(|pose| copied_pose(pose, copy, offset)).collect();
            frame.poses.extend(copies);
        },
    );
}

/// Pose for the body `copy`, with this offset from `pose` along x, meters.
fn copied_pose(pose: &FramePose, copy: &str, offset: f64) -> FramePose {
    let mut pose = FramePose { body: copy.to_owned(), ..pose.clone() };
    pose.position[0] += offset;
    pose
}
