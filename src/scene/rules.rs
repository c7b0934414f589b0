//! Rules that the schema cannot express: distinct and existing names, unit vectors and quaternions, nonzero directions,
//! fields that exclude or need each other, and fields that belong to one dimension or algorithm.

mod frustum;
pub(super) mod parts;
mod steps;
mod world;

use std::collections::{BTreeSet, HashSet};

use super::error::{FieldError, suggestion};
use super::limits::UNIT_ROUNDING;
use super::model::{
    Algorithm, Body, CapturedAnswer, ClassesExpect, Dimension, Expectation, Frame, PairsExpect, Query, Scene, Shape,
    ShapeSpace, Upward,
};

/// Identity quaternion x, y, z, w.
pub(super) const IDENTITY: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

/// Fails with the first rule that the scene breaks.
pub(super) fn check(scene: &Scene) -> Result<(), FieldError> {
    if scene.dimension == Dimension::Two && scene.up != Upward::Y {
        return fail("up", "is only for 3D scenes: in 2D y points up");
    }
    let bodies = check_distinct(scene.bodies.iter().map(|body| body.name.as_str()), "bodies", "name")?;
    for (i, body) in scene.bodies.iter().enumerate() {
        check_body(body, i, scene.dimension)?;
    }
    let frusta = check_distinct(scene.frusta.iter().map(|frustum| frustum.name.as_str()), "frusta", "name")?;
    for (i, frustum) in scene.frusta.iter().enumerate() {
        frustum.form.check().map_err(|error| error.inside(&format!("frusta[{i}]")))?;
    }
    world::check(scene, &bodies)?;
    steps::check(scene)?;
    check_distinct(scene.queries.iter().map(|query| query.name.as_str()), "queries", "name")?;
    for (i, query) in scene.queries.iter().enumerate() {
        check_query(query, i, scene, &bodies)?;
        world::check_query(scene, &query.ask, i, &bodies)?;
        steps::check_query(scene, &query.ask, i)?;
        if let Some(name) = query.ask.frustum().filter(|name| !name.is_empty() && !frusta.contains(name)) {
            let hint = suggestion(name, frusta.iter().copied());
            let message = format!("there is no frustum `{}`{hint}", super::path::shortened(name));
            return fail(format!("queries[{i}].frustum"), message);
        }
    }
    for (i, frame) in scene.frames.iter().enumerate() {
        check_frame(frame, i, scene, &bodies)?;
    }
    check_recorded_masses(scene, &bodies)?;
    check_cameras(scene)
}

/// Checks the rotation and the shape of the body with this index.
fn check_body(body: &Body, body_index: usize, dimension: Dimension) -> Result<(), FieldError> {
    check_rotation(body.rotation, &format!("bodies[{body_index}].rotation"))?;
    if body.shape.is_half_space() && body.angular_velocity() != [0.0; 3] {
        let field = if body.spin.is_some() { "spin" } else { "angular_velocity" };
        return fail(format!("bodies[{body_index}].{field}"), "a half-space must not rotate");
    }
    let shape_path = format!("bodies[{body_index}].shape");
    parts::check(&body.shape, &shape_path, dimension)?;
    check_half_spaces(&body.shape, true).map_err(|error| error.inside(&shape_path))?;
    if dimension == Dimension::Three && is_planar(&body.shape) {
        let message = "is a planar shape, which needs `\"dimension\": 2` in the scene";
        return fail(format!("{shape_path}.type"), message);
    }
    Ok(())
}

/// Checks that the recorded masses are positive and those of existing bodies.
fn check_recorded_masses(scene: &Scene, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    for (name, mass) in scene.recorded.iter().flat_map(|recorded| &recorded.masses) {
        let path = format!("recorded.masses.{}", super::path::shortened(name));
        check_exists(name, scene, bodies, || path.clone())?;
        if *mass <= 0.0 {
            return fail(path, format!("must be positive, but is {mass}; static bodies must not be listed"));
        }
    }
    Ok(())
}

/// Returns the error of the field at `path` as a failed check.
fn fail(path: impl Into<String>, message: impl Into<String>) -> Result<(), FieldError> {
    Err(FieldError::new(path, message))
}

/// Checks the poses and absent bodies of the frame with this index.
fn check_frame(frame: &Frame, frame_index: usize, scene: &Scene, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    check_distinct(frame.poses.iter().map(|pose| pose.body.as_str()), &format!("frames[{frame_index}].poses"), "body")?;
    for (item_index, pose) in frame.poses.iter().enumerate() {
        check_exists(&pose.body, scene, bodies, || format!("frames[{frame_index}].poses[{item_index}].body"))?;
        check_rotation(pose.rotation, &format!("frames[{frame_index}].poses[{item_index}].rotation"))?;
    }
    check_distinct(frame.gone.iter().map(String::as_str), &format!("frames[{frame_index}].gone"), "body")?;
    for (item_index, name) in frame.gone.iter().enumerate() {
        check_exists(name, scene, bodies, || format!("frames[{frame_index}].gone[{item_index}]"))?;
        if frame.poses.iter().any(|pose| pose.body == *name) {
            return fail(
                format!("frames[{frame_index}].gone[{item_index}]"),
                "has a pose in this frame, so it must not be listed as gone",
            );
        }
    }
    Ok(())
}

/// Checks that each camera belongs to a view of some lesson in this dimension; a scene without queries may have any.
fn check_cameras(scene: &Scene) -> Result<(), FieldError> {
    // Views of all lessons: a camera stays when a query changes its algorithm.
    let views: BTreeSet<&str> =
        Algorithm::ALL.iter().flat_map(|algorithm| algorithm.views(scene.dimension)).copied().collect();
    let mut ids = scene.cameras.iter().flatten().map(|(id, _)| id.as_str());
    match ids.find(|id| !scene.queries.is_empty() && !views.contains(id)) {
        Some(id) => {
            let hint = suggestion(id, views.iter().copied());
            let dimension = if scene.dimension == Dimension::Two { "2D" } else { "3D" };
            fail(format!("cameras.{id}"), format!("no algorithm has a view with this id in {dimension}{hint}"))
        }
        None => Ok(()),
    }
}

/// Whether a shape or one of its child shapes is planar.
pub(super) fn is_planar(shape: &Shape) -> bool {
    shape.kind().space == ShapeSpace::Plane || shape.children().into_iter().any(|(_, child)| is_planar(child))
}

/// Checks that a half-space has a nonzero normal and is not a child of another shape; `is_outermost` is false for child
/// shapes. Paths of errors start at the shape.
pub(super) fn check_half_spaces(shape: &Shape, is_outermost: bool) -> Result<(), FieldError> {
    if let Shape::HalfSpace { normal, .. } = shape {
        if !is_outermost {
            return fail("type", "a half-space cannot be a child of another shape");
        }
        if *normal == [0.0; 3] {
            return fail("normal", "must not be the zero vector; it is the outward normal of the half-space");
        }
    }
    let mut children = shape.children().into_iter();
    children.try_for_each(|(field, child)| check_half_spaces(child, false).map_err(|error| error.inside(&field)))
}

/// Checks the query with this index: bodies, options and expectations.
fn check_query(query: &Query, query_index: usize, scene: &Scene, bodies: &HashSet<&str>) -> Result<(), FieldError> {
    let algorithm = query.ask.algorithm();
    if !algorithm.is_for(scene.dimension) {
        let is_spatial = scene.dimension == Dimension::Three;
        let has = if is_spatial { 3 } else { 2 };
        let needs = if is_spatial { 2 } else { 3 };
        let message =
            format!("`{}` needs a {needs}D scene; this scene is {has}D (see the field `dimension`)", algorithm.id());
        return fail(format!("queries[{query_index}].algorithm"), message);
    }
    let mut subjects = HashSet::new();
    for (field, name) in query.ask.subjects().bodies() {
        check_exists(name, scene, bodies, || format!("queries[{query_index}].{field}"))?;
        if !subjects.insert(name) {
            let message = match field.as_ref() {
                "b" => format!("must differ from `a`, but both are `{name}`"),
                _ => format!("`{name}` is in the list already"),
            };
            return fail(format!("queries[{query_index}].{field}"), message);
        }
    }
    if let Some((option, why)) = query.ask.options().and_then(|options| options.first_conflict(scene.dimension)) {
        return fail(format!("queries[{query_index}].{}", query.ask.option_path(option)), why);
    }
    if let Expectation::Pairs(expect) = query.ask.expectation() {
        check_pairs(query, expect, query_index, scene, bodies)?;
    }
    if let Expectation::Classes(expect) = query.ask.expectation() {
        check_classes(query, expect, query_index, scene, bodies)?;
    }
    for (item_index, answer) in query.theirs.iter().enumerate() {
        check_theirs(query, answer, scene, bodies)
            .map_err(|error| error.inside(&format!("queries[{query_index}].theirs[{item_index}]")))?;
    }
    check_expectation(query.ask.expectation(), query_index)
}

/// Checks another engine's answer: its frame and the bodies of its poses exist, and its normal and rotations have unit
/// length. Paths of errors start at the answer.
fn check_theirs(
    query: &Query,
    answer: &CapturedAnswer,
    scene: &Scene,
    bodies: &HashSet<&str>,
) -> Result<(), FieldError> {
    if answer.frame as usize >= scene.frames_of(Some(query)) {
        let message = format!("must be a frame of this query, from 0 to {}", scene.frames_of(Some(query)) - 1);
        return fail("frame", message);
    }
    if let Some(normal) = answer.normal {
        check_unit(length(normal), "normal", "a unit vector")?;
    }
    if !answer.poses.is_empty() && !query.is_of_a_world() {
        return fail("poses", "is only for `world` queries: for others the scene gives the poses");
    }
    check_distinct(answer.poses.iter().map(|pose| pose.body.as_str()), "poses", "body")?;
    for (pose_index, pose) in answer.poses.iter().enumerate() {
        check_exists(&pose.body, scene, bodies, || format!("poses[{pose_index}].body"))?;
        check_rotation(pose.rotation, &format!("poses[{pose_index}].rotation"))?;
    }
    Ok(())
}

/// Checks that each body in the expected lists of frustum culling is a body of the query.
fn check_classes(
    query: &Query,
    expect: &ClassesExpect,
    query_index: usize,
    scene: &Scene,
    bodies: &HashSet<&str>,
) -> Result<(), FieldError> {
    let is_subject = query.ask.subjects().membership_test();
    for (list, names) in expect.lists() {
        for (item_index, name) in names.iter().enumerate() {
            check_exists(name, scene, bodies, || format!("queries[{query_index}].expect.{list}[{item_index}]"))?;
            if !is_subject(name) {
                let message = format!("`{name}` is not a body of the query");
                return fail(format!("queries[{query_index}].expect.{list}[{item_index}]"), message);
            }
        }
    }
    Ok(())
}

/// Checks that the frame of the expectations exists, and that each expected pair names two bodies of the query and is
/// listed once.
fn check_pairs(
    query: &Query,
    expect: &PairsExpect,
    query_index: usize,
    scene: &Scene,
    bodies: &HashSet<&str>,
) -> Result<(), FieldError> {
    if expect.frame.is_some_and(|frame| frame as usize >= scene.frame_count()) {
        let message = format!("must be a frame of this scene, from 0 to {}", scene.frame_count() - 1);
        return fail(format!("queries[{query_index}].expect.frame"), message);
    }
    if expect.frame.is_some() && query.ask.expectation().count() == 0 {
        let message = "has no effect without other fields of `expect`";
        return fail(format!("queries[{query_index}].expect.frame"), message);
    }
    let is_subject = query.ask.subjects().membership_test();
    for (list, pairs) in expect.lists() {
        let mut pairs_so_far = HashSet::new();
        for (pair_index, pair) in pairs.iter().enumerate() {
            let path = format!("queries[{query_index}].expect.{list}[{pair_index}]");
            for (end, name) in pair.iter().enumerate() {
                check_exists(name, scene, bodies, || format!("{path}[{end}]"))?;
                if !is_subject(name) {
                    return fail(format!("{path}[{end}]"), format!("`{name}` is not a body of the query"));
                }
            }
            let [a, b] = pair;
            if a == b {
                return fail(format!("{path}[1]"), format!("must differ from the first body, but both are `{a}`"));
            }
            if !pairs_so_far.insert([a.min(b), a.max(b)]) {
                return fail(path, format!("the pair of `{a}` and `{b}` is in the list already"));
            }
        }
    }
    Ok(())
}

/// Checks the normal of an expectation, and that a tolerance has its number.
fn check_expectation(expectation: Expectation<'_>, query_index: usize) -> Result<(), FieldError> {
    if let Some(normal) = expectation.normal() {
        check_unit(length(normal), &format!("queries[{query_index}].expect.normal"), "a unit vector")?;
    }
    let (tolerance, value, name) = match expectation {
        Expectation::Distance(expect) => (expect.tolerance, expect.signed_distance, "signed_distance"),
        Expectation::Separation(expect) => (expect.tolerance, expect.separation, "separation"),
        Expectation::Manifold(expect) => (expect.tolerance, expect.depth, "depth"),
        Expectation::Cast(expect) => (expect.tolerance, expect.t_first, "t_first"),
        Expectation::Ray(expect) => (expect.tolerance, expect.t, "t"),
        Expectation::Intersection(_)
        | Expectation::Support(_)
        | Expectation::PlanarHull(_)
        | Expectation::Hull(_)
        | Expectation::Difference(_)
        | Expectation::Farthest(_)
        | Expectation::Classes(_)
        | Expectation::Pairs(_)
        | Expectation::World(_)
        | Expectation::Audit(_) => return Ok(()),
    };
    if tolerance.is_some() && value.is_none() {
        let message = format!("has no effect without `{name}`");
        return fail(format!("queries[{query_index}].expect.tolerance"), message);
    }
    Ok(())
}

/// Returns the set of the names in the field `field` of the items of `list`; an error if a name occurs twice or holds
/// control characters.
fn check_distinct<'a>(
    names: impl Iterator<Item = &'a str>,
    list: &str,
    field: &str,
) -> Result<HashSet<&'a str>, FieldError> {
    let mut distinct_names = HashSet::new();
    for (i, name) in names.enumerate() {
        if name.chars().any(char::is_control) {
            return Err(FieldError::new(format!("{list}[{i}].{field}"), "must not contain control characters"));
        }
        if !distinct_names.insert(name) {
            return Err(FieldError::new(
                format!("{list}[{i}].{field}"),
                format!("the name `{name}` is already used; names must differ"),
            ));
        }
    }
    Ok(distinct_names)
}

/// Checks that the scene has a body called `name`, by the set `bodies` of all names; `path` returns the path of the
/// field that names the body.
fn check_exists(
    name: &str,
    scene: &Scene,
    bodies: &HashSet<&str>,
    path: impl Fn() -> String,
) -> Result<(), FieldError> {
    if bodies.contains(name) {
        return Ok(());
    }
    let hint = suggestion(name, scene.bodies.iter().map(|body| body.name.as_str()));
    fail(path(), format!("there is no body `{}`{hint}", super::path::shortened(name)))
}

/// Checks that a quaternion has length 1 to [`UNIT_ROUNDING`].
pub(super) fn check_rotation(q: [f64; 4], path: &str) -> Result<(), FieldError> {
    check_unit(length(q), path, "a unit quaternion [x, y, z, w]")
}

/// Checks that the length of a vector is 1 to [`UNIT_ROUNDING`]; `expected` describes the vector in the message.
pub(super) fn check_unit(length: f64, path: &str, expected: &str) -> Result<(), FieldError> {
    if length == 0.0 {
        return fail(path, format!("must be {expected}, but is zero"));
    }
    if (length - 1.0).abs() > UNIT_ROUNDING {
        return fail(path, format!("must be {expected}, but its length is {length:.6}"));
    }
    Ok(())
}

/// Length of a vector. Components are at most 1e12, so squares do not overflow; squares that underflow are negligible.
pub(super) fn length<const N: usize>(vector: [f64; N]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}
