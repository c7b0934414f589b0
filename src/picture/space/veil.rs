//! Veils: convex translucent bodies that change the look of marks behind them. Dots behind a veil are hollow and pale,
//! lines thin and dashed, so that they differ from those in front.
//!
//! Opaque bodies are stored here too, to test whether one hides the numbered dot of another.

use std::sync::Arc;

use glam::DVec3;

use crate::marks::theme::{Marker, Rgba, faded};
use crate::view::derived_data::{FacePlane, derived_data};
use crate::{Camera, Form, Key, Mark};

/// Length of the line of sight inside a body, as a share of its size, below which a point counts as on its surface.
const RELATIVE_MIN_CHORD: f64 = 1e-6;

/// Cosine of the angle between the line of sight and a face's normal below which the line counts as parallel to the
/// face.
const PARALLEL: f64 = 1e-12;

/// Convex bodies of a picture that are veils or opaque.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Veils(Vec<Veil>);

/// A convex body that is a veil or opaque.
#[derive(Clone, Debug, PartialEq)]
struct Veil {
    /// Planes of the body's faces.
    planes: Arc<Vec<FacePlane>>,
    /// Length of the line of sight inside the body below which the body hides nothing, meters.
    min_chord: f64,
    /// Key of the body.
    key: Key,
    /// Whether the body is opaque; otherwise it is a veil.
    is_opaque: bool,
}

/// Radius of a dot behind a body relative to that of a dot in front.
pub const FAR_RADIUS_FACTOR: f64 = 0.72;

/// Opacity of dots behind a body.
pub const FAR_OPACITY: f64 = 0.5;

/// Opacity of unimportant dots.
pub const PALE_OPACITY: f64 = 0.15;

impl Veils {
    /// Collects the convex bodies among marks that are veils or opaque.
    pub fn of<'a>(marks: impl IntoIterator<Item = &'a Mark>) -> Self {
        Self(marks.into_iter().filter_map(veil_of).collect())
    }

    /// Whether no body is a veil; there may be opaque ones.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|veil| veil.is_opaque)
    }

    /// Whether the camera sees a point through a veil.
    pub fn hides(&self, point: DVec3, camera: &Camera) -> bool {
        self.is_behind(point, camera, |veil| !veil.is_opaque)
    }

    /// Whether this is the key of an opaque body. A dot with the key is drawn over the body.
    pub fn is_opaque_body(&self, key: &Key) -> bool {
        self.0.iter().any(|veil| veil.is_opaque && veil.key == *key)
    }

    /// Whether another opaque body is in front of a point (world, meters) of the body with this key.
    pub fn covers(&self, key: &Key, point: DVec3, camera: &Camera) -> bool {
        self.is_behind(point, camera, |veil| veil.is_opaque && veil.key != *key)
    }

    /// Whether the line of sight from the point to the eye passes through one of the bodies that satisfy `is_tested`.
    fn is_behind(&self, point: DVec3, camera: &Camera, is_tested: impl Fn(&Veil) -> bool) -> bool {
        let to_eye = if camera.orthographic { camera.axes().back } else { camera.eye() - point };
        let Some(to_eye) = to_eye.try_normalize() else { return false };
        self.0.iter().filter(|veil| is_tested(veil)).any(|veil| {
            // Range of distances from the point at which the line of sight is inside the body.
            let mut from = 0.0f64;
            let mut to = f64::INFINITY;
            for FacePlane { normal, offset } in veil.planes.iter() {
                let outside = normal.dot(point) - offset;
                let along = normal.dot(to_eye);
                if along.abs() < PARALLEL {
                    if outside > veil.min_chord {
                        return false;
                    }
                } else if along > 0.0 {
                    to = to.min(-outside / along);
                } else {
                    from = from.max(-outside / along);
                }
            }
            to - from > veil.min_chord
        })
    }
}

/// Marker of a dot behind a body.
pub fn far_marker(marker: Marker) -> Marker {
    if marker == Marker::Cross { Marker::Cross } else { Marker::Ring }
}

/// Color of a dot behind a body.
pub fn far_ink(ink: Rgba) -> Rgba {
    faded(ink, FAR_OPACITY)
}

/// The mark's body as a veil; `None` for marks that are neither a veil nor opaque, and for bodies that are not convex.
fn veil_of(mark: &Mark) -> Option<Veil> {
    let Form::Solid(solid) = &mark.form else { return None };
    if !solid.veil && !solid.opaque {
        return None;
    }
    let derived = derived_data(solid);
    let min_chord = RELATIVE_MIN_CHORD * 2.0 * derived.bounding_sphere.radius;
    let key = mark.key.clone();
    derived.surface.convex.then(|| Veil { planes: derived.face_planes(solid), min_chord, key, is_opaque: solid.opaque })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Picture, Role, Solid};

    #[test]
    fn a_veil_hides_points_behind_and_inside_but_not_on_its_front() {
        let faces: [[u32; 4]; 6] = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        let vertices = (0..8u32).map(|k| DVec3::from([0, 1, 2].map(|axis| f64::from(k >> axis & 1))) * 2.0 - 1.0);
        let mut cube = Solid { vertices: vertices.collect(), veil: true, ..Solid::default() };
        cube.faces = faces.map(|face| face.to_vec()).to_vec();
        let picture = |solid: &Solid| {
            let mut picture = Picture::default();
            picture.add(Role::Member, "cube", Form::Solid(Arc::new(solid.clone())));
            picture
        };
        for camera in [Camera::flat(), Camera { orthographic: false, distance: 9.0, ..Camera::flat() }] {
            let veils = Veils::of(&picture(&cube).marks);
            let hidden = |z: f64| veils.hides(DVec3::new(0.2, -0.3, z), &camera);
            assert_eq!([-2.0, -1.0, 0.0, 1.0, 2.0].map(hidden), [true, true, true, false, false]);
            assert!(!veils.hides(DVec3::new(3.0, 0.0, -2.0), &camera), "next to it");
            let plain = Veils::of(&picture(&Solid { veil: false, ..cube.clone() }).marks);
            assert!(plain.is_empty() && !plain.hides(DVec3::NEG_Z * 2.0, &camera));
        }
    }
}
