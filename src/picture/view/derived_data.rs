//! Caches of data derived from solids, shared by views, magnifiers, shadows and labels over all steps, for as long as
//! the solids live.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, Weak};

use glam::{DQuat, DVec2, DVec3};

use super::ground::hull;
use crate::picture::marks::surface::Surface;
use crate::picture::{Camera, Lens, Solid};

/// Derived data of a solid.
pub(in crate::picture) struct Measured {
    /// Faces, edges and normals.
    pub surface: Surface,
    /// Normal at each vertex of each face, for round solids.
    pub smooth: Option<Vec<Vec<DVec3>>>,
    /// Whether each edge has two faces.
    pub closed: bool,
    /// Bounding sphere: center and radius, meters.
    pub around: (DVec3, f64),
    walls: OnceCell<Arc<Vec<Wall>>>,
    /// Outlines for the most recent cameras.
    outlines: RefCell<VecDeque<(Camera, Outline)>>,
}

/// A face as a half-space: outward unit normal, and offset along it, meters.
pub(in crate::picture) type Wall = (DVec3, f64);

/// Vertices of an outline, world, meters.
type Outline = Rc<Vec<DVec3>>;

/// Number of cameras per frame: the pane's and its magnifier's.
const CAMERAS: usize = 2;

/// Number of entries below which dead ones are not removed.
const FEW: usize = 256;

/// A value and the solids that it is derived from.
type Known<V, const N: usize> = ([Weak<Solid>; N], Rc<V>);

/// Cache of a value derived from `N` solids, for as long as they live.
pub(in crate::picture) struct Store<V, const N: usize> {
    /// Values by the solids' addresses. The weak references keep an address from being reused and the solid from being
    /// changed.
    kept: HashMap<[*const Solid; N], Known<V, N>>,
    /// Number of entries at which dead ones are removed.
    full: usize,
}

impl<V, const N: usize> Default for Store<V, N> {
    fn default() -> Self {
        Self { kept: HashMap::new(), full: 0 }
    }
}

impl<V, const N: usize> Store<V, N> {
    /// Returns the cached value of these solids, computing it if needed.
    pub fn get(&mut self, solids: [&Arc<Solid>; N], make: impl FnOnce() -> V) -> Rc<V> {
        if self.kept.len() >= self.full.max(FEW) {
            self.kept.retain(|_, (of, _)| of.iter().all(|of| of.strong_count() > 0));
            self.full = 2 * self.kept.len();
        }
        let entry = self.kept.entry(solids.map(Arc::as_ptr));
        Rc::clone(&entry.or_insert_with(|| (solids.map(Arc::downgrade), Rc::new(make()))).1)
    }

    /// Returns the cached value of these solids, if any.
    fn known(&self, solids: [&Arc<Solid>; N]) -> Option<Rc<V>> {
        self.kept.get(&solids.map(Arc::as_ptr)).map(|(_, known)| Rc::clone(known))
    }
}

thread_local! {
    static STORE: RefCell<Store<Measured, 1>> = RefCell::default();
}

/// Derived data of a solid, cached.
pub(in crate::picture) fn measured(solid: &Arc<Solid>) -> Rc<Measured> {
    STORE.with_borrow_mut(|store| store.get([solid], || Measured::of(solid)))
}

/// Derives the data of `to`, which is `from` after a rigid motion, from that of `from` if cached: only directions
/// rotate.
pub(in crate::picture) fn carried(from: &Arc<Solid>, to: &Arc<Solid>, turn: DQuat) {
    STORE.with_borrow_mut(|store| {
        if let Some(known) = store.known([from]) {
            store.get([to], || known.turned(to, turn));
        }
    });
}

impl Measured {
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
        if let Some((_, known)) = outlines.iter().find(|(camera, _)| camera == lens.camera()) {
            return Rc::clone(known);
        }
        let vertices = solid.vertices.iter();
        let shadow: Option<Vec<(DVec2, DVec3)>> =
            vertices.map(|p| Some((lens.project_view(lens.to_view(*p))?, *p))).collect();
        let made = Rc::new(shadow.map_or_else(Vec::new, hull));
        outlines.truncate(CAMERAS - 1);
        outlines.push_front((*lens.camera(), Rc::clone(&made)));
        made
    }

    fn turned(&self, to: &Solid, turn: DQuat) -> Self {
        let mut smooth = self.smooth.clone();
        for normal in smooth.iter_mut().flatten().flatten() {
            *normal = turn * *normal;
        }
        Self::new(self.surface.rotated(turn), smooth, self.closed, to)
    }

    fn of(solid: &Solid) -> Self {
        let surface = Surface::of(solid);
        let smooth = solid.round.then(|| surface.smooth_normals(solid));
        let closed = surface.edges.values().all(|sides| sides.second.is_some());
        Self::new(surface, smooth, closed, solid)
    }

    fn new(surface: Surface, smooth: Option<Vec<Vec<DVec3>>>, closed: bool, solid: &Solid) -> Self {
        let around = around(solid);
        Self { surface, smooth, closed, around, walls: OnceCell::new(), outlines: RefCell::default() }
    }
}

fn around(solid: &Solid) -> (DVec3, f64) {
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
        let first = measured(&solid);
        assert!(Rc::ptr_eq(&first, &measured(&solid)) && Rc::ptr_eq(&first, &measured(&Arc::clone(&solid))));
        Arc::make_mut(&mut solid).vertices[2] = DVec3::Z;
        assert_eq!(measured(&solid).surface.normals, [DVec3::NEG_Y]);
        assert_eq!(first.surface.normals, [DVec3::Z]);
    }

    #[test]
    fn those_that_are_gone_are_forgotten() {
        for k in 0..20 * FEW {
            let solid = Arc::new(triangle(1.0 + k as f64));
            let seen = &measured(&solid).surface.normals;
            assert!(seen.len() == 1 && seen[0].distance(DVec3::Z) < 1e-12, "{seen:?}");
        }
        assert!(STORE.with_borrow(|store| store.kept.len() <= 2 * FEW));
    }
}
