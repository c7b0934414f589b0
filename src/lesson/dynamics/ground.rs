//! Forms of the half-planes of a world. A half-plane is a body, such as a ground, that fills everything on one side of
//! a line. It is drawn as its line with hatching inside, far beyond the visible area.

use contact_lens_model::snapshot::dynamics::{Body, BodyState};
use contact_lens_picture::Form;
use glam::DVec2;

/// Length of a half-plane's outline, as a fraction of the drawn width of the half-plane, so that the outline is about
/// as long as the visible area.
const OUTLINE_FRACTION: f64 = 0.06;

/// Half-plane of a body.
#[derive(Clone, Copy, Debug)]
struct Ground {
    /// Unit normal out of the body, world.
    normal: DVec2,
    /// Offset of the line along the normal from the world's origin, meters.
    height: f64,
    /// Middle of the drawn part of the line, world, meters.
    middle: DVec2,
}

impl Ground {
    /// Half-plane of a body in the state `state`, whose line is drawn around the projection of `center`, world, meters.
    /// `None` for other shapes.
    fn of_body(body: &Body, state: &BodyState, center: DVec2) -> Option<Self> {
        let half_plane = body.half_plane?;
        let normal = state.rotation.rotate(half_plane.normal);
        let height = normal.dot(state.position) + half_plane.offset;
        let middle = center - normal * (normal.dot(center) - height);
        Some(Self { normal, height, middle })
    }
}

/// Half-planes of all bodies, in the order of the bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct Grounds {
    /// Half-plane of each body; `None` for bodies of other shapes.
    by_body: Vec<Option<Ground>>,
    /// Half the drawn width, meters.
    half_width: f64,
}

impl Grounds {
    /// Half-planes of bodies in the states `states`. Their lines are drawn around the projection of the mean of
    /// `points`, up to `half_width` meters away from it.
    pub fn new(bodies: &[Body], states: &[BodyState], points: &[DVec2], half_width: f64) -> Self {
        let center = points.iter().sum::<DVec2>() / points.len().max(1) as f64;
        let by_body = bodies.iter().zip(states).map(|(body, state)| Ground::of_body(body, state, center)).collect();
        Self { by_body, half_width }
    }

    /// Half-plane of a body; `None` for other shapes.
    fn of_body(&self, body: usize) -> Option<Ground> {
        self.by_body.get(body).copied().flatten()
    }

    /// Form of a half-plane with its hatching; `None` for other shapes.
    pub fn filled_form(&self, body: usize) -> Option<Form> {
        let Ground { normal, middle, .. } = self.of_body(body)?;
        let point = middle.extend(0.0);
        let normal = normal.extend(0.0);
        Some(Form::HalfSpace { point, normal, half_size: self.half_width, flat: true })
    }

    /// Form of the visible part of a half-plane's line; `None` for other shapes.
    pub fn outline_form(&self, body: usize) -> Option<Form> {
        let Ground { normal, middle, .. } = self.of_body(body)?;
        let along = normal.perp() * (self.half_width * OUTLINE_FRACTION);
        Some(Form::Segment([middle - along, middle + along].map(|p| p.extend(0.0))))
    }

    /// Position of a half-plane's name: `depth` meters below the projection of `origin` on the line; `None` for other
    /// shapes.
    pub fn name_position(&self, body: usize, origin: DVec2, depth: f64) -> Option<DVec2> {
        let Ground { normal, height, .. } = self.of_body(body)?;
        Some(origin + normal * (height - normal.dot(origin) - depth))
    }

    /// Heights at the position's x of the lines of upward half-planes that are below the position: values of y, world,
    /// meters.
    pub fn heights_below(&self, position: DVec2) -> impl Iterator<Item = f64> {
        let upward = self.by_body.iter().flatten().filter(|ground| ground.normal.y > 0.0);
        let heights =
            upward.map(move |ground: &Ground| (ground.height - ground.normal.x * position.x) / ground.normal.y);
        heights.filter(move |y| *y < position.y)
    }
}
