//! An [`Edit`] is a change of the scene as plain data. Panels and handles make edits; [`Edit::apply`] returns the
//! changed scene, and [`Edit::field`] decides which edits are one undo entry.

mod bodies;
mod frusta;
mod joints;
mod shapes;
mod sizes;
mod undo_names;

use contact_lens_scene::model::{
    Algorithm, Ask, Dimension, Dynamics, FramePose, FrustumForm, Joint, Query, Scene, Shape, SubjectKind,
};
use glam::{DQuat, EulerRot};

pub(crate) use self::undo_names::undo_name;
use bodies::{add_body, names_body};
pub use joints::PointerDrag;
use joints::{add_joint, set_drag_target, set_dynamics};
pub(crate) use joints::{default_joint, joint_kinds, new_drag_name};
pub(crate) use shapes::{default_shape, shape_kind, shape_kinds};
pub(crate) use sizes::{scaled, scaled_along};

/// A change of the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Set the scene's title.
    Name(String),
    /// Set the scene's note.
    Note(String),
    /// Set a body's shape.
    Shape(usize, Shape),
    /// Set a body's margin, meters.
    Margin(usize, f64),
    /// Rename a body, in queries, joints and frames too.
    RenameBody(usize, String),
    /// Set the pose of a body in one frame.
    Pose {
        /// Index of the body.
        body: usize,
        /// Index of the frame; 0 in a scene without frames.
        frame: usize,
        /// Position in the world, meters.
        position: [f64; 3],
        /// Quaternion x y z w, body to world.
        rotation: [f64; 4],
    },
    /// Add a copy of this body, or a box.
    AddBody(Option<usize>),
    /// Remove a body, with its queries and joints; the last body stays.
    RemoveBody(usize),
    /// Set the gravity of a world, m/s².
    Gravity([f64; 2]),
    /// Set a body's velocity and its dynamics in a world.
    Dynamics(usize, Option<[f64; 3]>, Box<Dynamics>),
    /// Replace the joint with this index.
    Joint(usize, Box<Joint>),
    /// Add a joint between this body, or the first movable one, and another body or the world.
    AddJoint(Option<usize>),
    RemoveJoint(usize),
    /// Set the target of a pointer drag in the frame after the one shown.
    Pull(Box<PointerDrag>),
    /// Replace the query with this index.
    Query(usize, Box<Query>),
    /// Add a copy of this query; without one, GJK on the first two bodies, or the hull of a single body.
    AddQuery(Option<usize>),
    RemoveQuery(usize),
    /// Swap A and B of a query.
    SwapBodies(usize),
    /// Replace the planes of a frustum.
    Frustum(usize, Box<FrustumForm>),
    /// Rename a frustum, in queries too.
    RenameFrustum(usize, String),
    /// Add a copy of this frustum, or a camera that sees everything from the front.
    AddFrustum(Option<usize>),
    /// Remove a frustum, with its culling queries.
    RemoveFrustum(usize),
}

impl Edit {
    /// Key of the changed field. Consecutive edits with the same key are one undo entry.
    pub fn field(&self) -> String {
        match self {
            Self::Name(_) => String::from("name"),
            Self::Note(_) => String::from("note"),
            Self::Shape(i, _) => format!("bodies[{i}].shape"),
            Self::Margin(i, _) => format!("bodies[{i}].margin"),
            Self::RenameBody(i, _) => format!("bodies[{i}].name"),
            Self::Pose { body, frame, .. } => format!("frames[{frame}].bodies[{body}].pose"),
            Self::Gravity(_) => String::from("gravity"),
            Self::Dynamics(i, ..) => format!("bodies[{i}].dynamics"),
            Self::Joint(i, _) => format!("joints[{i}]"),
            Self::Query(i, _) => format!("queries[{i}]"),
            Self::Pull(drag) => format!("joints.{}", drag.joint),
            Self::SwapBodies(i) => format!("queries[{i}].swap"),
            Self::Frustum(i, _) => format!("frusta[{i}]"),
            Self::RenameFrustum(i, _) => format!("frusta[{i}].name"),
            Self::AddBody(_)
            | Self::RemoveBody(_)
            | Self::AddJoint(_)
            | Self::RemoveJoint(_)
            | Self::AddQuery(_)
            | Self::RemoveQuery(_)
            | Self::AddFrustum(_)
            | Self::RemoveFrustum(_) => String::from("list"),
        }
    }

    /// Whether an edit of this kind is always an undo entry of its own, never merged with the previous edit.
    pub fn is_never_merged(&self) -> bool {
        matches!(
            self,
            Self::AddBody(_)
                | Self::RemoveBody(_)
                | Self::AddQuery(_)
                | Self::RemoveQuery(_)
                | Self::SwapBodies(_)
                | Self::AddFrustum(_)
                | Self::RemoveFrustum(_)
                | Self::AddJoint(_)
                | Self::RemoveJoint(_)
        )
    }

    /// Whether the edit would change the scene, where that is cheap to find out; true for all other edits.
    pub(crate) fn changes(&self, scene: &Scene) -> bool {
        match self {
            Self::Shape(i, shape) => scene.bodies.get(*i).is_some_and(|body| body.shape != *shape),
            Self::Pose { body, frame, position, rotation } => {
                scene.bodies.get(*body).is_some_and(|body| scene.pose(body, *frame) != (*position, *rotation))
            }
            Self::SwapBodies(i) => {
                scene.queries.get(*i).is_some_and(|query| query.ask.algorithm().subject() == SubjectKind::Pair)
            }
            Self::Frustum(i, form) => scene.frusta.get(*i).is_some_and(|frustum| frustum.form != **form),
            Self::Name(_)
            | Self::Note(_)
            | Self::Margin(..)
            | Self::RenameBody(..)
            | Self::AddBody(_)
            | Self::RemoveBody(_)
            | Self::Gravity(_)
            | Self::Dynamics(..)
            | Self::Joint(..)
            | Self::AddJoint(_)
            | Self::RemoveJoint(_)
            | Self::Pull(_)
            | Self::Query(..)
            | Self::AddQuery(_)
            | Self::RemoveQuery(_)
            | Self::RenameFrustum(..)
            | Self::AddFrustum(_)
            | Self::RemoveFrustum(_) => true,
        }
    }

    /// Returns the scene after the edit. Indices out of range change nothing.
    pub fn apply(&self, before: &Scene) -> Scene {
        let mut scene = before.clone();
        match self {
            Self::Name(name) => scene.name.clone_from(name),
            Self::Note(note) => scene.note.clone_from(note),
            Self::Shape(i, shape) => {
                if let Some(body) = scene.bodies.get_mut(*i) {
                    body.shape = shape.clone();
                }
            }
            Self::Margin(i, margin) => {
                if let Some(body) = scene.bodies.get_mut(*i) {
                    body.margin = *margin;
                }
            }
            Self::RenameBody(i, name) => rename_body(&mut scene, *i, name),
            Self::Pose { body, frame, position, rotation } => {
                set_pose(&mut scene, *body, *frame, *position, *rotation);
            }
            Self::AddBody(model) => add_body(&mut scene, *model),
            Self::RemoveBody(i) => remove_body(&mut scene, *i),
            Self::Gravity(gravity) => scene.gravity = *gravity,
            Self::Dynamics(i, velocity, dynamics) => set_dynamics(&mut scene, *i, *velocity, dynamics),
            Self::Joint(i, joint) => change_item(&mut scene.joints, *i, |old| old.clone_from(joint)),
            Self::Pull(drag) => set_drag_target(&mut scene, drag),
            Self::AddJoint(body) => add_joint(&mut scene, *body),
            Self::RemoveJoint(i) => remove_item(&mut scene.joints, *i),
            Self::Query(i, query) => change_item(&mut scene.queries, *i, |old| old.clone_from(query)),
            Self::AddQuery(model) => add_query(&mut scene, *model),
            Self::RemoveQuery(i) => remove_item(&mut scene.queries, *i),
            Self::SwapBodies(i) => change_item(&mut scene.queries, *i, |query| {
                if let Some([a, b]) = query.ask.pair_mut() {
                    std::mem::swap(a, b);
                }
            }),
            Self::Frustum(i, form) => change_item(&mut scene.frusta, *i, |old| old.form.clone_from(form)),
            Self::RenameFrustum(i, name) => frusta::rename(&mut scene, *i, name),
            Self::AddFrustum(model) => frusta::add(&mut scene, *model),
            Self::RemoveFrustum(i) => frusta::remove(&mut scene, *i),
        }
        scene
    }
}

/// Changes the item with this index, if there is one.
fn change_item<T>(list: &mut [T], index: usize, change: impl FnOnce(&mut T)) {
    if let Some(item) = list.get_mut(index) {
        change(item);
    }
}

/// Removes the item with this index, if there is one.
fn remove_item<T>(list: &mut Vec<T>, index: usize) {
    if index < list.len() {
        list.remove(index);
    }
}

/// Renames a body wherever the scene names it, unless the name is empty or taken.
fn rename_body(scene: &mut Scene, index: usize, name: &str) {
    let is_taken = scene.bodies.iter().enumerate().any(|(i, body)| i != index && body.name == name);
    if is_taken || name.is_empty() {
        return;
    }
    let Some(body) = scene.bodies.get_mut(index) else { return };
    let old = std::mem::replace(&mut body.name, name.to_owned());
    scene.queries.iter_mut().for_each(|query| query.rename(&old, name));
    scene.joints.iter_mut().for_each(|joint| joint.rename(&old, name));
    if let Some(recorded) = &mut scene.recorded
        && let Some(mass) = recorded.masses.remove(&old)
    {
        recorded.masses.insert(name.to_owned(), mass);
    }
    scene.frames.change_where(
        |frame| names_body(frame, &old),
        |frame| {
            for body in frame.poses.iter_mut().map(|pose| &mut pose.body).chain(&mut frame.gone) {
                if *body == old {
                    name.clone_into(body);
                }
            }
        },
    );
}

/// Sets the pose of a body in one frame; in a scene without frames, the pose of the body itself.
fn set_pose(scene: &mut Scene, body: usize, frame: usize, position: [f64; 3], rotation: [f64; 4]) {
    let Some(frame) = scene.frames.get_mut(frame) else {
        if let Some(moved) = scene.bodies.get_mut(body) {
            moved.set_pose(position, rotation);
        }
        return;
    };
    let Some(moved) = scene.bodies.get(body) else { return };
    let pose = FramePose { body: moved.name.clone(), position, rotation };
    // A body with a pose in a frame is present in it.
    frame.gone.retain(|gone| *gone != moved.name);
    match frame.poses.iter_mut().find(|old| old.body == moved.name) {
        Some(old) => *old = pose,
        None => frame.poses.push(pose),
    }
}

/// Returns `base` if no name in `taken` equals it. Otherwise returns `base` with its trailing number replaced by the
/// least one, from 2, that makes the name unused.
fn fresh_name(base: &str, taken: &[&str]) -> String {
    if !taken.contains(&base) {
        return base.to_owned();
    }
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let mut numbered = (2..).map(|number| format!("{stem} {number}"));
    numbered.find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
}

/// Removes a body with everything that names it. A scene keeps its last body.
fn remove_body(scene: &mut Scene, index: usize) {
    if scene.bodies.len() < 2 || index >= scene.bodies.len() {
        return;
    }
    let removed = scene.bodies.remove(index);
    scene.queries.retain_mut(|query| query.remove_body(&removed.name));
    if let Some(recorded) = &mut scene.recorded {
        recorded.masses.remove(&removed.name);
    }
    scene.joints.retain(|joint| joint.bodies().all(|(_, body)| body != removed.name));
    scene.frames.change_where(
        |frame| names_body(frame, &removed.name),
        |frame| {
            frame.poses.retain(|pose| pose.body != removed.name);
            frame.gone.retain(|name| *name != removed.name);
        },
    );
}

/// Adds a copy of the query with the index `model`, without its expectation. Without such a query, adds GJK on the
/// first two bodies, or the hull of a single body; a scene without bodies stays unchanged.
fn add_query(scene: &mut Scene, model: Option<usize>) {
    let taken: Vec<&str> = scene.queries.iter().map(|query| query.name.as_str()).collect();
    let bodies = &scene.bodies;
    let query = if let Some(original) = model.and_then(|i| scene.queries.get(i)) {
        Query::new(fresh_name(&original.name, &taken), original.ask.clone().expecting_nothing())
    } else if let (Some(a), Some(b)) = (bodies.get(0), bodies.get(1)) {
        Query::new(fresh_name("distance", &taken), Algorithm::Gjk.of(a.name.as_str(), b.name.as_str()))
    } else if let Some(body) = bodies.get(0) {
        let algorithm = if scene.dimension == Dimension::Two { Algorithm::Graham } else { Algorithm::Quickhull };
        Query::new(fresh_name("hull", &taken), algorithm.of(body.name.as_str(), body.name.as_str()))
    } else {
        return;
    };
    scene.queries.push(query);
}

/// Converts the query `ask` to another algorithm. When the algorithm needs two bodies and `ask` names one, B is the
/// first other body; a query about all bodies becomes one about the first body. `None` when there is no other body, no
/// frustum to cull by, or no captured step to audit.
pub(crate) fn convert_to_algorithm(scene: &Scene, ask: &Ask, algorithm: Algorithm) -> Option<Ask> {
    if algorithm == Algorithm::Cull && scene.frusta.is_empty() {
        return None;
    }
    if algorithm == Algorithm::Audit && scene.steps.is_empty() {
        return None;
    }
    let mut converted = ask.converted_to(algorithm);
    // A query about all bodies has an empty name here.
    if let Some(first) = converted.names_mut().next().filter(|name| name.is_empty()) {
        first.clone_from(other_body(scene, "")?);
    }
    if let Some([a, b]) = converted.pair_mut()
        && (a == b || b.is_empty())
    {
        b.clone_from(other_body(scene, a)?);
    }
    Some(converted)
}

/// Name of the first body that is not called `name`; `None` if all are.
fn other_body<'a>(scene: &'a Scene, name: &str) -> Option<&'a String> {
    scene.bodies.iter().map(|body| &body.name).find(|other| *other != name)
}

/// The quaternion x y z w of a rotation about z, then x, then y of the world, in degrees.
pub(crate) fn quaternion(degrees: [f64; 3]) -> [f64; 4] {
    let [x, y, z] = degrees.map(f64::to_radians);
    DQuat::from_euler(EulerRot::YXZ, y, x, z).to_array()
}

/// Angles about x, y and z, degrees, of a quaternion x y z w; one of several inverses of [`quaternion`].
pub(crate) fn degrees(rotation: [f64; 4]) -> [f64; 3] {
    let (y, x, z) = DQuat::from_array(rotation).normalize().to_euler(EulerRot::YXZ);
    [x, y, z].map(|angle| {
        // Nine decimals hide the rounding errors of the conversion; adding 0 turns −0 into 0.
        let shown = (angle.to_degrees() * 1e9).round() / 1e9;
        shown + 0.0
    })
}
