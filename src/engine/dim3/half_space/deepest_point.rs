//! Distance queries: the foot of the deepest point, and the side of the plane on which that point is.

use super::{Against, Corners, Outcome};

impl<S: Corners> Against<S> {
    pub(super) fn foot_of_deepest_point(&mut self) -> Outcome {
        let Some(gap) = self.gap else { return Outcome::NotFinite };
        let Some(deepest) = self.deepest else { return Outcome::NotFinite };
        self.foot = Some(deepest.point - self.normal() * gap.d); // @foot
        self.side() // @side
    }

    /// Side of the plane on which the deepest point is.
    fn side(&self) -> Outcome {
        match (self.apart().holds(), self.inside().holds()) {
            (true, _) => Outcome::Separated,
            (_, true) => Outcome::Penetrating,
            _ => Outcome::Touching,
        }
    }
}
