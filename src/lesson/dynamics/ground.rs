//! Pictures of the half-planes of a world: a line with hatching below, far beyond the visible area.

use glam::DVec2;

use crate::picture::Form;
use crate::snapshot::dynamics::{Body, BodyState};

/// Visible share of the drawn width.
const IN_VIEW: f64 = 0.06;

/// Half-plane of a body.
#[derive(Clone, Copy, Debug)]
struct Ground {
    /// Unit normal out of the body, world.
    normal: DVec2,
    /// Offset of the line along the normal from the world's origin, meters.
    height: f64,
    /// Middle of the drawn part.
    middle: DVec2,
}

/// Half-planes of all bodies; `None` for bodies of other shapes.
#[derive(Clone, Debug, Default)]
pub(super) struct Grounds {
    /// Half-plane of each body.
    all: Vec<Option<Ground>>,
    /// Half the drawn width, meters.
    half: f64,
}

impl Grounds {
    /// Half-planes at the states `home`, drawn around the projection of the mean of `around`.
    pub fn new(bodies: &[Body], home: &[BodyState], around: &[DVec2], half: f64) -> Self {
        let center = around.iter().sum::<DVec2>() / around.len().max(1) as f64;
        Self {
            all: bodies
                .iter()
                .zip(home)
                .map(|(body, state)| {
                    let (normal, offset) = body.half_plane?;
                    let normal = state.rotation.rotate(normal);
                    let height = normal.dot(state.position) + offset;
                    Some(Ground { normal, height, middle: center - normal * (normal.dot(center) - height) })
                })
                .collect(),
            half,
        }
    }

    /// Half-plane of a body; `None` for other shapes.
    fn of(&self, body: usize) -> Option<Ground> {
        self.all.get(body).copied().flatten()
    }

    /// Half-plane as a filled mark.
    pub fn whole(&self, body: usize) -> Option<Form> {
        let Ground { normal, middle, .. } = self.of(body)?;
        let point = middle.extend(0.0);
        let normal = normal.extend(0.0);
        Some(Form::HalfSpace { point, normal, half_size: self.half, flat: true })
    }

    /// Line of the half-plane, about as long as the visible area, so that its ends show.
    pub fn line(&self, body: usize) -> Option<Form> {
        let Ground { normal, middle, .. } = self.of(body)?;
        let along = normal.perp() * (self.half * IN_VIEW);
        Some(Form::Segment([middle - along, middle + along].map(|p| p.extend(0.0))))
    }

    /// Position of the name: `deep` meters below the line, near `origin`.
    pub fn name_position(&self, body: usize, origin: DVec2, deep: f64) -> Option<DVec2> {
        let Ground { normal, height, .. } = self.of(body)?;
        Some(origin + normal * (height - normal.dot(origin) - deep))
    }

    /// Heights of the upward half-planes below a position.
    pub fn below(&self, place: DVec2) -> impl Iterator<Item = f64> {
        let up = self.all.iter().flatten().filter(|ground| ground.normal.y > 0.0);
        up.map(move |ground: &Ground| (ground.height - ground.normal.x * place.x) / ground.normal.y)
            .filter(move |y| *y < place.y)
    }
}
