//! Changes of the scene, as data.

mod frusta;
mod joints;
mod parts;
mod sizes;
mod words;

use glam::{DQuat, EulerRot};

use crate::scene::model::{
    Algorithm, Ask, Axis, Body, Dimension, Dynamics, Frame, FramePose, FrustumForm, Joint, List, Query, Scene, Shape,
    SubjectKind,
};

pub use joints::Pull;
pub(super) use joints::{JOINT_KINDS, hand_name, joint_of};
use joints::{add_joint, pulled, set_dynamics};
pub(super) use sizes::{scaled, scaled_along};
pub(super) use words::words;

/// A change of the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// The title.
    Name(String),
    /// The note.
    Note(String),
    /// A body's own fields, without its name and pose.
    Shape(usize, Shape),
    /// A body's margin, meters.
    Margin(usize, f64),
    /// A body's name; queries and frames follow.
    RenameBody(usize, String),
    /// Where a body is, in this frame: position in meters, quaternion x y z w.
    Pose {
        /// Which body.
        body: usize,
        /// In which frame; a scene that stands still has frame 0 alone.
        frame: usize,
        /// World, meters.
        position: [f64; 3],
        /// Body to world.
        rotation: [f64; 4],
    },
    /// A new body like the selected one, or a box.
    AddBody(Option<usize>),
    /// A body, with the queries that ask about it.
    RemoveBody(usize),
    /// What all bodies of a world are accelerated by, m/s².
    Gravity([f64; 2]),
    /// A body's velocity, and how it moves and weighs in a world.
    Dynamics(usize, Option<[f64; 3]>, Box<Dynamics>),
    /// A joint as a whole.
    Joint(usize, Box<Joint>),
    /// A new joint of this body, or of the first that can be moved, and another.
    AddJoint(Option<usize>),
    /// A joint.
    RemoveJoint(usize),
    /// Where a hand pulls in the frame after the one shown.
    Pull(Box<Pull>),
    /// A query as a whole.
    Query(usize, Box<Query>),
    /// A new query like this one, or GJK on the first two bodies; the hull of a body that is alone.
    AddQuery(Option<usize>),
    /// A query.
    RemoveQuery(usize),
    /// A's and B's parts changed.
    SwapBodies(usize),
    /// The planes of a frustum, in any form.
    Frustum(usize, Box<FrustumForm>),
    /// A frustum's name; queries follow.
    RenameFrustum(usize, String),
    /// A new frustum like this one, or a camera that looks at everything from the front.
    AddFrustum(Option<usize>),
    /// A frustum, with the queries that cull by it.
    RemoveFrustum(usize),
}

impl Edit {
    /// What is changed, so that a drag over many values is one undo.
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
            Self::Pull(pull) => format!("joints.{}", pull.joint),
            Self::AddJoint(_) | Self::RemoveJoint(_) => String::from("list"),
            Self::AddBody(_) | Self::RemoveBody(_) | Self::AddQuery(_) | Self::RemoveQuery(_) => String::from("list"),
            Self::SwapBodies(i) => format!("queries[{i}].swap"),
            Self::Frustum(i, _) => format!("frusta[{i}]"),
            Self::RenameFrustum(i, _) => format!("frusta[{i}].name"),
            Self::AddFrustum(_) | Self::RemoveFrustum(_) => String::from("list"),
        }
    }

    /// Whether each one is an undo of its own.
    pub fn stands_alone(&self) -> bool {
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

    /// Whether it would change anything: a drag that stands still does not, and one body has nothing to change parts with.
    pub(super) fn changes(&self, scene: &Scene) -> bool {
        match self {
            Self::Shape(i, shape) => scene.bodies.get(*i).is_some_and(|body| body.shape != *shape),
            Self::Pose { body, frame, position, rotation } => {
                scene.bodies.get(*body).is_some_and(|body| scene.pose(body, *frame) != (*position, *rotation))
            }
            Self::SwapBodies(i) => {
                scene.queries.get(*i).is_some_and(|query| query.ask.algorithm().subject() == SubjectKind::Pair)
            }
            Self::Frustum(i, form) => scene.frusta.get(*i).is_some_and(|frustum| frustum.form != **form),
            _ => true,
        }
    }

    /// The scene after the change. Indices that point nowhere change nothing.
    pub fn apply(&self, before: &Scene) -> Scene {
        let mut scene = before.clone();
        match self {
            Self::Name(name) => scene.name.clone_from(name),
            Self::Note(note) => scene.note.clone_from(note),
            Self::Shape(i, shape) => scene.bodies.get_mut(*i).into_iter().for_each(|body| body.shape = shape.clone()),
            Self::Margin(i, margin) => scene.bodies.get_mut(*i).into_iter().for_each(|body| body.margin = *margin),
            Self::RenameBody(i, name) => rename_body(&mut scene, *i, name),
            Self::Pose { body, frame, position, rotation } => {
                set_pose(&mut scene, *body, *frame, *position, *rotation);
            }
            Self::AddBody(like) => add_body(&mut scene, *like),
            Self::RemoveBody(i) => remove_body(&mut scene, *i),
            Self::Gravity(gravity) => scene.gravity = *gravity,
            Self::Dynamics(i, velocity, dynamics) => set_dynamics(&mut scene, *i, *velocity, dynamics),
            Self::Joint(i, joint) => on(&mut scene.joints, *i, |old| old.clone_from(joint)),
            Self::Pull(pull) => pulled(&mut scene, pull),
            Self::AddJoint(body) => add_joint(&mut scene, *body),
            Self::RemoveJoint(i) if *i < scene.joints.len() => drop(scene.joints.remove(*i)),
            Self::RemoveJoint(_) => {}
            Self::Query(i, query) => on(&mut scene.queries, *i, |old| old.clone_from(query)),
            Self::AddQuery(like) => add_query(&mut scene, *like),
            Self::RemoveQuery(i) if *i < scene.queries.len() => drop(scene.queries.remove(*i)),
            Self::RemoveQuery(_) => {}
            Self::SwapBodies(i) => on(&mut scene.queries, *i, |query| {
                if let Some([a, b]) = query.ask.pair_mut() {
                    std::mem::swap(a, b);
                }
            }),
            Self::Frustum(i, form) => on(&mut scene.frusta, *i, |old| old.form.clone_from(form)),
            Self::RenameFrustum(i, name) => frusta::rename(&mut scene, *i, name),
            Self::AddFrustum(like) => frusta::add(&mut scene, *like),
            Self::RemoveFrustum(i) => frusta::remove(&mut scene, *i),
        }
        scene
    }
}

fn on<T>(list: &mut [T], index: usize, change: impl FnOnce(&mut T)) {
    if let Some(item) = list.get_mut(index) {
        change(item);
    }
}

fn rename_body(scene: &mut Scene, index: usize, name: &str) {
    let taken = scene.bodies.iter().enumerate().any(|(i, body)| i != index && body.name == name);
    if taken || name.is_empty() {
        return;
    }
    let Some(body) = scene.bodies.get_mut(index) else { return };
    let old = std::mem::replace(&mut body.name, name.to_owned());
    let follow = |text: &mut String| {
        if *text == old {
            name.clone_into(text);
        }
    };
    scene.queries.iter_mut().for_each(|query| query.rename(&old, name));
    scene.joints.iter_mut().for_each(|joint| joint.rename(&old, name));
    if let Some(recorded) = &mut scene.recorded
        && let Some(mass) = recorded.masses.remove(&old)
    {
        recorded.masses.insert(name.to_owned(), mass);
    }
    let moves = |frame: &Frame| names_body(frame, &old);
    scene.frames.change_where(moves, |frame| {
        frame.poses.iter_mut().map(|pose| &mut pose.body).chain(&mut frame.gone).for_each(&follow);
    });
}

fn set_pose(scene: &mut Scene, body: usize, frame: usize, position: [f64; 3], rotation: [f64; 4]) {
    let Some(frame) = scene.frames.get_mut(frame) else {
        let moved = scene.bodies.get_mut(body);
        moved.into_iter().for_each(|moved| moved.put(position, rotation));
        return;
    };
    let Some(moved) = scene.bodies.get(body) else { return };
    let pose = FramePose { body: moved.name.clone(), position, rotation };
    // Who is put somewhere is there.
    frame.gone.retain(|gone| *gone != moved.name);
    match frame.poses.iter_mut().find(|old| old.body == moved.name) {
        Some(old) => *old = pose,
        None => frame.poses.push(pose),
    }
}

/// A name like `base` that none of `taken` has.
fn fresh_name(base: &str, taken: &[&str]) -> String {
    let stem = base.trim_end_matches(|c: char| c.is_ascii_digit()).trim_end();
    let numbered = (2..).map(|n| format!("{stem} {n}"));
    std::iter::once(base.to_owned()).chain(numbered).find(|name| !taken.contains(&name.as_str())).unwrap_or_default()
}

/// How far along x a copy stands from its model, meters.
const BESIDE: f64 = 1.0;

fn add_body(scene: &mut Scene, like: Option<usize>) {
    let taken: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    let body = match like.and_then(|i| scene.bodies.get(i)) {
        Some(model) => {
            let mut copy = model.clone();
            copy.name = fresh_name(&model.name, &taken);
            copy.position[0] += BESIDE;
            also_in_frames(&mut scene.frames, &model.name, &copy.name);
            copy
        }
        None => Body::new(fresh_name("box", &taken), Shape::Box { half_extents: [0.5; 3] }),
    };
    scene.bodies.push(body);
}

/// Whether a frame says anything of a body.
fn names_body(frame: &Frame, name: &str) -> bool {
    frame.poses.iter().map(|pose| &pose.body).chain(&frame.gone).any(|body| body == name)
}

/// A copy moves as its model does, beside it, and comes and goes with it.
fn also_in_frames(frames: &mut List<Frame>, model: &str, copy: &str) {
    let moves = |frame: &Frame| names_body(frame, model);
    frames.change_where(moves, |frame| {
        if frame.gone.iter().any(|gone| gone == model) {
            frame.gone.push(copy.to_owned());
        }
        let poses = frame.poses.iter().filter(|pose| pose.body == model);
        let beside = |pose: &FramePose| {
            let mut pose = FramePose { body: copy.to_owned(), ..pose.clone() };
            pose.position[0] += BESIDE;
            pose
        };
        let copies: Vec<FramePose> = poses.map(beside).collect();
        frame.poses.extend(copies);
    });
}

fn remove_body(scene: &mut Scene, index: usize) {
    if scene.bodies.len() < 2 || index >= scene.bodies.len() {
        return;
    }
    let gone = scene.bodies.remove(index);
    scene.queries.retain_mut(|query| query.forget(&gone.name));
    if let Some(recorded) = &mut scene.recorded {
        recorded.masses.remove(&gone.name);
    }
    scene.joints.retain(|joint| joint.bodies().all(|(_, body)| body != gone.name));
    let moves = |frame: &Frame| names_body(frame, &gone.name);
    scene.frames.change_where(moves, |frame| {
        frame.poses.retain(|pose| pose.body != gone.name);
        frame.gone.retain(|name| *name != gone.name);
    });
}

fn add_query(scene: &mut Scene, like: Option<usize>) {
    let taken: Vec<&str> = scene.queries.iter().map(|query| query.name.as_str()).collect();
    let bodies = &scene.bodies;
    let query = match (like.and_then(|i| scene.queries.get(i)), bodies.get(0).zip(bodies.get(1))) {
        (Some(model), _) => Query::new(fresh_name(&model.name, &taken), model.ask.clone().expecting_nothing()),
        (None, None) if bodies.len() == 1 => {
            let algorithm = if scene.dimension == Dimension::Two { Algorithm::Graham } else { Algorithm::Quickhull };
            let name = bodies[0].name.as_str();
            Query::new(fresh_name("hull", &taken), algorithm.of(name, name))
        }
        (None, Some((a, b))) => {
            Query::new(fresh_name("distance", &taken), Algorithm::Gjk.of(a.name.as_str(), b.name.as_str()))
        }
        _ => return,
    };
    scene.queries.push(query);
}

/// The same question to another algorithm; where that asks about two bodies and the question is about one, B is the first
/// other body, and of all bodies the first ones are taken. None where there is no other, and to culling where there is no
/// frustum.
pub(super) fn handed_to(scene: &Scene, ask: &Ask, algorithm: Algorithm) -> Option<Ask> {
    if algorithm == Algorithm::Cull && scene.frusta.is_empty() {
        return None;
    }
    let mut handed = ask.asked_of(algorithm);
    let other = |than: &str| scene.bodies.iter().map(|body| &body.name).find(|name| **name != than);
    // All bodies have no names of which one or two could be taken over.
    if let Some(first) = handed.names_mut().next().filter(|name| name.is_empty()) {
        first.clone_from(other("")?);
    }
    if let Some([a, b]) = handed.pair_mut()
        && (a == b || b.is_empty())
    {
        b.clone_from(other(a)?);
    }
    Some(handed)
}

/// The quaternion x y z w of a rotation about z, then x, then y of the world, in degrees.
pub(super) fn quaternion(degrees: [f64; 3]) -> [f64; 4] {
    let [x, y, z] = degrees.map(f64::to_radians);
    DQuat::from_euler(EulerRot::YXZ, y, x, z).to_array()
}

/// Degrees about x, y and z that give this quaternion. The inverse of [`quaternion`], one of several.
pub(super) fn degrees(rotation: [f64; 4]) -> [f64; 3] {
    let (y, x, z) = DQuat::from_array(rotation).normalize().to_euler(EulerRot::YXZ);
    [x, y, z].map(|angle| {
        let shown = (angle.to_degrees() * 1e9).round() / 1e9;
        shown + 0.0
    })
}

/// The kinds of shapes a body can be turned into, as the panel lists them.
pub(super) const SHAPE_KINDS: [&str; 13] = [
    "sphere",
    "box",
    "cylinder",
    "cone",
    "capsule",
    "ellipsoid",
    "segment",
    "triangle",
    "polytope",
    "circle",
    "rectangle",
    "polygon",
    "half-space",
];

/// What a shape is called.
pub(super) fn shape_kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Sphere { .. } => "sphere",
        Shape::Box { .. } => "box",
        Shape::Cylinder { .. } => "cylinder",
        Shape::Cone { .. } => "cone",
        Shape::Capsule { .. } => "capsule",
        Shape::Ellipsoid { .. } => "ellipsoid",
        Shape::Segment { .. } => "segment",
        Shape::Triangle { .. } => "triangle",
        Shape::Polytope { .. } => "polytope",
        Shape::Mesh { .. } => "mesh",
        Shape::Circle { .. } => "circle",
        Shape::Rectangle { .. } => "rectangle",
        Shape::Polygon { .. } => "polygon",
        Shape::HalfSpace { .. } => "half-space",
        Shape::Affine { .. } => "affine image",
        Shape::Inflate { .. } => "inflated",
        of_parts => parts::kind(of_parts),
    }
}

/// A shape of another kind, about half a meter in size.
pub(super) fn default_shape(kind: &str) -> Shape {
    let (radius, half_height, axis) = (0.5, 0.5, Axis::Y);
    match kind {
        "sphere" => Shape::Sphere { radius },
        "cylinder" => Shape::Cylinder { radius, half_height, axis },
        "cone" => Shape::Cone { radius, half_height, axis },
        "capsule" => Shape::Capsule { radius: 0.3, half_height, axis },
        "ellipsoid" => Shape::Ellipsoid { radii: [0.8, 0.5, 0.3] },
        "segment" => Shape::Segment { points: [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0]] },
        "triangle" => Shape::Triangle { points: [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.8, 0.0]] },
        "polytope" => Shape::Polytope { points: parts::TETRAHEDRON.to_vec() },
        "circle" => Shape::Circle { radius },
        "rectangle" => Shape::Rectangle { half_extents: [0.6, 0.4] },
        "polygon" => Shape::Polygon { points: vec![[-0.5, -0.4], [0.6, -0.3], [0.2, 0.6]] },
        "half-space" => Shape::HalfSpace { normal: [0.0, 1.0, 0.0], offset: 0.0 },
        _ => Shape::Box { half_extents: [0.5; 3] },
    }
}
