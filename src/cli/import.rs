//! `contact-lens import FILE… -o SCENE`: converts meshes, or files of other programs, into a scene, and reports on
//! standard error what the scene contains and lacks.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use contact_lens_import::{self as import, Imported};
use contact_lens_play as play;
use contact_lens_scene::model::{Scene, Shape, Up};
use contact_lens_scene::{mesh, meshes, save};

use super::progress::Progress;
use super::{Ending, Failure, Result, destination, interrupt, terminal_text};

/// Maximum number of missing parts that are printed.
const MAX_QUOTES: usize = 100;

/// Maximum number of meshes that are described, one per line.
const MAX_DESCRIBED_BODIES: usize = 20;

/// Returns the help of `--library`, with the accepted names.
fn help_of_library() -> String {
    let names = import::libraries().join(", ");
    format!("Physics library that the code or printed shapes come from, if the text does not say: {names}")
}

#[derive(Debug, Args)]
#[command(after_help = "\
Meshes: each object of an OBJ, solid of an STL, OFF file and primitive of a glTF node becomes a body, the convex hull of its
points. The scene refers to mesh files by relative paths, so they must be in its folder or below; --embed copies the points
into the scene. STL, OBJ, OFF and PLY have no unit; STL is often in millimeters with z up.

Other formats, with their own units and axes:
  robots       MuJoCo models (MJCF; key frames or an array of `qpos` rows become frames), URDF, Gazebo models (SDF)
  colliders    glTF with KHR_physics_rigid_bodies
  recordings   PhysX (.ovd, with its contacts), Newton's viewer (JSON), captures (.jsonl, see `contact-lens capture`)
  points       text, .npy, .npz
  text         code of over forty libraries, and shapes printed by parry, rapier, FCL, coal, Jolt, Bullet, PhysX or debuggers
Models are also found inside a report, a fenced block or a string of code. Lines that cannot be read are reported by number
and copied into the scene's note. If more than half of the shapes cannot be imported, nothing is written and the exit code is 1,
unless --partial is given.

Examples:
  contact-lens import stone.obj -o stone.scene.json
  contact-lens import parts/*.stl --scale 0.001 --up z -o parts.scene.json
  contact-lens import room.glb --embed -o - | contact-lens run -
  contact-lens import hand.xml qpos.npy -o hand.scene.json
  contact-lens import arm.urdf --package arm_description=../arm --joints run.csv -o arm.scene.json
  contact-lens import run.ovd --pairs all -o run.scene.json
  contact-lens import bug-report.txt -o bug.scene.json
  contact-lens import bug-report.txt --library fcl -o bug.scene.json")]
pub(super) struct ImportOptions {
    /// Meshes (.obj, .off, .stl, .ply, .gltf, .glb, .msh), or one or more files of another supported format, all of the
    /// same format; `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Length of one mesh unit, meters
    #[arg(long, value_name = "METERS", default_value_t = 1.0, value_parser = parse_scale)]
    pub(super) scale: f64,
    /// Up axis of the meshes
    #[arg(long = "up", value_enum, default_value_t = UpAxis::Y)]
    pub(super) up: UpAxis,
    /// Copy the points of the meshes into the scene
    #[arg(long)]
    pub(super) embed: bool,
    /// Pairs of bodies that get a query; no effect on mesh files
    #[arg(long, value_enum, default_value_t = WhichPairs::Near)]
    pub(super) pairs: WhichPairs,
    /// Folder of a package, for `package://NAME/…` and `model://NAME/…`; may be given several times
    #[arg(long = "package", value_name = "NAME=DIR", value_parser = parse_package)]
    pub(super) packages: Vec<(String, PathBuf)>,
    /// Use visual shapes for links without collision shapes
    #[arg(long)]
    pub(super) visual: bool,
    /// Joint values, one frame per row: JSON (by joint name or as rows), CSV or .npy; radians and meters
    #[arg(long, value_name = "FILE")]
    pub(super) joints: Option<PathBuf>,
    /// Write the scene even if more than half of the shapes cannot be imported
    #[arg(long)]
    pub(super) partial: bool,
    #[arg(long, value_name = "NAME", help = help_of_library())]
    pub(super) library: Option<String>,
    /// Scene file to write; `-` writes to standard output. An existing file is not overwritten
    #[arg(long, short, value_name = "SCENE")]
    pub(super) output: PathBuf,
    /// Replace an existing file; input files are never replaced
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum UpAxis {
    X,
    Y,
    Z,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum WhichPairs {
    /// Pairs that come near each other in some frame, and pairs that the source names
    Near,
    /// All pairs that may collide, in every frame
    All,
}

impl From<UpAxis> for Up {
    fn from(up: UpAxis) -> Self {
        match up {
            UpAxis::X => Self::X,
            UpAxis::Y => Self::Y,
            UpAxis::Z => Self::Z,
        }
    }
}

/// Parses the length of a mesh unit, meters.
fn parse_scale(text: &str) -> std::result::Result<f64, String> {
    match text.parse::<f64>() {
        Ok(scale) if scale > 0.0 && scale.is_finite() => Ok(scale),
        _ => Err(String::from("must be a positive number, as in 0.001")),
    }
}

/// Parses the name and folder of a package, as in `NAME=DIR`.
fn parse_package(text: &str) -> std::result::Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !folder.is_empty() => Ok((name.to_owned(), PathBuf::from(folder))),
        _ => Err(String::from("must be the name of a package and its folder, as in arm_description=../arm")),
    }
}

/// Converts the files and writes the scene.
pub(super) fn import(options: &ImportOptions) -> Result {
    if options.output != Path::new("-") {
        let files_read = options.files.iter().chain(&options.joints);
        let inputs: Vec<PathBuf> = files_read.flat_map(|file| destination::files_of_mesh(file)).collect();
        destination::check_is_no_input(&options.output, &inputs)?;
        destination::check_is_free(&options.output, options.force)?;
    }
    let output = options.output.display().to_string();
    interrupt::end_between_tasks(move || format!("Interrupted while reading: {output} was not written."));
    let (mut scene, imported) = read_files(options)?;
    if let Some(imported) = &imported
        && imported.shape_counts.is_mostly_lost()
        && !options.partial
    {
        return report_lost_import(imported);
    }
    let lines: Vec<String> = scene.bodies.iter().filter_map(|body| describe_mesh(&body.name, &body.shape)).collect();
    if options.embed {
        for i in 0..scene.bodies.len() {
            if let Some(embedded) = embedded(&scene.bodies[i].shape) {
                scene.bodies[i].shape = embedded;
            }
        }
    }
    interrupt::run_undisturbed(|| save::to_file(&scene, &options.output))?;
    let style = terminal_text::Style::of(&io::stderr());
    for line in lines.iter().take(MAX_DESCRIBED_BODIES) {
        writeln!(io::stderr(), "{line}")?;
    }
    if lines.len() > MAX_DESCRIBED_BODIES {
        writeln!(io::stderr(), "… and {} more", lines.len() - MAX_DESCRIBED_BODIES)?;
    }
    for file in &options.files {
        for remark in mesh::ignored_content(file) {
            writeln!(io::stderr(), "note: {}: {remark}", file.display())?;
        }
    }
    if let Some(imported) = imported {
        report_contents(&imported)?;
    }
    if options.output != Path::new("-") {
        writeln!(io::stderr(), "Wrote {}", style.strong(&options.output.display().to_string()))?;
    }
    Ok(Ending::Fine)
}

/// Reports that nothing is written, since more than half of the source's shapes could not be read.
fn report_lost_import(imported: &Imported) -> Result {
    let lost = imported.shape_counts.sentence().unwrap_or_default();
    writeln!(io::stderr(), "{lost} Nothing was written; --partial writes the other shapes.")?;
    report_missing_parts(imported)?;
    Ok(Ending::SomethingFails)
}

/// Returns the scene of the files, and the report of the import unless all files are meshes.
fn read_files(options: &ImportOptions) -> Result<(Scene, Option<Imported>)> {
    let _progress = Progress::begin("Reading");
    if options.files.iter().all(|file| mesh::is_mesh(file) && !import::has_colliders(file)) {
        return Ok((meshes::import(&options.files, options.scale, options.up.into())?, None));
    }
    if options.scale != 1.0 || options.up != UpAxis::Y {
        return Err(Failure::Message(String::from(
            "--scale and --up are for meshes; other formats define their units and axes",
        )));
    }
    let choices = import::Options {
        every_pair: options.pairs == WhichPairs::All,
        packages: options.packages.clone(),
        visual: options.visual,
        joints: options.joints.clone(),
        library: options.library.clone(),
    };
    let imported = import::files_with(&options.files, &choices)?;
    Ok((imported.scene.clone(), Some(imported)))
}

/// Reports the format and contents of the source, and its parts that are missing in the scene.
fn report_contents(imported: &Imported) -> Result<()> {
    let mut out = io::stderr();
    let scene = &imported.scene;
    let bodies = count_with_noun(scene.bodies.len(), "body", "bodies");
    let queries = count_with_noun(scene.queries.len(), "query", "queries");
    let frames = if scene.frames.is_empty() {
        String::new()
    } else {
        format!(", {}", count_with_noun(scene.frames.len(), "frame", "frames"))
    };
    if let Some(lost) = imported.shape_counts.sentence() {
        writeln!(out, "{lost}")?;
    }
    writeln!(out, "{}: {bodies}, {queries}{frames}", imported.format)?;
    for remark in &imported.notes {
        writeln!(out, "note: {remark}")?;
    }
    report_missing_parts(imported)
}

/// Formats a number with its noun in the singular or plural.
fn count_with_noun(count: usize, singular: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { singular } else { plural })
}

/// Reports the parts of the source that are missing in the scene, by file and line.
fn report_missing_parts(imported: &Imported) -> Result<()> {
    let mut out = io::stderr();
    for quote in imported.skipped.iter().take(MAX_QUOTES) {
        writeln!(out, "not in the scene: {quote}")?;
    }
    if imported.skipped.len() > MAX_QUOTES {
        writeln!(out, "… and {} more that are not in the scene", imported.skipped.len() - MAX_QUOTES)?;
    }
    Ok(())
}

/// Returns the shape with points or triangles in place of its mesh files, including those of child shapes; `None` for
/// a shape without files.
pub(super) fn embedded(shape: &Shape) -> Option<Shape> {
    if let Shape::Mesh { scale, up, content, .. } = shape {
        return Some(content.embedded(*scale, *up));
    }
    if let Shape::TriangleMesh { file: Some(_), .. } = shape {
        let (vertices, triangles) = shape.surface()?;
        return Shape::triangle_mesh(vertices, triangles).map(|(mesh, _)| mesh);
    }
    let children: Vec<Option<Shape>> = shape.children().into_iter().map(|(_, child)| embedded(child)).collect();
    if children.iter().all(Option::is_none) {
        return None;
    }
    let mut with_points = shape.clone();
    for ((_, child), replacement) in with_points.children_mut().into_iter().zip(children) {
        if let Some(replacement) = replacement {
            *child = replacement;
        }
    }
    Some(with_points)
}

/// Returns a clause, after a comma, about the volume that the hull adds to a mesh; empty if it cannot be computed
/// quickly.
fn describe_added_volume(shape: &Shape) -> String {
    match play::compare_with_hull(shape) {
        None => String::new(),
        Some(play::MeshAndHull::Convex) => String::from(", convex"),
        Some(play::MeshAndHull::Added(added)) => match added.ratio_text() {
            Some(ratio) => format!(", its hull has {ratio} times the volume"),
            None => added.unknown_reason().map_or_else(String::new, |reason| format!(", {reason}")),
        },
    }
}

/// Describes the mesh of the body `name` in a line: its vertices, triangles, open edges and volume. `None` for a shape
/// that is no mesh, or whose file was not read.
fn describe_mesh(name: &str, shape: &Shape) -> Option<String> {
    let Shape::Mesh { scale, content, .. } = shape else { return None };
    let mesh = content.mesh()?;
    let surface = match (mesh.triangles.len(), mesh.volume) {
        (0, _) => String::from("no triangles"),
        (1, None) => format!("1 triangle, open ({} edges)", mesh.open_edges),
        (n, None) if mesh.open_edges == 1 => format!("{n} triangles, open (1 edge)"),
        (n, Some(volume)) => {
            format!("{n} triangles, closed, {:.6} m³", volume * scale.powi(3)) + &describe_added_volume(shape)
        }
        (n, None) => format!("{n} triangles, open ({} edges)", mesh.open_edges),
    };
    let welded = match mesh.welded {
        0 => String::new(),
        count => format!(" ({} merged)", count_with_noun(count, "duplicate", "duplicates")),
    };
    let vertices = if mesh.vertices.len() == 1 { "vertex" } else { "vertices" };
    Some(format!("{name}: {} {vertices}{welded}, {surface}", mesh.vertices.len()))
}
