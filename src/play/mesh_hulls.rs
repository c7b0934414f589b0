//! Reports on bodies that are computed as the convex hull of their mesh: the volume that the hull adds to a mesh that
//! is not convex, or the reason why it is unknown.

use contact_lens_engine::double::dim3::hull::Quickhull;
use contact_lens_long_run::watch;
use contact_lens_model::answer::number::number;
use contact_lens_model::step::Stepper as _;
use contact_lens_scene::ignored_points;
use contact_lens_scene::mesh::{HullSize, Mesh, enclosed};
use contact_lens_scene::model::{Content, Query, Scene, Shape};

/// Rounding of vertex coordinates in mesh files (six digits, or `f32`), relative to the largest coordinate: a vertex of
/// a convex mesh may be this far inside the hull.
const FILE_ROUNDING: f64 = 1.0e-6;

/// Maximum number of vertices of a mesh whose hull [`compare_with_hull`] computes, which takes some milliseconds.
const MAX_IMMEDIATE_VERTICES: usize = 2_000;

/// A body that is the hull of a mesh that is not convex, or whose convexity is unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct HullOfMesh {
    /// Name of the body.
    pub body: String,
    /// Path of the file relative to the scene.
    pub file: String,
    /// Index of the mesh in the file; `None` for all meshes together.
    pub part: Option<u32>,
    /// Volume that the hull adds.
    pub added: AddedVolume,
}

/// Volume that the hull adds to a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AddedVolume {
    /// Volumes of a mesh that is not convex, m³.
    Volume {
        /// Volume enclosed by the mesh.
        mesh: f64,
        /// Volume enclosed by the hull.
        hull: f64,
    },
    /// Unknown: the surface is not closed.
    Open {
        /// Number of triangle edges without a neighbor.
        edges: usize,
    },
    /// Unknown: there is no surface, only points.
    Cloud,
    /// Unknown: the mesh and its hull are in one plane.
    Flat,
    /// Unknown: the surface encloses no volume, or overlaps itself.
    Tangled,
}

impl AddedVolume {
    /// Volume of the hull relative to the mesh; `None` if unknown.
    pub fn ratio(&self) -> Option<f64> {
        match self {
            Self::Volume { mesh, hull } => Some(hull / mesh),
            Self::Open { .. } | Self::Cloud | Self::Flat | Self::Tangled => None,
        }
    }

    /// The ratio as text, with enough digits to distinguish it from 1; `None` if unknown.
    pub fn ratio_text(&self) -> Option<String> {
        let ratio = self.ratio()?;
        // Two digits of the part above 1, at most as many as an f64 has.
        let digits = (2.0 - (ratio - 1.0).log10()).ceil().clamp(0.0, 15.0) as usize;
        Some(if ratio < 1.1 { format!("{ratio:.digits$}") } else { String::from(number(ratio)) })
    }

    /// Reason why the ratio is unknown; `None` if it is known.
    pub fn unknown_reason(&self) -> Option<String> {
        Some(match self {
            Self::Volume { .. } => return None,
            Self::Open { edges: 1 } => String::from("the mesh is not closed (1 open edge)"),
            Self::Open { edges } => format!("the mesh is not closed ({edges} open edges)"),
            Self::Cloud => String::from("the file has points but no triangles"),
            Self::Flat => String::from("the mesh is flat and has no volume"),
            Self::Tangled => String::from("the surface of the mesh encloses no volume, or overlaps itself"),
        })
    }
}

impl HullOfMesh {
    /// One sentence for reports.
    pub fn say(&self) -> String {
        let body = &self.body;
        match (&self.added, self.added.ratio_text()) {
            (AddedVolume::Volume { mesh, hull }, Some(ratio)) => format!(
                "`{body}` is replaced by the convex hull of its mesh, which has {ratio} times the volume: {} m³ \
                 instead of {} m³.",
                number(*hull),
                number(*mesh)
            ),
            (added, _) => {
                let reason = added.unknown_reason().unwrap_or_default();
                format!("`{body}` is replaced by the convex hull of its mesh. The added volume is unknown: {reason}.")
            }
        }
    }

    /// A phrase for labels: the body and the ratio of the volumes, or that it is unknown.
    pub fn brief(&self) -> String {
        let body = &self.body;
        match self.added.ratio_text() {
            Some(ratio) => format!("{body}: convex hull of the mesh, {ratio} × the mesh's volume"),
            None => format!("{body}: convex hull of the mesh; the added volume is unknown"),
        }
    }
}

/// Sentences about the bodies of a query that differ from their files: `hulls`, and polygons with ignored points.
pub fn shape_notes(hulls: &[HullOfMesh], scene: &Scene, query: &Query) -> Vec<String> {
    hulls.iter().map(HullOfMesh::say).chain(ignored_points(scene, query)).collect()
}

/// Subjects of a query that are hulls of meshes that are not convex, or may not be. Hulls that are not known yet are
/// computed in `f64`; under a [`watch::Watch`] each of their steps counts as an iteration.
pub fn hulls_of_meshes(scene: &Scene, query: &Query) -> Vec<HullOfMesh> {
    let mut hulls: Vec<HullOfMesh> = Vec::new();
    for subject in scene.subjects(query).unwrap_or_default() {
        let Some(MeshInShape { file, part, content, cubic_scale }) = find_mesh(&subject.body.shape) else { continue };
        let Some(mesh) = content.mesh() else { continue };
        let Some(hull) = content.hull_size(hull_size) else { continue };
        let Some(added) = added_volume(mesh, hull, cubic_scale) else { continue };
        let body = subject.body.name.clone();
        if !hulls.iter().any(|other| other.body == body) {
            hulls.push(HullOfMesh { body, file: file.to_owned(), part, added });
        }
    }
    hulls
}

/// A mesh compared with its hull.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeshAndHull {
    /// The mesh is convex to rounding.
    Convex,
    /// The mesh is not convex, or may not be: the hull adds this volume.
    Added(AddedVolume),
}

/// Compares a shape's mesh with its hull without delay. `None` if the shape is not a mesh, or if its hull is large and
/// not known yet.
pub fn compare_with_hull(shape: &Shape) -> Option<MeshAndHull> {
    let MeshInShape { content, cubic_scale, .. } = find_mesh(shape)?;
    let mesh = content.mesh()?;
    let is_small = mesh.vertices.len() <= MAX_IMMEDIATE_VERTICES;
    let hull = if is_small { content.hull_size(hull_size) } else { content.known_hull_size() };
    hull.map(|hull| added_volume(mesh, hull, cubic_scale).map_or(MeshAndHull::Convex, MeshAndHull::Added))
}

/// A mesh file within any number of affine maps and inflations.
struct MeshInShape<'a> {
    /// Path of the file relative to the scene.
    file: &'a str,
    /// Index of the mesh in the file; `None` for all meshes together.
    part: Option<u32>,
    /// The loaded mesh with its hull, once known.
    content: &'a Content,
    /// Cubic meters per cubic unit of the file.
    cubic_scale: f64,
}

/// The mesh of a shape; `None` if the shape has none.
fn find_mesh(mut shape: &Shape) -> Option<MeshInShape<'_>> {
    let mut cubic_scale = 1.0;
    loop {
        if let Shape::Mesh { file, part, scale, content, .. } = shape {
            return Some(MeshInShape { file, part: *part, content, cubic_scale: cubic_scale * scale.powi(3) });
        }
        if let Shape::Affine { matrix, .. } = shape {
            cubic_scale *= glam::DMat3::from_cols_array_2d(matrix).determinant().abs();
        }
        shape = shape.wrapped()?;
    }
}

/// Volume of the hull of a mesh and its rounding error, cubic units of the file; 0 unless the mesh encloses a volume.
fn hull_size(mesh: &Mesh) -> HullSize {
    let Ok(mut run) = Quickhull::of_f64(mesh.vertices.clone()) else { return HullSize { volume: 0.0, rounding: 0.0 } };
    while mesh.volume.is_some() && run.step().is_continue() {
        watch::tick();
    }
    let faces = run.faces.iter().filter(|face| face.alive).map(|face| face.corners);
    HullSize { volume: enclosed(&mesh.vertices, faces), rounding: volume_rounding(&mesh.vertices) }
}

/// Volume that the hull adds; `None` if the mesh is convex to rounding. One cubic unit of the file is `cubic_scale` m³.
fn added_volume(mesh: &Mesh, hull: HullSize, cubic_scale: f64) -> Option<AddedVolume> {
    let Some(volume) = mesh.volume else {
        let cloud = mesh.triangles.is_empty();
        return Some(if cloud { AddedVolume::Cloud } else { AddedVolume::Open { edges: mesh.open_edges } });
    };
    if hull.volume <= hull.rounding || cubic_scale == 0.0 {
        return Some(AddedVolume::Flat);
    }
    let excess = hull.volume - volume;
    if excess.abs() <= hull.rounding {
        return None;
    }
    // No simple closed surface encloses more than its hull, or nothing at all.
    if excess < 0.0 || volume <= hull.rounding {
        return Some(AddedVolume::Tangled);
    }
    Some(AddedVolume::Volume { mesh: volume * cubic_scale, hull: hull.volume * cubic_scale })
}

/// Bound of the volume that the hull of a convex body gains by rounded vertices, cubic units of the file: the rounding
/// of a coordinate times the surface of the bounding box.
fn volume_rounding(vertices: &[[f64; 3]]) -> f64 {
    let ranges = [0, 1, 2].map(|axis| {
        let coordinates = vertices.iter().map(|vertex| vertex[axis]);
        coordinates.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    });
    let [x, y, z] = ranges.map(|[low, high]| high - low);
    let largest = ranges.as_flattened().iter().fold(0.0, |largest: f64, x| largest.max(x.abs()));
    FILE_ROUNDING * largest * 2.0 * (x * y + y * z + z * x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contact_lens_scene::meshes;
    use contact_lens_scene::model::Up;

    /// A box whose top is pushed in to a pit of the height 1 − `deep`; without its top if `deep` is `None`.
    fn boxed(deep: Option<f64>) -> String {
        let mut text = String::from("v 0 0 0\nv 2 0 0\nv 2 0 3\nv 0 0 3\nv 0 1 0\nv 2 1 0\nv 2 1 3\nv 0 1 3\n");
        text += "f 1 2 3 4\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";
        if let Some(deep) = deep {
            text += &format!("v 1 {} 1.5\nf 5 9 6\nf 6 9 7\nf 7 9 8\nf 8 9 5\n", 1.0 - deep);
        }
        text
    }

    fn read(text: &str) -> Shape {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("m.obj");
        std::fs::write(&file, text).unwrap();
        meshes::import(&[file], 0.5, Up::Z).unwrap().bodies[0].shape.clone()
    }

    #[test]
    fn the_hull_of_a_box_with_a_pit_adds_the_volume_of_the_pit() {
        // The box of volume 6 lacks a pyramid of height 0.5 over 2 × 3, at half the size.
        let pit = read(&boxed(Some(0.5)));
        let Some(MeshAndHull::Added(found)) = compare_with_hull(&pit) else { panic!("it is not convex") };
        let AddedVolume::Volume { mesh, hull } = found else { panic!("{found:?}") };
        assert!((mesh - 5.0 / 8.0).abs() < 1e-12 && (hull - 6.0 / 8.0).abs() < 1e-12, "{mesh} {hull}");
        assert_eq!(found.ratio_text().as_deref(), Some("1.2"));
        // The ratio does not depend on an affine map and a margin.
        let matrix = [[2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0]];
        let wide = Shape::Affine { matrix, offset: [0.0; 3], shape: Box::new(pit) };
        let wide = Shape::Inflate { radius: 0.1, shape: Box::new(wide) };
        let Some(MeshAndHull::Added(AddedVolume::Volume { mesh, hull })) = compare_with_hull(&wide) else {
            panic!("wrapped")
        };
        assert!((mesh - 5.0 / 4.0).abs() < 1e-12 && (hull - 6.0 / 4.0).abs() < 1e-12, "{mesh} {hull}");
    }

    #[test]
    fn a_convex_mesh_adds_nothing_and_an_unknown_volume_has_a_reason() {
        for deep in [0.0, -0.5, 1e-7] {
            assert_eq!(compare_with_hull(&read(&boxed(Some(deep)))), Some(MeshAndHull::Convex), "{deep}");
        }
        let Some(MeshAndHull::Added(little)) = compare_with_hull(&read(&boxed(Some(3e-4)))) else { panic!("a dent") };
        assert_eq!(little.ratio_text().as_deref(), Some("1.000100"));
        let flat = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 3 2\n";
        let faces: String =
            boxed(Some(0.0)).lines().filter(|line| line.starts_with('f')).map(|f| format!("{f}\n")).collect();
        let twice = boxed(Some(0.0)) + &faces;
        let cases = [
            (boxed(None), AddedVolume::Open { edges: 4 }, "4 open edges"),
            (String::from("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"), AddedVolume::Cloud, "points but no triangles"),
            (String::from(flat), AddedVolume::Flat, "is flat"),
            (twice, AddedVolume::Tangled, "overlaps itself"),
        ];
        for (text, expected, reason) in cases {
            assert_eq!(compare_with_hull(&read(&text)), Some(MeshAndHull::Added(expected)));
            let hull = HullOfMesh { body: "b".into(), file: "m.obj".into(), part: None, added: expected };
            let say = hull.say();
            assert!(
                say.starts_with("`b` is replaced by the convex hull of its mesh. ") && say.contains(reason),
                "{say}"
            );
            assert_eq!((expected.ratio(), expected.ratio_text()), (None, None));
        }
        assert_eq!(compare_with_hull(&Shape::Sphere { radius: 1.0 }), None);
    }
}
