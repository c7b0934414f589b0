//! Casts of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::hint::black_box;

use glam::DVec3;

use super::super::reply::Reply;
use super::super::selected::Selected;
use super::super::{Misfit, Question};
use super::engine::dim2;
use super::engine::dim3::cast::{self, Answer, Moving, Options};
use super::engine::dim3::queries;
use super::engine::dim3::sat::Solid;
use super::engine::dim3::shape::Shape;
use super::engine::pose::Pose;
use super::engine::real::{Real, Vec2, Vec3};
use super::pair::{planar, planar_pose, planar_shape, pose, shape, spatial};
use super::sat::{polygon, solid, without_margins};
use crate::answer::{ContactFinding, Finding};
use crate::lesson::{self, ToF64};
use crate::scene::case::{Case, Placed};
use crate::scene::model::{CastMethod, CastOptions};

/// Two bodies in flight.
struct Flying<S, P, V> {
    shapes: [S; 2],
    poses: [P; 2],
    velocities: [V; 2],
    options: Options,
    by: Method<S, P, V>,
}

/// Who answers, of bodies with these shapes, poses and velocities.
type Method<S, P, V> = fn(&Flying<S, P, V>) -> Answer<V>;

/// Builds the bodies of a case.
pub(in super::super) fn cast(case: &Case, asked: &CastOptions) -> Result<Box<dyn Question>, Misfit> {
    let method = asked.method;
    let options = Options { t_max: asked.t_max() as Real, ..Options::default() };
    if method == CastMethod::Sat {
        without_margins(case)?;
    }
    if case.dim == 2 {
        return in_plane(case, method, options);
    }
    let poses = [&case.a, &case.b].map(pose);
    let velocities = [&case.a, &case.b].map(|placed| Vec3::from_array(placed.velocity.map(|x| x as Real)));
    Ok(match method {
        CastMethod::Sat => {
            let shapes = [solid(&case.a, "a")?, solid(&case.b, "b")?];
            let by: Method<Solid, _, _> = |f| cast::sweep(f.moving(0), f.moving(1), &f.options);
            Box::new(Flying { shapes, poses, velocities, options, by })
        }
        _ => {
            let shapes = [shape(&case.a, "a")?, shape(&case.b, "b")?];
            let ray: Method<Shape, _, _> = |f| queries::ray_cast([f.moving(0), f.moving(1)], &f.options);
            let advance: Method<Shape, _, _> = |f| queries::advance([f.moving(0), f.moving(1)], &f.options);
            let by = if method == CastMethod::Advance { advance } else { ray };
            Box::new(Flying { shapes, poses, velocities, options, by })
        }
    })
}

type Planar = Flying<dim2::shape::Shape, dim2::support::Pose, Vec2>;

fn in_plane(case: &Case, method: CastMethod, options: Options) -> Result<Box<dyn Question>, Misfit> {
    let flat = |placed: &Placed| Vec2::new(placed.velocity[0] as Real, placed.velocity[1] as Real);
    let shape = |placed: &Placed, name: &str| match method {
        CastMethod::Sat => polygon(placed, name).map(|polygon| polygon.shape),
        _ => planar_shape(placed, name),
    };
    let shapes = [shape(&case.a, "a")?, shape(&case.b, "b")?];
    let by: Method<_, _, _> = match method {
        CastMethod::Sat => |f: &Planar| dim2::cast::sweep(f.planar(0), f.planar(1), &f.options),
        CastMethod::Raycast => |f: &Planar| dim2::cast::ray_cast(f.planar(0), f.planar(1), &f.options),
        CastMethod::Advance => |f: &Planar| dim2::cast::advance(f.planar(0), f.planar(1), &f.options),
    };
    let (poses, velocities) = ([&case.a, &case.b].map(planar_pose), [&case.a, &case.b].map(flat));
    Ok(Box::new(Flying { shapes, poses, velocities, options, by }))
}

impl<S> Flying<S, Pose, Vec3> {
    fn moving(&self, i: usize) -> Moving<'_, S> {
        Moving { shape: &self.shapes[i], pose: &self.poses[i], velocity: self.velocities[i] }
    }
}

impl Planar {
    fn planar(&self, i: usize) -> dim2::cast::Moving<'_> {
        dim2::cast::Moving { shape: &self.shapes[i], pose: &self.poses[i], velocity: self.velocities[i] }
    }
}

impl<S> Question for Flying<S, Pose, Vec3> {
    fn reply(&self) -> Reply {
        told(&self.options, &(self.by)(self), false, spatial)
    }

    fn ask(&self) {
        black_box((black_box(self).by)(self));
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        told(&self.options, &(self.by)(self), true, planar)
    }

    fn ask(&self) {
        black_box((black_box(self).by)(self));
    }
}

fn told<V: Copy>(flight: &Options, answer: &Answer<V>, planar: bool, wide: impl Fn(V) -> DVec3) -> Reply {
    let finding = Finding::FirstContact(ContactFinding {
        hit: answer.outcome.hit(),
        status: lesson::cast::status(answer.outcome),
        t_first: answer.t_first.map(ToF64::to_f64),
        lower: answer.lower.to_f64(),
        upper: answer.upper.map(ToF64::to_f64),
        t_last: answer.t_last.map(ToF64::to_f64),
        t_max: flight.t_max.to_f64(),
        at_start: answer.outcome.is_at_start(),
        normal: answer.normal.map(&wide),
        witness: answer.witness.map(|points| points.map(wide)),
        gap: answer.gap.map(ToF64::to_f64),
    });
    Reply::Selected(Box::new(Selected { finding, planar, reason: None, iterations: answer.iterations }))
}
