//! `contact-lens import FILE… -o SCENE`: meshes become bodies.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::progress::Progress;
use super::{Ending, Result, destination, term};
use crate::play;
use crate::scene::model::{Shape, Up};
use crate::scene::{mesh, meshes, save};

#[derive(Debug, Args)]
#[command(after_help = "\
Each object of an OBJ, each solid of an STL and each primitive of each node of a glTF becomes a body, its convex hull. The
scene refers to the files by their paths from its own folder, so they must lie there or below; --embed writes the points
instead. STL, OBJ and PLY have no unit, and STL is often in millimeters with z up.

Examples:
  contact-lens import stone.obj -o stone.scene.json
  contact-lens import parts/*.stl --scale 0.001 --up z -o parts.scene.json
  contact-lens import room.glb --embed -o - | contact-lens run -")]
pub(super) struct ImportOptions {
    /// Mesh files: .obj, .stl, .ply, .gltf, .glb
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Meters that a unit of the files is
    #[arg(long, value_name = "METERS", default_value_t = 1.0, value_parser = scale)]
    scale: f64,
    /// The axis of the files that points up
    #[arg(long, value_enum, default_value_t = AxisUp::Y)]
    up: AxisUp,
    /// Write the points of the meshes into the scene
    #[arg(long)]
    embed: bool,
    /// Scene file to write; `-` writes to standard output. A file that is there stays
    #[arg(long, short, value_name = "SCENE")]
    output: PathBuf,
    /// Replace a file that is there, unless it is one of those that are read
    #[arg(long)]
    force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum AxisUp {
    X,
    Y,
    Z,
}

fn scale(text: &str) -> std::result::Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if scale > 0.0 && scale.is_finite() => Ok(scale),
        _ => Err(String::from("must be a positive number, as in 0.001")),
    }
}

impl From<AxisUp> for Up {
    fn from(up: AxisUp) -> Self {
        match up {
            AxisUp::X => Self::X,
            AxisUp::Y => Self::Y,
            AxisUp::Z => Self::Z,
        }
    }
}

pub(super) fn import(options: &ImportOptions) -> Result {
    if options.output != Path::new("-") {
        let inputs: Vec<PathBuf> = options.files.iter().flat_map(|file| destination::read_of(file)).collect();
        destination::is_not_read(&options.output, &inputs)?;
        destination::is_free(&options.output, options.force)?;
    }
    let progress = Progress::begin("Reading");
    let mut scene = meshes::import(&options.files, options.scale, options.up.into())?;
    drop(progress);
    let lines: Vec<String> = scene.bodies.iter().filter_map(|body| facts(&body.name, &body.shape)).collect();
    if options.embed {
        for i in 0..scene.bodies.len() {
            let shape = &scene.bodies[i].shape;
            if let Shape::Mesh { scale, up, content, .. } = shape {
                let embedded = content.embedded(*scale, *up);
                scene.bodies[i].shape = embedded;
            }
        }
    }
    save::to_file(&scene, &options.output)?;
    let style = term::Style::of(&io::stderr());
    for line in lines.iter().take(MOST_LINES) {
        writeln!(io::stderr(), "{line}")?;
    }
    if lines.len() > MOST_LINES {
        writeln!(io::stderr(), "… and {} more", lines.len() - MOST_LINES)?;
    }
    for file in &options.files {
        for said in mesh::left_out(file) {
            writeln!(io::stderr(), "note: {}: {said}", file.display())?;
        }
    }
    if options.output != Path::new("-") {
        writeln!(io::stderr(), "Wrote {}", style.strong(&options.output.display().to_string()))?;
    }
    Ok(Ending::Fine)
}

/// Bodies that are told one by one.
const MOST_LINES: usize = 20;

/// What the hull adds, of a mesh of which that is quickly found.
fn added(shape: &Shape) -> String {
    match play::added_at_once(shape) {
        None => String::new(),
        Some(None) => String::from(", convex"),
        Some(Some(added)) => match added.shown() {
            Some(ratio) => format!(", its hull holds {ratio} times as much"),
            None => added.why().map_or_else(String::new, |why| format!(", {why}")),
        },
    }
}

/// What is known of a mesh: a line.
fn facts(name: &str, shape: &Shape) -> Option<String> {
    let Shape::Mesh { scale, content, .. } = shape else { return None };
    let mesh = content.mesh()?;
    let surface = match (mesh.triangles.len(), mesh.volume) {
        (0, _) => String::from("no triangles"),
        (1, None) => format!("1 triangle, open ({} edges)", mesh.open_edges),
        (n, None) if mesh.open_edges == 1 => format!("{n} triangles, open (1 edge)"),
        (n, Some(volume)) => format!("{n} triangles, closed, {:.6} m³", volume * scale.powi(3)) + &added(shape),
        (n, None) => format!("{n} triangles, open ({} edges)", mesh.open_edges),
    };
    let welded = if mesh.welded > 0 { format!(" ({} equal ones made one)", mesh.welded) } else { String::new() };
    let vertices = if mesh.vertices.len() == 1 { "vertex" } else { "vertices" };
    Some(format!("{name}: {} {vertices}{welded}, {surface}", mesh.vertices.len()))
}
