//! Fields of a world, the scene of a 2D rigid-body simulation: gravity, joints, and the dynamics of bodies.

use contact_lens_model::ask::LARGEST;
use contact_lens_scene::model::{Body, Dimension, Joint, JointField, JointKind, Motion, Scene};
use egui::Ui;

use super::{options, push_edit};
use crate::command::{Command, SceneCommand, SelectCommand};
use crate::files::edit::{Edit, default_joint, joint_kinds};
use crate::panels::fields::{
    NumberKind, Touched, Unset, choice, collapsible, name_row, number_row, optional_row, row, show_refusal, vector_row,
};
use crate::panels::icons::Icon;
use crate::panels::list::{list_heading, list_row, small_button};
use crate::state::State;

/// Limits of a number in a world.
const ANY_NUMBER: NumberKind = NumberKind { min: -LARGEST, max: LARGEST, ..NumberKind::NUMBER };

/// Limits of a nonnegative number.
const SIZE: NumberKind = NumberKind { min: 0.0, ..ANY_NUMBER };

/// Limits of a positive number.
const POSITIVE: NumberKind = NumberKind { min: f64::MIN_POSITIVE, ..ANY_NUMBER };

/// Limits of a positive whole number.
const COUNT: NumberKind = NumberKind { max: LARGEST, ..NumberKind::COUNT };

/// Frequency that a new spring gets, Hz.
const FIRST_FREQUENCY: f64 = 5.0;

/// Frequency of a pointer drag without its own, by the scene format, Hz.
const DRAG_FREQUENCY: f64 = 5.0;

/// Damping ratio of a pointer drag without its own, by the scene format.
const DRAG_DAMPING: f64 = 0.7;

/// Name of the world in the choice of a joint's first body.
const WORLD: &str = "(the world)";

/// Draws an optional vector of two or three coordinates; only x and y can be changed.
fn draw_optional_vector<const N: usize>(ui: &mut Ui, label: &str, value: &mut Option<[f64; N]>) -> Touched {
    let mut is_set = value.is_some();
    let ticked = row(ui, label, |ui| ui.checkbox(&mut is_set, "set").accessible_name(format!("own {label}")).changed());
    if ticked {
        *value = is_set.then_some([0.0; N]);
    }
    let mut touched = Touched::default();
    if let Some(vector) = value {
        let mut coordinates = [vector[0], vector[1]];
        touched = vector_row(ui, label, &mut coordinates, ANY_NUMBER);
        vector[..2].copy_from_slice(&coordinates);
    }
    touched.or(Touched::if_chosen(ticked))
}

/// Draws the velocity and the dynamics of the selected body; nothing in 3D.
pub(in crate::panels) fn show_dynamics(ui: &mut Ui, scene: &Scene, index: usize, body: &Body, out: &mut Vec<Command>) {
    if scene.dimension != Dimension::Two {
        return;
    }
    let id = ui.make_persistent_id(("in a world", index));
    collapsible(ui, id, "In a world", |ui| {
        let mut dynamics = body.dynamics.clone();
        let mut velocity = body.velocity;
        let mut touched = Touched::default();
        if dynamics.motion != Motion::Static {
            touched = draw_optional_vector(ui, "Velocity", &mut velocity);
        }
        let done = options::show(ui, Dimension::Two, &mut dynamics);
        // The options may have made the body static, which has no velocity.
        velocity = velocity.filter(|_| dynamics.motion != Motion::Static);
        touched = touched.or(Touched { changed: dynamics != body.dynamics, done, refused: None });
        push_edit(touched, Edit::Dynamics(index, velocity, Box::new(dynamics)), out);
    });
}

/// Draws gravity, the joints, and the fields of the selected one; nothing in 3D.
pub(in crate::panels) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let scene = &state.doc.scene;
    let mut out = Vec::new();
    if scene.dimension != Dimension::Two {
        return out;
    }
    let selected = state.focus.joint.filter(|joint| *joint < scene.joints.len());
    list_heading(ui, "Gravity and joints", |ui| {
        if small_button(ui, Icon::Plus, "Add a joint", scene.bodies.len() > 1) {
            out.push(SceneCommand::Edit(Edit::AddJoint(state.focus.body)).into());
        }
        if small_button(ui, Icon::Minus, "Remove this joint", selected.is_some()) {
            out.extend(selected.map(|joint| Command::Scene(SceneCommand::Edit(Edit::RemoveJoint(joint)))));
        }
    });
    let mut gravity = scene.gravity;
    let touched = vector_row(ui, "Gravity", &mut gravity, ANY_NUMBER);
    push_edit(touched, Edit::Gravity(gravity), &mut out);
    for (index, joint) in scene.joints.iter().enumerate() {
        if list_row(ui, &joint.name, joint.kind.name(), selected == Some(index), None).clicked() {
            out.push(SelectCommand::SelectJoint((selected != Some(index)).then_some(index)).into());
        }
    }
    if let Some((index, joint)) = selected.and_then(|index| Some((index, scene.joints.get(index)?))) {
        ui.push_id(("joint", index), |ui| draw_joint_fields(ui, scene, index, joint, &mut out));
    }
    out
}

/// Reason why the joint with this index cannot have this name; `None` when it can.
fn name_refusal(joints: &[Joint], index: usize, name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("A joint needs a name.");
    }
    let is_taken = joints.iter().enumerate().any(|(i, other)| i != index && other.name == name);
    is_taken.then_some("Another joint has this name.")
}

/// Draws the fields of a joint. Changes after which none of its bodies is dynamic are refused.
fn draw_joint_fields(ui: &mut Ui, scene: &Scene, index: usize, original: &Joint, out: &mut Vec<Command>) {
    let mut joint = original.clone();
    let entry = name_row(ui, "Joint name", &original.name, |name| name_refusal(&scene.joints, index, name));
    let mut touched = Touched { changed: entry.new.is_some(), done: entry.done, refused: None };
    if let Some(name) = entry.new {
        joint.name = name;
    }
    let kind = row(ui, "Type", |ui| choice(ui, "Joint type", joint.kind.name(), joint_kinds()));
    if let Some(default) = kind.and_then(default_joint) {
        joint.kind = default;
        touched = touched.or(Touched::CHOSEN);
        if !joint.kind.has_first_body() {
            joint.a = None;
        }
    }
    let bodies: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    if joint.kind.has_first_body() {
        let first = joint.a.clone().unwrap_or_else(|| String::from(WORLD));
        let others = std::iter::once(WORLD).chain(bodies.iter().copied().filter(|name| *name != joint.b));
        if let Some(chosen) = row(ui, "Body a", |ui| choice(ui, "Joint body a", &first, others)) {
            joint.a = (chosen != WORLD).then(|| chosen.to_owned());
            touched = touched.or(Touched::CHOSEN);
        }
    }
    let second = joint.b.clone();
    let others = bodies.into_iter().filter(|name| Some(*name) != joint.a.as_deref());
    if let Some(chosen) = row(ui, "Body b", |ui| choice(ui, "Joint body b", &second, others)) {
        chosen.clone_into(&mut joint.b);
        touched = touched.or(Touched::CHOSEN);
    }
    touched = touched.or(draw_kind_fields(ui, &mut joint.kind));
    if row(ui, "Contact", |ui| ui.checkbox(&mut joint.collide, "bodies collide").changed()) {
        touched = touched.or(Touched::CHOSEN);
    }
    let can_join = scene.can_join(&joint);
    show_refusal(ui, (!can_join).then_some("A joint needs a dynamic body."));
    if joint != *original && can_join {
        push_edit(touched, Edit::Joint(index, Box::new(joint)), out);
    } else if touched.done {
        out.push(SceneCommand::EndGesture.into());
    }
}

/// Draws the fields of a joint's kind: anchors, limits and spring. A fixed length or angle and limits exclude each
/// other, so a field of one is drawn only while the other is absent.
fn draw_kind_fields(ui: &mut Ui, kind: &mut JointKind) -> Touched {
    let [lower, upper] = kind.limits();
    let has_limits = lower.is_some() || upper.is_some();
    let mut has_fixed_value = false;
    let mut touched = Touched::default();
    for field in kind.fields_mut() {
        touched = touched.or(match field {
            JointField::AnchorA(anchor) => draw_optional_vector(ui, "Anchor a", anchor),
            JointField::AnchorB(anchor) => draw_optional_vector(ui, "Anchor b", anchor),
            JointField::Length(length) => {
                let touched = draw_fixed_value(ui, "Length", length, 1.0, POSITIVE, has_limits);
                has_fixed_value = length.is_some();
                touched
            }
            JointField::Angle(angle) => {
                let touched = draw_fixed_value(ui, "Angle", angle, 0.0, ANY_NUMBER, has_limits);
                has_fixed_value = angle.is_some();
                touched
            }
            JointField::Axis(axis) => draw_axis(ui, axis),
            JointField::Limits { .. } if has_fixed_value => Touched::default(),
            JointField::Limits { lower, upper, is_distance } => {
                draw_limits(ui, lower, upper, if is_distance { SIZE } else { ANY_NUMBER })
            }
            JointField::Spring { frequency, damping_ratio } => draw_spring(ui, frequency, damping_ratio),
            JointField::Pull { frequency, damping_ratio, from, track } => {
                let unset = Unset::Number(DRAG_FREQUENCY);
                let soft = optional_row(ui, "Frequency, Hz", frequency, FIRST_FREQUENCY, unset, SIZE);
                let frames = draw_drag_frames(ui, from, track);
                let unset = Unset::Number(DRAG_DAMPING);
                let damped = optional_row(ui, "Damping", damping_ratio, DRAG_DAMPING, unset, SIZE);
                soft.or(damped).or(frames)
            }
            JointField::Speed(speed) => number_row(ui, "Speed", speed, ANY_NUMBER),
            JointField::MaxTorque(torque) => number_row(ui, "Torque", torque, SIZE),
            JointField::Target(target) => vector_row(ui, "Target", target, ANY_NUMBER),
            JointField::MaxForce(force) => number_row(ui, "Force", force, SIZE),
        });
    }
    touched
}

/// Draws a length or angle that a joint holds, by default the one at the start; nothing for a joint with limits.
fn draw_fixed_value(
    ui: &mut Ui,
    label: &str,
    value: &mut Option<f64>,
    first: f64,
    kind: NumberKind,
    has_limits: bool,
) -> Touched {
    if has_limits {
        return Touched::default();
    }
    optional_row(ui, label, value, first, Unset::Word("as at the start"), kind)
}

/// Draws the direction of a joint. A new direction of length 0 becomes the x axis.
fn draw_axis(ui: &mut Ui, axis: &mut Option<[f64; 2]>) -> Touched {
    let old_axis = *axis;
    let touched = draw_optional_vector(ui, "Axis", axis);
    if *axis == Some([0.0, 0.0]) {
        *axis = old_axis.or(Some([1.0, 0.0]));
    }
    touched
}

/// Draws the fields of the first and the last frame of a pointer drag.
fn draw_drag_frames(ui: &mut Ui, from: &mut Option<u32>, track: &mut Option<Vec<[f64; 2]>>) -> Touched {
    let mut first = from.map(f64::from);
    let touched = optional_row(ui, "From frame", &mut first, 1.0, Unset::Number(1.0), COUNT);
    if touched.changed {
        *from = first.map(|first| first.round() as u32);
    }
    let Some(targets) = track else { return touched };
    let last = u64::from(from.unwrap_or(1)) + targets.len() as u64;
    let removes_end = row(ui, "Until frame", |ui| {
        ui.horizontal(|ui| {
            ui.monospace(last.to_string());
            let hover = "Keep the drag from the first frame to the end";
            ui.small_button("Remove the end").on_hover_text(hover).clicked()
        })
        .inner
    });
    if removes_end {
        *track = None;
        return Touched::CHOSEN;
    }
    touched
}

/// Draws a lower and an upper limit, both optional. If a limit is moved beyond the other one, both become equal.
fn draw_limits(ui: &mut Ui, lower: &mut Option<f64>, upper: &mut Option<f64>, kind: NumberKind) -> Touched {
    // A new lower limit is 0 and a new upper limit 1, unless the other limit or the kind forbids that.
    let first_lower = upper.unwrap_or(0.0).min(0.0).max(kind.min);
    let first_upper = lower.unwrap_or(1.0).max(1.0);
    let below = optional_row(ui, "Lower", lower, first_lower, Unset::Word("none"), kind);
    if below.changed
        && let (Some(low), Some(high)) = (*lower, upper.as_mut())
    {
        *high = high.max(low);
    }
    let above = optional_row(ui, "Upper", upper, first_upper, Unset::Word("none"), kind);
    if above.changed
        && let (Some(low), Some(high)) = (lower.as_mut(), *upper)
    {
        *low = low.min(high);
    }
    below.or(above)
}

/// Draws the spring of a joint; its damping only if it has a frequency.
fn draw_spring(ui: &mut Ui, frequency: &mut Option<f64>, damping: &mut Option<f64>) -> Touched {
    let touched = optional_row(ui, "Frequency, Hz", frequency, FIRST_FREQUENCY, Unset::Word("rigid"), SIZE);
    if frequency.is_none() {
        *damping = None;
        return touched;
    }
    touched.or(optional_row(ui, "Damping", damping, 1.0, Unset::Number(1.0), SIZE))
}
