//! Models and surfaces inside text, kinds that are refused by name, and the error of a text that is nothing.

use contact_lens::import;
use contact_lens::scene::model::Shape;

use super::{body, folder, refused};

const MODEL: &str = "<mujoco>\n  <worldbody>\n    <geom name=\"g\" size=\"0.5\"/>\n  </worldbody>\n</mujoco>";

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
        ("OFF\n4 1 0\n0 0 0\n1 0 0\n", "t.off: is truncated: the number of vertices must be 4, as announced, but is 2"),
        ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", "t.off:6:7: there is no vertex 3"),
        ("OFF\n3 1 0\n0 0 0\n1 0 x\n0 1 0\n3 0 1 2\n", "t.off:4:5: must be a coordinate, but is `x`"),
        ("OFF BINARY\n3 1 0\n", "binary OFF is not supported"),
        ("4OFF\n1 0 0\n0 0 0 1\n", "the header `4OFF` is not supported"),
        ("OFF\n1 0 0\n0 0 0\n9 9 9\n", "t.off:4:1: the file must end after"),
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
        ("part.msh", "$MeshFormat\n2.2 0 8\n", "is a Gmsh mesh"),
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
        assert!(refused("report.md", &text).contains("which is not supported"), "{text}");
    }
    // A robot that a template was expanded into may keep the template's name space.
    let expanded = "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\"><link name=\"a\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link></robot>";
    assert_eq!(import::text("r.urdf", expanded).unwrap().format, "URDF");
    let robot = "<robot><link name=\"a\"><collision><geometry><mesh filename=\"pointer.stl\"/></geometry></collision></link></robot>";
    std::fs::write(temporary.path().join("lfs.urdf"), robot).unwrap();
    let error = import::files(&[temporary.path().join("lfs.urdf")]).unwrap_err().to_string();
    assert!(error.contains("Git LFS pointer"), "{error}");
}

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
    let imported = import::text("report.md", text).unwrap();
    let names: Vec<&str> = imported.scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["ball", "cube"]);
}

/// The error of an unknown text lists every format on a line of its own. A text of a likely format gets no list.
#[test]
fn the_last_error_lists_all_formats() {
    let error = refused("clipboard", "Hello, I have a question about collision detection.");
    for form in import::FORMATS {
        let line = error.lines().find(|line| line.trim_start().starts_with(form.name));
        assert!(line.is_some_and(|line| line.ends_with(form.example)), "{}: {error}", form.name);
    }
    assert!(error.contains(".off") && error.lines().count() == import::FORMATS.len() + 2, "{error}");
    let error = refused("points.txt", "1 2 3\n4 5 nan\n7 8 9\n");
    assert!(
        error.starts_with("points.txt:2:5: a length must be a finite number")
            && error.contains("(the file was read as points)"),
        "{error}"
    );
    assert!(!error.contains("<mujoco>") && error.lines().count() == 1, "{error}");
}
