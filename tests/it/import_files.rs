//! Files at the door: models inside other text, robots with packages and joint values, Gazebo's models, surfaces as text,
//! kinds that are refused by name, and counts of missing shapes.

use std::path::{Path, PathBuf};

use contact_lens::import::{self, Imported, Options};
use contact_lens::scene::model::{Body, Scene, Shape};
use glam::{DQuat, DVec3};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/imports")
}

fn read(path: &Path) -> Imported {
    import::files(&[path.to_owned()]).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(name: &str, text: &str) -> String {
    import::text(name, text).map(|read| read.scene.bodies.len()).expect_err(name).to_string()
}

fn body<'a>(scene: &'a Scene, name: &str) -> &'a Body {
    scene.bodies.iter().find(|body| body.name == name).unwrap_or_else(|| panic!("no body {name}"))
}

fn near(found: [f64; 3], expected: [f64; 3], tolerance: f64, context: &str) {
    let apart = DVec3::from(found).distance(DVec3::from(expected));
    assert!(apart <= tolerance, "{context}: {found:?}, not {expected:?}");
}

/// Directions along which `make-mujoco.py` measures meshes.
const DIRECTIONS: [DVec3; 7] = [
    DVec3::X,
    DVec3::Y,
    DVec3::Z,
    DVec3::new(1.0, 2.0, 3.0),
    DVec3::new(-3.0, 1.0, 2.0),
    DVec3::new(2.0, -3.0, 1.0),
    DVec3::new(-1.0, -1.0, 2.0),
];

/// Asserts the size of a shape that stands as `place` says: of a mesh, how far its vertices reach.
fn sized(shape: &Shape, place: (DVec3, DQuat), geom: &Value, context: &str) {
    if let Shape::Polytope { points } = shape {
        for (direction, reach) in DIRECTIONS.into_iter().zip(geom["reach"].as_array().unwrap()) {
            let along = points.iter().map(|point| (place.0 + place.1 * DVec3::from(*point)).dot(direction));
            let (low, high) = along.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
            // MuJoCo keeps vertices in single precision.
            assert!((low - reach[0].as_f64().unwrap()).abs() < 1e-5, "{context}: {low}, not {reach}");
            assert!((high - reach[1].as_f64().unwrap()).abs() < 1e-5, "{context}: {high}, not {reach}");
        }
        return;
    }
    let sizes = match shape {
        Shape::Sphere { radius } => vec![*radius],
        Shape::Capsule { radius, half_height, .. } | Shape::Cylinder { radius, half_height, .. } => {
            vec![*radius, *half_height]
        }
        Shape::Ellipsoid { radii: sizes } | Shape::Box { half_extents: sizes } => sizes.to_vec(),
        _ => return,
    };
    for (k, size) in sizes.into_iter().enumerate() {
        assert!((size - geom["size"][k].as_f64().unwrap()).abs() < 1e-6, "{context}: {size}, not {}", geom["size"]);
    }
}

/// Name, position, axes and shape of each shape of a scene at the start (0) or in a frame, parts of compounds one by one.
fn shapes(scene: &Scene, state: usize) -> Vec<(String, DVec3, DQuat, Shape)> {
    let mut all = Vec::new();
    for body in scene.bodies.iter() {
        let (position, rotation) = match state {
            0 => (body.position, body.rotation),
            k => scene.pose(body, k - 1),
        };
        let (position, rotation) = (DVec3::from(position), DQuat::from_array(rotation).normalize());
        match &body.shape {
            Shape::Compound { parts } => {
                for part in parts {
                    let at = position + rotation * DVec3::from(part.position);
                    let turn = rotation * DQuat::from_array(part.rotation).normalize();
                    all.push((part.name.clone().unwrap_or_default(), at, turn, part.shape.clone()));
                }
            }
            _ => all.push((body.name.clone(), position, rotation, body.shape.clone())),
        }
    }
    all
}

/// Aligned free joints, mocap bodies, keys that say a part, replicas: every geom in every state as MuJoCo has it.
#[test]
fn states_are_those_of_mujoco() {
    let mut count = 0;
    let files = ["mjcf-states", "mjcf-attach"].map(|name| std::fs::read_dir(folder().join(name)).unwrap());
    for file in files.into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if file.extension().is_none_or(|ending| ending != "xml") {
            continue;
        }
        let text = std::fs::read_to_string(file.with_extension("mujoco.json")).unwrap();
        let theirs: Value = serde_json::from_str(&text).unwrap();
        let scene = read(&file).scene;
        let keys = theirs["keys"].as_array().unwrap();
        assert_eq!(scene.frames.len(), keys.len(), "{}", file.display());
        for (state, geoms) in std::iter::once(&theirs["start"]).chain(keys).enumerate() {
            let ours = shapes(&scene, state);
            assert_eq!(ours.len(), geoms.as_array().unwrap().len(), "{}", file.display());
            for geom in geoms.as_array().unwrap() {
                let name = geom["name"].as_str().unwrap();
                let context = format!("{}: {name}, state {state}", file.display());
                let (_, position, rotation, shape) =
                    ours.iter().find(|(own, ..)| own == name).unwrap_or_else(|| panic!("{context}"));
                sized(shape, (*position, *rotation), geom, &context);
                count += 1;
                if geom["type"] == "mesh" {
                    continue;
                }
                // Built-in meshes are rounded to single precision before their inertia is computed.
                let tolerance = if keys.is_empty() { 1e-6 } else { 1e-12 };
                let expected: [f64; 3] = serde_json::from_value(geom["position"].clone()).unwrap();
                near(position.to_array(), expected, tolerance, &context);
                let axes: [[f64; 3]; 3] = serde_json::from_value(geom["axes"].clone()).unwrap();
                for (k, unit) in [DVec3::X, DVec3::Y, DVec3::Z].into_iter().enumerate() {
                    near((*rotation * unit).to_array(), axes.map(|row| row[k]), tolerance, &context);
                }
            }
        }
    }
    assert!(count > 90, "{count}");
}

#[test]
fn replicas_obey_exclusions_and_have_an_end() {
    let scene = read(&folder().join("mjcf-states/replicate.xml")).scene;
    let excluded = |names: Vec<String>| names.iter().any(|n| n == "base") && names.iter().any(|n| n.starts_with("arm"));
    assert!(!scene.queries.iter().any(|query| excluded(query.ask.clone().names_mut().map(|n| n.clone()).collect())));
    let nested = "<replicate count=\"1000\">".repeat(3);
    let text =
        format!("<mujoco><worldbody>{nested}<geom size=\"1\"/>{}</worldbody></mujoco>", "</replicate>".repeat(3));
    assert!(refused("many.xml", &text).contains("replicas in all"));
    let text = "<mujoco><worldbody><replicate count=\"1.5\"><geom size=\"1\"/></replicate></worldbody></mujoco>";
    assert!(refused("half.xml", text).contains("must be a whole number from 1, is 1.5"));
}

/// A free joint that is aligned with the inertia of a mesh: its key frames are left out with the reason.
#[test]
fn an_inertia_that_is_not_known_places_no_frame() {
    let text = "<mujoco>\n<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset>\n<worldbody><body name=\"rock\">\n<freejoint align=\"true\"/><geom type=\"mesh\" mesh=\"m\"/></body></worldbody>\n<keyframe><key qpos=\"0 0 1 1 0 0 0\"/></keyframe></mujoco>";
    let imported = import::text("rock.xml", text).unwrap();
    assert!(imported.scene.frames.is_empty());
    assert!(
        imported.left.iter().any(|quote| quote.why.contains("`rock` is aligned") && quote.lines == [5]),
        "{:?}",
        imported.left
    );
}

/// Geoms without names say their number and their body; what is missing is counted and named.
#[test]
fn geoms_without_names_are_told_apart_and_missing_ones_counted() {
    let text = r#"<mujoco><worldbody>
        <body name="link"><geom size=".1"/><geom size=".2" contype="2" conaffinity="1"/><geom type="box" size=".1 .1 .1"/></body>
        <body pos="1 0 0"><geom size=".1"/></body>
        <body pos="2 0 0"><geom type="sdf"/></body>
        <flexcomp name="cloth" type="grid"/></worldbody>
        <deformable><flex name="f" dim="1"/></deformable></mujoco>"#;
    let imported = import::text("names.xml", text).unwrap();
    let names: Vec<&str> = imported.scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["geom 1 of link", "geom 2 of link", "geom 3 of link", "geom 1 of body 2"]);
    assert_eq!((imported.tally.found(), imported.tally.lost()), (7, 3));
    assert!(imported.scene.note.contains("3 of 7 geoms are not in this scene"), "{}", imported.scene.note);
    assert!(!imported.scene.note.contains("Everything"));
    for why in ["signed distance fields", "flexible bodies"] {
        assert!(imported.left.iter().any(|quote| quote.why.contains(why)), "{why}: {:?}", imported.left);
    }
}

/// Built-in meshes are hulls; geoms fitted to a mesh and other kinds are reported by name, and the rest is read.
#[test]
fn built_in_meshes_are_read_or_named() {
    let text = r#"<mujoco><asset>
        <mesh name="cone" builtin="cone" params="4 0.5" scale="1 1 2"/><mesh name="ball" builtin="sphere" params="1"/>
        <mesh name="wedge" builtin="wedge" params="1 1 10 10 0"/></asset><worldbody>
        <geom name="cone" type="mesh" mesh="cone"/><geom name="ball" type="mesh" mesh="ball" pos="3 0 0"/>
        <geom name="wedge" type="mesh" mesh="wedge"/>
        <geom name="fit" type="capsule" mesh="ball" size="9 9"/></worldbody></mujoco>"#;
    let imported = import::text("built.xml", text).unwrap();
    let points = body(&imported.scene, "cone").shape.points().unwrap();
    assert!(points.iter().any(|point| (point[1] - 0.5).abs() < 1e-15 && point[2] == 2.0), "{points:?}");
    assert_eq!(body(&imported.scene, "ball").shape.points().unwrap().len(), 42);
    assert_eq!((imported.tally.found(), imported.tally.lost()), (4, 2));
    for why in ["a built-in wedge has five parameters", "equal moments of inertia"] {
        assert!(imported.left.iter().any(|quote| quote.why.contains(why)), "{why}: {:?}", imported.left);
    }
}

const CUBE: &str = "<robot name=\"r\"><link name=\"a\"><collision><geometry><mesh filename=\"package://arm_description/meshes/cube.obj\"/></geometry></collision></link></robot>";

/// Meshes of packages: by the folder's name above the description, and by name and folder.
#[test]
fn packages_are_found_by_name() {
    let temporary = tempfile::tempdir().unwrap();
    let path = |name: &str| temporary.path().join(name);
    let cube = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    std::fs::create_dir_all(path("ws/arm_description/robots/v2/urdf")).unwrap();
    std::fs::create_dir_all(path("ws/arm_description/meshes")).unwrap();
    std::fs::create_dir_all(path("elsewhere/v1/meshes")).unwrap();
    std::fs::create_dir_all(path("alone")).unwrap();
    std::fs::write(path("ws/arm_description/meshes/cube.obj"), cube).unwrap();
    std::fs::write(path("elsewhere/v1/meshes/cube.obj"), cube).unwrap();
    std::fs::write(path("ws/arm_description/robots/v2/urdf/arm.urdf"), CUBE).unwrap();
    std::fs::write(path("alone/arm.urdf"), CUBE).unwrap();
    assert_eq!(read(&path("ws/arm_description/robots/v2/urdf/arm.urdf")).scene.bodies[0].name, "a");
    let error = import::files(&[path("alone/arm.urdf")]).unwrap_err().to_string();
    assert!(error.contains("1 of 1 collision shapes is not in this scene: line 1: its mesh"), "{error}");
    assert!(error.contains("`--package arm_description=FOLDER`"), "{error}");
    let packages = vec![(String::from("arm_description"), path("elsewhere/v1"))];
    let options = Options { packages, ..Options::default() };
    assert_eq!(import::files_with(&[path("alone/arm.urdf")], &options).unwrap().scene.bodies[0].name, "a");
}

/// The world is there without being declared, a plane is a half-space, and joint values place the links.
#[test]
fn joint_values_become_frames() {
    let robot = folder().join("urdf/world.urdf");
    let scene = read(&robot).scene;
    assert_eq!(body(&scene, "ground").shape, Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 });
    near(body(&scene, "slider").position, [1.0, 0.0, 0.1], 1e-15, "slider");
    assert!(scene.frames.is_empty());
    let temporary = tempfile::tempdir().unwrap();
    let with = |name: &str, text: &str| {
        let joints = temporary.path().join(name);
        std::fs::write(&joints, text).unwrap();
        import::files_with(std::slice::from_ref(&robot), &Options { joints: Some(joints), ..Options::default() })
    };
    for (name, text) in [
        ("rows.json", "[[0.5, 0.0], [0.5, 1.0]]"),
        ("lists.json", "{\"spin\": [0, 1], \"rail\": [0.5, 0.5]}"),
        ("objects.json", "[{\"rail\": 0.5, \"spin\": 0}, {\"spin\": 1.0, \"rail\": 0.5}]"),
        ("named.csv", "spin,rail\n0,0.5\n1,0.5\n"),
        ("plain.csv", "0.5; 0\n0.5; 1\n"),
    ] {
        let scene = with(name, text).unwrap().scene;
        assert_eq!(scene.frames.len(), 2, "{name}");
        let pose = |body_name: &str, k: usize| scene.pose(body(&scene, body_name), k);
        // The rail's own x runs along the world's y; its axis is scaled to a unit.
        near(pose("slider", 0).0, [1.0, 0.5, 0.1], 1e-15, name);
        near(pose("wheel", 1).0, [0.7, 0.5, 0.1], 1e-15, name);
        let turned = |body_name: &str, k: usize, v: DVec3| (DQuat::from_array(pose(body_name, k).1) * v).to_array();
        // A quarter turn of the rail, then one radian of the wheel.
        let angle = std::f64::consts::FRAC_PI_2 + 1.0;
        near(turned("wheel", 1, DVec3::X), [angle.cos(), angle.sin(), 0.0], 1e-15, name);
        let follow = -2.0 + 0.25f64;
        near(turned("twin", 1, DVec3::Z), [0.0, follow.sin(), follow.cos()], 1e-15, name);
    }
    for (text, why) in [
        ("{\"rall\": 1}", "names a joint `rall`"),
        ("[[1, 2, 3]]", "has 3 values; 2 are needed"),
        ("[[1, null]]", "must be a list of numbers"),
        ("[]", "has no row"),
        ("rail,spin\n1,2\nx,y\n", "joints.txt:3:1: must be a row of numbers"),
        ("{\"rail\": [1, 2], \"spin\": [1]}", "spin: has 1 values, where rail has 2"),
        ("7", "must be a row"),
    ] {
        match with("joints.txt", text) {
            Err(error) => assert!(error.to_string().contains(why) || text == "7", "{text}: {error}"),
            Ok(_) => panic!("{text}"),
        }
    }
}

/// An array next to a robot holds its joint values.
#[test]
fn an_array_next_to_a_robot_moves_it() {
    let temporary = tempfile::tempdir().unwrap();
    let array = temporary.path().join("run.npy");
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }";
    let header = format!("{header:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.bytes());
    bytes.extend([0.25f64, 0.0].into_iter().flat_map(f64::to_le_bytes));
    std::fs::write(&array, bytes).unwrap();
    let scene = import::files(&[folder().join("urdf/world.urdf"), array]).unwrap().scene;
    near(scene.pose(body(&scene, "slider"), 0).0, [1.0, 0.25, 0.1], 1e-15, "slider");
}

/// A robot that has visual shapes alone: the error says so, and `--visual` reads them.
#[test]
fn visual_shapes_are_read_on_request() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path().join("seen.urdf");
    std::fs::write(&path, "<robot name=\"r\"><link name=\"a\"><visual><geometry><sphere radius=\"1\"/></geometry><material name=\"m\"/></visual></link></robot>").unwrap();
    let error = import::files(std::slice::from_ref(&path)).unwrap_err().to_string();
    assert!(error.contains("1 of its 1 links have visual shapes alone: `--visual` reads them"), "{error}");
    let options = Options { visual: true, ..Options::default() };
    assert_eq!(import::files_with(&[path], &options).unwrap().scene.bodies[0].shape, Shape::Sphere { radius: 1.0 });
}

/// Gazebo's models: poses in other frames, whole lengths, planes without end, nested models.
#[test]
fn models_of_gazebo_are_read() {
    let scene = read(&folder().join("sdf/shapes.sdf")).scene;
    let block = body(&scene, "block");
    assert_eq!(block.shape, Shape::Box { half_extents: [0.1, 0.2, 0.3] });
    near(block.position, [0.5f64.cos(), 0.5f64.sin(), 1.0], 1e-15, "block");
    let at = DVec3::from(block.position);
    let turn = DQuat::from_rotation_z(0.5)
        * (DQuat::from_rotation_z(0.3) * DQuat::from_rotation_y(-0.2) * DQuat::from_rotation_x(0.1));
    near((DQuat::from_array(block.rotation) * DVec3::X).to_array(), (turn * DVec3::X).to_array(), 1e-15, "block");
    let all = shapes(&scene, 0);
    let of = |name: &str| all.iter().find(|(own, ..)| own == name).unwrap();
    near(of("ball").1.to_array(), (at + turn * DVec3::new(0.0, 0.3, 0.5)).to_array(), 1e-15, "ball");
    // The mark is a meter along the block's y and turned a quarter about its x.
    near(of("pill").1.to_array(), (at + turn * DVec3::Y).to_array(), 1e-15, "pill");
    near((of("pill").2 * DVec3::Z).to_array(), (turn * -DVec3::Y).to_array(), 1e-15, "pill");
    let imported = read(&folder().join("sdf/shapes.sdf"));
    assert!(imported.said.iter().any(|said| said.starts_with("No two bodies of the source may meet")), "a joint");

    let imported = read(&folder().join("sdf/world.sdf"));
    let scene = &imported.scene;
    assert_eq!(body(scene, "ground::link").shape, Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 });
    // The pose places the grip, which is a quarter above the cart's own frame.
    near(body(scene, "cart::body").position, [5.0, 0.0, 0.75], 1e-15, "cart");
    near(body(scene, "cart::load::crate").position, [5.0, 0.0, 1.35], 1e-15, "crate");
    assert_eq!(body(scene, "cart::load::crate").rotation, [0.0, 0.0, 0.6, 0.8]);
    assert!(imported.said.iter().any(|said| said.contains("`model://sun`")), "{:?}", imported.said);

    let lost = read(&folder().join("sdf/lost.sdf"));
    assert_eq!((lost.tally.found(), lost.tally.lost()), (3, 2));
    assert!(lost.tally.is_mostly_lost());
}

#[test]
fn broken_models_of_gazebo_name_the_fault() {
    let link = |inside: &str| format!("<sdf version=\"1.7\"><model name=\"m\">\n{inside}</model></sdf>");
    let shape = "<collision name=\"c\"><geometry><sphere><radius>1</radius></sphere></geometry></collision>";
    for (inside, why) in [
        (
            format!(
                "<link name=\"a\"><pose relative_to=\"b\"/>{shape}</link><link name=\"b\"><pose relative_to=\"a\"/></link>"
            ),
            "run in a circle",
        ),
        (format!("<link name=\"a\"><pose relative_to=\"x\">0 0 0 0 0 0</pose>{shape}</link>"), "there is no frame `x`"),
        (format!("<link name=\"a\"><pose>1 2 3</pose>{shape}</link>"), "must be six numbers"),
        (format!("<link name=\"a\">{shape}</link><link name=\"a\"/>"), "there are two frames `a`"),
        (
            String::from(
                "<link name=\"a\"><collision name=\"c\"><geometry><sphere><radius>-1</radius></sphere></geometry></collision></link>",
            ),
            "must not be negative, is -1",
        ),
        (
            String::from(
                "<link name=\"a\"><collision name=\"c\"><geometry><box><size>1 1</size></box></geometry></collision></link>",
            ),
            "must hold 3 numbers, holds 2",
        ),
        (String::from("<link name=\"a\"/>"), "none of its links has a collision shape"),
        (
            String::from(
                "<link name=\"a\"><collision name=\"c\"><geometry><sphere><radius>nan</radius></sphere></geometry></collision></link>",
            ),
            "`nan` is no finite number",
        ),
    ] {
        let error = refused("m.sdf", &link(&inside));
        assert!(error.contains(why) && error.starts_with("m.sdf"), "{inside}: {error}");
    }
    let include = "<sdf version=\"1.7\"><world name=\"w\"><include><uri>model://robot</uri></include></world></sdf>";
    assert!(refused("w.sdf", include).contains("its models are included from other files: `model://robot`"));
}

/// OFF with all its marks, as a file and as text.
#[test]
fn off_surfaces_are_read() {
    let path = folder().join("door/tetrahedron.off");
    let points = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let plain = std::fs::read_to_string(&path).unwrap();
    let scene = contact_lens::scene::meshes::import(&[path], 1.0, contact_lens::scene::model::Up::Y).unwrap();
    let Shape::Mesh { content, .. } = &scene.bodies[0].shape else { panic!() };
    let mesh = content.mesh().unwrap();
    assert_eq!((&mesh.vertices, mesh.triangles.len(), mesh.volume), (&points, 4, Some(1.0 / 6.0)));
    let colored = "COFF # with colors\n\n4 4 6\n0 0 0 255 0 0 255\n1 0 0 0 0 0 1\n0 1 0 0 0 0 1 # third\n0 0 1 1 1 1 1\n3 0 2 1\n3 0 1 3 1 0 0\n3 0 3 2\n3 1 2 3\n";
    let normals = "NOFF 4 1\n0 0 0 0 0 1\n1 0 0 0 0 1\n0 1 0 0 0 1\n0 0 1 0 0 1\n4 0 1 2 3\n";
    let fenced = format!("the mesh:\n```off\n{plain}\n```\nis broken");
    for text in [plain.as_str(), colored, normals, fenced.as_str()] {
        let imported = import::text("t.txt", text).unwrap();
        assert_eq!(imported.format, "OFF");
        assert_eq!(imported.scene.bodies[0].shape, Shape::Polytope { points: points.clone() }, "{text}");
    }
    for (text, why) in [
        ("OFF\n4 1 0\n0 0 0\n1 0 0\n", "t.off: is truncated: its count line says 4 vertices, 2 are there"),
        ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "t.off:6:7: there is no vertex 3"),
        ("OFF\n3 1 0\n0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n", "t.off:4:5: must be a coordinate, is `x`"),
        ("OFF BINARY\n3 1 0\n", "binary OFF is not read"),
        ("4OFF\n1 0 0\n0 0 0 1\n", "files of kind 4OFF are not read"),
        ("OFF\n1 0 0\n0 0 0\n9 9 9\n", "t.off:4:1: the file should end"),
        ("OFF\n99999999999999999999 0 0\n", "must be a number of vertices"),
        ("OFF\n4000000000 4000000000 0\n", "is truncated"),
    ] {
        let error = refused("t.off", text);
        assert!(error.contains(why), "{text}: {error}");
    }
}

/// Kinds that are refused by name, under their own endings and under false ones, as files and as text.
#[test]
fn what_is_not_read_is_refused_by_name() {
    let temporary = tempfile::tempdir().unwrap();
    let usda = std::fs::read_to_string(folder().join("door/two.usda")).unwrap();
    let pointer = std::fs::read_to_string(folder().join("door/pointer.stl")).unwrap();
    let xacro = "<?xml version=\"1.0\"?>\n<robot xmlns:xacro=\"http://ros.org/wiki/xacro\" name=\"r\"><xacro:macro name=\"m\"/></robot>";
    for (name, text, why) in [
        ("two.usda", usda.as_str(), "is a USD stage"),
        ("two.txt", usda.as_str(), "is a USD stage"),
        ("two.obj", usda.as_str(), "is a USD stage"),
        ("stage.usdc", "PXR-USDC\u{1}\u{2}", "is a USD stage"),
        ("part.dae", "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"/>", "is a COLLADA file"),
        ("part.xml", "<?xml version=\"1.0\"?><COLLADA version=\"1.4.1\"/>", "is a COLLADA file"),
        ("part.msh", "$MeshFormat\n2.2 0 8\n", "is a volume mesh (MSH)"),
        ("robot.urdf", xacro, "xacro robot.urdf.xacro > robot.urdf"),
        ("pointer.stl", pointer.as_str(), "is a Git LFS pointer"),
        ("pointer.npy", pointer.as_str(), "is a Git LFS pointer"),
        ("page.obj", "<!DOCTYPE html>\n<html><body>404</body></html>", "is an HTML page"),
        ("page.urdf", "<html><body>404</body></html>", "is an HTML page"),
    ] {
        let path = temporary.path().join(name);
        std::fs::write(&path, text).unwrap();
        let files = [path.clone()];
        let error = match contact_lens::scene::mesh::is_mesh(&path) {
            true => contact_lens::scene::meshes::import(&files, 1.0, contact_lens::scene::model::Up::Y).map(|_| ()),
            false => import::files(&files).map(|_| ()),
        };
        let error = error.unwrap_err().to_string();
        assert!(error.contains(why) && error.contains(name), "{name}: {error}");
        assert!(refused("clipboard", text).contains(why), "{name} as text");
    }
    for text in
        [format!("My stage:\n```\n{usda}\n```\nBall {{ radius: 0.5 }}"), format!("My robot:\n```\n{xacro}\n```\n")]
    {
        assert!(refused("report.md", &text).contains("which is not read"), "{text}");
    }
    // A robot that a template was expanded into may keep the template's name space.
    let expanded = "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\"><link name=\"a\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link></robot>";
    assert_eq!(import::text("r.urdf", expanded).unwrap().format, "URDF");
    let robot = "<robot><link name=\"a\"><collision><geometry><mesh filename=\"pointer.stl\"/></geometry></collision></link></robot>";
    std::fs::write(temporary.path().join("lfs.urdf"), robot).unwrap();
    let error = import::files(&[temporary.path().join("lfs.urdf")]).unwrap_err().to_string();
    assert!(error.contains("Git LFS pointer"), "{error}");
}

const MODEL: &str = "<mujoco>\n  <worldbody>\n    <geom name=\"g\" size=\"0.5\"/>\n  </worldbody>\n</mujoco>";

/// Models in fences, quotes, comments and strings of code, with the lines of the whole text in messages.
#[test]
fn models_inside_text_are_found() {
    let robot = std::fs::read_to_string(folder().join("door/f24-urdf-in-md.txt")).unwrap();
    let imported = import::text("report.md", &robot).unwrap();
    assert_eq!((imported.format, imported.scene.bodies.len()), ("URDF", 2));
    assert_eq!(body(&imported.scene, "b").position, [0.8, 0.0, 0.0]);
    assert!(
        imported.scene.note.starts_with("Imported from lines 4 to 8 of report.md (URDF)."),
        "{}",
        imported.scene.note
    );
    assert!(!imported.scene.note.contains("Everything in the source"), "{}", imported.scene.note);

    let mark = |mark: &str| MODEL.lines().map(|line| format!("{mark}{line}\n")).collect::<String>();
    let strings = MODEL.lines().map(|line| format!("    \"{}\\n\"\n", line.replace('"', "\\\""))).collect::<String>();
    let sdf = "<sdf version=\"1.7\"><model name=\"m\"><link name=\"g\"><collision name=\"c\"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model></sdf>";
    let texts = [
        format!("I load this:\n\n```xml\n{MODEL}\n```\nand it fails"),
        format!("He wrote:\n{}\nI disagree", mark("> ")),
        format!("He wrote:\n{}\nI disagree", mark("    ")),
        format!("int main() {{\n{}}}", mark("  // ")),
        format!("xml = \"\"\"{MODEL}\"\"\"\nmodel = load(xml)\n"),
        format!("const char* xml = R\"({MODEL})\";\n"),
        format!("static const char xml[] =\n{strings};\n"),
        format!("xml = '{}'", MODEL.replace('\n', "\\n").replace('"', "\\\"")),
        format!("world: {sdf} end"),
    ];
    for text in texts {
        let imported = import::text("report.txt", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(imported.scene.bodies[0].shape, Shape::Sphere { radius: 0.5 }, "{text}");
        assert_eq!(imported.scene.bodies[0].name, "g", "{text}");
        let broken = import::text("report.txt", &text.replace("0.5", "-.5"));
        let error = broken.expect_err(&text).to_string();
        let line = text.lines().position(|line| line.contains("0.5")).unwrap() + 1;
        assert!(error.starts_with(&format!("report.txt:{line}:")), "{text}: {error}");
    }
}

/// Scenes of this program inside text, surfaces as OBJ writes them, and text that only looks like one of them.
#[test]
fn scenes_and_surfaces_inside_text_are_found() {
    let scene = "{\n  \"version\": 1,\n  \"name\": \"pasted\",\n  \"bodies\": [{\"name\": \"a\", \"shape\": {\"type\": \"sphere\", \"radius\": 0.25}}],\n  \"queries\": []\n}";
    for text in [
        format!("My scene is {{broken}}:\n```json\n{scene}\n```\n"),
        format!("scene = '''{scene}'''"),
        scene.to_owned(),
    ] {
        let imported = import::text("report.md", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!((imported.format, imported.scene.name.as_str()), ("scene", "pasted"));
    }
    let wrong = format!("My scene:\n{}", scene.replace("0.25", "-1"));
    let error = refused("report.md", &wrong);
    assert!(error.starts_with("report.md:5:") && error.contains("radius"), "{error}");

    let obj = "> v 0 0 0\n> v 1 0 0\n> v 0 1 0\n> v 0 0 1\n> f 1 3 2\n> f 1 2 4\n> f 1 4 3\n> f 2 3 4\n";
    for text in [format!("This mesh:\n\n{obj}\nis wrong."), format!("```\n{}```", obj.replace("> ", ""))] {
        let imported = import::text("report.md", &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(imported.format, "OBJ");
        assert_eq!(imported.scene.bodies[0].shape.points().unwrap().len(), 4, "{text}");
    }
    let error = refused("report.md", &obj.replace("2 3 4", "2 3 5"));
    assert!(error.starts_with("report.md:8:") && error.contains("there is no vertex 5"), "{error}");
    // A model that is only mentioned does not hide the shapes that are printed.
    let text =
        "In my `<mujoco>` file:\nball = Ball { radius: 0.5 }\ncube = Cuboid { half_extents: Vec3(0.1, 0.2, 0.3) }\n";
    assert_eq!(import::text("report.md", text).unwrap().format, "printed shapes");
}

/// The error of a text that is nothing names every form with an example, and what the likeliest reader found.
#[test]
fn the_last_error_names_all_forms() {
    let error = refused("clipboard", "Hello, I have a question about collision detection.");
    for form in import::FORMATS {
        assert!(error.contains(&format!("{} (`{}`)", form.name, form.example)), "{}: {error}", form.name);
    }
    assert!(error.contains(".off") && error.lines().count() == 1);
    let error = refused("points.txt", "1 2 3\n4 5 nan\n7 8 9\n");
    assert!(
        error.starts_with("points.txt:2:5: a length must be a finite number") && error.contains("(read as points)"),
        "{error}"
    );
    assert!(error.contains("MJCF (`<mujoco>"), "{error}");
}

/// Why an import is empty: the meshes that are not there, and not the first element that is not read.
#[test]
fn an_empty_import_names_its_cause() {
    let link = "<link name=\"N\"><visual/><collision><geometry><mesh filename=\"package://p/N.stl\"/></geometry></collision></link>\n";
    let links: String = (0..43).map(|k| link.replace('N', &format!("l{k}"))).collect();
    let error = refused("r.urdf", &format!("<robot>\n{links}</robot>"));
    assert!(error.contains("43 of 43 collision shapes are not in this scene"), "{error}");
    assert!(error.contains("its mesh is in `package://p/l0.stl`") && !error.contains("visual"), "{error}");
    let text = "<mujoco><option timestep=\"1\"/><asset><mesh name=\"m\" file=\"m.stl\"/></asset><worldbody><geom type=\"mesh\" mesh=\"m\"/></worldbody></mujoco>";
    let error = refused("m.xml", text);
    assert!(error.contains("1 of 1 geoms is not in this scene") && error.contains("m.stl"), "{error}");
    assert!(refused("m.xml", "<mujoco><option/><worldbody/></mujoco>").contains("its `worldbody` has no geom"));
}

/// A collider that names another node takes the mesh of that node.
#[test]
fn a_collider_takes_the_mesh_of_another_node() {
    let text = std::fs::read_to_string(folder().join("gltf/meshes.gltf")).unwrap();
    let mut root: Value = serde_json::from_str(&text).unwrap();
    let before = import::text("m.gltf", &text).unwrap();
    let node = serde_json::json!({ "name": "proxy", "translation": [0.0, 7.0, 0.0], "extensions": {
        "KHR_physics_rigid_bodies": { "collider": { "geometry": { "node": 1, "convexHull": true } } } } });
    root["nodes"].as_array_mut().unwrap().push(node);
    let imported = import::text("m.gltf", &root.to_string()).unwrap();
    let proxy = body(&imported.scene, "proxy");
    assert_eq!(proxy.position, [0.0, 7.0, 0.0]);
    assert!(matches!(&proxy.shape, Shape::Polytope { points } if points.len() == 4), "{:?}", proxy.shape);
    assert_eq!(imported.tally.found(), before.tally.found() + 1);
    assert_eq!(imported.tally.lost(), before.tally.lost());
}

fn run(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_contact-lens"));
    let output = command.args(arguments).current_dir(folder).stdin(std::process::Stdio::null()).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// More than half lost: exit code 1 and no file, unless `--partial` is given.
#[test]
fn an_import_that_loses_most_writes_nothing_unless_told() {
    let temporary = tempfile::tempdir().unwrap();
    let folder_of = temporary.path();
    let lost = folder().join("sdf/lost.sdf").display().to_string();
    let (code, said) = run(folder_of, &["import", &lost, "-o", "lost.scene.json"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.starts_with("2 of 3 collision shapes are not in this scene: "), "{said}");
    assert!(said.contains("Nothing was written; --partial writes the shapes that were read."), "{said}");
    assert!(!folder_of.join("lost.scene.json").exists());
    let (code, said) = run(folder_of, &["import", &lost, "--partial", "-o", "lost.scene.json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("2 of 3 collision shapes are not in this scene: "), "{said}");
    let scene = std::fs::read(folder_of.join("lost.scene.json")).unwrap();
    let scene = contact_lens::scene::parse("lost", &scene).unwrap();
    assert!(scene.note.starts_with("Imported from lost.sdf (SDF). 2 of 3 collision shapes are not in this scene"));
    // What goes with meshes alone, and a package without a folder.
    let (code, said) = run(folder_of, &["import", &lost, "--package", "p", "-o", "x.json"]);
    assert!(code == Some(2) && said.contains("arm_description=../arm"), "{said}");
}

/// `--embed` writes the points of meshes inside compounds: the scene needs no file.
#[test]
fn meshes_inside_compounds_are_embedded() {
    let temporary = tempfile::tempdir().unwrap();
    let path = temporary.path();
    std::fs::write(path.join("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
        .unwrap();
    let link = "<collision><geometry><mesh filename=\"t.obj\"/></geometry></collision>";
    let ball = "<collision><geometry><sphere radius=\"0.5\"/></geometry></collision>";
    let robot = format!("<robot><link name=\"a\">{link}{ball}</link></robot>");
    std::fs::write(path.join("r.urdf"), robot).unwrap();
    let (code, said) = run(path, &["import", "r.urdf", "--embed", "-o", "r.scene.json"]);
    assert_eq!(code, Some(0), "{said}");
    let text = std::fs::read_to_string(path.join("r.scene.json")).unwrap();
    let scene = contact_lens::scene::parse("r", text.as_bytes()).unwrap();
    let Shape::Compound { parts } = &body(&scene, "a").shape else { panic!("{text}") };
    assert!(matches!(&parts[0].shape, Shape::Polytope { points } if points.len() == 4), "{text}");
    assert!(!text.contains("t.obj\""), "{text}");
}
