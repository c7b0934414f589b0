//! Reader of OBJ files: vertices, faces, and the objects or groups of the faces. Materials, normals, points, lines and
//! curves are ignored.

use std::collections::HashMap;

use contact_lens_long_run::watch;

use super::text::{Line, actual, lines};
use super::{MeshError, RawSurface};

/// Face as indices of the file's vertices.
type Face = Vec<u32>;

/// Keywords of lines that are ignored; `g` is ignored only in files with objects.
const SKIPPED: [&str; 43] = [
    "vt",
    "vn",
    "vp",
    "vc",
    "g",
    "s",
    "mg",
    "p",
    "l",
    "fo",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "ctech",
    "stech",
    "deg",
    "bmat",
    "step",
    "cstype",
    "curv",
    "curv2",
    "surf",
    "parm",
    "trim",
    "hole",
    "scrv",
    "sp",
    "end",
    "con",
    "call",
    "csh",
    "bsp",
    "bzp",
    "cdc",
    "cdp",
    "res",
];

/// Faces of an object or group.
#[derive(Default)]
struct Group {
    name: String,
    faces: Vec<Face>,
}

/// Content of the file as far as it has been read.
#[derive(Default)]
struct File {
    vertices: Vec<[f64; 3]>,
    /// Objects, or groups if there are no objects.
    parts: Vec<Group>,
    /// Indices of `parts` by name.
    index_of_name: HashMap<String, usize>,
    /// Index of the part that new faces belong to.
    current: usize,
    /// Whether the file names objects.
    has_objects: bool,
    /// Number of vertices of all faces, a vertex counted once per face.
    face_vertices: usize,
}

/// Reads all objects; all groups if there are no objects. A file without faces is one point cloud.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<RawSurface>, MeshError> {
    let mut file = File { parts: vec![Group::default()], ..File::default() };
    // Text of the lines that the current line continues, and the number of the first of them.
    let mut continued = String::new();
    let mut continued_number = 0;
    for (number, line) in lines(bytes) {
        // A backslash at the end of a line continues it.
        if let Some(part) = line.trim_end().strip_suffix('\\') {
            continued_number = if continued.is_empty() { number } else { continued_number };
            continued.push_str(part);
            continued.push(' ');
            continue;
        }
        if continued.is_empty() {
            file.read_line(Line::new(number, &line))?;
        } else {
            continued.push_str(&line);
            file.read_line(Line::new(continued_number, &continued))?;
            continued.clear();
        }
    }
    // The last line may end with a backslash, too.
    file.read_line(Line::new(continued_number, &continued))?;
    Ok(file.into_surfaces())
}

impl File {
    /// Adds the content of a line.
    fn read_line(&mut self, mut line: Line<'_>) -> Result<(), MeshError> {
        if let Some(offset) = line.text().find('\0') {
            return Err(line.error_at(line.text().get(offset..), "contains a NUL byte, so the file is not text"));
        }
        let word = line.next_word();
        match word.unwrap_or_default() {
            "v" => {
                let checked = RawSurface::default().check_limits(self.vertices.len() + 1);
                checked.map_err(|message| line.error_at(word, message))?;
                // Further numbers are a weight or a color.
                self.vertices.push(line.next_point()?);
            }
            "f" => {
                let face = self.read_face(&mut line)?;
                self.face_vertices += face.len();
                let checked = RawSurface::default().check_limits(self.face_vertices / 3);
                checked.map_err(|message| line.error_at(word, message))?;
                self.parts[self.current].faces.push(face);
            }
            "o" => {
                self.has_objects = true;
                self.select_part(line.rest());
            }
            "g" if !self.has_objects => self.select_part(line.rest()),
            "" => {}
            comment if comment.starts_with('#') => {}
            other if SKIPPED.contains(&other) => {}
            _ => return Err(line.error_at(word, format!("must be a keyword of OBJ{}", actual(word)))),
        }
        Ok(())
    }

    /// Makes the part called `name` current, and creates it if there is none.
    fn select_part(&mut self, name: &str) {
        let next = self.parts.len();
        self.current = *self.index_of_name.entry(name.to_owned()).or_insert(next);
        if self.current == next {
            self.parts.push(Group { name: name.to_owned(), faces: Vec::new() });
        }
    }

    /// Reads the vertices of a face, each a word `vertex`, `vertex/texture`, `vertex//normal` or
    /// `vertex/texture/normal`.
    fn read_face(&self, line: &mut Line<'_>) -> Result<Face, MeshError> {
        let mut face = Vec::new();
        // For each of vertex, texture and normal, whether the first vertex of the face has that index.
        let mut first_form = None;
        while let Some(word) = line.next_word() {
            // Texture and normal are optional, but all vertices of a face must have the same ones.
            let form = word.split('/').map(|part| !part.is_empty()).collect::<Vec<_>>();
            if *first_form.get_or_insert_with(|| form.clone()) != form {
                let same = "must have the same indices (vertex/texture/normal) as the face's other vertices";
                return Err(line.error_at(Some(word), format!("{same}{}", actual(Some(word)))));
            }
            let number: i64 = word
                .split('/')
                .next()
                .unwrap_or_default()
                .parse()
                .map_err(|_| line.error_at(Some(word), format!("must be a vertex index{}", actual(Some(word)))))?;
            let count = self.vertices.len() as i64;
            // Indices count from 1, negative ones back from the last vertex.
            let index = if number < 0 { count.saturating_add(number) } else { number - 1 };
            if number == 0 || !(0..count).contains(&index) {
                let message = format!("there is no vertex {number}: the file has {count} up to here, counted from 1");
                return Err(line.error_at(Some(word), message));
            }
            face.push(index as u32);
        }
        if face.len() < 3 {
            return Err(
                line.error_at(None, format!("a face needs at least three vertices, but this one has {}", face.len()))
            );
        }
        Ok(face)
    }

    /// Splits the file into its parts, each with the vertices of its faces.
    fn into_surfaces(self) -> Vec<RawSurface> {
        let parts: Vec<Group> = self.parts.into_iter().filter(|part| !part.faces.is_empty()).collect();
        if parts.is_empty() {
            return vec![RawSurface { vertices: self.vertices, ..RawSurface::default() }];
        }
        parts.into_iter().map(|part| surface_of(part, &self.vertices)).collect()
    }
}

/// Returns the surface of an object or group, with the vertices that its faces use.
fn surface_of(Group { name, faces }: Group, vertices: &[[f64; 3]]) -> RawSurface {
    let mut raw = RawSurface { name, ..RawSurface::default() };
    // Indices in the surface by those in the file.
    let mut new_indices = HashMap::new();
    for (face_index, face) in faces.into_iter().enumerate() {
        watch::tick_at(face_index);
        let mut corners = Vec::with_capacity(face.len());
        for index in face {
            corners.push(*new_indices.entry(index).or_insert_with(|| {
                raw.vertices.push(vertices[index as usize]);
                raw.vertices.len() as u32 - 1
            }));
        }
        raw.push_fan(&corners);
    }
    raw
}
