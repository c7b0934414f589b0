//! Contact manifolds of a batch in one precision: compiled twice, against each engine (`super::engine`).

use std::cell::RefCell;
use std::hint::black_box;

use glam::DVec3;

use super::super::reply::Reply;
use super::super::selected::Selected;
use super::super::{Misfit, Question};
use super::engine::contact::{Names, Options, Outcome, Point, Reference, read, spelled};
use super::engine::dim2;
use super::engine::dim3::manifold::{Body, Workspace};
use super::engine::dim3::queries;
use super::engine::pose::Pose;
use super::engine::real::Real;
use super::pair::{planar, planar_pose, planar_shape, pose, shape, spatial};
use crate::answer::{Finding, FoundPoint, ManifoldFinding};
use crate::lesson::{ToF64, watch};
use crate::scene::case::{ManifoldLine, Placed, Previous};

/// Two bodies in space.
struct Spatial {
    bodies: [Body; 2],
    poses: [Pose; 2],
    options: Options,
    before: Option<Vec<String>>,
    /// Its buffers are kept between repeats, as a program would keep them.
    workspace: RefCell<Workspace>,
}

/// Two bodies in the plane.
struct Planar {
    shapes: [dim2::shape::Shape; 2],
    poses: [dim2::support::Pose; 2],
    options: Options,
    before: Option<Vec<String>>,
}

/// Builds the bodies of a line.
pub(in super::super) fn manifold(line: &ManifoldLine) -> Result<Box<dyn Question>, Misfit> {
    let previous = line.previous.as_ref().and_then(|previous: &Previous| previous.reference);
    let options = Options {
        margin: line.options.margin() as Real,
        max_points: line.options.max_points(line.case.dimension()),
        previous: previous.map(|(body, face)| Reference { body, face }),
        known: Names::of(line.previous.iter().flat_map(|previous| &previous.ids).filter_map(|id| read(id))),
        ..Options::default()
    };
    let before = line.previous.as_ref().map(|previous| previous.ids.clone());
    let (a, b) = (&line.case.a, &line.case.b);
    if line.case.dim == 2 {
        let shapes = [planar_shape(a, "a")?, planar_shape(b, "b")?];
        return Ok(Box::new(Planar { shapes, poses: [planar_pose(a), planar_pose(b)], options, before }));
    }
    let bodies = [body(a, "a")?, body(b, "b")?];
    Ok(Box::new(Spatial { bodies, poses: [pose(a), pose(b)], options, before, workspace: RefCell::default() }))
}

fn body(placed: &Placed, name: &str) -> Result<Body, Misfit> {
    Body::new(&shape(placed, name)?).map_err(|error| Misfit::new(format!("{name}.shape"), error.to_string()))
}

impl Question for Spatial {
    fn reply(&self) -> Reply {
        let [a, b] = &self.bodies;
        let mut workspace = self.workspace.borrow_mut();
        let found = queries::manifold(&mut workspace, [a, b], self.poses.each_ref(), &self.options, watch::tick);
        let touching = Touching {
            outcome: found.outcome,
            normal: found.normal,
            points: &found.points,
            reference: found.reference,
            separation: found.separation,
            bias_paid: found.bias_paid,
            reduced: found.reduced,
            area_kept: found.area_kept,
        };
        reply(told(touching, self.options.margin, self.before.as_deref(), spatial), false)
    }

    fn ask(&self) {
        let [a, b] = &self.bodies;
        let mut workspace = self.workspace.borrow_mut();
        let options = black_box(&self.options);
        black_box(queries::manifold(&mut workspace, [a, b], self.poses.each_ref(), options, watch::tick));
    }
}

impl Planar {
    fn solve(&self) -> dim2::manifold::Answer {
        dim2::manifold::manifold(&self.shapes[0], &self.poses[0], &self.shapes[1], &self.poses[1], &self.options)
    }
}

impl Question for Planar {
    fn reply(&self) -> Reply {
        let found = self.solve();
        let touching = Touching {
            outcome: found.outcome,
            normal: found.normal,
            points: &found.points,
            reference: found.reference,
            separation: found.separation,
            bias_paid: found.bias_paid,
            reduced: u32::from(found.reduced),
            area_kept: None,
        };
        reply(told(touching, self.options.margin, self.before.as_deref(), planar), true)
    }

    fn ask(&self) {
        black_box(black_box(self).solve());
    }
}

/// What the answers of the plane and of space have alike.
struct Touching<'a, V> {
    outcome: Outcome,
    normal: Option<V>,
    points: &'a [Point<V>],
    reference: Option<Reference>,
    separation: Real,
    bias_paid: Real,
    reduced: u32,
    area_kept: Option<Real>,
}

/// The finding of bodies that are called a and b.
fn told<V: Copy>(
    found: Touching<'_, V>,
    margin: Real,
    before: Option<&[String]>,
    wide: impl Fn(V) -> DVec3,
) -> ManifoldFinding {
    let point = |point: &Point<V>| {
        let [on_a, on_b] = [point.on_a, point.on_b].map(&wide);
        FoundPoint { on_a, on_b, depth: point.depth.to_f64(), id: spelled(point.id), why: point.why.words() }
    };
    let points: Vec<FoundPoint> = found.points.iter().map(point).collect();
    let names = || points.iter().map(|point| &point.id);
    let changes = before.map(|before| {
        let kept = names().filter(|id| before.contains(id)).cloned().collect();
        let dropped = before.iter().filter(|old| !names().any(|id| id == *old)).cloned().collect();
        let added = names().filter(|id| !before.contains(id)).cloned().collect();
        [kept, dropped, added]
    });
    ManifoldFinding {
        status: found.outcome.words(),
        sound: found.outcome != Outcome::NotFinite,
        normal: found.normal.map(&wide),
        margin: margin.to_f64(),
        reference: found.reference.map(|face| (String::from(if face.body == 0 { "a" } else { "b" }), face.face)),
        separation: found.separation.to_f64(),
        bias_paid: found.bias_paid.to_f64(),
        // Only a judge asks what may be paid, and none judges a batch.
        band: f64::INFINITY,
        reduced: found.reduced,
        area_kept: found.area_kept.map(ToF64::to_f64),
        changes,
        points,
    }
}

fn reply(found: ManifoldFinding, planar: bool) -> Reply {
    let finding = Finding::Manifold(found);
    // There is one search, and no loop of which turns could be counted.
    Reply::Selected(Box::new(Selected { finding, planar, reason: None, iterations: 0 }))
}
