//! Mesh files that scenes refer to: reads the files of a scene ([`resolve`]), makes a scene of files ([`import`]),
//! adapts the references when a scene moves to another folder ([`rebased`]), and writes shipped meshes next to it
//! ([`unpack`]).

use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use super::error::{FieldError, SceneError};
use super::limits;
use super::mesh::{Content, Mesh, read, read_bytes, resolve_inside};
use super::model::{Algorithm, Body, Dimension, List, Query, Scene, Shape, Up};
use super::references::{Reference, contents, has_file, references};
use super::shipped::MESHES;

/// Maximum number of imported meshes that get a query for their hull.
const MAX_HULL_QUERIES: usize = 16;

/// Maximum number of characters that a body's name takes from a file.
const MAX_NAME: usize = 150;

/// Source of the mesh files of a scene.
#[derive(Clone, Copy, Debug)]
pub enum Library<'a> {
    /// Files below this folder.
    Folder(&'a Path),
    /// Files that ship inside the program.
    Program,
}

impl Library<'_> {
    /// Resolves a reference, for a folder with all links followed, or returns the reason why it is refused.
    fn locate(self, reference: &str) -> Result<PathBuf, String> {
        match self {
            Self::Folder(folder) => resolve_inside(folder, reference),
            Self::Program => Ok(PathBuf::from(reference)),
        }
    }

    /// Reads all meshes of a file.
    fn read(self, path: &Path) -> Result<Vec<Mesh>, SceneError> {
        match self {
            Self::Folder(_) => read(path),
            Self::Program => read_shipped(path),
        }
    }

    /// Wraps a mesh that was read from `path`.
    fn wrap(self, path: PathBuf, mesh: Mesh) -> Content {
        match self {
            Self::Folder(_) => Content::new(path, mesh),
            Self::Program => Content::shipped(mesh),
        }
    }
}

/// Reads a mesh that ships inside the program.
fn read_shipped(path: &Path) -> Result<Vec<Mesh>, SceneError> {
    let name = path.display().to_string();
    let bytes = MESHES.iter().find(|mesh| mesh.file == name).map(|mesh| mesh.bytes);
    let bytes =
        bytes.ok_or_else(|| SceneError::whole(&name, String::from("is not a mesh that ships with the program")))?;
    read_bytes(path, bytes, Path::new(""))
}

/// Mesh files of a scene, each read once, with the contents made of them so far.
struct Cache<'a> {
    library: Library<'a>,
    files: HashMap<PathBuf, Vec<Mesh>>,
    /// Contents by file and index of the mesh in the file; `None` for all meshes joined.
    contents: HashMap<(PathBuf, Option<u32>), Content>,
    /// Number of vertices of all files that were read.
    vertices: usize,
}

impl<'a> Cache<'a> {
    fn new(library: Library<'a>) -> Self {
        Self { library, files: HashMap::new(), contents: HashMap::new(), vertices: 0 }
    }

    /// Returns all meshes of a file; an error also if the scene's files together have too many vertices.
    fn read_parts(&mut self, path: &Path) -> Result<&[Mesh], String> {
        if !self.files.contains_key(path) {
            let parts = self.library.read(path).map_err(|error| error.to_string())?;
            self.vertices += parts.iter().map(|part| part.vertices.len()).sum::<usize>();
            if self.vertices > limits::SCENE_VERTICES {
                let limit = limits::SCENE_VERTICES;
                return Err(format!("with this file, the scene's meshes have more than {limit} vertices, the limit"));
            }
            self.files.insert(path.to_owned(), parts);
        }
        Ok(&self.files[path])
    }

    /// Returns one mesh of a file, or all of them joined if `part` is `None`.
    fn content(&mut self, path: PathBuf, part: Option<u32>) -> Result<Content, ReferenceError> {
        if let Some(known) = self.contents.get(&(path.clone(), part)) {
            return Ok(known.clone());
        }
        let library = self.library;
        let parts = self.read_parts(&path).map_err(ReferenceError::File)?;
        let mesh = match part {
            Some(part) => parts.get(part as usize).cloned().ok_or_else(|| {
                ReferenceError::Part(format!("there is no mesh {part}: the file has {}, counted from 0", parts.len()))
            })?,
            None => match parts {
                [only] => only.clone(),
                several => Mesh::joined(several),
            },
        };
        let content = library.wrap(path.clone(), mesh);
        self.contents.insert((path, part), content.clone());
        Ok(content)
    }
}

/// Error of a reference, by the field that it is about.
enum ReferenceError {
    /// The file cannot be read, or its path is refused.
    File(String),
    /// The file has no mesh with this index.
    Part(String),
}

/// Reads the mesh files that a scene refers to, each once.
///
/// # Errors
/// The first error of a file, with its line or byte, or of the index or scale of a mesh, at the path of the field
/// (`bodies[1].shape.file`).
pub fn resolve(scene: &mut Scene, library: Library<'_>) -> Result<(), FieldError> {
    let mut cache = Cache::new(library);
    for i in 0..scene.bodies.len() {
        if !scene.bodies.get(i).is_some_and(|body| has_file(&body.shape)) {
            continue;
        }
        let Some(body) = scene.bodies.get_mut(i) else { continue };
        for (path, Reference { file, part, scale, content }) in
            references(&mut body.shape, format!("bodies[{i}].shape"))
        {
            let read_content =
                library.locate(file).map_err(ReferenceError::File).and_then(|file| cache.content(file, part));
            *content = read_content.map_err(|error| match error {
                ReferenceError::File(message) => FieldError::new(format!("{path}.file"), message),
                ReferenceError::Part(message) => FieldError::new(format!("{path}.part"), message),
            })?;
            check_size(content, scale).map_err(|message| FieldError::new(format!("{path}.scale"), message))?;
        }
    }
    Ok(())
}

/// Returns the files that the meshes of a scene were read from, all links followed, each once.
pub fn files(scene: &Scene) -> Vec<PathBuf> {
    let contents = scene.bodies.iter().flat_map(|body| contents(&body.shape));
    let mut files: Vec<PathBuf> = contents.filter_map(|content| content.path().cloned()).collect();
    files.sort_unstable();
    files.dedup();
    files
}

/// Checks that scaled coordinates are at most [`limits::MAGNITUDE`].
fn check_size(content: &Content, scale: f64) -> Result<(), String> {
    let largest = content.placed(scale, Up::Y).flatten().map(f64::abs).fold(0.0, f64::max);
    if largest <= limits::MAGNITUDE {
        return Ok(());
    }
    Err(format!("gives coordinates of up to {largest:e} m; the limit is {:e} m", limits::MAGNITUDE))
}

/// Creates a scene of all meshes of some files named by the user, one body each, with queries for hulls and a distance.
/// `scale` is the files' unit in meters.
///
/// # Errors
/// Error of a file; or too many bodies or too large coordinates.
pub fn import(files: &[PathBuf], scale: f64, up: Up) -> Result<Scene, SceneError> {
    let mut bodies = List::new();
    let mut names = Names::default();
    for path in files {
        let file = path.display().to_string();
        let parts = read(path)?;
        let resolved = canonical(path)?;
        let stem = path.file_stem().map_or_else(|| String::from("mesh"), |stem| stem.to_string_lossy().into_owned());
        let count = parts.len();
        for (index, mesh) in parts.into_iter().enumerate() {
            let part = (count > 1).then_some(index as u32);
            let name = names.distinct(if mesh.name.is_empty() { &stem } else { &mesh.name });
            let content = Content::new(resolved.clone(), mesh);
            check_size(&content, scale).map_err(|message| SceneError::whole(&file, message))?;
            let shape = Shape::Mesh { file: file_name(path), part, scale, up, show: true, content };
            bodies.push(Body::new(name, shape));
        }
        if bodies.len() > limits::MESH_PARTS {
            let limit = limits::MESH_PARTS;
            let message = format!("with this file, the scene has more than {limit} meshes, the limit");
            return Err(SceneError::whole(&file, message));
        }
    }
    Ok(with_queries(bodies))
}

/// Creates the hull of all surfaces of a file named by the user, with y up; `scale` is the file's unit in meters.
///
/// # Errors
/// Error of the file, or too large coordinates.
pub fn shape(path: &Path, scale: f64) -> Result<Shape, SceneError> {
    let parts = read(path)?;
    let resolved = canonical(path)?;
    let mesh = if let [only] = parts.as_slice() { only.clone() } else { Mesh::joined(&parts) };
    let content = Content::new(resolved, mesh);
    check_size(&content, scale).map_err(|message| SceneError::whole(&path.display().to_string(), message))?;
    Ok(Shape::Mesh { file: file_name(path), part: None, scale, up: Up::Y, show: false, content })
}

/// Resolves all links of a path.
fn canonical(path: &Path) -> Result<PathBuf, SceneError> {
    path.canonicalize().map_err(|error| SceneError::whole(&path.display().to_string(), crate::io_message(&error)))
}

/// Returns the last component of a path; empty if there is none.
fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned())
}

/// Creates a scene with a query for the hull of each of the first bodies, and one for the distance of the first two.
fn with_queries(bodies: List<Body>) -> Scene {
    let names: Vec<String> = bodies.iter().take(MAX_HULL_QUERIES).map(|body| body.name.clone()).collect();
    let mut queries = Vec::new();
    for name in &names {
        queries.push(Query::new(format!("hull of {name}"), Algorithm::Quickhull.of(name.clone(), "")));
    }
    if let [a, b, ..] = names.as_slice() {
        queries.push(Query::new("distance", Algorithm::Distance.of(a.clone(), b.clone())));
    }
    let name = if names.len() == 1 { format!("The hull of {}", names[0]) } else { String::from("Imported meshes") };
    let note = String::from("Each mesh is a body: its convex hull, with the mesh itself drawn inside.");
    Scene { note, queries, ..Scene::new(name, Dimension::Three, bodies) }
}

/// Names of bodies that were returned, so that the next one differs.
#[derive(Default)]
struct Names {
    /// Number of requests of each name.
    requests: HashMap<String, usize>,
}

impl Names {
    /// Returns a name that was not returned before, without control characters, of at most [`MAX_NAME`] characters and
    /// a number.
    fn distinct(&mut self, name: &str) -> String {
        let plain: String = name.chars().filter(|c| !c.is_control()).take(MAX_NAME).collect();
        let plain = if plain.is_empty() { String::from("mesh") } else { plain };
        loop {
            let count = self.requests.entry(plain.clone()).or_default();
            *count += 1;
            let name = if *count == 1 { plain.clone() } else { format!("{plain} {count}") };
            if name == plain || !self.requests.contains_key(&name) {
                self.requests.entry(name.clone()).or_insert(1);
                return name;
            }
        }
    }
}

/// Returns the scene with its references relative to `folder`, in which it is to be written; `None` if the scene refers
/// to no file, or the folder does not exist.
///
/// # Errors
/// Path of the field, and the reason why the file cannot be referred to from there.
pub fn rebased(scene: &Scene, folder: &Path) -> Result<Option<Scene>, FieldError> {
    if !scene.bodies.iter().any(|body| has_file(&body.shape)) {
        return Ok(None);
    }
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(inside) = folder.canonicalize() else { return Ok(None) };
    let mut changed = scene.clone();
    for i in 0..changed.bodies.len() {
        if !has_file(&scene.bodies[i].shape) {
            continue;
        }
        for (path, Reference { file, content, .. }) in
            references(&mut changed.bodies[i].shape, format!("bodies[{i}].shape"))
        {
            // A file that was not read, or is in no folder, keeps its reference.
            let Some(source) = content.path() else { continue };
            let is_valid = resolve_inside(folder, file).is_ok_and(|target| target == *source);
            if is_valid {
                continue;
            }
            let from_folder = source.strip_prefix(&inside).ok().and_then(path_in_scene);
            *file = from_folder.ok_or_else(|| {
                let message = format!(
                    "{} is outside the scene's folder, {}; save the scene in a folder that contains its meshes",
                    source.display(),
                    inside.display()
                );
                FieldError::new(format!("{path}.file"), message)
            })?;
        }
    }
    Ok(Some(changed))
}

/// Returns a relative path as scenes write it, with `/`; `None` if it contains `..`, a backslash, or text that is not
/// UTF-8.
fn path_in_scene(path: &Path) -> Option<String> {
    let parts: Option<Vec<&str>> = path
        .components()
        .map(|part| match part {
            Component::Normal(name) => name.to_str().filter(|name| !name.contains('\\')),
            _ => None,
        })
        .collect();
    parts.map(|parts| parts.join("/"))
}

/// Writes the shipped meshes that a scene refers to into `folder`, in which the scene is written.
///
/// # Errors
/// Path of the field, and the reason why the file cannot be written: another file has its name, or the system refuses.
pub fn unpack(scene: &Scene, folder: &Path) -> Result<(), FieldError> {
    for (i, body) in scene.bodies.iter().enumerate().filter(|(_, body)| has_file(&body.shape)) {
        let mut shape = body.shape.clone();
        for (path, Reference { file, content, .. }) in references(&mut shape, format!("bodies[{i}].shape")) {
            unpack_one(file, content, folder).map_err(|message| FieldError::new(format!("{path}.file"), message))?;
        }
    }
    Ok(())
}

/// Writes a shipped mesh unless the file exists with the same content; an error if the file has other content. A mesh
/// that did not ship inside the program is not written.
fn unpack_one(file: &str, content: &Content, folder: &Path) -> Result<(), String> {
    let Some(shipped) = MESHES.iter().find(|mesh| mesh.file == file) else { return Ok(()) };
    let is_shipped = content.mesh().is_some() && content.path().is_none();
    if !is_shipped {
        return Ok(());
    }
    let target = folder.join(shipped.file);
    if let Ok(existing) = std::fs::read(&target) {
        if existing == shipped.bytes {
            return Ok(());
        }
        let message = "already exists with other content than the mesh that the scene needs here";
        return Err(format!("{}: {message}", target.display()));
    }
    std::fs::write(&target, shipped.bytes)
        .map_err(|error| format!("{}: {}", target.display(), crate::io_message(&error)))
}
