//! The half-planes of a world, as they are drawn: a line with a hatch below, far beyond what a view shows.

use glam::DVec2;

use crate::picture::Form;
use crate::snapshot::dynamics::{Body, BodyState};

/// How much of what is drawn is in view.
const IN_VIEW: f64 = 0.06;

/// A half-plane in the world.
#[derive(Clone, Copy, Debug)]
struct Ground {
    /// Outward.
    normal: DVec2,
    /// How far its line lies along it from the world's origin.
    height: f64,
    /// The middle of what is drawn of it.
    middle: DVec2,
}

/// Of each body that is one the half-plane.
#[derive(Clone, Debug, Default)]
pub(super) struct Grounds {
    all: Vec<Option<Ground>>,
    /// Half the width of what is drawn.
    half: f64,
}

impl Grounds {
    /// Where `home` has them, drawn below the middle of some places.
    pub fn new(bodies: &[Body], home: &[BodyState], around: &[DVec2], half: f64) -> Self {
        let center = around.iter().sum::<DVec2>() / around.len().max(1) as f64;
        let ground = |(body, state): (&Body, &BodyState)| {
            let (normal, offset) = body.half_plane?;
            let normal = state.rotation.rotate(normal);
            let height = normal.dot(state.position) + offset;
            Some(Ground { normal, height, middle: center - normal * (normal.dot(center) - height) })
        };
        Self { all: bodies.iter().zip(home).map(ground).collect(), half }
    }

    fn of(&self, body: usize) -> Option<Ground> {
        self.all.get(body).copied().flatten()
    }

    /// All of it.
    pub fn whole(&self, body: usize) -> Option<Form> {
        let Ground { normal, middle, .. } = self.of(body)?;
        let (point, normal) = (middle.extend(0.0), normal.extend(0.0));
        Some(Form::HalfSpace { point, normal, half_size: self.half, flat: true })
    }

    /// Its line alone, about as far as it is in view: its ends are to be.
    pub fn line(&self, body: usize) -> Option<Form> {
        let Ground { normal, middle, .. } = self.of(body)?;
        let along = normal.perp() * (self.half * IN_VIEW);
        Some(Form::Segment([middle - along, middle + along].map(|p| p.extend(0.0))))
    }

    /// Where its name stands: below its line near the body's origin, so deep.
    pub fn named(&self, body: usize, origin: DVec2, deep: f64) -> Option<DVec2> {
        let Ground { normal, height, .. } = self.of(body)?;
        Some(origin + normal * (height - normal.dot(origin) - deep))
    }

    /// How high those are straight below a place that face up.
    pub fn below(&self, place: DVec2) -> impl Iterator<Item = f64> {
        let up = self.all.iter().flatten().filter(|ground| ground.normal.y > 0.0);
        let at = move |ground: &Ground| (ground.height - ground.normal.x * place.x) / ground.normal.y;
        up.map(at).filter(move |y| *y < place.y)
    }
}
