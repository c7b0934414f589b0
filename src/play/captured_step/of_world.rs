//! The last solve of a frame of a simulated world as a captured step, in the plane z = 0.
//!
//! A body is a prism along z, so long that the shortest way out of an overlap is in the plane. All moments of a body
//! are equal: only that around z matters. Rows are left out where they have no form in a capture: rows that are solved
//! together with coupled springs, and those of contact springs, which are solved twice.

use contact_lens_audit::{
    Body, Coefficients, Contact, Excluded, Inertia, Joint, Kind, Model, Part, PlacedShape, PositionRule, Row,
    ShapeData, State, Step,
};
use contact_lens_model::ask::{Clamp, Motion, PositionMode, SolveOrder, WorldSolver};
use contact_lens_model::snapshot::dynamics::{BodyState, Bounds, Constraint, ConstraintSource};
use contact_lens_scene::model::{Scene, WorldOptions};
use glam::DVec2;

use crate::world::recorded_solve::{PlanarShape, RecordedSolve};

/// Half the length of a body along z, in radii of the body: no overlap in the plane is deeper than both radii.
const HALF_LENGTH: f64 = 1.0;

/// Coefficient of friction of a body without one.
const DEFAULT_FRICTION: f64 = 0.6;

/// Captured step of a solve of a scene's world with these options, in single precision if `is_single`.
pub(crate) fn step_of_solve(solve: &RecordedSolve, scene: &Scene, options: &WorldOptions, is_single: bool) -> Step {
    let writer = Writer { solve, scene, options };
    Step {
        version: Some(1),
        engine: Some(format!("contact-lens {}", env!("CARGO_PKG_VERSION"))),
        precision: Some(String::from(if is_single { "f32" } else { "f64" })),
        time_step: solve.setting.h,
        gravity: in_space(solve.setting.gravity),
        bodies: writer.bodies(),
        excluded: writer.excluded(),
        contacts: Some(writer.contacts()),
        joints: writer.joints(),
        rows: writer.rows(),
        model: writer.model(),
        ..Step::default()
    }
}

/// A vector of the plane in space.
fn in_space(v: DVec2) -> [f64; 3] {
    [v.x, v.y, 0.0]
}

/// Conversion of a solve.
struct Writer<'a> {
    solve: &'a RecordedSolve,
    scene: &'a Scene,
    options: &'a WorldOptions,
}

impl Writer<'_> {
    /// Name of a body; the last one is the world, to which joints without a first body belong.
    fn name(&self, body: u32) -> String {
        self.scene.bodies.get(body as usize).map_or_else(|| self.world_name(), |body| body.name.clone())
    }

    /// Name of the world as a body, which no other body has.
    fn world_name(&self) -> String {
        let mut name = String::from("world");
        while self.scene.bodies.iter().any(|body| body.name == name) {
            name.push('_');
        }
        name
    }

    /// All bodies, and the world if a joint belongs to it.
    fn bodies(&self) -> Vec<Body> {
        let mut bodies: Vec<Body> = (0..self.scene.bodies.len()).map(|index| self.body(index)).collect();
        if self.scene.joints.iter().any(|joint| joint.a.is_none()) {
            let rest = State { rotation: [0.0, 0.0, 0.0, 1.0], ..State::default() };
            let rest = State { velocity: Some([0.0; 3]), angular_velocity: Some([0.0; 3]), ..rest };
            let name = self.world_name();
            bodies.push(Body { name, kind: Kind::Static, before: Some(rest), after: Some(rest), ..Body::default() });
        }
        bodies
    }

    /// The body with this index.
    fn body(&self, index: usize) -> Body {
        let constants = &self.solve.setting.bodies[index];
        let [before, moving, after] =
            [&self.solve.before, &self.solve.moving, &self.solve.after].map(|world| &world.bodies[index]);
        let dynamics = &self.scene.bodies[index].dynamics;
        let is_dynamic = constants.motion == Motion::Dynamic;
        let torque = dynamics.torque.filter(|_| is_dynamic).unwrap_or_default();
        Body {
            name: self.scene.bodies[index].name.clone(),
            kind: match constants.motion {
                Motion::Dynamic => Kind::Dynamic,
                Motion::Kinematic => Kind::Kinematic,
                Motion::Static => Kind::Static,
            },
            shapes: self.shape(index).into_iter().collect(),
            mass: is_dynamic.then_some(constants.mass),
            inertia: (is_dynamic && constants.inertia > 0.0).then_some(Inertia::Principal([constants.inertia; 3])),
            center_of_mass: in_space(in_frame(before, before.center)),
            friction: Some(dynamics.friction.unwrap_or(DEFAULT_FRICTION)),
            restitution: Some(dynamics.restitution.unwrap_or_default()),
            before: Some(state(before)),
            after: Some(state(after)),
            force: in_space(DVec2::from(dynamics.force.filter(|_| is_dynamic).unwrap_or_default())),
            torque: [0.0, 0.0, torque],
            push: self.corrects_by_push().then(|| contact_lens_audit::FreeVelocity {
                velocity: Some(in_space(moving.position_velocity)),
                angular_velocity: Some([0.0, 0.0, moving.angular_position_velocity]),
            }),
            ..Body::default()
        }
    }

    /// Shape of a body; `None` for a body without vertices that is no half-plane.
    fn shape(&self, index: usize) -> Option<PlacedShape> {
        let PlanarShape { core, margin } = &self.solve.shapes[index];
        let constants = &self.solve.setting.bodies[index];
        let shape = match (constants.half_plane, &core[..]) {
            (Some(half_plane), _) => {
                ShapeData::HalfSpace { normal: in_space(half_plane.normal), offset: half_plane.offset }
            }
            (None, []) => return None,
            (None, [center]) => {
                return Some(PlacedShape {
                    position: in_space(*center),
                    ..placed(ShapeData::Sphere { radius: *margin })
                });
            }
            (None, [from, to]) => ShapeData::Segment { points: [in_space(*from), in_space(*to)] },
            (None, vertices) => {
                let z = HALF_LENGTH * constants.radius;
                let ends = vertices.iter().flat_map(|v| [[v.x, v.y, -z], [v.x, v.y, z]]);
                ShapeData::Polytope { points: ends.collect() }
            }
        };
        Some(PlacedShape { margin: *margin, ..placed(shape) })
    }

    /// Whether a velocity of its own corrects the positions.
    fn corrects_by_push(&self) -> bool {
        self.solve.setting.position == PositionMode::Split
    }

    /// Pairs of bodies of a joint that cannot touch.
    fn excluded(&self) -> Vec<Excluded> {
        let joints = self.scene.joints.iter().filter(|joint| !joint.collide);
        joints.filter_map(|joint| Some(Excluded::Pair([joint.a.clone()?, joint.b.clone()]))).collect()
    }

    /// Contact points in the order of the contacts.
    fn contacts(&self) -> Vec<Contact> {
        let mut points = Vec::new();
        for (index, contact) in (0u32..).zip(&self.solve.after.contacts) {
            for (number, point) in (0u8..).zip(&contact.points) {
                let mut written = Contact {
                    a: self.name(contact.a),
                    b: self.name(contact.b),
                    restitution: Some(contact.restitution),
                    position: Some(in_space(point.position)),
                    ..Contact::default()
                };
                for row in &self.solve.after.constraints {
                    add_row_to_contact(&mut written, row, [index, u32::from(number)]);
                }
                // Surfaces that are apart by less than rounding error count as touching.
                if !point.apart {
                    written.gap = written.gap.min(0.0);
                }
                points.push(written);
            }
        }
        points
    }

    /// Index of a contact point in the list of all.
    fn contact_index(&self, contact: u32, point: u8) -> usize {
        let before = &self.solve.after.contacts[..contact as usize];
        before.iter().map(|contact| contact.points.len()).sum::<usize>() + usize::from(point)
    }

    /// The joints of the scene; their own rules are not those of joints in space.
    fn joints(&self) -> Vec<Joint> {
        let joints = self.scene.joints.iter().map(|joint| Joint {
            name: Some(joint.name.clone()),
            kind: Some(String::from("planar")),
            a: joint.a.clone().unwrap_or_else(|| self.world_name()),
            b: joint.b.clone(),
            collide: Some(joint.collide),
            ..Joint::default()
        });
        joints.collect()
    }

    /// Rows of all constraints; `None` if they have no form in a capture.
    fn rows(&self) -> Option<Vec<Row>> {
        if self.solve.setting.position == PositionMode::Soft {
            return None;
        }
        let constraints = &self.solve.after.constraints;
        // Index of the first row of each constraint.
        let starts: Vec<usize> = constraints
            .iter()
            .scan(0, |next, constraint| {
                let start = *next;
                *next += usize::from(constraint.rows);
                Some(start)
            })
            .collect();
        let mut rows = Vec::new();
        for (constraint, warm) in constraints.iter().zip(&self.solve.warm) {
            let is_coupled = constraint.rows == 2 && constraint.k[1] != 0.0;
            if constraint.soft.is_some_and(|soft| is_coupled || soft == 0.0) {
                return None;
            }
            for part in 0..usize::from(constraint.rows) {
                rows.push(self.row(constraint, part, warm[part], &starts));
            }
        }
        Some(rows)
    }

    /// One row of a constraint.
    fn row(&self, constraint: &Constraint, part: usize, warm: f64, starts: &[usize]) -> Row {
        let jacobian = constraint.jacobian[part];
        let [x, y, _] = in_space(jacobian.linear);
        let k = if part == 0 { constraint.k[0] } else { constraint.k[2] };
        let softness = constraint.soft.map_or(0.0, |soft| k / soft);
        let mut row = Row {
            a: Some(self.name(constraint.a)),
            b: Some(self.name(constraint.b)),
            jacobian: vec![-x, -y, 0.0, 0.0, 0.0, jacobian.angular_a, x, y, 0.0, 0.0, 0.0, jacobian.angular_b],
            target: -constraint.bias[part],
            softness,
            effective_mass: (constraint.rows == 1 && k > 0.0).then(|| (k + softness).recip()),
            warm: Some(warm),
            impulse: Some(constraint.impulse[part]),
            ..Row::default()
        };
        match constraint.source {
            ConstraintSource::Equality { joint }
            | ConstraintSource::Lower { joint }
            | ConstraintSource::Upper { joint } => {
                row.joint = Some(joint as usize);
                row.part = Some(Part::Number(part));
            }
            ConstraintSource::Normal { contact, point } => {
                row.contact = Some(self.contact_index(contact, point));
                row.part = Some(Part::Name(String::from("normal")));
            }
            ConstraintSource::Friction { contact, point } => {
                row.contact = Some(self.contact_index(contact, point));
                row.part = Some(Part::Name(String::from("friction 1")));
            }
        }
        match constraint.bounds {
            Bounds::Free | Bounds::Disc(_) => {}
            Bounds::NotNegative => row.lower = Some(0.0),
            Bounds::Within(most) => [row.lower, row.upper] = [Some(-most), Some(most)],
            Bounds::Friction { normal, friction } => {
                row.friction_of = Some(starts[normal as usize]);
                row.coefficient = Some(friction);
            }
        }
        row
    }

    /// Whether each row is solved alone, in the order of the list, and bounded by an interval of its own.
    fn sweeps_single_rows(&self) -> bool {
        let setting = &self.solve.setting;
        let constraints = &self.solve.after.constraints;
        setting.solver == WorldSolver::Sequential
            && setting.clamp == Clamp::Accumulated
            && setting.order == SolveOrder::Source
            && constraints.iter().all(|row| row.rows == 1)
    }

    /// Rules of the solve.
    fn model(&self) -> Model {
        let setting = &self.solve.setting;
        let options = self.options;
        let sweeps = self.sweeps_single_rows();
        let has_discs = self.solve.after.constraints.iter().any(|row| matches!(row.bounds, Bounds::Disc(_)));
        let is_sequential = setting.solver == WorldSolver::Sequential;
        let solve = match (has_discs, is_sequential) {
            (true, _) => "unknown",
            (false, true) => "sequential",
            (false, false) => "coulomb",
        };
        let kind = match setting.position {
            PositionMode::Baumgarte => "baumgarte",
            PositionMode::Split => "split",
            PositionMode::Soft => "soft",
            PositionMode::None => "none",
        };
        let corrects = setting.position != PositionMode::None;
        Model {
            solve: Some(String::from(solve)),
            friction: Some(String::from("box")),
            friction_rows: Some(1),
            iterations: sweeps.then(|| options.iterations() as usize),
            warm_start: is_sequential.then(|| options.warm_start()),
            order: sweeps.then(|| String::from("rows")),
            position: Some(PositionRule {
                kind: Some(String::from(kind)),
                beta: corrects.then(|| WorldOptions::BETA.number_of(options)),
                slop: corrects.then(|| WorldOptions::SLOP.number_of(options)),
                ..PositionRule::default()
            }),
            restitution_threshold: Some(setting.restitution_threshold),
            margin: Some(WorldOptions::SPECULATIVE.number_of(options)),
            combine_friction: Some(String::from("geometric_mean")),
            integrator: Some(String::from("semi_implicit")),
            rotation: Some(String::from("exponential")),
            velocity_told: (setting.position == PositionMode::Soft).then(|| String::from("relaxed")),
            ..Model::default()
        }
    }
}

/// Adds to a contact point what one of its rows says; `of` are the indices of the contact and the point.
fn add_row_to_contact(written: &mut Contact, row: &Constraint, of: [u32; 2]) {
    let direction = row.jacobian[0].linear;
    match row.source {
        ConstraintSource::Normal { contact, point } if [contact, u32::from(point)] == of => {
            written.normal = in_space(direction);
            written.gap = row.error.x;
            written.impulse = Some(row.impulse.x);
        }
        ConstraintSource::Friction { contact, point } if [contact, u32::from(point)] == of => {
            written.friction_impulse = Some(in_space(direction * row.impulse.x));
            if let Bounds::Friction { friction, .. } = row.bounds {
                written.friction = Some(Coefficients::One(friction));
            }
        }
        ConstraintSource::Normal { .. } | ConstraintSource::Friction { .. } => {}
        ConstraintSource::Equality { .. } | ConstraintSource::Lower { .. } | ConstraintSource::Upper { .. } => {}
    }
}

/// A shape at the origin of its body, without a margin.
fn placed(shape: ShapeData) -> PlacedShape {
    PlacedShape { shape, position: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], margin: 0.0, name: None }
}

/// A point of the world in a body's frame, meters.
fn in_frame(body: &BodyState, point: DVec2) -> DVec2 {
    (point - body.position).rotate(DVec2::new(body.rotation.x, -body.rotation.y))
}

/// Pose and velocity of a body.
fn state(body: &BodyState) -> State {
    let half_angle = 0.5 * body.rotation.y.atan2(body.rotation.x);
    State {
        position: in_space(body.position),
        rotation: [0.0, 0.0, half_angle.sin(), half_angle.cos()],
        velocity: Some(in_space(body.velocity)),
        angular_velocity: Some([0.0, 0.0, body.angular_velocity]),
    }
}

#[cfg(test)]
mod tests;
