//! Scale of the arrows: one arrow of known length and force. As no force acts on a body there, it has the color of
//! text.

use glam::DVec2;

use super::{Scene, flat};
use crate::answer::number;
use crate::picture::{Picture, Role};

/// Distance of the scale below the moving bodies, in body sizes.
const BELOW: f64 = 1.9;

/// Distance of the scale from the edges of static bodies, in body sizes.
const ROOM: f64 = 0.4;

/// Relative height of the scale in a thin static body, whose name is in its middle.
const UNDER_NAME: f64 = 0.27;

impl Scene {
    /// Adds the unit arrow below the moving bodies and the ground under them.
    pub(super) fn unit(&self, picture: &mut Picture) {
        let Some(low) = self.moving(&self.start).reduce(DVec2::min) else { return };
        let wide = self.span + 4.0 * self.size;
        // A wide ground has space for the arrow.
        let props = self.props.iter().filter(|[low, high]| (*high - *low).max_element() < wide);
        let near = props.filter(|[_, high]| high.y > low.y - 2.0 * BELOW * self.size);
        let bottom = near.map(|[low, _]| low.y - 0.6 * self.size).fold(low.y - BELOW * self.size, f64::min);
        // The arrow avoids the edges of static bodies.
        let room = ROOM * self.size;
        let at_edge = self.props.iter().find(|[low, high]| low.y - room < bottom && bottom < high.y + room);
        let bottom = at_edge.map_or(bottom, |[low, high]| match (high.y - low.y) / room {
            thick if thick > 2.0 && thick < 6.0 => low.y + UNDER_NAME * (high.y - low.y),
            thick if thick > 2.0 => bottom.clamp(low.y + room, high.y - room),
            _ => low.y - room,
        });
        let foot = flat(DVec2::new(low.x, bottom));
        let tip = foot + flat(DVec2::X * self.size);
        picture.arrow(Role::Text, "unit", foot, tip);
        picture.label(Role::Text, "unit", tip, self.unit_caption());
    }

    /// Caption of the unit arrow.
    fn unit_caption(&self) -> String {
        let newtons = number::brief(self.weight);
        if self.falls { format!("m g = {newtons} N") } else { format!("{newtons} N") }
    }
}
