//! Each field without effect is reported; shipped scenes have none.

use super::*;
use crate::{Document, SHIPPED};

fn paths(text: &str) -> Vec<String> {
    let scene = Document::parse("x", text.as_bytes()).expect("a scene").scene;
    no_effect(&scene).into_iter().map(|idle| idle.path).collect()
}

#[test]
fn every_field_without_effect_is_reported_once() {
    let bodies = r#"[
        {"name": "a", "shape": {"type": "circle", "radius": 1}, "mass": 2, "friction": 0.5, "velocity": [1, 0]},
        {"name": "b", "shape": {"type": "circle", "radius": 1}, "mass": 2, "position": [3, 0]}]"#;
    let scene = |query: &str| {
        format!(
            r#"{{"version": 1, "name": "x", "dimension": 2, "gravity": [0, -9], "bodies": {bodies},
            "joints": [{{"name": "j", "type": "point", "a": "a", "b": "b"}}], "queries": [{query}]}}"#
        )
    };
    let still = scene(r#"{"name": "q", "algorithm": "gjk", "a": "a", "b": "b", "options": {"warm_start": true}}"#);
    let idle_fields = ["gravity", "joints", "bodies[0].mass", "bodies[0].friction", "bodies[0].velocity"];
    assert_eq!(paths(&still), [&idle_fields[..], &["queries[0].options.warm_start"]].concat());
    let message = no_effect(&Document::parse("x", still.as_bytes()).expect("a scene").scene)[2].to_string();
    assert_eq!(message, "bodies[0].mass: has no effect here: no query uses `world`; the same holds for 1 other body");
    let cast = scene(r#"{"name": "q", "algorithm": "cast", "a": "a", "b": "b"}"#);
    assert_eq!(paths(&cast), idle_fields[..4]);
    assert_eq!(paths(&scene("")), [""; 0], "future queries are unknown");
    let world = r#"{"name": "q", "algorithm": "world", "options": {"position": "none", "slop": 0.1,
        "restitution_threshold": 2}}"#;
    let idle = ["queries[0].options.slop", "queries[0].options.restitution_threshold"];
    assert_eq!(paths(&scene(world)), idle);
}

#[test]
fn an_unused_frustum_is_reported() {
    let planes = "[[1,0,0,1],[-1,0,0,1],[0,1,0,1],[0,-1,0,1],[0,0,1,1],[0,0,-1,1]]";
    let scene = |query: &str| {
        format!(
            r#"{{"version": 1, "name": "x", "bodies": [{{"name": "a", "shape": {{"type": "sphere", "radius": 1}}}}],
            "frusta": [{{"name": "f", "planes": {planes}}}, {{"name": "g", "planes": {planes}}}],
            "queries": [{{"name": "q", "algorithm": {query}}}]}}"#
        )
    };
    assert_eq!(paths(&scene(r#""cull", "bodies": "all", "frustum": "g""#)), ["frusta[0]"]);
    assert_eq!(paths(&scene(r#""quickhull", "body": "a""#)), ["frusta[0]", "frusta[1]"]);
}

#[test]
fn a_point_inside_its_polygon_is_reported() {
    let scene = |points: &str| {
        let text = format!(
            r#"{{"version": 1, "name": "x", "dimension": 2, "bodies": [
            {{"name": "a", "shape": {{"type": "inflate", "radius": 1, "shape": {{"type": "polygon", "points": {points}}}}}}}], "queries": []}}"#
        );
        Document::parse("x", text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}")).scene
    };
    for (points, inner) in [
        ("[[0,0],[2,0],[0.5,0.5],[0,2]]", Some(2)),
        ("[[0,0],[2,0],[1,1],[0,2],[1,0],[0,0]]", None),
        ("[[0,0],[0,1],[0,2],[1,1],[0.5,1]]", Some(4)),
        ("[[0,0],[1,1],[2,2],[3,3]]", None),
        ("[[0,0],[0,0],[0,0],[0,0]]", None),
        ("[[0,0],[0,1],[0,2],[0,3]]", None),
        ("[[1,0],[0,1],[-1,0],[0,-1],[1e-300,0]]", Some(4)),
        ("[[0,0]]", None),
    ] {
        let messages: Vec<String> = inner_points(&scene(points)).iter().map(ToString::to_string).collect();
        let wanted = inner.map(|index| format!("bodies[0].shape.points[{index}]: has no effect here: {INSIDE}"));
        assert_eq!(messages, Vec::from_iter(wanted), "{points}");
    }
}

#[test]
fn shipped_scenes_say_nothing_in_vain() {
    for shipped in SHIPPED {
        let scene = Document::parse(shipped.name, shipped.text.as_bytes()).expect("a scene").scene;
        assert_eq!(no_effect(&scene), [], "{}", shipped.name);
    }
}
