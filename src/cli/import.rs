//! `contact-lens import FILE… -o SCENE`: meshes become bodies.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::args::{self, ImportOptions};
use super::progress::Progress;
use super::{Ending, Result, destination, term};
use crate::play;
use crate::scene::model::{Shape, Up};
use crate::scene::{mesh, meshes, save};

impl From<args::Up> for Up {
    fn from(up: args::Up) -> Self {
        match up {
            args::Up::X => Self::X,
            args::Up::Y => Self::Y,
            args::Up::Z => Self::Z,
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
