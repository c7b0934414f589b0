//! Planar separating-axis test as the [`AxisSource`] of a sweep, which finds contact times along the axes of that test.

use std::borrow::Borrow;
use std::ops::ControlFlow;

use super::pair::{signed_distance, sizes, swept_distance, terms};
use super::{Sat, Shape, Workspace, sat};
use crate::dim2::dim3::cast::sweep::{Axis, AxisSource, ProjectedAxis, Start};
use crate::dim2::dim3::cast::{DistanceAnswer, Sizes};
use crate::dim2::prelude::*;
use crate::dim2::support::lift;

impl<S: Borrow<Shape> + Clone> AxisSource for Sat<S> {
    type Axis = sat::Axis;
    const PLANAR: bool = true;

    fn next(&mut self) -> Option<ProjectedAxis<sat::Axis>> {
        match self.step() {
            ControlFlow::Continue(()) => self.found.last.map(|now| ProjectedAxis {
                axis: Axis::Static(now.axis),
                normal: lift(now.normal),
                projections: [now.a, now.b],
                angle_error: 0.0,
            }),
            ControlFlow::Break(_) => None,
        }
    }

    fn sizes(&self) -> Sizes {
        sizes(self.a.borrow(), self.b.borrow(), self.translation)
    }

    fn place(&mut self, translation: Vec3) {
        Sat::place(self, translation.truncate());
    }

    fn terms(&self, axis: Vec3) -> [Real; 5] {
        terms(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, axis.truncate())
    }

    fn is_apart(&self) -> bool {
        self.found.largest > self.found.rounding
    }

    fn start(&self, _: u32) -> Start {
        Start::from_found(&self.found, lift)
    }

    fn motion_axis(&self, along: Vec3, which: u8) -> Option<Vec3> {
        // For a polygon the axes of its sides suffice. Two bodies without area, segments or points, may also be
        // separated only by an axis along the motion or across it.
        let are_flat = self.corners(0).len() < 3 && self.corners(1).len() < 3;
        match which {
            0 if are_flat => Some(along),
            1 if are_flat => Some(lift(along.truncate().perp())),
            _ => None,
        }
    }

    fn project(&self, axis: Axis<sat::Axis>, normal: Vec3) -> ProjectedAxis<sat::Axis> {
        ProjectedAxis { axis, normal, projections: self.projections(normal.truncate()), angle_error: 0.0 }
    }

    fn signed_distance(&self, x: Vec3) -> DistanceAnswer {
        let translation = self.translation + x.truncate();
        signed_distance(&mut Workspace::default(), self.a.borrow(), self.b.borrow(), self.rotation, translation)
    }

    fn swept_distance(&self, x: Vec3) -> DistanceAnswer {
        swept_distance(self.a.borrow(), self.b.borrow(), self.rotation, self.translation, x)
    }
}
