//! Valid and broken files of each format: the surfaces read, and the places of errors.

mod broken_gltf;
mod scene_files;

use std::path::Path;

use super::*;

/// Tetrahedron with a right angle, faces outward.
const CORNERS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
const FACES: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];

fn binary_stl(count: u32) -> Vec<u8> {
    let mut bytes = b"solid in name alone".to_vec();
    bytes.resize(80, 0);
    bytes.extend(count.to_le_bytes());
    for face in FACES {
        bytes.extend([0; 12]);
        face.iter().flat_map(|i| CORNERS[*i as usize]).for_each(|x| bytes.extend((x as f32).to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn text_stl(name: &str) -> String {
    let facet = |face: &[u32; 3]| {
        let corners = face.map(|i| CORNERS[i as usize]);
        let vertex = |p: [f64; 3]| format!("vertex {} {} {}\n", p[0], p[1], p[2]);
        format!("facet normal 0 0 0\nouter loop\n{}endloop\nendfacet\n", corners.map(vertex).concat())
    };
    format!("solid {name}\n{}endsolid {name}\n", FACES.iter().map(facet).collect::<String>())
}

fn obj() -> String {
    let vertices = CORNERS.map(|p| format!("v {} {} {}\n", p[0], p[1], p[2])).concat();
    // Each face in another form, with indices from the front and from the back.
    let form = |(face, [a, b, c]): (usize, [u32; 3])| {
        let tail = ["", "/1", "//2", "/1/2"][face % 4];
        format!("f {}{tail} {}{tail} {}{tail}\n", a + 1, b + 1, i64::from(c) - 4)
    };
    let faces: String = FACES.into_iter().enumerate().map(form).collect();
    vertices + &faces
}

fn ply(format: &str) -> Vec<u8> {
    let mut bytes = format!(
        "ply\nformat {format} 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n"
    )
    .into_bytes();
    let big = format.contains("big");
    for p in CORNERS {
        match format {
            "ascii" => bytes.extend(format!("{} {} {} 7\n", p[0], p[1], p[2]).bytes()),
            _ => {
                let number = |x: f64| if big { (x as f32).to_be_bytes() } else { (x as f32).to_le_bytes() };
                p.iter().for_each(|x| bytes.extend(number(*x)));
                bytes.push(7);
            }
        }
    }
    for face in FACES {
        match format {
            "ascii" => bytes.extend(format!("3 {} {} {}\n", face[0], face[1], face[2]).bytes()),
            _ => {
                bytes.push(3);
                let number = |i: u32| if big { i.to_be_bytes() } else { i.to_le_bytes() };
                face.iter().for_each(|i| bytes.extend(number(*i)));
            }
        }
    }
    bytes
}

/// The bytes of the vertices and of the indices.
fn blob() -> Vec<u8> {
    let corners = CORNERS.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes());
    corners.chain(FACES.iter().flatten().flat_map(|i| (*i as u16).to_le_bytes())).collect()
}

/// A glTF with its buffer where `buffer` says; `nodes` is the list of nodes.
fn gltf(nodes: &str, buffer: &str) -> String {
    format!(
        r#"{{"asset": {{"version": "2.0"}}, "scene": 0, "scenes": [{{"nodes": [0]}}], "nodes": [{nodes}],
"meshes": [{{"name": "tetra", "primitives": [{{"attributes": {{"POSITION": 0, "NORMAL": 0}}, "indices": 1}}]}}],
"accessors": [{{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"}},
 {{"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}}],
"bufferViews": [{{"buffer": 0, "byteLength": 48}}, {{"buffer": 0, "byteOffset": 48, "byteLength": 24}}],
"buffers": [{{"byteLength": 72{buffer}}}]}}"#
    )
}

fn glb(json: &str, blob: &[u8]) -> Vec<u8> {
    let mut json = json.as_bytes().to_vec();
    json.resize(json.len().next_multiple_of(4), b' ');
    let length = (12 + 8 + json.len() + 8 + blob.len()) as u32;
    let mut out = b"glTF".to_vec();
    out.extend([2, length, json.len() as u32].iter().flat_map(|n| n.to_le_bytes()));
    out.extend(b"JSON");
    out.extend(json);
    out.extend((blob.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(blob);
    out
}

fn parsed(extension: &str, bytes: impl AsRef<[u8]>) -> Result<Vec<Mesh>, String> {
    let meshes = parse(extension, bytes.as_ref(), Path::new(""));
    meshes.map_err(|broken| broken.in_file("f").to_string())
}

/// The one surface of a file, which must be the tetrahedron.
#[track_caller]
fn is_tetrahedron(extension: &str, bytes: impl AsRef<[u8]>) -> Mesh {
    let mut parts = parsed(extension, bytes).unwrap();
    assert_eq!(parts.len(), 1);
    let mesh = parts.remove(0);
    assert_eq!((mesh.vertices.len(), mesh.triangles.len(), mesh.open_edges, mesh.volume), (4, 4, 0, Some(1.0)));
    let mut vertices = mesh.vertices.clone();
    vertices.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let mut wanted = CORNERS.to_vec();
    wanted.sort_by(|a, b| b.partial_cmp(a).unwrap());
    assert_eq!(vertices, wanted);
    mesh
}

#[test]
fn every_format_gives_the_same_surface() {
    assert_eq!(is_tetrahedron("stl", binary_stl(4)).welded, 8);
    assert_eq!(is_tetrahedron("stl", text_stl("a part")).name, "a part");
    is_tetrahedron("stl", text_stl("").replace('\n', "\r\n"));
    is_tetrahedron("stl", text_stl("").to_uppercase());
    is_tetrahedron("obj", obj());
    is_tetrahedron("obj", obj().replace(' ', " \\\n "));
    for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
        is_tetrahedron("ply", ply(format));
    }
    let node = r#"{"mesh": 0}"#;
    assert_eq!(is_tetrahedron("glb", glb(&gltf(node, ""), &blob())).name, "tetra");
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    // Letter with this index of the four that encode three bytes.
    let letter = |bytes: &[u8], index: usize| {
        let bits = bytes.iter().fold(0u32, |bits, byte| bits << 8 | u32::from(*byte));
        LETTERS[(bits >> (18 - 6 * index) & 63) as usize] as char
    };
    let base64: String =
        blob().chunks_exact(3).flat_map(|three| [0, 1, 2, 3].map(|index| letter(three, index))).collect();
    let buffer = format!(r#", "uri": "data:application/octet-stream;base64,{base64}""#);
    is_tetrahedron("gltf", gltf(node, &buffer));
}

#[test]
fn objects_solids_and_nodes_are_meshes_of_their_own() {
    let two = text_stl("one") + &text_stl("other");
    let names = |parts: Vec<Mesh>| parts.into_iter().map(|part| part.name).collect::<Vec<_>>();
    assert_eq!(names(parsed("stl", two).unwrap()), ["one", "other"]);
    let objects = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\no left\nf 1 2 3\no right\nf 2 3 4\no left\nf 1 3 4\no empty\n";
    let parts = parsed("obj", objects).unwrap();
    assert_eq!(parts.iter().map(|part| part.triangles.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(names(parts), ["left", "right"]);
    assert_eq!(parsed("obj", "v 0 0 0\nv 1 0 0\n").unwrap()[0].vertices.len(), 2, "a cloud of points");
    // A parent that moves and reflects, and two children of one mesh.
    let nodes = r#"{"translation": [10, 0, 0], "scale": [1, 1, -2], "children": [1, 2]}, {"name": "here", "mesh": 0},
        {"matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,5,0,1], "mesh": 0}"#;
    let parts = parsed("glb", glb(&gltf(nodes, ""), &blob())).unwrap();
    assert_eq!(parts[0].vertices, [[10.0, 0.0, 0.0], [11.0, 0.0, 0.0], [10.0, 2.0, 0.0], [10.0, 0.0, -6.0]]);
    assert_eq!((parts[1].vertices[2], parts[1].volume), ([10.0, 7.0, 0.0], Some(2.0)));
    assert_eq!(parts[0].triangles[0], [2, 0, 1], "turned round by the reflection");
    assert_eq!(names(parts), ["here", "tetra"]);
}

/// The error of each broken file.
#[test]
fn errors_of_broken_files_have_a_place() {
    let stl = binary_stl(4);
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("obj", Vec::new(), "f: is empty"),
        ("obj", b"# nothing\n".to_vec(), "f: has no vertices"),
        ("obj", b"v 0 0 0\nv 1 nan 0\n".to_vec(), "f:2:5: a coordinate must be a finite number, but is NaN"),
        ("obj", b"v 0 0 1e999\n".to_vec(), "f:1:7: a coordinate must be a finite number, but is inf"),
        ("obj", b"v 0 1e13 0\n".to_vec(), "f:1:5: a coordinate must not be beyond 1e12, but is 1e13"),
        ("obj", b"v 0 0\n".to_vec(), "f:1:6: a coordinate is missing"),
        ("obj", b"v 0 0 0\nf 1 2 3\n".to_vec(), "f:2:5: there is no vertex 2: the file has 1 up to here"),
        ("obj", b"v 0 0 0\nf 1 0 1\n".to_vec(), "f:2:5: there is no vertex 0: the file has 1 up to here"),
        ("obj", b"v 0 0 0\nf 1 -9223372036854775808 1\n".to_vec(), "there is no vertex -9223372036854775808"),
        ("obj", b"v 0 0 0\nf 1 1\n".to_vec(), "f:2:6: a face needs at least three vertices, but this one has 2"),
        ("obj", b"v 0 0 0\nf 1 x 1\n".to_vec(), "f:2:5: must be a vertex index, but is `x`"),
        ("obj", b"v 0 0 0\nv 0 \x00 0\n".to_vec(), "f:2:5: contains a NUL byte, so the file is not text"),
        ("obj", b"v 0 0 0\nvertex 1 0 0\n".to_vec(), "f:2:1: must be a keyword of OBJ, but is `vertex`"),
        (
            "obj",
            b"v 0 0 0\nf 1/1 1//1 1/1\n".to_vec(),
            "f:2:7: must have the same indices (vertex/texture/normal) as the face's other vertices, but is `1//1`",
        ),
        (
            "obj",
            b"v 0 0 0\nf 1 1/2 1\n".to_vec(),
            "f:2:5: must have the same indices (vertex/texture/normal) as the face's other vertices, but is `1/2`",
        ),
        (
            "stl",
            b"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\n".to_vec(),
            "f:5:1: expected `vertex` (a facet has three vertices), found `endloop`",
        ),
        ("stl", b"solid\nfacet normal 0 0 1\nouter\n".to_vec(), "f:3:6: must be `loop`, but the line ends"),
        (
            "stl",
            text_stl("x").lines().take(7).collect::<Vec<_>>().join("\n").into_bytes(),
            "f:7:1: is truncated after this line: expected `endfacet`",
        ),
        (
            "stl",
            b"solid x\nfacet normal 0 0 1\n".to_vec(),
            "f:2:1: is truncated after this line: expected `outer loop`",
        ),
        ("stl", b"nothing".to_vec(), "f: at byte 7: ends within the first 84 bytes, the header of a binary STL"),
        ("stl", [&[0; 80][..], &4u32.to_le_bytes(), &stl[84..150]].concat(), "f: at byte 150: ends after 1 of 4"),
        ("stl", [&[0; 80][..], &[255; 4], &stl[84..]].concat(), "f: at byte 284: ends after 4 of 4294967295"),
        ("stl", [&[0; 80][..], &3u32.to_le_bytes(), &stl[84..]].concat(), "f: at byte 234: has more data after its 3"),
        (
            "stl",
            [&stl[..100], &f32::NAN.to_le_bytes(), &stl[104..]].concat(),
            "f: at byte 100: a coordinate must be a finite number, but is NaN (vertex 0 of triangle 0)",
        ),
        ("obj", b"\x1f\x8b rest".to_vec(), "f: is compressed (gzip); unpack it first"),
        ("dae", b"<x/>".to_vec(), "f: is a COLLADA file, which is not supported"),
        ("blend", b"<x/>".to_vec(), "f: has no known mesh extension; supported: .obj, "),
    ];
    for (extension, bytes, wanted) in cases {
        let message = parsed(extension, &bytes).unwrap_err();
        assert!(message.contains(wanted), "{message} instead of {wanted}");
    }
}

#[test]
fn errors_of_broken_ply_files_have_a_place() {
    let text = String::from_utf8(ply("ascii")).unwrap();
    let binary = ply("binary_little_endian");
    let head = binary.windows(11).position(|window| window == b"end_header\n").unwrap() + 11;
    let nan = [&binary[..head + 13 + 4], &f32::NAN.to_le_bytes(), &binary[head + 21..]].concat();
    let cases: Vec<(Vec<u8>, String)> = vec![
        (b"plx\n".to_vec(), String::from("f:1:1: ")),
        (text.replace("0 2 0 7", "0 2 x 7").into_bytes(), String::from("f:14:1: ")),
        (text.replace("0 2 0 7", "0 2 1e999 7").into_bytes(), String::from("f:14:1: ")),
        (text.replace("3 0 1 3", "3 0 1 4").into_bytes(), String::from("face 1: there is no vertex 4; the file has")),
        (text.replace("3 0 1 3", "3 0 1 -1").into_bytes(), String::from("f:17:1: ")),
        (text.replace("property float z", "property float w").into_bytes(), String::from("without `x`, `y` or `z`")),
        (text.replace("vertex 4", "vertex 4000000000").into_bytes(), String::from("declares 4000000000 `vertex`")),
        (text.replace("vertex 4", "vertex 4000").into_bytes(), String::from("only")),
        (binary[..head + 20].to_vec(), format!("at byte {}", head + 20)),
        (nan, format!("f: at byte {}: vertex 1: a coordinate must be a finite number, but is NaN", head + 13)),
    ];
    for (bytes, wanted) in cases {
        let message = parsed("ply", &bytes).unwrap_err();
        assert!(message.contains(&wanted) && !message.contains('\n'), "{message} instead of {wanted}");
    }
}

/// The PLY crate names its own types and grammar; users need the line.
#[test]
fn the_error_of_a_ply_line_quotes_the_line() {
    let text = String::from_utf8(ply("ascii")).unwrap();
    let cases = [
        ("format ascii 1.0", "format asci 1.0", "f:2:1: cannot be read as a line of the header: `format asci 1.0`"),
        ("element vertex 4", "element vertex", "cannot be read as a line of the header: `element vertex`"),
        ("element vertex 4", "element vertex -4", "cannot be read as a line of the header: `element vertex -4`"),
        ("element vertex 4", "element vertex 99999999999999999999", "`element vertex 99999999999999999999`"),
        ("element vertex 4", "property float x", "cannot be read as a line of the header: `property float x`"),
        ("property float z", "property floot z", "cannot be read as a line of the header: `property floot z`"),
        ("0 2 0 7", "0 2 x 7", "f:14:1: cannot be read as a `vertex` element: `0 2 x 7`"),
        ("0 2 0 7", "0 2", "cannot be read as a `vertex` element: `0 2`"),
        ("3 0 1 3", "3 0 1.5 3", "cannot be read as a `face` element: `3 0 1.5 3`"),
        ("3 0 1 3", "-3 0 1 3", "cannot be read as a `face` element: `-3 0 1 3`"),
    ];
    for (old, new, wanted) in cases {
        assert!(text.contains(old), "{old}");
        let message = parsed("ply", text.replacen(old, new, 1)).unwrap_err();
        assert!(
            message.contains(wanted) && !message.contains("Error") && !message.contains('{'),
            "{message} instead of {wanted}"
        );
    }
}

/// No prefix and no changed byte of a valid file makes the reader panic, hang, or fill memory.
#[test]
fn cut_and_changed_files_do_no_harm() {
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("stl", binary_stl(4)),
        ("stl", text_stl("x").into_bytes()),
        ("obj", obj().into_bytes()),
        ("ply", ply("ascii")),
        ("ply", ply("binary_big_endian")),
        ("glb", glb(&gltf(r#"{"mesh": 0}"#, ""), &blob())),
    ];
    let mut valid_count = 0;
    let mut broken_count = 0;
    for (extension, bytes) in &files {
        let mut attempt = |bytes: &[u8]| match parsed(extension, bytes) {
            Ok(parts) => {
                assert!(parts.iter().flat_map(|part| &part.vertices).flatten().all(|x| x.is_finite()));
                valid_count += 1;
            }
            Err(message) => {
                assert!(message.starts_with("f:") && message.len() < 500, "{message}");
                broken_count += 1;
            }
        };
        (0..bytes.len()).for_each(|end| attempt(&bytes[..end]));
        for offset in 0..bytes.len() {
            for new in [0, 255, b'-', b'9', b' ', b'\n', bytes[offset] ^ 0x80, bytes[offset] ^ 1] {
                let mut changed = bytes.clone();
                changed[offset] = new;
                attempt(&changed);
            }
        }
    }
    assert!(valid_count > 500 && broken_count > 500, "{valid_count} {broken_count}");
}
