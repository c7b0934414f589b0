//! Distance queries: the foot of the deepest point, and the side of the plane on which that point is.

use super::{HalfSpaceBody, HalfSpaceRun, Outcome};

impl<S: HalfSpaceBody> HalfSpaceRun<S> {
    /// Projects the deepest point on the plane and ends the query.
    pub(super) fn project_deepest_point(&mut self) -> Outcome {
        let Some(gap) = self.gap else { return Outcome::NotFinite };
        let Some(deepest) = self.deepest else { return Outcome::NotFinite };
        self.foot = Some(deepest.point - self.normal() * gap.d); // @foot
        self.outcome_by_side() // @side
    }

    /// Side of the plane on which the deepest point is.
    fn outcome_by_side(&self) -> Outcome {
        if self.apart().holds() {
            Outcome::Separated
        } else if self.inside().holds() {
            Outcome::Penetrating
        } else {
            Outcome::Touching
        }
    }
}
