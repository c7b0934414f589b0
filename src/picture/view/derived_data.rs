//! Caches of data derived from solids. Views, insets, shadows and labels share them over all steps; an entry is removed
//! after its solids are dropped.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use glam::{DQuat, DVec2, DVec3};

use super::ground::hull;
use crate::picture::marks::surface::Surface;
use crate::picture::{Camera, Lens, Solid};

/// Derived data of a solid.
pub(in crate::picture) struct DerivedData {
    /// Faces, edges and normals.
    pub surface: Surface,
    /// Normal at each vertex of each face, for round solids.
    pub smooth: Option<Vec<Vec<DVec3>>>,
    /// Whether each edge has two faces.
    pub closed: bool,
    /// Bounding sphere: center and radius, meters.
    pub bounding_sphere: (DVec3, f64),
    /// Faces as half-spaces, computed at the first use.
    walls: OnceCell<Arc<Vec<Wall>>>,
    /// Outlines for the most recent cameras.
    outlines: RefCell<VecDeque<(Camera, Outline)>>,
}

/// A face as a half-space: outward unit normal, and offset along it, meters.
pub(in crate::picture) type Wall = (DVec3, f64);

/// Vertices of an outline, world, meters.
type Outline = Rc<Vec<DVec3>>;

/// Number of cameras whose outlines are kept: the pane's and its inset's.
const MAX_CAMERAS: usize = 2;

/// Number of entries up to which those of dropped solids are not removed.
const MIN_CLEANED: usize = 256;

/// A value and the solids that it is derived from.
type Entry<V, const N: usize> = ([Weak<Solid>; N], Rc<V>);

/// Cache of a value derived from `N` solids, for as long as they live.
pub(in crate::picture) struct Store<V, const N: usize> {
    /// Values by the solids' addresses. The weak references keep an address from being reused and the solid from being
    /// changed.
    entries: HashMap<[*const Solid; N], Entry<V, N>>,
    /// Number of entries at which those of dropped solids are removed.
    cleaned_at: usize,
}

impl<V, const N: usize> Default for Store<V, N> {
    fn default() -> Self {
        Self { entries: HashMap::new(), cleaned_at: 0 }
    }
}

impl<V, const N: usize> Store<V, N> {
    /// Returns the cached value of these solids, computing it if needed.
    pub fn get(&mut self, solids: [&Arc<Solid>; N], make: impl FnOnce() -> V) -> Rc<V> {
        if self.entries.len() >= self.cleaned_at.max(MIN_CLEANED) {
            self.entries.retain(|_, (solids, _)| solids.iter().all(|solid| solid.strong_count() > 0));
            self.cleaned_at = 2 * self.entries.len();
        }
        let entry = self.entries.entry(solids.map(Arc::as_ptr));
        Rc::clone(&entry.or_insert_with(|| (solids.map(Arc::downgrade), Rc::new(make()))).1)
    }

    /// Returns the cached value of these solids, if any.
    fn cached(&self, solids: [&Arc<Solid>; N]) -> Option<Rc<V>> {
        self.entries.get(&solids.map(Arc::as_ptr)).map(|(_, value)| Rc::clone(value))
    }
}

thread_local! {
    static STORE: RefCell<Store<DerivedData, 1>> = RefCell::default();
}

/// Derived data of a solid, cached.
pub(in crate::picture) fn derived_data(solid: &Arc<Solid>) -> Rc<DerivedData> {
    STORE.with_borrow_mut(|store| store.get([solid], || DerivedData::of(solid)))
}

/// Stores the data of `to`, which is `from` after a rigid motion with this rotation, if that of `from` is cached. Only
/// directions change, which is cheaper than deriving them again.
pub(in crate::picture) fn store_moved(from: &Arc<Solid>, to: &Arc<Solid>, rotation: DQuat) {
    STORE.with_borrow_mut(|store| {
        if let Some(data) = store.cached([from]) {
            store.get([to], || data.moved(to, rotation));
        }
    });
}

impl DerivedData {
    /// Faces of the solid as half-spaces.
    pub fn walls(&self, solid: &Solid) -> Arc<Vec<Wall>> {
        let walls = self.walls.get_or_init(|| {
            let faces = self.surface.faces.iter().zip(&self.surface.normals);
            Arc::new(faces.map(|(face, n)| (*n, n.dot(solid.vertices[face[0] as usize]))).collect())
        });
        Arc::clone(walls)
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
        let outline = Rc::new(projected.map_or_else(Vec::new, hull));
        outlines.truncate(MAX_CAMERAS - 1);
        outlines.push_front((*lens.camera(), Rc::clone(&outline)));
        outline
    }

    /// Data of `to`, which is this data's solid after a rigid motion with this rotation.
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
        let bounding_sphere = bounding_sphere(solid);
        Self { surface, smooth, closed, bounding_sphere, walls: OnceCell::new(), outlines: RefCell::default() }
    }
}

/// Center of the bounding box, and the radius around it that contains all vertices, meters.
fn bounding_sphere(solid: &Solid) -> (DVec3, f64) {
    let bounds = solid.vertices.iter().fold((DVec3::MAX, DVec3::MIN), |(low, high), p| (low.min(*p), high.max(*p)));
    let middle = bounds.0.midpoint(bounds.1);
    (middle, solid.vertices.iter().map(|p| p.distance_squared(middle)).fold(0.0, f64::max).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn triangle(height: f64) -> Solid {
        let vertices = vec![DVec3::ZERO, DVec3::X, DVec3::Y * height];
        Solid { vertices, faces: vec![vec![0, 1, 2]], ..Solid::default() }
    }

    #[test]
    fn a_solid_is_measured_once_and_a_changed_one_anew() {
        let mut solid = Arc::new(triangle(1.0));
        let first = derived_data(&solid);
        assert!(Rc::ptr_eq(&first, &derived_data(&solid)) && Rc::ptr_eq(&first, &derived_data(&Arc::clone(&solid))));
        Arc::make_mut(&mut solid).vertices[2] = DVec3::Z;
        assert_eq!(derived_data(&solid).surface.normals, [DVec3::NEG_Y]);
        assert_eq!(first.surface.normals, [DVec3::Z]);
    }

    #[test]
    fn those_that_are_gone_are_forgotten() {
        for k in 0..20 * MIN_CLEANED {
            let solid = Arc::new(triangle(1.0 + k as f64));
            let seen = &derived_data(&solid).surface.normals;
            assert!(seen.len() == 1 && seen[0].distance(DVec3::Z) < 1e-12, "{seen:?}");
        }
        assert!(STORE.with_borrow(|store| store.entries.len() <= 2 * MIN_CLEANED));
    }
}
