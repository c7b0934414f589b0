//! Fields of the scene panel for shapes with child shapes: compounds, triangle meshes and height fields.

use contact_lens_scene::model::Shape;
use egui::Ui;

use crate::files::edit;
use crate::panels::fields::{NumberKind, Touched, number_row, row, text_row, vector_row};

/// Maximum number of child shapes of a compound that are listed.
const MAX_LISTED: usize = 24;

/// Draws the fields of a compound, a triangle mesh or a height field, and the numbers of its child shapes; nothing for
/// other shapes.
pub(in crate::panels) fn draw_rows(ui: &mut Ui, shape: &mut Shape) -> Touched {
    let surface = shape.surface();
    let size =
        surface.map(|(vertices, triangles)| SurfaceSize { vertices: vertices.len(), triangles: triangles.len() });
    let mut touched = Touched::default();
    match shape {
        Shape::Compound { parts } => {
            text_row(ui, "Parts", parts.len().to_string());
            for (i, part) in parts.iter_mut().take(MAX_LISTED).enumerate() {
                let name = part.name.clone().unwrap_or_else(|| format!("Part {i}"));
                text_row(ui, &name, edit::shape_kind(&part.shape).to_owned());
                touched = touched.or(vector_row(ui, "Position", &mut part.position, NumberKind::COORDINATE));
            }
            if parts.len() > MAX_LISTED {
                text_row(ui, "", format!("and {} more", parts.len() - MAX_LISTED));
            }
        }
        Shape::TriangleMesh { file, one_sided, scale, .. } => {
            if let Some(file) = file {
                row(ui, "File", |ui| ui.add(egui::Label::new(&*file).truncate()).on_hover_text(&*file));
                touched = touched.or(number_row(ui, "Scale", scale, NumberKind::FACTOR));
            }
            draw_surface_rows(ui, size);
            row(ui, "Sides", |ui| {
                let tip = "Ignore contacts with the back of each triangle";
                if ui.checkbox(one_sided, "one-sided").on_hover_text(tip).changed() {
                    touched = Touched::CHOSEN;
                }
            });
        }
        Shape::HeightField { heights, cell } => {
            text_row(ui, "Heights", format!("{} × {}", heights.len(), heights.first().map_or(0, Vec::len)));
            touched = touched.or(vector_row(ui, "Cell", cell, NumberKind::SIZE));
            draw_surface_rows(ui, size);
        }
        Shape::Sphere { .. }
        | Shape::Box { .. }
        | Shape::Cylinder { .. }
        | Shape::Cone { .. }
        | Shape::Capsule { .. }
        | Shape::Ellipsoid { .. }
        | Shape::Segment { .. }
        | Shape::Triangle { .. }
        | Shape::Polytope { .. }
        | Shape::Mesh { .. }
        | Shape::Circle { .. }
        | Shape::Rectangle { .. }
        | Shape::Polygon { .. }
        | Shape::HalfSpace { .. }
        | Shape::Affine { .. }
        | Shape::Inflate { .. } => {}
    }
    touched
}

/// Numbers of vertices and triangles of a surface.
struct SurfaceSize {
    vertices: usize,
    triangles: usize,
}

/// Draws the size of a surface; `None` for a file that was not read.
fn draw_surface_rows(ui: &mut Ui, size: Option<SurfaceSize>) {
    match size {
        Some(SurfaceSize { vertices, triangles }) => {
            row(ui, "Vertices", |ui| ui.label(vertices.to_string()));
            row(ui, "Triangles", |ui| ui.label(triangles.to_string()));
        }
        None => {
            row(ui, "Triangles", |ui| ui.label("not read"));
        }
    }
}
