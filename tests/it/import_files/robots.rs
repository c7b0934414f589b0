//! Robots with packages and joint values, and models of Gazebo.

use contact_lens::import::{self, Options};
use contact_lens::scene::model::Shape;
use glam::{DQuat, DVec3};

use super::mujoco::shapes;
use super::{body, folder, near, read, refused};

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
        ("{\"rall\": 1}", "has a column `rall`"),
        ("[[1, 2, 3]]", "has 3 values; the model has 2 joint coordinates"),
        ("[[1, null]]", "must be a list of numbers"),
        ("[]", "has no rows"),
        ("rail,spin\n1,2\nx,y\n", "joints.txt:3:1: must be a row of numbers"),
        (
            "{\"rail\": [1, 2], \"spin\": [1]}",
            "the joint `rail` has 2 values and `spin` has 1; each joint needs one value per frame",
        ),
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
    assert!(error.contains("its only shapes are visual (in 1 of 1 links); `--visual` reads them"), "{error}");
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
    assert!(imported.notes.iter().any(|said| said.starts_with("No two bodies of the source may collide")), "a joint");

    let imported = read(&folder().join("sdf/world.sdf"));
    let scene = &imported.scene;
    assert_eq!(body(scene, "ground::link").shape, Shape::HalfSpace { normal: [0.0, 0.0, 1.0], offset: 0.0 });
    // The pose places the grip, which is a quarter above the cart's own frame.
    near(body(scene, "cart::body").position, [5.0, 0.0, 0.75], 1e-15, "cart");
    near(body(scene, "cart::load::crate").position, [5.0, 0.0, 1.35], 1e-15, "crate");
    assert_eq!(body(scene, "cart::load::crate").rotation, [0.0, 0.0, 0.6, 0.8]);
    assert!(imported.notes.iter().any(|said| said.contains("`model://sun`")), "{:?}", imported.notes);

    let lost = read(&folder().join("sdf/lost.sdf"));
    assert_eq!((lost.shape_counts.found(), lost.shape_counts.lost()), (3, 2));
    assert!(lost.shape_counts.is_mostly_lost());
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
            "form a cycle",
        ),
        (format!("<link name=\"a\"><pose relative_to=\"x\">0 0 0 0 0 0</pose>{shape}</link>"), "there is no frame `x`"),
        (format!("<link name=\"a\"><pose>1 2 3</pose>{shape}</link>"), "must be six numbers"),
        (format!("<link name=\"a\">{shape}</link><link name=\"a\"/>"), "there are two frames `a`"),
        (
            String::from(
                "<link name=\"a\"><collision name=\"c\"><geometry><sphere><radius>-1</radius></sphere></geometry></collision></link>",
            ),
            "must not be negative, but is -1",
        ),
        (
            String::from(
                "<link name=\"a\"><collision name=\"c\"><geometry><box><size>1 1</size></box></geometry></collision></link>",
            ),
            "must be 3 numbers, but has 2",
        ),
        (String::from("<link name=\"a\"/>"), "none of its links has a collision shape"),
        (
            String::from(
                "<link name=\"a\"><collision name=\"c\"><geometry><sphere><radius>nan</radius></sphere></geometry></collision></link>",
            ),
            "`nan` is not a finite number",
        ),
    ] {
        let error = refused("m.sdf", &link(&inside));
        assert!(error.contains(why) && error.starts_with("m.sdf"), "{inside}: {error}");
    }
    let include = "<sdf version=\"1.7\"><world name=\"w\"><include><uri>model://robot</uri></include></world></sdf>";
    assert!(refused("w.sdf", include).contains("its models are included from other files: `model://robot`"));
}
