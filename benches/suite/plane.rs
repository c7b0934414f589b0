//! A pair in the plane, built for both engines, `f64`.

use std::cell::RefCell;
use std::hint::black_box;

use super::case_files::{Case, Placed};
use super::form::Form;
use super::{Pair, Work};
use contact_lens_engine::double::dim2::distance::{Options, Workspace};
use contact_lens_engine::double::dim2::shape::Shape;
use contact_lens_engine::double::dim2::support::Pose;
use glam::DVec2;
use parry2d_f64::math;
use parry2d_f64::shape::SharedShape;

/// Both engines' shapes and poses.
struct Planar {
    ours: [(Shape, Pose); 2],
    theirs: [(SharedShape, math::Pose); 2],
    workspace: RefCell<Workspace>,
}

/// A case in the plane.
pub fn pair(case: &Case) -> Option<Box<dyn Pair>> {
    let ours = [&case.a, &case.b].map(|placed| (shape(&Form::read(&placed.shape)), pose(placed)));
    let theirs = |placed: &Placed| Some((peer(&Form::read(&placed.shape))?, their_pose(placed)));
    Some(Box::new(Planar { ours, theirs: [theirs(&case.a)?, theirs(&case.b)?], workspace: RefCell::default() }))
}

fn pose(placed: &Placed) -> Pose {
    let [p, r] = [&placed.position, &placed.rotation].map(|v| DVec2::new(v[0], v[1]));
    Pose::new(p, r)
}

fn their_pose(placed: &Placed) -> math::Pose {
    let position = math::Vector::new(placed.position[0], placed.position[1]);
    math::Pose::new(position, placed.rotation[1].atan2(placed.rotation[0]))
}

fn shape(form: &Form) -> Shape {
    let made = match form {
        Form::Sphere { radius } => Shape::circle(*radius),
        Form::Box { half_extents: h } => Shape::rectangle(DVec2::new(h[0], h[1])),
        Form::Polytope { points } => Shape::polygon(&points.iter().map(|p| DVec2::new(p[0], p[1])).collect::<Vec<_>>()),
        _ => unreachable!("the suite's planar shapes are circles, boxes and polygons"),
    };
    made.expect("a valid shape")
}

fn peer(form: &Form) -> Option<SharedShape> {
    match form {
        Form::Sphere { radius } => Some(SharedShape::ball(*radius)),
        Form::Box { half_extents: h } => Some(SharedShape::cuboid(h[0], h[1])),
        Form::Polytope { points } => {
            let points: Vec<_> = points.iter().map(|p| math::Vector::new(p[0], p[1])).collect();
            // Its hull refuses what has no area; a segment is the fairest stand-in.
            let ends = || Some(SharedShape::segment(*points.first()?, *points.last()?));
            SharedShape::convex_hull(&points).or_else(ends)
        }
        _ => None,
    }
}

impl Pair for Planar {
    fn ours(&self) -> f64 {
        let [(a, pose_a), (b, pose_b)] = &black_box(self).ours;
        black_box(self.workspace.borrow_mut().signed_distance(a, pose_a, b, pose_b, &Options::default()))
            .signed_distance
            .unwrap_or(f64::NAN)
    }

    fn theirs(&self) -> Option<f64> {
        let [(a, pose_a), (b, pose_b)] = &black_box(self).theirs;
        let contact = parry2d_f64::query::contact(pose_a, &**a, pose_b, &**b, f64::MAX).ok()?;
        black_box(contact).map(|contact| contact.dist)
    }

    fn our_work(&self) -> Work {
        let [(a, pose_a), (b, pose_b)] = &self.ours;
        // One support of either shape an iteration.
        let iterations =
            self.workspace.borrow_mut().signed_distance(a, pose_a, b, pose_b, &Options::default()).iterations;
        Work { iterations, supports: iterations }
    }

    fn their_supports(&self) -> Option<u32> {
        None
    }
}
