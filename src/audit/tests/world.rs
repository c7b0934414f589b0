//! A small engine for tests: boxes on a floor, solved row by row in `f64`, and captured.

use contact_lens_engine::glam::{DMat3, DQuat, DVec3};

use crate::rotation::rotated;
use crate::{
    Body, BodyBox, BroadPhase, Coefficients, Contact, Inertia, Kind, Model, Part, PlacedShape, PositionRule, Row,
    ShapeData, State, Step,
};

const H: f64 = 0.01;
const BETA: f64 = 0.2;
const SLOP: f64 = 0.001;
const GRAVITY: DVec3 = DVec3::new(0.0, -10.0, 0.0);
/// Sweeps over the rows.
const ITERATIONS: usize = 30;

/// A shape in the body's frame.
fn placed(shape: ShapeData) -> PlacedShape {
    PlacedShape { shape, position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], margin: 0.0, name: None }
}

/// State of a body.
fn state(position: DVec3, rotation: DQuat, velocity: DVec3, angular: DVec3) -> State {
    State {
        position: position.to_array(),
        rotation: rotation.to_array(),
        velocity: Some(velocity.to_array()),
        angular_velocity: Some(angular.to_array()),
    }
}

/// The floor below y = 0.
fn floor() -> Body {
    let still = state(DVec3::ZERO, DQuat::IDENTITY, DVec3::ZERO, DVec3::ZERO);
    Body {
        name: "floor".to_owned(),
        kind: Kind::Static,
        shapes: vec![placed(ShapeData::HalfSpace { normal: [0.0, 1.0, 0.0], offset: 0.0 })],
        group: Some(1),
        mask: Some(-1),
        friction: Some(0.4),
        before: Some(still),
        after: Some(still),
        ..Body::default()
    }
}

/// Half sides of the box.
const HALF: DVec3 = DVec3::new(0.5, 0.25, 0.4);

/// A box of 6 kg, 4 mm deep in the floor, that falls, slides and rotates.
fn cuboid() -> Body {
    let mass = 6.0;
    let square = HALF * HALF;
    let inertia = [square.y + square.z, square.x + square.z, square.x + square.y].map(|sum| mass / 3.0 * sum);
    let position = DVec3::new(1.0, HALF.y - 0.004, -0.5);
    let start = state(position, DQuat::IDENTITY, DVec3::new(0.6, -1.5, 0.2), DVec3::new(0.1, 0.8, -0.2));
    Body {
        name: "box".to_owned(),
        shapes: vec![placed(ShapeData::Box { half_extents: HALF.to_array() })],
        mass: Some(mass),
        inertia: Some(Inertia::Principal(inertia)),
        uniform: true,
        group: Some(1),
        mask: Some(-1),
        friction: Some(0.4),
        before: Some(start),
        ..Body::default()
    }
}

/// Contact of a vertex of the box with the floor.
fn contact(x: f64, z: f64) -> Contact {
    Contact {
        a: "floor".to_owned(),
        b: "box".to_owned(),
        normal: [0.0, 1.0, 0.0],
        gap: -0.004,
        position: Some([1.0 + x * HALF.x, -0.002, -0.5 + z * HALF.z]),
        friction: Some(Coefficients::One(0.4)),
        restitution: Some(0.5),
        ..Contact::default()
    }
}

/// Jacobian of a contact row for the floor, which is at the origin, and the box.
fn jacobian(contact: &Contact, d: DVec3) -> Vec<f64> {
    let point = DVec3::from(contact.position.unwrap());
    let arm = point - DVec3::new(1.0, HALF.y - 0.004, -0.5);
    [-d, -point.cross(d), d, arm.cross(d)].iter().flat_map(|part| part.to_array()).collect()
}

/// Rows of all contacts: normals bounce or are pushed out, friction stops.
fn rows(contacts: &[Contact], velocity: &[f64; 6]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (c, contact) in contacts.iter().enumerate() {
        let normal = rows.len();
        for (k, d) in [DVec3::Y, DVec3::Z, DVec3::X].into_iter().enumerate() {
            let jacobian = jacobian(contact, d);
            let speed: f64 = jacobian[6..].iter().zip(velocity).map(|(a, b)| a * b).sum();
            let bounce = if -speed > 0.5 { 0.5 * -speed } else { 0.0 };
            let push = BETA * (0.004 - SLOP) / H;
            rows.push(Row {
                contact: Some(c),
                part: Some(Part::Name(["normal", "friction 1", "friction 2"][k].to_owned())),
                a: Some("floor".to_owned()),
                b: Some("box".to_owned()),
                jacobian,
                target: if k == 0 { f64::max(bounce, push) } else { 0.0 },
                lower: (k == 0).then_some(0.0),
                friction_of: (k > 0).then_some(normal),
                coefficient: (k > 0).then_some(0.4),
                warm: Some(0.01),
                ..Row::default()
            });
        }
    }
    rows
}

/// Mass, inverse inertia and velocity of the box during the solve.
struct Solver {
    mass: f64,
    inverse: DMat3,
    velocity: [f64; 6],
}

impl Solver {
    /// `W Jᵀ` of the box for a row.
    fn response(&self, row: &Row) -> [f64; 6] {
        let linear = DVec3::from_slice(&row.jacobian[6..9]) / self.mass;
        let angular = self.inverse * DVec3::from_slice(&row.jacobian[9..]);
        [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z]
    }

    /// Adds an impulse.
    fn push(&mut self, row: &Row, impulse: f64) {
        let response = self.response(row);
        self.velocity.iter_mut().zip(response).for_each(|(u, x)| *u += x * impulse);
    }

    /// Velocity along a row.
    fn speed(&self, row: &Row) -> f64 {
        row.jacobian[6..].iter().zip(&self.velocity).map(|(a, b)| a * b).sum()
    }
}

/// The sweep over all rows.
fn solve(rows: &mut [Row], solver: &mut Solver, iterations: usize) {
    for row in rows.iter_mut() {
        let response = solver.response(row);
        let diagonal: f64 = row.jacobian[6..].iter().zip(response).map(|(a, b)| a * b).sum();
        row.effective_mass = Some(1.0 / (diagonal + row.softness));
        row.impulse = row.warm;
        solver.push(row, row.warm.unwrap());
    }
    for _ in 0..iterations {
        for r in 0..rows.len() {
            let bound = rows[r].friction_of.map(|normal| 0.4 * rows[normal].impulse.unwrap().max(0.0));
            let row = &rows[r];
            let start = row.impulse.unwrap();
            let error = solver.speed(row) + row.softness * start - row.target;
            let next = start - error * row.effective_mass.unwrap();
            let next = bound.map_or(next.max(0.0), |bound| next.clamp(-bound, bound));
            solver.push(&rows[r].clone(), next - start);
            rows[r].impulse = Some(next);
        }
    }
}

/// The rules of the engine.
fn model(iterations: usize) -> Model {
    Model {
        solve: Some("sequential".to_owned()),
        friction: Some("box".to_owned()),
        friction_rows: Some(2),
        iterations: Some(iterations),
        warm_start: Some(true),
        position: Some(PositionRule {
            kind: Some("baumgarte".to_owned()),
            beta: Some(BETA),
            slop: Some(SLOP),
            ..PositionRule::default()
        }),
        restitution_threshold: Some(0.5),
        margin: Some(0.02),
        combine_friction: Some("geometric_mean".to_owned()),
        ..Model::default()
    }
}

/// A clean step of the box on the floor, in `f64`.
pub fn step() -> Step {
    step_of(ITERATIONS)
}

/// A clean step with this number of sweeps.
pub fn step_of(iterations: usize) -> Step {
    let mut body = cuboid();
    let before = body.before.unwrap();
    let mut contacts: Vec<Contact> =
        [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|[x, z]| contact(x, z)).to_vec();
    let linear = DVec3::from(before.velocity.unwrap());
    let angular = DVec3::from(before.angular_velocity.unwrap());
    let start = [linear.x, linear.y, linear.z, angular.x, angular.y, angular.z];
    let mut rows = rows(&contacts, &start);
    let Some(Inertia::Principal(inertia)) = body.inertia else { panic!("the inertia is principal") };
    let inverse = DMat3::from_diagonal(DVec3::from(inertia).recip());
    let free = linear + GRAVITY * H;
    let velocity = [free.x, free.y, free.z, angular.x, angular.y, angular.z];
    let mut solver = Solver { mass: 6.0, inverse, velocity };
    solve(&mut rows, &mut solver, iterations);
    for (contact, rows) in contacts.iter_mut().zip(rows.chunks_exact(3)) {
        contact.impulse = rows[0].impulse;
        contact.friction_impulse = Some([rows[2].impulse.unwrap(), 0.0, rows[1].impulse.unwrap()]);
    }
    let linear = DVec3::from_slice(&solver.velocity[..3]);
    let angular = DVec3::from_slice(&solver.velocity[3..]);
    let position = DVec3::from(before.position);
    let rotation = rotated(DQuat::from_array(before.rotation), angular * H, false);
    body.after = Some(state(position + linear * H, rotation, linear, angular));
    let boxes = vec![BodyBox {
        body: "box".to_owned(),
        min: (position - HALF - 0.01).to_array(),
        max: (position + HALF + 0.01).to_array(),
    }];
    Step {
        version: Some(1),
        precision: Some("f64".to_owned()),
        time_step: H,
        gravity: GRAVITY.to_array(),
        bodies: vec![floor(), body],
        broad_phase: Some(BroadPhase {
            pairs: Some(vec![["floor".to_owned(), "box".to_owned()]]),
            filtered: None,
            boxes: Some(boxes),
        }),
        contacts: Some(contacts),
        rows: Some(rows),
        model: model(iterations),
        ..Step::default()
    }
}

/// A clean step without rows and contacts: a box that spins in the air.
pub fn spinning() -> Step {
    let mut step = step();
    step.contacts = Some(Vec::new());
    step.rows = Some(Vec::new());
    step.broad_phase = None;
    step.model.gyroscopic = Some("explicit".to_owned());
    let body = &mut step.bodies[1];
    let rotation = DQuat::from_euler(contact_lens_engine::glam::EulerRot::XYZ, 0.3, -0.7, 1.1);
    let omega = DVec3::new(4.0, -3.0, 7.0);
    let velocity = DVec3::new(0.5, 1.0, -2.0);
    let position = DVec3::new(0.0, 5.0, 0.0);
    body.before = Some(state(position, rotation, velocity, omega));
    let Some(Inertia::Principal(moments)) = body.inertia else { panic!("the inertia is principal") };
    let moments = DVec3::from(moments);
    let local = rotation.conjugate() * omega;
    let change = -H * (local.cross(moments * local) / moments);
    let omega = omega + rotation * change;
    let velocity = velocity + GRAVITY * H;
    body.after = Some(state(position + velocity * H, rotated(rotation, omega * H, false), velocity, omega));
    step
}

/// The box of a step.
pub fn box_of(step: &mut Step) -> &mut Body {
    &mut step.bodies[1]
}

/// A contact of a step.
pub fn contact_of(step: &mut Step, c: usize) -> &mut Contact {
    &mut step.contacts.as_mut().unwrap()[c]
}

/// A row of a step.
pub fn row_of(step: &mut Step, r: usize) -> &mut Row {
    &mut step.rows.as_mut().unwrap()[r]
}
