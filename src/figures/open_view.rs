//! Rotation of a still figure's cameras of space away from views that hide what the sentence names: a line that points
//! at the viewer, a face or a flat body seen edge-on.

use contact_lens_lesson::{Beat, Run, ViewKind};
use contact_lens_picture::marks::surface::polygon_normal;
use contact_lens_picture::{Camera, Figure, Form, Key, Mark, Pane, Picture, Role, Solid};
use glam::DVec3;

/// Least length in the picture of a line that the sentence names, relative to its length across the line of sight.
const MIN_LENGTH_SHARE: f64 = 0.35;

/// Least area in the picture of a face or flat body, relative to its area seen from the front.
const MIN_AREA_SHARE: f64 = 0.3;

/// Azimuths that are tried, degrees from the camera's own.
const AZIMUTHS: [f64; 13] = [0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0, 60.0, -60.0, 75.0, -75.0, 90.0, -90.0];

/// Elevations that are tried, degrees from the camera's own.
const ELEVATIONS: [f64; 7] = [0.0, 10.0, -10.0, 20.0, -20.0, 35.0, -35.0];

/// Largest elevation of a tried camera, degrees above or below the horizon.
const MAX_ELEVATION: f64 = 70.0;

/// Largest distance of a vertex of a flat body from its plane, relative to the body's size.
const MAX_THICKNESS: f64 = 0.02;

/// Thing that the picture should show, by the direction that decides how much of it is seen.
#[derive(Clone, Copy, Debug)]
enum Subject {
    /// Line with this direction, unit length.
    Line(DVec3),
    /// Face or flat body with this normal, unit length.
    Face(DVec3),
}

impl Subject {
    /// Returns how well a line of sight towards `back`, a unit vector, shows the subject: at least 1 is enough.
    fn quality(self, back: DVec3) -> f64 {
        match self {
            Self::Line(along) => along.cross(back).length() / MIN_LENGTH_SHARE,
            Self::Face(normal) => normal.dot(back).abs() / MIN_AREA_SHARE,
        }
    }
}

/// Rotates the perspective cameras of space so that they show the lines and faces that the sentence of `beat` names,
/// and flat bodies. Cameras that already do so stay. World and configuration space keep one direction of view.
pub(super) fn open_view(figure: &mut Figure, beat: &Beat) {
    let keys: Vec<&Key> = beat.say.runs().iter().filter_map(key_of).collect();
    let mut spaces: Vec<&mut Pane> = figure.panes.iter_mut().filter(|pane| is_perspective_space(pane)).collect();
    let Some(first) = spaces.first().map(|pane| pane.camera) else { return };
    if spaces.iter().any(|pane| !has_direction_of(&pane.camera, &first)) {
        return;
    }
    let subjects: Vec<Subject> = spaces.iter().flat_map(|pane| subjects(&pane.picture, &keys)).collect();
    let Camera { azimuth, elevation, .. } = best_camera(first, &subjects);
    for pane in &mut spaces {
        pane.camera = Camera { azimuth, elevation, ..pane.camera };
    }
}

/// Whether a pane shows a space in perspective.
fn is_perspective_space(pane: &Pane) -> bool {
    pane.kind == ViewKind::Space && !pane.camera.orthographic
}

/// Whether two cameras look along the same direction.
fn has_direction_of(camera: &Camera, other: &Camera) -> bool {
    camera.azimuth == other.azimuth && camera.elevation == other.elevation && camera.up == other.up
}

/// Returns the key of the mark that a part of a sentence names; `None` for a part without one.
fn key_of(run: &Run) -> Option<&Key> {
    match run {
        Run::Mark { key, .. } => Some(key),
        Run::Quantity(value) => value.key.as_ref(),
        Run::Text(_) | Run::Body { .. } | Run::Answer(_) => None,
    }
}

/// Returns the named lines and faces of a picture, and its flat bodies.
fn subjects(picture: &Picture, keys: &[&Key]) -> Vec<Subject> {
    let named = picture.marks.iter().filter(|mark| is_named(mark, keys)).filter_map(|mark| subject_of(&mark.form));
    let bodies = picture.marks.iter().filter(|mark| matches!(mark.role, Role::ShapeA | Role::ShapeB));
    let flat_bodies = bodies.filter_map(|mark| match &mark.form {
        Form::Solid(solid) => flat_normal(solid).map(Subject::Face),
        _ => None,
    });
    named.chain(flat_bodies).collect()
}

/// Whether one of the keys is that of the mark, or of a group to which it belongs.
fn is_named(mark: &Mark, keys: &[&Key]) -> bool {
    keys.iter().any(|key| key.contains(&mark.key))
}

/// Returns the line or face of a mark; `None` for other forms, and for degenerate ones.
fn subject_of(form: &Form) -> Option<Subject> {
    match form {
        Form::Segment([from, to]) | Form::Link([from, to]) | Form::Arrow { from, to } => {
            (*to - *from).try_normalize().map(Subject::Line)
        }
        Form::Polygon(corners) => polygon_normal(corners).map(Subject::Face),
        _ => None,
    }
}

/// Returns the unit normal of a body whose vertices are in one plane; `None` for other bodies.
fn flat_normal(solid: &Solid) -> Option<DVec3> {
    let face = solid.faces.first()?;
    let corners: Vec<DVec3> = face.iter().filter_map(|index| solid.vertices.get(*index as usize).copied()).collect();
    let normal = polygon_normal(&corners)?;
    let origin = corners[0];
    let size = solid.vertices.iter().map(|vertex| vertex.distance(origin)).fold(0.0, f64::max);
    let thickness = solid.vertices.iter().map(|vertex| normal.dot(*vertex - origin).abs()).fold(0.0, f64::max);
    (thickness <= MAX_THICKNESS * size).then_some(normal)
}

/// Returns the nearest camera that shows all subjects, or else the one that shows the worst of them best.
fn best_camera(camera: Camera, subjects: &[Subject]) -> Camera {
    let mut tried = tried_cameras(camera);
    tried.sort_by(|a, b| a.rotation.total_cmp(&b.rotation));
    let mut best = camera;
    let mut best_quality = quality(&camera, subjects);
    for TriedCamera { camera, .. } in tried {
        if best_quality >= 1.0 {
            break;
        }
        let quality = quality(&camera, subjects);
        if quality > best_quality {
            best_quality = quality;
            best = camera;
        }
    }
    best
}

/// Camera that is tried.
struct TriedCamera {
    camera: Camera,
    /// Rotation from the original camera, degrees: that of the azimuth plus that of the elevation.
    rotation: f64,
}

/// Returns the cameras that are tried in place of `camera`.
fn tried_cameras(camera: Camera) -> Vec<TriedCamera> {
    let limit = MAX_ELEVATION.to_radians().max(camera.elevation.abs());
    let mut tried = Vec::with_capacity(AZIMUTHS.len() * ELEVATIONS.len());
    for azimuth in AZIMUTHS {
        for elevation in ELEVATIONS {
            let rotated = Camera {
                azimuth: camera.azimuth + azimuth.to_radians(),
                elevation: (camera.elevation + elevation.to_radians()).clamp(-limit, limit),
                ..camera
            };
            tried.push(TriedCamera { camera: rotated, rotation: azimuth.abs() + elevation.abs() });
        }
    }
    tried
}

/// Returns how well a camera shows the worst subject, at most 1.
fn quality(camera: &Camera, subjects: &[Subject]) -> f64 {
    let back = camera.axes().back;
    subjects.iter().map(|subject| subject.quality(back)).fold(1.0, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_points_at_the_viewer_is_seen_from_the_side() {
        let camera = Camera::default();
        let back = camera.axes().back;
        let turned = best_camera(camera, &[Subject::Line(back)]);
        assert!(turned.axes().back.cross(back).length() >= MIN_LENGTH_SHARE);
        let across = camera.axes().back.any_orthonormal_vector();
        assert_eq!(best_camera(camera, &[Subject::Line(across)]), camera);
    }

    #[test]
    fn a_face_and_its_normal_are_both_seen() {
        let camera = Camera::default();
        for normal in [camera.axes().back, camera.axes().back.any_orthonormal_vector(), DVec3::X, DVec3::Y] {
            let subjects = [Subject::Face(normal), Subject::Line(normal)];
            assert!(quality(&best_camera(camera, &subjects), &subjects) >= 0.99, "{normal}");
        }
    }

    #[test]
    fn a_triangle_is_flat_and_a_tetrahedron_is_not() {
        let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let triangle = Solid { vertices: vertices[..3].to_vec(), faces: vec![vec![0, 1, 2]], ..Solid::default() };
        assert_eq!(flat_normal(&triangle), Some(DVec3::Z));
        let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![0, 3, 2], vec![1, 2, 3]];
        assert_eq!(flat_normal(&Solid { vertices, faces, ..Solid::default() }), None);
    }
}
