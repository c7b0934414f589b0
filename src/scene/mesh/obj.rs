//! OBJ: vertices, faces, and the objects or groups that these belong to. Materials, normals, lines and curves are not read.

use std::collections::HashMap;

use super::text::{Line, found, lines};
use super::{Broken, Raw};
use crate::watch;

/// A face by numbers of vertices of the file.
type Face = Vec<u32>;

/// Keywords of lines that say nothing of where vertices and faces are.
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

/// The file as it is read.
#[derive(Default)]
struct File {
    vertices: Vec<[f64; 3]>,
    /// Named parts: objects, or groups where there are no objects.
    parts: Vec<(String, Vec<Face>)>,
    /// Which part has a name, and which is read now.
    named: HashMap<String, usize>,
    now: usize,
    /// Whether an object was named.
    objects: bool,
    corners: usize,
}

/// Reads all objects; without any, all groups. A file of vertices alone is one cloud of points.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<Raw>, Broken> {
    let mut file = File { parts: vec![Default::default()], ..File::default() };
    let mut joined = String::new();
    let mut begun = 0;
    for (number, line) in lines(bytes) {
        // A backslash at the end goes on in the next line.
        if let Some(part) = line.trim_end().strip_suffix('\\') {
            begun = if joined.is_empty() { number } else { begun };
            joined.push_str(part);
            joined.push(' ');
            continue;
        }
        if joined.is_empty() {
            file.take(Line::new(number, &line))?;
        } else {
            joined.push_str(&line);
            file.take(Line::new(begun, &joined))?;
            joined.clear();
        }
    }
    file.take(Line::new(begun, &joined))?;
    Ok(file.split())
}

impl File {
    fn take(&mut self, mut line: Line<'_>) -> Result<(), Broken> {
        if let Some(at) = line.text().find('\0') {
            return Err(line.wrong(line.text().get(at..), "holds a NUL: the file is no text"));
        }
        let word = line.word();
        match word.unwrap_or_default() {
            "v" => {
                let full = Raw { vertices: Vec::new(), ..Raw::default() }.room(self.vertices.len() + 1);
                full.map_err(|message| line.wrong(word, message))?;
                // A fourth number is a weight, further ones a color.
                self.vertices.push(line.point()?);
            }
            "f" => {
                let face = self.face(&mut line)?;
                self.corners += face.len();
                let full = Raw::default().room(self.corners / 3);
                full.map_err(|message| line.wrong(word, message))?;
                self.parts[self.now].1.push(face);
            }
            "o" => {
                self.objects = true;
                self.begin(line.rest());
            }
            "g" if !self.objects => self.begin(line.rest()),
            "" => {}
            comment if comment.starts_with('#') => {}
            other if SKIPPED.contains(&other) => {}
            _ => return Err(line.wrong(word, format!("must be a keyword of OBJ{}", found(word)))),
        }
        Ok(())
    }

    /// Begins a part, or goes on with one of that name.
    fn begin(&mut self, name: &str) {
        let next = self.parts.len();
        self.now = *self.named.entry(name.to_owned()).or_insert(next);
        if self.now == next {
            self.parts.push((name.to_owned(), Vec::new()));
        }
    }

    fn face(&self, line: &mut Line<'_>) -> Result<Face, Broken> {
        let mut face = Vec::new();
        let mut form = None;
        while let Some(word) = line.word() {
            let number = word.split('/').next().unwrap_or_default();
            // With or without a texture, with or without a normal: the same in all corners.
            let parts = word.split('/').map(|part| !part.is_empty()).collect::<Vec<_>>();
            if *form.get_or_insert_with(|| parts.clone()) != parts {
                let message = format!("must have the form of the corners before{}", found(Some(word)));
                return Err(line.wrong(Some(word), message));
            }
            let number: i64 = number
                .parse()
                .map_err(|_| line.wrong(Some(word), format!("must be the number of a vertex{}", found(Some(word)))))?;
            let count = self.vertices.len() as i64;
            // From 1, or back from the last that was read.
            let index = if number < 0 { count.saturating_add(number) } else { number - 1 };
            if number == 0 || !(0..count).contains(&index) {
                let message = format!("there is no vertex {number}: {count} were read so far");
                return Err(line.wrong(Some(word), message));
            }
            face.push(index as u32);
        }
        if face.len() < 3 {
            return Err(line.wrong(None, format!("a face has at least three corners, this one has {}", face.len())));
        }
        Ok(face)
    }

    /// Each part with the vertices of its faces.
    fn split(self) -> Vec<Raw> {
        let parts: Vec<_> = self.parts.into_iter().filter(|(_, faces)| !faces.is_empty()).collect();
        if parts.is_empty() {
            return vec![Raw { vertices: self.vertices, ..Raw::default() }];
        }
        let vertices = self.vertices;
        let part = |(name, faces): (String, Vec<Face>)| {
            let mut raw = Raw { name, ..Raw::default() };
            let mut numbers = HashMap::new();
            for (i, face) in faces.into_iter().enumerate() {
                watch::tick_at(i);
                let corners: Vec<u32> = face
                    .into_iter()
                    .map(|index| {
                        *numbers.entry(index).or_insert_with(|| {
                            raw.vertices.push(vertices[index as usize]);
                            raw.vertices.len() as u32 - 1
                        })
                    })
                    .collect();
                raw.fan(&corners);
            }
            raw
        };
        parts.into_iter().map(part).collect()
    }
}
