//! Tests of the tables of shapes: names in files, fields and children agree with what serde writes.

use serde_json::Value;

use super::super::{JOINT_KINDS, JointKind};
use super::*;

/// Default shapes, and one of each kind that cannot be chosen.
fn examples() -> Vec<Shape> {
    let texts = [
        r#"{"type": "mesh", "file": "m.obj", "part": 1, "scale": 2, "up": "x", "show": true}"#,
        r#"{"type": "affine", "matrix": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "shape": {"type": "sphere", "radius": 1}}"#,
        r#"{"type": "inflate", "radius": 1, "shape": {"type": "circle", "radius": 1}}"#,
        r#"{"type": "compound", "parts": [{"shape": {"type": "sphere", "radius": 1}}]}"#,
        r#"{"type": "triangle_mesh", "file": "m.obj", "part": 1, "scale": 2, "up": "x", "one_sided": true}"#,
        r#"{"type": "triangle_mesh", "vertices": [[0, 0, 0]], "triangles": [[0, 0, 0]]}"#,
        r#"{"type": "height_field", "heights": [[0, 0], [0, 0]], "cell": [1, 1]}"#,
    ];
    let written = texts.map(|text| serde_json::from_str(text).unwrap());
    SHAPE_KINDS.iter().filter_map(|kind| kind.default).map(|default| default()).chain(written).collect()
}

/// Values of `type` that a schema accepts.
fn names_in_schema(schema: &schemars::Schema) -> Vec<String> {
    let variants = schema.get("oneOf").and_then(Value::as_array).unwrap();
    variants.iter().map(|variant| variant["properties"]["type"]["const"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn the_tables_have_one_row_for_each_variant() {
    let shapes: Vec<_> = SHAPE_KINDS.iter().map(|kind| kind.name).collect();
    assert_eq!(names_in_schema(&schemars::schema_for!(Shape)), shapes);
    let joints: Vec<_> = JOINT_KINDS.iter().map(|row| row.name).collect();
    assert_eq!(names_in_schema(&schemars::schema_for!(JointKind)), joints);
}

#[test]
fn kinds_and_fields_have_the_names_of_files() {
    let mut seen: Vec<&str> = Vec::new();
    for shape in examples() {
        let written = serde_json::to_value(&shape).unwrap();
        assert_eq!(written["type"], shape.kind().name);
        let fields: Vec<_> = shape.fields().iter().map(|field| field.name).collect();
        for key in written.as_object().unwrap().keys().filter(|key| *key != "type") {
            assert!(fields.contains(&key.as_str()), "{} has no field {key}", shape.kind().name);
        }
        seen.push(shape.kind().name);
    }
    assert!(SHAPE_KINDS.iter().all(|kind| seen.contains(&kind.name)), "{seen:?}");
    for row in JOINT_KINDS {
        let joint = (row.default)();
        assert_eq!(serde_json::to_value(&joint).unwrap()["type"], row.name);
        assert_eq!(joint.name(), row.name);
    }
}

#[test]
fn both_lists_of_children_are_the_same() {
    for mut shape in examples() {
        let children: Vec<(String, Shape)> =
            shape.children().into_iter().map(|(field, child)| (field, child.clone())).collect();
        let mutable: Vec<(String, Shape)> =
            shape.children_mut().into_iter().map(|(field, child)| (field, child.clone())).collect();
        assert_eq!(children, mutable);
        assert_eq!(shape.wrapped(), children.iter().find(|(field, _)| field == "shape").map(|(_, child)| child));
    }
}

#[test]
fn a_rounded_hull_is_points_and_a_ball() {
    let capsule = Shape::Capsule { radius: 0.5, half_height: 2.0, axis: Axis::X };
    let hull = capsule.rounded_hull().unwrap();
    assert_eq!((hull.points, hull.radius), (vec![[2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]], 0.5));
    let ball = Shape::Sphere { radius: 3.0 }.rounded_hull().unwrap();
    assert_eq!((ball.points, ball.radius), (vec![[0.0; 3]], 3.0));
    let edge = Shape::Segment { points: [[0.0; 3], [1.0, 2.0, 3.0]] }.rounded_hull().unwrap();
    assert_eq!((edge.points, edge.radius), (vec![[0.0; 3], [1.0, 2.0, 3.0]], 0.0));
    for name in ["cylinder", "cone", "ellipsoid", "halfspace"] {
        let kind = SHAPE_KINDS.iter().find(|kind| kind.name == name).unwrap();
        assert_eq!(kind.default.unwrap()().rounded_hull(), None, "{name}");
    }
}
