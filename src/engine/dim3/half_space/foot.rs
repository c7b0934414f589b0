//! Asked how far: the foot of the deepest point, and the side that it lies on.

use super::{Against, Corners, Outcome};

impl<S: Corners> Against<S> {
    /// Drops the foot, and ends.
    pub(super) fn foot(&mut self) -> Outcome {
        let (Some(gap), Some(deepest)) = (self.gap, self.deepest) else { return Outcome::NotFinite };
        self.foot = Some(deepest.point - self.normal() * gap.d); // @foot
        self.side() // @side
    }

    /// On which side of the plane the deepest point is.
    fn side(&self) -> Outcome {
        match (self.apart().holds(), self.inside().holds()) {
            (true, _) => Outcome::Separated,
            (_, true) => Outcome::Penetrating,
            _ => Outcome::Touching,
        }
    }
}
