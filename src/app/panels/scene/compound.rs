//! Rows of the scene panel for shapes with child shapes: compounds, triangle meshes and height fields.

use contact_lens_scene::model::{Part, Shape};
use egui::Ui;

use crate::files::edit;
use crate::panels::fields::{NumberKind, Touched, row, text_row, vector_row};

/// Maximum number of child shapes of a compound that are listed.
const MAX_LISTED: usize = 24;

/// Numbers of vertices and triangles of a surface.
#[derive(Clone, Copy)]
pub(super) struct SurfaceSize {
    vertices: usize,
    triangles: usize,
}

/// Size of the surface of a triangle mesh or height field; `None` for other shapes and for a file that was not read.
pub(super) fn surface_size(shape: &Shape) -> Option<SurfaceSize> {
    shape.surface().map(|(vertices, triangles)| SurfaceSize { vertices: vertices.len(), triangles: triangles.len() })
}

/// Draws the number of child shapes of a compound, and the kind and position of the first ones.
pub(super) fn draw_parts(ui: &mut Ui, label: &str, parts: &mut [Part]) -> Touched {
    let count = parts.len();
    let mut touched = Touched::default();
    text_row(ui, label, count.to_string());
    for (i, part) in parts.iter_mut().take(MAX_LISTED).enumerate() {
        let name = part.name.clone().unwrap_or_else(|| format!("Part {i}"));
        text_row(ui, &name, edit::shape_kind(&part.shape).to_owned());
        touched = touched.or(vector_row(ui, "Position", &mut part.position, NumberKind::COORDINATE));
    }
    if count > MAX_LISTED {
        text_row(ui, "", format!("and {} more", count - MAX_LISTED));
    }
    touched
}

/// Draws the size of a surface; `None` for a file that was not read. The size cannot be changed.
pub(super) fn draw_surface_size(ui: &mut Ui, size: Option<SurfaceSize>) -> Touched {
    match size {
        Some(SurfaceSize { vertices, triangles }) => {
            row(ui, "Vertices", |ui| ui.label(vertices.to_string()));
            row(ui, "Triangles", |ui| ui.label(triangles.to_string()));
        }
        None => {
            row(ui, "Triangles", |ui| ui.label("not read"));
        }
    }
    Touched::default()
}

/// Draws the choice whether contacts with the back of triangles are ignored.
pub(super) fn draw_sides_row(ui: &mut Ui, label: &str, is_one_sided: &mut bool) -> Touched {
    row(ui, label, |ui| {
        let tip = "Ignore contacts with the back of each triangle";
        let changed = ui.checkbox(is_one_sided, "one-sided").on_hover_text(tip).changed();
        Touched::if_chosen(changed)
    })
}
