//! What is JSON and what is not, and that places are found.

use super::*;

#[test]
fn finds_the_place_of_a_path() {
    let text = "{\"bodies\": [{\"r\": 1}, {\"r\": [2, 3]}]}";
    let node = read(text, Source::File).unwrap();
    assert_eq!(&text[node.locate("bodies[1].r[1]")..][..1], "3");
    assert_eq!(&text[node.locate("bodies[1].missing")..][..1], "{", "the closest thing around it");
    assert_eq!(node.locate(""), 0);
}

#[test]
fn agrees_with_serde_json_on_what_is_json() {
    let texts = [
        "1",
        "-0",
        "0.5e-3",
        "01",
        "1.",
        ".5",
        "+1",
        "1e",
        "1e999",
        "-1e999",
        "NaN",
        "Infinity",
        "nul",
        "null",
        "truex",
        "[1,]",
        "[1 2]",
        "[]",
        "{}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "\"\\u12\"",
        "\"\\n\"",
        "\"\n\"",
        "\"",
        "\"\\",
        "[",
        "[[[]]",
        "// c\n1",
        "1 2",
        "\"ä\"",
        "\"\\ud800\"",
        "{\"a\":{\"b\":[true,false,null,\"x\"]}}",
    ];
    for text in texts {
        let theirs = serde_json::from_str::<serde_json::Value>(text).is_ok();
        assert_eq!(read(text, Source::File).is_ok(), theirs, "{text}");
    }
}
