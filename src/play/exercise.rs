//! Exercises: variants of a scene with the same query and other sizes and poses, generated from a seed, for users who
//! predict the steps of an algorithm.

use contact_lens_engine::double::random::Random;
use contact_lens_model::answer::FindingFacts as _;
use contact_lens_scene::model::{Ask, Body, Dimension, Exclusive, FieldValue, List, Query, Scene, Shape, Subjects};
use glam::{DQuat, DVec3};

use super::{Precision, QueryError, answer};

/// Number of variants that are tried to find one with the same result status as the given scene.
const MAX_VARIANTS: u64 = 24;

/// Text between the title and the seed in titles of exercises.
const TITLE_SUFFIX: &str = ", exercise ";

/// 2⁶⁴ divided by the golden ratio: spreads successive seeds over all 64-bit numbers.
const GOLDEN_RATIO_64: u64 = 0x9E37_79B9_7F4A_7C15;

/// Maximum displacement of a body, relative to the spacing of the bodies: less than half, so that neighbors stay
/// neighbors.
const MAX_BODY_DISPLACEMENT: f64 = 0.3;

/// Maximum displacement of a recorded pose, relative to the spacing of the bodies. It is smaller than that of a body,
/// since each frame has its own displacement, which looks like a jump.
const MAX_FRAME_DISPLACEMENT: f64 = 0.15;

/// Generates a scene with the same kinds of shapes and the same query. The same seed always gives the same scene. The
/// variant has the same result status (separated, overlapping …) if one of the tried variants has; otherwise any
/// status.
///
/// # Errors
/// The query's error if it cannot be answered in any variant, and for queries about captured steps.
pub fn exercise(precision: Precision, scene: &Scene, query: &Query, seed: u64) -> Result<Scene, QueryError> {
    if matches!(query.ask, Ask::Audit { .. }) {
        return Err(QueryError::new("", "A captured step has one state, so no exercise can be made from it."));
    }
    let expected = answer(precision, scene, query, 0).ok().map(|verdict| verdict.finding.status());
    let mut variant_with_other_status = None;
    let mut last_error = None;
    for attempt in 0..MAX_VARIANTS {
        let variant = random_variant(scene, query, seed, attempt);
        match last_status(precision, &variant) {
            Ok(status) if Some(status) == expected => return Ok(variant),
            Ok(_) => variant_with_other_status = variant_with_other_status.or(Some(variant)),
            Err(error) => last_error = Some(error),
        }
    }
    match (variant_with_other_status, last_error) {
        (Some(variant), _) => Ok(variant),
        (None, Some(error)) => Err(error),
        (None, None) => Err(QueryError::new("", "No exercise can be made from this scene.")),
    }
}

/// Title of a scene without the seed of an exercise.
fn title_without_seed(name: &str) -> &str {
    name.rfind(TITLE_SUFFIX).map_or(name, |start_of_suffix| &name[..start_of_suffix])
}

/// Status of a variant's query in its last frame. A variant about a pair or a single body has only one frame.
fn last_status(precision: Precision, scene: &Scene) -> Result<&'static str, QueryError> {
    let query = &scene.queries[0];
    let frame = scene.frames_of(Some(query)).saturating_sub(1);
    answer(precision, scene, query, frame).map(|verdict| verdict.finding.status())
}

/// One variant of a scene: the same query about bodies with other sizes and poses.
fn random_variant(scene: &Scene, query: &Query, seed: u64, attempt: u64) -> Scene {
    let mut random = Random(seed.wrapping_mul(GOLDEN_RATIO_64).wrapping_add(attempt));
    // Neighboring seeds start with similar numbers, so the first four are skipped.
    (0..4).for_each(|_| _ = random.bits());
    let mut query = query.clone();
    query.ask.expect_nothing();
    let mut variant = Scene { queries: Vec::new(), course: None, report: None, cameras: None, ..scene.clone() };
    variant.name = format!("{}{TITLE_SUFFIX}{seed}", title_without_seed(&scene.name));
    variant.note = format!(
        "A variant of “{}” with other sizes and poses, made from the seed {seed}.",
        title_without_seed(&scene.name)
    );
    let flat = scene.dimension == Dimension::Two;
    match query.ask.subjects() {
        Subjects::Pair(names) => vary_pair(&mut variant, names, flat, &mut random),
        Subjects::Body(name) => vary_single_body(&mut variant, name, flat, &mut random),
        Subjects::Bodies(_) => vary_all_bodies(&mut variant, flat, &mut random),
        Subjects::World => vary_world(&mut variant, &mut random),
    }
    randomize_direction(&mut query.ask, flat, &mut random);
    variant.queries.push(query);
    variant
}

/// Random factor between `min` and `max`, evenly distributed. All callers stay within 0.6 and 1.6, so that the variant
/// resembles the scene.
fn random_factor(random: &mut Random, min: f64, max: f64) -> f64 {
    min + (max - min) * random.unit()
}

/// Randomizes the direction of a query that has one.
fn randomize_direction(ask: &mut Ask, flat: bool, random: &mut Random) {
    let d = random_direction(flat, random).to_array();
    match ask {
        Ask::Support { options, .. } if options.direction.is_some() => options.direction = Some(d),
        Ask::Hierarchy { options, .. } if options.direction.is_some() => options.direction = Some(d),
        _ => {}
    }
}

/// Random unit vector; in the plane z = 0 if `flat`.
fn random_direction(flat: bool, random: &mut Random) -> DVec3 {
    if !flat {
        return random.direction();
    }
    // The plane uses as many random numbers as space, so that a seed gives similar scenes in both.
    _ = random.direction();
    let angle = std::f64::consts::TAU * random.unit();
    DVec3::new(angle.cos(), angle.sin(), 0.0)
}

/// Resizes and rotates A and B, moves B to another side of A, and varies margins and velocities. Removes all other
/// bodies and all frames.
fn vary_pair(scene: &mut Scene, [a, b]: [&str; 2], flat: bool, random: &mut Random) {
    let Some((a, _)) = scene.body(a) else { return };
    let Some((b, _)) = scene.body(b) else { return };
    let [position_a, position_b] = [a, b].map(|index| DVec3::from(scene.bodies[index].position));
    let pair = [a, b].map(|index| scene.bodies[index].clone());
    scene.bodies = List::from(pair.to_vec());
    scene.frames = List::new();
    let offset = position_b - position_a;
    let new_offset = random_direction(flat, random) * offset.length() * random_factor(random, 0.75, 1.25);
    scene.bodies.change_all(|body| {
        resize(&mut body.shape, flat, random);
        body.margin *= random_factor(random, 0.7, 1.3);
        rotate(body, flat, random);
    });
    let rotation = DQuat::from_rotation_arc(offset.normalize_or(DVec3::X), new_offset.normalize_or(DVec3::X));
    if let Some(body) = scene.bodies.get_mut(1) {
        body.position = (position_a + new_offset).to_array();
    }
    // Velocities rotate with B's offset and deviate a little.
    scene.bodies.change_all(|body| {
        if let Some(velocity) = body.velocity.as_mut().filter(|velocity| **velocity != [0.0; 3]) {
            let v = DVec3::from(*velocity);
            let deviation = random_direction(flat, random) * 0.2 * v.length();
            let v = (rotation * v + deviation) * random_factor(random, 0.8, 1.2);
            *velocity = if flat { [v.x, v.y, 0.0] } else { v.to_array() };
        }
    });
}

/// Resizes and rotates the body of a query about one body, and removes the others.
fn vary_single_body(scene: &mut Scene, name: &str, flat: bool, random: &mut Random) {
    let Some((index, _)) = scene.body(name) else { return };
    let mut body = scene.bodies[index].clone();
    resize(&mut body.shape, flat, random);
    rotate(&mut body, flat, random);
    scene.bodies = List::from(vec![body]);
    scene.frames = List::new();
}

/// Resizes the bodies and moves each a little in the scene and in every frame.
fn vary_all_bodies(scene: &mut Scene, flat: bool, random: &mut Random) {
    let positions: Vec<DVec3> = scene.bodies.iter().map(|body| DVec3::from(body.position)).collect();
    let low = positions.iter().copied().reduce(DVec3::min).unwrap_or_default();
    let high = positions.iter().copied().reduce(DVec3::max).unwrap_or_default();
    // Roughly the distance of neighbors: the diagonal of the positions' bounding box is shared evenly along three axes.
    let spacing = 0.5 * (high - low).length() / (scene.bodies.len().max(2) as f64).cbrt();
    scene.bodies.change_all(|body| {
        resize(&mut body.shape, flat, random);
        body.position = displaced(body.position, MAX_BODY_DISPLACEMENT * spacing, flat, random);
    });
    scene.frames.change_all(|frame| {
        for pose in &mut frame.poses {
            pose.position = displaced(pose.position, MAX_FRAME_DISPLACEMENT * spacing, flat, random);
        }
    });
}

/// A position moved in a random direction by at most `max_distance`, meters.
fn displaced(position: [f64; 3], max_distance: f64, flat: bool, random: &mut Random) -> [f64; 3] {
    let moved = DVec3::from(position) + random_direction(flat, random) * max_distance * random.unit();
    moved.to_array()
}

/// Varies masses, frictions, speeds and gravity and keeps the bodies in place, so that resting bodies still rest on
/// their supports.
fn vary_world(scene: &mut Scene, random: &mut Random) {
    scene.gravity = scene.gravity.map(|g| g * random_factor(random, 0.7, 1.3));
    scene.bodies.change_all(|body| {
        let scale = random_factor(random, 0.6, 1.6);
        body.dynamics.mass = body.dynamics.mass.map(|mass| mass * scale);
        body.dynamics.density = body.dynamics.density.map(|density| density * scale);
        body.dynamics.friction = body.dynamics.friction.map(|friction| friction * random_factor(random, 0.6, 1.4));
        if let Some(velocity) = &mut body.velocity {
            *velocity = velocity.map(|v| v * random_factor(random, 0.6, 1.4));
        }
        if let Some(spin) = &mut body.spin {
            *spin = spin.map(|w| w * random_factor(random, 0.6, 1.4));
        }
        if let Some(spin) = &mut body.dynamics.angular_velocity {
            *spin *= random_factor(random, 0.6, 1.4);
        }
    });
}

/// Gives a body a random rotation; about z if `flat`.
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
    for field in shape.fields_mut() {
        resize_field(field.value, flat, random);
    }
}

/// Resizes a field of a shape, and the shape inside of another. Fields that are no sizes stay, and so do child shapes
/// and triangles: a resized one would detach from its neighbors.
fn resize_field(value: FieldValue<'_, Exclusive>, flat: bool, random: &mut Random) {
    match value {
        FieldValue::BallRadius(size)
        | FieldValue::BaseRadius(size)
        | FieldValue::AddedRadius(size)
        | FieldValue::HalfHeight(size)
        | FieldValue::PlaneOffset(size)
        | FieldValue::HullScale(size) => *size *= size_factor(random),
        FieldValue::HalfExtents(sizes) | FieldValue::SemiAxes(sizes) => {
            *sizes = sizes.map(|size| size * size_factor(random));
        }
        FieldValue::PlanarHalfExtents(sizes) => *sizes = sizes.map(|size| size * size_factor(random)),
        FieldValue::Points(points) => scatter(points, flat, random),
        FieldValue::PointList(points) => scatter(points, flat, random),
        FieldValue::PlanarPointList(points) => {
            let mut spatial: Vec<[f64; 3]> = points.iter().map(|[x, y]| [*x, *y, 0.0]).collect();
            scatter(&mut spatial, true, random);
            *points = spatial.into_iter().map(|[x, y, _]| [x, y]).collect();
        }
        FieldValue::Matrix(matrix) => {
            let scale = size_factor(random);
            *matrix = matrix.map(|row| row.map(|x| x * scale));
        }
        FieldValue::Inside(shape) => resize(shape, flat, random),
        FieldValue::Heights(heights) => {
            let scale = size_factor(random);
            heights.iter_mut().flatten().for_each(|height| *height *= scale);
        }
        FieldValue::Axis(_)
        | FieldValue::Normal(_)
        | FieldValue::Translation(_)
        | FieldValue::Parts(_)
        | FieldValue::File(_)
        | FieldValue::FilePart(_)
        | FieldValue::SurfaceScale(_)
        | FieldValue::Up(_)
        | FieldValue::ShowsMesh(_)
        | FieldValue::Vertices(_)
        | FieldValue::Triangles(_)
        | FieldValue::OneSided(_)
        | FieldValue::Cell(_) => {}
    }
}

/// Random factor of a size.
fn size_factor(random: &mut Random) -> f64 {
    random_factor(random, 0.65, 1.45)
}

/// Scales points by random factors along the axes, and moves each along each axis by up to an eighth of the longest
/// side of their bounding box. A single point is only scaled.
fn scatter(points: &mut [[f64; 3]], flat: bool, random: &mut Random) {
    let low = points.iter().copied().map(DVec3::from).reduce(DVec3::min).unwrap_or_default();
    let high = points.iter().copied().map(DVec3::from).reduce(DVec3::max).unwrap_or_default();
    let half = 0.5 * (high - low);
    let flat = flat || half.z == 0.0;
    let scale = DVec3::new(
        random_factor(random, 0.8, 1.25),
        random_factor(random, 0.8, 1.25),
        random_factor(random, 0.8, 1.25),
    );
    for point in points {
        let moved = DVec3::from(*point) * scale + random.vector() * 0.25 * half.max_element();
        *point = if flat { [moved.x, moved.y, point[2]] } else { moved.to_array() };
    }
}
