//! Models of MuJoCo: states, replicas, inertia, built-in meshes.

use contact_lens::import;
use contact_lens::scene::model::{Scene, Shape};
use glam::{DQuat, DVec3};
use serde_json::Value;

use super::{body, folder, near, read, refused};

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
pub(super) fn shapes(scene: &Scene, state: usize) -> Vec<(String, DVec3, DQuat, Shape)> {
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

/// Aligned free joints, mocap bodies, keys that say a part, replicas, geoms fitted to meshes: every geom in every state
/// as MuJoCo has it.
#[test]
fn states_are_those_of_mujoco() {
    let mut count = 0;
    let files =
        ["mjcf-states", "mjcf-attach", "mjcf-fitted"].map(|name| std::fs::read_dir(folder().join(name)).unwrap());
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
    assert!(count > 190, "{count}");
}

#[test]
fn replicas_obey_exclusions_and_have_an_end() {
    let scene = read(&folder().join("mjcf-states/replicate.xml")).scene;
    let excluded = |names: Vec<String>| names.iter().any(|n| n == "base") && names.iter().any(|n| n.starts_with("arm"));
    assert!(!scene.queries.iter().any(|query| excluded(query.ask.clone().names_mut().map(|n| n.clone()).collect())));
    let nested = "<replicate count=\"1000\">".repeat(3);
    let text =
        format!("<mujoco><worldbody>{nested}<geom size=\"1\"/>{}</worldbody></mujoco>", "</replicate>".repeat(3));
    assert!(refused("many.xml", &text).contains("replicas in total"));
    let text = "<mujoco><worldbody><replicate count=\"1.5\"><geom size=\"1\"/></replicate></worldbody></mujoco>";
    assert!(refused("half.xml", text).contains("must be a whole number of at least 1, but is 1.5"));
}

/// A free joint that is aligned with the inertia of a mesh: its key frames are left out with the reason.
#[test]
fn an_inertia_that_is_not_known_places_no_frame() {
    let text = "<mujoco>\n<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset>\n<worldbody><body name=\"rock\">\n<freejoint align=\"true\"/><geom type=\"mesh\" mesh=\"m\"/></body></worldbody>\n<keyframe><key qpos=\"0 0 1 1 0 0 0\"/></keyframe></mujoco>";
    let imported = import::text("rock.xml", text).unwrap();
    assert!(imported.scene.frames.is_empty());
    assert!(
        imported.skipped.iter().any(|quote| quote.why.contains("`rock` is aligned") && quote.lines == [5]),
        "{:?}",
        imported.skipped
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
    assert_eq!((imported.shape_counts.found(), imported.shape_counts.lost()), (7, 3));
    assert!(imported.scene.note.contains("3 of 7 geoms are not in this scene"), "{}", imported.scene.note);
    assert!(!imported.scene.note.contains("Everything"));
    for why in ["signed distance fields", "flexible bodies"] {
        assert!(imported.skipped.iter().any(|quote| quote.why.contains(why)), "{why}: {:?}", imported.skipped);
    }
}

/// Built-in meshes are hulls; geoms fitted to a mesh and other kinds are reported by name, and the rest is read.
#[test]
fn built_in_meshes_are_read_or_named() {
    let text = r#"<mujoco><asset>
        <mesh name="cone" builtin="cone" params="4 0.5" scale="1 1 2"/><mesh name="ball" builtin="sphere" params="1"/>
        <mesh name="wedge" builtin="wedge" params="1 1 10 10 0"/>
        <mesh name="even" vertex="0 0 0 1 0 0 0 1 0 0 0 1" inertia="exact"/></asset><worldbody>
        <geom name="cone" type="mesh" mesh="cone"/><geom name="ball" type="mesh" mesh="ball" pos="3 0 0"/>
        <geom name="wedge" type="mesh" mesh="wedge"/>
        <geom name="fit" type="capsule" mesh="even" size="9 9"/></worldbody></mujoco>"#;
    let imported = import::text("built.xml", text).unwrap();
    let points = body(&imported.scene, "cone").shape.points().unwrap();
    assert!(points.iter().any(|point| (point[1] - 0.5).abs() < 1e-15 && point[2] == 2.0), "{points:?}");
    assert_eq!(body(&imported.scene, "ball").shape.points().unwrap().len(), 42);
    assert_eq!((imported.shape_counts.found(), imported.shape_counts.lost()), (4, 2));
    for why in ["a built-in wedge needs five parameters", "equal moments of inertia"] {
        assert!(imported.skipped.iter().any(|quote| quote.why.contains(why)), "{why}: {:?}", imported.skipped);
    }
}

/// A geom whose fit MuJoCo refuses, or makes of something else, is counted as lost with the reason; faces that nothing
/// uses are quoted.
#[test]
fn geoms_that_cannot_be_fitted_are_lost_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let corners = "v 0 0 0\nv 1 0 0\nv 0 2 0\nv 0 0 3\n";
    let faces = ["f 1 3 2\n", "f 1 2 4\n", "f 1 4 3\n", "f 2 3 4\n"];
    std::fs::write(folder.path().join("one.obj"), format!("o a\n{corners}{}", faces.concat())).unwrap();
    std::fs::write(folder.path().join("two.obj"), format!("g a\n{corners}{}", faces.join("g b\n"))).unwrap();
    let vertex = "vertex=\"0 0 0 1 0 0 0 2 0 0 0 3\"";
    let outward = "0 2 1 0 1 3 0 3 2 1 2 3";
    let inward = "0 1 2 0 3 1 0 2 3 1 3 2";
    let mixed = "0 2 1 0 1 3 0 3 2 1 3 2";
    for (mesh, kind, why) in [
        ("file=\"one.obj\"".to_owned(), "box", ""),
        (format!("{vertex} face=\"{outward}\" inertia=\"exact\""), "box", ""),
        (format!("{vertex} face=\"{outward}\" inertia=\"exact\" scale=\"1 -1 1\""), "box", ""),
        (format!("{vertex} face=\"{inward}\" inertia=\"legacy\""), "box", ""),
        ("file=\"two.obj\" inertia=\"convex\"".to_owned(), "box", ""),
        ("file=\"two.obj\"".to_owned(), "box", "only the first object or group"),
        (format!("{vertex} face=\"{inward}\" inertia=\"exact\""), "box", "face inward"),
        (format!("{vertex} face=\"{mixed}\" inertia=\"exact\""), "box", "inconsistent orientations"),
        (format!("{vertex} maxhullvert=\"4\""), "box", "maxhullvert"),
        ("builtin=\"box\" params=\"3 3 3 1 1 1 2\"".to_owned(), "box", "built-in shells (dimension 2)"),
        ("vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"".to_owned(), "sphere", ""),
        ("vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"".to_owned(), "cylinder", "equal moments of inertia"),
    ] {
        let text = format!(
            "<mujoco><asset><mesh name=\"m\" {mesh}/></asset><worldbody><geom type=\"{kind}\" mesh=\"m\"/>\
             <geom size=\"1\"/></worldbody></mujoco>"
        );
        let path = folder.path().join("fit.xml");
        std::fs::write(&path, text).unwrap();
        let imported = read(&path);
        assert_eq!(imported.shape_counts.lost(), usize::from(!why.is_empty()), "{mesh}: {:?}", imported.skipped);
        assert!(
            why.is_empty() || imported.skipped.iter().any(|quote| quote.why.contains(why)),
            "{:?}",
            imported.skipped
        );
    }
    for (attribute, why) in [
        ("face=\"0 1 4\"", "there is no vertex 4; the mesh has 4 vertices, counted from 0"),
        ("face=\"0 1 2 3\"", "must be three vertices per triangle, but has 4 in all"),
        ("inertia=\"heavy\"", "must be `convex`, `exact`, `legacy` or `shell`, but is `heavy`"),
    ] {
        let text = format!("<mujoco><asset><mesh name=\"m\" {vertex} {attribute}/></asset><worldbody/></mujoco>");
        assert!(refused("fit.xml", &text).contains(why), "{attribute}");
    }
    let text = format!(
        "<mujoco><asset><mesh name=\"m\" {vertex} face=\"{outward}\"/></asset>\
         <worldbody><geom type=\"mesh\" mesh=\"m\"/></worldbody></mujoco>"
    );
    let left = import::text("faces.xml", &text).unwrap().skipped;
    assert!(left.iter().any(|quote| quote.why.contains("no geom is fitted to this mesh")), "{left:?}");
}
