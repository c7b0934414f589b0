//! The rules that a schema cannot say: names that differ and exist, rotations that rotate, directions that point.

mod frustum;
pub(super) mod parts;
mod world;

use std::collections::{BTreeSet, HashSet};

use super::error::{FieldError, suggestion};
use super::limits::UNIT_ROUNDING;
use super::model::{Algorithm, Dimension, Expectation, PairsExpect, Query, Scene, Shape, Theirs, Upward};

/// The first rule that the scene breaks.
pub(super) fn check(scene: &Scene) -> Result<(), FieldError> {
    if scene.dimension == Dimension::Two && scene.up != Upward::Y {
        return Err((String::from("up"), String::from("is for scenes of dimension 3: in the plane y points up")));
    }
    let bodies = distinct(scene.bodies.iter().map(|body| body.name.as_str()), "bodies", "name")?;
    for (i, body) in scene.bodies.iter().enumerate() {
        rotation(body.rotation, &format!("bodies[{i}].rotation"))?;
        if body.shape.is_half_space() && body.turning() != [0.0; 3] {
            let field = if body.spin.is_some() { "spin" } else { "angular_velocity" };
            return Err((format!("bodies[{i}].{field}"), String::from("a half-space does not turn")));
        }
        parts::check(&body.shape, &format!("bodies[{i}].shape"), scene.dimension)?;
        shape(&body.shape, true).map_err(|(field, message)| (format!("bodies[{i}].shape.{field}"), message))?;
        if scene.dimension == Dimension::Three && is_planar(&body.shape) {
            let message = "is a shape of the plane; for that the scene needs `\"dimension\": 2`";
            return Err((format!("bodies[{i}].shape.type"), String::from(message)));
        }
    }
    let frusta = distinct(scene.frusta.iter().map(|frustum| frustum.name.as_str()), "frusta", "name")?;
    for (i, frustum) in scene.frusta.iter().enumerate() {
        let path =
            |field: String| if field.is_empty() { format!("frusta[{i}]") } else { format!("frusta[{i}].{field}") };
        frustum.form.check().map_err(|(field, message)| (path(field), message))?;
    }
    world::check(scene, &bodies)?;
    distinct(scene.queries.iter().map(|query| query.name.as_str()), "queries", "name")?;
    for (i, query) in scene.queries.iter().enumerate() {
        check_query(query, i, scene, &bodies)?;
        world::check_query(scene, &query.ask, i, &bodies)?;
        if let Some(name) = query.ask.frustum().filter(|name| !name.is_empty() && !frusta.contains(name)) {
            let hint = suggestion(name, frusta.iter().copied());
            let message = format!("there is no frustum `{}`{hint}", super::path::shortened(name));
            return Err((format!("queries[{i}].frustum"), message));
        }
    }
    for (i, frame) in scene.frames.iter().enumerate() {
        distinct(frame.poses.iter().map(|pose| pose.body.as_str()), &format!("frames[{i}].poses"), "body")?;
        for (j, pose) in frame.poses.iter().enumerate() {
            known(&pose.body, scene, &bodies, || format!("frames[{i}].poses[{j}].body"))?;
            rotation(pose.rotation, &format!("frames[{i}].poses[{j}].rotation"))?;
        }
        distinct(frame.gone.iter().map(String::as_str), &format!("frames[{i}].gone"), "body")?;
        for (j, name) in frame.gone.iter().enumerate() {
            let path = || format!("frames[{i}].gone[{j}]");
            known(name, scene, &bodies, path)?;
            if frame.poses.iter().any(|pose| pose.body == *name) {
                return Err((path(), String::from("has a pose in this frame: it cannot be gone as well")));
            }
        }
    }
    for (name, mass) in scene.recorded.iter().flat_map(|recorded| &recorded.masses) {
        let at = || format!("recorded.masses.{}", super::path::shortened(name));
        known(name, scene, &bodies, at)?;
        if *mass <= 0.0 {
            return Err((at(), format!("must be positive, is {mass}; what stands still has no mass here")));
        }
    }
    check_cameras(scene)
}

/// Whether each camera belongs to a view that some lesson of the scene has; a scene without queries may have any.
fn check_cameras(scene: &Scene) -> Result<(), FieldError> {
    // Those of all lessons: a camera stays when a query is handed to another algorithm.
    let views: BTreeSet<&str> =
        Algorithm::ALL.iter().flat_map(|algorithm| algorithm.views(scene.dimension)).copied().collect();
    let unknown = |id: &&String| !scene.queries.is_empty() && !views.contains(id.as_str());
    match scene.cameras.iter().flatten().map(|(id, _)| id).find(unknown) {
        Some(id) => {
            let hint = suggestion(id, views.iter().copied());
            Err((format!("cameras.{id}"), format!("no query of this scene has such a view{hint}")))
        }
        None => Ok(()),
    }
}

/// Whether a shape lives in the plane z = 0 alone.
pub(super) fn is_planar(shape: &Shape) -> bool {
    match shape {
        Shape::Circle { .. } | Shape::Rectangle { .. } | Shape::Polygon { .. } => true,
        _ => shape.inner().into_iter().any(|(_, inner)| is_planar(inner)),
    }
}

/// What is wrong with a half-space: a normal that is 0, or that it is a part of another shape.
pub(super) fn shape(shape: &Shape, is_whole: bool) -> Result<(), FieldError> {
    match shape {
        Shape::HalfSpace { .. } if !is_whole => Err((
            String::from("type"),
            String::from("a half-space is a whole body: it cannot stand inside another shape"),
        )),
        Shape::HalfSpace { normal: [0.0, 0.0, 0.0], .. } => Err((
            String::from("normal"),
            String::from("must not be 0: it says on which side of the plane the half-space ends"),
        )),
        Shape::Affine { shape, .. } | Shape::Inflate { shape, .. } => {
            self::shape(shape, false).map_err(|(field, message)| (format!("shape.{field}"), message))
        }
        Shape::Compound { parts } => parts.iter().enumerate().try_for_each(|(i, part)| {
            self::shape(&part.shape, false).map_err(|(field, message)| (format!("parts[{i}].shape.{field}"), message))
        }),
        _ => Ok(()),
    }
}

fn check_query(query: &Query, i: usize, scene: &Scene, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    let algorithm = query.ask.algorithm();
    if !algorithm.is_for(scene.dimension) {
        let now = u8::from(scene.dimension);
        let message = format!("`{}` has no form for dimension {now}, which this scene has", algorithm.id());
        return Err((format!("queries[{i}].algorithm"), message));
    }
    let mut seen = HashSet::new();
    for (field, name) in query.ask.subjects().bodies() {
        known(name, scene, bodies, || format!("queries[{i}].{field}"))?;
        if !seen.insert(name) {
            let message = match field.as_ref() {
                "b" => format!("must be another body than `a`, both are `{name}`"),
                _ => format!("`{name}` stands in the list already"),
            };
            return Err((format!("queries[{i}].{field}"), message));
        }
    }
    if let Some((option, why)) = query.ask.options().and_then(|options| options.wrong(scene.dimension)) {
        return Err((format!("queries[{i}].options.{option}"), String::from(why)));
    }
    if let Expectation::Pairs(expect) = query.ask.expectation() {
        check_pairs(query, expect, i, scene, bodies)?;
    }
    if let Expectation::Classes(expect) = query.ask.expectation() {
        let chosen = query.ask.subjects().chosen();
        for (list, names) in expect.lists() {
            for (k, name) in names.iter().enumerate() {
                known(name, scene, bodies, || format!("queries[{i}].expect.{list}[{k}]"))?;
                if !chosen(name) {
                    let message = format!("`{name}` is none of the bodies that are asked about");
                    return Err((format!("queries[{i}].expect.{list}[{k}]"), message));
                }
            }
        }
    }
    for (k, theirs) in query.theirs.iter().enumerate() {
        let at = |field: &str| format!("queries[{i}].theirs[{k}].{field}");
        check_theirs(query, theirs, scene, bodies, &at)?;
    }
    check_expectation(query.ask.expectation(), i)
}

/// Whether another engine's answer is about this query: a frame of it, a direction, poses of its bodies.
fn check_theirs(
    query: &Query,
    theirs: &Theirs,
    scene: &Scene,
    bodies: &HashSet<&str>,
    at: &dyn Fn(&str) -> String,
) -> Result<(), FieldError> {
    if theirs.frame as usize >= scene.frames_of(Some(query)) {
        let message = format!("is no frame of this query, which has 0 to {}", scene.frames_of(Some(query)) - 1);
        return Err((at("frame"), message));
    }
    if let Some(normal) = theirs.normal {
        unit(length(normal), &at("normal"), "a unit vector")?;
    }
    if !theirs.poses.is_empty() && !query.is_of_a_world() {
        return Err((at("poses"), String::from("is for `world`: of other queries the scene says where bodies are")));
    }
    distinct(theirs.poses.iter().map(|pose| pose.body.as_str()), &at("poses"), "body")?;
    for (j, pose) in theirs.poses.iter().enumerate() {
        known(&pose.body, scene, bodies, || at(&format!("poses[{j}].body")))?;
        rotation(pose.rotation, &at(&format!("poses[{j}].rotation")))?;
    }
    Ok(())
}

/// Whether each pair that is expected is of two bodies that the query is about, and is listed once.
fn check_pairs(
    query: &Query,
    expect: &PairsExpect,
    i: usize,
    scene: &Scene,
    bodies: &HashSet<&str>,
) -> Result<(), FieldError> {
    if expect.frame.is_some_and(|frame| frame as usize >= scene.frame_count()) {
        let message = format!("is no frame of this scene, which has 0 to {}", scene.frame_count() - 1);
        return Err((format!("queries[{i}].expect.frame"), message));
    }
    if expect.frame.is_some() && query.ask.expectation().count() == 0 {
        let message = String::from("says of which frame something is expected, but nothing is");
        return Err((format!("queries[{i}].expect.frame"), message));
    }
    let chosen = query.ask.subjects().chosen();
    for (list, pairs) in expect.lists() {
        let mut seen = HashSet::new();
        for (k, pair) in pairs.iter().enumerate() {
            let path = |end: usize| format!("queries[{i}].expect.{list}[{k}][{end}]");
            for (end, name) in pair.iter().enumerate() {
                known(name, scene, bodies, || path(end))?;
                if !chosen(name) {
                    return Err((path(end), format!("`{name}` is none of the bodies that are asked about")));
                }
            }
            let [a, b] = pair;
            if a == b {
                return Err((path(1), format!("must be another body than `{a}`")));
            }
            if !seen.insert([a.min(b), a.max(b)]) {
                let message = format!("the pair of `{a}` and `{b}` stands in the list already");
                return Err((format!("queries[{i}].expect.{list}[{k}]"), message));
            }
        }
    }
    Ok(())
}

fn check_expectation(expectation: Expectation<'_>, i: usize) -> Result<(), FieldError> {
    if let Some(normal) = expectation.normal() {
        unit(length(normal), &format!("queries[{i}].expect.normal"), "a unit vector")?;
    }
    let (tolerance, value, name) = match expectation {
        Expectation::Distance(expect) => (expect.tolerance, expect.signed_distance, "signed_distance"),
        Expectation::Separation(expect) => (expect.tolerance, expect.separation, "separation"),
        Expectation::Manifold(expect) => (expect.tolerance, expect.depth, "depth"),
        Expectation::Cast(expect) => (expect.tolerance, expect.t_first, "t_first"),
        _ => return Ok(()),
    };
    if tolerance.is_some() && value.is_none() {
        let message = format!("says how exact `{name}` must be, but there is none");
        return Err((format!("queries[{i}].expect.tolerance"), message));
    }
    Ok(())
}

/// The set of names; each may occur once, and holds no control characters.
fn distinct<'a>(names: impl Iterator<Item = &'a str>, list: &str, field: &str) -> Result<HashSet<&'a str>, FieldError> {
    let mut seen = HashSet::new();
    for (i, name) in names.enumerate() {
        if name.chars().any(char::is_control) {
            return Err((format!("{list}[{i}].{field}"), String::from("must not hold control characters")));
        }
        if !seen.insert(name) {
            return Err((
                format!("{list}[{i}].{field}"),
                format!("`{name}` is taken by an earlier one; names must differ"),
            ));
        }
    }
    Ok(seen)
}

fn known(name: &str, scene: &Scene, bodies: &HashSet<&str>, path: impl Fn() -> String) -> Result<(), FieldError> {
    if bodies.contains(name) {
        return Ok(());
    }
    let hint = suggestion(name, scene.bodies.iter().map(|body| body.name.as_str()));
    Err((path(), format!("there is no body `{}`{hint}", super::path::shortened(name))))
}

/// The quaternion that turns nothing.
pub(super) const IDENTITY: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

pub(super) fn rotation(q: [f64; 4], path: &str) -> Result<(), FieldError> {
    unit(length(q), path, "a unit quaternion [x, y, z, w]")
}

pub(super) fn unit(length: f64, path: &str, what: &str) -> Result<(), FieldError> {
    if length == 0.0 {
        return Err((path.to_owned(), format!("must be {what}, is zero")));
    }
    if (length - 1.0).abs() > UNIT_ROUNDING {
        return Err((path.to_owned(), format!("must be {what}, its length is {length:.6}")));
    }
    Ok(())
}

/// Overflow and underflow do no harm: components are at most 1e12, and what underflows is as good as zero.
pub(super) fn length<const N: usize>(vector: [f64; N]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
