//! Surfaces that are measured once for as long as their solid lives: a view, its lens, its shadows and its labels all ask for
//! the same ones, beat after beat.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::{Arc, Weak};

use glam::DVec3;

use super::Solid;
use super::surface::Surface;

/// What is known of a solid.
pub(super) struct Measured {
    /// Its faces, edges and normals.
    pub surface: Surface,
    /// The normal at each corner of each face, of a round one.
    pub smooth: Option<Vec<Vec<DVec3>>>,
    /// Whether two faces meet at each edge.
    pub closed: bool,
}

/// So many solids are kept before those that are gone are looked for.
const FEW: usize = 256;

#[derive(Default)]
struct Store {
    /// By the solid's address. As long as the weak reference is held, nothing else can live there, and nobody can change it.
    kept: HashMap<*const Solid, (Weak<Solid>, Rc<Measured>)>,
    /// At so many those that are gone are looked for.
    full: usize,
}

thread_local! {
    static STORE: RefCell<Store> = RefCell::default();
}

/// Measures a solid, or remembers it.
pub(super) fn measured(solid: &Arc<Solid>) -> Rc<Measured> {
    STORE.with_borrow_mut(|store| {
        if store.kept.len() >= store.full.max(FEW) {
            store.kept.retain(|_, (of, _)| of.strong_count() > 0);
            store.full = 2 * store.kept.len();
        }
        let make = || (Arc::downgrade(solid), Rc::new(Measured::of(solid)));
        Rc::clone(&store.kept.entry(Arc::as_ptr(solid)).or_insert_with(make).1)
    })
}

impl Measured {
    fn of(solid: &Solid) -> Self {
        let surface = Surface::of(solid);
        let smooth = solid.round.then(|| surface.smooth_normals(solid));
        let closed = surface.edges.values().all(|sides| sides.second.is_some());
        Self { surface, smooth, closed }
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
            assert_eq!(*seen, [DVec3::Z]);
        }
        assert!(STORE.with_borrow(|store| store.kept.len() <= 2 * FEW));
    }
}
