//! Fields of the scene panel for the selected view frustum. Every change is an edit, which runs the query again.

use contact_lens_scene::model::{Frustum, FrustumForm};
use egui::Ui;

use super::body::rotation_row;
use super::push_edit;
use crate::command::{Command, SceneCommand};
use crate::files::edit::Edit;
use crate::panels::fields::{NumberKind, Touched, Unset, name_row, number_row, optional_row, row, vector_row};
use crate::panels::section;
use crate::state::State;

/// Limits of an angle of view, degrees.
const ANGLE_OF_VIEW: NumberKind = NumberKind { min: 0.1, max: 179.0, ..NumberKind::ANGLE };

/// Distance of a new far plane from the eye, divided by the distance of the near plane.
const FAR_BY_NEAR: f64 = 100.0;

/// Form in which a scene file gives a frustum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::panels) enum FrustumKind {
    Matrix,
    Planes,
    Camera,
}

impl FrustumKind {
    /// Kind of this form.
    pub(in crate::panels) fn of(form: &FrustumForm) -> Self {
        match form {
            FrustumForm { matrix: Some(_), .. } => Self::Matrix,
            FrustumForm { planes: Some(_), .. } => Self::Planes,
            FrustumForm { matrix: None, planes: None, .. } => Self::Camera,
        }
    }

    /// Name in the list.
    pub(in crate::panels) fn name(self) -> &'static str {
        match self {
            Self::Matrix => "matrix",
            Self::Planes => "planes",
            Self::Camera => "camera",
        }
    }
}

/// Draws the fields; nothing when no frustum is selected.
pub(in crate::panels) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let selected = state.focus.frustum.and_then(|i| Some((i, state.doc.scene.frusta.get(i)?)));
    let Some((index, frustum)) = selected else { return Vec::new() };
    section(ui, &frustum.name);
    ui.push_id(("frustum", index), |ui| draw_fields(ui, state, index, frustum)).inner
}

/// Draws the fields of a frustum, and returns the edits.
fn draw_fields(ui: &mut Ui, state: &State, index: usize, frustum: &Frustum) -> Vec<Command> {
    let mut out = Vec::new();
    let frusta = &state.doc.scene.frusta;
    let entry = name_row(ui, "Frustum name", &frustum.name, |name| name_refusal(frusta, index, name));
    out.extend(entry.new.map(|name| Command::Scene(SceneCommand::Edit(Edit::RenameFrustum(index, name)))));
    if entry.done {
        out.push(SceneCommand::EndGesture.into());
    }
    let mut form = frustum.form.clone();
    let touched = match FrustumKind::of(&form) {
        FrustumKind::Camera => draw_camera(ui, &mut form),
        kind @ (FrustumKind::Matrix | FrustumKind::Planes) => {
            let kind = kind.name();
            ui.weak(format!("This frustum is given by its {kind} in the scene file. Move and rotate it by its handles in the world view."));
            Touched::default()
        }
    };
    push_edit(touched, Edit::Frustum(index, Box::new(form)), &mut out);
    out
}

/// Reason why the frustum with this index cannot have this name; `None` when it can.
fn name_refusal(frusta: &[Frustum], index: usize, name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("A frustum needs a name.");
    }
    let is_taken = frusta.iter().enumerate().any(|(i, other)| i != index && other.name == name);
    is_taken.then_some("Another frustum has this name.")
}

/// Draws the fields of a camera: eye, direction, angle of view, aspect ratio, near and far plane.
fn draw_camera(ui: &mut Ui, form: &mut FrustumForm) -> Touched {
    let mut touched = Touched::default();
    if let Some(eye) = &mut form.eye {
        touched = touched.or(vector_row(ui, "Eye", eye, NumberKind::COORDINATE));
    }
    touched = touched.or(draw_view_direction(ui, form));
    if let Some(fov) = &mut form.fov_y {
        touched = touched.or(number_row(ui, "Angle of view", fov, ANGLE_OF_VIEW));
    }
    for (label, value) in [("Aspect", &mut form.aspect), ("Near", &mut form.near)] {
        if let Some(value) = value {
            touched = touched.or(number_row(ui, label, value, NumberKind::SIZE));
        }
    }
    let first_far = form.near.unwrap_or(1.0) * FAR_BY_NEAR;
    touched.or(optional_row(ui, "Far", &mut form.far, first_far, Unset::Word("infinite"), NumberKind::SIZE))
}

/// Draws the direction of a camera: by a target or by a rotation.
fn draw_view_direction(ui: &mut Ui, form: &mut FrustumForm) -> Touched {
    let mut has_target = form.target.is_some();
    let ticked = row(ui, "Looks", |ui| ui.checkbox(&mut has_target, "at a target").changed());
    let ticked = Touched::if_chosen(ticked);
    if ticked.changed {
        contact_lens_play::frusta::aim(form, has_target);
    }
    ticked.or(match &mut form.target {
        Some(target) => vector_row(ui, "Target", target, NumberKind::COORDINATE),
        None => {
            let mut rotation = form.rotation.unwrap_or([0.0, 0.0, 0.0, 1.0]);
            let touched = rotation_row(ui, "camera", &mut rotation);
            if touched.changed {
                form.rotation = Some(rotation);
            }
            touched
        }
    })
}
