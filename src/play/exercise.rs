//! Exercises: variants of a scene with other sizes and poses, generated from a seed.

use glam::{DQuat, DVec3};

use super::{Precision, QueryError, answer};
use crate::answer::Found as _;
use crate::double::random::Random;
use crate::scene::model::{Ask, Body, Dimension, List, Query, Scene, Shape, Subjects};

/// Number of variants tried for one with the same ending as the given scene.
const TRIES: u64 = 24;

/// Text between the title and the seed in titles of exercises.
const MARK: &str = ", exercise ";

/// Generates a scene with the same kinds of shapes and the same query. The same seed always gives the same scene. The
/// variant has the same kind of result if one of the tries does, and any other kind if none does.
///
/// # Errors
/// The query's error if it cannot be answered in any variant.
pub fn exercise(precision: Precision, scene: &Scene, query: &Query, seed: u64) -> Result<Scene, QueryError> {
    let expected = answer(precision, scene, query, 0).ok().map(|verdict| verdict.finding.status());
    let mut any = None;
    let mut refused = None;
    for attempt in 0..TRIES {
        let made = variant(scene, query, seed, attempt);
        match last_status(precision, &made) {
            Ok(found) if Some(found) == expected => return Ok(made),
            Ok(_) => any = any.or(Some(made)),
            Err(error) => refused = Some(error),
        }
    }
    any.ok_or_else(|| refused.unwrap_or_else(|| QueryError::new("", "No other scene can be made of this one.")))
}

/// Title of a scene without the seed of an exercise.
fn title(name: &str) -> &str {
    name.rfind(MARK).map_or(name, |at| &name[..at])
}

/// Status of a scene's first query in its last frame.
fn last_status(precision: Precision, scene: &Scene) -> Result<&'static str, QueryError> {
    let query = &scene.queries[0];
    let frame = scene.frames_of(Some(query)).saturating_sub(1);
    answer(precision, scene, query, frame).map(|verdict| verdict.finding.status())
}

fn variant(scene: &Scene, query: &Query, seed: u64, attempt: u64) -> Scene {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(attempt));
    // Neighboring seeds start with similar numbers, so the first four are skipped.
    (0..4).for_each(|_| _ = random.bits());
    let mut query = query.clone();
    query.ask.expect_nothing();
    let mut made = Scene { queries: Vec::new(), course: None, report: None, cameras: None, ..scene.clone() };
    made.name = format!("{}{MARK}{seed}", title(&scene.name));
    made.note = format!("Made like “{}” from the seed {seed}: other sizes, other poses.", title(&scene.name));
    let flat = scene.dimension == Dimension::Two;
    match query.ask.subjects() {
        Subjects::Pair(names) => vary_pair(&mut made, names, flat, &mut random),
        Subjects::Body(name) => vary_single_body(&mut made, name, flat, &mut random),
        Subjects::Bodies(_) => vary_all_bodies(&mut made, flat, &mut random),
        Subjects::World => vary_world(&mut made, &mut random),
    }
    randomize_direction(&mut query.ask, flat, &mut random);
    made.queries.push(query);
    made
}

/// Random factor between `least` and `most`.
fn factor(random: &mut Random, least: f64, most: f64) -> f64 {
    least + (most - least) * random.unit()
}

/// Randomizes the direction of a query that has one.
fn randomize_direction(ask: &mut Ask, flat: bool, random: &mut Random) {
    let d = direction(flat, random).to_array();
    match ask {
        Ask::Support { options, .. } if options.direction.is_some() => options.direction = Some(d),
        Ask::Hierarchy { options, .. } if options.direction.is_some() => options.direction = Some(d),
        _ => {}
    }
}

/// Random unit vector; in the plane z = 0 if `flat`.
fn direction(flat: bool, random: &mut Random) -> DVec3 {
    let d = random.direction();
    if !flat {
        return d;
    }
    let angle = std::f64::consts::TAU * random.unit();
    DVec3::new(angle.cos(), angle.sin(), 0.0)
}

/// Rotates A in place; rotates B and moves it to another side of A. If a body is a point, the other is a simplex, whose
/// vertices vary too.
fn vary_pair(made: &mut Scene, [a, b]: [&str; 2], flat: bool, random: &mut Random) {
    let (Some((a, _)), Some((b, _))) = (made.body(a), made.body(b)) else { return };
    let [at_a, at_b] = [a, b].map(|index| DVec3::from(made.bodies[index].position));
    let own = [a, b].map(|index| made.bodies[index].clone());
    made.bodies = List::from(own.to_vec());
    made.frames = List::new();
    let offset = at_b - at_a;
    let new_offset = direction(flat, random) * offset.length() * factor(random, 0.75, 1.25);
    for index in 0..made.bodies.len() {
        let Some(body) = made.bodies.get_mut(index) else { continue };
        resize(&mut body.shape, flat, random);
        body.margin *= factor(random, 0.7, 1.3);
        rotate(body, flat, random);
    }
    let rotation = DQuat::from_rotation_arc(offset.normalize_or(DVec3::X), new_offset.normalize_or(DVec3::X));
    if let Some(body) = made.bodies.get_mut(1) {
        body.position = (at_a + new_offset).to_array();
    }
    // Velocities rotate with B's offset and deviate a little.
    for index in 0..made.bodies.len() {
        let Some(body) = made.bodies.get_mut(index) else { continue };
        if let Some(velocity) = body.velocity.as_mut().filter(|velocity| **velocity != [0.0; 3]) {
            let v = DVec3::from(*velocity);
            let aside = direction(flat, random) * 0.2 * v.length();
            let v = (rotation * v + aside) * factor(random, 0.8, 1.2);
            *velocity = if flat { [v.x, v.y, 0.0] } else { v.to_array() };
        }
    }
}

fn vary_single_body(made: &mut Scene, name: &str, flat: bool, random: &mut Random) {
    let Some((index, _)) = made.body(name) else { return };
    let mut body = made.bodies[index].clone();
    resize(&mut body.shape, flat, random);
    rotate(&mut body, flat, random);
    made.bodies = List::from(vec![body]);
    made.frames = List::new();
}

/// Resizes every body and moves it a little in all frames.
fn vary_all_bodies(made: &mut Scene, flat: bool, random: &mut Random) {
    let places: Vec<DVec3> = made.bodies.iter().map(|body| DVec3::from(body.position)).collect();
    let low = places.iter().copied().reduce(DVec3::min).unwrap_or_default();
    let high = places.iter().copied().reduce(DVec3::max).unwrap_or_default();
    let spacing = 0.5 * (high - low).length() / (made.bodies.len().max(2) as f64).cbrt();
    for index in 0..made.bodies.len() {
        let Some(body) = made.bodies.get_mut(index) else { continue };
        resize(&mut body.shape, flat, random);
        body.position = displaced(body.position, 0.3 * spacing, flat, random);
    }
    for index in 0..made.frames.len() {
        let Some(frame) = made.frames.get_mut(index) else { continue };
        for pose in &mut frame.poses {
            pose.position = displaced(pose.position, 0.15 * spacing, flat, random);
        }
    }
}

fn displaced(at: [f64; 3], most: f64, flat: bool, random: &mut Random) -> [f64; 3] {
    let moved = DVec3::from(at) + direction(flat, random) * most * random.unit();
    moved.to_array()
}

/// Varies masses, frictions, speeds and gravity and keeps the bodies in place, so that resting bodies still rest on
/// their supports.
fn vary_world(made: &mut Scene, random: &mut Random) {
    made.gravity = made.gravity.map(|g| g * factor(random, 0.7, 1.3));
    for index in 0..made.bodies.len() {
        let Some(body) = made.bodies.get_mut(index) else { continue };
        let scale = factor(random, 0.6, 1.6);
        body.dynamics.mass = body.dynamics.mass.map(|mass| mass * scale);
        body.dynamics.density = body.dynamics.density.map(|density| density * scale);
        body.dynamics.friction = body.dynamics.friction.map(|friction| friction * factor(random, 0.6, 1.4));
        if let Some(velocity) = &mut body.velocity {
            *velocity = velocity.map(|v| v * factor(random, 0.6, 1.4));
        }
        if let Some(spin) = &mut body.spin {
            *spin = spin.map(|w| w * factor(random, 0.6, 1.4));
        }
        if let Some(spin) = &mut body.dynamics.angular_velocity {
            *spin *= factor(random, 0.6, 1.4);
        }
    }
}

fn rotate(body: &mut Body, flat: bool, random: &mut Random) {
    let angle = std::f64::consts::TAU * random.unit();
    if flat {
        body.angle = Some(angle);
        body.rotation = [0.0, 0.0, 0.0, 1.0];
    } else {
        body.rotation = DQuat::from_axis_angle(random.direction(), angle).to_array();
    }
}

/// Resizes a shape. Each point of a point list moves on its own, so that the hull has another form.
fn resize(shape: &mut Shape, flat: bool, random: &mut Random) {
    match shape {
        Shape::Sphere { radius } | Shape::Circle { radius } => *radius *= size_factor(random),
        Shape::Box { half_extents } => *half_extents = half_extents.map(|half| half * size_factor(random)),
        Shape::Rectangle { half_extents } => *half_extents = half_extents.map(|half| half * size_factor(random)),
        Shape::Ellipsoid { radii } => *radii = radii.map(|radius| radius * size_factor(random)),
        Shape::Cylinder { radius, half_height, .. }
        | Shape::Cone { radius, half_height, .. }
        | Shape::Capsule { radius, half_height, .. } => {
            *radius *= size_factor(random);
            *half_height *= size_factor(random);
        }
        Shape::Segment { points } => scatter(points, flat, random),
        Shape::Triangle { points } => scatter(points, flat, random),
        Shape::Polytope { points } => scatter(points, flat, random),
        Shape::Polygon { points } => {
            let mut spatial: Vec<[f64; 3]> = points.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
            scatter(&mut spatial, true, random);
            *points = spatial.into_iter().map(|[x, y, _]| [x, y]).collect();
        }
        Shape::Mesh { scale, .. } => *scale *= size_factor(random),
        Shape::HalfSpace { offset, .. } => *offset *= size_factor(random),
        Shape::Affine { matrix, shape, .. } => {
            let scale = size_factor(random);
            *matrix = matrix.map(|row| row.map(|x| x * scale));
            resize(shape, flat, random);
        }
        Shape::Inflate { radius, shape } => {
            *radius *= size_factor(random);
            resize(shape, flat, random);
        }
        // A resized child shape would detach from its neighbors.
        Shape::Compound { .. } | Shape::TriangleMesh { .. } => {}
        Shape::HeightField { heights, .. } => {
            let scale = size_factor(random);
            heights.iter_mut().flatten().for_each(|height| *height *= scale);
        }
    }
}

fn size_factor(random: &mut Random) -> f64 {
    factor(random, 0.65, 1.45)
}

/// Moves points by up to a quarter of the size of their bounding box. A single point stays.
fn scatter(points: &mut [[f64; 3]], flat: bool, random: &mut Random) {
    let low = points.iter().copied().map(DVec3::from).reduce(DVec3::min).unwrap_or_default();
    let high = points.iter().copied().map(DVec3::from).reduce(DVec3::max).unwrap_or_default();
    let half = 0.5 * (high - low);
    let flat = flat || half.z == 0.0;
    let scale = DVec3::new(factor(random, 0.8, 1.25), factor(random, 0.8, 1.25), factor(random, 0.8, 1.25));
    for point in points {
        let moved = DVec3::from(*point) * scale + random.vector() * 0.25 * half.max_element();
        *point = if flat { [moved.x, moved.y, point[2]] } else { moved.to_array() };
    }
}
