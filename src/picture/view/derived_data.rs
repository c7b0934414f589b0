//! Caches of data derived from solids: normals, bounding spheres, outlines. Views, insets, shadows and labels share
//! them over all steps; an entry is removed some time after its solids are dropped.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use glam::{DQuat, DVec2, DVec3};

use super::convex_hull::convex_hull;
use crate::marks::surface::Surface;
use crate::{Camera, Lens, Solid};

/// Number of cameras whose outlines are kept: the pane's and its inset's.
const MAX_CAMERAS: usize = 2;

/// Number of entries up to which those of dropped solids are not removed.
const MIN_CLEANED: usize = 256;

/// Derived data of a solid.
pub(crate) struct DerivedData {
    /// Faces, edges and normals.
    pub surface: Surface,
    /// Unit normal at each vertex of each face, for round solids; `None` for others.
    pub smooth: Option<Vec<Vec<DVec3>>>,
    /// Whether each edge has two faces.
    pub closed: bool,
    pub bounding_sphere: BoundingSphere,
    /// Planes of the faces, computed at the first use.
    planes: OnceCell<Arc<Vec<FacePlane>>>,
    /// Outlines for the most recent cameras, the latest first.
    outlines: RefCell<VecDeque<(Camera, Outline)>>,
}

/// Plane of a face: the points `p` with `normal · p = offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FacePlane {
    /// Outward unit normal of the face.
    pub normal: DVec3,
    /// Signed distance from the world's origin along the normal, meters.
    pub offset: f64,
}

/// A sphere around all vertices of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BoundingSphere {
    /// Center of the bounding box, world, meters.
    pub center: DVec3,
    /// Distance of the farthest vertex from the center, meters.
    pub radius: f64,
}

/// Vertices of an outline in order, world, meters.
type Outline = Rc<Vec<DVec3>>;

/// Entry of a cache.
struct Entry<V, const N: usize> {
    /// Solids that the value is derived from.
    solids: [Weak<Solid>; N],
    value: Rc<V>,
}

/// Cache of values derived from `N` solids each.
pub(crate) struct SolidCache<V, const N: usize> {
    /// Values by the solids' addresses. The weak references keep an address from being reused and the solid from being
    /// changed in place.
    entries: HashMap<[*const Solid; N], Entry<V, N>>,
    /// Number of entries at which those of dropped solids are removed, if above [`MIN_CLEANED`].
    cleaned_at: usize,
}

impl<V, const N: usize> Default for SolidCache<V, N> {
    fn default() -> Self {
        Self { entries: HashMap::new(), cleaned_at: 0 }
    }
}

impl<V, const N: usize> SolidCache<V, N> {
    /// Returns the cached value of these solids; calls `compute` if there is none.
    pub fn get_or_compute(&mut self, solids: [&Arc<Solid>; N], compute: impl FnOnce() -> V) -> Rc<V> {
        if self.entries.len() >= self.cleaned_at.max(MIN_CLEANED) {
            self.entries.retain(|_, entry| entry.solids.iter().all(|solid| solid.strong_count() > 0));
            self.cleaned_at = 2 * self.entries.len();
        }
        let entry = self.entries.entry(solids.map(Arc::as_ptr));
        let entry = entry.or_insert_with(|| Entry { solids: solids.map(Arc::downgrade), value: Rc::new(compute()) });
        Rc::clone(&entry.value)
    }

    /// Returns the cached value of these solids, if any.
    fn cached(&self, solids: [&Arc<Solid>; N]) -> Option<Rc<V>> {
        self.entries.get(&solids.map(Arc::as_ptr)).map(|entry| Rc::clone(&entry.value))
    }
}

thread_local! {
    static CACHE: RefCell<SolidCache<DerivedData, 1>> = RefCell::default();
}

/// Derived data of a solid, cached.
pub(crate) fn derived_data(solid: &Arc<Solid>) -> Rc<DerivedData> {
    CACHE.with_borrow_mut(|cache| cache.get_or_compute([solid], || DerivedData::of(solid)))
}

/// Caches the data of `to`, which is `from` after a rigid motion with this rotation, if that of `from` is cached. Only
/// directions change, which is cheaper than deriving them again.
pub(crate) fn cache_moved(from: &Arc<Solid>, to: &Arc<Solid>, rotation: DQuat) {
    CACHE.with_borrow_mut(|cache| {
        if let Some(data) = cache.cached([from]) {
            cache.get_or_compute([to], || data.moved(to, rotation));
        }
    });
}

impl DerivedData {
    /// Planes of the faces of `solid`, from which this data is derived.
    pub fn face_planes(&self, solid: &Solid) -> Arc<Vec<FacePlane>> {
        let planes = self.planes.get_or_init(|| {
            let faces = self.surface.faces.iter().zip(&self.surface.normals);
            let planes = faces.map(|(face, normal)| FacePlane {
                normal: *normal,
                offset: normal.dot(solid.vertices[face[0] as usize]),
            });
            Arc::new(planes.collect())
        });
        Arc::clone(planes)
    }

    /// Outline of a convex body: the convex hull of its projection, as vertices of the body. Empty when part of the
    /// body is behind the eye.
    pub fn outline(&self, solid: &Solid, lens: &Lens) -> Outline {
        let mut outlines = self.outlines.borrow_mut();
        if let Some((_, outline)) = outlines.iter().find(|(camera, _)| camera == lens.camera()) {
            return Rc::clone(outline);
        }
        let vertices = solid.vertices.iter();
        let projected: Option<Vec<(DVec2, DVec3)>> =
            vertices.map(|p| Some((lens.project_view(lens.to_view(*p))?, *p))).collect();
        let outline = Rc::new(projected.map(convex_hull).unwrap_or_default());
        outlines.truncate(MAX_CAMERAS - 1);
        outlines.push_front((*lens.camera(), Rc::clone(&outline)));
        outline
    }

    /// Data of `to`, which is the solid of this data after a rigid motion with this rotation.
    fn moved(&self, to: &Solid, rotation: DQuat) -> Self {
        let mut smooth = self.smooth.clone();
        for normal in smooth.iter_mut().flatten().flatten() {
            *normal = rotation * *normal;
        }
        Self::new(self.surface.rotated(rotation), smooth, self.closed, to)
    }

    /// Derives the data of a solid.
    fn of(solid: &Solid) -> Self {
        let surface = Surface::of(solid);
        let smooth = solid.round.then(|| surface.smooth_normals(solid));
        let closed = surface.edges.values().all(|sides| sides.second.is_some());
        Self::new(surface, smooth, closed, solid)
    }

    fn new(surface: Surface, smooth: Option<Vec<Vec<DVec3>>>, closed: bool, solid: &Solid) -> Self {
        let bounding_sphere = BoundingSphere::around(solid);
        Self { surface, smooth, closed, bounding_sphere, planes: OnceCell::new(), outlines: RefCell::default() }
    }
}

impl BoundingSphere {
    /// Sphere around all vertices of a solid.
    fn around(solid: &Solid) -> Self {
        let low = solid.vertices.iter().copied().fold(DVec3::MAX, DVec3::min);
        let high = solid.vertices.iter().copied().fold(DVec3::MIN, DVec3::max);
        let center = low.midpoint(high);
        let radius = solid.vertices.iter().map(|p| p.distance_squared(center)).fold(0.0, f64::max).sqrt();
        Self { center, radius }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(height: f64) -> Solid {
        let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y * height];
        Solid { vertices, faces: vec![vec![0, 1, 2]], ..Solid::default() }
    }

    #[test]
    fn data_is_derived_once_and_again_for_a_changed_solid() {
        let mut solid = Arc::new(triangle(1.0));
        let first = derived_data(&solid);
        assert!(Rc::ptr_eq(&first, &derived_data(&solid)) && Rc::ptr_eq(&first, &derived_data(&Arc::clone(&solid))));
        Arc::make_mut(&mut solid).vertices[2] = DVec3::Z;
        assert_eq!(derived_data(&solid).surface.normals, [DVec3::NEG_Y]);
        assert_eq!(first.surface.normals, [DVec3::Z]);
    }

    #[test]
    fn entries_of_dropped_solids_are_removed() {
        for k in 0..20 * MIN_CLEANED {
            let solid = Arc::new(triangle(1.0 + k as f64));
            let seen = &derived_data(&solid).surface.normals;
            assert!(seen.len() == 1 && seen[0].distance(DVec3::Z) < 1e-12, "{seen:?}");
        }
        assert!(CACHE.with_borrow(|cache| cache.entries.len() <= 2 * MIN_CLEANED));
    }
}
