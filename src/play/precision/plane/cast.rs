//! Bodies in flight in the plane.

use std::sync::Arc;

use glam::DVec3;

use super::super::cast::{Flying, opened};
use super::super::engine::dim2::cast::Approach;
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Cso;
use super::super::engine::dim3::cast::Motion;
use super::super::{Asked, QueryError, Run};
use super::pair::Bodies;
use super::sat::Polygons;
use crate::lesson::PairContext;

/// Opens a query in the plane.
pub(in super::super) fn open_cast(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    opened(asked, || Bodies::new(asked), || Polygons::new(asked))
}

impl Flying for Bodies {
    type Pair = Cso<Shape>;

    fn frames(&self) -> usize {
        self.frames()
    }

    fn flying(&self, frame: usize, v: DVec3) -> Result<(Self::Pair, Motion), QueryError> {
        let pair = self.at(frame)?;
        let ([pose_a, pose_b], Cso { a, b, .. }) = (pair.poses(), pair.cso());
        let approach = Approach::new([&pose_a, &pose_b], v.truncate());
        Ok((approach.cso(a, b), approach.motion))
    }

    fn context(&self, frame: usize) -> Result<PairContext, QueryError> {
        Ok(self.at(frame)?.context())
    }
}
