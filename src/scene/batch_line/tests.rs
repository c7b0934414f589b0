//! Lines: what is read, what is refused and in which words.

use super::*;
use crate::model::Axis;
use crate::model::PoseRounding;

const SPACE: &str = r#"{"id": "s", "a": {"shape": {"type": "sphere", "radius": 1}}, "b": {"shape": {"type": "box", "half_extents": [1, 2, 3]}, "position": [4, 0, 0], "rotation": [0, 0, 0, 1]}}"#;
const PLANE: &str = r#"{"dim": 2, "a": {"shape": {"type": "circle", "radius": 1}, "position": [0, 0]}, "b": {"shape": {"type": "box", "half_extents": [1, 2]}, "position": [4, 0], "rotation": [1, 0]}}"#;

fn read(line: &str) -> Case {
    Line::read(line.as_bytes()).case().unwrap_or_else(|error| panic!("{error} in {line}"))
}

fn refusal(line: &str) -> String {
    match Line::read(line.as_bytes()).case() {
        Ok(case) => panic!("accepted: {line}\nas {case:?}"),
        Err(error) => error.to_string(),
    }
}

/// The error of `line` with `old` replaced by `new`, without the column.
fn broken(line: &str, old: &str, new: &str) -> String {
    assert!(line.contains(old), "{old}");
    let message = refusal(&line.replacen(old, new, 1));
    message.split_once(": ").map(|(_, message)| message.to_owned()).unwrap()
}

#[test]
fn pose_and_margin_have_the_defaults_of_scene_files() {
    let case = read(SPACE);
    assert_eq!((case.dim, case.a.position, case.a.margin), (3, [0.0; 3], 0.0));
    assert_eq!(case.a.rotation, Rotation::Quaternion([0.0, 0.0, 0.0, 1.0]));
    assert_eq!(case.b.shape, Shape::Box { half_extents: [1.0, 2.0, 3.0] });
    let case = read(&SPACE.replacen("\"radius\": 1}", "\"radius\": 1}, \"margin\": 0.5", 1));
    assert_eq!(case.a.margin, 0.5);
}

#[test]
fn each_mistake_in_a_line_is_named() {
    let radius = "\"radius\": 1}";
    let wrong = |old: &str, new: &str, message: &str| assert_eq!(broken(SPACE, old, new), message, "{old} → {new}");
    wrong("\"sphere\"", "\"shpere\"", "a.shape.type: `shpere` is not known; did you mean `sphere`?");
    let affine = "a.shape.type: `scale` is called `affine` here, with a `shape` and the three rows of a `matrix`";
    wrong("\"sphere\"", "\"scale\"", affine);
    wrong(radius, "\"radius\": 1}, \"margn\": 1", "a.margn: unknown field; did you mean `margin`?");
    wrong(radius, "\"radius\": 1}, \"margin\": -1", "a.margin: must not be negative, but is -1");
    wrong(radius, "\"radius\": 1, \"margin\": 1}", "a.shape.margin: unknown field; known here: radius, type");
    wrong(radius, "\"radius\": 1}, \"shape\": 1", "a.shape: this field is given twice");
    wrong(radius, "\"radius\": \"1\"}", "a.shape.radius: must be a number, but is a string");
    wrong(radius, "\"radius\": 1e999}", "a.shape.radius: the number 1e999 is too large for f64");
    wrong(radius, "\"radius\": NaN}", "a.shape.radius: expected a value, found `N`; numbers must be finite");
    let plane = "; a planar case needs `\"dim\": 2` in its line";
    wrong("[4, 0, 0]", "[4, 0]", &format!("b.position: must have 3 entries, but has 2{plane}"));
    let circle = "a.shape.type: is a planar shape, which needs `\"dim\": 2` in the line";
    wrong("\"sphere\"", "\"circle\"", circle);
    wrong("[4, 0, 0]", "[]", "b.position: must have 3 entries, but has 0");
    wrong("[4, 0, 0]", "null", "b.position: must be a list, but is null");
    wrong("[4, 0, 0]", "[4, 0, 1e13]", "b.position[2]: must not be beyond 1e12, but is 1e13");
    wrong("[0, 0, 0, 1]", "[0, 0, 0, 0]", "b.rotation: must be a unit quaternion [x, y, z, w], but is zero");
    wrong("[0, 0, 0, 1]", "[1, 0]", "b.rotation: must have 4 entries [x, y, z, w], but has 2");
    wrong("\"id\"", "\"opp\"", "opp: unknown field; did you mean `op`?");
    wrong("\"id\"", "\"famly\"", "famly: unknown field; did you mean `family`?");
    wrong("\"id\": \"s\"", "\"op\": 7", "op: must be a string, but is a number");
    wrong("\"id\": \"s\"", "\"op\": \"distnce\"", "op: `distnce` is not known; did you mean `distance`?");
    wrong("\"id\": \"s\"", "\"dim\": 4", "dim: must be 2 or 3, but is 4");
    assert_eq!(refusal("[1, 2]"), "column 1: must be an object, but is a list");
    let missing = "column 1: the field `a` is missing (Body: a shape, with its pose, margin and velocity)";
    assert_eq!(refusal("{\"id\": 1}"), missing);
}

#[test]
fn a_line_that_does_not_say_asks_for_the_distance() {
    assert_eq!(read(SPACE).operation, Operation::Distance);
    assert_eq!(read(&SPACE.replacen("\"id\": \"s\"", "\"op\": \"distance\"", 1)).operation, Operation::Distance);
    assert_eq!(read(&SPACE.replacen("\"id\": \"s\"", "\"op\": \"intersects\"", 1)).operation, Operation::Intersects);
}

#[test]
fn places_of_broken_json_are_columns_of_the_line() {
    assert_eq!(refusal("{not json"), "column 2: expected a field name in double quotes, found `n`");
    assert_eq!(
        refusal("{\"a\": [1"),
        "column 9: a: the line ends here, inside the bracket opened in column 7: it is incomplete"
    );
    assert_eq!(refusal("{\"a\": \"x"), "column 7: a: the line ends inside this string: it is incomplete");
    let message = Line::read(b"{\"id\": 3, \"a\": \"\xff\"}").case().unwrap_err().to_string();
    assert_eq!(message, "column 17: is not UTF-8 text from here on");
}

#[test]
fn ids_are_exact_as_far_as_the_line_is_valid() {
    let id = |line: &[u8]| Line::read(line).id().to_owned();
    assert_eq!(id(SPACE.as_bytes()), "\"s\"");
    assert_eq!(id(PLANE.as_bytes()), "null");
    assert_eq!(id(b"{\"id\": 123456789012345678901234567890}"), "123456789012345678901234567890");
    assert_eq!(id(b"{\"id\": {\"run\": [1.50, null]}, \"a\": oops"), "{\"run\": [1.50, null]}");
    assert_eq!(id(b"{\"x\": [1, {\"id\": 2}], \"id\": \"\\u00e4\" oops"), "\"\\u00e4\"");
    assert_eq!(id(b"{\"id\": 3, \"a\": \"\xff\"}"), "3");
    assert_eq!(id(b"{\"a\": 1e999, \"b\": {\"c\": 1, \"c\": 2}, \"id\": 4}"), "4");
    for none in ["", "x", "{", "{id: 1}", "{\"a\": oops, \"id\": 1}", "{\"id\"", "{\"id\": 1.", "[{\"id\": 1}]"] {
        assert_eq!(id(none.as_bytes()), "null", "{none}");
    }
}

#[test]
fn shapes_of_the_plane_have_either_name() {
    let shape = |written: &str| read(&PLANE.replacen("{\"type\": \"circle\", \"radius\": 1}", written, 1)).a.shape;
    let circle = Shape::Circle { radius: 2.0 };
    assert_eq!(shape("{\"type\": \"circle\", \"radius\": 2}"), circle);
    assert_eq!(shape("{\"type\": \"sphere\", \"radius\": 2}"), circle);
    let rectangle = Shape::Rectangle { half_extents: [1.0, 2.0] };
    assert_eq!(shape("{\"type\": \"rectangle\", \"half_extents\": [1, 2]}"), rectangle);
    assert_eq!(shape("{\"type\": \"box\", \"half_extents\": [1, 2]}"), rectangle);
    let polygon = Shape::Polygon { points: vec![[0.0, 0.0], [1.0, 2.0]] };
    assert_eq!(shape("{\"type\": \"polygon\", \"points\": [[0, 0], [1, 2]]}"), polygon);
    assert_eq!(shape("{\"type\": \"polytope\", \"points\": [[0, 0, 0], [1, 2, -0]]}"), polygon);
    let segment = Shape::Segment { points: [[0.0; 3], [1.0, 2.0, 0.0]] };
    assert_eq!(shape("{\"type\": \"segment\", \"points\": [[0, 0], [1, 2]]}"), segment);
    assert_eq!(shape("{\"type\": \"segment\", \"points\": [[0, 0, 0], [1, 2, 0]]}"), segment);
    let capsule = Shape::Capsule { radius: 1.0, half_height: 2.0, axis: Axis::Y };
    let inflated = Shape::Inflate { radius: 0.5, shape: Box::new(capsule) };
    assert_eq!(
        shape(
            "{\"type\": \"inflate\", \"radius\": 0.5, \"shape\": {\"type\": \"capsule\", \"radius\": 1, \"half_height\": 2}}"
        ),
        inflated
    );
}

#[test]
fn whatever_leaves_the_plane_is_named() {
    let wrong = |old: &str, new: &str, message: &str| assert_eq!(broken(PLANE, old, new), message, "{old} → {new}");
    wrong("[4, 0]", "[4, 0, 1]", "b.position[2]: must be 0 in 2D, but is 1");
    wrong("[4, 0]", "[4]", "b.position: must have 2 entries, but has 1");
    wrong("[1, 0]", "[0, 0.6, 0, 0.8]", "b.rotation: must be a rotation about z in 2D: x and y must be 0");
    wrong("[1, 0]", "[1, 1]", "b.rotation: must be a unit vector [cos, sin], but its length is 1.414214");
    let entries = "b.rotation: must have 2 entries [cos, sin] or 4 entries [x, y, z, w], but has 3";
    wrong("[1, 0]", "[1, 0, 0]", entries);
    wrong("[1, 2]", "[1, 2, 3]", "b.shape.half_extents: must have 2 entries, but has 3");
    let tilted = "[1, 0], \"rotation_matrix\": [[1, 0, 0], [0, -1, 0], [0, 0, -1]]";
    let message = "b.rotation_matrix: must be a rotation about z in 2D: its last row and column must be 0, 0, 1";
    wrong("[1, 0]", tilted, message);
    let points = |z: &str| format!("{{\"type\": \"polygon\", \"points\": [[0, 0], [1, 2, {z}]]}}");
    wrong("{\"type\": \"circle\", \"radius\": 1}", &points("0.5"), "a.shape.points[1][2]: must be 0 in 2D, but is 0.5");
    wrong(
        "{\"type\": \"circle\", \"radius\": 1}",
        &points("\"0\""),
        "a.shape.points[1]: must have 2 entries, but has 3",
    );
}

#[test]
fn a_matrix_must_rotate_and_say_what_the_rotation_says() {
    let matrix = |rows: &str| SPACE.replacen("\"rotation\"", &format!("\"rotation_matrix\": {rows}, \"rotation\""), 1);
    let message_for =
        |rows: &str| refusal(&matrix(rows)).split_once(": ").map(|(_, message)| message.to_owned()).unwrap();
    assert!(matches!(read(&matrix("[[1, 0, 0], [0, 1, 0], [0, 0, 1]]")).b.rotation, Rotation::Matrix(_)));
    assert_eq!(
        message_for("[[1, 0, 0], [0, 1, 0], [0, 0, -1]]"),
        "b.rotation_matrix: must be a rotation, but is a reflection: its determinant is -1"
    );
    assert_eq!(
        message_for("[[1, 0, 0], [0.6, 0.8, 0], [0, 0, 1]]"),
        "b.rotation_matrix: must be a rotation, but rows 0 and 1 are not perpendicular: their product is 0.600000"
    );
    assert_eq!(
        message_for("[[2, 0, 0], [0, 2, 0], [0, 0, 2]]"),
        "b.rotation_matrix[0]: must be a unit vector, but its length is 2.000000"
    );
    assert_eq!(
        message_for("[[0, -1, 0], [1, 0, 0], [0, 0, 1]]"),
        "b.rotation_matrix: must be the same rotation as `rotation`, but an entry differs by 1.000000"
    );
    assert_eq!(message_for("[[1, 0, 0], [0, 1, 0]]"), "b.rotation_matrix: must have 3 entries, but has 2");
}

#[test]
fn a_line_makes_a_scene_that_can_be_saved() {
    for line in [SPACE, PLANE] {
        let scene = read(line).scene("pasted");
        let text = crate::save::to_string(&scene).unwrap();
        assert_eq!(crate::parse("f", text.as_bytes()).unwrap(), scene);
    }
}

#[test]
fn a_line_is_evaluated_as_written() {
    let (cos, sin) = 0.3_f64.sin_cos();
    let line = PLANE.replacen("[1, 0]", &format!("[{cos}, {sin}]"), 1);
    let asked = Line::read(line.as_bytes()).query().unwrap();
    let cos_sin = vec![[1.0, 0.0], [cos, sin]];
    assert_eq!(asked.as_written().pose_rounding, PoseRounding::AsWritten { cos_sin }, "no digit of the turn is lost");
    assert_eq!(asked.scene("seen").pose_rounding, PoseRounding::Relative);
    assert_eq!(asked.field("bodies[1].shape.half_extents[0]"), "b.shape.half_extents[0]");
    let long = SPACE.replacen("\"id\"", "\"op\": \"cast\", \"t_max\": 1e300, \"id\"", 1);
    let scene = Line::read(long.as_bytes()).query().unwrap().as_written();
    let Ask::Cast { options, .. } = &scene.queries[0].ask else { panic!("{scene:?}") };
    assert_eq!(options.t_max(), 1e300);
}
