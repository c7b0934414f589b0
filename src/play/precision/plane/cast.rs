//! Bodies in flight in the plane.

use std::sync::Arc;

use glam::DVec3;

use super::super::cast::{Flying, opened};
use super::super::dim2::Dim2;
use super::super::engine::dim2::cast::Approach;
use super::super::engine::dim2::shape::Shape;
use super::super::engine::dim2::support::Cso;
use super::super::engine::dim3::cast::Motion;
use super::super::{Asked, QueryError, Run};
use super::Pair;
use super::sat::Polygons;

/// Opens a query in the plane.
pub(in super::super) fn open_cast(asked: &Asked<'_>) -> Result<Arc<dyn Run>, QueryError> {
    opened::<Dim2, _>(asked, || Polygons::new(asked))
}

impl Flying for Dim2 {
    type Pair = Cso<Shape>;

    fn flying(pair: &Pair<'_>, v: DVec3) -> (Self::Pair, Motion) {
        let ([pose_a, pose_b], Cso { a, b, .. }) = (pair.poses(), pair.cso());
        let approach = Approach::new([&pose_a, &pose_b], v.truncate());
        (approach.cso(a, b), approach.motion)
    }
}
