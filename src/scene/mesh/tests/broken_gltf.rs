//! Broken glTF files and those with ignored content: the errors and warnings.

use super::{blob, glb, gltf, parsed};
use crate::mesh::gltf::ignored_content;

#[test]
fn ignored_content_of_a_gltf_file_is_reported() {
    let warnings_of = |json: &str| ignored_content(json.as_bytes());
    assert!(warnings_of(&gltf(r#"{"mesh": 0}"#, "")).is_empty());
    let json = r#"{"asset": {"version": "2.0"}, "skins": [{}], "animations": [{}], "scenes": [{}, {}],
        "meshes": [{"primitives": [{"mode": 1, "targets": [{}]}]}]}"#;
    let warnings = warnings_of(json);
    for word in ["skins", "animations", "morph targets", "points and lines", "default one"] {
        assert!(warnings.iter().any(|warning| warning.contains(word)), "{word}: {warnings:?}");
    }
    assert_eq!(warnings.len(), 5);
}

#[test]
fn errors_of_broken_gltf_files_have_a_place() {
    let node = r#"{"mesh": 0}"#;
    let whole = glb(&gltf(node, ""), &blob());
    let with = |old: &str, new: &str| {
        let json = gltf(node, "");
        assert!(json.contains(old), "{old}");
        glb(&json.replace(old, new), &blob())
    };
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (whole[..10].to_vec(), "f: at byte 10: ends within a header"),
        (whole[..whole.len() - 1].to_vec(), "is truncated: its header announces"),
        ([b"glTF", &1u32.to_le_bytes()[..], &whole[8..]].concat(), "f: at byte 4: is version 1"),
        ([&whole[..12], &[255; 4], &whole[16..]].concat(), "f: at byte 12: has a chunk of 4294967295 bytes"),
        (with(r#""count": 4,"#, r#""count": 5,"#), "accessors[0]: runs beyond bufferViews[0], which has 48 bytes"),
        (
            with(r#""count": 4,"#, r#""count": 18446744073709551615,"#),
            "accessors[0]: has 18446744073709551615 elements",
        ),
        (with(r#""byteLength": 24"#, r#""byteLength": 99"#), "bufferViews[1] runs beyond buffers[0]"),
        (with(r#""byteOffset": 48"#, r#""byteOffset": 18446744073709551615"#), "bufferViews[1] runs beyond buffers[0]"),
        (
            with(r#""byteLength": 72"#, r#""byteLength": 7200"#),
            "buffers[0]: has 72 bytes, but its `byteLength` is 7200",
        ),
        (with(r#""indices": 1"#, r#""indices": 7"#), "accessors[7] does not exist"),
        (with("5123", "5126"), "accessors[1]: indices must have component type 5121, 5123 or 5125, but have 5126"),
        (with(r#""type": "VEC3""#, r#""type": "VEC2""#), "accessors[0]: positions must be VEC3 of"),
        (with(r#""POSITION": 0"#, r#""PLACE": 0"#), "meshes[0].primitives[0]: has no attribute `POSITION`"),
        (with(r#""mesh": 0"#, r#""mesh": 3"#), "nodes[0]: meshes[3] does not exist"),
        (with(r#""mesh": 0"#, r#""mesh": 0, "children": [0]"#), "nodes[0] is reached twice"),
        (with(r#""mesh": 0"#, r#""mesh": 0, "children": [9]"#), "nodes[9] does not exist"),
        (with(r#""mesh": 0"#, r#""mesh": 0, "rotation": [0,0,0,0]"#), "nodes[0].rotation: must be a quaternion"),
        (with(r#""mesh": 0"#, r#""mesh": 0, "scale": [1e300,1,1]"#), "vertex 1, moved by its nodes: a coordinate must"),
        (
            with(r#""scene": 0"#, r#""extensionsRequired": ["KHR_draco_mesh_compression"], "scene": 0"#),
            "requires the extension `KHR_draco_mesh_compression`",
        ),
        (with(r#""version": "2.0""#, r#""version": "1.0""#), "is glTF version 1.0"),
    ];
    for (bytes, wanted) in cases {
        let message = parsed("glb", &bytes).unwrap_err();
        assert!(message.contains(wanted), "{message} instead of {wanted}");
    }
    let broken = gltf(node, "").replace(r#""mesh": 0"#, r#""mesh": true"#);
    let message = parsed("gltf", broken).unwrap_err();
    assert!(
        message.starts_with("f:1:") && message.contains("nodes[0].mesh: invalid type: boolean `true`"),
        "{message}"
    );
    for uri in ["../x.bin", "/etc/passwd", "http://x/y.bin", "a%2e%2e%2f%2e", "..%2fx.bin", "data:,abc", "%zz"] {
        let message = parsed("gltf", gltf(node, &format!(r#", "uri": "{uri}""#))).unwrap_err();
        assert!(message.contains("buffers[0]: "), "{uri}: {message}");
    }
}
