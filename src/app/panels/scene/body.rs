//! Fields of the scene panel for the selected body: name, pose, shape and margin. Every change is an edit, which runs
//! the query again.

use contact_lens_model::ask::{Choice as _, Dimension};
use contact_lens_play::{self as play, MeshAndHull};
use contact_lens_scene::model::{Axis, Body, Exclusive, FieldValue, Scene, Shape, ShapeField, Up};
use egui::{RichText, Ui};

use super::compound::{self, SurfaceSize};
use super::{push_edit, world};
use crate::command::{Command, SceneCommand};
use crate::files::edit::{self, Edit};
use crate::panels::fields::{
    NumberKind, Touched, choice, name_row, number, number_row, row, show_refusal, text_row, vector_row,
};
use crate::panels::icons::{self, ButtonState, Icon};
use crate::panels::section;
use crate::state::State;
use crate::theme::Look;

/// Largest rounding error of the cosine of half the angle between two equal rotations.
const ROTATION_TOLERANCE: f64 = 1e-12;

/// Draws the fields, or a hint when no body is selected.
pub(crate) fn show(ui: &mut Ui, state: &State) -> Vec<Command> {
    let Some((index, body)) = state.focus.body.and_then(|i| Some((i, state.doc.scene.bodies.get(i)?))) else {
        ui.add_space(4.0);
        ui.weak("Select a body to change its shape and pose.");
        return Vec::new();
    };
    section(ui, &body.name);
    // Ids differ by body, so that unfinished text does not move to another one.
    ui.push_id(("body", index), |ui| draw_fields(ui, state, index, body)).inner
}

/// Draws the fields of a body, and returns the edits.
fn draw_fields(ui: &mut Ui, state: &State, index: usize, body: &Body) -> Vec<Command> {
    let mut out = Vec::new();
    let entry = name_row(ui, "Body name", &body.name, |name| name_refusal(&state.doc.scene, index, name));
    out.extend(entry.new.map(|name| Command::Scene(SceneCommand::Edit(Edit::RenameBody(index, name)))));
    if entry.done {
        out.push(SceneCommand::EndGesture.into());
    }
    draw_pose(ui, state, index, &mut out);
    let mut shape = body.shape.clone();
    let touched = draw_shape_kind_row(ui, &mut shape).or(draw_shape_fields(ui, &mut shape));
    push_edit(touched, Edit::Shape(index, shape), &mut out);
    let mut margin = body.margin;
    let touched = number_row(ui, "Margin", &mut margin, NumberKind::SIZE);
    push_edit(touched, Edit::Margin(index, margin), &mut out);
    world::show_dynamics(ui, &state.doc.scene, index, body, &mut out);
    out
}

/// Reason why the body with this index cannot have this name; `None` when it can.
fn name_refusal(scene: &Scene, index: usize, name: &str) -> Option<&'static str> {
    if name.is_empty() {
        return Some("A body needs a name.");
    }
    let is_taken = scene.body(name).is_some_and(|(other_index, _)| other_index != index);
    is_taken.then_some("Another body has this name.")
}

/// Draws the fields of the pose in the selected frame.
fn draw_pose(ui: &mut Ui, state: &State, index: usize, out: &mut Vec<Command>) {
    let frame = state.focus.frame;
    let scene = &state.doc.scene;
    let body = &state.doc.scene.bodies[index];
    if scene.is_gone(body, frame) {
        ui.label(RichText::new("Absent in this frame. Setting a pose adds it.").size(11.5).color(Look::get(ui).warn));
    }
    let (mut position, mut rotation) = scene.pose(body, frame);
    let touched = if state.doc.scene.dimension == Dimension::Two {
        let mut position_in_plane = [position[0], position[1]];
        let moved = vector_row(ui, "Position", &mut position_in_plane, NumberKind::COORDINATE);
        position[..2].copy_from_slice(&position_in_plane);
        moved.or(draw_angle_row(ui, index, &mut rotation))
    } else {
        vector_row(ui, "Position", &mut position, NumberKind::COORDINATE).or(rotation_row(ui, index, &mut rotation))
    };
    push_edit(touched, Edit::Pose { body: index, frame, position, rotation }, out);
}

/// Draws a rotation as angles about x, y and z. Entered angles are kept as long as they give this rotation, since many
/// angles give one quaternion.
pub(in crate::panels) fn rotation_row(
    ui: &mut Ui,
    salt: impl std::hash::Hash + std::fmt::Debug,
    rotation: &mut [f64; 4],
) -> Touched {
    draw_angles(ui, salt, rotation, |ui, angles| vector_row(ui, "Rotation", angles, NumberKind::ANGLE))
}

/// Draws a rotation in the plane as one angle.
fn draw_angle_row(ui: &mut Ui, salt: impl std::hash::Hash + std::fmt::Debug, rotation: &mut [f64; 4]) -> Touched {
    draw_angles(ui, salt, rotation, |ui, [_, _, z]| number_row(ui, "Angle", z, NumberKind::ANGLE))
}

/// Draws a rotation by `row`, which draws and changes the angles about x, y and z in degrees. `salt` makes the id
/// unique under which the entered angles are kept.
fn draw_angles(
    ui: &mut Ui,
    salt: impl std::hash::Hash + std::fmt::Debug,
    rotation: &mut [f64; 4],
    row: impl FnOnce(&mut Ui, &mut [f64; 3]) -> Touched,
) -> Touched {
    let memory = ui.scope_id().with(("angles", salt));
    let kept = ui.data(|data| data.get_temp::<[f64; 3]>(memory));
    let kept = kept.filter(|angles| are_angles_of(*angles, *rotation));
    let mut angles = kept.unwrap_or_else(|| edit::degrees(*rotation));
    let touched = row(ui, &mut angles);
    if touched.changed {
        *rotation = edit::quaternion(angles);
        ui.data_mut(|data| data.insert_temp(memory, angles));
    }
    touched
}

/// Whether angles in degrees give this rotation to rounding. The quaternion may have any length and either sign.
fn are_angles_of(angles: [f64; 3], rotation: [f64; 4]) -> bool {
    let other = edit::quaternion(angles);
    let dot: f64 = other.iter().zip(&rotation).map(|(a, b)| a * b).sum();
    let length: f64 = rotation.iter().map(|x| x * x).sum::<f64>().sqrt();
    dot.abs() >= (1.0 - ROTATION_TOLERANCE) * length
}

/// Draws the choice of the shape's kind; another kind replaces the shape by its default.
fn draw_shape_kind_row(ui: &mut Ui, shape: &mut Shape) -> Touched {
    let now = edit::shape_kind(shape);
    let chosen = row(ui, "Shape", |ui| choice(ui, "Shape", now, edit::shape_kinds()));
    match chosen.and_then(edit::default_shape) {
        Some(default) => {
            *shape = default;
            Touched::CHOSEN
        }
        None => Touched::default(),
    }
}

/// Draws the choice of a shape's axis.
fn axis_row(ui: &mut Ui, label: &str, axis: &mut Axis) -> Touched {
    row(ui, label, |ui| {
        let before = *axis;
        for named in Axis::NAMED {
            ui.selectable_value(axis, named.variant, named.label);
        }
        Touched::if_chosen(*axis != before)
    })
}

/// Draws the fields of a shape.
fn draw_shape_fields(ui: &mut Ui, shape: &mut Shape) -> Touched {
    if matches!(shape, Shape::Mesh { .. }) {
        return draw_mesh_rows(ui, shape);
    }
    let size = compound::surface_size(shape);
    let mut touched = Touched::default();
    for field in shape.fields_mut() {
        touched = touched.or(draw_shape_field(ui, field, size));
    }
    touched
}

/// Draws a field of a shape. `size` is the size of the shape's surface; `None` for a file that was not read.
fn draw_shape_field(ui: &mut Ui, field: ShapeField<'_, Exclusive>, size: Option<SurfaceSize>) -> Touched {
    let label = field.label;
    match field.value {
        FieldValue::BallRadius(length)
        | FieldValue::BaseRadius(length)
        | FieldValue::AddedRadius(length)
        | FieldValue::HalfHeight(length) => number_row(ui, label, length, NumberKind::SIZE),
        FieldValue::HalfExtents(lengths) | FieldValue::SemiAxes(lengths) => {
            vector_row(ui, label, lengths, NumberKind::SIZE)
        }
        FieldValue::PlanarHalfExtents(lengths) => vector_row(ui, label, lengths, NumberKind::SIZE),
        FieldValue::Axis(axis) => axis_row(ui, label, axis),
        FieldValue::Points(points) => draw_numbered_rows(ui, label, points, NumberKind::COORDINATE),
        FieldValue::PointList(points) => draw_point_list(ui, points),
        FieldValue::PlanarPointList(points) => draw_point_list(ui, points),
        FieldValue::Normal(normal) => {
            let before = *normal;
            let touched = vector_row(ui, label, normal, NumberKind::NUMBER);
            if *normal == [0.0; 3] {
                // Without a normal there is no half-space.
                *normal = before;
            }
            touched
        }
        FieldValue::PlaneOffset(offset) => number_row(ui, label, offset, NumberKind::COORDINATE),
        FieldValue::Matrix(rows) => draw_numbered_rows(ui, label, rows, NumberKind::NUMBER),
        FieldValue::Translation(offset) => vector_row(ui, label, offset, NumberKind::COORDINATE),
        FieldValue::Inside(shape) => draw_inner(ui, shape),
        FieldValue::Parts(parts) => compound::draw_parts(ui, label, parts),
        FieldValue::File(file) => {
            row(ui, label, |ui| ui.add(egui::Label::new(&*file).truncate()).on_hover_text(&*file));
            Touched::default()
        }
        FieldValue::HullScale(scale) | FieldValue::SurfaceScale(scale) => {
            number_row(ui, label, scale, NumberKind::FACTOR)
        }
        FieldValue::Triangles(_) => compound::draw_surface_size(ui, size),
        FieldValue::OneSided(is_one_sided) => compound::draw_sides_row(ui, label, is_one_sided),
        FieldValue::Heights(heights) => {
            text_row(ui, label, format!("{} × {}", heights.len(), heights.first().map_or(0, Vec::len)));
            Touched::default()
        }
        FieldValue::Cell(cell) => {
            vector_row(ui, label, cell, NumberKind::SIZE).or(compound::draw_surface_size(ui, size))
        }
        // Drawn for the hull of a mesh only, or part of the size of the surface.
        FieldValue::FilePart(_) | FieldValue::Up(_) | FieldValue::ShowsMesh(_) | FieldValue::Vertices(_) => {
            Touched::default()
        }
    }
}

/// Draws the facts about a mesh (file, size, surface, hull) and its fields; nothing for other shapes.
fn draw_mesh_rows(ui: &mut Ui, shape: &mut Shape) -> Touched {
    let mesh_and_hull = play::compare_with_hull(shape);
    let Shape::Mesh { file, part, scale, up, show, content } = shape else { return Touched::default() };
    let source = part.map_or_else(|| file.clone(), |part| format!("{file}, mesh {part}"));
    row(ui, "File", |ui| ui.add(egui::Label::new(&source).truncate()).on_hover_text(&source));
    let Some(mesh) = content.mesh() else {
        text_row(ui, "Mesh", String::from("not read"));
        return number_row(ui, "Scale", scale, NumberKind::FACTOR);
    };
    text_row(ui, "Vertices", mesh.vertices.len().to_string());
    text_row(ui, "Triangles", mesh.triangles.len().to_string());
    let surface = match mesh.volume {
        Some(volume) => format!("closed, {} m³", contact_lens_model::answer::number::number(volume * scale.powi(3))),
        None if mesh.triangles.is_empty() => String::from("none"),
        None => format!("open, {} edges", mesh.open_edges),
    };
    text_row(ui, "Surface", surface);
    let hull = hull_text(mesh_and_hull);
    row(ui, "Hull", |ui| ui.add(egui::Label::new(hull.short).truncate()).on_hover_text(hull.long));
    let mut touched = number_row(ui, "Scale", scale, NumberKind::FACTOR);
    row(ui, "Up", |ui| {
        for (option, name) in [(Up::X, "x"), (Up::Y, "y"), (Up::Z, "z")] {
            if ui.selectable_value(up, option, name).changed() {
                touched = Touched::CHOSEN;
            }
        }
    });
    row(ui, "Draw", |ui| {
        if ui.checkbox(show, "mesh").on_hover_text("Draw the triangles of the mesh in addition to its hull").changed() {
            touched = Touched::CHOSEN;
        }
    });
    let mut embedded = None;
    row(ui, "", |ui| {
        let tip = "Store the points of the mesh in the scene, so that its file is no longer needed";
        if ui.button("Embed points").on_hover_text(tip).clicked() {
            embedded = Some(content.embedded(*scale, *up));
        }
    });
    if let Some(points) = embedded {
        *shape = points;
        touched = Touched::CHOSEN;
    }
    touched
}

/// Text on the volume that the convex hull of a mesh adds to it.
struct HullText {
    /// Text for the row, a few words.
    short: String,
    /// A sentence for the tooltip.
    long: String,
}

/// Text on the volume that the convex hull adds. `mesh_and_hull` is `None` until the first answer, see
/// [`play::compare_with_hull`].
fn hull_text(mesh_and_hull: Option<MeshAndHull>) -> HullText {
    match mesh_and_hull {
        None => HullText {
            short: String::from("not computed yet"),
            long: String::from("The volume that the hull adds is computed with the first answer"),
        },
        Some(MeshAndHull::Convex) => {
            HullText { short: String::from("no added volume"), long: String::from("The mesh is convex to rounding") }
        }
        Some(MeshAndHull::Added(added)) => match added.ratio_text() {
            Some(ratio) => HullText {
                short: format!("{ratio} × the mesh"),
                long: String::from(
                    "All answers are about the hull; the number is the volume of the hull divided by the volume of the mesh",
                ),
            },
            None => HullText {
                short: String::from("added volume unknown"),
                long: format!(
                    "All answers are about the hull. Its added volume is unknown: {}",
                    added.unknown_reason().unwrap_or_default()
                ),
            },
        },
    }
}

/// Draws the fields of a shape inside another.
fn draw_inner(ui: &mut Ui, shape: &mut Shape) -> Touched {
    ui.indent("inner", |ui| {
        ui.weak(edit::shape_kind(shape));
        draw_shape_fields(ui, shape)
    })
    .inner
}

/// Draws a row for each vector, numbered from 1.
fn draw_numbered_rows(ui: &mut Ui, label: &str, vectors: &mut [[f64; 3]], kind: NumberKind) -> Touched {
    let mut touched = Touched::default();
    for (i, vector) in vectors.iter_mut().enumerate() {
        touched = touched.or(vector_row(ui, &format!("{label} {}", i + 1), vector, kind));
    }
    touched
}

/// Draws a scrolling list of points, numbered from 0, with buttons to add and remove points; only visible rows are
/// created. The last point stays.
fn draw_point_list<const N: usize>(ui: &mut Ui, points: &mut Vec<[f64; N]>) -> Touched {
    let mut touched = Touched::default();
    let mut removed = None;
    row(ui, "Points", |ui| {
        ui.label(points.len().to_string());
        if icons::button(ui, Icon::Plus, "Add a point", egui::vec2(20.0, 20.0), ButtonState::NORMAL).clicked() {
            // The new point is a copy of the last one.
            points.push(points.last().copied().unwrap_or([0.0; N]));
            touched = Touched::CHOSEN;
        }
    });
    let height = ui.spacing().interact_size.y;
    let area = egui::ScrollArea::vertical().id_salt("points").max_height(170.0).auto_shrink([false, true]);
    area.show_rows(ui, height, points.len(), |ui, range| {
        for i in range {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                ui.add_sized([22.0, 20.0], egui::Label::new(egui::RichText::new(i.to_string()).weak()));
                for (value, axis) in points[i].iter_mut().zip(["x", "y", "z"]) {
                    let name = format!("point {i} {axis}");
                    touched = touched.or(number(ui, &name, value, NumberKind::COORDINATE, 50.0));
                }
                let name = format!("Remove point {i}");
                let remove = icons::button(ui, Icon::Cross, &name, egui::vec2(18.0, 18.0), ButtonState::NORMAL);
                if remove.on_hover_text(&name).clicked() {
                    removed = Some(i);
                }
            });
        }
    });
    show_refusal(ui, touched.refused);
    if let Some(i) = removed.filter(|_| points.len() > 1) {
        points.remove(i);
        touched = Touched::CHOSEN;
    }
    touched
}
